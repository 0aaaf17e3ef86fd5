/* Creates all tensors of ResNet-50, fills the image, and reads it by logical index in a shader.
 *
 *     layoutc examples/resnet50.mlir --target=emulation --emit=vk-c -o resnet50.h
 *     sed -n 's/^static const VkTensorDescriptionARM \(.*\) = {$/CREATE(\1, \U\1)/p' resnet50.h >tensors.inc
 *     cc main.c -lvulkan -o tensors && ./tensors image.spv
 *
 * `resnet50.h` is generated: the descriptions, the constants, and a function that creates each tensor. This file and
 * `gpu.h` are written by hand. They have no size, stride or offset of a tensor. */
#define LAYOUTC_VK_CREATE
#include "gpu.h"
#include "resnet50.h"

/* The lengths of the image in the model: N, C, H, W. */
enum { CHANNELS = 3, HEIGHT = 224, WIDTH = 224, PIXELS = HEIGHT * WIDTH, ELEMENTS = CHANNELS * PIXELS };

enum { MOST_TENSORS_OF_MODEL = 1024 };

/* A tensor before it is created. */
typedef VkResult (*CreateFunction)(VkDevice, const LayoutcTensorFunctions *, VkDeviceMemory, VkDeviceSize,
                                   LayoutcTensor *);
typedef struct Planned {
    CreateFunction create;
    VkDeviceSize place;
} Planned;

/* The tensors in one block of memory, one after the other. */
typedef struct Plan {
    Planned tensors[MOST_TENSORS_OF_MODEL];
    uint32_t count;
    VkDeviceSize size;
    uint32_t types;
} Plan;

static void place(Plan *plan, VkMemoryRequirements needed, VkDeviceSize size, VkDeviceSize offset,
                  CreateFunction create)
{
    const VkDeviceSize start = (plan->size + needed.alignment - 1) / needed.alignment * needed.alignment;
    const Planned planned = {create, start};
    if (needed.size != size || plan->count == MOST_TENSORS_OF_MODEL) {
        fprintf(stderr, "tensor %u needs %llu bytes, but layoutc computes %llu\n", (unsigned)plan->count,
                (unsigned long long)needed.size, (unsigned long long)size);
        exit(1);
    }
    plan->tensors[plan->count++] = planned;
    plan->size = start + offset + needed.size;
    plan->types &= needed.memoryTypeBits;
}

/* Plans every tensor of `resnet50.h`. */
static void plan_all(Plan *plan, VkDevice device, const LayoutcTensorFunctions *functions)
{
#define CREATE(name, NAME)                                                                  \
    place(plan, name##_requirements(device, functions), NAME##_SIZE_BYTES, NAME##_OFFSET_BYTES, \
          name##_create);
#include "tensors.inc"
}

/* Returns a small whole number as the bits of a 16-bit float. */
static uint16_t half(uint32_t number)
{
    uint32_t exponent = 25, mantissa = number;
    if (number == 0) {
        return 0;
    }
    while ((mantissa & 0x400) == 0) {
        mantissa <<= 1;
        exponent--;
    }
    return (uint16_t)(exponent << 10 | (mantissa & 0x3ff));
}

/* Returns the value of an element of the image: a different one for each neighbor. */
static uint32_t value_at(uint32_t element)
{
    return element * 7 % 2048;
}

/* Fills the image at the addresses that Vulkan defines: the sum of coordinate x stride. Its dims are N, H, W, C. */
static void fill(uint8_t *image, const VkTensorDescriptionARM *description)
{
    uint32_t c, h, w;
    for (c = 0; c < CHANNELS; c++) {
        for (h = 0; h < HEIGHT; h++) {
            for (w = 0; w < WIDTH; w++) {
                const int64_t *strides = description->pStrides;
                const uint16_t bits = half(value_at(c * PIXELS + h * WIDTH + w));
                uint8_t *at = image + h * strides[1] + w * strides[2] + c * strides[3];
                at[0] = (uint8_t)bits;
                at[1] = (uint8_t)(bits >> 8);
            }
        }
    }
}

/* Runs the shader, and returns the number of elements that differ from the filled ones. */
static uint32_t read_by_logical_index(const Gpu *gpu, const char *path, VkTensorViewARM image)
{
    VkDeviceMemory memory;
    void *mapped;
    /* One 32-bit float per element of the image. */
    const VkBuffer buffer = create_buffer(gpu, ELEMENTS * sizeof(float), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                                          &memory, &mapped);
    const Shader shader = create_shader(gpu, path, &image, 1, buffer);
    const float *found = (const float *)mapped;
    uint32_t wrong = 0, i;
    run_shader(gpu, &shader, (ELEMENTS + 63) / 64);
    for (i = 0; i < ELEMENTS; i++) {
        wrong += found[i] != (float)value_at(i);
    }
    destroy_shader(gpu, &shader);
    vkDestroyBuffer(gpu->device, buffer, NULL);
    vkFreeMemory(gpu->device, memory, NULL);
    return wrong;
}

int main(int argc, char **argv)
{
    static Plan plan = {.types = UINT32_MAX};
    static LayoutcTensor tensors[MOST_TENSORS_OF_MODEL];
    const LayoutcTensor *image = NULL;
    const Gpu gpu = open_gpu();
    LayoutcTensorFunctions functions;
    VkDeviceMemory memory;
    void *mapped;
    uint32_t i, wrong = 0;
    CHECK(layoutc_load_tensor_functions(gpu.device, vkGetDeviceProcAddr, &functions));
    plan_all(&plan, gpu.device, &functions);
    memory = allocate(&gpu, plan.size, plan.types, &mapped);
    for (i = 0; i < plan.count; i++) {
        const Planned *planned = &plan.tensors[i];
        CHECK(planned->create(gpu.device, &functions, memory, planned->place, &tensors[i]));
        if (planned->create == main_gpu_0_data_0_vk_create) {
            image = &tensors[i];
            fill((uint8_t *)mapped + planned->place + MAIN_GPU_0_DATA_0_VK_OFFSET_BYTES,
                 &main_gpu_0_data_0_vk);
        }
    }
    if (argc > 1 && image != NULL) {
        wrong = read_by_logical_index(&gpu, argv[1], image->view);
        printf("%d elements read by logical index, %u differ\n", ELEMENTS, (unsigned)wrong);
    }
    for (i = 0; i < plan.count; i++) {
        layoutc_destroy_tensor(gpu.device, &functions, &tensors[i]);
    }
    vkFreeMemory(gpu.device, memory, NULL);
    close_gpu(&gpu);
    printf("%u tensors created\n", (unsigned)plan.count);
    return wrong == 0 && image != NULL ? 0 : 1;
}
