//! The syntax of transforms in the layout dialect, as plain data. `crates/ir` defines an op for each kind of transform
//! from it.

use crate::domain::Table;

/// The number of operand dims or result dims of a kind of transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DimCount {
    /// Exactly this number.
    Exactly(usize),
    /// One or more.
    OneOrMore,
    /// The number that its attributes determine.
    ByAttributes,
}

/// A piece of the custom syntax of a transform, after the operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormPiece {
    /// This keyword.
    Word(&'static str),
    /// The integer attribute with this key.
    Int(&'static str),
    /// The attribute with this key, a list of integers.
    Ints(&'static str),
    /// The attribute with this key, the symbol of a table.
    Table(&'static str),
}

/// The generic and the custom syntax of one kind of transform: `layout.<name> <operands> <syntax>`.
#[derive(Clone, Copy, Debug)]
pub struct TransformForm {
    /// The name of the op, without the dialect.
    pub name: &'static str,
    /// One sentence for `--list-ops`.
    pub summary: &'static str,
    /// The number of operands, which are the operand dims.
    pub operands: DimCount,
    /// The number of results, which are the result dims.
    pub results: DimCount,
    /// The custom syntax after the operands. Its attributes are also those of the generic syntax; all are required.
    pub syntax: &'static [FormPiece],
}

/// The value of an attribute. It is written as in the custom syntax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormValue {
    /// An integer.
    Int(i64),
    /// A list of integers.
    Ints(Vec<i64>),
    /// A table.
    Table(Table),
}

impl_display!(FormValue {
    Self::Int(value) => "{value}",
    Self::Ints(values) => "{values:?}",
    Self::Table(table) => "{table}",
});

/// The attributes of an op, by key.
pub trait FormAttributes {
    /// Returns an integer; `None` if no integer has this key.
    fn int(&self, key: &str) -> Option<i64>;

    /// Returns a list of integers; `None` if no list has this key.
    fn ints(&self, key: &str) -> Option<Vec<i64>>;

    /// Returns a table; `None` if no symbol of a table has this key.
    fn table(&self, _key: &str) -> Option<Table> {
        None
    }
}

/// Defines the parts of a transform that its syntax determines: the form of its op, and the reader and the writer of its
/// attributes. An attribute is a field of the transform; the list has the keyword before it, its name and its class.
macro_rules! form {
    ($name:literal, $summary:literal, $operands:expr => $results:expr,
        $($($word:literal)? $key:ident: $class:ident,)*) => {
        const FORM: $crate::transform::TransformForm = $crate::transform::TransformForm {
            name: $name,
            summary: $summary,
            operands: $operands,
            results: $results,
            syntax: &[$(
                $($crate::transform::FormPiece::Word($word),)?
                $crate::transform::form::form!(@piece $class)(stringify!($key)),
            )*],
        };

        fn from_attributes(attributes: &dyn $crate::transform::FormAttributes) -> Option<Self> {
            let _ = attributes;
            Some(Self { $($key: attributes.$class(stringify!($key))?),* })
        }

        fn attributes(&self) -> Vec<$crate::transform::FormValue> {
            vec![$($crate::transform::form::form!(@value $class self.$key)),*]
        }
    };
    (@piece int) => { $crate::transform::FormPiece::Int };
    (@piece ints) => { $crate::transform::FormPiece::Ints };
    (@piece table) => { $crate::transform::FormPiece::Table };
    (@value int $value:expr) => { $crate::transform::FormValue::Int($value) };
    (@value table $value:expr) => { $crate::transform::FormValue::Table($value.clone()) };
    (@value ints $value:expr) => { $crate::transform::FormValue::Ints($value.clone()) };
}
pub(super) use form;
