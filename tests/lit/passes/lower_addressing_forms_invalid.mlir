// RUN: layoutc %s --passes=lower-addressing --verify-diagnostics --split-input-file --emit=none

layout.tensor @x : tensor<4x24xf32, {strides = [28, 1]}>
// expected-error @below {{`@x` has no addressing function with `vector = array<i64: 1, 8>`: groups of 8 along d1 are not vectors: the group at index [1, 0] starts at offset 28, which is not a multiple of 8}}
// expected-note @below {{the widest vectors along d1 have 4 elements}}
layout.address @misaligned of @x {vector = array<i64: 1, 8>}
// expected-error @below {{groups of 2 along d0 are not vectors: the group at index [0, 0] is not contiguous}}
// expected-note @below {{the layout has no vectors of 2 or more elements along d0}}
layout.address @rows of @x {vector = array<i64: 2, 1>}
// expected-error @below {{the length of d1, 24, is not a multiple of 5}}
// expected-note @below {{the widest vectors along d1 have 4 elements}}
// expected-note @below {{pass `lower-addressing` failed with 3 errors}}
layout.address @five of @x {vector = array<i64: 1, 5>}

// -----

layout.descriptor @halo {
  %m = layout.packed [12]
  %i = layout.pad %m low 2 high 2
  layout.yield %i
}
// expected-error @below {{groups of 4 along d0 are not vectors: the group at index [0] has valid and invalid indices}}
// expected-note @below {{the widest vectors along d0 have 2 elements}}
// expected-note @below {{pass `lower-addressing` failed with 1 error}}
layout.address @partly of @halo {vector = array<i64: 4>}

// -----

layout.tensor @x : tensor<4x24xf32>
// expected-error @below {{`@x` has no addressing function with `step = array<i64: 4, 0>`: no index plus 4 along d0 is inside the length of d0, 4}}
layout.address @far of @x {step = array<i64: 4, 0>}
// expected-error @below {{no index plus -9223372036854775808 along d1 is inside the length of d1, 24}}
// expected-note @below {{pass `lower-addressing` failed with 2 errors}}
layout.address @least of @x {step = array<i64: 0, -9223372036854775808>}

// -----

layout.tensor @x : tensor<?x24xf32>
// expected-error @below {{the length of d0 must be static, but is dynamic}}
// expected-note @below {{pass `lower-addressing` failed with 1 error}}
layout.address @groups of @x {vector = array<i64: 4, 1>}
