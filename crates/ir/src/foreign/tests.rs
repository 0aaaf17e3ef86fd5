//! Tests of memref layouts against their maps, evaluated at every index.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;
use crate::affine::{AffineExpr, BinaryOp};
use crate::data::attrs::{Attr, StridedAttr};
use crate::float::FloatKind;
use layout::{DimsOrder, Elems, IndexSpace, LogicalIndex, MAX_DIMS};

fn d(dim: u32) -> AffineExpr {
    AffineExpr::Dim(dim)
}

fn op(op: BinaryOp, lhs: AffineExpr, rhs: i64) -> AffineExpr {
    AffineExpr::binary(op, lhs, AffineExpr::Const(rhs)).unwrap()
}

fn div(lhs: AffineExpr, by: i64) -> AffineExpr {
    op(BinaryOp::FloorDiv, lhs, by)
}

fn rem(lhs: AffineExpr, by: i64) -> AffineExpr {
    op(BinaryOp::Mod, lhs, by)
}

fn map(rank: usize, results: &[AffineExpr]) -> AffineMap {
    AffineMap::new(rank as u32, 0, results.to_vec()).unwrap()
}

/// Reads `memref<LENGTHSxf16, LAYOUT>`; a negative length is dynamic.
fn read(
    lengths: &[i64],
    layout: impl FnOnce(&mut Context) -> Option<Attr>,
) -> Result<Layout, Fault> {
    let mut ctx = Context::new();
    let elem = ctx.ty(TypeKind::Float(FloatKind::F16));
    let dims = lengths.iter().map(|&length| u64::try_from(length).ok()).collect();
    let layout = layout(&mut ctx);
    let ty = ctx.ty(TypeKind::MemRef { dims, elem, layout, space: None });
    read_memref(&ctx, ty).map(|layout| layout.expect("a memref without a dictionary"))
}

fn mapped(lengths: &[i64], results: &[AffineExpr]) -> Result<Layout, Fault> {
    let map = map(lengths.len(), results);
    read(lengths, |ctx| Some(ctx.attr(AttrKind::AffineMap(map))))
}

fn strided(lengths: &[i64], strides: &[Option<i64>], offset: Option<i64>) -> Result<Layout, Fault> {
    let kind = AttrKind::Strided(StridedAttr::new(strides, offset));
    read(lengths, |ctx| Some(ctx.attr(kind)))
}

/// Returns all indices in row-major order.
fn indices(lengths: &[i64]) -> Vec<Vec<i64>> {
    IndexSpace::below(lengths.iter().copied()).iter().collect()
}

fn offset(layout: &Layout, index: &[i64]) -> i64 {
    let index = LogicalIndex::new(index.iter().copied()).unwrap();
    layout.offset_of(&index).unwrap().expect("every index is valid").get()
}

/// Returns the offset of an element after MLIR's normalization, where the greatest value of each result defines the
/// shape.
fn naive(map: &AffineMap, lengths: &[i64], index: &[i64]) -> i64 {
    let values: Vec<Vec<i64>> =
        indices(lengths).iter().map(|index| map.eval(index, &[]).unwrap()).collect();
    let at = map.eval(index, &[]).unwrap();
    if let [offset] = at[..] {
        return offset;
    }
    at.iter().enumerate().fold(0, |offset, (result, value)| {
        let range = values.iter().map(|values| values[result]).max().unwrap() + 1;
        offset * range + value
    })
}

#[track_caller]
fn agrees(lengths: &[i64], results: &[AffineExpr]) {
    let map = map(lengths.len(), results);
    let layout = mapped(lengths, results).unwrap_or_else(|fault| panic!("{map}: {fault:?}"));
    for index in indices(lengths) {
        assert_eq!(offset(&layout, &index), naive(&map, lengths, &index), "{map} at {index:?}");
    }
}

#[track_caller]
fn check_error(read: Result<Layout, Fault>, expect: Expect) {
    let fault = read.unwrap_err();
    let notes: Vec<String> = fault.notes.iter().map(|note| format!("\n  {note}")).collect();
    expect.assert_eq(&format!("{}: {}{}", fault.code, fault.message, notes.concat()));
}

#[test]
fn memref_without_layout_is_row_major() {
    let layout = read(&[2, 3, 5], |_| None).unwrap();
    assert_eq!(layout.physical().strides().to_string(), "[15, 5, 1]");
    assert_eq!(offset(&layout, &[1, 2, 4]), 29);
    assert_eq!(offset(&read(&[], |_| None).unwrap(), &[]), 0);
    assert!(read(&[-1, 3], |_| None).is_ok());
    check_error(
        read(&[3, -1], |_| None),
        expect![
            "L0401: the length of m1 must be static, because only the outermost dim can be dynamic"
        ],
    );
    check_error(
        read(&[3, 0], |_| None),
        expect!["L0308: the length of dim d1 must be at least 1, but is 0"],
    );
}

#[test]
fn read_memref_returns_none_for_tensors_and_our_dictionaries() {
    let mut ctx = Context::new();
    let elem = ctx.ty(TypeKind::Index);
    let tensor = ctx.tensor_type(&[Some(4)], elem, None);
    assert_eq!(read_memref(&ctx, tensor).map(|layout| layout.is_none()), Ok(true));
    // A dictionary with one of our keys is a layout, any other a memory space.
    for (key, is_layout) in [("order", true), ("strides", true), ("memory", false)] {
        let entry = (ctx.name(key), ctx.unit());
        let layout = Some(ctx.dict([entry]));
        let memref = ctx.ty(TypeKind::MemRef { dims: [Some(4)].into(), elem, layout, space: None });
        assert_eq!(
            read_memref(&ctx, memref).map(|layout| layout.is_none()),
            Ok(is_layout),
            "{key}"
        );
    }
}

#[test]
fn dictionary_on_memref_reads_as_on_tensor() {
    let mut ctx = Context::new();
    let elem = ctx.ty(TypeKind::Float(FloatKind::F16));
    let dims = [Some(1), Some(3), Some(4), Some(4)];
    let order = AffineMap::from(DimsOrder::NHWC);
    let order = (ctx.name("order"), ctx.attr(AttrKind::AffineMap(order)));
    let values = [48, 1, 12, 3].map(|stride| ctx.int(stride));
    let strides = (ctx.name("strides"), ctx.array(&values));
    let offset = (ctx.name("offset"), ctx.int(5));
    for entries in [vec![order], vec![order, strides], vec![strides, offset], vec![offset]] {
        let dict = ctx.dict(entries);
        let tensor = ctx.tensor_type(&dims, elem, Some(dict));
        let space = Some(ctx.symbol("DDR"));
        let kind = TypeKind::MemRef { dims: dims.into(), elem, layout: Some(dict), space };
        let memref = ctx.ty(kind);
        let read = encoding::read(&ctx, memref);
        assert!(matches!(read, Ok(Some(_))));
        assert_eq!(read, encoding::read(&ctx, tensor));
        assert_eq!(encoding::row_major(&ctx, memref), encoding::row_major(&ctx, tensor));
        assert_eq!(check_memref(&ctx, memref), Ok(()));
    }
    // A row-major layout without an order still begins at the offset.
    let dict = ctx.dict([offset]);
    let tensor = ctx.tensor_type(&dims, elem, Some(dict));
    assert_eq!(encoding::row_major(&ctx, tensor).unwrap().unwrap().offset(), Elems::new(5));
}

#[test]
fn strided_offsets_are_exact_for_strides_of_any_sign() {
    for (strides, start) in [([8, 1], 0), ([1, 4], 3), ([-8, 1], 16), ([0, 1], 0), ([2, -3], -5)] {
        let layout = strided(&[3, 4], &strides.map(Some), Some(start)).unwrap();
        for index in indices(&[3, 4]) {
            let naive = start + index[0] * strides[0] + index[1] * strides[1];
            assert_eq!(offset(&layout, &index), naive);
        }
    }
    assert_eq!(offset(&strided(&[], &[], Some(4)).unwrap(), &[]), 4);
}

#[test]
fn physical_dims_are_major_to_minor_if_strides_are_nested() {
    let physical = |lengths: &[i64], strides: &[i64]| {
        let strides: Vec<Option<i64>> = strides.iter().copied().map(Some).collect();
        let layout = strided(lengths, &strides, Some(0)).unwrap();
        format!("{} {}", layout.mem_shape(), layout.physical().strides())
    };
    let lines = [
        physical(&[1, 3, 8, 8], &[192, 1, 24, 3]),
        physical(&[4, 5], &[1, 4]),
        physical(&[1, 4], &[1, 1]),
        physical(&[-1, 4], &[1, 1]),
        physical(&[-1, 4], &[9, 2]),
        physical(&[4, 4], &[1, 1]),
        physical(&[4, 4], &[-4, 1]),
    ];
    expect![[r#"
        [1, 8, 8, 3] [192, 24, 3, 1]
        [5, 4] [4, 1]
        [4, 1] [1, 1]
        [?, 4] [1, 1]
        [?, 4] [9, 2]
        [4, 4] [1, 1]
        [4, 4] [-4, 1]"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn read_memref_rejects_dynamic_strides() {
    check_error(
        strided(&[3, 4], &[Some(4), None], Some(0)),
        expect![[r#"
        L0312: the stride of d1 of the memref must be static, but is dynamic (`?`)
          a layout has static strides and a static offset"#]],
    );
    check_error(
        strided(&[3, 4], &[Some(4), Some(1)], None),
        expect![[r#"
        L0312: the offset of the memref must be static, but is dynamic (`?`)
          a layout has static strides and a static offset"#]],
    );
    check_error(strided(&[3, 4], &[Some(4)], Some(0)), expect!["L0308: expected 2 dims, found 1"]);
}

#[test]
fn linear_result_defines_strides_and_offset() {
    let sum = |terms: &[(u32, i64)], constant| {
        let term = |&(dim, factor): &(u32, i64)| op(BinaryOp::Mul, d(dim), factor);
        terms
            .iter()
            .map(term)
            .fold(AffineExpr::Const(constant), |sum, term| AffineExpr::add(sum, term).unwrap())
    };
    agrees(&[3, 4], &[sum(&[(0, 8), (1, 1)], 0)]);
    agrees(&[3, 4], &[sum(&[(1, -8), (0, 2), (1, 3)], 40)]);
    agrees(&[3, 4], &[AffineExpr::Const(7)]);
    agrees(&[5], &[sum(&[(0, 3)], 1)]);
    agrees(&[], &[AffineExpr::Const(7)]);
    let twice = op(BinaryOp::Mul, AffineExpr::add(d(0), AffineExpr::Const(1)).unwrap(), 2);
    agrees(&[5], &[twice]);
}

#[test]
fn a_single_result_of_digits_is_an_offset() {
    agrees(&[8, 4], &[AffineExpr::add(div(d(0), 4), d(1)).unwrap()]);
    agrees(&[8], &[op(BinaryOp::Mul, rem(d(0), 3), -2)]);
    agrees(&[3, 4], &[rem(AffineExpr::add(op(BinaryOp::Mul, d(0), 4), d(1)).unwrap(), 5)]);
    agrees(&[9], &[op(BinaryOp::CeilDiv, d(0), 2)]);
}

#[test]
fn read_memref_rejects_symbols_and_large_numbers() {
    let symbol = AffineExpr::add(d(0), AffineExpr::Symbol(0)).unwrap();
    let map = AffineMap::new(1, 1, vec![symbol]).unwrap();
    check_error(
        read(&[4], |ctx| Some(ctx.attr(AttrKind::AffineMap(map)))),
        expect![[r#"
        L0312: the value of symbol s0 is unknown
          result 0 of the map is `d0 + s0`"#]],
    );
    let huge = op(BinaryOp::Mul, op(BinaryOp::Mul, d(0), i64::MAX), 2);
    check_error(
        mapped(&[8], &[huge]),
        expect![[r#"
        L0312: a number does not fit 64 bits
          result 0 of the map is `(d0 * 9223372036854775807) * 2`"#]],
    );
    check_error(
        mapped(&[8, 8], &[op(BinaryOp::Mul, d(0), i64::MAX)]),
        expect![[r#"
            L0308: m0 at index 7 with stride 9223372036854775807 reaches offset 64563604257983430649, which does not fit 64 bits
              offsets are from -2^63 to 2^63 - 1"#]],
    );
}

#[test]
fn permutation_map_is_an_order() {
    agrees(&[2, 3, 5, 7], &[d(0), d(2), d(3), d(1)]);
    agrees(&[4, 3], &[d(1), d(0)]);
    agrees(&[], &[]);
    let layout = mapped(&[2, 3, 5, 7], &[d(0), d(2), d(3), d(1)]).unwrap();
    assert_eq!(layout.physical().strides().to_string(), "[105, 21, 3, 1]");
    assert_eq!(layout.stages().count(), 0);
}

#[test]
fn tiled_maps_agree_with_mlir_normalization() {
    agrees(&[8, 8], &[div(d(0), 4), d(1), rem(d(0), 4)]);
    agrees(&[7, 3], &[div(d(0), 4), d(1), rem(d(0), 4)]);
    agrees(&[3, 5], &[div(d(0), 4), d(1), rem(d(0), 4)]);
    agrees(&[10, 9], &[div(d(0), 4), div(d(1), 2), rem(d(0), 4), rem(d(1), 2)]);
    agrees(&[24], &[rem(d(0), 2), div(d(0), 6), rem(div(d(0), 2), 3)]);
    agrees(&[9], &[div(d(0), 8), div(rem(d(0), 8), 2), rem(d(0), 2)]);
    agrees(&[1, 4], &[d(1), rem(d(0), 4), div(d(0), 4)]);
    agrees(&[2, 33, 3, 3], &[d(0), div(d(1), 16), d(2), d(3), rem(d(1), 16)]);
    // A dim of length 1 needs no result, and a digit of range 1 may have any position.
    agrees(&[1, 4, 1], &[d(1), div(d(1), 4)]);
    agrees(&[1, 1], &[]);
    let layout = mapped(&[-1, 8], &[d(0), div(d(1), 4), rem(d(1), 4)]).unwrap();
    assert_eq!(offset(&layout, &[5, 6]), 46);
}

#[test]
fn maps_need_not_be_injective_or_cover_memory() {
    agrees(&[8, 4], &[div(d(0), 4), d(1)]);
    agrees(&[8, 4], &[rem(d(0), 4), d(1)]);
    agrees(&[8, 4], &[d(0), d(0)]);
    agrees(&[8, 4], &[d(0), d(1), d(0)]);
    agrees(&[16, 4], &[div(d(0), 8), rem(d(0), 4), d(1)]);
    agrees(&[16, 4], &[div(d(0), 2), rem(d(0), 4), d(1)]);
    agrees(&[4, 4], &[d(0), AffineExpr::add(d(1), d(0)).unwrap()]);
    agrees(&[4, 4], &[d(0), d(1), AffineExpr::Const(0)]);
    agrees(&[4, 4], &[d(0), op(BinaryOp::CeilDiv, d(1), 2), d(1)]);
    agrees(&[4, 36], &[d(0), div(rem(d(1), 9), 2), d(1)]);
}

#[test]
fn read_memref_rejects_negative_components_and_dynamic_digits() {
    check_error(
        mapped(&[4, 4], &[d(0), AffineExpr::add(d(1), AffineExpr::Const(-1)).unwrap()]),
        expect![[r#"
        L0312: the least value of result 1 is -1, but must be at least 0
          result 1 of the map is `d1 - 1`"#]],
    );
    check_error(
        mapped(&[4, 4], &[d(0), op(BinaryOp::FloorDiv, d(1), -2)]),
        expect![[r#"
        L0312: the right operand of `floordiv` must be at least 1, but is -2
          result 1 of the map is `d1 floordiv -2`"#]],
    );
    check_error(
        mapped(&[4, -1], &[div(d(1), 4), d(0), rem(d(1), 4)]),
        expect![[r#"
        L0312: result 0 is not d1, whose length is dynamic
          result 0 of the map is `d1 floordiv 4`"#]],
    );
    check_error(
        mapped(&[-1, 4], &[d(1), AffineExpr::Const(0)]),
        expect!["L0308: the map has no result for d0, whose length is dynamic"],
    );
    check_error(
        mapped(&[-1], &[rem(d(0), 2)]),
        expect!["L0308: the length of d0 must be static, as the offset is not linear"],
    );
    check_error(
        mapped(&[-1, -1], &[d(0), d(1)]),
        expect![[r#"
        L0312: the length of m1 must be static, because only the outermost dim can be dynamic
          result 1 of the map is `d1`"#]],
    );
    check_error(
        mapped(&[1], &vec![d(0); MAX_DIMS + 1]),
        expect![[r#"
        L0312: the map has 65 results, but memory has at most 64 dims
          result 64 of the map is `d0`"#]],
    );
    check_error(
        mapped(&[i64::MAX, 4], &[d(1), d(0)]),
        expect![
            "L0308: the logical shape must have less than 2^63 elements, but has 9223372036854775807 x 4"
        ],
    );
}

/// Returns the digits of each dim by its cuts, in an order that depends on `turn`.
fn tiled(cuts: &[Vec<i64>], turn: usize) -> Vec<AffineExpr> {
    let mut results = Vec::new();
    for (dim, cuts) in (0..).zip(cuts) {
        let mut rest = d(dim);
        for &cut in cuts {
            results.push(rem(rest.clone(), cut));
            rest = div(rest, cut);
        }
        results.push(rest);
    }
    // A step that is coprime to the prime 31 visits every position.
    let count = results.len();
    let places = (0..31).map(|place| (place * (turn % 30 + 1)) % 31).filter(|&place| place < count);
    places.map(|place| results[place].clone()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn layout_of_any_tiling_agrees_with_its_map(
        dims in prop::collection::vec((1i64..12, prop::collection::vec(2i64..5, 0..3)), 1..4),
        turn in 0usize..30,
    ) {
        let lengths: Vec<i64> = dims.iter().map(|dim| dim.0).collect();
        let cuts: Vec<Vec<i64>> = dims.into_iter().map(|dim| dim.1).collect();
        let results = tiled(&cuts, turn);
        prop_assume!(results.len() > 1);
        let map = map(lengths.len(), &results);
        let layout = mapped(&lengths, &results).unwrap();
        let all = indices(&lengths);
        let values: Vec<Vec<i64>> = all.iter().map(|index| map.eval(index, &[]).unwrap()).collect();
        let range = |result: usize| values.iter().map(|at| at[result]).max().unwrap() + 1;
        let ranges: Vec<i64> = (0..results.len()).map(range).collect();
        for (index, at) in all.iter().zip(&values) {
            let naive = at.iter().zip(&ranges).fold(0, |sum, (value, range)| sum * range + value);
            prop_assert_eq!(offset(&layout, index), naive, "{} at {:?}", map, index);
        }
    }

    #[test]
    fn layout_of_single_result_agrees_with_its_map(
        lengths in prop::collection::vec(1i64..6, 1..4),
        terms in prop::collection::vec((0u32..3, -9i64..9, 1i64..4, any::<bool>()), 0..5),
        constant in -9i64..9,
    ) {
        let rank = lengths.len() as u32;
        let mut sum = AffineExpr::Const(constant);
        for (dim, factor, by, cut) in terms {
            let dim = if cut { div(d(dim % rank), by) } else { d(dim % rank) };
            sum = AffineExpr::add(sum, op(BinaryOp::Mul, dim, factor)).unwrap();
        }
        let map = map(lengths.len(), std::slice::from_ref(&sum));
        let layout = mapped(&lengths, std::slice::from_ref(&sum)).unwrap();
        for index in indices(&lengths) {
            prop_assert_eq!(offset(&layout, &index), map.eval(&index, &[]).unwrap()[0]);
        }
    }
}
