//! An example of each rule, and the normal forms that layouts rely on.

use expect_test::{Expect, expect};

use super::*;
use crate::domain::Range;

/// Returns components `d0`, `d1` and so on of these lengths.
fn exprs<const N: usize>(lengths: [i64; N]) -> (Exprs, [Expr; N]) {
    let mut exprs = Exprs::new();
    let mut number = 0;
    let vars = lengths.map(|length| {
        number += 1;
        exprs.var(number - 1, length)
    });
    (exprs, vars)
}

#[track_caller]
fn check(exprs: &Exprs, expr: Expr, expect: Expect) {
    expect.assert_eq(&exprs.display(expr).to_string());
}

#[track_caller]
fn check_predicates(exprs: &Exprs, expect: Expect) {
    let line =
        |Predicate { value, low, high }| format!("{low} <= {} < {high}", exprs.display(value));
    let lines: Vec<String> = exprs.predicates().map(line).collect();
    expect.assert_eq(&lines.join("\n"));
}

#[test]
fn sums_collect_terms() {
    let (mut e, [a, b]) = exprs([8, 5]);
    let sum = e.linear(3, &[(2, a), (-1, b), (4, a), (0, b)]);
    check(&e, sum, expect!["6*d0 - d1 + 3"]);
    let none = e.linear(0, &[(1, sum), (-6, a), (1, b)]);
    check(&e, none, expect!["3"]);
    assert_eq!(e.var(7, 1), e.constant(0));
    assert_eq!(e.linear(0, &[(1, sum)]), sum);
}

#[test]
fn rules_1_and_2_use_ranges() {
    let (mut e, [a]) = exprs([6]);
    let sum = e.linear(8, &[(1, a)]);
    let one = e.digit(&sum, 8, None);
    check(&e, one, expect!["1"]);
    let low = e.digit(&sum, 1, Some(8));
    check(&e, low, expect!["d0"]);
    let no_modulus = e.digit(&a, 2, Some(3));
    check(&e, no_modulus, expect!["d0 div 2"]);
    let negative = e.linear(-6, &[(1, a)]);
    let negative = e.digit(&negative, 1, Some(6));
    check(&e, negative, expect!["d0"]);
}

#[test]
fn rules_3_and_4_use_divisibility() {
    let (mut e, [a, b]) = exprs([10, 10]);
    let sum = e.linear(-5, &[(12, a), (7, b)]);
    let low = e.digit(&sum, 1, Some(6));
    check(&e, low, expect!["(d1 + 1) mod 6"]);
    let high = e.digit(&sum, 6, None);
    check(&e, high, expect!["2*d0 + (7*d1 + 1) div 6 - 1"]);
}

#[test]
fn rules_5_and_6_cut_where_nothing_carries() {
    let (mut e, [a, b, c]) = exprs([10, 3, 2]);
    let sum = e.linear(0, &[(12, a), (4, b), (1, c)]);
    let quotient = e.digit(&sum, 8, None);
    check(&e, quotient, expect!["(3*d0 + d1) div 2"]);
    let remainder = e.digit(&sum, 1, Some(24));
    check(&e, remainder, expect!["4*d1 + d2 + 12*(d0 mod 2)"]);
    let middle = e.digit(&sum, 2, Some(12));
    check(&e, middle, expect!["2*d1 + 6*(d0 mod 2)"]);
}

#[test]
fn rules_7_to_9_join_digits_of_digits() {
    let (mut e, [a]) = exprs([1000]);
    let quotient = e.digit(&a, 3, None);
    let twice = e.digit(&quotient, 5, None);
    check(&e, twice, expect!["d0 div 15"]);
    let digit = e.digit(&a, 3, Some(24));
    let upper = e.digit(&digit, 4, None);
    check(&e, upper, expect!["(d0 div 12) mod 6"]);
    let upper = e.digit(&digit, 4, Some(4));
    check(&e, upper, expect!["((d0 div 12) mod 6) mod 4"]);
    let lower = e.digit(&digit, 1, Some(8));
    check(&e, lower, expect!["(d0 div 3) mod 8"]);
}

#[test]
fn rule_9_holds_for_terms() {
    let (mut e, [a, b]) = exprs([100, 100]);
    let low = e.digit(&a, 1, Some(8));
    let sum = e.linear(0, &[(1, low), (1, b)]);
    let digit = e.digit(&sum, 1, Some(4));
    check(&e, digit, expect!["(d0 + d1) mod 4"]);
}

#[test]
fn rule_10_joins_digits() {
    let (mut e, [a]) = exprs([100]);
    let (q, r) = (e.digit(&a, 4, None), e.digit(&a, 1, Some(4)));
    assert_eq!(e.linear(0, &[(4, q), (1, r)]), a);
    let (low, high) = (e.digit(&a, 2, Some(3)), e.digit(&a, 6, Some(5)));
    let sum = e.linear(7, &[(-2, low), (-6, high)]);
    check(&e, sum, expect!["-2*((d0 div 2) mod 15) + 7"]);
    let remainder = e.linear(5, &[(3, a), (-12, q)]);
    check(&e, remainder, expect!["3*(d0 mod 4) + 5"]);
    let padded = e.linear(0, &[(5, q), (1, r)]);
    check(&e, padded, expect!["5*(d0 div 4) + d0 mod 4"]);
    // One pad after every four indices, a second one after every twelve, and the same sum in digits.
    let outer = e.digit(&a, 12, None);
    let padded = e.linear(0, &[(1, a), (1, q), (1, outer)]);
    let inner = e.digit(&a, 4, Some(3));
    assert_eq!(padded, e.linear(0, &[(1, r), (5, inner), (16, outer)]));
}

#[test]
fn digits_join_in_any_normal_form() {
    let (mut e, [a, b]) = exprs([10, 8]);
    let sum = e.linear(0, &[(4, a), (1, b)]);
    let digits = [e.digit(&sum, 1, Some(4)), e.digit(&sum, 4, Some(8)), e.digit(&sum, 32, None)];
    check(&e, digits[0], expect!["d1 mod 4"]);
    check(&e, digits[1], expect!["((4*d0 + d1) div 4) mod 8"]);
    check(&e, digits[2], expect!["(4*d0 + d1) div 32"]);
    assert_eq!(e.linear(0, &[(1, digits[0]), (4, digits[1]), (32, digits[2])]), sum);
    let upper = e.linear(0, &[(4, digits[1]), (32, digits[2])]);
    check(&e, upper, expect!["4*d0 + 4*(d1 div 4)"]);
    // The same digit, built in two steps.
    let quotient = e.digit(&sum, 4, None);
    assert_eq!(e.digit(&quotient, 1, Some(8)), digits[1]);
}

#[test]
fn rules_11_to_13_simplify_exclusive_or() {
    let (mut e, [a, b, c]) = exprs([8, 8, 64]);
    let high = e.linear(0, &[(8, a)]);
    let added = e.xor(&high, &b);
    check(&e, added, expect!["8*d0 + d1"]);
    // The sign of a negative value affects all bits.
    let negative = e.linear(-1, &[(1, b)]);
    let kept = e.xor(&high, &negative);
    check(&e, kept, expect!["(8*d0) xor (d1 - 1)"]);
    let mixed = e.linear(0, &[(8, a), (1, b)]);
    let seven = e.constant(7);
    let flipped = e.xor(&mixed, &seven);
    check(&e, flipped, expect!["8*d0 + (d1 xor 7)"]);
    let swizzled = e.xor(&c, &high);
    check(&e, swizzled, expect!["d2 xor (8*d0)"]);
    assert_eq!(e.xor(&swizzled, &high), c);
    assert_eq!(e.xor(&swizzled, &swizzled), e.constant(0));
    assert_eq!(e.xor(&high, &c), swizzled);
    let low = e.digit(&swizzled, 1, Some(8));
    check(&e, low, expect!["d2 mod 8"]);
    let upper = e.digit(&swizzled, 8, None);
    check(&e, upper, expect!["(d2 xor (8*d0)) div 8"]);
    assert_eq!(e.linear(0, &[(1, low), (8, upper)]), swizzled);
}

#[test]
fn rule_14_folds_what_ranges_prove() {
    let (mut e, [a, b]) = exprs([24, 4]);
    assert_eq!(e.require(&a, 0, 24), a);
    assert_eq!(e.predicates().len(), 0);
    let shifted = e.linear(-4, &[(1, a)]);
    let inside = e.require(&shifted, 0, 16);
    check(&e, inside, expect!["within(d0, 4, 20) - 4"]);
    assert_eq!(e.range(inside), Range { low: 0, high: 15 });
    assert_eq!(e.require(&inside, 0, 16), inside);
    assert_eq!(e.require(&shifted, 0, 16), inside);
    let merged = e.linear(0, &[(16, b), (1, inside)]);
    assert_eq!(e.digit(&merged, 16, None), b);
    assert_eq!(e.digit(&merged, 1, Some(16)), inside);
    let reversed = e.linear(30, &[(-2, a)]);
    let reversed = e.require(&reversed, -3, 21);
    check(&e, reversed, expect!["-2*within(d0, 5, 17) + 30"]);
    let group = e.linear(0, &[(4, a), (1, b)]);
    let group = e.require(&group, 8, 60);
    check(&e, group, expect!["d1 + 4*within(d0, 2, 15)"]);
    let never = e.require(&a, 24, 30);
    assert_eq!(never, a);
    check_predicates(
        &e,
        expect![[r#"
            4 <= d0 < 20
            5 <= d0 < 17
            2 <= d0 < 15
            24 <= d0 < 30"#]],
    );
}

#[test]
fn merged_and_split_index_is_identity() {
    let (mut e, [n, c, h, w]) = exprs([2, 7, 3, 5]);
    let merged = e.linear(0, &[(105, n), (15, c), (5, h), (1, w)]);
    let split: Vec<Expr> = [(105, None), (15, Some(7)), (5, Some(3)), (1, Some(5))]
        .map(|(d, m)| e.digit(&merged, d, m))
        .into();
    assert_eq!(split, [n, c, h, w]);
    // The reverse: the digits of one dim, with radices that divide no others.
    let (mut e, [flat]) = exprs([2 * 7 * 3 * 5]);
    let split = [(35, None), (5, Some(7)), (1, Some(5))].map(|(d, m)| e.digit(&flat, d, m));
    assert_eq!(e.linear(0, &[(35, split[0]), (5, split[1]), (1, split[2])]), flat);
    let again = e.linear(0, &[(7, split[0]), (1, split[1])]);
    assert_eq!(again, e.digit(&flat, 5, None));
}

#[test]
fn reshape_across_digits_is_inverted() {
    let (mut e, [a, b]) = exprs([2, 6]);
    let flat = e.linear(0, &[(6, a), (1, b)]);
    let (row, column) = (e.digit(&flat, 4, None), e.digit(&flat, 1, Some(4)));
    check(&e, row, expect!["(6*d0 + d1) div 4"]);
    let flat = e.linear(0, &[(4, row), (1, column)]);
    assert_eq!([e.digit(&flat, 6, None), e.digit(&flat, 1, Some(6))], [a, b]);
}

/// Returns the offset of a convolution as a matrix product: from the row and column of the matrix to an image [n, h, w,
/// c] with padding 1, through merge, embed and pad.
fn im2col(e: &mut Exprs, row: Expr, column: Expr) -> Expr {
    let (n, h, w) = (e.digit(&row, 64, None), e.digit(&row, 8, Some(8)), e.digit(&row, 1, Some(8)));
    let (y, x, c) =
        (e.digit(&column, 96, None), e.digit(&column, 32, Some(3)), e.digit(&column, 1, Some(32)));
    let h = e.linear(-1, &[(1, h), (1, y)]);
    let w = e.linear(-1, &[(1, w), (1, x)]);
    let (h, w) = (e.require(&h, 0, 8), e.require(&w, 0, 8));
    e.linear(0, &[(2048, n), (256, h), (32, w), (1, c)])
}

#[test]
fn im2col_simplifies_to_the_direct_form() {
    let (mut e, [n, h, w, y, x, c]) = exprs([4, 8, 8, 3, 3, 32]);
    let row = e.linear(0, &[(64, n), (8, h), (1, w)]);
    let column = e.linear(0, &[(96, y), (32, x), (1, c)]);
    let offset = im2col(&mut e, row, column);
    check(
        &e,
        offset,
        expect!["2048*d0 + d5 + 256*within(d1 + d3, 1, 9) + 32*within(d2 + d4, 1, 9) - 288"],
    );
    check_predicates(
        &e,
        expect![[r#"
        1 <= d1 + d3 < 9
        1 <= d2 + d4 < 9"#]],
    );
    let terms = vec![(0, 2048), (1, 256), (2, 32), (3, 256), (4, 32), (5, 1)];
    assert_eq!(e.as_linear(offset), Some((-288, terms)));
}

#[test]
fn blocked_matrix_has_one_normal_form() {
    // The shape (64, 4, 2, 64, 4) viewed as [64, 8, 256], and the same block with explicit digits.
    let (mut e, [i, j, k]) = exprs([64, 8, 256]);
    let (outer, inner) = (e.digit(&j, 2, None), e.digit(&j, 1, Some(2)));
    let (low, high) = (e.digit(&k, 1, Some(4)), e.digit(&k, 4, None));
    let offset = e.linear(0, &[(2048, i), (512, outer), (256, inner), (4, high), (1, low)]);
    check(&e, offset, expect!["2048*d0 + 256*d1 + d2"]);
}

/// Returns the modulus and the remainder that are known of an expression.
fn congruence(exprs: &Exprs, expr: Expr) -> (i128, i128) {
    let interval = exprs.interval(expr);
    (interval.step, interval.rest)
}

#[test]
fn intervals_follow_from_terms() {
    let (mut e, [a, b]) = exprs([10, 4]);
    let sum = e.linear(3, &[(6, a), (-4, b)]);
    assert_eq!(e.range(sum), Range { low: -9, high: 57 });
    assert_eq!(congruence(&e, sum), (2, 1));
    let high = e.digit(&a, 4, None);
    let aligned = e.linear(0, &[(16, high), (8, b)]);
    assert_eq!(congruence(&e, aligned), (8, 0));
    let constant = e.constant(-5);
    assert_eq!(congruence(&e, constant), (0, -5));
    assert_eq!(e.as_linear(high), None);
}

#[test]
fn overflow_is_reported() {
    let (mut e, [a]) = exprs([i64::MAX]);
    let twice = e.linear(0, &[(2, a)]);
    assert!(!e.fits(twice) && e.fits(a));
    assert_eq!(e.range(twice), Range { low: 0, high: i64::MAX });
    assert_eq!(e.eval(twice, &[i64::MAX - 1]), None);
    assert_eq!(e.eval(twice, &[21]), Some(42));
    let large = e.linear(0, &[(i64::MAX, a)]);
    let large = e.linear(0, &[(2, large)]);
    assert_eq!(large, Expr::OVERFLOW);
    for expr in [
        e.linear(0, &[(0, large)]),
        e.digit(&large, 2, None),
        e.xor(&a, &large),
        e.require(&large, 0, 1),
    ] {
        assert_eq!(expr, Expr::OVERFLOW);
    }
    check(&e, large, expect!["overflow"]);
    assert_eq!(e.digit(&a, 0, None), Expr::OVERFLOW);
    let odd = e.linear(i64::MIN, &[(i64::MIN, a), (-1, a)]);
    assert_eq!(odd, Expr::OVERFLOW);
    // Intervals at the limits neither wrap nor panic.
    let (mut e, [a, b]) = exprs([9, 9]);
    let least = e.linear(0, &[(-1, a), (i64::MIN, b)]);
    assert_eq!(e.require(&least, -4, 4), Expr::OVERFLOW);
    let low = e.linear(i64::MIN, &[(1, a)]);
    assert_eq!(e.require(&low, 0, i64::MAX), low);
}

#[test]
fn substitution_returns_normal_forms() {
    let (mut e, [a]) = exprs([64]);
    let (low, high) = (e.digit(&a, 1, Some(8)), e.digit(&a, 8, None));
    let shuffled = e.linear(0, &[(8, low), (1, high)]);
    let (g, t) = (e.var(5, 8), e.var(6, 8));
    let by = e.linear(0, &[(8, g), (1, t)]);
    let replaced = e.substitute(shuffled, 0, by);
    check(&e, replaced, expect!["d5 + 8*d6"]);
}

#[test]
fn deep_expression_does_not_overflow_the_stack() {
    let (mut e, [a, b]) = exprs([1000, 3]);
    let mut deep = a;
    for _ in 0..20_000 {
        let sum = e.linear(0, &[(1, deep), (7, b)]);
        deep = e.digit(&sum, 3, Some(999_983));
    }
    assert!(e.eval(deep, &[999, 2]).is_some());
    assert!(e.display(deep).to_string().contains("..."));
    assert_ne!(e.substitute(deep, 1, a), Expr::OVERFLOW);
}

#[track_caller]
fn check_widest_vector(e: &mut Exprs, offset: Expr, length: i64, expected: i64) {
    let predicates: Vec<Predicate> = e.predicates().collect();
    let proven = (0..=6)
        .map(|bit| 1 << bit)
        .filter(|&width| e.proves_aligned_vectors(offset, &predicates, (0, length), width));
    assert_eq!(proven.max(), Some(expected));
}

#[test]
fn vector_width_depends_on_padding_strides_and_swizzles() {
    let (mut e, [a, b]) = exprs([64, 8]);
    let rows = e.linear(0, &[(1, a), (64, b)]);
    check_widest_vector(&mut e, rows, 64, 64);
    let odd_rows = e.linear(8, &[(1, a), (68, b)]);
    check_widest_vector(&mut e, odd_rows, 64, 4);
    let columns = e.linear(0, &[(8, a), (1, b)]);
    check_widest_vector(&mut e, columns, 64, 1);
    let (low, high) = (e.digit(&a, 1, Some(8)), e.digit(&a, 8, None));
    let blocked = e.linear(0, &[(1, low), (64, high), (8, b)]);
    check_widest_vector(&mut e, blocked, 64, 8);
    let by = e.linear(0, &[(8, b)]);
    let swizzled = e.xor(&a, &by);
    check_widest_vector(&mut e, swizzled, 64, 8);
    let shifted = e.linear(-4, &[(1, a)]);
    let padded = e.require(&shifted, 0, 48);
    check_widest_vector(&mut e, padded, 64, 4);
    let (mut e, [a]) = exprs([64]);
    let cut = e.require(&a, 0, 50);
    check_widest_vector(&mut e, cut, 64, 2);
    let (mut e, [a, b]) = exprs([64, 8]);
    let sum = e.linear(-1, &[(1, a), (1, b)]);
    let halo = e.require(&sum, 0, 64);
    check_widest_vector(&mut e, halo, 64, 1);
}
