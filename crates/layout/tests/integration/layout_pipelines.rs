//! Random pipelines of all transforms, compared with a naive evaluator: offset, predicate, inverse, sizes, moves,
//! rejections.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layoutc_layout::{Elems, IntervalDomain, InverseFault, InverseMap, Layout, Range};
use proptest::prelude::*;

use crate::counted;
use crate::naive;
use counted::counted;
use naive::pipelines::{LARGE, SMALL, Tape, pipeline, samples, tape};
use naive::{Naive, Pair};

fn walk(tape: &mut Tape, lengths: &[i64]) -> (Vec<i64>, Vec<Vec<i64>>) {
    let from = lengths.iter().map(|&length| tape.within(-1, length)).collect();
    let mut step = |_| {
        let few = tape.rarely(2);
        let by = |&length: &i64| match tape.below(if few { 3 } else { 1 }) {
            0 => tape.within(-length.min(1 << 20) - 1, length.min(1 << 20) + 1),
            _ => 0,
        };
        lengths.iter().map(by).collect()
    };
    let steps = (0..12).map(&mut step).collect();
    (from, steps)
}

fn check_all(pair: &Pair, tape: &mut Tape) -> Result<(), TestCaseError> {
    let all = pair.naive.enumerate();
    let layout = match (pair.finish(), &all.out_of_bounds) {
        (Ok(layout), None) => layout,
        (Err(_), Some(_)) => return Ok(()),
        (Ok(_), Some(index)) => {
            return Err(TestCaseError::fail(format!(
                "{index:?} is out of bounds in {:?}",
                pair.naive
            )));
        }
        (Err(fault), None) => {
            return Err(TestCaseError::fail(format!("refused: {fault} {:?}", pair.naive)));
        }
    };
    pair.naive.each(|index| pair.naive.check_points(&layout, std::iter::once(index)));
    pair.naive.check_bulk(&layout);
    pair.naive.check_sizes(&layout, &all);
    check_slots(&pair.naive, &layout, &all);
    let (from, steps) = walk(tape, &pair.naive.top_lengths());
    pair.naive.check_walk(&layout, &from, &steps);
    Ok(())
}

/// Returns the index that the map has for a slot; `None` if the slot holds no element. An interval of one slot is
/// evaluated exactly.
fn owner_of(map: &InverseMap, slot: i64) -> Option<Vec<i64>> {
    let Range { low, high } = map.range();
    if !(low..=high).contains(&slot) {
        return None;
    }
    let mut found = (0..map.candidates()).filter_map(|candidate| {
        let mut domain = IntervalDomain::default();
        let index = map.index_over(candidate, &Range::only(slot - low), &mut domain);
        domain.is_total().then(|| index.iter().map(|range| range.low).collect())
    });
    if map.is_ordered() { found.next() } else { found.min() }
}

/// Checks the inverse as a map, at every slot with owners and its neighbors. Returns `false` if there is none.
fn check_inverse_map(naive: &Naive, layout: &Layout) -> bool {
    let map = match layout.inverse_map() {
        Ok(map) => map,
        Err(InverseFault::TooMany(_) | InverseFault::Astray(_)) => return false,
        // A table may have a value twice.
        Err(InverseFault::Shared("lookup")) => return false,
        Err(fault) => panic!("{fault} in {naive:?}"),
    };
    let all = naive.enumerate();
    let slots = all.owners.keys().flat_map(|&slot| slot - 1..=slot + 1);
    for slot in slots {
        let found = owner_of(&map, slot.try_into().unwrap());
        let least = all.owners.get(&slot).and_then(|owners| owners.first());
        assert_eq!(found.as_ref(), least, "the least owner of {slot} in {naive:?}");
    }
    true
}

/// Checks all slots from two below the least to two above the greatest. If these are many, a sample and the slots with
/// owners.
fn check_slots(naive: &Naive, layout: &Layout, all: &naive::Enumeration) {
    let low = all.owners.keys().next().copied().unwrap_or(0) - 2;
    let high = all.owners.keys().next_back().copied().unwrap_or(0) + 2;
    let apart = (high - low) as usize / 300 + 1;
    for slot in (low..=high).step_by(apart).chain([low + 1, high - 1, high]) {
        naive.check_slot(layout, all, slot);
    }
    for &slot in all.owners.keys().step_by(all.owners.len() / 100 + 1) {
        naive.check_slot(layout, all, slot);
    }
}

/// Checks a pipeline at some indices. Returns `false` if it is rejected.
fn check_samples(pair: &Pair, tape: &mut Tape) -> bool {
    let lengths = pair.naive.top_lengths();
    let samples = samples(tape, &lengths);
    let out_of_bounds = samples.iter().find(|index| {
        let point = pair.naive.point(index);
        point.valid && point.is_out_of_bounds
    });
    let Ok(layout) = pair.finish() else { return false };
    assert_eq!(out_of_bounds, None, "out of bounds in {:?}", pair.naive);
    pair.naive.check_points(&layout, samples.iter().map(Vec::as_slice));
    let ends = layout.offset_range();
    let ends = ends.ok().flatten().map(|(low, high)| low.get()..=high.get());
    let injective = layout.is_injective();
    for index in &samples {
        let Some(offset) = pair.naive.point(index).offset() else { continue };
        let offset = i64::try_from(offset).unwrap();
        assert!(ends.as_ref().is_none_or(|ends| ends.contains(&offset)), "{:?}", pair.naive);
    }
    let valid = samples.iter().filter(|index| pair.naive.point(index).valid);
    for index in valid.take(4) {
        let offset = i64::try_from(pair.naive.point(index).values[0]).unwrap();
        // If an element has too many indices, the inverse search fails.
        let Ok(owners) = layout.owners_of(Elems::new(offset)) else { continue };
        let first: Vec<i64> = owners.first.unwrap().values().copied().collect();
        assert_eq!(pair.naive.point(&first).offset(), Some(offset.into()), "{:?}", pair.naive);
        assert!(&first <= index, "{first:?} is not the least, {index:?} in {:?}", pair.naive);
        assert!(injective != Ok(true) || (owners.count, &first) == (1, index), "{:?}", pair.naive);
    }
    let mut offsets = vec![0; samples.len()];
    layout.offsets_of_into(&samples.concat(), &mut offsets).unwrap();
    let right = samples.iter().map(|index| pair.naive.point(index).offset());
    assert!(right.map(|it| it.unwrap_or(-1)).eq(offsets.into_iter().map(i128::from)));
    check_vectors(&pair.naive, &layout, &samples);
    let (from, steps) = walk(tape, &lengths);
    pair.naive.check_walk(&layout, &from, &steps);
    true
}

/// Checks each group of a vector that contains a sample.
fn check_vectors(naive: &Naive, layout: &Layout, samples: &[Vec<i64>]) {
    let Ok(widths) = layout.vector_widths() else { return };
    for (top, width) in widths.into_iter().enumerate() {
        for index in samples {
            let here = naive.point(index).offset();
            assert!(naive.is_lane(index, top, width, here), "d{top} at {index:?} in {naive:?}");
        }
    }
}

proptest! {
    #![proptest_config(naive::config(800))]

    #[test]
    fn pipelines_agree_with_naive_evaluation(mut tape in tape()) {
        let pair = pipeline(&mut tape, SMALL);
        check_all(&pair, &mut tape)?;
    }
}

#[test]
fn inverse_maps_agree_with_naive_evaluation() {
    counted(naive::config(800), 600, &tape(), |mut tape| {
        let pair = pipeline(&mut tape, SMALL);
        let Ok(layout) = pair.finish() else { return Ok(false) };
        Ok(check_inverse_map(&pair.naive, &layout))
    });
}

#[test]
fn large_pipelines_agree_with_naive_evaluation() {
    counted(naive::config(24), 12, &tape(), |mut tape| {
        let pair = pipeline(&mut tape, LARGE);
        Ok(check_samples(&pair, &mut tape))
    });
}
