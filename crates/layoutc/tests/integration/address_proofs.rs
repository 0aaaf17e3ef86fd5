//! Proofs of addressing functions by the SMT solver z3: the layouts of CK Tile and TensorRT, lowered and simplified,
//! large layouts, and every form of a division by multiplication. Also the reports for incorrect functions, for a
//! solver without an answer, and for a missing solver.
//!
//! Tests that need z3 are skipped if it is missing; with `LAYOUTC_REQUIRE_TOOLS=1` they fail.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use crate::vectors;
use testkit::lacks_command;
use vectors::{descriptor, symbol, tensor, vectors};

/// Returns `true` if the running test must end because the solver is missing.
fn lacks_solver() -> bool {
    lacks_command("z3")
}

/// The exit status and the lines of standard error.
struct SolverRun {
    status: i32,
    lines: Vec<String>,
}

impl SolverRun {
    fn counted(&self, what: &str) -> usize {
        let line = self.lines.iter().find(|line| line.ends_with(&format!(": {what}")));
        line.map_or(0, |line| line.split_whitespace().next().unwrap().parse().unwrap())
    }

    /// Returns the lines that are diagnostics.
    fn diagnostics(&self) -> Vec<&str> {
        self.lines.iter().filter(|line| line.contains("[L")).map(String::as_str).collect()
    }
}

/// Runs passes with a given solver, in a separate process, because the solver is set by an environment variable.
fn run(text: &str, passes: &str, solver: Option<&str>) -> SolverRun {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("input.mlir");
    fs::write(&path, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_layoutc"));
    command.arg(&path).arg(format!("--passes={passes}"));
    command.args(["--emit=none", "--diagnostics=short", "--stats"]).env_remove("LAYOUTC_Z3");
    if let Some(solver) = solver {
        command.env("LAYOUTC_Z3", solver);
    }
    let output = command.output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    SolverRun {
        status: output.status.code().unwrap(),
        lines: stderr.lines().map(str::to_owned).collect(),
    }
}

/// Proves all functions of a text, lowered and simplified.
#[track_caller]
fn check_proven(text: &str) {
    check_all_proven(text, text.matches("layout.address ").count());
}

#[track_caller]
fn check_all_proven(text: &str, requested: usize) {
    check_proven_after("lower-addressing", text, requested);
    check_proven_after("lower-addressing,simplify-index", text, requested);
}

#[track_caller]
fn check_proven_after(passes: &str, text: &str, requested: usize) {
    let outcome = run(text, &format!("{passes},check-addresses{{smt=all}}"), None);
    assert_eq!((outcome.status, outcome.diagnostics()), (0, Vec::new()), "after {passes}");
    assert_eq!(outcome.counted("functions proven by z3"), requested, "after {passes}");
}

#[test]
fn proves_descriptors_of_ck_tile() {
    if lacks_solver() {
        return;
    }
    let mut text = String::new();
    for case in &vectors("ck_descriptors.json", "descriptors") {
        text += &descriptor(case);
        let of = symbol(case);
        let name = of.trim_start_matches('@');
        for index in ["i32", "i64"] {
            writeln!(text, "layout.address @{index}_{name} of {of} {{index = \"{index}\"}}")
                .unwrap();
        }
    }
    check_proven(&text);
}

#[test]
fn proves_formats_of_tensorrt() {
    if lacks_solver() {
        return;
    }
    let mut text = String::new();
    for (number, case) in vectors("formats.json", "cases").iter().enumerate() {
        let dynamic = case["shape"].as_array().unwrap().iter().any(|length| !length.is_i64());
        if !dynamic {
            text += &tensor(case, &format!("c{number}"));
            writeln!(text, "layout.address @elements{number} of @c{number}").unwrap();
            let unit = "{unit = \"byte\", index = \"i64\"}";
            writeln!(text, "layout.address @bytes{number} of @c{number} {unit}").unwrap();
        }
    }
    check_proven(&text);
}

/// Layouts with too many indices to compare all of them.
const LARGE: &str = r#"
layout.tensor @nhwc : tensor<64x256x112x112xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, strides = [3211264, 1, 28672, 256]}>
layout.address @f0 of @nhwc
layout.tensor @chw32 : tensor<64x259x112x113xf16, {format = #layout.format<chw32>}>
layout.address @f1 of @chw32
layout.address @f2 of @chw32 {unit = "byte"}
layout.descriptor @reordered {
  %n, %h, %w, %c = layout.packed [64, 112, 113, 259]
  %x = layout.merge %n, %c, %h, %w
  layout.yield %x
}
layout.address @f3 of @reordered
layout.descriptor @huge {
  %n, %h, %w, %c = layout.packed [1024, 224, 223, 768]
  %x = layout.merge %n, %c, %h, %w
  layout.yield %x
}
layout.address @f4 of @huge
layout.descriptor @primes {
  %n, %h, %w, %c = layout.packed [97, 53, 59, 61]
  %x = layout.merge %n, %c, %h, %w
  layout.yield %x
}
layout.address @f5 of @primes
layout.descriptor @swizzle {
  %a, %b, %e = layout.packed [70000, 8, 8]
  %c, %d = layout.xor %a, %b
  %x = layout.merge %c, %d, %e
  layout.yield %x
}
layout.address @f6 of @swizzle
layout.descriptor @im2col {
  %n, %c, %h, %w = layout.packed [64, 256, 112, 112]
  %h1 = layout.pad %h low 1 high 1
  %w1 = layout.pad %w low 1 high 1
  %y, %ho = layout.embed %h1 into [3, 56] strides [1, 2]
  %x, %wo = layout.embed %w1 into [3, 56] strides [1, 2]
  %m = layout.merge %n, %ho, %wo
  %k = layout.merge %c, %y, %x
  layout.yield %m, %k
}
layout.address @f7 of @im2col
layout.address @f8 of @im2col {index = "i64"}
layout.descriptor @tile {
  %n, %c, %h, %w, %v = layout.packed [64, 9, 112, 113, 32]
  %cc = layout.merge %c, %v
  %cs = layout.slice %cc from 0 to 259
  %x = layout.merge %n, %cs, %h, %w
  layout.yield %x
}
layout.address @f9 of @tile
"#;

#[test]
fn proves_large_layouts() {
    if !lacks_solver() {
        check_proven(LARGE);
    }
}

/// Layouts whose functions use "half turn" and networks of bits, at both widths.
#[test]
fn proves_rules_of_bits_at_both_widths() {
    if lacks_solver() {
        return;
    }
    let mut text = String::new();
    for (name, length) in [("short", 1 << 7), ("long", 1i64 << 40)] {
        let (end, half) = (length / 2 * 3, length / 2);
        writeln!(text, "layout.descriptor @{name} {{\n%s0, %d = layout.packed [2048, {length}]\n%s = layout.pass_through %s0")
            .unwrap();
        writeln!(text, "%e = layout.modulo %d by {length} length {end}").unwrap();
        writeln!(text, "%f = layout.slice %e from {half} to {end}\nlayout.yield %s, %f\n}}")
            .unwrap();
        writeln!(text, "layout.address @half_{name} of @{name}").unwrap();
    }
    text += "layout.descriptor @morton {
        %m = layout.packed [64]
        %y2, %x2, %y1, %x1, %y0, %x0 = layout.unmerge %m into [2, 2, 2, 2, 2, 2]
        %y = layout.merge %y2, %y1, %y0
        %x = layout.merge %x2, %x1, %x0
        layout.yield %y, %x
    }
    layout.descriptor @gather {
        %y, %x = layout.packed [8, 8]
        %y2, %y1, %y0 = layout.unmerge %y into [2, 2, 2]
        %x2, %x1, %x0 = layout.unmerge %x into [2, 2, 2]
        %m = layout.merge %y2, %x2, %y1, %x1, %y0, %x0
        layout.yield %m
    }
";
    for (name, index) in
        [("morton", "i32"), ("morton", "i64"), ("gather", "i32"), ("gather", "i64")]
    {
        writeln!(text, "layout.address @{name}_{index} of @{name} {{index = \"{index}\"}}")
            .unwrap();
    }
    check_proven(&text);
}

/// Layouts for which cost models differ: kept divisions, products below 2^24 in one slot, and long words without
/// conversions.
const MODELS: &str = "
layout.descriptor @half {
  %s0, %d = layout.packed [2048, 96]
  %e = layout.modulo %d by 96 length 144
  %f = layout.slice %e from 48 to 144
  %s = layout.pass_through %s0
  layout.yield %s, %f
}
layout.descriptor @pages {
  %p, %h0, %t, %d0 = layout.packed [512, 4, 256, 64]
  %pos = layout.merge %p, %t
  %h = layout.pass_through %h0
  %d = layout.pass_through %d0
  layout.yield %pos, %h, %d
}
layout.tensor @powers : tensor<1048576x512x512xi8>
layout.tensor @blocks : tensor<640x500x512x512xi8, {format = #layout.format<chw32>}>
layout.descriptor @flat {
  %a, %b, %c = layout.packed [70000, 70001, 3]
  %t = layout.merge %c, %b, %a
  layout.yield %t
}
layout.address @half_i32 of @half
layout.address @half_i64 of @half {index = \"i64\"}
layout.address @pages_i32 of @pages
layout.address @pages_i64 of @pages {index = \"i64\"}
layout.address @at_powers of @powers
layout.address @at_blocks of @blocks
layout.address @at_flat of @flat
";

#[test]
fn proves_functions_of_each_cost_model() {
    if !lacks_solver() {
        for cost in ["ops", "slots", "weight"] {
            let passes = format!("lower-addressing,simplify-index{{cost={cost}}}");
            check_proven_after(&passes, MODELS, MODELS.matches("layout.address ").count());
        }
    }
}

/// Copies of at least 207 million elements, between orders and formats.
const COPIES: &str = "
func.func @g(%x: tensor<64x259x112x113xf16>) {
  %y = layout.reorder %x : tensor<64x259x112x113xf16> -> tensor<64x259x112x113xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, strides = [3277904, 1, 29267, 259]}>
  %z = layout.reorder %y : tensor<64x259x112x113xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, strides = [3277904, 1, 29267, 259]}> -> tensor<64x259x112x113xf16, {format = #layout.format<chw32>}>
  %w = layout.reorder %z : tensor<64x259x112x113xf16, {format = #layout.format<chw32>}> -> tensor<64x259x112x113xf16, {format = #layout.format<hwc8>}>
  return
}
";

#[test]
fn proves_plans_of_large_copies() {
    let outcome = run(COPIES, "lower-addressing,check-addresses", None);
    assert_eq!((outcome.status, outcome.diagnostics()), (0, Vec::new()));
    assert_eq!(outcome.counted("plans proven"), 3);
}

/// The result of a division function.
#[derive(Clone, Copy, Debug)]
enum Part {
    Quotient,
    Rest,
}

/// Returns a numbered division function of one index, and the descriptor that it must agree with below `length`.
fn division(number: usize, part: Part, length: i64, by: i64, ops: &str) -> String {
    let strides = match part {
        Part::Quotient => "[1, 0]",
        Part::Rest => "[0, 1]",
    };
    let blocks = (length + by - 1) / by;
    // Integer constants are signed in MLIR's syntax.
    let constant = |(name, value): (&str, i64)| {
        format!(
            "  %{name} = \"arith.constant\"() <{{value = {} : i32}}> : () -> i32\n",
            value as i32
        )
    };
    let numbers: String = ops
        .split_whitespace()
        .filter_map(|word| word.trim_end_matches(',').strip_prefix('$'))
        .map(|number| constant((&format!("c{number}"), number.parse().unwrap())))
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .collect();
    let mut lines = String::new();
    for line in ops.lines().filter(|line| !line.trim().is_empty()) {
        let (result, rest) = line.trim().split_once(" = ").unwrap();
        let (op, operands) = rest.split_once(' ').unwrap();
        let operands = operands.replace('$', "%c");
        let (results, ty) = match op {
            "mului_extended" => (":2", "(i32, i32)"),
            _ => ("", "i32"),
        };
        writeln!(lines, "  {result}{results} = \"arith.{op}\"({operands}) : (i32, i32) -> {ty}")
            .unwrap();
    }
    format!(
        "layout.descriptor @division{number} {{
  %q, %r = layout.strided [{blocks}, {by}] strides {strides}
  %x = layout.merge %q, %r
  %y = layout.slice %x from 0 to {length}
  layout.yield %y
}}
func.func @f{number}(%n: i32) -> i32 attributes {{layout.address = {{of = @division{number}, unit = \"element\", lengths = array<i64: {length}>}}}} {{
{numbers}{lines}  return %result : i32
}}
"
    )
}

/// Returns the reciprocal of a divisor: `2^p / by`, rounded up.
fn reciprocal(by: i64, p: u32) -> i64 {
    i64::try_from(((1i128 << p) + i128::from(by) - 1) / i128::from(by)).unwrap()
}

/// Returns the least n for which `floor(n * m / 2^p)` differs from `floor(n / by)`. It follows from the excess of m.
fn first_wrong(by: i64, m: i64, p: u32) -> i64 {
    let (by, m) = (i128::from(by), i128::from(m));
    let excess = m * by - (1 << p);
    assert!(excess > 0);
    let mut n = by - 1;
    // A number one below a multiple of the divisor fails first.
    let least = ((1i128 << p) + excess - 1) / excess;
    n += (least - 1 - n + by - 1).max(0) / by * by;
    while (n * m) >> p == n / by {
        n += by;
    }
    i64::try_from(n).unwrap()
}

/// Divisions that are proven together.
#[derive(Default)]
struct Divisions {
    text: String,
    count: usize,
}

impl Divisions {
    fn add(&mut self, part: Part, length: i64, by: i64, ops: &str) {
        self.text += &division(self.count, part, length, by, ops);
        self.count += 1;
    }

    #[track_caller]
    fn check(&self) {
        let outcome = run(&self.text, "check-addresses{smt=all}", None);
        assert_eq!((outcome.status, outcome.diagnostics()), (0, Vec::new()), "{}", self.text);
        assert_eq!(outcome.counted("functions proven by z3"), self.count);
    }
}

#[test]
fn proves_every_form_of_a_division() {
    if lacks_solver() {
        return;
    }
    let (mut all, most) = (Divisions::default(), 1 << 31);
    for by in [3, 7, 784, 1_000_003] {
        // The high half of a product, shifted.
        let p = 31 + (by as u64).next_power_of_two().trailing_zeros();
        let (m, shift) = (reciprocal(by, p), p - 32);
        let high = format!("%h = mului_extended %n, ${m}\n%result = shrui %h#1, ${shift}");
        all.add(Part::Quotient, most, by, &high);
        // The remainder from this quotient.
        let rest = format!(
            "%h = mului_extended %n, ${m}\n%q = shrui %h#1, ${shift}\n%b = muli %q, ${by}\n%result = subi %n, %b"
        );
        all.add(Part::Rest, most, by, &rest);
        // The high half alone, and the remainder from two products.
        let length = (1 << 32) / by;
        let m = reciprocal(by, 32);
        let alone = format!("%h = mului_extended %n, ${m}\n%result = ori %h#1, $0");
        all.add(Part::Quotient, length, by, &alone);
        let twice =
            format!("%l = muli %n, ${m}\n%h = mului_extended %l, ${by}\n%result = ori %h#1, $0");
        all.add(Part::Rest, length, by, &twice);
        // Below twice the divisor, a minimum computes the remainder.
        let least = format!("%s = subi %n, ${by}\n%result = minui %n, %s");
        all.add(Part::Rest, 2 * by, by, &least);
    }
    // In 32 bits: the numbers below 6272, divided by 784.
    let low = "%m = muli %n, $2675\n%result = shrui %m, $21";
    all.add(Part::Quotient, 6272, 784, low);
    // With a 33-bit reciprocal, for all 32-bit numbers.
    for by in [7, 19, 21] {
        let p = 32 + (by as u64).next_power_of_two().trailing_zeros();
        let m = reciprocal(by, p) - (1 << 32);
        let sum = format!(
            "%h = mului_extended %n, ${m}\n%d = subi %n, %h#1\n%half = shrui %d, $1\n%s = addi %half, %h#1\n%result = shrui %s, ${}",
            p - 33
        );
        all.add(Part::Quotient, 1 << 32, by, &sum);
    }
    // An even divisor, with a shift before the product.
    let before = format!(
        "%e = shrui %n, $4\n%h = mului_extended %e, ${}\n%result = shrui %h#1, $4",
        reciprocal(49, 36)
    );
    all.add(Part::Quotient, most, 784, &before);
    all.check();
}

#[test]
fn proves_a_division_up_to_its_first_wrong_number() {
    if lacks_solver() {
        return;
    }
    let mut right = Divisions::default();
    for (by, p) in [(784, 33), (10_007, 38), (12_656, 40), (50_000, 44)] {
        let m = reciprocal(by, p);
        let wrong = first_wrong(by, m, p);
        assert!((1 << 22..1 << 32).contains(&wrong), "{wrong}");
        let ops = format!("%h = mului_extended %n, ${m}\n%result = shrui %h#1, ${}", p - 32);
        right.add(Part::Quotient, wrong, by, &ops);
        // Samples include both ends of the range. The length is therefore greater, so that only the solver finds the
        // wrong number.
        let text = division(0, Part::Quotient, wrong + 20, by, &ops);
        let outcome = run(&text, "check-addresses{smt=true}", None);
        assert_eq!(outcome.status, 1, "{text}");
        let expected =
            format!("differ at index [{wrong}]: the function returns {}", wrong / by + 1);
        assert!(outcome.diagnostics()[0].contains(&expected), "{:?}", outcome.diagnostics());
    }
    right.check();
}

/// Changes constants of correct functions, and expects the first difference.
#[test]
fn solver_finds_a_changed_constant() {
    if lacks_solver() {
        return;
    }
    // The function computes the address of an element of 64 x 256 x 112 x 112 in NHWC, except at few indices.
    let text = |from: i64, to: i64, predicate: i64| {
        format!(
            "layout.tensor @x : tensor<64x256x112x112xi8, {{order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, strides = [3211264, 1, 28672, 256]}}>
func.func @f(%n: i32, %c: i32, %h: i32, %w: i32) -> i32 attributes {{layout.address = {{of = @x, unit = \"element\", lengths = array<i64: 64, 256, 112, 112>}}}} {{
  %sn = \"arith.constant\"() <{{value = 3211264 : i32}}> : () -> i32
  %sh = \"arith.constant\"() <{{value = 28672 : i32}}> : () -> i32
  %sw = \"arith.constant\"() <{{value = 256 : i32}}> : () -> i32
  %from = \"arith.constant\"() <{{value = {from} : i32}}> : () -> i32
  %to = \"arith.constant\"() <{{value = {to} : i32}}> : () -> i32
  %0 = \"arith.muli\"(%n, %sn) : (i32, i32) -> i32
  %1 = \"arith.muli\"(%h, %sh) : (i32, i32) -> i32
  %2 = \"arith.muli\"(%w, %sw) : (i32, i32) -> i32
  %3 = \"arith.addi\"(%0, %1) : (i32, i32) -> i32
  %4 = \"arith.addi\"(%2, %c) : (i32, i32) -> i32
  %5 = \"arith.addi\"(%3, %4) : (i32, i32) -> i32
  %6 = \"arith.cmpi\"(%5, %from) <{{predicate = {predicate} : i64}}> : (i32, i32) -> i1
  %7 = \"arith.select\"(%6, %to, %5) : (i1, i32, i32) -> i32
  return %7 : i32
}}
"
        )
    };
    let elements = 64 * 256 * 112 * 112;
    for offset in [1_000_001, 55_555_555, 100_000_000, 123_456_789, 199_999_999, elements - 300] {
        let right = run(&text(offset, offset, 0), "check-addresses{smt=true}", None);
        assert_eq!(
            (right.status, right.counted("functions proven")),
            (0, 1),
            "{:?}",
            right.diagnostics()
        );
        let wrong = run(&text(offset, offset - 1, 0), "check-addresses{smt=true}", None);
        let (block, channel) = (offset / 256, offset % 256);
        let at = [block / 12544, channel, block / 112 % 112, block % 112];
        let expected = format!(
            "differ at index {at:?}: the function returns {}, but the layout has offset {offset}",
            offset - 1
        );
        assert_eq!(wrong.status, 1);
        assert!(wrong.diagnostics()[0].contains(&expected), "{:?}", wrong.diagnostics());
    }
    // A difference at the last index is found before the solver runs.
    let last = run(&text(elements - 1, 0, 0), "check-addresses{smt=true}", None);
    assert!(
        last.diagnostics()[0].contains("differ at index [63, 255, 111, 111]"),
        "{:?}",
        last.diagnostics()
    );
    // No index exceeds the last one.
    let beyond = run(&text(elements - 1, 0, 8), "check-addresses{smt=true}", None);
    assert_eq!(
        (beyond.status, beyond.counted("functions proven")),
        (0, 1),
        "{:?}",
        beyond.diagnostics()
    );
}

#[test]
fn functions_without_an_answer_are_reported_and_compared() {
    if lacks_solver() {
        return;
    }
    let outcome = run(LARGE, "lower-addressing,check-addresses{smt=true steps=1}", None);
    assert_eq!((outcome.status, outcome.counted("functions without a proof")), (0, 10));
    for line in outcome.diagnostics() {
        assert!(line.contains("warning[L0406]"), "{line}");
        let why = ": `z3` did not decide within 1 steps: the answer to claim 1 of";
        assert!(line.contains(why) && line.contains("was compared with"), "{line}");
    }
    let small = "layout.tensor @x : tensor<4x5xf32>\nlayout.address @f of @x\n";
    let outcome = run(small, "lower-addressing,check-addresses{smt=all steps=1}", None);
    let lines = outcome.diagnostics();
    assert!(
        lines[0].contains("remark[L0406]")
            && lines[0].ends_with("; all 20 indices of `@f` were compared"),
        "{lines:?}"
    );
}

#[test]
fn missing_solver_is_reported_once_and_functions_are_compared() {
    let outcome = run(LARGE, "lower-addressing,check-addresses{smt=true}", Some("/nowhere/z3"));
    let skipped = "proof skipped: needs z3, but `/nowhere/z3` cannot be executed";
    assert_eq!(outcome.status, 0);
    assert_eq!(
        outcome.diagnostics().iter().filter(|line| line.contains(skipped)).count(),
        1,
        "{:?}",
        outcome.diagnostics()
    );
    assert_eq!(outcome.diagnostics().len(), 10);
    assert_eq!(outcome.counted("functions without a proof"), 10);
    assert!(
        outcome
            .diagnostics()
            .iter()
            .all(|line| line.contains("which does not prove that they are equal"))
    );
    let wrong = division(0, Part::Quotient, 100, 7, "%result = shrui %n, $3");
    let outcome = run(&wrong, "check-addresses{smt=true}", Some("/nowhere/z3"));
    assert_eq!(outcome.status, 1);
    assert!(
        outcome.diagnostics()[0]
            .contains("differ at index [7]: the function returns 0, but the layout has offset 1")
    );
}

#[test]
fn functions_compared_at_all_indices_are_proven_without_a_solver() {
    let text = "layout.tensor @x : tensor<4x5xf32>\nlayout.address @f of @x\n";
    let passes = "lower-addressing,check-addresses{smt=true}";
    let outcome = run(text, passes, Some("/nowhere/z3"));
    assert_eq!((outcome.status, outcome.diagnostics()), (0, Vec::new()));
    let counts = ["functions proven", "functions proven by comparison at all indices"];
    assert_eq!(counts.map(|name| outcome.counted(name)), [1, 1]);
    assert_eq!(outcome.counted("functions proven by z3"), 0);
}

#[cfg(unix)]
#[test]
fn models_of_a_solver_are_verified() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let fake = folder.path().join("fake");
    let text = "layout.tensor @x : tensor<4x5xf32>\nlayout.address @f of @x\n";
    for (script, expected) in [
        (
            "cat > /dev/null; for i in $(seq 20); do echo unsat; done | head -$N; echo sat; echo '((x0 1) (x1 2))'",
            "reported a difference at index [1, 2], which evaluation does not confirm",
        ),
        (
            "cat > /dev/null; for i in $(seq 20); do echo unsat; done | head -$N; echo sat; echo '((x0 1) (x1 9))'",
            "reported a difference at index [1, 9], which evaluation does not confirm",
        ),
        (
            "cat > /dev/null; for i in $(seq 20); do echo unsat; done | head -$N; echo sat; echo '((x0 (- 1)))'",
            "the answer has no index: ((x0 (- 1)))",
        ),
        ("cat > /dev/null; echo unsat; echo sat", "the answer to claim 2 of"),
        ("echo nonsense", "the answer to claim 1 of"),
        ("exit 3", "the answer to claim 1 of 4 is ``"),
    ] {
        // The number of claims is that of the input.
        let count = "N=$(grep -c '^(push 1)' \"$0.in\")";
        let script = script.replacen("cat > /dev/null", &format!("cat > \"$0.in\"; {count}"), 1);
        fs::write(&fake, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).unwrap();
        let outcome = run(text, "lower-addressing,check-addresses{smt=all}", fake.to_str());
        assert_eq!((outcome.status, outcome.diagnostics().len()), (0, 1), "{:?}", outcome.lines);
        assert!(
            outcome.diagnostics()[0].contains(expected),
            "{script}: {:?}",
            outcome.diagnostics()
        );
    }
}

#[test]
fn steps_must_be_a_number_in_range() {
    for steps in ["0", "many", "-1", "4294967296"] {
        let outcome = run("", &format!("check-addresses{{smt=true steps={steps}}}"), None);
        assert_eq!(outcome.status, 2);
        assert!(
            outcome.lines[0].contains("must be a number from 1 to 4294967295"),
            "{:?}",
            outcome.lines
        );
    }
}

/// The descriptor whose simplified inverse z3 does not decide: it compares nine candidates. Its 150 slots are compared.
const UNDECIDED_INVERSE: &str = "@real_convwrw_B_input";

#[test]
fn proves_inverses_of_ck_tile_and_tensorrt() {
    if lacks_solver() {
        return;
    }
    let mut text = String::new();
    let mut add = |layout: String, of: String| {
        text += &layout;
        let name = of.trim_start_matches('@');
        writeln!(text, "layout.address @of_{name} of {of} {{form = \"inverse\"}}").unwrap();
    };
    let descriptors = vectors("ck_descriptors.json", "descriptors");
    for case in descriptors.iter().filter(|case| symbol(case) != UNDECIDED_INVERSE) {
        add(descriptor(case), symbol(case));
    }
    for (number, case) in vectors("formats.json", "cases").iter().enumerate() {
        if case["shape"].as_array().unwrap().iter().all(Value::is_i64) {
            add(tensor(case, &format!("c{number}")), format!("@c{number}"));
        }
    }
    check_proven(&text);
}
