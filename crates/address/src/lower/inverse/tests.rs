//! Programs of random layouts, compared with a naive model of layouts that shares no code with `layout` or lowering.

use super::super::tests::naive::pipelines::{SMALL, Tape, pipeline, tape};
use super::super::tests::naive::{Naive, config};
use super::*;
use crate::evaluate::ProgramEvaluator;
use crate::form::AddressForm;
use crate::simplify::{CostModel, Simplified, SimplifyFault, simplify_form};
use layout::{InverseFault, LayoutBuilder};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The least index of each slot with an element.
type Owners = BTreeMap<i128, Vec<i64>>;

fn owners(naive: &Naive) -> Owners {
    let all = naive.enumerate().owners;
    all.into_iter().map(|(slot, mut indices)| (slot, indices.remove(0))).collect()
}

/// Compares a program with the owners of all slots.
fn check(program: &Program, map: &InverseMap, owners: &Owners, of: &Naive) {
    let mut evaluator = ProgramEvaluator::new(program);
    let width = program.params()[0].width;
    for slot in map.range().low..=map.range().high {
        let results = evaluator.run(&[width.word(slot.into())]).unwrap();
        let (&valid, components) = results.split_last().unwrap();
        let expected = owners.get(&slot.into());
        assert_eq!(valid == 1, expected.is_some(), "validity of {slot} in {of:?}");
        if let Some(expected) = expected {
            let found: Vec<i64> = components.iter().map(|&word| word.try_into().unwrap()).collect();
            assert_eq!(&found, expected, "the owner of {slot} in {of:?}");
        }
    }
}

fn check_pipeline(tape: &mut Tape) {
    let pair = pipeline(tape, SMALL);
    let Ok(layout) = pair.finish() else { return };
    let map = match layout.inverse_map() {
        Ok(map) => map,
        Err(fault) => {
            let refused = lower(&layout, IndexType::Auto);
            return assert_eq!(refused, Err(AddressFault::Inverse(fault)));
        }
    };
    let owners = owners(&pair.naive);
    for (index, bits) in [(IndexType::Auto, 32), (IndexType::I32, 32), (IndexType::I64, 64)] {
        let program = lower(&layout, index).unwrap();
        let widths: Vec<u32> =
            program.results().iter().map(|&it| program.width(it).bits()).collect();
        let (&valid, components) = widths.split_last().unwrap();
        assert_eq!((valid, components.len()), (1, layout.shape().len()));
        assert!(components.iter().all(|&width| width == bits), "{widths:?}");
        check(&program, &map, &owners, &pair.naive);
        for cost in [CostModel::Weight, CostModel::Ops, CostModel::Slots] {
            match simplify_form(&program, &AddressForm::Inverse, cost) {
                Ok(Simplified { program: Some(simplified), .. }) => {
                    check(&simplified, &map, &owners, &pair.naive);
                }
                // The program is kept.
                Ok(_) | Err(SimplifyFault::Unsupported(_)) => {}
                Err(fault) => panic!("{fault} in {:?}\n{program}", pair.naive),
            }
        }
    }
    // Lowering picks one mode; check each mode separately.
    for mode in [PredicateMode::Pass, PredicateMode::Clamp] {
        let lowered = lowered(&map, layout.shape().len(), mode);
        assert_eq!(lowered.misfit(Width::I64), None, "{mode:?} of {:?}", pair.naive);
        check(&lowered.program(Width::I64), &map, &owners, &pair.naive);
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn inverses_compute_the_owners_of_small_layouts(mut tape in tape()) {
        check_pipeline(&mut tape);
    }
}

#[test]
fn inverse_with_too_many_candidates_is_refused() {
    let mut builder = LayoutBuilder::packed(&[4]).unwrap();
    let dims = builder.base_dims().to_vec();
    let free = builder.apply(layout::transform::Insert { length: 1000 }, &[]).unwrap();
    let turned = builder.apply(layout::transform::CyclicShift { by: 1 }, &free).unwrap();
    let layout = builder.finish(&[dims[0], turned[0]]).unwrap();
    let fault = lower(&layout, IndexType::Auto).unwrap_err();
    assert_eq!(fault, AddressFault::Inverse(InverseFault::TooMany(Some("insert"))));
    assert!(fault.note().is_some());
}
