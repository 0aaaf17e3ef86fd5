//! The op that stands for an op in the layouts of a choice.
//!
//! `as = "com.microsoft.NhwcMaxPool" {channels_last = 1 : i64}`: where the choice is taken, `materialize-layouts` renames
//! the op and sets these attributes, and its operands and results have the shapes of their layouts. A target is read
//! apart from the module, so the attributes are values of their own.

use super::string;
use crate::data::attrs::{Attr, AttrKind, IntValue};
use crate::data::context::Context;
use crate::data::types::{Signedness, TypeKind};
use layout::{impl_display, joined};

/// The name of an op, and attributes to set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StandIn {
    name: String,
    attrs: Vec<(String, StandInAttr)>,
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

impl_display!(StandInAttr {
    Self::Unit => "unit",
    Self::Bool(value) => "{value}",
    Self::Int { value, width, sign } => "{value} : {}{width}" (sign.prefix()),
    Self::Str(text) => "{}" (string(text)),
    Self::Ints(values) => "array<i64: {}>" (joined(values, ", ")),
    Self::List(items) => "[{}]" (joined(items, ", ")),
});

/// Returns an entry of the dictionary as text.
fn entry((key, value): &(String, StandInAttr)) -> String {
    match value {
        StandInAttr::Unit => key.clone(),
        value => format!("{key} = {value}"),
    }
}

impl_display!(StandIn {
    Self { name, attrs } if attrs.is_empty() => "{}" (string(name)),
    Self { name, attrs } => "{} {{{}}}" (string(name), joined(attrs.iter().map(entry), ", ")),
});

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

impl StandInAttr {
    /// Returns the value of an attribute; `None` if it is of another kind.
    pub fn read(ctx: &Context, attr: Attr) -> Option<StandInAttr> {
        match ctx.attr_kind(attr) {
            AttrKind::Unit => Some(StandInAttr::Unit),
            AttrKind::Integer { value: IntValue::Small(value), ty } => match *ctx.kind(*ty) {
                TypeKind::BOOL => Some(StandInAttr::Bool(*value != 0)),
                TypeKind::Integer { width, sign } => {
                    Some(StandInAttr::Int { value: *value, width, sign })
                }
                _ => None,
            },
            AttrKind::String { value, ty: None } => {
                Some(StandInAttr::Str(String::from_utf8(value.to_vec()).ok()?))
            }
            AttrKind::DenseArray { elem, .. } if *ctx.kind(*elem) == TypeKind::signless(64) => {
                Some(StandInAttr::Ints(ctx.as_int_list(attr)?))
            }
            AttrKind::Array(_) => {
                let items = ctx.as_array(attr)?.iter();
                let items = items.map(|&item| StandInAttr::read(ctx, item));
                Some(StandInAttr::List(items.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }

    /// Returns the attribute with this value.
    pub fn attr(&self, ctx: &mut Context) -> Attr {
        match self {
            StandInAttr::Unit => ctx.unit(),
            StandInAttr::Bool(value) => ctx.bool(*value),
            StandInAttr::Int { value, width, sign } => {
                let ty = ctx.ty(TypeKind::Integer { width: *width, sign: *sign });
                ctx.attr(AttrKind::Integer { value: IntValue::Small(*value), ty })
            }
            StandInAttr::Str(text) => ctx.string(text),
            StandInAttr::Ints(values) => ctx.i64_array(values),
            StandInAttr::List(items) => {
                let items: Vec<Attr> = items.iter().map(|item| item.attr(ctx)).collect();
                ctx.array(&items)
            }
        }
    }
}
