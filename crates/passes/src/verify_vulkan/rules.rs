//! The table of all rules, and the checks of those of `VkTensorDescriptionARM` and `VkTensorCreateInfoARM`.
//!
//! The texts of all rules are those of Vulkan 1.4.360. [`aliasing`] has those about images, [`rolling`] those about
//! rolling backings.

use super::rule::{Breaches, Check, Product, RuleContext, ValidUsageRule, bytes};
use super::{aliasing, rolling};
use ir::vulkan::{AliasedImage, EnumField, usages_in};

const fn parameter(id: &'static str, check: fn(&RuleContext<'_>, &mut Breaches)) -> ValidUsageRule {
    ValidUsageRule { id, is_parameter: true, check: Check::Description(check) }
}

const fn rule(id: &'static str, check: fn(&RuleContext<'_>, &mut Breaches)) -> ValidUsageRule {
    ValidUsageRule { id, is_parameter: false, check: Check::Description(check) }
}

/// Returns a rule about descriptions with an image.
const fn aliasing(
    id: &'static str,
    check: fn(&RuleContext<'_>, &AliasedImage, &mut Breaches),
) -> ValidUsageRule {
    ValidUsageRule { id, is_parameter: false, check: Check::Image(check) }
}

/// Every rule that can be checked without querying a device, sorted by kind and id.
pub const RULES: &[ValidUsageRule] = &[
    parameter("VUID-VkTensorDescriptionARM-dimensionCount-arraylength", array_length),
    parameter("VUID-VkTensorDescriptionARM-format-parameter", format_parameter),
    parameter("VUID-VkTensorDescriptionARM-pDimensions-parameter", dimensions_parameter),
    parameter("VUID-VkTensorDescriptionARM-pStrides-parameter", strides_parameter),
    parameter("VUID-VkTensorDescriptionARM-tiling-parameter", tiling_parameter),
    parameter("VUID-VkTensorDescriptionARM-usage-parameter", usage_parameter),
    parameter("VUID-VkTensorDescriptionARM-usage-requiredbitmask", usage_required),
    aliasing("VUID-VkImageCreateInfo-tiling-09711", aliasing::linear_usage),
    rule("VUID-VkTensorCreateInfoARM-pDescription-09720", optimal_has_no_strides),
    rule("VUID-VkTensorCreateInfoARM-pDescription-09728", usages_without_view),
    rule("VUID-VkTensorCreateInfoARM-pNext-09833", rolling::tiling),
    rule("VUID-VkTensorCreateInfoARM-pNext-09834", rolling::dimension_count),
    rule("VUID-VkTensorCreateInfoARM-pNext-pNext", rolling::extension),
    rule("VUID-VkTensorCreateInfoARM-tensorElements-09721", elements_limit),
    rule("VUID-VkTensorDescriptionARM-None-09740", packed_feature),
    rule("VUID-VkTensorDescriptionARM-dimensionCount-09733", dimension_count_limit),
    rule("VUID-VkTensorDescriptionARM-format-09735", one_component),
    rule("VUID-VkTensorDescriptionARM-pDimensions-09734", positive_dimensions),
    rule("VUID-VkTensorDescriptionARM-pDimensions-09883", dimension_limit),
    rule("VUID-VkTensorDescriptionARM-pStrides-09736", innermost_stride),
    rule("VUID-VkTensorDescriptionARM-pStrides-09737", whole_strides),
    rule("VUID-VkTensorDescriptionARM-pStrides-09738", stride_range),
    rule("VUID-VkTensorDescriptionARM-pStrides-09739", nested_strides),
    rule("VUID-VkTensorDescriptionARM-pStrides-09884", size_limit),
    rule("VUID-VkTensorDescriptionARM-tiling-09741", aliasing_length),
    rule("VUID-VkTensorDescriptionARM-tiling-09742", linear_aliasing),
    rule("VUID-VkTensorDescriptionARM-tiling-09842", block_length),
    rule("VUID-VkTensorDescriptionARM-tiling-09843", brick_strides),
    rule("VUID-VkTensorRollingBackingCreateInfoARM-wraps-09835", rolling::within_dims),
    rule("VUID-VkTensorRollingBackingCreateInfoARM-wraps-09836", rolling::below_limit),
    rule("VUID-VkTensorRollingBackingCreateInfoARM-wraps-09837", rolling::powers_of_two),
    rule("VUID-VkTensorRollingBackingCreateInfoARM-wraps-09838", rolling::brick_rows),
    rule("VUID-VkTensorRollingBackingCreateInfoARM-wraps-09839", rolling::brick_columns),
    rule("VUID-VkTensorViewCreateInfoARM-usage-09748", usages_with_view),
    aliasing("resources-memory-aliasing/components", aliasing::components),
    aliasing("resources-memory-aliasing/dimensionCount", aliasing::dimension_count),
    aliasing("resources-memory-aliasing/extent", aliasing::extent),
    aliasing("resources-memory-aliasing/format", aliasing::format),
    aliasing("resources-memory-aliasing/pDimensions", aliasing::outer_dimensions),
    aliasing("resources-memory-aliasing/pStrides", aliasing::strides),
    aliasing("resources-memory-aliasing/tiling", aliasing::tiling),
    aliasing("resources-memory-aliasing/usage", aliasing::usage),
];

fn array_length(cx: &RuleContext<'_>, found: &mut Breaches) {
    if cx.written.count() == Some(0) {
        found.add("the number of dims must be at least 1, but is 0");
    }
}

/// Adds a violation if the value of a field is not defined.
fn known<T: Copy>(field: &EnumField<T>, what: &str, found: &mut Breaches) {
    match field {
        EnumField::Known(_) => {}
        EnumField::Unknown(text) if text.is_empty() => found.add(format!("`{what}` is missing")),
        EnumField::Unknown(text) => {
            found.add(format!("`{what}` is {text}, which Vulkan does not define"));
        }
    }
}

fn format_parameter(cx: &RuleContext<'_>, found: &mut Breaches) {
    known(&cx.written.format, "format", found);
}

/// Checks the lengths. An empty array may be null; then only the count is wrong.
fn dimensions_parameter(cx: &RuleContext<'_>, found: &mut Breaches) {
    let count = cx.written.count();
    match &cx.written.dims {
        None if count != Some(0) => found.add("`dims` is missing"),
        None => {}
        Some(dims) => {
            if let Some(count) = count.filter(|&count| usize::try_from(count) != Ok(dims.len())) {
                let given = dims.len();
                found.add(format!("`dims` has {given} lengths, but `dimension_count` is {count}"));
            }
        }
    }
}

fn strides_parameter(cx: &RuleContext<'_>, found: &mut Breaches) {
    let given = cx.written.strides.as_ref().map(Vec::len);
    // Without dims, an array of any length is long enough.
    let count = cx.written.count().filter(|&count| count != 0);
    if let Some((given, count)) = given.zip(count)
        && usize::try_from(count) != Ok(given)
    {
        found.add(format!("expected {count} strides, one for each dim, found {given}"));
    }
}

/// Returns `true` for the tilings of VK_ARM_tensor_controls, with which a device arranges elements in bricks or blocks.
fn is_explicit(tiling: &str) -> bool {
    tiling.starts_with("BRICK_") || tiling.starts_with("BLOCK_U")
}

fn tiling_parameter(cx: &RuleContext<'_>, found: &mut Breaches) {
    known(&cx.written.tiling, "tiling", found);
    let tiling = cx.tiling();
    if is_explicit(tiling) && !cx.target.tensor_controls {
        found.add_of_device(format!(
            "tiling {tiling} needs VK_ARM_tensor_controls, the feature `tensorControls` of a target"
        ));
    }
}

fn usage_parameter(cx: &RuleContext<'_>, found: &mut Breaches) {
    cx.written.usage.iter().for_each(|bit| known(bit, "usage", found));
    // A target that states its formats states its device: without the feature, it lacks the extension.
    let target = cx.target;
    let lacks_graphs = target.format_usages.is_some() && target.data_graphs.graphs.is_none();
    if cx.usage("DATA_GRAPH") && lacks_graphs {
        found.add_of_device(format!(
            "usage DATA_GRAPH needs VK_ARM_data_graph, but target `@{}` does not list its feature `dataGraph`",
            target.name
        ));
    }
}

/// Checks the usages of a tensor of which no view can be created. [`usages_with_view`] checks all others.
fn usages_without_view(cx: &RuleContext<'_>, found: &mut Breaches) {
    if !has_view(cx) {
        supported_usages(cx, found);
    }
}

/// Checks the usages of a tensor that shaders or data graphs access, which they do through a view of the same format.
fn usages_with_view(cx: &RuleContext<'_>, found: &mut Breaches) {
    if has_view(cx) {
        supported_usages(cx, found);
    }
}

fn has_view(cx: &RuleContext<'_>) -> bool {
    cx.usage("SHADER") || cx.usage("DATA_GRAPH")
}

/// Adds a violation if the target states the usages of formats, and lacks a usage for this format and tiling.
fn supported_usages(cx: &RuleContext<'_>, found: &mut Breaches) {
    let written = cx.written;
    let known = cx.target.format_usages.as_ref().zip(written.format.known());
    let Some(((usages, format), tiling)) = known.zip(written.tiling.known()) else { return };
    let supported = usages.get(format.value, tiling.value);
    let wanted =
        written.usage.iter().filter_map(EnumField::known).fold(0, |all, it| all | it.value);
    let missing = usage_names(wanted & !supported);
    if !missing.is_empty() {
        let target = &cx.target.name;
        let format = format.name;
        let tiling = tiling.name;
        let has = usage_names(supported);
        let has = if has.is_empty() { "none" } else { &has };
        found.add_of_device(format!(
            "target `@{target}` does not support usage {missing} of {format} with tiling {tiling}, but {has}"
        ));
    }
}

/// Returns the names of the usages in a mask.
fn usage_names(mask: i64) -> String {
    usages_in(mask).map(|usage| usage.name).collect::<Vec<&str>>().join(", ")
}

fn usage_required(cx: &RuleContext<'_>, found: &mut Breaches) {
    if cx.written.usage.is_empty() {
        found.add("`usage` must have at least one flag, but is empty");
    }
}

fn optimal_has_no_strides(cx: &RuleContext<'_>, found: &mut Breaches) {
    if cx.tiling() == "OPTIMAL" && cx.written.strides.is_some() {
        found.add("tiling OPTIMAL is incompatible with strides");
    }
}

fn elements_limit(cx: &RuleContext<'_>, found: &mut Breaches) {
    let most = cx.target.limits.max_elements;
    match cx.elements() {
        Some(Product::Exact(elements)) if elements <= most => {}
        None => {}
        Some(elements) => found.add_of_device(format!(
            "there are {elements} elements, but maxTensorElements is {most}"
        )),
    }
}

fn packed_feature(cx: &RuleContext<'_>, found: &mut Breaches) {
    if cx.target.features.non_packed {
        return;
    }
    let last = cx.strides().last().zip(cx.elem());
    let last = last.map(|((at, stride), elem)| (at, stride, elem));
    for (at, stride, inner) in cx.nesting().chain(last).filter(|(_, stride, inner)| stride != inner)
    {
        let inner = bytes(inner);
        found.add_of_device(format!(
            "pStrides[{at}] must be {inner} without tensorNonPacked, but is {stride}"
        ));
    }
}

fn dimension_count_limit(cx: &RuleContext<'_>, found: &mut Breaches) {
    let count = cx.dims().len();
    let most = cx.target.limits.max_dimension_count;
    if count as u64 > u64::from(most) {
        found.add_of_device(format!(
            "there are {count} dims, but maxTensorDimensionCount is {most}"
        ));
    }
}

fn one_component(cx: &RuleContext<'_>, found: &mut Breaches) {
    let Some(format) = cx.written.format.known() else { return };
    let name = format.name;
    match format.components {
        1 => {}
        0 => found.add(format!("the format must have 1 component, but is {name}")),
        count => found.add(format!("{name} has {count} components, but must have 1")),
    }
}

fn positive_dimensions(cx: &RuleContext<'_>, found: &mut Breaches) {
    for (at, length) in cx.dims().iter().enumerate().filter(|&(_, &length)| length <= 0) {
        found.add(format!("pDimensions[{at}] must be above 0, but is {length}"));
    }
}

fn dimension_limit(cx: &RuleContext<'_>, found: &mut Breaches) {
    let most = cx.target.limits.max_per_dimension_elements;
    for (at, &length) in cx.dims().iter().enumerate() {
        if i128::from(length) > i128::from(most) {
            found.add_of_device(format!(
                "pDimensions[{at}] is {length}, but maxPerDimensionTensorElements is {most}"
            ));
        }
    }
}

fn innermost_stride(cx: &RuleContext<'_>, found: &mut Breaches) {
    let last = cx.strides().last().zip(cx.elem());
    if let Some(((_, stride), elem)) = last.filter(|((_, stride), elem)| stride != elem) {
        found.add(format!(
            "the innermost stride must be {}, the size of an element, but is {stride}",
            bytes(elem)
        ));
    }
}

fn whole_strides(cx: &RuleContext<'_>, found: &mut Breaches) {
    let Some(elem) = cx.elem() else { return };
    for (at, stride) in cx.strides().filter(|(_, stride)| stride % elem != 0) {
        found.add(format!(
            "pStrides[{at}] must be a multiple of {}, the size of an element, but is {stride}",
            bytes(elem)
        ));
    }
}

fn stride_range(cx: &RuleContext<'_>, found: &mut Breaches) {
    let most = i128::from(cx.target.limits.max_stride);
    for (at, stride) in cx.strides() {
        if stride <= 0 {
            found.add(format!("pStrides[{at}] must be above 0, but is {stride}"));
        } else if stride > most {
            found.add_of_device(format!(
                "pStrides[{at}] is {stride} bytes, but maxTensorStride is {most}"
            ));
        }
    }
}

fn nested_strides(cx: &RuleContext<'_>, found: &mut Breaches) {
    for (at, stride, inner) in cx.nesting().filter(|(_, stride, inner)| stride < inner) {
        let next = at + 1;
        found.add(format!(
            "pStrides[{at}] must be at least pStrides[{next}] x pDimensions[{next}] = {}, but is {stride}",
            bytes(inner)
        ));
    }
}

fn size_limit(cx: &RuleContext<'_>, found: &mut Breaches) {
    let most = i128::from(cx.target.limits.max_size);
    let size = cx.strides().next().zip(cx.dims().first());
    let size = size.map(|((_, stride), &length)| stride * i128::from(length));
    if let Some(size) = size.filter(|&size| size > most) {
        found.add_of_device(format!(
            "pStrides[0] x pDimensions[0] is {size} bytes, but maxTensorSize is {most}"
        ));
    }
}

fn aliasing_length(cx: &RuleContext<'_>, found: &mut Breaches) {
    let length = cx.innermost();
    if cx.tiling() == "OPTIMAL" && cx.usage("IMAGE_ALIASING") && length > 4 {
        found.add(format!(
            "the innermost length must be at most 4 for an OPTIMAL tensor that aliases an image, but is {length}"
        ));
    }
}

fn linear_aliasing(cx: &RuleContext<'_>, found: &mut Breaches) {
    if cx.tiling() == "LINEAR" && cx.usage("IMAGE_ALIASING") {
        found.add("tiling LINEAR is incompatible with usage IMAGE_ALIASING");
    }
}

fn block_length(cx: &RuleContext<'_>, found: &mut Breaches) {
    let length = cx.innermost();
    let tiling = cx.tiling();
    if tiling.starts_with("BLOCK_U") && length > 4 {
        found.add(format!(
            "the innermost length must be at most 4 with tiling {tiling}, but is {length}"
        ));
    }
}

fn brick_strides(cx: &RuleContext<'_>, found: &mut Breaches) {
    let tiling = cx.tiling();
    if is_explicit(tiling) && cx.written.strides.is_some() {
        found.add(format!("tiling {tiling} is incompatible with strides"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_rule_has_a_file_test_with_a_violation_and_a_near_miss() {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/lit/passes/verify_vulkan");
        for rule in RULES {
            let id = rule.id.replace('/', "_");
            let parts: Vec<&str> = id.rsplit('-').take(2).collect();
            let whole = format!("{}_{}", parts[1], parts[0]);
            let names = [parts[0].to_owned(), whole];
            let texts = names.iter().map(|name| folder.join(format!("{name}.mlir")));
            let text = texts.filter_map(|path| std::fs::read_to_string(path).ok()).next();
            let text = text.unwrap_or_else(|| panic!("no file for {}", rule.id));
            let blocks: Vec<&str> = text.split("// -----").collect();
            let breaks = |block: &&str| block.contains(&format!("violates {}:", rule.id));
            assert!(blocks.iter().any(breaks), "{} is not violated", rule.id);
            assert!(!blocks.iter().all(breaks), "{} has no near miss", rule.id);
        }
    }
}
