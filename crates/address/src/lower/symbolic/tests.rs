//! Programs of layouts with symbols, compared with the layouts, and the reasons why there are none.

use super::*;
use crate::ProgramEvaluator;
use layout::{ElemSize, SymbolSet};

fn op(sign: &str, a: &SymExpr, b: &SymExpr) -> SymExpr {
    SymExpr::operation(sign, a.clone(), b.clone()).unwrap()
}

fn number(value: i64) -> SymExpr {
    SymExpr::constant(value)
}

/// Returns a set with symbols of these ranges and divisors, named `s0`, `s1` and so on.
fn symbols(ranges: &[(i64, i64, i64)]) -> (SymbolSet, Vec<SymExpr>) {
    let mut set = SymbolSet::new();
    let all = ranges.iter().enumerate().map(|(at, &(min, max, by))| {
        SymExpr::symbol(set.declare(&format!("s{at}"), min, max, by).unwrap())
    });
    let all = all.collect();
    (set, all)
}

/// Returns the row-major matrix of these ranges.
fn matrix(ranges: [(i64, i64, i64); 2]) -> SymbolicLayout {
    let (set, s) = symbols(&ranges);
    let strides = vec![s[1].clone(), number(1)];
    SymbolicLayout::from_strides(set, s, strides, number(0), None).unwrap()
}

fn fault(layout: &SymbolicLayout, index: IndexType) -> String {
    lower_symbolic(layout, OffsetUnit::Element, index, Division::Divide).unwrap_err().to_string()
}

/// Compares the program of a layout with the layout at all indices and all these values of the symbols.
fn check(layout: &SymbolicLayout, values: &[&[i64]], index: IndexType) -> SymbolicProgram {
    let found = lower_symbolic(layout, OffsetUnit::Element, index, Division::Divide).unwrap();
    let width = found.program.width(found.program.offset());
    let mut evaluator = ProgramEvaluator::new(&found.program);
    for values in values {
        let lengths = layout.lengths_at(values).unwrap();
        let count: i64 = lengths.iter().product();
        for position in 0..count {
            let mut rest = position;
            let mut at = vec![0; lengths.len()];
            for (dim, length) in lengths.iter().enumerate().rev() {
                at[dim] = rest % length;
                rest /= length;
            }
            let symbols = found.symbols.iter().map(|&number| values[number]);
            let arguments: Vec<u64> =
                at.iter().copied().chain(symbols).map(i64::cast_unsigned).collect();
            let results = evaluator.run(&arguments).unwrap();
            let valid = results.get(1).is_none_or(|&valid| valid == 1);
            let offset = valid.then(|| width.signed(results[0]));
            assert_eq!(offset, layout.offset_at(values, &at).unwrap(), "{values:?} {at:?}");
        }
    }
    found
}

#[test]
fn program_has_the_symbols_that_matter() {
    let found = check(&matrix([(1, 4096, 1), (8, 4096, 8)]), &[&[3, 8], &[5, 16]], IndexType::Auto);
    assert_eq!(found.symbols, [1]);
    assert_eq!(found.lengths, [4096, 4096]);
    assert_eq!(found.program.width(found.program.offset()), Width::I32);
    assert_eq!(found.program.params().len(), 3);
}

#[test]
fn division_by_symbols_is_lowered() {
    // Pages of s2 rows, and rows rounded up to s1.
    let (set, s) = symbols(&[(1, 64, 1), (1, 8, 1), (1, 16, 1)]);
    let d0 = SymExpr::dim(0);
    let page = op("*", &op("floordiv", &d0, &s[2]), &op("*", &op("ceildiv", &s[0], &s[1]), &s[1]));
    let offset = op("+", &page, &op("mod", &d0, &s[2]));
    let layout = SymbolicLayout::new(set, vec![op("*", &s[0], &s[2])], offset, None).unwrap();
    check(&layout, &[&[5, 3, 4], &[1, 1, 1], &[64, 8, 16]], IndexType::I32);
}

#[test]
fn negative_dividends_are_shifted() {
    let (set, s) = symbols(&[(1, 40, 1), (1, 9, 1)]);
    let moved = op("-", &SymExpr::dim(0), &number(7));
    for divisor in [number(4), number(3), s[1].clone()] {
        let quotient = op("*", &op("floordiv", &moved, &divisor), &number(100));
        let rounded = op("*", &op("ceildiv", &moved, &divisor), &number(10_000));
        let offset = op("+", &op("+", &quotient, &rounded), &op("mod", &moved, &divisor));
        let layout = SymbolicLayout::new(set.clone(), vec![s[0].clone()], offset, None).unwrap();
        check(&layout, &[&[40, 1], &[40, 9], &[7, 5], &[1, 2]], IndexType::I32);
        check(&layout, &[&[40, 1], &[40, 9], &[7, 5], &[1, 2]], IndexType::I64);
    }
}

#[test]
fn conditions_are_a_validity() {
    // The lower triangle, and another condition on a symbol.
    let (set, s) = symbols(&[(1, 9, 1), (1, 9, 1)]);
    let [d0, d1] = [SymExpr::dim(0), SymExpr::dim(1)];
    let offset = op("+", &op("*", &d0, &s[0]), &d1);
    let conditions = [
        Relation::comparison("<=", d1.clone(), d0.clone()).unwrap(),
        Relation::comparison("<", op("+", &d0, &s[1]), number(11)).unwrap(),
    ];
    let layout = SymbolicLayout::new(set, vec![s[0].clone(), s[0].clone()], offset, None).unwrap();
    let layout = layout.with_conditions(conditions).unwrap();
    let found = check(&layout, &[&[9, 1], &[9, 9], &[4, 5]], IndexType::I32);
    assert_eq!(found.symbols, [0, 1]);
}

#[test]
fn first_values_that_do_not_fit_are_named() {
    let wide = matrix([(1, 65536, 1), (1, 65536, 1)]);
    assert_eq!(
        fault(&wide, IndexType::I32),
        "`d0*s1` reaches 2147483648, but 31 bits hold at most 2147483647; first values that do not fit: s0 = 32769 at s1 = 65536"
    );
    assert!(lower_symbolic(&wide, OffsetUnit::Element, IndexType::Auto, Division::Divide).is_ok());
    assert!(
        lower_symbolic(
            &matrix([(1, 32768, 1), (1, 65536, 1)]),
            OffsetUnit::Element,
            IndexType::I32,
            Division::Divide
        )
        .is_ok()
    );
    // The last element does not fit, but the products do.
    assert_eq!(
        fault(&matrix([(1, 46341, 1), (1, 46341, 1)]), IndexType::I32),
        "`d0*s1+d1` reaches 2147488280, but 31 bits hold at most 2147483647; first values that do not fit: s0 = 46341 at s1 = 46341"
    );
    assert!(
        lower_symbolic(
            &matrix([(1, 46340, 1), (1, 46340, 1)]),
            OffsetUnit::Element,
            IndexType::I32,
            Division::Divide
        )
        .is_ok()
    );
    let open = matrix([(1, i64::MAX, 1), (1, i64::MAX, 1)]);
    assert_eq!(
        fault(&open, IndexType::Auto),
        "`d0*s1+d1` reaches 18446744073709551613, but 63 bits hold at most 9223372036854775807; first values that do not fit: s0 = 2 at s1 = 9223372036854775807"
    );
}

#[test]
fn relations_are_used_and_sizes_are_needed() {
    let (mut set, s) = symbols(&[(1, 1 << 20, 1), (1, 1 << 20, 1)]);
    let area = op("*", &s[0], &s[1]);
    set.require(Relation::comparison("<=", area, number(1 << 20)).unwrap()).unwrap();
    let strides = vec![s[1].clone(), number(1)];
    let layout = SymbolicLayout::from_strides(set, s, strides, number(0), None).unwrap();
    assert!(lower_symbolic(&layout, OffsetUnit::Element, IndexType::I32, Division::Divide).is_ok());
    let bytes =
        lower_symbolic(&layout, OffsetUnit::Byte, IndexType::I64, Division::Divide).unwrap_err();
    assert_eq!(bytes, AddressFault::NoElement);
    let layout = layout.with_elem(ElemSize::new(layout::Bits::new(16)).unwrap());
    assert!(lower_symbolic(&layout, OffsetUnit::Byte, IndexType::I64, Division::Divide).is_ok());
}
