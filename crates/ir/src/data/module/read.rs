//! Accessors of ops, values, blocks and regions.

use super::entity::{ARGUMENT, Block, Def, Op, Region, Value, ValueData, span_at};
use super::label::Label;
use super::store::Module;
use crate::data::ids::{Attr, Name, Type};
use crate::data::table::EntityId;
use crate::data::types::TypeKind;
use crate::source::{Entity, PathStep, SourceLocation, Span};

/// Accessors of ops.
impl Module {
    /// Returns the root op, the outermost `builtin.module`.
    pub fn root(&self) -> Op {
        self.root
    }

    /// Returns the block of the root op.
    pub fn body(&self) -> Block {
        let region = self.regions(self.root)[0];
        self.blocks(region)[0]
    }

    /// Returns the number of ops ever created; all ids of ops are less.
    pub fn ops_len(&self) -> usize {
        self.ops.len()
    }

    /// Returns the number of values ever created; all ids of values are less.
    pub fn values_len(&self) -> usize {
        self.values.len()
    }

    /// Returns the op's name as an id.
    pub fn op_name(&self, op: Op) -> Name {
        self.ops[op].name
    }

    /// Returns the op's name, `dialect.op`.
    pub fn name(&self, op: Op) -> &str {
        self.ctx.text(self.ops[op].name)
    }

    /// Returns the attribute dictionary, without properties.
    pub fn attrs(&self, op: Op) -> Attr {
        self.ops[op].attrs
    }

    /// Returns the properties; `None` if the op has none.
    pub fn props(&self, op: Op) -> Option<Attr> {
        self.ops[op].props
    }

    /// Returns an attribute of the properties, or else of the dictionary; `None` if neither has the key.
    pub fn attr(&self, op: Op, key: &str) -> Option<Attr> {
        let props = self.ops[op].props.and_then(|props| self.ctx.dict_get(props, key));
        props.or_else(|| self.ctx.dict_get(self.ops[op].attrs, key))
    }

    /// Returns the text of a string attribute; `None` if the op lacks it.
    pub fn str_attr(&self, op: Op, key: &str) -> Option<&str> {
        self.attr(op, key).and_then(|attr| self.ctx.as_str(attr))
    }

    /// Returns the symbol that an attribute of an op names; `None` if the op lacks it.
    pub fn symbol_attr(&self, op: Op, key: &str) -> Option<&str> {
        self.attr(op, key).and_then(|attr| self.ctx.as_symbol(attr))
    }

    /// Returns the type in a type attribute of an op; `None` if the op lacks it.
    pub fn type_attr(&self, op: Op, key: &str) -> Option<Type> {
        self.attr(op, key).and_then(|attr| self.ctx.as_type(attr))
    }

    /// Returns the value of an integer attribute of an op; `None` if the op lacks it.
    pub fn int_attr(&self, op: Op, key: &str) -> Option<i64> {
        self.attr(op, key).and_then(|attr| self.ctx.as_int(attr))
    }

    /// Returns the symbol of an op, its string attribute `sym_name`; `None` if it has none.
    pub fn symbol(&self, op: Op) -> Option<&str> {
        self.str_attr(op, "sym_name")
    }

    /// Returns an attribute of the argument of a function at this position.
    pub fn argument_attr(&self, function: Op, at: usize, key: &str) -> Option<Attr> {
        self.attr_in_list(function, "arg_attrs", at, key)
    }

    /// Returns an attribute of the result of a function at this position.
    pub fn result_attr(&self, function: Op, at: usize, key: &str) -> Option<Attr> {
        self.attr_in_list(function, "res_attrs", at, key)
    }

    fn attr_in_list(&self, op: Op, list: &str, at: usize, key: &str) -> Option<Attr> {
        let dicts = self.ctx.as_array(self.attr(op, list)?)?;
        self.ctx.dict_get(*dicts.get(at)?, key)
    }

    /// Returns `true` if the symbol of an op is visible in its symbol table only.
    pub fn is_private(&self, op: Op) -> bool {
        self.str_attr(op, "sym_visibility") == Some("private")
    }

    /// Returns all attributes, those of the properties first.
    pub fn all_attrs(&self, op: Op) -> impl Iterator<Item = (Name, Attr)> {
        let data = &self.ops[op];
        let props = data.props.map_or(&[][..], |props| self.ctx.dict_entries(props));
        props.iter().chain(self.ctx.dict_entries(data.attrs)).copied()
    }

    /// Returns the operands of an op.
    pub fn operands(&self, op: Op) -> &[Value] {
        let (start, len) = self.ops[op].operands;
        &self.operands[start as usize..(start + len) as usize]
    }

    /// Returns the results of an op.
    pub fn results(
        &self,
        op: Op,
    ) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + Clone {
        let (start, len) = self.ops[op].results;
        (start..start + len).map(|number| Value::of_number(number as usize))
    }

    /// Returns one result of an op; `None` if the op has fewer results.
    pub fn result(&self, op: Op, index: usize) -> Option<Value> {
        let (start, len) = self.ops[op].results;
        let index = u32::try_from(index).ok().filter(|&index| index < len)?;
        Some(Value::of_number((start + index) as usize))
    }

    /// Returns the operands of an op, then its results.
    pub fn operands_and_results(&self, op: Op) -> impl Iterator<Item = Value> + Clone {
        self.operands(op).iter().copied().chain(self.results(op))
    }

    /// Returns the regions of an op.
    pub fn regions(&self, op: Op) -> &[Region] {
        self.nested(op).map_or(&[], |nested| &nested.regions)
    }

    /// Returns the blocks of all regions of an op.
    pub fn inner_blocks(&self, op: Op) -> impl Iterator<Item = Block> + Clone {
        self.regions(op).iter().flat_map(|&region| self.blocks(region)).copied()
    }

    /// Returns the arguments of the blocks of all regions of an op.
    pub fn inner_arguments(&self, op: Op) -> impl Iterator<Item = Value> {
        self.inner_blocks(op).flat_map(|block| self.arguments(block)).copied()
    }

    /// Returns the ops directly in the regions of an op.
    pub fn inner_ops(&self, op: Op) -> impl Iterator<Item = Op> {
        self.inner_blocks(op).flat_map(|block| self.ops(block))
    }

    /// Returns the blocks to which an op may branch.
    pub fn successors(&self, op: Op) -> &[Block] {
        self.nested(op).map_or(&[], |nested| &nested.successors)
    }

    /// Returns the block of an op; `None` for the root and for erased ops.
    pub fn block_of(&self, op: Op) -> Option<Block> {
        self.ops[op].parent
    }

    /// Returns the parent op of an op; `None` for the root and for erased ops.
    pub fn parent_op(&self, op: Op) -> Option<Op> {
        self.block_of(op).map(|block| self.region_parent(self.block_region(block)))
    }

    /// Returns an op and the ops around it, inside out.
    pub fn ancestors(&self, op: impl Into<Option<Op>>) -> impl Iterator<Item = Op> {
        std::iter::successors(op.into(), |&op| self.parent_op(op))
    }

    /// Returns the position of the op in the text.
    pub fn span(&self, op: Op) -> Span {
        span_at(self.ops[op].span)
    }

    /// Returns the location of the op, from which steps lead to its attributes, operands and types.
    pub fn location(&self, op: Op) -> SourceLocation {
        SourceLocation::new(self.span(op)).with_entity(op)
    }

    /// Returns the op that an entity of a diagnostic denotes; `None` if it denotes none of this module.
    pub fn op_of(&self, entity: Entity) -> Option<Op> {
        match entity {
            Entity::Op(number) if (number as usize) < self.ops.len() => {
                Some(Op::of_number(number as usize))
            }
            _ => None,
        }
    }

    /// Returns the value that an entity of a diagnostic denotes; `None` if it denotes none of this module.
    pub fn value_of(&self, entity: Entity) -> Option<Value> {
        match entity {
            Entity::Value(number) if (number as usize) < self.values.len() => {
                Some(Value::of_number(number as usize))
            }
            _ => None,
        }
    }

    /// Returns the `loc(...)` of an op; `None` if the text has none.
    pub fn op_loc(&self, op: Op) -> Option<Attr> {
        self.op_locs.get(op).copied()
    }
}

/// Accessors of values, blocks and regions.
impl Module {
    /// Returns the type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// Returns the structure of a value's type.
    pub fn kind(&self, value: Value) -> &TypeKind {
        self.ctx.kind(self.values[value].ty)
    }

    /// Returns the name of a value in the text.
    pub fn label(&self, value: Value) -> Label {
        self.values[value].label
    }

    /// Returns the definition of a value.
    pub fn def(&self, value: Value) -> Def {
        let ValueData { owner, index, .. } = self.values[value];
        let owner = owner as usize;
        match index & ARGUMENT {
            0 => Def::Result(Op::of_number(owner), index as usize),
            _ => Def::Argument(Block::of_number(owner), (index & !ARGUMENT) as usize),
        }
    }

    /// Returns the op in whose regions a value is defined; `None` for a result of the root op.
    pub fn enclosing_op(&self, value: Value) -> Option<Op> {
        match self.def(value) {
            Def::Result(op, _) => self.parent_op(op),
            Def::Argument(block, _) => Some(self.region_parent(self.block_region(block))),
        }
    }

    /// Returns the position of a value's definition in the text.
    pub fn value_span(&self, value: Value) -> Span {
        match self.def(value) {
            Def::Result(op, _) => self.span(op),
            Def::Argument(block, _) => match self.argument_spans.get(value) {
                Some(&start) => span_at(start),
                None => self.block_span(block),
            },
        }
    }

    /// Returns the location of the op that defines a value, or of the block argument.
    pub fn definition_location(&self, value: Value) -> SourceLocation {
        SourceLocation::new(self.value_span(value)).with_entity(value)
    }

    /// Returns the location of the name of a value at its definition.
    pub fn value_location(&self, value: Value) -> SourceLocation {
        let place = self.definition_location(value);
        match self.def(value) {
            Def::Result(_, index) => place.result(index),
            Def::Argument(..) => place,
        }
    }

    /// Returns the location of the type of a value at its definition.
    pub fn type_location(&self, value: Value) -> SourceLocation {
        let place = self.definition_location(value);
        match self.def(value) {
            Def::Result(_, index) => place.output(index),
            Def::Argument(..) => place.step(PathStep::Type),
        }
    }

    /// Returns the `loc(...)` of a block argument; `None` if the text has none.
    pub fn value_loc(&self, value: Value) -> Option<Attr> {
        self.value_locs.get(value).copied()
    }

    /// Returns the blocks of a region.
    pub fn blocks(&self, region: Region) -> &[Block] {
        &self.regions[region].blocks
    }

    /// Returns the op that owns a region.
    pub fn region_parent(&self, region: Region) -> Op {
        self.regions[region].parent
    }

    /// Returns the region of a block.
    pub fn block_region(&self, block: Block) -> Region {
        self.blocks[block].parent
    }

    /// Returns the arguments of a block.
    pub fn arguments(&self, block: Block) -> &[Value] {
        &self.blocks[block].args
    }

    /// Returns the name of a block in the text.
    pub fn block_label(&self, block: Block) -> Label {
        self.blocks[block].label
    }

    /// Returns the position of a block's label in the text, or that of the parent op if the block has no label.
    pub fn block_span(&self, block: Block) -> Span {
        let own = span_at(self.blocks[block].span);
        if own.is_some() { own } else { self.span(self.region_parent(self.blocks[block].parent)) }
    }
}
