//! The forms of transforms in the layout dialect, as plain data: `crates/ir` makes the definition of an op of each.

/// How many lower dims or upper dims a kind of transform has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DimCount {
    /// Exactly this many.
    Exactly(usize),
    /// One or more.
    OneOrMore,
    /// As many as its attributes say.
    ByAttributes,
}

/// A piece of the custom form of a transform, behind the operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormPiece {
    /// This word.
    Word(&'static str),
    /// The integer attribute of this key.
    Int(&'static str),
    /// The attribute of this key, a list of integers.
    Ints(&'static str),
}

/// The generic and the custom form of one kind of transform: `layout.<name> <operands> <syntax>`.
#[derive(Clone, Copy, Debug)]
pub struct TransformForm {
    /// The name of the op, without the dialect.
    pub name: &'static str,
    /// One sentence for `--list-ops`.
    pub summary: &'static str,
    /// The number of operands, which are the lower dims.
    pub operands: DimCount,
    /// The number of results, which are the upper dims.
    pub results: DimCount,
    /// The custom form behind the operands. Its attributes are those of the generic form, too: all are required.
    pub syntax: &'static [FormPiece],
}

/// The attributes of an op, by key.
pub trait FormAttributes {
    /// Returns an integer; `None` if there is none of this key.
    fn int(&self, key: &str) -> Option<i64>;

    /// Returns a list of integers; `None` if there is none of this key.
    fn ints(&self, key: &str) -> Option<Vec<i64>>;
}
