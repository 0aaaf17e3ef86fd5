//! The result of a reader: a layout with its element type, which a suffix such as `:f16` names.

use layout::{Layout, LayoutFault, NotationFault, Shape};
use pest::RuleType;
use pest::iterators::Pair;
use std::ops::Range;

use crate::element::ElementType;
use crate::grammar::{parts, range, unknown};

/// A layout that a text denotes, with the element type if the text names one.
#[derive(Clone, Debug)]
pub struct NotatedLayout {
    /// The layout. It has the size of the element type.
    pub layout: Layout,
    /// The element type; `None` if it is unknown.
    pub elem: Option<ElementType>,
}

impl NotatedLayout {
    /// Returns a layout with an element type.
    pub(crate) fn new(layout: Layout, elem: Option<ElementType>) -> NotatedLayout {
        let layout = match elem {
            Some(elem) => layout.with_elem(elem.size()),
            None => layout,
        };
        NotatedLayout { layout, elem }
    }
}

/// Returns the element type of a word.
///
/// # Errors
/// The word is not an element type.
pub(crate) fn element<R: RuleType>(word: &Pair<'_, R>) -> Result<ElementType, NotationFault> {
    let name = word.as_str();
    ElementType::from_name(name).ok_or_else(|| {
        unknown("element type", name, range(word), ElementType::all().map(ElementType::name))
            .note("element types are those of MLIR, such as `f16`, `bf16`, `i8` and `f8E4M3FN`")
    })
}

/// Returns the element type of a suffix and that of the option; both may be absent.
///
/// # Errors
/// The suffix names no element type, or another one than the option.
pub(crate) fn element_of<R: RuleType>(
    suffix: Option<Pair<'_, R>>,
    given: Option<ElementType>,
) -> Result<Option<ElementType>, NotationFault> {
    let Some(suffix) = suffix else { return Ok(given) };
    let at = range(&suffix);
    let Some(word) = parts(suffix).into_iter().next() else { return Ok(given) };
    agreed(element(&word)?, given, at).map(Some)
}

/// Returns the element type of a text, checked against that of the option.
///
/// # Errors
/// They differ.
pub(crate) fn agreed(
    own: ElementType,
    given: Option<ElementType>,
    at: Range<usize>,
) -> Result<ElementType, NotationFault> {
    match given {
        Some(given) if given != own => {
            let message = format!("the element type is `{own}`, but `{given}` is required");
            Err(NotationFault::new(at, message))
        }
        _ => Ok(own),
    }
}

/// Returns the suffix of an element type; empty if it is unknown.
pub(crate) fn suffix(elem: Option<ElementType>) -> String {
    elem.map_or_else(String::new, |elem| format!(":{elem}"))
}

/// Converts a fault of the core to one of the part of the text that denotes the layout.
pub(crate) fn fault_at(at: Range<usize>, fault: LayoutFault) -> NotationFault {
    NotationFault { notes: fault.notes, ..NotationFault::new(at, fault.message) }
}

/// Returns the shape of some lengths, which are a part of the text.
///
/// # Errors
/// There are too many lengths.
pub(crate) fn shape_of(lengths: &[i64], at: Range<usize>) -> Result<Shape, NotationFault> {
    Shape::of_static(lengths).map_err(|error| NotationFault::new(at, error.to_string()))
}
