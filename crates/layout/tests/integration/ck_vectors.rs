//! Comparison of the layout core with descriptors built by CK Tile's own headers, from `tests/vectors`.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layoutc_layout::transform::*;
use layoutc_layout::{Elems, Layout, LayoutBuilder};
use serde_json::Value;
use testkit::vectors::{ints, section};

use crate::naive;
use naive::{Naive, Pair, at};

fn places(value: &Value) -> Vec<usize> {
    ints(value).into_iter().map(|place| usize::try_from(place).unwrap()).collect()
}

fn base(case: &Value) -> Pair {
    let base = &case["base"];
    let (lengths, strides) = (ints(&base["lengths"]), ints(&base["strides"]));
    let offset = base["offset"].as_i64().unwrap();
    let builder = match base["kind"].as_str().unwrap() {
        "naive" | "with_offset" => LayoutBuilder::strided(&lengths, &strides, offset),
        "packed" => LayoutBuilder::packed(&lengths),
        "aligned" => LayoutBuilder::aligned(&lengths, base["align"].as_i64().unwrap()),
        other => panic!("unknown base {other}"),
    };
    Pair::new(builder.unwrap(), Naive::new(&lengths, &strides, offset))
}

fn transform(spec: &Value) -> Transform {
    let int = |key: &str| spec[key].as_i64().unwrap();
    let lengths = || ints(&spec["lengths"]);
    match spec["kind"].as_str().unwrap() {
        "embed" => Embed { lengths: lengths(), strides: ints(&spec["strides"]) }.into(),
        "freeze" => Freeze { at: int("at") }.into(),
        "insert" => Insert { length: int("length") }.into(),
        "left_pad" => Pad { low: int("left"), high: 0 }.into(),
        "merge" => Merge.into(),
        "modulo" => Modulo { modulus: int("modulus"), length: int("length") }.into(),
        "offset" => Offset { by: int("offset") }.into(),
        "pad" => Pad { low: int("left"), high: int("right") }.into(),
        "pass_through" => PassThrough.into(),
        "replicate" => Replicate { lengths: lengths() }.into(),
        "right_pad" => Pad { low: 0, high: int("right") }.into(),
        "slice" => Slice { begin: int("begin"), end: int("end") }.into(),
        "unmerge" => Unmerge { lengths: lengths() }.into(),
        "xor" => Xor.into(),
        other => panic!("unknown transform {other}"),
    }
}

/// Returns the lower lengths that a transform restates; `None` if it does not restate them.
fn restated(spec: &Value) -> Option<Vec<i64>> {
    match spec["kind"].as_str().unwrap() {
        "merge" | "xor" => Some(ints(&spec["lengths"])),
        "modulo" | "insert" => None,
        _ => spec.get("length").map(|length| vec![length.as_i64().unwrap()]),
    }
}

/// Applies one stage. Every transform lists its operand dims by index, and the indices of its result dims.
fn apply_stage(pair: &mut Pair, stage: &Value, name: &Value) {
    let before = pair.naive.tops.clone();
    let mut after = Vec::new();
    for (at, spec) in stage["transforms"].as_array().unwrap().iter().enumerate() {
        let lower: Vec<usize> =
            places(&stage["lower"][at]).into_iter().map(|place| before[place]).collect();
        if let Some(restated) = restated(spec) {
            let lengths: Vec<i128> = lower.iter().map(|&dim| pair.naive.lengths[dim]).collect();
            let restated: Vec<i128> = restated.into_iter().map(i128::from).collect();
            assert_eq!(lengths, restated, "{name}: {spec}");
        }
        let upper = pair.apply(transform(spec), &lower);
        after.extend(places(&stage["upper"][at]).into_iter().zip(upper));
    }
    after.sort_unstable();
    pair.naive.tops = after.into_iter().map(|(_, dim)| dim).collect();
}

/// Returns a descriptor and its naive counterpart. If `chained` is `true`, each stage is built on the finished layout
/// of the stages before, unless indices leave memory until a later stage maps them back.
fn built(case: &Value, chained: bool) -> (Naive, Layout) {
    let mut pair = base(case);
    for stage in case["stages"].as_array().unwrap() {
        match chained.then(|| pair.finish()) {
            Some(Ok(layout)) => pair.continue_from(&layout),
            Some(Err(fault)) => assert!(pair.naive.enumerate().out_of_bounds.is_some(), "{fault}"),
            None => {}
        }
        apply_stage(&mut pair, stage, &case["name"]);
    }
    let layout = pair.finish().unwrap_or_else(|fault| panic!("{}: {fault}", case["name"]));
    assert_eq!(pair.naive.top_lengths(), ints(&case["top_lengths"]), "{}", case["name"]);
    let tops: Vec<usize> = layout.logical_dims().iter().map(|dim| dim.number()).collect();
    assert_eq!(tops, pair.naive.tops, "{}", case["name"]);
    (pair.naive, layout)
}

fn queries(case: &Value) -> impl Iterator<Item = (Vec<i64>, Option<i64>)> {
    case["queries"].as_array().unwrap().iter().map(|query| {
        let valid = query["valid"].as_bool().unwrap();
        (ints(&query["at"]), valid.then(|| query["offset"].as_i64().unwrap()))
    })
}

#[test]
fn queries_return_expected_offsets_and_validity() {
    for case in section("ck_descriptors.json", "descriptors") {
        for chained in [false, true] {
            let (_, layout) = built(&case, chained);
            let mut evaluator = layout.evaluator();
            for (index, offset) in queries(&case) {
                let actual = evaluator.offset_of(&at(&index)).unwrap();
                assert_eq!(actual.map(Elems::get), offset, "{} at {index:?}", case["name"]);
            }
        }
    }
}

#[test]
fn inverse_returns_each_valid_index() {
    for case in section("ck_descriptors.json", "descriptors") {
        let (_, layout) = built(&case, false);
        let is_injective = layout.is_injective().unwrap();
        for (index, offset) in queries(&case) {
            let Some(offset) = offset else { continue };
            let owners = layout.owners_of(Elems::new(offset)).unwrap();
            let first: Vec<i64> = owners.first.unwrap().values().copied().collect();
            assert!(first <= index, "{}: {offset} to {first:?}", case["name"]);
            assert!(first == index || owners.count > 1, "{} at {index:?}", case["name"]);
            assert_eq!(layout.offset_of(&at(&first)), Ok(Some(Elems::new(offset))));
            assert!(owners.count == 1 || !is_injective, "{} at {index:?}", case["name"]);
        }
    }
}

#[test]
fn analyses_agree_with_enumeration() {
    for case in section("ck_descriptors.json", "descriptors") {
        let Some(actual) = case.get("facts").filter(|actual| !actual.is_null()) else { continue };
        let (naive, layout) = built(&case, false);
        let all = naive.enumerate();
        let int = |key: &str| actual[key].as_i64().unwrap();
        assert_eq!(all.valid as i64, int("valid"), "{}", case["name"]);
        assert_eq!(all.owners.len() as i64, int("distinct_offsets"), "{}", case["name"]);
        let range = layout.offset_range().unwrap();
        let range = range.map(|(low, high)| (low.get(), high.get()));
        assert_eq!(range, Some((int("min_offset"), int("max_offset"))), "{}", case["name"]);
        assert_eq!(layout.vector_widths(), Ok(ints(&actual["aligned_vector"])), "{}", case["name"]);
        naive.check_sizes(&layout, &all);
        // All slots of small descriptors; for larger ones, the ends and some slots between.
        let (low, high) = (int("min_offset") - 2, int("max_offset") + 2);
        let apart = (high - low) / 600 + 1;
        for slot in (low..=high).step_by(apart as usize).chain([high - 2, high]) {
            naive.check_slot(&layout, &all, slot.into());
        }
    }
}

#[test]
fn moved_coordinates_agree_with_queries() {
    for case in section("ck_descriptors.json", "descriptors") {
        let (naive, layout) = built(&case, true);
        let indices: Vec<Vec<i64>> = queries(&case).map(|(index, _)| index).collect();
        let apart = |pair: &[Vec<i64>]| pair[1].iter().zip(&pair[0]).map(|(b, a)| b - a).collect();
        let steps: Vec<Vec<i64>> = indices.windows(2).map(apart).collect();
        naive.check_walk(&layout, &indices[0], &steps);
        let back: Vec<Vec<i64>> =
            steps.iter().rev().map(|step| step.iter().map(|by| -by).collect()).collect();
        naive.check_walk(&layout, &indices[indices.len() - 1], &back);
    }
}
