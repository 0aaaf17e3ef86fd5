// RUN: layoutc %s --emit=opencl | FileCheck %s

// The addressing functions are those of C, whose types OpenCL C defines. There are no conversion kernels of whole tensors.
layout.tensor @x : tensor<4x5xf16>
layout.address @offset_x of @x
func.func @f(%a: tensor<4x5xf16>) -> tensor<4x5xf16, {order = #layout.order<CN>}> {
  %b = layout.reorder %a : tensor<4x5xf16> -> tensor<4x5xf16, {order = #layout.order<CN>}>
  return %b : tensor<4x5xf16, {order = #layout.order<CN>}>
}

// CHECK: /* Addressing functions, written by layoutc. For C99, C++11 and OpenCL C 1.2, and later. */
// CHECK: typedef uint uint32_t;
// CHECK: #define X_SIZE_BYTES 40ull
// CHECK: LAYOUTC_FN uint32_t offset_x(uint32_t d0, uint32_t d1)
// CHECK-NOT: void
