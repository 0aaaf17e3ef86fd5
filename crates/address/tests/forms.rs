//! Functions of the forms `Vector` and `Step` of random layouts, compared with a naive model of layouts that shares no
//! code with `layout`, lowering or simplification.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layout::{GroupFault, Layout, VectorFault};
use layoutc_address::program::Program;
use layoutc_address::simplify::{CostModel, simplify, simplify_form};
use layoutc_address::{AddressForm, IndexType, OffsetUnit, ProgramEvaluator, lower_form};
use naive::pipelines::{SMALL, Tape, pipeline, tape};
use naive::{Naive, config};
use proptest::prelude::*;

/// The name of the crate `layout` in the naive model.
extern crate layout as layoutc_layout;

#[path = "../../layout/tests/integration/naive/mod.rs"]
mod naive;

const COSTS: [CostModel; 3] = [CostModel::Weight, CostModel::Ops, CostModel::Slots];

/// Returns every index inside lengths, in row-major order.
fn all(lengths: &[i64]) -> Vec<Vec<i64>> {
    layout::IndexSpace::below(lengths.iter().copied()).iter().collect()
}

/// Checks a program of the form `Step` at each valid index whose sum with the step is inside the lengths.
fn check_step(program: &Program, naive: &Naive, step: &[i64]) {
    let lengths = naive.top_lengths();
    let offset_width = program.params().last().unwrap().width;
    let mut evaluator = ProgramEvaluator::new(program);
    for start in all(&lengths) {
        let end: Vec<i64> = start.iter().zip(step).map(|(at, by)| at + by).collect();
        let is_inside = end.iter().zip(&lengths).all(|(at, length)| (0..*length).contains(at));
        let Some(offset) = naive.point(&start).offset().filter(|_| is_inside) else { continue };
        let mut inputs: Vec<u64> = start.iter().map(|at| at.unsigned_abs()).collect();
        inputs.push(offset_width.word(offset));
        let results = evaluator.run(&inputs).unwrap();
        let expected = naive.point(&end).offset();
        let at = format!("at {start:?} + {step:?} of {naive:?}:\n{program}");
        assert_eq!(results.get(1).is_none_or(|&valid| valid == 1), expected.is_some(), "{at}");
        if let Some(expected) = expected {
            assert_eq!(results[0], program.width(program.offset()).word(expected), "{at}");
        }
    }
}

fn check_steps(tape: &mut Tape) {
    let pair = pipeline(tape, SMALL);
    let Ok(layout) = pair.finish() else { return };
    let lengths = pair.naive.top_lengths();
    let cost = tape.pick(&COSTS);
    for _ in 0..2 {
        let mut step = vec![0; lengths.len()];
        if !lengths.is_empty() {
            let dim = tape.below(lengths.len() as i64) as usize;
            step[dim] = tape.pick(&[1, -1, 2, 4, -3]);
        }
        for (by, length) in step.iter_mut().zip(&lengths) {
            if tape.rarely(4) {
                *by = tape.within(1 - length, length - 1);
            }
        }
        check_step_of(
            &layout,
            &pair.naive,
            &step,
            (cost, tape.pick(&[IndexType::Auto, IndexType::I64])),
        );
    }
}

fn check_step_of(
    layout: &Layout,
    naive: &Naive,
    step: &[i64],
    (cost, index): (CostModel, IndexType),
) {
    let form = AddressForm::Step(step.to_vec());
    let has_index = step.iter().zip(naive.top_lengths()).all(|(by, length)| by.abs() < length);
    let plain = match lower_form(layout, &form, OffsetUnit::Element, index) {
        Ok(plain) => plain,
        Err(fault) => return assert!(!has_index, "{fault} of {step:?} in {naive:?}"),
    };
    assert!(has_index, "{step:?} in {naive:?}");
    check_step(&plain, naive, step);
    if has_tables(layout) {
        return;
    }
    let price = |form: &AddressForm| {
        let found = simplify_form(&plain, form, cost).unwrap();
        (found.after, found.program.unwrap_or_else(|| plain.clone()))
    };
    let (stepped, program) = price(&form);
    check_step(&program, naive, step);
    let (of_index, _) = price(&AddressForm::Offset);
    assert!(stepped <= of_index, "{stepped} > {of_index} for {step:?} of {naive:?}:\n{program}");
}

/// Returns `true` if functions of a layout read tables, so that they are not simplified.
fn has_tables(layout: &Layout) -> bool {
    !layout.tables().is_empty()
}

/// Returns `true` if all aligned groups along a dim are vectors.
fn are_vectors(naive: &Naive, dim: usize, width: i64) -> bool {
    let lengths = naive.top_lengths();
    all(&lengths).into_iter().all(|index| {
        let mut first = index.clone();
        first[dim] -= index[dim] % width;
        match (naive.point(&first).offset(), naive.point(&index).offset()) {
            (None, None) => true,
            (Some(start), Some(offset)) => {
                let lane = i128::from(index[dim] % width);
                start % i128::from(width) == 0 && offset == start + lane
            }
            _ => false,
        }
    })
}

fn check_vectors(tape: &mut Tape) {
    let pair = pipeline(tape, SMALL);
    let Ok(layout) = pair.finish() else { return };
    let lengths = pair.naive.top_lengths();
    for dim in 0..lengths.len() {
        for width in [2, 3, 4, 8] {
            let mut vector = vec![1; lengths.len()];
            vector[dim] = width;
            check_vector(&layout, &pair.naive, &vector, dim);
        }
    }
}

fn check_vector(layout: &Layout, naive: &Naive, vector: &[i64], dim: usize) {
    let (lengths, width) = (naive.top_lengths(), vector[dim]);
    let form = AddressForm::Vector(vector.to_vec());
    if lengths[dim] % width != 0 {
        let fault = layout.vector_groups(vector).unwrap_err();
        return assert!(matches!(fault, VectorFault::Remainder { .. }), "{fault}");
    }
    if !are_vectors(naive, dim, width) {
        return check_witness(&layout.vector_groups(vector).unwrap_err(), naive);
    }
    let lowered = lower_form(layout, &form, OffsetUnit::Element, IndexType::Auto).unwrap();
    let simple = match has_tables(layout) {
        true => None,
        false => simplify(&lowered, CostModel::Weight).unwrap().program,
    };
    let mut groups = lengths;
    groups[dim] /= width;
    for program in simple.into_iter().chain([lowered]) {
        let mut evaluator = ProgramEvaluator::new(&program);
        for group in all(&groups) {
            let inputs: Vec<u64> = group.iter().map(|at| at.unsigned_abs()).collect();
            let mut first = group.clone();
            first[dim] *= width;
            let expected = naive.point(&first).offset();
            let results = evaluator.run(&inputs).unwrap();
            assert_eq!(results.get(1).is_none_or(|&valid| valid == 1), expected.is_some());
            if let Some(expected) = expected {
                assert_eq!(results[0], program.width(program.offset()).word(expected));
            }
        }
    }
}

/// Checks that the group of a fault is not a vector.
fn check_witness(fault: &VectorFault, naive: &Naive) {
    let VectorFault::Group { dim, width, witness: Some((at, kind)), .. } = fault else {
        panic!("{fault} of {naive:?}")
    };
    let first: Vec<i64> = at.values().copied().collect();
    let offsets: Vec<Option<i128>> = (0..*width)
        .map(|lane| {
            let mut index = first.clone();
            index[dim.index()] += lane;
            naive.point(&index).offset()
        })
        .collect();
    let valid = offsets.iter().flatten().count() as i64;
    match kind {
        GroupFault::PartlyValid => assert!(0 < valid && valid < *width),
        GroupFault::NotContiguous => {
            assert!(offsets.windows(2).any(|pair| pair[1] != pair[0].map(|offset| offset + 1)));
        }
        GroupFault::Misaligned { start, .. } => {
            assert!(offsets[0] == Some((*start).into()) && start % width != 0);
        }
    }
}

proptest! {
    #![proptest_config(config(120))]

    #[test]
    fn steps_of_random_layouts_are_exact_and_never_dearer(mut tape in tape()) {
        check_steps(&mut tape);
    }
}

proptest! {
    #![proptest_config(config(120))]

    #[test]
    fn vectors_of_random_layouts_are_exact(mut tape in tape()) {
        check_vectors(&mut tape);
    }
}
