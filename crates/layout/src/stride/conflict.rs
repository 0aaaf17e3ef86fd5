//! Conflicts of stride constraints, in one form from the solver to the diagnostics of a program.

use std::error::Error;
use std::fmt;

/// Constraints that cannot all hold, and the removals that resolve the conflict. Each layer names the members of the
/// core in its own terms, and [`map`](Conflict::map) converts them.
///
/// `O` is a member of the core: the index of a constraint in a [`System`](crate::System), the origins of a constraint in
/// a buffer, or a requirement in a diagnostic. `S` are strides: of the unknowns, or by physical or logical dim. `R` is
/// the reason, which a diagnostic states in its headline.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict<O, S, R = ()> {
    /// The numbers that disagree, derived only from the core and from facts of memory.
    pub reason: R,
    /// A minimal unsatisfiable core: its members cannot all hold, but after removing any one of them the others can. The
    /// members are in the order of their list. Empty if facts of memory alone are unsatisfiable.
    pub core: Vec<O>,
    /// The removals after which all other constraints can hold. A removal that leaves another conflict is not listed.
    pub corrections: Vec<Correction<S>>,
}

/// The effect of removing one member of an unsatisfiable core.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Correction<S> {
    /// The index in [`Conflict::core`] of the removed member.
    pub removed: usize,
    /// The least strides that all other constraints allow.
    pub strides: S,
}

impl<O, S, R> Conflict<O, S, R> {
    /// Returns the conflict in the terms of another layer. A correction whose strides have no counterpart is omitted.
    pub fn map<P, T, Q>(
        &self,
        reason: Q,
        member: impl FnMut(&O) -> P,
        mut strides: impl FnMut(&S) -> Option<T>,
    ) -> Conflict<P, T, Q> {
        let corrections = self.corrections.iter().filter_map(|correction| {
            let strides = strides(&correction.strides)?;
            Some(Correction { removed: correction.removed, strides })
        });
        let corrections = corrections.collect();
        Conflict { reason, core: self.core.iter().map(member).collect(), corrections }
    }
}

impl<O, S, R: fmt::Display> fmt::Display for Conflict<O, S, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl<O: fmt::Debug, S: fmt::Debug, R: fmt::Debug + fmt::Display> Error for Conflict<O, S, R> {}
