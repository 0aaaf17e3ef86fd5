//! Execution of a data graph on ARM's emulation layer: a convolution in SPIR-V, `graph_module`, with the tensors, the
//! constants and the pipeline of the header that `vk-graph` writes.
//!
//! The graph sees the dims of memory, so its convolution is that of TOSA, in NHWC. The expected result is computed here
//! from the logical indices of ONNX, and each element is found by the layouts of the core. A graph of TOSA is that of ARM's
//! converter, whose SPIR-V has an order of constants of its own.

use super::graph_module::convolution;
use super::{ProgramTest, messages, succeed};
use crate::image::RandomBytes;
use crate::layouts::{ResolvedProgram, layoutc_bytes, layoutc_of};
use ir::layout::{Layout, LogicalIndex};
use std::fs;
use std::path::Path;

const MODULE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tensors/graph.mlir");

const RESOLVED: &str = "--passes=assign-layouts,resolve-strides";

const DESCRIBED: &str =
    "--passes=assign-layouts,resolve-strides,lower-to-vulkan{usage=data_graph},verify-vulkan";

/// The elements of `%w` in the module, by `o`, `i`, `y` and `x`.
const WEIGHTS: [f32; 24] = [
    1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, -1.0, 0.5, 0.25, 2.0, 4.0, -8.0,
    16.0, 0.125, 3.0, -3.0, 5.0, -5.0,
];

const BIAS: [f32; 2] = [0.5, -100.0];

#[test]
fn data_graph_convolves_with_constants_in_chosen_layouts() {
    let Some(test) = ProgramTest::new() else { return };
    test.emit(&[MODULE, DESCRIBED, "--constants=file"], "vk-graph", "graph.h");
    let constants = layoutc_bytes(&[MODULE, DESCRIBED, "--emit=vk-graph-data"]).unwrap();
    fs::write(test.path("constants.bin"), &constants).unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tensors/graph.c");
    test.compile_c(&source, "graph");
    let words = convolution([1, 4, 5, 3], [2, 2, 2, 3], [1, 3, 4, 2]);
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    fs::write(test.path("graph.spv"), bytes).unwrap();
    let bias: Vec<u8> = BIAS.iter().flat_map(|value| value.to_le_bytes()).collect();
    fs::write(test.path("bias.bin"), bias).unwrap();

    ResolvedProgram::compile(&[MODULE, RESOLVED]).unwrap().with(|finder| {
        let layout = |name| finder.find(Some("convolve"), name).unwrap();
        let (x, w, y) = (layout("x"), layout("w"), layout("y"));
        assert_eq!(constants.len(), size(&w), "the bytes of the only constant of the module");
        for (at, value) in WEIGHTS.iter().enumerate() {
            let index = [at / 12, at / 4 % 3, at / 2 % 2, at % 2];
            assert_eq!(element(&w, &constants, index), *value, "%w at {index:?}");
        }
        let input = filled(&x);
        fs::write(test.path("x.bin"), &input).unwrap();
        let args = ["graph.spv", "constants.bin", "bias.bin", "x.bin", "y.bin"];
        let Some(output) = test.run_graph("graph", &args) else { return };
        let output = succeed(output);
        assert_eq!(messages(&output), [""; 0], "messages of the validation layer");
        let result = fs::read(test.path("y.bin")).unwrap();
        assert_eq!(result.len(), size(&y));
        for at in 0..24 {
            let index = [0, at / 12, at / 4 % 3, at % 4];
            let expected = convolved(index, |index| element(&x, &input, index));
            let found = element(&y, &result, index);
            assert!(
                (found - expected).abs() <= expected.abs() * 1e-5,
                "%y at {index:?}: {found} and not {expected}"
            );
        }
    });
}

/// Two convolutions of one pixel in TOSA, between transposes, whose weights have equal types.
fn tosa_network(weights: &[Vec<i64>; 2]) -> String {
    let [first, second] = weights.each_ref().map(|weights| {
        let items: Vec<String> = weights.iter().map(|weight| format!("{weight}.0")).collect();
        let rows: Vec<String> =
            items.chunks(5).map(|row| format!("[[[{}]]]", row.join(", "))).collect();
        format!("dense<[{}]> : tensor<5x1x1x5xf32>", rows.join(", "))
    });
    let attrs = "acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>";
    let [nchw, nhwc] = ["tensor<1x5x3x4xf32>", "tensor<1x3x4x5xf32>"];
    let types = format!(
        "({nhwc}, tensor<5x1x1x5xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> {nhwc}"
    );
    format!(
        r#"func.func @convolve(%x: {nchw}) -> {nchw} {{
  %w1 = "tosa.const"() {{values = {first}}} : () -> tensor<5x1x1x5xf32>
  %w2 = "tosa.const"() {{values = {second}}} : () -> tensor<5x1x1x5xf32>
  %b = "tosa.const"() {{values = dense<1.0> : tensor<5xf32>}} : () -> tensor<5xf32>
  %z = "tosa.const"() {{values = dense<0.0> : tensor<1xf32>}} : () -> tensor<1xf32>
  %0 = tosa.transpose %x {{perms = array<i32: 0, 2, 3, 1>}} : ({nchw}) -> {nhwc}
  %1 = tosa.conv2d %0, %w1, %b, %z, %z {{{attrs}}} : {types}
  %2 = tosa.transpose %1 {{perms = array<i32: 0, 3, 1, 2>}} : ({nhwc}) -> {nchw}
  %3 = tosa.clamp %2 {{max_val = 30.0 : f32, min_val = 0.0 : f32}} : ({nchw}) -> {nchw}
  %4 = tosa.transpose %3 {{perms = array<i32: 0, 2, 3, 1>}} : ({nchw}) -> {nhwc}
  %5 = tosa.conv2d %4, %w2, %b, %z, %z {{{attrs}}} : {types}
  %y = tosa.transpose %5 {{perms = array<i32: 0, 3, 1, 2>}} : ({nhwc}) -> {nchw}
  return %y : {nchw}
}}
"#
    )
}

#[test]
fn graph_of_arms_converter_reads_the_constants_of_the_header() {
    if testkit::lacks_arm_tools() {
        return;
    }
    let Some(test) = ProgramTest::new() else { return };
    let mut random = RandomBytes(5);
    let mut numbers =
        |count: i64| (0..count).map(|_| random.below(9) as i64 - 4).collect::<Vec<_>>();
    let weights = [numbers(25), numbers(25)];
    let input = numbers(60);
    let network = tosa_network(&weights);
    let emitted = layoutc_of(&network, &["-", "--emit=tosa", "--target=arm_ml_engine"]).unwrap();
    let emitted = String::from_utf8(emitted).unwrap();
    assert_eq!(emitted.matches("tosa.transpose").count(), 2, "{emitted}");
    // The program knows the names `%x` and `%y`.
    let result = emitted.split("\"func.return\"(").nth(1).and_then(|rest| rest.split(')').next());
    let emitted = emitted.replace(result.unwrap(), "%y");
    let vgf = testkit::model_converter(&emitted, &["--disable-replicated-composites"]).unwrap();
    fs::write(test.path("net.vgf"), vgf).unwrap();
    testkit::vgf_spirv(&test.path("net.vgf"), &test.path("graph.spv"));
    let graph = format!("--graph={}", test.path("net.vgf").display());
    let args = ["-", &graph, "--target=emulation"];
    let header = ["--emit=vk-graph", "--constants=file"];
    let files = [(&header[..], "graph.h"), (&["--emit=vk-graph-data"], "constants.bin")];
    for (form, file) in files {
        let bytes = layoutc_of(&emitted, &[&args[..], form].concat()).unwrap();
        fs::write(test.path(file), bytes).unwrap();
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tensors/graph.c");
    test.compile_c(&source, "graph");
    fs::write(test.path("bias.bin"), [0]).unwrap();
    let bytes: Vec<u8> = input.iter().flat_map(|value| (*value as f32).to_le_bytes()).collect();
    fs::write(test.path("x.bin"), bytes).unwrap();
    let args = ["graph.spv", "constants.bin", "bias.bin", "x.bin", "y.bin"];
    let Some(output) = test.run_graph("graph", &args) else { return };
    let output = succeed(output);
    assert_eq!(messages(&output), [""; 0], "messages of the validation layer");
    let result = fs::read(test.path("y.bin")).unwrap();
    let found: Vec<f32> =
        result.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let product = |weights: &[i64], pixel: [i64; 5]| -> [i64; 5] {
        std::array::from_fn(|to| {
            1 + (0..5).map(|from| weights[5 * to + from] * pixel[from]).sum::<i64>()
        })
    };
    for at in 0..12 {
        let pixel = std::array::from_fn(|channel| input[12 * channel + at]);
        let first = product(&weights[0], pixel).map(|value| value.clamp(0, 30));
        for (channel, expected) in product(&weights[1], first).into_iter().enumerate() {
            assert_eq!(
                found[12 * channel + at],
                expected as f32,
                "channel {channel} of pixel {at}"
            );
        }
    }
}

/// Returns an element of a convolution by the logical index `n`, `o`, `y` and `x`.
fn convolved([n, o, y, x]: [usize; 4], input: impl Fn([usize; 4]) -> f32) -> f32 {
    let mut sum = BIAS[o];
    for i in 0..3 {
        for (dy, dx) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            sum += WEIGHTS[((o * 3 + i) * 2 + dy) * 2 + dx] * input([n, i, y + dy, x + dx]);
        }
    }
    sum
}

/// Returns the number of bytes that a tensor of `f32` needs.
fn size(layout: &Layout) -> usize {
    4 * usize::try_from(layout.allocation().unwrap().get()).unwrap()
}

fn byte_position(layout: &Layout, index: [usize; 4]) -> usize {
    let index = LogicalIndex::new(index.map(|component| component as i64).to_vec()).unwrap();
    4 * usize::try_from(layout.offset_of(&index).unwrap().unwrap().get()).unwrap()
}

fn element(layout: &Layout, bytes: &[u8], index: [usize; 4]) -> f32 {
    let start = byte_position(layout, index);
    f32::from_le_bytes(bytes[start..start + 4].try_into().unwrap())
}

/// Returns a tensor with small integers as elements, and noise in its padding.
fn filled(layout: &Layout) -> Vec<u8> {
    let mut random = RandomBytes(11);
    let mut bytes = random.noise(size(layout));
    for at in 0..60 {
        let value = random.below(19) as f32 - 9.0;
        let start = byte_position(layout, [0, at / 20, at / 5 % 4, at % 5]);
        bytes[start..start + 4].copy_from_slice(&value.to_le_bytes());
    }
    bytes
}
