//! The constraints of a buffer, each with all that ask for it.

use crate::space::ElemSize;
use crate::stride::constraint::Constraint;
use crate::stride::system::{Cause, System};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

/// The origin of a constraint. Members are places in [`BufferProblem::members`](super::BufferProblem::members).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A requirement on a tensor.
    Requirement {
        /// The tensor.
        member: usize,
        /// The place of the requirement in the tensor's list.
        at: usize,
    },
    /// The strides that a tensor's type gives.
    Given {
        /// The tensor.
        member: usize,
    },
    /// A reshape that reads two dims as one, by its place in [`BufferProblem::contiguity`](super::BufferProblem::contiguity).
    Contiguity(usize),
    /// A tensor with steps, whose own strides must be nested.
    Nested {
        /// The tensor.
        member: usize,
    },
    /// A limit of the device.
    Limit {
        /// The tensor that it applies to.
        member: usize,
        /// The limit.
        limit: StrideLimit,
    },
}

/// A limit of a device on strides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StrideLimit {
    /// The innermost stride is the size of an element.
    Innermost,
    /// Strides are whole bytes.
    WholeBytes,
    /// There are no gaps.
    Packed,
    /// The greatest stride.
    MaxStride,
    /// The most bytes of a tensor.
    MaxSize,
}

/// The constraints of a buffer: hard ones, which are facts of memory, and soft ones with their origins. Equal constraints
/// are one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConstraintOrigins {
    hard: IndexSet<Constraint, FxBuildHasher>,
    soft: IndexMap<Constraint, Vec<Origin>, FxBuildHasher>,
}

impl ConstraintOrigins {
    /// Adds constraints: soft ones with an origin, and hard ones.
    pub(super) fn extend(&mut self, stated: Vec<(Constraint, Option<Origin>)>) {
        for (constraint, origin) in stated {
            match origin {
                Some(origin) => self.soft.entry(constraint).or_default().push(origin),
                None => drop(self.hard.insert(constraint)),
            }
        }
    }

    pub(super) fn system(&self, vars: usize, elem: ElemSize) -> System {
        let (hard, soft) = (self.hard.iter(), self.soft.keys());
        System { vars, elem, hard: hard.copied().collect(), soft: soft.copied().collect() }
    }

    /// Returns a constraint by its name in a reason or derivation.
    pub fn constraint(&self, cause: Cause) -> Option<Constraint> {
        match cause {
            Cause::Hard(at) => self.hard.get_index(at).copied(),
            Cause::Soft(at) => self.soft.get_index(at).map(|(constraint, _)| *constraint),
        }
    }

    /// Returns the origins of a constraint; empty for one that is a fact of memory.
    pub fn origins(&self, cause: Cause) -> &[Origin] {
        match cause {
            Cause::Hard(_) => &[],
            Cause::Soft(at) => self.soft.get_index(at).map_or(&[], |(_, origins)| origins),
        }
    }
}
