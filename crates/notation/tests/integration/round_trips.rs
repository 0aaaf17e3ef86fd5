//! Every notation, read and written again, against its own definition.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::definitions;

use definitions::{Defined, GENERATORS};
use layout::{Elems, IndexSpace, Layout, LogicalIndex, MixedRadix, RadixDigit};
use layoutc_notation::{NOTATIONS, notation, read, write};
use testkit::Random;

/// The number of texts of each notation.
const TEXTS: u32 = 400;

fn offset_of(layout: &Layout, index: &[i64]) -> Option<i64> {
    let index = LogicalIndex::new(index.iter().copied()).unwrap();
    layout.offset_of(&index).unwrap().map(Elems::get)
}

fn lengths_of(layout: &Layout) -> Vec<i64> {
    layout.shape().values().map(|len| len.get().unwrap()).collect()
}

#[track_caller]
fn agrees(defined: &Defined, layout: &Layout, text: &str) {
    assert_eq!(lengths_of(layout), defined.lengths, "{text}");
    for index in IndexSpace::below(defined.lengths.iter().copied()).iter() {
        let expected = (defined.offset)(&index);
        assert_eq!(offset_of(layout, &index), Some(expected), "{text} at {index:?}");
    }
}

/// Reads random texts of a notation, compares them with their definition, and writes them again. Returns the number of
/// written texts.
fn round_trips(name: &str, generate: definitions::Generator, seed: u64) -> u32 {
    let mut random = Random::new(seed);
    let mut count = 0;
    for _ in 0..TEXTS {
        let defined = generate(&mut random);
        let notated = read(&defined.text, None);
        let notated = notated.unwrap_or_else(|fault| panic!("{}: {fault}", defined.text));
        agrees(&defined, &notated.layout, &defined.text);
        let written = match write(name, &notated.layout, notated.elem) {
            Ok(written) => written,
            Err(witness) => panic!("{}: {witness}", defined.text),
        };
        let back = read(&written, None).unwrap_or_else(|fault| panic!("{written}: {fault}"));
        agrees(&defined, &back.layout, &written);
        count += 1;
    }
    count
}

#[test]
fn texts_denote_the_function_of_their_definition() {
    let of_layouts = NOTATIONS.iter().filter(|notation| notation.is_of_layouts());
    // Notations of placements have further generators, of their layouts in memory.
    let is_of_layouts = |name: &&str| notation(name).is_some_and(|it| it.is_of_layouts());
    let generated = GENERATORS.iter().map(|(name, _)| *name).filter(is_of_layouts);
    assert!(generated.eq(of_layouts.map(|it| it.name)));
    for (seed, (name, generate)) in (0..).zip(GENERATORS) {
        let count = round_trips(name, *generate, seed);
        assert_eq!(count, TEXTS, "{name}");
    }
}

/// The number of texts, unless the environment variable `LAYOUTC_TILES` states another.
const VARIED: u64 = 500;

/// The limits of the reader. A text beyond them is not a layout.
const LIMITS: &[&str] = &["more than 64 dims", "must have less than 2^63 elements"];

/// Returns the layout of a text; `None` if it exceeds a limit.
fn layout_of(defined: &Defined) -> Option<Layout> {
    match read(&defined.text, None) {
        Ok(notated) => Some(notated.layout),
        Err(fault) => {
            let is_limit = LIMITS.iter().any(|limit| fault.message.contains(limit));
            assert!(is_limit, "{}: {fault}", defined.text);
            None
        }
    }
}

#[test]
fn varied_tiles_are_read_and_written_or_refused_with_an_index() {
    let count = std::env::var("LAYOUTC_TILES").map_or(VARIED, |count| count.parse().unwrap());
    let mut random = Random::new(0x7469_6c65);
    let (mut written, mut refused) = (0, 0);
    for _ in 0..count {
        let defined = definitions::varied_xla(&mut random);
        let Some(layout) = layout_of(&defined) else { continue };
        agrees(&defined, &layout, &defined.text);
        match write("xla", &layout, None) {
            Ok(text) => {
                agrees(&defined, &read(&text, None).unwrap().layout, &text);
                written += 1;
            }
            Err(witness) => {
                let is_irregular = witness.reason.contains("is not a sum of digits")
                    || witness.reason.contains("is not that of nested strides");
                assert!(is_irregular && witness.at.is_some(), "{}: {witness}", defined.text);
                assert!(!witness.is_proof, "{}: {witness}", defined.text);
                refused += 1;
            }
        }
    }
    assert!(written * 2 > count && refused * 30 > count, "{written} {refused}");
}

/// Layouts without nested digits, with the index at which that shows. Neither needs a search.
const IRREGULAR: &[[&str; 3]] = &[
    ["tvm:[8] lambda i: (i//2*2 + (i + i//2)%2)", "xla", "[3]"],
    ["cute:(2,4294967296):(20,16)", "xla", "[1, 0]"],
    ["cute:S<2,0,2> o (8,4):(4,1)", "xla", "[1, 1]"],
    ["torch:(8,7):(7,8)", "xla", "[1, 0]"],
    ["xla:f32[9]{0:T(4)(3)(2)}", "xla", "[4]"],
];

#[test]
fn irregular_layouts_are_refused_with_their_index() {
    for [text, to, at] in IRREGULAR {
        let layout = read(text, None).unwrap().layout;
        let witness = write(to, &layout, None).unwrap_err();
        let found = witness.at.as_ref().map(|at| format!("{at:?}"));
        assert_eq!(found.as_deref(), Some(*at), "{text}: {witness}");
    }
}

/// Returns a layout of modes of two values, packed in any order: a dim for each mode, or nested modes in few dims.
fn many_modes(random: &mut Random, modes: usize, dims: usize) -> Layout {
    let mut parts = vec![Vec::new(); dims];
    for (at, place) in random.permutation(modes).into_iter().enumerate() {
        parts[at % dims].push(RadixDigit { length: 2, stride: 1 << place });
    }
    MixedRadix::of_modes(0, parts).unwrap().layout(None).unwrap()
}

#[test]
fn layouts_of_many_modes_are_written_and_read_back() {
    let mut random = Random::new(16);
    for modes in [16, 17, 24, 40, 61] {
        for (dims, names) in
            [(modes, &["cute", "tvm", "memref", "torch"][..]), (5, &["cute", "tvm", "memref"])]
        {
            let layout = many_modes(&mut random, modes, dims);
            for name in names {
                let text = write(name, &layout, None).unwrap_or_else(|it| panic!("{name}: {it}"));
                let back = read(&text, None).unwrap_or_else(|fault| panic!("{text}: {fault}"));
                assert_eq!(layout.difference(&back.layout), Ok(None), "{text}");
                let index: Vec<i64> =
                    lengths_of(&layout).iter().map(|it| random.between(0, it - 1)).collect();
                assert_eq!(offset_of(&layout, &index), offset_of(&back.layout, &index), "{text}");
            }
        }
    }
    // The order of a tensor has at most 15 dims.
    let layout = many_modes(&mut random, 16, 16);
    for name in ["onednn", "vpux", "xla"] {
        let witness = write(name, &layout, None).unwrap_err();
        assert!(witness.is_proof && witness.to_string().contains("16"), "{name}: {witness}");
    }
    let lengths = vec!["1"; 65].join(",");
    let fault = read(&format!("cute:({lengths}):({lengths})"), None).unwrap_err();
    assert_eq!(fault.message, "a layout has at most 64 dims, but this has 65");
}
