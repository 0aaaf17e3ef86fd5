//! The innermost loops of a tile as C: a call of a function that transposes, or unrolled statements.
//!
//! A tile has rows, which are contiguous in the source, and columns, which are contiguous in the target. Each side is a
//! digit, or several that are contiguous together: a short batch and the channels around it are the columns of a reversal.

use super::{DigitRange, Nest, NestMode, SOURCE, STREAMED, STREAMED_EARLY, TARGET};
use crate::c::bounds::BoundRange;
use crate::c::helpers::{Helper, LANE, TileStore, TileTables};
use ir::layout::CopyMethod;

/// The most values of a digit of a tile that are written as statements of their own.
const FEW: i64 = 8;

/// The size of units, in bytes, from which a tile has so few rows that direct stores are fast at any distance.
const WIDE_UNIT: i64 = 4;

/// The distance of rows of the target, in bytes, whose multiples map to so few sets of a cache of the first level that the
/// rows of a tile of small units displace each other.
const SETS: i64 = 512;

/// The most offsets of the rows or the columns of a tile, where they are a table.
const TABLE: i64 = 512;

/// The digits of a tile, outermost first.
pub(super) struct TileDigits {
    rows: Vec<usize>,
    columns: Vec<usize>,
}

impl TileDigits {
    /// Returns `true` for a digit on each side.
    fn is_matrix(&self) -> bool {
        self.rows.len() == 1 && self.columns.len() == 1
    }
}

impl Nest<'_> {
    /// Returns the digits of the tile that the loops from `at` are; `None` if they do not form a tile.
    pub(super) fn tile(&self, at: usize) -> Option<TileDigits> {
        let CopyMethod::Tile { source, target, .. } = self.plan.method else { return None };
        let [others @ .., rows, columns] = self.loops.get(at..)? else { return None };
        let is_tile = (rows.digit, columns.digit) == (source, target);
        let steps = self.loops[at..].iter().all(|it| it.step == 1);
        let [dim, other] = [source, target].map(|it| self.digit(it).parts.last().map(|it| it.dim));
        let is_shared = dim == other && dim.is_some_and(|dim| self.plan.dims[dim].is_guarded());
        if !is_tile || !steps || is_shared {
            return None;
        }
        let mut tile = TileDigits { rows: vec![source], columns: vec![target] };
        let mut others: Vec<usize> = others.iter().map(|it| it.digit).collect();
        if !others.is_empty() && self.loops[at..].iter().any(|it| self.is_guarded(it.digit)) {
            return None;
        }
        while !others.is_empty() {
            let next = others.iter().position(|&digit| self.extend(&mut tile, at, digit))?;
            others.remove(next);
        }
        // Tables of offsets serve sides whose innermost digits do not fill a tile of wide vectors.
        let is_short = |digit: usize| {
            self.table_length(&[digit])
                .is_none_or(|length| !Helper::is_pair(self.bytes.unit, length))
        };
        let is_worth = self.fills_lanes(&tile) && (is_short(source) || is_short(target));
        (is_worth || tile.is_matrix()).then_some(tile)
    }

    /// Returns `true` if both sides of a tile have a lane of units, so that tables of offsets are read in vectors.
    fn fills_lanes(&self, tile: &TileDigits) -> bool {
        let lengths = [&tile.rows, &tile.columns].map(|side| self.table_length(side));
        lengths.iter().all(|length| length.is_some_and(|it| it >= LANE / self.bytes.unit))
    }

    /// Adds a digit to the side that it continues; returns `false` if it continues none.
    fn extend(&self, tile: &mut TileDigits, at: usize, digit: usize) -> bool {
        [(&mut tile.rows, SOURCE), (&mut tile.columns, TARGET)].into_iter().any(|(side, buffer)| {
            let continues = self.continues(side, buffer, at, digit);
            if continues {
                side.insert(0, digit);
            }
            continues
        })
    }

    /// Returns `true` if a digit continues a side of a tile in a buffer, and all digits inside are whole.
    fn continues(&self, side: &[usize], buffer: usize, at: usize, digit: usize) -> bool {
        let loops = &self.loops[at..];
        let is_whole = |digit: usize| !loops.iter().any(|it| it.digit == digit && it.inside);
        let all = [side, &[digit]].concat();
        let size = self.table_length(side).and_then(|length| length.checked_mul(self.bytes.unit));
        side.iter().all(|&it| is_whole(it))
            && size == Some(self.bytes.digits[digit][buffer])
            && self.table_length(&all).is_some_and(|length| length <= TABLE)
    }

    /// Returns the number of rows or columns of whole blocks; `None` if it is dynamic.
    fn table_length(&self, side: &[usize]) -> Option<i64> {
        side.iter()
            .try_fold(1_i64, |product, &digit| product.checked_mul(self.block_length(digit)?))
    }

    /// Returns the number of values of a digit inside a block.
    fn block_length(&self, digit: usize) -> Option<i64> {
        let blocks = self.loops.iter().find(|it| it.digit == digit && it.step > 1);
        let length = self.digit(digit).length.get()?;
        Some(blocks.map_or(length, |it| it.step.min(length)))
    }

    /// Returns the range of a digit of a tile whose loops start at `at`.
    fn tile_range(&mut self, at: usize, digit: usize) -> DigitRange {
        let position = self.loops[at..].iter().position(|it| it.digit == digit);
        let it = position.map(|position| (at + position, self.loops[at + position]));
        let block = it.filter(|(_, it)| it.inside).map(|(at, it)| self.block_end(it.digit, at));
        self.range(digit, block, NestMode::Copy)
    }

    /// Writes the transposition of a tile whose loops start at `at`, and the zeros around its elements.
    pub(super) fn transpose(&mut self, at: usize, tile: &TileDigits) {
        self.line("{");
        self.indent += 1;
        if let (&[source], &[target]) = (&tile.rows[..], &tile.columns[..]) {
            self.matrix(at, source, target);
        } else {
            self.tables(at, tile);
        }
        self.close();
    }

    /// Writes the transposition of a tile with a digit on each side.
    fn matrix(&mut self, at: usize, source: usize, target: usize) {
        let rows = self.tile_range(at, source);
        let columns = self.tile_range(at, target);
        // Columns without elements that follow the others are zeros of the tile.
        let is_padded = columns.valued.start == columns.written.start;
        if is_padded
            && self.fills_lane(&rows.valued)
            && let Some(helper) = self.interleave(source, columns.written.constants())
        {
            self.zeros_around(source, target, &rows, &columns, true);
            return self.interleaved(helper, (source, &rows.valued), (target, &columns));
        }
        if columns.valued.is_same(&columns.written)
            && self.fills_lane(&columns.valued)
            && let Some(helper) = self.split(target, rows.valued.constants())
        {
            self.zeros_around(source, target, &rows, &columns, false);
            return self.separated(helper, (source, &rows.valued), (target, &columns.valued));
        }
        let is_few_rows = self.is_few(&rows.valued, &columns.valued);
        let is_zeroed = is_padded && !self.is_few(&columns.written, &rows.valued) && !is_few_rows;
        self.zeros_around(source, target, &rows, &columns, is_zeroed);
        if !is_zeroed && self.is_few(&columns.valued, &rows.valued) {
            self.unrolled(at, (source, &rows.valued), (target, &columns.valued));
        } else if is_few_rows {
            self.unrolled(at, (target, &columns.valued), (source, &rows.valued));
        } else {
            let all = if is_zeroed { &columns.written } else { &columns.valued };
            self.transposed((source, &rows.valued), target, (all, &columns.valued));
        }
    }

    /// Returns `true` if a range may have as many units as a lane of a vector. Fewer are moved one by one.
    fn fills_lane(&self, range: &BoundRange) -> bool {
        range.length().is_none_or(|length| length >= LANE / self.bytes.unit)
    }

    /// Returns `true` if a range has so few values that statements of their own move each: less than a tile of vectors has, in
    /// this direction or the other.
    fn is_few(&self, range: &BoundRange, other: &BoundRange) -> bool {
        let fills = self.fills_lane(range) && self.fills_lane(other);
        let is_tile = fills && Helper::is_tiled(self.bytes.unit);
        !is_tile && range.length().is_some_and(|length| length <= FEW)
    }

    /// Returns the function that interleaves rows to units side by side, if the target has them without a gap.
    fn interleave(&self, source: usize, columns: Option<(i64, i64)>) -> Option<Helper> {
        let (low, high) = columns?;
        let unit = self.bytes.unit;
        let is_dense = self.bytes.digits[source][TARGET] == high.checked_mul(unit)?;
        let helper = Helper::Interleave { unit, rows: high, store: self.store(STREAMED) };
        let is_placed = is_dense || helper.has_distance();
        (low == 0 && is_placed && Helper::fits_lane(unit, high)).then_some(helper)
    }

    fn interleaved(
        &mut self,
        helper: Helper,
        (source, rows): (usize, &BoundRange),
        (target, columns): (usize, &DigitRange),
    ) {
        let stride = self.bytes.digits[target][SOURCE];
        let [from, to] = self.starts(&[(source, rows), (target, &columns.written)]);
        let count = rows.span(1);
        let planes = columns.valued.span(1);
        let target_stride = self.bytes.digits[source][TARGET];
        let (distance, fill) = match helper.has_distance() {
            true => (format!("INT64_C({target_stride}), "), ", 0"),
            false => (String::new(), ""),
        };
        let arguments =
            format!("s + {from}, INT64_C({stride}), d + {to}, {distance}{count}, {planes}{fill}");
        self.call(helper, &arguments);
    }

    /// Returns the function that separates units side by side to rows, if the source has them without a gap.
    fn split(&self, target: usize, rows: Option<(i64, i64)>) -> Option<Helper> {
        let (low, high) = rows?;
        let unit = self.bytes.unit;
        let group = self.bytes.digits[target][SOURCE];
        let all = group / unit;
        let is_dense = low == 0 && group % unit == 0 && high <= all && high > all / 2;
        if is_dense && Helper::is_split(unit, all) {
            return Some(Helper::Split { unit, rows: all });
        }
        let is_few = low == 0 && Helper::is_rows(unit, high, group);
        is_few.then_some(Helper::Rows { unit, rows: high })
    }

    fn separated(
        &mut self,
        helper: Helper,
        (source, rows): (usize, &BoundRange),
        (target, columns): (usize, &BoundRange),
    ) {
        let stride = self.bytes.digits[source][TARGET];
        let [from, to] = self.starts(&[(source, rows), (target, columns)]);
        let count = columns.span(1);
        let planes = rows.span(1);
        let arguments = if let Helper::Rows { .. } = helper {
            let group = self.bytes.digits[target][SOURCE];
            format!("s + {from}, INT64_C({group}), d + {to}, INT64_C({stride}), {count}")
        } else {
            format!("s + {from}, d + {to}, INT64_C({stride}), {count}, {planes}")
        };
        self.call(helper, &arguments);
    }

    /// Writes a loop over one digit of a tile, whose body moves all values of the other, which are few.
    fn unrolled(
        &mut self,
        at: usize,
        (over, range): (usize, &BoundRange),
        (of, few): (usize, &BoundRange),
    ) {
        let (low, high) = few.constants().unwrap_or_default();
        self.parallel(at);
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

    /// Writes the transposition of rows and columns, of which those that have elements come first.
    fn transposed(
        &mut self,
        (source, rows): (usize, &BoundRange),
        target: usize,
        (columns, planes): (&BoundRange, &BoundRange),
    ) {
        let [from, to] = self.starts(&[(source, rows), (target, columns)]);
        let source_stride = self.bytes.digits[target][SOURCE];
        let target_stride = self.bytes.digits[source][TARGET];
        let spans = [rows, columns, planes].map(|it| it.span(1)).join(", ");
        let mut store = self.transpose_store(target_stride);
        if store == TileStore::Stream {
            let most =
                |range: &BoundRange, digit| range.length().or_else(|| self.block_length(digit));
            let lengths = [most(rows, source), most(planes, target), most(columns, target)];
            let column = self.digit(source).length.get();
            let distances = [source_stride, target_stride];
            store = TileStore::streamed(self.bytes.unit, column, lengths, distances);
        }
        self.call(
            Helper::Transpose { unit: self.bytes.unit, tables: TileTables::NONE, store },
            &format!(
                "s + {from}, INT64_C({source_stride}), d + {to}, INT64_C({target_stride}), {spans}"
            ),
        );
    }

    /// Returns how rows of the target at a distance, in bytes, are stored; 0 for a table of distances.
    fn transpose_store(&self, distance: i64) -> TileStore {
        let is_early = self.bytes.unit < WIDE_UNIT && distance % SETS == 0;
        self.store(if is_early { STREAMED_EARLY } else { STREAMED })
    }

    /// Writes the transposition of a tile with several digits on a side.
    fn tables(&mut self, at: usize, tile: &TileDigits) {
        let mut starts = Vec::new();
        let mut counts = Vec::new();
        let mut offsets = Vec::new();
        for (side, buffer, name) in
            [(&tile.rows, TARGET, "d_offsets"), (&tile.columns, SOURCE, "s_offsets")]
        {
            offsets.push(match side[..] {
                [digit] => format!("INT64_C({})", self.bytes.digits[digit][buffer]),
                _ => self.declare_table(name, &self.table(side, buffer)),
            });
            let range = self.tile_range(at, side[0]).valued;
            let inner = self.table_length(&side[1..]).unwrap_or(1);
            counts.push(range.span(inner));
            starts.push((side[0], range));
        }
        let starts: Vec<(usize, &BoundRange)> =
            starts.iter().map(|(at, range)| (*at, range)).collect();
        let [from, to] = self.starts(&starts);
        let [rows, columns] = [&counts[0], &counts[1]];
        let [d_side, s_side] = [&offsets[0], &offsets[1]];
        let tables = TileTables { columns: tile.columns.len() > 1, rows: tile.rows.len() > 1 };
        let distance = if tables.rows { 0 } else { self.bytes.digits[tile.rows[0]][TARGET] };
        let store = self.transpose_store(distance);
        self.call(
            Helper::Transpose { unit: self.bytes.unit, tables, store },
            &format!("s + {from}, {s_side}, d + {to}, {d_side}, {rows}, {columns}, {columns}"),
        );
    }

    /// Writes a table of offsets, and returns its name.
    fn declare_table(&mut self, name: &str, table: &[i64]) -> String {
        let length = table.len();
        let table: Vec<String> = table.iter().map(|it| format!("INT64_C({it})")).collect();
        self.line(&format!("static const int64_t {name}[{length}] = {{{}}};", table.join(", ")));
        name.to_owned()
    }

    /// Returns the offsets in bytes of the values of a side in a buffer.
    fn table(&self, side: &[usize], buffer: usize) -> Vec<i64> {
        side.iter().fold(vec![0], |offsets, &digit| {
            let length = self.block_length(digit).unwrap_or(1);
            let stride = self.bytes.digits[digit][buffer];
            let values = offsets.iter().flat_map(|offset| {
                (0..length).map(move |value| offset.wrapping_add(stride.wrapping_mul(value)))
            });
            values.collect()
        })
    }

    /// Returns the byte offsets in source and target of the first values of these ranges.
    fn starts(&mut self, ranges: &[(usize, &BoundRange)]) -> [String; 2] {
        for (digit, range) in ranges {
            self.values[*digit] = Some(range.start.text());
        }
        let starts = [self.address(SOURCE), self.address(TARGET)];
        for (digit, _) in ranges {
            self.values[*digit] = None;
        }
        starts
    }

    /// Writes the zeros of a tile: whole rows without elements, and the rest of rows with elements, unless columns that
    /// follow the elements are `zeroed` with them.
    fn zeros_around(
        &mut self,
        source: usize,
        target: usize,
        rows: &DigitRange,
        columns: &DigitRange,
        zeroed: bool,
    ) {
        let [(before, _), _, (after, _)] = columns.parts();
        let around = [before, after];
        for (part, mode) in rows.parts() {
            let spans = match mode {
                NestMode::Zero => std::slice::from_ref(&columns.written),
                NestMode::Copy if zeroed => &[],
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
