//! Readers of ops, values, blocks and regions.

use super::entity::{ARGUMENT, Block, Def, Op, Region, Value, ValueData, span_at};
use super::label::Label;
use super::store::Module;
use crate::data::ids::{Attr, Name, Type};
use crate::data::types::TypeKind;
use crate::source::{PathStep, Place, Span};
use la_arena::{Idx, RawIdx};

/// Reading ops.
impl Module {
    /// The `builtin.module` around everything.
    pub fn root(&self) -> Op {
        self.root
    }

    /// The block with the module's own ops.
    pub fn body(&self) -> Block {
        let region = self.regions(self.root)[0];
        self.blocks(region)[0]
    }

    /// The number of ops that were ever created; their ids are below it.
    pub fn ops_len(&self) -> usize {
        self.ops.len()
    }

    /// The number of values that were ever created; their ids are below it.
    pub fn values_len(&self) -> usize {
        self.values.len()
    }

    /// The op's name as an id.
    pub fn op_name(&self, op: Op) -> Name {
        self.ops[op].name
    }

    /// The op's name, `dialect.op`.
    pub fn name(&self, op: Op) -> &str {
        self.ctx.text(self.ops[op].name)
    }

    /// The attribute dictionary, without properties.
    pub fn attrs(&self, op: Op) -> Attr {
        self.ops[op].attrs
    }

    /// The properties; `None` if the op has none.
    pub fn props(&self, op: Op) -> Option<Attr> {
        self.ops[op].props
    }

    /// An attribute of the properties or else of the dictionary; `None` if neither has the key.
    pub fn attr(&self, op: Op, key: &str) -> Option<Attr> {
        let props = self.ops[op].props.and_then(|props| self.ctx.dict_get(props, key));
        props.or_else(|| self.ctx.dict_get(self.ops[op].attrs, key))
    }

    /// The text of a string attribute; `None` if the op lacks it.
    pub fn str_attr(&self, op: Op, key: &str) -> Option<&str> {
        self.attr(op, key).and_then(|attr| self.ctx.as_str(attr))
    }

    /// The symbol of an op, its string attribute `sym_name`; `None` if it has none.
    pub fn symbol(&self, op: Op) -> Option<&str> {
        self.str_attr(op, "sym_name")
    }

    /// All attributes, those of the properties first.
    pub fn all_attrs(&self, op: Op) -> impl Iterator<Item = (Name, Attr)> {
        let data = &self.ops[op];
        let props = data.props.map_or(&[][..], |props| self.ctx.dict_entries(props));
        props.iter().chain(self.ctx.dict_entries(data.attrs)).copied()
    }

    /// The operands of an op.
    pub fn operands(&self, op: Op) -> &[Value] {
        let (start, len) = self.ops[op].operands;
        &self.operands[start as usize..(start + len) as usize]
    }

    /// The results of an op.
    pub fn results(
        &self,
        op: Op,
    ) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + Clone {
        let (start, len) = self.ops[op].results;
        (start..start + len).map(|raw| Idx::from_raw(RawIdx::from_u32(raw)))
    }

    /// One result of an op; `None` if it has fewer.
    pub fn result(&self, op: Op, place: usize) -> Option<Value> {
        let (start, len) = self.ops[op].results;
        let place = u32::try_from(place).ok().filter(|&place| place < len)?;
        Some(Idx::from_raw(RawIdx::from_u32(start + place)))
    }

    /// The regions of an op.
    pub fn regions(&self, op: Op) -> &[Region] {
        self.nested(op).map_or(&[], |nested| &nested.regions)
    }

    /// The blocks an op may branch to.
    pub fn successors(&self, op: Op) -> &[Block] {
        self.nested(op).map_or(&[], |nested| &nested.successors)
    }

    /// The block of an op; `None` for the root and for erased ops.
    pub fn block_of(&self, op: Op) -> Option<Block> {
        self.ops[op].parent.get()
    }

    /// The op around an op; `None` for the root and for erased ops.
    pub fn parent_op(&self, op: Op) -> Option<Op> {
        self.block_of(op).map(|block| self.region_parent(self.block_region(block)))
    }

    /// The position of the op in the text.
    pub fn span(&self, op: Op) -> Span {
        span_at(self.ops[op].span)
    }

    /// The place of the op, from which steps lead to its attributes, operands and types.
    pub fn place(&self, op: Op) -> Place {
        Place::new(self.span(op))
    }

    /// The `loc(...)` of an op; `None` if the text has none.
    pub fn op_loc(&self, op: Op) -> Option<Attr> {
        self.op_locs.get(op).copied()
    }
}

/// Reading values, blocks and regions.
impl Module {
    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// The structure of a value's type.
    pub fn kind(&self, value: Value) -> &TypeKind {
        self.ctx.kind(self.values[value].ty)
    }

    /// The name of a value in the text.
    pub fn label(&self, value: Value) -> Label {
        self.values[value].label
    }

    /// The definition of a value.
    pub fn def(&self, value: Value) -> Def {
        let ValueData { owner, place, .. } = self.values[value];
        let owner = RawIdx::from_u32(owner);
        match place & ARGUMENT {
            0 => Def::Result(Idx::from_raw(owner), place as usize),
            _ => Def::Argument(Idx::from_raw(owner), (place & !ARGUMENT) as usize),
        }
    }

    /// The position of a value's definition in the text.
    pub fn value_span(&self, value: Value) -> Span {
        match self.def(value) {
            Def::Result(op, _) => self.span(op),
            Def::Argument(block, _) => match self.argument_spans.get(value) {
                Some(&start) => span_at(start),
                None => self.block_span(block),
            },
        }
    }

    /// The place of the name of a value where it is defined.
    pub fn value_place(&self, value: Value) -> Place {
        let place = Place::new(self.value_span(value));
        match self.def(value) {
            Def::Result(_, index) => place.result(index),
            Def::Argument(..) => place,
        }
    }

    /// The place of the type of a value where it is defined.
    pub fn type_place(&self, value: Value) -> Place {
        let place = Place::new(self.value_span(value));
        match self.def(value) {
            Def::Result(_, index) => place.output(index),
            Def::Argument(..) => place.step(PathStep::Type),
        }
    }

    /// The `loc(...)` of a block argument; `None` if the text has none.
    pub fn value_loc(&self, value: Value) -> Option<Attr> {
        self.value_locs.get(value).copied()
    }

    /// The blocks of a region.
    pub fn blocks(&self, region: Region) -> &[Block] {
        &self.regions[region].blocks
    }

    /// The op that a region belongs to.
    pub fn region_parent(&self, region: Region) -> Op {
        self.regions[region].parent
    }

    /// The region of a block.
    pub fn block_region(&self, block: Block) -> Region {
        self.blocks[block].parent
    }

    /// The arguments of a block.
    pub fn arguments(&self, block: Block) -> &[Value] {
        &self.blocks[block].args
    }

    /// The name of a block in the text.
    pub fn block_label(&self, block: Block) -> Label {
        self.blocks[block].label
    }

    /// The position of a block's label in the text; that of its op if it has none.
    pub fn block_span(&self, block: Block) -> Span {
        let own = span_at(self.blocks[block].span);
        if own.is_some() { own } else { self.span(self.region_parent(self.blocks[block].parent)) }
    }
}
