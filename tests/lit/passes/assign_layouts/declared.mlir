// RUN: layoutc %s --passes=assign-layouts --split-input-file --verify-diagnostics | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --split-input-file --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS
// The sum over all functions: 512 + 768 + 24 + 64 + 0 + 0 + 1024 bytes. The strides of the second one leave gaps.
// STATS: 2392  assign-layouts (1): cost (bytes)
// STATS-NEXT: 2392  assign-layouts (1): lower bound (bytes)

#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>

// The layout that the type of an inner value declares is a use. Here, the rule excludes it for the definition.
// CHECK-LABEL: func.func @other_definition(
// CHECK: %0 = "nn.conv"(%x) {{.*}} -> tensor<1x8x4x4xf16, {order = #NCHW}>
// CHECK-NEXT: layout.reorder %0 : tensor<1x8x4x4xf16, {order = #NCHW}> -> tensor<1x8x4x4xf16, {order = #NHWC}>
// CHECK-NEXT: %1 = "nn.conv"(%0)
// CHECK-NEXT: return %1
func.func @other_definition(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  // expected-remark@+1 {{the type of `%0` declares a layout that no op uses, so the value is reordered to it; `optimize-reorders` ignores the types of inner values}}
  %0 = "nn.conv"(%x) {layout.choices = [#layout.choice<(NCHW) -> NCHW>]} : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16, {order = #NHWC}>
  %1 = "nn.conv"(%0) {layout.choices = [#layout.choice<(NCHW) -> NCHW>]} : (tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16>
  return %1 : tensor<1x8x4x4xf16>
}

// -----

#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>

// A reorder to a declared layout has the declared type, with its strides.
// CHECK-LABEL: func.func @strides(
// CHECK: layout.reorder %0 : tensor<1x8x4x4xf16, {order = #NCHW}> -> tensor<1x8x4x4xf16, {order = #NHWC, strides = [256, 1, 64, 16]}>
func.func @strides(%x: tensor<1x8x4x4xf16>) {
  // expected-remark@+1 {{declares a layout that no op uses}}
  %0 = "nn.conv"(%x) {layout.choices = [#layout.choice<(NCHW) -> NCHW>]} : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16, {order = #NHWC, strides = [256, 1, 64, 16]}>
  return
}

// -----

#CN = affine_map<(d0, d1) -> (d1, d0)>
#NC = affine_map<(d0, d1) -> (d0, d1)>

// The type of a returned value is that of the signature: it does not restrict the definition.
// CHECK-LABEL: func.func @returned(
// CHECK: %1 = "nn.op"(%0) {{.*}} -> tensor<6x2xi8, {order = #CN}>
// CHECK-NEXT: layout.reorder %1
func.func @returned(%a: tensor<6x3xf16, {order = #CN}>) -> tensor<6x2xi8, {order = #NC}> {
  %0 = "nn.op"(%a) {layout.choices = [#layout.choice<(CN) -> CN>]} : (tensor<6x3xf16, {order = #CN}>) -> tensor<6x3xi8>
  %1 = "nn.op"(%0) {layout.choices = [#layout.choice<same>]} : (tensor<6x3xi8>) -> tensor<6x2xi8, {order = #NC}>
  return %1 : tensor<6x2xi8, {order = #NC}>
}

// -----

#CN = affine_map<(d0, d1) -> (d1, d0)>

// A value that only `same` and `any` mention has the layouts of its shape.
// CHECK-LABEL: func.func @only_same(
// CHECK: %1 = "nn.b"(%0) {{.*}} -> tensor<8x2xi8, {order = #CN}>
// CHECK-NEXT: return %1
func.func @only_same(%a: tensor<4x5xf32>) -> tensor<8x2xi8, {order = #CN}> {
  %0 = "nn.a"(%a) {layout.choices = [#layout.choice<(any) -> any>]} : (tensor<4x5xf32>) -> tensor<4x5xf16>
  %1 = "nn.b"(%0) {layout.choices = [#layout.choice<(same) -> CN, cost = 64>]} : (tensor<4x5xf16>) -> tensor<8x2xi8, {order = #CN}>
  return %1 : tensor<8x2xi8, {order = #CN}>
}

// -----

// CHECK-LABEL: func.func @first_choice(
// CHECK-NOT: layout.reorder
func.func @first_choice(%a: tensor<10x2xf16>) -> tensor<10x2xf32, {order = #layout.order<CN>}> {
  %0:2 = "nn.a"(%a) {layout.choices = [#layout.choice<(NC) -> (CN, same)>, #layout.choice<(any) -> (CN, any), cost = 16>]} : (tensor<10x2xf16>) -> (tensor<10x2xf32, {order = #layout.order<CN>}>, tensor<10x2xf32>)
  "nn.b"(%0#1) {layout.choices = [#layout.choice<(any) -> ()>]} : (tensor<10x2xf32>) -> ()
  return %0#0 : tensor<10x2xf32, {order = #layout.order<CN>}>
}

// -----

#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>

// An op without a rule keeps the layouts of its types, so types that agree are not reordered.
// CHECK-LABEL: func.func @unknown(
// CHECK-NOT: layout.reorder
func.func @unknown(%x: tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16, {order = #NHWC}> {
  %0 = "my.op"(%x) : (tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16, {order = #NHWC}>
  %1 = "my.op"(%0) : (tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16, {order = #NHWC}>
  return %1 : tensor<1x8x4x4xf16, {order = #NHWC}>
}

// -----

#NCHW = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>

// CHECK-LABEL: func.func @dialect_reorder(
// CHECK: %0 = layout.reorder %x : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = #NHWC}>
// CHECK-NEXT: %1 = "IE.Convolution"(%0)
// CHECK-NEXT: %2 = layout.reorder %1
func.func @dialect_reorder(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %0 = "IE.Reorder"(%x) <{dstOrder = #NHWC}> : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16, {order = #NHWC}>
  %1 = "IE.Convolution"(%0) : (tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16, {order = #NHWC}>
  %2 = "IE.Reorder"(%1) <{dstOrder = #NCHW}> : (tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16>
  return %2 : tensor<1x8x4x4xf16>
}
