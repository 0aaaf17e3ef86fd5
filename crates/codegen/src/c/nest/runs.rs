//! The copy of runs that are contiguous in source and target.

use super::{DigitRange, Nest, NestMode, SOURCE, STREAMED, TARGET, to_bytes};
use crate::c::bounds::{BoundRange, scaled};
use crate::c::helpers::{Groups, Helper, LANE, TileStore};
use ir::layout::{CopyMethod, CopyPart};

/// The sizes of runs, in bytes, that are copied without a call of a function.
const SHORT: std::ops::RangeInclusive<i64> = 129..=512;

impl Nest<'_> {
    /// Writes the copy of short runs that follow each other in the target; returns `false` if these are none.
    pub(super) fn groups(&mut self, digit: usize, range: &BoundRange) -> bool {
        let before = self.out.len();
        let is_many = range.length().is_none_or(|length| length >= LANE);
        let Some(groups) = self.groups_of(digit).filter(|_| is_many) else {
            // Bounds that are not constant were declared.
            self.out.truncate(before);
            return false;
        };
        self.values[digit] = Some(range.start.text());
        let [from, to] = [self.address(SOURCE), self.address(TARGET)];
        self.values[digit] = None;
        let count = range.span(1);
        let helper = Helper::Groups { groups, store: self.store(STREAMED) };
        self.call(helper, &format!("s + {from}, d + {to}, {count}"));
        true
    }

    /// Returns the runs inside a digit, if the values of the digit do not bound them and they are short.
    fn groups_of(&mut self, digit: usize) -> Option<Groups> {
        let CopyMethod::Vector { run } = self.plan.method else { return None };
        let is_bound =
            |part: &&CopyPart| self.plan.dims[part.dim].is_guarded() && !self.is_whole[part.dim];
        let own = &self.digit(run).parts;
        let mut bounds = self.digit(digit).parts.iter().filter(is_bound);
        if bounds.any(|part| own.iter().any(|it| it.dim == part.dim)) {
            return None;
        }
        let DigitRange { written, valued } = self.range(run, None, NestMode::Copy);
        let [(0, written), (0, copied)] = [written.constants()?, valued.constants()?] else {
            return None;
        };
        let [written, copied] =
            [written, copied].map(|elements| to_bytes(elements, self.bytes.elem_bits).ok());
        let [from, to] = self.bytes.digits[digit];
        let groups = Groups { copied: copied?, from, to };
        let is_moved =
            groups.is_short() || groups.is_long() && self.store(STREAMED) == TileStore::Stream;
        (written == Some(to) && is_moved).then_some(groups)
    }

    /// Writes the copy of a part of a run, or its zeros.
    pub(super) fn part(&mut self, part: &BoundRange, mode: NestMode) {
        if part.is_empty() {
            return;
        }
        let begin = scaled(&part.start, self.bytes.elem_bits);
        let count = part.scaled_span(self.bytes.elem_bits);
        let target = self.address(TARGET);
        if mode == NestMode::Copy {
            let source = self.address(SOURCE);
            let line =
                self.copy(part, &format!("d + {target}{begin}, s + {source}{begin}, {count}"));
            return self.line(&line);
        }
        let bytes = part.length().and_then(|it| to_bytes(it, self.bytes.elem_bits).ok());
        match bytes {
            Some(bytes) => self.set_zero(&format!("{target}{begin}"), bytes),
            None => self.line(&format!("memset(d + {target}{begin}, 0, {count});")),
        }
    }

    /// Returns the statement that copies a part of a run: a call of `memcpy` takes as long as a short run, and compilers write
    /// some instructions instead of it if a run is very short and its length constant.
    fn copy(&mut self, part: &BoundRange, arguments: &str) -> String {
        let bits = part.length().map(|length| length.saturating_mul(self.bytes.elem_bits));
        let is_short = bits.is_some_and(|bits| SHORT.contains(&(bits / 8)));
        if is_short {
            self.helpers.insert(Helper::Copy);
            return format!("{};", Helper::Copy.call(arguments));
        }
        format!("memcpy({arguments});")
    }
}
