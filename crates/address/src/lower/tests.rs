//! Random layouts as programs, against a plain model of layouts that shares nothing with either.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use super::unsigned::PredicateMode;
use super::{AddressFault, IndexType, LoweredProgram, lower};
use crate::evaluate::ProgramEvaluator;
use crate::operation::Width;
use crate::program::Program;
use crate::unit::OffsetUnit;
use layout::transform::*;
use layout::{Bits, ElemSize, Layout, LayoutBuilder};
use naive::pipelines::{LARGE, SMALL, Tape, pipeline, samples, tape};
use naive::{Naive, Pair, config};
use proptest::prelude::*;

#[path = "../../../layout/tests/naive/mod.rs"]
mod naive;

/// What an index must give: the offset in the function's unit; nothing where it is not valid.
type Right<'a> = dyn Fn(&[i64]) -> Option<i128> + 'a;

/// Runs a program at these indices.
fn check(program: &Program, right: &Right<'_>, indices: &[Vec<i64>], what: &Naive) {
    let mut evaluator = ProgramEvaluator::new(program);
    for index in indices {
        let inputs: Vec<u64> =
            index.iter().map(|&component| component.try_into().unwrap()).collect();
        let results = evaluator.run(&inputs).unwrap();
        let wrapped = evaluator.wrapped();
        let right = right(index);
        let valid = results.get(1).is_none_or(|&valid| valid == 1);
        assert_eq!(valid, right.is_some(), "validity at {index:?} in {what:?}");
        if let Some(right) = right {
            let word = program.width(program.offset()).word(right);
            assert_eq!(results[0], word, "at {index:?} in {what:?}");
            assert!(wrapped.is_none() || right < 0, "wraps at {index:?} in {what:?}");
        }
        // The last instruction alone may wrap, for an offset below 0 or an index that is not valid.
        assert!(wrapped.is_none() || wrapped == Some(program.offset()), "{index:?} in {what:?}");
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

/// Every way to ask for the function of a layout.
fn check_functions(naive: &Naive, layout: &Layout, indices: &[Vec<i64>]) {
    let right = |index: &[i64]| naive.point(index).offset();
    for index in [IndexType::Auto, IndexType::I32, IndexType::I64] {
        let function = lower(layout, OffsetUnit::Element, index).unwrap();
        assert_eq!(width(&function), if index == IndexType::I64 { 64 } else { 32 });
        assert_eq!(function.valid().is_some(), has_pad(layout));
        check(&function, &right, indices, naive);
    }
    // Each way by itself, so that none stands in for the other.
    let lengths = naive.top_lengths();
    for mode in [PredicateMode::Pass, PredicateMode::Clamp] {
        let lowered = LoweredProgram::new(layout, OffsetUnit::Element, &lengths, mode).unwrap();
        assert_eq!(lowered.misfit(Width::I64), None, "{mode:?} of {naive:?}");
        check(&lowered.program(Width::I64), &right, indices, naive);
    }
}

/// Functions that count bytes, of elements of each size.
fn check_bytes(naive: &Naive, layout: &Layout, indices: &[Vec<i64>], bits: i64) {
    let elem = ElemSize::new(Bits::new(bits)).unwrap();
    let layout = layout.clone().with_elem(elem);
    let in_bits = |index: &[i64]| naive.point(index).offset().map(|at| at * i128::from(bits));
    match lower(&layout, OffsetUnit::Byte, IndexType::Auto) {
        Ok(function) => {
            let right = |index: &[i64]| {
                let bit = in_bits(index)?;
                assert_eq!(bit % 8, 0, "at {index:?} in {naive:?}");
                Some(bit / 8)
            };
            check(&function, &right, indices, naive);
        }
        Err(AddressFault::WithinByte { elem: told, at }) => {
            assert_eq!((told, bits < 8), (elem, true));
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
    let right = |index: &[i64]| pair.naive.point(index).offset();
    let function = lower(&layout, OffsetUnit::Element, IndexType::Auto);
    let function = function.unwrap_or_else(|fault| panic!("{fault} in {:?}", pair.naive));
    check(&function, &right, &indices, &pair.naive);
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
    fn functions_are_their_layouts(mut tape in tape()) {
        check_pipeline(&mut tape);
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn functions_of_large_layouts_are_their_layouts(mut tape in tape()) {
        check_large(&mut tape);
    }
}

/// Memory of these lengths and strides without transforms.
fn strided(lengths: &[i64], strides: &[i64], offset: i64) -> Layout {
    let builder = LayoutBuilder::strided(lengths, strides, offset).unwrap();
    let dims = builder.base_dims().to_vec();
    builder.finish(&dims).unwrap()
}

fn asked(layout: &Layout, index: IndexType) -> Result<u32, String> {
    let function = lower(layout, OffsetUnit::Element, index);
    function.map(|function| width(&function)).map_err(|fault| fault.to_string())
}

#[test]
fn the_width_is_the_least_that_holds_every_value() {
    let most = i64::from(i32::MAX);
    assert_eq!(asked(&strided(&[2], &[most], 0), IndexType::Auto), Ok(32));
    assert_eq!(asked(&strided(&[2], &[most], 1), IndexType::Auto), Ok(64));
    assert_eq!(asked(&strided(&[2], &[-most], -1), IndexType::Auto), Ok(64));
    assert_eq!(asked(&strided(&[2], &[-most], 0), IndexType::I32), Ok(32));
    // The index itself must fit, whether it matters or not.
    assert_eq!(asked(&strided(&[most + 1], &[0], 0), IndexType::I32), Ok(32));
    assert_eq!(asked(&strided(&[most + 2], &[0], 0), IndexType::Auto), Ok(64));
    let refused = asked(&strided(&[4, 2], &[1, 3 << 30], 0), IndexType::I32);
    let message = "a value on the way is up to 3221225475, but 31 bits hold 2147483647";
    assert_eq!(refused, Err(message.to_owned()));
}

#[test]
fn a_predicate_keeps_words_narrow() {
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
fn a_layout_without_a_valid_index_has_a_function() {
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

/// Checks the functions of a pipeline that is built by hand.
fn check_pair(pair: &Pair) {
    let layout = pair.finish().unwrap();
    check_functions(&pair.naive, &layout, &all(&pair.naive));
}

#[test]
fn what_is_negative_before_an_xor_is_not_valid() {
    let mut pair = Pair::strided(&[4, 8], &[8, 1], 0);
    let dims = pair.apply(Xor, &[1, 2]);
    let rows = pair.apply(Pad { low: 2, high: 1 }, &dims[..1]);
    let columns = pair.apply(Pad { low: 3, high: 2 }, &dims[1..]);
    assert_eq!(pair.naive.tops, [rows, columns].concat());
    check_pair(&pair);
}

#[test]
fn valid_indices_may_be_negative_on_their_way() {
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
