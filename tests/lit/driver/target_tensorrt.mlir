// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --passes=resolve-strides,canonicalize-layouts,cse | FileCheck %s --check-prefix=PASSES
// RUN: layoutc %s --target=new --emit=none
// RUN: not layoutc %s --target=old --emit=none --diagnostics=short 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not layoutc %s --target=spec_min --emit=none --diagnostics=short 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not layoutc %s --target=old --passes=resolve-strides --diagnostics=short 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: layoutc %s --passes=assign-layouts | FileCheck %s --check-prefix=ASSIGN

// The target determines the version of TensorRT for formats that name none. A version in a format wins.

// CHECK: layout.tensor @x : tensor<1x3x4x4xbf16, {format = #layout.format<hwc8>}>
// PASSES: layout.tensor @x : tensor<1x3x4x4xbf16, {
// OLD: error[L0309]: format `hwc8` does not support bf16 in TensorRT 8{{$}}
// OLD-NOT: error
// NONE: error[L0309]: format `hwc8` does not support bf16{{$}}
// NONE-NOT: error
// A rule of the target chooses a format for a type that only this version supports, so the version is written. The
// result does not depend on the target.
// ASSIGN: "t.conv"{{.*}} -> tensor<1x8x4x4xbf16, {format = #layout.format<hwc8, trt11>}>
// ASSIGN: "t.conv"{{.*}} -> tensor<1x8x4x4xf16, {format = #layout.format<hwc8>}>
module attributes {layout.target = @new} {
  layout.target @old {tensorrt = "8"} {
    layout.rule "t.conv" [#layout.choice<(hwc8) -> hwc8>]
  }
  layout.target @new {features = {tensorNonPacked = true}, tensorrt = "11"} {
    layout.rule "t.conv" [#layout.choice<(hwc8) -> hwc8>]
  }
  layout.tensor @x : tensor<1x3x4x4xbf16, {format = #layout.format<hwc8>}>
  layout.tensor @half : tensor<1x3x4x4xf16, {format = #layout.format<chw4, trt8>}>
  func.func @f(%a: tensor<1x8x4x4xbf16>) -> tensor<1x8x4x4xbf16> {
    %b = "t.conv"(%a) : (tensor<1x8x4x4xbf16>) -> tensor<1x8x4x4xbf16>
    return %b : tensor<1x8x4x4xbf16>
  }
  func.func @g(%a: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
    %b = "t.conv"(%a) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
    return %b : tensor<1x8x4x4xf16>
  }
}
