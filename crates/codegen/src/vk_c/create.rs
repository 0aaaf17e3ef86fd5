//! The functions of `vk-c` that create tensors. They are compiled only if the includer defines `LAYOUTC_VK_CREATE`.
//!
//! Each header repeats the helpers, so a guard keeps the first copy. All functions are `static inline`, and call Vulkan by
//! pointers, because the loader does not export the functions of extensions.

use crate::vk::NamedTensor;
use ir::layout::joined;

/// Returns the helpers, and the functions of each description.
pub(crate) fn functions<'t>(tensors: impl Iterator<Item = &'t NamedTensor<'t>>) -> String {
    let functions: String = tensors.map(pair).collect();
    format!("\n#ifdef LAYOUTC_VK_CREATE\n{HELPERS}{functions}\n#endif /* LAYOUTC_VK_CREATE */\n")
}

fn pair(named: &NamedTensor<'_>) -> String {
    let name = named.name;
    let symbol = named.symbol();
    let offset = named.offset();
    // Only a tensor with a chain needs the functions that have one.
    let (chained, next) = match named.tensor.wraps() {
        Some(_) => ("_chained", format!(", &{name}_rolling")),
        None => ("", String::new()),
    };
    let matches = matches_image(named);
    format!(
        "
/* Returns the memory requirements of `@{symbol}`, without its offset in the buffer. */
static inline VkMemoryRequirements {name}_requirements(
    VkDevice device, const LayoutcTensorFunctions *functions)
{{
    return layoutc{chained}_requirements_of(device, functions, &{name}{next});
}}

/* Creates `@{symbol}` in a buffer that begins at `memory_offset` of `memory`. */
static inline VkResult {name}_create(
    VkDevice device, const LayoutcTensorFunctions *functions, VkDeviceMemory memory,
    VkDeviceSize memory_offset, LayoutcTensor *created)
{{
    return layoutc_create{chained}_tensor(
        device, functions, &{name}{next}, memory, memory_offset + {offset}, created);
}}
{matches}"
    )
}

/// Returns the function that compares the layout of a linear image with the strides of a tensor; empty if none of them
/// must be equal.
fn matches_image(named: &NamedTensor<'_>) -> String {
    let name = named.name;
    let symbol = named.symbol();
    let pitches = named.pitches().into_iter();
    let equal =
        joined(pitches.map(|(member, value)| format!("layout->{member} == {value}")), " && ");
    if equal.is_empty() {
        return String::new();
    }
    format!(
        "
/* Returns 1 if an image with this layout can share the memory of `@{symbol}`, else 0. Bind the tensor at the memory offset
 * of the image plus `layout->offset`. */
static inline int {name}_matches_image(const VkSubresourceLayout *layout)
{{
    return {equal};
}}
"
    )
}

/// The structures and functions that are the same for every tensor.
pub(super) const HELPERS: &str = r#"#ifndef LAYOUTC_VK_CREATE_HELPERS
#define LAYOUTC_VK_CREATE_HELPERS

/* The functions of a device with VK_ARM_tensors that create tensors. */
typedef struct LayoutcTensorFunctions {
    PFN_vkCreateTensorARM create_tensor;
    PFN_vkDestroyTensorARM destroy_tensor;
    PFN_vkCreateTensorViewARM create_view;
    PFN_vkDestroyTensorViewARM destroy_view;
    PFN_vkGetTensorMemoryRequirementsARM requirements;
    PFN_vkGetDeviceTensorMemoryRequirementsARM device_requirements;
    PFN_vkBindTensorMemoryARM bind;
} LayoutcTensorFunctions;

/* A tensor that is bound to memory. */
typedef struct LayoutcTensor {
    VkTensorARM tensor;
    VkTensorViewARM view; /* VK_NULL_HANDLE if the usage is neither SHADER nor DATA_GRAPH */
    VkMemoryRequirements requirements;
} LayoutcTensor;

/* Loads the functions of a device. Returns VK_ERROR_EXTENSION_NOT_PRESENT if the device lacks any of them. */
static inline VkResult layoutc_load_tensor_functions(
    VkDevice device, PFN_vkGetDeviceProcAddr get, LayoutcTensorFunctions *functions)
{
    functions->create_tensor = (PFN_vkCreateTensorARM)get(device, "vkCreateTensorARM");
    functions->destroy_tensor = (PFN_vkDestroyTensorARM)get(device, "vkDestroyTensorARM");
    functions->create_view = (PFN_vkCreateTensorViewARM)get(device, "vkCreateTensorViewARM");
    functions->destroy_view = (PFN_vkDestroyTensorViewARM)get(device, "vkDestroyTensorViewARM");
    functions->requirements =
        (PFN_vkGetTensorMemoryRequirementsARM)get(device, "vkGetTensorMemoryRequirementsARM");
    functions->device_requirements = (PFN_vkGetDeviceTensorMemoryRequirementsARM)get(
        device, "vkGetDeviceTensorMemoryRequirementsARM");
    functions->bind = (PFN_vkBindTensorMemoryARM)get(device, "vkBindTensorMemoryARM");
    return functions->create_tensor != NULL && functions->destroy_tensor != NULL &&
                   functions->create_view != NULL && functions->destroy_view != NULL &&
                   functions->requirements != NULL && functions->device_requirements != NULL &&
                   functions->bind != NULL
               ? VK_SUCCESS
               : VK_ERROR_EXTENSION_NOT_PRESENT;
}

/* Returns the create info of a tensor that one queue family at a time uses. `next` is its chain, or null. */
static inline VkTensorCreateInfoARM layoutc_tensor_info(
    const VkTensorDescriptionARM *description, const void *next)
{
    const VkTensorCreateInfoARM info = {
        .sType = VK_STRUCTURE_TYPE_TENSOR_CREATE_INFO_ARM,
        .pNext = next,
        .flags = 0,
        .pDescription = description,
        .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
        .queueFamilyIndexCount = 0,
        .pQueueFamilyIndices = NULL
    };
    return info;
}

static inline VkMemoryRequirements2 layoutc_unknown_memory(void)
{
    const VkMemoryRequirements2 none = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2,
        .pNext = NULL,
        .memoryRequirements = {0, 1, 0}
    };
    return none;
}

/* Returns the memory requirements of a tensor that does not exist yet. `next` is the chain of its create info, or null. */
static inline VkMemoryRequirements layoutc_chained_requirements_of(
    VkDevice device, const LayoutcTensorFunctions *functions,
    const VkTensorDescriptionARM *description, const void *next)
{
    const VkTensorCreateInfoARM create_info = layoutc_tensor_info(description, next);
    const VkDeviceTensorMemoryRequirementsARM info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_TENSOR_MEMORY_REQUIREMENTS_ARM,
        .pNext = NULL,
        .pCreateInfo = &create_info
    };
    VkMemoryRequirements2 found = layoutc_unknown_memory();
    functions->device_requirements(device, &info, &found);
    return found.memoryRequirements;
}

/* Returns the memory requirements of a tensor that does not exist yet. */
static inline VkMemoryRequirements layoutc_requirements_of(
    VkDevice device, const LayoutcTensorFunctions *functions,
    const VkTensorDescriptionARM *description)
{
    return layoutc_chained_requirements_of(device, functions, description, NULL);
}

/* Destroys a tensor and its view. Both may be null. */
static inline void layoutc_destroy_tensor(
    VkDevice device, const LayoutcTensorFunctions *functions, LayoutcTensor *tensor)
{
    functions->destroy_view(device, tensor->view, NULL);
    functions->destroy_tensor(device, tensor->tensor, NULL);
    tensor->view = VK_NULL_HANDLE;
    tensor->tensor = VK_NULL_HANDLE;
}

/* Binds a tensor to memory. Returns VK_ERROR_VALIDATION_FAILED_EXT if the offset violates the alignment. */
static inline VkResult layoutc_bind_tensor(
    VkDevice device, const LayoutcTensorFunctions *functions, VkDeviceMemory memory,
    VkDeviceSize offset, LayoutcTensor *tensor)
{
    const VkTensorMemoryRequirementsInfoARM info = {
        .sType = VK_STRUCTURE_TYPE_TENSOR_MEMORY_REQUIREMENTS_INFO_ARM,
        .pNext = NULL,
        .tensor = tensor->tensor
    };
    const VkBindTensorMemoryInfoARM binding = {
        .sType = VK_STRUCTURE_TYPE_BIND_TENSOR_MEMORY_INFO_ARM,
        .pNext = NULL,
        .tensor = tensor->tensor,
        .memory = memory,
        .memoryOffset = offset
    };
    VkMemoryRequirements2 found = layoutc_unknown_memory();
    functions->requirements(device, &info, &found);
    tensor->requirements = found.memoryRequirements;
    if (offset % tensor->requirements.alignment != 0) {
        return VK_ERROR_VALIDATION_FAILED_EXT;
    }
    return functions->bind(device, 1, &binding);
}

/* Creates the view of a bound tensor, if its usage allows one. */
static inline VkResult layoutc_create_view(
    VkDevice device, const LayoutcTensorFunctions *functions,
    const VkTensorDescriptionARM *description, LayoutcTensor *tensor)
{
    const VkTensorViewCreateInfoARM info = {
        .sType = VK_STRUCTURE_TYPE_TENSOR_VIEW_CREATE_INFO_ARM,
        .pNext = NULL,
        .flags = 0,
        .tensor = tensor->tensor,
        .format = description->format
    };
    if ((description->usage & 0x22 /* SHADER, DATA_GRAPH */) == 0) {
        return VK_SUCCESS;
    }
    return functions->create_view(device, &info, NULL, &tensor->view);
}

/* Creates a tensor, binds it to memory at an offset, and creates its view. After a failure, nothing is left. `next` is the
 * chain of its create info, or null. */
static inline VkResult layoutc_create_chained_tensor(
    VkDevice device, const LayoutcTensorFunctions *functions,
    const VkTensorDescriptionARM *description, const void *next, VkDeviceMemory memory,
    VkDeviceSize offset, LayoutcTensor *created)
{
    const VkTensorCreateInfoARM info = layoutc_tensor_info(description, next);
    VkResult result;
    created->tensor = VK_NULL_HANDLE;
    created->view = VK_NULL_HANDLE;
    result = functions->create_tensor(device, &info, NULL, &created->tensor);
    if (result == VK_SUCCESS) {
        result = layoutc_bind_tensor(device, functions, memory, offset, created);
    }
    if (result == VK_SUCCESS) {
        result = layoutc_create_view(device, functions, description, created);
    }
    if (result != VK_SUCCESS) {
        layoutc_destroy_tensor(device, functions, created);
    }
    return result;
}

/* Creates a tensor, binds it to memory at an offset, and creates its view. After a failure, nothing is left. */
static inline VkResult layoutc_create_tensor(
    VkDevice device, const LayoutcTensorFunctions *functions,
    const VkTensorDescriptionARM *description, VkDeviceMemory memory, VkDeviceSize offset,
    LayoutcTensor *created)
{
    return layoutc_create_chained_tensor(
        device, functions, description, NULL, memory, offset, created);
}

#endif /* LAYOUTC_VK_CREATE_HELPERS */
"#;
