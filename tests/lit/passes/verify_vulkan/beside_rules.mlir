// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file
// RUN: not layoutc %s --passes=verify-vulkan --split-input-file 2>&1 | FileCheck %s

// A check that no rule states: elements whose size differs from that of the format.
// expected-error @below {{`@x` has elements of type `f16`, which have 2 bytes, but VK_FORMAT_R8_UINT has 1}}
vk.tensor_description @x {element_type = f16, format = "VK_FORMAT_R8_UINT", dims = array<i64: 4>}

// -----

// Types of the same size can differ, and elements smaller than a byte are bytes.
vk.tensor_description @x {element_type = f16, format = "VK_FORMAT_R16_UNORM", dims = array<i64: 4>}
vk.tensor_description @y {element_type = i4, format = "VK_FORMAT_R8_UINT", dims = array<i64: 4>}

// -----

// A format that is not in Vulkan's table of tensor formats; an older name is also a name of it.
// expected-remark @below {{`@x` has the format VK_FORMAT_A8_UNORM, which is not in Vulkan's table of tensor formats}}
vk.tensor_description @x {format = "VK_FORMAT_A8_UNORM_KHR", dims = array<i64: 4>}

// -----

// Without strides no rule limits the size, but the limit is in bytes; with strides, a rule does.
// expected-warning @below {{`@x` needs 65540 bytes if it is packed, but maxTensorSize is 65536}}
vk.tensor_description @x {format = "VK_FORMAT_R32_SFLOAT", dims = array<i64: 16385>}
vk.tensor_description @y {format = "VK_FORMAT_R32_SFLOAT", dims = array<i64: 16384>}

// CHECK: warning{{.*}}`@x` needs 65540 bytes
// CHECK: no target is named, so the minimum that the specification requires of devices is assumed
