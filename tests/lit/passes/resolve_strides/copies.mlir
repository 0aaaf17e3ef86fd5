// RUN: layoutc %s --passes='resolve-strides{copies=insert}' | FileCheck %s
// RUN: layoutc %s --passes='resolve-strides{copies=insert},resolve-strides' | FileCheck %s
// RUN: layoutc %s --passes='resolve-strides{copies=insert}' --emit=none --stats 2>&1 | FileCheck %s --check-prefix=STATS

// STATS: 10 resolve-strides (1): copies inserted

// A slice is copied after its op, where it is small.
// CHECK-LABEL: func.func @compact(%x: tensor<4x6xf16, {{.*}}strides = [6, 1]}>)
func.func @compact(%x: tensor<4x6xf16>) {
  // CHECK: [[VIEW:%.*]] = tensor.extract_slice %x
  // CHECK-SAME: to tensor<4x3xf16, {offset = 2 : i64, {{.*}}strides = [6, 1]}>
  // CHECK: %part = layout.reorder [[VIEW]] : {{.*}} -> tensor<4x3xf16, {{.*}}strides = [3, 1]}>
  %part = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2>,
      static_sizes = array<i64: 4, 3>, static_strides = array<i64: 1, 1>}> : (tensor<4x6xf16>) -> tensor<4x3xf16, {reqs = #layout.reqs<m0: compact>}>
  // CHECK: "t.use"(%part)
  "t.use"(%part) : (tensor<4x3xf16, {reqs = #layout.reqs<m0: compact>}>) -> ()
  return
}

// An operand of a concat is copied before it: here the second of two equal operands.
// CHECK-LABEL: func.func @twice(
func.func @twice() -> tensor<2x4xf16, {order = #layout.order<NC>}> {
  // CHECK: %a = "t.make"() : () -> tensor<1x4xf16, {{.*}}strides = [4, 1]}>
  %a = "t.make"() : () -> tensor<1x4xf16>
  // CHECK: [[COPY:%.*]] = layout.reorder %a : {{.*}} -> tensor<1x4xf16, {{.*}}strides = [4, 1]}>
  // CHECK: "onnx.Concat"(%a, [[COPY]])
  %c = "onnx.Concat"(%a, %a) {axis = 0 : si64} : (tensor<1x4xf16>, tensor<1x4xf16>) -> tensor<2x4xf16, {order = #layout.order<NC>}>
  return %c : tensor<2x4xf16, {order = #layout.order<NC>}>
}

// A transpose whose result has a declared order becomes a view, followed by a copy.
// CHECK-LABEL: func.func @transpose(
func.func @transpose(%x: tensor<4x6xf16, {order = #layout.order<NC>}>) {
  // CHECK: [[VIEW:%.*]] = "onnx.Transpose"(%x) {{.*}} -> tensor<6x4xf16, {{.*}}order = #CN, strides = [1, 6]}>
  // CHECK: %t = layout.reorder [[VIEW]] : {{.*}} -> tensor<6x4xf16, {{.*}}order = #NC, strides = [4, 1]}>
  %t = "onnx.Transpose"(%x) {perm = [1, 0]} : (tensor<4x6xf16, {order = #layout.order<NC>}>) -> tensor<6x4xf16, {order = #layout.order<NC>}>
  return
}

// The operand of a reshape is copied before it, into the order in which the reshape is a view.
// CHECK-LABEL: func.func @reshape(
func.func @reshape(%x: tensor<4x6xf16, {order = #layout.order<CN>}>) {
  // CHECK: [[COPY:%.*]] = layout.reorder %x : {{.*}} -> tensor<4x6xf16, {{.*}}order = #NC, strides = [6, 1]}>
  // CHECK: tensor.collapse_shape [[COPY]]
  %row = "tensor.collapse_shape"(%x) <{reassociation = [[0, 1]]}> : (tensor<4x6xf16, {order = #layout.order<CN>}>) -> tensor<24xf16, {order = #layout.order<C>}>
  return
}

// A slice of a format that splits C: the format itself is copied, because the slice cannot be.
// CHECK-LABEL: func.func @format(
func.func @format(%x: tensor<1x8x2x2xf16, {format = #layout.format<chw4>}>) {
  // CHECK: layout.reorder
  // CHECK: "t.use"
  %part = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2, 0, 0>,
      static_sizes = array<i64: 1, 4, 2, 2>, static_strides = array<i64: 1, 1, 1, 1>}> : (tensor<1x8x2x2xf16, {format = #layout.format<chw4>}>) -> tensor<1x4x2x2xf16, {order = #layout.order<NCHW>}>
  "t.use"(%part) : (tensor<1x4x2x2xf16, {order = #layout.order<NCHW>}>) -> ()
  return
}

// Each operand of a concat is copied if each has its own row stride.
// CHECK-LABEL: func.func @rows(
func.func @rows() {
  // CHECK: %a = "t.make"() : () -> tensor<4x2xf16, {{.*}}strides = [2, 1]}>
  %a = "t.make"() : () -> tensor<4x2xf16, {reqs = #layout.reqs<m0: compact>}>
  %b = "t.make"() : () -> tensor<4x2xf16, {reqs = #layout.reqs<m0: compact>}>
  %c = "t.make"() : () -> tensor<4x2xf16, {reqs = #layout.reqs<m0: compact>}>
  // CHECK-COUNT-3: layout.reorder {{.*}}strides = [6, 1]}>
  // CHECK: %r = "onnx.Concat"
  %r = "onnx.Concat"(%a, %b, %c) {axis = 1 : si64} : (tensor<4x2xf16, {reqs = #layout.reqs<m0: compact>}>, tensor<4x2xf16, {reqs = #layout.reqs<m0: compact>}>, tensor<4x2xf16, {reqs = #layout.reqs<m0: compact>}>) -> tensor<4x6xf16>
  return
}

// A copy of the operand of a view in memory order keeps its order: another one would change the elements of the result.
// CHECK-LABEL: func.func @memory(
// CHECK: layout.reorder %x {{.*}} -> tensor<2x3x4xf16, {order = #HWC, strides = [1, 8, 2]}>
// CHECK-NEXT: layout.view {{.*}} -> tensor<3x8xf16, {order = #NC, reqs = #layout.reqs<m0: fixed<16 bytes>>, strides = [8, 1]}>
func.func @memory(%x: tensor<2x3x4xf16, {order = #layout.order<HWC>, reqs = #layout.reqs<m1: aligned<32 bytes>>}>) -> tensor<3x8xf16, {order = #layout.order<NC>, reqs = #layout.reqs<m0: fixed<16 bytes>>}> {
  %0 = layout.view %x : tensor<2x3x4xf16, {order = #layout.order<HWC>, reqs = #layout.reqs<m1: aligned<32 bytes>>}> -> tensor<3x8xf16, {order = #layout.order<NC>, reqs = #layout.reqs<m0: fixed<16 bytes>>}>
  return %0 : tensor<3x8xf16, {order = #layout.order<NC>, reqs = #layout.reqs<m0: fixed<16 bytes>>}>
}

// A format of one vector has the memory of an order, but no strides to share. The copy has the order of the result.
// CHECK-LABEL: func.func @one_vector(
// CHECK: layout.reorder %x {{.*}} -> tensor<1x16x?x8xf16, {bounds = [1, 16, 6, 8], order = #NHWC, strides = [768, 1, 128, 16]}>
// CHECK-NEXT: layout.view {{.*}} -> tensor<1x16x?x8xf16, {bounds = [1, 16, 6, 8], order = #NHWC, strides = [768, 1, 128, 16]}>
func.func @one_vector(%x: tensor<1x16x?x8xf16, {bounds = [1, 16, 6, 8], format = #layout.format<chw16>}>) -> tensor<1x16x?x8xf16, {bounds = [1, 16, 6, 8], order = #layout.order<NHWC>}> {
  %0 = layout.view %x : tensor<1x16x?x8xf16, {bounds = [1, 16, 6, 8], format = #layout.format<chw16>}> -> tensor<1x16x?x8xf16, {bounds = [1, 16, 6, 8], order = #layout.order<NHWC>}>
  return %0 : tensor<1x16x?x8xf16, {bounds = [1, 16, 6, 8], order = #layout.order<NHWC>}>
}
