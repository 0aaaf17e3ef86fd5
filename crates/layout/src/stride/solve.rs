//! The least strides that satisfy a set of requirements on one tensor, exactly, or a minimal conflict.
//!
//! A tensor is a buffer with one member, whose physical dims all have strides of their own.

use std::fmt;

mod render;

use super::buffer::{BufferConflict, BufferError, BufferMember, BufferProblem, Origin};
use super::constraint::Scaled;
use super::reqs::Req;
use super::system::Reason;
use crate::space::{ElemSize, MemDim, MemShape, MemStrides};
use render::TensorConflict;

/// Why there are no strides. Requirements are named by their places in the slice given to [`solve`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The kind of conflict.
    pub kind: ConflictKind,
    /// A minimal unsatisfiable core: requirements that never hold together, while any of them may be dropped and the others
    /// then hold. In the order of their places. Empty if the shape alone is invalid.
    pub unsat_core: Vec<usize>,
    /// The physical dimension at which the core fails.
    pub dim: MemDim,
    /// The reason as a sentence, with the numbers that disagree.
    pub because: String,
    /// The effect of dropping each member of the core, in the order of `unsat_core`.
    pub corrections: Vec<ReqCorrection>,
}

/// The effect of dropping one requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReqCorrection {
    /// The requirement that is dropped.
    pub dropped: usize,
    /// The least strides for all other requirements. `None` if these have a conflict of their own.
    pub strides: Option<MemStrides>,
}

/// The kinds of conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConflictKind {
    /// The requirements contradict each other or the shape.
    Requirements,
    /// The least stride does not fit 64 bits of elements.
    Overflow,
    /// A dimension that is not the outermost has a dynamic length.
    Dynamic,
    /// A requirement names a dimension that the shape does not have.
    NoSuchDim,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.because)
    }
}

impl std::error::Error for Conflict {}

/// Returns the least strides, in elements, that satisfy all requirements and keep the elements apart: the stride
/// of each dimension is at least the next inner stride times its length, the innermost at least one.
///
/// Only the outermost dimension may be dynamic; its length does not matter. Time is linear in rank times
/// requirements if there is a solution.
///
/// # Errors
/// A [`Conflict`] with a minimal unsatisfiable core. Among several cores, it is one of early requirements.
pub fn solve(shape: &MemShape, elem: ElemSize, reqs: &[Req]) -> Result<MemStrides, Box<Conflict>> {
    let problem = problem(shape, elem, reqs)?;
    match problem.least(None) {
        Ok(layouts) => {
            let layout = layouts.into_iter().next();
            Ok(layout.expect("the buffer has one member").strides)
        }
        Err(BufferError::Conflict(found)) => Err(conflict(&problem, *found)),
        Err(BufferError::Offset { .. } | BufferError::TooLarge { .. }) => {
            unreachable!("no offset is given, and each stride is an unknown itself")
        }
    }
}

/// Returns the buffer of one tensor. The length of the outermost dim is never used, and is 1 if it is dynamic.
fn problem(shape: &MemShape, elem: ElemSize, reqs: &[Req]) -> Result<BufferProblem, Box<Conflict>> {
    if let Some((dim, _)) = shape.iter().skip(1).find(|(_, len)| len.is_dynamic()) {
        return Err(Box::new(Conflict {
            kind: ConflictKind::Dynamic,
            unsat_core: Vec::new(),
            dim,
            because: format!("{dim} is dynamic; strides need every length but the outermost one"),
            corrections: Vec::new(),
        }));
    }
    let lens: Vec<i64> = shape.values().map(|len| len.get().unwrap_or(1)).collect();
    let strides = (0..lens.len()).map(|dim| Some(Scaled::once(dim))).collect();
    let reqs = reqs.to_vec();
    let member = BufferMember { lens: lens.clone(), strides, reqs, ..BufferMember::default() };
    Ok(BufferProblem { lens, elem, members: vec![member], root: 0, contiguity: Vec::new() })
}

fn conflict(problem: &BufferProblem, found: BufferConflict) -> Box<Conflict> {
    let (dim, because) = TensorConflict { problem, conflict: &found }.explain();
    let mut corrections = Vec::with_capacity(found.unsat_core.len());
    for correction in found.unsat_core {
        let mut reqs = correction.origins.iter().filter_map(|origin| match origin {
            Origin::Requirement { at, .. } => Some(*at),
            _ => None,
        });
        let Some(dropped) = reqs.next() else { continue };
        // Dropping one of several equal requirements changes nothing.
        let strides = correction.strides.filter(|_| reqs.next().is_none());
        corrections.push(ReqCorrection { dropped, strides });
    }
    Box::new(Conflict {
        kind: kind_of(&found.reason),
        unsat_core: corrections.iter().map(|correction| correction.dropped).collect(),
        dim,
        because,
        corrections,
    })
}

fn kind_of(reason: &Reason) -> ConflictKind {
    match reason {
        Reason::Malformed { .. } => ConflictKind::NoSuchDim,
        Reason::Overflow { .. } => ConflictKind::Overflow,
        Reason::FractionOfElement { .. }
        | Reason::Bounds { .. }
        | Reason::Proportions { .. }
        | Reason::NotConverged { .. } => ConflictKind::Requirements,
    }
}

#[cfg(test)]
mod tests;
