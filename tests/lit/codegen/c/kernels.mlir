// RUN: layoutc %s --emit=c | FileCheck %s

// Each distinct reorder is a function that copies a tensor. Its plan decides the loops.

#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>

// CHECK: /* Addressing functions and conversion kernels, written by layoutc.
// CHECK: #define LAYOUTC_RESTRICT restrict
// CHECK: #define LAYOUTC_PARALLEL(loops) LAYOUTC_PRAGMA(omp parallel for collapse(loops))
// CHECK: #define LAYOUTC_VECTOR_KERNEL(name, arguments, ...)
// CHECK: typedef __m256i layoutc_vector;
// CHECK: static inline void layoutc_transpose_2(

// Equal conversions share a function, also of other element types of the same size.
// CHECK: /* %x to %y of @main, %z to %w of @main
// CHECK-NEXT: * tile: 8 x 8 units of 2 bytes, in registers
// CHECK-NEXT: * reads 51380224 bytes and writes 51380224 bytes */
// CHECK-NEXT: LAYOUTC_VECTOR_KERNEL(reorder_main_y, (src, dst), const void *LAYOUTC_RESTRICT src, void *LAYOUTC_RESTRICT dst)
// CHECK: LAYOUTC_PARALLEL(2)
// CHECK-NEXT: for (int64_t x0 = 0; x0 < 8; ++x0) {
// CHECK-NEXT: for (int64_t b1 = 0; b1 < 50176; b1 += 1024) {
// CHECK-NEXT: {
// CHECK-NEXT: LAYOUTC_CALL(transpose_2_stream, (s + (x0 * INT64_C(6422528) + b1 * INT64_C(2)), INT64_C(100352), d + (x0 * INT64_C(6422528) + b1 * INT64_C(128)), INT64_C(128), 1024, 64, 64));
// CHECK-NEXT: }
// CHECK-NEXT: LAYOUTC_DRAIN
func.func @main(%x: tensor<8x64x224x224xf16>, %z: tensor<8x64x224x224xbf16>) -> (tensor<8x64x224x224xf16, {order = #NHWC}>, tensor<8x64x224x224xbf16, {order = #NHWC}>) {
  %y = layout.reorder %x : tensor<8x64x224x224xf16> -> tensor<8x64x224x224xf16, {order = #NHWC}>
  %w = layout.reorder %z : tensor<8x64x224x224xbf16> -> tensor<8x64x224x224xbf16, {order = #NHWC}>
  return %y, %w : tensor<8x64x224x224xf16, {order = #NHWC}>, tensor<8x64x224x224xbf16, {order = #NHWC}>
}

// A dynamic outermost length is a parameter.
// CHECK: LAYOUTC_VECTOR_KERNEL(reorder_batch_y, (src, dst, length), const void *LAYOUTC_RESTRICT src, void *LAYOUTC_RESTRICT dst, uint64_t length)
// CHECK: LAYOUTC_PARALLEL_IF(1, n >= 6553)
// CHECK-NEXT: for (int64_t x0 = 0; x0 < n; ++x0) {
func.func @batch(%x: tensor<?x4x5xf32>) -> tensor<?x4x5xf32, {order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>}> {
  %y = layout.reorder %x : tensor<?x4x5xf32> -> tensor<?x4x5xf32, {order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>}>
  return %y : tensor<?x4x5xf32, {order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>}>
}

// A conversion that keeps the offset of every byte is one copy.
// CHECK: LAYOUTC_KERNEL void reorder_same_y(
// CHECK: memcpy(d + 0, s + 0, 25088);
func.func @same(%x: tensor<1x64x14x14xf16, {order = #NHWC}>) -> tensor<1x64x14x14xf16, {format = #layout.format<hwc16>}> {
  %y = layout.reorder %x : tensor<1x64x14x14xf16, {order = #NHWC}> -> tensor<1x64x14x14xf16, {format = #layout.format<hwc16>}>
  return %y : tensor<1x64x14x14xf16, {format = #layout.format<hwc16>}>
}

// Rows that are padded by a requirement end with zeros; gaps of plain strides are not written.
// CHECK: LAYOUTC_KERNEL void reorder_rows_y(
// CHECK: memcpy(d + x0 * INT64_C(8), s + x0 * INT64_C(5), 5);
// CHECK-NEXT: memset(d + x0 * INT64_C(8) + 5, 0, 3);
// CHECK: LAYOUTC_KERNEL void reorder_rows_z(
// CHECK-NOT: memset
// CHECK: memcpy(d + x0 * INT64_C(8), s + x0 * INT64_C(5), 5);
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @rows(%x: tensor<3x5xi8>) {
  %y = layout.reorder %x : tensor<3x5xi8> -> tensor<3x5xi8, {order = affine_map<(d0, d1) -> (d0, d1)>, reqs = #layout.reqs<m0: aligned<8 bytes>>}>
  %z = layout.reorder %x : tensor<3x5xi8> -> tensor<3x5xi8, {order = affine_map<(d0, d1) -> (d0, d1)>, strides = [8, 1]}>
  return
}
