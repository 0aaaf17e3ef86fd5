//! The constraints of a buffer, each with all of its origins.

use crate::space::ElemSize;
use crate::stride::constraint::Constraint;
use crate::stride::reqs::Req;
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
        /// The requirement.
        req: Req,
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

impl Origin {
    /// Returns the tensor; `None` for a reshape, which relates several.
    pub fn member(&self) -> Option<usize> {
        match *self {
            Origin::Requirement { member, .. }
            | Origin::Given { member }
            | Origin::Nested { member }
            | Origin::Limit { member, .. } => Some(member),
            Origin::Contiguity(_) => None,
        }
    }

    /// Returns the stride requirement; `None` for another origin.
    pub fn req(&self) -> Option<Req> {
        match self {
            Origin::Requirement { req, .. } => Some(*req),
            _ => None,
        }
    }
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
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BufferConstraints {
    /// The element size, in which strides are counted.
    pub elem: ElemSize,
    /// For each unknown, the tensor and the physical dim whose stride it is.
    pub unknowns: Vec<(usize, usize)>,
    hard: IndexSet<Constraint, FxBuildHasher>,
    soft: IndexMap<Constraint, Vec<Origin>, FxBuildHasher>,
}

impl BufferConstraints {
    pub(super) fn new(elem: ElemSize, unknowns: Vec<(usize, usize)>) -> BufferConstraints {
        BufferConstraints { elem, unknowns, hard: IndexSet::default(), soft: IndexMap::default() }
    }

    /// Adds constraints. Those with an origin are soft, the others hard.
    pub(super) fn extend(&mut self, stated: Vec<(Constraint, Option<Origin>)>) {
        for (constraint, origin) in stated {
            match origin {
                Some(origin) => self.soft.entry(constraint).or_default().push(origin),
                None => drop(self.hard.insert(constraint)),
            }
        }
    }

    pub(super) fn system(&self) -> System {
        System {
            vars: self.unknowns.len(),
            elem: self.elem,
            hard: self.hard.iter().copied().collect(),
            soft: self.soft.keys().copied().collect(),
        }
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
