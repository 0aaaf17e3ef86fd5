//! Worked examples of pipelines: bases, dim numbers, pads, proofs of bounds, moving coordinates.

use super::*;
use crate::space::{DimId, Elems, LogicalIndex};
use crate::transform::*;
use expect_test::expect;

fn at(index: &[i64]) -> LogicalIndex {
    LogicalIndex::new(index.iter().copied()).unwrap()
}

fn offset(layout: &Layout, index: &[i64]) -> Option<i64> {
    layout.offset_of(&at(index)).unwrap().map(Elems::get)
}

/// Returns the base with a `pass_through` over each of its dims.
fn plain(mut builder: LayoutBuilder) -> Layout {
    let dims = builder.base_dims().to_vec();
    let logical_dims: Vec<DimId> =
        dims.iter().map(|&dim| builder.apply(PassThrough, &[dim]).unwrap()[0]).collect();
    builder.finish(&logical_dims).unwrap()
}

fn fault(result: Result<Layout, LayoutFault>) -> String {
    let fault = result.unwrap_err();
    format!("{} [{}]\n", fault.message, fault.notes.join("; "))
}

#[test]
fn bases_have_the_strides_of_ck() {
    let rows = plain(LayoutBuilder::strided(&[3, 4], &[8, 1], 0).unwrap());
    assert_eq!(offset(&rows, &[1, 2]), Some(10));
    assert_eq!((rows.span(), rows.allocation()), (Ok(Elems::new(20)), Ok(Elems::new(24))));
    let packed = plain(LayoutBuilder::packed(&[3, 4]).unwrap());
    assert_eq!(offset(&packed, &[1, 2]), Some(6));
    assert_eq!(packed.physical().strides().to_string(), "[4, 1]");
    assert_eq!(packed.span(), Ok(Elems::new(12)));
    let aligned = plain(LayoutBuilder::aligned(&[4, 5], 8).unwrap());
    assert_eq!(aligned.physical().strides().to_string(), "[8, 1]");
    assert_eq!((aligned.span(), aligned.allocation()), (Ok(Elems::new(29)), Ok(Elems::new(32))));
    let row = plain(LayoutBuilder::aligned(&[5], 8).unwrap());
    assert_eq!(row.allocation(), Ok(Elems::new(5)));
}

#[test]
fn dims_are_numbered_as_in_ck() {
    let mut builder = LayoutBuilder::packed(&[2, 6]).unwrap();
    let &[m, n] = builder.base_dims() else { panic!() };
    let i = builder.apply(PassThrough, &[m]).unwrap();
    let jk = builder.apply(Unmerge { lengths: vec![2, 3] }, &[n]).unwrap();
    let numbers = |dims: &[DimId]| dims.iter().map(|dim| dim.number()).collect::<Vec<_>>();
    assert_eq!((numbers(&[m, n]), numbers(&i), numbers(&jk)), (vec![1, 2], vec![3], vec![4, 5]));
    let layout = builder.finish(&[i[0], jk[0], jk[1]]).unwrap();
    assert_eq!(offset(&layout, &[1, 1, 2]), Some(11));
    let again = LayoutBuilder::from_layout(&layout);
    assert_eq!(numbers(again.base_dims()), [3, 4, 5]);
}

#[test]
fn intermediate_index_may_be_outside_its_dim() {
    let mut builder = LayoutBuilder::packed(&[9]).unwrap();
    let moved = builder.apply(Offset { by: 4 }, &[builder.base_dims()[0]]).unwrap();
    let diagonals = Embed { lengths: vec![5, 5], strides: vec![1, -1] };
    let logical_dims = builder.apply(diagonals, &moved).unwrap();
    let layout = builder.finish(&logical_dims).unwrap();
    assert_eq!(offset(&layout, &[0, 4]), Some(0));
    assert_eq!(offset(&layout, &[4, 0]), Some(8));
    assert_eq!(layout.is_injective(), Ok(false));
    let owners = layout.owners_of(Elems::new(4)).unwrap();
    assert_eq!((owners.first, owners.count), (Some(at(&[0, 0])), 5));
    let mut narrow = LayoutBuilder::packed(&[8]).unwrap();
    let moved = narrow.apply(Offset { by: 4 }, &[narrow.base_dims()[0]]).unwrap();
    let diagonals = Embed { lengths: vec![5, 5], strides: vec![1, -1] };
    let logical_dims = narrow.apply(diagonals, &moved).unwrap();
    expect![[r#"
        the index that reaches m0 of memory is 8 at d0 = 4, d1 = 0, but must be within 0 to 7 [use `pad` or `slice` to keep valid indices inside]
    "#]]
    .assert_eq(&fault(narrow.finish(&logical_dims)));
}

#[test]
fn padding_is_a_predicate() {
    let mut builder = LayoutBuilder::packed(&[4]).unwrap();
    let padded = builder.apply(Pad { low: 1, high: 1 }, &[builder.base_dims()[0]]).unwrap();
    let windows = Embed { lengths: vec![3, 4], strides: vec![1, 1] };
    let logical_dims = builder.apply(windows, &padded).unwrap();
    let layout = builder.finish(&logical_dims).unwrap();
    assert_eq!(offset(&layout, &[0, 0]), None);
    assert_eq!(offset(&layout, &[2, 2]), Some(3));
    assert_eq!(offset(&layout, &[3, 0]), None);
    assert_eq!(layout.offset_range(), Ok(Some((Elems::ZERO, Elems::new(3)))));
    assert_eq!(layout.owners_of(Elems::new(3)).unwrap().count, 2);
    let mut cropped = LayoutBuilder::packed(&[4]).unwrap();
    let nothing = cropped.apply(Pad { low: -4, high: 6 }, &[cropped.base_dims()[0]]).unwrap();
    let layout = cropped.finish(&nothing).unwrap();
    assert_eq!((offset(&layout, &[0]), layout.offset_range()), (None, Ok(None)));
    assert_eq!((layout.span(), layout.allocation()), (Ok(Elems::ZERO), Ok(Elems::new(4))));
}

#[test]
fn joined_digits_prove_bounds_where_ranges_do_not() {
    let mut builder = LayoutBuilder::packed(&[10]).unwrap();
    let digits = builder.apply(Unmerge { lengths: vec![4, 3] }, &[builder.base_dims()[0]]).unwrap();
    let whole = builder.apply(Merge, &digits).unwrap();
    let mut sound = builder.clone();
    let top = sound.apply(Slice { begin: 0, end: 10 }, &whole).unwrap();
    assert_eq!(offset(&sound.finish(&top).unwrap(), &[9]), Some(9));
    let top = builder.apply(Slice { begin: 0, end: 11 }, &whole).unwrap();
    expect![[r#"
        the index that reaches m0 of memory is 10 at d0 = 10, but must be within 0 to 9 [use `pad` or `slice` to keep valid indices inside]
    "#]]
    .assert_eq(&fault(builder.finish(&top)));
}

#[test]
fn each_dim_is_used_once() {
    let mut builder = LayoutBuilder::packed(&[4, 2]).unwrap();
    let &[m, n] = builder.base_dims() else { panic!() };
    let top = builder.apply(PassThrough, &[m]).unwrap()[0];
    let twice = builder.clone().apply(PassThrough, &[m]).unwrap_err();
    assert_eq!((twice.stage, twice.dim), (Some(1), Some(m)));
    let left = builder.clone().finish(&[top]).unwrap_err();
    assert_eq!((left.stage, left.dim), (None, Some(n)));
    assert!(builder.finish(&[top, top]).is_err());
}

#[test]
fn moved_coordinates_agree_with_evaluation() {
    let mut builder = LayoutBuilder::strided(&[4, 6, 2], &[1, 40, 7], 3).unwrap();
    let &[a, b, c] = builder.base_dims() else { panic!() };
    let rows = builder.apply(Xor, &[b, a]).unwrap();
    let whole = builder.apply(Merge, &[c, rows[0], rows[1]]).unwrap();
    let padded = builder.apply(Pad { low: 2, high: 5 }, &whole).unwrap();
    let layout = builder.finish(&padded).unwrap();
    let mut coordinate = layout.coordinate(at(&[0])).unwrap();
    let mut place = 0;
    for step in [5, -3, 17, 1, 0, -20, 30, 40, -70, 12, 9, -9, 48] {
        place += step;
        let moved = coordinate.step(&at(&[step])).unwrap();
        let direct = layout.coordinate(at(&[place])).unwrap();
        for number in 1..layout.dims_len() {
            let dim = DimId::new(number);
            assert_eq!(coordinate.at(dim), direct.at(dim), "dim {number} at {place}");
        }
        assert_eq!(moved.map(Elems::get), offset(&layout, &[place]));
    }
}

#[test]
fn large_padded_split_is_injective() {
    let mut builder = LayoutBuilder::packed(&[8, 5, 1 << 20, 32]).unwrap();
    let &[n, blocks, w, lanes] = builder.base_dims() else { panic!() };
    let whole = builder.apply(Merge, &[blocks, lanes]).unwrap();
    let channels = builder.apply(Slice { begin: 0, end: 130 }, &whole).unwrap();
    let layout = builder.finish(&[n, channels[0], w]).unwrap();
    assert_eq!(layout.is_injective(), Ok(true));
}
