// REQUIRES: mlir-opt-19, echo
// RUN: layoutc --list-ops=irdl > %t.irdl.mlir
// RUN: layoutc %s --emit=generic --dialect=irdl | FileCheck %s --check-prefix=GENERIC
// RUN: layoutc %s --emit=generic --dialect=irdl | mlir-opt-19 --irdl-file=%t.irdl.mlir | layoutc - | FileCheck %s
// RUN: echo '"layout.tensor"() {type = f32} : () -> ()' | not mlir-opt-19 --irdl-file=%t.irdl.mlir 2>&1 | FileCheck %s --check-prefix=INVALID

// mlir-opt verifies the ops of the dialect, without `--allow-unregistered-dialect`. A dialect that IRDL defines has no
// properties, and the parameters of its attributes are attributes, here strings.

// GENERIC: "layout.tensor"() {layout.choices = [#layout.choice<"() -> (), when = [attr(kind) == \22a\\22b\22]">], sym_name = "image"
// CHECK: layout.tensor @image {layout.choices = [#layout.choice<() -> (), when = [attr(kind) == "a\22b"]>]} : tensor<1x3x8x8xf16, {order = #map, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
"layout.tensor"() <{sym_name = "image", type = tensor<1x3x8x8xf16, {order = #layout.order<NHWC>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>}> {layout.choices = [#layout.choice<() -> (), when = [attr(kind) == "a\22b"]>]} : () -> ()

// GENERIC: #layout.format<"dla_hwc4, orin">
// CHECK: layout.tensor @dla : tensor<1x4x5x6xi8, {format = #layout.format<dla_hwc4, orin>}>
layout.tensor @dla : tensor<1x4x5x6xi8, {format = #layout.format<dla_hwc4, orin>}>

// CHECK: layout.address @offset of @image {unit = "byte"}
layout.address @offset of @image {unit = "byte"}

// CHECK: layout.notation @n "cute:(4,8):(8,1)"
layout.notation @n "cute:(4,8):(8,1)"

func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // CHECK: layout.reorder %{{.*}} : tensor<4x6xf32> -> tensor<4x6xf32, {order = #map1}>
  %0 = layout.reorder %x : tensor<4x6xf32> -> tensor<4x6xf32, {order = #layout.order<CN>}>
  return %x : tensor<4x6xf32>
}

// INVALID: error: 'layout.tensor' op attribute "sym_name" is expected but not provided
