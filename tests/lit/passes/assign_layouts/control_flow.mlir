// RUN: layoutc %s --passes=assign-layouts --target=npu --stats 2>&1 | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts,resolve-strides --target=npu --emit=none

layout.target @npu {
  layout.rule "t.conv" [#layout.choice<(NHWC) -> NHWC>]
  layout.rule "t.add" [#layout.choice<same>]
  layout.rule "t.mix" [#layout.choice<(NHWC, NHWC) -> NHWC>]
}

// The loop carries NHWC, and the values from outside are reordered before the loops.
// CHECK-LABEL: func.func @nested
// CHECK-DAG: layout.reorder %x
// CHECK-DAG: layout.reorder %w
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: layout.reorder
// CHECK: scf.yield {{.*}} : tensor<1x8x4x4xf16, {order = #NHWC}>
// CHECK: scf.yield {{.*}} : tensor<1x8x4x4xf16, {order = #NHWC}>
// CHECK: layout.reorder
// CHECK-NOT: layout.reorder
// CHECK: return
func.func @nested(%x: tensor<1x8x4x4xf16>, %w: tensor<1x8x4x4xf16>, %n: index) -> tensor<1x8x4x4xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<1x8x4x4xf16>) {
    %1 = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (tensor<1x8x4x4xf16>) {
      %2 = "t.mix"(%b, %w) : (tensor<1x8x4x4xf16>, tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
      scf.yield %2 : tensor<1x8x4x4xf16>
    }
    %3 = "t.conv"(%1) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
    scf.yield %3 : tensor<1x8x4x4xf16>
  }
  return %0 : tensor<1x8x4x4xf16>
}

// Both branches yield one layout. A call in a loop passes the layout that the loop carries.
// CHECK-LABEL: func.func private @body(%x: tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16, {order = #NHWC}>
// CHECK-NOT: layout.reorder
// CHECK-LABEL: func.func @branches
// CHECK: layout.reorder %x
// CHECK: scf.if %c -> (tensor<1x8x4x4xf16, {order = #NHWC}>)
// CHECK: func.call @body({{.*}}) : (tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16, {order = #NHWC}>
// CHECK: cf.cond_br %c, ^done(%{{.+}} : tensor<1x8x4x4xf16, {order = #NHWC}>)
// CHECK: cf.br ^done(%{{.+}} : tensor<1x8x4x4xf16, {order = #NHWC}>)
// CHECK: ^done(%r: tensor<1x8x4x4xf16, {order = #NHWC}>)
// CHECK-NEXT: return %r
func.func private @body(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %0 = "t.add"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %0 : tensor<1x8x4x4xf16>
}
func.func @branches(%x: tensor<1x8x4x4xf16>, %c: i1) -> (tensor<1x8x4x4xf16> {layout.any}) {
  %0 = scf.if %c -> (tensor<1x8x4x4xf16>) {
    %1 = "t.conv"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
    scf.yield %1 : tensor<1x8x4x4xf16>
  } else {
    %2 = func.call @body(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
    scf.yield %2 : tensor<1x8x4x4xf16>
  }
  cf.cond_br %c, ^done(%0 : tensor<1x8x4x4xf16>), ^more
^more:
  %3 = "t.conv"(%0) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  cf.br ^done(%3 : tensor<1x8x4x4xf16>)
^done(%r: tensor<1x8x4x4xf16>):
  return %r : tensor<1x8x4x4xf16>
}

// Four reorders of 512 bytes.
// CHECK: 2048  assign-layouts (1): cost (bytes)
// CHECK-NEXT: 2048  assign-layouts (1): lower bound (bytes)
