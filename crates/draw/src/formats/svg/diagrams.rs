//! Diagrams of boxes and arrows.

use super::markup::{Markup, shortened};
use super::sizes::{CHAR, LINE};
use crate::layers::layered;
use crate::picture::{BoxKind, Diagram, DiagramBox};

/// The height of a line of a box.
const BOX_LINE: i64 = 16;
/// The number of characters of the longest line that is not shortened.
const LONGEST: usize = 56;
/// The distances of boxes in a layer, and of layers.
const GAP: (i64, i64) = (20, 28);
/// The distance of diagrams.
const BETWEEN: usize = 60;

/// Appends diagrams side by side, and returns the width and the lower edge.
pub(super) fn write_diagrams(out: &mut Markup, diagrams: &[Diagram], top: usize) -> (usize, usize) {
    let (mut x, mut bottom) = (0, top);
    for diagram in diagrams {
        let gap = if x > 0 { BETWEEN } else { 0 };
        let (width, lower) = write_diagram(out, diagram, (x + gap, top));
        x += gap + width;
        bottom = bottom.max(lower);
    }
    (x, bottom)
}

fn write_diagram(out: &mut Markup, diagram: &Diagram, (x, y): (usize, usize)) -> (usize, usize) {
    let mut top = y;
    let mut caption = 0;
    if !diagram.caption.is_empty() {
        caption = out.text_line(&diagram.caption, "heading", (x, y + LINE - 4));
        top += LINE + 6;
    }
    let sizes: Vec<(i64, i64)> = diagram.boxes.iter().map(size).collect();
    let ends: Vec<(usize, usize)> = diagram.arrows.iter().map(|arrow| (arrow.0, arrow.1)).collect();
    let placed = layered(&sizes, &ends, GAP);
    out.add(format_args!("<g transform=\"translate({x} {top})\">\n"));
    for (points, (.., title)) in placed.arrows.iter().zip(&diagram.arrows) {
        write_arrow(out, points, title);
    }
    for ((item, &size), &place) in diagram.boxes.iter().zip(&sizes).zip(&placed.boxes) {
        write_box(out, item, place, size);
    }
    out.raw("</g>\n");
    let length = |length: i64| usize::try_from(length).unwrap_or(0);
    (length(placed.size.0).max(caption), top + length(placed.size.1))
}

fn size(item: &DiagramBox) -> (i64, i64) {
    let chars = item.lines.iter().map(|line| line.chars().count().min(LONGEST)).max().unwrap_or(0);
    let width = i64::try_from((chars + 2) * CHAR).unwrap_or(i64::MAX);
    (width, BOX_LINE * item.lines.len() as i64 + 10)
}

fn write_arrow(out: &mut Markup, points: &[(i64, i64)], title: &str) {
    let Some((&(x, y), rest)) = points.split_first() else { return };
    out.add(format_args!("<path class=\"ink\" marker-end=\"url(#layoutc-arrow)\" d=\"M{x} {y}"));
    let mut last = (x, y);
    for &(x, y) in rest {
        let middle = (last.1 + y) / 2;
        match last.0 == x {
            true => out.add(format_args!("L{x} {y}")),
            false => out.add(format_args!("C{} {middle} {x} {middle} {x} {y}", last.0)),
        }
        last = (x, y);
    }
    out.raw("\">");
    out.title(title);
    out.raw("</path>\n");
}

fn write_box(out: &mut Markup, item: &DiagramBox, (x, y): (i64, i64), size: (i64, i64)) {
    let class = match item.kind {
        BoxKind::Step => "",
        BoxKind::View => " view",
        BoxKind::End => " end",
        BoxKind::Copy => " copy",
    };
    out.add(format_args!("<g class=\"box{class}\">"));
    out.title(&item.title);
    let (width, height) = size;
    let round = if item.kind == BoxKind::End { 10 } else { 2 };
    out.add(format_args!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\"/>"
    ));
    for (line, nth) in item.lines.iter().zip(1..) {
        let baseline = y + BOX_LINE * nth + 1;
        out.add(format_args!("<text x=\"{}\" y=\"{baseline}\">", x + width / 2));
        out.escaped(&shortened(line, LONGEST));
        out.raw("</text>");
    }
    out.raw("</g>\n");
}
