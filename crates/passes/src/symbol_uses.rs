//! The uses of functions by their symbols: the calls, and all other mentions.

use crate::tensors::Defs;
use indexmap::IndexMap;
use ir::attrs::{Attr, AttrKind};
use ir::context::Name;
use ir::registry::Traits;
use ir::types::{DialectText, Piece};
use ir::{Module, Op, Registry};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// The uses of the functions of a module.
pub(crate) struct SymbolUses {
    /// The calls of each function, in program order.
    calls: IndexMap<Op, Vec<Op>, FxBuildHasher>,
    /// The symbols in attributes other than those that name a callee.
    mentioned: FxHashSet<String>,
}

impl SymbolUses {
    /// Collects the uses in a module.
    pub(crate) fn new(module: &Module, registry: &Registry) -> SymbolUses {
        let mut defs = Defs::new(module, registry);
        let functions = functions(module, &mut defs);
        let mut calls: IndexMap<Op, Vec<Op>, FxBuildHasher> = IndexMap::default();
        let mut mentions =
            Mentions { module, symbols: FxHashSet::default(), seen: FxHashSet::default() };
        for op in module.walk() {
            let key = defs.get(op).and_then(|def| def.callee.as_deref());
            let callee = key.and_then(|key| callee(module, &mut defs, &functions, op, key));
            if let Some(callee) = callee {
                calls.entry(callee).or_default().push(op);
            }
            for (name, attr) in module.all_attrs(op) {
                if callee.is_none() || Some(module.ctx.text(name)) != key {
                    mentions.attr(attr);
                }
            }
        }
        SymbolUses { calls, mentioned: mentions.symbols }
    }

    /// Returns the calls of a function.
    pub(crate) fn calls(&self, function: Op) -> &[Op] {
        self.calls.get(&function).map_or(&[], Vec::as_slice)
    }

    /// Returns `true` if an attribute other than that of a call may refer to a function. Symbols of all tables are
    /// compared by name. Types refer to layouts and memory spaces only.
    pub(crate) fn is_mentioned(&self, module: &Module, function: Op) -> bool {
        module.symbol(function).is_some_and(|symbol| self.mentioned.contains(symbol))
    }
}

/// The functions by the op of their symbol table and their symbol.
type FunctionsBySymbol<'a> = FxHashMap<(Op, &'a str), Op>;

fn functions<'a>(module: &'a Module, defs: &mut Defs<'_>) -> FunctionsBySymbol<'a> {
    let mut functions = FunctionsBySymbol::default();
    for op in module.walk() {
        if defs.get(op).is_some_and(|def| def.function.is_some())
            && let Some(table) = module.parent_op(op)
            && let Some(symbol) = module.symbol(op)
        {
            functions.insert((table, symbol), op);
        }
    }
    functions
}

/// Returns the function that a call names by its attribute of this key: the one in the nearest symbol table.
fn callee(
    module: &Module,
    defs: &mut Defs<'_>,
    functions: &FunctionsBySymbol<'_>,
    call: Op,
    key: &str,
) -> Option<Op> {
    let symbol = module.symbol_attr(call, key)?;
    let mut around = module.ancestors(module.parent_op(call));
    let table =
        around.find(|op| defs.get(*op).is_some_and(|def| def.traits.has(Traits::SYMBOL_TABLE)))?;
    functions.get(&(table, symbol)).copied()
}

/// The symbols in attributes.
struct Mentions<'a> {
    module: &'a Module,
    symbols: FxHashSet<String>,
    seen: FxHashSet<Attr>,
}

impl Mentions<'_> {
    /// Adds the symbols in an attribute. The parser limits the nesting depth of attributes.
    fn attr(&mut self, attr: Attr) {
        if !self.seen.insert(attr) {
            return;
        }
        let ctx = &self.module.ctx;
        match ctx.attr_kind(attr) {
            AttrKind::Symbol { root, nested } => {
                let names: Vec<Name> = nested.iter().copied().chain([*root]).collect();
                self.symbols.extend(names.into_iter().map(|name| ctx.text(name).to_owned()));
            }
            AttrKind::Array(_) => {
                ctx.as_array(attr).unwrap_or_default().iter().for_each(|&item| self.attr(item));
            }
            AttrKind::Dict(_) => {
                ctx.dict_entries(attr).iter().for_each(|&(_, value)| self.attr(value));
            }
            AttrKind::Distinct { inner, .. } => self.attr(*inner),
            AttrKind::Dialect { text, .. } => self.text(text),
            _ => {}
        }
    }

    fn text(&mut self, text: &DialectText) {
        for piece in &text.body {
            match piece {
                Piece::Attr(attr) => self.attr(*attr),
                Piece::Type(_) => {}
                Piece::Text(text) => {
                    self.symbols.extend(text.split('@').skip(1).map(symbol_at_start))
                }
            }
        }
    }
}

/// Returns the symbol that a text begins with, after its `@`.
fn symbol_at_start(text: &str) -> String {
    if let Some(quoted) = text.strip_prefix('"') {
        return quoted.split('"').next().unwrap_or_default().to_owned();
    }
    text.chars()
        .take_while(|char| char.is_ascii_alphanumeric() || matches!(char, '_' | '$' | '.'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assign_layouts::tests::parse;

    #[test]
    fn calls_are_found_in_their_symbol_table_and_other_uses_are_mentions() {
        let module = parse(
            "func.func private @f() { return }
             func.func private @g() { call @f() : () -> () call @h() : () -> () return }
             func.func private @h() { return }
             func.func private @i() { return }
             func.func private @j() { return }
             \"t.use\"() {list = [{of = @h}], text = #t<call @i>} : () -> ()
             module @inner {
               func.func private @f() { return }
               func.func @k() { call @f() : () -> () return }
             }",
        );
        let uses = SymbolUses::new(&module, &Registry::new());
        let functions: Vec<(Op, &str)> = module
            .walk()
            .filter(|&op| module.name(op) == "func.func")
            .map(|op| (op, module.symbol(op).unwrap()))
            .collect();
        let shown: Vec<String> = functions
            .iter()
            .map(|&(op, name)| {
                format!("{name} {} {}", uses.calls(op).len(), uses.is_mentioned(&module, op))
            })
            .collect();
        assert_eq!(
            shown,
            [
                "f 1 false",
                "g 0 false",
                "h 1 true",
                "i 0 true",
                "j 0 false",
                "f 1 false",
                "k 0 false"
            ]
        );
    }
}
