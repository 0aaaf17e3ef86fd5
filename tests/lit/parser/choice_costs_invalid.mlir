// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @+1 {{unknown term `byte` in a cost; expected an integer or one of `dim(0, 1)`, `rank(0)`, `bytes(0)`, `attr(group)`}}
"t.a"() {layout.choices = [#layout.choice<() -> (), cost = 2 * byte>]} : () -> ()

// -----

// expected-error @+2 {{unknown property `byte`; expected one of elem, dim, rank, bytes, attr}}
// expected-note @+1 {{did you mean `bytes`?}}
"t.a"() {layout.choices = [#layout.choice<() -> (), cost = 2 * byte(0)>]} : () -> ()

// -----

// expected-error @+1 {{`elem(0)` is not an integer, as a cost must be}}
"t.a"() {layout.choices = [#layout.choice<() -> (), cost = 2 * elem(0)>]} : () -> ()

// -----

// expected-error @+1 {{unmatched `(` in the cost}}
"t.a"() {layout.choices = [#layout.choice<() -> (), cost = (2 + dim(0, 1)>]} : () -> ()

// -----

// expected-error @+1 {{unmatched `)` in the cost}}
"t.a"() {layout.choices = [#layout.choice<() -> (), cost = 2 + dim(0, 1))>]} : () -> ()

// -----

// expected-error @+1 {{cost must be at least 0 and less than 2^63, but is -2}}
"t.a"() {layout.choices = [#layout.choice<() -> (), cost = -2>]} : () -> ()

// -----

// expected-error @+1 {{expected }}
"t.a"() {layout.choices = [#layout.choice<() -> (), cost = 2 *>]} : () -> ()
