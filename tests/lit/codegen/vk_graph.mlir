// The resources and constants of a function, in the layouts that were chosen for them.

// RUN: layoutc %s --target=emulation --emit=vk-graph | FileCheck %s
// RUN: layoutc %s --target=emulation --emit=vk-graph --constants=file | FileCheck %s --check-prefix=FILE
// RUN: layoutc %s --target=emulation --passes='resolve-strides,lower-to-vulkan{usage=shader_and_data_graph}' --emit=vk-graph | FileCheck %s --check-prefix=SHARED

func.func @f(%x: tensor<2x3xf32, {order = #layout.order<CN>, reqs = #layout.reqs<m0: aligned<16 bytes>>}>,
             %w: tensor<2x3xi8> {layout.constant}) -> (tensor<2x3xf32> {layout.vk_binding = [2, 5]}) {
  // In the order of its type, with rows of 16 bytes.
  %a = arith.constant {layout.vk_sparsity = [{dim = 1, zeros = 0, group = 3}]} dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi16, {order = #layout.order<CN>, reqs = #layout.reqs<m0: aligned<16 bytes>>}>
  // Two converted constants.
  %b = layout.reorder %a : tensor<2x3xi16, {order = #layout.order<CN>, reqs = #layout.reqs<m0: aligned<16 bytes>>}> -> tensor<2x3xi16, {order = #layout.order<NC>}>
  %v = layout.view %b : tensor<2x3xi16, {order = #layout.order<NC>}> -> tensor<6xi16, {order = #layout.order<C>}>
  %wc = layout.reorder %w {layout.vk_constant = 0 : i32} : tensor<2x3xi8> -> tensor<2x3xi8, {order = #layout.order<CN>}>
  // Nibbles and bits; a splat; integers of a list; a value outside the module.
  %n = arith.constant dense<[1, -2, 3, -4]> : tensor<4xi4>
  %m = arith.constant dense<[true, false, true, true, false, false, false, true]> : tensor<8xi1>
  %s = arith.constant dense<7> : tensor<2x2xui8>
  %l = "onnx.Constant"() {value_ints = [1, -1]} : () -> tensor<2xi64>
  %r = arith.constant dense_resource<weights> : tensor<4xf32>
  %0 = arith.constant dense<2.0> : tensor<f32>
  %y = "test.op"(%x, %v, %a, %wc, %n, %m, %s, %l, %r, %0) : (tensor<2x3xf32, {order = #layout.order<CN>, reqs = #layout.reqs<m0: aligned<16 bytes>>}>, tensor<6xi16, {order = #layout.order<C>}>, tensor<2x3xi16, {order = #layout.order<CN>, reqs = #layout.reqs<m0: aligned<16 bytes>>}>, tensor<2x3xi8, {order = #layout.order<CN>}>, tensor<4xi4>, tensor<8xi1>, tensor<2x2xui8>, tensor<2xi64>, tensor<4xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// CHECK: /* Vulkan data graphs, written by layoutc for target `emulation`. For C99 and C++20, and later. */
// CHECK-NEXT: #ifndef [[GUARD:LAYOUTC_VK_GRAPH_[0-9A-F]+_H]]
// CHECK-NEXT: #define [[GUARD]]
// CHECK: #if VK_HEADER_VERSION < 319

// Descriptions are those of resources and constants alone: the op reads %v and not %b.
// CHECK: static const VkTensorDescriptionARM f_x_vk = {
// CHECK: .usage = 0x20 /* VK_TENSOR_USAGE_DATA_GRAPH_BIT_ARM */
// CHECK-NOT: f_b_vk
// CHECK: static const int64_t f_a_vk_dims[2] = {3, 2};
// CHECK-NEXT: static const int64_t f_a_vk_strides[2] = {16, 2};
// CHECK: static const VkTensorDescriptionARM f_wc_vk = {
// CHECK-NOT: f_w_vk

// Padding is zero.
// CHECK: /* the bytes of `%a` in the layout of `@f_a_vk`, little-endian */
// CHECK-NEXT: static const union {
// CHECK-NEXT: uint8_t bytes[48];
// CHECK-NEXT: uint64_t alignment;
// CHECK-NEXT: } f_a_vk_data = {{[{][{]}}
// CHECK-NEXT: 0x01, 0x00, 0x04, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
// CHECK-NEXT: 0x02, 0x00, 0x05, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
// CHECK-NEXT: 0x03, 0x00, 0x06, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
// CHECK: f_v_vk_data
// CHECK-NEXT: 0x01, 0x00, 0x02, 0x00, 0x03, 0x00, 0x04, 0x00, 0x05, 0x00, 0x06, 0x00,
// CHECK: f_n_vk_data
// CHECK-NEXT: 0xe1, 0xc3,
// CHECK: f_m_vk_data
// CHECK-NEXT: 0x8d,
// CHECK: f_s_vk_data
// CHECK-NEXT: 0x07, 0x07, 0x07, 0x07,
// CHECK: f_l_vk_data
// CHECK-NEXT: 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
// CHECK: f_0_vk_data
// CHECK-NEXT: 0x00, 0x00, 0x00, 0x40,

// CHECK: static const VkDataGraphPipelineResourceInfoARM f_graph_resources[2] = {
// CHECK-NEXT: /* argument `%x` */
// CHECK-NEXT: {
// CHECK-NEXT: .sType = VK_STRUCTURE_TYPE_DATA_GRAPH_PIPELINE_RESOURCE_INFO_ARM,
// CHECK-NEXT: .pNext = &f_x_vk,
// CHECK-NEXT: .descriptorSet = 0,
// CHECK-NEXT: .binding = 0,
// CHECK-NEXT: .arrayElement = 0
// CHECK: /* result `%y` */
// CHECK: .pNext = &f_y_vk,
// CHECK-NEXT: .descriptorSet = 2,
// CHECK-NEXT: .binding = 5,

// CHECK: static const VkDataGraphPipelineConstantARM f_graph_constants[9] = {
// CHECK-NEXT: /* `%wc`, entry 0 of the host */
// CHECK-NEXT: {
// CHECK-NEXT: .sType = VK_STRUCTURE_TYPE_DATA_GRAPH_PIPELINE_CONSTANT_ARM,
// CHECK-NEXT: .pNext = &f_wc_vk,
// CHECK-NEXT: .id = 0,
// CHECK-NEXT: .pConstantData = NULL
// CHECK: /* `%a` */
// CHECK: .pNext = &f_a_vk_sparsity[0],
// CHECK-NEXT: .id = 1,
// CHECK-NEXT: .pConstantData = f_a_vk_data.bytes
// CHECK: /* `%r`, entry 1 of the host */

// CHECK: static const VkDescriptorSetLayoutBinding f_graph_bindings[2] = {
// CHECK: .descriptorType = VK_DESCRIPTOR_TYPE_TENSOR_ARM,
// CHECK: .stageFlags = VK_SHADER_STAGE_ALL,
// CHECK: static const VkDescriptorSetLayoutCreateInfo f_graph_sets[3] = {
// CHECK: .bindingCount = 1,
// CHECK-NEXT: .pBindings = &f_graph_bindings[0]
// CHECK: .bindingCount = 0,
// CHECK-NEXT: .pBindings = NULL
// CHECK: .bindingCount = 1,
// CHECK-NEXT: .pBindings = &f_graph_bindings[1]
// CHECK: #define F_GRAPH_SETS 3u
// CHECK: #define F_GRAPH_HOST_CONSTANTS 2u

// CHECK: #ifdef LAYOUTC_VK_CREATE
// CHECK: static inline VkResult f_x_vk_create(
// CHECK-NOT: f_a_vk_create(
// CHECK: static inline VkResult f_graph_sets_create(
// CHECK: static inline VkResult f_graph_pipeline_create(
// CHECK: if (data == NULL || data->host == NULL) {
// CHECK: constants[0].pConstantData = data->host[0];
// CHECK-NEXT: constants[7].pConstantData = data->host[1];

// Each constant of the file starts at a multiple of 64 bytes.
// FILE: The file of the constants, which `--emit=vk-graph-data` writes, has 388 bytes.
// FILE-NOT: _data = {
// FILE: /* `%a`, from byte 0 of the file */
// FILE: .pConstantData = NULL
// FILE: /* `%v`, from byte 64 of the file */
// FILE: constants[0].pConstantData = data->host[0];
// FILE-NEXT: constants[1].pConstantData = (const uint8_t *)data->file + 0ull;
// FILE-NEXT: constants[2].pConstantData = (const uint8_t *)data->file + 64ull;

// SHARED: static const VkTensorDescriptionARM f_x_vk = {
// SHARED: .usage = 0x22 /* VK_TENSOR_USAGE_SHADER_BIT_ARM | VK_TENSOR_USAGE_DATA_GRAPH_BIT_ARM */
