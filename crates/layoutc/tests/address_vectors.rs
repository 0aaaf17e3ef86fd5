//! Comparison of addressing functions with the core at every index, for the layouts of CK Tile and TensorRT. mlir-opt
//! simplifies the same functions, as an independent implementation of their ops.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use std::fs;
use testkit::mlir_opt;

mod vectors;
use vectors::{descriptor, symbol, tensor, vectors};

/// Returns the output for a text. The only allowed diagnostic is the remark on layouts with too many indices to
/// compare.
#[track_caller]
fn layoutc(text: &str, flags: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("input.mlir");
    fs::write(&path, text).unwrap();
    let args =
        [path.to_str().unwrap(), "--diagnostics=short"].into_iter().chain(flags.iter().copied());
    let args: Vec<String> = args.map(str::to_owned).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut std::io::empty(), &mut stdout, &mut stderr);
    let stderr = String::from_utf8(stderr).unwrap();
    assert_eq!(status, 0, "{stderr}");
    let remark = "indices, which does not prove that they are equal";
    assert!(stderr.lines().all(|line| line.ends_with(remark)), "{stderr}");
    String::from_utf8(stdout).unwrap()
}

/// Returns the descriptors of CK Tile with requests for functions.
fn descriptors() -> String {
    let cases = vectors("ck_descriptors.json", "descriptors");
    let mut text = String::new();
    for case in &cases {
        text += &descriptor(case);
        let of = symbol(case);
        let name = of.trim_start_matches('@');
        for index in ["i32", "i64"] {
            text += &format!("layout.address @{index}_{name} of {of} {{index = \"{index}\"}}\n");
        }
    }
    text
}

/// Returns the formats of TensorRT on tensors with static lengths, with requests for functions.
fn formats() -> String {
    let mut text = String::new();
    for (number, case) in vectors("formats.json", "cases").iter().enumerate() {
        let dynamic = case["shape"].as_array().unwrap().iter().any(|length| !length.is_i64());
        if !dynamic {
            text += &tensor(case, &format!("c{number}"));
            text += &format!("layout.address @elements{number} of @c{number}\n");
            let unit = "{unit = \"byte\", index = \"i64\"}";
            text += &format!("layout.address @bytes{number} of @c{number} {unit}\n");
        }
    }
    text
}

#[test]
fn functions_agree_with_layouts_of_ck_tile_and_tensorrt() {
    for text in [descriptors(), formats()] {
        let lowered = layoutc(&text, &["--passes=lower-addressing,check-addresses"]);
        assert_eq!(lowered.matches("func.func").count(), text.matches("layout.address").count());
    }
}

#[test]
fn functions_simplified_by_mlir_opt_agree_with_layouts() {
    for text in [descriptors(), formats()] {
        let lowered = layoutc(&text, &["--passes=lower-addressing", "--emit=generic"]);
        let flags = ["--mlir-print-op-generic", "--canonicalize", "--cse"];
        let Some(simplified) = mlir_opt(&lowered, &flags) else { return };
        let simplified = simplified.unwrap();
        let functions = |text: &str| text.matches("\"func.return\"").count();
        assert_eq!(functions(&simplified), functions(&lowered));
        layoutc(&simplified, &["--passes=check-addresses"]);
    }
}
