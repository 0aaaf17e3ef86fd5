//! The IR itself: ops, values, blocks and regions in arenas, named by ids.
//!
//! Entities are never freed: erasing an op takes it out of its block's list, as the ids of
//! others must stay good. Facts that only some entities have (locations) lie in side tables.
//! Uses are not stored; [`Module::walk`] visits every op and sees them all.

use crate::attrs::{Attr, AttrKind};
use crate::context::{Context, Name};
use crate::source::Span;
use crate::types::{Type, TypeKind};
use indexmap::IndexMap;
use la_arena::{Arena, ArenaMap, Idx, RawIdx};
use std::marker::PhantomData;

/// An op of a [`Module`].
pub type Op = Idx<OpData>;
/// A value: a result of an op or an argument of a block.
pub type Value = Idx<ValueData>;
/// A block: a list of ops with arguments.
pub type Block = Idx<BlockData>;
/// A region: a list of blocks that belongs to an op.
pub type Region = Idx<RegionData>;

/// An optional id in four bytes; an arena's own index has no spare value for none.
struct Link<T> {
    raw: u32,
    entity: PhantomData<fn() -> T>,
}

impl<T> Clone for Link<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Link<T> {}

impl<T> std::fmt::Debug for Link<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.get().map(|id| id.into_raw().into_u32()).fmt(f)
    }
}

impl<T> Link<T> {
    const NONE: Link<T> = Link { raw: u32::MAX, entity: PhantomData };

    fn to(id: Idx<T>) -> Link<T> {
        Link { raw: id.into_raw().into_u32(), entity: PhantomData }
    }

    fn get(self) -> Option<Idx<T>> {
        (self.raw != u32::MAX).then(|| Idx::from_raw(RawIdx::from_u32(self.raw)))
    }
}

/// The name of a value or block in the text: none, a number, or a text.
///
/// Values keep the names they were read with; the printer numbers those without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label(u32);

/// What a [`Label`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelKind {
    /// No name.
    None,
    /// `%12`.
    Number(u32),
    /// `%conv1`.
    Text(Name),
}

impl Label {
    /// No name.
    pub const NONE: Label = Label(0);
    const NUMBER: u32 = 1 << 31;

    /// A number below 2^31; above it, none.
    pub fn number(number: u32) -> Label {
        if number < Label::NUMBER { Label(Label::NUMBER | number) } else { Label::NONE }
    }

    /// A name.
    pub fn text(name: Name) -> Label {
        Label(name.0.get())
    }

    /// The label of a text: canonical decimals below 2^31 are numbers.
    pub fn parse(text: &str, ctx: &mut Context) -> Label {
        match text.parse::<u32>() {
            Ok(number)
                if number < Label::NUMBER && (text == "0" || !text.starts_with(['0', '+'])) =>
            {
                Label::number(number)
            }
            _ => Label::text(ctx.name(text)),
        }
    }

    /// What it says.
    pub fn kind(self) -> LabelKind {
        match self.0 {
            0 => LabelKind::None,
            raw if raw & Label::NUMBER != 0 => LabelKind::Number(raw & !Label::NUMBER),
            raw => {
                LabelKind::Text(Name(std::num::NonZeroU32::new(raw).expect("0 is matched above")))
            }
        }
    }

    /// The text without its sigil; none for no name.
    pub fn display(self, ctx: &Context) -> Option<String> {
        match self.kind() {
            LabelKind::None => None,
            LabelKind::Number(number) => Some(number.to_string()),
            LabelKind::Text(name) => Some(ctx.text(name).to_owned()),
        }
    }
}

/// The storage of an op. Read it through [`Module`].
#[derive(Clone, Debug)]
pub struct OpData {
    name: Name,
    attrs: Attr,
    props: Option<Attr>,
    operands: (u32, u32),
    results: (u32, u32),
    parent: Link<BlockData>,
    prev: Link<OpData>,
    next: Link<OpData>,
    span: u32,
    /// One more than the place in the module's table of what few ops have; 0 for none.
    nested: u32,
}

/// What few ops have.
#[derive(Clone, Debug, Default)]
struct Nested {
    regions: Vec<Region>,
    successors: Vec<Block>,
}

/// The storage of a value. Read it through [`Module`].
#[derive(Clone, Debug)]
pub struct ValueData {
    ty: Type,
    label: Label,
    owner: u32,
    /// The place among the results or arguments; the top bit is set for arguments.
    place: u32,
}

const ARGUMENT: u32 = 1 << 31;

/// The storage of a block. Read it through [`Module`].
#[derive(Clone, Debug)]
pub struct BlockData {
    label: Label,
    args: Vec<Value>,
    parent: Region,
    first: Link<OpData>,
    last: Link<OpData>,
    span: u32,
}

/// The storage of a region. Read it through [`Module`].
#[derive(Clone, Debug)]
pub struct RegionData {
    parent: Op,
    blocks: Vec<Block>,
}

/// Who defines a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Def {
    /// The n-th result of an op.
    Result(Op, usize),
    /// The n-th argument of a block.
    Argument(Block, usize),
}

/// An alias of the text: `#name` or `!name`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alias {
    /// `#name = attr`.
    Attr(Attr),
    /// `!name = type`.
    Type(Type),
}

/// What a new op is made of.
#[derive(Clone, Debug)]
pub struct NewOp<'a> {
    /// `dialect.op`.
    pub name: Name,
    /// What it reads.
    pub operands: &'a [Value],
    /// Types of its results.
    pub results: &'a [Type],
    /// The attribute dictionary; none is the empty one.
    pub attrs: Option<Attr>,
    /// The properties, where the text has `<{...}>`.
    pub props: Option<Attr>,
    /// Blocks it may branch to.
    pub successors: &'a [Block],
    /// Where it stands in the text.
    pub span: Span,
}

impl NewOp<'_> {
    /// An op with a name and nothing else.
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

/// The `dialect_resources` and `external_resources` of a file: dialect, then key, then value.
pub type Resources = IndexMap<String, IndexMap<String, String>>;

/// A module: one op `builtin.module` with all that it contains.
#[derive(Clone, Debug)]
pub struct Module {
    /// Names, types and attributes.
    pub ctx: Context,
    /// Aliases of the text in their order, by name with sigil.
    pub aliases: IndexMap<String, Alias>,
    /// Blobs that `dense_resource` names.
    pub dialect_resources: Resources,
    /// Blobs of other tools.
    pub external_resources: Resources,
    ops: Arena<OpData>,
    values: Arena<ValueData>,
    blocks: Arena<BlockData>,
    regions: Arena<RegionData>,
    operands: Vec<Value>,
    nested: Vec<Nested>,
    op_locs: ArenaMap<Op, Attr>,
    value_locs: ArenaMap<Value, Attr>,
    /// Where arguments of blocks stand in the text, as offsets.
    argument_spans: ArenaMap<Value, u32>,
    root: Op,
    empty: Attr,
}

impl Default for Module {
    fn default() -> Self {
        Module::new()
    }
}

/// Making entities.
impl Module {
    /// An empty module: a root `builtin.module` with one region of one empty block.
    pub fn new() -> Module {
        let mut ctx = Context::new();
        let empty = ctx.attr(AttrKind::Dict(Box::new([])));
        let name = ctx.name("builtin.module");
        let mut module = Module {
            ctx,
            aliases: IndexMap::new(),
            dialect_resources: Resources::new(),
            external_resources: Resources::new(),
            ops: Arena::new(),
            values: Arena::new(),
            blocks: Arena::new(),
            regions: Arena::new(),
            operands: Vec::new(),
            nested: Vec::new(),
            op_locs: ArenaMap::new(),
            value_locs: ArenaMap::new(),
            argument_spans: ArenaMap::new(),
            root: Idx::from_raw(RawIdx::from_u32(0)),
            empty,
        };
        module.root = module.create_op(NewOp::new(name));
        let region = module.add_region(module.root);
        module.add_block(region, Label::NONE);
        module
    }

    /// Makes an op that is in no block yet.
    pub fn create_op(&mut self, new: NewOp<'_>) -> Op {
        let operands = self.store_operands(new.operands);
        let op = self.ops.alloc(OpData {
            name: new.name,
            attrs: new.attrs.unwrap_or(self.empty),
            props: new.props,
            operands,
            results: (0, 0),
            parent: Link::NONE,
            prev: Link::NONE,
            next: Link::NONE,
            span: new.span.start,
            nested: 0,
        });
        self.set_results(op, new.results);
        if !new.successors.is_empty() {
            self.nested_mut(op).successors = new.successors.to_vec();
        }
        op
    }

    fn store_operands(&mut self, operands: &[Value]) -> (u32, u32) {
        let start = self.operands.len() as u32;
        self.operands.extend_from_slice(operands);
        (start, operands.len() as u32)
    }

    fn nested(&self, op: Op) -> Option<&Nested> {
        let place = (self.ops[op].nested as usize).checked_sub(1)?;
        Some(&self.nested[place])
    }

    fn nested_mut(&mut self, op: Op) -> &mut Nested {
        if self.ops[op].nested == 0 {
            self.nested.push(Nested::default());
            self.ops[op].nested = self.nested.len() as u32;
        }
        &mut self.nested[self.ops[op].nested as usize - 1]
    }

    /// Adds an empty region at the end of an op's regions.
    pub fn add_region(&mut self, parent: Op) -> Region {
        let region = self.regions.alloc(RegionData { parent, blocks: Vec::new() });
        self.nested_mut(parent).regions.push(region);
        region
    }

    /// Adds an empty block at the end of a region.
    pub fn add_block(&mut self, parent: Region, label: Label) -> Block {
        let block = self.create_block(parent, label);
        self.regions[parent].blocks.push(block);
        block
    }

    /// Makes a block of a region that is not in its list yet: [`Module::append_block`] puts it there.
    pub fn create_block(&mut self, parent: Region, label: Label) -> Block {
        self.blocks.alloc(BlockData {
            label,
            args: Vec::new(),
            parent,
            first: Link::NONE,
            last: Link::NONE,
            span: u32::MAX,
        })
    }

    /// Puts a block that [`Module::create_block`] made at the end of its region.
    pub fn append_block(&mut self, block: Block) {
        let parent = self.blocks[block].parent;
        self.regions[parent].blocks.push(block);
    }

    /// Adds an argument to a block.
    pub fn add_argument(&mut self, block: Block, ty: Type, label: Label) -> Value {
        let place = self.blocks[block].args.len() as u32 | ARGUMENT;
        let owner = block.into_raw().into_u32();
        let value = self.values.alloc(ValueData { ty, label, owner, place });
        self.blocks[block].args.push(value);
        value
    }

    /// Puts an op at the end of a block; it must be in none.
    pub fn append_op(&mut self, block: Block, op: Op) {
        let last = self.blocks[block].last;
        self.link(block, op, last, Link::NONE);
    }

    /// Puts an op, which must be in no block, right before another that is in one.
    pub fn insert_before(&mut self, op: Op, before: Op) {
        let block = self.block_of(before).expect("an op is inserted before one that is in a block");
        let prev = self.ops[before].prev;
        self.link(block, op, prev, Link::to(before));
    }

    /// Puts an op, which must be in no block, right after another that is in one.
    pub fn insert_after(&mut self, op: Op, after: Op) {
        let block = self.block_of(after).expect("an op is inserted after one that is in a block");
        let next = self.ops[after].next;
        self.link(block, op, Link::to(after), next);
    }

    fn link(&mut self, block: Block, op: Op, prev: Link<OpData>, next: Link<OpData>) {
        debug_assert!(self.ops[op].parent.get().is_none(), "an op is in one block at most");
        let data = &mut self.ops[op];
        (data.parent, data.prev, data.next) = (Link::to(block), prev, next);
        match prev.get() {
            Some(prev) => self.ops[prev].next = Link::to(op),
            None => self.blocks[block].first = Link::to(op),
        }
        match next.get() {
            Some(next) => self.ops[next].prev = Link::to(op),
            None => self.blocks[block].last = Link::to(op),
        }
    }

    /// Takes an op out of its block. Its results must have no uses left.
    pub fn erase(&mut self, op: Op) {
        let OpData { parent, prev, next, .. } = self.ops[op];
        let Some(block) = parent.get() else { return };
        match prev.get() {
            Some(prev) => self.ops[prev].next = next,
            None => self.blocks[block].first = next,
        }
        match next.get() {
            Some(next) => self.ops[next].prev = prev,
            None => self.blocks[block].last = prev,
        }
        let data = &mut self.ops[op];
        (data.parent, data.prev, data.next) = (Link::NONE, Link::NONE, Link::NONE);
    }
}

/// Reading ops.
impl Module {
    /// The `builtin.module` op that holds everything.
    pub fn root(&self) -> Op {
        self.root
    }

    /// The block with the module's own ops.
    pub fn body(&self) -> Block {
        let region = self.regions(self.root)[0];
        self.blocks(region)[0]
    }

    /// How many ops were ever made; ids are below it.
    pub fn ops_len(&self) -> usize {
        self.ops.len()
    }

    /// How many values were ever made; ids are below it.
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

    /// The properties as written, if any.
    pub fn props(&self, op: Op) -> Option<Attr> {
        self.ops[op].props
    }

    /// An attribute by name: of the properties, else of the dictionary.
    pub fn attr(&self, op: Op, key: &str) -> Option<Attr> {
        let props = self.ops[op].props.and_then(|props| self.ctx.dict_get(props, key));
        props.or_else(|| self.ctx.dict_get(self.ops[op].attrs, key))
    }

    /// A string attribute by name.
    pub fn str_attr(&self, op: Op, key: &str) -> Option<&str> {
        self.attr(op, key).and_then(|attr| self.ctx.as_str(attr))
    }

    /// The symbol that an op defines: its string attribute `sym_name`.
    pub fn symbol(&self, op: Op) -> Option<&str> {
        self.str_attr(op, "sym_name")
    }

    /// All attributes, those of the properties first.
    pub fn all_attrs(&self, op: Op) -> impl Iterator<Item = (Name, Attr)> {
        let data = &self.ops[op];
        let props = data.props.map_or(&[][..], |props| self.ctx.dict_entries(props));
        props.iter().chain(self.ctx.dict_entries(data.attrs)).copied()
    }

    /// The values an op reads.
    pub fn operands(&self, op: Op) -> &[Value] {
        let (start, len) = self.ops[op].operands;
        &self.operands[start as usize..(start + len) as usize]
    }

    /// The values an op makes.
    pub fn results(
        &self,
        op: Op,
    ) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + Clone {
        let (start, len) = self.ops[op].results;
        (start..start + len).map(|raw| Idx::from_raw(RawIdx::from_u32(raw)))
    }

    /// One of the values an op makes.
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

    /// The block an op is in; none for the root and for erased ops.
    pub fn block_of(&self, op: Op) -> Option<Block> {
        self.ops[op].parent.get()
    }

    /// The op whose region an op is in.
    pub fn parent_op(&self, op: Op) -> Option<Op> {
        self.block_of(op).map(|block| self.region_parent(self.block_region(block)))
    }

    /// The next op of the block.
    pub fn next_op(&self, op: Op) -> Option<Op> {
        self.ops[op].next.get()
    }

    /// Where the op begins in the text.
    pub fn span(&self, op: Op) -> Span {
        span_at(self.ops[op].span)
    }

    /// The `loc(...)` of an op, where one was written.
    pub fn op_loc(&self, op: Op) -> Option<Attr> {
        self.op_locs.get(op).copied()
    }
}

fn span_at(position: u32) -> Span {
    if position == u32::MAX { Span::NONE } else { Span::new(position, position + 1) }
}

/// Reading values, blocks and regions.
impl Module {
    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// What the type of a value is.
    pub fn kind(&self, value: Value) -> &TypeKind {
        self.ctx.kind(self.values[value].ty)
    }

    /// The name of a value in the text.
    pub fn label(&self, value: Value) -> Label {
        self.values[value].label
    }

    /// Who defines a value.
    pub fn def(&self, value: Value) -> Def {
        let ValueData { owner, place, .. } = self.values[value];
        let owner = RawIdx::from_u32(owner);
        match place & ARGUMENT {
            0 => Def::Result(Idx::from_raw(owner), place as usize),
            _ => Def::Argument(Idx::from_raw(owner), (place & !ARGUMENT) as usize),
        }
    }

    /// Where a value's definition stands in the text.
    pub fn value_span(&self, value: Value) -> Span {
        match self.def(value) {
            Def::Result(op, _) => self.span(op),
            Def::Argument(block, _) => match self.argument_spans.get(value) {
                Some(&start) => span_at(start),
                None => self.block_span(block),
            },
        }
    }

    /// The `loc(...)` of a block argument, where one was written.
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

    /// Where a block's label, or without one its op, stands in the text.
    pub fn block_span(&self, block: Block) -> Span {
        let own = span_at(self.blocks[block].span);
        if own.is_some() { own } else { self.span(self.region_parent(self.blocks[block].parent)) }
    }

    /// The ops of a block in order.
    pub fn ops(&self, block: Block) -> impl Iterator<Item = Op> {
        std::iter::successors(self.blocks[block].first.get(), |&op| self.next_op(op))
    }

    /// The last op of a block.
    pub fn last_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].last.get()
    }

    /// Every op below the root with the root first: an op, then what its regions hold.
    pub fn walk(&self) -> Walk<'_> {
        self.walk_from(self.root)
    }

    /// Every op below `op` with itself first.
    pub fn walk_from(&self, op: Op) -> Walk<'_> {
        Walk { module: self, stack: vec![Step::Op(op)] }
    }
}

/// Changing entities.
impl Module {
    /// Sets the attribute dictionary.
    pub fn set_attrs(&mut self, op: Op, attrs: Attr) {
        self.ops[op].attrs = attrs;
    }

    /// Sets one attribute where it stands, in the properties or else in the dictionary; `None` removes it.
    pub fn set_attr(&mut self, op: Op, key: &str, value: Option<Attr>) {
        let name = self.ctx.name(key);
        match self.ops[op].props {
            Some(props) if self.ctx.dict_get(props, key).is_some() => {
                self.ops[op].props = Some(self.ctx.dict_with(props, name, value));
            }
            _ => self.ops[op].attrs = self.ctx.dict_with(self.ops[op].attrs, name, value),
        }
    }

    /// Sets one operand.
    pub fn set_operand(&mut self, op: Op, place: usize, value: Value) {
        let (start, len) = self.ops[op].operands;
        assert!(place < len as usize, "an operand is replaced only where there is one");
        self.operands[start as usize + place] = value;
    }

    /// Gives an op that was made without operands its operands.
    pub fn set_operands(&mut self, op: Op, operands: &[Value]) {
        self.ops[op].operands = self.store_operands(operands);
    }

    /// Gives an op that was made without results its results.
    pub fn set_results(&mut self, op: Op, results: &[Type]) {
        assert!(self.ops[op].results.1 == 0, "results are made once");
        let first = self.values.len() as u32;
        for (place, &ty) in results.iter().enumerate() {
            let owner = op.into_raw().into_u32();
            self.values.alloc(ValueData { ty, label: Label::NONE, owner, place: place as u32 });
        }
        self.ops[op].results = (first, results.len() as u32);
    }

    /// Sets the properties.
    pub fn set_props(&mut self, op: Op, props: Option<Attr>) {
        self.ops[op].props = props;
    }

    /// Sets the type of a value.
    pub fn set_type(&mut self, value: Value, ty: Type) {
        self.values[value].ty = ty;
    }

    /// Sets the name of a value.
    pub fn set_label(&mut self, value: Value, label: Label) {
        self.values[value].label = label;
    }

    /// Sets the blocks an op may branch to.
    pub fn set_successors(&mut self, op: Op, successors: Vec<Block>) {
        self.nested_mut(op).successors = successors;
    }

    /// Sets where a block's label stands in the text.
    pub fn set_block_span(&mut self, block: Block, span: Span) {
        self.blocks[block].span = span.start;
    }

    /// Sets where an argument of a block begins in the text.
    pub fn set_argument_span(&mut self, value: Value, span: Span) {
        self.argument_spans.insert(value, span.start);
    }

    /// Sets where an op begins in the text.
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

    /// Makes an op that lies in the module's body the root in place of the present one.
    pub fn promote(&mut self, op: Op) {
        self.erase(op);
        self.root = op;
    }
}

enum Step {
    Op(Op),
    Rest(Op),
}

/// Iterates over ops in pre-order without recursion.
pub struct Walk<'a> {
    module: &'a Module,
    stack: Vec<Step>,
}

impl Iterator for Walk<'_> {
    type Item = Op;

    fn next(&mut self) -> Option<Op> {
        let op = match self.stack.pop()? {
            Step::Op(op) => op,
            Step::Rest(op) => {
                if let Some(next) = self.module.next_op(op) {
                    self.stack.push(Step::Rest(next));
                }
                op
            }
        };
        for &region in self.module.regions(op).iter().rev() {
            for &block in self.module.blocks(region).iter().rev() {
                let first = self.module.blocks[block].first.get();
                self.stack.extend(first.map(Step::Rest));
            }
        }
        Some(op)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ops_are_linked_erased_and_walked_in_order() {
        let mut module = Module::new();
        let name = module.ctx.name("t.o");
        let ops: Vec<Op> = (0..4).map(|_| module.create_op(NewOp::new(name))).collect();
        let body = module.body();
        module.append_op(body, ops[0]);
        module.append_op(body, ops[3]);
        module.insert_before(ops[1], ops[3]);
        module.insert_after(ops[2], ops[1]);
        assert_eq!(module.ops(body).collect::<Vec<_>>(), ops);
        module.erase(ops[0]);
        module.erase(ops[3]);
        assert_eq!(module.walk().collect::<Vec<_>>(), [module.root(), ops[1], ops[2]]);
    }

    #[test]
    fn an_op_stays_small() {
        assert!(size_of::<OpData>() <= 48 && size_of::<ValueData>() <= 16);
    }

    #[test]
    fn labels_keep_numbers_and_texts_apart() {
        let mut ctx = Context::new();
        for text in ["0", "12", "007", "conv1", "4294967296"] {
            let label = Label::parse(text, &mut ctx);
            assert_eq!(label.display(&ctx).as_deref(), Some(text));
        }
    }
}
