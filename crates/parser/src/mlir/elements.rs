//! Checks of the parts of shaped types: element types, layouts and memory spaces.

use crate::state::{Parse, Parser};
use ir::Attr;
use ir::attrs::AttrKind;
use ir::diag::{code, counted};
use ir::print::type_to_string;
use ir::source::PathStep;
use ir::types::{Type, TypeKind};

/// A type that has elements.
#[derive(Clone, Copy)]
pub(super) enum ElementHolder {
    Complex,
    MemRef,
    Tensor,
    Vector,
}

impl ElementHolder {
    /// Returns `true` if MLIR allows an element type. Types of other dialects are allowed in tensors and memrefs,
    /// because they may implement the element type interface.
    fn admits(self, elem: &TypeKind) -> bool {
        use ElementHolder::{Complex, MemRef, Tensor};
        match elem {
            TypeKind::Integer { .. } | TypeKind::Float(_) => true,
            TypeKind::Index => !matches!(self, Complex),
            TypeKind::Complex(_) | TypeKind::Vector { .. } => matches!(self, MemRef | Tensor),
            TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. } => matches!(self, MemRef),
            TypeKind::Dialect(_) | TypeKind::LayoutDim(_) => matches!(self, MemRef | Tensor),
            _ => false,
        }
    }

    fn name(self) -> &'static str {
        match self {
            ElementHolder::Complex => "complex",
            ElementHolder::MemRef => "memref",
            ElementHolder::Tensor => "tensor",
            ElementHolder::Vector => "vector",
        }
    }
}

/// An attribute after the element type of a memref: the range of its text, and the attribute.
pub(super) type MemRefPart = (usize, usize, Attr);

impl Parser<'_> {
    /// Reads the element type of a shaped type.
    pub(super) fn element_type(&mut self, holder: ElementHolder) -> Parse<Type> {
        let start = self.token_start();
        let elem = self.located(|| PathStep::ElementType, Parser::ty)?;
        if holder.admits(self.module.ctx.kind(elem)) {
            return Ok(elem);
        }
        let shown = type_to_string(&self.module, elem);
        let message = format!("`{}` must not have elements of type `{shown}`", holder.name());
        self.fail_span(code::TYPE, start, self.at, message)
    }

    /// Checks that the strides of a memref's layout match its rank.
    pub(super) fn check_strides(&mut self, part: MemRefPart, rank: usize) -> Parse<()> {
        let (start, end, layout) = part;
        let AttrKind::Strided(strided) = self.module.ctx.attr_kind(layout) else {
            return Ok(());
        };
        let strides = strided.strides().len();
        if strides == rank {
            return Ok(());
        }
        let dims = counted(rank, "dim");
        let strides = counted(strides, "stride");
        let message = format!("the memref has {dims}, but its layout has {strides}");
        self.fail_span(code::TYPE, start, end, message)
    }

    /// Checks that an attribute is a valid memory space: an integer, a string, a dictionary, a dialect attribute, or a
    /// symbol. VPUX also uses lists that begin with a symbol.
    pub(super) fn check_space(&mut self, part: MemRefPart) -> Parse<()> {
        let (start, end, space) = part;
        let ctx = &self.module.ctx;
        let is_space = match ctx.attr_kind(space) {
            AttrKind::Integer { .. }
            | AttrKind::String { .. }
            | AttrKind::Dict(_)
            | AttrKind::Symbol { .. }
            | AttrKind::Dialect { .. } => true,
            AttrKind::Array(_) => {
                let entries = ctx.as_array(space).unwrap_or_default();
                entries
                    .first()
                    .is_some_and(|&first| matches!(ctx.attr_kind(first), AttrKind::Symbol { .. }))
            }
            _ => false,
        };
        if is_space {
            return Ok(());
        }
        let message = "memory space must be an integer, a string, a symbol or a dictionary";
        self.fail_span(code::TYPE, start, end, message)
    }

    /// Returns `true` if an attribute can be the layout of a memref that also has a memory space.
    pub(super) fn may_be_layout(&self, attr: Attr) -> bool {
        matches!(
            self.module.ctx.attr_kind(attr),
            AttrKind::AffineMap(_)
                | AttrKind::Strided { .. }
                | AttrKind::Dict(_)
                | AttrKind::Dialect { .. }
        )
    }
}
