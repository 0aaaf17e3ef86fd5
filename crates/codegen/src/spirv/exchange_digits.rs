//! The digits of a tile in workgroup memory, and their numbers of values and strides.

use ir::layout::{CopyMethod, CopyPlan, TileExchange};

/// The size of a word of workgroup memory, in bytes.
pub(super) const WORD: i64 = 4;

/// The digits of a tile in workgroup memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExchangeDigits {
    unit: Option<usize>,
    /// The digit whose neighboring values are neighboring units of the source.
    pub(super) source: usize,
    /// The same of the target.
    pub(super) target: usize,
    side: i64,
    /// The size of a unit in bytes.
    pub(super) bytes: i64,
}

impl ExchangeDigits {
    /// Returns the digits of a plan. `None` if it has no tiles in workgroup memory, or a digit is dynamic or shorter
    /// than a part.
    pub(super) fn from_plan(plan: &CopyPlan) -> Option<ExchangeDigits> {
        let CopyMethod::Tile { unit, source, target, side, exchange } = plan.method else {
            return None;
        };
        let bytes = Some(plan.unit_bytes()).filter(|&bytes| bytes > 0)?;
        let found = ExchangeDigits { unit, source, target, side, bytes };
        let lengths = [source, target].map(|at| plan.digits[at].length.get());
        let are_long = lengths.iter().all(|it| it.is_some_and(|length| length >= found.part()));
        (exchange == TileExchange::Workgroup && are_long).then_some(found)
    }

    /// Returns the least number of units that are whole words.
    pub(super) fn part(self) -> i64 {
        WORD >> self.bytes.trailing_zeros().min(WORD.trailing_zeros())
    }

    /// Returns the number of values of a digit in a tile: whole parts, which can exceed the length of the digit.
    pub(super) fn block(self, plan: &CopyPlan, at: usize) -> i64 {
        let length = plan.digits[at].length.get().unwrap_or(i64::MAX);
        if self.unit == Some(at) {
            return length;
        }
        if at != self.source && at != self.target {
            return 1;
        }
        let part = self.part();
        (length.min(self.side) + part - 1) / part * part
    }

    /// Returns the stride of a digit in workgroup memory, in bytes.
    pub(super) fn stride(self, at: usize, row: i64, elem: i64) -> i64 {
        match at {
            _ if at == self.source => row,
            _ if at == self.target => self.bytes,
            _ if self.unit == Some(at) => elem,
            _ => 0,
        }
    }
}
