// RUN: layoutc %s --passes=resolve-strides{copies=insert},lower-to-vulkan,verify-vulkan | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc - --emit=vk-json | FileCheck %s --check-prefix=JSON
// The attribute of a value replaces the format of its element type. Copies and views have the format of their source.

#NC = affine_map<(d0, d1) -> (d0, d1)>
#CN = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @masks(%m: tensor<4x6xi8, {{{.*}}}> {layout.vk_format = "VK_FORMAT_R8_BOOL_ARM"}
func.func @masks(%m: tensor<4x6xi8, {order = #NC}> {layout.vk_format = "VK_FORMAT_R8_BOOL_ARM"}, %x: tensor<4x6xi8>) -> tensor<24xi8> {
  %s = "onnx.Constant"() {value = dense<24> : tensor<1xi64>} : () -> tensor<1xi64>
  %0 = "onnx.Transpose"(%m) {perm = [1, 0]} : (tensor<4x6xi8, {order = #NC}>) -> tensor<6x4xi8>
  %1 = layout.reorder %m : tensor<4x6xi8, {order = #NC}> -> tensor<4x6xi8, {order = #CN}>
  %2 = "onnx.Reshape"(%m, %s) : (tensor<4x6xi8, {order = #NC}>, tensor<1xi64>) -> tensor<24xi8>
  %3 = "onnx.Where"(%m, %x, %x) : (tensor<4x6xi8, {order = #NC}>, tensor<4x6xi8>, tensor<4x6xi8>) -> tensor<4x6xi8, {order = #CN}>
  "test.use"(%0, %1) : (tensor<6x4xi8>, tensor<4x6xi8, {order = #CN}>) -> ()
  return %2 : tensor<24xi8>
}
// CHECK: vk.tensor_description @masks_m_vk {{.*}}format = "VK_FORMAT_R8_BOOL_ARM"
// CHECK: vk.tensor_description @masks_x_vk {{.*}}format = "VK_FORMAT_R8_SINT"
// CHECK: vk.tensor_description @masks_0_vk {{.*}}format = "VK_FORMAT_R8_BOOL_ARM"
// CHECK: vk.tensor_description @masks_1_vk {{.*}}format = "VK_FORMAT_R8_BOOL_ARM"
// CHECK: vk.tensor_description @masks_2_vk {{.*}}format = "VK_FORMAT_R8_BOOL_ARM"
// CHECK: vk.tensor_description @masks_3_vk {{.*}}format = "VK_FORMAT_R8_SINT"
// JSON: "name": "m",
// JSON: "format": "VK_FORMAT_R8_BOOL_ARM",

// A name is that of all results; a list has an entry for each. The types of a branch's arguments are equal, and so are
// their formats.
// CHECK: vk.tensor_description @results_e_vk {{.*}}format = "VK_FORMAT_R8_BOOL_ARM"
// CHECK: vk.tensor_description @results_a_vk {{.*}}format = "VK_FORMAT_R8_BOOL_ARM"
// CHECK: vk.tensor_description @results_b_vk {{.*}}format = "VK_FORMAT_R8_BOOL_ARM"
// CHECK: vk.tensor_description @results_c_vk {{.*}}format = "VK_FORMAT_R8_SINT"
// CHECK: vk.tensor_description @results_d_vk {{.*}}format = "VK_FORMAT_R8_UNORM"
func.func @results() -> (tensor<4xi8, {order = #layout.order<C>}> {layout.vk_format = "VK_FORMAT_R8_BOOL_ARM"}) {
  %a, %b = "test.masks"() {layout.vk_format = "VK_FORMAT_R8_BOOL_ARM"} : () -> (tensor<4xi8, {order = #layout.order<C>}>, tensor<4xi8, {order = #layout.order<C>}>)
  %c, %d = "test.more"() {layout.vk_format = [unit, "VK_FORMAT_R8_UNORM"]} : () -> (tensor<4xi8, {order = #layout.order<C>}>, tensor<4xi8, {order = #layout.order<C>}>)
  cf.br ^end(%a : tensor<4xi8, {order = #layout.order<C>}>)
^end(%e: tensor<4xi8, {order = #layout.order<C>}>):
  return %e : tensor<4xi8, {order = #layout.order<C>}>
}

// Copies of differently declared values have the format of their element type.
// CHECK: vk.tensor_description @mixed_x_vk {{.*}}format = "VK_FORMAT_R8_BOOL_ARM"
// CHECK: vk.tensor_description @mixed_y_vk {{.*}}format = "VK_FORMAT_R8_UNORM"
// CHECK: vk.tensor_description @mixed_z_vk {{.*}}format = "VK_FORMAT_R8_SINT"
func.func @mixed(%x: tensor<4xi8, {order = #layout.order<C>}> {layout.vk_format = "VK_FORMAT_R8_BOOL_ARM"}, %y: tensor<4xi8> {layout.vk_format = "VK_FORMAT_R8_UNORM"}) -> tensor<8xi8> {
  %z = "onnx.Concat"(%x, %y) {axis = 0 : si64} : (tensor<4xi8, {order = #layout.order<C>}>, tensor<4xi8>) -> tensor<8xi8>
  return %z : tensor<8xi8>
}
