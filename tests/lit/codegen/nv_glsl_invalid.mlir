// RUN: not layoutc %s --emit=spirv-asm --spirv=nv-tensors --split-input-file --diagnostics=short 2>&1 | FileCheck %s
// RUN: not layoutc %s --emit=nv-glsl --split-input-file --diagnostics=short 2>&1 | FileCheck %s

// CHECK: [[#@LINE+1]]:1: error[L0405]: `@swizzled` is not a tensor layout and view of SPIR-V: the offset is not a sum of digits of the index, each times a stride; see index [1, 1]
layout.notation @swizzled "cute:S<2,0,2> o (4,4):(4,1)"

// -----
// CHECK: [[#@LINE+1]]:1: error[L0405]: `@reversed` {{.*}}: a digit has stride -1, but strides are unsigned; see index [1]
layout.notation @reversed "memref:memref<4xf32, strided<[-1], offset: 3>>"

// -----
// CHECK: [[#@LINE+1]]:1: error[L0405]: `@digits` {{.*}}: a tensor layout and a view have at most 5 dims each, but the digits are (2:1, 2:2, 2:4, 2:8, 2:16, 2:32)
layout.notation @digits "cute:(2,2,2,2,2,2):(1,2,4,8,16,32)"

// -----
// CHECK: [[#@LINE+1]]:1: error[L0405]: `@negative` {{.*}}: the tensor begins at element -1, but offsets are unsigned
layout.descriptor @negative {
  %m = layout.strided [4] strides [1] offset -1
  %a = layout.pass_through %m
  layout.yield %a
}

// -----
// CHECK: [[#@LINE+1]]:1: error[L0405]: `@begin` {{.*}}: the tensor begins at element 5, which is neither a multiple of 16 bytes nor a coordinate
layout.descriptor @begin {
  %m, %n = layout.strided [4, 4] strides [4, 1] offset 5
  %a = layout.pad %m low 1 high 0
  %b = layout.pad %n low 1 high 0
  layout.yield %a, %b
}

// -----
// CHECK: [[#@LINE+1]]:1: error[L0405]: `@modes` {{.*}}: some coordinates are clamped and others wrapped, but there is one mode
layout.descriptor @modes {
  %m, %n = layout.packed [4, 4]
  %a = layout.pad %m low 1 high 0
  %b = layout.cyclic_shift %n by 1
  layout.yield %a, %b
}

// -----
// CHECK: [[#@LINE+1]]:1: error[L0405]: `@overlap` {{.*}}: coordinates overlap: a stride must be at least 4 elements, but is 2
layout.descriptor @overlap {
  %m, %n = layout.strided [4, 4] strides [2, 1]
  %a = layout.pad %m low 1 high 0
  %b = layout.pad %n low 1 high 0
  layout.yield %a, %b
}

// -----
// CHECK: [[#@LINE+1]]:1: error[L0405]: `@bits` {{.*}}: a matrix has elements of 8, 16, 32 or 64 bits, but these have 4
layout.tensor @bits : tensor<8x8xi4>

// -----
// CHECK: [[#@LINE+1]]:1: error[L0405]: `@large` {{.*}} does not fit 32 bits
layout.tensor @large : tensor<70000x70000xf32>

// -----
// CHECK: [[#@LINE+1]]:1: error[L0405]: `@open` {{.*}}: a length is dynamic
layout.tensor @open : tensor<?x4xf32>
