//! The two innermost loops of a tile as C: a call of a function that transposes, or unrolled statements.

use super::{DigitRange, Nest, NestMode, SOURCE, TARGET};
use crate::c::bounds::{Bound, BoundRange};
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
        let [few_rows, few_columns] =
            [&rows, &columns].map(|it| match (&it.valued.start, &it.valued.end) {
                (&Bound::Constant(low), &Bound::Constant(high)) if high - low <= FEW => {
                    Some((low, high))
                }
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
    fn unrolled(&mut self, over: usize, range: &BoundRange, of: usize, (low, high): (i64, i64)) {
        self.parallel(self.plan.loops.len() - 2);
        self.open_loop(over, range);
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
    fn split(&mut self, source: usize, target: usize, rows: i64, columns: &BoundRange) {
        self.helpers.insert(Helper::Split(rows));
        self.values[target] = Some(columns.start.text());
        let from = self.address(SOURCE);
        let to = self.address(TARGET);
        let stride = self.bytes.digits[source][TARGET];
        let columns = columns.span(1);
        self.line(&format!(
            "layoutc_split_1_{rows}(s + {from}, d + {to}, INT64_C({stride}), {columns});"
        ));
        self.values[target] = None;
    }

    fn transposed(
        &mut self,
        source: usize,
        target: usize,
        rows: &BoundRange,
        columns: &BoundRange,
    ) {
        self.helpers.insert(Helper::Transpose(self.bytes.unit));
        self.values[source] = Some(rows.start.text());
        self.values[target] = Some(columns.start.text());
        let from = self.address(SOURCE);
        let to = self.address(TARGET);
        let source_stride = self.bytes.digits[target][SOURCE];
        let target_stride = self.bytes.digits[source][TARGET];
        let rows = rows.span(1);
        let columns = columns.span(1);
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
        let [(before, _), _, (after, _)] = columns.parts();
        let around = [before, after];
        for (part, mode) in rows.parts() {
            let spans = match mode {
                NestMode::Zero => std::slice::from_ref(&columns.written),
                NestMode::Copy => &around,
            };
            let spans: Vec<&BoundRange> = spans.iter().filter(|it| !it.is_empty()).collect();
            if part.is_empty() || spans.is_empty() {
                continue;
            }
            self.open_loop(source, &part);
            for span in spans {
                self.values[target] = Some(span.start.text());
                self.zero(span, self.bytes.unit);
            }
            self.values[target] = None;
            self.values[source] = None;
            self.close();
        }
    }
}
