// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

layout.table @pages dense<[3, 0, 2]> : tensor<3xi32>

// CHECK: %0 = layout.load @pages(%a) : (i32) -> i32
// GENERIC: %0 = "layout.load"(%a) {table = @pages} : (i32) -> i32
func.func @f(%a: i32) -> i32 {
  %0 = layout.load @pages(%a) : (i32) -> i32
  return %0 : i32
}
