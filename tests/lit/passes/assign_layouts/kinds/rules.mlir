// A rule for a name wins over one for a kind, which wins over "*". Choices list layouts and conditions by role.
// RUN: layoutc %s --passes=assign-layouts --target=npu | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=npu --verify-diagnostics --emit=none
// RUN: layoutc explain %s --of @roles:%%p --target=npu --passes=assign-layouts | FileCheck %s --check-prefix=EXPLAIN

// EXPLAIN: the target's rule for kind `pool`, which `tosa.max_pool2d` is in, requires `(NHWC) -> NHWC`

layout.target @npu {
  layout.rule kind = convolution [#layout.choice<(NHWC, OYXI, any...) -> NHWC, when = [dim(0, 1) == 4, dim(1, 0) == 16, rank(1) == 4, elem(result 0) == f16]>]
  layout.rule kind = pool [#layout.choice<(NHWC) -> NHWC>]
  layout.rule kind = gather [#layout.choice<(any...) -> CN>]
  // expected-remark@+1 {{no choice of the rule for kind `matmul` of target `@npu` applies to any op of the kind: 2 ops are row major}}
  layout.rule kind = matmul [#layout.choice<(NHWC, any...) -> any>]
  layout.rule kind = normalization [#layout.choice<(NHWC, any...) -> (NHWC, any...)>]
  layout.rule "tosa.avg_pool2d" [#layout.choice<(CWH) -> any>, #layout.choice<(NCHW) -> NCHW>]
  layout.rule "*" [#layout.choice<(row_major...) -> row_major...>]
}

// CHECK-LABEL: func.func @roles
func.func @roles(%x: tensor<1x8x6x4xf16>, %w: tensor<3x3x4x4xf16>, %b: tensor<16xf16>, %q: tensor<16x4x1x1xf16>, %g: tensor<4x8xf16>, %i: tensor<3xi64>) {
  // The filter H, W, C, M has the output channels C x M, and no input channels.
  // CHECK: tosa.depthwise_conv2d {{.+}} : (tensor<1x8x6x4xf16>, tensor<3x3x4x4xf16, {order = #YXOI}>, tensor<16xf16>) -> tensor<1x8x6x16xf16, {order = #NCHW}>
  %0 = tosa.depthwise_conv2d %x, %w, %b {pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, acc_type = f16} : (tensor<1x8x6x4xf16>, tensor<3x3x4x4xf16>, tensor<16xf16>) -> tensor<1x8x6x16xf16>
  // CHECK: tosa.max_pool2d {{.+}} : (tensor<1x8x6x16xf16, {order = #NCHW}>) -> tensor<1x4x3x16xf16, {order = #NCHW}>
  %p = tosa.max_pool2d %0 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x6x16xf16>) -> tensor<1x4x3x16xf16>
  // The rule for the name counts dims by position: N, H, W, C is row major.
  // CHECK: tosa.avg_pool2d {{.+}} : (tensor<1x4x3x16xf16, {order = #NCHW}>) -> tensor<1x2x1x16xf16, {order = #NCHW}>
  %1 = tosa.avg_pool2d %p {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>, acc_type = f16} : (tensor<1x4x3x16xf16>) -> tensor<1x2x1x16xf16>
  // A gather by several indices is no view, and has the rule of its kind.
  // CHECK: "onnx.Gather"({{.+}}) {{.*}} -> tensor<3x8xf16, {order = #CN}>
  %2 = "onnx.Gather"(%g, %i) {axis = 0 : si64} : (tensor<4x8xf16>, tensor<3xi64>) -> tensor<3x8xf16>
  %3 = "onnx.MatMul"(%g, %g) : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<4x8xf16>
  // expected-note@+1 {{`(NHWC, any...) -> any` does not apply here: value 0 has 2 dims, but NHWC has 4}}
  %4 = "linalg.matmul"(%g, %g, %3) : (tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<4x8xf16>
  // expected-remark@+2 {{1 op `onnx.LayerNormalization` fell back to row major: no choice of the rule for kind `normalization` of target `@npu` applies}}
  // expected-note@+1 {{value 0 has dims of unknown letters, so that no order or format applies}}
  %5 = "onnx.LayerNormalization"(%q, %b) : (tensor<16x4x1x1xf16>, tensor<16xf16>) -> tensor<16x4x1x1xf16>
  // CHECK: "onnx.InstanceNormalization"({{.+}}) : (tensor<16x4x1x1xf16, {order = #NHWC}>, {{.+}}) -> tensor<16x4x1x1xf16, {order = #NHWC}>
  %6 = "onnx.InstanceNormalization"(%q, %b, %b) : (tensor<16x4x1x1xf16>, tensor<16xf16>, tensor<16xf16>) -> tensor<16x4x1x1xf16>
  return
}
