//! Edited plans and types: the proof refuses them, or they write the same.

use super::*;

/// Returns the numbers that replace a number of a plan.
fn replacements(old: i64) -> impl Iterator<Item = i64> {
    let near = [old.wrapping_sub(1), old.wrapping_add(1), old.wrapping_mul(2), old / 2];
    let all = [near, [0, 1, 2, 3], [old.wrapping_neg(), 5, i64::MAX, i64::MIN]].concat();
    all.into_iter().filter(move |&new| new != old)
}

/// Returns the numbers of a plan, as places to write to.
fn numbers(plan: &mut CopyPlan) -> Vec<&mut i64> {
    let mut found = vec![&mut plan.source_offset, &mut plan.target_offset];
    for digit in &mut plan.digits {
        found.extend([&mut digit.source, &mut digit.target]);
        found.extend(digit.parts.iter_mut().map(|part| &mut part.weight));
    }
    for dim in &mut plan.dims {
        found.push(&mut dim.shift);
        let ranges = [&mut dim.written, &mut dim.valued].into_iter().flatten();
        found.extend(ranges.flat_map(|range| [&mut range.start, &mut range.end]));
    }
    for fill in &mut plan.fills {
        found.extend([&mut fill.start, &mut fill.slots]);
        found.extend(fill.over.iter_mut().map(|(_, stride)| stride));
    }
    found
}

/// Returns the lengths of a plan.
fn lengths(plan: &mut CopyPlan) -> Vec<&mut Len> {
    let mut found = Vec::new();
    for digit in &mut plan.digits {
        found.push(&mut digit.length);
        found.extend(digit.parts.iter_mut().map(|part| &mut part.length));
    }
    found.extend(plan.fills.iter_mut().flat_map(|fill| &mut fill.over).map(|(count, _)| count));
    found
}

/// Returns the plans that differ from a plan in one number, and have the method and the loops of their own digits.
fn edited(plan: &CopyPlan) -> Vec<CopyPlan> {
    let mut found = Vec::new();
    for at in 0..numbers(&mut plan.clone()).len() {
        let old = *numbers(&mut plan.clone())[at];
        for new in replacements(old) {
            let mut plan = plan.clone();
            *numbers(&mut plan)[at] = new;
            found.push(plan);
        }
    }
    for at in 0..lengths(&mut plan.clone()).len() {
        let old = lengths(&mut plan.clone())[at].get().unwrap_or(0);
        for new in replacements(old).filter_map(Len::new).chain([Len::DYNAMIC]) {
            let mut plan = plan.clone();
            *lengths(&mut plan)[at] = new;
            found.push(plan);
        }
    }
    for at in 0..plan.fills.len() {
        let mut without = plan.clone();
        without.fills.remove(at);
        found.push(without);
    }
    found.push(CopyPlan { fills_padding: !plan.fills_padding, ..plan.clone() });
    found.retain(|edited| edited != plan);
    found.into_iter().filter_map(|plan| plan.scheduled(CopyMachine::DEFAULT).ok()).collect()
}

#[test]
fn edited_plans_are_refused_or_write_the_same() {
    let (mut refused, mut equal) = (0, 0);
    for lengths in [[1, 3, 2, 3], [1, 8, 4, 4]] {
        let all = layouts(&lengths, 16);
        for (from, source, _) in all.iter().step_by(5) {
            for (to, target, fills) in &all {
                let plan = source.copy_plan_to(target, *fills, CopyMachine::DEFAULT).unwrap();
                for edited in edited(&plan) {
                    match edited.prove(source, target) {
                        Err(_) => refused += 1,
                        Ok(()) => {
                            let expected = CopyPlan { fills_padding: *fills, ..edited };
                            let compared = expected.compare(source, target);
                            assert_eq!(compared, Ok(true), "{from} -> {to}:\n{expected}");
                            equal += 1;
                        }
                    }
                }
            }
        }
    }
    // The few that are equal have no padding, so that `fills_padding` does not matter.
    assert!(refused > 50_000 && equal < refused / 100, "{refused} refused, {equal} equal");
}

#[test]
fn plans_of_other_types_are_refused_or_write_the_same() {
    let (mut refused, mut equal) = (0, 0);
    for lengths in [[1, 3, 2, 3], [1, 8, 4, 4]] {
        let all = layouts(&lengths, 16);
        for (_, source, _) in all.iter().step_by(2) {
            for (_, target, fills) in &all {
                let plan = source.copy_plan_to(target, *fills, CopyMachine::DEFAULT).unwrap();
                for (name, other, _) in all.iter().step_by(3) {
                    for (from, to) in [(source, other), (other, target)] {
                        match plan.prove(from, to) {
                            Err(_) => refused += 1,
                            Ok(()) => {
                                assert_eq!(plan.compare(from, to), Ok(true), "{name}:\n{plan}");
                                equal += 1;
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(refused > 5000 && equal > 500, "{refused} refused, {equal} equal");
}
