//! Execution of functions over symbols: offsets, valid values and allocations are those of the core. C is compiled by gcc and
//! g++, Rust by rustc, and GLSL and HLSL by g++ too, as the subset of C++ that they are; their own compilers read the same text.

use crate::address_code::c::lacks_compilers;
use crate::address_code::{layoutc, stdout_of};
use ir::descriptor::Layouts;
use ir::layout::SymbolicLayout;
use std::fs;
use std::process::Command;
use testkit::vectors::section;
use testkit::{Random, lacks_tools};

/// The layouts, with the index type and the unit of their functions.
const LAYOUTS: &[(&str, &str)] = &[
    ("torch:(s0,s1):(s1,1) where s0 in 1..400, s1 in 8..640 by 8, s0 <= s1", "auto"),
    ("torch:(s0,s1):(s1 ceildiv 16*16,1) where s0 in 1..400, s1 in 1..640", "i32"),
    (
        "torch:(s0,s1,s2,s3):(s1*s2*s3,1,s1*s3,s1) where s0 in 1..8, s1 in 1..64, s2 in 1..64, s3 in 1..64",
        "i64",
    ),
    ("torch:(s0,s1):(s2,1)+s3 where s0 in 1..9, s1 in 1..50, s2 in 50..99, s3 in 0..7", "auto"),
    ("torch:(s0,s1):(s1,1) where s0 in 1..65537, s1 in 1..65537", "auto"),
    (
        "tvm:[s0,8] lambda d0,d1: (d0//s1*s2+d0%s1*8+d1) where s0 in 1..64, s1 in 1..16, s2 in 128..512 by 128",
        "i32",
    ),
    ("tvm:[s0,s1] lambda d0,d1: ((d0*(d0+1))//2+d1) where s0 in 1..40, s1 in 1..9", "i32"),
    ("tvm:[s0-2,3,s1] lambda d0,d1,d2: ((d0+d1)*s1+d2) where s0 in 8..40, s1 in 1..9", "auto"),
    ("tvm:[s0] lambda d0: ((d0-3)//4*8+(d0-3)%4+16) where s0 in 1..90", "i32"),
];

/// Descriptors with symbols, with the index type of their functions. Some indices of the last two are invalid.
const DESCRIPTORS: &[(&str, &str)] = &[
    (
        "symbols [a, b] where affine_set<()[s0, s1] : (64 - s0 >= 0, 512 - s1 >= 0, s1 mod 8 == 0)> {
  %m, %n = layout.packed [a, b]
  %i = layout.pass_through %m
  %j, %k = layout.unmerge %n into [b floordiv 8, 8]
  layout.yield %j, %i, %k
}",
        "auto",
    ),
    (
        "symbols [a, b] where affine_set<()[s0, s1] : (60 - s0 >= 0, 50 - s1 >= 0)> {
  %m, %n = layout.aligned [a, b] to 16
  %i = layout.merge %m, %n
  layout.yield %i
}",
        "i32",
    ),
    (
        "symbols [a, b, o] where affine_set<()[s0, s1, s2] : (60 - s0 >= 0, 50 - s1 >= 0, 9 - s2 >= 0)> {
  %m, %n = layout.strided [a, b + 2] strides [b * 2 + 5, 2] offset o
  %i = layout.cyclic_shift %m by o
  %j, %k = layout.embed %n into [b, 3] strides [1, 1]
  layout.yield %k, %i, %j
}",
        "auto",
    ),
    (
        "symbols [a, b] where affine_set<()[s0, s1] : (60 - s0 >= 0, 50 - s1 >= 0)> {
  %m, %n = layout.packed [a, b]
  %i = layout.pad %m low b high 3
  %j = layout.modulo %n by b length b * 2
  layout.yield %i, %j
}",
        "i64",
    ),
    (
        "symbols [a, b] where affine_set<()[s0, s1] : (60 - s0 >= 0, 50 - s1 >= 0, s0 - 2 >= 0)> {
  %m, %n = layout.packed [a, b]
  %i = layout.pad %m low 1 high 2
  %j = layout.slice %i from 1 to a
  %k = layout.merge %j, %n
  layout.yield %k
}",
        "auto",
    ),
];

/// Returns the layout of a descriptor.
fn descriptor(text: &str) -> SymbolicLayout {
    let registry = compiler::registry();
    let text = format!("layout.descriptor @y {text}");
    let module = compiler::SourceModule::parse(&text, "y.mlir", registry.clone()).unwrap();
    let layouts = Layouts::new(module.module(), &registry);
    let found = layouts.described_symbol("y").unwrap();
    SymbolicLayout::clone(found.symbolic().unwrap())
}

/// A call of a function of a layout by its number, with the line that it prints.
struct SymbolCall {
    number: usize,
    /// The values of the symbols.
    values: Vec<i64>,
    kind: CallKind,
    expected: i64,
}

enum CallKind {
    Valid,
    Allocation,
    Offset {
        /// The index, and the symbols that are parameters.
        arguments: Vec<i64>,
        /// The type of the parameters in C.
        word: String,
        /// The number of multipliers and shifts.
        reciprocals: usize,
        has_validity: bool,
    },
}

/// How a language writes calls.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Caller {
    C,
    /// C, with functions from shaders, which receive results by reference.
    Shader,
    Rust,
}

impl SymbolCall {
    /// Returns the statement that prints the result.
    fn text(&self, by: Caller) -> String {
        let SymbolCall { number, values, kind, .. } = self;
        let listed = values.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        let print = |value: &str| match by {
            Caller::Rust => format!("println!(\"{{}}\", {value});"),
            _ => format!("printf(\"%lld\\n\", (long long)({value}));"),
        };
        let host = if by == Caller::Rust { "functions::" } else { "" };
        let CallKind::Offset { arguments, word, reciprocals, has_validity } = kind else {
            let name = if matches!(kind, CallKind::Valid) { "valid" } else { "allocation" };
            let value = format!("{host}x{number}_{name}({listed})");
            let as_number = if by == Caller::Rust && name == "valid" { " as i32" } else { "" };
            return format!("    {}\n", print(&format!("{value}{as_number}")));
        };
        let wide = word == "uint64_t";
        let rust_word = if wide { "u64" } else { "u32" };
        let known = arguments.iter().map(|value| match by {
            Caller::Rust => format!("{value} as {rust_word}"),
            _ => format!("({word}){value}"),
        });
        let of_divisors = (0..*reciprocals).map(|at| format!("out[{at}]"));
        let all = known.chain(of_divisors).collect::<Vec<_>>().join(", ");
        let out = match (reciprocals, by) {
            (0, _) => String::new(),
            (_, Caller::Rust) => {
                format!("let out = functions::f{number}_reciprocals({listed}); ")
            }
            (count, _) => {
                format!("{word} out[{count}]; f{number}_reciprocals({listed}, out); ")
            }
        };
        let text = match (by, has_validity) {
            (Caller::Rust, false) => print(&format!("functions::f{number}({all})")),
            (Caller::Rust, true) => {
                print(&format!("functions::f{number}({all}).map_or(-1, |offset| offset as i64)"))
            }
            (_, false) => {
                let scope = if by == Caller::Shader { "shader::" } else { "" };
                print(&format!("{scope}f{number}({all})"))
            }
            // Of an invalid index, the offset is unspecified.
            (Caller::C | Caller::Shader, true) => {
                let [scope, sign] = if by == Caller::Shader { ["shader::", ""] } else { ["", "&"] };
                let print = print("valid ? (long long)offset : -1LL");
                format!(
                    "{word} offset = 0; const bool valid = {scope}f{number}({all}, {sign}offset); {print}"
                )
            }
        };
        format!("    {{ {out}{text} }}\n")
    }
}

/// Returns the calls of one layout. `header` has its functions in C.
fn calls(
    number: usize,
    layout: &SymbolicLayout,
    header: &str,
    random: &mut Random,
) -> Vec<SymbolCall> {
    let symbols = layout.symbols().symbols();
    let mut calls = Vec::new();
    let prototype = header.split(&format!(" f{number}(")).nth(1).unwrap();
    let params: Vec<&str> = prototype.split(')').next().unwrap().split(", ").collect();
    for round in 0..60 {
        let values: Vec<i64> = symbols
            .iter()
            .map(|symbol| {
                let steps = (symbol.max - symbol.min) / symbol.divisor;
                let value = symbol.min
                    + random.below(steps.unsigned_abs() + 1).cast_signed() * symbol.divisor;
                // Some values are out of range, or no multiples.
                if round % 3 == 0 { value + random.below(3).cast_signed() - 1 } else { value }
            })
            .collect();
        let is_valid = layout.lengths_at(&values);
        let expected = i64::from(is_valid.is_ok());
        calls.push(SymbolCall { number, values: values.clone(), kind: CallKind::Valid, expected });
        let Ok(lengths) = is_valid else { continue };
        let has_allocation = header.contains(&format!(" x{number}_allocation("));
        if has_allocation && let Ok(concrete) = layout.with(&values) {
            // An index map ends after its greatest offset; a layout of its offsets may have padded rows.
            let is_map = layout.memory().is_none() && layout.slots().is_none();
            let size = if is_map { concrete.span() } else { concrete.allocation() };
            let (kind, expected) = (CallKind::Allocation, size.unwrap().get());
            calls.push(SymbolCall { number, values: values.clone(), kind, expected });
        }
        for _ in 0..6 {
            let index: Vec<i64> = lengths
                .iter()
                .map(|&length| match random.below(3) {
                    0 => length - 1,
                    _ => random.below(length.unsigned_abs()).cast_signed(),
                })
                .collect();
            let inputs: Vec<(&str, &str)> = params
                .iter()
                .filter(|param| !param.contains('*'))
                .map(|param| param.split_once(' ').unwrap())
                .collect();
            let known = inputs.iter().enumerate().filter_map(|(position, (_, name))| {
                let of_symbol = || Some(values[layout.symbols().index_of(name)?]);
                index.get(position).copied().or_else(of_symbol)
            });
            let arguments: Vec<i64> = known.collect();
            let kind = CallKind::Offset {
                word: inputs[0].0.to_owned(),
                // The other parameters are multipliers and shifts.
                reciprocals: inputs.len() - arguments.len(),
                has_validity: inputs.len() < params.len(),
                arguments,
            };
            let expected = layout.offset_at(&values, &index).unwrap().unwrap_or(-1);
            calls.push(SymbolCall { number, values: values.clone(), kind, expected });
        }
    }
    calls
}

/// The layouts, each with its text, in which `NAME` is its name, and the index type of its function.
fn layouts() -> Vec<(String, &'static str, SymbolicLayout)> {
    let of_notations = LAYOUTS.iter().map(|(text, index)| {
        let layout = notation::read_symbolic(text, None).unwrap().unwrap().layout;
        (format!("layout.notation @NAME \"{text}\""), *index, layout)
    });
    let of_descriptors = DESCRIPTORS
        .iter()
        .map(|(text, index)| (format!("layout.descriptor @NAME {text}"), *index, descriptor(text)));
    of_notations.chain(of_descriptors).collect()
}

/// The text of a module, its functions in C, and calls of them with the lines that they print.
struct SymbolProgram {
    module: String,
    header: String,
    calls: Vec<SymbolCall>,
    expected: String,
}

impl SymbolProgram {
    /// Returns the functions that divide in this way. If `is_narrow`, all have words of 32 bits.
    fn new(division: &str, is_narrow: bool) -> SymbolProgram {
        let mut layouts = layouts();
        if is_narrow {
            layouts.retain(|(_, index, _)| *index == "i32");
        }
        let numbered = || layouts.iter().enumerate();
        let module: String = numbered()
            .map(|(number, (text, index, _))| {
                let text = text.replace("NAME", &format!("x{number}"));
                format!("{text}\nlayout.address @f{number} of @x{number} {{index = \"{index}\", division = \"{division}\"}}\n")
            })
            .collect();
        let header = layoutc(&module, &["--emit=c"]);
        let mut random = Random::new(15);
        let calls: Vec<SymbolCall> = numbered()
            .flat_map(|(number, (_, _, layout))| calls(number, layout, &header, &mut random))
            .collect();
        let expected = calls.iter().map(|call| format!("{}\n", call.expected)).collect();
        SymbolProgram { module, header, calls, expected }
    }

    fn calls(&self, by: Caller) -> String {
        self.calls.iter().map(|call| call.text(by)).collect()
    }

    /// Compiles and runs C or C++ that begins with this text.
    #[track_caller]
    fn run(&self, (compiler, standard, language): (&str, &str, &str), head: &str, by: Caller) {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let calls = self.calls(by);
        let main =
            format!("{head}\n#include <stdio.h>\n\nint main(void)\n{{\n{calls}    return 0;\n}}\n");
        fs::write(path("main.c"), main).unwrap();
        let warnings = ["-pedantic-errors", "-Wall", "-Wextra", "-Werror"];
        let mut command = Command::new(compiler);
        command.args([standard, "-fsanitize=undefined", "-fno-sanitize-recover"]).args(warnings);
        command.args(["-x", language, &path("main.c"), "-o", &path("program")]);
        stdout_of(command.output().unwrap());
        let printed = stdout_of(Command::new(path("program")).output().unwrap());
        assert_eq!(printed, self.expected, "{compiler}\n{head}");
    }
}

#[test]
fn c_functions_over_symbols_compute_those_of_the_core() {
    if lacks_compilers() {
        return;
    }
    for division in ["divide", "reciprocal"] {
        let program = SymbolProgram::new(division, false);
        for compiler in [("gcc", "-std=c99", "c"), ("g++", "-std=c++11", "c++")] {
            program.run(compiler, &program.header, Caller::C);
        }
    }
}

#[test]
fn rust_functions_over_symbols_compute_those_of_the_core() {
    if lacks_tools(&["rustc"]) {
        return;
    }
    for division in ["divide", "reciprocal"] {
        let program = SymbolProgram::new(division, false);
        let functions = layoutc(&program.module, &["--emit=rust"]);
        let calls = program.calls(Caller::Rust);
        let main = format!("mod functions {{\n{functions}}}\n\nfn main() {{\n{calls}}}\n");
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("main.rs"), main).unwrap();
        let mut command = Command::new("rustc");
        command.args(["--edition", "2024", "-C", "overflow-checks=on", "-D", "warnings", "-o"]);
        stdout_of(command.arg(path("program")).arg(path("main.rs")).output().unwrap());
        let printed = stdout_of(Command::new(path("program")).output().unwrap());
        assert_eq!(printed, program.expected, "{functions}");
    }
}

#[test]
fn shader_functions_over_symbols_compute_those_of_the_core() {
    if lacks_compilers() || lacks_tools(&["glslangValidator"]) {
        return;
    }
    for (division, is_narrow) in [("divide", true), ("reciprocal", true), ("reciprocal", false)] {
        let program = SymbolProgram::new(division, is_narrow);
        let [glsl, hlsl] =
            ["--emit=glsl", "--emit=hlsl"].map(|emit| layoutc(&program.module, &[emit]));
        super::shaders::check_text(&glsl, &hlsl);
        for text in [glsl, hlsl] {
            // C++ has no `out` parameters, and no functions of shaders.
            let text = text.replace("out uint64_t ", "uint64_t &").replace("out uint ", "uint &");
            let lines = text.lines().filter(|line| !line.starts_with("#extension"));
            let text = lines.collect::<Vec<_>>().join("\n");
            let head = format!("{}\n{SHADER}namespace shader {{\n{text}\n}}\n", program.header);
            let compiler = ("g++", "-std=c++11", "c++");
            program.run(compiler, &head, Caller::Shader);
        }
    }
}

/// The names of shaders in C++.
const SHADER: &str = "
typedef uint32_t uint;
#define __HLSL_VERSION 2016
static inline void umulExtended(uint a, uint b, uint &high, uint &low)
{
    const uint64_t product = (uint64_t)a * b;
    high = (uint)(product >> 32);
    low = (uint)product;
}
";

#[test]
fn functions_over_symbols_are_valid_for_devices() {
    if lacks_tools(&["clang-19", "spirv-as", "spirv-val"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for division in ["divide", "reciprocal"] {
        let module = SymbolProgram::new(division, false).module;
        fs::write(path("f.spvasm"), layoutc(&module, &["--emit=spirv-asm"])).unwrap();
        let mut command = Command::new("spirv-as");
        stdout_of(command.args([&path("f.spvasm"), "-o", &path("f.spv")]).output().unwrap());
        stdout_of(Command::new("spirv-val").arg(path("f.spv")).output().unwrap());
        super::c::check_opencl(&layoutc(&module, &["--emit=opencl"]));
    }
}

#[test]
fn i32_is_accepted_if_all_values_fit() {
    let cases = section("symbolic.json", "cases");
    let widths = cases.iter().filter(|case| case["kind"] == "width");
    for case in widths.filter(|case| case["layout"]["strides"].is_array()) {
        let list = |json: &serde_json::Value| {
            let texts: Vec<&str> =
                json.as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
            texts.join(",")
        };
        let symbols: Vec<String> = case["symbols"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| {
                let name = it["name"].as_str().unwrap();
                format!("{name} in {}..{} by {}", it["min"], it["max"], it["divisible_by"])
            })
            .collect();
        let shape = list(&case["shape"]);
        let strides = list(&case["layout"]["strides"]);
        let symbols = symbols.join(", ");
        let text = format!(
            "layout.notation @x \"torch:({shape}):({strides}) where {symbols}\"\nlayout.address @f of @x {{index = \"i32\"}}"
        );
        let args = ["--passes=lower-addressing", "--emit=none"].map(str::to_owned);
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let status = layoutc::run(&args, &mut text.as_bytes(), &mut stdout, &mut stderr);
        let message = String::from_utf8(stderr).unwrap();
        let fits = case["max_offset"].as_i64().unwrap() <= i32::MAX.into();
        assert_eq!(status == 0, fits, "{text}\n{message}");
        assert_eq!(status != 0, message.contains("first values that do not fit"), "{message}");
    }
}
