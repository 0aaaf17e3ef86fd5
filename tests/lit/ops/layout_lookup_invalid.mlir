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

// -----

// The padding below the table would exclude index 1, but only by a value that the table does not have.
layout.table @order dense<[3, 1, 2, 0, 4]> : tensor<5xi32>
layout.descriptor @outside {
  %m = layout.packed [3]
  %p = layout.pad %m low 3 high 2
  // expected-error @below {{dim `%l` of `layout.lookup`: the index that reaches `lookup` is -2 at d0 = 1, but must be within 0 to 4}}
  %l = layout.lookup %p by @order
  %e = layout.embed %l into [2] strides [-2]
  layout.yield %e
}
