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
            is_variable: vec![false; module.values_len()],
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
    /// `true` for a value that is known not to become a constant, by the number of the value.
    is_variable: Vec<bool>,
    /// The ops to visit again when a value becomes a constant. Only in a graph region, or among the blocks of a region,
    /// can an op precede the definitions of its operands.
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
        let has_variable = module.operands(op).iter().any(|&it| self.is_variable[it.number()]);
        // The effects are looked up last, because most ops use a value that is not a constant.
        if has_variable || module.results(op).len() == 0 || !self.has_no_effects(op) {
            self.mark_variable(op);
            return Vec::new();
        }
        let inner = inner_values(module, op);
        let mut used = module.walk_from(op).flat_map(|user| module.operands(user));
        let unknown =
            used.find(|value| !inner.contains(value) && !self.constants.contains(**value));
        match unknown {
            Some(&value) if self.is_variable[value.number()] => {
                self.mark_variable(op);
                Vec::new()
            }
            Some(&value) => {
                self.waiting.entry(value).or_default().push(op);
                Vec::new()
            }
            None => module.results(op).chain(inner).collect(),
        }
    }

    /// Marks the results of an op that does not compute constants, and the arguments of its regions.
    fn mark_variable(&mut self, op: Op) {
        for value in self.module.results(op).chain(self.module.inner_arguments(op)) {
            self.is_variable[value.number()] = !self.constants.contains(value);
        }
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
            || matches!(registry.element_relations(module, op), Some(Ok(_)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::module::{Label, NewOp};
    use proptest::prelude::*;

    /// An op with one result, and the values that it uses, by the numbers of their ops. Ops may use later ones, as in a
    /// graph region.
    #[derive(Clone, Debug)]
    enum TestOp {
        Pure(Vec<usize>),
        Impure(Vec<usize>),
        /// An op whose region has an op, which uses these values; `true` if that is pure.
        Nested(bool, Vec<usize>),
    }

    impl TestOp {
        fn strategy(count: usize) -> impl Strategy<Value = TestOp> {
            let uses = || prop::collection::vec(0..count, 0..3);
            prop_oneof![
                4 => uses().prop_map(TestOp::Pure),
                1 => uses().prop_map(TestOp::Impure),
                2 => (any::<bool>(), uses()).prop_map(|(is_pure, uses)| TestOp::Nested(is_pure, uses)),
            ]
        }

        /// Returns `true` if the result is a constant, given those that are.
        fn is_constant(&self, known: &[bool]) -> bool {
            match self {
                TestOp::Pure(uses) | TestOp::Nested(true, uses) => uses.iter().all(|&at| known[at]),
                TestOp::Impure(_) | TestOp::Nested(false, _) => false,
            }
        }
    }

    fn name(is_pure: bool) -> &'static str {
        if is_pure { "arith.addi" } else { "t.impure" }
    }

    /// Creates an op with one result and without operands.
    fn create(module: &mut Module, name: &str) -> Op {
        let results = &[module.ctx.int_type(32)][..];
        let name = module.ctx.name(name);
        module.create_op(NewOp { results, ..NewOp::new(name) })
    }

    /// Adds the ops to the body of a module. Returns their results, and for each the op that uses the values.
    fn build(module: &mut Module, ops: &[TestOp]) -> (Vec<Value>, Vec<Op>) {
        let body = module.body();
        let mut results = Vec::new();
        let mut users = Vec::new();
        for op in ops {
            let outer = create(
                module,
                match op {
                    TestOp::Pure(_) => name(true),
                    TestOp::Impure(_) => name(false),
                    TestOp::Nested(..) => "scf.if",
                },
            );
            module.append_op(body, outer);
            let mut user = outer;
            if let TestOp::Nested(is_pure, _) = op {
                let region = module.add_region(outer);
                let block = module.add_block(region, Label::NONE);
                user = create(module, name(*is_pure));
                module.append_op(block, user);
            }
            results.push(module.result(outer, 0).unwrap());
            users.push(user);
        }
        (results, users)
    }

    proptest! {
        #[test]
        fn constants_are_the_least_fixpoint(ops in (1..12usize)
            .prop_flat_map(|count| prop::collection::vec(TestOp::strategy(count), count)))
        {
            let mut module = Module::new();
            let (results, users) = build(&mut module, &ops);
            for (op, &user) in ops.iter().zip(&users) {
                let (TestOp::Pure(uses) | TestOp::Impure(uses) | TestOp::Nested(_, uses)) = op;
                let operands: Vec<Value> = uses.iter().map(|&at| results[at]).collect();
                module.set_operands(user, &operands);
            }
            let mut expected = vec![false; ops.len()];
            while let Some(at) =
                (0..ops.len()).find(|&at| !expected[at] && ops[at].is_constant(&expected))
            {
                expected[at] = true;
            }
            let constants = Constants::new(&module, &Registry::new(), module.root());
            let found: Vec<bool> = results.iter().map(|&it| constants.contains(it)).collect();
            prop_assert_eq!(&found, &expected);
            for (op, (&user, &is_constant)) in ops.iter().zip(users.iter().zip(&expected)) {
                if let TestOp::Nested(..) = op {
                    let inner = module.result(user, 0).unwrap();
                    prop_assert_eq!(constants.contains(inner), is_constant);
                }
            }
        }
    }
}
