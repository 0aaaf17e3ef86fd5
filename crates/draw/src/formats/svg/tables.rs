//! Tables and the key of their looks.

use super::markup::{Markup, to_i64};
use super::sizes::{CELL_HEIGHTS, CHAR, LINE, SAMPLE};
use crate::arrange::{Band, Measures};
use crate::picture::{Fill, Look, TableCell, index_text};

/// The distance from the lower edge of a line to the baseline of its text.
const BASELINE: usize = 5;

/// Appends the meanings of looks, and returns the right and the lower edge.
pub(super) fn write_key(out: &mut Markup, key: &[(Look, String)], y: usize) -> (usize, usize) {
    let mut x = 0;
    for (look, meaning) in key {
        out.add(format_args!("<g class=\"cell{}\">", classes(*look)));
        backgrounds(out, *look, (x, y - SAMPLE.1 + BASELINE - 1), SAMPLE);
        out.raw("</g>");
        x += SAMPLE.0;
        if !meaning.is_empty() {
            x += CHAR + out.text_line(meaning, "label", (x + CHAR, y)) + 3 * CHAR;
        }
    }
    (x, y + LINE + BASELINE)
}

/// Appends a band of a table.
pub(super) fn write_band(out: &mut Markup, band: &Band<'_>, measures: &Measures) {
    let table = band.table;
    if !table.caption.is_empty() {
        out.text_line(&table.caption, "caption", (band.x, band.y + LINE - BASELINE));
    }
    let header = band.header(measures);
    let body = band.body(measures);
    let height = band.cell.1;
    out.text_line(&table.corner, "label", (band.x, header + LINE - BASELINE));
    for (nth, label) in table.columns[band.columns.clone()].iter().enumerate() {
        let x = band.left(nth) + band.cell.0 / 2;
        let y = header + LINE - BASELINE;
        out.short_text(label, usize::MAX, "label middle", (to_i64(x), to_i64(y)));
    }
    // The header stays with the first row, and is repeated on further pages.
    out.block(to_i64(band.y), to_i64(body + height));
    out.header((to_i64(header), to_i64(body)), to_i64(body + height * table.rows.len()));
    for (nth, row) in table.rows.iter().enumerate() {
        let y = body + nth * height;
        out.block(to_i64(y), to_i64(y + height));
        let right = band.x + band.label - CHAR;
        out.text_line(&row.label, "label before", (right, y + height / 2 + 4));
        let cells = row.cells.iter().skip(band.columns.start).take(band.columns.len());
        cells
            .enumerate()
            .for_each(|(nth, cell)| write_cell(out, cell, (band.left(nth), y), band.cell));
    }
}

fn write_cell(out: &mut Markup, cell: &TableCell, (x, y): (usize, usize), size: (usize, usize)) {
    out.add(format_args!("<g class=\"cell{}\"", classes(cell.look)));
    if let Some(index) = &cell.index {
        out.add(format_args!(" data-index=\"{}\"", index_text(index)));
    }
    if let Some(offset) = cell.offset {
        out.add(format_args!(" data-offset=\"{offset}\""));
    }
    if let Some(slot) = &cell.slot {
        // The names of axes are identifiers.
        out.add(format_args!(" data-slot=\"{slot}\""));
    }
    out.raw(">");
    out.title(&cell.title);
    backgrounds(out, cell.look, (x, y), size);
    let middle = to_i64(x + size.0 / 2);
    let chars = size.0 / CHAR;
    let baseline = if cell.detail.is_empty() { y + size.1 / 2 + 4 } else { y + 14 };
    if !cell.text.is_empty() {
        out.short_text(&cell.text, chars, "", (middle, to_i64(baseline)));
    }
    if !cell.detail.is_empty() {
        out.short_text(&cell.detail, chars, "detail", (middle, to_i64(y + CELL_HEIGHTS.1 - 7)));
    }
    out.raw("</g>\n");
}

/// Appends the rectangles of a cell: its background, a hatching, and the edge at which a group begins.
fn backgrounds(
    out: &mut Markup,
    look: Look,
    (x, y): (usize, usize),
    (width, height): (usize, usize),
) {
    let place = format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
    out.add(format_args!("<rect class=\"back\" {place}/>"));
    if look.fill == Fill::Padding || look.is_marked {
        out.add(format_args!("<rect class=\"hatch\" {place}/>"));
    }
    if look.is_framed && width > 2 && height > 2 {
        // The frame is inside the cell, so that the next cell does not cover it.
        out.add(format_args!(
            "<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            x + 1,
            y + 1,
            width - 2,
            height - 2
        ));
    }
    if look.begins_group {
        out.add(format_args!("<path class=\"group\" d=\"M{x} {y}v{height}\"/>"));
    }
}

/// Returns the classes of a look, each after a space.
fn classes(look: Look) -> String {
    let mut classes = match look.fill {
        Fill::Element => String::new(),
        Fill::Padding => " pad".to_owned(),
        Fill::Empty => " empty".to_owned(),
    };
    if let Some(tone) = look.tone {
        classes.push_str(&format!(" t{tone}"));
    }
    if look.is_framed {
        classes.push_str(" framed");
    }
    if look.is_marked {
        classes.push_str(" marked");
    }
    classes
}
