//! Tests of matrices in blocks against the text of the extension, computed byte by byte.

use super::tests::shape;
use super::{BlockStride, Format, FormatLayout, FormatType, FormatUse};
use crate::{Bits, ElemSize, LogicalIndex};
use expect_test::expect;

/// Returns the byte of an element, from the words of the extension: blocks of 64 bytes, of 4 rows each, in row-major or
/// column-major order, and interleaved by 4 bytes in groups.
fn byte_of(
    by_rows: bool,
    stride: i64,
    [rows, columns]: [i64; 2],
    [m, n]: [i64; 2],
    elem: i64,
) -> i64 {
    let width = 16 / elem;
    let block = match by_rows {
        true => (m / 4) * (columns / width) + n / width,
        false => (n / width) * (rows / 4) + m / 4,
    };
    let inside = (m % 4) * 16 + (n % width) * elem;
    let (group, member) = (block / stride, block % stride);
    group * stride * 64 + (inside / 4) * stride * 4 + member * 4 + inside % 4
}

fn matrix(name: &str, stride: i64) -> FormatUse {
    let format = FormatUse::new(Format::from_name(name).unwrap());
    FormatUse { stride: BlockStride::new(stride), ..format }
}

fn names() -> [(&'static str, bool); 2] {
    [("row_blocked_interleaved", true), ("column_blocked_interleaved", false)]
}

#[test]
fn bytes_are_those_of_the_extension() {
    let mut compared = 0;
    for (name, by_rows) in names() {
        for (elem, stride) in [1, 2, 4, 8]
            .into_iter()
            .flat_map(|elem| BlockStride::LEGAL.map(|stride| (elem, stride)))
        {
            if elem == 8 && stride != 1 {
                continue;
            }
            let lens = [4 * stride * 3, 16 / elem * stride * 2];
            let size = ElemSize::new(Bits::new(elem * 8)).unwrap();
            for leading in [vec![], vec![2], vec![2, 3]] {
                let whole: Vec<i64> = leading.iter().copied().chain(lens).collect();
                let layout =
                    FormatLayout::new(matrix(name, stride), shape(&whole), size).layout().unwrap();
                let images: i64 = leading.iter().product();
                for (at, image) in (0..images).enumerate() {
                    let mut index = Vec::new();
                    let mut rest = at as i64;
                    for &len in leading.iter().rev() {
                        index.insert(0, rest % len);
                        rest /= len;
                    }
                    for (m, n) in (0..lens[0]).flat_map(|m| (0..lens[1]).map(move |n| (m, n))) {
                        let index: Vec<i64> = index.iter().copied().chain([m, n]).collect();
                        let expected = byte_of(by_rows, stride, lens, [m, n], elem);
                        let begin = image * lens[0] * lens[1] * elem;
                        let offset = layout
                            .offset_of(&LogicalIndex::new(index).unwrap())
                            .unwrap()
                            .unwrap()
                            .get();
                        assert_eq!(
                            offset * elem,
                            begin + expected,
                            "{name} {stride} {elem} {m} {n}"
                        );
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn parts_of_groups_are_reported() {
    let found = |format: FormatUse, lens: &[i64], elem: &'static str| {
        let violations = format.violations(&shape(lens), &FormatType::new(elem));
        violations.iter().map(|it| format!("{}: {it}\n", it.rule.code())).collect::<String>()
    };
    let row = |stride| matrix("row_blocked_interleaved", stride);
    let column = |stride| matrix("column_blocked_interleaved", stride);
    assert_eq!(found(row(2), &[4, 16], "f16"), "");
    assert_eq!(found(column(4), &[16, 8], "f16"), "");
    let texts = [
        found(row(2), &[6, 24], "f16"),
        found(column(2), &[12, 8], "f16"),
        found(row(4), &[4, 16], "f64"),
        found(row(1), &[4, 16], "i4"),
        found(row(1), &[16], "f16"),
        found(matrix("row_blocked_interleaved", 3), &[4, 16], "f16"),
    ];
    expect![[r#"
        blocks: the number of rows (d0) must be a multiple of 4, but is 6; format `row_blocked_interleaved, stride = 2` stores 4 rows in a group of blocks
        blocks: the number of columns (d1) must be a multiple of 16, but is 24; format `row_blocked_interleaved, stride = 2` stores 16 columns in a group of blocks
        blocks: the number of rows (d0) must be a multiple of 8, but is 12; format `column_blocked_interleaved, stride = 2` stores 8 rows in a group of blocks
        blocks: format `row_blocked_interleaved, stride = 4` cannot hold elements of 64 bits; blocks hold elements of 1, 2 or 4 bytes, and with `stride = 1` also of 8 bytes
        type: format `row_blocked_interleaved` does not support i4; it supports f16, bf16, f32, f64, f8E4M3FN, f8E5M2, i8, i16, i32, i64, ui8, ui16, ui32 or ui64
        rank: format `row_blocked_interleaved` requires at least 2 dims, but the tensor has 1; the last two dims are rows and columns
        stride: format `row_blocked_interleaved` requires a stride; it is the number of interleaved blocks, as in `row_blocked_interleaved, stride = 2`
    "#]].assert_eq(&texts.concat());
}

#[test]
fn parameters_are_those_of_the_family() {
    let row = FormatUse::new(Format::from_name("row_blocked_interleaved").unwrap());
    let chw4 = FormatUse::new(Format::from_name("chw4").unwrap());
    let text = |of: FormatUse, word, value| match of.with_parameter(word, value) {
        Ok(of) => format!("{of}\n"),
        Err(fault) => format!("error: {fault}\n"),
    };
    let texts = [
        text(row, "stride", Some("2")),
        text(row, "stride", Some("3")),
        text(row, "stride", None),
        text(row, "trt8", None),
        text(row, "strid", Some("1")),
        text(chw4, "stride", Some("2")),
        text(chw4, "orin", Some("2")),
    ];
    expect![[r#"
        row_blocked_interleaved, stride = 2
        error: `stride` must be 1, 2 or 4, but is 3
        error: `stride` requires a value: 1, 2 or 4
        error: format `row_blocked_interleaved` has no parameter `trt8`
        error: `strid` does not accept a value, but has `1`
        error: format `chw4` has no parameter `stride`
        error: `orin` does not accept a value, but has `2`
    "#]]
    .assert_eq(&texts.concat());
}
