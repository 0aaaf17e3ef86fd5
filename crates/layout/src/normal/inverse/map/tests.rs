//! Maps, compared slot by slot with the inverse search.

use super::*;
use crate::space::DimId;
use crate::space::LogicalIndex;
use crate::transform::*;

/// Returns the least index of a slot, counted from the start of the buffer; `None` if the slot is padding, a gap,
/// or outside the buffer.
///
/// # Errors
/// A value does not fit 64 bits.
fn owner_of(map: &InverseMap, slot: Elems) -> Result<Option<LogicalIndex>, AddressError> {
    let Range { low, high } = map.range;
    if !(low..=high).contains(&slot.get()) {
        return Ok(None);
    }
    let number = slot.get() - low;
    let mut least: Option<Vec<i64>> = None;
    for candidate in 0..map.candidates.len() {
        let mut numbers = crate::domain::Concrete::default();
        let index = map.index_over(candidate, &number, &mut numbers);
        if numbers.overflow && !numbers.is_invalid {
            return Err(AddressError::Overflow);
        }
        if !numbers.is_invalid
            && least.as_ref().is_none_or(|least| !map.is_ordered && index < *least)
        {
            least = Some(index);
        }
    }
    Ok(least.map(LogicalIndex::new).transpose()?)
}

/// Checks that the map has the least owner of every slot, and of slots outside the buffer.
#[track_caller]
fn check(layout: &Layout) -> InverseMap {
    let map = layout.inverse_map().unwrap();
    let Range { low, high } = map.range();
    for slot in low - 2..high + 3 {
        let slot = Elems::new(slot);
        let owners = layout.owners_of(slot).unwrap();
        assert_eq!(owner_of(&map, slot), Ok(owners.first), "{slot}");
    }
    map
}

fn strided(lengths: &[i64], strides: &[i64], offset: i64) -> Layout {
    let builder = LayoutBuilder::strided(lengths, strides, offset).unwrap();
    let dims = builder.base_dims().to_vec();
    builder.finish(&dims).unwrap()
}

/// Returns a layout with one transform over packed memory.
fn over(lengths: &[i64], transform: impl Into<Transform>) -> Layout {
    let mut builder = LayoutBuilder::packed(lengths).unwrap();
    let dims = builder.base_dims().to_vec();
    let results = builder.apply(transform, &dims).unwrap();
    builder.finish(&results).unwrap()
}

fn shape_of(map: &InverseMap) -> (usize, bool) {
    (map.candidates(), map.is_ordered())
}

#[test]
fn strides_are_inverted_by_digits() {
    assert_eq!(shape_of(&check(&strided(&[3, 4, 5], &[29, 7, 1], 0))), (1, true));
    assert_eq!(shape_of(&check(&strided(&[3, 4, 5], &[61, 3, 12], 7))), (1, true));
    assert_eq!(shape_of(&check(&strided(&[], &[], 3))), (1, true));
    // The last element of a row ends before the next stride.
    assert_eq!(shape_of(&check(&strided(&[2, 3, 2], &[18, 7, 3], 0))), (1, true));
    assert_eq!(shape_of(&check(&strided(&[2, 3], &[7, 3], 0))), (1, true));
    let map = check(&strided(&[4, 3], &[-5, -1], 3));
    assert_eq!((map.range(), shape_of(&map)), (Range { low: -14, high: 3 }, (1, true)));
}

// The intermediate index leaves the slice, so the map keeps it with a bias until a sum counts it.
#[test]
fn bias_of_an_index_outside_its_dim_is_counted_once() {
    let mut builder = LayoutBuilder::packed(&[6]).unwrap();
    let mut dims = builder.base_dims().to_vec();
    let stages: [Transform; 3] = [
        Embed { lengths: vec![4], strides: vec![1] }.into(),
        Slice { begin: 2, end: 4 }.into(),
        Embed { lengths: vec![3], strides: vec![1] }.into(),
    ];
    for stage in stages {
        dims = builder.apply(stage, &dims).unwrap();
    }
    assert_eq!(shape_of(&check(&builder.finish(&dims).unwrap())), (1, true));
}

// The free dim is the fast digit of the merged index, and moves a carry to the digit that is last in the index.
#[test]
fn least_owner_depends_on_the_order_of_digits() {
    let mut builder = LayoutBuilder::packed(&[7]).unwrap();
    let [m] = *builder.base_dims() else { panic!() };
    let free = builder.apply(Insert { length: 2 }, &[]).unwrap()[0];
    let merged = builder.apply(Merge, &[m, free]).unwrap();
    let digits = builder.apply(Unmerge { lengths: vec![2, 7] }, &merged).unwrap();
    check(&builder.finish(&[digits[1], digits[0]]).unwrap());
}

#[test]
fn dims_without_effect_have_the_least_index() {
    assert_eq!(shape_of(&check(&strided(&[3, 100, 4], &[8, 0, 1], 0))), (1, true));
    let mut builder = LayoutBuilder::packed(&[4]).unwrap();
    let [m] = *builder.base_dims() else { panic!() };
    let free = builder.apply(Insert { length: 1000 }, &[]).unwrap()[0];
    let padded = builder.apply(Pad { low: 3, high: 4 }, &[free]).unwrap()[0];
    let merged = builder.apply(Merge, &[m, padded]).unwrap();
    assert_eq!(shape_of(&check(&builder.finish(&merged).unwrap())), (1, true));
    let rotated = |length| {
        let mut builder = LayoutBuilder::packed(&[4]).unwrap();
        let [m] = *builder.base_dims() else { panic!() };
        let free = builder.apply(Insert { length }, &[]).unwrap();
        let rotated = builder.apply(CyclicShift { by: 3 }, &free).unwrap()[0];
        builder.finish(&[m, rotated]).unwrap()
    };
    assert_eq!(shape_of(&check(&rotated(8))), (8, true));
    let fault = rotated(1000).inverse_map().unwrap_err();
    assert_eq!(fault, InverseFault::TooMany(Some("insert")));
    let mut builder = LayoutBuilder::packed(&[4]).unwrap();
    let [m] = *builder.base_dims() else { panic!() };
    let free = builder.apply(Replicate { lengths: vec![9, 100] }, &[]).unwrap();
    let merged = builder.apply(Merge, &[free[0], m, free[1]]).unwrap();
    assert_eq!(shape_of(&check(&builder.finish(&merged).unwrap())), (1, true));
    // A slice of the merged index excludes some indices of the free dim.
    let mut builder = LayoutBuilder::packed(&[4]).unwrap();
    let [m] = *builder.base_dims() else { panic!() };
    let free = builder.apply(Insert { length: 5 }, &[]).unwrap()[0];
    let merged = builder.apply(Merge, &[m, free]).unwrap();
    let cut = builder.apply(Slice { begin: 3, end: 18 }, &merged).unwrap();
    assert_eq!(shape_of(&check(&builder.finish(&cut).unwrap())), (5, true));
}

#[test]
fn windows_have_a_candidate_for_each_position() {
    let windows = |lengths: &[i64], strides: &[i64]| Embed {
        lengths: lengths.to_vec(),
        strides: strides.to_vec(),
    };
    assert_eq!(shape_of(&check(&over(&[8], windows(&[3, 6], &[1, 1])))), (3, true));
    assert_eq!(shape_of(&check(&over(&[9], windows(&[3, 5], &[1, 1])))), (3, true));
    assert_eq!(shape_of(&check(&over(&[11], windows(&[5, 3], &[1, 3])))), (3, true));
    assert_eq!(shape_of(&check(&over(&[40], windows(&[2, 3, 4], &[20, 5, 1])))), (1, true));
    let mut builder = LayoutBuilder::packed(&[9]).unwrap();
    let dims = builder.base_dims().to_vec();
    let from_the_middle = builder.apply(Offset { by: 4 }, &dims).unwrap();
    let diagonals = builder.apply(windows(&[5, 5], &[1, -1]), &from_the_middle).unwrap();
    assert_eq!(shape_of(&check(&builder.finish(&diagonals).unwrap())), (5, true));
}

#[test]
fn periods_are_the_first_ones() {
    assert_eq!(shape_of(&check(&over(&[4], Modulo { modulus: 3, length: 7 }))), (1, true));
    let mut builder = LayoutBuilder::packed(&[4]).unwrap();
    let dims = builder.base_dims().to_vec();
    let periods = builder.apply(Modulo { modulus: 3, length: 11 }, &dims).unwrap();
    let cut = builder.apply(Slice { begin: 2, end: 9 }, &periods).unwrap();
    let cut: DimId = cut[0];
    assert_eq!(shape_of(&check(&builder.finish(&[cut]).unwrap())), (3, true));
}

#[test]
fn intermediate_indices_may_be_outside_a_dim() {
    let mut builder = LayoutBuilder::packed(&[7, 3]).unwrap();
    let [m, n] = *builder.base_dims() else { panic!() };
    let wrapped = builder.apply(Modulo { modulus: 7, length: 16 }, &[m]).unwrap()[0];
    let padded = builder.apply(Pad { low: 2, high: 0 }, &[n]).unwrap();
    let moved = builder.apply(Offset { by: -1 }, &padded).unwrap()[0];
    assert_eq!(shape_of(&check(&builder.finish(&[wrapped, moved]).unwrap())), (1, true));
    let mut builder = LayoutBuilder::packed(&[4, 3]).unwrap();
    let [m, n] = *builder.base_dims() else { panic!() };
    let moved = builder.apply(Offset { by: -1 }, &[m]).unwrap();
    builder.apply(Freeze { at: 4 }, &moved).unwrap();
    assert_eq!(shape_of(&check(&builder.finish(&[n]).unwrap())), (1, true));
}
