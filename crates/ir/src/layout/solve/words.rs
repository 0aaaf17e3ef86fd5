//! The words of a conflict: what follows from what, with the numbers that disagree.

use std::fmt;

use super::{Fault, Given, Problem, aligned_step, mem_dim};
use crate::layout::dim::MemDim;
use crate::layout::reqs::ReqKind;
use crate::layout::sizes::ElemSize;

/// A fault with the numbers to tell it.
pub(super) struct Words<'a> {
    pub(super) problem: &'a Problem<'a>,
    pub(super) fault: &'a Fault,
}

impl Words<'_> {
    fn size(&self, elems: i128) -> String {
        size_text(elems, self.problem.elem)
    }

    fn kind(&self, req: usize) -> ReqKind {
        self.problem.reqs[req].kind
    }

    fn dim(&self, req: usize) -> MemDim {
        self.problem.reqs[req].dim
    }

    /// The lengths between a compact dimension and the head of its block: `3 x 5`.
    fn factors(&self, dim: usize, head: usize) -> String {
        let lens: Vec<String> =
            self.problem.lens[dim + 1..=head].iter().map(i128::to_string).collect();
        lens.join(" x ")
    }

    /// Why the stride of `dim` has no choice: `m0 must be compact, that is 3 x 1 byte = 3 bytes`.
    fn given(&self, given: Given, dim: usize, head: usize) -> String {
        let scale: i128 = self.problem.lens[dim + 1..=head].iter().product();
        let (here, stride) = (mem_dim(dim), self.size(given.value * scale));
        let unit = self.size(given.value);
        match given.fixed {
            None if dim == head => {
                format!("{here} must be compact, that is one element = {stride}")
            }
            None => format!(
                "{here} must be compact, that is {} x {unit} = {stride}",
                self.factors(dim, head)
            ),
            Some(req) if self.dim(req) == here => format!("{here} must be {}", self.kind(req)),
            Some(req) => {
                format!(
                    "{} on {} and compact make the stride of {here} {stride}",
                    self.kind(req),
                    self.dim(req)
                )
            }
        }
    }
}

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self.fault {
            Fault::NoSuchDim { req } => {
                write!(
                    f,
                    "there is no {}: the layout has {} physical dims",
                    self.dim(req),
                    self.problem.rank()
                )
            }
            Fault::PartElement { req } => {
                let elem = self.size(1);
                write!(
                    f,
                    "{} on {} is no whole number of elements of {elem}",
                    self.kind(req),
                    self.dim(req)
                )
            }
            Fault::PartHead { req, head } => {
                let (dim, head_dim) = (self.dim(req), mem_dim(head));
                let factors = self.factors(dim.index(), head);
                write!(f, "{dim} must be compact, that is {factors} x the stride of {head_dim}, ")?;
                write!(f, "but {} is no such multiple in whole elements", self.kind(req))
            }
            Fault::TwoValues { req, given, head } => {
                let dim = self.dim(req);
                write!(
                    f,
                    "{}, but {} is asked",
                    self.given(given, dim.index(), head),
                    self.kind(req)
                )
            }
            Fault::Misaligned { req, given, head } => {
                let dim = self.dim(req);
                let step = self.size(aligned_step(self.kind(req), self.problem.elem));
                write!(f, "{}, but {} ", self.given(given, dim.index(), head), self.kind(req))?;
                write!(f, "needs a multiple of {step}")
            }
            Fault::Overlap { given, head, inner } => {
                let (dim, next) = (mem_dim(head), mem_dim(head + 1));
                let len = self.problem.lens[head + 1];
                let (least, stride) = (self.size(inner), self.size(inner / len));
                write!(
                    f,
                    "the stride of {dim} is at least {least} ({len} x {stride} of {next}), "
                )?;
                write!(f, "but {}", self.given(given, head, head))
            }
            Fault::Multiple { head, modulus } => {
                write!(
                    f,
                    "the alignments need a stride of {} that is a multiple of ",
                    mem_dim(head)
                )?;
                write!(f, "{modulus} elements, which does not fit 64 bits")
            }
            Fault::Overflow { dim, stride: Some(stride) } => {
                write!(
                    f,
                    "the least stride of {} is {stride} elements, which does not fit 64 bits",
                    mem_dim(dim)
                )
            }
            Fault::Overflow { dim, stride: None } => {
                write!(f, "the least stride of {} does not fit 64 bits by far", mem_dim(dim))
            }
        }
    }
}

/// A number of elements as memory: bytes where it is a whole number of them, otherwise bits. Amounts beyond
/// 128 bits stay elements.
pub(in crate::layout) fn size_text(elems: i128, elem: ElemSize) -> String {
    match elems.checked_mul(i128::from(elem.bits().get())) {
        Some(bits) => bits_text(bits),
        None => counted(elems, "element"),
    }
}

/// A number of bits as bytes, where it is a whole number of them.
pub(in crate::layout) fn bits_text(bits: i128) -> String {
    if bits % 8 == 0 { counted(bits / 8, "byte") } else { counted(bits, "bit") }
}

fn counted(count: i128, unit: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural}")
}
