// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: %y = layout.view %x : tensor<4x6xf32> -> tensor<2x12xf32>
// CHECK-NEXT: %z = layout.view %y : tensor<2x12xf32> -> tensor<?xf32>
// GENERIC: %y = "layout.view"(%x) : (tensor<4x6xf32>) -> tensor<2x12xf32>
func.func @f(%x: tensor<4x6xf32>) {
  %y = layout.view %x : tensor<4x6xf32> -> tensor<2x12xf32>
  %z = layout.view %y : tensor<2x12xf32> -> tensor<?xf32>
  return
}
