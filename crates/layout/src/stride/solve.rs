//! The least strides that satisfy the stride requirements of one tensor, or a minimal conflict. The solution is exact.
//!
//! A tensor is a buffer with one member, in which each physical dim has its own unknown stride.

mod render;

use super::buffer::{BufferError, BufferMember, BufferProblem};
use super::constraint::Scaled;
use super::reqs::Req;
use crate::space::{ElemSize, MemShape, MemStrides};
use render::TensorReason;

/// Returns the least strides, in elements, that satisfy all requirements and keep the elements apart. That is, the
/// stride of each dimension is at least the next inner stride times its length, and the innermost is at least 1.
///
/// Only the outermost dimension may be dynamic; its length has no effect. If there is a solution, the time is linear in
/// rank times requirements.
///
/// # Errors
/// [`BufferError::Conflict`] with a minimal unsatisfiable core, which is empty if the strides of the shape alone do not
/// fit 64 bits, or [`BufferError::Dynamic`]. If there are several cores, the one with earlier requirements is preferred.
pub fn solve(shape: &MemShape, elem: ElemSize, reqs: &[Req]) -> Result<MemStrides, BufferError> {
    let problem = problem(shape, elem, reqs)?;
    match problem.least(None) {
        Ok(layouts) => {
            let layout = layouts.into_iter().next();
            Ok(layout.expect("the buffer has one member").strides)
        }
        Err(BufferError::Conflict(mut conflict)) => {
            let reason = TensorReason { problem: &problem, reason: &conflict.reason };
            conflict.reason.text = reason.explain();
            Err(BufferError::Conflict(conflict))
        }
        Err(error) => Err(error),
    }
}

/// Returns the buffer of one tensor. The length of the outermost dim has no effect; a dynamic one counts as 1.
fn problem(shape: &MemShape, elem: ElemSize, reqs: &[Req]) -> Result<BufferProblem, BufferError> {
    if let Some((dim, _)) = shape.iter().skip(1).find(|(_, len)| len.is_dynamic()) {
        return Err(BufferError::Dynamic(dim));
    }
    let lens: Vec<i64> = shape.values().map(|len| len.get().unwrap_or(1)).collect();
    let strides = (0..lens.len()).map(|dim| Some(Scaled::once(dim))).collect();
    let reqs = reqs.to_vec();
    let member = BufferMember { lens: lens.clone(), strides, reqs, ..BufferMember::default() };
    Ok(BufferProblem { lens, elem, members: vec![member], root: 0, contiguity: Vec::new() })
}

#[cfg(test)]
mod tests;
