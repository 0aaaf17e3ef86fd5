//! Memref types in a module and in the notation `memref`: both are read as the same layout, or refused with the same
//! message.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layout::{IndexSpace, Layout, LogicalIndex};
use layoutc_compiler::{SourceModule, registry};
use testkit::Random;

/// Returns the layout of a memref in a module, or the message of its first error.
fn in_module(memref: &str) -> Result<Layout, String> {
    let text = format!("layout.tensor @x : {memref}");
    let module = SourceModule::parse(&text, "x.mlir", registry());
    let layout = module.and_then(|module| module.layout("x"));
    layout.map_err(|report| {
        report.diagnostics[0].message.trim_start_matches("`@x` has no layout: ").to_owned()
    })
}

/// Returns the layout of a memref as a notation, or the message of its fault.
fn as_notation(memref: &str) -> Result<Layout, String> {
    let read = notation::read(&format!("memref:{memref}"), None);
    read.map(|read| read.layout).map_err(|fault| fault.message)
}

/// Kinds of memrefs.
const MEMREFS: &[&str] = &[
    "memref<4x5xf32>",
    "memref<f32>",
    "memref<?x5xf32>",
    "memref<4x0xf32>",
    "memref<4x5xi4>",
    "memref<4x5xindex>",
    "memref<3037000500x3037000500xi8>",
    "memref<4x5xf32, strided<[8, 1]>>",
    "memref<4x5xf32, strided<[8, 1], offset: 3>>",
    "memref<4x5xf32, strided<[8, 1], offset: -3>>",
    "memref<4x5xf32, strided<[-8, 1], offset: 24>>",
    "memref<4x5xf32, strided<[1, 4]>>",
    "memref<4x5xf32, strided<[2, 3]>>",
    "memref<4x5xf32, strided<[0, 1]>>",
    "memref<4x5xf32, strided<[5]>>",
    "memref<?x5xf32, strided<[9, 2]>>",
    "memref<1x3x8x8xf16, strided<[192, 1, 24, 3]>>",
    "memref<8x8xi8, strided<[9223372036854775807, 1]>>",
    // Maps of one result.
    "memref<4xf32, affine_map<(d0) -> (d0)>>",
    "memref<4xf32, affine_map<(d0) -> (d0 * 3 + 1)>>",
    "memref<4xf32, affine_map<(d0) -> (7)>>",
    "memref<8xf32, affine_map<(d0) -> (d0 floordiv 2)>>",
    "memref<8xf32, affine_map<(d0) -> (d0 mod 3)>>",
    "memref<8xf32, affine_map<(d0) -> (d0 ceildiv 3)>>",
    "memref<8xf32, affine_map<(d0) -> (-d0)>>",
    "memref<8xf32, affine_map<(d0) -> (d0 mod 3 - d0 * 2 - 1)>>",
    "memref<4x5xf32, affine_map<(d0, d1) -> (d0 * 8 + d1)>>",
    "memref<1x5xf32, affine_map<(d0, d1) -> (d0 * 8 + d1)>>",
    "memref<4x5xf32, affine_map<(d0, d1) -> (d1)>>",
    "memref<4x5xf32, affine_map<(d0, d1) -> ((d0 * 5 + d1) mod 7 * 3)>>",
    "memref<4x5xf32, affine_map<(d0, d1) -> ((d0 * 5 + d1) floordiv 4 * 8 + (d0 * 5 + d1) mod 4)>>",
    "memref<?x5xf32, affine_map<(d0, d1) -> (d0 * 8 + d1)>>",
    "memref<?x5xf32, affine_map<(d0, d1) -> (d0 floordiv 2 * 8 + d1)>>",
    // Maps of several results.
    "memref<4x5xf32, affine_map<(d0, d1) -> (d1, d0)>>",
    "memref<8x5xf32, affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>>",
    "memref<7x5xf32, affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>>",
    "memref<3x5xf32, affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>>",
    "memref<8x5xf32, affine_map<(d0, d1) -> (d0 floordiv 4, d1)>>",
    "memref<8x5xf32, affine_map<(d0, d1) -> (d0 mod 4, d1)>>",
    "memref<8x5xf32, affine_map<(d0, d1) -> (d0, d1 ceildiv 2, d1)>>",
    "memref<4xf32, affine_map<(d0) -> (d0, d0)>>",
    "memref<4x5xf32, affine_map<(d0, d1) -> (d0, d0)>>",
    "memref<4x5xf32, affine_map<(d0, d1) -> (d0, d0 + d1)>>",
    "memref<4x5xf32, affine_map<(d0, d1) -> (d0, d1 - 1)>>",
    "memref<4x5xf32, affine_map<(d0, d1) -> (d0, 4 - d1)>>",
    "memref<4x5xf32, affine_map<(d0, d1) -> (d0, 2, d1)>>",
    "memref<4x36xf32, affine_map<(d0, d1) -> (d0, d1 mod 9 floordiv 2, d1)>>",
    "memref<4x5xf32, affine_map<(d0, d1) -> ()>>",
    "memref<f32, affine_map<() -> ()>>",
    "memref<f32, affine_map<() -> (3)>>",
    "memref<?x5xf32, affine_map<(d0, d1) -> (d0, d1)>>",
    "memref<?x5xf32, affine_map<(d0, d1) -> (d0, d1 floordiv 2, d1 mod 2)>>",
    "memref<?x5xf32, affine_map<(d0, d1) -> (d1, d0)>>",
    "memref<?x5xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>>",
    "memref<?x5xf32, affine_map<(d0, d1) -> (d1, d1)>>",
    "memref<4xf32, affine_map<(d0) -> (d0, d0, d0, d0, d0, d0, d0, d0, d0, d0, d0, d0, d0, d0, d0, d0)>>",
    // Maps that do not denote a layout.
    "memref<4x5xf32, affine_map<(d0, d0) -> (d0)>>",
    "memref<4x5xf32, affine_map<(d0, d1) -> (d2)>>",
    "memref<4x5xf32, affine_map<(d0) -> (d0)>>",
    "memref<4x5xf32, affine_map<(d0, d1) -> (d0 * d1)>>",
    "memref<4x5xf32, affine_map<(d0, d1) -> (d0 floordiv d1)>>",
    "memref<4x5xf32, affine_map<(d0, d1) -> (d0 floordiv 0)>>",
    "memref<4x5xf32, affine_map<(d0, d1) -> (d0, d1 mod -2)>>",
    "memref<4x5xf32, affine_map<(d0, d1)[s0] -> (d0 + s0)>>",
    "memref<4x5xf32, affine_map<(d0, d1)[s0] -> (d0, d1)>>",
    "memref<8xf32, affine_map<(d0) -> (d0 * 9223372036854775807 * 2)>>",
    // Dictionaries, orders and memory spaces.
    "memref<2x3x4x5xf16, {order = #layout.order<NHWC>}>",
    "memref<2x3x4x5xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}, @DDR>",
    "memref<2x3x4x5xf16, {order = affine_map<(a, b, c, d) -> (a, c, d, b)>, strides = [60, 1, 15, 3]}>",
    "memref<2x3x4x5xf16, {order = #layout.order<NHWC>, strides = [96, 1, 24, 4], offset = 5}, [@CMX_NN, 0]>",
    "memref<4x5xf16, {strides = array<i64: 8, 1>}>",
    "memref<4x5xf16, {strides = [1, 1]}>",
    "memref<4x5xf16, {strides = [1, 4]}>",
    "memref<4x5xf16, {strides = [0, 1]}>",
    "memref<4x5xf16, {strides = [8, 1], offset = 2}>",
    "memref<4x5xf16, {offset = 2}>",
    "memref<4x5xf16, {offset = -2}>",
    "memref<4x5xf16, {strides = [8]}>",
    "memref<4x5xf16, {strides = 8}>",
    "memref<4x5xf16, {order = 8}>",
    "memref<4x5xf16, {order = affine_map<(d0, d1) -> (d0)>}>",
    "memref<4x5xf16, {order = affine_map<(d0, d1) -> (d0, d0)>}>",
    "memref<4x5xf16, {order = affine_map<(d0, d1) -> (d0, d1 mod 2)>}>",
    "memref<4x5xf16, {order = affine_map<(d0, d1)[s0] -> (d0, d1)>}>",
    "memref<4x5xf16, {order = affine_map<(d0) -> (d0)>}>",
    "memref<4x5xf16, {ordr = 3}>",
    "memref<4x5xf16, {order = #layout.order<NC>, region = 3}>",
    "memref<4x5xf16, {region = 3}>",
    "memref<4x5xf16, #layout.order<CN>>",
    "memref<4x5xf16, #layout.order<NCHW>>",
    "memref<4x5xf16, @DDR>",
    "memref<4x5xf16, 1>",
    "memref<4x5xf16, 1 : i32>",
    "memref<4x5xf16, \"ddr\">",
    "memref<4x5xf16, #gpu.address_space<workgroup>>",
    "memref<4x5xf16, strided<[8, 1]>, #gpu.address_space<workgroup>>",
    "memref<4x5xf16, #foo.layout<a<b>>, 1>",
    "memref<4x5xf16, strided<[8, 1]>, strided<[8, 1]>>",
    "memref<4x5xf16, 1, strided<[8, 1]>>",
    "memref<4x5xf16, affine_map<(d0, d1) -> (d1, d0)>, 1, 2>",
];

/// Memrefs whose `?` are symbols.
const SYMBOLIC: &[&str] = &[
    "memref<4x?xf32>",
    "memref<?x?x5xf16>",
    "memref<4x5xf32, strided<[?, 1]>>",
    "memref<4x5xf32, strided<[5, 1], offset: ?>>",
    "memref<?x?xf32, strided<[?, ?], offset: ?>>",
];

/// The memrefs whose refusals have other words: a `layout.tensor` reports all keys that it does not read.
const REWORDED: &[&str] = &["memref<4x5xf16, {order = #layout.order<NC>, region = 3}>"];

#[track_caller]
fn agree(memref: &str) -> bool {
    match (in_module(memref), as_notation(memref)) {
        (Ok(module), Ok(notation)) => {
            assert_eq!(format!("{module:?}"), format!("{notation:?}"), "{memref}");
            true
        }
        (Err(module), Err(notation)) => {
            assert!(
                module == notation || REWORDED.contains(&memref),
                "{memref}: {module:?} {notation:?}"
            );
            false
        }
        (module, notation) => panic!(
            "{memref}: {:?}, but as a notation {:?}",
            module.map(|_| ()),
            notation.map(|_| ())
        ),
    }
}

#[test]
fn memrefs_have_one_meaning() {
    let mut differ = Vec::new();
    for memref in MEMREFS {
        if let Err(panic) = std::panic::catch_unwind(|| agree(memref)) {
            differ.push(panic.downcast_ref::<String>().cloned().unwrap_or_default());
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn memrefs_with_symbols_have_one_meaning() {
    for memref in SYMBOLIC {
        let text = format!("layout.tensor @x : {memref}");
        let module = SourceModule::parse(&text, "x.mlir", registry()).unwrap();
        let [own, notated] = ["@x".to_owned(), format!("memref:{memref}")].map(|name| {
            let found = module.symbols().symbols(&name).unwrap().unwrap();
            let layout = &found.read.layout;
            format!("{:?} {:?} {:?}", layout.symbols(), layout.lengths(), layout.offset())
        });
        assert_eq!(own, notated, "{memref}");
    }
}

/// The number of random maps.
const MAPS: usize = 300;

/// The value of an index expression at an index.
type Value = Box<dyn Fn(&[i64]) -> i64>;

/// Returns an index expression over dims as text and as a function.
fn expression(random: &mut Random, rank: usize, depth: usize) -> (String, Value) {
    if depth == 0 || random.one_in(4) {
        let dim = random.index(rank);
        return (format!("d{dim}"), Box::new(move |index| index[dim]));
    }
    let (text, value) = expression(random, rank, depth - 1);
    let by = random.between(1, 5);
    match random.index(5) {
        0 => (format!("({text}) floordiv {by}"), Box::new(move |at| value(at).div_euclid(by))),
        1 => (format!("({text}) mod {by}"), Box::new(move |at| value(at).rem_euclid(by))),
        2 => (format!("({text}) ceildiv {by}"), Box::new(move |at| -(-value(at)).div_euclid(by))),
        3 => (format!("({text}) * {by} + 1"), Box::new(move |at| value(at) * by + 1)),
        _ => {
            let (other_text, other) = expression(random, rank, depth - 1);
            let sign = if random.one_in(4) { -1 } else { 1 };
            let word = if sign < 0 { "-" } else { "+" };
            let sum = move |at: &[i64]| value(at) + sign * other(at);
            (format!("{text} {word} ({other_text})"), Box::new(sum))
        }
    }
}

#[test]
fn random_maps_have_the_addresses_of_their_expressions() {
    let mut random = Random::new(0x6d61_7073);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..MAPS {
        let rank = 1 + random.index(3);
        let lengths: Vec<i64> = (0..rank).map(|_| random.between(1, 6)).collect();
        let results: Vec<_> =
            (0..1 + random.index(3)).map(|_| expression(&mut random, rank, 2)).collect();
        let shape: String = lengths.iter().map(|length| format!("{length}x")).collect();
        let dims: Vec<String> = (0..rank).map(|dim| format!("d{dim}")).collect();
        let texts: Vec<&str> = results.iter().map(|(text, _)| text.as_str()).collect();
        let memref = format!(
            "memref<{shape}f32, affine_map<({}) -> ({})>>",
            dims.join(", "),
            texts.join(", ")
        );
        if !agree(&memref) {
            refused += 1;
            continue;
        }
        read += 1;
        let space = IndexSpace::below(lengths.iter().copied());
        let values =
            |index: &[i64]| -> Vec<i64> { results.iter().map(|(_, value)| value(index)).collect() };
        let mut ends = vec![0; results.len()];
        for index in space.iter() {
            for (end, value) in ends.iter_mut().zip(values(&index)) {
                *end = value.max(*end);
            }
        }
        let layout = as_notation(&memref).unwrap();
        for index in space.iter() {
            let own = values(&index);
            let expected = match own[..] {
                [offset] => offset,
                _ => own.iter().zip(&ends).fold(0, |sum, (value, end)| sum * (end + 1) + value),
            };
            let at = LogicalIndex::new(index.iter().copied()).unwrap();
            let found = layout.offset_of(&at).unwrap().map(|offset| offset.get());
            assert_eq!(found, Some(expected), "{memref} at {index:?}");
        }
    }
    assert!(read > MAPS / 2 && refused > MAPS / 60, "{read} read, {refused} refused");
}
