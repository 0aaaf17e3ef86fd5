//! Plain SVG, readable in grey and in print.

mod diagrams;
mod markup;
mod sizes;
mod tables;

use crate::arrange::arrange;
use crate::picture::{CellLimits, Picture};
use crate::picture_format::PictureFormat;
pub(super) use markup::Markup;
use sizes::{KEY_GAP, LINE, MARGIN, MEASURES};

pub(super) const FORMAT: PictureFormat = PictureFormat {
    name: "svg",
    summary: "a scalable picture for documents",
    limits: LIMITS,
    write_picture: |picture, _| svg(picture),
};

/// The greatest parts of large tables in a scalable picture.
pub(super) const LIMITS: CellLimits = CellLimits { columns: 64, rows: 64, cells: 4096, chars: 160 };

/// Returns a picture as SVG.
pub(super) fn svg(picture: &Picture) -> String {
    let mut body = Markup::default();
    let (mut width, mut y) = (0, LINE);
    let lines = [(&picture.heading, "title"), (&picture.source, "source")].into_iter();
    let facts = picture.facts.iter().map(|fact| (fact, "fact"));
    for (text, class) in lines.chain(facts).filter(|(text, _)| !text.is_empty()) {
        (width, y) = (width.max(body.text_line(text, class, (0, y))), y + LINE);
    }
    if !picture.key.is_empty() {
        let (right, below) = tables::write_key(&mut body, &picture.key, y + KEY_GAP);
        (width, y) = (width.max(right), below);
    }
    let (bands, (right, bottom)) = arrange(&picture.tables, &MEASURES, y);
    bands.iter().for_each(|band| tables::write_band(&mut body, band, &MEASURES));
    let (beside, lower) = diagrams::write_diagrams(&mut body, &picture.diagrams, bottom);
    (width, y) = (width.max(right).max(beside), lower + LINE + 6);
    for note in &picture.notes {
        (width, y) = (width.max(body.text_line(note, "note", (0, y))), y + LINE);
    }
    document(&body, &picture.heading, (width + 2 * MARGIN, y - LINE + 6 + MARGIN))
}

/// Returns the document around the body of a picture.
fn document(body: &Markup, heading: &str, (width, height): (usize, usize)) -> String {
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
    out.raw(&format!("<g transform=\"translate({MARGIN} {})\">\n", MARGIN - 4));
    out.raw(body.as_str());
    out.raw("</g>\n</svg>\n");
    out.into_text()
}
