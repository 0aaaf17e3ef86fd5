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

// -----

// expected-error @+2 {{unknown key `reed` in `bandwidth` of target `@npu`}}
// expected-note @+1 {{did you mean `read`?}} expected-note @+1 {{the keys are read, write}}
layout.target @npu {bandwidth = {reed = 64 : i64}}

// -----

// expected-error @+1 {{`bandwidth` of target `@npu` must have both `read` and `write`, in bytes per tick}}
layout.target @npu {bandwidth = {read = 64 : i64}}

// -----

// expected-error @+1 {{`write` of target `@npu` is `0`, but must be an integer from 1 to 65536}}
layout.target @npu {bandwidth = {read = 64 : i64, write = 0 : i64}}

// -----

// expected-error @+1 {{`bandwidth` of `layout.target` is `64 : i64`, but must be a dictionary such as `{read = 64 : i64, write = 32 : i64}`}}
layout.target @npu {bandwidth = 64 : i64}

// -----

// expected-error @+2 {{unknown attribute `bandwith`}}
// expected-note @+1 {{did you mean `bandwidth`?}}
layout.target @npu {bandwith = {read = 64 : i64, write = 32 : i64}}
