// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @d {
  // expected-error @below [L0311] {{dim `%n` of `layout.packed`: the index that reaches m1 of memory is 4, but must be within 0 to 3}}
  %m, %n = layout.packed [3, 4]
  %i = layout.pass_through %m
  layout.freeze %n at 4
  layout.yield %i
}

// -----

layout.descriptor @merged {
  %m, %n = layout.packed [4, 3]
  // expected-error @below [L0311] {{dim `%o` of `layout.merge`: the index that reaches `merge` is 12, but must be within 0 to 11}}
  %o = layout.merge %m, %n
  layout.freeze %o at 12
  %i = layout.insert 2
  layout.yield %i
}

// -----

// Lower transforms map the index back, but not far enough.
layout.descriptor @moved {
  // expected-error @below [L0311] {{dim `%m` of `layout.packed`: the index that reaches m0 of memory is 4, but must be within 0 to 3}}
  %m = layout.packed [4]
  %o = layout.offset %m by -1
  layout.freeze %o at 5
  %i = layout.insert 2
  layout.yield %i
}
