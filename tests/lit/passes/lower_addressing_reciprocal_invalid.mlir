// RUN: layoutc %s --passes=lower-addressing --emit=none --verify-diagnostics --split-input-file

layout.tensor @x : tensor<4x5xf32>
// expected-error @below {{`division = "reciprocal"` requires a layout with symbols, but `@x` has none}}
// expected-note @below {{functions divide by constants without a division}}
layout.address @f of @x {division = "reciprocal"}

// -----

layout.tensor @x : tensor<4x5xf32>
// expected-error @below {{unknown value "reciprocals" for `division` of `layout.address`}}
// expected-note @below {{known values: divide, reciprocal}}
layout.address @f of @x {division = "reciprocals"}
