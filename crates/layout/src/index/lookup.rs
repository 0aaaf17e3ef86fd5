//! Values of tables.

use super::expr::{AtomKind, Expr};
use super::exprs::Exprs;
use crate::domain::Table;

impl Exprs {
    /// Returns the value of a table. A table whose values are an arithmetic progression is a linear expression; another
    /// one is opaque, except at a constant.
    pub(super) fn lookup_of(&mut self, index: Expr, table: &Table) -> Expr {
        if index == Expr::OVERFLOW {
            return Expr::OVERFLOW;
        }
        if let Some(value) = self.as_constant(index).and_then(|index| table.value(index)) {
            return self.constant(value);
        }
        if let Some((first, step)) = table.progression() {
            return self.sum(first, &[(step, index)]);
        }
        self.expr_of_kind(AtomKind::Lookup { index, table: table.clone() })
    }
}
