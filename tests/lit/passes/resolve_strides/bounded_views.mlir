// Views of tensors with bounds share memory where the map from index to slot is the same at every run-time length.
// RUN: layoutc %s --passes=assign-layouts,resolve-strides --stats 2>&1 | FileCheck %s

// A bounded dim can be permuted and sliced, and be the outermost of the dims that a reshape merges or splits.
// CHECK-LABEL: func.func @views(
// CHECK: onnx.Transpose
// CHECK-SAME: -> tensor<?x?x16xf16, {bounds = [8, 6, 16], order = #HCW, strides = [16, 128, 1]}>
// CHECK: onnx.Slice
// CHECK-SAME: -> tensor<?x?x16xf16, {bounds = [7, 6, 16], offset = 16 : i64, order = #HCW, strides = [16, 128, 1]}>
// CHECK: tensor.collapse_shape
// CHECK-SAME: into tensor<?x?xf16, {bounds = [6, 128], order = #NC, strides = [128, 1]}>
func.func @views(%x: tensor<?x?x16xf16, {bounds = [6, 8, 16]}>) {
  %0 = "onnx.Transpose"(%x) {perm = [1, 0, 2]} : (tensor<?x?x16xf16, {bounds = [6, 8, 16]}>) -> tensor<?x?x16xf16, {bounds = [8, 6, 16]}>
  %one = "onnx.Constant"() {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
  %zero = "onnx.Constant"() {value = dense<0> : tensor<1xi64>} : () -> tensor<1xi64>
  %end = "onnx.Constant"() {value = dense<9223372036854775807> : tensor<1xi64>} : () -> tensor<1xi64>
  %1 = "onnx.Slice"(%0, %one, %end, %zero) : (tensor<?x?x16xf16, {bounds = [8, 6, 16]}>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?x16xf16, {bounds = [7, 6, 16]}>
  %2 = tensor.collapse_shape %x [[0], [1, 2]] : tensor<?x?x16xf16, {bounds = [6, 8, 16]}> into tensor<?x?xf16, {bounds = [6, 128]}>
  "my.use"(%1, %2) {layout.choices = [#layout.choice<(any, any) -> ()>]} : (tensor<?x?x16xf16, {bounds = [7, 6, 16]}>, tensor<?x?xf16, {bounds = [6, 128]}>) -> ()
  return
}

// A slice of a size that is known at run time has the bound of its type. A bounded part can be the last one of a concat.
// CHECK-LABEL: func.func @parts(
// CHECK: onnx.Concat
// CHECK-SAME: -> tensor<2x?xf16, {bounds = [2, 9], order = #NC, strides = [9, 1]}>
// CHECK: tensor.extract_slice
// CHECK-SAME: to tensor<2x?xf16, {bounds = [2, 5], offset = 4 : i64, order = #NC, strides = [9, 1]}>
func.func @parts(%x: tensor<2x4xf16>, %n: index) -> tensor<2x?xf16, {bounds = [2, 9]}> {
  %a = "my.op"(%x) : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %b = "my.op"(%x) : (tensor<2x4xf16>) -> tensor<2x?xf16, {bounds = [2, 5]}>
  %0 = "onnx.Concat"(%a, %b) {axis = 1 : si64} : (tensor<2x4xf16>, tensor<2x?xf16, {bounds = [2, 5]}>) -> tensor<2x?xf16, {bounds = [2, 9]}>
  %1 = tensor.extract_slice %0[0, 4] [2, %n] [1, 1] : tensor<2x?xf16, {bounds = [2, 9]}> to tensor<2x?xf16, {bounds = [2, 5]}>
  "my.use"(%1) {layout.choices = [#layout.choice<(any) -> ()>]} : (tensor<2x?xf16, {bounds = [2, 5]}>) -> ()
  return %0 : tensor<2x?xf16, {bounds = [2, 9]}>
}

// A cast between a bound and an equal static length is a view. Calls and returns carry bounds as parts of types.
// CHECK-LABEL: func.func @caller(
// CHECK: tensor.cast
// CHECK-SAME: to tensor<4x6xf16, {order = #CN, strides = [1, 4]}>
// CHECK: call @callee
// CHECK-SAME: (tensor<?x6xf16, {bounds = [4, 6], order = #CN, strides = [1, 4]}>) -> tensor<?x6xf16, {bounds = [4, 6], order = #CN, strides = [1, 4]}>
func.func @caller(%x: tensor<?x6xf16, {bounds = [4, 6], order = #layout.order<CN>}>) {
  %0 = tensor.cast %x : tensor<?x6xf16, {bounds = [4, 6], order = #layout.order<CN>}> to tensor<4x6xf16>
  "my.use"(%0) {layout.choices = [#layout.choice<(any) -> ()>]} : (tensor<4x6xf16>) -> ()
  %1 = call @callee(%x) : (tensor<?x6xf16, {bounds = [4, 6], order = #layout.order<CN>}>) -> tensor<?x6xf16, {bounds = [4, 6], order = #layout.order<CN>}>
  return
}
func.func @callee(%x: tensor<?x6xf16, {bounds = [4, 6], order = #layout.order<CN>}>) -> tensor<?x6xf16, {bounds = [4, 6], order = #layout.order<CN>}> {
  return %x : tensor<?x6xf16, {bounds = [4, 6], order = #layout.order<CN>}>
}

// Layouts that differ in dims of length 1 alone are one function: a reorder between them becomes a view.
// CHECK-LABEL: func.func @length_one(
// CHECK: layout.view %x : tensor<?x1x?x8xf16, {bounds = [3, 1, 6, 8], order = #NCHW, strides = [48, 48, 8, 1]}> -> tensor<?x1x?x8xf16, {bounds = [3, 1, 6, 8], order = #NHWC, strides = [48, 1, 8, 1]}>
func.func @length_one(%x: tensor<?x1x?x8xf16, {bounds = [3, 1, 6, 8]}>) -> tensor<?x1x?x8xf16, {bounds = [3, 1, 6, 8], order = #layout.order<NHWC>}> {
  %0 = layout.reorder %x : tensor<?x1x?x8xf16, {bounds = [3, 1, 6, 8]}> -> tensor<?x1x?x8xf16, {bounds = [3, 1, 6, 8], order = #layout.order<NHWC>}>
  return %0 : tensor<?x1x?x8xf16, {bounds = [3, 1, 6, 8], order = #layout.order<NHWC>}>
}

// The cost of a reorder is that of the bounds: 4 x 6 elements of 2 bytes are read and written.
// CHECK-LABEL: func.func @cost(
// CHECK: layout.reorder %x : tensor<?x6xf16, {bounds = [4, 6]{{.*}}> -> tensor<?x6xf16, {bounds = [4, 6], order = #CN, strides = [1, 4]}>
// CHECK: 96 assign-layouts (1): cost (bytes)
// CHECK: 0 assign-layouts (1): gap (bytes)
func.func @cost(%x: tensor<?x6xf16, {bounds = [4, 6]}>) {
  "my.use"(%x) {layout.choices = [#layout.choice<(CN) -> ()>]} : (tensor<?x6xf16, {bounds = [4, 6]}>) -> ()
  return
}
