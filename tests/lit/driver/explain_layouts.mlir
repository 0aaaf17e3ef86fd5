// RUN: layoutc explain %s --of @f:%%a | FileCheck %s --check-prefix=VALUE
// RUN: layoutc explain %s --of @f:%%x | FileCheck %s --check-prefix=ARGUMENT
// RUN: layoutc explain %s --of @f:%%1 | FileCheck %s --check-prefix=REORDER
// RUN: layoutc explain %s --of @f:%%1 --passes=optimize-reorders | FileCheck %s --check-prefix=OPTIMIZED

module attributes {layout.target = @npu} {
  layout.target @npu {
    layout.rule "onnx.Conv" [#layout.choice<(NHWC, any) -> NHWC>, #layout.choice<(NCHW, any) -> NCHW, cost = 2000>]
    layout.rule "onnx.Relu" [#layout.choice<same>]
    layout.rule "*" [#layout.choice<(row_major...) -> row_major...>]
  }

  func.func @f(%x: tensor<1x8x4x4xf16>, %w: tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16> {
    // Made in the only other layout, everything would cost more: the choice's own cost, less two reorders.
    // VALUE: remark: `assign-layouts` made it NHWC
    // VALUE: note: a rule of the target speaks of `onnx.Conv`; of 2 choices it takes `(NHWC, any) -> NHWC` ({{.*}}explain_layouts.mlir:8:5)
    // VALUE: note: `onnx.Relu` reads it as operand 0, NHWC: a rule of the target speaks of `onnx.Relu`: `same` ({{.*}})
    // VALUE: note: made row major (NCHW) instead, all layouts together would cost 976 bytes more
    // VALUE: remark: `resolve-strides` gave it the strides
    // ARGUMENT: remark: `assign-layouts` left it row major (NCHW)
    // ARGUMENT: note: the signature of the function says so
    // ARGUMENT: note: it cannot be made NHWC
    %a = "onnx.Conv"(%x, %w) : (tensor<1x8x4x4xf16>, tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16>
    %b = "onnx.Relu"(%a) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
    // REORDER: remark: `assign-layouts` put it there: `%b` is NHWC, and is wanted row major (NCHW)
    // REORDER: note: `test.use` reads it as operand 0, row major (NCHW): the target's rule for all other ops speaks of `test.use`: `(row_major...) -> row_major...`
    "test.use"(%b) : (tensor<1x8x4x4xf16>) -> ()
    // OPTIMIZED: remark: `optimize-reorders` put it there: `%b` is NHWC, and is wanted row major (NCHW)
    return %b : tensor<1x8x4x4xf16>
  }
}
