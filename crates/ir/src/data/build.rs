//! Creation of modules without text: shorthands for the methods of [`Module`].

use super::attrs::Attr;
use super::module::{Block, Label, Module, NewOp, Op, Value};
use super::types::Type;

/// A builder that appends ops to one block.
pub struct Builder<'a> {
    /// The module that receives the ops.
    pub module: &'a mut Module,
    /// The block that receives the ops.
    pub block: Block,
}

impl<'a> Builder<'a> {
    /// Returns a builder that appends to the module's body.
    pub fn new(module: &'a mut Module) -> Builder<'a> {
        let block = module.body();
        Builder { module, block }
    }

    /// Appends an op; attributes are pairs of key and value.
    pub fn op(
        &mut self,
        name: &str,
        operands: &[Value],
        results: &[Type],
        attrs: &[(&str, Attr)],
    ) -> Op {
        let name = self.module.ctx.name(name);
        let entries: Vec<_> =
            attrs.iter().map(|&(key, value)| (self.module.ctx.name(key), value)).collect();
        let attrs = Some(self.module.ctx.dict(entries));
        let op = self.module.create_op(NewOp { operands, results, attrs, ..NewOp::new(name) });
        self.module.append_op(self.block, op);
        op
    }

    /// Appends an op with one result and returns the result.
    pub fn value(
        &mut self,
        name: &str,
        operands: &[Value],
        result: Type,
        attrs: &[(&str, Attr)],
    ) -> Value {
        let op = self.op(name, operands, &[result], attrs);
        self.module.results(op).next().expect("the op was created with one result")
    }

    /// Appends a `func.func` and returns its entry block. [`Builder::at`] appends ops to it.
    pub fn function(&mut self, name: &str, inputs: &[Type], results: &[Type]) -> Block {
        let ty = self.module.ctx.function_type(inputs, results);
        let attrs = [
            ("sym_name", self.module.ctx.string(name)),
            ("function_type", self.module.ctx.type_attr(ty)),
        ];
        let op = self.op("func.func", &[], &[], &attrs);
        let body = self.module.add_region(op);
        let entry = self.module.add_block(body, Label::NONE);
        for &input in inputs {
            self.module.add_argument(entry, input, Label::NONE);
        }
        entry
    }

    /// Returns a builder for another block of the same module.
    pub fn at(&mut self, block: Block) -> Builder<'_> {
        Builder { module: self.module, block }
    }
}
