//! The least strides that satisfy a set of requirements, exactly, or a minimal conflict.
//!
//! Strides are solved in whole elements. From the innermost dimension outwards, the dimensions fall into
//! blocks: a head, and the compact dimensions just outside it. All strides of a block are the head's
//! stride times a known product of lengths, so every requirement of the block is one on the head's
//! stride: a multiple of something, or exactly something. Blocks meet only in a lower bound (the
//! block must not overlap the one inside it). Raising a stride can only raise the bounds further out, so
//! the least stride of each block in turn is the least solution of all, dimension by dimension.

use std::fmt;

mod words;

use words::Words;
pub(super) use words::{bits_text, size_text};

use super::dim::MemDim;
use super::per_dim::{MemShape, MemStrides};
use super::reqs::{Req, ReqKind};
use super::sizes::{ElemSize, Elems};

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
    let all: Vec<usize> = (0..reqs.len()).collect();
    problem
        .least(&all)
        .map(|strides| problem.typed(&strides))
        .map_err(|_| Box::new(problem.explain(&all)))
}

/// One call's input, in wide integers: lengths and strides below fit 63 bits, so products fit 126.
struct Problem<'a> {
    /// The length of each dimension. The outermost one is never used, and is 1 when dynamic.
    lens: Vec<i128>,
    elem: ElemSize,
    reqs: &'a [Req],
}

/// Where a set of requirements fails. Numbers are elements unless they are said to be otherwise.
enum Fault {
    NoSuchDim {
        req: usize,
    },
    /// A fixed stride is no whole number of elements.
    PartElement {
        req: usize,
    },
    /// A fixed stride on a compact dimension is no whole multiple of the lengths between it and the head.
    PartHead {
        req: usize,
        head: usize,
    },
    /// A fixed stride is not the one that follows from `given`.
    TwoValues {
        req: usize,
        given: Given,
        head: usize,
    },
    /// The stride that follows from `given` is not aligned.
    Misaligned {
        req: usize,
        given: Given,
        head: usize,
    },
    /// The head's stride that follows from `given` is below what the dimensions inside it take.
    Overlap {
        given: Given,
        head: usize,
        inner: i128,
    },
    /// The alignments of a block have a common multiple for the head that is too great.
    Multiple {
        head: usize,
        modulus: i128,
    },
    /// A stride is too great; nothing when it does not even fit 128 bits.
    Overflow {
        dim: usize,
        stride: Option<i128>,
    },
}

/// A stride of a block's head that leaves no choice, and where it comes from.
#[derive(Clone, Copy)]
struct Given {
    value: i128,
    /// The fixed requirement it comes from; without one, the innermost dimension is compact.
    fixed: Option<usize>,
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
        let lens = shape.values().map(|len| len.get().map_or(1, i128::from)).collect();
        Ok(Problem { lens, elem, reqs })
    }

    fn rank(&self) -> usize {
        self.lens.len()
    }

    fn typed(&self, strides: &[i128]) -> MemStrides {
        let narrow =
            |&stride| Elems::new(i64::try_from(stride).expect("`scaled` refuses greater strides"));
        MemStrides::new(strides.iter().map(narrow)).expect("the rank is the shape's")
    }

    /// The least strides for the chosen requirements.
    fn least(&self, chosen: &[usize]) -> Result<Vec<i128>, Fault> {
        let compact = self.compact_dims(chosen)?;
        let mut strides = vec![0; self.rank()];
        let mut end = self.rank();
        while let Some(head) = end.checked_sub(1) {
            let outer = (0..head).rev().take_while(|&dim| compact[dim]).last().unwrap_or(head);
            let block = Block::new(self, outer, head)?;
            let inner = strides.get(end).map_or(1, |stride| stride * self.lens[end]);
            let value = block.least(chosen, compact[head], inner)?;
            strides[outer..=head].copy_from_slice(&block.strides(value)?);
            end = outer;
        }
        Ok(strides)
    }

    fn compact_dims(&self, chosen: &[usize]) -> Result<Vec<bool>, Fault> {
        let mut compact = vec![false; self.rank()];
        for &req in chosen {
            let Req { dim, kind } = self.reqs[req];
            let place = compact.get_mut(dim.index()).ok_or(Fault::NoSuchDim { req })?;
            *place |= kind == ReqKind::Compact;
        }
        Ok(compact)
    }

    /// The conflict of an infeasible set: its core, then the words from the core alone.
    fn explain(&self, all: &[usize]) -> Conflict {
        let mut core = self.core_of(&[], false, all);
        core.sort_unstable();
        let fault = self.least(&core).expect_err("a core is infeasible");
        let repairs = core.iter().map(|&dropped| self.repair(all, dropped)).collect();
        let (kind, dim) = fault.place(self);
        let because = Words { problem: self, fault: &fault }.to_string();
        Conflict { kind, core, dim, because, repairs }
    }

    fn repair(&self, all: &[usize], dropped: usize) -> Repair {
        let others: Vec<usize> = all.iter().copied().filter(|&req| req != dropped).collect();
        Repair { dropped, strides: self.least(&others).ok().map(|strides| self.typed(&strides)) }
    }

    /// QuickXplain (Junker 2004): the members of a minimal core among `open`, given that `kept` is part of it.
    /// `grown` says that `kept` was just added to. Earlier requirements are preferred.
    fn core_of(&self, kept: &[usize], grown: bool, open: &[usize]) -> Vec<usize> {
        // With nothing kept, the shape alone may be at fault.
        if (grown || kept.is_empty()) && self.least(kept).is_err() {
            return Vec::new();
        }
        if let [only] = open {
            return vec![*only];
        }
        let (first, second) = open.split_at(open.len() / 2);
        let with_first = [kept, first].concat();
        let from_second = self.core_of(&with_first, true, second);
        let with_second = [kept, &from_second].concat();
        let from_first = self.core_of(&with_second, !from_second.is_empty(), first);
        [from_first, from_second].concat()
    }
}

/// A head and the compact dimensions just outside it.
struct Block<'a> {
    problem: &'a Problem<'a>,
    outer: usize,
    head: usize,
    /// The product of the lengths between the head and each dimension `outer..=head`, outermost first.
    scales: Vec<i128>,
}

impl<'a> Block<'a> {
    fn new(problem: &'a Problem<'a>, outer: usize, head: usize) -> Result<Block<'a>, Fault> {
        let mut scales = vec![1i128];
        for dim in (outer..head).rev() {
            let next = scales[scales.len() - 1].checked_mul(problem.lens[dim + 1]);
            scales.push(next.ok_or(Fault::Overflow { dim, stride: None })?);
        }
        scales.reverse();
        Ok(Block { problem, outer, head, scales })
    }

    fn scale(&self, dim: usize) -> i128 {
        self.scales[dim - self.outer]
    }

    /// The stride of a dimension when the head's stride is `value`.
    fn scaled(&self, dim: usize, value: i128) -> Result<i128, Fault> {
        match value.checked_mul(self.scale(dim)) {
            Some(stride) if stride <= i128::from(i64::MAX) => Ok(stride),
            stride => Err(Fault::Overflow { dim, stride }),
        }
    }

    /// The strides of all dimensions, outermost first, when the head's stride is `value`.
    fn strides(&self, value: i128) -> Result<Vec<i128>, Fault> {
        (self.outer..=self.head).map(|dim| self.scaled(dim, value)).collect()
    }

    /// The least stride of the head that is at least `inner` and satisfies the chosen requirements.
    fn least(&self, chosen: &[usize], head_is_compact: bool, inner: i128) -> Result<i128, Fault> {
        // Only the innermost dimension is both head and compact: it is one element then.
        let element = head_is_compact.then_some(Given { value: 1, fixed: None });
        if element.is_some() {
            self.scaled(self.outer, 1)?;
        }
        match self.given(chosen, element)? {
            Some(given) => self.settle(chosen, given, inner),
            None => {
                let least = round_up(inner, self.modulus(chosen)?);
                least.ok_or(Fault::Overflow { dim: self.head, stride: None })
            }
        }
    }

    /// The chosen requirements on this block with their dimension.
    fn members(&self, chosen: &[usize]) -> impl Iterator<Item = (usize, usize)> {
        let members = chosen.iter().map(|&req| (req, self.problem.reqs[req].dim.index()));
        members.filter(|&(_, dim)| (self.outer..=self.head).contains(&dim))
    }

    /// The head's stride that the fixed requirements force, all of them the same.
    fn given(&self, chosen: &[usize], start: Option<Given>) -> Result<Option<Given>, Fault> {
        let mut given = start;
        for (req, dim) in self.members(chosen) {
            let ReqKind::Fixed(amount) = self.problem.reqs[req].kind else { continue };
            let elem = i128::from(self.problem.elem.bits().get());
            let stride = exact_div(amount.to_bits(self.problem.elem), elem)
                .ok_or(Fault::PartElement { req })?;
            let value = exact_div(stride, self.scale(dim))
                .ok_or(Fault::PartHead { req, head: self.head })?;
            self.scaled(self.outer, value)?;
            match given {
                Some(given) if given.value != value => {
                    return Err(Fault::TwoValues { req, given, head: self.head });
                }
                _ => given = given.or(Some(Given { value, fixed: Some(req) })),
            }
        }
        Ok(given)
    }

    /// Tests a stride that leaves no choice.
    fn settle(&self, chosen: &[usize], given: Given, inner: i128) -> Result<i128, Fault> {
        if given.value < inner {
            return Err(Fault::Overlap { given, head: self.head, inner });
        }
        for (req, dim) in self.members(chosen) {
            let ReqKind::Aligned(_) = self.problem.reqs[req].kind else { continue };
            if given.value % self.head_step(req, dim) != 0 {
                return Err(Fault::Misaligned { req, given, head: self.head });
            }
        }
        Ok(given.value)
    }

    /// What the head's stride must be a multiple of, from all alignments of the block.
    fn modulus(&self, chosen: &[usize]) -> Result<i128, Fault> {
        let mut modulus = 1;
        for (req, dim) in self.members(chosen) {
            let step = self.head_step(req, dim);
            // Two steps of 63 bits have an exact multiple, so that no core shows a saturated one.
            modulus = (modulus / gcd(modulus, step)).saturating_mul(step);
            if modulus > i128::from(i64::MAX) {
                return Err(Fault::Multiple { head: self.head, modulus });
            }
        }
        Ok(modulus)
    }

    /// What the head's stride must be a multiple of for one requirement: 1 unless it is an alignment.
    fn head_step(&self, req: usize, dim: usize) -> i128 {
        let step = aligned_step(self.problem.reqs[req].kind, self.problem.elem);
        step / gcd(step, self.scale(dim))
    }
}

/// What a stride in elements must be a multiple of: 1 unless the requirement is an alignment.
pub(super) fn aligned_step(kind: ReqKind, elem: ElemSize) -> i128 {
    let ReqKind::Aligned(amount) = kind else { return 1 };
    let bits = amount.to_bits(elem);
    bits / gcd(bits, i128::from(elem.bits().get()))
}

pub(super) fn exact_div(whole: i128, part: i128) -> Option<i128> {
    (whole % part == 0).then_some(whole / part)
}

/// The least multiple of `step` that is not below `value`; both are above zero.
pub(super) fn round_up(value: i128, step: i128) -> Option<i128> {
    value.checked_add(step - 1).map(|sum| sum / step * step)
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn mem_dim(index: usize) -> MemDim {
    MemDim::new(index).expect("the dims of a shape are valid")
}

impl Fault {
    /// What sort of conflict it is, and the dimension to point at.
    fn place(&self, problem: &Problem<'_>) -> (ConflictKind, MemDim) {
        match *self {
            Fault::NoSuchDim { req } => (ConflictKind::NoSuchDim, problem.reqs[req].dim),
            Fault::PartElement { req }
            | Fault::PartHead { req, .. }
            | Fault::TwoValues { req, .. }
            | Fault::Misaligned { req, .. } => (ConflictKind::Requirements, problem.reqs[req].dim),
            Fault::Overlap { head, .. } => (ConflictKind::Requirements, mem_dim(head)),
            Fault::Multiple { head, .. } => (ConflictKind::Overflow, mem_dim(head)),
            Fault::Overflow { dim, .. } => (ConflictKind::Overflow, mem_dim(dim)),
        }
    }
}

#[cfg(test)]
mod tests;
