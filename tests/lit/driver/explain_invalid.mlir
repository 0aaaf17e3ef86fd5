// RUN: not layoutc explain %s --of @imag 2>&1 | FileCheck %s --check-prefix=SYMBOL
// RUN: not layoutc explain %s --of=@f:%%outt 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not layoutc explain %s --of=@f:%%i 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not layoutc explain %s --of @f 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: not layoutc explain %s --of @npu 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not layoutc explain %s --of image 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not layoutc explain %s 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not layoutc explain L0411 2>&1 | FileCheck %s --check-prefix=CODE
// RUN: not layoutc explain resolve_strides 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: not layoutc explain 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not layoutc explain L0401 L0402 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not layoutc explain %s --of @image --emit=none 2>&1 | FileCheck %s --check-prefix=EMIT
// RUN: not layoutc explain %s --of @image --target=spec_min 2>&1 | FileCheck %s --check-prefix=UNSOLVED
// RUN: layoutc explain l0401 | FileCheck %s --check-prefix=LOWER
// RUN: layoutc explain resolve-strides | FileCheck %s --check-prefix=PAGE

// SYMBOL: error[L0604]: unknown symbol `@imag`
// SYMBOL-NEXT: did you mean `@image`?
// VALUE: error[L0604]: unknown value `%outt` in `@f:%outt`
// VALUE-NEXT: did you mean `%out`?
// TYPE: error[L0604]: `@f:%i` has the type `index`, which has no layout
// FUNCTION: error[L0604]: `@f` is an op `func.func` without tensors, so it has no layouts
// OP: error[L0604]: `@npu` is an op `layout.target`, which has no layout
// NAME: error[L0604]: `image` is not a valid name of a layout
// FILE: error[L0601]: missing `--of=SYMBOL`, the symbol of `{{.*}}explain_invalid.mlir` to explain
// FILE-NEXT: use `layoutc explain FILE --of SYMBOL`, or `layoutc explain CODE|PASS`
// CODE: error[L0601]: unknown code or pass `L0411`
// CODE-NEXT: did you mean `L0311`?
// PASS: error[L0601]: unknown code or pass `resolve_strides`
// PASS-NEXT: did you mean `resolve-strides`?
// NOTHING: error[L0601]: expected a code, a pass, or a file with a symbol
// TWO: error[L0601]: unexpected `L0402` after the first code or pass
// EMIT: error[L0601]: `--emit` has no effect on `explain`, which prints reasons
// UNSOLVED: error[L0401]: conflicting stride requirements on `@image`
// LOWER: L0401: no strides satisfy all requirements
// PAGE: resolve-strides: assigns to every tensor the least strides that its requirements allow
// PAGE: {{^}}    $ layoutc resolve-strides.mlir --passes=resolve-strides
// PAGE: copies=refuse|insert (default refuse):
layout.tensor @image : tensor<4x6xf32, {reqs = #layout.reqs<m0: aligned<40 bytes>>}>
layout.target @npu {limits = {}, features = {}}
func.func @f(%i: index) {
  %out = "test.op"(%i) : (index) -> i32
  return
}
