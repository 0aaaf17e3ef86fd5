//! The least strides that satisfy the stride requirements of one tensor, or a minimal conflict. The solution is exact.
//!
//! A tensor is a buffer with one member, in which each physical dim has its own unknown stride.

use std::fmt;

mod render;

use super::buffer::{BufferConflict, BufferError, BufferMember, BufferProblem, Origin};
use super::constraint::Scaled;
use super::reqs::Req;
use super::system::Reason;
use crate::space::{ElemSize, MemDim, MemShape, MemStrides};
use render::TensorConflict;

/// The reason why no strides exist. It refers to requirements by their indices in the slice passed to [`solve`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The kind of conflict.
    pub kind: ConflictKind,
    /// A minimal unsatisfiable core: the requirements cannot all hold, but after dropping any one of them the others
    /// can. The indices are ascending. Empty if the shape alone is invalid.
    pub unsat_core: Vec<usize>,
    /// The physical dimension at which the requirements contradict each other.
    pub dim: MemDim,
    /// The reason as a sentence, with the numbers that disagree.
    pub because: String,
    /// The effect of dropping each member of the core, in the order of `unsat_core`.
    pub corrections: Vec<ReqCorrection>,
}

/// The effect of dropping one requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReqCorrection {
    /// The requirement that is dropped.
    pub dropped: usize,
    /// The least strides for all other requirements; `None` if these are unsatisfiable, too.
    pub strides: Option<MemStrides>,
}

/// The kinds of conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConflictKind {
    /// The requirements contradict each other or the shape.
    Requirements,
    /// The least stride, in elements, does not fit 64 bits.
    Overflow,
    /// A dimension other than the outermost has a dynamic length.
    Dynamic,
    /// A requirement names a dimension outside the shape.
    NoSuchDim,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.because)
    }
}

impl std::error::Error for Conflict {}

/// Returns the least strides, in elements, that satisfy all requirements and keep the elements apart. That is, the
/// stride of each dimension is at least the next inner stride times its length, and the innermost is at least 1.
///
/// Only the outermost dimension may be dynamic; its length has no effect. If there is a solution, the time is linear in
/// rank times requirements.
///
/// # Errors
/// A [`Conflict`] with a minimal unsatisfiable core. If there are several cores, the one with earlier requirements is
/// preferred.
pub fn solve(shape: &MemShape, elem: ElemSize, reqs: &[Req]) -> Result<MemStrides, Box<Conflict>> {
    let problem = problem(shape, elem, reqs)?;
    match problem.least(None) {
        Ok(layouts) => {
            let layout = layouts.into_iter().next();
            Ok(layout.expect("the buffer has one member").strides)
        }
        Err(BufferError::Conflict(found)) => Err(conflict(&problem, *found)),
        Err(BufferError::Offset { .. } | BufferError::TooLarge { .. }) => {
            unreachable!("no offset is given, and each stride is its own unknown")
        }
    }
}

/// Returns the buffer of one tensor. The length of the outermost dim has no effect; a dynamic one counts as 1.
fn problem(shape: &MemShape, elem: ElemSize, reqs: &[Req]) -> Result<BufferProblem, Box<Conflict>> {
    if let Some((dim, _)) = shape.iter().skip(1).find(|(_, len)| len.is_dynamic()) {
        return Err(Box::new(Conflict {
            kind: ConflictKind::Dynamic,
            unsat_core: Vec::new(),
            dim,
            because: format!(
                "the length of {dim} must be static, because only the outermost dim can be dynamic"
            ),
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
        // Dropping one of several equal requirements has no effect.
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
