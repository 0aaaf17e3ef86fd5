//! Tests of `canonicalize-layouts`: the spelling of each kind of layout, and two properties: addresses are preserved,
//! and the pass is idempotent.

use super::*;
use crate::testing::{Ran, run};
use expect_test::{Expect, expect};
use ir::diag::Sink;
use ir::layout::{LogicalIndex, Shape};
use ir::source::SourceMap;
use proptest::prelude::*;
use std::fmt::Write;

fn parse(text: &str) -> Module {
    let (registry, mut sink, mut sources) =
        (Registry::new(), Sink::default(), SourceMap::default());
    let base = sources.add("test", text).unwrap();
    let module = parser::parse(text, base, &registry, &mut sink);
    module.unwrap_or_else(|| panic!("{text}\n{:?}", sink.diags()))
}

fn canonicalize(text: &str) -> Ran {
    run(&CanonicalizeLayouts, parse(text), None)
}

/// Compares the lines of the result that declare tensors or have values. Lines common to all tests are left out.
#[track_caller]
fn check(text: &str, expect: Expect) {
    let ran = canonicalize(text);
    assert_eq!(ran.diagnostics(), "");
    same_addresses(text, &ran);
    let after = ran.text();
    let again = run(&CanonicalizeLayouts, ran.module, None);
    assert_eq!((again.text(), again.stats.get("types respelled")), (after.clone(), 0));
    let kept = ["layout.tensor", "func.func", "\"t.", "return"];
    let shown = after.lines().filter(|line| kept.iter().any(|kept| line.contains(kept)));
    expect.assert_eq(&shown.map(str::trim).collect::<Vec<_>>().join("\n"));
}

/// Returns all indices in row-major order; a dynamic dim has length 3 here.
fn indices(shape: &Shape) -> Vec<LogicalIndex> {
    let lengths = shape.values().map(|len| len.get().unwrap_or(3));
    let all = lengths.fold(vec![Vec::new()], |all, length| {
        let more =
            |index: Vec<i64>| (0..length).map(move |last| [index.clone(), vec![last]].concat());
        all.into_iter().flat_map(more).collect()
    });
    all.into_iter().map(|index| LogicalIndex::new(index).unwrap()).collect()
}

/// Checks that every declared tensor has each element at the same offset as before.
#[track_caller]
fn same_addresses(before: &str, after: &Ran) {
    let (before, registry) = (parse(before), Registry::new());
    let old = Layouts::new(&before, &registry);
    let new = Layouts::new(&after.module, &registry);
    let declares =
        |op: &ir::Op| registry.op_def(&before, *op).is_some_and(|def| def.tensor.is_some());
    for op in before.ops(before.body()).filter(declares) {
        let name = before.symbol(op).unwrap();
        let (old, new) = (old.symbol(name).unwrap(), new.symbol(name).unwrap());
        assert_eq!(old.shape(), new.shape());
        for index in indices(old.shape()) {
            assert_eq!(old.offset_of(&index), new.offset_of(&index), "@{name} at {index}");
        }
    }
}

const DESCRIPTORS: &str = "
layout.descriptor @transposed {
  %a, %b = layout.aligned [5, 3] to 4
  %0 = layout.pass_through %a
  %1 = layout.pass_through %b
  layout.yield %1, %0
}
layout.descriptor @blocks {
  %m = layout.strided [24] strides [1] offset 2
  %a, %b = layout.unmerge %m into [4, 6]
  %c = layout.slice %b from 0 to 3
  layout.yield %a, %c
}
layout.descriptor @tiles {
  %a, %b = layout.packed [6, 4]
  %m = layout.merge %a, %b
  %c, %d = layout.unmerge %m into [3, 8]
  layout.yield %d, %c
}
layout.descriptor @padded {
  %a = layout.packed [4]
  %0 = layout.pad %a low 1 high 1
  layout.yield %0
}
layout.descriptor @padded_too {
  %a = layout.packed [4]
  %0 = layout.pad %a low 2 high 1
  %1 = layout.slice %0 from 1 to 7
  layout.yield %1
}
layout.descriptor @padded_once_more {
  %0 = layout.from @padded_too
  layout.yield %0
}
layout.descriptor @backwards {
  %a = layout.strided [4] strides [-1] offset 3
  %0 = layout.pass_through %a
  layout.yield %0
}
layout.descriptor @broadcast {
  %a = layout.packed [4]
  %0 = layout.pass_through %a
  %1 = layout.insert 3
  layout.yield %1, %0
}
layout.descriptor @last_columns {
  %a, %b = layout.packed [4, 5]
  %0 = layout.pass_through %a
  %1 = layout.slice %b from 3 to 5
  layout.yield %0, %1
}
layout.descriptor @first_row {
  %a, %b = layout.packed [4, 5]
  layout.freeze %a at 0
  %1 = layout.pass_through %b
  layout.yield %1
}
layout.descriptor @below {
  %a = layout.strided [4] strides [1] offset -2
  %0 = layout.pass_through %a
  layout.yield %0
}
";

fn with(tensors: &str) -> String {
    format!("{DESCRIPTORS}{tensors}")
}

#[test]
fn permuting_descriptor_becomes_order() {
    check(
        &with(
            "layout.tensor @a : tensor<3x5xf16, {layout = @transposed}>
             layout.tensor @b : tensor<4x3xf16, {layout = @blocks}>
             layout.tensor @c : tensor<4x3xf16, {layout = @blocks, offset = 7}>
             layout.tensor @d : tensor<8x3xf16, {layout = @tiles}>",
        ),
        expect![[r#"
            layout.tensor @a : tensor<3x5xf16, {order = #CN, strides = [1, 4]}>
            layout.tensor @b : tensor<4x3xf16, {offset = 2 : i64, order = #NC, strides = [6, 1]}>
            layout.tensor @c : tensor<4x3xf16, {offset = 9 : i64, order = #NC, strides = [6, 1]}>
            layout.tensor @d : tensor<8x3xf16, {order = #CN, strides = [1, 8]}>"#]],
    );
}

#[test]
fn layouts_without_strides_are_kept() {
    check(
        &with(
            "layout.tensor @a : tensor<6xf16, {layout = @padded}>
             layout.tensor @b : tensor<4xf16, {layout = @backwards, offset = 0}>
             layout.tensor @c : tensor<3x4xf16, {layout = @broadcast}>
             layout.tensor @d : tensor<4xf16, {layout = @below}>
             layout.tensor @e : tensor<1x5x4x4xi8, {format = #layout.format<chw4>}>",
        ),
        expect![[r#"
            layout.tensor @a : tensor<6xf16, {layout = @padded}>
            layout.tensor @b : tensor<4xf16, {layout = @backwards}>
            layout.tensor @c : tensor<3x4xf16, {layout = @broadcast}>
            layout.tensor @d : tensor<4xf16, {layout = @below}>
            layout.tensor @e : tensor<1x5x4x4xi8, {format = #layout.format<chw4>}>"#]],
    );
}

#[test]
fn size_of_buffer_is_preserved() {
    check(
        &with(
            "layout.tensor @rows : tensor<?x5xf16>
             layout.descriptor @endless_columns {
               %a, %b = layout.from @rows
               %0 = layout.pass_through %a
               %1 = layout.slice %b from 3 to 5
               layout.yield %0, %1
             }
             layout.descriptor @endless_rows {
               %a, %b = layout.from @rows
               %0 = layout.pass_through %a
               %1 = layout.slice %b from 0 to 2
               layout.yield %0, %1
             }
             layout.tensor @a : tensor<4x2xf16, {layout = @last_columns}>
             layout.tensor @b : tensor<5xf16, {layout = @first_row}>
             layout.tensor @c : tensor<?x2xf16, {layout = @endless_columns}>
             layout.tensor @d : tensor<?x2xf16, {layout = @endless_rows}>",
        ),
        expect![[r#"
            layout.tensor @rows : tensor<?x5xf16>
            layout.tensor @a : tensor<4x2xf16, {layout = @last_columns}>
            layout.tensor @b : tensor<5xf16, {layout = @first_row}>
            layout.tensor @c : tensor<?x2xf16, {layout = @endless_columns}>
            layout.tensor @d : tensor<?x2xf16, {order = #NC, strides = [5, 1]}>"#]],
    );
}

#[test]
fn equal_descriptors_become_the_first() {
    check(
        &with(
            "layout.tensor @a : tensor<6xf16, {layout = @padded_once_more}>
             layout.tensor @b : tensor<6xf16, {layout = @padded_too, offset = 2}>
             layout.tensor @c : tensor<6xi8, {layout = @padded}>",
        ),
        expect![[r#"
            layout.tensor @a : tensor<6xf16, {layout = @padded}>
            layout.tensor @b : tensor<6xf16, {layout = @padded, offset = 2 : i64}>
            layout.tensor @c : tensor<6xi8, {layout = @padded}>"#]],
    );
}

#[test]
fn layout_is_never_based_on_itself() {
    check(
        "layout.descriptor @a {
           %0 = layout.from @x
           layout.yield %0
         }
         layout.descriptor @b {
           %m = layout.packed [4]
           %0 = layout.pad %m low 1 high 1
           layout.yield %0
         }
         layout.tensor @x : tensor<6xf16, {layout = @b}>
         layout.tensor @y : tensor<6xf16, {layout = @a}>",
        expect![[r#"
            layout.tensor @x : tensor<6xf16, {layout = @b}>
            layout.tensor @y : tensor<6xf16, {layout = @a}>"#]],
    );
}

#[test]
fn padding_format_becomes_order_with_requirements() {
    check(
        "layout.tensor @a : tensor<1x3x4x6xf16, {format = #layout.format<hwc8>}>
         layout.tensor @b : tensor<2x3xf32, {format = #layout.format<linear>, offset = 8}>
         layout.tensor @c : tensor<2x3x5x7xi8, {format = #layout.format<dla_linear>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>",
        expect![[r#"
            layout.tensor @a : tensor<1x3x4x6xf16, {order = #NHWC, reqs = #layout.reqs<m0: fixed<192 elems>, m1: fixed<48 elems>, m2: fixed<8 elems>, m3: fixed<1 elems>>}>
            layout.tensor @b : tensor<2x3xf32, {offset = 8 : i64, order = #NC, reqs = #layout.reqs<m0: fixed<3 elems>, m1: fixed<1 elems>>}>
            layout.tensor @c : tensor<2x3x5x7xi8, {order = #NCHW, reqs = #layout.reqs<m0: fixed<960 elems>, m1: fixed<320 elems>, m2: aligned<64 bytes>, m2: fixed<64 elems>, m3: fixed<1 elems>>}>"#]],
    );
}

#[test]
fn unit_dims_have_canonical_order_and_strides() {
    check(
        "#nhwc = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
         layout.tensor @a : tensor<1x1x4x5xf16, {order = #nhwc, strides = [100, 1, 5, 1]}>
         layout.tensor @b : tensor<1x3x4x5xf16, {order = #nhwc, strides = array<i64: 100, 1, 15, 3>, offset = 0}>
         layout.tensor @c : tensor<1x?x1x5xf16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>, strides = [9, 99, 7, 1]}>
         layout.tensor @d : tensor<1x1xf16, {strides = [9, 4], offset = 3}>
         layout.tensor @e : tensor<4x1xf16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [2, 8]}>",
        expect![[r#"
            layout.tensor @a : tensor<1x1x4x5xf16, {order = #NCHW, strides = [20, 20, 5, 1]}>
            layout.tensor @b : tensor<1x3x4x5xf16, {order = #nhwc, strides = [60, 1, 15, 3]}>
            layout.tensor @c : tensor<1x?x1x5xf16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>, strides = [5, 99, 5, 1]}>
            layout.tensor @d : tensor<1x1xf16, {offset = 3 : i64, order = #NC, strides = [1, 1]}>
            layout.tensor @e : tensor<4x1xf16, {order = #NC, strides = [2, 1]}>"#]],
    );
}

#[test]
fn requirements_fix_strides_of_unit_dims() {
    check(
        "layout.tensor @a : tensor<1x4xf16, {reqs = #layout.reqs<m0: aligned<16 bytes>>, strides = [8, 1]}>
         layout.tensor @b {layout.reqs = [#layout.reqs<m0: aligned<32 bytes>>]} : tensor<1x4xf16, {strides = [16, 1]}>
         layout.tensor @c : tensor<1x4xf16, {strides = [24, 1]}>",
        expect![[r#"
            layout.tensor @a : tensor<1x4xf16, {order = #NC, reqs = #layout.reqs<m0: aligned<16 bytes>>, strides = [8, 1]}>
            layout.tensor @b {layout.reqs = [#layout.reqs<m0: aligned<32 bytes>>]} : tensor<1x4xf16, {order = #NC, strides = [16, 1]}>
            layout.tensor @c : tensor<1x4xf16, {order = #NC, strides = [4, 1]}>"#]],
    );
}

#[test]
fn open_layouts_are_kept() {
    check(
        "layout.tensor @a : tensor<1x1x4x5xf16, {order = #layout.order<NHWC>}>
         layout.tensor @b : tensor<1x4xf16>
         layout.tensor @c : tensor<1x4xf16, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>
         layout.tensor @d : memref<1x4xf16, strided<[16, 1]>>",
        expect![[r#"
            layout.tensor @a : tensor<1x1x4x5xf16, {order = #NHWC}>
            layout.tensor @b : tensor<1x4xf16>
            layout.tensor @c : tensor<1x4xf16, {order = #NC, reqs = #layout.reqs<m0: aligned<16 bytes>>}>
            layout.tensor @d : memref<1x4xf16, strided<[16, 1]>>"#]],
    );
}

#[test]
fn types_change_wherever_they_occur() {
    check(
        &with(
            "!t = tensor<4x3xf16, {layout = @blocks}>
             func.func @f(%x: !t, %y: tensor<4x3xf16>) -> !t {
               %0 = \"t.use\"(%x) {ty = !t, list = [(!t) -> tuple<!t>], text = !t.of<!t>} : (!t) -> !t
               %1 = \"t.constant\"() <{value = dense<0.0> : !t}> : () -> !t
               \"t.region\"() ({
               ^bb0(%z: !t):
                 \"t.end\"(%z) : (!t) -> ()
               }) : () -> ()
               return %0 : !t
             }",
        ),
        expect![[r#"
            func.func @f(%x: !t, %y: tensor<4x3xf16>) -> !t {
            %0 = "t.use"(%x) {list = [(!t) -> tuple<!t>], text = !t.of<!t>, ty = !t} : (!t) -> !t
            %1 = "t.constant"() <{value = dense<0.000000e+00> : !t}> : () -> !t
            "t.region"() ({
            "t.end"(%z) : (!t) -> ()
            return %0 : !t"#]],
    );
}

/// Returns a descriptor over strided memory with random slices and merges, and a tensor of its layout.
fn random_descriptor(lengths: &[i64], gaps: &[i64], turn: usize, steps: &[(u8, usize)]) -> String {
    // Nested strides with gaps.
    let mut strides = vec![0; lengths.len()];
    let mut least = 1;
    for at in (0..lengths.len()).rev() {
        strides[at] = least + gaps[at];
        least = strides[at] * lengths[at];
    }
    let mut text = String::from("layout.descriptor @d {\n");
    let names: Vec<String> = (0..lengths.len()).map(|at| format!("%m{at}")).collect();
    writeln!(text, "{} = layout.strided {lengths:?} strides {strides:?}", names.join(", "))
        .unwrap();
    let mut dims: Vec<(String, i64)> = Vec::new();
    for (name, &length) in names.iter().zip(lengths) {
        writeln!(text, "{name}p = layout.pass_through {name}").unwrap();
        dims.push((format!("{name}p"), length));
    }
    for (count, &(kind, at)) in steps.iter().enumerate() {
        let at = at % dims.len();
        let (name, length) = dims[at].clone();
        let new = format!("%s{count}");
        match kind {
            0 if dims.len() > 1 && at + 1 < dims.len() => {
                let (other, more) = dims.remove(at + 1);
                writeln!(text, "{new} = layout.merge {name}, {other}").unwrap();
                dims[at] = (new, length * more);
            }
            1 if length % 2 == 0 => {
                writeln!(text, "{new}:2 = layout.unmerge {name} into [{}, 2]", length / 2).unwrap();
                dims[at] = (format!("{new}#0"), length / 2);
                dims.insert(at + 1, (format!("{new}#1"), 2));
            }
            2 if length > 1 => {
                writeln!(text, "{new} = layout.slice {name} from 1 to {length}").unwrap();
                dims[at] = (new, length - 1);
            }
            3 if dims.len() > 1 => {
                writeln!(text, "layout.freeze {name} at {}", length - 1).unwrap();
                dims.remove(at);
            }
            4 => {
                writeln!(text, "{new} = layout.insert 1").unwrap();
                dims.insert(at, (new, 1));
            }
            5 => {
                writeln!(text, "{new} = layout.pad {name} low 1 high 0").unwrap();
                dims[at] = (new, length + 1);
            }
            _ => {}
        }
    }
    let turn = turn % dims.len();
    dims.rotate_left(turn);
    let names: Vec<&str> = dims.iter().map(|dim| dim.0.as_str()).collect();
    let shape: String = dims.iter().map(|dim| format!("{}x", dim.1)).collect();
    write!(
        text,
        "layout.yield {}\n}}\nlayout.tensor @x : tensor<{shape}f32, {{layout = @d, offset = 2}}>",
        names.join(", ")
    )
    .unwrap();
    text
}

/// Returns `true` if `@x` is a permutation with nested strides in a buffer of equal size, computed from the offsets of
/// all indices.
fn is_nested(text: &str) -> bool {
    let (module, registry) = (parse(text), Registry::new());
    let layout = Layouts::new(&module, &registry).symbol("x").unwrap();
    let shape = layout.shape();
    let offset = |index: &LogicalIndex| layout.offset_of(index).unwrap().map(|offset| offset.get());
    let all = indices(shape);
    let Some(start) = offset(&all[0]) else { return false };
    let unit = |dim| {
        let mut index = all[0].clone();
        index[dim] = 1;
        offset(&index).map(|offset| offset - start)
    };
    let long = || shape.dims().filter(|&dim| !shape[dim].is_one());
    let Some(strides) = long().map(unit).collect::<Option<Vec<i64>>>() else { return false };
    let linear = |index: &LogicalIndex| {
        let terms = long().zip(&strides).map(|(dim, stride)| index[dim] * stride);
        offset(index) == Some(start + terms.sum::<i64>())
    };
    let lengths = long().map(|dim| shape[dim].get().unwrap());
    let mut steps: Vec<(i64, i64)> = strides.iter().copied().zip(lengths).collect();
    steps.sort_unstable();
    let mut least = 1;
    let span = all.iter().filter_map(offset).max().unwrap() + 1;
    let padded = steps.iter().map(|(stride, length)| start + stride * length).max();
    let size = span.max(padded.unwrap_or(span));
    layout.allocation().unwrap().get() == size
        && all.iter().all(linear)
        && steps.iter().all(|&(stride, length)| {
            let nested = stride >= least;
            least = stride * length;
            nested
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn pass_preserves_addresses_and_is_idempotent(
        dims in prop::collection::vec((1i64..5, 0i64..3), 1..4),
        turn in 0usize..6,
        steps in prop::collection::vec((0u8..6, 0usize..6), 0..5),
    ) {
        let (lengths, gaps): (Vec<i64>, Vec<i64>) = dims.into_iter().unzip();
        let text = random_descriptor(&lengths, &gaps, turn, &steps);
        let ran = canonicalize(&text);
        prop_assert_eq!(ran.diagnostics(), "");
        same_addresses(&text, &ran);
        let after = ran.text();
        prop_assert_eq!(after.contains("layout = @d"), !is_nested(&text), "{}\n{}", text, after);
        let again = run(&CanonicalizeLayouts, ran.module, None);
        prop_assert_eq!(again.text(), after);
    }

    /// Checks that two spellings of one permutation become equal. The dims of length 1 have arbitrary strides and
    /// positions.
    #[test]
    fn equal_strides_get_one_spelling(
        lengths in prop::collection::vec(1i64..4, 1..5),
        gaps in prop::collection::vec(0i64..3, 5),
        free in prop::collection::vec(0i64..9, 5),
        turn in 0usize..5,
    ) {
        let turn = turn % lengths.len();
        let rank = lengths.len();
        let mut order: Vec<usize> = (0..rank).collect();
        order.rotate_left(turn);
        let mut dense = vec![0; rank];
        let mut loose = vec![0; rank];
        let (mut least, mut loosest) = (1, 1);
        for &dim in order.iter().rev() {
            if lengths[dim] == 1 {
                // A free stride must be nested, and must leave room for the next one.
                (dense[dim], loose[dim]) = (least, least);
            } else {
                dense[dim] = least + gaps[dim];
                loose[dim] = dense[dim];
                least = dense[dim] * lengths[dim];
            }
            loosest = least.max(loosest);
        }
        // Outermost dims of length 1 may have any greater stride.
        for &dim in order.iter().take_while(|&&dim| lengths[dim] == 1) {
            loosest += free[dim];
        }
        let mut outer = loosest;
        for &dim in order.iter().take_while(|&&dim| lengths[dim] == 1) {
            loose[dim] = outer;
            outer = outer.max(least);
        }
        let map = ir::affine::AffineMap::from(ir::layout::DimsOrder::from_results(&order).unwrap());
        let shape: String = lengths.iter().map(|length| format!("{length}x")).collect();
        let tensor = |name: &str, strides: &[i64]| {
            format!("layout.tensor @{name} : tensor<{shape}i8, {{order = affine_map<{map}>, strides = {strides:?}}}>\n")
        };
        let text = tensor("a", &dense) + &tensor("b", &loose);
        let ran = canonicalize(&text);
        same_addresses(&text, &ran);
        let shown = ran.text();
        let types: Vec<&str> = shown.lines().filter_map(|line| line.split(" : ").nth(1)).collect();
        prop_assert_eq!(types.len(), 2);
        prop_assert_eq!(types[0], types[1]);
    }
}
