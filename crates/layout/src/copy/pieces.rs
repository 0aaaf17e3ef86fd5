//! A plan as several: the whole blocks of a dim, whose elements need no guard, and the rest.
//!
//! ```text
//! channels of 35, in blocks of 32, of which 3 blocks of 4 have padding:
//!     x1: 2 values, x0: 32 values, zero unless 32 * x1 + x0 < 35
//!     -> x0: 32 values, and x0: 32 values, zero unless x0 < 3
//! ```
//!
//! The digits of whole blocks fuse, and their method is that of a copy without padding. A piece is a copy of its own, so
//! that blocks are cut only where the target, or another loop, is read or written line by line in each piece.

use super::build::fuse;
use super::plan::{CopyDim, CopyPlan};
use crate::domain::ceil;
use crate::space::Len;
use std::ops::Range;

/// The most pieces of a plan: each is a nest of loops in the code of a kernel.
const MOST: usize = 6;

/// The least distance of blocks in the target, in bytes, at which pieces do not share the lines of a cache.
const DISTANCE: i64 = 256;

/// A cut between the values of a digit.
#[derive(Clone, Copy, Debug)]
struct Cut {
    dim: usize,
    digit: usize,
    weight: i64,
    /// The first value after the cut.
    at: i64,
}

impl CopyPlan {
    /// Returns plans that together write what this plan writes, each slot once. The storage padding that no digit reaches
    /// is a part of the last one.
    pub fn pieces(&self) -> Vec<CopyPlan> {
        let mut found = Vec::new();
        let mut rest = vec![self.clone()];
        while let Some(plan) = rest.pop() {
            let parts = if found.len() + rest.len() + 2 <= MOST { plan.cut() } else { None };
            match parts {
                Some([first, second]) => rest.extend([second, first]),
                None => found.push(plan),
            }
        }
        found
    }

    /// Returns the plan in two parts; `None` if no part would have fewer guards.
    fn cut(&self) -> Option<[CopyPlan; 2]> {
        let cut = (0..self.dims.len()).find_map(|dim| self.cut_of(dim))?;
        let length = self.digits[cut.digit].length.get()?;
        let mut first = self.part(cut, 0..cut.at)?;
        first.fills.clear();
        Some([first, self.part(cut, cut.at..length)?])
    }

    /// Returns the cut of a guarded dim whose outermost digit counts blocks: between those without padding and the others,
    /// or between those with elements and those of zeros.
    fn cut_of(&self, dim: usize) -> Option<Cut> {
        let guard = self.dims.get(dim).filter(|dim| dim.is_guarded())?;
        let digits = self.digits_of(dim);
        let &(digit, weight) = digits.first()?;
        let length = self.digits[digit].length.get()?;
        let is_blocks = weight > 1 && self.capacity(dim) == length.checked_mul(weight)?;
        let bytes = self.digits[digit].target.checked_mul(self.elem_bits)? / 8;
        let written = guard.written.clone().unwrap_or(0..self.capacity(dim));
        let valued = guard.valued.clone().unwrap_or(written.clone());
        if !is_blocks || bytes < DISTANCE || written.start != 0 || valued.start != 0 {
            return None;
        }
        let whole = valued.end / weight;
        let filled = i64::try_from(ceil(valued.end.into(), weight.into())).ok()?;
        let at = [whole, filled].into_iter().find(|&at| 0 < at && at < length)?;
        Some(Cut { dim, digit, weight, at })
    }

    /// Returns the part of the plan at these values of a digit.
    fn part(&self, cut: Cut, values: Range<i64>) -> Option<CopyPlan> {
        let mut part = self.clone();
        let digit = &mut part.digits[cut.digit];
        let count = values.end.checked_sub(values.start)?;
        digit.length = Len::new(count)?;
        for side in &mut digit.parts {
            side.length = digit.length;
        }
        let starts = [digit.source, digit.target].map(|stride| stride.checked_mul(values.start));
        let [source, target] = starts;
        part.source_offset = part.source_offset.checked_add(source?)?;
        part.target_offset = part.target_offset.checked_add(target?)?;
        if count == 1 {
            part.digits.remove(cut.digit);
        }
        let shift = values.start.checked_mul(cut.weight)?;
        let all = 0..count.checked_mul(cut.weight)?;
        part.dims[cut.dim] = part.dims[cut.dim].moved(shift, all)?;
        part.digits = fuse(part.digits, &part.dims);
        let machine = self.machine();
        part.scheduled(machine).ok()
    }
}

impl CopyDim {
    /// Returns the dim of the positions from `shift` on, of which a part counts `all`.
    fn moved(&self, shift: i64, all: Range<i64>) -> Option<CopyDim> {
        let moved = |range: &Range<i64>| {
            let [start, end] = [range.start, range.end].map(|at| at.checked_sub(shift));
            let start = start?.clamp(all.start, all.end);
            Some(start..end?.clamp(start, all.end))
        };
        let written = self.written.as_ref().map(moved);
        let valued = self.valued.as_ref().map(moved);
        let written = written.map_or(Some(None), |range| range.map(Some))?;
        let valued = valued.map_or(Some(None), |range| range.map(Some))?;
        let all_written = written.clone().unwrap_or(all.clone());
        Some(CopyDim {
            shift: self.shift.checked_sub(shift)?,
            written: written.filter(|range| *range != all),
            valued: valued.filter(|range| *range != all_written),
        })
    }
}
