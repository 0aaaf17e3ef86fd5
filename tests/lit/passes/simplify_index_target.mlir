// The target names the measure that `simplify-index` minimizes. The option `cost` overrides it, and emitters for GPUs
// minimize slots if no target names a measure.

// RUN: layoutc %s --passes=lower-addressing,simplify-index --target=plain --emit=generic | FileCheck %s --check-prefix=WEIGHT
// RUN: layoutc %s --passes=lower-addressing,simplify-index --target=gpu --emit=generic | FileCheck %s --check-prefix=SLOTS
// RUN: layoutc %s --passes='lower-addressing,simplify-index{cost=weight}' --target=gpu --emit=generic | FileCheck %s --check-prefix=WEIGHT
// RUN: layoutc %s --passes='lower-addressing,simplify-index{default=slots}' --target=plain --emit=generic | FileCheck %s --check-prefix=SLOTS
// RUN: layoutc %s --emit=c --target=plain | FileCheck %s --check-prefix=C
// RUN: layoutc %s --emit=c --target=gpu | FileCheck %s --check-prefix=GLSL
// RUN: layoutc %s --emit=glsl --target=plain | FileCheck %s --check-prefix=GLSL
// RUN: layoutc %s --emit=glsl --target=cpu | FileCheck %s --check-prefix=C

layout.target @plain {summary = "no measure"}
layout.target @cpu {index_cost = "weight"}
layout.target @gpu {index_cost = "slots"}

// A GPU multiplies words below 2^24 at the full rate, and a mask shows the bound to its driver.
layout.descriptor @rows {
  %m, %n = layout.strided [4096, 16] strides [21, 1]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
layout.address @offset of @rows

// WEIGHT: sym_name = "rows"
// WEIGHT-NOT: arith.andi
// WEIGHT: "arith.muli"
// SLOTS: 16777215 : i32
// SLOTS: "arith.andi"
// SLOTS: "arith.muli"
// C: offset(
// C-NOT: 16777215
// C: return
// GLSL: offset(
// GLSL: & 16777215u
