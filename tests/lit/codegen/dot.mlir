// RUN: layoutc %s --emit=dot | FileCheck %s
// RUN: layoutc %S/Inputs/no_functions.mlir --emit=dot 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY-DAG: digraph layouts {
// EMPTY-DAG: the module has no functions, so the output is empty

// CHECK: digraph layouts {
// CHECK: subgraph cluster_0 {
// CHECK: label="@f";
// CHECK: n0_0 [label="%x\n1x8x4x4xf16 NHWC\nstrides [128, 32, 8, 1]", style=rounded];
// CHECK: n0_1 [label="%0 = layout.reorder %x\n1x8x4x4xf16 NCHW\nstrides [128, 16, 4, 1]\nshared buffer 1\n512 bytes read and written", color=red
// CHECK: n0_2 [label="%1 = tosa.transpose %0
// CHECK-SAME: shared buffer 1", style=dashed];
// CHECK: n0_3 [label="func.return %1", style=rounded];
// CHECK: n0_0 -> n0_1 [tooltip="%x: tensor<1x8x4x4xf16, {
// CHECK: n0_1 -> n0_2
// CHECK: n0_2 -> n0_3
func.func @f(%x: tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>) -> tensor<1x4x8x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}> {
  %0 = layout.reorder %x : tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}> -> tensor<1x8x4x4xf16, {order = #layout.order<NCHW>}>
  %1 = "tosa.transpose"(%0) {perms = array<i32: 0, 2, 1, 3>} : (tensor<1x8x4x4xf16, {order = #layout.order<NCHW>}>) -> tensor<1x4x8x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}>
  return %1 : tensor<1x4x8x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}>
}
// CHECK: subgraph cluster_1 {
// CHECK: label="@\"g\\h\"";
func.func @"\"g\\h\""() {
  return
}
