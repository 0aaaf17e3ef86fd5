// RUN: layoutc %s --verify-diagnostics
// RUN: not layoutc %s 2>&1 | FileCheck %s

// CHECK: help: insert `,`
// CHECK: layout.packed [4, 8]
layout.descriptor @integers {
  // expected-error@+1 {{expected `,` between integers, found `8`}}
  %m, %n = layout.packed [4 8]
  layout.yield %m, %n
}

// CHECK: help: insert `,`
// CHECK: layout.xor %m, %n
layout.descriptor @operands {
  %m, %n = layout.packed [4, 8]
  // expected-error@+1 {{expected `,` between operands, found `%n`}}
  %a, %b = layout.xor %m %n
  // expected-error@+1 {{expected `,` between operands, found `%b`}}
  layout.yield %a %b
}

// Two ops on one line need no comma.
layout.descriptor @one_line {
  %m, %n = layout.packed [4, 8] %p = layout.merge %m, %n %q = layout.pass_through %p
  layout.yield %q
}
