// A VGF file begins with its magic and the version of Vulkan's headers, and is the same on standard output.

// REQUIRES: od
// RUN: layoutc %s --emit=vgf -o %t.vgf
// RUN: od -An -v -tx1 -N 16 %t.vgf | FileCheck %s
// RUN: layoutc %s --emit=vgf --vgf-strides > %t.stdout
// RUN: cmp %t.vgf %t.stdout

// CHECK: 56 47 46 31 68 01 00 00 00 05 00 00 00 00 00 00

func.func @main(%x: tensor<2x3xf16>) -> tensor<2x3xf16, {order = #layout.order<CN>}> {
  %0 = layout.reorder %x : tensor<2x3xf16> -> tensor<2x3xf16, {order = #layout.order<CN>}>
  return %0 : tensor<2x3xf16, {order = #layout.order<CN>}>
}
