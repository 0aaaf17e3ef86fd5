// RUN: layoutc %s | layoutc - --emit=generic | FileCheck %s --check-prefix=GENERIC
// RUN: layoutc %s --emit=generic | layoutc - | FileCheck %s --check-prefix=CUSTOM

// Custom forms become generic and custom again; names and aliases are preserved.

// GENERIC: #NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
// CUSTOM: #NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#NHWC = #layout.order<NHWC>

// GENERIC: "builtin.module"() ({
// CUSTOM: module @net attributes {my.answer = 42 : i32} {
module @net attributes {my.answer = 42 : i32} {
  // GENERIC-NEXT: "layout.tensor"() {sym_name = "x", tiling = "LINEAR", type = tensor<1x3x8x8xf16, {order = #NHWC, reqs = #layout.reqs<m2: aligned<64 bytes>>}>} : () -> ()
  // CUSTOM-NEXT: layout.tensor @x {tiling = "LINEAR"} : tensor<1x3x8x8xf16, {order = #NHWC, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
  layout.tensor @x : tensor<1x3x8x8xf16, {order = #NHWC, reqs = #layout.reqs<m2: aligned<64 bytes>>}> {tiling = "LINEAR"}

  // GENERIC-NEXT: "func.func"() ({
  // GENERIC-NEXT: ^bb0(%image: tensor<1x3x8x8xf16>):
  // CUSTOM-NEXT: func.func private @main(%image: tensor<1x3x8x8xf16> {my.keep}) -> tensor<1x3x8x8xf16, {order = #NHWC}> {
  func.func private @main(%image: tensor<1x3x8x8xf16> {my.keep}) -> tensor<1x3x8x8xf16, {order = #NHWC}> {
    // GENERIC-NEXT: %pixels = "layout.reorder"(%image) : (tensor<1x3x8x8xf16>) -> tensor<1x3x8x8xf16, {order = #NHWC}>
    // CUSTOM-NEXT: %pixels = layout.reorder %image : tensor<1x3x8x8xf16> -> tensor<1x3x8x8xf16, {order = #NHWC}>
    %pixels = layout.reorder %image : tensor<1x3x8x8xf16> -> tensor<1x3x8x8xf16, {order = #NHWC}>
    // GENERIC-NEXT: "func.return"(%pixels) : (tensor<1x3x8x8xf16, {order = #NHWC}>) -> ()
    // CUSTOM-NEXT: return %pixels : tensor<1x3x8x8xf16, {order = #NHWC}>
    return %pixels : tensor<1x3x8x8xf16, {order = #NHWC}>
  }
  // GENERIC-NEXT: }) {arg_attrs = [{my.keep}], function_type = (tensor<1x3x8x8xf16>) -> tensor<1x3x8x8xf16, {order = #NHWC}>, sym_name = "main", sym_visibility = "private"} : () -> ()
}
// GENERIC-NEXT: }) {my.answer = 42 : i32, sym_name = "net"} : () -> ()
