//! Execution of conversion kernels in C: all pairs of layouts of a shape, compared byte by byte with the core's offsets.

use crate::address_code::c::{installed, lacks_compilers};
use crate::address_code::{layoutc, stdout_of, verified};
use ir::descriptor::Layouts;
use ir::diag::Sink;
use ir::layout::{Layout, LogicalIndex};
use ir::{Module, Op, Registry};
use std::fmt::Write as _;
use std::fs;
use std::process::Command;
use testkit::{ConversionLayout, conversion_layouts, conversion_pairs};

/// The byte of a target that no kernel has written.
const UNTOUCHED: u8 = 0xa5;

/// The compilers beyond gcc with sanitizers, with their arguments.
pub(super) const COMPILERS: &[(&str, &[&str])] = &[
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

/// Returns the layouts of a shape between which kernels convert. Swizzles have rank 2.
fn layouts(lengths: &[i64], elem: (&str, i64)) -> Vec<ConversionLayout> {
    let &[rows, columns] = lengths else { return conversion_layouts(lengths, elem, "") };
    let layout = |name, encoding| matrix_layout([rows, columns], elem.0, name, encoding);
    let swizzle = layout("swizzle", "layout = @swizzle");
    vec![
        layout("plain", "order = #layout.order<NC>"),
        ConversionLayout { definition: SWIZZLE.to_owned(), ..swizzle },
        layout("swizzle at an offset", "layout = @swizzle, offset = 5"),
    ]
}

fn matrix_layout(
    [rows, columns]: [i64; 2],
    elem: &str,
    name: &str,
    encoding: &str,
) -> ConversionLayout {
    ConversionLayout {
        name: name.to_owned(),
        ty: format!("tensor<{rows}x{columns}x{elem}, {{{encoding}}}>"),
        definition: String::new(),
        fills_padding: true,
    }
}

/// Returns plain layouts of a matrix, and those of cooperative matrices with these strides.
fn matrices(lengths: [i64; 2], elem: &str, strides: &[i64]) -> Vec<ConversionLayout> {
    let plain = ["NC", "CN"].map(|order| format!("order = #layout.order<{order}>"));
    let blocked = strides.iter().flat_map(|stride| {
        ["row", "column"].map(|form| {
            format!("format = #layout.format<{form}_blocked_interleaved, stride = {stride}>")
        })
    });
    let encodings = plain.into_iter().chain(blocked);
    encodings.map(|encoding| matrix_layout(lengths, elem, &encoding, &encoding)).collect()
}

/// Returns the byte of a source at an offset.
fn pattern(at: usize) -> u8 {
    let at = u32::try_from(at).unwrap();
    u8::try_from((at.wrapping_mul(2_654_435_761) >> 13) & 0xff).unwrap()
}

/// Returns the bytes of the target after the copy, by the offsets of both layouts. Slots without an element are zero from
/// the offset of the target to the end of its bytes if the copy fills padding.
fn expected(source: &Layout, target: &Layout, fills: bool) -> Vec<u8> {
    let bits = usize::try_from(target.elem().unwrap().bits().get()).unwrap();
    let size = usize::try_from(target.size_in_bytes().unwrap().get()).unwrap();
    let own = usize::try_from(target.physical().offset().get()).unwrap() * bits;
    let mut bytes = vec![UNTOUCHED; size];
    if fills {
        bytes[own / 8] &= (1 << (own % 8)) - 1;
        bytes[own / 8 + 1..].fill(0);
    }
    let lengths: Vec<i64> = target.shape().values().map(|len| len.get().unwrap()).collect();
    for at in ir::layout::IndexSpace::below(lengths).iter() {
        let at = LogicalIndex::new(at).unwrap();
        let offset = |layout: &Layout| layout.offset_of(&at).unwrap().unwrap().get();
        let (from, to) = (offset(source), offset(target));
        let (from, to) = (usize::try_from(from).unwrap(), usize::try_from(to).unwrap());
        write_element(&mut bytes, to * bits, from * bits, bits);
    }
    bytes
}

/// Writes the element of the source at a bit. The first element of a byte is in its low bits.
fn write_element(bytes: &mut [u8], to: usize, from: usize, bits: usize) {
    if bits.is_multiple_of(8) {
        let copied = &mut bytes[to / 8..][..bits / 8];
        copied.iter_mut().zip(from / 8..).for_each(|(byte, at)| *byte = pattern(at));
        return;
    }
    for bit in 0..bits {
        let (to, from) = (to + bit, from + bit);
        let copied = (pattern(from / 8) >> (from % 8)) & 1;
        let byte = &mut bytes[to / 8];
        *byte = (*byte & !(1 << (to % 8))) | (copied << (to % 8));
    }
}

/// Converts between all pairs of some layouts of a shape, by kernels of gcc with sanitizers and of further compilers.
/// Returns the number of pairs.
#[track_caller]
fn check(lengths: &[i64], cases: &[ConversionLayout], compilers: &[(&str, &[&str])]) -> usize {
    let text = conversion_pairs("f", cases, |_, _| true);
    let at = 0..cases.len();
    let pairs = at.clone().flat_map(|from| at.clone().map(move |to| (from, to)));
    let pairs: Vec<_> =
        pairs.map(|(from, to)| (format!("f_{from}_{to}"), &cases[from], &cases[to])).collect();
    let passes = "--passes=resolve-strides,lower-addressing,check-addresses";
    let lowered = layoutc(&text, &[passes, "--emit=generic"]);
    // Swizzles, of rank 2, have no plan.
    let plans = lowered.matches("plan = ").count();
    assert!(lengths.len() == 2 || plans == lowered.matches("\"layout.kernel\"(").count());
    compare(&lowered, &pairs, compilers);
    pairs.len()
}

/// A function that converts between two layouts.
pub(super) type ConversionPair<'a> = (String, &'a ConversionLayout, &'a ConversionLayout);

/// Executes the kernels of a lowered module as text, and compares each byte that they write.
#[track_caller]
fn compare(lowered: &str, pairs: &[ConversionPair<'_>], compilers: &[(&str, &[&str])]) {
    let header = layoutc(lowered, &["--passes=", "--emit=c"]);
    compare_calls((lowered, pairs), (&header, &kernel_names(lowered, pairs)), compilers);
}

/// Returns the kernel of each function of a lowered module.
pub(super) fn kernel_names(lowered: &str, pairs: &[ConversionPair<'_>]) -> Vec<String> {
    let (registry, module) = (Registry::new(), verified(lowered));
    let layouts = Layouts::new(&module, &registry);
    let name = |(function, source, target): &ConversionPair<'_>| {
        let copy = copy_of(&module, &layouts, function);
        let copy = copy.unwrap_or_else(|| panic!("{} to {}", source.ty, target.ty));
        ir::kernel::kernel_name(&module, copy).unwrap().to_owned()
    };
    pairs.iter().map(name).collect()
}

/// Returns the reorder of a function that has a kernel.
fn copy_of(module: &Module, layouts: &Layouts<'_>, function: &str) -> Option<Op> {
    let function = layouts.op(function)?;
    module.walk_from(function).find(|&op| module.attr(op, ir::kernel::KERNEL_KEY).is_some())
}

/// Calls functions of a header, and compares each byte that they write with the layouts of a lowered module. There is a
/// function in C for each pair.
#[track_caller]
pub(super) fn compare_calls(
    (lowered, pairs): (&str, &[ConversionPair<'_>]),
    (header, names): (&str, &[String]),
    compilers: &[(&str, &[&str])],
) {
    let (registry, module) = (Registry::new(), verified(lowered));
    let layouts = Layouts::new(&module, &registry);
    let mut calls = String::new();
    let mut all_expected = Vec::new();
    for ((function, _, target), name) in pairs.iter().zip(names) {
        let copy = copy_of(&module, &layouts, function).unwrap();
        let layout = |value| layouts.of_type(module.ty(value), true).unwrap().unwrap();
        let from = layout(module.operands(copy)[0]);
        let to = layout(module.result(copy, 0).unwrap());
        let bytes = |layout: &Layout| layout.size_in_bytes().unwrap().get();
        writeln!(calls, "    run({name}, {}, {});", bytes(&from), bytes(&to)).unwrap();
        all_expected.push(expected(&from, &to, target.fills_padding));
    }
    let written = run(header, &calls, compilers);
    let mut at = 0;
    for ((_, source, target), expected) in pairs.iter().zip(&all_expected) {
        let found = &written[at..at + expected.len()];
        let wrong = found.iter().zip(expected).position(|(a, b)| a != b);
        assert_eq!(wrong, None, "{} to {}", source.ty, target.ty);
        at += expected.len();
    }
    assert_eq!(at, written.len());
}

/// Compiles a program that calls kernels, and returns what they write. Other compilers must write the same.
fn run(header: &str, calls: &str, compilers: &[(&str, &[&str])]) -> Vec<u8> {
    let main = format!(
        "#include \"kernels.h\"\n#include <stdio.h>\n#include <stdlib.h>\n\
         static void run(void (*kernel)(const void *, void *), size_t source, size_t target)\n{{\n\
         \x20   unsigned char *s = (unsigned char *)malloc(source), *d = (unsigned char *)malloc(target);\n\
         \x20   for (size_t i = 0; i < source; ++i) s[i] = (unsigned char)(((uint32_t)i * 2654435761u) >> 13);\n\
         \x20   memset(d, {UNTOUCHED}, target);\n    kernel(s, d);\n    fwrite(d, 1, target, stdout);\n\
         \x20   free(s);\n    free(d);\n}}\n\nint main(void)\n{{\n{calls}    return 0;\n}}\n"
    );
    written_by(header, &main, compilers)
}

/// Compiles a program with `kernels.h`, and returns its output. Other compilers must write the same as gcc with sanitizers.
pub(crate) fn written_by(header: &str, main: &str, compilers: &[(&str, &[&str])]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("kernels.h"), header).unwrap();
    fs::write(path("main.c"), main).unwrap();
    let compile = |compiler: &str, args: &[&str]| {
        let warnings = ["-pedantic-errors", "-Wall", "-Wextra", "-Werror"];
        let mut command = Command::new(compiler);
        command.args(warnings).args(args).args([&path("main.c"), "-o", &path("program")]);
        stdout_of(command.output().unwrap());
        let output = Command::new(path("program")).output().unwrap();
        let fault = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{compiler}: {}\n{fault}", output.status);
        output.stdout
    };
    let trap = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let first =
        compile("gcc", &[&["-std=c99", "-O1", "-Wconversion", "-x", "c"][..], &trap].concat());
    for &(compiler, args) in compilers {
        if let Some(program) = installed(compiler) {
            assert!(compile(&program, args) == first, "{compiler} differs from gcc");
        }
    }
    first
}

/// Converts between all pairs of layouts of elements of a type.
fn check_all_pairs(elem: (&str, i64)) {
    if !lacks_compilers() {
        let lengths = [2, 35, 3, 5];
        assert!(check(&lengths, &layouts(&lengths, elem), &[]) > 200);
    }
}

#[test]
fn kernels_of_all_pairs_of_1_byte_write_the_bytes_of_the_copy() {
    check_all_pairs(("i8", 1));
}

#[test]
fn kernels_of_all_pairs_of_2_bytes_write_the_bytes_of_the_copy() {
    check_all_pairs(("f16", 2));
}

#[test]
fn kernels_of_all_pairs_of_4_bytes_write_the_bytes_of_the_copy() {
    check_all_pairs(("f32", 4));
}

#[test]
fn kernels_of_all_pairs_of_8_bytes_write_the_bytes_of_the_copy() {
    check_all_pairs(("i64", 8));
}

#[test]
fn kernels_of_cooperative_matrices_write_the_bytes_of_the_copy() {
    if lacks_compilers() {
        return;
    }
    let lengths = [16, 64];
    let mut compared = check(&lengths, &matrices(lengths, "f16", &[1, 2, 4]), COMPILERS);
    for (elem, strides) in [("i8", &[1, 2, 4][..]), ("f32", &[1, 2, 4]), ("f64", &[1])] {
        compared += check(&lengths, &matrices(lengths, elem, strides), &[]);
    }
    assert!(compared > 170, "{compared}");
}

#[test]
fn kernels_of_other_shapes_write_the_bytes_of_the_copy() {
    if lacks_compilers() {
        return;
    }
    // A third of the layouts, each third once.
    let third = |lengths: &[i64], elem, first: usize, compilers| {
        let some: Vec<_> = layouts(lengths, elem).into_iter().skip(first).step_by(3).collect();
        check(lengths, &some, compilers)
    };
    third(&[1, 3, 7, 9], ("f16", 2), 0, COMPILERS);
    third(&[2, 64, 9, 8], ("i8", 1), 1, &COMPILERS[..1]);
    third(&[1, 1, 4, 6], ("f32", 4), 2, &[]);
    third(&[2, 17, 2, 3, 5], ("f16", 2), 0, &[]);
    third(&[2, 35, 1, 3, 3], ("i8", 1), 1, &[]);
    check(&[8, 8], &layouts(&[8, 8], ("f16", 2)), COMPILERS);
}

#[test]
fn layouts_without_a_format_have_the_offsets_of_the_format() {
    for lengths in [&[2, 35, 3, 5][..], &[1, 3, 7, 9], &[1, 1, 4, 6], &[2, 35, 2, 3, 5]] {
        // No format has elements of type bf16.
        let pairs = layouts(lengths, ("f16", 2)).into_iter().zip(layouts(lengths, ("bf16", 2)));
        let pairs: Vec<_> = pairs.enumerate().collect();
        let mut text = String::new();
        for (at, (format, other)) in &pairs {
            let (a, b, definition) = (&format.ty, &other.ty, &other.definition);
            let again = if definition == &format.definition { "" } else { definition };
            writeln!(text, "{}{again}", format.definition).unwrap();
            writeln!(text, "layout.tensor @a{at} : {a}\nlayout.tensor @b{at} : {b}").unwrap();
        }
        let resolved = layoutc(&text, &["--passes=resolve-strides", "--emit=generic"]);
        let (registry, mut sink) = (Registry::new(), Sink::default());
        let module = parser::parse(&resolved, 0, &registry, &mut sink).unwrap();
        let found = Layouts::new(&module, &registry);
        for (at, (format, other)) in &pairs {
            let [a, b] = ["a", "b"].map(|name| found.symbol(&format!("{name}{at}")).unwrap());
            assert_eq!(a.allocation().unwrap(), b.allocation().unwrap(), "{}", other.ty);
            for index in ir::layout::IndexSpace::below(lengths.to_vec()).iter() {
                let index = LogicalIndex::new(index).unwrap();
                let [a, b] = [&a, &b].map(|layout| layout.offset_of(&index).unwrap());
                assert_eq!(a, b, "{} and {} at {index}", format.ty, other.ty);
            }
        }
    }
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
