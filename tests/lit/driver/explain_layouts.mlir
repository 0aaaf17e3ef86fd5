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
    // The only other layout costs more in total: the cost of the choice, less two reorders.
    // VALUE: remark: `assign-layouts` assigned NHWC
    // VALUE: note: the target's rule for `onnx.Conv` allows 2 choices, of which it uses `(NHWC, any) -> NHWC` ({{.*}}explain_layouts.mlir:8:5)
    // VALUE: note: `onnx.Relu` uses it as operand 0 in layout NHWC: the target's rule for `onnx.Relu` requires `same` ({{.*}})
    // VALUE: note: with row major (NCHW) instead, the total cost would be 976 bytes higher
    // VALUE: remark: `resolve-strides` assigned the strides
    // ARGUMENT: remark: `assign-layouts` kept row major (NCHW)
    // ARGUMENT: note: the signature of the function requires this layout
    // ARGUMENT: note: it cannot be NHWC: the signature of the function requires row major (NCHW)
    %a = "onnx.Conv"(%x, %w) : (tensor<1x8x4x4xf16>, tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16>
    %b = "onnx.Relu"(%a) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
    // REORDER: remark: `assign-layouts` inserted it: `%b` is NHWC, but its users require row major (NCHW)
    // REORDER: note: `test.use` uses it as operand 0 in layout row major (NCHW): the target's default rule for `test.use` requires `(row_major...) -> row_major...`
    "test.use"(%b) : (tensor<1x8x4x4xf16>) -> ()
    // OPTIMIZED: remark: `optimize-reorders` inserted it: `%b` is NHWC, but its users require row major (NCHW)
    return %b : tensor<1x8x4x4xf16>
  }
}
