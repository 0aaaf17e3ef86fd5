//! Mutation of ops, values and blocks.

use super::entity::{Block, Op, Value, ValueData};
use super::label::Label;
use super::store::Module;
use crate::data::ids::{Attr, Name, Type};
use crate::source::Span;

impl Module {
    /// Sets the name of an op.
    pub fn set_name(&mut self, op: Op, name: Name) {
        self.ops[op].name = name;
    }

    /// Sets the attribute dictionary of an op.
    pub fn set_attrs(&mut self, op: Op, attrs: Attr) {
        self.ops[op].attrs = attrs;
    }

    /// Sets one attribute: in the properties if they have the key, else in the dictionary. `None` removes it.
    pub fn set_attr(&mut self, op: Op, key: &str, value: Option<Attr>) {
        let name = self.ctx.name(key);
        match self.ops[op].props {
            Some(props) if self.ctx.dict_get(props, key).is_some() => {
                self.ops[op].props = Some(self.ctx.dict_with(props, name, value));
            }
            _ => self.ops[op].attrs = self.ctx.dict_with(self.ops[op].attrs, name, value),
        }
    }

    /// Sets one operand of an op.
    pub fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        let (start, len) = self.ops[op].operands;
        assert!(index < len as usize, "the index is below the number of operands");
        self.operands[start as usize + index] = value;
    }

    /// Sets the operands of an op that was created without operands.
    pub fn set_operands(&mut self, op: Op, operands: &[Value]) {
        self.ops[op].operands = self.store_operands(operands);
    }

    /// Creates the results of an op that was created without results.
    pub fn set_results(&mut self, op: Op, results: &[Type]) {
        assert!(self.ops[op].results.1 == 0, "results are created once");
        let first = self.values.len() as u32;
        for (index, &ty) in results.iter().enumerate() {
            let owner = op.number() as u32;
            self.values.push(ValueData { ty, label: Label::NONE, owner, index: index as u32 });
        }
        self.ops[op].results = (first, results.len() as u32);
    }

    /// Sets the properties of an op.
    pub fn set_props(&mut self, op: Op, props: Option<Attr>) {
        self.ops[op].props = props;
    }

    /// Sets the type of a value.
    pub fn set_type(&mut self, value: Value, ty: Type) {
        self.values[value].ty = ty;
    }

    /// Sets the name of a value in the text.
    pub fn set_label(&mut self, value: Value, label: Label) {
        self.values[value].label = label;
    }

    /// Sets the blocks to which an op may branch.
    pub fn set_successors(&mut self, op: Op, successors: Vec<Block>) {
        self.nested_mut(op).successors = successors.into();
    }

    /// Sets the position of a block's label in the text.
    pub fn set_block_span(&mut self, block: Block, span: Span) {
        self.blocks[block].span = span.start;
    }

    /// Sets the position of a block argument in the text.
    pub fn set_argument_span(&mut self, value: Value, span: Span) {
        self.argument_spans.insert(value, span.start);
    }

    /// Sets the position of an op in the text.
    pub fn set_span(&mut self, op: Op, span: Span) {
        self.ops[op].span = span.start;
    }

    /// Sets the `loc(...)` of an op.
    pub fn set_op_loc(&mut self, op: Op, loc: Attr) {
        self.op_locs.insert(op, loc);
    }

    /// Sets the `loc(...)` of a block argument.
    pub fn set_value_loc(&mut self, value: Value, loc: Attr) {
        self.value_locs.insert(value, loc);
    }

    /// Makes an op of the module's body the root op.
    pub fn promote(&mut self, op: Op) {
        self.erase(op);
        self.root = op;
    }
}
