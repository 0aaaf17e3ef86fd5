// RUN: layoutc %s --passes='resolve-strides,lower-addressing,check-addresses{certificate=%t.folder steps=1234}' --emit=none
// RUN: FileCheck %s --input-file=%t.folder/offset.smt2

// The steps are those of the option, also where no function is proven by the solver.

// CHECK: `@offset` equals `@x` if each of the {{[0-9]+}} queries is unsatisfiable
// CHECK: rlimit 1234)
layout.tensor @x : tensor<6x10xf16, {order = affine_map<(d0, d1) -> (d1, d0)>}>
layout.address @offset of @x
