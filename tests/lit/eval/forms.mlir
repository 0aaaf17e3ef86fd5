// RUN: layoutc eval %s --of @load --at 2,1 | FileCheck %s --check-prefix=LOAD
// RUN: layoutc eval %s --of @east --at 2,4 | FileCheck %s --check-prefix=EAST
// RUN: layoutc eval %s --of @east --at 2,7 | FileCheck %s --check-prefix=END
// RUN: layoutc eval %s --of @east --all | FileCheck %s --check-prefix=ALL
// RUN: layoutc eval %s --of @offset --at 2,1 | FileCheck %s --check-prefix=OFFSET
// RUN: layoutc %s --passes=lower-addressing,simplify-index | layoutc eval - --of @east --at 2,4 | FileCheck %s --check-prefix=EAST
// RUN: layoutc eval %s --same @load,@groups

// A query of an addressing function, lowered or not, has the answer that the function must return.
layout.tensor @x : tensor<4x8xf32, {strides = [12, 1]}>

// OFFSET: {"of":"@offset","at":[2,1],"offset":25,"byte":100,"valid":true}
layout.address @offset of @x {unit = "byte"}
// LOAD: {"of":"@load","at":[2,1],"offset":28,"byte":112,"valid":true}
layout.address @load of @x {vector = array<i64: 1, 4>}
// EAST: {"of":"@east","at":[2,4],"offset":29,"byte":116,"valid":true}
// END: {"of":"@east","at":[2,7],"offset":null,"byte":null,"valid":false}
// ALL-COUNT-32: "at"
layout.address @east of @x {step = array<i64: 0, 1>}
layout.descriptor @groups {
  %i, %j = layout.from @x
  %k = layout.embed %j into [2] strides [4]
  %l = layout.pass_through %i
  layout.yield %l, %k
}
