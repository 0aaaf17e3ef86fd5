//! Descriptors from text to layouts: their meaning, the numbering of dims, and the errors.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use expect_test::{Expect, expect};
use ir::descriptor::{DescribedLayout, Descriptor, Layouts};
use ir::diag::Sink;
use ir::layout::{DimId, Layout, LogicalIndex};
use ir::source::SourceMap;
use ir::{Module, Op, Registry, Verified};
use std::fmt::Write;

/// Returns the verified module of a text, or the diagnostics.
fn read(text: &str) -> Result<Module, String> {
    let (registry, mut sink, mut sources) =
        (Registry::new(), Sink::default(), SourceMap::default());
    let base = sources.add("text", text).unwrap();
    let module = layoutc_parser::parse(text, base, &registry, &mut sink);
    let module = module.and_then(|module| Verified::new(module, &registry, &mut sink).ok());
    let reported = sink.diags().iter().map(|diag| {
        let notes = diag.notes.iter().map(|note| format!("\n  {}", note.message));
        let place = sources.describe(diag.span()).unwrap_or_default();
        format!("{place}: {}{}", diag.message, notes.collect::<String>())
    });
    let reported: Vec<String> = reported.collect();
    module.map(Verified::into_module).ok_or(reported.join("\n"))
}

fn verified(text: &str) -> Module {
    read(text).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Calls `test` with the layouts of a valid text.
fn with_layouts<T>(text: &str, test: impl FnOnce(&Layouts<'_>) -> T) -> T {
    let module = verified(text);
    test(&Layouts::new(&module, &Registry::new()))
}

fn offset(layout: &Layout, at: &[i64]) -> Option<i64> {
    let index = LogicalIndex::new(at.iter().copied()).unwrap();
    layout.offset_of(&index).unwrap().map(|offset| offset.get())
}

fn numbers(dims: &[DimId]) -> Vec<usize> {
    dims.iter().map(|dim| dim.number()).collect()
}

/// Returns the stages with the numbers of their dims.
fn show_stages(module: &Module, op: Op, layouts: &Layouts<'_>) -> String {
    let built: std::rc::Rc<Descriptor> = layouts.descriptor(op).unwrap();
    let mut out = String::new();
    for stage in &built.stages {
        let (lower, upper) = (numbers(&stage.operands), numbers(&stage.results));
        writeln!(out, "{}: {lower:?} -> {upper:?}", module.name(stage.op)).unwrap();
    }
    let layout = &built.layout;
    writeln!(out, "top {:?} of {}", numbers(layout.logical_dims()), layout.shape()).unwrap();
    out
}

#[track_caller]
fn check_dim_numbers(text: &str, expected: &Expect) {
    let module = verified(text);
    let registry = Registry::new();
    let layouts = Layouts::new(&module, &registry);
    expected.assert_eq(&show_stages(&module, layouts.op("d").unwrap(), &layouts));
}

#[track_caller]
fn check_errors(text: &str, expected: &Expect) {
    expected.assert_eq(&read(text).expect_err("the text is valid"));
}

const SPLIT: &str = "
layout.descriptor @d {
  %m, %n = layout.packed [2, 6]
  %i     = layout.pass_through %m
  %j, %k = layout.unmerge %n into [2, 3]
  layout.yield %i, %j, %k
}";

#[test]
fn numbers_dims_from_buffer_to_logical_dims() {
    check_dim_numbers(
        SPLIT,
        &expect![[r#"
            layout.packed: [0] -> [1, 2]
            layout.pass_through: [1] -> [3]
            layout.unmerge: [2] -> [4, 5]
            top [3, 4, 5] of [2, 2, 3]
        "#]],
    );
}

#[test]
fn continues_dim_numbers_of_base_descriptor() {
    let text = format!(
        "{}
layout.descriptor @d {{
  %a:3 = layout.from @base
  %b = layout.merge %a#2, %a#0
  %c = layout.insert 4
  layout.yield %c, %b, %a#1
}}",
        SPLIT.replace("@d", "@base")
    );
    check_dim_numbers(
        &text,
        &expect![[r#"
            layout.from: [] -> [3, 4, 5]
            layout.merge: [5, 3] -> [6]
            layout.insert: [] -> [7]
            top [7, 6, 4] of [4, 6, 2]
        "#]],
    );
}

#[test]
fn computes_offsets_of_descriptor() {
    with_layouts(SPLIT, |layouts| {
        let layout = layouts.symbol("d").unwrap();
        assert_eq!(offset(&layout, &[1, 1, 2]), Some(11));
        assert_eq!(offset(&layout, &[1, 2, 0]), None);
        assert_eq!(layout.elem(), None);
    });
}

#[test]
fn computes_offsets_of_strided_and_aligned_bases() {
    let text = "
layout.descriptor @strided {
  %m, %n = layout.strided [3, 4] strides [8, 1] offset 5
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
layout.descriptor @aligned {
  %m, %n = layout.aligned [4, 5] to 8
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %j, %i
}";
    with_layouts(text, |layouts| {
        let (strided, aligned) =
            (layouts.symbol("strided").unwrap(), layouts.symbol("aligned").unwrap());
        assert_eq!(offset(&strided, &[1, 2]), Some(15));
        assert_eq!(offset(&aligned, &[4, 3]), Some(28));
        assert_eq!((aligned.span().unwrap().get(), aligned.allocation().unwrap().get()), (29, 32));
    });
}

#[test]
fn tensor_has_layout_of_its_encoding() {
    let text =
        format!("{SPLIT}\nlayout.tensor @x : tensor<2x2x3xf16, {{layout = @d, offset = 4}}>");
    with_layouts(&text, |layouts| {
        let layout = layouts.symbol("x").unwrap();
        assert_eq!(offset(&layout, &[1, 1, 2]), Some(15));
        assert_eq!(layout.size_in_bytes().unwrap().get(), 32);
    });
}

#[test]
fn tensor_layout_follows_order_or_is_row_major() {
    let text = "
layout.tensor @plain : tensor<2x3xf32>
layout.tensor @turned : tensor<2x3xf32, {order = affine_map<(d0, d1) -> (d1, d0)>, offset = 1}>";
    with_layouts(text, |layouts| {
        assert_eq!(offset(&layouts.symbol("plain").unwrap(), &[1, 2]), Some(5));
        assert_eq!(offset(&layouts.symbol("turned").unwrap(), &[1, 2]), Some(6));
        assert_eq!(layouts.symbol("plane").unwrap_err().into_notes(), ["did you mean `@plain`?"]);
    });
}

#[test]
fn type_without_layout_has_none_inside_functions() {
    let module = verified("layout.tensor @x : tensor<2x3xf32>");
    let op = module.ops(module.body()).next().unwrap();
    let ty = module.ctx.as_type(module.attr(op, "type").unwrap()).unwrap();
    let registry = Registry::new();
    let layouts = Layouts::new(&module, &registry);
    assert!(layouts.of_type(ty, false).unwrap().is_none());
    assert_eq!(offset(&layouts.of_type(ty, true).unwrap().unwrap(), &[1, 0]), Some(3));
}

const LANES: &str = "
layout.descriptor @lanes {
  %l, %r, %c = layout.strided [8, 4, 2] strides [1@lane, 1@register, 4@register]
  layout.copies %c
  %i = layout.pass_through %l
  %j = layout.pass_through %r
  layout.yield %i, %j
}
layout.descriptor @turned {
  %i, %j = layout.from @lanes
  layout.yield %j, %i
}
layout.descriptor @rows {
  %m, %n = layout.packed [8, 4]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
layout.tensor @x : tensor<4x8xf16, {layout = @turned}>";

/// Returns the coordinates of the slots of an index.
fn slots(layouts: &Layouts<'_>, name: &str, at: &[i64]) -> Vec<Vec<i64>> {
    let index = LogicalIndex::new(at.iter().copied()).unwrap();
    let slots = layouts.placement(name).unwrap().slots_of(&index).unwrap();
    slots.into_iter().map(|slot| slot.coordinates).collect()
}

#[test]
fn descriptor_with_axes_is_placement() {
    with_layouts(LANES, |layouts| {
        assert_eq!(slots(layouts, "lanes", &[5, 3]), [[3, 5], [7, 5]]);
        assert_eq!(slots(layouts, "turned", &[3, 5]), [[3, 5], [7, 5]]);
        assert_eq!(slots(layouts, "x", &[3, 5]), [[3, 5], [7, 5]]);
        assert_eq!(slots(layouts, "rows", &[5, 3]), [[23]]);
        let elem = layouts.placement("x").unwrap().elem().unwrap();
        assert_eq!(elem.bits().get(), 16);
    });
}

#[test]
fn placement_is_no_layout_in_memory() {
    with_layouts(LANES, |layouts| {
        let in_memory = |name: &str, at: &str| {
            let fault = layouts.symbol(name).unwrap_err();
            assert_eq!(
                fault.message,
                format!(
                    "`@{at}` is a placement on the axes `register`, `lane` with copies (2 slots for each index); \
                     this needs a layout in memory, with one offset for each index"
                )
            );
        };
        in_memory("lanes", "lanes");
        in_memory("turned", "turned");
        in_memory("x", "x");
        let op = layouts.op("lanes").unwrap();
        assert_eq!(layouts.descriptor(op).unwrap_err().len(), 1);
    });
}

#[test]
fn notation_of_placement_is_read_by_its_reader() {
    let module = verified(LANES);
    let registry = Registry::new();
    let placement = Layouts::new(&module, &registry).placement("lanes").unwrap();
    let mut registry = Registry::new();
    let placement = ir::layout::Placement::clone(&placement);
    registry.set_notations(move |_| Ok(DescribedLayout::of_placement(placement.clone())));
    let (mut sink, mut sources) = (Sink::default(), SourceMap::default());
    let text = "layout.notation @n \"other:1\"";
    let base = sources.add("text", text).unwrap();
    let module = layoutc_parser::parse(text, base, &registry, &mut sink).unwrap();
    let module = Verified::new(module, &registry, &mut sink).unwrap().into_module();
    let layouts = Layouts::new(&module, &registry);
    assert_eq!(slots(&layouts, "n", &[5, 3]), [[3, 5], [7, 5]]);
    assert!(layouts.symbol("n").is_err());
}

#[test]
fn caches_layouts() {
    with_layouts(SPLIT, |layouts| {
        let (first, second) = (layouts.symbol("d").unwrap(), layouts.symbol("d").unwrap());
        assert!(std::rc::Rc::ptr_eq(&first, &second));
    });
}

#[test]
fn reports_errors_of_several_stages_together() {
    check_errors(
        "
layout.descriptor @d {
  %m, %n, %o = layout.packed [4, 6, 6]
  %i = layout.slice %m from 2 to 8
  %j, %k = layout.xor %n, %o
  %l = layout.merge %i, %j
  layout.yield %l, %k
}",
        &expect![[r#"
            text:4:34: `layout.slice` of `%m`: `slice` from 2 to 8 is outside a dim of length 4
              expected a range within 0 to 4
            text:5:27: `layout.xor` of `%n`, `%o`: the length of the second dim of `xor` must be a power of two, but is 6
              the nearest powers of two are 4 and 8"#]],
    );
}

#[test]
fn reports_index_outside_base_descriptor() {
    check_errors(
        "
layout.descriptor @d {
  %a, %b = layout.from @base
  %c = layout.offset %a by 1
  layout.yield %c, %b
}
layout.descriptor @base {
  %m, %n = layout.packed [4, 6]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}",
        &expect![[r#"
            text:5:3: the index that reaches m0 of memory is 4 at d0 = 3, but must be within 0 to 3
              use `pad` or `slice` to keep valid indices inside"#]],
    );
}

/// Returns a chain of descriptors, each based on the one that `next` returns.
fn chain(length: usize, next: impl Fn(usize) -> usize, base: usize) -> String {
    let mut text = String::new();
    for at in 0..length {
        let start = if at == base {
            "layout.packed [4]".to_owned()
        } else {
            format!("layout.from @d{}", next(at))
        };
        let _ = write!(
            text,
            "layout.descriptor @d{at} {{\n  %a = {start}\n  %b = layout.pass_through %a\n  layout.yield %b\n}}\n"
        );
    }
    text
}

#[test]
fn rejects_long_descriptor_chains() {
    assert!(read(&chain(200, |at| at - 1, 0)).is_ok());
    assert!(read(&chain(200, |at| at + 1, 199)).is_ok());
    for text in [chain(3000, |at| at - 1, 0), chain(3000, |at| at + 1, 2999)] {
        let faults = read(&text).unwrap_err();
        assert_eq!(faults.lines().count(), 1, "{faults}");
    }
}

#[test]
fn rejects_too_many_result_names() {
    let faults =
        read("layout.descriptor @d {\n  %a:4000000000 = layout.packed [4]\n}").unwrap_err();
    assert!(
        faults.starts_with("text:2:3: an op with inferred types must have at most 256 results, but 4000000000 are named"),
        "{faults}"
    );
}

/// Checks that the verifier reports its own errors even if a descriptor without types precedes them.
#[test]
fn reports_invalid_descriptor_once() {
    let text = "layout.descriptor @d {
  %m = layout.packed [3]
  %i = layout.slice %m from 1 to 5
  layout.yield %i
}
layout.tensor @x : tensor<3xf32, {layout = @none}>";
    let (registry, mut sink) = (Registry::new(), Sink::default());
    assert!(layoutc_parser::parse(text, 0, &registry, &mut sink).is_none());
    let reported = |sink: &mut Sink| -> Vec<String> {
        sink.take().into_iter().map(|diag| diag.message).collect()
    };
    let slice = "`layout.slice` of `%m`: `slice` from 1 to 5 is outside a dim of length 3";
    assert_eq!(reported(&mut sink), [slice]);
    let mut source = layoutc_parser::ModuleText::new(text, 0, &registry);
    let module = source.parse_to_verify().unwrap();
    assert_eq!(source.sink.diags(), []);
    assert!(Verified::new(module, &registry, &mut source.sink).is_err());
    assert_eq!(
        reported(&mut source.sink),
        [slice, "unknown symbol `@none`; expected a descriptor or a tensor"]
    );
}
