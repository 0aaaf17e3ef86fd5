//! The traits of ops: properties of every op with the definition.

/// A set of traits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Traits(u16);

impl Traits {
    /// No trait.
    pub const NONE: Traits = Traits(0);
    /// The op ends its block.
    pub const TERMINATOR: Traits = Traits(1);
    /// The regions of the op do not use values defined outside.
    pub const ISOLATED: Traits = Traits(2);
    /// The regions of the op hold a symbol table: each symbol is defined once.
    pub const SYMBOL_TABLE: Traits = Traits(4);
    /// The blocks of its regions need no terminator.
    pub const NO_TERMINATOR: Traits = Traits(8);
    /// Definitions in its regions must dominate their uses.
    pub const SSA_DOMINANCE: Traits = Traits(16);
    /// The op defines the symbol in its attribute `sym_name`.
    pub const SYMBOL: Traits = Traits(32);
    /// The op belongs to another dialect, and only its interfaces are known. It may end a block, and the blocks of its
    /// regions may lack a terminator.
    pub const FOREIGN: Traits = Traits(64);
    /// The op has no side effects: its results depend only on its operands and attributes. Equal ops have equal
    /// results, and an unused op can be removed.
    pub const PURE: Traits = Traits(128);
    /// The result is the length of a dim of operand 0; operand 1 is the number of the dim.
    pub const LENGTH: Traits = Traits(256);
    /// The op has the side effects of the ops in its regions, and no others.
    pub const RECURSIVE_EFFECTS: Traits = Traits(512);

    /// Returns the union of two sets.
    #[must_use]
    pub const fn and(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }

    /// Returns `true` if the set has all traits of `other`.
    pub const fn has(self, other: Traits) -> bool {
        self.0 & other.0 == other.0
    }
}
