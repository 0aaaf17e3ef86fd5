//! Positions of tables in a plane. Tables flow from left to right, and a table that is too wide is broken into bands.
//!
//! The unit of length is that of the format: characters and lines, or pixels.

use crate::picture::{Table, TableCell};
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

    fn size(&self, measures: &Measures) -> (usize, usize) {
        let caption = measures.char * self.table.caption.chars().count();
        let width = self.label + self.columns.len() * self.cell.0;
        let height = self.body(measures) - self.y + self.table.rows.len() * self.cell.1;
        (width.max(caption), height)
    }
}

/// Returns the bands of tables with their positions below `top`, and the width and the lower edge of all.
pub(crate) fn arrange<'a>(
    tables: &'a [Table],
    measures: &Measures,
    top: usize,
) -> (Vec<Band<'a>>, (usize, usize)) {
    let mut placed = Vec::new();
    let mut x = 0;
    let mut y = top;
    let mut below = top;
    let mut right = 0;
    let bands: Vec<Band<'_>> = tables.iter().flat_map(|table| bands(table, measures)).collect();
    let most = row_length(&bands, measures);
    for (nth, mut band) in bands.into_iter().enumerate() {
        let (width, height) = band.size(measures);
        if x > 0 && (x + width > measures.width || nth.is_multiple_of(most)) {
            (x, y) = (0, below + measures.gap.1);
        }
        (band.x, band.y) = (x, y);
        (right, below) = (right.max(x + width), below.max(y + height));
        x += width + measures.gap.0;
        placed.push(band);
    }
    (placed, (right, below))
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
    let chars = |text: &String| text.chars().count();
    let labels = table.rows.iter().map(|row| &row.label).chain([&table.corner]);
    let label = measures.char * (labels.map(chars).max().unwrap_or(0) + 1);
    let cells = || table.rows.iter().flat_map(|row| &row.cells);
    let columns = table.columns.iter().map(|label| chars(label) + 1);
    let widest = cells().map(measures.cell_chars).chain(columns).max().unwrap_or(1);
    let height = cells().map(measures.cell_height).max().unwrap_or(measures.line);
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
    let is_whole = |&at: &usize| {
        let pairs = table
            .rows
            .iter()
            .filter_map(|row| Some((row, row.cells.get(at - 1)?, row.cells.get(at)?)));
        pairs.into_iter().all(|(row, left, right)| {
            let has_groups = row.cells.iter().any(|cell| cell.look.begins_group);
            let is_same = !left.detail.is_empty() && left.detail == right.detail;
            !is_same && (right.look.begins_group || !has_groups)
        })
    };
    (first + 1..=end).rev().find(is_whole).unwrap_or(end)
}
