//! Layouts as expressions in normal form.

use super::layout::Layout;
use crate::index::{Expr, Exprs, Predicate};
use crate::space::Shape;

/// A layout in normal form: its offset and its predicates, as expressions of the components of the index.
pub(crate) struct LayoutExprs {
    pub(crate) offset: Expr,
    pub(crate) predicates: Vec<Predicate>,
}

impl Layout {
    /// Returns the layout in normal form.
    pub(crate) fn to_exprs(&self, exprs: &mut Exprs) -> LayoutExprs {
        let index = exprs.index_of(self.shape());
        let offset = self.offset_over(&index, exprs);
        LayoutExprs { offset, predicates: exprs.take_predicates() }
    }
}

impl Exprs {
    /// Returns the components of an index over a shape, over which maps are expressions.
    pub fn index_of(&mut self, shape: &Shape) -> Vec<Expr> {
        // A dynamic length counts as the greatest one.
        let lengths = (0..).zip(shape.values().map(|len| len.get().unwrap_or(i64::MAX)));
        lengths.map(|(dim, length)| self.var(dim, length)).collect()
    }
}
