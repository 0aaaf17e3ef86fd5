//! The declarations of a header: descriptions, bytes of constants, and the arrays of each graph.

use super::create;
use super::model::{ConstantModel, GraphModels};
use super::named::NamedGraph;
use super::storage::{ConstantStorage, GraphStorage};
use crate::identifiers::{Reserved, UniqueNames, identifiers};
use crate::vk::{NamedTensor, SizedDescription, harmless};
use crate::vk_c;
use ir::diag::{Diag, code};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The suffixes of the arrays and functions of a constant or graph.
const ENDINGS: [&str; 8] = [
    "_data",
    "_sparsity",
    "_resources",
    "_constants",
    "_bindings",
    "_sets",
    "_sets_create",
    "_pipeline_create",
];

/// The suffixes of the constants of a graph.
const COUNTS: [&str; 3] = ["_SETS", "_HOST_CONSTANTS", "_ENTRY_POINT"];

/// The greatest number of a descriptor set. Sets without resources below it have an empty layout.
const MAX_SET: u32 = crate::limits::DESCRIPTOR_SET as u32;

/// Returns the text between the includes and the end of the header; empty if there are no graphs.
///
/// # Errors
/// A constant has no bytes in its description, or a descriptor set has a number that is too great.
pub(super) fn body(models: &GraphModels<'_>, storage: &GraphStorage) -> Result<String, Diag> {
    if models.graphs.is_empty() {
        return Ok(String::new());
    }
    let graphs = models.graphs.iter().map(|graph| format!("{}_graph", graph.symbol));
    let tensors = models.tensors.iter().map(|tensor| tensor.symbol.to_owned());
    let endings = [&vk_c::ENDINGS[..], &ENDINGS].concat();
    let names = identifiers(tensors.chain(graphs), &Reserved::c(), &endings);
    let named = NamedTensor::all(&models.tensors, &names[..models.tensors.len()], &endings);
    let of_memory = named.iter().flat_map(|named| &named.constants).map(|constant| &constant.name);
    let mut unique = UniqueNames::new(names.iter().chain(of_memory));
    let tensors = NamedTensors(&named);
    let mut body = match storage.file_bytes {
        0 => String::new(),
        size => format!(
            "\n/* The file of the constants, which `--emit=vk-graph-data` writes, has {size} bytes. */\n"
        ),
    };
    body += vk_c::creation::rolling_structure(&models.tensors);
    body += vk_c::WARNINGS_PUSH;
    body.extend(named.iter().map(vk_c::declaration));
    let mut pipelines = String::new();
    let graphs = models.graphs.iter().zip(&names[models.tensors.len()..]);
    for ((graph, name), storage) in graphs.zip(&storage.constants) {
        let upper = unique.claim_endings(&name.to_ascii_uppercase(), &COUNTS);
        let graph = NamedGraph { graph, name, upper, storage };
        body += &tensors.graph(&graph)?;
        pipelines += &create::functions(&graph);
    }
    body += vk_c::WARNINGS_POP;
    body += &creation(&named, models);
    let helpers = create::HELPERS;
    let _ = write!(
        body,
        "\n#ifdef LAYOUTC_VK_CREATE\n{helpers}{pipelines}\n#endif /* LAYOUTC_VK_CREATE */\n"
    );
    Ok(body)
}

/// Returns the functions that create the tensors of resources. Constants are not tensors of the host.
fn creation(tensors: &[NamedTensor<'_>], models: &GraphModels<'_>) -> String {
    let resources = models.graphs.iter().flat_map(|graph| &graph.resources);
    let resources: BTreeSet<usize> = resources.map(|resource| resource.tensor).collect();
    vk_c::create::functions(resources.into_iter().map(|at| &tensors[at]))
}

/// The descriptions with their identifiers.
struct NamedTensors<'a>(&'a [NamedTensor<'a>]);

impl NamedTensors<'_> {
    fn graph(&self, named: &NamedGraph<'_>) -> Result<String, Diag> {
        let mut text = String::new();
        for (constant, storage) in named.graph.constants.iter().zip(named.storage) {
            text += &self.constant(constant, *storage)?;
        }
        text += &self.resources(named);
        text += &self.constants(named);
        text += &bindings(named)?;
        let hosts = named.storage.iter().filter(|it| matches!(it, ConstantStorage::Host(_)));
        let upper = &named.upper;
        let symbol = harmless(named.graph.symbol);
        let sets = named.sets();
        let hosts = hosts.count();
        let _ = write!(
            text,
            "/* the number of descriptor sets of `@{symbol}` */\n\
             #define {upper}_SETS {sets}u\n\
             /* the number of constants of `@{symbol}` whose bytes the host supplies */\n\
             #define {upper}_HOST_CONSTANTS {hosts}u\n"
        );
        if let Some(name) = &named.graph.entry_point {
            let name = c_string(name);
            let _ = write!(
                text,
                "/* the name of the graph of `@{symbol}` in the SPIR-V module */\n\
                 #define {upper}_ENTRY_POINT {name}\n"
            );
        }
        Ok(text)
    }

    /// Returns the bytes of a constant if they are in the header, and its sparsity.
    fn constant(&self, it: &ConstantModel<'_>, storage: ConstantStorage) -> Result<String, Diag> {
        let NamedTensor { tensor, name, .. } = &self.0[it.tensor];
        let mut text = String::new();
        if storage == ConstantStorage::Array {
            let bytes = bytes_of(it, tensor)?;
            let count = bytes.len();
            let value = harmless(&it.name);
            let _ = write!(
                text,
                "\n/* the bytes of `{value}` in the layout of `@{}`, little-endian */\n\
                 static const union {{\n    uint8_t bytes[{count}];\n    uint64_t alignment;\n}} {name}_data = {{{{",
                harmless(tensor.symbol)
            );
            for (at, byte) in bytes.iter().enumerate() {
                text += if at % 16 == 0 { "\n    " } else { " " };
                let _ = write!(text, "0x{byte:02x},");
            }
            text += "\n}};\n";
        }
        if !it.sparsity.is_empty() {
            text += &sparsity(it, name);
        }
        Ok(text)
    }

    fn resources(&self, named: &NamedGraph<'_>) -> String {
        let title = format!("the resources of `@{}`", harmless(named.graph.symbol));
        let items = named.graph.resources.iter().map(|it| {
            let fields = format!(
                ".sType = VK_STRUCTURE_TYPE_DATA_GRAPH_PIPELINE_RESOURCE_INFO_ARM, .pNext = &{}, \
             .descriptorSet = {}, .binding = {}, .arrayElement = 0",
                self.0[it.tensor].name, it.set, it.binding
            );
            (format!("{} `{}`", it.role, harmless(&it.name)), fields)
        });
        let name = format!("{}_resources", named.name);
        array(&title, "VkDataGraphPipelineResourceInfoARM", &name, items.collect())
    }

    fn constants(&self, named: &NamedGraph<'_>) -> String {
        let constants = &named.graph.constants;
        if constants.is_empty() {
            return String::new();
        }
        let title = format!("the constants of `@{}`", harmless(named.graph.symbol));
        let items = constants.iter().zip(named.storage).map(|(it, storage)| {
            let tensor = self.0[it.tensor].name;
            let sparsity = if it.sparsity.is_empty() { "" } else { "_sparsity[0]" };
            let (data, place) = match storage {
                ConstantStorage::Array => (format!("{tensor}_data.bytes"), String::new()),
                ConstantStorage::File(start) => {
                    ("NULL".to_owned(), format!(", from byte {start} of the file"))
                }
                ConstantStorage::Host(at) => {
                    ("NULL".to_owned(), format!(", entry {at} of the host"))
                }
            };
            let fields = format!(
                ".sType = VK_STRUCTURE_TYPE_DATA_GRAPH_PIPELINE_CONSTANT_ARM, \
             .pNext = &{tensor}{sparsity}, .id = {}, .pConstantData = {data}",
                it.id
            );
            (format!("`{}`{place}", harmless(&it.name)), fields)
        });
        let name = format!("{}_constants", named.name);
        array(&title, "VkDataGraphPipelineConstantARM", &name, items.collect())
    }
}

/// Returns a text as a string of C. An escape has three octal digits, so the next character cannot belong to it.
fn c_string(text: &str) -> String {
    let mut literal = "\"".to_owned();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            literal.push(char::from(byte));
        } else {
            let _ = write!(literal, "\\{byte:03o}");
        }
    }
    literal + "\""
}

/// Returns the bytes of a constant.
///
/// # Errors
/// Its elements do not have the memory of the description.
pub(crate) fn bytes_of(
    it: &ConstantModel<'_>,
    tensor: &SizedDescription<'_>,
) -> Result<Vec<u8>, Diag> {
    let bytes = it.elements.as_ref().map(|elements| elements.bytes_in(tensor)).transpose();
    bytes.map(Option::unwrap_or_default).map_err(|reason| it.fault(&reason))
}

/// Checks that [`bytes_of`] returns bytes, without computing them.
///
/// # Errors
/// As for [`bytes_of`].
pub(crate) fn check_bytes(
    it: &ConstantModel<'_>,
    tensor: &SizedDescription<'_>,
) -> Result<(), Diag> {
    let checked = it.elements.as_ref().map(|elements| elements.layout_in(tensor)).transpose();
    checked.map(|_| ()).map_err(|reason| it.fault(&reason))
}

/// Returns the structures of the sparsity of a constant: each points to the next, and the last one to the description.
fn sparsity(it: &ConstantModel<'_>, name: &str) -> String {
    let count = it.sparsity.len();
    let items = it.sparsity.iter().zip(1..).map(|(one, next)| {
        let next = if next == count { String::new() } else { format!("_sparsity[{next}]") };
        // The rules require the dim.
        let dim = one.described.unwrap_or_default();
        let zeros = one.zeros;
        let group = one.group;
        let fields = format!(
            ".sType = VK_STRUCTURE_TYPE_DATA_GRAPH_PIPELINE_CONSTANT_TENSOR_SEMI_STRUCTURED_SPARSITY_INFO_ARM, \
             .pNext = &{name}{next}, .dimension = {dim}, .zeroCount = {zeros}, .groupSize = {group}"
        );
        (String::new(), fields)
    });
    let title = format!("the sparsity of `{}`", harmless(&it.name));
    let ty = "VkDataGraphPipelineConstantTensorSemiStructuredSparsityInfoARM";
    array(&title, ty, &format!("{name}_sparsity"), items.collect())
}

/// Returns an array of structures in C, after a comment if there is one. Each structure has a comment, which may be empty,
/// and the list of its fields.
fn array(title: &str, ty: &str, name: &str, items: Vec<(String, String)>) -> String {
    let title = if title.is_empty() { String::new() } else { format!("\n/* {title} */\n") };
    let mut text = format!("{title}static const {ty} {name}[{}] = {{\n", items.len());
    for (comment, fields) in items {
        if !comment.is_empty() {
            let _ = writeln!(text, "    /* {comment} */");
        }
        let _ = write!(text, "    {{\n        {}\n    }},\n", fields.replace(", ", ",\n        "));
    }
    text + "};\n"
}

/// Returns the bindings of a graph, and the create infos of its descriptor sets.
fn bindings(named: &NamedGraph<'_>) -> Result<String, Diag> {
    let name = named.name;
    let graph = named.graph;
    let symbol = harmless(graph.symbol);
    if let Some(far) = graph.resources.iter().find(|it| it.set > MAX_SET) {
        let message = format!(
            "{} is in descriptor set {}, but {MAX_SET} is the greatest one",
            far.label(),
            far.set
        );
        return Err(Diag::error(code::VULKAN_RULE, graph.location.clone(), message));
    }
    let mut places: Vec<(u32, u32)> =
        graph.resources.iter().map(|it| (it.set, it.binding)).collect();
    places.sort_unstable();
    let items = places.iter().map(|(_, binding)| {
        let fields = format!(
            ".binding = {binding}, .descriptorType = VK_DESCRIPTOR_TYPE_TENSOR_ARM, \
             .descriptorCount = 1, .stageFlags = VK_SHADER_STAGE_ALL, \
             .pImmutableSamplers = NULL"
        );
        (String::new(), fields)
    });
    let title = format!("the bindings of `@{symbol}`, by descriptor set");
    let ty = "VkDescriptorSetLayoutBinding";
    let all = format!("{name}_bindings");
    let bindings = array(&title, ty, &all, items.collect());
    let mut start = 0;
    let sets = (0..named.sets()).map(|set| {
        let count = places.iter().filter(|(of, _)| *of as usize == set).count();
        let first =
            if count == 0 { "NULL".to_owned() } else { format!("&{name}_bindings[{start}]") };
        start += count;
        let fields = format!(
            ".sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .pNext = NULL, \
             .flags = 0, .bindingCount = {count}, .pBindings = {first}"
        );
        (String::new(), fields)
    });
    let all = format!("{name}_sets");
    Ok(bindings + &array("", "VkDescriptorSetLayoutCreateInfo", &all, sets.collect()))
}
