//! Layouts of which some numbers are not stated: each one is a symbol of its own, as the `?` of a memref.

use super::expr::SymExpr;
use super::fault::SymbolicFault;
use super::layout::SymbolicLayout;
use super::set::SymbolSet;
use super::transform::row_major;
use crate::space::ElemSize;

/// The least value of a symbol for a length or a stride.
const FROM_ONE: i64 = 1;

/// The least value of a symbol for an offset.
const FROM_ZERO: i64 = 0;

/// A function that declares a symbol with this least value.
pub type DeclareSymbol<'a> = &'a mut dyn FnMut(i64) -> SymExpr;

/// Returns lengths as expressions. One that is not stated is a symbol.
pub fn dynamic_lengths(lengths: &[Option<i64>], declare: DeclareSymbol<'_>) -> Vec<SymExpr> {
    lengths.iter().map(|&length| number(length, FROM_ONE, declare)).collect()
}

/// Returns strides and the offset of index zero as expressions. One that is not stated is a symbol, that of the offset the
/// last.
pub fn dynamic_strides(
    strides: &[Option<i64>],
    offset: Option<i64>,
    declare: DeclareSymbol<'_>,
) -> (Vec<SymExpr>, SymExpr) {
    let strides = strides.iter().map(|&stride| number(stride, FROM_ONE, declare)).collect();
    (strides, number(offset, FROM_ZERO, declare))
}

fn number(number: Option<i64>, least: i64, declare: DeclareSymbol<'_>) -> SymExpr {
    number.map_or_else(|| declare(least), SymExpr::constant)
}

impl SymbolicLayout {
    /// Returns the layout of these lengths, and of these strides and this offset of index zero, in elements; row major if
    /// it has none. Numbers that are not stated are the symbols `s0`, `s1` and so on, first those of lengths.
    ///
    /// # Errors
    /// There are too many symbols, or another number of strides than of lengths.
    pub fn of_dynamic(
        lengths: &[Option<i64>],
        strided: Option<(&[Option<i64>], Option<i64>)>,
        elem: Option<ElemSize>,
    ) -> Result<SymbolicLayout, SymbolicFault> {
        let mut symbols = SymbolSet::new();
        let mut fault = None;
        let mut declare = |least| {
            let name = format!("s{}", symbols.len());
            let number = symbols.declare(&name, least, i64::MAX, 1);
            SymExpr::symbol(number.unwrap_or_else(|found| {
                fault = Some(found);
                0
            }))
        };
        let lengths = dynamic_lengths(lengths, &mut declare);
        let (strides, offset) = match strided {
            Some((strides, offset)) => dynamic_strides(strides, offset, &mut declare),
            None => {
                let strides = row_major(&lengths, None).map_err(SymbolicFault::new)?;
                (strides, SymExpr::constant(0))
            }
        };
        match fault {
            Some(fault) => Err(fault),
            None => SymbolicLayout::from_strides(symbols, lengths, strides, offset, elem),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_that_is_not_stated_is_a_symbol() {
        let strided = ([None, Some(1)], None);
        let strided = Some((&strided.0[..], strided.1));
        let layout = SymbolicLayout::of_dynamic(&[None, Some(8)], strided, None).unwrap();
        assert_eq!(layout.offset().text(layout.symbols()), "d0*s1+d1+s2");
        let least: Vec<i64> = layout.symbols().symbols().iter().map(|it| it.min).collect();
        assert_eq!(least, [1, 1, 0]);
        let rows = SymbolicLayout::of_dynamic(&[Some(3), None, None], None, None).unwrap();
        assert_eq!(rows.offset().text(rows.symbols()), "d0*(s1*s0)+d1*s1+d2");
    }
}
