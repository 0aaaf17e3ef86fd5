//! The constants of the data flow: the values whose contents are known before execution.
//!
//! The analysis is a sparse forward propagation. Its sources are constant ops, and the arguments of functions with
//! [`CONSTANT_ATTR`](crate::data_graph::CONSTANT_ATTR). The results of an op without side effects are constants if all
//! its operands are, and, for an op with regions, all values that its regions capture; then the values inside are
//! constants, too. So a constant is the same fact whether its computation was folded or not. The arguments of
//! blocks, of functions that are not marked, and the results of calls are no constants.

use crate::data_graph::marked_arguments;
use crate::module::{Module, Op, Value};
use crate::registry::Registry;
use rustc_hash::{FxHashMap, FxHashSet};

/// The constant values in the regions of an op.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    known: FxHashSet<Value>,
}

impl Constants {
    /// Returns the constants in the regions of an op, such as a function or the root of the module.
    pub fn new(module: &Module, registry: &Registry, within: Op) -> Constants {
        let mut propagation = Propagation {
            module,
            registry,
            constants: Constants::default(),
            waiting: FxHashMap::default(),
        };
        for op in module.walk_from(within) {
            propagation.source(op);
            propagation.visit(op);
        }
        propagation.constants
    }

    /// Returns `true` if a value is a constant.
    pub fn contains(&self, value: Value) -> bool {
        self.known.contains(&value)
    }
}

struct Propagation<'a> {
    module: &'a Module,
    registry: &'a Registry,
    constants: Constants,
    /// The ops to visit again when a value becomes a constant. Only in a graph region can an op precede the definitions
    /// of its operands.
    waiting: FxHashMap<Value, Vec<Op>>,
}

impl Propagation<'_> {
    /// Adds the marked arguments of a function.
    fn source(&mut self, op: Op) {
        let def = self.registry.op_def(self.module, op);
        if def.is_some_and(|def| def.function.is_some()) {
            self.constants.known.extend(marked_arguments(self.module, op));
        }
    }

    /// Adds the results of an op if all values that it uses are constants, and then those of the ops that wait for them.
    fn visit(&mut self, op: Op) {
        let mut ready = vec![op];
        while let Some(op) = ready.pop() {
            for value in self.computed(op) {
                self.constants.known.insert(value);
                ready.extend(self.waiting.remove(&value).into_iter().flatten());
            }
        }
    }

    /// Returns the values that an op computes from constants alone: its results, and the values in its regions.
    fn computed(&mut self, op: Op) -> Vec<Value> {
        let module = self.module;
        if module.results(op).len() == 0 || !self.has_no_effects(op) {
            return Vec::new();
        }
        let inner = inner_values(module, op);
        let mut used = module.walk_from(op).flat_map(|user| module.operands(user));
        let unknown =
            used.find(|value| !inner.contains(value) && !self.constants.contains(**value));
        if let Some(&value) = unknown {
            self.waiting.entry(value).or_default().push(op);
            return Vec::new();
        }
        module.results(op).chain(inner).collect()
    }

    /// Returns `true` if neither an op nor an op in its regions has side effects.
    fn has_no_effects(&self, op: Op) -> bool {
        let Propagation { module, registry, .. } = *self;
        self.has_no_own_effects(op)
            && module
                .walk_from(op)
                .skip(1)
                .all(|inner| self.has_no_own_effects(inner) || registry.is_yield(module, inner))
    }

    /// Returns `true` if an op has no side effects, those of the ops in its regions aside. A copy and a view have none,
    /// whatever their attributes state.
    fn has_no_own_effects(&self, op: Op) -> bool {
        let Propagation { module, registry, .. } = *self;
        registry.has_no_own_effects(module, op)
            || registry.op_def(module, op).is_some_and(|def| def.is_copy)
            || matches!(registry.view_relations(module, op), Some(Ok(_)))
    }
}

/// Returns the values that are defined in the regions of an op.
fn inner_values(module: &Module, op: Op) -> FxHashSet<Value> {
    let mut inner = FxHashSet::default();
    for (depth, nested) in module.walk_from(op).enumerate() {
        inner.extend(module.results(nested).filter(|_| depth > 0));
        let blocks = module.regions(nested).iter().flat_map(|&region| module.blocks(region));
        inner.extend(blocks.flat_map(|&block| module.arguments(block)).copied());
    }
    inner
}
