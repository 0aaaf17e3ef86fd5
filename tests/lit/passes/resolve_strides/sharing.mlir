// RUN: layoutc %s --passes=resolve-strides | FileCheck %s
// RUN: layoutc %s --passes=resolve-strides,resolve-strides | FileCheck %s
// RUN: layoutc %s --passes=resolve-strides --emit=none --diagnostics=short 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layoutc eval %s --of @slices:%%part --at 0,7,3,3 | FileCheck %s --check-prefix=AT

// What is asked of a slice pads the buffer around it, and the slice says where it begins: 4 + 2 * 32 + 2 * 256. The
// transpose of the slice is one more view of it.
#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
// CHECK-LABEL: func.func @slices(%x: tensor<1x16x8x8xf16, {order = #NHWC, strides = [2048, 1, 256, 32]}>)
func.func @slices(%x: tensor<1x16x8x8xf16, {order = #NHWC}>) {
  // CHECK: %part = tensor.extract_slice
  // CHECK-SAME: to tensor<1x8x4x4xf16, {offset = 580 : i64, order = #NHWC, reqs = #layout.reqs<m2: aligned<64 bytes>>, strides = [1024, 1, 256, 32]}>
  %part = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 4, 2, 2>,
      static_sizes = array<i64: 1, 8, 4, 4>, static_strides = array<i64: 1, 1, 1, 1>}>
      : (tensor<1x16x8x8xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16, {order = #NHWC, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
  // CHECK: %turned = "onnx.Transpose"
  // CHECK-SAME: -> tensor<1x4x4x8xf16, {offset = 580 : i64, order = #NCHW, strides = [1024, 256, 32, 1]}>
  %turned = "onnx.Transpose"(%part) {perm = [0, 2, 3, 1]} : (tensor<1x8x4x4xf16, {order = #NHWC, reqs = #layout.reqs<m2: aligned<64 bytes>>}>) -> tensor<1x4x4x8xf16>
  return
}
// 580 + 7 + 3 * 256 + 3 * 32.
// AT: "offset":1451,"byte":2902,"valid":true}

// Two tensors are written side by side into the result of a concat, each into its half of every pixel.
// CHECK-LABEL: func.func @concat(
func.func @concat() -> tensor<1x12x4x4xf16, {order = #NHWC}> {
  // CHECK: %a = "t.make"() : () -> tensor<1x4x4x4xf16, {order = #NHWC, strides = [192, 1, 48, 12]}>
  // CHECK: %b = "t.make"() : () -> tensor<1x8x4x4xf16, {offset = 4 : i64, order = #NHWC, strides = [192, 1, 48, 12]}>
  %a = "t.make"() : () -> tensor<1x4x4x4xf16>
  %b = "t.make"() : () -> tensor<1x8x4x4xf16>
  // CHECK: %c = "onnx.Concat"
  // CHECK-SAME: -> tensor<1x12x4x4xf16, {order = #NHWC, strides = [192, 1, 48, 12]}>
  %c = "onnx.Concat"(%a, %b) {axis = 1 : si64} : (tensor<1x4x4x4xf16>, tensor<1x8x4x4xf16>) -> tensor<1x12x4x4xf16, {order = #NHWC}>
  return %c : tensor<1x12x4x4xf16, {order = #NHWC}>
}

// Rows of 6 that are read as one row must follow each other, and begin at multiples of 32 bytes: the least way is to
// leave gaps between the elements. A pass that pads rows alone finds nothing here.
// CHECK-LABEL: func.func @dense(%x: tensor<4x6xf16, {{.*}}strides = [48, 8]}>)
func.func @dense(%x: tensor<4x6xf16, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>) {
  // CHECK: tensor.collapse_shape
  // CHECK-SAME: into tensor<24xf16, {{.*}}strides = [8]}>
  %row = "tensor.collapse_shape"(%x) <{reassociation = [[0, 1]]}> : (tensor<4x6xf16, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>) -> tensor<24xf16>
  return
}

// Every second element of rows of 5, three of them, span 6: the rows of the buffer are padded for it.
// CHECK-LABEL: func.func @steps(%x: tensor<4x5xf16, {{.*}}strides = [6, 1]}>)
func.func @steps(%x: tensor<4x5xf16, {order = #layout.order<NC>}>) {
  // CHECK: tensor.extract_slice
  // CHECK-SAME: to tensor<4x3xf16, {{.*}}strides = [6, 2]}>
  %odd = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>,
      static_sizes = array<i64: 4, 3>, static_strides = array<i64: 1, 2>}> : (tensor<4x5xf16, {order = #layout.order<NC>}>) -> tensor<4x3xf16>
  return
}

// A dim of length 1 has a stride of its own: of a slice of one row it need not be the row's.
// CHECK-LABEL: func.func @one_row(%x: tensor<4x5xf16, {{.*}}strides = [5, 1]}>)
func.func @one_row(%x: tensor<4x5xf16, {order = #layout.order<NC>}>) {
  // CHECK: tensor.extract_slice
  // CHECK-SAME: to tensor<1x5xf16, {offset = 10 : i64, {{.*}}strides = [8, 1]}>
  %row = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2, 0>,
      static_sizes = array<i64: 1, 5>, static_strides = array<i64: 1, 1>}> : (tensor<4x5xf16, {order = #layout.order<NC>}>) -> tensor<1x5xf16, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>
  return
}

// Nothing is chosen and nothing asked: the views are left as they are.
// CHECK-LABEL: func.func @open(%x: tensor<4x6xf16>)
func.func @open(%x: tensor<4x6xf16>) {
  // CHECK: tensor<4x6xf16> into tensor<24xf16>
  %row = "tensor.collapse_shape"(%x) <{reassociation = [[0, 1]]}> : (tensor<4x6xf16>) -> tensor<24xf16>
  return
}

// A tensor in a format that cuts C may be read as itself.
// CHECK-LABEL: func.func @itself(
func.func @itself(%x: tensor<1x8x4x4xf16, {format = #layout.format<chw4>}>) {
  // CHECK: "onnx.Identity"
  %y = "onnx.Identity"(%x) : (tensor<1x8x4x4xf16, {format = #layout.format<chw4>}>) -> tensor<1x8x4x4xf16, {format = #layout.format<chw4>}>
  return
}

// Strides that are given without an offset get the one of their place.
// CHECK-LABEL: func.func @given(
func.func @given(%x: tensor<4x6xf16, {strides = [8, 1]}>) {
  // CHECK: to tensor<2x6xf16, {offset = 8 : i64, {{.*}}strides = [8, 1]}>
  %y = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1, 0>,
      static_sizes = array<i64: 2, 6>, static_strides = array<i64: 1, 1>}> : (tensor<4x6xf16, {strides = [8, 1]}>) -> tensor<2x6xf16, {strides = [8, 1]}>
  return
}

// A view of memory is read in the order that others choose, wherever they stand.
// CHECK-LABEL: func.func @memory(
func.func @memory() {
  // CHECK: %x = "t.make"() : () -> tensor<4x6xf16, {order = #CN, strides = [1, 4]}>
  %x = "t.make"() : () -> tensor<4x6xf16>
  // CHECK: layout.view %x : {{.*}} -> tensor<24xf16, {{.*}}strides = [1]}>
  %v = layout.view %x : tensor<4x6xf16> -> tensor<24xf16>
  %t = "onnx.Transpose"(%x) {perm = [1, 0]} : (tensor<4x6xf16>) -> tensor<6x4xf16, {order = #layout.order<NC>}>
  return
}

// Ops on elements keep the type, so that what one operand is asked holds for all.
// CHECK-LABEL: func.func @elements(%x: tensor<2x3xf16, {{.*}}strides = [8, 1]}>, %y: tensor<2x3xf16, {{.*}}strides = [8, 1]}>)
func.func @elements(%x: tensor<2x3xf16>, %y: tensor<2x3xf16>) {
  %z = "arith.addf"(%x, %y) : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  "t.use"(%z) {layout.reqs = [#layout.reqs<m0: aligned<16 bytes>>]} : (tensor<2x3xf16>) -> ()
  return
}

// What an op's operands do not tell is not known: this reshape is no view, which is told.
// REMARK: [[@LINE+4]]:10: remark[L0404]: `onnx.Reshape` is treated as an op that moves data, not as a view
// CHECK-LABEL: func.func @opaque(
func.func @opaque(%x: tensor<4x6xf16, {order = #layout.order<NC>}>, %shape: tensor<1xi64>) {
  // CHECK: -> tensor<24xf16>
  %row = "onnx.Reshape"(%x, %shape) : (tensor<4x6xf16, {order = #layout.order<NC>}>, tensor<1xi64>) -> tensor<24xf16>
  return
}
