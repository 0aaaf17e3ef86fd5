// RUN: layoutc %s --passes=resolve-strides --emit=none --verify-diagnostics --split-input-file

// expected-error @below {{conflicting stride requirements on `%x`: m0 must be `fixed<12 bytes>`, but `aligned<16 bytes>` requires a multiple of 16 bytes}}
// expected-note @below {{`m0: aligned<16 bytes>` is requested by the type of `%x`}}
func.func @f(%x: tensor<4x6xf16, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>) {
  // expected-note @below {{`m0: fixed<12 bytes>` is requested by `layout.reqs` of op `t.use`}}
  "t.use"(%x) {layout.reqs = [#layout.reqs<m0: fixed<12 bytes>>]} : (tensor<4x6xf16, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>) -> ()
  return
}

// -----

// expected-error @below {{the stride of m0 is 8 bytes, but must be at least 10 bytes (5 x 2 bytes of m1)}}
layout.tensor @overlap : tensor<4x5xf16, {strides = [4, 1]}>

// -----

// expected-error @below {{strides of `@x` cannot be resolved: the length of m1 must be static, because only the outermost dim can be dynamic}}
layout.tensor @x : tensor<4x?xf16, {order = #layout.order<NC>}>

// -----

// expected-error @below {{expected 1 entry in `layout.reqs` of `t.use`, one for each operand and result, found 2}}
%0 = "t.use"() {layout.reqs = [unit, unit]} : () -> tensor<4xf32>

// -----

// Only the outermost physical dim can be dynamic, and not if it is a C that is split.
// expected-error @below [L0308] {{strides of `@c` cannot be computed: the length of C (d0) must be static to be split into vectors, but is dynamic}}
layout.tensor @c : tensor<?x4x5xf16, {format = #layout.format<chw16>}>
// expected-error @below [L0308] {{strides of `@inner` cannot be computed: the length of m1 must be static, because only the outermost dim can be dynamic}}
layout.tensor @inner : tensor<2x?x4x5xf16, {format = #layout.format<chw16>}>
layout.tensor @batch : tensor<?x3x4x5xf16, {format = #layout.format<chw16>}>

// -----

// Each requirement on one dim has its own position, in the text of a type, behind an alias, and in an attribute of an op.
!two = tensor<4x5xf16, {reqs = #layout.reqs<
  // expected-note @below {{`m0: compact` is requested by the type of `@both`: stride(m0) = 5 x stride(m1) = 5 x 2 bytes = 10 bytes}}
  m0: compact,
  // expected-note @below {{`m1: compact` is requested by the type of `@both`: stride(m1) = 1 element = 2 bytes}}
  m1: compact,
  // expected-note @below {{`m0: aligned<16 bytes>` is requested by the type of `@both`: stride(m0) is a multiple of 16 bytes}}
  m0: aligned<16   bytes>>}>
// expected-error @below {{conflicting stride requirements on `@both`}}
layout.tensor @both : !two

// expected-error @below {{conflicting stride requirements on `%x`}}
func.func @f(%x: tensor<4x6xf16>) {
  "t.use"(%x) {layout.reqs = [#layout.reqs<
    // expected-note @below {{`m0: aligned<16 bytes>` is requested by `layout.reqs` of op `t.use`}}
    m0: aligned<16 bytes>,
    // expected-note @below {{`m0: fixed<12 bytes>` is requested by `layout.reqs` of op `t.use`}}
    m0: fixed<12 bytes>>]} : (tensor<4x6xf16>) -> ()
  return
}
