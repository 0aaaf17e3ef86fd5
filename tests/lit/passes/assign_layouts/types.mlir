// RUN: layoutc %s --passes=assign-layouts --emit=generic | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts,assign-layouts --emit=generic | FileCheck %s
// RUN: layoutc %s --passes=optimize-reorders --emit=generic | FileCheck %s --check-prefix=KEPT

// An unknown op can require equal types, as this one does: its result has the spelling of its operand, and no layout if
// the signature has none.
// CHECK-LABEL: sym_name = "unknown"
// CHECK: "linalg.copy"(%x, %x) {{.*}} : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
// CHECK-NEXT: "bufferization.to_memref"(%0) : (tensor<2x3xf16>) -> memref<2x3xf16>
// KEPT-LABEL: sym_name = "unknown"
// KEPT: "linalg.copy"(%x, %x) {{.*}} : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
"func.func"() <{function_type = (tensor<2x3xf16>) -> (), sym_name = "unknown"}> ({
^bb0(%x: tensor<2x3xf16>):
  %0 = "linalg.copy"(%x, %x) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %1 = "bufferization.to_memref"(%0) : (tensor<2x3xf16>) -> memref<2x3xf16>
  "func.return"() : () -> ()
}) : () -> ()

// Without a rule, an op reads row-major values unless a type declares a layout, in optimize-reorders too.
// KEPT-LABEL: sym_name = "plain"
// KEPT: %[[R:.+]] = "layout.reorder"(%0)
// KEPT-NEXT: "test.op"(%[[R]]) : (tensor<2x3xf16
"func.func"() <{function_type = () -> (), sym_name = "plain"}> ({
  %0 = "t.make"() {layout.choices = [#layout.choice<() -> CN>]} : () -> tensor<2x3xf16>
  "test.op"(%0) : (tensor<2x3xf16>) -> ()
  "func.return"() : () -> ()
}) : () -> ()

// An unknown op of scf has equal types for values that can flow into each other: all of them are NHWC here.
// CHECK-LABEL: sym_name = "loop"
// CHECK: "scf.while"(%{{.+}}) ({
// CHECK-NEXT: ^bb0(%a: [[T:tensor<1x8x4x4xf16, {order = [^}]*}>]]):
// CHECK-NEXT: "scf.condition"(%c, %a) : (i1, [[T]]) -> ()
// CHECK: ^bb0(%b: [[T]]):
// CHECK-NEXT: %[[N:.+]] = "t.conv"(%b)
// CHECK-NEXT: "scf.yield"(%[[N]]) : ([[T]]) -> ()
// CHECK-NEXT: }) : ([[T]]) -> [[T]]
"func.func"() <{function_type = (tensor<1x8x4x4xf16>, i1) -> (), sym_name = "loop"}> ({
^bb0(%x: tensor<1x8x4x4xf16>, %c: i1):
  %0 = "scf.while"(%x) ({
  ^bb0(%a: tensor<1x8x4x4xf16>):
    "scf.condition"(%c, %a) : (i1, tensor<1x8x4x4xf16>) -> ()
  }, {
  ^bb0(%b: tensor<1x8x4x4xf16>):
    %1 = "t.conv"(%b) {layout.choices = [#layout.choice<(NHWC) -> NHWC>]} : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
    "scf.yield"(%1) : (tensor<1x8x4x4xf16>) -> ()
  }) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  "func.return"() : () -> ()
}) : () -> ()
