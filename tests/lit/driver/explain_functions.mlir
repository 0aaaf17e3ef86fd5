// RUN: layoutc explain %s --of @act_0:%%x --target=npu --passes=assign-layouts | FileCheck %s --check-prefix=CLONE
// RUN: layoutc explain %s --of @act:%%x --target=npu --passes=assign-layouts | FileCheck %s --check-prefix=PRIVATE
// RUN: layoutc explain %s --of @f:%%y --target=npu --passes=assign-layouts | FileCheck %s --check-prefix=ANY
// RUN: layoutc explain %s --of @f:%%2 --target=npu --passes=assign-layouts | FileCheck %s --check-prefix=CALL

layout.target @npu {
  layout.rule "nn.conv" [#layout.choice<(NHWC) -> NHWC>]
  layout.rule "nn.act" [#layout.choice<same>]
}

// CLONE: remark: `@act_0:%x` is a `tensor<1x8x4x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>`
// CLONE: remark: `assign-layouts` assigned NHWC
// CLONE: note: the layout in the signature of `@act_0` costs least for the function and its calls: it is a clone of `@act`, whose calls use several layouts
// CLONE: note: `nn.act` uses it as operand 0 in layout NHWC
// CLONE: note: with row major (NCHW) instead, the total cost would be 1024 bytes higher
// PRIVATE: remark: `assign-layouts` assigned row major (NCHW)
// PRIVATE: note: the layout in the signature of `@act` costs least for the function and its calls: the function is private, and all its uses are calls
func.func private @act(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %0 = "nn.act"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %0 : tensor<1x8x4x4xf16>
}

// ANY: remark: `assign-layouts` assigned NHWC
// ANY: note: the layout in the signature of `@f` costs least for the function and its calls: it has the attribute `layout.any`
// ANY: note: with row major (NCHW) instead, the total cost would be 512 bytes higher
// CALL: remark: `assign-layouts` assigned NHWC
// CALL: note: the layout in the signature of `@act_0` costs least for the function and its calls
// CALL: note: with row major (NCHW) instead, the total cost would be 1024 bytes higher
func.func @f(%x: tensor<1x8x4x4xf16>, %y: tensor<1x8x4x4xf16> {layout.any})
    -> (tensor<1x8x4x4xf16>, tensor<1x8x4x4xf16> {layout.any}) {
  %0 = call @act(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %1 = "nn.conv"(%y) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %2 = call @act(%1) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %3 = "nn.conv"(%2) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %0, %3 : tensor<1x8x4x4xf16>, tensor<1x8x4x4xf16>
}
