//! The rules against the cases of `tests/vectors`, and the texts of the diagnostics.

use super::*;
use crate::testing::{emulation, run};
use expect_test::{Expect, expect};
use indexmap::IndexSet;
use ir::target::{DeviceLimits, Features, SPEC_MIN};
use ir::vulkan::DESCRIPTION_OP;
use ir::{Attr, Builder};
use serde_json::Value;
use testkit::vectors::section;

fn ints(value: &Value) -> Option<Vec<i64>> {
    value.as_array().map(|items| items.iter().map(|item| item.as_i64().unwrap()).collect())
}

/// Returns a module with the description of a case.
fn described(desc: &Value) -> Module {
    let mut module = Module::new();
    let ctx = &mut module.ctx;
    let mut attrs: Vec<(&str, Attr)> = vec![("sym_name", ctx.string("x"))];
    for key in ["tiling", "format"] {
        attrs.extend(enumerator(ctx, &desc[key]).map(|attr| (key, attr)));
    }
    for key in ["dims", "strides"] {
        attrs.extend(ints(&desc[key]).map(|values| (key, ctx.i64_array(&values))));
    }
    if let Some(count) = desc["dimensionCount"].as_i64() {
        attrs.push(("dimension_count", ctx.int(count)));
    }
    if let Some(usage) = desc["usage"].as_array() {
        let usage: Vec<Attr> = usage.iter().filter_map(|item| enumerator(ctx, item)).collect();
        attrs.push(("usage", ctx.array(&usage)));
    }
    Builder::new(&mut module).op(DESCRIPTION_OP, &[], &[], &attrs);
    module
}

fn enumerator(ctx: &mut ir::Context, value: &Value) -> Option<Attr> {
    match value {
        Value::String(text) => Some(ctx.string(text)),
        Value::Number(number) => Some(ctx.int(number.as_i64().unwrap())),
        _ => None,
    }
}

/// Returns the target of a case.
fn target(case: &Value) -> Target {
    let limits = match case["limits"].as_object() {
        None => SPEC_MIN.limits,
        Some(limits) => DeviceLimits {
            max_dimension_count: limits["maxTensorDimensionCount"].as_u64().unwrap() as u32,
            max_elements: limits["maxTensorElements"].as_u64().unwrap(),
            max_per_dimension_elements: limits["maxPerDimensionTensorElements"].as_u64().unwrap(),
            max_stride: limits["maxTensorStride"].as_i64().unwrap(),
            max_size: limits["maxTensorSize"].as_u64().unwrap(),
        },
    };
    let non_packed = case["features"]["tensorNonPacked"].as_bool().unwrap();
    // The layer of the cases had the extension.
    let mut target = Target::new("case", limits, Features { non_packed });
    target.tensor_controls = true;
    target
}

pub(super) fn ids(diags: &[Diag]) -> IndexSet<String> {
    let words = diags.iter().flat_map(|diag| diag.message.split([' ', ':']));
    let is_id = |word: &&str| ["VUID-", "resources-"].iter().any(|start| word.starts_with(start));
    words.filter(is_id).map(str::to_owned).collect()
}

fn id_set(list: &Value) -> Option<IndexSet<String>> {
    list.as_array().map(|ids| ids.iter().map(|id| id.as_str().unwrap().to_owned()).collect())
}

#[test]
fn cases_violate_exactly_the_expected_rules() {
    let cases = section("vulkan_descriptions.json", "cases");
    let mut wrong = Vec::new();
    for case in cases.iter().filter(|case| case["disputed"] != true) {
        let ran = run(&VerifyVulkan, described(&case["desc"]), Some(&target(case)));
        let found = ids(&ran.diags);
        let expected = [id_set(&case["expect"]), id_set(&case["alt_expect"])];
        if !expected.iter().flatten().any(|expected| *expected == found) {
            wrong.push(format!("{}: {found:?} and not {:?}", case["name"], expected[0]));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert!(cases.len() >= 100, "only {} cases", cases.len());
}

#[test]
fn is_packed_agrees_with_the_specification() {
    for case in section("vulkan_descriptions.json", "packed") {
        let module = described(&case["desc"]);
        let op = module.ops(module.body()).next().unwrap();
        let memory = WrittenDescription::read(&module, op).memory().unwrap();
        assert_eq!(Some(memory.is_packed()), case["packed"].as_bool(), "{}", case["name"]);
    }
}

#[test]
fn ids_are_sorted_and_complete() {
    for parameter in [true, false] {
        let ids: Vec<&str> = RULES
            .iter()
            .filter(|rule| rule.is_parameter == parameter)
            .map(|rule| rule.id)
            .collect();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "{ids:?}");
    }
    assert_eq!(
        RULES
            .iter()
            .filter(|rule| rule.id.contains("Description")
                && !rule.is_parameter
                && !rule.id.contains("CreateInfo"))
            .count(),
        14
    );
    assert_eq!(RULES.iter().filter(|rule| rule.is_parameter).count(), 7);
}

#[track_caller]
fn check(desc: &str, target: Option<&Target>, expect: Expect) {
    let desc: Value = serde_json::from_str(desc).unwrap();
    expect.assert_eq(&run(&VerifyVulkan, described(&desc), target).diagnostics());
}

#[test]
fn violated_limits_are_warnings_without_a_target() {
    let big = r#"{"format": "VK_FORMAT_R16_SFLOAT", "dims": [2, 70000, 2, 3, 4], "strides": [70000000, 100, 48, 12, 2]}"#;
    check(
        big,
        None,
        expect![[r#"
        warning[L0503]: `@x` violates VUID-VkTensorCreateInfoARM-tensorElements-09721: there are 3360000 elements, but maxTensorElements is 65536
          no target is named, so the minimum that the specification requires of devices is assumed
        warning[L0503]: `@x` violates VUID-VkTensorDescriptionARM-None-09740: pStrides[0] must be 7000000 bytes without tensorNonPacked, but is 70000000; pStrides[1] must be 96 bytes without tensorNonPacked, but is 100; pStrides[2] must be 36 bytes without tensorNonPacked, but is 48; pStrides[3] must be 8 bytes without tensorNonPacked, but is 12
          no target is named, so the minimum that the specification requires of devices is assumed
        warning[L0503]: `@x` violates VUID-VkTensorDescriptionARM-dimensionCount-09733: there are 5 dims, but maxTensorDimensionCount is 4
          no target is named, so the minimum that the specification requires of devices is assumed
        warning[L0503]: `@x` violates VUID-VkTensorDescriptionARM-pDimensions-09883: pDimensions[1] is 70000, but maxPerDimensionTensorElements is 65536
          no target is named, so the minimum that the specification requires of devices is assumed
        warning[L0503]: `@x` violates VUID-VkTensorDescriptionARM-pStrides-09738: pStrides[0] is 70000000 bytes, but maxTensorStride is 65536
          no target is named, so the minimum that the specification requires of devices is assumed
        warning[L0503]: `@x` violates VUID-VkTensorDescriptionARM-pStrides-09884: pStrides[0] x pDimensions[0] is 140000000 bytes, but maxTensorSize is 65536
          no target is named, so the minimum that the specification requires of devices is assumed"#]],
    );
    check(
        big,
        Some(&SPEC_MIN),
        expect![[r#"
        error[L0503]: `@x` violates VUID-VkTensorCreateInfoARM-tensorElements-09721: there are 3360000 elements, but maxTensorElements is 65536
        error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-None-09740: pStrides[0] must be 7000000 bytes without tensorNonPacked, but is 70000000; pStrides[1] must be 96 bytes without tensorNonPacked, but is 100; pStrides[2] must be 36 bytes without tensorNonPacked, but is 48; pStrides[3] must be 8 bytes without tensorNonPacked, but is 12
        error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-dimensionCount-09733: there are 5 dims, but maxTensorDimensionCount is 4
        error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-pDimensions-09883: pDimensions[1] is 70000, but maxPerDimensionTensorElements is 65536
        error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-pStrides-09738: pStrides[0] is 70000000 bytes, but maxTensorStride is 65536
        error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-pStrides-09884: pStrides[0] x pDimensions[0] is 140000000 bytes, but maxTensorSize is 65536"#]],
    );
    check(
        big,
        Some(&emulation()),
        expect![
            "error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-pStrides-09884: pStrides[0] x pDimensions[0] is 140000000 bytes, but maxTensorSize is 134217728"
        ],
    );
}

#[test]
fn parameters_are_checked_first() {
    check(
        r#"{"tiling": "LINAER", "format": 77777, "dims": [0], "usage": ["SHADER", 1, "X"]}"#,
        None,
        expect![[r#"
            error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-format-parameter: `format` is 77777, which Vulkan does not define
            error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-tiling-parameter: `tiling` is LINAER, which Vulkan does not define
            error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-usage-parameter: `usage` is 0x1, which Vulkan does not define; `usage` is X, which Vulkan does not define"#]],
    );
    check(
        r#"{"tiling": "LINEAR", "dims": [1], "strides": [1, 1], "usage": []}"#,
        None,
        expect![[r#"
            error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-format-parameter: `format` is missing
            error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-pStrides-parameter: expected 1 strides, one for each dim, found 2
            error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-usage-requiredbitmask: `usage` must have at least one flag, but is empty"#]],
    );
    check(
        r#"{"format": "VK_FORMAT_R8_SINT", "dims": [], "dimensionCount": 1}"#,
        None,
        expect![
            "error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-pDimensions-parameter: `dims` has 0 lengths, but `dimension_count` is 1"
        ],
    );
    check(
        r#"{"format": "VK_FORMAT_R8_SINT", "dims": []}"#,
        None,
        expect![
            "error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-dimensionCount-arraylength: the number of dims must be at least 1, but is 0"
        ],
    );
    check(
        r#"{"format": "VK_FORMAT_R8_SINT"}"#,
        None,
        expect![
            "error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-pDimensions-parameter: `dims` is missing"
        ],
    );
}

#[test]
fn numeric_enumerators_are_accepted() {
    check(r#"{"tiling": 1, "format": 14, "dims": [4], "usage": [2, 4]}"#, None, expect![[""]]);
    check(
        r#"{"tiling": 0, "format": 0, "dims": [4], "strides": [1], "usage": [6]}"#,
        None,
        expect![[r#"
            error[L0503]: `@x` violates VUID-VkTensorCreateInfoARM-pDescription-09720: tiling OPTIMAL is incompatible with strides
            error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-format-09735: the format must have 1 component, but is VK_FORMAT_UNDEFINED"#]],
    );
}

#[test]
fn unlisted_formats_are_remarks() {
    check(
        r#"{"format": "VK_FORMAT_R8_SRGB", "dims": [4]}"#,
        None,
        expect![
            "remark[L0501]: `@x` has the format VK_FORMAT_R8_SRGB, which is not in Vulkan's table of tensor formats; query the device for support"
        ],
    );
}

#[test]
fn extreme_numbers_do_not_overflow() {
    let most = i64::MAX;
    let least = i64::MIN;
    let desc = format!(
        r#"{{"format": "VK_FORMAT_R64_SINT", "dims": [{most}, {most}, {most}], "strides": [{most}, {least}, {most}]}}"#
    );
    check(
        &desc,
        Some(&emulation()),
        expect![[r#"
        error[L0503]: `@x` violates VUID-VkTensorCreateInfoARM-tensorElements-09721: there are more than 18446744073709551615 elements, but maxTensorElements is 134217728
        error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-pDimensions-09883: pDimensions[0] is 9223372036854775807, but maxPerDimensionTensorElements is 134217728; pDimensions[1] is 9223372036854775807, but maxPerDimensionTensorElements is 134217728; pDimensions[2] is 9223372036854775807, but maxPerDimensionTensorElements is 134217728
        error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-pStrides-09736: the innermost stride must be 8 bytes, the size of an element, but is 9223372036854775807
        error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-pStrides-09737: pStrides[0] must be a multiple of 8 bytes, the size of an element, but is 9223372036854775807; pStrides[2] must be a multiple of 8 bytes, the size of an element, but is 9223372036854775807
        error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-pStrides-09738: pStrides[0] is 9223372036854775807 bytes, but maxTensorStride is 134217728; pStrides[1] must be above 0, but is -9223372036854775808; pStrides[2] is 9223372036854775807 bytes, but maxTensorStride is 134217728
        error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-pStrides-09739: pStrides[1] must be at least pStrides[2] x pDimensions[2] = 85070591730234615847396907784232501249 bytes, but is -9223372036854775808
        error[L0503]: `@x` violates VUID-VkTensorDescriptionARM-pStrides-09884: pStrides[0] x pDimensions[0] is 85070591730234615847396907784232501249 bytes, but maxTensorSize is 134217728"#]],
    );
}
