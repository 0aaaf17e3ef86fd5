// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// Structure decides the bounds of long dims, so that a few ops take no noticeable time.
layout.descriptor @windows {
  %m = layout.packed [10000000]
  %p = layout.pad %m low 1 high 1
  %i, %j = layout.embed %p into [3, 10000000] strides [1, 1000000007]
  layout.yield %i, %j
}
layout.descriptor @six {
  %m = layout.packed [1000000000]
  %p = layout.pad %m low 5 high 5
  %a, %b, %c, %d, %e, %f = layout.embed %p into [10, 1000, 1000, 1000, 100, 100000] strides [-7, 11, 13, -17, 10007, 100003]
  layout.yield %a, %b, %c, %d, %e, %f
}
layout.descriptor @swizzled {
  %m, %n = layout.packed [1048576, 1024]
  %p = layout.pad %m low 0 high 0
  %i, %j = layout.xor %p, %n
  %k = layout.merge %i, %j
  %l = layout.pad %k low 3 high 9
  layout.yield %l
}
layout.descriptor @merges {
  %m, %n, %o = layout.packed [1000, 1000, 1000]
  %a = layout.pad %m low 1 high 1
  %b = layout.pad %n low 2 high 0
  %k = layout.merge %a, %b
  %c = layout.pad %o low 0 high 7
  %l = layout.merge %k, %c
  layout.yield %l
}

// -----

// The message has the first index in row-major order.
layout.descriptor @leaves {
  // expected-error @below [L0311] {{the index that reaches m0 of memory is 1099511627778 at d0 = 536869377, d1 = 1047894, but must be within 0 to 1099511627775}}
  %m = layout.packed [1099511627776]
  %i, %j = layout.embed %m into [1073741824, 1048576] strides [2048, 3]
  layout.yield %i, %j
}
