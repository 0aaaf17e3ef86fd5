//! The two innermost loops of a tile as C: a call of a function that transposes, or unrolled statements.

use super::{DigitRange, Nest, NestMode, SOURCE, TARGET};
use crate::c::bounds::{Bound, BoundPair, span};
use crate::c::helpers::Helper;
use ir::layout::CopyMethod;

/// The most values of a digit of a tile that are written as statements of their own.
const FEW: i64 = 8;

impl Nest<'_> {
    /// Returns the digits of the tile that the loops from `at` are; `None` if they do not form a tile.
    pub(super) fn tile(&self, at: usize) -> Option<(usize, usize)> {
        let CopyMethod::Tile { source, target, .. } = self.plan.method else { return None };
        let [rows, columns] = self.plan.loops.get(at..)? else { return None };
        let is_tile = (rows.digit, columns.digit) == (source, target);
        let steps = rows.step == 1 && columns.step == 1;
        let [dim, other] = [source, target].map(|it| self.digit(it).parts.last().map(|it| it.dim));
        let is_shared = dim == other && dim.is_some_and(|dim| self.plan.dims[dim].is_guarded());
        (is_tile && steps && !is_shared).then_some((source, target))
    }

    /// Writes the transposition of a tile, and the zeros around its elements.
    pub(super) fn transpose(&mut self, source: usize, target: usize) {
        let at = self.plan.loops.len() - 2;
        self.line("{");
        self.indent += 1;
        let [rows, columns] = [at, at + 1].map(|at| {
            let it = self.plan.loops[at];
            let block = it.inside.then(|| self.block_end(it.digit, at));
            self.range(it.digit, block, NestMode::Copy)
        });
        self.zeros_around(source, target, &rows, &columns);
        let [few_rows, few_columns] = [&rows, &columns].map(|range| match range.valued {
            (Bound::Constant(low), Bound::Constant(high)) if high - low <= FEW => Some((low, high)),
            _ => None,
        });
        match (few_rows, few_columns) {
            (_, Some(columns)) => self.unrolled(source, &rows.valued, target, columns),
            (Some(rows), None) if self.is_split(target, rows) => {
                self.split(source, target, rows.1, &columns.valued);
            }
            (Some(rows), None) => self.unrolled(target, &columns.valued, source, rows),
            (None, None) => self.transposed(source, target, &rows.valued, &columns.valued),
        }
        self.close();
    }

    /// Writes a loop over one digit of a tile, whose body moves all values of the other.
    fn unrolled(
        &mut self,
        over: usize,
        range: &(Bound, Bound),
        of: usize,
        (low, high): (i64, i64),
    ) {
        self.parallel(self.plan.loops.len() - 2);
        self.open_loop(over, &range.0, &range.1);
        let from = self.address(SOURCE);
        let to = self.address(TARGET);
        self.line(&format!("const unsigned char *const p = s + {from};"));
        self.line(&format!("unsigned char *const q = d + {to};"));
        let [source, target] = self.bytes.digits[of];
        let unit = self.bytes.unit;
        for value in low..high {
            let to = target.wrapping_mul(value);
            let from = source.wrapping_mul(value);
            self.line(&format!("memcpy(q + INT64_C({to}), p + INT64_C({from}), {unit});"));
        }
        self.values[over] = None;
        self.close();
    }

    /// Returns `true` if the source has these rows of single bytes without a gap.
    fn is_split(&self, target: usize, (low, high): (i64, i64)) -> bool {
        self.bytes.unit == 1 && low == 0 && high > 1 && self.bytes.digits[target][SOURCE] == high
    }

    /// Writes the transposition of few rows of single bytes, which compilers do not vectorize.
    fn split(&mut self, source: usize, target: usize, rows: i64, columns: &(Bound, Bound)) {
        self.helpers.insert(Helper::Split(rows));
        self.values[target] = Some(columns.0.text());
        let from = self.address(SOURCE);
        let to = self.address(TARGET);
        let stride = self.bytes.digits[source][TARGET];
        let columns = span(&columns.0, &columns.1, 1);
        self.line(&format!(
            "layoutc_split_1_{rows}(s + {from}, d + {to}, INT64_C({stride}), {columns});"
        ));
        self.values[target] = None;
    }

    fn transposed(
        &mut self,
        source: usize,
        target: usize,
        rows: &(Bound, Bound),
        columns: &(Bound, Bound),
    ) {
        self.helpers.insert(Helper::Transpose(self.bytes.unit));
        self.values[source] = Some(rows.0.text());
        self.values[target] = Some(columns.0.text());
        let from = self.address(SOURCE);
        let to = self.address(TARGET);
        let source_stride = self.bytes.digits[target][SOURCE];
        let target_stride = self.bytes.digits[source][TARGET];
        let rows = span(&rows.0, &rows.1, 1);
        let columns = span(&columns.0, &columns.1, 1);
        let unit = self.bytes.unit;
        self.line(&format!("layoutc_transpose_{unit}(s + {from}, INT64_C({source_stride}), d + {to}, INT64_C({target_stride}), {rows}, {columns});"));
        self.values[source] = None;
        self.values[target] = None;
    }

    /// Writes the zeros of a tile: whole rows without elements, and the rest of rows with elements.
    fn zeros_around(
        &mut self,
        source: usize,
        target: usize,
        rows: &DigitRange,
        columns: &DigitRange,
    ) {
        let (start, end) = &rows.written;
        let (low, high) = &rows.valued;
        let (first, last) = &columns.written;
        let all = [(first, last)];
        let around = [(first, &columns.valued.0), (&columns.valued.1, last)];
        let parts: [(&Bound, &Bound, &[BoundPair<'_>]); 3] =
            [(start, low, &all), (low, high, &around), (high, end, &all)];
        for (from, to, spans) in parts {
            let spans: Vec<_> = spans.iter().filter(|(a, b)| a != b).collect();
            if from == to || spans.is_empty() {
                continue;
            }
            self.open_loop(source, from, to);
            for (a, b) in spans {
                self.values[target] = Some(a.text());
                self.zero((a, b), self.bytes.unit);
            }
            self.values[target] = None;
            self.values[source] = None;
            self.close();
        }
    }
}
