//! Text for a terminal.

mod canvas;

use crate::arrange::{Arrangement, Band, Measures, arrange};
use crate::options::DrawOptions;
use crate::picture::{BoxKind, CellLimits, Diagram, DiagramBox, Fill, Picture, TableCell};
use crate::picture_format::PictureFormat;
use canvas::{Canvas, Ink};

pub(super) const FORMAT: PictureFormat = PictureFormat {
    name: "text",
    summary: "text for a terminal",
    limits: CellLimits { columns: 16, rows: 16, cells: 1024, chars: 80 },
    write_picture: write,
};

/// The text of storage padding.
const PADDING: &str = "//";

fn write(picture: &Picture, options: &DrawOptions) -> String {
    let picture = picture.without_parts();
    let measures = Measures {
        width: options.width,
        char: 1,
        line: 1,
        gap: (3, 1),
        cell_chars: |cell| content(cell).chars().count() + 1,
        cell_height: |_| 1,
    };
    let mut canvas = Canvas::default();
    let mut top = 0;
    if !picture.heading.is_empty() {
        canvas.write((0, top), &picture.heading, Ink::Plain);
        top += 1;
    }
    for fact in [&picture.source].into_iter().chain(&picture.facts).filter(|it| !it.is_empty()) {
        top = canvas.paragraph((2, top), fact, options.width);
    }
    let Arrangement { bands, mut bottom, .. } = arrange(&picture.tables, &measures, top + 1);
    bands.iter().for_each(|band| write_band(band, &measures, &mut canvas));
    for diagram in &picture.diagrams {
        bottom = write_diagram(diagram, bottom, options.width, &mut canvas);
    }
    bottom += usize::from(!bands.is_empty() && !picture.notes.is_empty());
    for note in &picture.notes {
        bottom = canvas.paragraph((2, bottom), note, options.width);
    }
    canvas.text(options.color)
}

/// Returns the text of a cell: its text, its detail, and a mark.
fn content(cell: &TableCell) -> String {
    let text = match cell.look.fill {
        Fill::Padding if cell.text.is_empty() => PADDING,
        _ => &cell.text,
    };
    let space = if cell.detail.is_empty() { "" } else { " " };
    let mark = if cell.look.is_marked { "!" } else { "" };
    format!("{text}{space}{}{mark}", cell.detail)
}

fn write_band(band: &Band<'_>, measures: &Measures, canvas: &mut Canvas) {
    let table = band.table;
    canvas.write((band.x, band.y), &table.caption, Ink::Plain);
    let header = band.header(measures);
    let body = band.body(measures);
    canvas.write((band.x, header), &table.corner, Ink::Faint);
    for (nth, label) in table.columns[band.columns.clone()].iter().enumerate() {
        canvas.write_before((band.left(nth + 1), header), label, Ink::Faint);
    }
    for (nth, row) in table.rows.iter().enumerate() {
        let y = body + nth;
        canvas.write_before((band.x + band.label - 1, y), &row.label, Ink::Faint);
        for (nth, cell) in row.cells.iter().skip(band.columns.start).enumerate() {
            if nth >= band.columns.len() {
                break;
            }
            let ink = cell.look.tone.map_or(Ink::Plain, Ink::Tone);
            canvas.write_before((band.left(nth + 1), y), &content(cell), ink);
            if cell.look.begins_group && nth > 0 {
                canvas.write((band.left(nth), y), "|", Ink::Faint);
            }
        }
    }
}

/// Returns the upper and the operand dims of a box, `d0[4] -> m0[2] m1[2]`; `None` if it has no dims.
fn dims_line(item: &DiagramBox) -> Option<String> {
    let sides = [&item.results, &item.operands].into_iter().filter(|dims| !dims.is_empty());
    let sides: Vec<String> = sides.map(|dims| dims.join(" ")).collect();
    if sides.is_empty() { None } else { Some(sides.join(" -> ")) }
}

/// Writes the boxes of a diagram in order, and returns the next line. A copy has a mark.
fn write_diagram(diagram: &Diagram, top: usize, width: usize, canvas: &mut Canvas) -> usize {
    let mut y = top;
    if !diagram.caption.is_empty() {
        canvas.write((0, y), &diagram.caption, Ink::Plain);
        y += 1;
    }
    for item in &diagram.boxes {
        let (mark, ink) = match item.kind {
            BoxKind::Copy => ("!", Ink::Warning),
            BoxKind::View => ("~", Ink::Plain),
            BoxKind::Step | BoxKind::End => (" ", Ink::Plain),
        };
        canvas.write((0, y), mark, ink);
        let lines = item.lines.iter().cloned().chain(dims_line(item));
        for (nth, line) in lines.enumerate() {
            y = canvas.paragraph_in((if nth == 0 { 2 } else { 6 }, y), &line, width, ink);
        }
    }
    y + 1
}
