//! The definition of a notation: its name and its functions.

use layout::{NotationFault, Placement, RecordTensor};

use crate::element::ElementType;
use crate::placed::NotatedPlacement;
use crate::subject::WrittenLayout;
use crate::suffix::NotatedLayout;
use crate::symbolic::NotatedSymbolicLayout;
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
    /// Its reader and its writer.
    pub(crate) functions: NotationFunctions,
}

/// A reader of texts with symbols.
pub(crate) type SymbolicReader =
    fn(&str, Option<ElementType>) -> Result<Option<NotatedSymbolicLayout>, NotationFault>;

/// The reader and the writer of a notation. Both have the text after the colon; the element type of a reader is that of
/// an option.
#[derive(Clone, Copy)]
pub(crate) enum NotationFunctions {
    /// Of layouts in memory.
    Layout {
        /// Returns the text for a text without its shape; `None` if the notation needs its shape.
        shaped: Option<fn(&str, &ShapeText) -> String>,
        /// Reads a text.
        read: fn(&str, Option<ElementType>) -> Result<NotatedLayout, NotationFault>,
        /// Writes a layout.
        write: fn(&WrittenLayout<'_>) -> Result<String, Witness>,
        /// Reads a text with symbols, and returns `None` if a text has none. `None` if the notation has no symbols.
        symbolic: Option<SymbolicReader>,
    },
    /// Of placements onto named axes.
    Placement {
        /// Reads a text.
        read: fn(&str, Option<ElementType>) -> Result<NotatedPlacement, NotationFault>,
        /// Writes a placement.
        write: fn(&Placement, Option<ElementType>) -> Result<String, Witness>,
    },
    /// Of tensors of records, whose elements are bits.
    Records {
        /// Reads a text.
        read: fn(&str, Option<ElementType>) -> Result<RecordTensor, NotationFault>,
    },
}

impl Notation {
    /// Returns `true` if the texts denote placements onto named axes, which may be no layouts in memory.
    pub fn is_of_placements(&self) -> bool {
        matches!(self.functions, NotationFunctions::Placement { .. })
    }

    /// Returns `true` if the texts denote layouts in memory, which have one offset for each index.
    pub fn is_of_layouts(&self) -> bool {
        matches!(self.functions, NotationFunctions::Layout { .. })
    }

    /// Returns the function that inserts a shape; `None` if the notation needs its shape.
    pub(crate) fn shaped(&self) -> Option<fn(&str, &ShapeText) -> String> {
        match self.functions {
            NotationFunctions::Layout { shaped, .. } => shaped,
            NotationFunctions::Placement { .. } | NotationFunctions::Records { .. } => None,
        }
    }
}
