//! The op that replaces the op of a choice in its layouts.
//!
//! `as = "com.microsoft.NhwcMaxPool" {channels_last = 1 : i64}`: where the choice is taken, `materialize-layouts` renames
//! the op and sets these attributes, and its operands and results have the shapes of their layouts. A target is read
//! apart from the module, so the attributes are values of their own.

use crate::data::types::Signedness;

/// The name of an op, and attributes to set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StandIn {
    pub(super) name: String,
    pub(super) attrs: Vec<(String, StandInAttr)>,
}

/// The value of an attribute of a [`StandIn`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StandInAttr {
    /// `unit`.
    Unit,
    /// `true`.
    Bool(bool),
    /// `1 : i64`.
    Int {
        /// The value.
        value: i64,
        /// The width of its type, in bits.
        width: u32,
        /// The interpretation of its bits.
        sign: Signedness,
    },
    /// `"text"`.
    Str(String),
    /// `array<i64: 1, 2>`.
    Ints(Vec<i64>),
    /// `[1, 2]`.
    List(Vec<StandInAttr>),
}

impl StandIn {
    /// Returns the op of a name, with these attributes.
    ///
    /// # Errors
    /// The name has no dialect, or a key is no word or is listed twice.
    pub fn new(name: String, attrs: Vec<(String, StandInAttr)>) -> Result<StandIn, String> {
        let is_op =
            name.split_once('.').is_some_and(|(dialect, op)| !dialect.is_empty() && !op.is_empty());
        if !is_op {
            return Err(format!("`as` must name an op with its dialect, but is \"{name}\""));
        }
        for (at, (key, _)) in attrs.iter().enumerate() {
            let is_word = key
                .starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
                && key
                    .chars()
                    .all(|letter| letter.is_ascii_alphanumeric() || "_$.".contains(letter));
            if !is_word {
                return Err(format!("key `{key}` of `as` must be a word"));
            }
            if attrs[..at].iter().any(|(other, _)| other == key) {
                return Err(format!("duplicate key `{key}` of `as`"));
            }
        }
        Ok(StandIn { name, attrs })
    }

    /// Returns the name of the op.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the attributes to set, with their keys.
    pub fn attrs(&self) -> &[(String, StandInAttr)] {
        &self.attrs
    }
}
