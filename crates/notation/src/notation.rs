//! The definition of a notation: its name and its functions.

use layout::NotationFault;

use crate::element::ElementType;
use crate::subject::WrittenLayout;
use crate::suffix::NotatedLayout;
use crate::witness::Witness;

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
    /// Reads the text after the colon. The element type is that of an option.
    pub(crate) read: fn(&str, Option<ElementType>) -> Result<NotatedLayout, NotationFault>,
    /// Writes the text after the colon.
    pub(crate) write: fn(&WrittenLayout<'_>) -> Result<String, Witness>,
}
