//! Execution of conversion kernels in C for every width of elements and every method.
//!
//! Layouts are those of small shapes of rank 0 to 4 ([`testkit::small_layouts`]), among them tensors of one element and
//! rows that end inside a byte. A test of a width fails unless its kernels have every method.

use crate::address_code::c::lacks_compilers;
use crate::address_code::kernels::{COMPILERS, ConversionPair, compare_calls, kernel_names};
use crate::address_code::{layoutc, verified};
use ir::Registry;
use ir::descriptor::Layouts;
use ir::kernel::CopyKernel;
use ir::layout::{CopyMethod, TileExchange};
use std::collections::BTreeSet;
use testkit::{ConversionLayout, Random, SMALL_SHAPES, small_layouts, small_layouts_of_any_length};

/// The passes that create kernels and prove them.
const PASSES: &str = "--passes=resolve-strides,lower-addressing,check-addresses";

/// The types of elements that have a layout, by their width in bits.
const ELEMENTS: [(i64, &[&str]); 6] = [
    (1, &["i1"]),
    (4, &["i4", "ui4", "si4", "f4E2M1FN", "!quant.uniform<u4:f32, 5.000000e-01>"]),
    (8, &["i8", "ui8", "f8E4M3FN", "f8E8M0FNU", "!quant.uniform<i8:f32, 5.000000e-01>"]),
    (16, &["i16", "f16", "bf16"]),
    (32, &["i32", "f32"]),
    (64, &["i64", "f64", "index"]),
];

/// Types of elements without a layout, and their width as diagnostics print it.
const WITHOUT_LAYOUT: [(&str, &str); 5] = [
    ("tf32", "unknown"),
    ("f80", "80 bits"),
    ("f128", "128 bits"),
    ("complex<f16>", "unknown"),
    ("complex<i4>", "unknown"),
];

/// The number of random pairs of layouts of a shape.
const PAIRS: usize = 6;

/// The widths in bits, besides those of [`ELEMENTS`], whose kernels convert between layouts of all shapes.
const ODD_WIDTHS: [i64; 5] = [3, 5, 6, 12, 24];

/// The shape of which all pairs of layouts are converted at these widths.
const EXHAUSTIVE: &[i64] = &[3, 5];

/// Returns some pairs of numbers below `count`: equal ones, those with 0, and random ones.
fn some_pairs(random: &mut Random, count: usize) -> BTreeSet<(usize, usize)> {
    let mut pairs = BTreeSet::new();
    for at in 0..count {
        pairs.extend([(at, at), (0, at)]);
    }
    pairs.extend((0..PAIRS).map(|_| (random.index(count), random.index(count))));
    pairs
}

/// Returns a function that converts between two types.
pub(super) fn function(name: &str, from: &str, to: &str) -> String {
    format!(
        "func.func @{name}(%x: {from}) -> {to} {{\n  %y = layout.reorder %x : {from} -> {to}\n  return %y : {to}\n}}\n"
    )
}

/// The method of a kernel, without its digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Method {
    Identity,
    Rows,
    Tile,
    Units,
    Slots,
}

fn method(kernel: &CopyKernel) -> Method {
    match kernel.plan.as_ref().map(|plan| plan.method) {
        None => Method::Slots,
        Some(CopyMethod::Identity) => Method::Identity,
        Some(CopyMethod::Vector { .. }) => Method::Rows,
        Some(CopyMethod::Tile { exchange: TileExchange::Registers, .. }) => Method::Tile,
        Some(CopyMethod::Strided { .. }) => Method::Units,
        Some(other) => panic!("{other:?} is not a method of C"),
    }
}

/// Returns the methods of the kernels of a module.
fn methods(lowered: &str) -> BTreeSet<Method> {
    let (registry, module) = (Registry::new(), verified(lowered));
    let layouts = Layouts::new(&module, &registry);
    let kernels = module.walk().filter(|&op| module.name(op) == ir::kernel::KERNEL_OP);
    kernels.map(|op| method(&CopyKernel::read(&module, &layouts, op).unwrap())).collect()
}

/// Returns the methods that kernels of a width have. A unit is a number of bytes that is a power of two.
fn methods_of(bits: i64) -> BTreeSet<Method> {
    let all = [Method::Identity, Method::Rows, Method::Tile, Method::Units, Method::Slots];
    let has_units = bits % 8 == 0 || 8 % bits == 0;
    let is_method = |it: &Method| has_units || !matches!(it, Method::Tile | Method::Units);
    all.into_iter().filter(is_method).collect()
}

/// Executes kernels of elements of a type of a width between layouts of all shapes.
fn check_width(bits: i64, seed: u64) {
    if lacks_compilers() {
        return;
    }
    let known = ELEMENTS.iter().find(|(width, _)| *width == bits);
    let elem = known.map_or(format!("i{bits}"), |(_, elems)| elems[0].to_owned());
    let random = &mut Random::new(seed);
    let all = SMALL_SHAPES.map(|lengths| (lengths, small_layouts(lengths, &elem)));
    let mut cases = Cases::default();
    for (lengths, layouts) in &all {
        let is_exhaustive = known.is_none() && *lengths == EXHAUSTIVE;
        let pairs = if is_exhaustive {
            all_pairs(layouts.len())
        } else {
            some_pairs(random, layouts.len())
        };
        cases.add(layouts, pairs);
    }
    let lowered = cases.check(&[COMPILERS[0], COMPILERS[2]]);
    assert_eq!(methods(&lowered), methods_of(bits), "{bits} bits");
    assert!(cases.pairs.len() > 150, "{}", cases.pairs.len());
}

/// Functions that convert between two layouts each.
#[derive(Default)]
struct Cases<'a> {
    text: String,
    pairs: Vec<ConversionPair<'a>>,
}

impl<'a> Cases<'a> {
    /// Adds functions between pairs of layouts of a shape.
    fn add(&mut self, layouts: &'a [ConversionLayout], pairs: BTreeSet<(usize, usize)>) {
        let first = self.pairs.len();
        self.text.extend(layouts.iter().map(|it| it.definition.as_str()));
        for (from, to) in pairs {
            let name = format!("f{first}_{from}_{to}");
            self.text += &function(&name, &layouts[from].ty, &layouts[to].ty);
            self.pairs.push((name, &layouts[from], &layouts[to]));
        }
    }

    /// Compares what the kernels write with the core's offsets. Returns the lowered module.
    fn check(&self, compilers: &[(&str, &[&str])]) -> String {
        let lowered = layoutc(&self.text, &[PASSES, "--emit=generic"]);
        let header = layoutc(&lowered, &["--passes=", "--emit=c"]);
        let names = kernel_names(&lowered, &self.pairs);
        compare_calls((&lowered, &self.pairs), (&header, &names), compilers);
        lowered
    }
}

fn all_pairs(count: usize) -> BTreeSet<(usize, usize)> {
    (0..count).flat_map(|from| (0..count).map(move |to| (from, to))).collect()
}

#[test]
fn kernels_of_odd_widths_write_the_bits_of_the_copy() {
    for (seed, bits) in (7..).zip(ODD_WIDTHS) {
        check_width(bits, seed);
    }
}

#[test]
fn kernels_of_all_widths_write_the_bits_of_the_copy() {
    if lacks_compilers() {
        return;
    }
    let shapes: [&[i64]; 3] = [&[1], &[3, 5], &[9]];
    let all = (1..=64).flat_map(|bits| shapes.map(|it| small_layouts(it, &format!("i{bits}"))));
    let all: Vec<_> = all.collect();
    let random = &mut Random::new(16);
    let mut cases = Cases::default();
    for layouts in &all {
        let mut some = BTreeSet::from([(0, layouts.len() - 1)]);
        some.extend((0..3).map(|_| (random.index(layouts.len()), random.index(layouts.len()))));
        cases.add(layouts, some);
    }
    cases.check(&[]);
}

#[test]
fn kernels_of_1_bit_write_the_bits_of_the_copy() {
    check_width(1, 1);
}

#[test]
fn kernels_of_4_bits_write_the_bits_of_the_copy() {
    check_width(4, 2);
}

#[test]
fn kernels_of_8_bits_write_the_bytes_of_the_copy() {
    check_width(8, 3);
}

#[test]
fn kernels_of_16_bits_write_the_bytes_of_the_copy() {
    check_width(16, 4);
}

#[test]
fn kernels_of_32_bits_write_the_bytes_of_the_copy() {
    check_width(32, 5);
}

#[test]
fn kernels_of_64_bits_write_the_bytes_of_the_copy() {
    check_width(64, 6);
}

#[test]
fn kernels_of_a_dynamic_length_write_the_bits_of_the_copy_at_every_width() {
    if lacks_compilers() {
        return;
    }
    let others = [3, 12, 24].map(|bits| (bits, format!("i{bits}")));
    let known = ELEMENTS.map(|(bits, elems)| (bits, elems[0].to_owned()));
    for (bits, elem) in known.into_iter().chain(others) {
        let refused = check_dynamic(bits, &elem);
        assert_eq!(refused > 0, bits % 8 != 0, "{refused} kernels of {bits} bits are refused");
    }
}

/// Executes kernels of a dynamic outermost length, with that length as an argument. Returns the number of kernels that are
/// refused. A remark must state the width as the reason.
fn check_dynamic(bits: i64, elem: &str) -> usize {
    let shapes = [&[3, 5][..], &[3, 16], &[3, 2, 8], &[3, 4, 6, 2]];
    let all = shapes.map(|lengths| small_layouts_of_any_length(lengths, elem));
    let random = &mut Random::new(bits.unsigned_abs());
    let mut texts = [String::new(), String::new()];
    let mut pairs: Vec<ConversionPair<'_>> = Vec::new();
    let mut refused = 0;
    for (shape, [fixed, dynamic]) in all.iter().enumerate() {
        for (from, to) in some_pairs(random, fixed.len()) {
            let name = format!("f{shape}_{from}_{to}");
            let text = function(&name, &dynamic[from].ty, &dynamic[to].ty);
            let (lowered, remarks) = outputs(&text, &[PASSES, "--emit=generic"]);
            if lowered.contains("\"layout.kernel\"(") {
                texts[0] += &text;
                texts[1] += &function(&name, &fixed[from].ty, &fixed[to].ty);
                pairs.push((name, &fixed[from], &fixed[to]));
                continue;
            }
            let width = width_text(bits);
            let reason = format!("an element has {width}, which is not a number of whole bytes");
            assert!(remarks.contains("remark[L0405]: no kernel"), "{text}{remarks}");
            assert!(remarks.contains(&reason), "{text}{remarks}");
            refused += 1;
        }
    }
    let [lowered, fixed] = texts.map(|text| layoutc(&text, &[PASSES, "--emit=generic"]));
    let mut header = layoutc(&lowered, &["--passes=", "--emit=c"]);
    let mut names = Vec::new();
    for ((function, ..), kernel) in pairs.iter().zip(kernel_names(&lowered, &pairs)) {
        let name = format!("call_{function}");
        header += &format!(
            "static void {name}(const void *s, void *d)\n{{\n    {kernel}(s, d, 3);\n}}\n"
        );
        names.push(name);
    }
    compare_calls((&fixed, &pairs), (&header, &names), &[COMPILERS[0], COMPILERS[2]]);
    assert!(pairs.len() > 10, "{}", pairs.len());
    refused
}

/// Returns a width as diagnostics print it.
fn width_text(bits: i64) -> String {
    format!("{bits} bit{}", if bits == 1 { "" } else { "s" })
}

/// Returns what layoutc prints to both streams.
fn outputs(text: &str, args: &[&str]) -> (String, String) {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    layoutc::run(&args, &mut text.as_bytes(), &mut stdout, &mut stderr);
    [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap()).into()
}

/// Returns a conversion to a transposed layout.
fn transposition(name: &str, elem: &str) -> String {
    let order = "{order = affine_map<(d0, d1) -> (d1, d0)>}";
    function(name, &format!("tensor<6x8x{elem}>"), &format!("tensor<6x8x{elem}, {order}>"))
}

/// Returns the number of bits of the width that a diagnostic prints; `None` if it is unknown.
fn width_bits(width: &str) -> Option<u32> {
    width.split(' ').next()?.parse().ok()
}

/// Returns the names of the kernels of a header.
fn defined(header: &str) -> Vec<&str> {
    let heads = ["LAYOUTC_KERNEL void ", "LAYOUTC_VECTOR_KERNEL("];
    let names = header.lines().filter_map(|line| {
        let rest = heads.iter().find_map(|head| line.strip_prefix(head))?;
        rest.split(['(', ',']).next()
    });
    names.collect()
}

#[test]
fn every_width_has_kernels_or_a_reason() {
    let integers = (1..=129).map(|bits| (format!("i{bits}"), width_text(bits)));
    let floats = [("f6E2M3FN", "6 bits"), ("f6E3M2FN", "6 bits")];
    let others = WITHOUT_LAYOUT
        .into_iter()
        .chain(floats)
        .map(|(elem, width)| (elem.to_owned(), width.to_owned()));
    for (elem, width) in integers.chain(others) {
        let (header, errors) = outputs(&transposition("f", &elem), &["--emit=c"]);
        if width_bits(&width).is_some_and(|bits| bits <= 64) {
            assert_eq!(defined(&header), ["reorder_f_y"], "{elem}: {errors}");
            assert_eq!(errors, "", "{elem}");
        } else {
            let reason =
                format!("the width of the element type must be 1 to 64 bits, but is {width}\n");
            assert!(errors.contains(&reason), "{elem}: {errors}");
            assert_eq!(defined(&header), [""; 0], "{elem}");
        }
    }
}

#[test]
fn types_of_one_width_share_a_kernel() {
    let mut text = String::new();
    for (bits, elems) in ELEMENTS {
        for (at, elem) in elems.iter().enumerate() {
            text += &transposition(&format!("f{bits}_{at}"), elem);
        }
    }
    let header = layoutc(&text, &["--emit=c"]);
    assert_eq!(defined(&header).len(), ELEMENTS.len());
}
