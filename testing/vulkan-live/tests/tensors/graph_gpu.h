/* A Vulkan device with tensors and data graphs. */
#ifndef GRAPH_GPU_H
#define GRAPH_GPU_H

#include "gpu.h"

/* Opens a device with data graphs, and enables its features and the extensions on which they depend, where it has them. */
static inline Gpu open_graph_gpu(void)
{
    static const char *const wanted[] = {"VK_ARM_tensors", "VK_ARM_data_graph", "VK_ARM_data_graph_instruction_set_tosa",
                                         "VK_KHR_deferred_host_operations", "VK_KHR_maintenance5"};
    VkPhysicalDeviceDataGraphFeaturesARM graphs = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DATA_GRAPH_FEATURES_ARM};
    VkPhysicalDeviceTensorFeaturesARM tensors = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TENSOR_FEATURES_ARM, .pNext = &graphs};
    VkPhysicalDeviceVulkan13Features of_1_3 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .pNext = &tensors};
    VkPhysicalDeviceVulkan12Features of_1_2 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &of_1_3};
    VkPhysicalDeviceVulkan11Features of_1_1 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, .pNext = &of_1_2};
    VkPhysicalDeviceFeatures2 features = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &of_1_1};
    VkQueueFamilyProperties families[16];
    const char *names[5];
    const float priority = 1;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo device_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                      .pNext = &features,
                                      .queueCreateInfoCount = 1,
                                      .pQueueCreateInfos = &queue,
                                      .ppEnabledExtensionNames = names};
    uint32_t family_count = 16, i;
    Gpu gpu;
    gpu.instance = create_instance();
    gpu.physical = find_device(gpu.instance);
    for (i = 0; i < 5; i++) {
        if (has_extension(gpu.physical, wanted[i])) {
            names[device_info.enabledExtensionCount++] = wanted[i];
        }
    }
    vkGetPhysicalDeviceQueueFamilyProperties(gpu.physical, &family_count, families);
    for (i = 0; i < family_count && (families[i].queueFlags & VK_QUEUE_DATA_GRAPH_BIT_ARM) == 0; i++) {
    }
    gpu.family = queue.queueFamilyIndex = i;
    vkGetPhysicalDeviceFeatures2(gpu.physical, &features);
    if (i == family_count || !graphs.dataGraph || !graphs.dataGraphShaderModule) {
        fprintf(stderr, "the device has no data graphs\n");
        exit(77);
    }
    CHECK(vkCreateDevice(gpu.physical, &device_info, NULL, &gpu.device));
    vkGetDeviceQueue(gpu.device, gpu.family, 0, &gpu.queue);
    return gpu;
}

#endif
