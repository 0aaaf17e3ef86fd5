//! One page that works offline, with hover, zoom and search.

use super::svg::{self, Markup};
use crate::picture::Picture;
use crate::picture_format::PictureFormat;

pub(super) const FORMAT: PictureFormat = PictureFormat {
    name: "html",
    summary: "one page that works offline, with hover, zoom and search",
    limits: svg::LIMITS,
    write_picture: |picture, _| page(picture),
};

fn page(picture: &Picture) -> String {
    let mut out = Markup::default();
    out.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.raw("<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
    out.escaped(if picture.heading.is_empty() { "layout" } else { &picture.heading });
    out.raw("</title>\n<style>\n");
    out.raw(include_str!("html/page.css"));
    out.raw("</style>\n</head>\n<body>\n");
    out.raw(include_str!("html/controls.html"));
    out.raw("<div id=\"picture\">\n");
    out.raw(&svg::svg(picture));
    out.raw("</div>\n<script>\n");
    out.raw(include_str!("html/page.js"));
    out.raw("</script>\n</body>\n</html>\n");
    out.into_text()
}
