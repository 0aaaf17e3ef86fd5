// RUN: layoutc %s --pass-pipeline='builtin.module(func.func(canonicalize,cse),resolve-strides)' --print-ir-after=all --emit=none 2>&1 | FileCheck %s
// RUN: layoutc %s --passes='func.func(canonicalize,cse),resolve-strides' --print-ir-after=all --emit=none 2>&1 | FileCheck %s
// RUN: layoutc %s --canonicalize --cse --resolve-strides=copies=insert --mlir-print-ir-after-all --emit=none 2>&1 | FileCheck %s
// RUN: layoutc %s -canonicalize -cse '--resolve-strides={copies=insert}' --mlir-print-ir-after-all --emit=none 2>&1 | FileCheck %s
// RUN: layoutc %s --pass-pipeline='any(func.func(any(cse)))' --emit=none

// Passes run in their order, on the module or on its functions.
// CHECK: IR Dump After canonicalize (1)
// CHECK: IR Dump After cse (2)
// CHECK: IR Dump After resolve-strides (3)
// CHECK: strides = [1, 8]

// RUN: not layoutc %s --passes='builtin.module(func.func(cse,resolve-strides))' 2>&1 | FileCheck %s --check-prefix=MODULE
// MODULE: <passes>:1:30: error[L0601]: pass `resolve-strides` must run on a module, not on a function
// MODULE: note: write it outside of `func.func(...)`, in which canonicalize, canonicalize-layouts, cse can run

// RUN: not layoutc %s --passes='func.fun(cse)' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// ANCHOR: <passes>:1:1: error[L0601]: unknown anchor op `func.fun`
// ANCHOR: did you mean `func.func`?

// RUN: not layoutc %s --passes='func.func(builtin.module(cse))' 2>&1 | FileCheck %s --check-prefix=NESTED
// NESTED: <passes>:1:11: error[L0601]: `builtin.module` is not allowed inside another anchor op

// RUN: not layoutc %s --passes='cse(flag)' 2>&1 | FileCheck %s --check-prefix=BRACES
// BRACES: <passes>:1:1: error[L0601]: unknown anchor op `cse`
// BRACES: note: write the options of a pass in braces: `cse{key=value}`

// RUN: not layoutc %s --passes='cse canonicalize' 2>&1 | FileCheck %s --check-prefix=COMMA
// COMMA: <passes>:1:5: error[L0601]: expected `,` between two passes

// RUN: not layoutc %s --passes='builtin.module(cse' 2>&1 | FileCheck %s --check-prefix=CLOSE
// CLOSE: <passes>:1:19: error[L0601]: expected `)` at the end of the pipeline

// RUN: not layoutc %s --passes=cse --canonicalize 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error[L0601]: `--passes` is incompatible with flags of passes, such as `--canonicalize`

// RUN: not layoutc %s --cse=x=1 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: <passes>:1:5: error[L0601]: unknown option `x` of pass `cse`, which has no options

func.func @f(%x: tensor<8x4xf16>) -> tensor<8x4xf16> {
  %0 = layout.reorder %x : tensor<8x4xf16> -> tensor<8x4xf16, {order = #layout.order<CN>}>
  %1 = "t.add"(%0) : (tensor<8x4xf16, {order = #layout.order<CN>}>) -> tensor<8x4xf16>
  return %1 : tensor<8x4xf16>
}
