//! Golden tests of the solver: least strides, and the message of every kind of conflict.

use expect_test::{Expect, expect};

use super::*;
use crate::space::{Bits, Len, MemDim};
use crate::stride::{Amount, Origin, ReqKind, Unit};

fn compact(dim: usize) -> Req {
    Req { dim: MemDim::new(dim).unwrap(), kind: ReqKind::Compact }
}

fn aligned(dim: usize, bytes: i64) -> Req {
    let amount = Amount::new(bytes, Unit::Bytes).unwrap();
    Req { dim: MemDim::new(dim).unwrap(), kind: ReqKind::Aligned(amount) }
}

fn fixed(dim: usize, bytes: i64) -> Req {
    let amount = Amount::new(bytes, Unit::Bytes).unwrap();
    Req { dim: MemDim::new(dim).unwrap(), kind: ReqKind::Fixed(amount) }
}

/// Returns the strides, or the conflict with its unsatisfiable core and corrections.
fn show(shape: &MemShape, elem_bits: i64, reqs: &[Req]) -> String {
    let elem = ElemSize::new(Bits::new(elem_bits)).unwrap();
    let conflict = match solve(shape, elem, reqs) {
        Ok(strides) => return strides.to_string(),
        Err(BufferError::Conflict(conflict)) => conflict,
        Err(error) => return error.to_string(),
    };
    let mut text = conflict.to_string();
    for (at, origins) in conflict.core.iter().enumerate() {
        let without: Vec<String> =
            origins.iter().filter_map(Origin::req).map(|req| req.to_string()).collect();
        let correction = conflict.corrections.iter().find(|it| it.removed == at);
        let strides = correction.map_or("nothing".to_owned(), |it| it.strides.to_string());
        text += &format!("\n  without {}: {strides}", without.join(" and "));
    }
    text
}

#[track_caller]
fn check(lens: &[i64], elem_bits: i64, reqs: &[Req], expect: Expect) {
    expect.assert_eq(&show(&MemShape::of_static(lens).unwrap(), elem_bits, reqs));
}

#[test]
fn strides_without_requirements_are_packed() {
    check(&[2, 3, 4], 8, &[], expect!["[12, 4, 1]"]);
    check(&[], 8, &[], expect!["[]"]);
    check(&[1], 1, &[], expect!["[1]"]);
}

#[test]
fn solver_increases_an_inner_stride_to_align_a_compact_dim() {
    check(&[2, 3], 8, &[compact(0), aligned(0, 8)], expect!["[24, 8]"]);
    check(&[2, 4], 8, &[compact(0), fixed(0, 24)], expect!["[24, 6]"]);
}

#[test]
fn solver_combines_alignments_to_their_common_multiple() {
    check(&[2, 3], 8, &[aligned(0, 6), aligned(0, 4)], expect!["[12, 1]"]);
    check(&[2, 3], 24, &[aligned(0, 4)], expect!["[4, 1]"]);
    check(&[2, 3], 4, &[aligned(0, 3)], expect!["[6, 1]"]);
}

#[test]
fn amount_in_elements_scales_with_the_element_size() {
    let amount = Amount::new(5, Unit::Elems).unwrap();
    let req = Req { dim: MemDim::new(0).unwrap(), kind: ReqKind::Aligned(amount) };
    check(&[2, 3], 16, &[req], expect!["[5, 1]"]);
    check(&[2, 3], 4, &[req], expect!["[5, 1]"]);
}

#[test]
fn any_requires_nothing() {
    let any = Req { dim: MemDim::new(0).unwrap(), kind: ReqKind::Any };
    check(&[2, 3], 8, &[any, aligned(0, 4)], expect!["[4, 1]"]);
}

#[test]
fn solver_reports_a_compact_dim_that_is_misaligned() {
    check(
        &[2, 3],
        8,
        &[compact(0), compact(1), aligned(0, 8)],
        expect![[r#"
        m0 must be `compact`, that is 3 x 1 byte = 3 bytes, but `aligned<8 bytes>` requires a multiple of 8 bytes
          without m0: compact: [8, 1]
          without m1: compact: [24, 8]
          without m0: aligned<8 bytes>: [3, 1]"#]],
    );
    check(
        &[2, 3],
        8,
        &[aligned(1, 2), compact(1)],
        expect![[r#"
        m1 must be `compact`, that is one element = 1 byte, but `aligned<2 bytes>` requires a multiple of 2 bytes
          without m1: aligned<2 bytes>: [3, 1]
          without m1: compact: [6, 2]"#]],
    );
}

#[test]
fn solver_reports_a_row_longer_than_a_fixed_stride() {
    check(
        &[2, 5],
        32,
        &[fixed(0, 16), aligned(0, 8)],
        expect![[r#"
        the stride of m0 is at least 20 bytes (5 x 4 bytes of m1), but m0 must be `fixed<16 bytes>`
          without m0: fixed<16 bytes>: [6, 1]"#]],
    );
    check(
        &[2, 5],
        32,
        &[aligned(1, 6), fixed(0, 40)],
        expect![[r#"
        the stride of m0 is at least 60 bytes (5 x 12 bytes of m1), but m0 must be `fixed<40 bytes>`
          without m1: aligned<6 bytes>: [10, 1]
          without m0: fixed<40 bytes>: [15, 3]"#]],
    );
    check(
        &[4, 2, 3],
        8,
        &[fixed(0, 8), compact(0), fixed(2, 2)],
        expect![[r#"
        the stride of m0 is at least 12 bytes (2 x 6 bytes of m1), but m0 must be `fixed<8 bytes>`
          without m0: fixed<8 bytes>: [12, 6, 2]
          without m2: fixed<2 bytes>: [8, 4, 1]"#]],
    );
}

#[test]
fn solver_reports_conflicting_fixed_strides() {
    check(
        &[2, 5],
        8,
        &[fixed(0, 16), aligned(0, 2), fixed(0, 32)],
        expect![[r#"
        m0 must be `fixed<16 bytes>`, but `fixed<32 bytes>` is required
          without m0: fixed<16 bytes>: [32, 1]
          without m0: fixed<32 bytes>: [16, 1]"#]],
    );
    check(
        &[4, 2],
        8,
        &[compact(0), fixed(0, 8), fixed(1, 3)],
        expect![[r#"
        `fixed<8 bytes>` on m0 and `compact` fix the stride of m1 to 4 bytes, but `fixed<3 bytes>` is required
          without m0: compact: [8, 3]
          without m0: fixed<8 bytes>: [6, 3]
          without m1: fixed<3 bytes>: [8, 4]"#]],
    );
    check(
        &[4, 2],
        8,
        &[compact(0), compact(1), fixed(0, 8)],
        expect![[r#"
        m0 must be `compact`, that is 2 x 1 byte = 2 bytes, but `fixed<8 bytes>` is required
          without m0: compact: [8, 1]
          without m1: compact: [8, 4]
          without m0: fixed<8 bytes>: [2, 1]"#]],
    );
    check(
        &[4, 2],
        8,
        &[compact(0), fixed(0, 7)],
        expect![[r#"
        m0 must be `compact`, that is 2 x the stride of m1, but `fixed<7 bytes>` is not 2 x a whole number of elements
          without m0: compact: [7, 1]
          without m0: fixed<7 bytes>: [2, 1]"#]],
    );
    check(
        &[4, 2],
        8,
        &[compact(0), fixed(1, 3), aligned(0, 4)],
        expect![[r#"
        `fixed<3 bytes>` on m1 and `compact` fix the stride of m0 to 6 bytes, but `aligned<4 bytes>` requires a multiple of 4 bytes
          without m0: compact: [8, 3]
          without m1: fixed<3 bytes>: [4, 2]
          without m0: aligned<4 bytes>: [6, 3]"#]],
    );
}

#[test]
fn solver_requires_whole_elements() {
    check(
        &[2, 5],
        16,
        &[fixed(0, 13)],
        expect![[r#"
        `fixed<13 bytes>` on m0 is not a whole number of elements of 2 bytes
          without m0: fixed<13 bytes>: [5, 1]"#]],
    );
    check(&[2, 5], 16, &[aligned(0, 3)], expect!["[6, 1]"]);
    check(
        &[2, 3],
        4,
        &[compact(0), compact(1), aligned(0, 1)],
        expect![[r#"
        m0 must be `compact`, that is 3 x 4 bits = 12 bits, but `aligned<1 bytes>` requires a multiple of 1 byte
          without m0: compact: [4, 1]
          without m1: compact: [6, 2]
          without m0: aligned<1 bytes>: [3, 1]"#]],
    );
}

#[test]
fn solver_reports_a_missing_dim() {
    check(
        &[2, 5],
        16,
        &[compact(0), compact(4)],
        expect![[r#"
        invalid physical dim m4: the layout has 2 physical dims
          without m4: compact: [5, 1]"#]],
    );
    check(
        &[],
        16,
        &[compact(0)],
        expect![[r#"
        invalid physical dim m0: the layout has 0 physical dims
          without m0: compact: []"#]],
    );
}

#[test]
fn solver_reports_overflow() {
    let most = i64::MAX;
    check(
        &[2, most, 2],
        8,
        &[aligned(2, 4)],
        expect![
            "the least stride of m0 is 18446744073709551614 elements, which does not fit 64 bits"
        ],
    );
    check(
        &[2, most, 2],
        8,
        &[],
        expect![
            "the least stride of m0 is 18446744073709551614 elements, which does not fit 64 bits"
        ],
    );
    check(
        &[most; 15],
        8,
        &[compact(0)],
        expect![
            "the least stride of m12 is 85070591730234615847396907784232501249 elements, which does not fit 64 bits"
        ],
    );
    check(
        &[2, 1 << 40],
        8,
        &[aligned(1, 1 << 30), compact(1), aligned(0, 64)],
        expect![[r#"
            the least stride of m0 is 1180591620717411303424 elements, which does not fit 64 bits
              without m1: aligned<1073741824 bytes>: [1099511627776, 1]"#]],
    );
    check(
        &[2, 1 << 40],
        8,
        &[aligned(0, 64), aligned(1, 1 << 30)],
        expect![[r#"
            the least stride of m0 is 1180591620717411303424 elements, which does not fit 64 bits
              without m1: aligned<1073741824 bytes>: [1099511627776, 1]"#]],
    );
    check(
        &[2, 3],
        8,
        &[aligned(0, most), aligned(0, most - 1), aligned(0, most - 2)],
        expect![[r#"
            the alignments require a stride of m0 that is a multiple of 85070591730234615838173535747377725442 elements, which does not fit 64 bits
              without m0: aligned<9223372036854775807 bytes>: nothing
              without m0: aligned<9223372036854775806 bytes>: nothing"#]],
    );
    check(
        &[2, 3],
        8,
        &[aligned(0, most), aligned(0, 2)],
        expect![[r#"
            the alignments require a stride of m0 that is a multiple of 18446744073709551614 elements, which does not fit 64 bits
              without m0: aligned<9223372036854775807 bytes>: [4, 1]
              without m0: aligned<2 bytes>: [9223372036854775807, 1]"#]],
    );
}

#[test]
fn solver_allows_a_dynamic_outermost_length_only() {
    let len = |length| Len::new(length).unwrap();
    let batch = MemShape::new([Len::DYNAMIC, len(3), len(5)]).unwrap();
    expect!["[16, 5, 1]"].assert_eq(&show(&batch, 16, &[aligned(0, 32)]));
    let inner = MemShape::new([len(3), Len::DYNAMIC]).unwrap();
    expect!["the length of m1 must be static, because only the outermost dim can be dynamic"]
        .assert_eq(&show(&inner, 16, &[aligned(0, 32)]));
}

#[test]
fn correction_is_empty_if_a_second_conflict_remains() {
    check(
        &[2, 3],
        8,
        &[fixed(0, 2), fixed(1, 4), fixed(1, 5)],
        expect![[r#"
        the stride of m0 is at least 3 bytes (3 x 1 byte of m1), but m0 must be `fixed<2 bytes>`
          without m0: fixed<2 bytes>: nothing"#]],
    );
}

#[test]
fn equal_requirements_are_one_member_of_a_core() {
    let bits = ReqKind::Fixed(Amount::new(24, Unit::Bits).unwrap());
    check(
        &[2, 2],
        8,
        &[fixed(0, 3), fixed(0, 4), Req { dim: MemDim::new(0).unwrap(), kind: bits }],
        expect![[r#"
        m0 must be `fixed<3 bytes>`, but `fixed<4 bytes>` is required
          without m0: fixed<3 bytes> and m0: fixed<24 bits>: [4, 1]
          without m0: fixed<4 bytes>: [3, 1]"#]],
    );
}

#[test]
fn core_prefers_early_requirements() {
    let elem = ElemSize::new(Bits::new(8)).unwrap();
    let shape = MemShape::of_static(&[2, 3]).unwrap();
    let reqs = [aligned(0, 2), fixed(0, 8), fixed(0, 16), fixed(0, 32), fixed(0, 3)];
    let Err(BufferError::Conflict(conflict)) = solve(&shape, elem, &reqs) else { panic!() };
    let core: Vec<Req> = conflict.core.iter().flatten().filter_map(Origin::req).collect();
    assert_eq!(core, reqs[1..3]);
}
