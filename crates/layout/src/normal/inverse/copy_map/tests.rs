//! Copies, compared slot by slot with the inverse search and the source's own offsets, and the reasons for rejection.

use super::*;
use crate::DimId;
use crate::transform::*;
use crate::{
    Bits, DimsOrder, ElemSize, Elems, Format, FormatUse, Generation, Len, LogicalIndex, Shape,
    TensorLayout,
};

fn strided(lengths: &[i64], strides: &[i64], offset: i64) -> LayoutBuilder {
    LayoutBuilder::strided(lengths, strides, offset).unwrap()
}

/// Returns the layout with a transform over each dim of a base.
fn each(mut builder: LayoutBuilder, transforms: &[Transform]) -> Layout {
    let dims = builder.base_dims().to_vec();
    let results = |(&dim, transform): (&DimId, &Transform)| {
        builder.apply(transform.clone(), &[dim]).unwrap()[0]
    };
    let logical_dims: Vec<DimId> = dims.iter().zip(transforms).map(results).collect();
    builder.finish(&logical_dims).unwrap()
}

fn plain(lengths: &[i64], strides: &[i64], offset: i64) -> Layout {
    let same = vec![Transform::from(PassThrough); lengths.len()];
    each(strided(lengths, strides, offset), &same)
}

fn row_major(lengths: &[i64]) -> Layout {
    let same = vec![Transform::from(PassThrough); lengths.len()];
    each(LayoutBuilder::packed(lengths).unwrap(), &same)
}

/// Checks that every slot maps to the source element of its owner. Returns the number of slots without an element.
#[track_caller]
fn check(source: &Layout, target: &Layout) -> usize {
    let gathered = source.copy_map_to(target).unwrap();
    let allocation = target.allocation().unwrap().get();
    assert_eq!(gathered.shape().to_string(), format!("[{allocation}]"));
    let wanted = |slot| {
        let owners = target.owners_of(Elems::new(slot)).unwrap();
        assert!(owners.count <= 1);
        owners.first.and_then(|at| source.offset_of(&at).unwrap())
    };
    let mut empty = 0;
    for slot in 0..allocation {
        let found = gathered.offset_of(&LogicalIndex::new([slot]).unwrap()).unwrap();
        assert_eq!(found, wanted(slot), "slot {slot}");
        empty += usize::from(found.is_none());
    }
    empty
}

#[test]
fn copy_map_handles_orders_gaps_and_offsets() {
    let source = row_major(&[3, 4, 5]);
    assert_eq!(check(&source, &source), 0);
    assert_eq!(check(&source, &plain(&[3, 4, 5], &[1, 3, 12], 0)), 0);
    // Rows of 7 and planes of 29 slots: neither stride is a multiple of the next.
    assert_eq!(check(&source, &plain(&[3, 4, 5], &[29, 7, 1], 0)), 3 * 29 - 60);
    // Gaps between elements, an offset, and dims of length 1 with any stride.
    assert_eq!(check(&source, &plain(&[3, 4, 5], &[61, 3, 12], 7)), 7 + 3 * 61 - 60);
    let ones = row_major(&[1, 4, 1]);
    assert_eq!(check(&ones, &plain(&[1, 4, 1], &[0, 2, 5], 1)), 9 - 4);
    assert_eq!(check(&row_major(&[]), &row_major(&[])), 0);
    assert_eq!(check(&row_major(&[]), &plain(&[], &[], 3)), 3);
    let reversed = plain(&[4, 5], &[-5, -1], 19);
    assert_eq!(check(&reversed, &plain(&[4, 5], &[8, 1], 0)), 12);
}

/// Returns the layouts of a shape in all formats that support it.
fn formats(shape: &Shape, bits: i64) -> Vec<Layout> {
    let elem = ElemSize::new(Bits::new(bits)).unwrap();
    let uses = Format::all().map(FormatUse::new);
    let uses = uses.flat_map(|format| [format, format.on(Generation::Orin)]);
    uses.filter_map(|format| format.layout(shape, elem).ok()).collect()
}

#[test]
fn copy_map_converts_between_all_formats() {
    let mut pairs = 0;
    for lengths in [[2, 1, 3, 5], [1, 3, 2, 3], [1, 17, 2, 2]]
        .map(Vec::from)
        .into_iter()
        .chain([vec![1, 3, 2, 2, 2]])
    {
        let layouts = formats(&Shape::of_static(&lengths).unwrap(), 16);
        for (a, b) in layouts.iter().flat_map(|a| layouts.iter().map(move |b| (a, b))) {
            check(a, b);
            pairs += 1;
        }
    }
    assert!(pairs > 400, "{pairs}");
}

#[test]
fn copy_map_inverts_transforms() {
    let source = row_major(&[6]);
    let one = |lengths: &[i64], transform: Transform| {
        let mut builder = LayoutBuilder::packed(lengths).unwrap();
        let dims = builder.base_dims().to_vec();
        let logical_dims = builder.apply(transform, &dims).unwrap();
        builder.finish(&logical_dims).unwrap()
    };
    assert_eq!(check(&source, &one(&[10], Slice { begin: 3, end: 9 }.into())), 4);
    assert_eq!(check(&source, &one(&[8], Pad { low: -1, high: -1 }.into())), 2);
    assert_eq!(check(&source, &one(&[3], Pad { low: 1, high: 2 }.into())), 0);
    assert_eq!(check(&source, &one(&[2, 3], Merge.into())), 0);
    assert_eq!(check(&row_major(&[3, 2]), &one(&[6], Unmerge { lengths: vec![3, 2] }.into())), 0);
    assert_eq!(check(&row_major(&[3, 2]), &one(&[9], Unmerge { lengths: vec![3, 2] }.into())), 3);
    assert_eq!(check(&row_major(&[5, 4]), &one(&[5, 4], Xor.into())), 0);
}

#[test]
fn copy_map_inverts_inserted_and_frozen_dims() {
    let mut builder = LayoutBuilder::packed(&[4, 3]).unwrap();
    let [m, n] = *builder.base_dims() else { panic!() };
    builder.apply(Freeze { at: 2 }, &[m]).unwrap();
    let i = builder.apply(PassThrough, &[n]).unwrap()[0];
    let j = builder.apply(Insert { length: 1 }, &[]).unwrap()[0];
    let k = builder.apply(Replicate { lengths: vec![1, 1] }, &[]).unwrap();
    let target = builder.finish(&[i, j, k[0], k[1]]).unwrap();
    assert_eq!(check(&row_major(&[3, 1, 1, 1]), &target), 9);
}

#[test]
fn slots_that_the_source_does_not_store_are_invalid() {
    let halo = each(strided(&[4], &[2], 1), &[Pad { low: 1, high: 2 }.into()]);
    assert_eq!(check(&halo, &plain(&[7], &[3], 0)), 7 * 3 - 4);
}

/// Returns the reason for rejection.
#[track_caller]
fn refused(source: &Layout, target: &Layout) -> String {
    source.copy_map_to(target).unwrap_err().to_string()
}

#[test]
fn copy_map_rejects_targets_without_inverse() {
    let source = row_major(&[2, 3]);
    assert_eq!(
        refused(&source, &row_major(&[3, 2])),
        "the source and the target have different shapes"
    );
    assert_eq!(
        refused(&source, &plain(&[2, 3], &[2, 1], 0)),
        "m0 of the target has stride 2, but the dims inside it span 3 slots"
    );
    assert_eq!(
        refused(&source, &plain(&[2, 3], &[0, 1], 0)),
        "several indices of the target share a slot because its m0 has stride 0"
    );
    assert_eq!(
        refused(&source, &plain(&[2, 3], &[3, -1], 2)),
        "m1 of the target has a negative stride"
    );
    assert_eq!(
        refused(&source, &plain(&[2, 3], &[3, 1], -2)),
        "the target starts 2 slots before its buffer"
    );
    let mut builder = LayoutBuilder::packed(&[2]).unwrap();
    let dims = builder.base_dims().to_vec();
    let i = builder.apply(PassThrough, &dims).unwrap()[0];
    let j = builder.apply(Insert { length: 3 }, &[]).unwrap()[0];
    let twice = builder.finish(&[i, j]).unwrap();
    assert_eq!(
        refused(&source, &twice),
        "several indices of the target share a slot because of its `insert`"
    );
    let ring = each(strided(&[3], &[1], 0), &[Modulo { modulus: 3, length: 6 }.into()]);
    assert_eq!(
        refused(&row_major(&[6]), &ring),
        "the target has a `modulo`, which has no known inverse"
    );
}

#[test]
fn copy_map_rejects_intermediate_indices_outside_a_dim() {
    let mut builder = LayoutBuilder::packed(&[4]).unwrap();
    let dims = builder.base_dims().to_vec();
    let back = builder.apply(Offset { by: -2 }, &dims).unwrap();
    let there = builder.apply(Offset { by: 2 }, &back).unwrap();
    let target = builder.finish(&there).unwrap();
    assert_eq!(
        refused(&row_major(&[4]), &target),
        "an index of the target is outside a dim below its `offset`"
    );
    let elem = ElemSize::new(Bits::new(16)).unwrap();
    let shape = Shape::new([Len::DYNAMIC, Len::new(2).unwrap()]).unwrap();
    let open = TensorLayout::new(shape, DimsOrder::identity(2).unwrap(), elem).unwrap();
    let open = open.resolve().unwrap().layout().unwrap();
    assert_eq!(
        refused(&open, &open),
        "the length of d0 is dynamic, so the number of slots is unknown"
    );
}
