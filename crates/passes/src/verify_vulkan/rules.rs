//! The table of all rules, and the checks of those of `VkTensorDescriptionARM` and `VkTensorCreateInfoARM`.
//!
//! The texts of all rules are those of Vulkan 1.4.360. [`aliasing`] has those about images, [`rolling`] those about
//! rolling backings.

use super::rule::{Breach, Product, RuleContext, ValidUsageRule, breach, bytes, device, when};
use super::{aliasing, rolling};
use ir::vulkan::{EnumField, Enumerator, USAGES};

const fn parameter(id: &'static str, check: fn(&RuleContext<'_>) -> Vec<Breach>) -> ValidUsageRule {
    ValidUsageRule { id, is_parameter: true, check }
}

const fn rule(id: &'static str, check: fn(&RuleContext<'_>) -> Vec<Breach>) -> ValidUsageRule {
    ValidUsageRule { id, is_parameter: false, check }
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
    rule("VUID-VkImageCreateInfo-tiling-09711", aliasing::linear_usage),
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
    rule("resources-memory-aliasing/components", aliasing::components),
    rule("resources-memory-aliasing/dimensionCount", aliasing::dimension_count),
    rule("resources-memory-aliasing/extent", aliasing::extent),
    rule("resources-memory-aliasing/format", aliasing::format),
    rule("resources-memory-aliasing/pDimensions", aliasing::outer_dimensions),
    rule("resources-memory-aliasing/pStrides", aliasing::strides),
    rule("resources-memory-aliasing/tiling", aliasing::tiling),
    rule("resources-memory-aliasing/usage", aliasing::usage),
];

fn array_length(cx: &RuleContext<'_>) -> Vec<Breach> {
    let none = cx.written.count() == Some(0);
    when(none, || "the number of dims must be at least 1, but is 0".to_owned())
}

fn unknown<T: Copy>(field: &EnumField<T>, what: &str) -> Vec<Breach> {
    match field {
        EnumField::Known(_) => Vec::new(),
        EnumField::Unknown(text) if text.is_empty() => vec![breach(format!("`{what}` is missing"))],
        EnumField::Unknown(text) => {
            vec![breach(format!("`{what}` is {text}, which Vulkan does not define"))]
        }
    }
}

fn format_parameter(cx: &RuleContext<'_>) -> Vec<Breach> {
    unknown(&cx.written.format, "format")
}

/// Checks the lengths. An empty array may be null; then only the count is wrong.
fn dimensions_parameter(cx: &RuleContext<'_>) -> Vec<Breach> {
    let count = cx.written.count();
    match &cx.written.dims {
        None => when(count != Some(0), || "`dims` is missing".to_owned()),
        Some(dims) => other_number(dims, count, |given, count| {
            format!("`dims` has {given} lengths, but `dimension_count` is {count}")
        }),
    }
}

fn strides_parameter(cx: &RuleContext<'_>) -> Vec<Breach> {
    match (&cx.written.strides, cx.written.count()) {
        // Without dims, an array of any length is long enough.
        (None, _) | (_, None | Some(0)) => Vec::new(),
        (Some(strides), count) => other_number(strides, count, |given, count| {
            format!("expected {count} strides, one for each dim, found {given}")
        }),
    }
}

/// Returns a violation if the length of a list differs from the count.
fn other_number(
    list: &[i64],
    count: Option<i64>,
    text: impl Fn(usize, i64) -> String,
) -> Vec<Breach> {
    let differs = count.filter(|&count| usize::try_from(count) != Ok(list.len()));
    differs.map(|count| breach(text(list.len(), count))).into_iter().collect()
}

/// Returns `true` for the tilings of VK_ARM_tensor_controls, whose bytes a device arranges in bricks or blocks.
fn is_explicit(tiling: &str) -> bool {
    tiling.starts_with("BRICK_") || tiling.starts_with("BLOCK_U")
}

fn tiling_parameter(cx: &RuleContext<'_>) -> Vec<Breach> {
    let tiling = cx.tiling();
    if is_explicit(tiling) && !cx.target.tensor_controls {
        return vec![device(format!(
            "tiling {tiling} needs VK_ARM_tensor_controls, the feature `tensorControls` of a target"
        ))];
    }
    unknown(&cx.written.tiling, "tiling")
}

fn usage_parameter(cx: &RuleContext<'_>) -> Vec<Breach> {
    let bits = cx.written.usage.iter();
    let unknown = bits.flat_map(|bit: &EnumField<&Enumerator>| unknown(bit, "usage"));
    // A target that states its formats states its device: without the feature, it lacks the extension.
    let target = cx.target;
    let lacks_graphs = target.format_usages.is_some() && target.data_graphs.graphs.is_none();
    let graph = (cx.usage("DATA_GRAPH") && lacks_graphs).then(|| {
        let name = &target.name;
        device(format!(
            "usage DATA_GRAPH needs VK_ARM_data_graph, but target `@{name}` does not list its feature `dataGraph`"
        ))
    });
    unknown.chain(graph).collect()
}

/// Checks the usages of a tensor of which no view can be created. [`usages_with_view`] checks all others.
fn usages_without_view(cx: &RuleContext<'_>) -> Vec<Breach> {
    if has_view(cx) { Vec::new() } else { unsupported_usages(cx) }
}

/// Checks the usages of a tensor that shaders or data graphs access, which they do through a view of the same format.
fn usages_with_view(cx: &RuleContext<'_>) -> Vec<Breach> {
    if has_view(cx) { unsupported_usages(cx) } else { Vec::new() }
}

fn has_view(cx: &RuleContext<'_>) -> bool {
    cx.usage("SHADER") || cx.usage("DATA_GRAPH")
}

/// Returns a violation if the target states the usages of formats, and has none of this format and tiling for a usage.
fn unsupported_usages(cx: &RuleContext<'_>) -> Vec<Breach> {
    let Some(usages) = &cx.target.format_usages else { return Vec::new() };
    let written = cx.written;
    let (Some(format), Some(tiling)) = (written.format.known(), written.tiling.known()) else {
        return Vec::new();
    };
    let supported = usages.get(format.value, tiling.value);
    let known = written.usage.iter().filter_map(EnumField::known);
    let missing = known.filter(|usage| supported & usage.value == 0).map(|usage| usage.name);
    let missing: Vec<&str> = missing.collect();
    let has = USAGES.iter().filter(|usage| supported & usage.value != 0).map(|usage| usage.name);
    let has: Vec<&str> = has.collect();
    let has = if has.is_empty() { "none".to_owned() } else { has.join(", ") };
    let name = &cx.target.name;
    if missing.is_empty() {
        return Vec::new();
    }
    vec![device(format!(
        "target `@{name}` does not support usage {} of {} with tiling {}, but {has}",
        missing.join(", "),
        format.name,
        tiling.name
    ))]
}

fn usage_required(cx: &RuleContext<'_>) -> Vec<Breach> {
    when(cx.written.usage.is_empty(), || {
        "`usage` must have at least one flag, but is empty".to_owned()
    })
}

fn optimal_has_no_strides(cx: &RuleContext<'_>) -> Vec<Breach> {
    when(cx.tiling() == "OPTIMAL" && cx.written.strides.is_some(), || {
        "tiling OPTIMAL is incompatible with strides".to_owned()
    })
}

fn elements_limit(cx: &RuleContext<'_>) -> Vec<Breach> {
    let most = cx.target.limits.max_elements;
    let text = match cx.elements() {
        None => return Vec::new(),
        Some(Product::Exact(elements)) if elements <= most => return Vec::new(),
        Some(elements) => format!("there are {elements} elements"),
    };
    vec![device(format!("{text}, but maxTensorElements is {most}"))]
}

fn packed_feature(cx: &RuleContext<'_>) -> Vec<Breach> {
    if cx.target.features.non_packed {
        return Vec::new();
    }
    let without = "without tensorNonPacked";
    let last = cx.strides().last().zip(cx.elem());
    let last = last.filter(|((_, stride), elem)| stride != elem);
    let last = last.map(|((at, stride), elem)| {
        format!("pStrides[{at}] must be {} {without}, but is {stride}", bytes(elem))
    });
    let gaps = cx.nesting().filter(|(_, stride, inner)| stride != inner);
    let gaps = gaps.map(|(at, stride, inner)| {
        format!("pStrides[{at}] must be {} {without}, but is {stride}", bytes(inner))
    });
    gaps.chain(last).map(device).collect()
}

fn dimension_count_limit(cx: &RuleContext<'_>) -> Vec<Breach> {
    let count = cx.dims().len();
    let most = cx.target.limits.max_dimension_count;
    let over = count as u64 > u64::from(most);
    over.then(|| device(format!("there are {count} dims, but maxTensorDimensionCount is {most}")))
        .into_iter()
        .collect()
}

fn one_component(cx: &RuleContext<'_>) -> Vec<Breach> {
    let Some(format) = cx.written.format.known() else { return Vec::new() };
    when(format.components != 1, || match format.components {
        0 => format!("the format must have 1 component, but is {}", format.name),
        count => format!("{} has {count} components, but must have 1", format.name),
    })
}

fn positive_dimensions(cx: &RuleContext<'_>) -> Vec<Breach> {
    let wrong = cx.dims().iter().enumerate().filter(|&(_, &length)| length <= 0);
    wrong
        .map(|(at, length)| breach(format!("pDimensions[{at}] must be above 0, but is {length}")))
        .collect()
}

fn dimension_limit(cx: &RuleContext<'_>) -> Vec<Breach> {
    let most = cx.target.limits.max_per_dimension_elements;
    let over = |length: i64| i128::from(length) > i128::from(most);
    let wrong = cx.dims().iter().enumerate().filter(|&(_, &length)| over(length));
    wrong
        .map(|(at, length)| {
            format!("pDimensions[{at}] is {length}, but maxPerDimensionTensorElements is {most}")
        })
        .map(device)
        .collect()
}

fn innermost_stride(cx: &RuleContext<'_>) -> Vec<Breach> {
    let last = cx.strides().last().zip(cx.elem());
    let wrong = last.filter(|((_, stride), elem)| stride != elem);
    wrong
        .map(|((_, stride), elem)| {
            format!(
                "the innermost stride must be {}, the size of an element, but is {stride}",
                bytes(elem)
            )
        })
        .map(breach)
        .into_iter()
        .collect()
}

fn whole_strides(cx: &RuleContext<'_>) -> Vec<Breach> {
    let Some(elem) = cx.elem() else { return Vec::new() };
    let wrong = cx.strides().filter(|(_, stride)| stride % elem != 0);
    wrong
        .map(|(at, stride)| {
            format!(
                "pStrides[{at}] must be a multiple of {}, the size of an element, but is {stride}",
                bytes(elem)
            )
        })
        .map(breach)
        .collect()
}

fn stride_range(cx: &RuleContext<'_>) -> Vec<Breach> {
    let most = i128::from(cx.target.limits.max_stride);
    cx.strides()
        .filter_map(|(at, stride)| match stride {
            ..=0 => Some(breach(format!("pStrides[{at}] must be above 0, but is {stride}"))),
            _ if stride > most => Some(device(format!(
                "pStrides[{at}] is {stride} bytes, but maxTensorStride is {most}"
            ))),
            _ => None,
        })
        .collect()
}

fn nested_strides(cx: &RuleContext<'_>) -> Vec<Breach> {
    let wrong = cx.nesting().filter(|(_, stride, inner)| stride < inner);
    wrong.map(|(at, stride, inner)| {
        let next = at + 1;
        format!(
            "pStrides[{at}] must be at least pStrides[{next}] x pDimensions[{next}] = {}, but is {stride}",
            bytes(inner)
        )
    }).map(breach).collect()
}

fn size_limit(cx: &RuleContext<'_>) -> Vec<Breach> {
    let most = i128::from(cx.target.limits.max_size);
    let size = cx.strides().next().zip(cx.dims().first());
    let size = size.map(|((_, stride), &length)| stride * i128::from(length));
    size.filter(|&size| size > most)
        .map(|size| {
            format!("pStrides[0] x pDimensions[0] is {size} bytes, but maxTensorSize is {most}")
        })
        .map(device)
        .into_iter()
        .collect()
}

fn aliasing_length(cx: &RuleContext<'_>) -> Vec<Breach> {
    let length = cx.innermost();
    let applies = cx.tiling() == "OPTIMAL" && cx.usage("IMAGE_ALIASING");
    when(applies && length > 4, || {
        format!(
            "the innermost length must be at most 4 for an OPTIMAL tensor that aliases an image, but is {length}"
        )
    })
}

fn linear_aliasing(cx: &RuleContext<'_>) -> Vec<Breach> {
    when(cx.tiling() == "LINEAR" && cx.usage("IMAGE_ALIASING"), || {
        "tiling LINEAR is incompatible with usage IMAGE_ALIASING".to_owned()
    })
}

fn block_length(cx: &RuleContext<'_>) -> Vec<Breach> {
    let length = cx.innermost();
    let tiling = cx.tiling();
    when(tiling.starts_with("BLOCK_U") && length > 4, || {
        format!("the innermost length must be at most 4 with tiling {tiling}, but is {length}")
    })
}

fn brick_strides(cx: &RuleContext<'_>) -> Vec<Breach> {
    let tiling = cx.tiling();
    when(is_explicit(tiling) && cx.written.strides.is_some(), || {
        format!("tiling {tiling} is incompatible with strides")
    })
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
