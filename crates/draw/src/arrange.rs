//! Positions of tables in a plane. Tables flow from left to right, and a table that is too wide is broken into bands.
//!
//! The unit of length is that of the format: characters and lines, or pixels.

use crate::picture::{Table, TableCell, TableRow};
use std::ops::Range;

/// The measures of a format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measures {
    /// The greatest width.
    pub(crate) width: usize,
    /// The width of a character.
    pub(crate) char: usize,
    /// The height of a caption, and of the labels of columns.
    pub(crate) line: usize,
    /// The distance between tables.
    pub(crate) gap: (usize, usize),
    /// Returns the number of characters of a cell, with the space around them.
    pub(crate) cell_chars: fn(&TableCell) -> usize,
    /// Returns the height of a cell.
    pub(crate) cell_height: fn(&TableCell) -> usize,
}

/// Some columns of a table, with their position and the sizes of their parts.
#[derive(Debug)]
pub(crate) struct Band<'a> {
    /// The table.
    pub(crate) table: &'a Table,
    /// The columns.
    pub(crate) columns: Range<usize>,
    /// The left edge.
    pub(crate) x: usize,
    /// The upper edge.
    pub(crate) y: usize,
    /// The width of the labels of rows.
    pub(crate) label: usize,
    /// The width and the height of a cell.
    pub(crate) cell: (usize, usize),
}

impl Band<'_> {
    /// Returns the upper edge of the labels of columns.
    pub(crate) fn header(&self, measures: &Measures) -> usize {
        self.y + if self.table.caption.is_empty() { 0 } else { measures.line }
    }

    /// Returns the upper edge of the first row.
    pub(crate) fn body(&self, measures: &Measures) -> usize {
        self.header(measures) + measures.line
    }

    /// Returns the left edge of a column, counted from the first one of the band.
    pub(crate) fn left(&self, nth: usize) -> usize {
        self.x + self.label + nth * self.cell.0
    }

    fn size(&self, measures: &Measures) -> (usize, usize) {
        let caption = measures.char * self.table.caption.chars().count();
        let width = self.label + self.columns.len() * self.cell.0;
        let height = self.body(measures) - self.y + self.table.rows.len() * self.cell.1;
        (width.max(caption), height)
    }
}

/// The bands of tables, with the right and the lower edge of all.
#[derive(Debug)]
pub(crate) struct Arrangement<'a> {
    pub(crate) bands: Vec<Band<'a>>,
    pub(crate) right: usize,
    pub(crate) bottom: usize,
}

/// Returns the bands of tables with their positions below `top`.
pub(crate) fn arrange<'a>(tables: &'a [Table], measures: &Measures, top: usize) -> Arrangement<'a> {
    let mut placed = Vec::new();
    let mut x = 0;
    let mut y = top;
    let mut below = top;
    let mut right = 0;
    let bands: Vec<Band<'_>> = tables.iter().flat_map(|table| bands(table, measures)).collect();
    let most = row_length(&bands, measures);
    for (nth, mut band) in bands.into_iter().enumerate() {
        let size = band.size(measures);
        if x > 0 && (x + size.0 > measures.width || nth.is_multiple_of(most)) {
            (x, y) = (0, below + measures.gap.1);
        }
        (band.x, band.y) = (x, y);
        right = right.max(x + size.0);
        below = below.max(y + size.1);
        x += size.0 + measures.gap.0;
        placed.push(band);
    }
    Arrangement { bands: placed, right, bottom: below }
}

/// Returns the greatest number of bands in a row: a divisor of their number, so that all rows are equal, unless that
/// leaves half of the width empty.
fn row_length(bands: &[Band<'_>], measures: &Measures) -> usize {
    let widest = bands.iter().map(|band| band.size(measures).0).max().unwrap_or(0);
    let step = (widest + measures.gap.0).max(1);
    let fitting = ((measures.width + measures.gap.0) / step).max(1);
    (fitting.div_ceil(2)..=fitting)
        .rev()
        .find(|most| bands.len().is_multiple_of(*most))
        .unwrap_or(bands.len().max(1))
}

/// Returns the bands of a table, which have the positions of their columns, but none in the plane.
fn bands<'a>(table: &'a Table, measures: &Measures) -> impl Iterator<Item = Band<'a>> {
    let labels = table.rows.iter().map(|row| &row.label).chain([&table.corner]);
    let chars = labels.map(|label| label.chars().count()).max().unwrap_or(0);
    let label = measures.char * (chars + 1);
    let cells = table.rows.iter().flat_map(|row| &row.cells);
    let columns = table.columns.iter().map(|label| label.chars().count() + 1);
    let widest = cells.clone().map(measures.cell_chars).chain(columns).max().unwrap_or(1);
    let height = cells.map(measures.cell_height).max().unwrap_or(measures.line);
    let cell = (widest * measures.char, height);
    let count = table.columns.len();
    let mut fitting = (measures.width.saturating_sub(label) / cell.0).max(1);
    if fitting < count {
        // Bands of a power of two, or of eights, have equal widths.
        fitting = if fitting < 8 { 1 << fitting.ilog2() } else { fitting / 8 * 8 };
    }
    let mut first = 0;
    std::iter::from_fn(move || {
        let columns = first..band_end(table, first, fitting);
        first = columns.end;
        (!columns.is_empty()).then_some(Band { table, columns, x: 0, y: 0, label, cell })
    })
}

/// Returns the end of the band that begins at a column: the last one within `fitting` columns at which no group of cells
/// is broken, if there is one.
fn band_end(table: &Table, first: usize, fitting: usize) -> usize {
    let end = table.columns.len().min(first + fitting);
    let whole =
        (first + 1..=end).rev().find(|&at| table.rows.iter().all(|row| ends_group(row, at)));
    whole.unwrap_or(end)
}

/// Returns `true` if no group of cells of a row is on both sides of a column's left edge.
fn ends_group(row: &TableRow, at: usize) -> bool {
    let (Some(left), Some(right)) = (row.cells.get(at - 1), row.cells.get(at)) else { return true };
    let has_groups = row.cells.iter().any(|cell| cell.look.begins_group);
    let is_same = !left.detail.is_empty() && left.detail == right.detail;
    !is_same && (right.look.begins_group || !has_groups)
}
