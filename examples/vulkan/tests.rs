//! The test of this example: the bytes of each converted value are those that `layoutc eval` predicts.

use super::{Gpu, convert};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const MODULE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/vulkan/convert.mlir");

/// The size of an element of every tensor of the module, in bytes.
const ELEMENT: usize = 2;

/// The length of the dynamic batch.
const LENGTH: u64 = 5;

/// Returns the output of layoutc.
fn layoutc(args: &[&str]) -> Vec<u8> {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut std::io::empty(), &mut out, &mut err);
    assert_eq!(status, 0, "{}", String::from_utf8_lossy(&err));
    out
}

/// Returns the answers of `layoutc eval` about a value of the module.
fn eval(module: &str, value: &str, flags: &[&str]) -> Vec<Value> {
    let out = layoutc(&[&["eval", module, "--of", value, "--all"], flags].concat());
    let lines = std::str::from_utf8(&out).unwrap().lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the bytes of a converted value: zero in each slot without an element.
fn expected(module: &str, (from, source): (&str, &[u8]), to: &str) -> Vec<u8> {
    let offset = |answer: &Value| answer["offset"].as_u64().map(|it| it as usize).unwrap();
    let elements = eval(module, from, &[]);
    let offsets: BTreeMap<String, usize> =
        elements.iter().map(|answer| (answer["at"].to_string(), offset(answer))).collect();
    let slots = eval(module, to, &["--inverse"]);
    let mut bytes = vec![0; slots.len() * ELEMENT];
    for slot in slots.iter().filter(|slot| !slot["at"].is_null()) {
        let (from, to) = (offsets[&slot["at"].to_string()] * ELEMENT, offset(slot) * ELEMENT);
        bytes[to..to + ELEMENT].copy_from_slice(&source[from..from + ELEMENT]);
    }
    bytes
}

/// Writes random elements of a source value to its file, and returns them.
fn fill(folder: &Path, value: &str, elements: usize) -> Vec<u8> {
    let mut random = testkit::Random::new(1);
    let bytes: Vec<u8> = (0..elements * ELEMENT).map(|_| random.bits() as u8).collect();
    fs::write(folder.join(format!("{value}.bin")), &bytes).unwrap();
    bytes
}

#[test]
fn converted_values_have_the_bytes_that_eval_predicts() {
    if Gpu::open(&[]).is_err() {
        testkit::lacks("a Vulkan driver", false);
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("convert.spv"), layoutc(&[MODULE, "--emit=spirv"])).unwrap();
    fs::write(path("convert.json"), layoutc(&[MODULE, "--emit=spirv-json"])).unwrap();
    let image = fill(folder.path(), "pack.image", 2 * 3 * 12 * 20);
    let features = fill(folder.path(), "rename.features", 32 * 5 * 7);
    let input = fill(folder.path(), "batch.input", LENGTH as usize * 3 * 8 * 8);
    convert(&path("convert.spv"), &path("convert.json"), folder.path(), LENGTH).unwrap();
    // `eval` resolves no strides and lists only tensors of static lengths.
    let resolved = path("resolved.mlir");
    let text = fs::read_to_string(MODULE).unwrap().replace("<?x", &format!("<{LENGTH}x"));
    fs::write(&resolved, text).unwrap();
    fs::write(&resolved, layoutc(&[&resolved, "--passes=resolve-strides"])).unwrap();
    for (function, source, bytes, targets) in [
        ("pack", "image", &image, &["pixels", "vectors", "rows"][..]),
        ("rename", "features", &features, &["same"]),
        ("batch", "input", &input, &["output"]),
    ] {
        for target in targets {
            let [from, to] = [source, target].map(|value| format!("@{function}:%{value}"));
            let found = fs::read(path(&format!("{function}.{target}.bin"))).unwrap();
            assert!(expected(&resolved, (&from, bytes), &to) == found, "{to}");
        }
    }
}
