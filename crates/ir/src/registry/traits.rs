//! The traits of ops: facts that hold for each use of an op.

/// A set of traits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Traits(u16);

impl Traits {
    /// No trait.
    pub const NONE: Traits = Traits(0);
    /// The op ends its block.
    pub const TERMINATOR: Traits = Traits(1);
    /// The regions of the op see no values from outside.
    pub const ISOLATED: Traits = Traits(2);
    /// The regions of the op hold a table of symbols, each name once.
    pub const SYMBOL_TABLE: Traits = Traits(4);
    /// The blocks of its regions need no terminator.
    pub const NO_TERMINATOR: Traits = Traits(8);
    /// Definitions in its regions must dominate their uses.
    pub const SSA_DOMINANCE: Traits = Traits(16);
    /// The op defines the symbol in its attribute `sym_name`.
    pub const SYMBOL: Traits = Traits(32);
    /// The op belongs to another dialect, and only its interfaces are known: it may end a block, and the blocks of its
    /// regions may need no terminator.
    pub const FOREIGN: Traits = Traits(64);
    /// The op has no side effects: its results depend on its operands and attributes alone, so equal ops have equal results and
    /// an unused op can be removed.
    pub const PURE: Traits = Traits(128);

    /// The union of two sets.
    pub const fn and(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }

    /// `true` if the set has all traits of `other`.
    pub const fn has(self, other: Traits) -> bool {
        self.0 & other.0 == other.0
    }
}
