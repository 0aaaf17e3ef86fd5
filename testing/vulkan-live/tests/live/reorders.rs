//! Tests of reorders as entry points: between formats, orders and strides, for elements of each size. Every slot must
//! hold the value that the core computes, and every incorrect kernel must be detected.

use super::{on_driver, say};
use layoutc_vulkan_live::{Input, LiveReport, Reordered};
use std::fmt::Write;
use std::fs;

/// The numbers of channels of all programs: one, some that do not fill a vector, and some that fill several.
const CHANNELS: [u32; 4] = [1, 3, 17, 100];

/// Returns the encodings of tensors with this element type and number of channels.
fn encodings(ty: &str, channels: u32) -> Vec<String> {
    let mut formats = match ty {
        "f32" => vec!["linear", "chw32", "hwc"],
        "f16" => vec!["linear", "chw2", "chw4", "chw16", "chw32", "hwc8", "hwc16", "dla_linear"],
        "i8" => vec!["linear", "chw4", "chw32", "dla_linear"],
        _ => vec![],
    };
    if ["f16", "i8"].contains(&ty) && [1, 3].contains(&channels) {
        formats.extend(["dla_hwc4, xavier", "dla_hwc4, orin"]);
    }
    if ["f16", "i8"].contains(&ty) && channels == 3 {
        formats.push("chw4, xavier");
    }
    let formats = formats.into_iter().map(|format| format!("format = #layout.format<{format}>"));
    let orders = [
        "order = #layout.order<NCHW>, reqs = #layout.reqs<m2: aligned<32 bytes>>".to_owned(),
        "order = #layout.order<NHWC>, reqs = #layout.reqs<m2: aligned<24 bytes>>".to_owned(),
        "order = #layout.order<NWHC>, reqs = #layout.reqs<m0: aligned<4096 bytes>>".to_owned(),
        // Gaps between elements, no stride that is a multiple of the next one, and an offset.
        format!(
            "order = #layout.order<NHCW>, strides = [{}, 11, {}, 2], offset = 5",
            3 * (channels * 11 + 5) + 7,
            channels * 11 + 5
        ),
    ];
    formats.chain(orders).collect()
}

/// Adds a function for each pair of encodings.
fn pairs(text: &mut String, name: &str, shape: &str, encodings: &[String]) {
    let all = encodings.iter().enumerate();
    for ((i, from), (j, to)) in all.clone().flat_map(|a| all.clone().map(move |b| (a, b))) {
        let (from, to) =
            (format!("tensor<{shape}, {{{from}}}>"), format!("tensor<{shape}, {{{to}}}>"));
        writeln!(
            text,
            "func.func @{name}_{i}_{j}(%x: {from}) {{\n  %y = layout.reorder %x : {from} -> {to}\n  return\n}}"
        )
        .unwrap();
    }
}

/// Returns all pairs for an element type and a number of channels, of rank 4.
fn flat(ty: &str, channels: u32) -> String {
    let mut text = String::new();
    let shape = format!("2x{channels}x3x5x{ty}");
    pairs(&mut text, "flat", &shape, &encodings(ty, channels));
    text
}

/// Returns all pairs for formats of rank 5.
fn deep(ty: &str, formats: &[&str]) -> String {
    let mut text = String::new();
    let encodings: Vec<String> =
        formats.iter().map(|format| format!("format = #layout.format<{format}>")).collect();
    for channels in [3, 33] {
        pairs(&mut text, &format!("c{channels}"), &format!("1x{channels}x2x3x2x{ty}"), &encodings);
    }
    text
}

/// Returns the report for these programs.
fn run(programs: &[(String, String)]) -> Option<LiveReport> {
    let temporary = tempfile::tempdir().unwrap();
    let inputs = programs.iter().map(|(name, program)| {
        let path = temporary.path().join(format!("{name}.mlir"));
        fs::write(&path, program).unwrap();
        Input::reordered(path)
    });
    on_driver(&inputs.collect::<Vec<_>>())
}

/// Executes programs, and expects numbers of kernels, slots, and slots without elements.
fn check_all_slots_agree_with_the_core(programs: &[(String, String)], counts: [u64; 3]) {
    let Some(report) = run(programs) else { return };
    say(&format!("\n{report}"));
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.reordered.len(), programs.len());
    let sum = |of: fn(&Reordered) -> u64| report.reordered.iter().map(of).sum::<u64>();
    assert_eq!(sum(|row| row.mismatches), 0);
    assert_eq!([sum(|row| row.kernels), sum(|row| row.slots), sum(|row| row.padding)], counts);
}

#[test]
fn slots_of_formats_and_orders_agree_with_the_core() {
    let mut programs = Vec::new();
    // The programs are small, because a driver reads the whole module for each entry point.
    for ty in ["f32", "f16", "i8", "i64"] {
        for channels in CHANNELS {
            programs.push((format!("{ty}_{channels}"), flat(ty, channels)));
        }
    }
    programs.push(("deep_f32".to_owned(), deep("f32", &["linear", "dhwc", "chw32"])));
    let formats = ["linear", "dhwc8", "cdhw32", "chw4", "hwc16"];
    programs.push(("deep_f16".to_owned(), deep("f16", &formats)));
    programs.push(("deep_i8".to_owned(), deep("i8", &["linear", "cdhw32", "chw32"])));
    check_all_slots_agree_with_the_core(&programs, [1166, 2_657_970, 1_667_304]);
}

/// Sources that do not store all elements, targets that are subviews, scalars, and values with other names.
const OTHERS: &str = "
layout.descriptor @halo {
  %m, %n = layout.strided [6, 4] strides [4, 1]
  %i = layout.pad %m low 1 high 2
  %j = layout.pass_through %n
  layout.yield %i, %j
}
layout.descriptor @swizzled {
  %m, %n = layout.packed [9, 8]
  %i, %j = layout.xor %m, %n
  layout.yield %i, %j
}
func.func @halo_to_rows(%x: tensor<9x4xf32, {layout = @halo}>) {
  %0 = layout.reorder %x : tensor<9x4xf32, {layout = @halo}> -> tensor<9x4xf32, {order = #layout.order<NC>, strides = [5, 1]}>
  return
}
func.func @to_swizzled(%x: tensor<9x8xi16>) -> tensor<9x8xi16> {
  %0 = layout.reorder %x : tensor<9x8xi16> -> tensor<9x8xi16, {layout = @swizzled}>
  %1 = layout.reorder %0 : tensor<9x8xi16, {layout = @swizzled}> -> tensor<9x8xi16>
  return %1 : tensor<9x8xi16>
}
func.func @scalar(%x: tensor<f64>) {
  %0 = layout.reorder %x : tensor<f64> -> tensor<f64, {order = affine_map<() -> ()>, strides = [], offset = 3}>
  return
}
func.func @joined(%a: tensor<2x3xi8>, %b: tensor<2x4xi8>) -> tensor<2x7xi8, {order = #layout.order<NC>}> {
  %p = layout.reorder %a : tensor<2x3xi8> -> tensor<2x3xi8, {order = #layout.order<NC>}>
  %q = layout.reorder %b : tensor<2x4xi8> -> tensor<2x4xi8, {order = #layout.order<NC>}>
  %r = \"onnx.Concat\"(%p, %q) {axis = 1 : si64} : (tensor<2x3xi8, {order = #layout.order<NC>}>, tensor<2x4xi8, {order = #layout.order<NC>}>) -> tensor<2x7xi8, {order = #layout.order<NC>}>
  return %r : tensor<2x7xi8, {order = #layout.order<NC>}>
}
";

#[test]
fn slots_of_halos_swizzles_scalars_and_subviews_agree_with_the_core() {
    check_all_slots_agree_with_the_core(&[("others".to_owned(), OTHERS.to_owned())], [5, 152, 41]);
}

#[test]
fn grid_of_several_rows_covers_every_slot() {
    // 65535 workgroups of 128 invocations are 8388480 invocations. Most slots are padding, so that few indices are
    // evaluated.
    let (from, to) = (
        "tensor<4096x16xi8>",
        "tensor<4096x16xi8, {order = #layout.order<NC>, strides = [2051, 3]}>",
    );
    let program = format!(
        "func.func @large(%x: {from}) {{\n  %y = layout.reorder %x : {from} -> {to}\n  return\n}}\n"
    );
    check_all_slots_agree_with_the_core(
        &[("large".to_owned(), program)],
        [1, 4096 * 2051, 4096 * 2035],
    );
}

/// A transposed copy with a handwritten kernel, which computes `slot * 5 mod 19` except for the last slot.
const WRITTEN: &str = "
func.func @f(%x: tensor<4x5xi16>) {
  %y = layout.reorder %x {layout.kernel = @copy} : tensor<4x5xi16> -> tensor<4x5xi16, {order = #layout.order<CN>, strides = [1, 4]}>
  return
}
func.func private @copy(%slot: i32) -> i32 attributes {layout.address = {kernel = \"fill\", lengths = array<i64: 20>, source = 20 : i64, unit = \"element\"}} {
  %five = \"arith.constant\"() <{value = 5 : i32}> : () -> i32
  %rest = \"arith.constant\"() <{value = 19 : i32}> : () -> i32
  %last = \"arith.cmpi\"(%slot, %rest) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %0 = \"arith.muli\"(%slot, %five) : (i32, i32) -> i32
  %1 = \"arith.remui\"(%0, %rest) : (i32, i32) -> i32
  %2 = \"arith.select\"(%last, %slot, %1) : (i1, i32, i32) -> i32
  return %2 : i32
}
";

/// Returns the report for a changed text of the kernel.
fn spoiled(from: &str, to: &str) -> Option<LiveReport> {
    let program = WRITTEN.replacen(from, to, 1);
    assert!(from == to || program != WRITTEN, "{from}");
    run(&[("written".to_owned(), program)])
}

#[test]
fn check_detects_a_wrong_kernel_with_its_slot() {
    let Some(report) = spoiled("", "") else { return };
    assert!(report.is_clean(), "{report}");
    let found = |from: &str, to: &str, expected: &str| {
        let text = spoiled(from, to).unwrap().to_string();
        assert!(text.contains(expected), "{from} -> {to}:\n{text}");
    };
    found("value = 5", "value = 4", "@copy: 18 of 20 slots differ; the first is slot 1");
    found(
        "%last, %slot, %1)",
        "%last, %1, %1)",
        "@copy: 1 of 20 slots differ; the first is slot 19",
    );
    found("source = 20", "source = 21", "the manifest has 42 bytes, but the core computes 40");
}
