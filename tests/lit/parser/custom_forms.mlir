// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// Parsed custom forms are printed; the generic form has the attributes that MLIR adds.
// CHECK-LABEL: func.func @f(
// CHECK-NEXT: %sum = arith.addi %a, %b overflow<nsw> : i32
// CHECK-NEXT: %product = arith.muli %a, %b : i32
// CHECK-NEXT: %less = arith.cmpi slt, %a, %b : i32
// CHECK-NEXT: %r = scf.for %i = %n to %n step %n iter_args(%x = %t) -> (tensor<4xf16, {order = #C}>) {
// CHECK-NEXT: scf.yield %x : tensor<4xf16, {order = #C}>
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %less {
// CHECK-NEXT: func.call @g() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: cf.br ^end(%sum : i32)
// GENERIC: "arith.addi"(%a, %b) {overflowFlags = #arith.overflow<nsw>} : (i32, i32) -> i32
// GENERIC: "arith.muli"(%a, %b) {overflowFlags = #arith.overflow<none>} : (i32, i32) -> i32
// GENERIC: "arith.cmpi"(%a, %b) {predicate = 2 : i64} : (i32, i32) -> i1
// GENERIC: "scf.for"(%n, %n, %n, %t) ({
// GENERIC-NEXT: ^bb0(%i: index, %x: tensor<4xf16, {order = #C}>):
// GENERIC-NEXT: "scf.yield"(%x) : (tensor<4xf16, {order = #C}>) -> ()
// GENERIC: "scf.if"(%less) ({
// GENERIC-NEXT: "func.call"() {callee = @g} : () -> ()
// GENERIC-NEXT: "scf.yield"() : () -> ()
// GENERIC-NEXT: }, {
// GENERIC-NEXT: }) : (i1) -> ()
func.func @f(%a: i32, %b: i32, %n: index, %t: tensor<4xf16, {order = #layout.order<C>}>) {
  %sum = arith.addi %a, %b overflow<nsw> : i32
  %product = arith.muli %a, %b : i32
  %less = arith.cmpi slt, %a, %b : i32
  %r = scf.for %i = %n to %n step %n iter_args(%x = %t) -> tensor<4xf16, {order = #layout.order<C>}> {
    scf.yield %x : tensor<4xf16, {order = #layout.order<C>}>
  }
  scf.if %less {
    func.call @g() : () -> ()
  }
  cf.br ^end(%sum : i32)
^end(%last: i32):
  return
}
func.func private @g()
