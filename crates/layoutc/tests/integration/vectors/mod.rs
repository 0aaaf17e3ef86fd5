//! The facts about other systems in `tests/vectors`. The facts about CK Tile and TensorRT are converted to MLIR text.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

pub(crate) mod exhaustive;
pub(crate) mod proofs;

use serde_json::Value;
use std::fmt::Write as _;

pub(crate) use testkit::vectors::{ints, section as vectors};

fn names(names: &[String]) -> String {
    names.join(", ")
}

/// Returns the text of a descriptor.
pub(crate) fn descriptor(case: &Value) -> String {
    let base = &case["base"];
    let count = ints(&base["lengths"]).len();
    let mut dims: Vec<String> = (0..count).map(|dim| format!("%m{dim}")).collect();
    let (lengths, strides, offset) = (&base["lengths"], &base["strides"], &base["offset"]);
    let memory = match base["kind"].as_str().unwrap() {
        "packed" => format!("layout.packed {lengths}"),
        "aligned" => format!("layout.aligned {lengths} to {}", base["align"]),
        _ => format!("layout.strided {lengths} strides {strides} offset {offset}"),
    };
    let mut text = format!("layout.descriptor @{} {{\n", case["name"].as_str().unwrap());
    writeln!(text, "  {} = {memory}", names(&dims)).unwrap();
    for (number, stage) in case["stages"].as_array().unwrap().iter().enumerate() {
        dims = add_stage(&mut text, number, stage, &dims);
    }
    // A physical dim becomes logical through at least one transform.
    for dim in dims.iter_mut().filter(|dim| dim.starts_with("%m")) {
        writeln!(text, "  %top_{} = layout.pass_through {dim}", &dim[1..]).unwrap();
        *dim = format!("%top_{}", &dim[1..]);
    }
    writeln!(text, "  layout.yield {}\n}}", names(&dims)).unwrap();
    text
}

/// Adds the transforms of a stage, and returns its dims in order.
fn add_stage(text: &mut String, number: usize, stage: &Value, dims: &[String]) -> Vec<String> {
    let mut after = Vec::new();
    for (at, spec) in stage["transforms"].as_array().unwrap().iter().enumerate() {
        let lower: Vec<String> =
            ints(&stage["lower"][at]).iter().map(|&place| dims[place as usize].clone()).collect();
        let places = ints(&stage["upper"][at]);
        let upper: Vec<String> = places.iter().map(|place| format!("%s{number}_{place}")).collect();
        let equals = if upper.is_empty() { "" } else { " = " };
        writeln!(text, "  {}{equals}{}", names(&upper), transform(spec, &names(&lower))).unwrap();
        after.extend(places.into_iter().zip(upper));
    }
    after.sort();
    after.into_iter().map(|(_, name)| name).collect()
}

fn transform(spec: &Value, lower: &str) -> String {
    let kind = spec["kind"].as_str().unwrap();
    let bound = |key: &str| spec[key].as_i64().unwrap_or(0);
    match kind {
        "pass_through" | "merge" | "xor" => format!("layout.{kind} {lower}"),
        "pad" | "left_pad" | "right_pad" => {
            format!("layout.pad {lower} low {} high {}", bound("left"), bound("right"))
        }
        "slice" => format!("layout.slice {lower} from {} to {}", spec["begin"], spec["end"]),
        "unmerge" => format!("layout.unmerge {lower} into {}", spec["lengths"]),
        "embed" => {
            format!("layout.embed {lower} into {} strides {}", spec["lengths"], spec["strides"])
        }
        "modulo" => {
            format!("layout.modulo {lower} by {} length {}", spec["modulus"], spec["length"])
        }
        "offset" => format!("layout.offset {lower} by {}", spec["offset"]),
        "freeze" => format!("layout.freeze {lower} at {}", spec["at"]),
        "insert" => format!("layout.insert {}", spec["length"]),
        "replicate" => format!("layout.replicate {}", spec["lengths"]),
        other => panic!("unknown transform {other}"),
    }
}

pub(crate) fn symbol(case: &Value) -> String {
    format!("@{}", case["name"].as_str().unwrap())
}

pub(crate) fn elem(case: &Value) -> (&str, i64) {
    match case["type"].as_str().unwrap() {
        "fp32" => ("f32", 4),
        "fp16" => ("f16", 2),
        "bf16" => ("bf16", 2),
        "int32" => ("i32", 4),
        "int64" => ("i64", 8),
        "int8" => ("i8", 1),
        "uint8" => ("ui8", 1),
        "fp8" => ("f8E4M3FN", 1),
        "bool" => ("i1", 1),
        other => panic!("unknown type {other}"),
    }
}

/// Returns a tensor with a format.
pub(crate) fn tensor(case: &Value, name: &str) -> String {
    let lengths: String = case["shape"]
        .as_array()
        .unwrap()
        .iter()
        .map(|length| length.as_i64().map_or("?x".to_owned(), |length| format!("{length}x")))
        .collect();
    let format = case["format"].as_str().unwrap().trim_start_matches('k').to_lowercase();
    let generation = match case["target"].as_str().unwrap() {
        "dla_orin" => ", orin",
        "dla_xavier" => ", xavier",
        _ => "",
    };
    let elem = elem(case).0;
    format!(
        "layout.tensor @{name} : tensor<{lengths}{elem}, {{format = #layout.format<{format}{generation}>}}>\n"
    )
}
