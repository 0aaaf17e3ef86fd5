// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  %m, %n = layout.packed [4, 6]
  // expected-error @below {{`layout.cyclic_shift` must have 1 operand, but has 2}}
  %i = layout.cyclic_shift %m, %n by 1
  layout.yield %i
}

// -----

"layout.descriptor"() ({
  %m = "layout.packed"() {lengths = array<i64: 4>} : () -> !layout.memdim<4>
  // expected-error @below {{`layout.cyclic_shift` requires attribute `by`, an integer}}
  %i = "layout.cyclic_shift"(%m) : (!layout.memdim<4>) -> !layout.dim<4>
  "layout.yield"(%i) : (!layout.dim<4>) -> ()
}) {sym_name = "d"} : () -> ()

// -----

"layout.descriptor"() ({
  %m = "layout.packed"() {lengths = array<i64: 4>} : () -> !layout.memdim<4>
  // expected-error @below {{the type of `%i`, a result of `layout.cyclic_shift`, must be `!layout.dim<4>`, but is `!layout.dim<5>`}}
  %i = "layout.cyclic_shift"(%m) {by = 1 : i64} : (!layout.memdim<4>) -> !layout.dim<5>
  "layout.yield"(%i) : (!layout.dim<5>) -> ()
}) {sym_name = "d"} : () -> ()

// -----

// The length must be static.
layout.tensor @x : tensor<?x4xf32>
layout.descriptor @d {
  %m, %n = layout.from @x
  // expected-error @below {{`layout.cyclic_shift` of `%m`: `cyclic_shift` does not support dims of dynamic length}}
  %i = layout.cyclic_shift %m by 1
  %j = layout.pass_through %n
  layout.yield %i, %j
}
