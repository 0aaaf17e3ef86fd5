//! Plain SVG, readable in grey and in print.

mod diagrams;
mod markup;
mod sizes;
mod tables;

use crate::arrange::{Arrangement, arrange};
use crate::picture::{CellLimits, Picture};
use crate::picture_format::PictureFormat;
pub(super) use markup::{Markup, PrintExtents, TableHeader, to_i64};
use sizes::{KEY_GAP, LINE, MARGIN, MEASURES};

pub(super) const FORMAT: PictureFormat = PictureFormat {
    name: "svg",
    summary: "a scalable picture for documents",
    limits: LIMITS,
    write_picture: |picture, _| draw(&picture.without_parts()).text,
};

/// The greatest parts of large tables in a scalable picture.
pub(super) const LIMITS: CellLimits = CellLimits { columns: 64, rows: 64, cells: 4096, chars: 160 };

/// A picture as SVG.
pub(super) struct Drawing {
    pub(super) text: String,
    /// The width and the height in pixels.
    pub(super) size: (usize, usize),
    /// The extents of the parts, from the upper edge of the picture.
    pub(super) extents: PrintExtents,
}

/// Draws a picture as SVG.
pub(super) fn draw(picture: &Picture) -> Drawing {
    let mut size = (0, 0);
    let mut out = Markup::default();
    out.group((MARGIN, MARGIN - 4), |body| size = write_body(body, picture));
    let (body, extents) = out.into_parts();
    Drawing { text: document(&body, &picture.heading, size), size, extents }
}

/// Appends the lines, tables and diagrams of a picture, and returns the size of the whole picture.
fn write_body(body: &mut Markup, picture: &Picture) -> (usize, usize) {
    let mut width = 0;
    let mut y = LINE;
    let lines = [(&picture.heading, "title"), (&picture.source, "source")].into_iter();
    let facts = picture.facts.iter().map(|fact| (fact, "fact"));
    for (text, class) in lines.chain(facts).filter(|(text, _)| !text.is_empty()) {
        (width, y) = (width.max(body.text_line(text, class, (0, y))), y + LINE);
    }
    if !picture.key.is_empty() {
        let (right, below) = tables::write_key(body, &picture.key, y + KEY_GAP);
        (width, y) = (width.max(right), below);
    }
    let Arrangement { bands, right, bottom } = arrange(&picture.tables, &MEASURES, y);
    bands.iter().for_each(|band| tables::write_band(body, band, &MEASURES));
    let (beside, edge) = diagrams::write_diagrams(body, &picture.diagrams, bottom);
    (width, y) = (width.max(right).max(beside), edge + LINE + 6);
    for note in &picture.notes {
        (width, y) = (width.max(body.text_line(note, "note", (0, y))), y + LINE);
    }
    (width + 2 * MARGIN, y - LINE + 6 + MARGIN)
}

/// Returns the document around the body of a picture.
fn document(body: &str, heading: &str, (width, height): (usize, usize)) -> String {
    let mut out = Markup::default();
    out.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"layoutc\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n"
    ));
    if !heading.is_empty() {
        out.raw("<title>");
        out.escaped(heading);
        out.raw("</title>\n");
    }
    out.raw("<style>\n");
    out.raw(include_str!("svg/style.css"));
    out.raw("</style>\n");
    out.raw(include_str!("svg/hatches.svg"));
    out.raw("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
    out.raw(body);
    out.raw("</svg>\n");
    out.into_text()
}
