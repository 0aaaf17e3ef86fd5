// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s | layoutc - | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc - | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

#filter = affine_map<(o, i, y, x) -> (o, y, x, i)>

// CHECK-LABEL: {{^}}  layout.target @npu {limits = {maxTensorDimensionCount = 6 : i64}} {{{$}}
// GENERIC: "layout.target"() ({
layout.target @npu {limits = {maxTensorDimensionCount = 6 : i64}} {
  // The complete syntax.
  // CHECK-NEXT: {{^}}    layout.rule "onnx.Conv" [#layout.choice<(NHWC, any) -> NHWC, reqs = [#layout.reqs<m2: aligned<64 bytes>>, any, any], when = [elem(0) in (f16, i8), dim(0, 1) % 16 == 0, attr(group) == 1], cost = 5>, #layout.choice<(chw32, any, any) -> chw32>]{{$}}
  // GENERIC-NEXT: "layout.rule"() {choices = [#layout.choice<(NHWC, any) -> NHWC, reqs = [#layout.reqs<m2: aligned<64 bytes>>, any, any], when = [elem(0) in (f16, i8), dim(0, 1) % 16 == 0, attr(group) == 1], cost = 5>, #layout.choice<(chw32, any, any) -> chw32>], op = "onnx.Conv"} : () -> ()
  layout.rule "onnx.Conv" [
    #layout.choice<(NHWC, any) -> NHWC, cost = 5, when = [elem(0) in (f16, i8), dim(0,1) % 16==0, attr(group) == 1],
                   reqs = [#layout.reqs<m2: aligned<64 bytes>>, any, #layout.reqs<>]>,
    #layout.choice<(chw32, any, any) -> (chw32)>
  ]
  // CHECK-NEXT: {{^}}    layout.rule "onnx.Relu" [#layout.choice<same>]{{$}}
  layout.rule "onnx.Relu" [#layout.choice<same>]
  // A named order is printed by its name, a map without a name as a map, and an alias as its value.
  // CHECK-NEXT: {{^}}    layout.rule "test.names" [#layout.choice<(OYXI, NHWC, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, affine_map<(d0, d1) -> (d1, d0)>, row_major, SCALAR) -> ()>]{{$}}
  layout.rule "test.names" [#layout.choice<(OYXI, NHWC, #filter, affine_map<(a, b) -> (b, a)>, row_major, SCALAR) -> ()>]
  // CHECK-NEXT: {{^}}    layout.rule "test.formats" [#layout.choice<() -> (linear, dla_hwc4<orin>, chw4<xavier, gpu_fallback>, hwc8)>] {my.note = "kept"}{{$}}
  layout.rule "test.formats" [#layout.choice<() -> (linear, dla_hwc4<orin>, #layout.format<chw4, xavier, gpu_fallback>, #layout.format<hwc8>)>] {my.note = "kept"}
  // The trailing group can be empty.
  // CHECK-NEXT: {{^}}    layout.rule "test.rest" [#layout.choice<(NHWC, any...) -> (same, same...), reqs = [any, #layout.reqs<m0: compact>, any, any]>]{{$}}
  layout.rule "test.rest" [#layout.choice<(NHWC, any ...) -> (same, same...), reqs = [any, #layout.reqs<m0: compact>, any, any]>]
  // CHECK-NEXT: {{^}}    layout.rule "test.same" [#layout.choice<same, reqs = [#layout.reqs<m0: compact>]>, #layout.choice<same, reqs = [any, any, any]>]{{$}}
  layout.rule "test.same" [#layout.choice<same, reqs = [#layout.reqs<m0: compact>]>, #layout.choice<same, reqs = [any, any, any], cost = 0>]
  // Every form of a condition.
  // CHECK-NEXT: {{^}}    layout.rule "test.when" [#layout.choice<same, when = [elem(result 0) == elem(1), elem(0) != ui8, elem(0) not in (f8E4M3FN, index, i4), dim(0, -1) in (1, 4 to 8, 16 to *), rank(result 1) == 4, dim(0, 1) == attr(group, 1)]>,
  // CHECK-SAME: #layout.choice<same, when = [attr(auto_pad, "NOTSET") == "VALID", attr("my.key") in ("a\22b", "c"), attr(strides) == [1, -1], attr(ceil) != true, attr(axis, -1) % 2 != 1]>]{{$}}
  layout.rule "test.when" [
    #layout.choice<same, when = [elem(result 0) == elem(1), elem(0) != ui8, elem(0) not in (f8E4M3FN, index, i4),
                                 dim(0, -1) in (1, 4 to 8, 16 to *), rank(result 1) == 4, dim(0, 1) == attr(group, 1)]>,
    #layout.choice<same, when = [attr("auto_pad", "NOTSET") == "VALID", attr("my.key") in ("a\"b", "c"), // a comment
                                 attr(strides) == [1, -1], attr(ceil) != true, attr(axis, -1) % 2 != 1]>
  ]
  // The types leave these ops one layout, which a rule can fix.
  // CHECK-NEXT: {{^}}    layout.rule "arith.addf" [#layout.choice<(NHWC, NHWC) -> NHWC>, #layout.choice<same>]{{$}}
  layout.rule "arith.addf" [#layout.choice<(NHWC, NHWC) -> NHWC>, #layout.choice<same>]
  // A rule can declare a view, with or without choices.
  // CHECK-NEXT: {{^}}    layout.rule "test.permute" view {kind = "transpose", permutation = "axes"}{{$}}
  // GENERIC: "layout.rule"() {op = "test.permute", view = {kind = "transpose", permutation = "axes"}} : () -> ()
  layout.rule "test.permute" view {kind = "transpose", permutation = "axes"}
  // CHECK-NEXT: {{^}}    layout.rule "test.crop" [#layout.choice<same>] view {kind = "slice", offsets = 1 : i64, sizes = [4, 4]} {my.note = "kept"}{{$}}
  layout.rule "test.crop" [#layout.choice<same>] view {kind = "slice", offsets = 1, sizes = [4, 4]} {my.note = "kept"}
  // A rule for a kind lists layouts by role. It is read with quotes, too.
  // CHECK-NEXT: {{^}}    layout.rule kind = convolution [#layout.choice<(NHWC, OYXI, any...) -> NHWC, when = [dim(0, 1) % 16 == 0]>]{{$}}
  // GENERIC: "layout.rule"() {choices = [#layout.choice<(NHWC, OYXI, any...) -> NHWC, when = [dim(0, 1) % 16 == 0]>], kind = "convolution"} : () -> ()
  layout.rule kind = convolution [#layout.choice<(NHWC, OYXI, any...) -> NHWC, when = [dim(0, 1) % 16 == 0]>]
  // CHECK-NEXT: {{^}}    layout.rule kind = elementwise [#layout.choice<same>] {my.note = "kept"}{{$}}
  layout.rule kind = "elementwise" [#layout.choice<same>] {my.note = "kept"}
  // CHECK-NEXT: {{^}}    layout.rule "*" [#layout.choice<(row_major...) -> row_major...>]{{$}}
  "layout.rule"() {op = "*", choices = [#layout.choice<(row_major...) -> row_major...>]} : () -> ()
}

// Each target has its own rules. A list can be an alias, and is printed in place.
// CHECK: layout.rule "onnx.Relu" [#layout.choice<(any) -> any, cost = 9223372036854775807>]
#list = [#layout.choice<(any) -> any, cost = 9223372036854775807>]
layout.target @other {
  "layout.rule"() <{choices = #list}> {op = "onnx.Relu"} : () -> ()
  // CHECK-NEXT: layout.rule "onnx.Tanh" [#layout.choice<(any) -> any, cost = 9223372036854775807>]
  layout.rule "onnx.Tanh" #list
}

// Ops can have their own choices.
// CHECK-LABEL: func.func @f
func.func @f(%x: tensor<1x16x8x8xf16>) -> tensor<1x16x8x8xf16> {
  // CHECK-NEXT: layout.choices = [#layout.choice<(NHWC) -> NHWC>, #layout.choice<(CHW) -> NHWC>]
  %0 = "foo.op"(%x) {layout.choices = [#layout.choice<(NHWC) -> NHWC>, #layout.choice<(CHW) -> NHWC>]} : (tensor<1x16x8x8xf16>) -> tensor<1x16x8x8xf16>
  // CHECK-NEXT: layout.choices = [#layout.choice<(NHWC) -> NHWC>]
  %1 = "arith.negf"(%0) {layout.choices = [#layout.choice<(NHWC) -> NHWC>]} : (tensor<1x16x8x8xf16>) -> tensor<1x16x8x8xf16>
  return %1 : tensor<1x16x8x8xf16>
}
