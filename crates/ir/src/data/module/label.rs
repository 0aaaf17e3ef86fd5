//! The names of values and blocks in the text.

use crate::data::context::Context;
use crate::data::ids::Name;
use std::num::NonZeroU32;

/// The name of a value or block in the text: nothing, a number, or a text.
///
/// Values keep the names of the source text; the printer numbers the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label(u32);

/// The three forms of a [`Label`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelKind {
    /// No name.
    None,
    /// `%12`.
    Number(u32),
    /// `%conv1`.
    Text(Name),
}

impl Label {
    /// No name.
    pub const NONE: Label = Label(0);
    const NUMBER: u32 = 1 << 31;

    /// Returns the label of a number below 2^31, and [`Label::NONE`] for a greater one.
    pub fn number(number: u32) -> Label {
        if number < Label::NUMBER { Label(Label::NUMBER | number) } else { Label::NONE }
    }

    /// Returns the label of a name.
    pub fn text(name: Name) -> Label {
        Label(name.0.get())
    }

    /// Returns the label of a text. Canonical decimals below 2^31 are numbers.
    pub fn parse(text: &str, ctx: &mut Context) -> Label {
        match text.parse::<u32>() {
            Ok(number)
                if number < Label::NUMBER && (text == "0" || !text.starts_with(['0', '+'])) =>
            {
                Label::number(number)
            }
            _ => Label::text(ctx.name(text)),
        }
    }

    /// Returns the form of the label.
    pub fn kind(self) -> LabelKind {
        match self.0 {
            0 => LabelKind::None,
            raw if raw & Label::NUMBER != 0 => LabelKind::Number(raw & !Label::NUMBER),
            raw => LabelKind::Text(Name(NonZeroU32::new(raw).expect("0 is matched above"))),
        }
    }

    /// Returns the text without its sigil; `None` for [`Label::NONE`].
    pub fn display(self, ctx: &Context) -> Option<String> {
        match self.kind() {
            LabelKind::None => None,
            LabelKind::Number(number) => Some(number.to_string()),
            LabelKind::Text(name) => Some(ctx.text(name).to_owned()),
        }
    }
}
