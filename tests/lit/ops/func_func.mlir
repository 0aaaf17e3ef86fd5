// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: func.func private @declared(i32) -> (i32, f32)
// GENERIC: sym_name = "declared", sym_visibility = "private"
func.func private @declared(i32) -> (i32, f32)

// CHECK: func.func @defined(%x: tensor<4xf32> {test.note = 1 : i64}, %y: i32) -> (tensor<4xf32> {test.note}) attributes {key} {
// CHECK-NEXT: return %x : tensor<4xf32>
func.func @defined(%x: tensor<4xf32> {test.note = 1 : i64}, %y: i32) -> (tensor<4xf32> {test.note}) attributes {key} {
  return %x : tensor<4xf32>
}

// CHECK: func.func @blocks() {
// CHECK-NEXT: "test.br"()[^next] : () -> ()
// CHECK-NEXT: ^next:
// CHECK-NEXT: return
func.func @blocks() {
  "test.br"()[^next] : () -> ()
^next:
  return
}
