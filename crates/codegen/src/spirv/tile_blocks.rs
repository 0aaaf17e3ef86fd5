//! The number of rows and columns of a tile that an invocation transposes in registers.
//!
//! A length that a tile does not divide leaves tiles that are moved element by element. If the other digit continues a
//! digit of such a length, as pixels continue three channels, a tile has all of its values: it is then contiguous, and
//! as many pixels as fill words of both buffers. Otherwise a tile has a divisor of the length.

use ir::layout::CopyPlan;

/// The size of the widest access, in bytes.
pub(super) const VECTOR_BYTES: i64 = 16;

/// The most bytes of a tile: with more, registers would be spilled.
const TILE_BYTES: i64 = 256;

/// The size of a word, in bytes.
const WORD: i64 = 4;

/// The digits of a tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileDigits {
    /// The digit whose neighboring values are neighboring units of the source.
    pub(super) source: usize,
    /// The same of the target.
    pub(super) target: usize,
    pub(super) side: i64,
}

impl TileDigits {
    /// Returns the numbers of values of the source digit and of the target digit in a tile.
    pub(super) fn blocks(self, plan: &CopyPlan) -> [i64; 2] {
        let unit = plan.unit_bytes().max(1);
        fn length(plan: &CopyPlan, at: usize) -> i64 {
            plan.digits[at].length.get().unwrap_or(i64::MAX)
        }
        let rows = length(plan, self.source);
        let columns = length(plan, self.target);
        let twice = self.side.saturating_mul(2);
        let wide = if self.side.saturating_mul(twice).saturating_mul(unit) <= TILE_BYTES {
            twice
        } else {
            self.side
        };
        let preferred = [self.side.min(rows), wide.min(columns)];
        if columns % preferred[1] != 0
            && self.is_continued(plan, self.target)
            && let Some(rows) = with_all(columns, unit, preferred[0])
        {
            return [rows, columns];
        }
        if rows % preferred[0] != 0
            && self.is_continued(plan, self.source)
            && let Some(columns) = with_all(rows, unit, preferred[1])
        {
            return [rows, columns];
        }
        [divisor(rows, unit, preferred[0]), divisor(columns, unit, preferred[1])]
    }
}

impl TileDigits {
    /// Returns `true` if the values of the other digit continue those of a digit without a gap.
    pub(super) fn is_continued(self, plan: &CopyPlan, at: usize) -> bool {
        let source = &plan.digits[self.source];
        let target = &plan.digits[self.target];
        let outer = if at == self.target { source.target } else { target.source };
        let length = plan.digits[at].length.get();
        length.and_then(|length| length.checked_mul(plan.unit_elements())) == Some(outer)
    }
}

/// Returns the greatest power of two, at most `most`, that is whole words, and fits registers in a tile with all values of
/// a digit of this length. `None` if there is none.
fn with_all(length: i64, unit: i64, most: i64) -> Option<i64> {
    fn fits(length: i64, unit: i64, count: i64) -> bool {
        let bytes = length.checked_mul(unit).and_then(|bytes| bytes.checked_mul(count));
        bytes.is_some_and(|bytes| bytes <= TILE_BYTES)
    }
    let powers = [16, 8, 4, 2, 1].into_iter().filter(|&count| count <= most);
    powers
        .filter(|&count| {
            unit < WORD && count.checked_mul(unit).is_some_and(|bytes| bytes % WORD == 0)
        })
        .find(|&count| fits(length, unit, count))
}

/// Returns the greatest divisor of a length that is not much less than the preferred block, in whole words if the length
/// is; the preferred block if there is none.
fn divisor(length: i64, unit: i64, preferred: i64) -> i64 {
    fn is_word(unit: i64, count: i64) -> bool {
        count.checked_mul(unit).is_some_and(|bytes| bytes % WORD == 0)
    }
    if length == i64::MAX {
        // A dynamic length has no divisors.
        return preferred;
    }
    let least = (preferred / 4).max(2);
    let mut found = (least..=preferred).rev().filter(|by| length % by == 0);
    found.find(|&by| is_word(unit, by) || !is_word(unit, length)).unwrap_or(preferred)
}
