/* Compares a linear image with the tensor in its memory.
 *
 *     image              prints the row pitch of the image
 *     image READ.spv WRITE.spv
 *
 * With shaders, texels are copied into the image and read by the tensor, then written by the tensor and copied out of the
 * image. Prints the number of components that were equal in both directions. */
#define LAYOUTC_VK_CREATE
#include "gpu.h"
#include "image.h"

#define COUNT (7 * 13 * 4)

typedef struct SharedImage {
    VkImage image;
    VkSubresourceLayout layout;
    VkMemoryRequirements needed;
} SharedImage;

static SharedImage create_image(const Gpu *gpu)
{
    const VkImageSubresource first = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0};
    SharedImage shared;
    CHECK(vkCreateImage(gpu->device, &camera_vk_image, NULL, &shared.image));
    vkGetImageSubresourceLayout(gpu->device, shared.image, &first, &shared.layout);
    vkGetImageMemoryRequirements(gpu->device, shared.image, &shared.needed);
    return shared;
}

/* The usage of both buffers. */
static const VkBufferUsageFlags buffer_usage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

/* Copies a buffer of texels without gaps into the image, or the image into the buffer. */
static void copy(const Gpu *gpu, const SharedImage *shared, VkBuffer buffer, int is_upload)
{
    const VkMemoryBarrier all = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                 .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                 .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    const VkImageMemoryBarrier general = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = 0,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = shared->image,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    const VkBufferImageCopy region = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                      .imageExtent = camera_vk_image.extent};
    const VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkCommandPool pool;
    const VkCommandBuffer commands = begin_commands(gpu, &pool);
    if (is_upload) {
        vkCmdPipelineBarrier(commands, stages, stages, 0, 0, NULL, 0, NULL, 1, &general);
        vkCmdCopyBufferToImage(commands, buffer, shared->image, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
    } else {
        vkCmdPipelineBarrier(commands, stages, stages, 0, 1, &all, 0, NULL, 0, NULL);
        vkCmdCopyImageToBuffer(commands, shared->image, VK_IMAGE_LAYOUT_GENERAL, buffer, 1, &region);
    }
    vkCmdPipelineBarrier(commands, stages, stages | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &all, 0, NULL, 0, NULL);
    run_commands(gpu, pool, commands);
}

static void run(const Gpu *gpu, const char *path, const LayoutcTensor *tensor, VkBuffer words)
{
    const Shader shader = create_shader(gpu, path, &tensor->view, 1, words);
    run_shader(gpu, &shader, (COUNT + 63) / 64);
    destroy_shader(gpu, &shader);
}

int main(int argc, char **argv)
{
    const Gpu gpu = open_gpu();
    const SharedImage shared = create_image(&gpu);
    LayoutcTensorFunctions functions;
    VkMemoryRequirements needed;
    VkDeviceMemory memory, texels_memory, words_memory;
    VkDeviceSize size;
    VkBuffer texels, words;
    void *mapped, *texels_mapped, *words_mapped;
    LayoutcTensor tensor;
    uint32_t i, read = 0, written = 0;
    if (argc == 1) {
        printf("%u\n", (unsigned)shared.layout.rowPitch);
        vkDestroyImage(gpu.device, shared.image, NULL);
        close_gpu(&gpu);
        return 0;
    }
    CHECK(layoutc_load_tensor_functions(gpu.device, vkGetDeviceProcAddr, &functions));
    needed = camera_vk_requirements(gpu.device, &functions);
    size = shared.layout.offset + needed.size;
    memory = allocate(&gpu, size > shared.needed.size ? size : shared.needed.size,
                      needed.memoryTypeBits & shared.needed.memoryTypeBits, &mapped);
    CHECK(vkBindImageMemory(gpu.device, shared.image, memory, 0));
    CHECK(camera_vk_create(gpu.device, &functions, memory, shared.layout.offset, &tensor));
    texels = create_buffer(&gpu, COUNT, buffer_usage, &texels_memory, &texels_mapped);
    words = create_buffer(&gpu, COUNT * sizeof(uint32_t), buffer_usage, &words_memory, &words_mapped);
    for (i = 0; i < COUNT; i++) {
        ((uint8_t *)texels_mapped)[i] = (uint8_t)(i * 29 + i / 256 + 3);
    }
    copy(&gpu, &shared, texels, 1);
    run(&gpu, argv[1], &tensor, words);
    for (i = 0; i < COUNT; i++) {
        read += ((uint32_t *)words_mapped)[i] == ((uint8_t *)texels_mapped)[i];
    }
    run(&gpu, argv[2], &tensor, words);
    copy(&gpu, &shared, texels, 0);
    for (i = 0; i < COUNT; i++) {
        written += ((uint8_t *)texels_mapped)[i] == (uint8_t)(i * 37 + 11);
    }
    printf("matches %d, read %u, written %u\n", camera_vk_matches_image(&shared.layout), read, written);
    layoutc_destroy_tensor(gpu.device, &functions, &tensor);
    vkDestroyImage(gpu.device, shared.image, NULL);
    vkDestroyBuffer(gpu.device, texels, NULL);
    vkDestroyBuffer(gpu.device, words, NULL);
    vkFreeMemory(gpu.device, memory, NULL);
    vkFreeMemory(gpu.device, texels_memory, NULL);
    vkFreeMemory(gpu.device, words_memory, NULL);
    close_gpu(&gpu);
    return 0;
}
