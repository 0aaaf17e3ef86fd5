// RUN: layoutc %s --passes=resolve-strides | FileCheck %s
// RUN: layoutc %s --passes=optimize-reorders | FileCheck %s --check-prefix=OPT

// The casts keep the memory that the reorder defines: 16 channels are innermost.
// CHECK: %0 = "IE.Reorder"(%x) {{.*}} -> tensor<1x16x4x4xf16, {order = #NHWC, strides = [256, 1, 64, 16]}>
// CHECK-NEXT: %1 = "IE.PermuteCast"(%0) {{.*}} -> tensor<1x4x4x16xf16, {order = #NCHW, strides = [256, 64, 16, 1]}>
// CHECK-NEXT: %2 = "IE.AffineReshape"(%1) {{.*}} -> tensor<1x16x16x1xf16, {order = #NCHW, strides = [256, 16, 1, 1]}>
// CHECK-NEXT: %3 = "IE.ShapeCast"(%2) {{.*}} -> tensor<1x16x4x4xf16, {order = #NCHW, strides = [256, 16, 4, 1]}>

// A reorder of this dialect is a copy, which `optimize-reorders` replaces.
// OPT-NOT: "IE.Reorder"
// OPT: layout.reorder %x : tensor<1x16x4x4xf16> -> tensor<1x16x4x4xf16, {order = #NHWC}>
#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#NCHW = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
func.func @f(%x: tensor<1x16x4x4xf16>) -> tensor<1x16x4x4xf16> {
  %0 = "IE.Reorder"(%x) {dstOrder = #NHWC} : (tensor<1x16x4x4xf16>) -> tensor<1x16x4x4xf16, {order = #NHWC}>
  %1 = "IE.PermuteCast"(%0) {dst_order = #NCHW, mem_perm = #NCHW} : (tensor<1x16x4x4xf16, {order = #NHWC}>) -> tensor<1x4x4x16xf16>
  %2 = "IE.AffineReshape"(%1) {dim_mapping = [[0], [1], [1], [2, 3]], shape_value = [1, 16, 16, 1]} : (tensor<1x4x4x16xf16>) -> tensor<1x16x16x1xf16>
  %3 = "IE.ShapeCast"(%2) {shape = [1, 16, 4, 4]} : (tensor<1x16x16x1xf16>) -> tensor<1x16x4x4xf16>
  return %3 : tensor<1x16x4x4xf16>
}
