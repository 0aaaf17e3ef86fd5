//! The constraints of a buffer, each with all of its origins.

use crate::space::ElemSize;
use crate::stride::constraint::Constraint;
use crate::stride::system::{Cause, System};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

/// The origin of a constraint. Members are indices into [`BufferProblem::members`](super::BufferProblem::members).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A stride requirement on a tensor.
    Requirement {
        /// The tensor.
        member: usize,
        /// The index of the requirement in the tensor's list.
        at: usize,
    },
    /// The strides that a tensor's type declares.
    Given {
        /// The tensor.
        member: usize,
    },
    /// A reshape that merges two dims, by its index in [`BufferProblem::contiguity`](super::BufferProblem::contiguity).
    Contiguity(usize),
    /// A tensor with steps, whose strides must be nested.
    Nested {
        /// The tensor.
        member: usize,
    },
    /// A limit of the device.
    Limit {
        /// The tensor that the limit applies to.
        member: usize,
        /// The limit.
        limit: StrideLimit,
    },
}

/// A limit of a device on strides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StrideLimit {
    /// The innermost stride must be the size of an element.
    Innermost,
    /// Strides must be whole bytes.
    WholeBytes,
    /// Strides must leave no gaps.
    Packed,
    /// The maximum stride.
    MaxStride,
    /// The maximum size of a tensor in bytes.
    MaxSize,
}

/// The constraints of a buffer: hard ones, which are facts of memory, and soft ones with their origins. Equal
/// constraints are merged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConstraintOrigins {
    hard: IndexSet<Constraint, FxBuildHasher>,
    soft: IndexMap<Constraint, Vec<Origin>, FxBuildHasher>,
}

impl ConstraintOrigins {
    /// Adds constraints. Those with an origin are soft, the others hard.
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

    /// Returns a constraint that a reason or derivation refers to.
    pub fn constraint(&self, cause: Cause) -> Option<Constraint> {
        match cause {
            Cause::Hard(at) => self.hard.get_index(at).copied(),
            Cause::Soft(at) => self.soft.get_index(at).map(|(constraint, _)| *constraint),
        }
    }

    /// Returns the origins of a constraint; empty if it is a fact of memory.
    pub fn origins(&self, cause: Cause) -> &[Origin] {
        match cause {
            Cause::Hard(_) => &[],
            Cause::Soft(at) => self.soft.get_index(at).map_or(&[], |(_, origins)| origins),
        }
    }
}
