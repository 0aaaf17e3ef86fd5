/* Prints the limits and features of tensors of the first device as JSON, with the structures of Vulkan's profiles.
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

int main(void)
{
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
    const Gpu gpu = open_gpu();
    vkGetPhysicalDeviceProperties2(gpu.physical, &properties);
    vkGetPhysicalDeviceFeatures2(gpu.physical, &features);
    close_gpu(&gpu);
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
    end();
    printf("}}}\n");
    return 0;
}
