// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @below {{`lengths` has 1 entry, but the tensor has 2 dims}}
layout.tensor @a : tensor<?x?xf16, {lengths = affine_map<()[s0] -> (s0)>}>
// expected-error @below {{the length of d0 is 4 in the type, but `s0` in `lengths`}}
layout.tensor @b : tensor<4x?xf16, {lengths = affine_map<()[s0] -> (s0, s0)>}>
// expected-error @below {{`lengths` must be a map over symbols, such as `affine_map<()[s0] -> (s0)>`}}
layout.tensor @c : tensor<?x?xf16, {lengths = affine_map<(d0, d1) -> (d0, d1)>}>
// expected-error @below {{the length of d1 is `?`, which requires `lengths`}}
layout.tensor @d : tensor<4x?xf16, {strides = affine_map<()[s0] -> (s0, 1)>}>
// expected-error @below {{`where` must be a set over symbols}}
layout.tensor @e : tensor<?xf16, {lengths = affine_map<()[s0] -> (s0)>, where = 4}>
// expected-error @below {{`s0` has no value from 8 to 4}}
layout.tensor @f : tensor<?xf16, {lengths = affine_map<()[s0] -> (s0)>, where = affine_set<()[s0] : (s0 - 8 >= 0, 4 - s0 >= 0)>}>
// expected-error @below {{`lengths` is incompatible with `format`}}
// expected-note @below {{`format` can be combined with `offset` and `reqs`}}
layout.tensor @g : tensor<?x?x?x?xf16, {lengths = affine_map<()[s0] -> (s0, s0, s0, s0)>, format = #layout.format<chw32>}>

