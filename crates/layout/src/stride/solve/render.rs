//! The reason of a conflict in the terms of one tensor: which requirement contradicts which number.

use std::fmt;

use crate::space::MemDim;
use crate::stride::buffer::{BufferConflict, BufferProblem, Origin};
use crate::stride::reqs::{Req, ReqKind};
use crate::stride::system::{BoundKind, Cause, DerivedBound, Reason, size_text};

/// A reason in the terms of one tensor.
pub(super) struct TensorReason<'a> {
    problem: &'a BufferProblem,
    sentence: Sentence<'a>,
}

/// The sentences. `at` is a requirement, the other numbers are dimensions.
enum Sentence<'a> {
    NoSuchDim {
        at: Req,
    },
    /// A fixed stride is not a whole number of elements.
    FractionOfElement {
        at: Req,
    },
    /// A fixed stride on a compact dimension is not a whole multiple of the lengths between it and the head,
    /// the innermost dimension that compact requirements connect with it.
    FractionOfHead {
        at: Req,
        head: usize,
    },
    /// A fixed stride is not the one that follows from other requirements.
    TwoValues {
        at: Req,
        known: KnownStride,
    },
    /// The stride that follows from other requirements is not aligned.
    Misaligned {
        at: Req,
        known: KnownStride,
        step: i128,
    },
    /// The stride that follows from other requirements is below the extent of the dimension inside it.
    Overlap {
        known: KnownStride,
        least: i128,
        len: i64,
        inner: i128,
    },
    /// The alignments have a common multiple that is too great.
    CommonMultiple {
        dim: usize,
        modulus: Option<i128>,
    },
    Overflow {
        dim: usize,
        stride: Option<i128>,
    },
    /// A reason that the requirements of one tensor never have.
    Other(&'a Reason),
}

/// A stride with exactly one possible value, and the requirement that decides it.
#[derive(Clone, Copy)]
struct KnownStride {
    dim: usize,
    elems: i128,
    /// The fixed requirement it comes from, or the compact one of the innermost dimension.
    from: Req,
}

impl<'a> TensorReason<'a> {
    pub(super) fn new(
        problem: &'a BufferProblem,
        conflict: &'a BufferConflict,
    ) -> TensorReason<'a> {
        let sentence = sentence(problem, conflict).unwrap_or(Sentence::Other(&conflict.reason));
        TensorReason { problem, sentence }
    }

    /// Returns the dimension to point at.
    pub(super) fn dim(&self) -> MemDim {
        match self.sentence {
            Sentence::NoSuchDim { at }
            | Sentence::FractionOfElement { at }
            | Sentence::FractionOfHead { at, .. }
            | Sentence::TwoValues { at, .. }
            | Sentence::Misaligned { at, .. } => at.dim,
            Sentence::Overlap { known, .. } => mem_dim(known.dim),
            Sentence::CommonMultiple { dim, .. } | Sentence::Overflow { dim, .. } => mem_dim(dim),
            Sentence::Other(_) => mem_dim(0),
        }
    }

    fn size(&self, elems: i128) -> String {
        size_text(elems, self.problem.elem)
    }

    /// Returns the lengths between a compact dimension and the head: `3 x 5`.
    fn factors(&self, dim: usize, head: usize) -> String {
        let lens: Vec<String> =
            self.problem.lens[dim + 1..=head].iter().map(i64::to_string).collect();
        lens.join(" x ")
    }

    /// Returns why a stride has its value: `m0 must be compact, that is 3 x 1 byte = 3 bytes`.
    fn known(&self, known: KnownStride) -> String {
        let (here, stride) = (mem_dim(known.dim), self.size(known.elems));
        let innermost = self.problem.lens.len() - 1;
        match known.from {
            Req { kind: ReqKind::Compact, .. } if known.dim == innermost => {
                format!("{here} must be compact, that is one element = {stride}")
            }
            Req { kind: ReqKind::Compact, .. } => {
                let (factors, unit) = (self.factors(known.dim, innermost), self.size(1));
                format!("{here} must be compact, that is {factors} x {unit} = {stride}")
            }
            Req { dim, kind } if dim == here => format!("{here} must be {kind}"),
            Req { dim, kind } => {
                format!("{kind} on {dim} and compact make the stride of {here} {stride}")
            }
        }
    }
}

fn mem_dim(index: usize) -> MemDim {
    MemDim::new(index).expect("the dims of a shape are valid")
}

/// Returns the first requirement that is the origin of a constraint.
fn req(problem: &BufferProblem, conflict: &BufferConflict, cause: Option<&Cause>) -> Option<Req> {
    match conflict.constraints.origins(*cause?).first()? {
        Origin::Requirement { member, at } => problem.members[*member].reqs.get(*at).copied(),
        _ => None,
    }
}

fn sentence<'a>(problem: &BufferProblem, conflict: &BufferConflict) -> Option<Sentence<'a>> {
    let source = |cause: &Cause| req(problem, conflict, Some(cause));
    Some(match &conflict.reason {
        Reason::Malformed { constraint } => Sentence::NoSuchDim { at: source(constraint)? },
        Reason::FractionOfElement { constraint, .. } => {
            Sentence::FractionOfElement { at: source(constraint)? }
        }
        Reason::Bounds { var, first, second } => bounds(problem, conflict, *var, (first, second))?,
        Reason::Overflow { var, kind: BoundKind::MultipleOf, elems, .. } => {
            Sentence::CommonMultiple { dim: *var, modulus: *elems }
        }
        Reason::Overflow { var, elems, .. } => Sentence::Overflow { dim: *var, stride: *elems },
        Reason::Proportions { .. } | Reason::NotConverged { .. } => return None,
    })
}

fn bounds<'a>(
    problem: &BufferProblem,
    conflict: &BufferConflict,
    dim: usize,
    (first, second): (&DerivedBound, &DerivedBound),
) -> Option<Sentence<'a>> {
    let source = |bound: &DerivedBound| req(problem, conflict, bound.because.first());
    let at = source(second)?;
    let known =
        |bound: &DerivedBound| Some(KnownStride { dim, elems: bound.elems, from: source(bound)? });
    Some(match (first.kind, second.kind) {
        (BoundKind::Exactly, BoundKind::Exactly) => two_values(problem, known(first)?, at),
        (BoundKind::Exactly, _) => {
            Sentence::Misaligned { at, known: known(first)?, step: second.elems }
        }
        (BoundKind::AtLeast, _) => {
            let (inner, stride) = first.from?;
            let known = known(second)?;
            Sentence::Overlap { known, least: first.elems, len: inner.times, inner: stride }
        }
        _ => Sentence::FractionOfHead { at, head: first.from?.0.var },
    })
}

/// A compact requirement that contradicts a fixed stride further out is reported there.
fn two_values<'a>(problem: &BufferProblem, known: KnownStride, at: Req) -> Sentence<'a> {
    if at.kind != ReqKind::Compact {
        return Sentence::TwoValues { at, known };
    }
    let (dim, fixed) = (known.from.dim.index(), known.from);
    let elems = problem.lens[dim + 1..].iter().map(|&len| i128::from(len)).product();
    Sentence::TwoValues { at: fixed, known: KnownStride { dim, elems, from: at } }
}

impl fmt::Display for TensorReason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sentence {
            Sentence::NoSuchDim { at: Req { dim, .. } } => {
                let rank = self.problem.lens.len();
                write!(f, "there is no {dim}: the layout has {rank} physical dims")
            }
            Sentence::FractionOfElement { at: Req { dim, kind } } => {
                let elem = self.size(1);
                write!(f, "{kind} on {dim} is no whole number of elements of {elem}")
            }
            Sentence::FractionOfHead { at: Req { dim, kind }, head } => {
                let (head_dim, factors) = (mem_dim(head), self.factors(dim.index(), head));
                write!(f, "{dim} must be compact, that is {factors} x the stride of {head_dim}, ")?;
                write!(f, "but {kind} is no such multiple in whole elements")
            }
            Sentence::TwoValues { at, known } => {
                write!(f, "{}, but {} is asked", self.known(known), at.kind)
            }
            Sentence::Misaligned { at, known, step } => {
                let step = self.size(step);
                write!(f, "{}, but {} needs a multiple of {step}", self.known(known), at.kind)
            }
            Sentence::Overlap { known, least, len, inner } => {
                let (dim, next) = (mem_dim(known.dim), mem_dim(known.dim + 1));
                let (least, stride) = (self.size(least), self.size(inner));
                write!(
                    f,
                    "the stride of {dim} is at least {least} ({len} x {stride} of {next}), "
                )?;
                write!(f, "but {}", self.known(known))
            }
            Sentence::CommonMultiple { dim, modulus: Some(modulus) } => {
                let dim = mem_dim(dim);
                write!(f, "the alignments need a stride of {dim} that is a multiple of ")?;
                write!(f, "{modulus} elements, which does not fit 64 bits")
            }
            Sentence::Overflow { dim, stride: Some(stride) } => {
                let dim = mem_dim(dim);
                write!(
                    f,
                    "the least stride of {dim} is {stride} elements, which does not fit 64 bits"
                )
            }
            Sentence::CommonMultiple { dim, modulus: None }
            | Sentence::Overflow { dim, stride: None } => {
                write!(f, "the least stride of {} does not fit 64 bits by far", mem_dim(dim))
            }
            Sentence::Other(reason) => {
                let names = |dim: usize| mem_dim(dim).to_string();
                reason.render(self.problem.elem, &names).fmt(f)
            }
        }
    }
}
