// RUN: layoutc %s --passes=assign-layouts --target=npu --split-input-file | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts,assign-layouts --target=npu --split-input-file | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts,resolve-strides --target=npu --split-input-file --emit=none

layout.target @npu {
  layout.rule "t.conv" [#layout.choice<(NHWC) -> NHWC>]
  layout.rule "t.plain" [#layout.choice<(NCHW) -> NCHW>]
  layout.rule "t.relu" [#layout.choice<same>]
}

// A private function that is only called has the layouts of its calls, also through another function.
// CHECK-LABEL: func.func private @inner(%x: tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16, {order = #NHWC}>
// CHECK-NOT: layout.reorder
// CHECK-LABEL: func.func private @outer(%x: tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16, {order = #NHWC}>
// CHECK-NEXT: call @inner(%x) : (tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16, {order = #NHWC}>
// CHECK-NEXT: return
// CHECK-LABEL: func.func @main
// CHECK-COUNT-2: layout.reorder
// CHECK-NOT: layout.reorder
func.func private @inner(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %0 = "t.relu"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %0 : tensor<1x8x4x4xf16>
}
func.func private @outer(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %0 = call @inner(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %0 : tensor<1x8x4x4xf16>
}
func.func @main(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %0 = "t.conv"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %1 = call @outer(%0) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %2 = call @outer(%1) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %3 = "t.conv"(%2) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %3 : tensor<1x8x4x4xf16>
}

// -----

layout.target @npu {
  layout.rule "t.conv" [#layout.choice<(NHWC) -> NHWC>]
}

// A function that calls itself has one signature.
// CHECK-LABEL: func.func private @again(%x: tensor<1x8x4x4xf16, {order = #NHWC}>, %c: i1) -> tensor<1x8x4x4xf16, {order = #NHWC}>
// CHECK: call @again({{.*}}) : (tensor<1x8x4x4xf16, {order = #NHWC}>, i1) -> tensor<1x8x4x4xf16, {order = #NHWC}>
// CHECK-LABEL: func.func @main
// CHECK-COUNT-2: layout.reorder
// CHECK-NOT: layout.reorder
func.func private @again(%x: tensor<1x8x4x4xf16>, %c: i1) -> tensor<1x8x4x4xf16> {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = "t.conv"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %1 = call @again(%0, %c) : (tensor<1x8x4x4xf16>, i1) -> tensor<1x8x4x4xf16>
  %3 = "t.conv"(%1) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %3 : tensor<1x8x4x4xf16>
^b:
  %2 = "t.conv"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %2 : tensor<1x8x4x4xf16>
}
func.func @main(%x: tensor<1x8x4x4xf16>, %c: i1) -> tensor<1x8x4x4xf16> {
  %0 = call @again(%x, %c) : (tensor<1x8x4x4xf16>, i1) -> tensor<1x8x4x4xf16>
  return %0 : tensor<1x8x4x4xf16>
}

// -----

layout.target @npu {
  layout.rule "t.conv" [#layout.choice<(NHWC) -> NHWC>]
  layout.rule "t.relu" [#layout.choice<same>]
}

// A layout that the type of a private function states is kept, as that of another inner value is.
// CHECK-LABEL: func.func private @states(%x: tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16, {order = #NHWC}>
// CHECK-LABEL: func.func @main
// CHECK: layout.reorder
func.func private @states(%x: tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>) -> tensor<1x8x4x4xf16> {
  %0 = "t.relu"(%x) : (tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>) -> tensor<1x8x4x4xf16>
  return %0 : tensor<1x8x4x4xf16>
}
func.func @main(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}> {
  %0 = layout.reorder %x : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>
  %1 = call @states(%0) : (tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>) -> tensor<1x8x4x4xf16>
  %2 = layout.reorder %1 : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>
  return %2 : tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>
}

// -----

layout.target @npu {
  layout.rule "t.conv" [#layout.choice<(NHWC) -> NHWC>]
  layout.rule "t.sink" [#layout.choice<(NHWC) -> ()>]
}

// Declared types are kept if a function is public, a declaration, mentioned by an attribute, or never called, and types
// with strides are. An op of unknown meaning that leaves the function keeps the types of the results.
// CHECK-LABEL: func.func @public(%x: tensor<1x8x4x4xf16>)
// CHECK-LABEL: func.func private @declared(tensor<1x8x4x4xf16>)
// CHECK-LABEL: func.func private @mentioned(%x: tensor<1x8x4x4xf16>)
// CHECK-LABEL: func.func private @uncalled(%x: tensor<1x8x4x4xf16>)
// CHECK-LABEL: func.func private @strided(%x: tensor<1x8x4x4xf16, {order = #NCHW, strides = [128, 16, 4, 1]}>)
// CHECK-LABEL: func.func private @left(%x: tensor<1x8x4x4xf16, {order = #NHWC}>) -> tensor<1x8x4x4xf16> {
func.func @public(%x: tensor<1x8x4x4xf16>) {
  "t.sink"(%x) : (tensor<1x8x4x4xf16>) -> ()
  return
}
func.func private @declared(tensor<1x8x4x4xf16>)
func.func private @mentioned(%x: tensor<1x8x4x4xf16>) {
  "t.sink"(%x) : (tensor<1x8x4x4xf16>) -> ()
  return
}
func.func private @uncalled(%x: tensor<1x8x4x4xf16>) {
  "t.sink"(%x) : (tensor<1x8x4x4xf16>) -> ()
  return
}
func.func private @strided(%x: tensor<1x8x4x4xf16, {order = #layout.order<NCHW>, strides = [128, 16, 4, 1]}>) {
  "t.sink"(%x) : (tensor<1x8x4x4xf16, {order = #layout.order<NCHW>, strides = [128, 16, 4, 1]}>) -> ()
  return
}
func.func private @left(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %0 = "t.conv"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  "t.leave"(%0) : (tensor<1x8x4x4xf16>) -> ()
}
func.func @main(%x: tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>, %y: tensor<1x8x4x4xf16>, %z: tensor<1x8x4x4xf16, {order = #layout.order<NCHW>, strides = [128, 16, 4, 1]}>) {
  call @strided(%z) : (tensor<1x8x4x4xf16, {order = #layout.order<NCHW>, strides = [128, 16, 4, 1]}>) -> ()
  call @public(%y) : (tensor<1x8x4x4xf16>) -> ()
  call @declared(%y) : (tensor<1x8x4x4xf16>) -> ()
  call @mentioned(%y) : (tensor<1x8x4x4xf16>) -> ()
  "t.spawn"() {body = [@mentioned]} : () -> ()
  %0 = layout.reorder %x : tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}> -> tensor<1x8x4x4xf16>
  %1 = call @left(%0) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return
}

// -----

layout.target @npu {
  layout.rule "t.conv" [#layout.choice<(NHWC) -> NHWC>]
  layout.rule "t.plain" [#layout.choice<(NCHW) -> NCHW>]
  layout.rule "t.relu" [#layout.choice<same>]
}

// Calls between ops of two layouts call clones, whose symbols are free. The callee of a clone is cloned, too.
// CHECK-LABEL: func.func private @g(%x: tensor<1x8x4x4xf16>)
// CHECK-LABEL: func.func private @g_0(%x: tensor<1x8x4x4xf16, {order = #NHWC}>)
// CHECK-LABEL: func.func private @f(%x: tensor<1x8x4x4xf16>)
// CHECK: call @g(%x)
// CHECK-LABEL: func.func private @f_1(%x: tensor<1x8x4x4xf16, {order = #NHWC}>)
// CHECK: call @g_0(%x)
// CHECK-LABEL: func.func @f_0
// CHECK: call @f(
// CHECK: call @f_1(
// CHECK: call @f_1(
func.func private @g(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %0 = "t.relu"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %0 : tensor<1x8x4x4xf16>
}
func.func private @f(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %0 = call @g(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %0 : tensor<1x8x4x4xf16>
}
func.func @f_0(%x: tensor<1x8x4x4xf16>, %y: tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>) -> (tensor<1x8x4x4xf16>, tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>, tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>) {
  %0 = call @f(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %1 = layout.reorder %y : tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}> -> tensor<1x8x4x4xf16>
  %2 = call @f(%1) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %3 = call @f(%2) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %4 = layout.reorder %2 : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>
  %5 = layout.reorder %3 : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>
  return %0, %4, %5 : tensor<1x8x4x4xf16>, tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>, tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>
}

// -----

layout.target @npu {
  layout.rule "t.conv" [#layout.choice<(NHWC) -> NHWC>]
  layout.rule "t.plain" [#layout.choice<(NCHW) -> ()>]
  layout.rule "t.sink" [#layout.choice<(NHWC) -> ()>]
}

// A clone whose body costs as much as the reorder that it saves is not made.
// CHECK-LABEL: func.func private @f(
// CHECK-NOT: func.func private @f_0
// CHECK-LABEL: func.func @main
func.func private @f(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %0 = "t.conv"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %0 : tensor<1x8x4x4xf16>
}
func.func @main(%x: tensor<1x8x4x4xf16>, %y: tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>) {
  %0 = call @f(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  "t.plain"(%0) : (tensor<1x8x4x4xf16>) -> ()
  %1 = layout.reorder %y : tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}> -> tensor<1x8x4x4xf16>
  %2 = call @f(%1) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  "t.sink"(%2) : (tensor<1x8x4x4xf16>) -> ()
  return
}
