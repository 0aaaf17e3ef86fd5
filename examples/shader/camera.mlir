// A camera image with interleaved channels, whose rows start at multiples of 256 bytes, and the planes that a network
// reads. `camera_to_planes.comp` includes the addressing functions of both.

layout.tensor @camera : tensor<1x3x48x50xf32, {order = #layout.order<NHWC>, reqs = #layout.reqs<m1: aligned<256 bytes>>}>
layout.address @offset_camera of @camera

layout.tensor @planes : tensor<1x3x48x50xf32, {order = #layout.order<NCHW>}>
layout.address @offset_planes of @planes
