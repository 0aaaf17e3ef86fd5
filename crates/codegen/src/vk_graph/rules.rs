//! The valid-usage rules of data graphs that a compiler can check, from Vulkan 1.4.360 (2026-08-14).
//!
//! `verify-vulkan` checks the descriptions by themselves. These rules concern the use of a description, and the
//! numbers of resources and constants.

use super::model::{ConstantModel, GraphModel, GraphModels, ResourceModel, Sparsity};
use crate::spirv_graph::format_element;
use crate::vk::SizedDescription;
use ir::diag::{Diag, code};
use ir::target::{DataGraphFeatures, Target};
use std::collections::BTreeMap;

/// A rule: its id, and the function that returns its violations.
pub(crate) struct GraphRule {
    pub(crate) id: &'static str,
    check: fn(&GraphCheck<'_>) -> Vec<String>,
}

/// Every rule, sorted by id.
pub(crate) const RULES: &[GraphRule] = &[
    rule("VUID-RuntimeSpirv-pNext-09921", constants_match_one_id),
    rule("VUID-RuntimeSpirv-pNext-09923", resources_match_one_binding),
    rule("VUID-VkDataGraphPipelineConstantARM-id-09850", constants_have_usage),
    rule("VUID-VkDataGraphPipelineConstantARM-pNext-09776", sparse_dims_exist),
    rule("VUID-VkDataGraphPipelineConstantARM-pNext-09777", groups_divide_dims),
    rule("VUID-VkDataGraphPipelineConstantARM-pNext-09870", sparse_dims_differ),
    rule("VUID-VkDataGraphPipelineConstantARM-pNext-09917", constants_are_linear),
    rule("VUID-VkDataGraphPipelineCreateInfoARM-None-12365", graph_has_resources),
    rule("VUID-VkDataGraphPipelineCreateInfoARM-dataGraphShaderModule-09886", has_shader_modules),
    rule("VUID-VkDataGraphPipelineResourceInfoARM-descriptorSet-09851", resources_have_usage),
    rule("VUID-vkCreateDataGraphPipelinesARM-dataGraph-09760", has_data_graphs),
];

const fn rule(id: &'static str, check: fn(&GraphCheck<'_>) -> Vec<String>) -> GraphRule {
    GraphRule { id, check }
}

/// Checks all graphs against all rules. Without a target, the features of the device are not checked.
///
/// # Errors
/// The violations of the first invalid graph: the first one, with the others as notes.
pub(crate) fn check(models: &GraphModels<'_>, target: Option<&Target>) -> Result<(), Diag> {
    let features = target.map(|target| target.data_graphs).unwrap_or_default();
    for graph in &models.graphs {
        let cx = GraphCheck { graph, tensors: &models.tensors, features };
        let violated = RULES.iter().flat_map(|rule| {
            let texts = (rule.check)(&cx).into_iter();
            texts.map(|text| format!("`@{}` violates {}: {text}", graph.symbol, rule.id))
        });
        let mut violated = violated.chain(unfounded_sparsity(&cx));
        if let Some(first) = violated.next() {
            let diag = Diag::error(code::VULKAN_RULE, graph.location.clone(), first);
            return Err(violated.fold(diag, Diag::note));
        }
    }
    Ok(())
}

/// A graph that is checked, with the descriptions of the module and the features of the target.
struct GraphCheck<'a> {
    graph: &'a GraphModel<'a>,
    tensors: &'a [SizedDescription<'a>],
    features: DataGraphFeatures,
}

impl GraphCheck<'_> {
    /// Returns the text of each constant for which `text` returns one.
    fn constants(
        &self,
        text: impl Fn(&ConstantModel<'_>, &SizedDescription<'_>) -> Option<String>,
    ) -> Vec<String> {
        let all = self.graph.constants.iter();
        all.filter_map(|it| text(it, &self.tensors[it.tensor])).collect()
    }

    /// Returns the text of each resource for which `text` returns one.
    fn resources(
        &self,
        text: impl Fn(&ResourceModel, &SizedDescription<'_>) -> Option<String>,
    ) -> Vec<String> {
        let all = self.graph.resources.iter();
        all.filter_map(|it| text(it, &self.tensors[it.tensor])).collect()
    }

    /// Returns the text of each sparsity for which `text` returns one.
    fn sparsity(
        &self,
        text: impl Fn(&ConstantModel<'_>, &Sparsity) -> Option<String>,
    ) -> Vec<String> {
        let all = self.graph.constants.iter();
        let all = all.flat_map(|it| it.sparsity.iter().map(move |sparsity| (it, sparsity)));
        all.filter_map(|(it, sparsity)| text(it, sparsity)).collect()
    }
}

fn constants_match_one_id(cx: &GraphCheck<'_>) -> Vec<String> {
    let ids = cx.graph.constants.iter().map(|it| (it.id, format!("`{}`", it.name)));
    let ids = duplicates(ids, |id| format!("id {id}"));
    ids.into_iter()
        .chain(
            cx.constants(|it, tensor| Some(format!("`{}` {}", it.name, without_element(tensor)?))),
        )
        .collect()
}

fn resources_match_one_binding(cx: &GraphCheck<'_>) -> Vec<String> {
    let places = cx.graph.resources.iter().map(|it| ((it.set, it.binding), it.label()));
    let places = duplicates(places, |(set, binding)| format!("binding {binding} of set {set}"));
    places
        .into_iter()
        .chain(
            cx.resources(|it, tensor| Some(format!("{} {}", it.label(), without_element(tensor)?))),
        )
        .collect()
}

/// Returns a text for each key with several names.
fn duplicates<K: Ord + Copy>(
    keys: impl Iterator<Item = (K, String)>,
    shown: impl Fn(K) -> String,
) -> Vec<String> {
    let mut names: BTreeMap<K, Vec<String>> = BTreeMap::new();
    keys.for_each(|(key, name)| names.entry(key).or_default().push(name));
    let several = names.into_iter().filter(|(_, names)| names.len() > 1);
    several.map(|(key, names)| format!("{} have {}", names.join(" and "), shown(key))).collect()
}

/// Returns the end of a sentence if no element type of SPIR-V is compatible with the format of a description.
fn without_element(tensor: &SizedDescription<'_>) -> Option<String> {
    let format = tensor.description.memory.format();
    format_element(format)
        .is_none()
        .then(|| format!("has the format {}, which no element type of SPIR-V has", format.name))
}

/// Returns the end of a sentence if a description lacks the usage of data graphs.
fn without_usage(tensor: &SizedDescription<'_>) -> Option<String> {
    let mut bits = tensor.description.usage_bits();
    let has_usage = bits.any(|bit| bit.name == "DATA_GRAPH");
    let symbol = tensor.symbol;
    (!has_usage).then(|| format!("is described by `@{symbol}` without usage DATA_GRAPH"))
}

fn constants_have_usage(cx: &GraphCheck<'_>) -> Vec<String> {
    cx.constants(|it, tensor| Some(format!("`{}` {}", it.name, without_usage(tensor)?)))
}

fn resources_have_usage(cx: &GraphCheck<'_>) -> Vec<String> {
    cx.resources(|it, tensor| Some(format!("{} {}", it.label(), without_usage(tensor)?)))
}

fn constants_are_linear(cx: &GraphCheck<'_>) -> Vec<String> {
    cx.constants(|it, tensor| {
        let tiling = tensor.description.tiling.name;
        (tiling != "LINEAR")
            .then(|| format!("the tiling of `{}` must be LINEAR, but is {tiling}", it.name))
    })
}

fn graph_has_resources(cx: &GraphCheck<'_>) -> Vec<String> {
    let text = "the number of resources must be at least 1, but is 0";
    cx.graph.resources.is_empty().then(|| text.to_owned()).into_iter().collect()
}

fn has_shader_modules(cx: &GraphCheck<'_>) -> Vec<String> {
    lacks(cx.features.shader_modules, "dataGraphShaderModule")
}

fn has_data_graphs(cx: &GraphCheck<'_>) -> Vec<String> {
    lacks(cx.features.graphs, "dataGraph")
}

/// Returns a violation if the target states that the device lacks a feature.
fn lacks(feature: Option<bool>, name: &str) -> Vec<String> {
    (feature == Some(false))
        .then(|| format!("the target lacks the feature `{name}`"))
        .into_iter()
        .collect()
}

fn sparse_dims_exist(cx: &GraphCheck<'_>) -> Vec<String> {
    cx.sparsity(|it, Sparsity { dim, described, .. }| {
        described
            .is_none()
            .then(|| format!("`{}` has sparsity along d{dim}, which it does not have", it.name))
    })
}

fn groups_divide_dims(cx: &GraphCheck<'_>) -> Vec<String> {
    cx.sparsity(|it, &Sparsity { dim, described, group, .. }| {
        let length = cx.tensors[it.tensor].description.memory.dims()[described?];
        let divides = group > 0 && length % i64::from(group) == 0;
        (!divides).then(|| {
            let name = &it.name;
            format!(
                "the length of d{dim} of `{name}` is {length}, which is not a multiple of group {group}"
            )
        })
    })
}

fn sparse_dims_differ(cx: &GraphCheck<'_>) -> Vec<String> {
    cx.graph
        .constants
        .iter()
        .filter_map(|it| {
            let dims = it.sparsity.iter().enumerate();
            let mut again =
                dims.filter(|(at, one)| it.sparsity[..*at].iter().any(|by| by.dim == one.dim));
            again
                .next()
                .map(|(_, one)| format!("`{}` has sparsity along d{} twice", it.name, one.dim))
        })
        .collect()
}

/// Returns a text for each sparsity that the elements do not have. The specification requires the zeros without an id.
fn unfounded_sparsity(cx: &GraphCheck<'_>) -> Vec<String> {
    cx.sparsity(|it, sparsity| {
        let Sparsity { dim, zeros, group, .. } = *sparsity;
        let lengths = it.elements.as_ref()?.lengths();
        let elements = it.elements.as_ref()?;
        let length = usize::try_from(*lengths.get(dim as usize)?).ok()?;
        let group = group as usize;
        if group == 0 || !length.is_multiple_of(group) {
            return None;
        }
        let inner = &lengths[dim as usize + 1..];
        let inner = usize::try_from(inner.iter().product::<i64>()).ok()?;
        // All groups of a splat are equal.
        let count = if elements.is_splat() {
            1
        } else {
            usize::try_from(lengths.iter().product::<i64>()).ok()?
        };
        let starts = (0..count).filter(|at| at / inner % group == 0);
        let least = starts.map(|start| {
            (0..group).filter(|by| elements.is_zero(start + by * inner)).count()
        }).min()?;
        (least < zeros as usize).then(|| {
            format!(
                "each group of {group} elements of `{}` along d{dim} must have {zeros} zeros, but one has {least}",
                it.name
            )
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_rule_has_a_violation_and_the_ids_are_sorted() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/lit/codegen");
        let files = ["vk_graph_rules.mlir", "vk_graph_features.mlir"];
        let texts = files.map(|file| std::fs::read_to_string(folder.join(file)).unwrap());
        let blocks: Vec<&str> = texts.iter().flat_map(|text| text.split("// -----")).collect();
        assert!(RULES.windows(2).all(|pair| pair[0].id < pair[1].id));
        for rule in RULES {
            let violations =
                blocks.iter().filter(|block| block.contains(&format!("violates {}:", rule.id)));
            assert!(violations.count() > 0, "{} is not violated", rule.id);
            // A near miss names the rule that it satisfies.
            let near = format!("satisfies {}", rule.id);
            assert!(
                blocks.iter().any(|block| block.contains(&near)),
                "{} has no near miss",
                rule.id
            );
        }
    }
}
