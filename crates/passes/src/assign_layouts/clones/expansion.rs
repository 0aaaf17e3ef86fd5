//! A module in which calls of private functions call clones of their own.

use crate::assign_layouts::collect::boundaries::FunctionBoundary;
use crate::assign_layouts::rewrite::signatures::SignatureLayouts;
use crate::function_clone::OpClone;
use crate::symbols::NewSymbols;
use crate::tensors::Defs;
use indexmap::{IndexMap, IndexSet};
use ir::layout::gcd;
use ir::{Module, Op, Registry};
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::borrow::Cow;

const MAX_WEIGHT: u64 = crate::limits::WEIGHT;

/// The original of each clone.
pub(in super::super) type Originals = IndexMap<Op, Op, FxBuildHasher>;

/// A function and its clones.
#[derive(Clone)]
struct Family {
    /// The function, then its clones, each with its calls.
    members: Vec<(Op, Vec<Op>)>,
}

/// A module with clones.
#[derive(Clone)]
pub(super) struct Expansion {
    pub(super) module: Module,
    /// The functions that may be cloned. Callers precede callees.
    families: Vec<Family>,
    /// The functions that have several calls and no clones, because of a limit.
    pub(super) detached: IndexSet<Op, FxBuildHasher>,
    /// The key of the attribute of a call that names its function.
    callee_keys: FxHashMap<Op, Cow<'static, str>>,
}

/// Returns the functions that may be cloned, as indices of their boundaries. Callers precede callees.
pub(super) fn clonable(
    module: &Module,
    registry: &Registry,
    boundaries: &[FunctionBoundary],
) -> Vec<usize> {
    let mut defs = Defs::new(module, registry);
    // Symbols in the body of a function would be defined twice.
    fn has_symbols(module: &Module, op: Op) -> bool {
        module.walk_from(op).skip(1).any(|inner| module.symbol(inner).is_some())
    }
    let inner = boundaries.iter().enumerate();
    let inner = inner.filter(|(_, it)| it.is_inner && !has_symbols(module, it.function));
    let mut graph = DiGraph::<usize, ()>::new();
    let nodes: IndexMap<Op, NodeIndex> =
        inner.map(|(at, boundary)| (boundary.function, graph.add_node(at))).collect();
    for &callee in nodes.values() {
        for &call in &boundaries[graph[callee]].calls {
            if let Some(caller) = defs.function_around(call).and_then(|op| nodes.get(&op)) {
                graph.add_edge(*caller, callee, ());
            }
        }
    }
    // Components are in the order in which callees precede callers.
    let components = tarjan_scc(&graph).into_iter().rev();
    let single = components.filter_map(|component| match component[..] {
        [one] if !graph.contains_edge(one, one) => Some(graph[one]),
        _ => None,
    });
    single.collect()
}

/// The calls of functions while clones are made.
struct CallsOfFunctions {
    /// The calls of each function that may be cloned, those in clones included.
    calls: IndexMap<Op, Vec<Op>, FxBuildHasher>,
    /// The call in the original module of each call in a clone.
    originals: FxHashMap<Op, Op>,
    symbols: FxHashMap<Op, NewSymbols>,
}

impl Expansion {
    /// Clones these functions, as long as the clones have at most `budget` ops. `class` returns the class of a call,
    /// from the call in the original module and, if the call is in a function that may be cloned, that function and the
    /// class of its calls. Each function has one clone for each class of calls.
    pub(super) fn new(
        module: &Module,
        registry: &Registry,
        functions: &[&FunctionBoundary],
        mut budget: usize,
        mut class: impl FnMut(Op, Option<(Op, usize)>) -> usize,
    ) -> Expansion {
        let mut of = CallsOfFunctions {
            calls: functions.iter().map(|it| (it.function, it.calls.clone())).collect(),
            originals: FxHashMap::default(),
            symbols: FxHashMap::default(),
        };
        let calls = functions.iter().flat_map(|it| &it.calls);
        let callee_keys =
            calls.filter_map(|&call| Some((call, registry.op_def(module, call)?.callee.clone()?)));
        let callee_keys = callee_keys.collect();
        let module = module.clone();
        let families = Vec::new();
        let detached = IndexSet::default();
        let mut expansion = Expansion { module, families, detached, callee_keys };
        let mut classes: FxHashMap<Op, (Op, usize)> = FxHashMap::default();
        for function in functions.iter().map(|it| it.function) {
            let of_class = expansion.calls_by_class(&of, function, &classes, &mut class);
            let size = expansion.module.walk_from(function).count();
            let size = size.saturating_mul(of_class.len() - 1);
            if size > budget {
                let own = of_class.into_values().flatten().collect();
                expansion.detached.insert(function);
                expansion.families.push(Family { members: vec![(function, own)] });
                continue;
            }
            budget -= size;
            let mut members = Vec::new();
            let mut last = function;
            for (number, (class, calls)) in of_class.into_iter().enumerate() {
                if number > 0 {
                    last = expansion.clone_for((function, last), &calls, &mut of);
                }
                classes.insert(last, (function, class));
                members.push((last, calls));
            }
            expansion.families.push(Family { members });
        }
        expansion
    }

    /// Returns the calls of a function in each class.
    fn calls_by_class(
        &self,
        of: &CallsOfFunctions,
        function: Op,
        classes: &FxHashMap<Op, (Op, usize)>,
        class: &mut impl FnMut(Op, Option<(Op, usize)>) -> usize,
    ) -> IndexMap<usize, Vec<Op>> {
        let mut of_class: IndexMap<usize, Vec<Op>> = IndexMap::new();
        for &call in &of.calls[&function] {
            let original = of.originals.get(&call).copied().unwrap_or(call);
            let caller = self.ancestor(call, classes);
            of_class.entry(class(original, caller)).or_default().push(call);
        }
        of_class
    }

    /// Returns the class of the function around an op; `None` if it has none.
    fn ancestor(&self, op: Op, classes: &FxHashMap<Op, (Op, usize)>) -> Option<(Op, usize)> {
        let mut around = self.module.ancestors(op);
        around.find_map(|op| classes.get(&op).copied())
    }

    /// Clones a function for some calls, and inserts it after the last clone. The calls in the clone are calls of other
    /// functions.
    fn clone_for(
        &mut self,
        (function, last): (Op, Op),
        calls: &[Op],
        of: &mut CallsOfFunctions,
    ) -> Op {
        let module = &mut self.module;
        let clone = OpClone::new(module, function);
        let table = module.parent_op(function).expect("a function is in a symbol table");
        let symbols = of.symbols.entry(table);
        let symbols = symbols.or_insert_with(|| NewSymbols::of_table(module, table));
        let symbol = symbols.claim_clone(module.symbol(function).unwrap_or_default());
        module.insert_after(clone.op, last);
        self.rename(clone.op, &symbol);
        for of_function in of.calls.values_mut() {
            let new = of_function.iter().filter_map(|call| clone.copies.get(call).copied());
            let new: Vec<Op> = new.collect();
            of_function.extend(new);
        }
        for (&old, &new) in &clone.copies {
            if let Some(key) = self.callee_keys.get(&old).cloned() {
                self.callee_keys.insert(new, key);
                of.originals.insert(new, old);
            }
        }
        calls.iter().for_each(|&call| self.redirect(call, clone.op));
        clone.op
    }

    fn rename(&mut self, function: Op, symbol: &str) {
        let symbol = self.module.ctx.string(symbol);
        self.module.set_attr(function, "sym_name", Some(symbol));
    }

    /// Changes the function that a call names.
    fn redirect(&mut self, call: Op, function: Op) {
        let symbol = self.module.symbol(function).unwrap_or_default().to_owned();
        let symbol = self.module.ctx.symbol(&symbol);
        self.module.set_attr(call, &self.callee_keys[&call], Some(symbol));
    }

    /// Returns the number of functions and clones.
    pub(super) fn len(&self) -> usize {
        self.sizes().sum()
    }

    /// Returns the number of functions and clones of each family.
    pub(super) fn sizes(&self) -> impl Iterator<Item = usize> {
        self.families.iter().map(|family| family.members.len())
    }

    /// Returns the weight of the module, and that of the members of each family: a fraction of it. The weights of one
    /// family are at most that of the module together.
    pub(super) fn weights(&self) -> (u64, FxHashMap<Op, u64>) {
        let whole = self.sizes().fold(1, |whole, size| {
            let next = (whole / gcd(whole, size as u64)).saturating_mul(size as u64);
            if next > MAX_WEIGHT { MAX_WEIGHT } else { next }
        });
        let mut weights = FxHashMap::default();
        for family in &self.families {
            let weight = whole / family.members.len() as u64;
            weights.extend(family.members.iter().map(|(op, _)| (*op, weight)));
        }
        (whole, weights)
    }

    /// Merges the members of each family that have equal layouts.
    pub(super) fn merged_by(
        &self,
        signatures: &IndexMap<Op, SignatureLayouts, FxBuildHasher>,
    ) -> Expansion {
        self.merged(|members| {
            let mut known: IndexSet<Option<&SignatureLayouts>> = IndexSet::new();
            members.iter().map(|op| known.insert_full(signatures.get(op)).0).collect()
        })
    }

    /// Merges the members of each family that have equal classes. `classes` returns the classes of the members that are
    /// still called; it is called for several members only.
    pub(super) fn merged(&self, mut classes: impl FnMut(&[Op]) -> Vec<usize>) -> Expansion {
        let mut merged = self.clone();
        for at in 0..merged.families.len() {
            let members = std::mem::take(&mut merged.families[at].members);
            let left = merged.called(members);
            let ops: Vec<Op> = left.iter().map(|(op, _)| *op).collect();
            let of_ops = if ops.len() > 1 { classes(&ops) } else { vec![0; ops.len()] };
            let mut kept: IndexMap<usize, (Op, Vec<Op>)> = IndexMap::new();
            for ((op, calls), class) in left.into_iter().zip(of_ops) {
                let Some((keeper, known)) = kept.get_mut(&class) else {
                    kept.insert(class, (op, calls));
                    continue;
                };
                calls.iter().for_each(|&call| merged.redirect(call, *keeper));
                known.extend(calls);
                merged.module.erase(op);
            }
            merged.families[at].members = kept.into_values().collect();
        }
        merged
    }

    /// Erases the members without calls, and returns the others.
    fn called(&mut self, members: Vec<(Op, Vec<Op>)>) -> Vec<(Op, Vec<Op>)> {
        let mut left = Vec::new();
        for (op, calls) in members {
            let calls: Vec<Op> =
                calls.into_iter().filter(|&call| self.is_in_module(call)).collect();
            match calls.is_empty() {
                true => self.module.erase(op),
                false => left.push((op, calls)),
            }
        }
        left
    }

    fn is_in_module(&self, op: Op) -> bool {
        let around = self.module.ancestors(op);
        around.last() == Some(self.module.root())
    }

    /// Numbers the clones that are left, and returns the module with the original of each clone.
    pub(super) fn finish(mut self) -> (Module, Originals) {
        let families = std::mem::take(&mut self.families);
        for &(clone, _) in families.iter().flat_map(|family| &family.members[1..]) {
            self.rename(clone, "");
        }
        let mut originals = Originals::default();
        let mut tables: FxHashMap<Op, NewSymbols> = FxHashMap::default();
        for Family { members } in families {
            let Some(((original, _), clones)) = members.split_first() else { continue };
            for (clone, calls) in clones {
                let table = self.module.parent_op(*clone).unwrap_or(self.module.root());
                let symbols = tables
                    .entry(table)
                    .or_insert_with(|| NewSymbols::of_table(&self.module, table));
                let symbol = symbols.claim_clone(self.module.symbol(*original).unwrap_or_default());
                self.rename(*clone, &symbol);
                calls.iter().for_each(|&call| self.redirect(call, *clone));
                originals.insert(*clone, *original);
            }
        }
        (self.module, originals)
    }
}
