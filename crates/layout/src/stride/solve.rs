//! The least strides that satisfy a set of requirements on one tensor, exactly, or a minimal conflict.
//!
//! It is a [`System`] with a variable for each physical dimension. That strides are nested is hard, the
//! requirements are soft: `compact` ties a stride to the next inner one, or to one element, and the others
//! are about one stride alone.

use std::fmt;

mod words;

use words::Words;
pub(crate) use words::bits_text;
pub use words::size_text;

use crate::space::MemDim;
use crate::space::{ElemSize, Elems};
use crate::space::{MemShape, MemStrides};
use crate::stride::{Demand, Reason, Scaled, System, SystemConflict};
use crate::stride::{Req, ReqKind};

/// Why there are no strides. Requirements are named by their place in the slice given to [`solve`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// What sort of conflict it is.
    pub kind: ConflictKind,
    /// Requirements that cannot hold together, while any of them may be dropped and the others then hold.
    /// In the order of their places. Empty when the shape alone is at fault.
    pub core: Vec<usize>,
    /// The physical dimension at which the core fails.
    pub dim: MemDim,
    /// The reason in words, with the numbers that disagree.
    pub because: String,
    /// What each member of the core costs, in the order of `core`.
    pub repairs: Vec<Repair>,
}

/// What becomes possible when one requirement is dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The requirement that is dropped.
    pub dropped: usize,
    /// The least strides for all other requirements; nothing when these have a conflict of their own.
    pub strides: Option<MemStrides>,
}

/// The sorts of conflict.
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

/// The least strides, in elements, that satisfy all requirements and keep the elements apart: the stride
/// of each dimension is at least the next inner stride times its length, the innermost at least one.
///
/// Only the outermost dimension may be dynamic; its length does not matter. Time is linear in rank times
/// requirements when there is a solution.
///
/// # Errors
/// A [`Conflict`] with a minimal core. Among several cores, it is one of early requirements.
pub fn solve(shape: &MemShape, elem: ElemSize, reqs: &[Req]) -> Result<MemStrides, Box<Conflict>> {
    let problem = Problem::new(shape, elem, reqs)?;
    problem.system().solve().map(|strides| typed(&strides)).map_err(|found| problem.explain(*found))
}

/// One call's input.
struct Problem<'a> {
    /// The length of each dimension. The outermost one is never used, and is 1 when dynamic.
    lens: Vec<i64>,
    elem: ElemSize,
    reqs: &'a [Req],
}

impl<'a> Problem<'a> {
    fn new(
        shape: &MemShape,
        elem: ElemSize,
        reqs: &'a [Req],
    ) -> Result<Problem<'a>, Box<Conflict>> {
        if let Some(dim) =
            shape.iter().skip(1).find(|(_, len)| len.is_dynamic()).map(|(dim, _)| dim)
        {
            return Err(Box::new(Conflict {
                kind: ConflictKind::Dynamic,
                core: Vec::new(),
                dim,
                because: format!(
                    "{dim} is dynamic; strides need every length but the outermost one"
                ),
                repairs: Vec::new(),
            }));
        }
        let lens = shape.values().map(|len| len.get().unwrap_or(1)).collect();
        Ok(Problem { lens, elem, reqs })
    }

    fn rank(&self) -> usize {
        self.lens.len()
    }

    /// The requirements as demands, in their order, so that a demand has the place of its requirement.
    fn system(&self) -> System {
        let nested = |dim: usize| Some(Demand::AtLeast(Scaled::once(dim), self.inner(dim)?));
        System {
            vars: self.rank(),
            elem: self.elem,
            hard: (0..self.rank()).filter_map(nested).collect(),
            soft: self.reqs.iter().map(|&req| self.demand(req)).collect(),
        }
    }

    /// What the dimensions inside one take; nothing for the innermost.
    fn inner(&self, dim: usize) -> Option<Scaled> {
        let times = *self.lens.get(dim + 1)?;
        Some(Scaled { var: dim + 1, times })
    }

    /// A dimension that there is not becomes a variable that there is not.
    fn demand(&self, req: Req) -> Demand {
        let of = Scaled::once(req.dim.index());
        match req.kind {
            ReqKind::Any => Demand::AtLeastElems(of, 1),
            ReqKind::Aligned(amount) => Demand::Multiple { of, bits: amount.to_bits(self.elem) },
            ReqKind::Fixed(amount) => Demand::Exactly { of, bits: amount.to_bits(self.elem) },
            ReqKind::Compact => match self.inner(of.var) {
                Some(inner) => Demand::Equal(of, inner),
                None => Demand::Exactly { of, bits: self.elem.bits().get().into() },
            },
        }
    }

    fn explain(&self, found: SystemConflict) -> Box<Conflict> {
        let words = Words::new(self, &found.reason);
        let (dim, because) = (words.dim(), words.to_string());
        let repair = |(dropped, strides): (usize, Option<Vec<i64>>)| Repair {
            dropped,
            strides: strides.map(|strides| typed(&strides)),
        };
        Box::new(Conflict {
            kind: kind_of(&found.reason),
            core: found.core,
            dim,
            because,
            repairs: found.repairs.into_iter().map(repair).collect(),
        })
    }
}

fn typed(strides: &[i64]) -> MemStrides {
    MemStrides::new(strides.iter().map(|&stride| Elems::new(stride)))
        .expect("the rank is the shape's")
}

fn kind_of(reason: &Reason) -> ConflictKind {
    match reason {
        Reason::Malformed { .. } => ConflictKind::NoSuchDim,
        Reason::Overflow { .. } => ConflictKind::Overflow,
        Reason::PartElement { .. }
        | Reason::Facts { .. }
        | Reason::Shares { .. }
        | Reason::Unsettled { .. } => ConflictKind::Requirements,
    }
}

/// What a stride in elements must be a multiple of: 1 unless the requirement is an alignment.
pub(crate) fn aligned_step(kind: ReqKind, elem: ElemSize) -> i128 {
    let ReqKind::Aligned(amount) = kind else { return 1 };
    let bits = amount.to_bits(elem);
    bits / gcd(bits, i128::from(elem.bits().get()))
}

pub(crate) fn exact_div(whole: i128, part: i128) -> Option<i128> {
    (whole % part == 0).then_some(whole / part)
}

/// The least multiple of `step` that is not below `value`; both are above zero.
pub(crate) fn round_up(value: i128, step: i128) -> Option<i128> {
    value.checked_add(step - 1).map(|sum| sum / step * step)
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn mem_dim(index: usize) -> MemDim {
    MemDim::new(index).expect("the dims of a shape are valid")
}

#[cfg(test)]
mod tests;
