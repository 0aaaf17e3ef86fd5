//! The visible names of values and blocks, and forward references.

use ir::module::{Block, Label, Op, Value};
use ir::types::Type;
use rustc_hash::FxHashMap;

/// The values that a name refers to.
#[derive(Clone, Copy)]
pub(crate) enum NameBinding {
    /// The first of `count` results, or one block argument.
    Values { first: Value, count: u32 },
    /// An invalid definition. Uses of it are not checked.
    Unknown,
}

/// A use of a value before its definition.
pub(crate) struct ForwardRef {
    pub(crate) op: Op,
    pub(crate) operand: usize,
    pub(crate) ty: Type,
    pub(crate) used: Use,
}

/// The names that are visible inside an op that is isolated from above.
#[derive(Default)]
pub(crate) struct Isolated {
    pub(crate) names: FxHashMap<Label, NameBinding>,
    pub(crate) forward_refs: FxHashMap<Label, Vec<ForwardRef>>,
    /// The names in the order of their definition. At the end of a region, the names defined in it are removed.
    pub(crate) defined: Vec<Label>,
    /// All names of this scope, for spelling suggestions.
    pub(crate) seen: Vec<Label>,
}

/// The blocks of a region, by name.
#[derive(Default)]
pub(crate) struct BlockNames {
    pub(crate) named: FxHashMap<Label, BlockSlot>,
}

#[derive(Clone, Copy)]
pub(crate) struct BlockSlot {
    pub(crate) block: Block,
    pub(crate) is_defined: bool,
    pub(crate) at: usize,
}

/// The name of a value or block in the text.
#[derive(Clone, Copy)]
pub(crate) struct NamePlace {
    pub(crate) label: Label,
    pub(crate) at: usize,
}

/// The scopes around the current position.
#[derive(Default)]
pub(crate) struct Scopes {
    pub(crate) isolated: Vec<Isolated>,
    pub(crate) blocks: Vec<BlockNames>,
}

/// A use of a value in the text: `%name#result`.
#[derive(Clone, Copy)]
pub(crate) struct Use {
    pub(crate) label: Label,
    pub(crate) result: u32,
    pub(crate) at: usize,
}

/// The value of a use, or `Later` if it is a forward reference.
pub(crate) enum FoundValue {
    Value(Value),
    Later,
}

/// A use with a stated type, of a value whose type is not yet inferred.
pub(crate) struct TypedUse {
    pub(crate) value: Value,
    pub(crate) ty: Type,
    pub(crate) used: Use,
}
