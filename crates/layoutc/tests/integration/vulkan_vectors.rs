//! Comparison of `verify-vulkan` with the cases of `tests/vectors`. Each case becomes a file with a target op and a
//! handwritten description.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::vectors;

use serde_json::Value;
use std::collections::BTreeSet;
use vectors::vectors;

/// Returns the cases.
fn cases() -> Vec<Value> {
    let cases = vectors("vulkan_descriptions.json", "cases");
    assert!(cases.len() >= 100, "only {} cases", cases.len());
    cases
}

/// The minima that Vulkan requires, which are the limits that a case omits.
const REQUIRED: [(&str, i64); 5] = [
    ("maxTensorDimensionCount", 4),
    ("maxTensorElements", 65536),
    ("maxPerDimensionTensorElements", 65536),
    ("maxTensorStride", 65536),
    ("maxTensorSize", 65536),
];

/// Returns the target of a case. The device of the cases has VK_ARM_tensor_controls.
fn target(case: &Value) -> String {
    let own = &case["limits"];
    let limits = REQUIRED.map(|(name, required)| {
        format!("{name} = {} : i64", own[name].as_i64().unwrap_or(required))
    });
    let non_packed = &case["features"]["tensorNonPacked"];
    let features = format!("features = {{tensorControls, tensorNonPacked = {non_packed}}}");
    format!("layout.target @device {{limits = {{{}}}, {features}}}", limits.join(", "))
}

/// Returns the description of a case without its null fields.
fn description(desc: &Value) -> String {
    let numbers = |list: &Value| {
        let numbers: Vec<String> = list.as_array()?.iter().map(Value::to_string).collect();
        let colon = if numbers.is_empty() { "" } else { ": " };
        Some(format!("array<i64{colon}{}>", numbers.join(", ")))
    };
    // JSON and MLIR have the same syntax for strings, numbers and lists of them.
    let plain = |value: &Value| (!value.is_null()).then(|| value.to_string());
    let attributes = [
        ("tiling", plain(&desc["tiling"])),
        ("format", plain(&desc["format"])),
        ("dimension_count", plain(&desc["dimensionCount"])),
        ("dims", numbers(&desc["dims"])),
        ("strides", numbers(&desc["strides"])),
        ("usage", plain(&desc["usage"])),
    ];
    let given =
        attributes.iter().filter_map(|(key, value)| Some(format!("{key} = {}", value.as_ref()?)));
    format!("vk.tensor_description @x {{{}}}", given.collect::<Vec<_>>().join(", "))
}

/// Runs the pass on a text. Returns the exit status and the ids of the rules that it reports as errors.
fn verify(text: &str) -> (i32, BTreeSet<String>) {
    let args = ["-", "--passes=verify-vulkan", "--emit=none", "--diagnostics=short"];
    let args = args.map(str::to_owned);
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut text.as_bytes(), &mut stdout, &mut stderr);
    let reported = String::from_utf8(stderr).unwrap();
    let errors = reported.lines().filter(|line| line.contains(": error["));
    let words = errors.flat_map(|line| line.split([' ', ':']));
    (status, words.filter(|word| word.starts_with("VUID-")).map(str::to_owned).collect())
}

fn ids(list: &Value) -> Option<BTreeSet<String>> {
    list.as_array().map(|ids| ids.iter().map(|id| id.as_str().unwrap().to_owned()).collect())
}

#[test]
fn every_description_violates_exactly_the_expected_rules() {
    for case in cases().iter().filter(|case| case["disputed"] != true) {
        let (target, description) = (target(case), description(&case["desc"]));
        let text = format!(
            "module attributes {{layout.target = @device}} {{\n  {target}\n  {description}\n}}\n"
        );
        let (status, found) = verify(&text);
        let expected = [ids(&case["expect"]), ids(&case["alt_expect"])];
        let right = expected.iter().flatten().any(|expected| *expected == found);
        assert!(right, "{}: {found:?}, expected {expected:?}\n{text}", case["name"]);
        assert_eq!(status, i32::from(!found.is_empty()), "{text}");
    }
}
