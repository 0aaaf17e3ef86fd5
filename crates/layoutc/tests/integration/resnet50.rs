//! Comparison of the README's first command on `examples/resnet50.mlir` with values that are computed here from the
//! text of the example.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use expect_test::expect;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Command;
use testkit::{lacks_command, mlir_opt};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn example() -> String {
    std::fs::read_to_string(root().join("examples/resnet50.mlir")).unwrap()
}

fn layoutc(args: &[&str]) -> String {
    let path = root().join("examples/resnet50.mlir");
    let args: Vec<String> =
        [path.to_str().unwrap()].iter().chain(args).map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut std::io::empty(), &mut stdout, &mut stderr);
    assert_eq!((status, String::from_utf8(stderr).unwrap().as_str()), (0, ""));
    String::from_utf8(stdout).unwrap()
}

/// Returns the tensors that the README's first command describes.
fn described() -> Vec<Value> {
    let text = layoutc(&["--emit=vk-json", "--target=emulation"]);
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["target"], "emulation");
    json["tensors"].as_array().unwrap().clone()
}

/// Returns the values of the example that have a layout, each with its type: `name` and `tensor<...>`.
fn values(text: &str) -> Vec<(&str, &str)> {
    text.lines().filter_map(|line| argument(line).or_else(|| result(line))).collect()
}

fn argument(line: &str) -> Option<(&str, &str)> {
    let (name, ty) = line.strip_prefix("    %")?.split_once(": ")?;
    Some((name, ty.trim_end_matches(',')))
}

fn result(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.strip_prefix("  %")?.split_once(" = ")?;
    let (_, ty) = rest.rsplit_once(") -> ")?;
    ty.contains("order").then_some((name, ty))
}

/// Returns the expected description of a value, computed from its type. Weights and rows are packed in logical order.
/// An image is stored as N, H, W, C, and its pixels are aligned to 64 bytes.
fn expected(name: &str, ty: &str) -> Value {
    let (dims, encoding) = ty.strip_prefix("tensor<").unwrap().split_once("xf16").unwrap();
    let shape: Vec<i64> = dims.split('x').map(|dim| dim.parse().unwrap()).collect();
    let product = |dims: &[i64]| dims.iter().product::<i64>();
    let (order, strides, size) = if encoding.contains("#NHWC") {
        assert!(encoding.contains("#pixel"), "{ty}");
        let &[n, c, h, w] = &shape[..] else { panic!("{ty}") };
        let pixel = (2 * c + 63) / 64 * 64;
        let strides = (pixel != 2 * c).then(|| vec![h * w * pixel, w * pixel, pixel, 2]);
        (vec![0, 2, 3, 1], strides, n * h * w * pixel)
    } else {
        ((0..shape.len()).collect(), None, product(&shape) * 2)
    };
    let physical: Vec<i64> = order.iter().map(|&dim: &usize| shape[dim]).collect();
    json!({
        "name": name,
        "function": "main",
        "element_type": "f16",
        "logical_shape": shape,
        "dim_order": order,
        "sType": "VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM",
        "pNext": null,
        "tiling": "VK_TENSOR_TILING_LINEAR_ARM",
        "format": "VK_FORMAT_R16_SFLOAT",
        "dimensionCount": physical.len(),
        "pDimensions": physical,
        "pStrides": strides,
        "usage": ["VK_TENSOR_USAGE_SHADER_BIT_ARM"],
        "packed": strides.is_none(),
        "size_bytes": size,
    })
}

#[test]
fn every_value_with_a_layout_is_described_once() {
    let text = example();
    let values = values(&text);
    // The example has 1 image, 267 weights, and the results of 176 ops.
    assert_eq!(values.len(), 1 + 267 + 176);
    let described = described();
    let mut names: Vec<&str> = described.iter().map(|it| it["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    assert_eq!(described.len(), values.len());
    for (name, ty) in values {
        let found = described.iter().find(|it| it["name"] == name);
        assert_eq!(found, Some(&expected(name, ty)), "{name}: {ty}");
    }
}

#[test]
fn image_has_pixels_of_64_bytes() {
    let described = described();
    let image = described.iter().find(|it| it["name"] == "gpu_0_data_0").unwrap();
    assert_eq!(image["pDimensions"], json!([1, 224, 224, 3]));
    assert_eq!(image["pStrides"], json!([224 * 224 * 64, 224 * 64, 64, 2]));
    assert_eq!((&image["packed"], &image["size_bytes"]), (&json!(false), &json!(224 * 224 * 64)));
    let padded = described.iter().filter(|it| it["packed"] == false).count();
    assert_eq!(padded, 1, "all other tensors have no pixels, or pixels of a multiple of 64 bytes");
}

#[test]
fn selected_tensors_have_expected_shapes_and_strides() {
    let described = described();
    let line = |name: &str| {
        let it = described.iter().find(|it| it["name"] == name).unwrap();
        format!(
            "{name}: {} as {}, strides {}, {} bytes\n",
            it["logical_shape"], it["pDimensions"], it["pStrides"], it["size_bytes"]
        )
    };
    let names = ["gpu_0_data_0", "gpu_0_conv1_w_0", "r0", "r3", "r172", "r173", "gpu_0_softmax_1"];
    expect![[r#"
        gpu_0_data_0: [1,3,224,224] as [1,224,224,3], strides [3211264,14336,64,2], 3211264 bytes
        gpu_0_conv1_w_0: [64,3,7,7] as [64,3,7,7], strides null, 18816 bytes
        r0: [1,64,112,112] as [1,112,112,64], strides null, 1605632 bytes
        r3: [1,64,56,56] as [1,56,56,64], strides null, 401408 bytes
        r172: [1,2048,1,1] as [1,1,1,2048], strides null, 4096 bytes
        r173: [1,2048] as [1,2048], strides null, 4096 bytes
        gpu_0_softmax_1: [1,1000] as [1,1000], strides null, 2000 bytes
    "#]]
    .assert_eq(&names.map(line).concat());
}

#[test]
fn script_generates_the_example() {
    if lacks_command("python3") {
        return;
    }
    let graph = root().join("tests/graphs/resnet50.json");
    let script = root().join("scripts/onnx_graph_to_mlir.py");
    let output = Command::new("python3").args([script, graph]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let message =
        "run scripts/onnx_graph_to_mlir.py tests/graphs/resnet50.json -o examples/resnet50.mlir";
    assert!(String::from_utf8(output.stdout).unwrap() == example(), "{message}");
}

#[test]
fn mlir_opt_reads_the_example_and_its_lowered_form() {
    let lowered = layoutc(&[
        "--passes=resolve-strides,lower-to-vulkan,verify-vulkan",
        "--target=emulation",
        "--emit=generic",
    ]);
    for text in [example(), lowered] {
        let Some(read) = mlir_opt(&text, &[]) else { return };
        read.unwrap();
    }
}

#[test]
fn picture_of_the_assignment_is_up_to_date() {
    let plain = [", {order = #NHWC, reqs = #pixel}", ", {order = #NHWC}", ", {order = #NC}"]
        .into_iter()
        .fold(example(), |text, encoding| text.replace(encoding, ""));
    let args = ["draw", "-", "--of=@main", "--passes=assign-layouts", "--target=channels_last"];
    let args = args.into_iter().chain(["--as=svg"]).map(str::to_owned).collect::<Vec<_>>();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut plain.as_bytes(), &mut stdout, &mut stderr);
    assert_eq!(status, 0, "{}", String::from_utf8_lossy(&stderr));
    let picture = root().join("docs/pictures/resnet50.svg");
    expect_test::expect_file![picture].assert_eq(&String::from_utf8(stdout).unwrap());
}
