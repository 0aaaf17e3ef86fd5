//! Chains of conversions: from a notation through two others and back, with the same function at each step.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::definitions;

use definitions::GENERATORS;
use layout::{IndexSpace, Layout, LogicalIndex};
use layoutc_notation::{NOTATIONS, NotatedLayout, read, write};
use testkit::Random;

/// The number of layouts, unless the environment variable `LAYOUTC_CHAINS` states another.
const CHAINS: u64 = 400;

fn offsets(layout: &Layout) -> Vec<Option<i64>> {
    let lengths = layout.shape().values().map(|len| len.get().unwrap());
    let mut evaluator = layout.evaluator();
    let space = IndexSpace::below(lengths);
    let offset = |index: Vec<i64>| {
        let index = LogicalIndex::new(index).unwrap();
        evaluator.offset_of(&index).unwrap().map(|offset| offset.get())
    };
    space.iter().map(offset).collect()
}

/// Converts a layout, and compares the result with the offsets of the first one. `None` if the notation cannot express
/// it; it then names an index.
fn converted(
    name: &str,
    from: &NotatedLayout,
    expected: &[Option<i64>],
    start: &str,
) -> Option<NotatedLayout> {
    match write(name, &from.layout, from.elem) {
        Ok(text) => {
            let back = read(&text, from.elem).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            assert_eq!(offsets(&back.layout), expected, "{start} as {text}");
            Some(back)
        }
        Err(witness) => {
            // The search of XLA's tiles is bounded.
            let is_exact = witness.is_proof || name == "xla";
            assert!(is_exact && witness.at.is_some(), "{start} to {name}: {witness}");
            None
        }
    }
}

#[test]
fn chains_of_conversions_keep_the_function() {
    let count = std::env::var("LAYOUTC_CHAINS").map_or(CHAINS, |count| count.parse().unwrap());
    let mut random = Random::new(0x6e6f_7461);
    let (mut whole, mut steps) = (0, 0);
    for _ in 0..count {
        let (name, generate) = random.choose(GENERATORS);
        let start = generate(&mut random).text;
        let first = read(&start, None).unwrap();
        let expected = offsets(&first.layout);
        let others = NOTATIONS.iter().filter(|notation| notation.is_of_layouts());
        let mut through: Vec<&str> = others.map(|notation| notation.name).collect();
        let first_of = random.index(through.len());
        through.rotate_left(first_of);
        let mut at = first;
        let mut chain = 0;
        for to in through.into_iter().filter(|to| *to != name) {
            if let Some(next) = converted(to, &at, &expected, &start) {
                at = next;
                chain += 1;
            }
            if chain == 2 {
                break;
            }
        }
        steps += chain;
        whole += u64::from(chain == 2 && converted(name, &at, &expected, &start).is_some());
    }
    assert!(whole * 2 > count, "only {whole} of {count} chains are whole, with {steps} steps");
}
