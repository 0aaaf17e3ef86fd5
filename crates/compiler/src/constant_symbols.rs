//! Plain layouts as layouts with symbols that have none, for comparisons with those that have some.

use ir::layout::index::{AtomKind, Expr, Exprs};
use ir::layout::{Layout, SymExpr, SymbolSet, SymbolicLayout};

/// Returns the layout with known lengths; `None` if a length is dynamic, some indices within the lengths have no slot,
/// or the offset has an exclusive or, or a value of a table.
pub fn constant_layout(layout: &Layout) -> Option<SymbolicLayout> {
    let lengths = layout.shape().static_lengths()?;
    let mut exprs = Exprs::new();
    let index = (0..).zip(&lengths).map(|(at, &length)| exprs.var(at, length));
    let index: Vec<Expr> = index.collect();
    let offset = layout.offset_over(&index, &mut exprs);
    if !exprs.take_predicates().is_empty() {
        return None;
    }
    let offset = expression(&exprs, offset)?;
    let lengths = lengths.into_iter().map(SymExpr::constant).collect();
    SymbolicLayout::new(SymbolSet::new(), lengths, offset, layout.elem()).ok()
}

/// Returns a sum as an expression over dims; `None` if it has an exclusive or or a value of a table, or is too deep.
fn expression(exprs: &Exprs, sum: Expr) -> Option<SymExpr> {
    let found = exprs.kind(sum)?;
    let mut total = SymExpr::constant(found.constant);
    for &(atom, factor) in &found.terms {
        let value = match exprs.atom_kind(atom) {
            AtomKind::Var { number, .. } => SymExpr::dim(usize::try_from(*number).ok()?),
            AtomKind::Digit { value, divisor, modulus } => {
                let mut value = expression(exprs, *value)?;
                if *divisor != 1 {
                    let divisor = SymExpr::constant(*divisor);
                    value = SymExpr::operation("floordiv", value, divisor).ok()?;
                }
                match modulus {
                    Some(modulus) => {
                        SymExpr::operation("mod", value, SymExpr::constant(*modulus)).ok()?
                    }
                    None => value,
                }
            }
            AtomKind::Guard { value, .. } => expression(exprs, *value)?,
            AtomKind::Xor(_) | AtomKind::Lookup { .. } => return None,
        };
        let term = SymExpr::operation("*", value, SymExpr::constant(factor)).ok()?;
        total = SymExpr::operation("+", total, term).ok()?;
    }
    Some(total)
}
