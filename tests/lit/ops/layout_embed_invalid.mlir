// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  %m = layout.packed [6]
  // expected-error @below {{`layout.embed` of `%m`: `embed` must have one stride for each length, but has lengths [2, 3] and strides [1]}}
  %i, %j = layout.embed %m into [2, 3] strides [1]
  layout.yield %i, %j
}

// -----

layout.descriptor @d {
  // expected-error @below {{dim `%m` of `layout.packed`: the index that reaches m0 of memory is 6 at d0 = 1, d1 = 2, but must be within 0 to 5}}
  %m = layout.packed [6]
  %i, %j = layout.embed %m into [2, 3] strides [4, 1]
  layout.yield %i, %j
}
