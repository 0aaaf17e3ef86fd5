//! Systems of strides: the strides of many tensors that share memory, solved together and exactly.
//!
//! The unknowns are strides in whole elements, at least one each. A [`Demand`] speaks of one or two of
//! them. Every demand still holds when two solutions are replaced by their minimum, variable by variable;
//! so a system that has solutions has one that is least in every variable, and this is what
//! [`System::solve`] finds. `layout::solve` is a system of one tensor.
//!
//! How it is found (`run`): equalities group the variables into classes, in which each stride is a known
//! share of one unknown (`classes`, `ratio`). Lower bounds between classes form a graph. A cycle whose
//! factors multiply to more than one cannot hold, one of exactly one is an equality in disguise (`cycles`).
//! What remains is raised from below, class by class, in the order of that graph.
//!
//! When it fails, `reason` says why, with the demands that are to blame; `core` shrinks these to a minimal
//! set, on the part of the system that hangs together with them (`part`); `words` has the sentences. When it
//! holds, `derive` says why each stride is not less.

use std::fmt;

mod classes;
mod core;
mod cycles;
mod derive;
mod explain;
mod part;
mod ratio;
mod reason;
mod run;
mod words;

pub use derive::{Derivation, Multiple};
pub use reason::{Bound, Cause, Fact, Reason, Share};

use crate::space::ElemSize;

/// A multiple of the stride of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scaled {
    /// The variable, below the number of variables of the system.
    pub var: usize,
    /// The factor, at least one.
    pub times: i64,
}

impl Scaled {
    /// The stride itself.
    pub fn once(var: usize) -> Scaled {
        Scaled { var, times: 1 }
    }
}

/// What must hold of strides. Strides are whole elements; amounts are in bits.
///
/// A demand that names a variable the system does not have, a factor below one, or multiples of less than
/// one bit is malformed; it can never hold, and the conflict says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Demand {
    /// Both are the same.
    Equal(Scaled, Scaled),
    /// The first is not below the second.
    AtLeast(Scaled, Scaled),
    /// It is not below this many elements.
    AtLeastElems(Scaled, i64),
    /// It is this many bits. When this is no whole number of elements, nothing satisfies it.
    Exactly {
        /// The stride, with its factor.
        of: Scaled,
        /// The amount in bits.
        bits: i128,
    },
    /// Its bits are a multiple of this, which may be any number above zero.
    Multiple {
        /// The stride, with its factor.
        of: Scaled,
        /// The amount in bits.
        bits: i128,
    },
    /// It is not above this many bits.
    AtMost {
        /// The stride, with its factor.
        of: Scaled,
        /// The amount in bits.
        bits: i128,
    },
}

impl Demand {
    /// The strides that the demand is about, one or two.
    pub(crate) fn terms(self) -> impl Iterator<Item = Scaled> {
        let (first, second) = match self {
            Demand::Equal(a, b) | Demand::AtLeast(a, b) => (a, Some(b)),
            Demand::AtLeastElems(of, _)
            | Demand::Exactly { of, .. }
            | Demand::Multiple { of, .. }
            | Demand::AtMost { of, .. } => (of, None),
        };
        std::iter::once(first).chain(second)
    }
}

/// Demands on the strides of variables, which all have elements of one size.
///
/// Hard demands are facts, soft ones are requests: conflicts are told in terms of the soft ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    /// The number of variables.
    pub vars: usize,
    /// The size of an element.
    pub elem: ElemSize,
    /// The demands that nobody can drop.
    pub hard: Vec<Demand>,
    /// The demands that a conflict may name, in order of preference: a core is one of early demands.
    pub soft: Vec<Demand>,
}

/// Why a system has no solution. Soft demands are named by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemConflict {
    /// Soft demands that cannot hold together with the hard ones, while any of them may be dropped and the
    /// others then hold. In the order of their places; empty when the hard ones alone fail.
    pub core: Vec<usize>,
    /// The numbers that disagree, from the core and hard demands alone.
    pub reason: Reason,
    /// For each member of the core, in its order: the least strides, by variable, that satisfy all other
    /// demands of the system; nothing when these have a conflict of their own.
    pub repairs: Vec<(usize, Option<Vec<i64>>)>,
}

impl fmt::Display for SystemConflict {
    /// The reason with variables named `x0`, `x1` and so on, and strides in elements.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elem = ElemSize::new(crate::space::Bits::new(1)).expect("one bit is a size");
        self.reason.words(elem, &|var| format!("x{var}")).fmt(f)
    }
}

impl std::error::Error for SystemConflict {}

impl System {
    /// The least stride of each variable, in elements, among all that satisfy every demand.
    ///
    /// Time is linear in variables and demands, but for sorting out cycles of lower bounds.
    ///
    /// # Errors
    /// A conflict with a minimal core. Among several cores, it is one of early soft demands. Strides that do
    /// not fit 63 bits are conflicts too.
    pub fn solve(&self) -> Result<Vec<i64>, Box<SystemConflict>> {
        let whole = part::Part::whole(self);
        whole.solve(&whole.all()).map_err(|reason| Box::new(core::conflict(self, &whole, *reason)))
    }
}

#[cfg(test)]
mod tests;
