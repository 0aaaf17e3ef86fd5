// A slice whose size is the length of the sliced dim, and a reshape whose shape is computed, keep the dynamic dim.
// RUN: layoutc %s --passes=assign-layouts,resolve-strides | FileCheck %s

// CHECK-LABEL: func.func @slice(
// CHECK: to tensor<?x3x6xf16, {offset = 6 : i64, order = #CHW, strides = [24, 6, 1]}>
// CHECK: to tensor<?x5xf16, {offset = 7 : i64, order = #NC, strides = [24, 1]}>
func.func @slice(%x: tensor<?x4x6xf16>, %i: index) -> tensor<?x6xf16> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4x6xf16>
  %0 = "tensor.extract_slice"(%x, %n) {operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: -9223372036854775808, 3, 6>, static_strides = array<i64: 1, 1, 1>} : (tensor<?x4x6xf16>, index) -> tensor<?x3x6xf16>
  %m = tensor.dim %0, %c0 : tensor<?x3x6xf16>
  %1 = "tensor.extract_slice"(%0, %m) {operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0, 0, 1>, static_sizes = array<i64: -9223372036854775808, 1, 5>, static_strides = array<i64: 1, 1, 1>} : (tensor<?x3x6xf16>, index) -> tensor<?x5xf16>
  %2 = "my.pad"(%1) {layout.choices = [#layout.choice<(any) -> row_major>]} : (tensor<?x5xf16>) -> tensor<?x6xf16>
  return %2 : tensor<?x6xf16>
}

// A size of another value, or of another dim, may be smaller than the dim.
// CHECK-LABEL: func.func @unknown(
// CHECK-NOT: offset
func.func @unknown(%x: tensor<?x?x6xf16>, %y: tensor<?x4x6xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %y, %c0 : tensor<?x4x6xf16>
  %0 = "tensor.extract_slice"(%x, %n) {operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: -9223372036854775808, 3, 6>, static_strides = array<i64: 1, 1, 1>} : (tensor<?x?x6xf16>, index) -> tensor<?x3x6xf16>
  %m = tensor.dim %y, %c1 : tensor<?x4x6xf16>
  %1 = "tensor.extract_slice"(%y, %m) {operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: -9223372036854775808, 3, 6>, static_strides = array<i64: 1, 1, 1>} : (tensor<?x4x6xf16>, index) -> tensor<?x3x6xf16>
  "my.use"(%1) : (tensor<?x3x6xf16>) -> ()
  return
}

// CHECK-LABEL: func.func @memrefs(
// CHECK: memref.dim
func.func @memrefs(%x: memref<?x4xf16>) {
  %c0 = arith.constant 0 : index
  %n = "memref.dim"(%x, %c0) : (memref<?x4xf16>, index) -> index
  %0 = "memref.subview"(%x, %n) {operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0, 1>, static_sizes = array<i64: -9223372036854775808, 2>, static_strides = array<i64: 1, 1>} : (memref<?x4xf16>, index) -> memref<?x2xf16, strided<[4, 1], offset: 1>>
  return
}

// CHECK-LABEL: func.func @reshape(
// CHECK: -> tensor<?x24xf16, {order = #NC, strides = [24, 1]}>
// CHECK: -> tensor<?x2x12xf16, {order = #CHW, strides = [24, 12, 1]}>
func.func @reshape(%x: tensor<?x4x6xf16>, %s: tensor<2xi64>, %t: tensor<3xindex>) -> tensor<?x2x12xf16> {
  %0 = "onnx.Reshape"(%x, %s) : (tensor<?x4x6xf16>, tensor<2xi64>) -> tensor<?x24xf16>
  %1 = tensor.reshape %0(%t) : (tensor<?x24xf16>, tensor<3xindex>) -> tensor<?x2x12xf16>
  return %1 : tensor<?x2x12xf16>
}
