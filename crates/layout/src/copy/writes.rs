//! The interpreter of a plan: the writes of its kernel, in the order of its loops.

use super::plan::{CopyDigit, CopyFill, CopyLoop, CopyMethod, CopyPlan};
use crate::space::IndexSpace;

/// A write of a kernel: a slot of the target, and the element that it receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CopyWrite {
    /// The slot of the target.
    pub slot: i64,
    /// The offset of the element in the source; `None` if the slot is set to zero.
    pub source: Option<i64>,
}

impl CopyPlan {
    /// Returns the writes of the kernel in order, for this length of a dynamic digit. Numbers that leave 64 bits wrap,
    /// which a proven plan excludes.
    pub fn writes(&self, dynamic: i64) -> impl Iterator<Item = CopyWrite> + '_ {
        let mut loops = self.loops.clone();
        for digit in 0..self.digits.len() {
            if loops.iter().all(|it| it.digit != digit) {
                loops.push(CopyLoop { digit, step: 1, inside: false });
            }
        }
        let nest = LoopNest { plan: self, loops, dynamic, digits: None };
        let fills = self.fills.iter().flat_map(move |fill| fill_slots(fill, dynamic));
        let fills = fills.map(|slot| CopyWrite { slot, source: None });
        nest.filter_map(|digits| self.write_at(&digits)).chain(fills)
    }

    /// Returns the write at these values of the digits; `None` if the slot is not written.
    fn write_at(&self, digits: &[i64]) -> Option<CopyWrite> {
        let mut is_zero = false;
        for (at, dim) in self.dims.iter().enumerate().filter(|(_, dim)| dim.is_guarded()) {
            let terms = self.digits_of(at).into_iter();
            let position = terms.map(|(digit, weight)| digits[digit].wrapping_mul(weight));
            let position = position.fold(0, i64::wrapping_add);
            let [is_written, is_valued] = [&dim.written, &dim.valued]
                .map(|range| range.as_ref().is_none_or(|range| range.contains(&position)));
            if !is_written {
                return None;
            }
            is_zero |= !is_valued;
        }
        let mut source = self.source_offset;
        let mut slot = self.target_offset;
        for (at, &value) in digits.iter().enumerate() {
            let strides = self.moved_strides(at);
            source = source.wrapping_add(strides.0.wrapping_mul(value));
            slot = slot.wrapping_add(strides.1.wrapping_mul(value));
        }
        Some(CopyWrite { slot, source: (!is_zero).then_some(source) })
    }

    /// Returns the strides in source and target by which a kernel steps through a digit: its own, except where the method
    /// moves contiguous elements.
    fn moved_strides(&self, at: usize) -> (i64, i64) {
        let CopyDigit { source, target, .. } = self.digits[at];
        match self.method {
            _ if Some(at) == self.whole() => (1, 1),
            CopyMethod::Tile { source: rows, .. } if rows == at => (self.unit_elements(), target),
            CopyMethod::Tile { target: columns, .. } if columns == at => {
                (source, self.unit_elements())
            }
            _ => (source, target),
        }
    }
}

/// Returns the slots of a fill.
fn fill_slots(fill: &CopyFill, dynamic: i64) -> Vec<i64> {
    let lengths = fill.over.iter().map(|(len, _)| len.get().unwrap_or(dynamic));
    let space = IndexSpace::below(lengths);
    fn start(fill: &CopyFill, at: Vec<i64>) -> i64 {
        let strides = fill.over.iter().map(|(_, stride)| stride);
        at.iter()
            .zip(strides)
            .fold(fill.start, |sum, (at, stride)| sum.wrapping_add(at.wrapping_mul(*stride)))
    }
    space
        .iter()
        .flat_map(|at| {
            let low = start(fill, at);
            low..low.saturating_add(fill.slots)
        })
        .collect()
}

/// The iteration of the loops of a plan.
struct LoopNest<'a> {
    plan: &'a CopyPlan,
    loops: Vec<CopyLoop>,
    dynamic: i64,
    /// The current value of each loop; `None` before the first iteration.
    digits: Option<Vec<i64>>,
}

impl LoopNest<'_> {
    /// Returns the first value of a loop and the end of its values, given the values of the loops outside.
    fn bounds(&self, at: usize, values: &[i64]) -> (i64, i64) {
        let CopyLoop { digit, inside, .. } = self.loops[at];
        let length = self.plan.digits[digit].length.get().unwrap_or(self.dynamic);
        let outside = self.loops[..at].iter().rposition(|it| it.digit == digit);
        match outside.filter(|_| inside) {
            Some(block) => {
                (values[block], length.min(values[block].saturating_add(self.loops[block].step)))
            }
            None => (0, length),
        }
    }

    /// Returns the value of each digit: that of its innermost loop.
    fn digits(&self, values: &[i64]) -> Vec<i64> {
        let mut digits = vec![0; self.plan.digits.len()];
        for (it, &value) in self.loops.iter().zip(values) {
            digits[it.digit] = value;
        }
        digits
    }

    /// Starts the loops from `from` inwards.
    fn start(&self, from: usize, values: &mut [i64]) {
        for at in from..self.loops.len() {
            values[at] = self.bounds(at, values).0;
        }
    }
}

impl Iterator for LoopNest<'_> {
    type Item = Vec<i64>;

    fn next(&mut self) -> Option<Vec<i64>> {
        let values = match self.digits.take() {
            None => {
                let mut values = vec![0; self.loops.len()];
                self.start(0, &mut values);
                values
            }
            Some(mut values) => {
                let at = (0..self.loops.len()).rev().find(|at| {
                    values[*at].saturating_add(self.loops[*at].step) < self.bounds(*at, &values).1
                })?;
                values[at] += self.loops[at].step;
                self.start(at + 1, &mut values);
                values
            }
        };
        let digits = self.digits(&values);
        self.digits = Some(values);
        Some(digits)
    }
}
