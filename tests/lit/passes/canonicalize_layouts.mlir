// RUN: layoutc %s --passes=canonicalize-layouts | FileCheck %s
// RUN: layoutc %s --passes=canonicalize-layouts,canonicalize-layouts | FileCheck %s
// RUN: layoutc %s --passes=canonicalize-layouts,resolve-strides | FileCheck %s --check-prefix=RESOLVED

layout.descriptor @rows {
  %h, %w, %c = layout.strided [4, 6, 3] strides [32, 4, 1]
  %0 = layout.pass_through %c
  %1 = layout.pass_through %h
  %2 = layout.pass_through %w
  layout.yield %0, %1, %2
}
layout.descriptor @padded {
  %m = layout.packed [4]
  %0 = layout.pad %m low 1 high 1
  layout.yield %0
}
layout.descriptor @padded_too {
  %m = layout.packed [4]
  %0 = layout.pad %m low 2 high 2
  %1 = layout.slice %0 from 1 to 7
  layout.yield %1
}

// A descriptor that permutes dims becomes an order with strides, in all types that name it.
// CHECK: layout.tensor @x : tensor<3x4x6xf16, {order = #HWC, strides = [1, 32, 4]}>
layout.tensor @x : tensor<3x4x6xf16, {layout = @rows}>
// CHECK: func.func @f(%x: [[ROWS:tensor<3x4x6xf16, {order = #HWC, strides = \[1, 32, 4\]}>]])
// CHECK-NEXT: "t.use"(%x) {ty = [[ROWS]]} : ([[ROWS]]) -> ()
func.func @f(%x: tensor<3x4x6xf16, {layout = @rows}>) {
  "t.use"(%x) {ty = tensor<3x4x6xf16, {layout = @rows}>} : (tensor<3x4x6xf16, {layout = @rows}>) -> ()
  return
}

// A format with padding becomes an order with stride requirements.
// CHECK: layout.tensor @y : tensor<3x4x6xf16, {order = #HWC, reqs = #layout.reqs<m0: fixed<48 elems>, m1: fixed<8 elems>, m2: fixed<1 elems>>}>
// RESOLVED: layout.tensor @y {{.*}}strides = [1, 48, 8]
layout.tensor @y : tensor<3x4x6xf16, {format = #layout.format<hwc8>}>

// Strides of dims of length 1 are free.
// CHECK: layout.tensor @z : tensor<1x1x4x6xf16, {order = #NCHW, strides = [24, 24, 6, 1]}>
layout.tensor @z : tensor<1x1x4x6xf16, {order = #layout.order<NHWC>, strides = [99, 1, 6, 1]}>

// Equal descriptors are replaced with the first one, and none is removed.
// CHECK: layout.tensor @p : tensor<6xf16, {layout = @padded}>
// CHECK: layout.tensor @q : tensor<6xf16, {layout = @padded, offset = 4 : i64}>
layout.tensor @p : tensor<6xf16, {layout = @padded}>
layout.tensor @q : tensor<6xf16, {layout = @padded_too, offset = 4}>

// Splits of C and unresolved layouts are preserved.
// CHECK: layout.tensor @split : tensor<1x5x4x4xi8, {format = #layout.format<chw4>}>
layout.tensor @split : tensor<1x5x4x4xi8, {format = #layout.format<chw4>}>
// CHECK: layout.tensor @open : tensor<1x1x4x6xf16, {order = #NHWC}>
layout.tensor @open : tensor<1x1x4x6xf16, {order = #layout.order<NHWC>}>
// CHECK: layout.tensor @plain : tensor<4x6xf16>
layout.tensor @plain : tensor<4x6xf16>
