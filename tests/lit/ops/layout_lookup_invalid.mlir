// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.table @pages dense<[3, 0, 2]> : tensor<3xi32>
layout.descriptor @cache {
  %m = layout.packed [3]
  // expected-error @below {{`layout.lookup` of `%m`: value 0 of @pages is 3, but must be below 3, the length of the operand}}
  %p = layout.lookup %m by @pages
  layout.yield %p
}

// -----

layout.table @map : length 3, values in [0, 8)
layout.descriptor @cache {
  %m = layout.packed [4]
  // expected-error @below {{`layout.lookup` of `%m`: the values of @map may be up to 7, but must be below 4, the length of the operand}}
  %p = layout.lookup %m by @map
  layout.yield %p
}

// -----

layout.table @pages dense<[3, 0, 2]> : tensor<3xi32>
layout.descriptor @cache {
  %m = layout.packed [4]
  // expected-error @below {{unknown symbol `@page`; expected a table}}
  %p = layout.lookup %m by @page
  layout.yield %p
}

// -----

layout.descriptor @rows {
  %m = layout.packed [4]
  %i = layout.pass_through %m
  layout.yield %i
}
layout.descriptor @cache {
  %m = layout.packed [4]
  // expected-error @below {{`@rows` is a `layout.descriptor`, but must be a table}}
  %p = layout.lookup %m by @rows
  layout.yield %p
}
