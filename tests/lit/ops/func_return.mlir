// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// CHECK: func.func @two(%x: i32, %y: f32) -> (f32, i32) {
// CHECK-NEXT: return {key} %y, %x : f32, i32
func.func @two(%x: i32, %y: f32) -> (f32, i32) {
  func.return {key} %y, %x : f32, i32
}

// CHECK: func.func @none() {
// CHECK-NEXT: return
func.func @none() {
  "func.return"() : () -> ()
}
