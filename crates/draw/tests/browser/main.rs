//! Checks of pictures in Chromium, in light and in dark: no text leaves its cell or box, and all text is readable.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layout::transform::{Merge, Pad, Unmerge, Xor};
use layout::{Access, Bits, Dim, ElemSize, Layout, LayoutBuilder};
use layoutc_draw::{
    DrawOptions, GraphNode, GraphNodeKind, GraphUse, LayoutGraph, PictureFormat, Shade, draw,
    draw_graphs, format, view,
};
use std::path::Path;
use std::process::Command;
use testkit::lacks_command;

/// The script that checks a page and puts its findings into the title.
const SCRIPT: &str = include_str!("check.js");

fn elem() -> ElemSize {
    ElemSize::new(Bits::new(16)).unwrap()
}

fn strided(lengths: &[i64], strides: &[i64], offset: i64) -> Layout {
    let builder = LayoutBuilder::strided(lengths, strides, offset).unwrap();
    let dims = builder.base_dims().to_vec();
    builder.finish(&dims).unwrap().with_elem(elem())
}

/// Returns a padded layout of a convolution's window.
fn windows() -> Layout {
    let mut builder = LayoutBuilder::packed(&[6, 32]).unwrap();
    let &[rows, lanes] = builder.base_dims() else { panic!() };
    let padded = builder.apply(Pad { low: 1, high: 1 }, &[rows]).unwrap();
    let split = builder.apply(Unmerge { lengths: vec![2, 4] }, &padded).unwrap();
    let dims = builder.apply(Merge, &[split[1], lanes]).unwrap();
    builder.finish(&[split[0], dims[0]]).unwrap()
}

fn swizzled() -> Layout {
    let mut builder = LayoutBuilder::packed(&[8, 8]).unwrap();
    let dims = builder.base_dims().to_vec();
    let dims = builder.apply(Xor, &dims).unwrap();
    builder.finish(&dims).unwrap()
}

fn graph() -> LayoutGraph {
    let node = |name: &str, kind| {
        let details = vec!["1x64x56x56xf16 NHWC".to_owned(), "shared buffer 1".to_owned()];
        let scope = Some(format!("net/{}", name.len() % 2));
        GraphNode { name: name.to_owned(), details, scope, kind }
    };
    let long = format!("%{} = onnx.Conv %x", "long".repeat(40));
    let used = |from, to| GraphUse { from, to, value: "%v: tensor<4xf16>".to_owned() };
    let mut graph = LayoutGraph::default();
    graph.caption = "before".to_owned();
    graph.nodes = vec![
        node("%x", GraphNodeKind::End),
        node("%1 = layout.reorder %x", GraphNodeKind::Copy(Some(802_816))),
        node(&long, GraphNodeKind::Op),
        node("%<b>&\"\u{1}", GraphNodeKind::View),
    ];
    graph.uses = vec![used(0, 1), used(1, 2), used(0, 2), used(2, 3)];
    graph
}

/// Returns pictures of every view.
fn pictures(format: &PictureFormat) -> Vec<String> {
    let options = |name: &str| {
        let mut options = DrawOptions::default();
        options.name = name.to_owned();
        options
    };
    let access = Access {
        dims: vec![Dim::new(0).unwrap()],
        lanes: 32,
        banks: 32,
        bank_bytes: 4,
        elem: elem(),
    };
    let mut all = Vec::new();
    let layouts = [
        strided(&[4, 5], &[8, 1], 0),
        strided(&[2, 3, 4, 4], &[512, -64, 8, 2], 128),
        windows(),
        swizzled(),
        strided(&[70, 8], &[16, 1], 5),
        strided(&[], &[], 0),
        strided(&[2, 2, 2, 3, 4], &[48, 24, 12, 4, 1], 0),
        strided(&[3, 20], &[20, 1], 0).with_elem(ElemSize::new(Bits::new(1)).unwrap()),
    ];
    for (number, layout) in layouts.iter().enumerate() {
        for name in ["grid", "strip", "pipeline"] {
            let options = options(&format!("@{number} <&>"));
            all.push(draw(layout, view(name).unwrap(), format, &options).unwrap());
        }
    }
    let far = strided(&[3, 4], &[1 << 60, -(1 << 52)], 1 << 58);
    all.push(draw(&far, view("grid").unwrap(), format, &options("far")).unwrap());
    let tile = strided(&[16, 32], &[32, 1], 0);
    for shade in [Shade::Offset, Shade::Lane, Shade::Bank] {
        let mut options = options("@tile");
        (options.shade, options.access) = (shade, Some(access.clone()));
        all.push(draw(&tile, view("grid").unwrap(), format, &options).unwrap());
    }
    let mut long = options(&"@long".repeat(60));
    long.source = "tensor<1x2xf16> ".repeat(40);
    all.push(draw(&tile, view("grid").unwrap(), format, &long).unwrap());
    for graphs in [vec![graph(), graph()], vec![LayoutGraph::default()], Vec::new()] {
        for name in ["blocks", "graph"] {
            all.push(draw_graphs(&graphs, view(name).unwrap(), format, &options("@f")).unwrap());
        }
    }
    all
}

/// Runs Chromium on a page, in a color scheme.
fn chromium(page: &Path, is_dark: bool, action: &str) -> Vec<u8> {
    let scheme = format!("--blink-settings=preferredColorScheme={}", i32::from(!is_dark));
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", &scheme])
        .args(["--window-size=1300,900", action])
        .arg(format!("--user-data-dir={}", folder.path().display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Returns the title that the check of a page sets.
fn checked(page: &Path, is_dark: bool) -> String {
    let dom = String::from_utf8(chromium(page, is_dark, "--dump-dom")).unwrap();
    let title = dom.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
    title.unwrap_or_default().to_owned()
}

#[test]
fn text_stays_in_its_cell_and_is_readable() {
    if lacks_command("chromium") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("all.html");
    let pictures = pictures(format("svg").unwrap());
    let count = pictures.len();
    let body = pictures.join("\n");
    let script = format!("<script>{SCRIPT}</script>");
    let head = "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title></title></head>";
    std::fs::write(&page, format!("{head}<body>{body}{script}</body></html>")).unwrap();
    for is_dark in [false, true] {
        assert_eq!(checked(&page, is_dark), format!("{count} pictures, dark {is_dark}, no faults"));
    }
}

#[test]
fn page_searches_and_renders() {
    if lacks_command("chromium") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let layout = strided(&[4, 5], &[8, 1], 0);
    let html =
        draw(&layout, view("strip").unwrap(), format("html").unwrap(), &DrawOptions::default());
    let html = html.unwrap();
    for address in ["http://", "https://"] {
        let outside = html.replace("http://www.w3.org/2000/svg", "");
        assert!(!outside.contains(address), "the page loads nothing");
    }
    let search = "const input = document.getElementById('search'); const count = text => { input.value = text; \
        input.dispatchEvent(new Event('input')); return document.querySelectorAll('.found').length; }; \
        document.title = ['1,2', 'offset 10', '10', 'padding', 'nothing'].map(count).join(' ');";
    let page_text = html.replace("</body>", &format!("<script>{search}</script></body>"));
    std::fs::write(&page, page_text).unwrap();
    assert_eq!(checked(&page, false), "1 1 1 12 0");
    let image = folder.path().join("page.png");
    chromium(&page, true, &format!("--screenshot={}", image.display()));
    let png = std::fs::read(&image).unwrap();
    assert!(png.starts_with(b"\x89PNG") && png.len() > 5000, "{} bytes", png.len());
}

/// The script that puts into the title: pages, pictures on them, their width, texts that no page shows whole, and pages left.
const PRINTED: &str = "const whole = [...document.querySelectorAll('#picture text')]; \
    const upper = svg.getBoundingClientRect().top; \
    dispatchEvent(new Event('beforeprint')); \
    const views = [...pages.querySelectorAll('svg')].map(page => page.viewBox.baseVal); \
    const isShown = text => { const box = text.getBoundingClientRect(); return views.some(view => \
      box.top - upper >= view.y - 0.5 && box.bottom - upper <= view.y + view.height + 0.5); }; \
    const sheets = pages.children.length, copies = views.length, width = pages.dataset.width; \
    const lost = whole.filter(text => !isShown(text)).length; \
    dispatchEvent(new Event('afterprint')); \
    document.title = [sheets, copies, width, lost, pages.children.length].join(' ');";

#[test]
fn printed_pages_show_each_text_whole_and_repeat_labels() {
    if lacks_command("chromium") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let html = format("html").unwrap();
    let table = strided(&[70, 8], &[16, 1], 5);
    let mut tall = graph();
    tall.uses.clear();
    for number in 0..40 {
        let mut node = tall.nodes[0].clone();
        node.name = format!("%{number}");
        tall.nodes.push(node);
        tall.uses.push(GraphUse { from: number, to: number + 1, value: "%v".to_owned() });
    }
    let graph = draw_graphs(&[tall], view("graph").unwrap(), html, &DrawOptions::default());
    let strip = draw(&table, view("strip").unwrap(), html, &DrawOptions::default());
    let mut found = String::new();
    for picture in [strip.unwrap(), graph.unwrap()] {
        let picture = picture.replace("</body>", &format!("<script>{PRINTED}</script></body>"));
        std::fs::write(&page, picture).unwrap();
        found += &checked(&page, false);
        found.push('\n');
    }
    expect_test::expect![[r#"
        2 3 718 0 0
        6 6 956 0 0
    "#]]
    .assert_eq(&found);
}

#[test]
fn page_lists_whole_texts_that_a_picture_shortens() {
    let html = format("html").unwrap();
    let drawn = draw_graphs(&[graph()], view("graph").unwrap(), html, &DrawOptions::default());
    let drawn = drawn.unwrap();
    let (_, list) = drawn.split_once("<ul id=\"texts\">").unwrap();
    let (list, _) = list.split_once("</ul>").unwrap();
    assert_eq!(list.trim(), format!("<li>%{} = onnx.Conv %x</li>", "long".repeat(40)));
}

#[test]
fn page_opens_the_block_that_the_address_names() {
    if lacks_command("chromium") {
        return;
    }
    let mut graph = graph();
    for (node, scope) in
        graph.nodes.iter_mut().zip([None, Some("net/a"), Some("net/a"), Some("net")])
    {
        node.scope = scope.map(str::to_owned);
    }
    let mut options = DrawOptions::default();
    options.name = "@f".to_owned();
    let html = draw_graphs(&[graph], view("blocks").unwrap(), format("html").unwrap(), &options);
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    std::fs::write(&page, html.unwrap()).unwrap();
    // The text of the picture that the page shows.
    let shown = |address: &Path| {
        let dom = String::from_utf8(chromium(address, false, "--dump-dom")).unwrap();
        let picture = dom.split("<div id=\"picture\">").nth(1).unwrap();
        picture.split("</svg>").next().unwrap().to_owned()
    };
    let overview = shown(&page);
    assert!(overview.contains("data-part=\"0\"") && !overview.contains("onnx.Conv"), "{overview}");
    let block = shown(&folder.path().join("page.html#part-0"));
    assert!(block.contains("onnx.Conv") && !block.contains("data-part"), "{block}");
}
