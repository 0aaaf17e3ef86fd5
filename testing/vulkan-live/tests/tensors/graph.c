/* Runs the data graph of `graph.mlir` on a tensor, and writes the result.
 *
 *     graph GRAPH.spv CONSTANTS.bin BIAS.bin X.bin Y.bin
 *
 * `CONSTANTS.bin` is the file of `--emit=vk-graph-data`; `BIAS.bin`, `X.bin` and `Y.bin` have the bytes of the tensors. The
 * graph of another compiler has its name in the header, and no bias. */
#define LAYOUTC_VK_CREATE
#include "graph.h"
#include "graph_gpu.h"

#ifdef CONVOLVE_GRAPH_ENTRY_POINT
#define BIAS_BYTES 1
#else
#define CONVOLVE_GRAPH_ENTRY_POINT "convolve"
#define BIAS_BYTES CONVOLVE_B_VK_SIZE_BYTES
#endif

static uint8_t constants_file[1 << 12], bias[BIAS_BYTES], words[1 << 14];

static size_t transfer(const char *path, const char *mode, void *bytes, size_t size)
{
    FILE *file = fopen(path, mode);
    size_t done = file == NULL ? 0 : mode[0] == 'r' ? fread(bytes, 1, size, file) : fwrite(bytes, 1, size, file);
    if (done == 0) {
        fprintf(stderr, "no bytes in %s\n", path);
        exit(1);
    }
    fclose(file);
    return done;
}

/* Creates a tensor in memory that the CPU can access. */
#define CREATE_TENSOR(name, NAME, tensor, memory, bytes)                                                       \
    do {                                                                                                   \
        const VkMemoryRequirements needed = name##_requirements(gpu.device, &tensor_functions);            \
        void *mapped;                                                                                      \
        memory = allocate(&gpu, NAME##_OFFSET_BYTES + needed.size, needed.memoryTypeBits, &mapped);        \
        bytes = (uint8_t *)mapped + NAME##_OFFSET_BYTES;                                                   \
        CHECK(name##_create(gpu.device, &tensor_functions, memory, 0, &tensor));                           \
    } while (0)

/* The functions of data graphs that the generated header does not call. */
static PFN_vkCreateDataGraphPipelineSessionARM create_session;
static PFN_vkGetDataGraphPipelineSessionBindPointRequirementsARM bind_points_of;
static PFN_vkGetDataGraphPipelineSessionMemoryRequirementsARM memory_of;
static PFN_vkBindDataGraphPipelineSessionMemoryARM bind_session;
static PFN_vkDestroyDataGraphPipelineSessionARM destroy_session;
static PFN_vkCmdDispatchDataGraphARM dispatch_graph;

static void load(VkDevice device)
{
    create_session = (PFN_vkCreateDataGraphPipelineSessionARM)vkGetDeviceProcAddr(
        device, "vkCreateDataGraphPipelineSessionARM");
    bind_points_of = (PFN_vkGetDataGraphPipelineSessionBindPointRequirementsARM)vkGetDeviceProcAddr(
        device, "vkGetDataGraphPipelineSessionBindPointRequirementsARM");
    memory_of = (PFN_vkGetDataGraphPipelineSessionMemoryRequirementsARM)vkGetDeviceProcAddr(
        device, "vkGetDataGraphPipelineSessionMemoryRequirementsARM");
    bind_session = (PFN_vkBindDataGraphPipelineSessionMemoryARM)vkGetDeviceProcAddr(
        device, "vkBindDataGraphPipelineSessionMemoryARM");
    destroy_session = (PFN_vkDestroyDataGraphPipelineSessionARM)vkGetDeviceProcAddr(
        device, "vkDestroyDataGraphPipelineSessionARM");
    dispatch_graph =
        (PFN_vkCmdDispatchDataGraphARM)vkGetDeviceProcAddr(device, "vkCmdDispatchDataGraphARM");
}

/* Creates a session and binds one memory to each of its bind points. */
static VkDataGraphPipelineSessionARM open_session(const Gpu *gpu, VkPipeline pipeline, VkDeviceMemory *memory)
{
    const VkDataGraphPipelineSessionCreateInfoARM info = {
        .sType = VK_STRUCTURE_TYPE_DATA_GRAPH_PIPELINE_SESSION_CREATE_INFO_ARM, .dataGraphPipeline = pipeline};
    VkDataGraphPipelineSessionBindPointRequirementsInfoARM points_info = {
        .sType = VK_STRUCTURE_TYPE_DATA_GRAPH_PIPELINE_SESSION_BIND_POINT_REQUIREMENTS_INFO_ARM};
    VkDataGraphPipelineSessionBindPointRequirementARM point = {
        .sType = VK_STRUCTURE_TYPE_DATA_GRAPH_PIPELINE_SESSION_BIND_POINT_REQUIREMENT_ARM};
    VkDataGraphPipelineSessionMemoryRequirementsInfoARM memory_info = {
        .sType = VK_STRUCTURE_TYPE_DATA_GRAPH_PIPELINE_SESSION_MEMORY_REQUIREMENTS_INFO_ARM};
    VkBindDataGraphPipelineSessionMemoryInfoARM binding = {
        .sType = VK_STRUCTURE_TYPE_BIND_DATA_GRAPH_PIPELINE_SESSION_MEMORY_INFO_ARM};
    VkMemoryRequirements2 needed = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
    VkDataGraphPipelineSessionARM session;
    uint32_t count = 0;
    void *mapped;
    *memory = VK_NULL_HANDLE;
    CHECK(create_session(gpu->device, &info, NULL, &session));
    points_info.session = session;
    CHECK(bind_points_of(gpu->device, &points_info, &count, NULL));
    if (count == 1) {
        CHECK(bind_points_of(gpu->device, &points_info, &count, &point));
        memory_info.session = binding.session = session;
        memory_info.bindPoint = binding.bindPoint = point.bindPoint;
        memory_of(gpu->device, &memory_info, &needed);
        *memory = allocate(gpu, needed.memoryRequirements.size, needed.memoryRequirements.memoryTypeBits, &mapped);
        binding.memory = *memory;
        CHECK(bind_session(gpu->device, 1, &binding));
    }
    return session;
}

static VkDescriptorSet write_set(const Gpu *gpu, VkDescriptorPool pool, VkDescriptorSetLayout layout, const VkTensorViewARM *views)
{
    const VkDescriptorSetAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                    .descriptorPool = pool,
                                                    .descriptorSetCount = 1,
                                                    .pSetLayouts = &layout};
    VkDescriptorSet set;
    uint32_t i;
    CHECK(vkAllocateDescriptorSets(gpu->device, &allocation, &set));
    for (i = 0; i < 2; i++) {
        const VkWriteDescriptorSetTensorARM tensor = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_TENSOR_ARM,
                                                      .tensorViewCount = 1,
                                                      .pTensorViews = &views[i]};
        const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .pNext = &tensor,
                                            .dstSet = set,
                                            .dstBinding = convolve_graph_resources[i].binding,
                                            .descriptorCount = 1,
                                            .descriptorType = VK_DESCRIPTOR_TYPE_TENSOR_ARM};
        vkUpdateDescriptorSets(gpu->device, 1, &write, 0, NULL);
    }
    return set;
}

static void run(const Gpu *gpu, VkPipeline pipeline, VkPipelineLayout layout, VkDescriptorSet set,
                VkDataGraphPipelineSessionARM session)
{
    VkCommandPool pool;
    const VkCommandBuffer commands = begin_commands(gpu, &pool);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_DATA_GRAPH_ARM, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_DATA_GRAPH_ARM, layout, 0, 1, &set, 0, NULL);
    dispatch_graph(commands, session, NULL);
    run_commands(gpu, pool, commands);
}

int main(int argc, char **argv)
{
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_TENSOR_ARM, 2};
    const VkDescriptorPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                                  .maxSets = 1,
                                                  .poolSizeCount = 1,
                                                  .pPoolSizes = &size};
    VkShaderModuleCreateInfo shader_info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    const void *host[] = {bias};
    const LayoutcGraphData data = {constants_file, host};
    VkDescriptorSetLayout sets[CONVOLVE_GRAPH_SETS];
    LayoutcTensorFunctions tensor_functions;
    LayoutcGraphFunctions functions;
    LayoutcTensor x, y;
    VkDeviceMemory x_memory, y_memory, session_memory;
    VkTensorViewARM views[2];
    VkPipelineLayout layout;
    VkShaderModule shader;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDataGraphPipelineSessionARM session;
    uint8_t *x_bytes, *y_bytes;
    const Gpu gpu = open_graph_gpu();
    if (argc != 6) {
        return 1;
    }
    load(gpu.device);
    CHECK(layoutc_load_tensor_functions(gpu.device, vkGetDeviceProcAddr, &tensor_functions));
    CHECK(layoutc_load_graph_functions(gpu.device, vkGetDeviceProcAddr, &functions));
    transfer(argv[2], "rb", constants_file, sizeof(constants_file));
    transfer(argv[3], "rb", bias, sizeof(bias));
    CREATE_TENSOR(convolve_x_vk, CONVOLVE_X_VK, x, x_memory, x_bytes);
    CREATE_TENSOR(convolve_y_vk, CONVOLVE_Y_VK, y, y_memory, y_bytes);
    transfer(argv[4], "rb", x_bytes, CONVOLVE_X_VK_SIZE_BYTES);
    memset(y_bytes, 0, CONVOLVE_Y_VK_SIZE_BYTES);
    shader_info.codeSize = transfer(argv[1], "rb", words, sizeof(words));
    shader_info.pCode = (const uint32_t *)(const void *)words;
    CHECK(vkCreateShaderModule(gpu.device, &shader_info, NULL, &shader));
    CHECK(convolve_graph_sets_create(gpu.device, &functions, sets, &layout));
    CHECK(convolve_graph_pipeline_create(
        gpu.device, &functions, VK_NULL_HANDLE, layout, shader, CONVOLVE_GRAPH_ENTRY_POINT, &data, &pipeline));
    session = open_session(&gpu, pipeline, &session_memory);
    CHECK(vkCreateDescriptorPool(gpu.device, &pool_info, NULL, &pool));
    views[0] = x.view;
    views[1] = y.view;
    run(&gpu, pipeline, layout, write_set(&gpu, pool, sets[0], views), session);
    transfer(argv[5], "wb", y_bytes, CONVOLVE_Y_VK_SIZE_BYTES);
    destroy_session(gpu.device, session, NULL);
    vkDestroyDescriptorPool(gpu.device, pool, NULL);
    vkDestroyPipeline(gpu.device, pipeline, NULL);
    vkDestroyPipelineLayout(gpu.device, layout, NULL);
    vkDestroyDescriptorSetLayout(gpu.device, sets[0], NULL);
    vkDestroyShaderModule(gpu.device, shader, NULL);
    layoutc_destroy_tensor(gpu.device, &tensor_functions, &x);
    layoutc_destroy_tensor(gpu.device, &tensor_functions, &y);
    vkFreeMemory(gpu.device, x_memory, NULL);
    vkFreeMemory(gpu.device, y_memory, NULL);
    vkFreeMemory(gpu.device, session_memory, NULL);
    close_gpu(&gpu);
    return 0;
}
