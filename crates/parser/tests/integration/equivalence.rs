//! Comparison of two modules. Modules are equal if they are equal after renumbering of values and blocks, with aliases
//! expanded and properties merged with attributes. Locations are compared only if the caller requires it.

use indexmap::IndexSet;
use ir::attrs::Attr;
use ir::print::{whole_attr, whole_type};
use ir::{Block, Module, Op, Region, Type, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Describes the first difference of two modules; `None` if they are equal.
pub(crate) fn difference(a: &Module, b: &Module, compares_locs: bool) -> Option<String> {
    let mut pair = ModulePair {
        a,
        b,
        compares_locs,
        values: FxHashMap::default(),
        distinct: Default::default(),
        blocks: FxHashMap::default(),
        texts: Default::default(),
    };
    pair.op(a.root(), b.root()).err()
}

struct ModulePair<'a> {
    a: &'a Module,
    b: &'a Module,
    compares_locs: bool,
    values: FxHashMap<Value, Value>,
    blocks: FxHashMap<Block, Block>,
    /// The numbers of `distinct[...]` attributes of each module, in the order of their first appearance.
    distinct: (IndexSet<String>, IndexSet<String>),
    /// Pairs of attributes and pairs of types that are known to be equal.
    texts: (FxHashMap<Attr, Attr>, FxHashMap<Type, Type>),
}

impl ModulePair<'_> {
    fn op(&mut self, a: Op, b: Op) -> Result<(), String> {
        let name = self.a.name(a).to_owned();
        self.equal(&name, "op", &self.a.name(a), &self.b.name(b))?;
        self.attrs(&name, a, b)?;
        self.values(&name, a, b)?;
        if self.compares_locs {
            let [ours, theirs] = [(self.a, a), (self.b, b)]
                .map(|(module, op)| module.op_loc(op).map(|loc| whole_attr(module, loc)));
            self.equal(&name, "location", &ours, &theirs)?;
        }
        let ours = self.a.successors(a);
        let theirs = self.b.successors(b);
        self.equal(&name, "number of successors", &ours.len(), &theirs.len())?;
        for (&x, &y) in ours.iter().zip(theirs) {
            self.same_block(&name, x, y)?;
        }
        let ours = self.a.regions(a);
        let theirs = self.b.regions(b);
        self.equal(&name, "number of regions", &ours.len(), &theirs.len())?;
        ours.iter().zip(theirs).try_for_each(|(&x, &y)| self.region(&name, x, y))
    }

    fn equal<T: PartialEq + std::fmt::Debug>(
        &self,
        op: &str,
        what: &str,
        a: &T,
        b: &T,
    ) -> Result<(), String> {
        if a == b { Ok(()) } else { Err(format!("`{op}`: {what}: {a:?} differs from {b:?}")) }
    }

    fn attrs(&mut self, name: &str, a: Op, b: Op) -> Result<(), String> {
        let [ours, theirs] = [(self.a, a), (self.b, b)].map(|(module, op)| {
            let attrs = module.all_attrs(op);
            attrs.map(|(key, attr)| (module.ctx.text(key), attr)).collect::<BTreeMap<_, _>>()
        });
        self.equal(
            name,
            "attributes",
            &Vec::from_iter(ours.keys()),
            &Vec::from_iter(theirs.keys()),
        )?;
        for ((key, x), y) in ours.into_iter().zip(theirs.into_values()) {
            if self.texts.0.get(&x) != Some(&y) {
                let ours = renumber(&whole_attr(self.a, x), &mut self.distinct.0);
                let theirs = renumber(&whole_attr(self.b, y), &mut self.distinct.1);
                self.equal(name, key, &ours, &theirs)?;
                self.texts.0.insert(x, y);
            }
        }
        Ok(())
    }

    fn values(&mut self, name: &str, a: Op, b: Op) -> Result<(), String> {
        let ours = self.a.operands(a);
        let theirs = self.b.operands(b);
        self.equal(name, "number of operands", &ours.len(), &theirs.len())?;
        for (&x, &y) in ours.iter().zip(theirs) {
            self.same_value(name, x, y)?;
        }
        let ours = self.a.results(a);
        let theirs = self.b.results(b);
        self.equal(name, "number of results", &ours.len(), &theirs.len())?;
        ours.zip(theirs).try_for_each(|(x, y)| self.same_value(name, x, y))
    }

    fn same_value(&mut self, name: &str, a: Value, b: Value) -> Result<(), String> {
        let x = self.a.ty(a);
        let y = self.b.ty(b);
        if self.texts.1.get(&x) != Some(&y) {
            self.equal(name, "type", &whole_type(self.a, x), &whole_type(self.b, y))?;
            self.texts.1.insert(x, y);
        }
        match self.values.insert(a, b) {
            Some(other) if other != b => {
                Err(format!("`{name}`: one value corresponds to two values of the other module"))
            }
            _ => Ok(()),
        }
    }

    fn same_block(&mut self, name: &str, a: Block, b: Block) -> Result<(), String> {
        match self.blocks.insert(a, b) {
            Some(other) if other != b => {
                Err(format!("`{name}`: one block corresponds to two blocks of the other module"))
            }
            _ => Ok(()),
        }
    }

    fn region(&mut self, name: &str, a: Region, b: Region) -> Result<(), String> {
        let ours = self.a.blocks(a);
        let theirs = self.b.blocks(b);
        self.equal(name, "number of blocks", &ours.len(), &theirs.len())?;
        ours.iter().zip(theirs).try_for_each(|(&x, &y)| self.block(name, x, y))
    }

    fn block(&mut self, name: &str, a: Block, b: Block) -> Result<(), String> {
        self.same_block(name, a, b)?;
        let ours = self.a.arguments(a);
        let theirs = self.b.arguments(b);
        self.equal(name, "number of block arguments", &ours.len(), &theirs.len())?;
        for (&x, &y) in ours.iter().zip(theirs) {
            self.same_value(name, x, y)?;
            if self.compares_locs {
                let [ours, theirs] = [(self.a, x), (self.b, y)]
                    .map(|(module, arg)| module.value_loc(arg).map(|loc| whole_attr(module, loc)));
                self.equal(name, "argument location", &ours, &theirs)?;
            }
        }
        let ours: Vec<Op> = self.a.ops(a).collect();
        let theirs: Vec<Op> = self.b.ops(b).collect();
        self.equal(name, "number of ops", &ours.len(), &theirs.len())?;
        ours.into_iter().zip(theirs).try_for_each(|(x, y)| self.op(x, y))
    }
}

fn renumber(text: &str, numbers: &mut IndexSet<String>) -> String {
    let mut parts = text.split("distinct[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_once(']').unwrap_or((part, ""));
        let (place, _) = numbers.insert_full(number.to_owned());
        out.push_str(&format!("distinct[{place}]{rest}"));
    }
    out
}
