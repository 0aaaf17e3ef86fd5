// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  // expected-error @below {{dim `%m` of `layout.packed`: the index that reaches m0 of memory is 4 at d0 = 3, but must be within 0 to 3}}
  %m = layout.packed [4]
  %i = layout.offset %m by 1
  layout.yield %i
}
