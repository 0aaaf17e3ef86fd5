//! Hostile texts: deeply nested, long, wide, or full of errors. Each is parsed on a small stack and must report few
//! errors. The bench `growth` measures the time as a function of the length.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use ir::print::{PrintOptions, module_to_string};
use ir::verify::verify;
use ir::{Module, Registry};

/// The stack size of a small thread, such as an embedder may use, in bytes.
const SMALL_STACK: usize = 1 << 20;

fn on_small_stack<T: Send>(call: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(SMALL_STACK);
        builder.spawn_scoped(scope, call).unwrap().join().unwrap()
    })
}

struct Outcome {
    module: Option<Module>,
    errors: Vec<String>,
}

/// Parses, verifies and prints a text on a small stack.
fn read(text: &str) -> Outcome {
    on_small_stack(|| {
        let registry = Registry::new();
        let mut source = layoutc_parser::ModuleText::new(text, 0, &registry);
        let module = source.parse();
        let module = module.filter(|module| verify(module, &registry, &mut source.sink));
        if let Some(module) = &module {
            for generic in [true, false] {
                let options = PrintOptions { generic, ..PrintOptions::default() };
                let printed = module_to_string(module, &registry, options);
                assert!(layoutc_parser::parse(&printed, 0, &registry, &mut source.sink).is_some());
            }
        }
        // The text is parsed again to locate its diagnostics, which doubles the time of large texts.
        let diags = if text.len() < 1 << 17 { source.take() } else { source.sink.take() };
        for diag in &diags {
            assert!(diag.span().end as usize <= text.len());
            assert!(diag.message.len() < 1000, "{} bytes", diag.message.len());
        }
        let errors = diags.iter().map(|diag| diag.message.clone()).collect();
        Outcome { module, errors }
    })
}

#[track_caller]
fn one_error(what: &str, text: &str, error: &str) {
    let outcome = read(text);
    assert_eq!(outcome.errors, [error], "{what}");
}

const DEEP: usize = 100_000;
const TOO_DEEP: &str = "nesting is deeper than 256";

#[test]
fn reports_deep_nesting_once() {
    let attr = |open: &str| format!("\"a\"() {{x = {}", open.repeat(DEEP));
    let ty = |open: &str| format!("\"a\"() : () -> {}", open.repeat(DEEP));
    let loc = |open: &str| format!("\"a\"() : () -> () loc({}", open.repeat(DEEP));
    let affine = |open: &str| format!("#m = affine_map<(d0)[s0] -> ({}d0)>", open.repeat(DEEP));
    let cases = [
        ("arrays", attr("[")),
        ("dictionaries", attr("{x = ")),
        ("distinct", attr("distinct[0]<")),
        ("dense lists", format!("#a = dense<{}", "[".repeat(DEEP))),
        ("function types", ty("(")),
        ("results of function types", ty("(() -> ")),
        ("tuples", ty("tuple<")),
        ("complex", ty("complex<")),
        ("tensors", ty("tensor<")),
        ("vectors", ty("vector<4x")),
        ("memrefs", ty("memref<*x")),
        ("encodings", ty("tensor<4xf32, [")),
        ("call sites", loc("callsite(")),
        ("fused locations", loc("fused[")),
        ("metadata", loc("fused<loc(")),
        ("named locations", loc("\"a\"(")),
        ("affine parentheses", affine("(")),
        ("negations", affine("- ")),
        ("double negations", affine("--")),
        ("regions", "\"a\"() ({ ".repeat(DEEP)),
        ("regions on lines", "\"a\"() ({\n".repeat(DEEP)),
        ("indented regions", indented(1000)),
        ("closed regions", "\"a\"() ({\n".repeat(DEEP) + &"}) : () -> ()\n".repeat(DEEP)),
        ("modules", "module {\n".repeat(DEEP)),
        ("closed modules", "module {\n".repeat(DEEP) + &"}\n".repeat(DEEP)),
        ("functions", "func.func @f() { ".repeat(DEEP)),
    ];
    for (what, text) in cases {
        one_error(what, &text, TOO_DEEP);
    }
}

fn indented(depth: usize) -> String {
    (0..depth).map(|at| format!("{}\"a\"() ({{\n", "  ".repeat(at))).collect()
}

#[test]
fn maximal_nesting_fits_small_stack() {
    let wrap = |open: &str, inner: &str, close: &str, times: usize| {
        format!("{}{inner}{}", open.repeat(times), close.repeat(times))
    };
    let texts = [
        wrap("\"a\"() ({\n", "\"b\"() : () -> ()\n", "}) : () -> ()\n", 255),
        wrap("module {\n", "\"b\"() : () -> ()\n", "}\n", 255),
        wrap("module {\nfunc.func @f() {\nreturn\n}\n", "", "}\n", 250),
        format!("\"a\"() {{x = {}}} : () -> ()", wrap("[", "", "]", 250)),
        format!("\"a\"() {{x = {}}} : () -> ()", wrap("{a = ", "1", "}", 250)),
        format!("\"a\"() : () -> {}", wrap("tuple<", "i32", ">", 250)),
        format!("\"a\"() {{x = {}}} : () -> ()", wrap("(", "", ") -> i32", 250)),
        format!("\"a\"() : () -> () loc({})", wrap("\"x\"(", "unknown", ")", 250)),
        format!("\"a\"() : () -> () loc({})", wrap("callsite(", "\"x\"", " at \"y\")", 250)),
        format!(
            "\"a\"() {{x = affine_map<(d0) -> ({})>}} : () -> ()",
            wrap("(1 + 2 * (", "d0", ") mod 7)", 120)
        ),
        wrap(
            "\"a\"() ({\n",
            &format!("\"b\"() {{x = {}}} : () -> ()\n", wrap("[", "", "]", 120)),
            "}) : () -> ()\n",
            130,
        ),
        aliases(250, "#a{} = [#a{}, #a{}]\n"),
        aliases(80, "#a{} = tensor<1xf32, [#a{}, #a{}]>\n"),
        format!(
            "{}\"a\"() {{x = #b<{}>}} : () -> ()",
            aliases(200, "#a{} = #d<#a{} #a{}>\n"),
            "#a200 ".repeat(20)
        ),
    ];
    for text in texts {
        let outcome = read(&text);
        assert_eq!(outcome.errors, [""; 0], "{}", &text[..200.min(text.len())]);
        assert!(outcome.module.is_some());
    }
}

/// Returns alias definitions, each of which uses the previous one, and an op that uses the last.
fn aliases(count: usize, pattern: &str) -> String {
    let mut text = "#a0 = [7]\n".to_owned();
    for at in 1..=count {
        let mut parts = pattern.split("{}");
        text.push_str(parts.next().unwrap());
        text.push_str(&at.to_string());
        for part in parts {
            text.push_str(part);
            if part.ends_with("#a") {
                text.push_str(&(at - 1).to_string());
            }
        }
    }
    text + &format!("\"a\"() {{x = #a{count}}} : () -> ()\n")
}

#[test]
fn reports_deep_alias_nesting_once() {
    for pattern in ["#a{} = [#a{}]\n", "#a{} = [#a{}, #a{}]\n", "#a{} = #d.x<#a{}>\n"] {
        one_error(pattern, &aliases(DEEP, pattern), TOO_DEEP);
    }
}

#[test]
fn bounds_length_of_printed_types() {
    let mut text = "!t0 = i32\n".to_owned();
    for at in 1..200 {
        text.push_str(&format!("!t{at} = tuple<!t{0}, !t{0}>\n", at - 1));
    }
    let fault = text + "\"a\"() {x = dense<0> : !t199} : () -> ()\n";
    let outcome = read(&fault);
    assert_eq!(outcome.errors.len(), 1);
}

#[test]
fn bounds_parts_of_fused_locations() {
    let mut text = "#l0 = loc(\"a\")\n".to_owned();
    for at in 1..20_000 {
        text.push_str(&format!("#l{at} = loc(fused[#l{}, \"n{at}\"])\n", at - 1));
    }
    let outcome = read(&text);
    assert_eq!(outcome.errors.len(), 1);
}

const MEGABYTE: usize = 1 << 20;

fn filled(part: &str, size: usize) -> String {
    part.repeat(size / part.len())
}

#[test]
fn bounds_errors_of_garbage() {
    for part in [
        "(",
        "{",
        "<",
        "[",
        "\"",
        "%",
        "#",
        "}",
        ")",
        "]",
        ">",
        "^",
        "@",
        "!",
        "\\",
        "\u{e9}",
        "0",
        "-",
        ":",
        "=",
        ",",
        "a",
        "\0",
        "\n",
        "{<[(",
        "({",
        "}{",
        ")(",
        "\"\\",
        "%\n",
        "#\n",
        "{\n",
        "}\n",
        "(\n",
        "[\n",
        "\"\n",
        "a\n",
        "a.b {\n",
        "%0 = ",
        "\"a\"(",
        "\"a\"({\n",
        "\"a\" ",
        "#a = ",
        "!a = ",
        "{-#",
        "^a:",
        "func.func @f(",
        "module ",
        "loc(",
        "dense<[",
        "affine_map<(",
        "\"a\"() : () -> ",
        "return\n}\n",
        "\"a\"() ({\n}\n",
        "\"a\"() ({^a(%b: ",
        "//",
        "a<",
        "#a<[",
        "!a.b<({[",
    ] {
        let outcome = read(&filled(part, MEGABYTE));
        assert!(outcome.errors.len() <= 1001);
    }
}

#[test]
fn reports_at_most_a_thousand_errors() {
    for line in [
        "\"a\"(%x : () -> ()\n",
        "\"a\"() {x = } : () -> ()\n",
        "\"a\"() {x = \"} : () -> ()\n",
        "%0 = \"a\"() : () -> ()\n",
        "\"a\"() ({) : () -> ()\n",
        "\"a\"() ({ ^a(%b: i32x) }) : () -> ()\n",
        "func.func @f(%a: f33) {\n  return\n}\n",
        "func.func @f() -> f33 {\n",
        "\"a\"(%undefined) : (i32) -> ()\n",
        "\"a\"()[^undefined] : () -> ()\n",
        "\"a\"() {x = #undefined} : () -> ()\n",
        "\"a\"() {x = dense<[1, 2]> : tensor<3xi8>} : () -> ()\n",
        "#a = [\n",
        "!a = tensor<4xf32\n",
        "layout.tensor @x : tensr<4xf32>\n",
        "layot.tensor @x : tensor<4xf32>\n",
        "\"a\"() {x = #layout.order<NHCW>, y = #layout.reqs<m1: compct>} : () -> ()\n",
    ] {
        for text in [filled(line, MEGABYTE), format!("module {{\n{}}}\n", filled(line, MEGABYTE))] {
            let outcome = read(&text);
            // A remark follows the 1000 errors.
            assert!((1..=1001).contains(&outcome.errors.len()), "{line}: {}", outcome.errors.len());
        }
    }
}

#[test]
fn parses_long_valid_texts() {
    let list = |one: &str, count: usize| vec![one; count].join(", ");
    let numbered =
        |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<Vec<_>>();
    let names = numbered(50_000, &|at| format!("%v{at}"));
    let many = 50_000;
    let texts = [
        ("operands", format!("%0 = \"a\"() : () -> i32\n\"b\"({}) : ({}) -> ()", list("%0", many), list("i32", many))),
        ("results", format!("{} = \"a\"() : () -> ({})\n\"b\"({}) : ({}) -> ()", names.join(", "), list("i32", many), names.join(", "), list("i32", many))),
        ("a group", format!("%0:{many} = \"a\"() : () -> ({})\n\"b\"(%0#{}) : (i32) -> ()", list("i32", many), many - 1)),
        ("groups", format!("{} = \"a\"() : () -> ({})", names.iter().map(|name| format!("{name}:2")).collect::<Vec<_>>().join(", "), list("i32", 2 * many))),
        ("attributes", format!("\"a\"() {{{}}} : () -> ()", numbered(many, &|at| format!("k{at} = {at}")).join(", "))),
        ("attributes of a module", format!("module attributes {{{}}} {{}}", numbered(many, &|at| format!("my.k{at} = {at}")).join(", "))),
        ("blocks", format!("\"a\"() ({{\n{}}}) : () -> ()", numbered(many, &|at| format!("^b{at}:\n\"x\"()[^b{}] : () -> ()\n", (at + 1).min(many - 1).max(1))).join(""))),
        ("a chain in a function", format!("func.func @f(%x: i32) {{\n\"x\"()[^b1] : () -> ()\n{}return\n}}", numbered(5000, &|at| format!("^b{}:\n\"x\"(%x)[^b{}] : (i32) -> ()\n", at + 1, at + 2)).join("") + "^b5001:\n")),
        ("uses before definitions", format!("{}%v = \"b\"() : () -> i32", "\"a\"(%v) : (i32) -> ()\n".repeat(20_000))),
        ("one name in many regions", "\"a\"() ({\n%v = \"b\"() : () -> i32\n}) : () -> ()\n".repeat(20_000)),
        ("unnamed clashes", "\"a\"() ({\n%v = \"b\"() : () -> i32\n\"c\"() ({\n%w = \"b\"() : () -> i32\n}) : () -> ()\n}) : () -> ()\n".repeat(10_000)),
        ("affine terms of one dim", format!("#m = affine_map<(d0) -> ({})>\n\"a\"() {{x = #m}} : () -> ()", vec!["d0"; many].join(" + "))),
        ("affine dims", format!("#m = affine_map<({0}) -> ({0})>\n\"a\"() {{x = #m}} : () -> ()", numbered(many, &|at| format!("d{at}")).join(", "))),
        ("dense elements", format!("\"a\"() {{x = dense<[{}]> : tensor<{many}xi8>}} : () -> ()", numbered(many, &|at| (at % 100).to_string()).join(", "))),
        ("wide numbers", format!("\"a\"() {{x = [{}]}} : () -> ()", list("1 : i16777215", 2_000))),
        ("a long string", format!("\"a\"() {{x = \"{}\"}} : () -> ()", "y".repeat(MEGABYTE))),
        ("a long name", format!("%{0} = \"a\"() : () -> i32\n\"b\"(%{0}) : (i32) -> ()", "y".repeat(MEGABYTE))),
        ("splats of huge types", "\"a\"() {x = dense<0> : tensor<9223372036854775807xi8>, y = dense<1.0> : tensor<1000000000000xf32>, z = dense<true> : tensor<9223372036854775807xi1>} : () -> ()".to_owned()),
        ("a dim of 0 among huge ones", "\"a\"() {x = dense<> : tensor<0x9223372036854775807x9223372036854775807xi8>} : () -> ()".to_owned()),
        ("comments", "//\n".repeat(MEGABYTE / 3)),
        ("orders", "\"a\"() {x = #layout.order<NHWC>} : () -> ()\n".repeat(20_000)),
        ("requirements", format!("\"a\"() {{x = #layout.reqs<{}>}} : () -> ()", list("m1: aligned<64 bytes>", 2_000))),
        ("symbols", numbered(20_000, &|at| format!("func.func private @f{at}()\n")).join("")),
        ("tensors", numbered(5_000, &|at| format!("layout.tensor @t{at} : tensor<1x{}xf32, {{order = #layout.order<CN>}}>\n", at + 1)).join("")),
    ];
    for (what, text) in texts {
        let outcome = read(&text);
        assert_eq!(outcome.errors, [""; 0], "{what}");
        assert!(outcome.module.is_some());
    }
}

#[test]
fn rejects_excessive_sizes() {
    let terms = |names: usize| {
        (0..50_000).map(|at| format!("d{}", at % names)).collect::<Vec<_>>().join(" + ")
    };
    let cases = [
        ("wide elements", format!("\"a\"() {{x = dense<[{}1]> : tensor<20001xi16777215>}} : () -> ()", "0, ".repeat(20_000)), "20001 elements of 2097152 bytes each exceed the limit for a text of this length"),
        ("a wide array", format!("\"a\"() {{x = array<i16777208: {}1>}} : () -> ()", "0, ".repeat(20_000)), "20001 elements of 2097151 bytes each exceed the limit for a text of this length"),
        ("digits", format!("\"a\"() {{x = {}}} : () -> ()", "1".repeat(MEGABYTE)), "literal must have at most 20000 digits, but has 1048576"),
        ("digits of a dim", format!("\"a\"() : () -> tensor<{}xi8>", "1".repeat(MEGABYTE)), "dim length must be less than 2^63, but is 1111111111111111111111111111111111111111..."),
        ("digits of a width", format!("\"a\"() : () -> i{}", "1".repeat(MEGABYTE)), "integer type must have at most 16777215 bits, but has 1111111111111111111111111111111111111111..."),
        ("a group", "%a:4294967295 = \"a\"() : () -> i32".to_owned(), "`a` has 1 result, but 4294967295 result names"),
        ("a group of 2^64", "%a:18446744073709551616 = \"a\"() : () -> i32".to_owned(), "expected a number of results below 2^64, found `18446744073709551616`"),
        ("an overflowing product", "\"a\"() {x = dense<0> : tensor<9223372036854775807x9223372036854775807xi8>} : () -> ()".to_owned(), "the number of elements does not fit 64 bits"),
        ("too few bytes", "\"a\"() {x = dense<\"0x05\"> : tensor<100xi1>} : () -> ()".to_owned(), "100 elements require 13 bytes, but the literal `0x05` has 1"),
        ("affine terms", format!("#m = affine_map<(d0, d1) -> ({})>", terms(2)), "affine expression is nested deeper than 512 levels"),
    ];
    for (what, text, error) in cases {
        one_error(what, &text, error);
    }
}

/// Cuts the file tests within every kind of token and construct, after an error.
#[test]
fn reports_truncated_texts_without_panics() {
    // The bytes that are parsed of each text, so that the test is fast.
    const BYTES: usize = 2 << 10;
    let cuts = on_small_stack(|| {
        let registry = Registry::new();
        let mut cuts = 0;
        for path in testkit::file_tests() {
            let file = std::fs::read_to_string(path).unwrap();
            for (number, text) in file.split("// -----\n").enumerate() {
                let step = 1 + text.len() * text.len() / 2 / BYTES;
                let ends = (number % step..text.len()).step_by(step);
                for end in ends.filter(|&end| text.is_char_boundary(end)) {
                    let text = format!("x\n{}", &text[..end]);
                    let mut source = layoutc_parser::ModuleText::new(&text, 0, &registry);
                    let module = source.parse();
                    assert!(!source.take().is_empty() && module.is_none(), "{text}");
                    cuts += 1;
                }
            }
        }
        cuts
    });
    assert!(cuts > 5_000, "{cuts} texts");
}
