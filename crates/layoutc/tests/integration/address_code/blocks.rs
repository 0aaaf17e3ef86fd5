//! Execution of functions that read tables, and of functions of the bits of records, as C.

use crate::address_code::{layoutc, stdout_of};
use serde_json::Value;
use std::fs;
use std::process::Command;
use testkit::lacks_tools;

/// Layouts with tables. The values of `@map` are declared in one program, and given in another.
const TABLES: &str = "
layout.table @pages dense<[3, 0, 2]> : tensor<3xi32>
layout.table @starts dense<[0, 5, 6, 12]> : tensor<4xi64>
layout.descriptor @cache {
  %m, %n = layout.packed [4, 8]
  %p = layout.lookup %m by @pages
  %i = layout.merge %p, %n
  layout.yield %i
}
layout.descriptor @ragged {
  %m = layout.packed [18]
  %row, %column = layout.embed %m into [13, 5] strides [1, 1]
  %i = layout.lookup %row by @starts
  layout.yield %i, %column
}
layout.descriptor @paged {
  %m, %n = layout.packed [40, 4]
  %p = layout.lookup %m by @map
  %i = layout.merge %p, %n
  layout.yield %i
}
layout.address @of_cache of @cache
layout.address @of_ragged of @ragged {index = \"i64\"}
layout.address @of_paged of @paged
";

const GIVEN: &str = "layout.table @map dense<[39, 0, 17, 4, 21]> : tensor<5xi32>\n";
const DECLARED: &str = "layout.table @map : length 5, values in [0, 40), injective\n";

/// Tensors of records, with elements of one and of two fields, and scales.
const RECORDS: &str = "
layout.descriptor @nibbles {
  %m, %n = layout.packed [16, 2]
  %i = layout.merge %n, %m
  layout.yield %i
}
layout.descriptor @columns {
  %m, %n = layout.packed [3, 4]
  %i = layout.pass_through %n
  %j = layout.pass_through %m
  layout.yield %i, %j
}
layout.record @q5 22 bytes elements [\"low\", \"high\"] {
  layout.field \"d\" : f16 at 0 bytes per 32
  layout.field \"high\" : ui1 [32] at 2 bytes
  layout.field \"low\" : ui4 @nibbles at 6 bytes
}
layout.record @q6 27 bytes {
  layout.field \"s\" : ui3 [4] at 4 bits per 8
  layout.field \"q\" : ui6 [32] at 3 bytes
}
layout.blocks @v : tensor<4x96xui5> of @q5 along d1
layout.blocks @w : tensor<4x96xui6> of @q6 along d1 layout = @columns
layout.address @v_bits of @v
layout.address @v_d of @v {field = \"d\"}
layout.address @w_bits of @w {index = \"i64\"}
layout.address @w_s of @w {field = \"s\"}
";

/// Returns the answers of `eval` at every index.
fn answers(text: &str, of: &str, more: &[&str]) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("input.mlir");
    fs::write(&path, text).unwrap();
    let args = [&["eval", path.to_str().unwrap(), "--of", of, "--all"][..], more].concat();
    let answers = layoutc("", &args);
    answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns what a program prints that includes the header of a module.
fn run(text: &str, main: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("functions.h"), layoutc(text, &["--emit=c"])).unwrap();
    let head = "#include \"functions.h\"\n#include <stdio.h>\n";
    fs::write(path("main.c"), format!("{head}int main(void)\n{{\n{main}    return 0;\n}}\n"))
        .unwrap();
    let warnings = ["-Wall", "-Wextra", "-Werror", "-fsanitize=undefined,address"];
    let mut printed = String::new();
    for (compiler, standard) in [("gcc", "-std=c99"), ("g++", "-std=c++17")] {
        let language = if compiler == "g++" { "c++" } else { "c" };
        let mut command = Command::new(compiler);
        command.args([standard, "-O1", "-x", language, &path("main.c"), "-o", &path("program")]);
        stdout_of(command.args(warnings).output().unwrap());
        printed = stdout_of(Command::new(path("program")).output().unwrap());
    }
    printed
}

fn numbers(printed: &str) -> Vec<Vec<u64>> {
    let line = |line: &str| line.split(' ').map(|word| word.parse().unwrap()).collect();
    printed.lines().map(line).collect()
}

#[test]
fn tables_in_c_have_the_offsets_of_the_core() {
    if lacks_tools(&["gcc", "g++"]) {
        return;
    }
    let main = "
    static const int32_t map[5] = {39, 0, 17, 4, 21};
    uint32_t i, j;
    for (i = 0; i < 24; i++) printf(\"%u\\n\", of_cache(i));
    for (i = 0; i < 4; i++) for (j = 0; j < 5; j++) printf(\"%u\\n\", (unsigned)of_ragged(i, j));
    for (i = 0; i < 20; i++) printf(\"%u\\n\", of_paged(i, map));
    /* An index outside the layout reads no byte outside a table. */
    (void)of_cache(0xffffffffu); (void)of_ragged(~(uint64_t)0, 7); (void)of_paged(0xffffffffu, map);
";
    let given = format!("{GIVEN}{TABLES}");
    let expected: Vec<Vec<u64>> = ["@cache", "@ragged", "@paged"]
        .iter()
        .flat_map(|of| answers(&given, of, &[]))
        .map(|answer| vec![answer["offset"].as_u64().unwrap()])
        .collect();
    assert_eq!(numbers(&run(&format!("{DECLARED}{TABLES}"), main)), expected);
    let main = main.replace(", map)", ")").replace("static const int32_t map", "// int32_t map");
    assert_eq!(numbers(&run(&given, &main)), expected);
    layoutc(&given, &["--passes=lower-addressing,simplify-index,check-addresses", "--emit=none"]);
}

#[test]
fn tables_in_rust_have_the_offsets_of_the_core() {
    if lacks_tools(&["rustc"]) {
        return;
    }
    let given = format!("{GIVEN}{TABLES}");
    let expected: Vec<Vec<u64>> = ["@cache", "@ragged", "@paged"]
        .iter()
        .flat_map(|of| answers(&given, of, &[]))
        .map(|answer| vec![answer["offset"].as_u64().unwrap()])
        .collect();
    for (table, map) in [(DECLARED, ", &[39, 0, 17, 4, 21]"), (GIVEN, "")] {
        let functions = layoutc(&format!("{table}{TABLES}"), &["--emit=rust"]);
        let main = format!(
            "mod functions {{\n{functions}}}\nfn main() {{\n\
             for i in 0..24 {{ println!(\"{{}}\", functions::of_cache(i)); }}\n\
             for i in 0..4 {{ for j in 0..5 {{ println!(\"{{}}\", functions::of_ragged(i, j)); }} }}\n\
             for i in 0..20 {{ println!(\"{{}}\", functions::of_paged(i{map})); }}\n\
             // An index outside the layout reads no value outside a table.\n\
             functions::of_cache(u32::MAX); functions::of_paged(u32::MAX{map});\n}}\n"
        );
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("main.rs"), main).unwrap();
        let mut command = Command::new("rustc");
        command.args(["--edition=2021", "-A", "unused_must_use", "-o"]);
        stdout_of(command.arg(path("program")).arg(path("main.rs")).output().unwrap());
        let printed = stdout_of(Command::new(path("program")).output().unwrap());
        assert_eq!(numbers(&printed), expected, "{table}");
    }
}

#[test]
fn tables_are_valid_in_shaders_and_in_spirv() {
    if lacks_tools(&["glslangValidator", "spirv-val"]) {
        return;
    }
    let text = |table: &str| format!("{table}{TABLES}");
    for table in [GIVEN, DECLARED] {
        let [glsl, hlsl] =
            ["--emit=glsl", "--emit=hlsl"].map(|emit| layoutc(&text(table), &[emit]));
        super::shaders::check_text(&glsl, &hlsl);
    }
    if !lacks_tools(&["clang-19"]) {
        let kernel = "
__kernel void read(__global const int *map, __global uint *out)
{
    out[get_global_id(0)] = of_paged((uint)get_global_id(0), map);
}
";
        let header = layoutc(&text(DECLARED), &["--emit=opencl"]);
        super::c::check_opencl(&format!("{header}{kernel}"));
        super::c::check_opencl(&layoutc(&text(GIVEN), &["--emit=opencl"]));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.spvasm");
    fs::write(&path, layoutc(&text(GIVEN), &["--emit=spirv-asm"])).unwrap();
    let binary = folder.path().join("tables.spv");
    stdout_of(Command::new("spirv-as").arg(&path).arg("-o").arg(&binary).output().unwrap());
    stdout_of(Command::new("spirv-val").arg(&binary).output().unwrap());
}

#[test]
fn bits_of_records_in_c_are_those_of_the_core() {
    if lacks_tools(&["gcc", "g++"]) {
        return;
    }
    let loops = |call: &str, print: &str| {
        format!(
            "    for (i = 0; i < 4; i++) for (j = 0; j < 96; j++) {{\n        if (!{call}) return 1;\n        {print}\n    }}\n"
        )
    };
    let two = "printf(\"%u %u\\n\", b0 * 8 + s0, b1 * 8 + s1);";
    let one = "printf(\"%u\\n\", b0 * 8 + s0);";
    let wide = "printf(\"%u\\n\", (unsigned)(b * 8 + s));";
    let main = format!(
        "    uint32_t i, j, b0, s0, b1, s1;\n    uint64_t b, s;\n{}{}{}{}    printf(\"%u %u %u\\n\", (unsigned)V_SIZE_BYTES, (unsigned)V0_MASK, (unsigned)W_S_WIDTH);\n",
        loops("v_bits(i, j, &b0, &s0, &b1, &s1)", two),
        loops("v_d(i, j, &b0, &s0)", one),
        loops("w_bits(i, j, &b, &s)", wide),
        loops("w_s(i, j, &b0, &s0)", one),
    );
    let bits = |answer: Value| -> Vec<u64> {
        let parts = answer["bits"].as_array().cloned().unwrap_or_default();
        match answer["bit"].as_u64() {
            Some(bit) => vec![bit],
            None => parts.iter().map(|part| part[0].as_u64().unwrap()).collect(),
        }
    };
    let questions: [(&str, &[&str]); 4] =
        [("@v", &[]), ("@v", &["--field", "d"]), ("@w", &[]), ("@w", &["--field", "s"])];
    let mut expected: Vec<Vec<u64>> =
        questions.iter().flat_map(|(of, more)| answers(RECORDS, of, more)).map(bits).collect();
    expected.push(vec![4 * 3 * 22, 15, 3]);
    assert_eq!(numbers(&run(RECORDS, &main)), expected);
    layoutc(RECORDS, &["--passes=lower-addressing,simplify-index,check-addresses", "--emit=none"]);
}
