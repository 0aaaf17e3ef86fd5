//! Concrete evaluation of the query at every slot and index, for correct and incorrect programs.

use super::super::tests::{evaluated, holds, indices, layout, parsed};
use super::*;
use crate::evaluate::ProgramEvaluator;
use crate::form::AddressForm;
use crate::lower::{IndexType, lower_form};
use crate::operation::Operation;
use crate::simplify::{CostModel, simplify_form};
use layout::Elems;

const LAYOUTS: &str = "
layout.descriptor @rows {
  %a, %b = layout.strided [3, 4] strides [6, 1] offset 2
  %c = layout.pass_through %a
  %d = layout.pass_through %b
  layout.yield %d, %c
}
layout.descriptor @backwards {
  %a = layout.strided [5] strides [-2] offset 3
  %b = layout.pad %a low 1 high 1
  layout.yield %b
}
layout.descriptor @windows {
  %a = layout.packed [6]
  %b, %c = layout.embed %a into [4, 3] strides [1, 1]
  layout.yield %b, %c
}
layout.descriptor @periods {
  %a, %b = layout.packed [4, 3]
  %c = layout.modulo %a by 4 length 8
  %d = layout.cyclic_shift %b by 1
  %e = layout.insert 3
  layout.yield %d, %c, %e
}
layout.descriptor @swizzled {
  %a, %b = layout.packed [4, 4]
  %c, %d = layout.xor %a, %b
  %e = layout.merge %c, %d
  layout.yield %e
}";

const NAMES: [&str; 5] = ["rows", "backwards", "windows", "periods", "swizzled"];

/// Returns `true` if a program traps at a slot, or does not return the owner of the slot.
fn differs(program: &Program, layout: &Layout, slot: i64) -> bool {
    let word = program.params()[0].width.word(slot.into());
    let Ok(results) = ProgramEvaluator::new(program).run(&[word]) else { return true };
    let (&valid, components) = results.split_last().unwrap();
    let owner = layout.owners_of(Elems::new(slot)).unwrap().first;
    let owner = owner.map(|owner| owner.values().map(|it| it.unsigned_abs()).collect::<Vec<_>>());
    (valid == 1).then_some(components) != owner.as_deref()
}

/// Evaluates the query at all slots and indices. Returns `true` if it holds somewhere.
fn check_query(program: &Program, layout: &Layout) -> Option<bool> {
    let (terms, wrong) = match query(program, layout) {
        Ok(query) => query,
        Err(unprovable) => {
            assert_eq!(unprovable, Unprovable::Large);
            return None;
        }
    };
    let lengths: Vec<i64> = layout.shape().values().map(|length| length.get().unwrap()).collect();
    let Range { low, high } = program.params()[0].range;
    let is_wrong = (low..=high).any(|slot| {
        let holds_at = |index: &Vec<i64>| {
            let variables = [&[slot], index.as_slice()].concat();
            holds(&terms, wrong, &evaluated(&terms, &variables))
        };
        indices(&lengths).iter().any(holds_at)
    });
    let expected = (low..=high).any(|slot| differs(program, layout, slot));
    assert_eq!(is_wrong, expected, "{program}");
    Some(is_wrong)
}

#[test]
fn query_holds_exactly_for_incorrect_programs() {
    let module = parsed(LAYOUTS);
    let (mut wrong, mut large) = (0, 0);
    for (name, index) in
        NAMES.iter().flat_map(|name| [IndexType::I32, IndexType::I64].map(|index| (name, index)))
    {
        let layout = layout(&module, name);
        let lowered =
            lower_form(&layout, &AddressForm::Inverse, OffsetUnit::Element, index).unwrap();
        assert_eq!(check_query(&lowered, &layout), Some(false), "{lowered}");
        let simplified = simplify_form(&lowered, &AddressForm::Inverse, CostModel::Weight);
        let program = simplified.ok().and_then(|found| found.program).unwrap_or(lowered);
        assert_eq!(check_query(&program, &layout), Some(false), "{program}");
        for value in program.values() {
            let Operation::Constant(word) = program.instruction(value).operation else { continue };
            let width = program.width(value);
            for other in [i128::from(word) + 1, i128::from(word) - 1, 0] {
                let constant = |it| (it == value).then(|| width.word(other));
                match check_query(&program.with_constants(constant), &layout) {
                    Some(is_wrong) => wrong += usize::from(is_wrong),
                    None => large += 1,
                }
            }
        }
    }
    assert!(wrong > 50 && large < wrong, "{wrong} wrong, {large} large");
}
