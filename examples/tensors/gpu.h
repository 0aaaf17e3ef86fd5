/* A Vulkan device with tensors for `main.c`: the part of a Vulkan program that does not depend on the tensors. */
#ifndef GPU_H
#define GPU_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

/* Ends the program if a call fails. */
#define CHECK(call) check(#call, call)

static inline void check(const char *call, VkResult result)
{
    if (result != VK_SUCCESS) {
        fprintf(stderr, "%s returned %d\n", call, (int)result);
        exit(1);
    }
}

typedef struct Gpu {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    uint32_t family;
} Gpu;

/* Returns whether a device has an extension. */
static inline int has_extension(VkPhysicalDevice physical, const char *name)
{
    VkExtensionProperties extensions[512];
    uint32_t count = 512, i;
    vkEnumerateDeviceExtensionProperties(physical, NULL, &count, extensions);
    for (i = 0; i < count && strcmp(extensions[i].extensionName, name) != 0; i++) {
    }
    return i < count;
}

/* Returns the first device with VK_ARM_tensors. */
static inline VkPhysicalDevice find_device(VkInstance instance)
{
    VkPhysicalDevice devices[8];
    uint32_t count = 8, i;
    vkEnumeratePhysicalDevices(instance, &count, devices);
    for (i = 0; i < count; i++) {
        if (has_extension(devices[i], VK_ARM_TENSORS_EXTENSION_NAME)) {
            return devices[i];
        }
    }
    fprintf(stderr, "no device has VK_ARM_tensors\n");
    exit(77);
}

static inline uint32_t compute_family(VkPhysicalDevice physical)
{
    VkQueueFamilyProperties families[16];
    uint32_t count = 16, i;
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
    for (i = 0; i < count && (families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0; i++) {
    }
    return i;
}

static inline VkInstance create_instance(void)
{
    const VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    VkInstance instance;
    CHECK(vkCreateInstance(&info, NULL, &instance));
    return instance;
}

/* Opens a device with all features that it has. */
static inline Gpu open_gpu(void)
{
    VkPhysicalDeviceTensorFeaturesARM tensors = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TENSOR_FEATURES_ARM};
    VkPhysicalDeviceVulkan12Features of_1_2 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &tensors};
    VkPhysicalDeviceVulkan11Features of_1_1 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, .pNext = &of_1_2};
    VkPhysicalDeviceFeatures2 features = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &of_1_1};
    const char *extension = VK_ARM_TENSORS_EXTENSION_NAME;
    const float priority = 1;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    const VkDeviceCreateInfo device_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                            .pNext = &features,
                                            .queueCreateInfoCount = 1,
                                            .pQueueCreateInfos = &queue,
                                            .enabledExtensionCount = 1,
                                            .ppEnabledExtensionNames = &extension};
    Gpu gpu;
    gpu.instance = create_instance();
    gpu.physical = find_device(gpu.instance);
    gpu.family = compute_family(gpu.physical);
    queue.queueFamilyIndex = gpu.family;
    vkGetPhysicalDeviceFeatures2(gpu.physical, &features);
    CHECK(vkCreateDevice(gpu.physical, &device_info, NULL, &gpu.device));
    vkGetDeviceQueue(gpu.device, gpu.family, 0, &gpu.queue);
    return gpu;
}

static inline void close_gpu(const Gpu *gpu)
{
    vkDestroyDevice(gpu->device, NULL);
    vkDestroyInstance(gpu->instance, NULL);
}

/* Allocates memory of one of these types that the CPU can access, and maps it. */
static inline VkDeviceMemory allocate(const Gpu *gpu, VkDeviceSize size, uint32_t types, void **mapped)
{
    const VkMemoryPropertyFlags needed =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkPhysicalDeviceMemoryProperties properties;
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = size};
    VkDeviceMemory memory;
    vkGetPhysicalDeviceMemoryProperties(gpu->physical, &properties);
    while (info.memoryTypeIndex < properties.memoryTypeCount &&
           ((types >> info.memoryTypeIndex & 1) == 0 ||
            (properties.memoryTypes[info.memoryTypeIndex].propertyFlags & needed) != needed)) {
        info.memoryTypeIndex++;
    }
    CHECK(vkAllocateMemory(gpu->device, &info, NULL, &memory));
    CHECK(vkMapMemory(gpu->device, memory, 0, VK_WHOLE_SIZE, 0, mapped));
    return memory;
}

/* A pipeline of one compute shader whose set 0 has tensors, and a storage buffer after them. */
typedef struct Shader {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDescriptorSet set;
} Shader;

#define MOST_TENSORS 4

static inline VkPipeline create_pipeline(const Gpu *gpu, VkPipelineLayout layout, const char *path)
{
    static uint32_t words[1 << 18];
    FILE *file = fopen(path, "rb");
    VkShaderModuleCreateInfo module_info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                            .pCode = words};
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .pName = "main"},
        .layout = layout};
    VkPipeline pipeline;
    if (file == NULL) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    module_info.codeSize = fread(words, 1, sizeof words, file);
    fclose(file);
    CHECK(vkCreateShaderModule(gpu->device, &module_info, NULL, &info.stage.module));
    CHECK(vkCreateComputePipelines(gpu->device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    vkDestroyShaderModule(gpu->device, info.stage.module, NULL);
    return pipeline;
}

/* Creates a pipeline from a SPIR-V file: tensors at the first bindings of set 0, the buffer at the next one. */
static inline Shader create_shader(const Gpu *gpu, const char *path, const VkTensorViewARM *views,
                                   uint32_t count, VkBuffer buffer)
{
    VkDescriptorSetLayoutBinding bindings[MOST_TENSORS + 1] = {{0}};
    VkWriteDescriptorSetTensorARM tensor_writes[MOST_TENSORS];
    VkWriteDescriptorSet writes[MOST_TENSORS + 1];
    const VkDescriptorBufferInfo whole = {buffer, 0, VK_WHOLE_SIZE};
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_TENSOR_ARM, count},
                                          {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}};
    const VkDescriptorSetLayoutCreateInfo set_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = count + 1,
        .pBindings = bindings};
    const VkDescriptorPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                                  .maxSets = 1,
                                                  .poolSizeCount = 2,
                                                  .pPoolSizes = sizes};
    VkPipelineLayoutCreateInfo layout_info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                              .setLayoutCount = 1};
    VkDescriptorSetAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorSetCount = 1};
    Shader shader;
    uint32_t i;
    for (i = 0; i <= count; i++) {
        bindings[i].binding = i;
        bindings[i].descriptorType =
            i < count ? VK_DESCRIPTOR_TYPE_TENSOR_ARM : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        bindings[i].descriptorCount = 1;
        bindings[i].stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
    }
    CHECK(vkCreateDescriptorSetLayout(gpu->device, &set_info, NULL, &shader.set_layout));
    layout_info.pSetLayouts = &shader.set_layout;
    CHECK(vkCreatePipelineLayout(gpu->device, &layout_info, NULL, &shader.layout));
    shader.pipeline = create_pipeline(gpu, shader.layout, path);
    CHECK(vkCreateDescriptorPool(gpu->device, &pool_info, NULL, &shader.pool));
    allocation.descriptorPool = shader.pool;
    allocation.pSetLayouts = &shader.set_layout;
    CHECK(vkAllocateDescriptorSets(gpu->device, &allocation, &shader.set));
    for (i = 0; i <= count; i++) {
        const VkWriteDescriptorSetTensorARM tensor = {
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_TENSOR_ARM,
            .tensorViewCount = 1,
            .pTensorViews = i < count ? &views[i] : NULL};
        const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .pNext = i < count ? &tensor_writes[i] : NULL,
                                            .dstSet = shader.set,
                                            .dstBinding = i,
                                            .descriptorCount = 1,
                                            .descriptorType = bindings[i].descriptorType,
                                            .pBufferInfo = i < count ? NULL : &whole};
        if (i < count) {
            tensor_writes[i] = tensor;
        }
        writes[i] = write;
    }
    vkUpdateDescriptorSets(gpu->device, count + 1, writes, 0, NULL);
    return shader;
}

/* Creates a buffer with memory that the CPU can access. */
static inline VkBuffer create_buffer(const Gpu *gpu, VkDeviceSize size, VkBufferUsageFlags usage, VkDeviceMemory *memory,
                                     void **mapped)
{
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage};
    VkMemoryRequirements needed;
    VkBuffer buffer;
    CHECK(vkCreateBuffer(gpu->device, &info, NULL, &buffer));
    vkGetBufferMemoryRequirements(gpu->device, buffer, &needed);
    *memory = allocate(gpu, needed.size, needed.memoryTypeBits, mapped);
    CHECK(vkBindBufferMemory(gpu->device, buffer, *memory, 0));
    return buffer;
}

/* Begins commands that run once. `pool` is destroyed by `run_commands`. */
static inline VkCommandBuffer begin_commands(const Gpu *gpu, VkCommandPool *pool)
{
    const VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                               .queueFamilyIndex = gpu->family};
    VkCommandBufferAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                              .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                              .commandBufferCount = 1};
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                            .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VkCommandBuffer commands;
    CHECK(vkCreateCommandPool(gpu->device, &pool_info, NULL, pool));
    allocation.commandPool = *pool;
    CHECK(vkAllocateCommandBuffers(gpu->device, &allocation, &commands));
    CHECK(vkBeginCommandBuffer(commands, &begin));
    return commands;
}

/* Runs commands, and waits for their end. */
static inline void run_commands(const Gpu *gpu, VkCommandPool pool, VkCommandBuffer commands)
{
    VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1};
    CHECK(vkEndCommandBuffer(commands));
    submit.pCommandBuffers = &commands;
    CHECK(vkQueueSubmit(gpu->queue, 1, &submit, VK_NULL_HANDLE));
    CHECK(vkQueueWaitIdle(gpu->queue));
    vkDestroyCommandPool(gpu->device, pool, NULL);
}

/* Runs a shader, and waits until the CPU can read what it wrote. */
static inline void run_shader(const Gpu *gpu, const Shader *shader, uint32_t groups)
{
    const VkMemoryBarrier written = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                     .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                     .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
    VkCommandPool pool;
    const VkCommandBuffer commands = begin_commands(gpu, &pool);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, shader->pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, shader->layout, 0, 1, &shader->set, 0,
                            NULL);
    vkCmdDispatch(commands, groups, 1, 1);
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                         &written, 0, NULL, 0, NULL);
    run_commands(gpu, pool, commands);
}

static inline void destroy_shader(const Gpu *gpu, const Shader *shader)
{
    vkDestroyDescriptorPool(gpu->device, shader->pool, NULL);
    vkDestroyPipeline(gpu->device, shader->pipeline, NULL);
    vkDestroyPipelineLayout(gpu->device, shader->layout, NULL);
    vkDestroyDescriptorSetLayout(gpu->device, shader->set_layout, NULL);
}

#endif
