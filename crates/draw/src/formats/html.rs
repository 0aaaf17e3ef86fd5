//! One page that works offline, with hover, zoom and search. On paper it is a picture on pages, without a part that is cut
//! off at an edge, and with the whole texts that the picture shortens. A box that opens another picture is a link to it,
//! which the fragment of the address names, so that the history of the viewer leads back.

mod paper;

use super::svg::{self, Drawing, Markup};
use crate::picture::Picture;
use crate::picture_format::PictureFormat;
use paper::Pages;
use std::collections::BTreeSet;

pub(super) const FORMAT: PictureFormat = PictureFormat {
    name: "html",
    summary: "one page that works offline, with hover, zoom and search",
    limits: svg::LIMITS,
    write_picture: |picture, _| page(picture),
};

fn page(picture: &Picture) -> String {
    let drawing = svg::draw(picture);
    let size = (svg::to_i64(drawing.size.0), svg::to_i64(drawing.size.1));
    let pages = Pages::divide(size, &drawing.extents);
    let mut out = Markup::default();
    out.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.raw("<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
    out.escaped(if picture.heading.is_empty() { "layout" } else { &picture.heading });
    out.raw("</title>\n<style>\n");
    out.raw(include_str!("html/page.css"));
    let orientation = if pages.is_landscape { "landscape" } else { "portrait" };
    out.add(format_args!("@page{{size:{orientation};margin:10mm}}\n"));
    out.raw("</style>\n</head>\n<body>\n");
    out.raw(include_str!("html/controls.html"));
    out.raw("<div id=\"picture\">\n");
    out.raw(&drawing.text);
    out.raw("</div>\n");
    print_parts(&mut out, &drawing, &pages);
    for (number, part) in picture.parts.iter().enumerate() {
        out.add(format_args!("<template id=\"part-{number}\">\n"));
        out.raw(&svg::draw(part).text);
        out.raw("</template>\n");
    }
    out.raw("<script>\n");
    out.raw(include_str!("html/page.js"));
    out.raw("</script>\n</body>\n</html>\n");
    out.into_text()
}

/// Appends the parts that are only on paper: the pages, which the script fills, and the whole texts.
fn print_parts(out: &mut Markup, drawing: &Drawing, pages: &Pages) {
    let parts: Vec<String> = pages.parts.iter().map(ToString::to_string).collect();
    let width = pages.width;
    let parts = parts.join(" ");
    out.add(format_args!(
        "<div id=\"pages\" data-width=\"{width}\" data-parts=\"{parts}\"></div>\n"
    ));
    if drawing.extents.shortened.is_empty() {
        return;
    }
    out.raw("<ul id=\"texts\">\n");
    let mut seen = BTreeSet::new();
    for text in drawing.extents.shortened.iter().filter(|text| seen.insert(*text)) {
        out.raw("<li>");
        out.escaped(text);
        out.raw("</li>\n");
    }
    out.raw("</ul>\n");
}
