//! The layouts that a value may get.

use indexmap::IndexSet;
use ir::encoding::{self, Reading};
use ir::layout::{DimsOrder, FormatUse};
use ir::{Module, Type};
use rustc_hash::FxBuildHasher;
use std::fmt;

/// A layout that a value may get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Candidate {
    /// Dims in an order, dense except where stride requirements leave gaps.
    Order(DimsOrder),
    /// A format.
    Format(FormatUse),
    /// The layout of this type: a descriptor.
    Declared(Type),
}

/// Candidates in the order in which they were found.
pub(crate) type CandidateSet = IndexSet<Candidate, FxBuildHasher>;

impl Candidate {
    /// Returns a format as a candidate for tensors of a rank. The format of row-major dims is an order.
    pub(crate) fn format(format: FormatUse, rank: usize) -> Candidate {
        let plain = format.is_row_major();
        let order = plain.then(|| DimsOrder::identity(rank)).flatten();
        order.map_or(Candidate::Format(format), Candidate::Order)
    }

    /// Returns the layout that a type declares; `None` if it declares none.
    pub(super) fn declared(module: &Module, ty: Type) -> Option<Candidate> {
        match encoding::read(&module.ctx, ty).ok()?? {
            Reading::Open => None,
            Reading::Ordered(layout) => Some(Candidate::Order(layout.order())),
            Reading::Format(layout) => Some(Candidate::format(layout.format, layout.shape.len())),
            Reading::Descriptor(_) | Reading::Opaque(_) => Some(Candidate::Declared(ty)),
        }
    }

    /// Returns the order of dims, if the layout is one.
    pub(super) fn order(self) -> Option<DimsOrder> {
        match self {
            Candidate::Order(order) => Some(order),
            Candidate::Format(_) | Candidate::Declared(_) => None,
        }
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Candidate::Order(order) if order.is_identity() => write!(f, "row major ({order})"),
            Candidate::Order(order) => order.fmt(f),
            Candidate::Format(format) => write!(f, "format {format}"),
            Candidate::Declared(_) => f.write_str("the layout that its type names"),
        }
    }
}
