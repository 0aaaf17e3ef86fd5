/* Prints the limits, features and formats of tensors of the first device as JSON, with the structures of Vulkan's
 * profiles.
 *
 *     cc query.c -lvulkan -o query && ./query >report.json
 *     layoutc new-target --vulkaninfo report.json --name phone -o phone.mlir
 */
#include "gpu.h"

#define NUMBER(member) printf("%s\"" #member "\": %llu", comma(), (unsigned long long)limits.member)
#define BOOLEAN(structure, member) printf("%s\"" #member "\": %s", comma(), structure.member ? "true" : "false")

static int is_first;

static const char *comma(void)
{
    const char *text = is_first ? "" : ", ";
    is_first = 0;
    return text;
}

static void begin(const char *name)
{
    printf("%s\"%s\": {", comma(), name);
    is_first = 1;
}

static void end(void)
{
    printf("}");
    is_first = 0;
}

/* The bits of VkFormatFeatureFlagBits2 on which the usage of a tensor depends. */
#define FEATURE(name) {VK_FORMAT_FEATURE_2_##name, "VK_FORMAT_FEATURE_2_" #name}
static const struct {
    VkFormatFeatureFlags2 bit;
    const char *name;
} format_features[] = {FEATURE(TRANSFER_SRC_BIT), FEATURE(TRANSFER_DST_BIT), FEATURE(TENSOR_SHADER_BIT_ARM),
                       FEATURE(TENSOR_IMAGE_ALIASING_BIT_ARM), FEATURE(TENSOR_DATA_GRAPH_BIT_ARM)};

/* The formats that tensors can have. */
#define FORMAT(name) {VK_FORMAT_##name, "VK_FORMAT_" #name}
static const struct {
    VkFormat format;
    const char *name;
} formats[] = {FORMAT(R8_UNORM), FORMAT(R8_SNORM), FORMAT(R8_USCALED), FORMAT(R8_SSCALED), FORMAT(R8_UINT),
               FORMAT(R8_SINT), FORMAT(R16_UNORM), FORMAT(R16_SNORM), FORMAT(R16_USCALED), FORMAT(R16_SSCALED),
               FORMAT(R16_UINT), FORMAT(R16_SINT), FORMAT(R16_SFLOAT), FORMAT(R32_UINT), FORMAT(R32_SINT),
               FORMAT(R32_SFLOAT), FORMAT(R64_UINT), FORMAT(R64_SINT), FORMAT(R64_SFLOAT), FORMAT(R8_BOOL_ARM),
#if VK_HEADER_VERSION >= 343
               FORMAT(R16_SFLOAT_FPENCODING_BFLOAT16_ARM), FORMAT(R8_SFLOAT_FPENCODING_FLOAT8E4M3_ARM),
               FORMAT(R8_SFLOAT_FPENCODING_FLOAT8E5M2_ARM)
#endif
};

/* The extensions on which tensors depend. */
static const char *const extensions[] = {"VK_ARM_tensors", "VK_ARM_tensor_controls", "VK_ARM_data_graph"};

#define COUNT(array) (sizeof(array) / sizeof(array[0]))
#define FEATURES(structure, member) features_of(#member, structure.member)

static void features_of(const char *member, VkFormatFeatureFlags2 mask)
{
    size_t i;
    printf("%s\"%s\": [", comma(), member);
    is_first = 1;
    for (i = 0; i < COUNT(format_features); i++) {
        if ((mask & format_features[i].bit) != 0) {
            printf("%s\"%s\"", comma(), format_features[i].name);
        }
    }
    printf("]");
    is_first = 0;
}

/* Prints the usages of tensors of a format, for each tiling. */
static void format_of(VkPhysicalDevice physical, VkFormat format)
{
    VkTensorFormatPropertiesARM tensors = {.sType = VK_STRUCTURE_TYPE_TENSOR_FORMAT_PROPERTIES_ARM};
    VkFormatProperties2 properties = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &tensors};
#ifdef VK_ARM_tensor_controls
    VkTensorExplicitTilingFormatPropertiesARM tilings = {
        .sType = VK_STRUCTURE_TYPE_TENSOR_EXPLICIT_TILING_FORMAT_PROPERTIES_ARM};
    const int has_controls = has_extension(physical, VK_ARM_TENSOR_CONTROLS_EXTENSION_NAME);
    tensors.pNext = has_controls ? &tilings : NULL;
#endif
    vkGetPhysicalDeviceFormatProperties2(physical, format, &properties);
    begin("VkTensorFormatPropertiesARM");
    FEATURES(tensors, optimalTilingTensorFeatures);
    FEATURES(tensors, linearTilingTensorFeatures);
    end();
#ifdef VK_ARM_tensor_controls
    if (has_controls) {
        begin("VkTensorExplicitTilingFormatPropertiesARM");
        FEATURES(tilings, brick16TilingTensorFeatures);
        FEATURES(tilings, brick8TilingTensorFeatures);
        FEATURES(tilings, brick4TilingTensorFeatures);
        FEATURES(tilings, blockUTilingTensorFeatures);
        FEATURES(tilings, blockU64kTilingTensorFeatures);
        end();
    }
#endif
}

int main(void)
{
    size_t i;
    VkPhysicalDeviceTensorPropertiesARM limits = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TENSOR_PROPERTIES_ARM};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                              .pNext = &limits};
    VkPhysicalDevice8BitStorageFeatures bytes = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES};
    VkPhysicalDevice16BitStorageFeatures halves = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES, .pNext = &bytes};
    VkPhysicalDeviceTensorFeaturesARM tensors = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TENSOR_FEATURES_ARM, .pNext = &halves};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = &tensors};
#ifdef VK_ARM_data_graph
    VkPhysicalDeviceDataGraphFeaturesARM graphs = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DATA_GRAPH_FEATURES_ARM, .pNext = &bytes};
#endif
    const Gpu gpu = open_gpu();
#ifdef VK_ARM_data_graph
    if (has_extension(gpu.physical, VK_ARM_DATA_GRAPH_EXTENSION_NAME)) {
        halves.pNext = &graphs;
    }
#endif
    vkGetPhysicalDeviceProperties2(gpu.physical, &properties);
    vkGetPhysicalDeviceFeatures2(gpu.physical, &features);
    printf("{\"capabilities\": {\"device\": {");
    is_first = 1;
    begin("properties");
    begin("VkPhysicalDeviceProperties");
    printf("\"deviceName\": \"%s\"", properties.properties.deviceName);
    end();
    begin("VkPhysicalDeviceTensorPropertiesARM");
    NUMBER(maxTensorDimensionCount);
    NUMBER(maxTensorElements);
    NUMBER(maxPerDimensionTensorElements);
    NUMBER(maxTensorStride);
    NUMBER(maxTensorSize);
    NUMBER(maxTensorShaderAccessArrayLength);
    NUMBER(maxTensorShaderAccessSize);
    NUMBER(maxDescriptorSetStorageTensors);
    NUMBER(maxPerStageDescriptorSetStorageTensors);
    NUMBER(maxDescriptorSetUpdateAfterBindStorageTensors);
    NUMBER(maxPerStageDescriptorUpdateAfterBindStorageTensors);
    NUMBER(shaderTensorSupportedStages);
    end();
    end();
    begin("features");
    begin("VkPhysicalDeviceTensorFeaturesARM");
    BOOLEAN(tensors, tensorNonPacked);
    BOOLEAN(tensors, shaderTensorAccess);
    BOOLEAN(tensors, shaderStorageTensorArrayDynamicIndexing);
    BOOLEAN(tensors, shaderStorageTensorArrayNonUniformIndexing);
    BOOLEAN(tensors, descriptorBindingStorageTensorUpdateAfterBind);
    BOOLEAN(tensors, tensors);
    end();
    begin("VkPhysicalDevice8BitStorageFeatures");
    BOOLEAN(bytes, storageBuffer8BitAccess);
    end();
    begin("VkPhysicalDevice16BitStorageFeatures");
    BOOLEAN(halves, storageBuffer16BitAccess);
    end();
    begin("VkPhysicalDeviceFeatures");
    BOOLEAN(features.features, shaderInt64);
    end();
#ifdef VK_ARM_data_graph
    begin("VkPhysicalDeviceDataGraphFeaturesARM");
    BOOLEAN(graphs, dataGraph);
    BOOLEAN(graphs, dataGraphShaderModule);
    end();
#endif
    end();
    begin("formats");
    for (i = 0; i < COUNT(formats); i++) {
        begin(formats[i].name);
        format_of(gpu.physical, formats[i].format);
        end();
    }
    end();
    begin("extensions");
    for (i = 0; i < COUNT(extensions); i++) {
        if (has_extension(gpu.physical, extensions[i])) {
            printf("%s\"%s\": 1", comma(), extensions[i]);
        }
    }
    end();
    printf("}}}\n");
    close_gpu(&gpu);
    return 0;
}
