//! The reason of a conflict in terms of one tensor: which requirement contradicts which number.

use crate::messages::joined;
use crate::space::MemDim;
use crate::stride::buffer::{BufferProblem, BufferReason};
use crate::stride::reqs::{Req, ReqKind};
use crate::stride::system::{BoundKind, Cause, DerivedBound, Reason, size_text};

/// The reason of a conflict of the requirements on the only tensor of a buffer.
pub(super) struct TensorReason<'a> {
    pub(super) problem: &'a BufferProblem,
    pub(super) reason: &'a BufferReason,
}

impl TensorReason<'_> {
    /// Returns the reason as a sentence.
    pub(super) fn explain(&self) -> String {
        let found = match &self.reason.reason {
            Reason::Malformed { constraint } => self.no_such_dim(*constraint),
            Reason::FractionOfElement { constraint, .. } => self.fraction_of_element(*constraint),
            Reason::Bounds { var, first, second } => self.bounds(*var, first, second),
            Reason::Overflow { var, kind: BoundKind::MultipleOf, elems: Some(elems), .. } => {
                Some(format!(
                    "the alignments require a stride of {} that is a multiple of {elems} elements, which does not fit 64 bits",
                    mem_dim(*var)
                ))
            }
            Reason::Overflow { .. } | Reason::Proportions { .. } | Reason::NotConverged { .. } => {
                None
            }
        };
        // Otherwise the generic sentence, which applies to any system.
        found.unwrap_or_else(|| {
            self.reason
                .reason
                .render(self.problem.elem, &|dim: usize| mem_dim(dim).to_string())
                .to_string()
        })
    }

    /// Returns the first requirement among the origins of a constraint; `None` if there is none.
    fn req(&self, cause: Cause) -> Option<Req> {
        self.reason.constraints.origins(cause).first()?.req()
    }

    fn size(&self, elems: i128) -> String {
        size_text(elems, self.problem.elem)
    }

    fn no_such_dim(&self, constraint: Cause) -> Option<String> {
        let Req { dim, .. } = self.req(constraint)?;
        let rank = self.problem.lens.len();
        Some(format!("invalid physical dim {dim}: the layout has {rank} physical dims"))
    }

    /// Explains a fixed stride that is not a whole number of elements.
    fn fraction_of_element(&self, constraint: Cause) -> Option<String> {
        let Req { dim, kind } = self.req(constraint)?;
        let elem = self.size(1);
        Some(format!("`{kind}` on {dim} is not a whole number of elements of {elem}"))
    }

    /// Explains a requirement that contradicts the stride that other requirements imply.
    fn bounds(&self, dim: usize, first: &DerivedBound, second: &DerivedBound) -> Option<String> {
        let at = self.req(*second.because.first()?)?;
        let from = first.because.first().and_then(|&cause| self.req(cause));
        match (first.kind, second.kind) {
            (BoundKind::Exactly, BoundKind::Exactly) => {
                Some(self.two_values(dim, first.elems, from?, at))
            }
            (BoundKind::Exactly, _) => {
                let known = self.known(dim, first.elems, from?);
                let step = self.size(second.elems);
                Some(format!("{known}, but `{}` requires a multiple of {step}", at.kind))
            }
            (BoundKind::AtLeast, _) => {
                let (inner, stride) = first.from?;
                let here = mem_dim(dim);
                let next = mem_dim(dim + 1);
                let least = self.size(first.elems);
                let stride = self.size(stride);
                let len = inner.times;
                let known = self.known(dim, second.elems, at);
                let extent = format!("{len} x {stride} of {next}");
                Some(format!("the stride of {here} is at least {least} ({extent}), but {known}"))
            }
            _ => Some(self.fraction_of_head(at, first.from?.0.var)),
        }
    }

    /// Explains a fixed stride that contradicts the stride that other requirements imply. If a compact requirement
    /// contradicts a fixed stride of an outer dim, the outer dim is explained.
    fn two_values(&self, dim: usize, elems: i128, from: Req, at: Req) -> String {
        if at.kind != ReqKind::Compact {
            return format!("{}, but `{}` is required", self.known(dim, elems, from), at.kind);
        }
        let dim = from.dim.index();
        let elems = self.problem.lens[dim + 1..].iter().map(|&len| i128::from(len)).product();
        format!("{}, but `{}` is required", self.known(dim, elems, at), from.kind)
    }

    /// Explains a fixed stride on a compact dimension that is not a multiple of the lengths between it and the head.
    /// The head is the innermost dimension that compact requirements connect with it.
    fn fraction_of_head(&self, Req { dim, kind }: Req, head: usize) -> String {
        let factors = self.factors(dim.index(), head);
        let head = mem_dim(head);
        let compact = format!("{dim} must be `compact`, that is {factors} x the stride of {head}");
        format!("{compact}, but `{kind}` is not {factors} x a whole number of elements")
    }

    /// Returns the lengths between a compact dimension and the head: `3 x 5`.
    fn factors(&self, dim: usize, head: usize) -> String {
        joined(&self.problem.lens[dim + 1..=head], " x ")
    }

    /// Returns the reason for the only possible value of a stride: ``m0 must be `compact`, that is 3 x 1 byte = 3 bytes``.
    /// `from` is the fixed requirement that determines it, or the compact requirement on the innermost dimension.
    fn known(&self, dim: usize, elems: i128, from: Req) -> String {
        let here = mem_dim(dim);
        let stride = self.size(elems);
        let innermost = self.problem.lens.len() - 1;
        match from {
            Req { kind: ReqKind::Compact, .. } if dim == innermost => {
                format!("{here} must be `compact`, that is one element = {stride}")
            }
            Req { kind: ReqKind::Compact, .. } => {
                let factors = self.factors(dim, innermost);
                let unit = self.size(1);
                format!("{here} must be `compact`, that is {factors} x {unit} = {stride}")
            }
            Req { dim, kind } if dim == here => format!("{here} must be `{kind}`"),
            Req { dim, kind } => {
                format!("`{kind}` on {dim} and `compact` fix the stride of {here} to {stride}")
            }
        }
    }
}

fn mem_dim(index: usize) -> MemDim {
    MemDim::new(index).expect("the dims of a shape are valid")
}
