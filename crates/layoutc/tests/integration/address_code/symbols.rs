//! Execution of functions over symbols as C, with gcc: offsets, valid values and allocations are those of the core.

use crate::address_code::c::lacks_compilers;
use crate::address_code::{layoutc, stdout_of};
use ir::descriptor::Layouts;
use ir::layout::SymbolicLayout;
use std::fs;
use std::process::Command;
use testkit::Random;
use testkit::vectors::section;

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

/// The calls of one layout, with the lines that they print.
fn calls(number: usize, layout: &SymbolicLayout, header: &str, random: &mut Random) -> [String; 2] {
    let symbols = layout.symbols().symbols();
    let (mut calls, mut expected) = (String::new(), String::new());
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
        let listed = values.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        let is_valid = layout.lengths_at(&values);
        calls += &format!("    printf(\"%d\\n\", x{number}_valid({listed}));\n");
        expected += &format!("{}\n", i32::from(is_valid.is_ok()));
        let Ok(lengths) = is_valid else { continue };
        let has_layout = layout.with(&values).is_ok();
        if has_layout && header.contains(&format!(" x{number}_allocation(")) {
            calls +=
                &format!("    printf(\"%lld\\n\", (long long)x{number}_allocation({listed}));\n");
            let concrete = layout.with(&values).unwrap();
            // An index map ends after its greatest offset; a layout of its offsets may have padded rows.
            let is_map = layout.memory().is_none() && layout.slots().is_none();
            let size = if is_map { concrete.span() } else { concrete.allocation() };
            expected += &format!("{}\n", size.unwrap().get());
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
            let known = inputs.iter().enumerate().filter_map(|(position, (ty, name))| {
                let value = match index.get(position) {
                    Some(component) => *component,
                    None => values[layout.symbols().index_of(name)?],
                };
                Some(format!("({ty}){value}"))
            });
            let mut arguments: Vec<String> = known.collect();
            // The other parameters are multipliers and shifts.
            let reciprocals = inputs.len() - arguments.len();
            arguments.extend((0..reciprocals).map(|at| format!("out[{at}]")));
            let arguments = arguments.join(", ");
            let ty = inputs[0].0;
            let out = match reciprocals {
                0 => String::new(),
                _ => format!(
                    "        {ty} out[{reciprocals}];\n        f{number}_reciprocals({listed}, out);\n"
                ),
            };
            let offset = layout.offset_at(&values, &index).unwrap();
            calls += &match params.last().and_then(|param| param.strip_suffix(" *offset")) {
                None => format!(
                    "    {{\n{out}        printf(\"%lld\\n\", (long long)f{number}({arguments}));\n    }}\n"
                ),
                // Of an invalid index, the offset is unspecified.
                Some(ty) => format!(
                    "    {{\n{out}        {ty} offset = 0;\n        const bool valid = f{number}({arguments}, &offset);\n        printf(\"%lld\\n\", valid ? (long long)offset : -1LL);\n    }}\n"
                ),
            };
            expected += &format!("{}\n", offset.unwrap_or(-1));
        }
    }
    [calls, expected]
}

#[test]
fn c_functions_over_symbols_compute_those_of_the_core() {
    if lacks_compilers() {
        return;
    }
    let of_notations = LAYOUTS.iter().map(|(text, index)| {
        let layout = notation::read_symbolic(text, None).unwrap().unwrap().layout;
        (format!("layout.notation @NAME \"{text}\""), *index, layout)
    });
    let of_descriptors = DESCRIPTORS
        .iter()
        .map(|(text, index)| (format!("layout.descriptor @NAME {text}"), *index, descriptor(text)));
    let layouts: Vec<_> = of_notations.chain(of_descriptors).collect();
    for division in ["divide", "reciprocal"] {
        run_in_c(&layouts, division);
    }
}

/// Compiles and runs the functions of layouts, each with its text, in which `NAME` is its name, and the index type.
fn run_in_c(layouts: &[(String, &str, SymbolicLayout)], division: &str) {
    let numbered = || layouts.iter().enumerate();
    let module: String = numbered()
        .map(|(number, (text, index, _))| {
            let text = text.replace("NAME", &format!("x{number}"));
            format!("{text}\nlayout.address @f{number} of @x{number} {{index = \"{index}\", division = \"{division}\"}}\n")
        })
        .collect();
    let header = layoutc(&module, &["--emit=c"]);
    let mut random = Random::new(15);
    let (mut calls_of_all, mut expected) = (String::new(), String::new());
    for (number, (_, _, layout)) in numbered() {
        let [calls, lines] = calls(number, layout, &header, &mut random);
        calls_of_all += &calls;
        expected += &lines;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("functions.h"), &header).unwrap();
    let main = format!(
        "#include \"functions.h\"\n#include <stdio.h>\n\nint main(void)\n{{\n{calls_of_all}    return 0;\n}}\n"
    );
    fs::write(path("main.c"), main).unwrap();
    for compiler in [["gcc", "-std=c99", "c"], ["g++", "-std=c++11", "c++"]] {
        let [name, standard, language] = compiler;
        let warnings = ["-pedantic-errors", "-Wall", "-Wextra", "-Werror"];
        let mut command = Command::new(name);
        command.args([standard, "-fsanitize=undefined", "-fno-sanitize-recover"]).args(warnings);
        command.args(["-x", language, &path("main.c"), "-o", &path("program")]);
        stdout_of(command.output().unwrap());
        let printed = stdout_of(Command::new(path("program")).output().unwrap());
        assert_eq!(printed, expected, "{name}\n{header}");
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
