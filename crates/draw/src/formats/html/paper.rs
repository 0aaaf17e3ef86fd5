//! The division of a picture into pages of paper.
//!
//! A picture that is wider than a page is scaled to its width, in landscape if that enlarges the text. A page ends between
//! two rows of cells or boxes, or at least between two lines of text.

use crate::formats::svg::{PrintExtents, TableHeader};
use std::fmt;

/// The width and the height of an upright page in pixels of CSS, for A4 and for letter, with margins of 10 mm.
const PAGE: (i64, i64) = (718, 980);

/// The pages of a picture.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pages {
    pub(super) is_landscape: bool,
    /// The width of a page with the picture, in pixels of CSS.
    pub(super) width: i64,
    pub(super) parts: Vec<PagePart>,
}

/// The part of a picture that is on one page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PagePart {
    /// The edges of the labels of columns that are repeated above the part; empty if there are none.
    pub(super) header: (i64, i64),
    /// The upper and the lower edge of the part.
    pub(super) body: (i64, i64),
}

impl fmt::Display for PagePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PagePart { header, body } = self;
        write!(f, "{},{},{},{}", header.0, header.1, body.0, body.1)
    }
}

impl Pages {
    /// Divides a picture with a width and a height.
    pub(super) fn divide((width, height): (i64, i64), extents: &PrintExtents) -> Pages {
        // An upright page shows at least 4/5 of the size.
        let is_landscape = 4 * width > 5 * PAGE.0;
        let page = if is_landscape { (PAGE.1, PAGE.0) } else { PAGE };
        let shown = width.min(page.0);
        // The height of a page in the picture; a wider picture is scaled by `shown / width`.
        let capacity = page.1.saturating_mul(width) / shown.max(1);
        let blocks = merged(&extents.blocks);
        let lines = merged(&extents.lines);
        let mut parts = Vec::new();
        let mut top = 0;
        loop {
            let header = repeated_header(&extents.headers, top, capacity / 2);
            let room = capacity - (header.1 - header.0);
            if height - top <= room {
                parts.push(PagePart { header, body: (top, height) });
                return Pages { is_landscape, width: shown, parts };
            }
            let limit = top + room;
            let mut found = [&blocks, &lines].into_iter().map(|parts| before(parts, limit));
            // A page that is less than half full is worse than a divided box.
            let bottom = found.find(|&edge| edge > top + room / 2).unwrap_or(limit);
            parts.push(PagePart { header, body: (top, bottom) });
            top = bottom;
        }
    }
}

/// Returns the header of the table that a page begins inside; an empty one if there is none, or it exceeds a height.
fn repeated_header(headers: &[TableHeader], top: i64, most: i64) -> (i64, i64) {
    let mut inside = headers.iter().filter(|it| it.line.1 < top && top < it.end);
    let header = inside.next().map_or((0, 0), |it| it.line);
    if header.1 - header.0 > most { (0, 0) } else { header }
}

/// Returns the greatest edge up to `limit` that is inside no part.
fn before(parts: &[(i64, i64)], limit: i64) -> i64 {
    let after = parts.partition_point(|&(top, _)| top < limit);
    match after.checked_sub(1).and_then(|last| parts.get(last)) {
        Some(&(top, bottom)) if limit < bottom => top,
        _ => limit,
    }
}

/// Returns the unions of overlapping parts, in ascending order. Parts that touch stay apart.
fn merged(parts: &[(i64, i64)]) -> Vec<(i64, i64)> {
    let mut sorted = parts.to_vec();
    sorted.sort_unstable();
    let mut unions: Vec<(i64, i64)> = Vec::new();
    for (top, bottom) in sorted {
        match unions.last_mut() {
            Some(last) if top < last.1 => last.1 = last.1.max(bottom),
            _ => unions.push((top, bottom)),
        }
    }
    unions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extents(blocks: Vec<(i64, i64)>, lines: Vec<(i64, i64)>) -> PrintExtents {
        PrintExtents { blocks, lines, ..PrintExtents::default() }
    }

    fn bodies(size: (i64, i64), extents: &PrintExtents) -> Vec<(i64, i64)> {
        Pages::divide(size, extents).parts.iter().map(|part| part.body).collect()
    }

    #[test]
    fn small_picture_has_one_page_of_its_size() {
        let pages = Pages::divide((300, 980), &PrintExtents::default());
        let parts = vec![PagePart { header: (0, 0), body: (0, 980) }];
        assert_eq!(pages, Pages { is_landscape: false, width: 300, parts });
    }

    #[test]
    fn wide_picture_is_scaled_to_a_page_in_landscape() {
        let pages = Pages::divide((1960, 1436), &PrintExtents::default());
        let parts = vec![PagePart { header: (0, 0), body: (0, 1436) }];
        assert_eq!(pages, Pages { is_landscape: true, width: 980, parts });
        assert!(!Pages::divide((897, 100), &PrintExtents::default()).is_landscape);
        assert!(Pages::divide((898, 100), &PrintExtents::default()).is_landscape);
    }

    #[test]
    fn pages_end_between_blocks_then_between_lines() {
        let rows: Vec<(i64, i64)> = (0..100).map(|row| (24 * row, 24 * row + 24)).collect();
        let found = bodies((300, 2400), &extents(rows, Vec::new()));
        assert_eq!(found, [(0, 960), (960, 1920), (1920, 2400)], "rows of 24 pixels");
        let lines = (0..100).map(|row| (24 * row + 6, 24 * row + 24)).collect();
        let found = bodies((300, 2400), &extents(vec![(0, 2400)], lines));
        assert_eq!(found, [(0, 966), (966, 1946), (1946, 2400)], "one box with lines of text");
        let found = bodies((300, 2400), &extents(vec![(0, 2400)], vec![(0, 2400)]));
        assert_eq!(found, [(0, 980), (980, 1960), (1960, 2400)], "one part alone");
    }

    #[test]
    fn labels_of_columns_are_repeated_on_the_pages_of_a_table() {
        let mut table = extents(Vec::new(), Vec::new());
        table.headers = vec![TableHeader { line: (100, 120), end: 1500 }];
        let parts = Pages::divide((300, 2400), &table).parts;
        let header = |part: &PagePart| part.header;
        let headers: Vec<_> = parts.iter().map(header).collect();
        assert_eq!(headers, [(0, 0), (100, 120), (0, 0)]);
        assert_eq!(parts[1].body, (980, 1940), "the labels have 20 pixels of the page");
    }

    #[test]
    fn parts_that_overlap_have_no_edge_between_them() {
        assert_eq!(merged(&[(5, 9), (0, 4), (3, 6), (9, 12)]), [(0, 9), (9, 12)]);
        assert_eq!(before(&[(0, 9), (9, 12)], 10), 9);
        assert_eq!(before(&[(0, 9), (9, 12)], 9), 9);
        assert_eq!(before(&[(0, 9), (9, 12)], 14), 14);
    }
}
