// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @open {
  %m, %n = layout.packed [?, 4]
  // expected-error @below {{`layout.copies` of `%n`: a descriptor with copies or parts must have static lengths, but one is `?`}}
  layout.copies %n
  %i = layout.pass_through %m
  layout.yield %i
}

// -----

layout.descriptor @twice {
  %m, %n = layout.packed [3, 4]
  // expected-note @below {{the first use is here}}
  layout.copies %n
  %i = layout.pass_through %m
  // expected-error @below {{dim `%n` is used again by `layout.pass_through`, but must be used exactly once}}
  %j = layout.pass_through %n
  layout.yield %i, %j
}

// -----

layout.descriptor @count {
  %m, %n, %o = layout.packed [3, 4, 5]
  // expected-error @below {{`layout.copies` must have 1 operand, but has 2}}
  layout.copies %n, %o
  %i = layout.pass_through %m
  layout.yield %i
}

// -----

layout.descriptor @first {
  // expected-error @below [L0201] {{value `%n` is not defined before its use}}
  layout.copies %n
}

// -----

// A descriptor with copies is no layout in memory, also on one axis.
layout.descriptor @rows {
  %m, %n = layout.packed [3, 4]
  layout.copies %m
  %j = layout.pass_through %n
  layout.yield %j
}
// expected-error @below {{`@rows` is a placement on the axis `m` with copies (3 slots for each index); this needs a layout in memory, with one offset for each index}}
layout.address @f of @rows
