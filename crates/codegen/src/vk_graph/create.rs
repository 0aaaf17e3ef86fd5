//! The functions of `vk-graph` that create pipeline layouts and pipelines. They are compiled only if the includer defines
//! `LAYOUTC_VK_CREATE`, as those that create tensors.

use super::named::NamedGraph;
use super::storage::ConstantStorage;
use crate::vk::harmless;
use std::fmt::Write;

/// Returns the functions of a graph.
pub(super) fn functions(named: &NamedGraph<'_>) -> String {
    let NamedGraph { graph, name, upper, storage } = named;
    let symbol = harmless(graph.symbol);
    let resources = graph.resources.len();
    let count = storage.len();
    let (constants, constant_data) = if storage.iter().all(|it| *it == ConstantStorage::Array) {
        let constants = if count == 0 { "NULL".to_owned() } else { format!("{name}_constants") };
        (constants, "    (void)data;\n".to_owned())
    } else {
        ("constants".to_owned(), completed(named))
    };
    format!(
        "
/* Creates the layouts of the descriptor sets of `@{symbol}`, and the pipeline layout with all of them. */
static inline VkResult {name}_sets_create(
    VkDevice device, const LayoutcGraphFunctions *functions, VkDescriptorSetLayout sets[{upper}_SETS],
    VkPipelineLayout *layout)
{{
    return layoutc_create_graph_layout(device, functions, {upper}_SETS, {name}_sets, sets, layout);
}}

/* Creates the pipeline of `@{symbol}` from a graph of a shader module. `data` has the bytes of constants that are
 * not in this header; it may be null if there are none. */
static inline VkResult {name}_pipeline_create(
    VkDevice device, const LayoutcGraphFunctions *functions, VkPipelineCache cache, VkPipelineLayout layout,
    VkShaderModule shader, const char *entry_point, const LayoutcGraphData *data, VkPipeline *created)
{{
{constant_data}    return layoutc_create_graph_pipeline(
        device, functions, cache, layout, shader, entry_point, {resources}, {name}_resources, {count},
        {constants}, created);
}}
"
    )
}

/// Returns the statements that copy the constants and set the pointers to bytes outside the header.
fn completed(named: &NamedGraph<'_>) -> String {
    let name = named.name;
    let storage = named.storage;
    let count = storage.len();
    let has_file = storage.iter().any(|it| matches!(it, ConstantStorage::File(_)));
    let has_host = storage.iter().any(|it| matches!(it, ConstantStorage::Host(_)));
    let missing = [(has_file, "data->file == NULL"), (has_host, "data->host == NULL")];
    let missing = missing.iter().filter(|(needed, _)| *needed).map(|(_, test)| *test);
    let missing: Vec<&str> = ["data == NULL"].into_iter().chain(missing).collect();
    let missing = missing.join(" || ");
    let mut text = format!(
        "    VkDataGraphPipelineConstantARM constants[{count}];\n    uint32_t i;\n    \
         if ({missing}) {{\n        *created = VK_NULL_HANDLE;\n        return VK_ERROR_VALIDATION_FAILED_EXT;\n    }}\n    \
         for (i = 0; i < {count}; i++) {{\n        constants[i] = {name}_constants[i];\n    }}\n"
    );
    for (at, storage) in storage.iter().enumerate() {
        let bytes = match storage {
            ConstantStorage::Array => continue,
            ConstantStorage::File(start) => format!("(const uint8_t *)data->file + {start}ull"),
            ConstantStorage::Host(entry) => format!("data->host[{entry}]"),
        };
        let _ = writeln!(text, "    constants[{at}].pConstantData = {bytes};");
    }
    text
}

/// The structures and functions that are the same for every graph.
pub(crate) const HELPERS: &str = r#"#ifndef LAYOUTC_VK_GRAPH_HELPERS
#define LAYOUTC_VK_GRAPH_HELPERS

/* The functions of a device with VK_ARM_data_graph that create pipelines. */
typedef struct LayoutcGraphFunctions {
    PFN_vkCreateDescriptorSetLayout create_set_layout;
    PFN_vkDestroyDescriptorSetLayout destroy_set_layout;
    PFN_vkCreatePipelineLayout create_layout;
    PFN_vkCreateDataGraphPipelinesARM create_pipelines;
} LayoutcGraphFunctions;

/* The bytes of the constants that a header does not contain. Each is in the layout of its description. */
typedef struct LayoutcGraphData {
    const void *file;        /* the content of the file that `--emit=vk-graph-data` writes */
    const void *const *host; /* an entry for each constant that the module does not contain, by their ids */
} LayoutcGraphData;

/* Loads the functions of a device. Returns VK_ERROR_EXTENSION_NOT_PRESENT if the device lacks any of them. */
static inline VkResult layoutc_load_graph_functions(
    VkDevice device, PFN_vkGetDeviceProcAddr get, LayoutcGraphFunctions *functions)
{
    functions->create_set_layout =
        (PFN_vkCreateDescriptorSetLayout)get(device, "vkCreateDescriptorSetLayout");
    functions->destroy_set_layout =
        (PFN_vkDestroyDescriptorSetLayout)get(device, "vkDestroyDescriptorSetLayout");
    functions->create_layout = (PFN_vkCreatePipelineLayout)get(device, "vkCreatePipelineLayout");
    functions->create_pipelines =
        (PFN_vkCreateDataGraphPipelinesARM)get(device, "vkCreateDataGraphPipelinesARM");
    return functions->create_set_layout != NULL && functions->destroy_set_layout != NULL &&
                   functions->create_layout != NULL && functions->create_pipelines != NULL
               ? VK_SUCCESS
               : VK_ERROR_EXTENSION_NOT_PRESENT;
}

/* Creates descriptor set layouts, and the pipeline layout with them. After a failure, nothing is left. */
static inline VkResult layoutc_create_graph_layout(
    VkDevice device, const LayoutcGraphFunctions *functions, uint32_t count,
    const VkDescriptorSetLayoutCreateInfo *infos, VkDescriptorSetLayout *sets, VkPipelineLayout *layout)
{
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .pNext = NULL,
        .flags = 0,
        .setLayoutCount = count,
        .pSetLayouts = sets,
        .pushConstantRangeCount = 0,
        .pPushConstantRanges = NULL
    };
    VkResult result = VK_SUCCESS;
    uint32_t i;
    *layout = VK_NULL_HANDLE;
    for (i = 0; i < count; i++) {
        sets[i] = VK_NULL_HANDLE;
    }
    for (i = 0; i < count && result == VK_SUCCESS; i++) {
        result = functions->create_set_layout(device, &infos[i], NULL, &sets[i]);
    }
    if (result == VK_SUCCESS) {
        result = functions->create_layout(device, &info, NULL, layout);
    }
    for (i = 0; i < count && result != VK_SUCCESS; i++) {
        functions->destroy_set_layout(device, sets[i], NULL);
        sets[i] = VK_NULL_HANDLE;
    }
    return result;
}

/* Creates a data graph pipeline from a graph entry point of a shader module. */
static inline VkResult layoutc_create_graph_pipeline(
    VkDevice device, const LayoutcGraphFunctions *functions, VkPipelineCache cache, VkPipelineLayout layout,
    VkShaderModule shader, const char *entry_point, uint32_t resource_count,
    const VkDataGraphPipelineResourceInfoARM *resources, uint32_t constant_count,
    const VkDataGraphPipelineConstantARM *constants, VkPipeline *created)
{
    const VkDataGraphPipelineShaderModuleCreateInfoARM shader_info = {
        .sType = VK_STRUCTURE_TYPE_DATA_GRAPH_PIPELINE_SHADER_MODULE_CREATE_INFO_ARM,
        .pNext = NULL,
        .module = shader,
        .pName = entry_point,
        .pSpecializationInfo = NULL,
        .constantCount = constant_count,
        .pConstants = constants
    };
    const VkDataGraphPipelineCreateInfoARM info = {
        .sType = VK_STRUCTURE_TYPE_DATA_GRAPH_PIPELINE_CREATE_INFO_ARM,
        .pNext = &shader_info,
        .flags = 0,
        .layout = layout,
        .resourceInfoCount = resource_count,
        .pResourceInfos = resources
    };
    return functions->create_pipelines(
        device, VK_NULL_HANDLE, cache, 1, &info, NULL, created);
}

#endif /* LAYOUTC_VK_GRAPH_HELPERS */
"#;
