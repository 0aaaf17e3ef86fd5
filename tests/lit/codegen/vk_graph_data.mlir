// The bytes of the constants that the module contains, each at a multiple of 64 bytes.

// REQUIRES: od
// RUN: layoutc %s --emit=vk-graph-data -o %t
// RUN: od -An -v -tx1 %t | FileCheck %s
// RUN: layoutc %s --emit=vk-graph-data > %t.stdout
// RUN: cmp %t %t.stdout

func.func @f(%x: tensor<4xi8>, %w: tensor<4xi8> {layout.constant}) {
  %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8, {order = #layout.order<CN>}>
  %b = arith.constant dense<-1> : tensor<2xi16>
  "test.use"(%a, %b, %w) : (tensor<2x3xi8, {order = #layout.order<CN>}>, tensor<2xi16>, tensor<4xi8>) -> ()
  return
}

// CHECK: 01 04 02 05 03 06 00 00 00 00 00 00 00 00 00 00
// CHECK-NEXT: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
// CHECK-NEXT: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
// CHECK-NEXT: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
// CHECK-NEXT: ff ff ff ff
// CHECK-NOT: {{[0-9a-f]}}
