//! Tests of the tables on layouts of each form.

use super::*;
use crate::normal::digits::{MixedRadix, RadixDigit};
use crate::pipeline::LayoutBuilder;
use crate::space::{Elems, LogicalIndex};
use crate::transform::{Merge, Pad, Xor};

/// Checks all bulk functions at every index, and at some outside of the lengths.
fn check(layout: &Layout) {
    let lengths = layout.shape().static_lengths().unwrap();
    let space = IndexSpace::below(lengths.iter().copied());
    let offset = |index: &[i64]| {
        let at = LogicalIndex::new(index.iter().copied()).unwrap();
        layout.offset_of(&at).unwrap().map(Elems::get)
    };
    let expected: Vec<Option<i64>> = space.iter().map(|index| offset(&index)).collect();
    let numbers: Vec<i64> = expected.iter().map(|offset| offset.unwrap_or(-1)).collect();
    let mut found = vec![7; numbers.len()];
    layout.offsets_into(&mut found).unwrap();
    assert_eq!(found, numbers);
    let around = IndexSpace::new(lengths.iter().map(|&length| (-1, length)));
    let indices: Vec<Vec<i64>> = space.iter().chain(around.iter()).collect();
    let right: Vec<Option<i64>> = indices.iter().map(|index| offset(index)).collect();
    let (mut found, mut valid) = (vec![7; right.len()], vec![false; right.len()]);
    layout.offsets_of_into(&indices.concat(), &mut found).unwrap();
    layout.valid_into(&indices.concat(), &mut valid).unwrap();
    for ((found, valid), right) in found.iter().zip(valid).zip(&right) {
        assert_eq!((*found, valid), (right.unwrap_or(-1), right.is_some()));
    }
    let mut found = Vec::new();
    layout.each_offsets(&mut |part| found.extend_from_slice(part)).unwrap();
    assert_eq!(found, numbers);
    let mut owners = vec![7; 40];
    layout.owners_into(&mut owners).unwrap();
    for (slot, owner) in (0..).zip(owners) {
        let least = expected.iter().position(|offset| *offset == Some(slot));
        assert_eq!(owner, least.map_or(-1, |at| at as i64));
    }
}

fn has_tables(layout: &Layout) -> bool {
    layout.offset_tables(true, 1 << 20).is_some()
}

#[test]
fn digits_are_tabulated_by_dim() {
    let digits = vec![RadixDigit { length: 3, stride: 1 }, RadixDigit { length: 4, stride: -9 }];
    let radix = MixedRadix {
        lengths: vec![2, 11, 3],
        dims: vec![vec![], digits, vec![RadixDigit { length: 3, stride: 40 }]],
        offset: 5,
    };
    let layout = radix.layout(None).unwrap();
    assert!(has_tables(&layout));
    check(&layout);
    let long = MixedRadix::linear(&[3, 5000], &[1, 3], -2).layout(None).unwrap();
    check(&long);
}

#[test]
fn bits_of_two_dims_are_tabulated_by_dim() {
    for (length, stride) in [(8, 8), (8, 24), (24, 8)] {
        let builder = LayoutBuilder::strided(&[length, 8, 3], &[stride, 1, 200], -3);
        let mut builder = builder.unwrap();
        let dims = builder.base_dims().to_vec();
        let swizzled = builder.apply(Xor, &dims[..2]).unwrap();
        let layout = builder.finish(&[dims[2], swizzled[0], swizzled[1]]).unwrap();
        assert!(has_tables(&layout), "{length} {stride}");
        check(&layout);
    }
}

#[test]
fn padding_is_tabulated_by_component() {
    let mut builder = LayoutBuilder::packed(&[3, 4, 5]).unwrap();
    let dims = builder.base_dims().to_vec();
    let padded = builder.apply(Pad { low: 1, high: 2 }, &dims[1..2]).unwrap()[0];
    let layout = builder.clone().finish(&[dims[2], dims[0], padded]).unwrap();
    assert!(has_tables(&layout));
    check(&layout);
    let merged = builder.apply(Merge, &[dims[0], padded, dims[2]]).unwrap();
    check(&builder.finish(&merged).unwrap());
}

#[test]
fn rows_of_all_lengths_are_evaluated_in_lanes() {
    for lengths in [[2, 3], [70, 3], [3, 70], [2, 2500], [2500, 2]] {
        let builder = LayoutBuilder::packed(&lengths).unwrap();
        let dims = builder.base_dims().to_vec();
        let layout = builder.finish(&dims).unwrap();
        let mut found = Vec::new();
        layout.each_in_lanes(&lengths, &mut |part| found.extend_from_slice(part)).unwrap();
        assert!(found.into_iter().eq(0..lengths[0] * lengths[1]));
    }
}

#[test]
fn layouts_without_dims_have_one_offset() {
    let layout = LayoutBuilder::packed(&[]).unwrap().finish(&[]).unwrap();
    check(&layout);
    let mut none = [];
    let error = layout.offsets_into(&mut none).unwrap_err();
    assert_eq!(error.to_string(), "expected 1 numbers, found 0");
}
