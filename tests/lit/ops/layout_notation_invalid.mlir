// RUN: layoutc %s --verify-diagnostics --split-input-file
// RUN: not layoutc %s --split-input-file --diagnostics=short 2>&1 | FileCheck %s

// CHECK: layout_notation_invalid.mlir:6:27: error[L0313]: unknown notation `cte`
// expected-error@+1 {{unknown notation `cte`}}
layout.notation @unknown "cte:(4,8)"

// -----

// CHECK: layout_notation_invalid.mlir:12:37: error[L0313]: the stride must have the modes of the shape
// expected-error@+1 {{the stride must have the modes of the shape, 2 in a tuple, but is a number}}
layout.notation @stride "cute:(4,8):1"

// -----

// expected-error@+1 {{expected `,` or `]`, found the end of the text}}
layout.notation @open "vpux:NHWC[1,64,56,56"

// -----

// expected-error@+1 {{`layout.notation` requires attribute `text`}}
"layout.notation"() {sym_name = "x"} : () -> ()

// -----

layout.notation @wide "torch:(2,3):(3,1):f32"
layout.tensor @row : tensor<2x3xf32>
// expected-error@+1 {{the tensor has elements of 16 bits, but its layout `@wide` has elements of 32 bits}}
layout.tensor @narrow : tensor<2x3xf16, {layout = @wide}>
// expected-error@+1 {{the tensor has elements of 8 bits, but its layout `@row` has elements of 32 bits}}
layout.tensor @bytes : tensor<2x3xi8, {layout = @row}>
