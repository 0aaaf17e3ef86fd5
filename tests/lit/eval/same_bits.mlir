// Two spellings of one swizzle of 2^40 and of 3 x 2^38 elements, which no enumeration could compare, and the first index
// at which a third layout differs.

// RUN: layoutc eval %s --same @whole,@halves | FileCheck %s --check-prefix=SAME
// RUN: layoutc eval %s --same @mixed,@mixed_halves | FileCheck %s --check-prefix=SAME
// RUN: not layoutc eval %s --same @whole,@low | FileCheck %s --check-prefix=LOW
// RUN: not layoutc eval %s --same @mixed,@shifted | FileCheck %s --check-prefix=SHIFTED
// RUN: layoutc eval %s --of @halves | FileCheck %s --check-prefix=FACTS

// SAME: {"same":true}
// LOW: {"same":false,"at":[1024,0],"a":1073742848,"b":1073741824}
// SHIFTED: {"same":false,"at":[0,1,0],"a":1048577,"b":1048578}
// FACTS: "injective":true
layout.descriptor @whole {
  %m, %n = layout.packed [1048576, 1048576]
  %i, %j = layout.xor %m, %n
  layout.yield %i, %j
}

layout.descriptor @halves {
  %m, %n = layout.packed [1048576, 1048576]
  %m1, %m0 = layout.unmerge %m into [1024, 1024]
  %n1, %n0 = layout.unmerge %n into [1024, 1024]
  %i1, %j1 = layout.xor %m1, %n1
  %i0, %j0 = layout.xor %m0, %n0
  %i = layout.merge %i1, %i0
  %j = layout.merge %j1, %j0
  layout.yield %i, %j
}

layout.descriptor @low {
  %m, %n = layout.packed [1048576, 1048576]
  %m1, %m0 = layout.unmerge %m into [1024, 1024]
  %n1, %n0 = layout.unmerge %n into [1024, 1024]
  %i0, %j0 = layout.xor %m0, %n0
  %i = layout.merge %m1, %i0
  %j = layout.merge %n1, %j0
  layout.yield %i, %j
}

// The rows of three planes count from one plane to the next, so a row number has a digit of 3 values and 18 bits.
layout.descriptor @mixed {
  %k = layout.packed [824633720832]
  %mp, %n = layout.unmerge %k into [786432, 1048576]
  %i, %j = layout.xor %mp, %n
  %p, %r = layout.unmerge %i into [3, 262144]
  layout.yield %p, %r, %j
}

layout.descriptor @mixed_halves {
  %k = layout.packed [824633720832]
  %p, %m, %n1, %n0 = layout.unmerge %k into [3, 262144, 4, 262144]
  %i, %j0 = layout.xor %m, %n0
  %q, %j1 = layout.xor %p, %n1
  %j = layout.merge %j1, %j0
  layout.yield %q, %i, %j
}

layout.descriptor @shifted {
  %k = layout.packed [824633720832]
  %p, %m, %n1, %n = layout.unmerge %k into [3, 262144, 4, 262144]
  %n0, %low = layout.unmerge %n into [131072, 2]
  %i, %j0 = layout.xor %m, %n0
  %q, %j1 = layout.xor %p, %n1
  %j = layout.merge %j1, %j0, %low
  layout.yield %q, %i, %j
}
