//! The check of an assigned module: its ops have joint layouts that the oracle allows, and cost what the pass reports.

use super::super::super::tests::parse;
use super::{Function, Node, Program};
use crate::assign_layouts::sites::candidate::Candidate;
use crate::testing::{Ran, interpret};
use indexmap::IndexSet;
use ir::layout::DimsOrder;
use ir::module::Def;
use ir::{Module, Op, Value};
use rustc_hash::FxBuildHasher;

/// Returns the function, its arguments, and its ops that convert no value.
fn body(module: &Module) -> (Vec<Value>, Vec<Op>) {
    let function = module.walk().find(|&op| module.name(op) == "func.func").unwrap();
    let entry = module.blocks(module.regions(function)[0])[0];
    let ops = module.ops(entry).filter(|&op| !module.name(op).starts_with("layout."));
    (module.arguments(entry).to_vec(), ops.collect())
}

/// Returns the value of which a value is a copy or a view.
fn source(module: &Module, mut value: Value) -> Value {
    while let Def::Result(op, _) = module.def(value)
        && module.name(op).starts_with("layout.")
    {
        value = module.operands(op)[0];
    }
    value
}

impl Function {
    /// Returns the memory of a value of a module.
    fn memory_of(&self, module: &Module, (value, written): (usize, Value)) -> usize {
        let declared = Candidate::declared(module, module.ty(written)).and_then(Candidate::order);
        let order = declared.unwrap_or(DimsOrder::identity(self.orders[0].len()).unwrap());
        let order: Vec<usize> = order.results().map(|dim| dim.index()).collect();
        self.memory(value, self.orders.iter().position(|known| *known == order).unwrap())
    }

    /// Returns the least cost of the joint layouts of a node that its values have. `None` if the node does not allow
    /// them.
    fn cost_of(
        &self,
        module: &Module,
        node: &Node,
        (used, made): (&[Value], &[Value]),
    ) -> Option<u64> {
        let fits = |&(value, written): &(usize, Value), order: usize| {
            self.memory_of(module, (value, written)) == self.memory(value, order)
        };
        let uses: Vec<(usize, Value)> =
            node.uses.iter().copied().zip(used.iter().copied()).collect();
        let defs: Vec<(usize, Value)> =
            node.defs.iter().copied().zip(made.iter().copied()).collect();
        let joints = node.joints.iter().filter(|joint| {
            uses.iter().zip(&joint.uses).all(|(used, order)| order.is_none_or(|it| fits(used, it)))
                && defs.iter().zip(&joint.defs).all(|(made, &order)| fits(made, order))
        });
        joints.map(|joint| joint.cost).min()
    }
}

impl Program {
    /// Checks the module that the pass wrote, and, if `is_run`, its results.
    pub(super) fn check(&self, ran: &Ran, context: &str, is_run: bool) {
        let function = &self.function;
        let module = &ran.module;
        let (arguments, ops) = body(module);
        let mut cost = 0;
        let mut written: Vec<Option<Value>> = vec![None; function.tensors.len()];
        let inputs = arguments.len();
        for (at, node) in function.nodes.iter().enumerate() {
            let (used, made) = match at.checked_sub(inputs) {
                None => (Vec::new(), vec![arguments[at]]),
                Some(at) => {
                    (module.operands(ops[at]).to_vec(), module.results(ops[at]).collect::<Vec<_>>())
                }
            };
            for (&value, &used) in node.uses.iter().zip(&used) {
                assert_eq!(Some(source(module, used)), written[value], "{context}");
            }
            node.defs.iter().zip(&made).for_each(|(&value, &made)| written[value] = Some(made));
            let own = function.cost_of(module, node, (&used, &made));
            cost += own.unwrap_or_else(|| panic!("node {at} has other layouts\n{context}"));
        }
        let constants: IndexSet<Value, FxBuildHasher> = (0..written.len())
            .filter(|&at| function.tensors[at].is_constant)
            .filter_map(|at| written[at])
            .collect();
        let mut exists = vec![0u32; written.len()];
        let all = module.walk().flat_map(|op| module.results(op)).chain(arguments.iter().copied());
        for value in all {
            let Some(at) = written.iter().position(|it| *it == Some(source(module, value))) else {
                continue;
            };
            exists[at] |= 1 << function.memory_of(module, (at, value));
            let Def::Result(op, _) = module.def(value) else { continue };
            if module.name(op) == "layout.reorder" && !constants.contains(&written[at].unwrap()) {
                cost += 2 * function.bytes(at);
            }
        }
        assert_eq!(cost, ran.stats.get("cost (bytes)"), "{context}");
        for (at, tensor) in function.tensors.iter().enumerate() {
            let Some(order) = tensor.declared else { continue };
            assert!(exists[at] >> function.memory(at, order) & 1 == 1, "{at} {context}");
        }
        if is_run {
            let [before, after] =
                [&parse(&self.text), module].map(|module| interpret::run(module, "f").outputs);
            assert_eq!(before, after, "{context}");
        }
    }
}
