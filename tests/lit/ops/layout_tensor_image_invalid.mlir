// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @below {{`image` of `layout.tensor` must be a dictionary with `extent` and `format`}}
layout.tensor @x {image = "R8G8B8A8"} : tensor<4x5x4xi8>

// -----

// expected-error @below {{`format` of `image` is missing}}
// expected-error @below {{`extent` of `image` must be 1 to 3 lengths from 1 to 4294967295: the width, height and depth}}
layout.tensor @x {image = {}} : tensor<4x5x4xi8>

// -----

// expected-error @below {{unknown key `rowpitch` in `image` of `layout.tensor`}}
// expected-note @below {{did you mean `rowPitch`?}}
// expected-note @below {{the keys are depthPitch, extent, format, rowPitch, tiling, usage}}
layout.tensor @x {image = {extent = [5, 4], format = "VK_FORMAT_R8G8B8A8_UNORM", rowpitch = 32 : i64}} : tensor<4x5x4xi8>

// -----

// expected-error @below {{`format` of `image` must be the name of a `VkFormat`, such as "VK_FORMAT_R8G8B8A8_UNORM"}}
layout.tensor @x {image = {extent = [5, 4], format = "VK_FORMAT_R8G8B8A8_UNROM"}} : tensor<4x5x4xi8>

// -----

// expected-error @below {{`format` of `image` must be the name of a `VkFormat`}}
layout.tensor @x {image = {extent = [5, 4], format = "VK_FORMAT_UNDEFINED"}} : tensor<4x5x4xi8>

// -----

// expected-error @below {{`extent` of `image` must be 1 to 3 lengths}}
layout.tensor @x {image = {extent = [5, 0], format = "VK_FORMAT_R8G8B8A8_UNORM"}} : tensor<4x5x4xi8>

// -----

// expected-error @below {{`extent` of `image` must be 1 to 3 lengths}}
layout.tensor @x {image = {extent = [5, 4, 3, 2], format = "VK_FORMAT_R8G8B8A8_UNORM"}} : tensor<4x5x4xi8>

// -----

// expected-error @below {{`tiling` of `image` must be one of OPTIMAL, LINEAR, DRM_FORMAT_MODIFIER}}
// expected-error @below {{`usage` of `image` must be one of TRANSFER_SRC, TRANSFER_DST, SAMPLED}}
// expected-error @below {{`rowPitch` of `image` must be a number of bytes, at least 1}}
// expected-error @below {{`depthPitch` of `image` must be a number of bytes, at least 1}}
layout.tensor @x {image = {extent = [5, 4], format = "VK_FORMAT_R8G8B8A8_UNORM", tiling = "LINAER", usage = ["SAMPLE"], rowPitch = 0 : i64, depthPitch = "512"}} : tensor<4x5x4xi8>

// -----

// expected-error @below {{`usage` of `image` must be a list of strings}}
vk.tensor_description @x {format = "VK_FORMAT_R8_UINT", dims = [4, 5, 4], image = {extent = [5, 4], format = "VK_FORMAT_R8G8B8A8_UNORM", usage = "SAMPLED"}}

// -----

// expected-error @below {{`wraps` of `vk.tensor_description` must have 2 numbers, one for each dim, but has 1}}
vk.tensor_description @x {format = "VK_FORMAT_R8_UINT", dims = [4, 5], wraps = [2]}

// -----

// expected-error @below {{`wraps` of `vk.tensor_description` must be numbers from 1 to 4294967295}}
vk.tensor_description @x {format = "VK_FORMAT_R8_UINT", dims = [4, 5], wraps = [0, 5]}
