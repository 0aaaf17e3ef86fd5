//! The words of a conflict: what follows from what, with the numbers that disagree.

use std::fmt;

use super::{Problem, mem_dim};
use crate::space::ElemSize;
use crate::space::MemDim;
use crate::stride::{Bound, Cause, Fact, Reason};
use crate::stride::{Req, ReqKind};

/// A reason in the terms of one tensor.
pub(super) struct Words<'a> {
    problem: &'a Problem<'a>,
    told: Told<'a>,
}

/// The sentences there are. `at` is a requirement, the other numbers are dimensions.
enum Told<'a> {
    NoSuchDim {
        at: Req,
    },
    /// A fixed stride is no whole number of elements.
    PartElement {
        at: Req,
    },
    /// A fixed stride on a compact dimension is no whole multiple of the lengths between it and the head,
    /// the innermost dimension that is tied to it.
    PartHead {
        at: Req,
        head: usize,
    },
    /// A fixed stride is not the one that follows from others.
    TwoValues {
        at: Req,
        given: Given,
    },
    /// The stride that follows from others is not aligned.
    Misaligned {
        at: Req,
        given: Given,
        step: i128,
    },
    /// The stride that follows from others is below what the dimension inside it takes.
    Overlap {
        given: Given,
        least: i128,
        len: i64,
        inner: i128,
    },
    /// The alignments have a common multiple that is too great.
    Multiple {
        dim: usize,
        modulus: Option<i128>,
    },
    Overflow {
        dim: usize,
        stride: Option<i128>,
    },
    /// What no requirements of one tensor come to.
    Other(&'a Reason),
}

/// A stride that leaves no choice, and where it comes from.
#[derive(Clone, Copy)]
struct Given {
    dim: usize,
    elems: i128,
    /// The fixed requirement it comes from, or the compact one of the innermost dimension.
    from: Req,
}

impl<'a> Words<'a> {
    pub(super) fn new(problem: &'a Problem<'a>, reason: &'a Reason) -> Words<'a> {
        let told = told(problem, reason).unwrap_or(Told::Other(reason));
        Words { problem, told }
    }

    /// The dimension to point at.
    pub(super) fn dim(&self) -> MemDim {
        match self.told {
            Told::NoSuchDim { at }
            | Told::PartElement { at }
            | Told::PartHead { at, .. }
            | Told::TwoValues { at, .. }
            | Told::Misaligned { at, .. } => at.dim,
            Told::Overlap { given, .. } => mem_dim(given.dim),
            Told::Multiple { dim, .. } | Told::Overflow { dim, .. } => mem_dim(dim),
            Told::Other(_) => mem_dim(0),
        }
    }

    fn size(&self, elems: i128) -> String {
        size_text(elems, self.problem.elem)
    }

    /// The lengths between a compact dimension and the head: `3 x 5`.
    fn factors(&self, dim: usize, head: usize) -> String {
        let lens: Vec<String> =
            self.problem.lens[dim + 1..=head].iter().map(i64::to_string).collect();
        lens.join(" x ")
    }

    /// Why a stride has no choice: `m0 must be compact, that is 3 x 1 byte = 3 bytes`.
    fn given(&self, given: Given) -> String {
        let (here, stride) = (mem_dim(given.dim), self.size(given.elems));
        let innermost = self.problem.rank() - 1;
        match given.from {
            Req { kind: ReqKind::Compact, .. } if given.dim == innermost => {
                format!("{here} must be compact, that is one element = {stride}")
            }
            Req { kind: ReqKind::Compact, .. } => {
                let (factors, unit) = (self.factors(given.dim, innermost), self.size(1));
                format!("{here} must be compact, that is {factors} x {unit} = {stride}")
            }
            Req { dim, kind } if dim == here => format!("{here} must be {kind}"),
            Req { dim, kind } => {
                format!("{kind} on {dim} and compact make the stride of {here} {stride}")
            }
        }
    }
}

/// The requirement that a demand was made from.
fn req(problem: &Problem<'_>, cause: Option<&Cause>) -> Option<Req> {
    match cause? {
        Cause::Soft(place) => problem.reqs.get(*place).copied(),
        Cause::Hard(_) => None,
    }
}

fn told<'a>(problem: &Problem<'_>, reason: &Reason) -> Option<Told<'a>> {
    Some(match *reason {
        Reason::Malformed { demand } => Told::NoSuchDim { at: req(problem, Some(&demand))? },
        Reason::PartElement { demand, .. } => {
            Told::PartElement { at: req(problem, Some(&demand))? }
        }
        Reason::Facts { var, ref first, ref second } => facts(problem, var, first, second)?,
        Reason::Overflow { var, bound: Bound::MultipleOf, elems, .. } => {
            Told::Multiple { dim: var, modulus: elems }
        }
        Reason::Overflow { var, elems, .. } => Told::Overflow { dim: var, stride: elems },
        Reason::Shares { .. } | Reason::Unsettled { .. } => return None,
    })
}

fn facts<'a>(problem: &Problem<'_>, dim: usize, first: &Fact, second: &Fact) -> Option<Told<'a>> {
    let at = req(problem, second.because.first())?;
    let given = |fact: &Fact| {
        let from = req(problem, fact.because.first())?;
        Some(Given { dim, elems: fact.elems, from })
    };
    Some(match (first.bound, second.bound) {
        (Bound::Exactly, Bound::Exactly) => two_values(problem, given(first)?, at),
        (Bound::Exactly, _) => Told::Misaligned { at, given: given(first)?, step: second.elems },
        (Bound::AtLeast, _) => {
            let (inner, stride) = first.from?;
            let given = given(second)?;
            Told::Overlap { given, least: first.elems, len: inner.times, inner: stride }
        }
        _ => Told::PartHead { at, head: first.from?.0.var },
    })
}

/// What one element makes of a fixed stride further out is told there.
fn two_values<'a>(problem: &Problem<'_>, given: Given, at: Req) -> Told<'a> {
    if at.kind != ReqKind::Compact {
        return Told::TwoValues { at, given };
    }
    let (dim, fixed) = (given.from.dim.index(), given.from);
    let elems = problem.lens[dim + 1..].iter().map(|&len| i128::from(len)).product();
    Told::TwoValues { at: fixed, given: Given { dim, elems, from: at } }
}

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.told {
            Told::NoSuchDim { at: Req { dim, .. } } => {
                let rank = self.problem.rank();
                write!(f, "there is no {dim}: the layout has {rank} physical dims")
            }
            Told::PartElement { at: Req { dim, kind } } => {
                let elem = self.size(1);
                write!(f, "{kind} on {dim} is no whole number of elements of {elem}")
            }
            Told::PartHead { at: Req { dim, kind }, head } => {
                let (head_dim, factors) = (mem_dim(head), self.factors(dim.index(), head));
                write!(f, "{dim} must be compact, that is {factors} x the stride of {head_dim}, ")?;
                write!(f, "but {kind} is no such multiple in whole elements")
            }
            Told::TwoValues { at, given } => {
                write!(f, "{}, but {} is asked", self.given(given), at.kind)
            }
            Told::Misaligned { at, given, step } => {
                let step = self.size(step);
                write!(f, "{}, but {} needs a multiple of {step}", self.given(given), at.kind)
            }
            Told::Overlap { given, least, len, inner } => {
                let (dim, next) = (mem_dim(given.dim), mem_dim(given.dim + 1));
                let (least, stride) = (self.size(least), self.size(inner));
                write!(
                    f,
                    "the stride of {dim} is at least {least} ({len} x {stride} of {next}), "
                )?;
                write!(f, "but {}", self.given(given))
            }
            Told::Multiple { dim, modulus: Some(modulus) } => {
                let dim = mem_dim(dim);
                write!(f, "the alignments need a stride of {dim} that is a multiple of ")?;
                write!(f, "{modulus} elements, which does not fit 64 bits")
            }
            Told::Overflow { dim, stride: Some(stride) } => {
                let dim = mem_dim(dim);
                write!(
                    f,
                    "the least stride of {dim} is {stride} elements, which does not fit 64 bits"
                )
            }
            Told::Multiple { dim, modulus: None } | Told::Overflow { dim, stride: None } => {
                write!(f, "the least stride of {} does not fit 64 bits by far", mem_dim(dim))
            }
            Told::Other(reason) => {
                reason.words(self.problem.elem, &|dim| mem_dim(dim).to_string()).fmt(f)
            }
        }
    }
}

/// A number of elements as memory: bytes where it is a whole number of them, otherwise bits. Amounts beyond
/// 128 bits stay elements.
pub fn size_text(elems: i128, elem: ElemSize) -> String {
    match elems.checked_mul(i128::from(elem.bits().get())) {
        Some(bits) => bits_text(bits),
        None => counted(elems, "element"),
    }
}

/// A number of bits as bytes, where it is a whole number of them.
pub(crate) fn bits_text(bits: i128) -> String {
    if bits % 8 == 0 { counted(bits / 8, "byte") } else { counted(bits, "bit") }
}

fn counted(count: i128, unit: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural}")
}
