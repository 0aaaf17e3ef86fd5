// RUN: layoutc %s --passes=assign-layouts --target=channels_last | FileCheck %s --implicit-check-not='= layout.reorder'
// RUN: layoutc %s --passes=assign-layouts --target=channels_last --emit=none 2>&1 | FileCheck %s --check-prefix=REMARK --allow-empty

// Ops of the domain com.microsoft have kinds, by the names in their attributes: only the input and the result are
// reordered. The scales and zero points have no role.
// REMARK-NOT: remark
// CHECK: [[X:%.*]] = layout.reorder %x
func.func @f(%x: tensor<1x16x8x8xui8>, %w: tensor<16x16x3x3xi8> {layout.constant}, %s: tensor<f32> {layout.constant},
             %z: tensor<ui8> {layout.constant}, %zw: tensor<i8> {layout.constant}) -> tensor<1x16x8x8xui8> {
  // CHECK: layout.reorder %w
  // CHECK-NEXT: [[A:%.*]] = "onnx.QLinearConv"([[X]],
  %0 = "onnx.QLinearConv"(%x, %s, %z, %w, %s, %zw, %s, %z) {pads = [1, 1, 1, 1]} : (tensor<1x16x8x8xui8>, tensor<f32>, tensor<ui8>, tensor<16x16x3x3xi8>, tensor<f32>, tensor<i8>, tensor<f32>, tensor<ui8>) -> tensor<1x16x8x8xui8>
  // CHECK-NEXT: [[B:%.*]] = "onnx.Custom"([[A]], %s, %z, [[X]],
  %1 = "onnx.Custom"(%0, %s, %z, %x, %s, %z, %s, %z) {domain_name = "com.microsoft", function_name = "QLinearAdd"} : (tensor<1x16x8x8xui8>, tensor<f32>, tensor<ui8>, tensor<1x16x8x8xui8>, tensor<f32>, tensor<ui8>, tensor<f32>, tensor<ui8>) -> tensor<1x16x8x8xui8>
  // CHECK-NEXT: [[C:%.*]] = "onnx.Custom"([[B]],
  %2 = "onnx.Custom"(%1, %s, %z, %s, %z) {domain_name = "com.microsoft", function_name = "QLinearAveragePool"} : (tensor<1x16x8x8xui8>, tensor<f32>, tensor<ui8>, tensor<f32>, tensor<ui8>) -> tensor<1x16x8x8xui8>
  // CHECK-NEXT: [[D:%.*]] = layout.reorder [[C]]
  // CHECK-NEXT: return [[D]]
  return %2 : tensor<1x16x8x8xui8>
}
