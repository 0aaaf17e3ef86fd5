//! Tests of `layoutc import --fold`: every element of every weight is at the address of its layout.

#![cfg(feature = "onnx")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::driver;

use driver::call;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const F32: u64 = 1;
const F16: u64 = 10;

/// Returns a field with a length, in the wire format of Protocol Buffers.
fn field(number: u64, content: &[u8]) -> Vec<u8> {
    [varint(number << 3 | 2), varint(content.len() as u64), content.to_vec()].concat()
}

/// Returns a field with an integer.
fn int(number: u64, value: u64) -> Vec<u8> {
    [varint(number << 3), varint(value)].concat()
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut out = Vec::new();
    while value > 0x7f {
        out.push(value as u8 & 0x7f | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
    out
}

fn info(name: &str, ty: u64, dims: &[u64]) -> Vec<u8> {
    let shape: Vec<u8> = dims.iter().flat_map(|&len| field(1, &int(1, len))).collect();
    let ty = field(1, &[int(1, ty), field(2, &shape)].concat());
    [field(1, name.as_bytes()), field(2, &ty)].concat()
}

fn tensor(name: &str, ty: u64, dims: &[u64], data: &[u8]) -> Vec<u8> {
    let dims: Vec<u8> = dims.iter().flat_map(|&len| int(1, len)).collect();
    field(5, &[dims, int(2, ty), field(8, name.as_bytes()), data.to_vec()].concat())
}

fn node(op: &str, inputs: &[&str], output: &str, more: &[u8]) -> Vec<u8> {
    let inputs: Vec<u8> = inputs.iter().flat_map(|name| field(1, name.as_bytes())).collect();
    field(
        1,
        &[inputs, field(2, output.as_bytes()), field(4, op.as_bytes()), more.to_vec()].concat(),
    )
}

fn ints(key: &str, values: &[u64]) -> Vec<u8> {
    let values: Vec<u8> = values.iter().flat_map(|&value| int(8, value)).collect();
    field(5, &[field(1, key.as_bytes()), values, int(20, 7)].concat())
}

/// Returns the bytes of element `at` of a weight. Elements of a weight differ.
fn element(seed: usize, at: usize, size: usize) -> Vec<u8> {
    ((seed * 4099 + at + 1) as u32).to_le_bytes()[..size].to_vec()
}

pub(crate) fn raw(seed: usize, count: usize, size: usize) -> Vec<u8> {
    (0..count).flat_map(|at| element(seed, at, size)).collect()
}

/// The lengths of the weights, by name. The number of a weight is its seed.
const WEIGHTS: [(&str, &[usize]); 4] = [
    ("conv.w", &[8, 3, 3, 3]),
    ("point.w", &[8, 3, 1, 1]),
    ("fc", &[5, 8]),
    ("half", &[4, 3, 3, 3]),
];

/// Returns a model with convolutions, a transposed matrix, and a convolution of f16. `data` returns the fields with the
/// elements of a weight.
pub(crate) fn model(data: impl Fn(&str, Vec<u8>) -> Vec<u8>) -> Vec<u8> {
    let nodes = [
        node("Conv", &["x", "conv.w"], "a", &ints("pads", &[1, 1, 1, 1])),
        node("Conv", &["x", "point.w"], "b", &[]),
        node("Add", &["a", "b"], "c", &[]),
        node("GlobalAveragePool", &["c"], "d", &[]),
        node("Flatten", &["d"], "e", &[]),
        node("Transpose", &["fc"], "ft", &ints("perm", &[1, 0])),
        node("MatMul", &["e", "ft"], "y", &[]),
        node("Conv", &["h", "half"], "z", &[]),
    ];
    let weights = WEIGHTS.iter().enumerate().map(|(seed, (name, lens))| {
        let (ty, size) = if *name == "half" { (F16, 2) } else { (F32, 4) };
        let dims: Vec<u64> = lens.iter().map(|&len| len as u64).collect();
        tensor(name, ty, &dims, &data(name, raw(seed, lens.iter().product(), size)))
    });
    let graph = [
        nodes.concat(),
        weights.collect::<Vec<_>>().concat(),
        field(11, &info("x", F32, &[1, 3, 6, 6])),
        field(11, &info("h", F16, &[1, 3, 6, 6])),
        field(12, &info("y", F32, &[1, 5])),
        field(12, &info("z", F16, &[1, 4, 4, 4])),
    ];
    [field(7, &graph.concat()), field(8, &int(2, 17))].concat()
}

pub(crate) fn inline(_: &str, bytes: Vec<u8>) -> Vec<u8> {
    field(9, &bytes)
}

/// Returns the fields of a weight whose elements are in another file.
pub(crate) fn place(location: &str, offset: usize) -> Vec<u8> {
    let entry = |key: &str, value: &str| {
        field(13, &[field(1, key.as_bytes()), field(2, value.as_bytes())].concat())
    };
    [entry("location", location), entry("offset", &offset.to_string()), int(14, 1)].concat()
}

const TARGET: &str = "layout.target @npu {features = {tensorNonPacked = true}} {
  layout.rule \"onnx.Conv\" [#layout.choice<(NHWC, chw2, any...) -> NHWC, when = [elem(0) == f16]>,
                           #layout.choice<(NHWC, NHWC, any) -> NHWC, reqs = [any, #layout.reqs<m2: aligned<64 bytes>>, any, any]>]
  layout.rule \"onnx.Add\" [#layout.choice<same>]
}";

pub(crate) struct Files {
    folder: TempDir,
}

impl Files {
    pub(crate) fn new() -> Files {
        Files { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn write(&self, name: &str, content: &[u8]) -> String {
        let path = self.folder.path().join(name);
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    /// Imports a model and runs passes for a target. Returns the path of the module.
    fn compiled(&self, model: &str, passes: &str, target: &str) -> String {
        let (status, text, stderr) = call(&["import", model], b"");
        assert_eq!(status, 0, "{stderr}");
        let args = [&format!("--passes={passes}")[..], &format!("--target={target}")];
        let (status, text, stderr) = call(&args, text.as_bytes());
        assert_eq!(status, 0, "{stderr}");
        self.write("net.mlir", text.as_bytes())
    }

    /// Returns the bytes of the weights and the manifest.
    fn fold(&self, model: &str, net: &str) -> (Vec<u8>, Value) {
        let out = self.path("weights.bin");
        let (status, manifest, stderr) = call(&["import", model, "--fold", net, "-o", &out], b"");
        assert_eq!((status, &stderr[..]), (0, ""));
        (fs::read(out).unwrap(), serde_json::from_str(&manifest).unwrap())
    }
}

const PASSES: &str = "assign-layouts,resolve-strides{copies=insert}";

/// Checks each byte of the region of an entry: an element of its weight, or 0. Returns the name of the weight.
fn check(entry: &Value, bytes: &[u8]) -> String {
    let name = entry["weights"][0].as_str().unwrap().to_owned();
    let seed = WEIGHTS.iter().position(|(known, _)| *known == name).unwrap();
    let (lens, size) = (WEIGHTS[seed].1, if name == "half" { 2 } else { 4 });
    let number = |key: &str| entry[key].as_u64().unwrap() as usize;
    let mut expected = vec![0; number("size_bytes")];
    let text = format!("layout.tensor @t : {}", entry["type"].as_str().unwrap());
    let (status, lines, stderr) = call(&["eval", "-", "--of=@t", "--all"], text.as_bytes());
    assert_eq!(status, 0, "{stderr}");
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let mut at: Vec<usize> =
            line["at"].as_array().unwrap().iter().map(|at| at.as_u64().unwrap() as usize).collect();
        if name == "fc" && entry["logical_shape"][0] == 8 {
            at.reverse();
        }
        let position = at.iter().zip(lens).fold(0, |sum, (&at, &len)| sum * len + at);
        let byte = line["byte"].as_u64().unwrap() as usize;
        expected[byte..byte + size].copy_from_slice(&element(seed, position, size));
    }
    let begin = number("offset");
    assert_eq!(begin % 64, 0);
    assert_eq!(bytes[begin..begin + expected.len()], expected, "{entry}");
    name
}

#[test]
fn progress_names_weights_ops_and_regions() {
    let files = Files::new();
    let model = files.write("net.onnx", &model(inline));
    let net = files.compiled(&model, PASSES, &files.write("npu.mlir", TARGET.as_bytes()));
    let out = files.path("weights.bin");
    let args = ["import", &model, "--fold", &net, "-o", &out, "--progress=always"];
    let (status, _, progress) = call(&args, b"");
    assert_eq!(status, 0);
    let ops = |line: &&str| !line.contains(" ops, ");
    let lines: Vec<&str> = progress.lines().filter(ops).collect();
    assert!(lines.len() < progress.lines().count(), "{progress}");
    expect_test::expect![[r#"
        import: 0 of 4 weights checked, conv.w
        import: 1 of 4 weights checked, point.w
        import: 2 of 4 weights checked, fc
        import: 3 of 4 weights checked, half
        import: 0 of 4 regions written, `%2`
        import: 1 of 4 regions written, `%3`
        import: 2 of 4 regions written, `%4`
        import: 3 of 4 regions written, `%6`
    "#]]
    .assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn weights_have_the_layouts_of_the_module() {
    let files = Files::new();
    let path = files.write("model.onnx", &model(inline));
    let own = files.write("npu.mlir", TARGET.as_bytes());
    for target in [&own[..], "channels_last", "vpux_like", "npu37xx", "tensorrt_like"] {
        let net = files.compiled(&path, PASSES, target);
        let (bytes, manifest) = files.fold(&path, &net);
        assert_eq!(manifest["size_bytes"].as_u64(), Some(bytes.len() as u64));
        let entries = manifest["weights"].as_array().unwrap();
        let mut names: Vec<String> = entries.iter().map(|entry| check(entry, &bytes)).collect();
        names.sort();
        assert_eq!(names, ["conv.w", "fc", "half", "point.w"], "{target}: {manifest:#}");
        if target == own {
            let text = manifest.to_string();
            assert!(text.contains("format = #layout.format<chw2>"), "{text}");
            assert!(text.contains("\"strides\":[144,1,48,16]"), "{text}");
        }
    }
}

#[test]
fn external_elements_are_read_next_to_the_model() {
    let files = Files::new();
    let inside = model(|name, bytes| match name {
        "conv.w" => place("data.bin", 8),
        _ => inline(name, bytes),
    });
    let path = files.write("model.onnx", &inside);
    let net = files.compiled(&path, PASSES, "channels_last");
    files.write("data.bin", &[vec![0; 8], raw(0, 216, 4)].concat());
    let (bytes, manifest) = files.fold(&path, &net);
    manifest["weights"].as_array().unwrap().iter().for_each(|entry| {
        check(entry, &bytes);
    });
    let refused = |content: &[u8], expected: &str| {
        let path = files.write("model.onnx", content);
        let out = files.path("other.bin");
        let (status, _, stderr) = call(&["import", &path, "--fold", &net, "-o", &out], b"");
        assert_eq!(status, 1, "{stderr}");
        assert!(stderr.contains(expected), "{stderr}");
        assert!(!Path::new(&out).exists());
    };
    files.write("data.bin", &raw(0, 216, 4));
    refused(&inside, "weight `conv.w`: `data.bin` has no 864 bytes at 8");
    let outside = model(|name, bytes| match name {
        "fc" => place("../data.bin", 0),
        _ => inline(name, bytes),
    });
    refused(&outside, "weight `fc`: its external data `../data.bin` is not below the model");
}

#[test]
fn mismatches_are_reported() {
    let files = Files::new();
    let path = files.write("model.onnx", &model(inline));
    let refused = |model: &str, net: &str, expected: &str| {
        let out = files.path("weights.bin");
        let (status, _, stderr) =
            call(&["import", model, "--fold", net, "-o", &out, "--diagnostics=short"], b"");
        assert_eq!(status, 1, "{stderr}");
        assert!(stderr.contains(expected), "{stderr}");
    };
    let open = files.compiled(&path, "assign-layouts", "channels_last");
    refused(&path, &open, "its strides are not resolved: run `resolve-strides`");
    let empty = files.write("empty.onnx", &model(|_, _| Vec::new()));
    let net = files.compiled(&path, PASSES, "channels_last");
    refused(&empty, &net, "weight `conv.w`: the file has no elements of `f32` that layoutc reads");
    let other = fs::read_to_string(&net).unwrap().replace("8x3x3x3xf32", "8x3x3x3xi32");
    let other = files.write("other.mlir", other.as_bytes());
    refused(
        &path,
        &other,
        "weight `conv.w` has lengths [8, 3, 3, 3] and elements of `f32`, but argument 2 is `tensor<8x3x3x3xi32",
    );
    let none = files.write("none.mlir", b"func.func @f() { return }");
    refused(&path, &none, "has no `@main_graph`");
    let few = files.write("few.mlir", b"func.func @main_graph() { return }");
    refused(&path, &few, "`@main_graph` has 0 arguments, but the model has 6 inputs and weights");
    let broken = files.write("broken.mlir", b"func.func @main_graph(");
    refused(&path, &broken, "broken.mlir:1:");
    let (status, _, stderr) = call(&["import", &path, "--fold", &net], b"");
    assert_eq!(status, 2, "{stderr}");
    assert!(stderr.contains("`--fold` writes two outputs"), "{stderr}");
    let (status, _, stderr) = call(&["import", &path, "--manifest", "x.json"], b"");
    assert_eq!(status, 2, "{stderr}");
}

#[test]
fn manifest_can_be_a_file() {
    let files = Files::new();
    let path = files.write("model.onnx", &model(inline));
    let net = files.compiled(&path, PASSES, "channels_last");
    let (bytes, manifest) = files.fold(&path, &net);
    let json = files.path("weights.json");
    let out = files.path("again.bin");
    let args = ["import", &path, "--fold", &net, "-o", &out, "--manifest", &json];
    let (status, stdout, stderr) = call(&args, b"");
    assert_eq!((status, &stdout[..], &stderr[..]), (0, "", ""));
    assert_eq!(fs::read(out).unwrap(), bytes);
    let read: Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(read, manifest);
}
