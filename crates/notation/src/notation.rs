//! The definition of a notation: its name and its functions.

use layout::NotationFault;

use crate::element::ElementType;
use crate::subject::WrittenLayout;
use crate::suffix::NotatedLayout;
use crate::witness::Witness;

/// The shape and the element type of a layout, in the forms that notations write.
pub(crate) struct ShapeText {
    /// The lengths, separated by commas.
    pub(crate) lengths: String,
    /// The name of the element type in XLA; empty if it is unknown.
    pub(crate) xla_elem: &'static str,
}

/// Returns a text with its shape in brackets behind it, before a suffix such as `:f16`.
pub(crate) fn shape_behind(text: &str, shape: &ShapeText) -> String {
    // `TensorFormat::kCHW32` has no suffix.
    let colon = text.rfind(':').filter(|&colon| !text[..colon].ends_with(':'));
    let (body, suffix) = text.split_at(colon.unwrap_or(text.len()));
    format!("{}[{}]{suffix}", body.trim_end(), shape.lengths)
}

/// A notation of layouts.
#[derive(Clone, Copy)]
pub struct Notation {
    /// The name before the colon.
    pub name: &'static str,
    /// A summary of one line.
    pub summary: &'static str,
    /// A text after the colon.
    pub example: &'static str,
    /// `true` if a text must name its element type.
    pub needs_element: bool,
    /// The layouts whose text the writer finds whenever one exists; `None` for all layouts. A failure for another layout
    /// proves nothing.
    pub searched: Option<&'static str>,
    /// Returns the text after the colon for a text without its shape; `None` if the notation needs its shape.
    pub(crate) shaped: Option<fn(&str, &ShapeText) -> String>,
    /// Reads the text after the colon. The element type is that of an option.
    pub(crate) read: fn(&str, Option<ElementType>) -> Result<NotatedLayout, NotationFault>,
    /// Writes the text after the colon.
    pub(crate) write: fn(&WrittenLayout<'_>) -> Result<String, Witness>,
}
