/* Creates each tensor of `tensors.h` with its memory and its view, and destroys it. The validation layer prints its
 * messages to standard output, so the output is the last line alone if it has none. */
#define LAYOUTC_VK_CREATE
#include "graph_gpu.h"
#include "tensors.h"

static void create(const Gpu *gpu, const LayoutcTensorFunctions *functions, const char *name, VkMemoryRequirements needed,
                   VkDeviceSize size, VkDeviceSize offset,
                   VkResult (*create_tensor)(VkDevice, const LayoutcTensorFunctions *, VkDeviceMemory, VkDeviceSize,
                                             LayoutcTensor *))
{
    LayoutcTensor tensor;
    void *mapped;
    const VkDeviceMemory memory = allocate(gpu, offset + needed.size, needed.memoryTypeBits, &mapped);
    if (needed.size != size) {
        printf("%s needs %llu bytes, but layoutc computes %llu\n", name, (unsigned long long)needed.size,
               (unsigned long long)size);
    }
    CHECK(create_tensor(gpu->device, functions, memory, 0, &tensor));
    layoutc_destroy_tensor(gpu->device, functions, &tensor);
    vkFreeMemory(gpu->device, memory, NULL);
}

int main(void)
{
    LayoutcTensorFunctions functions;
    const Gpu gpu = open_graph_gpu();
    unsigned created = 0;
    CHECK(layoutc_load_tensor_functions(gpu.device, vkGetDeviceProcAddr, &functions));
#define CREATE(name, NAME)                                                                                    \
    create(&gpu, &functions, #name, name##_requirements(gpu.device, &functions), NAME##_SIZE_BYTES,           \
           NAME##_OFFSET_BYTES, name##_create);                                                               \
    created++;
#include "tensors.inc"
    printf("%u tensors created\n", created);
    close_gpu(&gpu);
    return 0;
}
