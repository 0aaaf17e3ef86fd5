// RUN: layoutc %s --split-input-file | FileCheck %s
// RUN: layoutc %s --split-input-file --emit=generic | FileCheck %s --check-prefix=GENERIC

// A named order is defined once as an alias; an order without a name is printed in place.
// CHECK-LABEL: {{^}}#HWC = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
// CHECK-NEXT: {{^}}#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
// CHECK-NEXT: {{^}}module {
// CHECK-NEXT: layout.tensor @a : tensor<1x2x3x4xf16, {order = #NHWC}>
// CHECK-NEXT: layout.tensor @b : tensor<1x2x3x4xf16, {order = #NHWC, strides = [24, 1, 8, 2]}>
// CHECK-NEXT: layout.tensor @c : tensor<2x3x4xf16, {order = #HWC}>
// CHECK-NEXT: layout.tensor @d : tensor<2x3x4xf16, {order = affine_map<(d0, d1, d2) -> (d2, d1, d0)>}>
// GENERIC-LABEL: {{^}}#HWC = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
// GENERIC-NEXT: {{^}}#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
// GENERIC: "layout.tensor"() {sym_name = "a", type = tensor<1x2x3x4xf16, {order = #NHWC}>} : () -> ()
layout.tensor @a : tensor<1x2x3x4xf16, {order = #layout.order<NHWC>}>
layout.tensor @b : tensor<1x2x3x4xf16, {order = affine_map<(a, b, c, d) -> (a, c, d, b)>, strides = [24, 1, 8, 2]}>
layout.tensor @c : tensor<2x3x4xf16, {order = #layout.order<HWC>}>
layout.tensor @d : tensor<2x3x4xf16, {order = affine_map<(d0, d1, d2) -> (d2, d1, d0)>}>

// -----

// A name that an alias or a text of another dialect already uses gets a number.
// CHECK-LABEL: {{^}}#CN_1 = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-NEXT: {{^}}#HWC_0 = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
// CHECK-NEXT: {{^}}#HWC = [1, 2, 3]
// CHECK: "t.a"() {a = #HWC, b = #t.b<[#CN], #CN_0>} : () -> tensor<2x3x4xf16, {order = #HWC_0}>
// CHECK: "t.b"() : () -> tensor<2x3xf16, {order = #CN_1}>
#HWC = [1, 2, 3]
%a = "t.a"() {a = #HWC, b = #t.b<[#CN], #CN_0>} : () -> tensor<2x3x4xf16, {order = #layout.order<HWC>}>
%b = "t.b"() : () -> tensor<2x3xf16, {order = #layout.order<CN>}>

// -----

// An alias of the input is preserved, and is the only one of its order.
// CHECK-LABEL: {{^}}#channels_last = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
// CHECK-NEXT: {{^}}module {
// CHECK-NEXT: layout.tensor @a : tensor<1x2x3x4xf16, {order = #channels_last}>
// CHECK-NEXT: layout.tensor @b : tensor<1x2x3x4xf16, {order = #channels_last}>
#channels_last = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
layout.tensor @a : tensor<1x2x3x4xf16, {order = #channels_last}>
layout.tensor @b : tensor<1x2x3x4xf16, {order = #layout.order<NHWC>}>

// -----

// An alias in a text of another dialect is preserved as written.
// CHECK-LABEL: {{^}}#NC = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-NEXT: {{^}}!in_text = tensor<2x3xf16, {order = #NC}>
// CHECK: "t.a"() {a = #t.b<!in_text>, b = tensor<4x3xf16, {order = #NC}>}
!in_text = tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d0, d1)>}>
"t.a"() {a = #t.b<!in_text>, b = tensor<4x3xf16, {order = #layout.order<NC>}>} : () -> ()
