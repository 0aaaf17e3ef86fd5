// RUN: layoutc %s --passes=resolve-strides | FileCheck %s

// The row pitch of a linear image is the stride of the rows, and the size of a texel is that of the columns.
// CHECK: @camera {{.*}} tensor<40x60x4xui8, {order = #CHW, strides = [256, 4, 1]}>
layout.tensor @camera {image = {extent = array<i64: 60, 40>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 256 : i64}} : tensor<40x60x4xui8>

// The requirements are on physical dims: the components of the image are the channels, which are the first logical dim.
// CHECK: @planar {{.*}} tensor<4x40x60xui8, {order = #HWC, strides = [1, 256, 4]}>
layout.tensor @planar {image = {extent = array<i64: 60, 40>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 256 : i64}} : tensor<4x40x60xui8, {order = #layout.order<HWC>}>

// CHECK: @volume {{.*}} tensor<4x5x6x2xf16, {order = #NCHW, strides = [80, 16, 2, 1]}>
layout.tensor @volume {image = {extent = array<i64: 6, 5, 4>, format = "VK_FORMAT_R16G16_SFLOAT", rowPitch = 32 : i64, depthPitch = 160 : i64}} : tensor<4x5x6x2xf16>

// The pitch of the image meets an alignment.
// CHECK: @aligned {{.*}} strides = [256, 4, 1]
layout.tensor @aligned {image = {extent = array<i64: 60, 40>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 256 : i64}} : tensor<40x60x4xui8, {reqs = #layout.reqs<m0: aligned<64 bytes>>}>

// Without a pitch the strides are the least, and the image must have them.
// CHECK: @open {{.*}} strides = [256, 4, 1]
layout.tensor @open {image = {extent = array<i64: 60, 40>, format = "VK_FORMAT_R8G8B8A8_UNORM"}} : tensor<40x60x4xui8, {reqs = #layout.reqs<m0: aligned<64 bytes>>}>

// Other tilings have no strides.
// CHECK: @optimal {{.*}} : tensor<40x60x4xui8>
layout.tensor @optimal {tiling = "OPTIMAL", usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 60, 40>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 256 : i64}} : tensor<40x60x4xui8>
