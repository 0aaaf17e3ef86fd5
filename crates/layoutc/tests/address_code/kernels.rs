//! Execution of conversion kernels in C: all pairs of layouts of a shape, compared byte by byte with the core's offsets.

use crate::c::lacks_compilers;
use crate::{layoutc, stdout_of};
use ir::descriptor::Layouts;
use ir::diag::Sink;
use ir::layout::{Layout, LogicalIndex};
use ir::{Registry, Verified};
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

/// The byte of a target that no kernel has written.
const UNTOUCHED: u8 = 0xa5;

/// The compilers beyond gcc with sanitizers, with their arguments.
const COMPILERS: &[(&str, &[&str])] = &[
    ("gcc", &["-std=c99", "-O3", "-fopenmp", "-x", "c"]),
    ("g++", &["-std=c++17", "-O2", "-x", "c++"]),
    ("clang", &["-std=c99", "-O2", "-x", "c"]),
    ("clang++", &["-std=c++17", "-O1", "-x", "c++"]),
];

/// A layout that is not a sum of digits.
const SWIZZLE: &str = "layout.descriptor @swizzle {
  %m, %n = layout.packed [8, 8]
  %i, %j = layout.xor %m, %n
  layout.yield %i, %j
}
";

/// A tensor type, and whether its padding is its own.
struct Case {
    name: String,
    ty: String,
    fills: bool,
}

/// Returns the types of a shape that layoutc accepts.
fn cases(lengths: &[i64], elem: &str) -> Vec<Case> {
    let shape: String = lengths.iter().map(|length| format!("{length}x")).collect();
    let mut encodings: Vec<(String, String, bool)> = Vec::new();
    let mut add = |name: &str, encoding: &str, fills: bool| {
        encodings.push((name.to_owned(), format!("{{{encoding}}}"), fills));
    };
    let formats: &[&str] = match lengths.len() {
        4 => {
            let row = lengths[3] + 5;
            let strides = [lengths[1] * (lengths[2] * row + 3), lengths[2] * row + 3, row, 1];
            add("nchw", "order = #layout.order<NCHW>", true);
            add("nhwc", "order = #layout.order<NHWC>", true);
            let hwcn = "affine_map<(d0, d1, d2, d3) -> (d2, d3, d1, d0)>";
            add("hwcn", &format!("order = {hwcn}"), true);
            add(
                "rows",
                "order = #layout.order<NCHW>, reqs = #layout.reqs<m2: aligned<24 bytes>>",
                true,
            );
            add(
                "pixels",
                "order = #layout.order<NHWC>, reqs = #layout.reqs<m2: aligned<64 bytes>, m1: aligned<72 bytes>>",
                true,
            );
            add(
                "slice",
                &format!("order = #layout.order<NCHW>, strides = {strides:?}, offset = 7"),
                false,
            );
            &["chw2", "chw4", "chw16", "chw32", "hwc8", "hwc16", "hwc", "dla_linear", "dla_hwc4"]
        }
        2 => {
            add("plain", "order = #layout.order<NC>", true);
            add("swizzle", "layout = @swizzle", true);
            add("swizzle at an offset", "layout = @swizzle, offset = 5", true);
            &[]
        }
        _ => {
            add("ncdhw", "order = #layout.order<NCDHW>", true);
            add("ndhwc", "order = #layout.order<NDHWC>", true);
            &["dhwc8", "cdhw32", "dhwc"]
        }
    };
    for format in formats {
        add(format, &format!("format = #layout.format<{format}>"), true);
    }
    let cases = encodings.into_iter().map(|(name, encoding, fills)| Case {
        name,
        ty: format!("tensor<{shape}{elem}, {encoding}>"),
        fills,
    });
    cases.filter(|case| is_accepted(&case.ty)).collect()
}

fn is_accepted(ty: &str) -> bool {
    let text = format!("{SWIZZLE}func.func @f(%x: {ty}) {{\n  return\n}}\n");
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let module = parser::parse(&text, 0, &registry, &mut sink);
    module.is_some_and(|module| Verified::new(module, &registry, &mut sink).is_ok())
        && !sink.has_errors()
}

/// Returns the byte of a source at an offset.
fn pattern(at: usize) -> u8 {
    let at = u32::try_from(at).unwrap();
    u8::try_from((at.wrapping_mul(2_654_435_761) >> 13) & 0xff).unwrap()
}

/// Returns the bytes of the target after the copy.
fn expected(source: &Layout, target: &Layout, fills: bool) -> Vec<u8> {
    let size = usize::try_from(target.elem().unwrap().bytes().unwrap().get()).unwrap();
    let slots = usize::try_from(target.allocation().unwrap().get()).unwrap();
    let own = usize::try_from(target.physical().offset().get()).unwrap();
    let mut bytes = vec![UNTOUCHED; slots * size];
    if fills {
        bytes[own * size..].fill(0);
    }
    let lengths: Vec<i64> = target.shape().values().map(|len| len.get().unwrap()).collect();
    for at in ir::layout::IndexSpace::below(lengths).iter() {
        let at = LogicalIndex::new(at).unwrap();
        let offset = |layout: &Layout| layout.offset_of(&at).unwrap().unwrap().get();
        let (from, to) = (offset(source), offset(target));
        let (from, to) = (usize::try_from(from).unwrap(), usize::try_from(to).unwrap());
        for byte in 0..size {
            bytes[to * size + byte] = pattern(from * size + byte);
        }
    }
    bytes
}

/// Converts between all pairs of layouts of a shape. Returns the number of pairs.
#[track_caller]
fn check(lengths: &[i64], elem: &str, compilers: &[(&str, &[&str])]) -> usize {
    let cases = cases(lengths, elem);
    let mut text = SWIZZLE.to_owned();
    let mut pairs = Vec::new();
    for (from, source) in cases.iter().enumerate() {
        for (to, target) in cases.iter().enumerate() {
            let (a, b, name) = (&source.ty, &target.ty, format!("f_{from}_{to}"));
            writeln!(text, "func.func @{name}(%x: {a}) -> {b} {{").unwrap();
            writeln!(text, "  %y = layout.reorder %x : {a} -> {b}\n  return %y : {b}\n}}").unwrap();
            pairs.push((name, source, target));
        }
    }
    let passes = "--passes=resolve-strides,lower-addressing,check-addresses";
    let lowered = layoutc(&text, &[passes, "--emit=generic"]);
    let (plans, kernels) = (lowered.matches("layout.plan"), lowered.matches("{kernel = "));
    // Swizzles, of rank 2, have no plan.
    assert!(lengths.len() == 2 || plans.count() == kernels.count());
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let module = parser::parse(&lowered, 0, &registry, &mut sink).unwrap();
    let layouts = Layouts::new(&module, &registry);
    let header = layoutc(&text, &["--emit=c"]);
    let mut calls = String::new();
    let mut all_expected = Vec::new();
    for (function, source, target) in &pairs {
        let op = layouts.op(function).unwrap();
        let copy = module.walk_from(op).find(|&op| module.attr(op, "layout.kernel").is_some());
        let copy = copy.unwrap_or_else(|| panic!("{} to {}", source.ty, target.ty));
        let kernel = module.attr(copy, "layout.kernel").unwrap();
        let kernel = module.ctx.as_symbol(kernel).unwrap();
        let layout = |value| layouts.of_type(module.ty(value), true).unwrap().unwrap();
        let from = layout(module.operands(copy)[0]);
        let to = layout(module.result(copy, 0).unwrap());
        let bytes = |layout: &Layout| layout.size_in_bytes().unwrap().get();
        writeln!(calls, "    run({kernel}, {}, {});", bytes(&from), bytes(&to)).unwrap();
        all_expected.push(expected(&from, &to, target.fills));
    }
    let written = run(&header, &calls, compilers);
    let mut at = 0;
    for ((_, source, target), expected) in pairs.iter().zip(&all_expected) {
        let found = &written[at..at + expected.len()];
        let wrong = found.iter().zip(expected).position(|(a, b)| a != b);
        assert_eq!(wrong, None, "{} to {}, {lengths:?} {elem}", source.name, target.name);
        at += expected.len();
    }
    assert_eq!(at, written.len());
    pairs.len()
}

/// Compiles a program that calls kernels, and returns what they write. Other compilers must write the same.
fn run(header: &str, calls: &str, compilers: &[(&str, &[&str])]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let main = format!(
        "#include \"kernels.h\"\n#include <stdio.h>\n#include <stdlib.h>\n\
         static void run(void (*kernel)(const void *, void *), size_t source, size_t target)\n{{\n\
         \x20   unsigned char *s = (unsigned char *)malloc(source), *d = (unsigned char *)malloc(target);\n\
         \x20   for (size_t i = 0; i < source; ++i) s[i] = (unsigned char)(((uint32_t)i * 2654435761u) >> 13);\n\
         \x20   memset(d, {UNTOUCHED}, target);\n    kernel(s, d);\n    fwrite(d, 1, target, stdout);\n\
         \x20   free(s);\n    free(d);\n}}\n\nint main(void)\n{{\n{calls}    return 0;\n}}\n"
    );
    fs::write(path("kernels.h"), header).unwrap();
    fs::write(path("main.c"), main).unwrap();
    let compile = |compiler: &str, args: &[&str]| {
        let warnings = ["-pedantic-errors", "-Wall", "-Wextra", "-Werror"];
        let mut command = Command::new(compiler);
        command.args(warnings).args(args).args([&path("main.c"), "-o", &path("program")]);
        stdout_of(command.output().unwrap());
        let output = Command::new(path("program")).output().unwrap();
        assert!(output.status.success(), "{compiler}: {}", output.status);
        output.stdout
    };
    let trap = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let first =
        compile("gcc", &[&["-std=c99", "-O1", "-Wconversion", "-x", "c"][..], &trap].concat());
    for &(compiler, args) in compilers {
        if compiler.starts_with("clang")
            && Command::new(compiler).arg("--version").output().is_err()
        {
            continue;
        }
        assert!(compile(compiler, args) == first, "{compiler} differs from gcc");
    }
    first
}

#[test]
fn kernels_of_all_pairs_write_the_bytes_of_the_copy() {
    if lacks_compilers() {
        return;
    }
    let mut pairs = 0;
    for elem in ["i8", "f32", "i64"] {
        pairs += check(&[2, 35, 3, 5], elem, &[]);
    }
    pairs += check(&[2, 35, 3, 5], "f16", COMPILERS);
    pairs += check(&[2, 64, 9, 8], "i8", &COMPILERS[..1]);
    for (lengths, elem) in [([1, 3, 7, 9], "f16"), ([1, 1, 4, 6], "f32")] {
        pairs += check(&lengths, elem, &[]);
    }
    pairs += check(&[2, 17, 2, 3, 5], "f16", &[]);
    pairs += check(&[8, 8], "f16", COMPILERS);
    assert!(pairs > 600, "{pairs}");
}

#[test]
fn kernel_of_a_dynamic_length_equals_that_of_a_static_one() {
    if lacks_compilers() {
        return;
    }
    let mut text = String::new();
    for (name, length) in [("dynamic", "?"), ("fixed", "3")] {
        let a = format!("tensor<{length}x35x6x7xf16>");
        let b = format!("tensor<{length}x35x6x7xf16, {{order = #layout.order<NHWC>}}>");
        writeln!(text, "func.func @{name}(%x: {a}) -> {b} {{").unwrap();
        writeln!(text, "  %y = layout.reorder %x : {a} -> {b}\n  return %y : {b}\n}}").unwrap();
    }
    let header = layoutc(&text, &["--emit=c"]);
    let size = 3 * 35 * 6 * 7 * 2;
    let wrapper = "static void batch(const void *s, void *d) { reorder_dynamic_y(s, d, 3); }\n";
    let calls =
        format!("    run(batch, {size}, {size});\n    run(reorder_fixed_y, {size}, {size});\n");
    let written = run(&format!("{header}{wrapper}"), &calls, COMPILERS);
    let (dynamic, fixed) = written.split_at(size);
    assert!(dynamic == fixed && fixed.iter().any(|&byte| byte != UNTOUCHED));
}
