/* Creates a tensor in memory with given bytes, runs a shader on it and on a buffer of words, and writes both.
 *
 *     access NAME SHADER.spv MEMORY.bin WORDS.bin COUNT
 *
 * `MEMORY.bin` has the bytes of the tensor before and after, `WORDS.bin` the COUNT words that the shader wrote. */
#define LAYOUTC_VK_CREATE
#include "gpu.h"
#include "access.h"
#include <string.h>

static LayoutcTensor create(const Gpu *gpu, const LayoutcTensorFunctions *functions, const char *name,
                            VkDeviceMemory *memory, uint8_t **bytes, VkDeviceSize *size)
{
    LayoutcTensor tensor;
    void *mapped;
#define CREATE(known, KNOWN)                                                                            \
    if (strcmp(name, #known) == 0) {                                                                    \
        const VkMemoryRequirements needed = known##_requirements(gpu->device, functions);               \
        *size = KNOWN##_SIZE_BYTES;                                                                     \
        *memory = allocate(gpu, KNOWN##_OFFSET_BYTES + needed.size, needed.memoryTypeBits, &mapped);    \
        *bytes = (uint8_t *)mapped + KNOWN##_OFFSET_BYTES;                                              \
        CHECK(known##_create(gpu->device, functions, *memory, 0, &tensor));                             \
        return tensor;                                                                                  \
    }
#include "tensors.inc"
    fprintf(stderr, "no tensor %s\n", name);
    exit(1);
}

static void transfer(const char *path, const char *mode, void *bytes, size_t size)
{
    FILE *file = fopen(path, mode);
    size_t done = file == NULL ? 0 : mode[0] == 'r' ? fread(bytes, 1, size, file) : fwrite(bytes, 1, size, file);
    if (file == NULL || done != size) {
        fprintf(stderr, "%s has not %u bytes\n", path, (unsigned)size);
        exit(1);
    }
    fclose(file);
}

int main(int argc, char **argv)
{
    const uint32_t count = argc == 6 ? (uint32_t)atoi(argv[5]) : 0;
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .size = (count == 0 ? 1 : count) * sizeof(uint32_t),
                                     .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    const Gpu gpu = open_gpu();
    LayoutcTensorFunctions functions;
    VkMemoryRequirements needed;
    VkDeviceMemory memory, words_memory;
    VkDeviceSize size;
    VkBuffer words;
    void *found;
    uint8_t *bytes;
    LayoutcTensor tensor;
    Shader shader;
    CHECK(layoutc_load_tensor_functions(gpu.device, vkGetDeviceProcAddr, &functions));
    tensor = create(&gpu, &functions, argv[1], &memory, &bytes, &size);
    transfer(argv[3], "rb", bytes, (size_t)size);
    CHECK(vkCreateBuffer(gpu.device, &info, NULL, &words));
    vkGetBufferMemoryRequirements(gpu.device, words, &needed);
    words_memory = allocate(&gpu, needed.size, needed.memoryTypeBits, &found);
    CHECK(vkBindBufferMemory(gpu.device, words, words_memory, 0));
    shader = create_shader(&gpu, argv[2], &tensor.view, 1, words);
    run_shader(&gpu, &shader, (count + 63) / 64);
    transfer(argv[3], "wb", bytes, (size_t)size);
    transfer(argv[4], "wb", found, count * sizeof(uint32_t));
    destroy_shader(&gpu, &shader);
    vkDestroyBuffer(gpu.device, words, NULL);
    vkFreeMemory(gpu.device, words_memory, NULL);
    layoutc_destroy_tensor(gpu.device, &functions, &tensor);
    vkFreeMemory(gpu.device, memory, NULL);
    close_gpu(&gpu);
    return 0;
}
