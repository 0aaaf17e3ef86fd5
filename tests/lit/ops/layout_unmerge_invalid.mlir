// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  // expected-error @below {{dim `%m` of `layout.packed`: the index that reaches m0 of memory is 6 at d0 = 1, d1 = 2, but must be within 0 to 5}}
  %m = layout.packed [6]
  %i, %j = layout.unmerge %m into [2, 4]
  layout.yield %i, %j
}

// -----

layout.descriptor @d {
  %m = layout.packed [6]
  // expected-error @below {{`layout.unmerge` defines 2 dims, but has 1 result}}
  %i = layout.unmerge %m into [2, 3]
  layout.yield %i
}
