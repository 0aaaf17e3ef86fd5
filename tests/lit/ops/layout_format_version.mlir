// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --passes=resolve-strides | FileCheck %s
// RUN: layoutc eval %s --same @half,@bfloat | FileCheck %s --check-prefix=SAME
// RUN: layoutc eval %s --of @bfloat --at=0,2,1,1 | FileCheck %s --check-prefix=AT

// A version of TensorRT determines the legal types and generations of a format; its memory is the same in each.

// AT: {"of":"@bfloat","at":[0,2,1,1],"offset":42,"byte":84,"valid":true}
// SAME: {"same":true}

// CHECK: layout.tensor @half : tensor<1x3x4x4xf16, {format = #layout.format<hwc8>}>
layout.tensor @half : tensor<1x3x4x4xf16, {format = #layout.format<hwc8>}>
// CHECK: layout.tensor @bfloat : tensor<1x3x4x4xbf16, {format = #layout.format<hwc8, trt10>}>
layout.tensor @bfloat : tensor<1x3x4x4xbf16, {format = #layout.format<hwc8, trt10>}>
// CHECK: layout.tensor @bytes : tensor<1x3x4x4xui8, {format = #layout.format<hwc, trt8>}>
layout.tensor @bytes : tensor<1x3x4x4xui8, {format = #layout.format<hwc,trt8>}>
// CHECK: layout.tensor @fp8 : tensor<1x3x4x4xf8E4M3FN, {format = #layout.format<hwc16, trt11>}>
layout.tensor @fp8 : tensor<1x3x4x4xf8E4M3FN, {format = #layout.format<hwc16, trt11>}>
// CHECK: layout.tensor @int8 : tensor<1x3x4x4xsi8, {format = #layout.format<hwc16, trt11>}>
layout.tensor @int8 : tensor<1x3x4x4xsi8, {format = #layout.format<hwc16, trt11>}>
// CHECK: layout.tensor @int4 : tensor<3x4xi4, {format = #layout.format<linear, trt10>}>
layout.tensor @int4 : tensor<3x4xi4, {format = #layout.format<linear, trt10>}>
// CHECK: layout.tensor @int64 : tensor<3x4xi64, {format = #layout.format<linear, trt11>}>
layout.tensor @int64 : tensor<3x4xi64, {format = #layout.format<linear, trt11>}>
// CHECK: layout.tensor @fp4 : tensor<3x4xf4E2M1FN, {format = #layout.format<linear, trt11>}>
layout.tensor @fp4 : tensor<3x4xf4E2M1FN, {format = #layout.format<linear, trt11>}>
// The words after the name have a canonical order.
// CHECK: layout.tensor @dla : tensor<1x3x4x4xi8, {format = #layout.format<dla_hwc4, xavier, trt8>}>
layout.tensor @dla : tensor<1x3x4x4xi8, {format = #layout.format<dla_hwc4, trt8, xavier>}>
// From TensorRT 10, only a DLA supports chw16.
// CHECK: layout.tensor @chw16 : tensor<1x3x4x4xf16, {format = #layout.format<chw16, trt10>}>
layout.tensor @chw16 : tensor<1x3x4x4xf16, {format = #layout.format<chw16, trt10>}>

// Every spelling of an enumerator is the same format, and is printed as its name.

// CHECK: layout.tensor @prefix : tensor<1x3x4x4xf16, {format = #layout.format<chw32>}>
layout.tensor @prefix : tensor<1x3x4x4xf16, {format = #layout.format<kCHW32>}>
// CHECK: layout.tensor @upper : tensor<1x3x4x4xf16, {format = #layout.format<chw32>}>
layout.tensor @upper : tensor<1x3x4x4xf16, {format = #layout.format<CHW32>}>
// CHECK: layout.tensor @scoped : tensor<1x3x4x4xi8, {format = #layout.format<dla_hwc4, orin, trt11>}>
layout.tensor @scoped : tensor<1x3x4x4xi8, {format = #layout.format<nvinfer1::TensorFormat::kDLA_HWC4, orin, trt11>}>
// CHECK: layout.tensor @linear : tensor<3x4xf32, {format = #layout.format<linear>}>
layout.tensor @linear : tensor<3x4xf32, {format = #layout.format<kLINEAR>}>
// CHECK: layout.rule "t.conv" [#layout.choice<(hwc8, chw4<orin, gpu_fallback, trt8>) -> chw32<trt11>>]
layout.target @npu {
  layout.rule "t.conv" [#layout.choice<(kHWC8, kCHW4<trt8, gpu_fallback, orin>) -> kCHW32<trt11>>]
}
