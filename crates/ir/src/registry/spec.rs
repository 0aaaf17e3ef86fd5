//! The counts and attributes that a definition requires of an op.

use crate::data::attrs::{Attr, AttrKind};
use crate::data::context::Context;
use crate::data::types::TypeKind;
use crate::diag::counted;
use std::borrow::Cow;

/// The number of operands, results or regions of an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Any number.
    Any,
    /// Exactly this many.
    Exactly(usize),
    /// This many or more.
    AtLeast(usize),
}

impl Arity {
    /// Returns `true` if the count is allowed.
    pub(crate) fn admits(self, count: usize) -> bool {
        match self {
            Arity::Any => true,
            Arity::Exactly(exact) => count == exact,
            Arity::AtLeast(least) => count >= least,
        }
    }

    /// Describes the count, such as `1 operand` or `2 or more operands`.
    pub(crate) fn describe(self, what: &str) -> String {
        match self {
            Arity::Any => format!("any {what}s"),
            Arity::Exactly(exact) => counted(exact, what),
            Arity::AtLeast(least) => format!("{least} or more {what}s"),
        }
    }
}

/// The kind that an attribute must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttrClass {
    /// Any attribute.
    Any,
    /// A string.
    Str,
    /// A flat symbol reference.
    Symbol,
    /// A type.
    Type,
    /// An integer that fits 64 bits.
    Int,
    /// A list of integers: `[1, 2]` or `array<i64: 1, 2>`.
    Ints,
    /// An integer that fits 64 bits, or a map over symbols with one result.
    Expr,
    /// A list of integers, or a map over symbols.
    Exprs,
    /// A list.
    Array,
    /// A string, or an integer that fits 64 bits: an enumerator of Vulkan.
    Enum,
    /// `unit`.
    Unit,
    /// An integer of type `i64`.
    I64,
    /// `array<i64: ...>`.
    I64s,
    /// `array<i32: ...>`: the number of operands in each group.
    Segments,
    /// A list of dictionaries.
    Dicts,
    /// A list of lists of integers of type `i64`.
    I64Lists,
    /// A list of strings.
    Strs,
    /// A dictionary of integers that fit 64 bits.
    NamedInts,
}

impl AttrClass {
    /// Returns `true` if `attr` is of the class.
    pub fn admits(self, ctx: &Context, attr: Attr) -> bool {
        match self {
            AttrClass::Any => true,
            AttrClass::Str => ctx.as_str(attr).is_some(),
            AttrClass::Symbol => ctx.as_symbol(attr).is_some(),
            AttrClass::Type => ctx.as_type(attr).is_some(),
            AttrClass::Int => ctx.as_int(attr).is_some(),
            AttrClass::Ints => ctx.as_int_list(attr).is_some(),
            AttrClass::Expr => {
                ctx.as_int(attr).is_some()
                    || ctx.as_symbol_map(attr).is_some_and(|map| map.results().len() == 1)
            }
            AttrClass::Exprs => {
                ctx.as_int_list(attr).is_some() || ctx.as_symbol_map(attr).is_some()
            }
            AttrClass::Array => ctx.as_array(attr).is_some(),
            AttrClass::Enum => ctx.as_str(attr).is_some() || ctx.as_int(attr).is_some(),
            AttrClass::Unit => matches!(ctx.attr_kind(attr), AttrKind::Unit),
            AttrClass::I64 => is_i64(ctx, attr),
            AttrClass::I64s => is_dense_array(ctx, attr, 64),
            AttrClass::Segments => is_dense_array(ctx, attr, 32),
            AttrClass::Dicts => ctx.as_array(attr).is_some_and(|entries| {
                entries.iter().all(|&entry| matches!(ctx.attr_kind(entry), AttrKind::Dict(_)))
            }),
            AttrClass::Strs => ctx
                .as_array(attr)
                .is_some_and(|entries| entries.iter().all(|&entry| ctx.as_str(entry).is_some())),
            AttrClass::NamedInts => {
                let entries = || ctx.dict_entries(attr).iter();
                matches!(ctx.attr_kind(attr), AttrKind::Dict(_))
                    && entries().all(|&(_, value)| ctx.as_int(value).is_some())
            }
            AttrClass::I64Lists => ctx.as_array(attr).is_some_and(|entries| {
                entries.iter().all(|&entry| {
                    ctx.as_array(entry)
                        .is_some_and(|list| list.iter().all(|&entry| is_i64(ctx, entry)))
                })
            }),
        }
    }

    /// Describes the class, such as `a string` or `a type`.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            AttrClass::Any => "an attribute",
            AttrClass::Str => "a string",
            AttrClass::Symbol => "a symbol such as `@x`",
            AttrClass::Type => "a type",
            AttrClass::Int => "an integer",
            AttrClass::Ints => "a list of integers such as `array<i64: 1, 2>`",
            AttrClass::Expr => "an integer, or a map over symbols with one result",
            AttrClass::Exprs => {
                "a list of integers such as `array<i64: 1, 2>`, or a map over symbols"
            }
            AttrClass::Array => "a list such as `[...]`",
            AttrClass::Enum => "a name in quotes or an integer",
            AttrClass::Unit => "`unit`",
            AttrClass::I64 => "an integer of type `i64`",
            AttrClass::I64s => "a list such as `array<i64: 1, 2>`",
            AttrClass::Segments => "a list such as `array<i32: 1, 2>`",
            AttrClass::Dicts => "a list of dictionaries such as `[{}]`",
            AttrClass::I64Lists => "a list of lists such as `[[0, 1], [2]]`",
            AttrClass::Strs => "a list of strings such as `[\"lane\"]`",
            AttrClass::NamedInts => "a dictionary of integers such as `{warp = 5 : i64}`",
        }
    }
}

fn is_i64(ctx: &Context, attr: Attr) -> bool {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { ty, .. } => *ctx.kind(*ty) == TypeKind::signless(64),
        _ => false,
    }
}

fn is_dense_array(ctx: &Context, attr: Attr, width: u32) -> bool {
    match ctx.attr_kind(attr) {
        AttrKind::DenseArray { elem, .. } => *ctx.kind(*elem) == TypeKind::signless(width),
        _ => false,
    }
}

/// An attribute that a definition declares.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AttrSpec {
    /// The key.
    pub key: Cow<'static, str>,
    /// The kind of its value.
    pub class: AttrClass,
    /// `true` if the op must have the attribute.
    pub is_required: bool,
}

impl AttrSpec {
    /// Declares an attribute that the op must have.
    pub const fn required(key: &'static str, class: AttrClass) -> AttrSpec {
        AttrSpec { key: Cow::Borrowed(key), class, is_required: true }
    }

    /// Declares an attribute that the op may have.
    pub const fn optional(key: &'static str, class: AttrClass) -> AttrSpec {
        AttrSpec { key: Cow::Borrowed(key), class, is_required: false }
    }

    /// Declares an attribute whose key can be computed.
    pub fn new(key: impl Into<Cow<'static, str>>, class: AttrClass, is_required: bool) -> AttrSpec {
        AttrSpec { key: key.into(), class, is_required }
    }
}
