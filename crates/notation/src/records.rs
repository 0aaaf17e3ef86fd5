//! Notations of records: tensors whose elements are bits of records, and may share scales.

use std::ops::Range;

use layout::{NotationFault, RecordTensor};

use crate::element::ElementType;
use crate::grammar::clip;
use crate::notation::Notation;

/// Returns the fault of a text of records where a layout with one offset for each index is expected. A text that denotes no
/// records has the fault of its reader.
pub(crate) fn not_one_offset(
    notation: &Notation,
    read: Result<RecordTensor, NotationFault>,
    text: &str,
) -> NotationFault {
    match read {
        Err(fault) => fault,
        Ok(_) => {
            let message = format!(
                "expected a layout with one offset for each index, but `{}:{}` has records, whose elements are bits",
                notation.name,
                clip(text)
            );
            NotationFault::new(0..text.len(), message).note("`layoutc eval` prints the bits")
        }
    }
}

/// Checks that no element type is given for records, whose fields have widths of their own.
///
/// # Errors
/// One is given.
pub(crate) fn refuse_element(
    given: Option<ElementType>,
    at: Range<usize>,
) -> Result<(), NotationFault> {
    match given {
        None => Ok(()),
        Some(given) => {
            let message = format!(
                "records have widths of their own, so the element type `{given}` has no use"
            );
            Err(NotationFault::new(at, message))
        }
    }
}

/// Returns the number of the last dim.
///
/// # Errors
/// There is no dim.
pub(crate) fn last_dim(lengths: &[i64], at: Range<usize>) -> Result<usize, NotationFault> {
    lengths.len().checked_sub(1).ok_or_else(|| {
        NotationFault::new(at, "records cover indices of the last dim, but there is no dim")
    })
}
