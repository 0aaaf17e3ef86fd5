//! Tests of `--emit=vk-c` and `--emit=vk-rust`. The output is compiled with all warnings as errors (C and C++ against
//! Vulkan's own headers) and executed. Every field must agree with `vk-json`.
//!
//! The headers come from `scripts/install-test-tools.sh`.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use regex::Regex;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use testkit::{lacks_command, lacks_vulkan_headers, vulkan_headers};

/// Layouts that passes describe, handwritten descriptions, and names that are invalid in C, C++ or Rust.
const PROGRAM: &str = r#"
layout.tensor @image : tensor<1x3x4x8xf16, {order = #layout.order<NHWC>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
layout.tensor @weights : tensor<6x5x7x2xi8>
layout.tensor @"a-b" : tensor<9x2xf64>
layout.tensor @a_b : tensor<3xui32>
func.func @main(%x: tensor<4x5xf32>, %arg1: tensor<2x3x4xf16, {offset = 8}>) -> tensor<7xi64> {
  %0 = "test.op"(%x) : (tensor<4x5xf32>) -> tensor<7xi64>
  return %0 : tensor<7xi64>
}
vk.tensor_description @mine {tiling = "OPTIMAL", format = "VK_FORMAT_R8_UINT", dims = [2, 3], usage = ["DATA_GRAPH"]}
vk.tensor_description @int {format = "VK_FORMAT_R8_BOOL_ARM", dims = [2], usage = 6}
vk.tensor_description @class {format = 70, dims = [1, 1, 1, 1], strides = [2000, 200, 20, 2], usage = ["TRANSFER_DST", "TRANSFER_SRC"]}
vk.tensor_description @type {format = 13, dims = [1]}
vk.tensor_description @main_vk {format = 13, dims = [2]}
vk.tensor_description @printf {format = 13, dims = [3]}
vk.tensor_description @y1 {format = 13, dims = [4]}
vk.tensor_description @EOF {format = 13, dims = [5]}
vk.tensor_description @x_dims {format = 13, dims = [6]}
vk.tensor_description @x {format = 13, dims = [7]}
vk.tensor_description @"2 x" {format = 13, dims = [8]}
vk.tensor_description @"*/ //\\" {of = "??/\0A*/ \\", function = "`\0A", format = 13, dims = [9]}
vk.tensor_description @"größe" {format = 13, dims = [10]}
vk.tensor_description @Shape {format = 13, dims = [11]}
vk.tensor_description @linux {format = 13, dims = [12]}
vk.tensor_description @"p-q" {format = 13, dims = [13]}
vk.tensor_description @p_q {format = 13, dims = [14]}
"#;

/// Descriptions that violate rules, with 60-bit numbers, for which no size is known.
const ENDS: &str = r#"
vk.tensor_description @far {format = 13, dims = [1, 1], strides = [1152921504606846975, 1], usage = []}
vk.tensor_description @back {format = 13, dims = [2, 1], strides = [-8, 1]}
vk.tensor_description @long {format = 13, dims = [1152921504606846975]}
"#;

/// Names that headers before 1.4.355 lack.
const NEWER: &str = r#"
vk.tensor_description @brick {tiling = "BRICK_16_WIDE", format = 13, dims = [4, 16], usage = ["SHADER"]}
vk.tensor_description @block {tiling = "BLOCK_U_INTERLEAVED_64K", format = 13, dims = [4, 4]}
vk.tensor_description @bf16 {format = "VK_FORMAT_R16_SFLOAT_FPENCODING_BFLOAT16_ARM", dims = [4]}
"#;

fn layoutc(text: &str, args: &[&str]) -> String {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut text.as_bytes(), &mut stdout, &mut stderr);
    let stderr = String::from_utf8(stderr).unwrap();
    // A random module may have nothing to write.
    let is_quiet =
        stderr.is_empty() || stderr.contains("warning[L0605]") && stderr.lines().count() == 2;
    assert!(status == 0 && is_quiet, "{args:?}: {stderr}");
    String::from_utf8(stdout).unwrap()
}

/// Returns a module in one form, after the passes of the emitters except the last one, which rejects some valid output.
fn emitted(text: &str, form: &str) -> String {
    let emit = format!("--emit={form}");
    layoutc(text, &["--passes=resolve-strides,lower-to-vulkan", "--target=emulation", &emit])
}

/// Returns the tensors of `vk-json`.
fn tensors(text: &str) -> Vec<Value> {
    let json: Value = serde_json::from_str(&emitted(text, "vk-json")).unwrap();
    json["tensors"].as_array().unwrap().clone()
}

/// Returns all fields of each tensor, one line per tensor, from the names of `vk-json` and the values of `ir::vulkan`.
fn figures(text: &str) -> Vec<String> {
    tensors(text).iter().map(line).collect()
}

fn line(tensor: &Value) -> String {
    let name = |key: &str| tensor[key].as_str().unwrap().to_owned();
    assert_eq!(name("sType"), ir::vulkan::STRUCTURE_TYPE.vk_name);
    let value = |rows, name: &str| ir::vulkan::find(rows, name).unwrap().value;
    let tiling = value(ir::vulkan::TILINGS, &name("tiling"));
    let format = ir::vulkan::all_formats().find(|row| row.name == name("format")).unwrap().value;
    let usage = tensor["usage"].as_array().unwrap().iter();
    let usage = usage.fold(0, |mask, bit| mask | value(ir::vulkan::USAGES, bit.as_str().unwrap()));
    let list = |key: &str| {
        let items = tensor[key].as_array().map(|items| items.iter().map(|item| format!(" {item}")));
        items.map_or("null".to_owned(), |items| format!("[{} ]", items.collect::<String>()))
    };
    let (count, dims, strides) = (&tensor["dimensionCount"], list("pDimensions"), list("pStrides"));
    let stype = ir::vulkan::STRUCTURE_TYPE.value;
    format!("{stype} null {tiling} {format} {count} {dims} {strides} {usage}")
}

/// Returns the captures of all matches of a pattern.
fn captures(text: &str, pattern: &str) -> Vec<String> {
    let pattern = Regex::new(pattern).unwrap();
    pattern.captures_iter(text).map(|found| found[1].to_owned()).collect()
}

/// The compilers with their language standards: the oldest of both languages, and later ones with more reserved names.
const COMPILERS: [(&str, &str); 4] =
    [("gcc", "-std=c99"), ("g++", "-std=c++20"), ("gcc", "-std=gnu17"), ("g++", "-std=gnu++23")];

fn lacks_compilers() -> bool {
    COMPILERS.iter().any(|(name, _)| lacks_command(name)) || lacks_vulkan_headers()
}

fn compile((name, standard): (&str, &str), includes: &[&Path], more: &[&str]) -> Output {
    let language = if name == "gcc" { "c" } else { "c++" };
    let flags = ["-pedantic-errors", "-Wall", "-Wextra", "-Werror", "-x", language];
    let includes = includes.iter().map(|folder| format!("-I{}", folder.display()));
    let mut command = Command::new(name);
    command.arg(standard).args(flags).args(includes).args(more).output().unwrap()
}

#[track_caller]
fn stdout_of(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns a program that prints the size of the structure and the offsets of its members, and each description twice:
/// once from `vk-json` with the values of Vulkan's headers, and once from the generated header.
fn c_program(header: &str, tensors: &[Value]) -> String {
    let names = captures(header, r"static const VkTensorDescriptionARM (\w+) = \{");
    assert_eq!(names.len(), tensors.len());
    // The header is included twice to test its guard, and with headers whose names descriptions must not use.
    let mut text = "#include \"described.h\"\n#include <complex.h>\n#include <errno.h>\n#include <math.h>\n\
                    #include <stddef.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
                    #include <time.h>\n#include \"described.h\"\n"
        .to_owned();
    text.push_str(SHOW);
    text.push_str("int main(void)\n{\n    (void)show;\n    places();\n");
    for (name, tensor) in names.iter().zip(tensors) {
        writeln!(
            text,
            "    {{\n{}        show(&expected);\n        show(&{name});\n    }}",
            expected(tensor)
        )
        .unwrap();
    }
    text.push_str("    return 0;\n}\n");
    text
}

/// Returns statements that fill a structure from the names of `vk-json`.
fn expected(tensor: &Value) -> String {
    let name = |key: &str| tensor[key].as_str().unwrap().to_owned();
    let items = |value: &Value, or: &str, between: &str| {
        let items = value.as_array().unwrap().iter();
        let items: Vec<&str> = items.map(|item| item.as_str().unwrap_or(or)).collect();
        items.join(between)
    };
    let numbers = |key: &str| {
        let items = tensor[key].as_array()?.iter().map(Value::to_string).collect::<Vec<String>>();
        Some(format!("        const int64_t {key}[] = {{{}}};\n", items.join(", ")))
    };
    let strides = numbers("pStrides");
    let pointer = strides.as_ref().map_or("NULL", |_| "pStrides");
    let usage = items(&tensor["usage"], "", " | ");
    format!(
        "{}{}        VkTensorDescriptionARM expected;\n        expected.sType = {};\n        expected.pNext = NULL;\n        \
         expected.tiling = {};\n        expected.format = {};\n        expected.dimensionCount = {};\n        \
         expected.pDimensions = pDimensions;\n        expected.pStrides = {pointer};\n        expected.usage = {};\n",
        numbers("pDimensions").unwrap(),
        strides.unwrap_or_default(),
        name("sType"),
        name("tiling"),
        name("format"),
        tensor["dimensionCount"],
        if usage.is_empty() { "0" } else { &usage },
    )
}

const SHOW: &str = r#"
#define PLACE(member) printf(" " #member " %d", (int)offsetof(VkTensorDescriptionARM, member))

static void places(void)
{
    printf("size %d", (int)sizeof(VkTensorDescriptionARM));
    PLACE(sType);
    PLACE(pNext);
    PLACE(tiling);
    PLACE(format);
    PLACE(dimensionCount);
    PLACE(pDimensions);
    PLACE(pStrides);
    PLACE(usage);
    printf("\n");
}

static void list(const int64_t *values, uint32_t count)
{
    uint32_t i;
    if (values == NULL) {
        printf(" null");
        return;
    }
    printf(" [");
    for (i = 0; i < count; i++)
        printf(" %lld", (long long)values[i]);
    printf(" ]");
}

static void show(const VkTensorDescriptionARM *it)
{
    printf("%ld %s %ld %ld %lu", (long)it->sType, it->pNext ? "some" : "null", (long)it->tiling,
           (long)it->format, (unsigned long)it->dimensionCount);
    list(it->pDimensions, it->dimensionCount);
    list(it->pStrides, it->dimensionCount);
    printf(" %llu\n", (unsigned long long)it->usage);
}

"#;

const PLACES: &str = "size 56 sType 0 pNext 8 tiling 16 format 20 dimensionCount 24 pDimensions 32 pStrides 40 usage 48";

/// Compiles the header of a module with each compiler and executes it. Every line must agree with `vk-json`.
fn check_c(text: &str, includes: &[&Path], compilers: &[(&str, &str)]) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let header = emitted(text, "vk-c");
    fs::write(path("described.h"), &header).unwrap();
    fs::write(path("main.c"), c_program(&header, &tensors(text))).unwrap();
    let figures = figures(text);
    let twice: String = figures.iter().map(|line| format!("{line}\n{line}\n")).collect();
    let expected = format!("{PLACES}\n{twice}");
    for &compiler in compilers {
        let (program, main) = (path("program"), path("main.c"));
        stdout_of(compile(compiler, includes, &[&main, "-o", &program]));
        let printed = stdout_of(Command::new(&program).output().unwrap());
        assert_eq!(printed, expected, "{compiler:?}");
        // The header is also valid if its descriptions are unused, and with the functions that create tensors.
        stdout_of(compile(compiler, includes, &["-fsyntax-only", &path("described.h")]));
        let with_creation = ["-fsyntax-only", "-DLAYOUTC_VK_CREATE", &path("main.c")];
        stdout_of(compile(compiler, includes, &with_creation));
    }
}

#[test]
fn c_headers_agree_with_json() {
    if lacks_compilers() {
        return;
    }
    let names =
        captures(&emitted(PROGRAM, "vk-c"), r"static const VkTensorDescriptionARM (\w+) = \{");
    let expected = "mine int_vk class_vk type main_vk printf_vk y1_vk EOF_vk x_dims x_2 t_2_x t gr_e Shape linux_vk p_q_2 p_q \
                  image_vk weights_vk a_b_vk a_b_vk_1 main_x_vk main_arg1_vk main_0_vk";
    assert_eq!(names.join(" "), expected);
    check_c(PROGRAM, &[&vulkan_headers()], &COMPILERS);
    check_c(ENDS, &[&vulkan_headers()], &COMPILERS[..2]);
    check_c("", &[&vulkan_headers()], &COMPILERS[..2]);
}

#[test]
fn c_header_requires_vulkan_headers_with_its_names() {
    if lacks_compilers() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("described.h");
    fs::write(&path, emitted(NEWER, "vk-c")).unwrap();
    // Headers whose version is older than their names.
    let older = folder.path().join("vulkan");
    fs::create_dir(&older).unwrap();
    let newest = vulkan_headers().join("vulkan/vulkan.h").canonicalize().unwrap();
    let text = format!(
        "#include \"{}\"\n#undef VK_HEADER_VERSION\n#define VK_HEADER_VERSION 354\n",
        newest.display()
    );
    fs::write(older.join("vulkan.h"), text).unwrap();
    let folders = [folder.path(), &vulkan_headers()];
    let output = compile(COMPILERS[0], &folders, &["-fsyntax-only", path.to_str().unwrap()]);
    let faults = String::from_utf8(output.stderr).unwrap();
    assert!(
        faults.contains("#error \"needs Vulkan headers of version 1.4.355 or newer\""),
        "{faults}"
    );
    check_c(NEWER, &[&vulkan_headers()], &COMPILERS);
}

/// Returns a program that prints the same lines as the C program, without the lines from `vk-json`.
fn rust_program(source: &str) -> String {
    let names = captures(source, r"pub const fn (\w+)\(\)");
    let calls = names.iter().map(|name| format!("    show(described::{name}());\n"));
    format!("{SHOW_RUST}\nfn main() {{\n{}}}\n", calls.collect::<String>())
}

const SHOW_RUST: &str = r#"
mod described;

fn list(values: *const i64, count: u32) -> String {
    if values.is_null() {
        return "null".to_owned();
    }
    let values = unsafe { std::slice::from_raw_parts(values, count as usize) };
    let values: String = values.iter().map(|value| format!(" {value}")).collect();
    format!("[{values} ]")
}

#[allow(dead_code)]
fn show(it: described::VkTensorDescriptionARM) {
    let next = if it.p_next.is_null() { "null" } else { "some" };
    let (dims, strides) =
        (list(it.p_dimensions, it.dimension_count), list(it.p_strides, it.dimension_count));
    println!(
        "{} {next} {} {} {} {dims} {strides} {}",
        it.s_type, it.tiling, it.format, it.dimension_count, it.usage
    );
}
"#;

fn rustc(args: &[&str]) {
    stdout_of(Command::new("rustc").args(["-D", "warnings"]).args(args).output().unwrap());
}

fn check_rust(text: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let source = emitted(text, "vk-rust");
    fs::write(path("described.rs"), &source).unwrap();
    fs::write(path("main.rs"), rust_program(&source)).unwrap();
    // The source compiles as a separate crate of any edition, and as part of a crate without a library and without
    // unsafe code.
    let part = "#![no_std]\n#![forbid(unsafe_code)]\ninclude!(\"described.rs\");\n";
    fs::write(path("part.rs"), part).unwrap();
    for (file, edition) in [
        ("described.rs", "2018"),
        ("described.rs", "2021"),
        ("described.rs", "2024"),
        ("part.rs", "2021"),
    ] {
        let metadata = path("checked.rmeta");
        let flags =
            ["--edition", edition, "--crate-type", "lib", "--emit", "metadata", "-o", &metadata];
        rustc(&[&flags[..], &[&path(file)]].concat());
        if file == "described.rs" {
            let creation = ["--cfg", "feature=\"layoutc_create\""];
            rustc(&[&flags[..], &creation, &[&path(file)]].concat());
        }
    }
    let program = path("program");
    rustc(&["--edition", "2021", "-o", &program, &path("main.rs")]);
    let printed = stdout_of(Command::new(&program).output().unwrap());
    let expected: String = figures(text).into_iter().map(|line| line + "\n").collect();
    assert_eq!(printed, expected);
}

#[test]
fn rust_source_agrees_with_json() {
    if lacks_command("rustc") {
        return;
    }
    let names = captures(&emitted(PROGRAM, "vk-rust"), r"pub const fn (\w+)\(\)");
    let expected = "mine int class type_vk main_vk printf y1 EOF x_dims x t_2_x t gr_e Shape linux p_q_2 p_q \
                  image_vk weights_vk a_b_vk a_b_vk_1 main_x_vk main_arg1_vk main_0_vk";
    assert_eq!(names.join(" "), expected);
    for text in [PROGRAM, ENDS, NEWER, ""] {
        check_rust(text);
    }
}

#[test]
fn valid_descriptions_need_no_flags() {
    for form in ["vk-c", "vk-rust", "vk-json"] {
        let emit = format!("--emit={form}");
        let text = layoutc(PROGRAM, &["--target=emulation", &emit]);
        assert_eq!(text, emitted(PROGRAM, form));
    }
}
