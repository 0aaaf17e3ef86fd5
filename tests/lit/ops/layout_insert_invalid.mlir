// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  %m = layout.packed [3]
  %i = layout.pass_through %m
  // expected-error @below {{`layout.insert`: a dim gets length 0, but has 1 or more}}
  %j = layout.insert 0
  layout.yield %j, %i
}

// -----

layout.descriptor @d {
  // expected-error @below {{`layout.insert` begins a descriptor, but that begins with its base}}
  %j = layout.insert 4
  layout.yield %j
}
