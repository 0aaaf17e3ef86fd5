//! Clones of functions.

use indexmap::IndexMap;
use ir::module::NewOp;
use ir::{Block, Module, Op, Type, Value};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// A clone of an op with its regions.
pub(crate) struct OpClone {
    pub(crate) op: Op,
    /// For each op of the original, its clone.
    pub(crate) copies: IndexMap<Op, Op, FxBuildHasher>,
}

impl OpClone {
    /// Clones an op whose regions do not use values defined outside, as a function. The clone is not in a block.
    pub(crate) fn new(module: &mut Module, op: Op) -> OpClone {
        let mut cloner = Cloner {
            module,
            ops: IndexMap::default(),
            values: FxHashMap::default(),
            blocks: FxHashMap::default(),
        };
        let clone = cloner.op(op);
        cloner.connect();
        OpClone { op: clone, copies: cloner.ops }
    }
}

struct Cloner<'a> {
    module: &'a mut Module,
    ops: IndexMap<Op, Op, FxBuildHasher>,
    values: FxHashMap<Value, Value>,
    blocks: FxHashMap<Block, Block>,
}

impl Cloner<'_> {
    /// Clones an op without its operands and successors, which may not be cloned yet.
    fn op(&mut self, op: Op) -> Op {
        let module = &mut *self.module;
        let results: Vec<Type> = module.results(op).map(|value| module.ty(value)).collect();
        let new = NewOp {
            results: &results,
            attrs: Some(module.attrs(op)),
            props: module.props(op),
            span: module.span(op),
            ..NewOp::new(module.op_name(op))
        };
        let clone = module.create_op(new);
        if let Some(loc) = module.op_loc(op) {
            module.set_op_loc(clone, loc);
        }
        let results: Vec<(Value, Value)> = module.results(op).zip(module.results(clone)).collect();
        for (old, new) in results {
            module.set_label(new, module.label(old));
            self.values.insert(old, new);
        }
        self.ops.insert(op, clone);
        for region in self.module.regions(op).to_vec() {
            let new = self.module.add_region(clone);
            let blocks = self.module.blocks(region).to_vec();
            let clones: Vec<Block> = blocks
                .iter()
                .map(|&block| {
                    let label = self.module.block_label(block);
                    self.module.add_block(new, label)
                })
                .collect();
            for (old, new) in blocks.into_iter().zip(clones) {
                self.block(old, new);
            }
        }
        clone
    }

    /// Clones the arguments and ops of a block.
    fn block(&mut self, old: Block, new: Block) {
        self.blocks.insert(old, new);
        self.module.set_block_span(new, self.module.block_span(old));
        for value in self.module.arguments(old).to_vec() {
            let module = &mut *self.module;
            let argument = module.add_argument(new, module.ty(value), module.label(value));
            module.set_argument_span(argument, module.value_span(value));
            if let Some(loc) = module.value_loc(value) {
                module.set_value_loc(argument, loc);
            }
            self.values.insert(value, argument);
        }
        let ops: Vec<Op> = self.module.ops(old).collect();
        for op in ops {
            let clone = self.op(op);
            self.module.append_op(new, clone);
        }
    }

    /// Sets the operands and successors of all clones.
    fn connect(&mut self) {
        for (&op, &clone) in &self.ops {
            let operands = self.module.operands(op).iter();
            let operands: Vec<Value> =
                operands.map(|value| self.values.get(value).copied().unwrap_or(*value)).collect();
            let successors = self.module.successors(op).iter();
            let successors: Vec<Block> =
                successors.map(|block| self.blocks.get(block).copied().unwrap_or(*block)).collect();
            self.module.set_operands(clone, &operands);
            if !successors.is_empty() {
                self.module.set_successors(clone, successors);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assign_layouts::tests::parse;
    use ir::Registry;
    use ir::print::{PrintOptions, module_to_string};

    #[test]
    fn clones_have_the_text_of_their_original() {
        let mut module = parse(
            "func.func @f(%x: tensor<4xf32> {t.a}, %c: i1) -> tensor<4xf32> {
               cf.cond_br %c, ^bb1(%x : tensor<4xf32>), ^bb2
             ^bb1(%y: tensor<4xf32> loc(\"here\")):
               %0:2 = \"t.two\"(%y, %x) ({
               ^in(%z: tensor<4xf32>):
                 \"t.end\"(%z, %y) : (tensor<4xf32>, tensor<4xf32>) -> ()
               }) {a = 1 : i64} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, i1)
               cf.cond_br %0#1, ^bb1(%0#0 : tensor<4xf32>), ^bb2
             ^bb2:
               return %x : tensor<4xf32>
             }",
        );
        let function = module.ops(module.body()).next().unwrap();
        let text =
            |module: &Module| module_to_string(module, &Registry::new(), PrintOptions::default());
        let before = text(&module);
        let clone = OpClone::new(&mut module, function);
        assert_eq!(text(&module), before);
        assert_eq!(clone.copies.len(), module.walk_from(function).count());
        module.insert_after(clone.op, function);
        module.erase(function);
        assert_eq!(text(&module), before);
    }
}
