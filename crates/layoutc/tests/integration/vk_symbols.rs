//! Descriptions that `vk-c` fills from symbols, compiled with gcc and g++: each is that of `vk-json` for the tensor with
//! numbers, or neither exists.
//!
//! The headers come from `scripts/install-test-tools.sh`.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use serde_json::Value;
use std::fs;
use std::process::Command;
use testkit::{lacks_command, lacks_vulkan_headers, vulkan_headers};

/// A tensor with symbols.
struct SymbolicTensor {
    /// The descriptor that the type names; empty if there is none.
    descriptor: &'static str,
    /// The type, without `tensor<` and `>`.
    symbolic: &'static str,
    /// The type for values of the symbols.
    concrete: fn(&[i64]) -> String,
    /// The greatest value of each symbol that is tried.
    most: &'static [i64],
}

const TENSORS: &[SymbolicTensor] = &[
    SymbolicTensor {
        descriptor: "",
        symbolic: "?x?xf16, {lengths = affine_map<()[s0, s1] -> (s0, s1)>, strides = affine_map<()[s0, s1, s2] -> (s2, 1)>, where = affine_set<()[s0, s1, s2] : (9 - s0 >= 0, 9 - s1 >= 0, 20 - s2 >= 0)>}",
        concrete: |s| format!("{}x{}xf16, {{strides = [{}, 1]}}", s[0], s[1], s[2]),
        most: &[4, 6, 9],
    },
    SymbolicTensor {
        descriptor: "",
        symbolic: "2x?x3xf32, {order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>, offset = 5, lengths = affine_map<()[s0] -> (2, s0, 3)>, where = affine_set<()[s0] : (s0 mod 2 == 0, 40 - s0 >= 0)>}",
        concrete: |s| {
            let rows = s[0];
            format!(
                "2x{rows}x3xf32, {{order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>, strides = [{}, 1, {rows}], offset = 5}}",
                3 * rows
            )
        },
        most: &[12],
    },
    SymbolicTensor {
        descriptor: "",
        symbolic: "?x8xi8, {lengths = affine_map<()[s0] -> (s0, 8)>, strides = affine_map<()[s0, s1] -> (s1 ceildiv 4 * 4, 1)>, where = affine_set<()[s0, s1] : (70000 - s0 >= 0, 70000 - s1 >= 0)>}",
        concrete: |s| format!("{}x8xi8, {{strides = [{}, 1]}}", s[0], (s[1] + 3) / 4 * 4),
        most: &[3, 14],
    },
    // The rows are the second dim of the index.
    SymbolicTensor {
        descriptor: "layout.descriptor @columns symbols [a, b] where affine_set<()[s0, s1] : (60 - s0 >= 0, 60 - s1 >= 0)> {
  %m, %n = layout.aligned [a, b] to 8
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %j, %i
}
",
        symbolic: "?x?xf16, {layout = @columns}",
        concrete: |s| {
            let row = (s[1] + 7) / 8 * 8;
            format!("{}x{}xf16, {{order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, {row}]}}", s[1], s[0])
        },
        most: &[5, 10],
    },
    // A slice begins within memory, and two dims are one.
    SymbolicTensor {
        descriptor: "layout.descriptor @window symbols [a, b, o] where affine_set<()[s0, s1, s2] : (60 - s0 >= 0, 60 - s1 >= 0, 9 - s2 >= 0)> {
  %m, %n, %k = layout.packed [a, 3, b + o]
  %i = layout.merge %m, %n
  %j = layout.slice %k from o to b + o
  layout.yield %i, %j
}
",
        symbolic: "?x?xi8, {layout = @window}",
        concrete: |s| {
            let (rows, row) = (3 * s[0], s[1] + s[2]);
            format!("{rows}x{}xi8, {{strides = [{row}, 1], offset = {}}}", s[1], s[2])
        },
        most: &[3, 4, 3],
    },
];

/// A target whose limits some descriptions exceed.
const TARGET: &str = r#"layout.target @small {limits = {maxTensorDimensionCount = 3, maxTensorElements = 20, maxPerDimensionTensorElements = 8, maxTensorStride = 16, maxTensorSize = 90}, features = {tensorNonPacked = true}}
"#;

fn run(text: &str, args: &[&str]) -> Option<String> {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut text.as_bytes(), &mut stdout, &mut stderr);
    (status == 0).then(|| String::from_utf8(stdout).unwrap())
}

/// Returns the line that the program prints for a description of `vk-json`.
fn line_of(json: &str) -> String {
    let json: Value = serde_json::from_str(json).unwrap();
    let tensor = &json["tensors"][0];
    let list = |key: &str| match tensor[key].as_array() {
        None => "null".to_owned(),
        Some(values) => values.iter().map(|value| format!("{value} ")).collect(),
    };
    format!("{}: {}| {}\n", tensor["dimensionCount"], list("pDimensions"), list("pStrides"))
}

/// Returns all values of symbols up to the greatest ones.
fn all_values(most: &[i64]) -> Vec<Vec<i64>> {
    most.iter().fold(vec![Vec::new()], |all, &most| {
        let next = all.iter().flat_map(|values: &Vec<i64>| {
            (1..=most).map(|value| values.iter().copied().chain([value]).collect())
        });
        next.collect()
    })
}

const SHOW: &str = r#"#include <stdio.h>

static void show(bool is_valid, const VkTensorDescriptionARM *d)
{
    if (!is_valid) {
        printf("invalid\n");
        return;
    }
    printf("%u: ", d->dimensionCount);
    for (uint32_t i = 0; i < d->dimensionCount; ++i) {
        printf("%lld ", (long long)d->pDimensions[i]);
    }
    printf("| ");
    if (d->pStrides == NULL) {
        printf("null");
    } else {
        for (uint32_t i = 0; i < d->dimensionCount; ++i) {
            printf("%lld ", (long long)d->pStrides[i]);
        }
    }
    printf("\n");
}
"#;

#[test]
fn filled_descriptions_are_those_of_tensors_with_numbers() {
    if lacks_vulkan_headers() || lacks_command("gcc") || lacks_command("g++") {
        return;
    }
    for target in ["", TARGET] {
        let args: &[&str] = if target.is_empty() { &[] } else { &["--target=small"] };
        let (mut module, mut calls, mut expected) =
            (target.to_owned(), String::new(), String::new());
        for (number, tensor) in TENSORS.iter().enumerate() {
            module += tensor.descriptor;
            module += &format!("layout.tensor @x{number} : tensor<{}>\n", tensor.symbolic);
            for values in all_values(tensor.most) {
                let listed: Vec<String> = values.iter().map(i64::to_string).collect();
                let listed = listed.join(", ");
                calls += &format!(
                    "    show(x{number}_vk_fill({listed}, dims, strides, &found), &found);\n"
                );
                let is_allowed = number != 1 || values[0] % 2 == 0;
                let text =
                    format!("{target}layout.tensor @x : tensor<{}>\n", (tensor.concrete)(&values));
                let json = run(&text, &[args, &["--emit=vk-json"]].concat()).filter(|_| is_allowed);
                expected += &json.map_or_else(|| "invalid\n".to_owned(), |json| line_of(&json));
            }
        }
        calls += "    printf(\"%d\\n\", (int)x1_vk_offset(4));\n";
        expected += "20\n";
        calls += "    printf(\"%d\\n\", (int)x4_vk_offset(2, 3, 2));\n";
        expected += "2\n";
        assert!(expected.contains("invalid") && expected.contains("null"), "{expected}");
        let header = run(&module, &[args, &["--emit=vk-c"]].concat()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        fs::write(path("described.h"), &header).unwrap();
        let main = format!(
            "#include \"described.h\"\n{SHOW}\nint main(void)\n{{\n    int64_t dims[3], strides[3];\n    VkTensorDescriptionARM found;\n{calls}    return 0;\n}}\n"
        );
        fs::write(path("main.c"), main).unwrap();
        for [compiler, standard, language] in
            [["gcc", "-std=c99", "c"], ["g++", "-std=c++20", "c++"]]
        {
            let mut command = Command::new(compiler);
            command.args([
                standard,
                "-pedantic-errors",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-x",
                language,
            ]);
            command.arg(format!("-I{}", vulkan_headers().display()));
            let built = command.args([&path("main.c"), "-o", &path("program")]).output().unwrap();
            assert!(built.status.success(), "{}\n{header}", String::from_utf8_lossy(&built.stderr));
            let printed = Command::new(path("program")).output().unwrap();
            assert_eq!(
                String::from_utf8(printed.stdout).unwrap(),
                expected,
                "{compiler}\n{header}"
            );
        }
    }
}
