//! The transform `merge`: merges several dims into one.
//!
//! | operands, results | w from u | valid when |
//! |---|---|---|
//! | k, 1 of the product of lengths | the digits of u, the first operand's the slowest | |
//!
//! Merges several dims into one. The index is split into digits, the first operand's the slowest. The operands need not
//! be adjacent in memory, nor in this order. Here the columns of a 2 x 3 matrix are read one after another:
//!
//! ```mlir
//! layout.descriptor @columns {
//!   %m, %n = layout.packed [2, 3]
//!   %k = layout.merge %n, %m
//!   layout.yield %k
//! }
//! ```
//!
//! ```console
//! $ layoutc draw columns.mlir --of=@columns
//! @columns
//!   shape [6]
//!   memory [2, 3] strides [3, 1]; 6 elements
//!   order m0 m1, outermost first
//!
//! d0  0 1 2 3 4 5
//!     0 3 1 4 2 5
//! ```

use super::fault::TransformFault;
use super::form::{DimCount, form};
use super::semantics::{Evaluation, Lengths, OpenDims, Search, TransformSemantics, product};
use super::undo::{UndoContext, Undone};
use crate::domain::{Algebra, ArithmeticProgression, Budget, BudgetExceeded, Range};
use crate::space::{DimId, checked_product};

/// w = the mixed-radix digits of u, the first dim's the slowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Merge;

impl TransformSemantics for Merge {
    form! {
        "merge", "merges several dims into one, the first the slowest",
        DimCount::OneOrMore => DimCount::Exactly(1),
    }

    const OPEN: OpenDims = OpenDims::Padded;

    const BOUNDED: bool = true;

    const LEAST_FIRST: bool = true;

    fn result_lengths(&self, operands: &[i64]) -> Result<Vec<i64>, TransformFault> {
        Ok(vec![product(operands)?])
    }

    fn least_operand_lengths(&self, operands: &[Option<i64>], results: &[i64]) -> Option<Vec<i64>> {
        let fixed = checked_product(operands.iter().copied().flatten())?;
        let least = results[0].checked_add(fixed - 1)? / fixed;
        Some(operands.iter().map(|length| length.unwrap_or(least)).collect())
    }

    fn operand_index<A: Algebra>(&self, eval: Evaluation<'_, A>) {
        let mut divisor = eval.lengths.results[0];
        for (at, &length) in eval.lengths.operands.iter().enumerate() {
            divisor /= length;
            let modulus = (at > 0).then_some(length);
            eval.operands.push(eval.algebra.digit(&eval.results[0], divisor, modulus));
        }
    }

    fn preimage(&self, search: &mut Search<'_>) -> Result<(), BudgetExceeded> {
        if let Some(index) = single(search.lengths.operands, search.operands) {
            search.found.add([
                index.and_then(|index| ArithmeticProgression::one(index).clipped(search.bounds[0]))
            ]);
            return Ok(());
        }
        let mut indices = vec![ArithmeticProgression::one(0)];
        let mut weight = 1;
        for (&length, &digits) in search.lengths.operands.iter().zip(search.operands).rev() {
            let Some(digits) = digits.clipped(Range::below(length)) else { return Ok(()) };
            indices = with_digit(&indices, digits, weight, search.budget)?;
            // The last product is the result length, which fits 64 bits.
            weight *= length;
        }
        indices.into_iter().for_each(|part| search.found.add([part.clipped(search.bounds[0])]));
        Ok(())
    }

    fn image_range(&self, lengths: Lengths<'_>, results: &[Range]) -> Option<Vec<Range>> {
        let mut rest = results[0];
        let mut ranges = Vec::with_capacity(lengths.operands.len());
        for &length in lengths.operands.iter().rev() {
            let low = rest.low.div_euclid(length);
            let high = rest.high.div_euclid(length);
            let is_whole =
                rest.low.rem_euclid(length) == 0 && rest.high.rem_euclid(length) == length - 1;
            ranges.push(rest.residues(length).or(is_whole.then_some(Range::below(length)))?);
            rest = Range { low, high };
        }
        ranges.reverse();
        (rest == Range::only(0)).then_some(ranges)
    }

    fn undo<C: UndoContext>(&self, lengths: Lengths<'_>, results: &[DimId], cx: &mut C) -> Undone {
        cx.unmerge(results[0], lengths.operands)
    }
}

/// Returns the index with these digits, or `Some(None)` if a digit is outside its length. `None` if a digit is not a
/// single value.
fn single(lengths: &[i64], operands: &[ArithmeticProgression]) -> Option<Option<i64>> {
    let mut index = Some(0);
    for (&length, digits) in lengths.iter().zip(operands) {
        let digit = digits.single()?;
        let inside = (0..length).contains(&digit);
        // The product of all lengths fits 64 bits.
        index = index.filter(|_| inside).map(|index| index * length + digit);
    }
    Some(index)
}

/// Returns the progressions of `digit * weight + tail`, for all digits of one progression and all tails. The tails are
/// below the weight.
fn with_digit(
    tails: &[ArithmeticProgression],
    digits: ArithmeticProgression,
    weight: i64,
    budget: &mut Budget,
) -> Result<Vec<ArithmeticProgression>, BudgetExceeded> {
    let mut indices = Vec::with_capacity(tails.len());
    for &tail in tails {
        let start = tail.start + digits.start * weight;

        if let Some(tail_only) = tail.single() {
            let step = if digits.count == 1 { 1 } else { digits.step * weight };
            indices.push(ArithmeticProgression {
                start: tail_only + digits.start * weight,
                step,
                count: digits.count,
            });
        } else if digits.count == 1 {
            indices.push(ArithmeticProgression { start, ..tail });
        } else if tail.step * tail.count == weight * digits.step {
            indices.push(ArithmeticProgression {
                start,
                step: tail.step,
                count: tail.count * digits.count,
            });
        } else {
            budget.spend(digits.count.unsigned_abs())?;
            indices.extend(
                digits.indices().map(|digit| ArithmeticProgression {
                    start: tail.start + digit * weight,
                    ..tail
                }),
            );
        }
    }
    Ok(indices)
}
