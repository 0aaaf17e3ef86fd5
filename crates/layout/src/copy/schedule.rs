//! The order and the blocks of the loops of a CPU kernel.
//!
//! A cache line that a loop touches should be used whole before it is evicted. So the digits that count the elements of
//! a line, of the source and of the target, are inside all other loops. A digit that is longer than the rest of a line
//! is divided into blocks. The loops over blocks and the other digits are in the order of the target, so that it is
//! written from front to back. HPTT (Springer, Su and Bientinesi 2017) blocks the two digits of stride 1 in this way.

use super::plan::{CopyDigit, CopyLoop, CopyMachine, CopyMethod, CopyPlan};
use std::cmp::Reverse;

/// The number of lines in a row of a block. Two lines use the adjacent line, which a CPU prefetches.
const LINES: i64 = 2;

/// The least number of elements in a row of a block. The target is written from front to back where its rows are that
/// short, and vector stores of larger elements fill whole lines.
const ROW: i64 = 64;

/// Returns the loops of a plan, outermost first.
pub(super) fn loops(plan: &CopyPlan, machine: CopyMachine) -> Vec<CopyLoop> {
    let blocks = blocks(plan, machine);
    fn outer((at, &block): (usize, &i64)) -> CopyLoop {
        CopyLoop { digit: at, step: block, inside: false }
    }
    let mut outer: Vec<CopyLoop> = blocks.iter().enumerate().map(outer).collect();
    outer.retain(|it| Some(it.digit) != plan.whole() && !is_single_block(plan, it));
    outer.sort_by_key(|it| Reverse(plan.digits[it.digit].target.saturating_mul(it.step)));
    let mut inner: Vec<CopyLoop> = (0..blocks.len())
        .filter(|&at| blocks[at] > 1 && Some(at) != plan.whole())
        .map(|at| CopyLoop { digit: at, step: 1, inside: true })
        .collect();
    let [rows, columns] = match plan.method {
        CopyMethod::Tile { source, target, .. } => [Some(source), Some(target)],
        _ => [None; 2],
    };
    inner.sort_by_key(|it| {
        let rank = i32::from(Some(it.digit) == rows) + 2 * i32::from(Some(it.digit) == columns);
        (rank, Reverse(plan.digits[it.digit].target))
    });
    for it in &mut inner {
        it.inside = outer.iter().any(|other| other.digit == it.digit);
    }
    outer.extend(inner);
    outer
}

/// Returns `true` if a loop over blocks has one block, so that only the loop inside is needed.
fn is_single_block(plan: &CopyPlan, over: &CopyLoop) -> bool {
    over.step > 1 && plan.digits[over.digit].length.get().is_some_and(|length| length <= over.step)
}

/// Returns the length of a block of each digit; 1 if it is not divided.
fn blocks(plan: &CopyPlan, machine: CopyMachine) -> Vec<i64> {
    let mut blocks = vec![1; plan.digits.len()];
    let line = machine.line_bytes.saturating_mul(8).saturating_mul(LINES) / plan.elem_bits.max(1);
    let line = if matches!(plan.method, CopyMethod::Tile { .. }) { line.max(ROW) } else { line };
    for side in [|digit: &CopyDigit| digit.source, |digit: &CopyDigit| digit.target] {
        let mut order: Vec<usize> = (0..plan.digits.len()).collect();
        order.retain(|&at| side(&plan.digits[at]) != 0);
        order.sort_by_key(|&at| side(&plan.digits[at]).unsigned_abs());
        let mut covered: i64 = 1;
        for at in order {
            if covered >= line {
                break;
            }
            let rest = line.div_euclid(covered) + i64::from(line % covered != 0);
            let length = plan.digits[at].length.get().unwrap_or(1);
            blocks[at] = blocks[at].max(rest.min(length));
            covered = covered.saturating_mul(length.min(rest));
        }
    }
    if let CopyMethod::Tile { source, target, side, .. } = plan.method {
        for at in [source, target] {
            blocks[at] = rounded(blocks[at], side, plan.digits[at].length.get());
        }
    }
    blocks
}

/// Returns the length of a block as a multiple of the side of a tile, or the length of its digit if that is less.
fn rounded(block: i64, side: i64, length: Option<i64>) -> i64 {
    let rounded = (block.max(side) + side - 1) / side * side;
    rounded.min(length.unwrap_or(rounded))
}
