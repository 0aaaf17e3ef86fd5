//! The names of values and blocks that are visible at a position, and the uses that await a definition.

use ir::module::{Block, Label, Op, Value};
use ir::types::Type;
use rustc_hash::FxHashMap;

/// The meaning of a name.
#[derive(Clone, Copy)]
pub(crate) enum NameBinding {
    /// The first of `count` results, or one block argument.
    Values { first: Value, count: u32 },
    /// An invalid definition, whose uses are not judged.
    Unknown,
}

/// A use before the definition.
pub(crate) struct Awaited {
    pub(crate) op: Op,
    pub(crate) operand: usize,
    pub(crate) result: u32,
    pub(crate) ty: Type,
    pub(crate) at: usize,
}

/// The names visible inside one op that is isolated from above.
#[derive(Default)]
pub(crate) struct Isolated {
    pub(crate) names: FxHashMap<Label, NameBinding>,
    pub(crate) awaited: FxHashMap<Label, Vec<Awaited>>,
    /// Names in the order of their definition; a region forgets those after its start.
    pub(crate) defined: Vec<Label>,
    /// All names that were ever visible, for near names.
    pub(crate) seen: Vec<Label>,
}

/// The blocks of one region by name.
#[derive(Default)]
pub(crate) struct BlockNames {
    pub(crate) named: FxHashMap<Label, BlockSlot>,
}

pub(crate) struct BlockSlot {
    pub(crate) block: Block,
    pub(crate) is_defined: bool,
    pub(crate) at: usize,
}

/// All names at the position.
#[derive(Default)]
pub(crate) struct Scopes {
    pub(crate) isolated: Vec<Isolated>,
    pub(crate) blocks: Vec<BlockNames>,
}

/// A use of a value as written: `%name#result`.
#[derive(Clone, Copy)]
pub(crate) struct Use {
    pub(crate) label: Label,
    pub(crate) result: u32,
    pub(crate) at: usize,
}

/// A value, or the sign that it is defined later.
pub(crate) enum FoundValue {
    Value(Value),
    Later,
}

/// A use, with a type in the text, of a value whose own type is not known yet.
pub(crate) struct TypedUse {
    pub(crate) value: Value,
    pub(crate) ty: Type,
    pub(crate) label: Label,
    pub(crate) at: usize,
}
