#version 450
#extension GL_GOOGLE_include_directive : require
#include "camera.glsl"

layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) readonly buffer Camera { float camera[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Planes { float planes[]; };

const uint HEIGHT = 48u;
const uint WIDTH = 50u;

// Copies the three channels of one pixel from the camera image to the planes.
void main()
{
    uint pixel = gl_GlobalInvocationID.x;
    if (pixel >= HEIGHT * WIDTH) {
        return;
    }
    uint h = pixel / WIDTH;
    uint w = pixel % WIDTH;
    for (uint c = 0u; c < 3u; c++) {
        planes[offset_planes(0u, c, h, w)] = camera[offset_camera(0u, c, h, w)];
    }
}
