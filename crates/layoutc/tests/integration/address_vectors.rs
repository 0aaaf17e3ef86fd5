//! Comparison of addressing functions with the core at every index, for the layouts of CK Tile and TensorRT, and of
//! inverses at every slot, also for VPUX. z3 proves the inverses with too many slots to compare. mlir-opt simplifies the
//! same functions, as an independent implementation of their ops.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use std::fs;
use std::ops::RangeBounds;
use testkit::{lacks_command, mlir_opt};

use crate::vectors;
use vectors::exhaustive::{SAMPLED_ABOVE, compare_large, most_elements};
use vectors::proofs::prove_above;
use vectors::{descriptor, ints, symbol, tensor, vectors};

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

/// The maximum number of elements of a compared layout of VPUX, unless `LAYOUTC_FORM_ELEMENTS` is set. The inverses of
/// larger ones are proven.
const MAX_ELEMENTS: i64 = 1 << 14;

/// Returns the layouts of VPUX with these numbers of elements, as strided memory, with requests for their inverses: the
/// strides of requirements, and the views of slices.
fn strided_inverses(elements: impl RangeBounds<i64>) -> String {
    let mut text = String::new();
    let mut add = |name: String, shape: &[i64], strides: &[i64], offset: i64| {
        if !elements.contains(&shape.iter().product()) {
            return;
        }
        let lengths: String = shape.iter().map(|length| format!("{length}x")).collect();
        let layout = format!("strided<{strides:?}, offset: {offset}>");
        text += &format!("layout.tensor @{name} : memref<{lengths}f16, {layout}>\n");
        text += &format!("layout.address @of_{name} of @{name} {{form = \"inverse\"}}\n");
    };
    for (number, case) in vectors("vpux.json", "stride_calc").iter().enumerate() {
        let bits = case["elem_bits"].as_i64().unwrap();
        let strides: Vec<i64> =
            ints(&case["strides_bits"]).iter().map(|stride| stride / bits).collect();
        add(format!("strides{number}"), &ints(&case["mem_shape"]), &strides, 0);
    }
    for (number, case) in vectors("vpux.json", "view_slice").iter().enumerate() {
        let bytes = case["elem_bits"].as_i64().unwrap() / 8;
        let offset = case["byte_offset"].as_i64().unwrap() / bytes.max(1);
        let strides = ints(&case["view_strides_elem"]);
        add(format!("slice{number}"), &ints(&case["sizes"]), &strides, offset);
    }
    text
}

/// Returns the text with a request for the inverse of each layout, instead of its requests.
fn inverses(text: &str) -> String {
    let mut text: String = text
        .lines()
        .filter(|line| !line.starts_with("layout.address"))
        .map(|line| format!("{line}\n"))
        .collect();
    let symbols: Vec<String> = text
        .lines()
        .filter(|line| line.starts_with("layout."))
        .map(|line| line.split([' ', '{']).nth(1).unwrap().to_owned())
        .collect();
    for (number, symbol) in symbols.iter().enumerate() {
        for index in ["auto", "i64"] {
            let request = format!("{{form = \"inverse\", index = \"{index}\"}}");
            text += &format!("layout.address @{index}{number} of {symbol} {request}\n");
        }
    }
    text
}

#[test]
fn inverses_agree_with_layouts_of_ck_tile_tensorrt_and_vpux() {
    let strided = strided_inverses(..=most_elements(MAX_ELEMENTS));
    for text in [inverses(&descriptors()), inverses(&formats()), strided] {
        for passes in ["lower-addressing", "lower-addressing,simplify-index"] {
            let checked = layoutc(&text, &[&format!("--passes={passes},check-addresses")]);
            let count = text.matches("layout.address").count();
            assert_eq!(checked.matches("func.func").count(), count);
            let compared = compare_large(&checked, most_elements(MAX_ELEMENTS));
            assert_eq!(compared.functions, count);
            println!("{passes}: {compared:?}");
        }
    }
}

/// Proves the inverses that the other tests do not compare at every slot.
#[test]
fn inverses_of_large_layouts_are_proven_at_every_slot() {
    if lacks_command("z3") {
        return;
    }
    let large = strided_inverses(MAX_ELEMENTS + 1..);
    for (text, most, expected) in [
        (inverses(&descriptors()), SAMPLED_ABOVE, 2),
        (inverses(&formats()), SAMPLED_ABOVE, 8),
        (large, 0, 45),
    ] {
        for passes in ["lower-addressing", "lower-addressing,simplify-index"] {
            let proven = prove_above(&layoutc(&text, &[&format!("--passes={passes}")]), most);
            println!("{passes}: {proven:?}");
            assert_eq!(proven.functions, expected);
        }
    }
}
