//! Layouts as expressions in normal form.

use super::layout::Layout;
use crate::index::{Expr, Exprs, Predicate};

/// A layout in normal form: its offset and its predicates, as expressions of the components of the index.
pub(crate) struct LayoutExprs {
    pub(crate) offset: Expr,
    pub(crate) predicates: Vec<Predicate>,
}

impl Layout {
    /// Returns the layout in normal form.
    pub(crate) fn to_exprs(&self, exprs: &mut Exprs) -> LayoutExprs {
        let index = self.index_variables(exprs);
        let offset = self.offset_over(&index, exprs);
        LayoutExprs { offset, predicates: exprs.take_predicates() }
    }

    /// Returns the components of the logical index. A dynamic length counts as `i64::MAX`.
    pub(crate) fn index_variables(&self, exprs: &mut Exprs) -> Vec<Expr> {
        let lengths = self.shape().values().map(|len| len.get().unwrap_or(i64::MAX));
        (0..).zip(lengths).map(|(number, length)| exprs.var(number, length)).collect()
    }
}
