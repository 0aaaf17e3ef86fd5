//! The text of choices in the grammar of `choice` and `condition`. The parser reads it back to an equal choice.

use super::{
    Choice, Condition, ConditionTest, Const, ElemKind, Form, Item, LayoutName, NamedOrder, Slot,
    Slots, StandIn, StandInAttr, Term, ValueSelector,
};
use crate::affine::AffineMap;
use crate::data::text::{write_string, write_symbol};
use layout::{FormatUse, StrideReqs, impl_display, joined};
use std::fmt::{self, Display, Formatter};

/// Returns a string literal.
pub(in crate::data) fn string(text: &str) -> String {
    let mut quoted = String::new();
    write_string(text.as_bytes(), &mut quoted);
    quoted
}

/// Returns a symbol with `@`. Dots at its end are in quotes, because `@name...` is one layout for several values.
fn symbol(name: &str) -> String {
    if name.ends_with('.') || name.contains("...") {
        return format!("@{}", string(name));
    }
    let mut text = String::new();
    write_symbol(name, &mut text);
    text
}

impl Display for Choice {
    /// Writes the text between the brackets: `(NHWC, any) -> NHWC, cost = 5`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.form {
            Form::Same => f.write_str("same")?,
            Form::Lists { operands, results } => {
                write!(f, "({operands}) -> ")?;
                match results.written().count() {
                    1 => write!(f, "{results}")?,
                    _ => write!(f, "({results})")?,
                }
            }
        }
        if !self.reqs.is_empty() {
            write!(f, ", reqs = [{}]", joined(self.reqs.iter().map(slot_reqs), ", "))?;
        }
        if !self.when.is_empty() {
            write!(f, ", when = [{}]", joined(&self.when, ", "))?;
        }
        if self.cost.as_number() != Some(0) {
            write!(f, ", cost = {}", self.cost)?;
        }
        if !self.fuses.is_empty() {
            write!(f, ", fuses = [{}]", joined(&self.fuses, ", "))?;
        }
        match &self.stand_in {
            None => Ok(()),
            Some(stand_in) => write!(f, ", as = {stand_in}"),
        }
    }
}

/// Returns the stride requirements of one slot.
fn slot_reqs(reqs: &StrideReqs) -> String {
    match reqs.is_empty() {
        true => "any".to_owned(),
        false => format!("#layout.reqs<{reqs}>"),
    }
}

/// Returns a format as a slot: the words after its name are in brackets.
fn slot_format(format: &FormatUse) -> String {
    let text = format.to_string();
    text.split_once(", ").map(|(name, words)| format!("{name}<{words}>")).unwrap_or(text)
}

impl_display!(Slots {
    slots if slots.rest.is_some() => "{}..." (joined(slots.written(), ", ")),
    slots => "{}" (joined(slots.written(), ", ")),
});

impl_display!(Slot {
    Self::Any => "any",
    Self::Same => "same",
    Self::RowMajor => "row_major",
    Self::Order(order) => "{order}",
    Self::Format(format) => "{}" (slot_format(format)),
    Self::Custom(name) => "{name}",
    Self::OneOf(slots) => "{}" (joined(slots, " | ")),
});

impl_display!(LayoutName {
    Self::Symbol(name) => "{}" (symbol(name)),
    Self::Map(map) => "affine_map<{map}>",
    Self::Notation(text) => "{}" (string(text)),
});

impl_display!(NamedOrder {
    Self { name: Some(name), .. } => "{name}",
    Self { order, .. } => "affine_map<{}>" (AffineMap::from(*order)),
});

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.left().fmt(f)?;
        if let Some(modulo) = self.modulo() {
            write!(f, " % {modulo}")?;
        }
        match self.test() {
            ConditionTest::Equals(right) => write!(f, " == {right}"),
            ConditionTest::Differs(right) => write!(f, " != {right}"),
            ConditionTest::In(items) => write!(f, " in ({})", joined(items, ", ")),
            ConditionTest::NotIn(items) => write!(f, " not in ({})", joined(items, ", ")),
        }
    }
}

impl_display!(Item {
    Self::One(value) => "{value}",
    Self::Range(low, Some(high)) => "{low} to {high}",
    Self::Range(low, None) => "{low} to *",
});

impl_display!(Term {
    Self::Elem(selector) => "elem({selector})",
    Self::Dim(selector, dim) => "dim({selector}, {dim})",
    Self::Rank(selector) => "rank({selector})",
    Self::Bytes(selector) => "bytes({selector})",
    Self::Attr { key, default: Some(default) } => "attr({}, {default})" (word_or_string(key)),
    Self::Attr { key, default: None } => "attr({})" (word_or_string(key)),
    Self::Const(value) => "{value}",
});

/// Returns a key, in quotes if it is not a word.
fn word_or_string(key: &str) -> String {
    let is_word = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_word { key.to_owned() } else { string(key) }
}

impl_display!(ValueSelector {
    Self::Value(at) => "{at}",
    Self::Result(at) => "result {at}",
});

impl_display!(Const {
    Self::Int(value) => "{value}",
    Self::Bool(value) => "{value}",
    Self::Text(text) => "{}" (string(text)),
    Self::Ints(values) => "[{}]" (joined(values, ", ")),
    Self::Elem(kind) => "{kind}",
});

impl_display!(ElemKind {
    Self::Float(kind) => "{}" (kind.keyword()),
    Self::Index => "index",
    Self::Integer { width, sign } => "{}{width}" (sign.prefix()),
});

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
