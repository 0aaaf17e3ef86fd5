//! Expressions over the symbols of a layout as other functions than its addressing function compute them.

use super::bounds::{Bounds, Interval};
use super::rewrite::Rewriter;
use super::width::intermediates;
use crate::lower::fault::AddressFault;
use layout::{SymExpr, SymbolSet};

/// Returns an equal expression over symbols without quotients that are rounded up, negative dividends and divisors below 1,
/// for all values inside the ranges of the symbols, so that division may round in any direction.
///
/// # Errors
/// A divisor may be below 1, or a dividend has no least value.
pub fn computed_expr(expr: &SymExpr, symbols: &SymbolSet) -> Result<SymExpr, AddressFault> {
    let bounds = ranges(symbols);
    Rewriter { bounds: &bounds, names: symbols }.computed(expr)
}

/// Returns `true` if every intermediate value of an expression over symbols fits this number of magnitude bits, for all
/// values inside the ranges of the symbols.
pub fn expr_fits(expr: &SymExpr, symbols: &SymbolSet, bits: u32) -> bool {
    let bounds = ranges(symbols);
    let mut fits = true;
    intermediates(expr, &mut |value| {
        fits &= bounds.of(value).is_some_and(|interval| interval.fits(bits));
    });
    fits
}

/// Returns an interval that contains the values of an expression over symbols; `None` if it does not fit 128 bits.
pub fn expr_range(expr: &SymExpr, symbols: &SymbolSet) -> Option<(i128, i128)> {
    ranges(symbols).of(expr).map(|Interval { low, high }| (low, high))
}

fn ranges(symbols: &SymbolSet) -> Bounds {
    let symbols = symbols.symbols().iter();
    let symbols = symbols.map(|it| Interval::new(it.min.into(), it.max.into())).collect();
    Bounds { symbols, dims: Vec::new() }
}
