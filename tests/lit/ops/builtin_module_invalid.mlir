// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @below {{the region of `builtin.module` has 2 blocks, but must have 1}}
"builtin.module"() ({
  "test.br"()[^next] : () -> ()
^next:
  "test.end"() : () -> ()
}) : () -> ()

// -----

// expected-error @below {{`builtin.module` must have 1 region, but has 0}}
"builtin.module"() : () -> ()

// -----

// expected-error @+3 {{`sym_name` of `builtin.module` is `1 : i32`, but must be a string}}
"builtin.module"() ({
^bb0:
}) {sym_name = 1 : i32} : () -> ()

// -----

// expected-note @below {{the first definition is here}}
module @twice {
}
// expected-error @below {{symbol `@twice` is defined twice}}
module @twice {
}
