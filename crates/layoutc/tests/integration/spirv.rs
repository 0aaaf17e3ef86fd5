//! Tests of `--emit=spirv` and `--emit=spirv-asm`. SPIR-V's own validator accepts every module, and its assembler
//! converts the text to the same module. The bytes reach a file and standard output unchanged. Libraries are valid
//! SPIR-V, and kernels are valid for Vulkan.
//!
//! If SPIR-V's tools are missing (`scripts/install-test-tools.sh`), tests that need them are skipped; with
//! `LAYOUTC_REQUIRE_TOOLS=1` they fail.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use testkit::{Random, lacks_tools};

/// Returns the standard output of layoutc for a text.
fn layoutc(text: &str, args: &[&str]) -> Vec<u8> {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut text.as_bytes(), &mut stdout, &mut stderr);
    let stderr = String::from_utf8(stderr).unwrap();
    // A random module may have nothing to write.
    let is_quiet =
        stderr.is_empty() || stderr.contains("warning[L0605]") && stderr.lines().count() == 2;
    assert!(status == 0 && is_quiet, "{args:?}: {stderr}");
    stdout
}

/// Returns both forms of a module that already has functions.
fn emitted(text: &str) -> (Vec<u8>, String) {
    let form = |form| layoutc(text, &["--passes=", form]);
    (form("--emit=spirv"), String::from_utf8(form("--emit=spirv-asm")).unwrap())
}

/// Returns `true` if the running test must end because a tool of SPIR-V is missing.
fn lacks_spirv() -> bool {
    lacks_tools(&["spirv-val", "spirv-as", "spirv-dis"])
}

/// Returns the standard output of a tool, which must succeed without messages.
#[track_caller]
fn run(tool: &str, args: &[&str], file: &Path) -> Vec<u8> {
    let output = Command::new(tool).args(args).arg(file).output().unwrap();
    let reported = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && reported.is_empty(), "{tool}: {reported}");
    output.stdout
}

/// Returns the instructions with ids numbered in the order of first occurrence, so that only names are lost.
fn numbered(disassembly: &str) -> String {
    let mut ids = Vec::new();
    let code = disassembly
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with(';'));
    let mut text = String::new();
    for line in code {
        for word in line.split(' ') {
            match word.strip_prefix('%') {
                Some(id) => {
                    let place = ids.iter().position(|&known| known == id);
                    let place = place.unwrap_or_else(|| {
                        ids.push(id);
                        ids.len() - 1
                    });
                    write!(text, "%{place} ").unwrap();
                }
                None => text += &format!("{word} "),
            }
        }
        text.push('\n');
    }
    text
}

/// Checks one library.
#[track_caller]
fn check(program: &str) {
    check_for("spv1.3", program);
}

/// Checks one module in an environment.
#[track_caller]
fn check_for(environment: &str, program: &str) {
    let (binary, text) = emitted(program);
    let folder = tempfile::tempdir().unwrap();
    let (module, source) = (folder.path().join("x.spv"), folder.path().join("x.spvasm"));
    fs::write(&module, &binary).unwrap();
    fs::write(&source, &text).unwrap();
    run("spirv-val", &["--target-env", environment], &module);
    let shown = String::from_utf8(run("spirv-dis", &["--raw-id"], &module)).unwrap();
    assert_eq!(numbered(&shown), numbered(&text));
    let assembled = folder.path().join("y.spv");
    let args = ["--target-env", "spv1.3", "-o", assembled.to_str().unwrap()];
    run("spirv-as", &args, &source);
    run("spirv-val", &["--target-env", environment], &assembled);
    let again = String::from_utf8(run("spirv-dis", &["--raw-id"], &assembled)).unwrap();
    assert_eq!(numbered(&again), numbered(&shown));
    // Only the header and the numbers of ids can differ, so the size is the same.
    assert_eq!(fs::read(&assembled).unwrap().len(), binary.len());
}

/// The values of a function under construction, by type.
struct Values {
    body: String,
    known: [Vec<String>; 3],
}

const TYPES: [&str; 3] = ["i1", "i32", "i64"];
const ON_ALL: [&str; 3] = ["andi", "ori", "xori"];
const ON_NUMBERS: [&str; 6] = ["addi", "subi", "muli", "minui", "maxui", "mului_extended"];
const BY_CONSTANTS: [&str; 4] = ["divui", "remui", "shli", "shrui"];

impl Values {
    fn add(&mut self, ty: usize, op: &str) {
        let name = format!("%{}", self.known.iter().map(Vec::len).sum::<usize>() + 1000);
        writeln!(self.body, "  {name} = {op}").unwrap();
        self.known[ty].push(name);
    }

    fn any(&self, ty: usize, random: &mut Random) -> String {
        self.known[ty][random.index(self.known[ty].len())].clone()
    }

    fn binary(&mut self, op: &str, ty: usize, left: &str, right: &str) {
        let name = TYPES[ty];
        let text = format!("\"arith.{op}\"({left}, {right}) : ({name}, {name}) -> ");
        if op == "mului_extended" {
            let pair = format!("%p{}", self.body.len());
            writeln!(self.body, "  {pair}:2 = {text}({name}, {name})").unwrap();
            self.known[ty].extend([format!("{pair}#0"), format!("{pair}#1")]);
        } else {
            self.add(ty, &format!("{text}{name}"));
        }
    }

    /// Adds a random op.
    fn grow(&mut self, random: &mut Random) {
        let ty = 1 + random.index(2);
        let (a, b) = (self.any(ty, random), self.any(ty, random));
        let name = TYPES[ty];
        match random.index(7) {
            0 => {
                let ty = random.index(3);
                let (a, b) = (self.any(ty, random), self.any(ty, random));
                self.binary(ON_ALL[random.index(3)], ty, &a, &b);
            }
            1 => self.binary(ON_NUMBERS[random.index(6)], ty, &a, &b),
            2 => {
                let value = 1 + random.index(31);
                self.add(
                    ty,
                    &format!("\"arith.constant\"() <{{value = {value} : {name}}}> : () -> {name}"),
                );
                let constant = self.known[ty].last().unwrap().clone();
                self.binary(BY_CONSTANTS[random.index(4)], ty, &a, &constant);
            }
            3 => {
                let predicate = [0, 1, 6, 7, 8, 9][random.index(6)];
                let text = format!("<{{predicate = {predicate} : i64}}> : ({name}, {name}) -> i1");
                self.add(0, &format!("\"arith.cmpi\"({a}, {b}) {text}"));
            }
            4 => {
                let truth = self.any(0, random);
                let text = format!("({truth}, {a}, {b}) : (i1, {name}, {name}) -> {name}");
                self.add(ty, &format!("\"arith.select\"{text}"));
            }
            5 => {
                let (from, to) = [(0, 1), (0, 2), (1, 2)][random.index(3)];
                let value = self.any(from, random);
                let text = format!("({value}) : ({}) -> {}", TYPES[from], TYPES[to]);
                self.add(to, &format!("\"arith.extui\"{text}"));
            }
            _ => {
                let value = self.any(2, random);
                self.add(1, &format!("\"arith.trunci\"({value}) : (i64) -> i32"));
            }
        }
    }
}

/// Returns a function of random ops, most of which its results depend on.
fn function(number: usize, random: &mut Random) -> String {
    let mut values = Values { body: String::new(), known: Default::default() };
    values.known[1].push("%a".to_owned());
    values.known[2].push("%b".to_owned());
    values.add(0, "\"arith.constant\"() <{value = true}> : () -> i1");
    for _ in 0..random.index(40) {
        values.grow(random);
    }
    let ty = 1 + random.index(2);
    let (offset, valid) = (values.known[ty].last().unwrap(), values.known[0].last().unwrap());
    let (names, results, returned) = match random.index(2) {
        0 => (offset.clone(), TYPES[ty].to_owned(), TYPES[ty].to_owned()),
        _ => (
            format!("{offset}, {valid}"),
            format!("({}, i1)", TYPES[ty]),
            format!("{}, i1", TYPES[ty]),
        ),
    };
    format!(
        "func.func @f{number}(%a: i32, %b: i64) -> {results} \
         attributes {{layout.address = {{of = @x, unit = \"element\", lengths = array<i64: 4, 5>}}}} {{\n\
         {}  func.return {names} : {returned}\n}}\n",
        values.body
    )
}

/// Returns a module of random functions.
fn program(seed: u64, functions: usize) -> String {
    let mut random = Random::new(seed);
    let functions: String = (0..functions).map(|number| function(number, &mut random)).collect();
    format!("layout.tensor @x : tensor<4x5xf32>\n{functions}")
}

#[test]
fn random_modules_are_valid_in_both_forms() {
    if lacks_spirv() {
        return;
    }
    check("");
    for seed in 0..20 {
        check(&program(seed, 25));
    }
}

/// Requests for the addresses of several kinds of layouts.
const REQUESTED: &str = "
layout.tensor @x : tensor<2x17x3x5xf16, {format = #layout.format<chw4>}>
layout.tensor @y : tensor<70000x70000xi8, {reqs = #layout.reqs<m0: aligned<64 bytes>>}>
layout.descriptor @z {
  %a, %b, %c = layout.strided [7, 5, 3] strides [100, 9, 2] offset 1
  %p = layout.pad %b low 1 high 2
  %i = layout.merge %a, %p, %c
  layout.yield %i
}
layout.address @offset_x of @x
layout.address @byte_x of @x {unit = \"byte\"}
layout.address @offset_y of @y
layout.address @offset_z of @z
layout.address @wide_z of @z {index = \"i64\"}
";

fn functions_of_layouts() -> String {
    let args = ["--passes=resolve-strides,lower-addressing", "--emit=generic"];
    String::from_utf8(layoutc(REQUESTED, &args)).unwrap()
}

#[test]
fn functions_of_layouts_are_exported() {
    let (_, text) = emitted(&functions_of_layouts());
    assert_eq!(text.matches(" Export").count(), 5);
}

#[test]
fn functions_of_layouts_are_valid() {
    if !lacks_spirv() {
        check(&functions_of_layouts());
    }
}

#[test]
fn request_that_is_not_lowered_is_an_error() {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let args = ["--passes=resolve-strides", "--emit=spirv"].map(str::to_owned);
    let status = layoutc::run(&args, &mut REQUESTED.as_bytes(), &mut stdout, &mut stderr);
    assert_eq!((status, stdout), (1, Vec::new()));
    let reported = String::from_utf8(stderr).unwrap();
    assert!(reported.contains("`layout.address` must be lowered to a function"), "{reported}");
}

#[test]
fn random_functions_have_every_op() {
    let text: String = (0..20).map(|seed| emitted(&program(seed, 25)).1).collect();
    for op in "IAdd ISub IMul UDiv UMod ShiftLeftLogical ShiftRightLogical BitwiseAnd BitwiseOr BitwiseXor LogicalAnd \
               LogicalOr LogicalNotEqual IEqual INotEqual ULessThan ULessThanEqual UGreaterThan UGreaterThanEqual \
               Select UConvert UMulExtended CompositeExtract CompositeConstruct ExtInst ConstantTrue"
        .split_whitespace()
    {
        assert!(text.contains(&format!("= Op{op} ")), "no Op{op}");
    }
    assert!(text.contains(" UMin ") && text.contains(" UMax "));
}

#[test]
fn names_of_any_bytes_are_valid() {
    if lacks_spirv() {
        return;
    }
    let one = "func.func @NAME(%i: i32) -> i32 attributes {layout.address = {of = @x, unit = \"element\", \
               lengths = array<i64: 4>}} {\n  func.return %i : i32\n}\n";
    let names = [
        "uint",
        "bool",
        "\"7\"",
        "\"a-b\"",
        "a_b",
        "d0",
        "\"two \\22\\5C\\22\"",
        "\"größe\"",
        "\"\"",
    ];
    let functions: String = names.iter().map(|name| one.replace("NAME", name)).collect();
    check(&format!("layout.tensor @x : tensor<4xf32>\n{functions}"));
}

#[test]
fn bytes_reach_file_and_standard_output_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.spv");
    let text = program(7, 10);
    let (bytes, _) = emitted(&text);
    assert_eq!(layoutc(&text, &["--passes=", "--emit=spirv", "-o", path.to_str().unwrap()]), b"");
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(bytes[..4], 0x0723_0203_u32.to_le_bytes());
    assert!(bytes.len().is_multiple_of(4));
}

#[test]
fn several_parts_are_rejected_for_a_binary() {
    let args = ["--passes=", "--emit=spirv", "--split-input-file"];
    let one = program(1, 2);
    assert_eq!(layoutc(&one, &args), emitted(&one).0);
    let two = format!("{one}// -----\n{one}");
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let args = args.map(str::to_owned);
    let status = layoutc::run(&args, &mut two.as_bytes(), &mut stdout, &mut stderr);
    let reported = String::from_utf8(stderr).unwrap();
    assert_eq!((status, stdout), (2, Vec::new()));
    assert!(
        reported.contains("`--emit=spirv` writes one binary, but the input is split into 2 parts"),
        "{reported}"
    );
    let texts = layoutc(&two, &["--passes=", "--emit=spirv-asm", "--split-input-file"]);
    assert!(String::from_utf8(texts).unwrap().contains("\n// -----\n; SPIR-V\n"));
}

#[test]
fn emission_is_deterministic() {
    assert_eq!(emitted(&program(3, 30)), emitted(&program(3, 30)));
}

/// Shapes and element types, each with encodings between which reorders copy.
const COPIED: &[(&str, &[&str])] = &[
    (
        "2x17x3x5xf16",
        &[
            "format = #layout.format<linear>",
            "format = #layout.format<chw2>",
            "format = #layout.format<chw16>",
            "format = #layout.format<hwc8>",
            "format = #layout.format<dla_linear>",
            "order = #layout.order<NWHC>",
        ],
    ),
    (
        "2x3x3x5xi8",
        &[
            "format = #layout.format<linear>",
            "format = #layout.format<chw32>",
            "format = #layout.format<dla_hwc4, orin>",
            "order = #layout.order<NHWC>, reqs = #layout.reqs<m1: aligned<40 bytes>>",
        ],
    ),
    (
        "7x9xf64",
        &[
            "order = #layout.order<NC>",
            "order = #layout.order<CN>, offset = 3",
            "order = #layout.order<NC>, strides = [29, 3]",
        ],
    ),
    (
        "3000x2000xf32",
        &[
            "order = #layout.order<NC>",
            "order = #layout.order<CN>",
            "order = #layout.order<NC>, strides = [2999, 1]",
        ],
    ),
    // With more than 2^31 slots, the function computes in 64 bits.
    ("50000x50000xi8", &["order = #layout.order<NC>", "order = #layout.order<CN>"]),
];

/// Returns a reorder for each pair, each in a separate function.
fn reorders() -> (String, usize) {
    let (mut text, mut count) = (String::new(), 0);
    for (shape, encodings) in COPIED {
        for (from, to) in encodings.iter().flat_map(|a| encodings.iter().map(move |b| (a, b))) {
            let ty = |encoding| format!("tensor<{shape}, {{{encoding}}}>");
            let (from, to) = (ty(from), ty(to));
            write!(
                text,
                "func.func @f{count}(%x: {from}) {{\n  %y = layout.reorder %x : {from} -> {to}\n"
            )
            .unwrap();
            text += "  return\n}\n";
            count += 1;
        }
    }
    (text, count)
}

/// Returns reorders as kernels: lowered, and lowered and simplified.
fn kernels_of(program: &str) -> [String; 2] {
    ["lower-addressing", "lower-addressing,simplify-index"].map(|passes| {
        let passes = format!("--passes=resolve-strides,{passes}");
        String::from_utf8(layoutc(program, &[&passes, "--emit=generic"])).unwrap()
    })
}

#[test]
fn reorders_are_entry_points() {
    let (program, count) = reorders();
    assert_eq!(count, 36 + 16 + 9 + 9 + 4);
    for lowered in kernels_of(&program) {
        let (_, text) = emitted(&lowered);
        assert_eq!(text.matches("OpEntryPoint GLCompute").count(), count);
    }
}

#[test]
fn reorders_are_valid_for_vulkan() {
    if lacks_spirv() {
        return;
    }
    for lowered in kernels_of(&reorders().0) {
        check_for("vulkan1.1", &lowered);
    }
}

#[test]
fn kernels_are_the_default_with_reorders() {
    let (program, _) = reorders();
    let both = format!("{program}{REQUESTED}");
    let emit = |args: &[&str]| layoutc(&both, args);
    let default = emit(&["--emit=spirv"]);
    assert_eq!(default, emit(&["--emit=spirv", "--spirv=kernels"]));
    assert_eq!(default, layoutc(&program, &["--emit=spirv"]));
    let library = emit(&["--emit=spirv", "--spirv=library"]);
    assert_eq!(library, layoutc(REQUESTED, &["--emit=spirv"]));
    assert_ne!(library, default);
    // Without reorders, kernels are an empty module.
    let none = layoutc(REQUESTED, &["--emit=spirv-asm", "--spirv=kernels"]);
    assert!(!String::from_utf8(none).unwrap().contains("OpEntryPoint"));
}
