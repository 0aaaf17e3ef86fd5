//! The sizes of the parts of a picture, in pixels.

use crate::arrange::Measures;

/// The greatest width of a picture in pixels, unless one cell is wider.
pub(crate) const WIDTH: usize = 1280;
/// The width of a character of 12 pixels. A monospaced character has 0.6 of its size; the rest is reserve.
pub(crate) const CHAR: usize = 8;
/// The width of a character of the title.
pub(crate) const TITLE_CHAR: usize = 10;
/// The height of a line.
pub(crate) const LINE: usize = 18;
/// The height of a cell with one text, and with two.
pub(crate) const CELL_HEIGHTS: (usize, usize) = (24, 34);
/// The margin around the picture.
pub(crate) const MARGIN: usize = 16;
/// The distance of the key from the facts.
pub(crate) const KEY_GAP: usize = 6;
/// The size of a sample in the key.
pub(crate) const SAMPLE: (usize, usize) = (16, 16);

pub(crate) const MEASURES: Measures = Measures {
    width: WIDTH,
    char: CHAR,
    line: LINE,
    gap: (24, 20),
    cell_chars: |cell| cell.text.chars().count().max(cell.detail.chars().count()).max(2) + 1,
    cell_height: |cell| if cell.detail.is_empty() { CELL_HEIGHTS.0 } else { CELL_HEIGHTS.1 },
};
