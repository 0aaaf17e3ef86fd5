//! Tests of quantized networks, which move no more bytes than the floats, and reach the layouts of 8-bit elements.
//!
//! `tests/torch/quantize.py` writes the networks with onnxruntime, without the elements of their weights.

#![cfg(feature = "onnx")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::graph_stats;

use expect_test::expect;
use graph_stats::{count, output};
use regex::Regex;
use std::fmt::Write as _;

const NETWORKS: [&str; 3] = ["mobilenet_v3", "resnet", "shufflenet"];
const TARGETS: [&str; 4] = ["channels_last", "npu37xx", "tensorrt_like", "vpux_like"];

/// Returns the module of a network of this kind, and the module with assigned layouts and its statistics.
fn assigned(name: &str, kind: &str, target: &str) -> (String, String) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/torch/quantized");
    let (module, _) = output(name, &["import", &format!("{folder}/{name}.{kind}.onnx")], b"");
    // The matrix unit of this target has no elements of 32 bits.
    let module = match target {
        "npu37xx" => {
            module.replace("xf32>", "xf16>").replace("<f32>", "<f16>").replace(": f32", ": f16")
        }
        _ => module,
    };
    let target = format!("--target={target}");
    output(name, &["--passes=assign-layouts", &target, "--stats"], module.as_bytes())
}

#[test]
fn quantized_networks_move_no_more_bytes_than_floats() {
    let mut table = String::new();
    for name in NETWORKS {
        for target in TARGETS {
            let kinds = ["float", "qdq"];
            let [floats, integers] = kinds.map(|kind| {
                let (_, stats) = assigned(name, kind, target);
                assert_eq!(count(&stats, "gap (bytes)"), 0, "{name} {kind} {target}");
                count(&stats, "cost (bytes)")
            });
            assert!(
                integers <= floats,
                "{name} {target}: {integers} bytes, but {floats} of floats"
            );
            writeln!(table, "{name} {target}: {floats} of floats, {integers} of integers").unwrap();
        }
    }
    expect![[r#"
        mobilenet_v3 channels_last: 98304 of floats, 24576 of integers
        mobilenet_v3 npu37xx: 155648 of floats, 49152 of integers
        mobilenet_v3 tensorrt_like: 0 of floats, 0 of integers
        mobilenet_v3 vpux_like: 98304 of floats, 24576 of integers
        resnet channels_last: 98304 of floats, 24576 of integers
        resnet npu37xx: 155648 of floats, 49152 of integers
        resnet tensorrt_like: 0 of floats, 0 of integers
        resnet vpux_like: 98304 of floats, 24576 of integers
        shufflenet channels_last: 118784 of floats, 29184 of integers
        shufflenet npu37xx: 165888 of floats, 54272 of integers
        shufflenet tensorrt_like: 24576 of floats, 4608 of integers
        shufflenet vpux_like: 120832 of floats, 29696 of integers
    "#]]
    .assert_eq(&table);
}

/// Returns the layouts of the results of the quantized convolutions, each with the number of those.
#[test]
fn quantized_convolutions_reach_layouts_of_integers() {
    let quantized = Regex::new(
        r#""onnx.QuantizeLinear"\(.*\) \{.*name = "qdq_conv".*\} : .* -> tensor<[0-9x]*xi8(?:, \{(\w+) = #?(?:layout\.format<)?(\w+)>?\})?>"#,
    )
    .unwrap();
    let mut table = String::new();
    for name in NETWORKS {
        for target in ["npu37xx", "tensorrt_like"] {
            let (module, _) = assigned(name, "qdq", target);
            let convolutions = module.matches("\"onnx.Conv\"").count();
            let mut layouts: Vec<&str> = quantized
                .captures_iter(&module)
                .map(|found| found.get(2).map_or("row major", |layout| layout.as_str()))
                .collect();
            let all = layouts.len();
            layouts.sort_unstable();
            layouts.dedup();
            writeln!(table, "{name} {target}: {all} of {convolutions} in {}", layouts.join(", "))
                .unwrap();
        }
    }
    expect![[r#"
        mobilenet_v3 npu37xx: 52 of 52 in NHWC
        mobilenet_v3 tensorrt_like: 52 of 52 in chw4
        resnet npu37xx: 20 of 20 in NHWC
        resnet tensorrt_like: 20 of 20 in chw4
        shufflenet npu37xx: 20 of 20 in NHWC
        shufflenet tensorrt_like: 20 of 20 in chw4
    "#]]
    .assert_eq(&table);
}
