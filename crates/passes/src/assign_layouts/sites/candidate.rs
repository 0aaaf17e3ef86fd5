//! The candidate layouts of a value.

use indexmap::IndexSet;
use ir::encoding::{self, Reading};
use ir::layout::impl_display;
use ir::layout::{DimsOrder, FormatUse};
use ir::print::attr_to_string;
use ir::{Attr, Module, Type};
use rustc_hash::FxBuildHasher;

/// A layout that a value may be assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Candidate {
    /// An order of the dims, dense except where stride requirements add padding.
    Order(DimsOrder),
    /// A format.
    Format(FormatUse),
    /// The layout that this attribute names, which a choice or a type defines itself.
    Custom(Attr),
    /// The layout of this type, which is none of the above.
    Declared(Type),
}

/// Candidates in discovery order.
pub(crate) type CandidateSet = IndexSet<Candidate, FxBuildHasher>;

impl Candidate {
    /// Returns the candidate of a format for tensors of a rank. The format of row-major dims becomes an order.
    pub(crate) fn format(format: FormatUse, rank: usize) -> Candidate {
        let plain = format.is_row_major();
        let order = plain.then(|| DimsOrder::identity(rank)).flatten();
        order.map_or(Candidate::Format(format), Candidate::Order)
    }

    /// Returns the layout that a type states; `None` if it states none.
    pub(crate) fn declared(module: &Module, ty: Type) -> Option<Candidate> {
        match encoding::read(&module.ctx, ty).ok()?? {
            Reading::Open => None,
            Reading::Ordered(layout) => Some(Candidate::Order(layout.order())),
            Reading::Format(layout) => Some(Candidate::format(layout.format, layout.shape.len())),
            Reading::Descriptor(_) => Some(custom(module, ty).unwrap_or(Candidate::Declared(ty))),
            Reading::Opaque(_) => Some(Candidate::Declared(ty)),
        }
    }

    /// Returns the text of the layout in messages.
    pub(crate) fn text(self, module: &Module) -> String {
        match self {
            Candidate::Custom(attr) => attr_to_string(module, attr),
            _ => self.to_string(),
        }
    }

    /// Returns the order of dims; `None` if the layout is not an order.
    pub(crate) fn order(self) -> Option<DimsOrder> {
        match self {
            Candidate::Order(order) => Some(order),
            Candidate::Format(_) | Candidate::Custom(_) | Candidate::Declared(_) => None,
        }
    }
}

/// Returns the candidate of a type that names its layout; `None` if the type moves the layout by an offset, or has a
/// dynamic length, so that its layout is one of the type alone.
fn custom(module: &Module, ty: Type) -> Option<Candidate> {
    let offset = encoding::offset(&module.ctx, ty).unwrap_or(0);
    let lengths = encoding::laid_out_lengths(&module.ctx, ty)?;
    let is_plain = offset == 0 && lengths.iter().all(Option::is_some);
    encoding::layout_attr(&module.ctx, ty).filter(|_| is_plain).map(Candidate::Custom)
}

/// Returns `true` if a type states at most an order or a format.
pub(crate) fn is_plain(module: &Module, ty: Type) -> bool {
    match encoding::read(&module.ctx, ty) {
        Ok(Some(Reading::Ordered(layout))) => {
            layout.strides().is_none() && layout.reqs().is_empty() && layout.offset().get() == 0
        }
        Ok(Some(Reading::Descriptor(_) | Reading::Opaque(_))) => false,
        _ => true,
    }
}

impl_display!(Candidate {
    Self::Order(order) if order.is_identity() => "row major ({order})",
    Self::Order(order) => "{order}",
    Self::Format(format) => "format {format}",
    Self::Custom(_) => "a layout of its own",
    Self::Declared(_) => "the layout in its type",
});
