//! Golden tests of systems: least strides, and the message of every kind of reason.

use expect_test::{Expect, expect};

use super::*;
use crate::space::{Bits, ElemSize};
use crate::stride::constraint::{Constraint, Scaled};

fn x(var: usize) -> Scaled {
    Scaled::once(var)
}

fn by(times: i64, var: usize) -> Scaled {
    Scaled { var, times }
}

fn bytes(var: usize, bytes: i128) -> Constraint {
    Constraint::Exactly { of: x(var), bits: bytes * 8 }
}

fn aligned(var: usize, bytes: i128) -> Constraint {
    Constraint::Multiple { of: x(var), bits: bytes * 8 }
}

fn at_most(var: usize, bytes: i128) -> Constraint {
    Constraint::AtMost { of: x(var), bits: bytes * 8 }
}

fn system(vars: usize, elem_bits: i64, hard: &[Constraint], soft: &[Constraint]) -> System {
    let elem = ElemSize::new(Bits::new(elem_bits)).unwrap();
    System { vars, elem, hard: hard.to_vec(), soft: soft.to_vec() }
}

fn show(system: &System) -> String {
    let conflict = match system.solve() {
        Ok(strides) => return format!("{strides:?}"),
        Err(conflict) => conflict,
    };
    let names = |var: usize| ["a", "b", "c", "d"].get(var).map_or("?".into(), |&it| it.to_owned());
    let (words, causes) = (conflict.reason.render(system.elem, &names), conflict.reason.causes());
    let mut text = format!("{:?} {words} {causes:?}", conflict.core);
    for (at, member) in conflict.core.iter().enumerate() {
        let correction = conflict.corrections.iter().find(|it| it.removed == at);
        text += &format!("\n  without {member}: {:?}", correction.map(|it| &it.strides));
    }
    text
}

#[track_caller]
fn check(vars: usize, elem_bits: i64, hard: &[Constraint], soft: &[Constraint], expect: Expect) {
    expect.assert_eq(&show(&system(vars, elem_bits, hard, soft)));
}

#[test]
fn unconstrained_strides_are_one_element() {
    check(0, 8, &[], &[], expect!["[]"]);
    check(2, 8, &[], &[], expect!["[1, 1]"]);
}

#[test]
fn equalities_share_one_unknown() {
    check(2, 8, &[Constraint::Equal(by(2, 0), by(3, 1))], &[], expect!["[3, 2]"]);
    let chain = [Constraint::Equal(by(2, 0), by(3, 1)), Constraint::Equal(by(5, 1), by(7, 2))];
    check(3, 8, &chain, &[aligned(2, 4)], expect!["[42, 28, 20]"]);
    check(3, 8, &chain, &[bytes(0, 42)], expect!["[42, 28, 20]"]);
}

#[test]
fn alignment_of_a_multiple_divides_by_its_factor() {
    let strided = Constraint::Multiple { of: by(2, 0), bits: 48 };
    check(1, 8, &[], &[strided], expect!["[3]"]);
    check(1, 12, &[], &[strided], expect!["[2]"]);
}

#[test]
fn solver_rounds_lower_bounds_up_to_multiples() {
    let nested = [Constraint::AtLeast(x(0), by(3, 1)), Constraint::AtLeast(x(1), by(5, 2))];
    check(3, 8, &nested, &[aligned(1, 4), aligned(0, 10)], expect!["[30, 8, 1]"]);
    check(1, 8, &[Constraint::AtLeastElems(by(3, 0), 10)], &[], expect!["[4]"]);
    check(
        2,
        8,
        &[Constraint::AtLeast(by(3, 0), by(2, 1)), Constraint::AtLeastElems(x(1), 8)],
        &[],
        expect!["[6, 8]"],
    );
}

#[test]
fn level_cycle_is_an_equality() {
    let level = [Constraint::AtLeast(by(3, 0), by(2, 1)), Constraint::AtLeast(by(2, 1), by(3, 0))];
    check(2, 8, &level, &[aligned(0, 4), aligned(1, 9)], expect!["[12, 18]"]);
    check(
        2,
        8,
        &level,
        &[bytes(0, 4), bytes(1, 5)],
        expect![[r#"
        [1] the stride of b is a multiple of 3 bytes, for the stride of a to be whole elements, but must be 5 bytes [Hard(0), Hard(1), Soft(1)]
          without 1: Some([4, 6])"#]],
    );
}

#[test]
fn shrinking_cycle_converges() {
    let cycle = [Constraint::AtLeast(by(3, 0), by(2, 1)), Constraint::AtLeast(x(1), x(0))];
    check(2, 8, &cycle, &[aligned(0, 5), aligned(1, 7)], expect!["[5, 7]"]);
}

#[test]
fn growing_cycle_is_a_conflict() {
    let soft = [Constraint::AtLeast(x(0), by(3, 1)), Constraint::AtLeast(by(2, 1), x(0))];
    check(
        2,
        8,
        &[],
        &soft,
        expect![[r#"
        [0, 1] the stride of a is at least 3 x the stride of b, but must be at most 2 x the stride of b [Soft(0), Soft(1)]
          without 0: Some([1, 1])
          without 1: Some([3, 1])"#]],
    );
    let chain = [Constraint::AtLeast(x(1), by(2, 2)), Constraint::Equal(x(2), x(3))];
    let soft = [Constraint::AtLeast(x(3), by(2, 0)), Constraint::AtLeast(x(0), x(1))];
    check(
        4,
        8,
        &chain,
        &soft,
        expect![[r#"
        [0, 1] the stride of a is at least 1 x the stride of b, but must be at most 1/4 x the stride of b [Hard(0), Hard(1), Soft(0), Soft(1)]
          without 0: Some([2, 2, 1, 1])
          without 1: Some([1, 4, 2, 2])"#]],
    );
}

#[test]
fn solver_reports_conflicting_proportions() {
    let soft = [
        Constraint::Equal(x(0), by(6, 1)),
        Constraint::Equal(by(2, 1), x(2)),
        Constraint::Equal(x(0), by(4, 2)),
    ];
    check(
        3,
        8,
        &[],
        &soft,
        expect![[r#"
        [0, 1, 2] the stride of a is 3 x the stride of c, but must be 4 x the stride of c [Soft(0), Soft(1), Soft(2)]
          without 0: Some([8, 1, 2])
          without 1: Some([12, 2, 3])
          without 2: Some([6, 1, 2])"#]],
    );
    check(
        1,
        8,
        &[],
        &[Constraint::Equal(by(2, 0), by(3, 0))],
        expect![[r#"
        [0] the stride of a is 1 x the stride of a, but must be 3/2 x the stride of a [Soft(0)]
          without 0: Some([1])"#]],
    );
    let soft = [Constraint::Equal(x(0), by(2, 1)), Constraint::AtLeast(x(0), by(3, 1))];
    check(
        2,
        8,
        &[],
        &soft,
        expect![[r#"
        [0, 1] the stride of a is 2 x the stride of b, but must be at least 3 x the stride of b [Soft(0), Soft(1)]
          without 0: Some([3, 1])
          without 1: Some([2, 1])"#]],
    );
}

#[test]
fn solver_reports_conflicting_bounds() {
    let tied = Constraint::Equal(x(0), by(4, 1));
    check(
        2,
        16,
        &[],
        &[tied, bytes(0, 24), bytes(1, 10)],
        expect![[r#"
        [0, 1, 2] the stride of b is 6 bytes, but must be 10 bytes [Soft(0), Soft(1), Soft(2)]
          without 0: Some([12, 5])
          without 1: Some([20, 5])
          without 2: Some([12, 3])"#]],
    );
    check(
        2,
        16,
        &[],
        &[tied, bytes(0, 14)],
        expect![[r#"
        [0, 1] the stride of a is a multiple of 8 bytes, for the stride of b to be whole elements, but must be 14 bytes [Soft(0), Soft(1)]
          without 0: Some([7, 1])
          without 1: Some([4, 1])"#]],
    );
    check(
        2,
        16,
        &[],
        &[tied, aligned(0, 64), bytes(1, 8)],
        expect![[r#"
        [0, 1, 2] the stride of a is 32 bytes, but must be a multiple of 64 bytes [Soft(0), Soft(1), Soft(2)]
          without 0: Some([32, 4])
          without 1: Some([16, 4])
          without 2: Some([32, 8])"#]],
    );
    check(
        2,
        16,
        &[],
        &[tied, at_most(0, 7)],
        expect![[r#"
        [0, 1] the stride of a is at least 8 bytes, but must be at most 6 bytes [Soft(0), Soft(1)]
          without 0: Some([1, 1])
          without 1: Some([4, 1])"#]],
    );
    check(
        2,
        16,
        &[tied],
        &[at_most(0, 14), bytes(1, 4)],
        expect![[r#"
        [0, 1] the stride of a is 16 bytes, but must be at most 14 bytes [Hard(0), Soft(0), Soft(1)]
          without 0: Some([8, 2])
          without 1: Some([4, 1])"#]],
    );
    check(
        2,
        16,
        &[Constraint::AtLeast(x(0), by(5, 1))],
        &[aligned(1, 6), bytes(0, 20)],
        expect![[r#"
        [0, 1] the stride of a is at least 30 bytes (5 x 6 bytes of b), but must be 20 bytes [Hard(0), Soft(0), Soft(1)]
          without 0: Some([10, 1])
          without 1: Some([15, 3])"#]],
    );
    check(
        2,
        16,
        &[Constraint::AtLeastElems(x(0), 9)],
        &[aligned(0, 4), at_most(0, 18)],
        expect![[r#"
        [0, 1] the stride of a is at least 20 bytes, but must be at most 18 bytes [Hard(0), Soft(0), Soft(1)]
          without 0: Some([9, 1])
          without 1: Some([10, 1])"#]],
    );
    check(
        1,
        16,
        &[],
        &[at_most(0, 1)],
        expect![[r#"
        [0] the stride of a is at least 2 bytes, but must be at most 0 bytes [Soft(0)]
          without 0: Some([1])"#]],
    );
    check(
        1,
        16,
        &[],
        &[bytes(0, 0)],
        expect![[r#"
        [0] the stride of a is at least 2 bytes, but must be 0 bytes [Soft(0)]
          without 0: Some([1])"#]],
    );
    check(
        1,
        16,
        &[],
        &[bytes(0, 3)],
        expect![[r#"
        [0] the stride of a must be 3 bytes, but that is not a whole number of elements of 2 bytes [Soft(0)]
          without 0: Some([1])"#]],
    );
    check(
        1,
        16,
        &[],
        &[Constraint::Exactly { of: by(3, 0), bits: 64 }],
        expect![[r#"
        [0] 3 x the stride of a must be 8 bytes, but that is not a whole number of elements of 2 bytes [Soft(0)]
          without 0: Some([1])"#]],
    );
}

#[test]
fn hard_constraints_alone_may_conflict() {
    check(
        2,
        8,
        &[bytes(0, 4), bytes(0, 5)],
        &[bytes(1, 7)],
        expect!["[] the stride of a is 4 bytes, but must be 5 bytes [Hard(0), Hard(1)]"],
    );
}

#[test]
fn solver_reports_malformed_constraints() {
    check(
        1,
        8,
        &[],
        &[bytes(0, 2), bytes(1, 2)],
        expect![[r#"
        [1] a constraint refers to an unknown stride, or has a factor or multiple below 1 [Soft(1)]
          without 1: Some([2])"#]],
    );
    check(
        1,
        8,
        &[],
        &[Constraint::Multiple { of: x(0), bits: 0 }],
        expect![[r#"
        [0] a constraint refers to an unknown stride, or has a factor or multiple below 1 [Soft(0)]
          without 0: Some([1])"#]],
    );
    check(
        1,
        8,
        &[],
        &[Constraint::Equal(by(0, 0), by(-1, 0))],
        expect![[r#"
        [0] a constraint refers to an unknown stride, or has a factor or multiple below 1 [Soft(0)]
          without 0: Some([1])"#]],
    );
}

#[test]
fn solver_reports_strides_beyond_64_bits() {
    let huge = i64::MAX;
    check(
        3,
        8,
        &[],
        &[Constraint::Equal(x(0), by(huge, 1)), Constraint::Equal(x(1), by(huge, 2))],
        expect![[r#"
            [0, 1] the stride of a is a multiple of 85070591730234615847396907784232501249 elements, which does not fit 64 bits [Soft(0), Soft(1)]
              without 0: Some([1, 9223372036854775807, 1])
              without 1: Some([9223372036854775807, 1, 1])"#]],
    );
    check(
        2,
        8,
        &[],
        &[Constraint::AtLeast(x(0), by(huge, 1)), Constraint::AtLeastElems(x(1), 2)],
        expect![[r#"
            [0, 1] the least stride of a is 18446744073709551614 elements, which does not fit 64 bits [Soft(0), Soft(1)]
              without 0: Some([1, 2])
              without 1: Some([9223372036854775807, 1])"#]],
    );
    check(
        1,
        8,
        &[],
        &[aligned(0, huge.into()), aligned(0, i128::from(huge) - 1)],
        expect![[r#"
        [0, 1] the stride of a is a multiple of 85070591730234615838173535747377725442 elements, which does not fit 64 bits [Soft(0), Soft(1)]
          without 0: Some([9223372036854775806])
          without 1: Some([9223372036854775807])"#]],
    );
    check(
        1,
        8,
        &[],
        &[Constraint::Multiple { of: x(0), bits: i128::MAX }],
        expect![[r#"
        [0] the stride of a is a multiple of 170141183460469231731687303715884105727 elements, which does not fit 64 bits [Soft(0)]
          without 0: Some([1])"#]],
    );
    check(
        1,
        8,
        &[],
        &[Constraint::Exactly { of: x(0), bits: i128::MIN }],
        expect![[r#"
        [0] the stride of a is at least 1 byte, but must be -21267647932558653966460912964485513216 bytes [Soft(0)]
          without 0: Some([1])"#]],
    );
    check(
        1,
        8,
        &[],
        &[Constraint::AtMost { of: x(0), bits: i128::MIN }],
        expect![[r#"
        [0] the stride of a is at least 1 byte, but must be at most -21267647932558653966460912964485513216 bytes [Soft(0)]
          without 0: Some([1])"#]],
    );
    check(1, 8, &[], &[Constraint::AtMost { of: x(0), bits: i128::MAX }], expect!["[1]"]);
    let roots = [
        Constraint::Equal(by(huge, 0), by(huge - 1, 1)),
        Constraint::Equal(by(huge - 2, 0), by(huge - 4, 2)),
    ];
    check(
        3,
        8,
        &[],
        &roots,
        expect![[r#"
        [0, 1] the stride of b is a multiple of 28356863910078205270167806545604466007 elements, which does not fit 64 bits [Soft(0), Soft(1)]
          without 0: Some([9223372036854775803, 1, 9223372036854775805])
          without 1: Some([9223372036854775806, 9223372036854775807, 1])"#]],
    );
}

#[test]
fn slow_cycle_is_reported_as_not_converged() {
    let huge = 1 << 40;
    let cycle = [
        Constraint::AtLeast(by(huge, 0), by(huge - 1, 1)),
        Constraint::AtLeast(x(1), x(0)),
        aligned(0, 1_000_003),
        aligned(1, 999_983),
    ];
    check(
        2,
        8,
        &cycle,
        &[],
        expect![
            "[] a cycle of lower bounds increases the stride of b without converging; it has reached 524290086917 bytes [Hard(0), Hard(1), Hard(2), Hard(3)]"
        ],
    );
}

#[test]
fn core_prefers_early_constraints() {
    let soft = [aligned(0, 2), bytes(0, 8), bytes(0, 16), bytes(0, 32), bytes(0, 3)];
    check(
        1,
        8,
        &[],
        &soft,
        expect![[r#"
        [1, 2] the stride of a is 8 bytes, but must be 16 bytes [Soft(1), Soft(2)]
          without 1: None
          without 2: None"#]],
    );
}

#[test]
fn core_excludes_unrelated_constraints() {
    let hard = [Constraint::AtLeast(x(0), by(4, 1)), Constraint::AtLeast(x(2), by(4, 3))];
    check(
        4,
        8,
        &hard,
        &[aligned(3, 8), bytes(0, 3), bytes(1, 2)],
        expect![[r#"
        [1] the stride of a is at least 4 bytes (4 x 1 byte of b), but must be 3 bytes [Hard(0), Soft(1)]
          without 1: Some([8, 2, 32, 8])"#]],
    );
}
