//! Diagrams of boxes and arrows.

use super::markup::Markup;
use super::sizes::{CHAR, LINE};
use crate::layers::{LayerArrow, layered};
use crate::picture::{BoxKind, Diagram, DiagramBox, Port};

/// The height of a line of a box.
const BOX_LINE: i64 = 17;
/// The distance of the lines of a box from its edges.
const BOX_MARGIN: i64 = 5;
/// The height of a row of dims.
const DIMS_LINE: i64 = 21;
/// The number of characters of the longest line that is not shortened.
const LONGEST: usize = 56;
/// The distances of boxes in a layer, and of layers.
const GAP: (i64, i64) = (24, 30);
/// The distance of diagrams.
const BETWEEN: usize = 60;

/// Appends diagrams side by side, and returns the width and the lower edge.
pub(super) fn write_diagrams(out: &mut Markup, diagrams: &[Diagram], top: usize) -> (usize, usize) {
    let mut x = 0;
    let mut bottom = top;
    for diagram in diagrams {
        let gap = if x > 0 { BETWEEN } else { 0 };
        let (width, edge) = write_diagram(out, diagram, (x + gap, top));
        x += gap + width;
        bottom = bottom.max(edge);
    }
    (x, bottom)
}

fn write_diagram(out: &mut Markup, diagram: &Diagram, (x, y): (usize, usize)) -> (usize, usize) {
    let mut top = y;
    let mut caption = 0;
    if !diagram.caption.is_empty() {
        caption = out.text_line(&diagram.caption, "caption", (x, y + LINE - 4));
        top += LINE + 6;
    }
    let sizes: Vec<(i64, i64)> = diagram.boxes.iter().map(size).collect();
    let arrows = diagram.arrows.iter().filter_map(|arrow| {
        Some(LayerArrow {
            from: arrow.from,
            to: arrow.to,
            begin_offset: arrow.begin_port.shift(sizes.get(arrow.from)?.0),
            end_offset: arrow.end_port.shift(sizes.get(arrow.to)?.0),
        })
    });
    let arrows: Vec<LayerArrow> = arrows.collect();
    let placed = layered(&sizes, &arrows, GAP);
    out.group((x, top), |out| {
        for (points, arrow) in placed.arrows.iter().zip(&diagram.arrows) {
            write_arrow(out, points, &arrow.title);
        }
        for ((item, &size), &place) in diagram.boxes.iter().zip(&sizes).zip(&placed.boxes) {
            write_box(out, item, place, size);
        }
    });
    fn length(length: i64) -> usize {
        usize::try_from(length).unwrap_or(0)
    }
    (length(placed.size.0).max(caption), top + length(placed.size.1))
}

/// Returns the width and the height of a box.
fn size(item: &DiagramBox) -> (i64, i64) {
    fn longest(texts: &[String]) -> usize {
        texts.iter().map(|text| text.chars().count().min(LONGEST)).max().unwrap_or(0)
    }
    let dims = [&item.results, &item.operands].map(|dims| dims.len() * (longest(dims) + 2));
    let chars = dims.into_iter().max().unwrap_or(0).max(longest(&item.lines) + 3);
    let width = i64::try_from(chars * CHAR).unwrap_or(i64::MAX);
    let rows = [&item.results, &item.operands].into_iter().filter(|dims| !dims.is_empty()).count();
    let lines = item.lines.len() as i64;
    let rows = rows as i64;
    (width, BOX_LINE * lines + 2 * BOX_MARGIN + DIMS_LINE * rows)
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
    match item.part {
        Some(part) => out.add(format_args!(
            "<g class=\"box{class} block\" data-part=\"{part}\" tabindex=\"0\" role=\"link\">"
        )),
        None => out.add(format_args!("<g class=\"box{class}\">")),
    }
    out.title(&item.title);
    let (width, height) = size;
    let round = if item.kind == BoxKind::End { 10 } else { 3 };
    out.add(format_args!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\"/>"
    ));
    out.block(y, y + height);
    let middle = x + width / 2;
    let mut top = y;
    if !item.results.is_empty() {
        write_dims(out, &item.results, (middle, top), width);
        top += DIMS_LINE;
        write_rule(out, (x, top), width);
    }
    for (line, nth) in item.lines.iter().zip(1..) {
        let class = if nth == 1 { "name" } else { "" };
        out.short_text(line, LONGEST, class, (middle, top + BOX_LINE * nth));
    }
    if !item.operands.is_empty() {
        let top = y + height - DIMS_LINE;
        write_rule(out, (x, top), width);
        write_dims(out, &item.operands, (middle, top), width);
    }
    out.raw("</g>\n");
}

/// Appends the names of dims, each in the middle of its part of a row.
fn write_dims(out: &mut Markup, dims: &[String], (middle, top): (i64, i64), width: i64) {
    for (nth, dim) in dims.iter().enumerate() {
        let x = middle + Port { nth, count: dims.len() }.shift(width);
        out.short_text(dim, LONGEST, "dim", (x, top + DIMS_LINE - 6));
    }
}

fn write_rule(out: &mut Markup, (x, y): (i64, i64), width: i64) {
    out.add(format_args!("<path class=\"rule\" d=\"M{x} {y}h{width}\"/>"));
}
