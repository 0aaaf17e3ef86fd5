//! The arenas of a module, and the creation of entities.

use super::entity::{
    ARGUMENT, Block, BlockData, Nested, Op, OpData, Region, RegionData, Value, ValueData,
};
use super::label::Label;
use crate::data::context::Context;
use crate::data::ids::{Attr, Name, Type};
use crate::data::named::NamedMap;
use crate::data::table::{EntityId, EntityMap, EntityTable};
use crate::source::Span;

/// An alias of the text: `#name` or `!name`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alias {
    /// `#name = attr`.
    Attr(Attr),
    /// `!name = type`.
    Type(Type),
}

/// The parts of a new op.
#[derive(Clone, Debug)]
pub struct NewOp<'a> {
    /// The name, `dialect.op`.
    pub name: Name,
    /// The operands.
    pub operands: &'a [Value],
    /// The types of the results.
    pub results: &'a [Type],
    /// The attribute dictionary; `None` for an empty one.
    pub attrs: Option<Attr>,
    /// The properties, `<{...}>` in the text.
    pub props: Option<Attr>,
    /// The blocks to which the op may branch.
    pub successors: &'a [Block],
    /// The position in the text.
    pub span: Span,
}

impl NewOp<'_> {
    /// Returns the parts of an op that has only a name.
    pub fn new(name: Name) -> NewOp<'static> {
        NewOp {
            name,
            operands: &[],
            results: &[],
            attrs: None,
            props: None,
            successors: &[],
            span: Span::NONE,
        }
    }
}

/// The `dialect_resources` or `external_resources` of a file: dialect, then key, then value.
pub type Resources = NamedMap<NamedMap<String>>;

/// A module: one root op `builtin.module`, with all entities inside it.
#[derive(Clone, Debug)]
pub struct Module {
    /// Names, types and attributes.
    pub ctx: Context,
    /// The aliases of the text in order, by name with sigil.
    pub aliases: NamedMap<Alias>,
    /// The blobs to which `dense_resource` refers.
    pub dialect_resources: Resources,
    /// The blobs of other tools.
    pub external_resources: Resources,
    pub(super) ops: EntityTable<Op, OpData>,
    pub(super) values: EntityTable<Value, ValueData>,
    pub(super) blocks: EntityTable<Block, BlockData>,
    pub(super) regions: EntityTable<Region, RegionData>,
    pub(super) operands: Vec<Value>,
    pub(super) nested: Vec<Nested>,
    pub(super) op_locs: EntityMap<Op, Attr>,
    pub(super) value_locs: EntityMap<Value, Attr>,
    /// The positions of block arguments in the text.
    pub(super) argument_spans: EntityMap<Value, u32>,
    pub(super) root: Op,
    pub(super) empty: Attr,
}

impl Default for Module {
    fn default() -> Self {
        Module::new()
    }
}

impl Module {
    /// Returns an empty module: a root `builtin.module` with one region of one empty block.
    pub fn new() -> Module {
        let mut ctx = Context::new();
        let empty = ctx.dict([]);
        let name = ctx.name("builtin.module");
        let mut module = Module {
            ctx,
            aliases: NamedMap::new(),
            dialect_resources: Resources::new(),
            external_resources: Resources::new(),
            ops: EntityTable::new(),
            values: EntityTable::new(),
            blocks: EntityTable::new(),
            regions: EntityTable::new(),
            operands: Vec::new(),
            nested: Vec::new(),
            op_locs: EntityMap::new(),
            value_locs: EntityMap::new(),
            argument_spans: EntityMap::new(),
            root: Op::of_number(0),
            empty,
        };
        module.root = module.create_op(NewOp::new(name));
        let region = module.add_region(module.root);
        module.add_block(region, Label::NONE);
        module
    }

    /// Creates an op that is not yet in a block.
    pub fn create_op(&mut self, new: NewOp<'_>) -> Op {
        let operands = self.store_operands(new.operands);
        let op = self.ops.push(OpData {
            name: new.name,
            attrs: new.attrs.unwrap_or(self.empty),
            props: new.props,
            operands,
            results: (0, 0),
            parent: None,
            prev: None,
            next: None,
            span: new.span.start,
            nested: 0,
        });
        self.set_results(op, new.results);
        if !new.successors.is_empty() {
            self.nested_mut(op).successors = new.successors.into();
        }
        op
    }

    pub(super) fn store_operands(&mut self, operands: &[Value]) -> (u32, u32) {
        let start = self.operands.len() as u32;
        self.operands.extend_from_slice(operands);
        (start, operands.len() as u32)
    }

    pub(super) fn nested(&self, op: Op) -> Option<&Nested> {
        let index = (self.ops[op].nested as usize).checked_sub(1)?;
        Some(&self.nested[index])
    }

    pub(super) fn nested_mut(&mut self, op: Op) -> &mut Nested {
        if self.ops[op].nested == 0 {
            self.nested.push(Nested::default());
            self.ops[op].nested = self.nested.len() as u32;
        }
        &mut self.nested[self.ops[op].nested as usize - 1]
    }

    /// Adds an empty region at the end of an op's regions.
    pub fn add_region(&mut self, parent: Op) -> Region {
        let region = self.regions.push(RegionData { parent, blocks: Vec::new() });
        self.nested_mut(parent).regions.push(region);
        region
    }

    /// Adds an empty block at the end of a region.
    pub fn add_block(&mut self, parent: Region, label: Label) -> Block {
        let block = self.create_block(parent, label);
        self.regions[parent].blocks.push(block);
        block
    }

    /// Creates a block of a region. [`Module::append_block`] adds it to the region's list.
    pub fn create_block(&mut self, parent: Region, label: Label) -> Block {
        self.blocks.push(BlockData {
            label,
            args: Vec::new(),
            parent,
            first: None,
            last: None,
            span: u32::MAX,
        })
    }

    /// Appends a block that [`Module::create_block`] created to its region.
    pub fn append_block(&mut self, block: Block) {
        let parent = self.blocks[block].parent;
        self.regions[parent].blocks.push(block);
    }

    /// Adds an argument to a block.
    pub fn add_argument(&mut self, block: Block, ty: Type, label: Label) -> Value {
        let index = self.blocks[block].args.len() as u32 | ARGUMENT;
        let owner = block.number() as u32;
        let value = self.values.push(ValueData { ty, label, owner, index });
        self.blocks[block].args.push(value);
        value
    }
}
