//! Programs of random layouts, compared with a naive model of layouts that shares no code with `layout` or lowering.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use super::unsigned::PredicateMode;
use super::{AddressFault, IndexType, OffsetRequest, lower};
use crate::evaluate::ProgramEvaluator;
use crate::operation::Width;
use crate::program::Program;
use crate::unit::OffsetUnit;
use layout::transform::*;
use layout::{Bits, ElemSize, Layout, LayoutBuilder};
use naive::pipelines::{LARGE, SMALL, Tape, pipeline, samples, tape};
use naive::{Naive, Pair, config};
use proptest::prelude::*;

#[path = "../../../layout/tests/integration/naive/mod.rs"]
pub(super) mod naive;

/// The expected offset of an index, in the unit of the function; `None` if the index is not valid.
type Expected<'a> = dyn Fn(&[i64]) -> Option<i128> + 'a;

/// Compares a program with the expected offsets at these indices.
fn check(program: &Program, expected: &Expected<'_>, indices: &[Vec<i64>], of: &Naive) {
    let mut evaluator = ProgramEvaluator::new(program);
    for index in indices {
        let inputs: Vec<u64> =
            index.iter().map(|&component| component.try_into().unwrap()).collect();
        let results = evaluator.run(&inputs).unwrap();
        let wrapped = evaluator.wrapped();
        let expected = expected(index);
        let valid = results.get(1).is_none_or(|&valid| valid == 1);
        assert_eq!(valid, expected.is_some(), "validity at {index:?} in {of:?}");
        if let Some(offset) = expected {
            let word = program.width(program.offset()).word(offset);
            assert_eq!(results[0], word, "at {index:?} in {of:?}");
            assert!(wrapped.is_none() || offset < 0, "wraps at {index:?} in {of:?}");
        }
        // Only the last instruction may wrap: for a negative offset or an invalid index.
        assert!(wrapped.is_none() || wrapped == Some(program.offset()), "{index:?} in {of:?}");
    }
}

fn width(program: &Program) -> u32 {
    program.width(program.offset()).bits()
}

fn all(naive: &Naive) -> Vec<Vec<i64>> {
    let mut indices = Vec::new();
    naive.each(|index| indices.push(index.to_vec()));
    indices
}

fn has_pad(layout: &Layout) -> bool {
    layout.stages().any(|stage| matches!(stage.transform(), Transform::Pad(_)))
}

/// Checks the functions of a layout for each index type and each predicate mode.
fn check_functions(naive: &Naive, layout: &Layout, indices: &[Vec<i64>]) {
    let expected = |index: &[i64]| naive.point(index).offset();
    for index in [IndexType::Auto, IndexType::I32, IndexType::I64] {
        let function = lower(layout, OffsetUnit::Element, index).unwrap();
        assert_eq!(width(&function), if index == IndexType::I64 { 64 } else { 32 });
        assert_eq!(function.valid().is_some(), has_pad(layout));
        check(&function, &expected, indices, naive);
    }
    // `lower` picks one mode; check each mode separately.
    let lengths = naive.top_lengths();
    for mode in [PredicateMode::Pass, PredicateMode::Clamp] {
        let request = OffsetRequest { layout, step: None, unit: OffsetUnit::Element };
        let lowered = request.lowered(&lengths, mode).unwrap();
        assert_eq!(lowered.misfit(Width::I64), None, "{mode:?} of {naive:?}");
        check(&lowered.program(Width::I64), &expected, indices, naive);
    }
}

/// Checks the function with offsets in bytes, for elements of this number of bits.
fn check_bytes(naive: &Naive, layout: &Layout, indices: &[Vec<i64>], bits: i64) {
    let elem = ElemSize::new(Bits::new(bits)).unwrap();
    let layout = layout.clone().with_elem(elem);
    let in_bits = |index: &[i64]| naive.point(index).offset().map(|at| at * i128::from(bits));
    match lower(&layout, OffsetUnit::Byte, IndexType::Auto) {
        Ok(function) => {
            let expected = |index: &[i64]| {
                let bit = in_bits(index)?;
                assert_eq!(bit % 8, 0, "at {index:?} in {naive:?}");
                Some(bit / 8)
            };
            check(&function, &expected, indices, naive);
        }
        Err(AddressFault::WithinByte { elem: reported, at }) => {
            assert_eq!((reported, bits < 8), (elem, true));
            if let Some((at, bit)) = at {
                let at: Vec<i64> = at.values().copied().collect();
                assert_eq!((in_bits(&at), bit % 8 != 0), (Some(bit.into()), true), "{naive:?}");
            }
        }
        Err(fault) => panic!("{fault} in {naive:?}"),
    }
}

fn check_pipeline(tape: &mut Tape) {
    let pair = pipeline(tape, SMALL);
    let Ok(layout) = pair.finish() else { return };
    let indices = all(&pair.naive);
    check_functions(&pair.naive, &layout, &indices);
    let bits = tape.pick(&[1, 4, 8, 16, 32, 64]);
    check_bytes(&pair.naive, &layout, &indices, bits);
}

fn check_large(tape: &mut Tape) {
    let pair = pipeline(tape, LARGE);
    let Ok(layout) = pair.finish() else { return };
    let indices = samples(tape, &pair.naive.top_lengths());
    let expected = |index: &[i64]| pair.naive.point(index).offset();
    let function = lower(&layout, OffsetUnit::Element, IndexType::Auto);
    let function = function.unwrap_or_else(|fault| panic!("{fault} in {:?}", pair.naive));
    check(&function, &expected, &indices, &pair.naive);
    match lower(&layout, OffsetUnit::Element, IndexType::I32) {
        Ok(narrow) => assert_eq!((width(&narrow), width(&function)), (32, 32)),
        Err(fault) => {
            assert!(matches!(fault, AddressFault::TooWide { bits: 31, .. }), "{fault}");
            assert_eq!(width(&function), 64);
        }
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn functions_compute_the_offsets_of_small_layouts(mut tape in tape()) {
        check_pipeline(&mut tape);
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn functions_compute_the_offsets_of_large_layouts(mut tape in tape()) {
        check_large(&mut tape);
    }
}

/// Returns a strided layout without transforms.
fn strided(lengths: &[i64], strides: &[i64], offset: i64) -> Layout {
    let builder = LayoutBuilder::strided(lengths, strides, offset).unwrap();
    let dims = builder.base_dims().to_vec();
    builder.finish(&dims).unwrap()
}

/// Returns the number of bits of the words that `lower` selects, or the text of its fault.
fn selected_bits(layout: &Layout, index: IndexType) -> Result<u32, String> {
    let function = lower(layout, OffsetUnit::Element, index);
    function.map(|function| width(&function)).map_err(|fault| fault.to_string())
}

#[test]
fn lower_selects_the_least_width_that_fits_every_value() {
    let most = i64::from(i32::MAX);
    assert_eq!(selected_bits(&strided(&[2], &[most], 0), IndexType::Auto), Ok(32));
    assert_eq!(selected_bits(&strided(&[2], &[most], 1), IndexType::Auto), Ok(64));
    assert_eq!(selected_bits(&strided(&[2], &[-most], -1), IndexType::Auto), Ok(64));
    assert_eq!(selected_bits(&strided(&[2], &[-most], 0), IndexType::I32), Ok(32));
    // The index must fit even if the offset does not depend on it.
    assert_eq!(selected_bits(&strided(&[most + 1], &[0], 0), IndexType::I32), Ok(32));
    assert_eq!(selected_bits(&strided(&[most + 2], &[0], 0), IndexType::Auto), Ok(64));
    let refused = selected_bits(&strided(&[4, 2], &[1, 3 << 30], 0), IndexType::I32);
    let message = "an intermediate value reaches 3221225475, but 31 bits hold at most 2147483647";
    assert_eq!(refused, Err(message.to_owned()));
}

#[test]
fn clamping_to_a_predicate_keeps_words_narrow() {
    let mut builder = LayoutBuilder::packed(&[1 << 15, 1 << 15]).unwrap();
    let &[rows, columns] = builder.base_dims() else { panic!() };
    let rows = builder.apply(Pad { low: 1, high: 1 << 16 }, &[rows]).unwrap()[0];
    let layout = builder.finish(&[rows, columns]).unwrap();
    let function = lower(&layout, OffsetUnit::Element, IndexType::Auto).unwrap();
    assert_eq!(width(&function), 32);
    let mut evaluator = ProgramEvaluator::new(&function);
    let mut at = |row: u64, column: u64| {
        let results = evaluator.run(&[row, column]).unwrap();
        assert_eq!(evaluator.wrapped(), None);
        (results[1] == 1).then_some(results[0])
    };
    assert_eq!(
        (at(0, 5), at(1, 5), at(1 << 15, 7)),
        (None, Some(5), Some((1 << 30) - (1 << 15) + 7))
    );
    assert_eq!((at((1 << 15) + 1, 0), at((1 << 15) + (1 << 16), 0)), (None, None));
}

#[test]
fn lower_accepts_a_layout_without_valid_indices() {
    let mut builder = LayoutBuilder::packed(&[4]).unwrap();
    let dims = builder.base_dims().to_vec();
    let padded = builder.apply(Pad { low: 3, high: 0 }, &dims).unwrap();
    let halo = builder.apply(Slice { begin: 0, end: 2 }, &padded).unwrap();
    let layout = builder.finish(&halo).unwrap();
    let function = lower(&layout, OffsetUnit::Element, IndexType::Auto).unwrap();
    let mut evaluator = ProgramEvaluator::new(&function);
    for index in 0..2 {
        assert_eq!(evaluator.run(&[index]).unwrap()[1], 0);
    }
}

/// Checks the functions of a given pipeline at every index.
fn check_pair(pair: &Pair) {
    let layout = pair.finish().unwrap();
    check_functions(&pair.naive, &layout, &all(&pair.naive));
}

#[test]
fn xor_operands_are_negative_only_for_invalid_indices() {
    let mut pair = Pair::strided(&[4, 8], &[8, 1], 0);
    let dims = pair.apply(Xor, &[1, 2]);
    let rows = pair.apply(Pad { low: 2, high: 1 }, &dims[..1]);
    let columns = pair.apply(Pad { low: 3, high: 2 }, &dims[1..]);
    assert_eq!(pair.naive.tops, [rows, columns].concat());
    check_pair(&pair);
}

#[test]
fn valid_indices_may_have_negative_intermediate_values() {
    for by in [-1, -4, -5, -11] {
        let mut pair = Pair::strided(&[5], &[3], 2);
        let around = pair.apply(Modulo { modulus: 5, length: 12 }, &[1]);
        pair.apply(Offset { by }, &around);
        check_pair(&pair);
    }
    // A Toeplitz matrix: each diagonal is one element.
    let mut pair = Pair::strided(&[9], &[1], 0);
    let moved = pair.apply(Offset { by: 4 }, &[1]);
    pair.apply(Embed { lengths: vec![5, 5], strides: vec![1, -1] }, &moved);
    check_pair(&pair);
}
