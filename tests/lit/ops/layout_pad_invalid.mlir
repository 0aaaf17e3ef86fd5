// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  %m = layout.packed [4]
  // expected-error @below {{`layout.pad` of `%m`: `pad` low -2 high -2 of a dim of length 4 must leave a length of at least 1, but leaves 0}}
  %i = layout.pad %m low -2 high -2
  layout.yield %i
}

// -----

layout.descriptor @d {
  %m = layout.packed [4]
  // expected-error @below {{expected `high`, found `hihg`}}
  // expected-note @below {{did you mean `high`?}}
  %i = layout.pad %m low 2 hihg 1
  layout.yield %i
}
