//! Tests of reorders as entry points: between formats, orders and strides, for elements of each size. Every slot must
//! hold the value that the core computes.

use super::{on_driver, say};
use layoutc_vulkan_live::{Input, LiveReport, Reordered};
use std::fs;
use testkit::{
    ConversionLayout, SMALL_SHAPES, conversion_layouts, conversion_pairs, small_layouts,
};

/// The number of source layouts in a program. Programs are small, because a driver reads the whole module for each
/// entry point.
const SOURCES: usize = 2;

/// Returns programs with the conversions of all ordered pairs of layouts of a shape.
fn pairs(name: &str, layouts: &[ConversionLayout]) -> Vec<(String, String)> {
    let starts = (0..layouts.len()).step_by(SOURCES);
    let program = |start: usize| {
        let selected = |from, _| (start..start + SOURCES).contains(&from);
        (format!("{name}_{start}"), conversion_pairs("pair", layouts, selected))
    };
    starts.map(program).collect()
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
    if testkit::lacks_tools(&["spirv-val"]) {
        return;
    }
    let Some(report) = run(programs) else { return };
    say(&format!("\n{report}"));
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.reordered.len(), programs.len());
    let sum = |of: fn(&Reordered) -> u64| report.reordered.iter().map(of).sum::<u64>();
    assert_eq!(sum(|row| row.mismatches), 0);
    assert_eq!([sum(|row| row.kernels), sum(|row| row.slots), sum(|row| row.padding)], counts);
}

/// Checks programs with this number of distinct conversions.
fn check_pairs(programs: &[(String, String)], kernels: u64) {
    if testkit::lacks_tools(&["spirv-val"]) {
        return;
    }
    let Some(report) = run(programs) else { return };
    say(&format!("\n{report}"));
    assert!(report.is_clean(), "{report}");
    assert!(report.reordered.iter().all(|row| row.padding > 0 && row.mismatches == 0), "{report}");
    assert_eq!(report.reordered.iter().map(|row| row.kernels).sum::<u64>(), kernels, "{report}");
}

/// Checks all pairs of layouts for elements of a type, whose size is in bytes. All lengths except N are odd, and C does
/// not fill vectors. Equal conversions of a program are one kernel.
fn check_all_pairs(elem: (&str, i64), kernels: u64) {
    check_pairs(&pairs(elem.0, &conversion_layouts(&[2, 35, 3, 5], elem, "")), kernels);
}

#[test]
fn slots_of_all_pairs_of_1_byte_agree_with_the_core() {
    check_all_pairs(("i8", 1), 256);
}

#[test]
fn slots_of_all_pairs_of_2_bytes_agree_with_the_core() {
    check_all_pairs(("f16", 2), 256);
}

#[test]
fn slots_of_all_pairs_of_4_bytes_agree_with_the_core() {
    check_all_pairs(("f32", 4), 256);
}

#[test]
fn slots_of_all_pairs_of_8_bytes_agree_with_the_core() {
    check_all_pairs(("i64", 8), 240);
}

#[test]
fn slots_of_small_shapes_agree_with_the_core_at_every_width() {
    if testkit::lacks_tools(&["spirv-val"]) {
        return;
    }
    let mut programs = Vec::new();
    // SPIR-V refuses elements below a byte.
    for elem in ["i8", "bf16", "i24", "i32", "i40", "index"] {
        for (at, lengths) in SMALL_SHAPES.into_iter().enumerate() {
            let selected = |from, to| from == to || (from + 3 * to + at) % 5 == 0;
            let text = conversion_pairs("pair", &small_layouts(lengths, elem), selected);
            programs.push((format!("small_{elem}_{at}"), text));
        }
    }
    let Some(report) = run(&programs) else { return };
    say(&format!("\n{report}"));
    assert!(report.is_clean(), "{report}");
    assert!(report.reordered.iter().all(|row| row.kernels > 0 && row.mismatches == 0), "{report}");
    assert!(report.reordered.iter().map(|row| row.kernels).sum::<u64>() > 500, "{report}");
}

#[test]
fn slots_of_volumes_agree_with_the_core() {
    let layouts = conversion_layouts(&[1, 17, 2, 3, 5], ("f16", 2), "");
    // The other pairs are those of images with another number of rows.
    let is_volume = |at: usize| ["dhwc8", "cdhw32"].contains(&layouts[at].name.as_str());
    let from = conversion_pairs("from", &layouts, |from, _| is_volume(from));
    let to = conversion_pairs("to", &layouts, |from, to| is_volume(to) && !is_volume(from));
    check_pairs(&[("from".to_owned(), from), ("to".to_owned(), to)], 54);
}

#[test]
fn slots_of_other_shapes_agree_with_the_core() {
    let mut programs = Vec::new();
    // Image formats of three channels, channels that fill vectors, one channel, and more elements than a workgroup
    // copies. Each shape has a part of the layouts.
    for (at, (lengths, elem)) in [
        ([1, 3, 7, 9], ("f16", 2)),
        ([2, 64, 9, 8], ("i8", 1)),
        ([1, 1, 4, 6], ("f32", 4)),
        ([3, 100, 11, 13], ("f16", 2)),
    ]
    .into_iter()
    .enumerate()
    {
        let layouts = conversion_layouts(&lengths, elem, "").into_iter();
        let some: Vec<_> = layouts.skip(at % 3).step_by(3).collect();
        programs.extend(pairs(&format!("shape_{at}"), &some));
    }
    // The other tests have no target, so that their kernels access words of 64 bits.
    for (_, program) in &mut programs {
        *program = on_target(program, "", "shaderInt64 = false");
    }
    check_pairs(&programs, 117);
}

#[test]
fn slots_of_a_dynamic_length_agree_with_the_core() {
    // Descriptors and formats of a DLA have static lengths, and only the outermost length can be dynamic.
    let layouts = conversion_layouts(&[2, 35, 3, 5], ("f16", 2), "").into_iter();
    let is_dynamic = |it: &ConversionLayout| {
        it.definition.is_empty() && it.name != "hwcn" && !it.name.starts_with("dla")
    };
    let dynamic = layouts.filter(is_dynamic).map(|layout| {
        let ty = layout.ty.replacen("tensor<2x", "tensor<?x", 1);
        ConversionLayout { ty, ..layout }
    });
    let layouts: Vec<_> = dynamic.step_by(2).collect();
    check_pairs(&pairs("dynamic", &layouts), 36);
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
layout.descriptor @swizzled_halo {
  %m, %n = layout.packed [8, 4]
  %i, %j = layout.xor %m, %n
  %k = layout.pad %i low 1 high 2
  %l = layout.pass_through %j
  layout.yield %k, %l
}
layout.descriptor @swizzled_rows {
  %m, %n = layout.packed [16, 4]
  %i, %j = layout.xor %m, %n
  %k = layout.slice %i from 0 to 9
  %l = layout.pass_through %j
  layout.yield %k, %l
}
func.func @swizzled_halo_to_rows(%x: tensor<11x4xf32, {layout = @swizzled_halo}>) {
  %0 = layout.reorder %x : tensor<11x4xf32, {layout = @swizzled_halo}> -> tensor<11x4xf32, {order = #layout.order<NC>}>
  return
}
func.func @halo_to_swizzled(%x: tensor<9x4xf32, {layout = @halo}>) {
  %0 = layout.reorder %x : tensor<9x4xf32, {layout = @halo}> -> tensor<9x4xf32, {layout = @swizzled_rows}>
  return
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
    check_all_slots_agree_with_the_core(&[("others".to_owned(), OTHERS.to_owned())], [8, 332, 93]);
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

/// Returns a program for a device with arrays of bytes and of 16-bit words, and with another property and feature.
fn on_target(program: &str, property: &str, feature: &str) -> String {
    let limits = "maxTensorStride = 1048576 : i64, maxTensorSize = 1048576 : i64, \
         maxTensorElements = 1048576 : i64";
    let features = "tensorNonPacked = true, storageBuffer8BitAccess = true, \
         storageBuffer16BitAccess = true";
    format!(
        "module attributes {{layout.target = @device}} {{\nlayout.target @device {{{property}limits = \
         {{{limits}}}, features = {{{features}, {feature}}}}}\n{program}}}\n"
    )
}

/// Returns the number of kernels of a program that use workgroup memory.
fn kernels_in_workgroup_memory(program: &str) -> usize {
    let args = ["-", "--emit=spirv-json"].map(str::to_owned);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut program.as_bytes(), &mut out, &mut err);
    assert_eq!(status, 0, "{}", String::from_utf8_lossy(&err));
    let manifest: serde_json::Value = serde_json::from_slice(&out).unwrap();
    let entries = manifest["entry_points"].as_array().unwrap();
    entries.iter().filter(|entry| entry["workgroup_memory"] != 0).count()
}

#[test]
fn slots_of_tiles_in_workgroup_memory_agree_with_the_core() {
    let mut programs = Vec::new();
    // Rows and columns that are partial tiles, and not whole words.
    let shapes = [([2, 35, 5, 9], ("i8", 1)), ([1, 67, 9, 13], ("f16", 2))];
    for (at, (lengths, elem)) in shapes
        .into_iter()
        .chain([([2, 35, 5, 9], ("f32", 4)), ([1, 12, 5, 9], ("i64", 8))])
        .enumerate()
    {
        let layouts = conversion_layouts(&lengths, elem, "");
        let selected = |from: usize, to: usize| (3 * from + to) % 12 == 3 * at + 1;
        let pairs = conversion_pairs("pair", &layouts, selected);
        // Words of 64 bits are split before they are stored in workgroup memory.
        let longs = format!("shaderInt64 = {}", at % 2 == 0);
        let program = on_target(&pairs, "workgroup_memory = 16384 : i64, ", &longs);
        programs.push((elem.0.to_owned(), program));
    }
    let tiles: usize = programs.iter().map(|(_, text)| kernels_in_workgroup_memory(text)).sum();
    assert_eq!(tiles, 19);
    check_pairs(&programs, 78);
}

/// Returns a program for a device without arrays of bytes and of 16-bit words.
fn in_words(ty: &str, encodings: &[&str]) -> String {
    let mut functions = String::new();
    for (i, from) in encodings.iter().enumerate() {
        for (j, to) in encodings.iter().enumerate().filter(|(j, _)| *j != i) {
            let [from, to] = [from, to].map(|it| format!("tensor<1x35x3x5x{ty}, {{{it}}}>"));
            functions += &format!(
                "func.func @f{i}_{j}(%x: {from}) {{\n  %y = layout.reorder %x : {from} -> {to}\n  return\n}}\n"
            );
        }
    }
    let limits = "maxTensorStride = 65536 : i64, maxTensorSize = 65536 : i64";
    format!(
        "module attributes {{layout.target = @words}} {{\nlayout.target @words \
         {{features = {{tensorNonPacked = true}}, limits = {{{limits}}}}}\n{functions}}}\n"
    )
}

#[test]
fn slots_of_kernels_in_words_agree_with_the_core() {
    let encodings = [
        "order = #layout.order<NCHW>",
        "order = #layout.order<NHWC>",
        "format = #layout.format<chw4>",
        "order = #layout.order<NHCW>, strides = [1423, 11, 405, 1], offset = 5",
    ];
    let programs = ["i8", "f16"].map(|ty| (format!("words_{ty}"), in_words(ty, &encodings)));
    check_all_slots_agree_with_the_core(&programs, [24, 18_108, 5_508]);
}
