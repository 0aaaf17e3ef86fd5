// Properties of layouts with many indices, none of which are enumerated: exact bounds of reachable offsets, and
// injectivity, which a shared slot or a count decides.

// RUN: layoutc eval %s --of @wrapped | FileCheck %s --check-prefix=WRAPPED
// RUN: layoutc eval %s --of @wider | FileCheck %s --check-prefix=WIDER
// RUN: layoutc eval %s --of @overlapping | FileCheck %s --check-prefix=OVERLAPPING
// RUN: layoutc eval %s --of @windows | FileCheck %s --check-prefix=WINDOWS
// RUN: layoutc eval %s --of @colliding | FileCheck %s --check-prefix=COLLIDING
// RUN: layoutc eval %s --of @reversed | FileCheck %s --check-prefix=REVERSED

// WRAPPED: "min_offset":0,"max_offset":67108863,"span":67108864,"allocation":67108864,"size_bytes":null,"packed":true,"injective":false,"vector_width":[1,64]
layout.descriptor @wrapped {
  %m, %n = layout.packed [1048576, 64]
  %i = layout.modulo %m by 1048576 length 2097152
  %j = layout.pass_through %n
  layout.yield %i, %j
}

// WIDER: "min_offset":0,"max_offset":68719476735,{{.*}}"injective":false,"vector_width":[1,64]
layout.descriptor @wider {
  %m, %n = layout.packed [1073741824, 64]
  %i = layout.modulo %m by 1073741824 length 2147483648
  %j = layout.pass_through %n
  layout.yield %i, %j
}

// OVERLAPPING: "min_offset":0,"max_offset":2000679993,"span":2000679994,"allocation":3000000000,{{.*}}"injective":false
layout.descriptor @overlapping {
  %m = layout.packed [3000000000]
  %i, %j = layout.embed %m into [100000, 100000] strides [20000, 7]
  layout.yield %i, %j
}

// WINDOWS: "min_offset":0,"max_offset":9999999,"span":10000000,"allocation":10000000,{{.*}}"injective":false
layout.descriptor @windows {
  %m = layout.packed [10000000]
  %p = layout.pad %m low 1 high 1
  %i, %j = layout.embed %p into [3, 10000000] strides [1, 1]
  layout.yield %i, %j
}

// COLLIDING: "min_offset":0,"max_offset":499995,{{.*}}"injective":false
layout.descriptor @colliding {
  %m, %n = layout.strided [100000, 100000] strides [3, 2]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}

// REVERSED: "min_offset":0,"max_offset":9999999,{{.*}}"injective":true,"vector_width":[1,2,1]
layout.descriptor @reversed {
  %m, %n = layout.packed [5000000, 2]
  %r = layout.offset %m by 4999999
  %i, %one = layout.embed %r into [5000000, 1] strides [-1, 0]
  %j = layout.pass_through %n
  layout.yield %i, %j, %one
}
