//! The reason why a layout has no text in a notation.

use layout::{AddressError, Difference};

/// The reason why a layout has no text in a notation: an index, and the fact that decides there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Witness {
    /// The index of the proof. If a search found no text, the first index at which the layout is not a sum of digits that
    /// the notation always has. `None` if the layout as a whole cannot be evaluated, or is undecided.
    pub at: Option<Vec<i64>>,
    /// The fact that decides.
    pub reason: String,
    /// `true` if the index proves that the notation cannot express the layout: each text of the notation differs from
    /// the layout at this index or, in row-major order, before it. `false` if a bounded search found no text.
    pub is_proof: bool,
}

layout::impl_error!(Witness {
    Self { at: Some(at), reason, .. } => "index {at:?}: {reason}",
    Self { at: None, reason, .. } => "{reason}",
});

impl Witness {
    /// Returns an index that proves that the notation cannot express the layout.
    pub(crate) fn at(at: Vec<i64>, reason: impl Into<String>) -> Witness {
        Witness { at: Some(at), reason: reason.into(), is_proof: true }
    }

    /// Returns a witness without an index, which proves nothing.
    pub(crate) fn undecided(reason: impl Into<String>) -> Witness {
        Witness { at: None, reason: reason.into(), is_proof: false }
    }

    /// Returns the same index and reason for a search that found no text.
    pub(crate) fn unproven(self) -> Witness {
        Witness { is_proof: false, ..self }
    }

    /// Returns the same index for a notation that has other texts, too, among which a search found none.
    pub(crate) fn and_search(self, search: &str) -> Witness {
        match self.at {
            Some(_) => {
                Witness { reason: format!("{}; {search}", self.reason), is_proof: false, ..self }
            }
            None => Witness::undecided(search),
        }
    }

    /// Returns the witness of a difference between the layout, `a`, and the only candidate that agrees before. The reason
    /// follows `its offset N`.
    pub(crate) fn from_difference(difference: &Difference, reason: &str) -> Witness {
        let at = difference.at.values().copied().collect();
        match difference.a {
            Some(offset) => Witness::at(at, format!("its offset {} {reason}", offset.get())),
            None => Witness::without_slot(at),
        }
    }

    /// Returns the witness of an index without a slot.
    pub(crate) fn without_slot(at: Vec<i64>) -> Witness {
        Witness::at(at, "it has no slot, but every index of a notation has one")
    }
}

impl From<AddressError> for Witness {
    fn from(error: AddressError) -> Witness {
        Witness::undecided(error.to_string())
    }
}
