// Reads every element of ResNet-50's image by its logical index, and stores it in a packed buffer in the order N, C, H, W.
//
//     layoutc examples/resnet50.mlir --target=emulation --emit=vk-glsl --of=@main:%gpu_0_data_0 -o resnet50.glsl
//
// `resnet50.glsl` is generated. This shader has no order, stride or padding of the tensor.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "resnet50.glsl"

layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform readonly tensorARM<float16_t, 4> image;
layout(set = 0, binding = 1) writeonly buffer Elements { float elements[]; };

const uint CHANNELS = 3, HEIGHT = 224, WIDTH = 224;

void main()
{
    uint element = gl_GlobalInvocationID.x;
    if (element < CHANNELS * HEIGHT * WIDTH) {
        uint c = element / (HEIGHT * WIDTH), h = element / WIDTH % HEIGHT, w = element % WIDTH;
        elements[element] = float(main_gpu_0_data_0_vk_read(image, 0, c, h, w));
    }
}
