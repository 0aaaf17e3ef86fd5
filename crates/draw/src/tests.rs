//! Tests of pictures as text.

use super::*;
use expect_test::expect;
use layout::transform::{Merge, Pad, Slice};
use layout::{AxisName, Elems, IndexSpace, LayoutBuilder, LogicalIndex, MemoryAxes};

fn strided(lengths: &[i64], strides: &[i64], offset: i64) -> Layout {
    let builder = LayoutBuilder::strided(lengths, strides, offset).unwrap();
    let dims = builder.base_dims().to_vec();
    builder.finish(&dims).unwrap()
}

fn drawn(layout: &Layout, name: &str, kind: &str) -> String {
    let options = DrawOptions { name: "@x".to_owned(), ..DrawOptions::default() };
    draw(layout, view(name).unwrap(), format(kind).unwrap(), &options).unwrap()
}

/// Returns the attributes of the cells of a picture.
fn cells(svg: &str) -> Vec<(Option<&str>, Option<&str>)> {
    let value = |tag: &'static str, text: &'_ str| -> Option<(usize, usize)> {
        let begin = text.find(tag)? + tag.len();
        Some((begin, begin + text[begin..].find('"')?))
    };
    let opened = svg.split("<g class=\"cell").skip(1);
    let attributes = opened.filter_map(|rest| rest.split_once('>')).map(|(head, _)| head);
    attributes
        .filter(|head| head.contains("data-"))
        .map(|head| {
            let of = |tag| value(tag, head).map(|(begin, end)| &head[begin..end]);
            (of("data-index=\""), of("data-offset=\""))
        })
        .collect()
}

/// Returns 5 of 8 channels in vectors of 4, with a halo of one pixel.
fn padded() -> Layout {
    let mut builder = LayoutBuilder::packed(&[2, 2, 4]).unwrap();
    let &[blocks, x, lanes] = builder.base_dims() else { panic!() };
    let whole = builder.apply(Merge, &[blocks, lanes]).unwrap();
    let channels = builder.apply(Slice { begin: 0, end: 5 }, &whole).unwrap();
    let x = builder.apply(Pad { low: 1, high: 0 }, &[x]).unwrap();
    builder.finish(&[channels[0], x[0]]).unwrap()
}

#[test]
fn grid_cells_have_the_offsets_of_the_layout() {
    for layout in [padded(), strided(&[2, 3, 4], &[1, 20, 5], 3), strided(&[], &[], 7)] {
        let svg = drawn(&layout, "grid", "svg");
        let lengths = layout.shape().values().map(|len| len.get().unwrap());
        let space = IndexSpace::below(lengths);
        let expected = space.iter().map(|at| {
            let index = LogicalIndex::new(at.iter().copied()).unwrap();
            let offset = layout.offset_of(&index).unwrap().map(Elems::get);
            (Some(picture::index_text(&at)), offset.map(|offset| offset.to_string()))
        });
        let found = cells(&svg).into_iter();
        let found = found.map(|(at, offset)| (at.map(str::to_owned), offset.map(str::to_owned)));
        assert!(expected.eq(found), "{svg}");
    }
}

#[test]
fn strip_cells_have_their_least_owners_and_padding_has_none() {
    for layout in [padded(), strided(&[4, 5], &[8, 1], 2), strided(&[3, 2], &[0, 2], 1)] {
        let svg = drawn(&layout, "strip", "svg");
        let slots = layout.allocation().unwrap().get();
        let expected = (0..slots).map(|slot| {
            let first = layout.owners_of(Elems::new(slot)).unwrap().first;
            let at = first.map(|at| picture::index_text(&at.values().copied().collect::<Vec<_>>()));
            (at, Some(slot.to_string()))
        });
        let found = cells(&svg).into_iter();
        let found = found.map(|(at, offset)| (at.map(str::to_owned), offset.map(str::to_owned)));
        assert!(expected.eq(found), "{svg}");
        // The picture has a title, too.
        assert_eq!(svg.matches("<title>").count(), slots as usize + 1, "{svg}");
    }
}

#[test]
fn text_marks_padding_gaps_and_invalid_indices() {
    expect![[r#"
        @x
          shape [5, 3]
          memory [2, 2, 4] strides [8, 4, 1]; 16 elements
          order m0 m1 m2, outermost first

        d0\d1   0  1  2
            0      0  4
            1      1  5
            2      2  6
            3      3  7
            4      8 12
    "#]]
    .assert_eq(&drawn(&padded(), "grid", "text"));
    expect![[r#"
        @x
          shape [5, 3]
          memory [2, 2, 4] strides [8, 4, 1]; 16 elements
          order m0 m1 m2, outermost first

        index d0,d1 of each slot
        slot   +0  +1  +2  +3  +4  +5  +6  +7
           0  0,1 1,1 2,1 3,1 0,2 1,2 2,2 3,2
           8  4,1  //  //  // 4,2  //  //  //
    "#]]
    .assert_eq(&drawn(&padded(), "strip", "text"));
    expect![[r#"
        @x
          shape [3]
          memory [3] strides [2] offset 1; 7 elements

        index d0 of each slot
        slot  +0 +1
           0      0
           2      1
           4      2
           6
    "#]]
    .assert_eq(&drawn(&strided(&[3], &[2], 1), "strip", "text"));
    expect![[r#"
        @x
          shape [5, 3]
          memory [2, 2, 4] strides [8, 4, 1]; 16 elements
          order m0 m1 m2, outermost first

          logical index
              d0[5] d1[3]
          slice from 0 to 5
              d0[5] -> #4[8]
          pad low 1 high 0
              d1[3] -> m1[2]
          merge
              #4[8] -> m0[2] m2[4]
          memory
              strides [8, 4, 1]
              offset 0
              m0[2] m1[2] m2[4]
    "#]]
    .assert_eq(&drawn(&padded(), "pipeline", "text"));
}

#[test]
fn pictures_of_256_cells_are_whole_and_larger_ones_are_cut_with_a_note() {
    for lengths in [&[256_i64][..], &[256, 1], &[1, 256], &[4, 2, 32], &[64, 2, 2], &[128, 2]] {
        let strides = vec![1; lengths.len()];
        for kind in ["text", "svg", "html"] {
            let text = drawn(&strided(lengths, &strides, 0), "grid", kind);
            assert!(!text.contains("cut"), "{lengths:?}");
            if kind != "text" {
                assert_eq!(cells(&text).len(), 256, "{lengths:?}");
            }
        }
    }
    let large = strided(&[1000, 1000, 1000], &[1_000_000, 1000, 1], 0);
    for kind in ["text", "svg", "html"] {
        for name in ["grid", "strip"] {
            let text = drawn(&large, name, kind);
            assert!(text.contains("cut: ") && text.len() < 2_000_000, "{name} {kind}");
        }
    }
}

/// Checks the marks next to the last rows and columns that are shown.
#[test]
fn cuts_are_marked_at_their_places() {
    for (lengths, columns, rows) in [
        (&[4, 200][..], 1, 0),
        (&[200, 4], 0, 1),
        (&[200, 200], 1, 1),
        (&[16, 16], 0, 0),
        (&[300], 1, 0),
    ] {
        let text = drawn(&strided(lengths, &vec![1; lengths.len()], 0), "grid", "text");
        let header =
            text.lines().filter(|line| line.starts_with("d0") && line.ends_with(" ...")).count();
        let labels = text.lines().filter(|line| line.trim() == "...").count();
        assert_eq!(header, columns, "{lengths:?}: {text}");
        assert_eq!(labels > 0, rows > 0, "{lengths:?}: {text}");
    }
    let strip = drawn(&strided(&[1000], &[1], 0), "strip", "text");
    assert_eq!(strip.lines().filter(|line| line.trim() == "...").count(), 1, "{strip}");
}

/// Checks that no band ends within elements of one bank or one vector.
#[test]
fn bands_keep_groups_whole() {
    for (bits, bank_bytes) in [(8, 4), (16, 4), (8, 3), (16, 6), (32, 20)] {
        let elem = layout::ElemSize::new(layout::Bits::new(bits)).unwrap();
        let dims = vec![layout::Dim::new(1).unwrap()];
        let access = layout::Access { dims, lanes: 8, banks: 8, bank_bytes, elem };
        let mut options = DrawOptions { shade: Shade::Bank, ..DrawOptions::default() };
        options.access = Some(access);
        let tile = strided(&[2, 60], &[60, 1], 0).with_elem(elem);
        let text = draw(&tile, view("grid").unwrap(), format("text").unwrap(), &options).unwrap();
        let group =
            usize::try_from(i64::from(u32::try_from(bank_bytes).unwrap()) * 8 / bits).unwrap();
        let headers = text.lines().filter(|line| line.starts_with("d0\\d1"));
        let firsts: Vec<usize> =
            headers.map(|line| line.split_whitespace().nth(1).unwrap().parse().unwrap()).collect();
        assert!(firsts.len() > 2, "{text}");
        assert!(firsts.iter().all(|first| first % group == 0), "{bits}: {firsts:?}\n{text}");
    }
}

#[test]
fn lanes_banks_and_the_proposal_are_those_of_the_analysis() {
    let tile = strided(&[8, 8], &[8, 1], 0);
    let elem = layout::ElemSize::new(layout::Bits::new(32)).unwrap();
    let dims = vec![layout::Dim::new(0).unwrap()];
    let access = layout::Access { dims, lanes: 8, banks: 8, bank_bytes: 4, elem };
    let shade = shade("bank").unwrap();
    let name = "@tile".to_owned();
    let options = DrawOptions { name, shade, access: Some(access), ..DrawOptions::default() };
    let text = draw(&tile, view("grid").unwrap(), format("text").unwrap(), &options).unwrap();
    expect![[r#"
        @tile
          shape [8, 8]
          memory [8, 8] strides [8, 1]; 64 elements
          order d0 d1, outermost first
          8 lanes along d0; 8 banks of 4 bytes
          worst group at (0,0): conflict degree 8; transactions of 32 bytes: 8 (ideal
            1), of 128 bytes: 2 (ideal 1)

        as is
        d0\d1       0      1      2      3      4      5      6      7
            0   0 b0!   1 b1   2 b2   3 b3   4 b4   5 b5   6 b6   7 b7
            1   8 b0!   9 b1  10 b2  11 b3  12 b4  13 b5  14 b6  15 b7
            2  16 b0!  17 b1  18 b2  19 b3  20 b4  21 b5  22 b6  23 b7
            3  24 b0!  25 b1  26 b2  27 b3  28 b4  29 b5  30 b6  31 b7
            4  32 b0!  33 b1  34 b2  35 b3  36 b4  37 b5  38 b6  39 b7
            5  40 b0!  41 b1  42 b2  43 b3  44 b4  45 b5  46 b6  47 b7
            6  48 b0!  49 b1  50 b2  51 b3  52 b4  53 b5  54 b6  55 b7
            7  56 b0!  57 b1  58 b2  59 b3  60 b4  61 b5  62 b6  63 b7

        proposed
        d0\d1      0     1     2     3     4     5     6     7
            0   0 b0  1 b1  2 b2  3 b3  4 b4  5 b5  6 b6  7 b7
            1   9 b1  8 b0 11 b3 10 b2 13 b5 12 b4 15 b7 14 b6
            2  18 b2 19 b3 16 b0 17 b1 22 b6 23 b7 20 b4 21 b5
            3  27 b3 26 b2 25 b1 24 b0 31 b7 30 b6 29 b5 28 b4
            4  36 b4 37 b5 38 b6 39 b7 32 b0 33 b1 34 b2 35 b3
            5  45 b5 44 b4 47 b7 46 b6 41 b1 40 b0 43 b3 42 b2
            6  54 b6 55 b7 52 b4 53 b5 50 b2 51 b3 48 b0 49 b1
            7  63 b7 62 b6 61 b5 60 b4 59 b3 58 b2 57 b1 56 b0

          proposed: worst group at (0,0): conflict degree 1; transactions of 32 bytes: 8
            (ideal 1), of 128 bytes: 2 (ideal 1)
          layout.descriptor @swizzled {
            %d0, %d1 = layout.from @tile
            %row_x, %column_x = layout.xor %d0, %d1
            layout.yield %row_x, %column_x
          }
    "#]]
    .assert_eq(&text);
}

#[test]
fn names_are_suggested() {
    let message = |error: DrawError| error.to_string();
    assert_eq!(message(view("grd").unwrap_err()), "unknown view `grd`; did you mean `grid`?");
    assert_eq!(
        message(format("png").unwrap_err()),
        "unknown format `png`; the formats are html, svg, text"
    );
    assert_eq!(message(shade("lane2").unwrap_err()), "unknown shade `lane2`; did you mean `lane`?");
    assert!(VIEWS.windows(2).all(|pair| pair[0].name < pair[1].name));
    assert!(FORMATS.windows(2).all(|pair| pair[0].name < pair[1].name));
}

#[test]
fn color_is_used_only_on_request() {
    let layout = strided(&[2, 4], &[4, 1], 0);
    let options = DrawOptions { color: true, ..DrawOptions::default() };
    let colored = draw(&layout, view("grid").unwrap(), format("text").unwrap(), &options).unwrap();
    assert!(colored.contains("\x1b["));
    assert!(!drawn(&layout, "grid", "text").contains('\x1b'));
}

/// Returns the operand A of `mma.m16n8k8` of `f16`, with this number of copies on the axis `warp`.
fn operand(copies: i64) -> Placement {
    let mut builder = LayoutBuilder::strided(&[2, 8, 4, 2, copies], &[2, 4, 1, 1, 1], 0).unwrap();
    let &[high, group, thread, low, copy] = builder.base_dims() else { panic!() };
    let row = builder.apply(Merge, &[high, group]).unwrap();
    let column = builder.apply(Merge, &[thread, low]).unwrap();
    let layout = builder.finish(&[row[0], column[0], copy]).unwrap();
    let axes = ["register", "lane", "lane", "register", "warp"];
    let axes = MemoryAxes::new(axes.into_iter().filter_map(AxisName::new));
    Placement::new(layout, axes, 1, Vec::new()).unwrap()
}

fn drawn_placement(placement: &Placement, name: &str, kind: &str) -> String {
    let options = DrawOptions { name: "@a".to_owned(), ..DrawOptions::default() };
    draw_placement(placement, view(name).unwrap(), format(kind).unwrap(), &options).unwrap()
}

#[test]
fn placements_are_drawn_by_index_and_by_slot() {
    expect![[r#"
        @a
          shape [16, 8]
          axes warp below 1, lane below 32, register below 4
          128 of 128 slots hold an index

        d0\d1       0      1      2      3      4      5      6      7
            0   T0:R0  T0:R1  T1:R0  T1:R1  T2:R0  T2:R1  T3:R0  T3:R1
            1   T4:R0  T4:R1  T5:R0  T5:R1  T6:R0  T6:R1  T7:R0  T7:R1
            2   T8:R0  T8:R1  T9:R0  T9:R1 T10:R0 T10:R1 T11:R0 T11:R1
            3  T12:R0 T12:R1 T13:R0 T13:R1 T14:R0 T14:R1 T15:R0 T15:R1
            4  T16:R0 T16:R1 T17:R0 T17:R1 T18:R0 T18:R1 T19:R0 T19:R1
            5  T20:R0 T20:R1 T21:R0 T21:R1 T22:R0 T22:R1 T23:R0 T23:R1
            6  T24:R0 T24:R1 T25:R0 T25:R1 T26:R0 T26:R1 T27:R0 T27:R1
            7  T28:R0 T28:R1 T29:R0 T29:R1 T30:R0 T30:R1 T31:R0 T31:R1
            8   T0:R2  T0:R3  T1:R2  T1:R3  T2:R2  T2:R3  T3:R2  T3:R3
            9   T4:R2  T4:R3  T5:R2  T5:R3  T6:R2  T6:R3  T7:R2  T7:R3
           10   T8:R2  T8:R3  T9:R2  T9:R3 T10:R2 T10:R3 T11:R2 T11:R3
           11  T12:R2 T12:R3 T13:R2 T13:R3 T14:R2 T14:R3 T15:R2 T15:R3
           12  T16:R2 T16:R3 T17:R2 T17:R3 T18:R2 T18:R3 T19:R2 T19:R3
           13  T20:R2 T20:R3 T21:R2 T21:R3 T22:R2 T22:R3 T23:R2 T23:R3
           14  T24:R2 T24:R3 T25:R2 T25:R3 T26:R2 T26:R3 T27:R2 T27:R3
           15  T28:R2 T28:R3 T29:R2 T29:R3 T30:R2 T30:R3 T31:R2 T31:R3
    "#]]
    .assert_eq(&drawn_placement(&operand(1), "grid", "text"));
    expect![[r#"
        @a
          shape [16, 8]
          axes warp below 2, lane below 32, register below 4
          2 slots hold each index, and the first is shown
          256 of 256 slots hold an index

        warp=0                               warp=1
        lane\register     0    1    2    3   lane\register     0    1    2    3
                    0   0,0  0,1  8,0  8,1               0   0,0  0,1  8,0  8,1
                    1   0,2  0,3  8,2  8,3               1   0,2  0,3  8,2  8,3
                    2   0,4  0,5  8,4  8,5               2   0,4  0,5  8,4  8,5
                    3   0,6  0,7  8,6  8,7               3   0,6  0,7  8,6  8,7
                    4   1,0  1,1  9,0  9,1               4   1,0  1,1  9,0  9,1
                    5   1,2  1,3  9,2  9,3               5   1,2  1,3  9,2  9,3
                    6   1,4  1,5  9,4  9,5               6   1,4  1,5  9,4  9,5
                    7   1,6  1,7  9,6  9,7               7   1,6  1,7  9,6  9,7
                    8   2,0  2,1 10,0 10,1               8   2,0  2,1 10,0 10,1
                    9   2,2  2,3 10,2 10,3               9   2,2  2,3 10,2 10,3
                   10   2,4  2,5 10,4 10,5              10   2,4  2,5 10,4 10,5
                   11   2,6  2,7 10,6 10,7              11   2,6  2,7 10,6 10,7
                   12   3,0  3,1 11,0 11,1              12   3,0  3,1 11,0 11,1
                   13   3,2  3,3 11,2 11,3              13   3,2  3,3 11,2 11,3
                   14   3,4  3,5 11,4 11,5              14   3,4  3,5 11,4 11,5
                   15   3,6  3,7 11,6 11,7              15   3,6  3,7 11,6 11,7
                   16   4,0  4,1 12,0 12,1              16   4,0  4,1 12,0 12,1
                   17   4,2  4,3 12,2 12,3              17   4,2  4,3 12,2 12,3
                   18   4,4  4,5 12,4 12,5              18   4,4  4,5 12,4 12,5
                   19   4,6  4,7 12,6 12,7              19   4,6  4,7 12,6 12,7
                   20   5,0  5,1 13,0 13,1              20   5,0  5,1 13,0 13,1
                   21   5,2  5,3 13,2 13,3              21   5,2  5,3 13,2 13,3
                   22   5,4  5,5 13,4 13,5              22   5,4  5,5 13,4 13,5
                   23   5,6  5,7 13,6 13,7              23   5,6  5,7 13,6 13,7
                   24   6,0  6,1 14,0 14,1              24   6,0  6,1 14,0 14,1
                   25   6,2  6,3 14,2 14,3              25   6,2  6,3 14,2 14,3
                   26   6,4  6,5 14,4 14,5              26   6,4  6,5 14,4 14,5
                   27   6,6  6,7 14,6 14,7              27   6,6  6,7 14,6 14,7
                   28   7,0  7,1 15,0 15,1              28   7,0  7,1 15,0 15,1
                   29   7,2  7,3 15,2 15,3              29   7,2  7,3 15,2 15,3
                   30   7,4  7,5 15,4 15,5              30   7,4  7,5 15,4 15,5
                   31   7,6  7,7 15,6 15,7              31   7,6  7,7 15,6 15,7
    "#]]
    .assert_eq(&drawn_placement(&operand(2), "slots", "text"));
}

#[test]
fn cells_of_placements_have_all_slots_and_the_title_names_them() {
    let svg = drawn_placement(&operand(2), "grid", "svg");
    let slots = ["warp=0,lane=5,register=3", "warp=1,lane=5,register=3"];
    let title = format!("<title>index (9,3), {}</title>", slots.join("; "));
    let cell = format!("data-index=\"9,3\" data-slot=\"{}\">{title}", slots[0]);
    assert!(svg.contains(&cell), "{svg}");
    assert!(svg.contains(">W0:T5:R3<"), "{svg}");
    assert_eq!(svg.matches("data-slot=").count(), 128);
    let table = drawn_placement(&operand(2), "slots", "html");
    assert!(table.contains("data-index=\"9,3\" data-slot=\"warp=1,lane=5,register=3\""));
    assert_eq!(table.matches("data-slot=").count(), 256);
}

#[test]
fn views_and_shades_of_memory_refuse_placements() {
    let message = |name: &str, shade: &str| {
        let options = DrawOptions { shade: super::shade(shade).unwrap(), ..DrawOptions::default() };
        let view = view(name).unwrap();
        draw_placement(&operand(1), view, format("text").unwrap(), &options)
            .unwrap_err()
            .to_string()
    };
    for name in ["strip", "pipeline"] {
        assert!(message(name, "vector").contains("shows memory"), "{name}");
    }
    assert!(message("graph", "vector").contains("shows a function"));
    assert!(message("grid", "bank").contains("the shade `bank` shows memory"));
    assert!(message("slots", "offset").contains("the shade `offset` shows memory"));
    let memory = strided(&[4, 8], &[8, 1], 0);
    let of = |name: &str, shade: &str| {
        let options = DrawOptions { shade: super::shade(shade).unwrap(), ..DrawOptions::default() };
        draw(&memory, view(name).unwrap(), format("text").unwrap(), &options)
    };
    assert!(of("grid", "warp").unwrap_err().to_string().contains("no registers and no warps"));
    assert!(of("slots", "warp").unwrap_err().to_string().contains("does not use the axis `warp`"));
    assert!(of("slots", "vector").unwrap().contains("1,0 1,1 1,2"));
}

#[test]
fn large_pictures_of_placements_are_cut_with_a_note() {
    let lengths = [1000, 1000];
    let builder = LayoutBuilder::strided(&lengths, &[1, 1], 0).unwrap();
    let dims = builder.base_dims().to_vec();
    let axes = MemoryAxes::new([AxisName::LANE, AxisName::REGISTER]);
    let layout = builder.finish(&dims).unwrap();
    let large = Placement::new(layout, axes, 0, Vec::new()).unwrap();
    for kind in ["text", "svg", "html"] {
        for name in ["grid", "slots"] {
            let text = drawn_placement(&large, name, kind);
            assert!(text.contains("cut: ") && text.len() < 3_000_000, "{name} {kind}");
        }
    }
    assert!(!drawn_placement(&operand(2), "slots", "text").contains("cut"));
}
