//! The reason why a symbolic layout is invalid, with the values that show it.

use crate::pipeline::LayoutFault;

/// Values of the symbols, and an index, at which a claim does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SymbolWitness {
    /// The value of each symbol, in the order of its set.
    pub values: Vec<i64>,
    /// The index; empty if the claim is about the symbols alone.
    pub index: Vec<i64>,
}

impl SymbolWitness {
    /// Returns a witness.
    pub fn new(values: Vec<i64>, index: Vec<i64>) -> SymbolWitness {
        SymbolWitness { values, index }
    }
}

/// The reason why symbols, expressions or transforms do not form a symbolic layout, or why a question about it has no
/// answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SymbolicFault {
    /// The fault, with the numbers that disagree.
    pub message: String,
    /// Further facts.
    pub notes: Vec<String>,
    /// Values at which the claim does not hold; `None` if there are none, or the claim is undecided.
    pub witness: Option<Box<SymbolWitness>>,
    /// A relation over the symbols that would be enough, as text such as `s1 mod 4 == 0`; `None` if none is known.
    pub enough: Option<String>,
    /// The offending transform, by its index among those of the builder; `None` if no transform is at fault.
    pub stage: Option<usize>,
    /// `true` if the claim is undecided: it may hold.
    pub undecided: bool,
}

impl SymbolicFault {
    /// Returns a fault without a witness.
    pub fn new(message: impl Into<String>) -> SymbolicFault {
        SymbolicFault { message: message.into(), ..SymbolicFault::default() }
    }

    /// Returns the fault of a question that is undecided.
    pub(super) fn of_undecided(question: impl Into<String>) -> SymbolicFault {
        SymbolicFault { undecided: true, ..SymbolicFault::new(question) }
    }

    /// Returns the same fault with a further note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> SymbolicFault {
        self.notes.push(note.into());
        self
    }
}

impl From<LayoutFault> for SymbolicFault {
    fn from(fault: LayoutFault) -> SymbolicFault {
        let LayoutFault { message, notes, stage, undecided, .. } = fault;
        SymbolicFault { message, notes, stage, undecided, ..SymbolicFault::default() }
    }
}

impl_error!(SymbolicFault { Self { message, .. } => "{message}" });
