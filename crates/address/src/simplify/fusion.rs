//! Pairs of instructions that a GPU executes in one issue slot.
//!
//! An instruction of a GPU with three operands computes two operations: a product or a shift and the sum that uses it,
//! or two sums. The first operation has no other user, and a pair never overlaps another one. Drivers select such
//! instructions by pattern.

use super::visible::{NARROW, VisibleBounds};
use crate::operation::{Operation, Width, WordOp};
use crate::program::{Program, ValueId};

/// Returns the number of disjoint pairs of operations on words of 32 bits that a GPU executes in one slot. On each path
/// from operands to users, the first possible pair is counted, which is optimal where all values have one user.
pub(super) fn fused_pairs(program: &Program, visible: &VisibleBounds) -> usize {
    let mut uses = vec![0u32; program.values().len()];
    for value in program.values() {
        for operand in program.instruction(value).operands() {
            uses[operand.index()] += 1;
        }
    }
    program.results().iter().for_each(|result| uses[result.index()] += 1);
    let mut is_paired = vec![false; uses.len()];
    let mut count = 0;
    for user in program.values() {
        let operands = program.instruction(user).operands();
        let first = operands.iter().find(|operand| {
            uses[operand.index()] == 1
                && !is_paired[operand.index()]
                && is_fused(program, visible, **operand, user)
        });
        if let Some(operand) = first {
            is_paired[operand.index()] = true;
            is_paired[user.index()] = true;
            count += 1;
        }
    }
    count
}

/// Returns `true` if one instruction computes a value and its user.
fn is_fused(program: &Program, visible: &VisibleBounds, value: ValueId, user: ValueId) -> bool {
    if program.width(value) != Width::I32 || program.width(user) != Width::I32 {
        return false;
    }
    let [first, second] = [value, user].map(|value| program.instruction(value).operation);
    let (Operation::Binary(first), Operation::Binary(second)) = (first, second) else {
        return false;
    };
    match (first, second) {
        (WordOp::Mul, WordOp::Add) => {
            let operands = program.instruction(value).operands();
            operands.iter().all(|&operand| visible.end(operand) <= NARROW)
        }
        // add3, lshl_add, add_lshl, or3, lshl_or, and_or, xor_add, xor3, min3, max3.
        (WordOp::Add | WordOp::Shl | WordOp::Xor, WordOp::Add)
        | (WordOp::Add, WordOp::Shl)
        | (WordOp::Or | WordOp::Shl | WordOp::And, WordOp::Or)
        | (WordOp::Xor, WordOp::Xor)
        | (WordOp::Min, WordOp::Min)
        | (WordOp::Max, WordOp::Max) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Maker;
    use super::*;

    /// Returns the number of pairs of the program that `make` builds from three parameters.
    fn pairs(make: impl FnOnce(&mut Maker, [ValueId; 3]) -> Vec<ValueId>) -> usize {
        let mut maker = Maker::new(&[1000; 3], 32);
        let args = [0, 1, 2].map(|position| maker.arg(position));
        let results = make(&mut maker, args);
        let program = maker.finish(&results);
        let mut visible = VisibleBounds::new(true);
        program.values().for_each(|value| visible.push(&program, value));
        fused_pairs(&program, &visible)
    }

    #[test]
    fn shift_and_sum_are_one_pair() {
        let sum = pairs(|maker, [a, b, _]| {
            let shifted = maker.with(WordOp::Shl, a, 3);
            vec![maker.op("addi", &[shifted, b])]
        });
        assert_eq!(sum, 1);
    }

    #[test]
    fn product_and_sum_are_one_pair_if_a_driver_proves_small_factors() {
        let sum = |is_masked: bool| {
            pairs(|maker, [a, b, _]| {
                let a = if is_masked { maker.with(WordOp::And, a, 1023) } else { a };
                let product = maker.with(WordOp::Mul, a, 100);
                vec![maker.op("addi", &[product, b])]
            })
        };
        assert_eq!((sum(true), sum(false)), (1, 0));
    }

    #[test]
    fn pairs_never_overlap() {
        let nested = pairs(|maker, [a, b, c]| {
            let shifted = maker.with(WordOp::Shl, a, 3);
            let inner = maker.op("addi", &[shifted, b]);
            vec![maker.op("addi", &[inner, c])]
        });
        assert_eq!(nested, 1);
        let chain = pairs(|maker, [a, b, c]| {
            let shifted = maker.with(WordOp::Shl, a, 3);
            let inner = maker.op("addi", &[shifted, b]);
            let middle = maker.op("addi", &[inner, c]);
            vec![maker.with(WordOp::Shl, middle, 2)]
        });
        assert_eq!(chain, 2);
    }

    #[test]
    fn value_with_another_user_is_not_paired() {
        let shared = pairs(|maker, [a, b, _]| {
            let shifted = maker.with(WordOp::Shl, a, 3);
            vec![maker.op("addi", &[shifted, b]), shifted]
        });
        assert_eq!(shared, 0);
        let twice = pairs(|maker, [a, ..]| {
            let shifted = maker.with(WordOp::Shl, a, 3);
            vec![maker.op("addi", &[shifted, shifted])]
        });
        assert_eq!(twice, 0);
    }
}
