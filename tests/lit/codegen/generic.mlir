// RUN: layoutc %s --passes=resolve-strides,lower-to-vulkan --emit=generic | FileCheck %s
// RUN: layoutc %s --passes=resolve-strides,lower-to-vulkan --emit=generic | layoutc - --emit=generic | FileCheck %s

layout.tensor @x : tensor<4x5xf16, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>

// CHECK: "layout.tensor"() {{.*}}sym_name = "x", type = tensor<4x5xf16, {order = #NC, reqs = #layout.reqs<m0: aligned<16 bytes>>, strides = [8, 1]}>
// CHECK-NEXT: "vk.tensor_description"() {{.*}}dims = array<i64: 4, 5>{{.*}}strides = array<i64: 16, 2>{{.*}}sym_name = "x_vk"
