//! The widths of values: 32 bits if they hold every value of an interval, otherwise the width of the program.
//!
//! A value that does not fit 32 bits is computed in 32 bits nevertheless if only its lowest bits are used, as by a sum
//! that fits.

use super::cost::CostModel;
use super::integer::{IntegerDag, IntegerOp, ProgramSignature};
use super::select::InstructionSelector;
use crate::operation::{CmpPredicate, Operation, Width};
use crate::program::{Program, ValueId};
use layout::StridedInterval;

/// One more than the greatest word of 32 bits.
const SHORT_END: i128 = 1 << 32;

impl ProgramSignature {
    /// Returns the narrowest width of the words of an interval: that of the signature or 32 bits.
    pub(super) fn narrowest(&self, interval: StridedInterval) -> Width {
        if self.narrows && interval.within(0..SHORT_END) { Width::I32 } else { self.width }
    }

    /// Returns `true` if every multiple of the words of an interval by a factor above 0 is computed in
    /// 32 bits.
    pub(super) fn is_short(&self, interval: StridedInterval, factor: u128) -> bool {
        let most = (SHORT_END - 1).unsigned_abs() / factor;
        self.narrows && interval.within(0..most.cast_signed() + 1)
    }

    /// Returns the width of each node: 32 bits if they hold its interval or if its users need only its lowest 32 bits.
    pub(super) fn demanded_widths(&self, dag: &IntegerDag) -> Vec<Width> {
        if self.width == Width::I32 || !self.narrows {
            return vec![self.width; dag.nodes.len()];
        }
        let mut widths: Vec<Width> = vec![Width::I32; dag.nodes.len()];
        for (&root, &width) in dag.roots.iter().zip(&self.results) {
            widths[root] = widths[root].max(width);
        }
        for (n, node) in dag.nodes.iter().enumerate().rev() {
            widths[n] = widths[n].min(self.narrowest(dag.intervals[n]));
            for &operand in &node.operands {
                if !uses_low_bits(&node.op, widths[n], dag.intervals[operand]) {
                    widths[operand] = self.width;
                }
            }
        }
        widths
    }
}

/// Returns `true` if the lowest 32 bits of an operand with this interval determine the result of this width.
fn uses_low_bits(op: &IntegerOp, width: Width, operand: StridedInterval) -> bool {
    match op {
        IntegerOp::Linear(..) => width == Width::I32,
        IntegerOp::Wrap => true,
        IntegerOp::Remainder(divisor) => {
            divisor & (divisor - 1) == 0 && i128::from(*divisor) <= SHORT_END
        }
        IntegerOp::Mask(mask) => i128::from(*mask) < SHORT_END,
        // A negative value wraps to a word that is not below the bound, at both widths.
        IntegerOp::CompareTo(CmpPredicate::Less | CmpPredicate::GreaterEqual, bound)
        | IntegerOp::Below(bound) => {
            let bound = i128::from(*bound);
            bound < SHORT_END && operand.within(bound - SHORT_END..SHORT_END)
        }
        _ => false,
    }
}

/// Returns `true` if a program may compute values that fit 32 bits in 64 bits, which saves their conversions. In the
/// model [`CostModel::Ops`] every 64-bit program may. In the model [`CostModel::Weight`] only a program with a result
/// that needs 64 bits may, and only if narrow values make it dearer than the old program, op by op.
pub(super) fn may_stay_long(
    dag: &IntegerDag,
    signature: &ProgramSignature,
    cost: CostModel,
    is_dearer: bool,
) -> bool {
    signature.width > Width::I32
        && match cost {
            CostModel::Ops => true,
            CostModel::Weight => {
                is_dearer && dag.roots.iter().any(|&root| !dag.intervals[root].within(0..SHORT_END))
            }
            CostModel::Slots => false,
        }
}

/// Returns the number of operations whose result fits 32 bits but has more.
pub(super) fn too_wide(program: &Program) -> usize {
    program
        .values()
        .filter(|value| {
            let instruction = program.instruction(*value);
            let is_operation = matches!(
                instruction.operation,
                Operation::Binary(_) | Operation::Select | Operation::Low | Operation::High
            );
            is_operation
                && instruction.width > Width::I32
                && program.interval(*value).within(0..SHORT_END)
        })
        .count()
}

impl InstructionSelector<'_> {
    /// Returns the narrowest width of the words of an interval.
    pub(super) fn narrowest(&self, interval: StridedInterval) -> Width {
        self.signature.narrowest(interval)
    }

    /// Returns the word in the narrowest width that holds its interval. A boolean is unchanged.
    pub(super) fn narrow(&mut self, value: ValueId) -> ValueId {
        let narrowest = self.narrowest(self.interval(value));
        if narrowest < self.width(value) { self.at(value, narrowest) } else { value }
    }

    /// Intersects the interval of a value with a known one, and returns the word in the narrowest width that holds it.
    pub(super) fn refined(&mut self, value: ValueId, known: StridedInterval) -> ValueId {
        if known.within(0..self.width(value).end()) {
            self.builder.learn(value, known);
        }
        self.narrow(value)
    }

    /// Returns the lowest bits of a word, or the word zero-extended, as a word of this width. A conversion back to the
    /// width of the original word returns that word.
    pub(super) fn at(&mut self, value: ValueId, width: Width) -> ValueId {
        if self.width(value) == width {
            return value;
        }
        if let Some(word) = self.constant(value) {
            return self.number(word, width);
        }
        let instruction = *self.builder.program().instruction(value);
        let source = match (instruction.operation, instruction.operands()) {
            (Operation::Extend, &[source]) => source,
            (Operation::Truncate, &[source]) if self.is_lossless(source, instruction.width) => {
                source
            }
            _ => value,
        };
        if self.width(source) == width {
            return source;
        }
        let converted = self.builder.resized(source, width);
        self.visible.push(self.builder.program(), converted);
        converted
    }

    /// Returns `true` if words of a width hold every value of a word.
    fn is_lossless(&self, value: ValueId, width: Width) -> bool {
        self.interval(value).within(0..width.end())
    }
}
