//! The reason why fields do not form a record, or records do not form a tensor.

use crate::pipeline::LayoutFault;
use crate::space::RankError;
use crate::stride::AddressError;

/// The reason why fields do not form a record, or records do not form a tensor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordFault {
    /// The fault, with the numbers that disagree.
    pub message: String,
    /// Further facts, and how to correct the fault.
    pub notes: Vec<String>,
    /// The names of the fields at fault, the offending one first; empty if the fault is of the whole.
    pub fields: Vec<String>,
}

impl RecordFault {
    /// Returns a fault of a record as a whole.
    pub fn new(message: impl Into<String>) -> RecordFault {
        RecordFault { message: message.into(), ..RecordFault::default() }
    }

    /// Returns a fault of a field.
    pub fn of_field(field: &str, message: impl Into<String>) -> RecordFault {
        RecordFault { fields: vec![field.to_owned()], ..RecordFault::new(message) }
    }

    /// Returns the same fault with a further note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> RecordFault {
        self.notes.push(note.into());
        self
    }

    /// Returns the same fault with a further field at fault.
    #[must_use]
    pub(super) fn and_field(mut self, field: &str) -> RecordFault {
        self.fields.push(field.to_owned());
        self
    }

    /// Returns the fault of a layout of a field.
    pub(super) fn of_layout(field: &str, fault: LayoutFault) -> RecordFault {
        let notes = fault.notes;
        let message = format!("the layout of field `{field}`: {}", fault.message);
        RecordFault { notes, ..RecordFault::of_field(field, message) }
    }
}

impl From<LayoutFault> for RecordFault {
    fn from(fault: LayoutFault) -> RecordFault {
        RecordFault { notes: fault.notes, ..RecordFault::new(fault.message) }
    }
}

impl From<RankError> for RecordFault {
    fn from(error: RankError) -> RecordFault {
        RecordFault::new(error.to_string())
    }
}

impl From<AddressError> for RecordFault {
    fn from(error: AddressError) -> RecordFault {
        RecordFault::new(error.to_string())
    }
}

impl_error!(RecordFault { Self { message, .. } => "{message}" });
