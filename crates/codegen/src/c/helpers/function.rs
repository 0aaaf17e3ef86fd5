//! The functions that kernels call, as data: their kinds, and their names.

/// The size of a lane, in bytes.
pub(in crate::c) const LANE: i64 = 16;

/// The size of a cache line, in bytes.
pub(super) const LINE: i64 = 64;

/// The size of a page of memory, in bytes. A small block on the stack that crosses the boundary of one is streamed at half the
/// speed.
pub(super) const PAGE: i64 = 4096;

/// The size and the alignment of a block on the stack, in bytes, where a function fills it before it is streamed: a part of a
/// page.
pub(super) const STREAM_BLOCK: i64 = 2048;

/// Returns the number of groups of a number of bytes in a block: as many as are whole lines, so that the next one begins at a
/// line too, if they fit.
pub(super) fn block_groups(group: i64) -> i64 {
    let most = STREAM_BLOCK / group;
    let least = 1 << (LINE.ilog2().saturating_sub(group.trailing_zeros()));
    if most < least { most } else { most / least * least }
}

/// The number of zeros, in bytes, for which compilers write an instruction that is slow to begin.
const ZEROS: std::ops::RangeInclusive<i64> = 81..=512;

/// Returns the offsets and sizes of the parts in which a number of zeros is written, in bytes: compilers write vectors for each.
pub(in crate::c) fn zero_parts(bytes: i64) -> impl Iterator<Item = (i64, i64)> {
    let part = if ZEROS.contains(&bytes) { LINE } else { bytes.max(1) };
    (0..bytes)
        .step_by(usize::try_from(part).unwrap_or(usize::MAX))
        .map(move |at| (at, part.min(bytes - at)))
}

/// A function that kernels call. A unit is a number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::c) enum Helper {
    /// The transposition of a matrix of units.
    Transpose { unit: i64, tables: TileTables, store: TileStore },
    /// The transposition of a number of rows of units, which the target stores side by side.
    Interleave { unit: i64, rows: i64, store: TileStore },
    /// The transposition of units that the source stores side by side to this number of rows.
    Split { unit: i64, rows: i64 },
    /// The transposition of the first of units that the source stores side by side to this number of rows.
    Rows { unit: i64, rows: i64 },
    /// The copy of a short run.
    Copy,
    /// The copy of groups of bytes.
    Groups { groups: Groups, store: TileStore },
}

/// The way in which a function stores its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::c) enum TileStore {
    /// Vector by vector.
    Direct,
    /// By a block on the stack, whose lines are streamed to memory around the caches.
    Stream,
    /// In the same way, from columns side by side in the source, in the order of memory.
    StreamInOrder,
    /// In the same way, from columns far apart, in long runs.
    StreamRuns,
}

impl TileStore {
    /// Returns the end of the names of functions.
    fn suffix(self) -> &'static str {
        match self {
            TileStore::Direct => "",
            TileStore::Stream => "_stream",
            TileStore::StreamInOrder => "_in_order",
            TileStore::StreamRuns => "_runs",
        }
    }
}

/// Which offsets are tables: those of the columns in the source, and those of the rows in the target. Others are multiples of a
/// stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::c) struct TileTables {
    pub(in crate::c) columns: bool,
    pub(in crate::c) rows: bool,
}

impl TileTables {
    /// Strides on both sides.
    pub(in crate::c) const NONE: TileTables = TileTables { columns: false, rows: false };

    /// Returns the end of the names of functions.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            TileTables::NONE => "",
            TileTables { columns: true, rows: true } => "_tables",
            TileTables { columns: true, rows: false } => "_column_table",
            TileTables { columns: false, rows: true } => "_row_table",
        }
    }
}

impl Helper {
    /// Returns `true` for units that vectors move.
    pub(super) fn is_word(unit: i64) -> bool {
        [1, 2, 4, 8, 16].contains(&unit)
    }

    /// Returns `true` for units of which a lane of a vector has several, which tiles transpose.
    pub(in crate::c) fn is_tiled(unit: i64) -> bool {
        Helper::is_word(unit) && unit < LANE
    }

    /// Returns `true` for a number of units that fill two lanes of a vector.
    pub(in crate::c) fn is_pair(unit: i64, length: i64) -> bool {
        Helper::is_tiled(unit) && length >= 2 * LANE / unit
    }

    /// Returns the function by which `Transpose` writes columns without elements; `None` if it has no vectors for them.
    pub(super) fn padded(unit: i64, tables: TileTables) -> Option<Helper> {
        let is_padded = tables == TileTables::NONE && Helper::is_tiled(unit);
        is_padded.then_some(Helper::Interleave {
            unit,
            rows: LANE / unit,
            store: TileStore::Direct,
        })
    }

    /// Returns `true` for units that `Interleave` and `Split` move, as a number of rows that fits a lane.
    pub(in crate::c) fn fits_lane(unit: i64, rows: i64) -> bool {
        Helper::is_word(unit)
            && rows > 1
            && rows.checked_mul(unit).is_some_and(|group| group <= LANE)
    }

    /// Returns `true` for a number of rows that `Split` separates: less than a tile has.
    pub(in crate::c) fn is_split(unit: i64, rows: i64) -> bool {
        Helper::fits_lane(unit, rows) && rows < LANE / unit
    }

    /// Returns `true` for a number of rows that `Rows` separates, of groups of a number of bytes in the source.
    pub(in crate::c) fn is_rows(unit: i64, rows: i64, group: i64) -> bool {
        Helper::fits_lane(unit, rows) && group >= LANE
    }

    /// Returns `true` if the groups of the target may have any distance, which is then a parameter.
    pub(in crate::c) fn has_distance(self) -> bool {
        matches!(self, Helper::Interleave { unit, rows, .. } if unit * rows == LANE)
    }

    /// Returns `true` if the function streams its results.
    pub(in crate::c) fn is_streamed(self) -> bool {
        match self {
            Helper::Transpose { store, .. }
            | Helper::Interleave { store, .. }
            | Helper::Groups { store, .. } => store != TileStore::Direct,
            Helper::Split { .. } | Helper::Rows { .. } | Helper::Copy => false,
        }
    }

    /// Returns the call of the function by a kernel, which calls the one of its kind of CPUs.
    pub(in crate::c) fn call(self, arguments: &str) -> String {
        let name = self.name();
        let name = name.strip_prefix("layoutc_").unwrap_or(&name);
        format!("LAYOUTC_CALL({name}, ({arguments}))")
    }

    /// Returns the name of the function.
    pub(super) fn name(self) -> String {
        match self {
            Helper::Transpose { unit, tables, store } => {
                format!("layoutc_transpose_{unit}{}{}", tables.suffix(), store.suffix())
            }
            Helper::Interleave { unit, rows, store } => {
                format!("layoutc_interleave_{unit}_{rows}{}", store.suffix())
            }
            Helper::Split { unit, rows } => format!("layoutc_split_{unit}_{rows}"),
            Helper::Rows { unit, rows } => format!("layoutc_rows_{unit}_{rows}"),
            Helper::Copy => "layoutc_copy".to_owned(),
            Helper::Groups { groups: Groups { copied, from, to }, store } => {
                format!("layoutc_groups_{copied}_{from}_{to}{}", store.suffix())
            }
        }
    }
}

/// Groups of a target that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::c) struct Groups {
    /// The number of bytes that are copied: up to a lane, or several lanes.
    pub(in crate::c) copied: i64,
    /// The distance of groups in the source, in bytes.
    pub(in crate::c) from: i64,
    /// The size of a group of the target, in bytes, of which those that are not copied are zero.
    pub(in crate::c) to: i64,
}

impl Groups {
    /// Returns `true` for groups of up to a lane that the function moves.
    pub(in crate::c) fn is_short(self) -> bool {
        let is_target = self.to <= LANE || self.to % LANE == 0 && self.to <= 8 * LANE;
        // Compilers move other words well.
        let is_word = self.copied == self.to && self.to.count_ones() == 1;
        let is_word = is_word && !(self.from > self.to && [4, 8].contains(&self.to));
        let fits = 0 < self.copied && self.copied <= self.from.min(self.to).min(LANE);
        fits && is_target && !is_word
    }

    /// Returns `true` for groups of several lanes of which a block has many, which the function moves lane by lane: vectors of
    /// two lanes across lines of memory are slower to stream.
    pub(in crate::c) fn is_long(self) -> bool {
        (2 * LANE..=self.from.min(self.to)).contains(&self.copied) && self.to <= STREAM_BLOCK / 8
    }
}
