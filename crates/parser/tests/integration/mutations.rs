//! Mutations of the corpus. A mutated text must not cause a panic. If it is still a module, it must print to the same
//! module in each form.
//!
//! A failure prints the text. To run more mutations, and with another seed:
//!
//! `LAYOUTC_SEED=7 LAYOUTC_MUTATIONS=100000 cargo test --release -p layoutc-parser --test integration mutations`

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::equivalence::difference;
use ir::diag::Sink;
use ir::print::{PrintOptions, module_to_string};
use ir::source::SourceMap;
use ir::verify::verify;
use ir::{Module, Registry};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use testkit::Random;

/// Texts that are inserted at random positions.
const INSERTED: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "\"",
    "'",
    "->",
    ":",
    "::",
    ",",
    "=",
    "%",
    "%0",
    "%0#1",
    "%0:2",
    "%a",
    "^",
    "^bb0",
    "^bb1",
    "#",
    "#a",
    "!",
    "!a",
    "@",
    "@a",
    "@\"\"",
    "@\"\\FF\"",
    "-",
    "--",
    "*",
    "?",
    "x",
    "0",
    "1",
    "-1",
    "0x",
    "0xFF",
    "0x7FC00000",
    "1.0",
    "1e5",
    "1.5e400",
    "-0.0",
    "18446744073709551615",
    "18446744073709551616",
    "9223372036854775808",
    "-9223372036854775808",
    "4294967296",
    "111111111111111111111111111111111111111111111111111111111111",
    "\\",
    "\\FF",
    "\\n",
    "\0",
    "\u{7f}",
    "\u{1}",
    "\r\n",
    "\n",
    "//",
    "// -----\n",
    "\u{e9}",
    "\u{feff}",
    "\u{1f600}",
    "{-#",
    "#-}",
    "<{",
    "}>",
    "({",
    "})",
    "\"\"",
    "\"\\\\\"",
    "\"\\FF\"",
    "\"\u{e9}\"",
    "true",
    "false",
    "unit",
    "loc(unknown)",
    "loc(\"a\":1:2)",
    "loc(#a)",
    "loc(fused[\"a\", \"b\"])",
    "loc(fused<1>[])",
    "loc(callsite(\"a\" at \"b\"))",
    "dense<",
    "dense<0>",
    "dense<\"0x00\">",
    "dense<[[1, 2], [3]]>",
    "sparse<",
    "array<i1: true>",
    "array<i32>",
    "affine_map<(d0) -> (d0 mod 0)>",
    "affine_map<()[s0] -> (s0 floordiv -1)>",
    "affine_set<(d0) : (d0 == 0)>",
    "strided<[1, ?], offset: ?>",
    "dense_resource<a>",
    "distinct[0]<>",
    "distinct[0]<unit>",
    "tensor<",
    "tensor<*xf32>",
    "tensor<0x0xi0>",
    "tensor<4x?xf32, #a>",
    "tensor<2xi1>",
    "vector<[4]xf32>",
    "vector<0xf32>",
    "memref<4xf32, 0>",
    "memref<*xf32, 1>",
    "complex<i1>",
    "tuple<>",
    "(i32) -> ()",
    "() -> (() -> i32)",
    "() -> ()",
    "index",
    "none",
    "i0",
    "i1",
    "si1",
    "ui1",
    "ui64",
    "si7",
    "i16777215",
    "i16777216",
    "f80",
    "f128",
    "tf32",
    "bf16",
    "f8E8M0FNU",
    "f4E2M1FN",
    "!llvm.ptr",
    "!a.b<c>",
    "!a<b>",
    "#a.b<c>",
    "#a<[>",
    "#layout.order<NHWC>",
    "#layout.order<NHCW>",
    "#layout.reqs<m1: aligned<64 bytes>>",
    "#layout.reqs<>",
    "#layout.reqs<m15: any>",
    "#layout.choice<same>",
    "#layout.choice<(NHWC, any...) -> (chw4<orin>, affine_map<(a, b) -> (b, a)>)>",
    "layout.choices = [#layout.choice<(same...) -> row_major...>]",
    "layout.rule \"*\" [#layout.choice<same, cost = 1>]",
    ", reqs = [any, #layout.reqs<m0: compact>]",
    ", when = [dim(0, -1) % 4 == 0, elem(result 0) not in (i8, f16)]",
    "attr(\"a\", [1]) != 1",
    "1 to *",
    "...",
    "layout.tensor @a : tensor<4xf32>",
    "layout.tensor @a : tensor<4x4xf32, {order = #layout.order<CN>}> {a}",
    "module",
    "module {}",
    "module @a attributes {a} {}",
    "func.func",
    "func.func @f() {\n}",
    "func.func private @f(i32 {a}) -> (i32 {b})",
    "func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}",
    "return",
    "return %0 : i32",
    "\"a.b\"() : () -> ()\n",
    "%0 = \"a.b\"() : () -> i32\n",
    "%0:2 = \"a.b\"() : () -> (i32, i32)\n",
    "\"a.b\"() ({\n}) : () -> ()\n",
    "\"a.b\"() ({\n^bb0(%x: i32):\n}, {}) : () -> ()\n",
    "\"a.b\"()[^bb1] : () -> ()\n",
    "\"a.b\"() <{x = 1}> {x = 2} : () -> ()\n",
    "<{a = 1}>",
    "<1>",
    "{a}",
    "{a = 1 : i64}",
    "\"builtin.module\"() ({\n}) : () -> ()\n",
    "\"func.func\"() ({}) {sym_name = \"a\", function_type = () -> ()} : () -> ()\n",
    "#a = 1\n",
    "#a = loc(\"b\")\n",
    "!a = i32\n",
    "sym_name = \"a\"",
    "sym_visibility = \"private\"",
    "order = affine_map<(d0, d1) -> (d1, d0)>",
    "strides = [1, 2]",
    "offset",
    "attributes {a}",
    "at",
    "floordiv",
    "symbol(s0)",
    "overflow<nsw>",
    "fastmath<fast>",
    "slt",
    "step",
    "iter_args(%x = %0) -> (i32)",
    "else {",
    "do {",
    "case 1 {",
    "default: ^bb1",
    "in (%0, 4)",
    "[%0, 1]",
    "shared_outs(",
    "init (",
    "scf.yield\n",
    "a.b %0 : i32\n",
];

fn snippets() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/mlir");
    let entries = ["", "custom"].map(|name| std::fs::read_dir(folder.join(name)).unwrap());
    let mut files: Vec<_> =
        entries.into_iter().flatten().map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    let texts = files.iter().map(|file| std::fs::read_to_string(file).unwrap());
    let snippets: Vec<String> = texts
        .flat_map(|text| text.split("// -----\n").map(str::to_owned).collect::<Vec<_>>())
        .filter(|text| text.len() < 20_000)
        .collect();
    assert!(snippets.len() > 300);
    snippets
}

/// Returns the range of a random token: a word, or one byte.
fn token(bytes: &[u8], random: &mut Random) -> std::ops::Range<usize> {
    if bytes.is_empty() {
        return 0..0;
    }
    let at = random.index(bytes.len());
    let is_word = |byte: &u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'_' | b'.' | b'%' | b'@' | b'#' | b'!' | b'^')
    };
    let before = bytes[..at].iter().rev().take_while(|byte| is_word(byte)).count();
    let after = bytes[at..].iter().take_while(|byte| is_word(byte)).count();
    at - before..(at + after).max(at + 1)
}

fn lines(bytes: &[u8], random: &mut Random) -> std::ops::Range<usize> {
    let at = random.index(bytes.len() + 1);
    let start = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
    let end =
        bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |len| at + len + 1);
    start..end
}

fn mutate(bytes: &mut Vec<u8>, snippets: &[String], random: &mut Random) {
    let place = random.index(bytes.len() + 1);
    let (one, two) = (token(bytes, random), token(bytes, random));
    match random.index(14) {
        0 => drop(bytes.drain(one)),
        1 => drop(bytes.splice(place..place, bytes[one].to_vec())),
        2 | 3 => drop(bytes.splice(one, bytes[two].to_vec())),
        4 => drop(bytes.splice(place..place, random.pick(INSERTED).bytes())),
        5 | 6 => drop(bytes.splice(one, random.pick(INSERTED).bytes())),
        7 => bytes.truncate(place),
        8 => {
            let line = lines(bytes, random);
            bytes.drain(line);
        }
        9 => {
            let line = lines(bytes, random);
            bytes.splice(line.start..line.start, bytes[line].to_vec());
        }
        10 => {
            let other = snippets[random.index(snippets.len())].as_bytes();
            let line = lines(other, random);
            let at = lines(bytes, random).start;
            bytes.splice(at..at, other[line].to_vec());
        }
        11 => {
            let other = snippets[random.index(snippets.len())].as_bytes();
            bytes.truncate(place);
            bytes.extend(&other[random.index(other.len() + 1)..]);
        }
        12 => {
            if let Some(byte) = bytes.get_mut(place) {
                *byte ^= 1 << random.index(8);
            }
        }
        _ => {
            let other = snippets[random.index(snippets.len())].as_bytes();
            let token = token(other, random);
            bytes.splice(one, other[token].to_vec());
        }
    }
}

fn read(text: &str) -> Option<(Module, SourceMap)> {
    let (registry, mut sink, mut sources) =
        (Registry::new(), Sink::default(), SourceMap::default());
    let base = sources.add("text", text).unwrap();
    let module = layoutc_parser::parse(text, base, &registry, &mut sink);
    assert_eq!(module.is_none(), sink.has_errors(), "a module or errors");
    let module = module.filter(|module| verify(module, &registry, &mut sink));
    // The verifier must report every error that `parse_to_verify` leaves to it.
    let mut later = layoutc_parser::ModuleText::new(text, base, &registry);
    let to_verify = later.parse_to_verify();
    let is_sound = to_verify.is_some_and(|module| verify(&module, &registry, &mut later.sink));
    assert_eq!(is_sound, !later.sink.has_errors());
    assert_eq!(is_sound, module.is_some(), "{:?}", later.sink.diags());
    for diag in sink.diags() {
        let file = sources.file_at(diag.span().start).expect("an error has a location");
        let range = diag.span().start as usize..diag.span().end as usize;
        assert!(file.text.get(range).is_some(), "{diag:?}");
        assert!(!diag.message.contains(['\n', '\0', '\u{7f}']), "{:?}", diag.message);
    }
    module.map(|module| (module, sources))
}

fn read_again(text: &str) -> (Module, SourceMap) {
    read(text).unwrap_or_else(|| {
        let (registry, mut sink) = (Registry::new(), Sink::default());
        let module = layoutc_parser::parse(text, 0, &registry, &mut sink);
        if let Some(module) = module {
            verify(&module, &registry, &mut sink);
        }
        panic!("the printed text is invalid: {:#?}\n{text}", sink.diags())
    })
}

fn print(module: &Module, generic: bool, locs: Option<&SourceMap>) -> String {
    module_to_string(
        module,
        &Registry::new(),
        PrintOptions { generic, locs, ..PrintOptions::default() },
    )
}

/// Returns `true` if the text is a module. Checks the properties of modules in that case.
fn check_round_trip(text: &str) -> bool {
    let Some((module, sources)) = read(text) else { return false };
    for generic in [true, false] {
        let first = print(&module, generic, None);
        let (again, _) = read_again(&first);
        assert_eq!(difference(&module, &again, false), None, "\n{first}");
        assert_eq!(print(&again, generic, None), first);

        let first = print(&module, generic, Some(&sources));
        let (again, own) = read_again(&first);
        assert_eq!(difference(&module, &again, false), None, "\n{first}");
        assert_eq!(print(&again, generic, Some(&own)), first);
    }
    true
}

/// The default number of mutated texts, which `LAYOUTC_MUTATIONS` overrides.
const CASES: u64 = 20_000;

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

#[test]
fn mutated_texts_round_trip_or_report_errors() {
    let snippets = snippets();
    let seed = variable("LAYOUTC_SEED").unwrap_or(1);
    let requested = variable("LAYOUTC_MUTATIONS");
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let (mut sound, mut cases, mut failures) = (0u64, 0u64, Vec::new());
    while cases < requested.unwrap_or(CASES) {
        let mut bytes = snippets[random.index(snippets.len())].clone().into_bytes();
        for _ in 0..1 + random.index(4) {
            mutate(&mut bytes, &snippets, &mut random);
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        match catch_unwind(AssertUnwindSafe(|| check_round_trip(&text))) {
            Ok(is_sound) => sound += u64::from(is_sound),
            Err(_) => failures.push(text),
        }
        cases += 1;
        if failures.len() > 10 {
            break;
        }
    }
    println!("{cases} texts, {sound} sound");
    assert!(
        failures.is_empty(),
        "{} of {cases} fail, the shortest:\n{}",
        failures.len(),
        failures.iter().min_by_key(|text| text.len()).unwrap()
    );
    assert!(sound * 20 > cases, "only {sound} of {cases} are sound");
}
