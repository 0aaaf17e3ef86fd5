//! The text of choices in the grammar of `choice` and `condition`. The parser reads it back to an equal choice.

use super::{
    Choice, Condition, ConditionTest, Const, ElemKind, Form, Item, NamedOrder, Slot, Slots, Term,
    ValueSelector,
};
use crate::affine::AffineMap;
use crate::data::text::write_string;
use layout::StrideReqs;
use std::fmt::{self, Display, Formatter};

fn separated<T: Display>(
    f: &mut Formatter<'_>,
    items: impl IntoIterator<Item = T>,
    separator: &str,
) -> fmt::Result {
    for (at, item) in items.into_iter().enumerate() {
        write!(f, "{}{item}", if at == 0 { "" } else { separator })?;
    }
    Ok(())
}

fn bracket<T: Display>(
    f: &mut Formatter<'_>,
    open: &str,
    items: impl IntoIterator<Item = T>,
    close: &str,
) -> fmt::Result {
    f.write_str(open)?;
    separated(f, items, ", ")?;
    f.write_str(close)
}

fn string(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    let mut quoted = String::new();
    write_string(text.as_bytes(), &mut quoted);
    f.write_str(&quoted)
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
            bracket(f, ", reqs = [", self.reqs.iter().map(SlotReqs), "]")?;
        }
        if !self.when.is_empty() {
            bracket(f, ", when = [", &self.when, "]")?;
        }
        match self.cost.as_number() {
            Some(0) => Ok(()),
            _ => write!(f, ", cost = {}", self.cost),
        }
    }
}

/// The stride requirements of one slot.
struct SlotReqs<'a>(&'a StrideReqs);

impl Display for SlotReqs<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.is_empty() {
            true => f.write_str("any"),
            false => write!(f, "#layout.reqs<{}>", self.0),
        }
    }
}

impl Display for Slots {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        separated(f, self.written(), ", ")?;
        f.write_str(if self.rest.is_some() { "..." } else { "" })
    }
}

impl Display for Slot {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Slot::Any => f.write_str("any"),
            Slot::Same => f.write_str("same"),
            Slot::RowMajor => f.write_str("row_major"),
            Slot::Order(order) => order.fmt(f),
            Slot::Format(format) => match format.to_string().split_once(", ") {
                Some((name, words)) => write!(f, "{name}<{words}>"),
                None => format.fmt(f),
            },
            Slot::OneOf(slots) => separated(f, slots, " | "),
        }
    }
}

impl Display for NamedOrder {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) => f.write_str(name),
            None => write!(f, "affine_map<{}>", AffineMap::from(self.order)),
        }
    }
}

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.left().fmt(f)?;
        if let Some(modulo) = self.modulo() {
            write!(f, " % {modulo}")?;
        }
        match self.test() {
            ConditionTest::Equals(right) => write!(f, " == {right}"),
            ConditionTest::Differs(right) => write!(f, " != {right}"),
            ConditionTest::In(items) => bracket(f, " in (", items, ")"),
            ConditionTest::NotIn(items) => bracket(f, " not in (", items, ")"),
        }
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Item::One(value) => value.fmt(f),
            Item::Range(low, Some(high)) => write!(f, "{low} to {high}"),
            Item::Range(low, None) => write!(f, "{low} to *"),
        }
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Term::Elem(selector) => write!(f, "elem({selector})"),
            Term::Dim(selector, dim) => write!(f, "dim({selector}, {dim})"),
            Term::Rank(selector) => write!(f, "rank({selector})"),
            Term::Bytes(selector) => write!(f, "bytes({selector})"),
            Term::Attr { key, default } => {
                f.write_str("attr(")?;
                match is_word(key) {
                    true => f.write_str(key)?,
                    false => string(f, key)?,
                }
                if let Some(default) = default {
                    write!(f, ", {default}")?;
                }
                f.write_str(")")
            }
            Term::Const(value) => value.fmt(f),
        }
    }
}

/// Returns `true` if a key is printed as a bare word, without quotes.
fn is_word(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

impl Display for ValueSelector {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ValueSelector::Value(at) => write!(f, "{at}"),
            ValueSelector::Result(at) => write!(f, "result {at}"),
        }
    }
}

impl Display for Const {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Const::Int(value) => value.fmt(f),
            Const::Bool(value) => value.fmt(f),
            Const::Text(text) => string(f, text),
            Const::Ints(values) => {
                f.write_str("[")?;
                separated(f, values, ", ")?;
                f.write_str("]")
            }
            Const::Elem(kind) => kind.fmt(f),
        }
    }
}

impl Display for ElemKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ElemKind::Float(kind) => f.write_str(kind.keyword()),
            ElemKind::Index => f.write_str("index"),
            ElemKind::Integer { width, sign } => write!(f, "{}{width}", sign.prefix()),
        }
    }
}
