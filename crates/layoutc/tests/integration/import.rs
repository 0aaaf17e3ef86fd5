//! Tests of `layoutc import`: the command line, and the import of the models in ONNX's own package, followed by
//! resolution of strides and mlir-opt.
//!
//! `scripts/install-test-tools.sh` installs the models. Tests without their models or tools are skipped with a message.

#![cfg(feature = "onnx")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::driver;

use driver::call;
use expect_test::{Expect, expect};
use ir::Registry;
use ir::diag::Sink;
use regex::Regex;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use testkit::{MLIR_OPT, Random, lacks_command, mlir_opt, onnx_models};

/// Returns the output of a call that must succeed.
#[track_caller]
fn output(args: &[&str], stdin: &[u8]) -> String {
    let (status, stdout, stderr) = call(args, stdin);
    assert_eq!((status, stderr.as_str()), (0, ""), "{args:?}");
    stdout
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the paths in a folder of the models. `None` if the models are missing, which skips the running test.
fn models(folder: &str) -> Option<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(&onnx_models()?.join(folder), &mut found);
    found.sort();
    Some(found)
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "onnx") {
            found.push(path);
        }
    }
}

fn imported(path: &Path) -> String {
    output(&["import", path.to_str().unwrap()], b"")
}

/// Returns the model of one `Relu` named `act` from `x` to `y`, both of 2 by 3 floats, in version 13.
fn relu() -> Vec<u8> {
    let message = |tag: u8, body: &[u8]| [&[tag, body.len() as u8], body].concat();
    let dims = [message(0x0a, &[0x08, 2]), message(0x0a, &[0x08, 3])].concat();
    let tensor = message(0x0a, &[&[0x08, 1][..], &message(0x12, &dims)].concat());
    let value = |name: &[u8]| [message(0x0a, name), message(0x12, &tensor)].concat();
    let names = [message(0x0a, b"x"), message(0x12, b"y"), message(0x1a, b"act")].concat();
    let node = [names, message(0x22, b"Relu")].concat();
    let graph = [message(0x0a, &node), message(0x5a, &value(b"x")), message(0x62, &value(b"y"))];
    [message(0x3a, &graph.concat()), message(0x42, &[0x10, 13])].concat()
}

#[test]
fn import_reports_its_nodes() {
    let (status, module, progress) = call(&["import", "-", "--progress=always"], &relu());
    assert_eq!((status, progress.as_str()), (0, "import: 0 of 1 nodes, act\n"));
    assert!(module.contains("onnx.Relu"));
    output(&["import", "-"], &relu());
}

#[test]
fn model_is_imported_as_a_function() {
    let text = output(&["import", "-"], &relu());
    expect![[r#"
        module attributes {onnx.opset_import = {ai.onnx = 13 : si64}} {
          func.func @main_graph(%x: tensor<2x3xf32> {onnx.name = "x"} loc("x")) -> (tensor<2x3xf32> {onnx.name = "y"}) {
            %y = "onnx.Relu"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32> loc("act")
            return %y : tensor<2x3xf32> loc("<stdin>")
          } loc("<stdin>")
        } loc("<stdin>")
    "#]]
    .assert_eq(&text);
    assert_eq!(output(&["--print-locs"], text.as_bytes()), text);
}

/// Returns the model of `y = Not(x)`. Both are bools, of a batch `n` by 49.
fn mask() -> Vec<u8> {
    let message = |tag: u8, body: &[u8]| [&[tag, body.len() as u8], body].concat();
    let dims = [message(0x0a, &message(0x12, b"n")), message(0x0a, &[0x08, 49])].concat();
    let tensor = message(0x0a, &[&[0x08, 9][..], &message(0x12, &dims)].concat());
    let value = |name: &[u8]| [message(0x0a, name), message(0x12, &tensor)].concat();
    let node = [message(0x0a, b"x"), message(0x12, b"y"), message(0x22, b"Not")].concat();
    let graph = [message(0x0a, &node), message(0x5a, &value(b"x")), message(0x62, &value(b"y"))];
    [message(0x3a, &graph.concat()), message(0x42, &[0x10, 13])].concat()
}

#[test]
fn bools_have_descriptions_and_dims_are_fixed() {
    let text = output(&["import", "-"], &mask());
    assert!(text.contains("%x: tensor<?x49xi8>"), "{text}");
    let text = output(&["import", "-", "--dim", "n=3", "--bool=i1"], &mask());
    assert!(text.contains("%x: tensor<3x49xi1>"), "{text}");
    let text = output(&["import", "-", "--dim=n=3"], &mask());
    let format = r#"{layout.vk_format = "VK_FORMAT_R8_BOOL_ARM"}"#;
    let argument = r#"%x: tensor<3x49xi8> {layout.vk_format = "VK_FORMAT_R8_BOOL_ARM", onnx.name"#;
    assert!(text.contains(argument), "{text}");
    let op = format!(r#""onnx.Not"(%x) {format} : (tensor<3x49xi8>) -> tensor<3x49xi8>"#);
    assert!(text.contains(&op), "{text}");
    let bounded = output(&["import", "-", "--bound=n=3"], &mask());
    let ty = "tensor<?x49xi8, {bounds = [3, 49]}>";
    assert!(bounded.contains(&format!("(%x) {format} : ({ty}) -> {ty}")), "{bounded}");
    let passes = "--passes=assign-layouts,resolve-strides,lower-to-vulkan,verify-vulkan";
    let described = output(&[passes, "--emit=vk-json"], text.as_bytes());
    assert_eq!(output(&[passes, "--emit=vk-json"], bounded.as_bytes()), described);
    assert_eq!(described.matches("\"VK_FORMAT_R8_BOOL_ARM\"").count(), 2, "{described}");
}

#[test]
fn model_is_drawn_as_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("relu.onnx");
    let page = folder.path().join("page.html");
    let paths = [&model, &page].map(|path| path.to_str().unwrap().to_owned());
    fs::write(&model, relu()).unwrap();
    let args = ["draw", &paths[0], "--target=channels_last", "-o", &paths[1]];
    assert_eq!(output(&args, b""), "");
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.contains("@main_graph") && text.contains("%y = onnx.Relu %x"), "{text}");
    fs::write(&model, mask()).unwrap();
    let drawn = output(&["draw", &paths[0], "--dim=n=3"], b"");
    assert!(drawn.contains("3x49xi8") && drawn.contains("%y = onnx.Not %x"), "{drawn}");
    let values = output(&["draw", &paths[0], "--dim=n=3", "--of=@main_graph:%x"], b"");
    assert!(values.contains("shape [3, 49]"), "{values}");
    let (status, _, stderr) = call(&["draw", &paths[0], "--dim=batch=3"], b"");
    assert!(status == 1 && stderr.contains("unknown dim `batch`"), "{stderr}");
}

#[test]
fn layouts_of_arguments_and_results_are_chosen() {
    let text = output(&["import", "-", "--dim=n=3", "--any-layouts"], &mask());
    assert!(text.contains("%x: tensor<3x49xi8> {layout.any, layout.vk_format"), "{text}");
    assert!(text.contains("-> (tensor<3x49xi8> {layout.any, onnx.name"), "{text}");
}

#[test]
fn output_file_is_written_on_success_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.mlir");
    let out = path.to_str().unwrap();
    assert_eq!(call(&["import", "-", "-o", out], b"junk").0, 1);
    assert!(!path.exists());
    assert_eq!(output(&["import", "-", "-o", out], &relu()), "");
    assert_eq!(fs::read_to_string(&path).unwrap(), output(&["import", "-"], &relu()));
}

#[track_caller]
fn check_fault(args: &[&str], stdin: &[u8], expect: Expect) {
    let (status, stdout, stderr) = call(&[args, &["--diagnostics=short"]].concat(), stdin);
    assert_eq!(stdout, "");
    expect.assert_eq(&format!("{stderr}{status}\n"));
}

#[test]
fn reports_invalid_models_and_arguments() {
    check_fault(
        &["import", "-"],
        b"junk",
        expect![[r#"
        layoutc: error[L0101]: `<stdin>`: invalid ONNX model: expected 117 bytes at byte 2, found 2
        1
    "#]],
    );
    check_fault(
        &["import", "-"],
        b"",
        expect![[r#"
        layoutc: error[L0101]: `<stdin>`: invalid ONNX model: the file has no graph
        1
    "#]],
    );
    check_fault(
        &["import", "missing.onnx"],
        b"",
        expect![[r#"
        layoutc: error[L0602]: cannot read `missing.onnx`: No such file or directory
        2
    "#]],
    );
    check_fault(
        &["import"],
        b"",
        expect![[r#"
        layoutc: error[L0601]: missing `<MODEL.onnx|->`
        2
    "#]],
    );
    check_fault(
        &["import", "-", "--emit=generic"],
        b"",
        expect![[r#"
            layoutc: error[L0601]: unknown flag `--emit`
            2
        "#]],
    );
    check_fault(
        &["import", "a.onnx", "b.onnx"],
        b"",
        expect![[r#"
            layoutc: error[L0601]: unexpected argument `b.onnx`
            2
        "#]],
    );
    // The name of the node's operand.
    let mut lost = relu();
    let at = lost.windows(3).position(|bytes| bytes == [0x0a, 1, b'x']).unwrap();
    lost[at + 2] = b'z';
    check_fault(
        &["import", "-"],
        &lost,
        expect![[r#"
        layoutc: error[L0201]: `<stdin>`: node `act` (Relu): operand `z` is not defined before this node
        1
    "#]],
    );
    check_fault(
        &["import", "-", "--dim", "n"],
        &relu(),
        expect![[r#"
        layoutc: error[L0601]: invalid value `n` for `--dim <NAME=VALUE>`: expected `NAME=VALUE`
        2
    "#]],
    );
    check_fault(
        &["import", "-", "--dim=n=0"],
        &relu(),
        expect![[r#"
        layoutc: error[L0601]: invalid value `n=0` for `--dim <NAME=VALUE>`: the value must be between 1 and 2^63 - 1
        2
    "#]],
    );
    check_fault(
        &["import", "-", "--dim=n=4"],
        &relu(),
        expect![[r#"
        layoutc: error[L0209]: `<stdin>`: unknown dim `n`: no input has a symbolic dim of this name
        1
    "#]],
    );
    check_fault(
        &["import", "-", "--bound=n=0"],
        &mask(),
        expect![[r#"
        layoutc: error[L0601]: invalid value `n=0` for `--bound <NAME=VALUE>`: the value must be between 1 and 2^63 - 1
        2
    "#]],
    );
    check_fault(
        &["import", "-", "--bound=m=4"],
        &mask(),
        expect![[r#"
        layoutc: error[L0209]: `<stdin>`: unknown dim `m`: no input has a symbolic dim of this name
        1
    "#]],
    );
    check_fault(
        &["import", "-", "--bound=n=4", "--dim=n=3"],
        &mask(),
        expect![[r#"
        layoutc: error[L0601]: dim `n` has both a length, `--dim`, and a bound, `--bound`
        2
    "#]],
    );
    check_fault(
        &["import", "-", "--bool=i2"],
        &relu(),
        expect![[r#"
        layoutc: error[L0601]: invalid value `i2` for `--bool <i8|i1>` [possible values: i8, i1]
        2
    "#]],
    );
    let help = output(&["import", "--help"], b"");
    let usage = "Usage: layoutc import MODEL.onnx [--dim NAME=VALUE]... [--bound NAME=VALUE]... [--fold NET.mlir [--manifest OUT.json]] [-o OUT]";
    assert!(help.contains(usage), "{help}");
}

/// Counts the occurrences of each op.
fn counts(text: &str) -> BTreeMap<&str, usize> {
    let op = Regex::new(r#"= "onnx\.(\w+)""#).unwrap();
    let mut counts = BTreeMap::new();
    for found in op.captures_iter(text) {
        *counts.entry(found.get(1).unwrap().as_str()).or_default() += 1;
    }
    counts
}

#[test]
fn networks_have_all_their_ops() {
    let Some(models) = models("light") else { return };
    let mut table = String::new();
    for path in &models {
        let text = imported(path);
        let mut counts = counts(&text);
        counts.retain(|op, _| !matches!(*op, "Constant" | "NoValue"));
        let ops: usize = counts.values().sum();
        let name = path.file_stem().unwrap().to_str().unwrap();
        table.push_str(&format!("{name}: {ops} ops, {counts:?}\n"));
        assert!(!text.contains('?'), "{name} has an unknown length");
    }
    expect![[r#"
        light_bvlc_alexnet: 24 ops, {"Conv": 5, "Dropout": 2, "Gemm": 3, "LRN": 2, "MaxPoolSingleOut": 3, "Relu": 7, "Reshape": 1, "Softmax": 1}
        light_densenet121: 672 ops, {"Add": 121, "AveragePool": 3, "BatchNormalizationInferenceMode": 121, "Concat": 58, "Conv": 121, "GlobalAveragePool": 1, "MaxPoolSingleOut": 1, "Mul": 121, "Relu": 121, "UnsqueezeV11": 4}
        light_inception_v1: 144 ops, {"AveragePool": 1, "Concat": 9, "Conv": 57, "Dropout": 1, "Gemm": 1, "LRN": 2, "MaxPoolSingleOut": 13, "Relu": 57, "Reshape": 2, "Softmax": 1}
        light_inception_v2: 397 ops, {"Add": 69, "AveragePool": 8, "BatchNormalizationInferenceMode": 69, "Concat": 10, "Conv": 69, "Gemm": 1, "MaxPoolSingleOut": 5, "Mul": 69, "Relu": 69, "Reshape": 1, "Softmax": 1, "UnsqueezeV11": 26}
        light_resnet50: 176 ops, {"AveragePool": 1, "BatchNormalizationInferenceMode": 53, "Conv": 53, "Gemm": 1, "MaxPoolSingleOut": 1, "Relu": 49, "Reshape": 1, "Softmax": 1, "Sum": 16}
        light_shufflenet: 203 ops, {"AveragePool": 4, "BatchNormalizationInferenceMode": 49, "Concat": 3, "Conv": 49, "Gemm": 1, "MaxPoolSingleOut": 1, "Relu": 33, "Reshape": 33, "Softmax": 1, "Sum": 13, "Transpose": 16}
        light_squeezenet: 66 ops, {"Concat": 8, "Conv": 26, "Dropout": 1, "GlobalAveragePool": 1, "MaxPoolSingleOut": 3, "Relu": 26, "Softmax": 1}
        light_vgg19: 46 ops, {"Conv": 16, "Dropout": 2, "Gemm": 3, "MaxPoolSingleOut": 5, "Relu": 18, "Reshape": 1, "Softmax": 1}
        light_zfnet512: 22 ops, {"Conv": 5, "Gemm": 3, "LRN": 2, "MaxPoolSingleOut": 3, "Relu": 7, "Reshape": 1, "Softmax": 1}
    "#]].assert_eq(&table);
}

/// Returns the lengths of values by name, for a text whose elements are floats.
fn lengths(text: &str) -> BTreeMap<String, String> {
    let argument = Regex::new(r"%(\w+): tensor<([0-9x]+)xf\d+").unwrap();
    let result = Regex::new(r"(?m)^ +%(\w+) = .* -> tensor<([0-9x]+)xf\d+").unwrap();
    let all = argument.captures_iter(text).chain(result.captures_iter(text));
    all.map(|found| (found[1].to_owned(), found[2].to_owned())).collect()
}

#[test]
fn resnet50_has_the_shapes_of_the_example() {
    let Some(models) = models("light") else { return };
    let path = models.iter().find(|path| path.ends_with("light_resnet50.onnx")).unwrap();
    let (found, example) = (imported(path), root().join("examples/resnet50.mlir"));
    let (found, expected) = (lengths(&found), lengths(&fs::read_to_string(example).unwrap()));
    assert!(expected.len() > 400);
    assert_eq!(found, expected);
}

/// Checks that no view is opaque: the shapes and axes that define views are constants.
#[test]
fn views_of_networks_are_known() {
    let Some(models) = models("light") else { return };
    let registry = Registry::new();
    let mut views = BTreeMap::new();
    for path in &models {
        let text = imported(path);
        assert!(!output(&["--passes=resolve-strides"], text.as_bytes()).is_empty());
        let module = parser::parse(&text, 0, &registry, &mut Sink::default()).unwrap();
        for op in module.walk() {
            let Some(parts) = registry.view_relations(&module, op) else { continue };
            let name = module.name(op).to_owned();
            parts.unwrap_or_else(|why| panic!("{}: {name}: {why:?}", path.display()));
            *views.entry(name).or_insert(0) += 1;
        }
    }
    expect![[
        r#"{"onnx.Concat": 88, "onnx.Reshape": 40, "onnx.Transpose": 16, "onnx.UnsqueezeV11": 30}"#
    ]]
    .assert_eq(&format!("{views:?}"));
}

#[test]
fn mlir_opt_reads_all_models() {
    if lacks_command(MLIR_OPT) {
        return;
    }
    let Some(models) = models("") else { return };
    let tensors =
        models.iter().filter(|path| !path.to_str().unwrap().contains("test_sequence_model"));
    let generic = |path: &PathBuf| output(&["--emit=generic"], imported(path).as_bytes());
    let texts: Vec<String> = tensors.map(generic).collect();
    assert!(texts.len() > 130, "only {} models", texts.len());
    let read = mlir_opt(&texts.join("// -----\n"), &["--split-input-file", "-o", "/dev/null"]);
    read.unwrap().unwrap();
}

/// Parses the printed modules of mutated files, whose names and texts can have any content.
#[test]
fn modules_of_mutated_models_can_be_parsed() {
    let Some(models) = models("simple") else { return };
    let (mut random, mut read) = (Random::new(5), 0);
    for path in &models {
        let sound = fs::read(path).unwrap();
        for _ in 0..60 {
            let mut bytes = sound.clone();
            let at = random.index(bytes.len());
            bytes[at] = random.bits() as u8;
            let (status, text, stderr) = call(&["import", "-"], &bytes);
            assert!(matches!(status, 0 | 1) && stderr.is_empty() == (status == 0), "{stderr}");
            if status == 0 {
                assert_eq!(output(&["--print-locs"], text.as_bytes()), text);
                read += 1;
            }
        }
    }
    assert!(read > 100, "only {read} modules");
}
