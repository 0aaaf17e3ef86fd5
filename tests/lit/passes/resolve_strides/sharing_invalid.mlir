// RUN: layoutc %s --passes=resolve-strides --emit=none --verify-diagnostics --split-input-file

// The stride of rows of 6 elements cannot be 3: a slice of half of each row is never compact.
// expected-error @below {{conflicting stride requirements on the buffer of `%x`: the stride of m0 of `%x` is 3 x the stride of m1 of `%x`, but must be at least 6 x the stride of m1 of `%x`}}
func.func @f(%x: tensor<4x6xf16>) {
  // expected-note @+2 {{`m0: compact` is requested by the type of `%part`}}
  %part = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2>,
      static_sizes = array<i64: 4, 3>, static_strides = array<i64: 1, 1>}> : (tensor<4x6xf16>) -> tensor<4x3xf16, {reqs = #layout.reqs<m0: compact>}>
  return
}

// -----

// Two conflicting requirements; a third one is not part of the conflict.
// expected-error @below {{conflicting stride requirements on the buffer of `%x`}}
// expected-note @below {{`m0: fixed<24 bytes>` is requested by the type of `%x`}}
func.func @f(%x: tensor<4x6xf16, {reqs = #layout.reqs<m0: fixed<24 bytes>>}>) {
  %row = "tensor.collapse_shape"(%x) <{reassociation = [[0, 1]]}> : (tensor<4x6xf16, {reqs = #layout.reqs<m0: fixed<24 bytes>>}>) -> tensor<24xf16, {reqs = #layout.reqs<m0: aligned<4 bytes>>}>
  %turned = "onnx.Transpose"(%x) {perm = [1, 0]} : (tensor<4x6xf16, {reqs = #layout.reqs<m0: fixed<24 bytes>>}>) -> tensor<6x4xf16>
  // expected-note @below {{`m0: aligned<16 bytes>` is requested by `layout.reqs` of op `t.use`}}
  "t.use"(%turned) {layout.reqs = [#layout.reqs<m0: aligned<16 bytes>>]} : (tensor<6x4xf16>) -> ()
  return
}

// -----

// A tensor has a single position.
func.func @f() -> tensor<2x4xf16, {order = #layout.order<NC>}> {
  %a = "t.make"() : () -> tensor<1x4xf16>
  // expected-error @below {{`onnx.Concat` cannot make `%a` a subview of `%c`: it already has another location in memory}}
  %c = "onnx.Concat"(%a, %a) {axis = 0 : si64} : (tensor<1x4xf16>, tensor<1x4xf16>) -> tensor<2x4xf16, {order = #layout.order<NC>}>
  return %c : tensor<2x4xf16, {order = #layout.order<NC>}>
}

// -----

// Orders that are declared on both sides of a view must belong to one memory.
func.func @f(%x: tensor<4x6xf16, {order = #layout.order<NC>}>) {
  // expected-error @below {{`onnx.Transpose` cannot make `%t` a subview of `%x`: its dims would have the order CN in memory, but it declares NC}}
  %t = "onnx.Transpose"(%x) {perm = [1, 0]} : (tensor<4x6xf16, {order = #layout.order<NC>}>) -> tensor<6x4xf16, {order = #layout.order<NC>}>
  return
}

// -----

// Rows and columns of a column-major matrix cannot be merged into one row.
func.func @f(%x: tensor<4x6xf16, {order = #layout.order<CN>}>) {
  // expected-error @below {{`tensor.collapse_shape` cannot make `%row` a subview of `%x`: it merges dims that are not contiguous in memory}}
  %row = "tensor.collapse_shape"(%x) <{reassociation = [[0, 1]]}> : (tensor<4x6xf16, {order = #layout.order<CN>}>) -> tensor<24xf16>
  return
}

// -----

// A format that splits C has no stride of C.
func.func @f(%x: tensor<1x8x4x4xf16, {format = #layout.format<chw4>}>) {
  // expected-error @below {{`tensor.extract_slice` cannot make `%part` a subview of `%x`: its layout is format `chw4`, which has no strides to share}}
  %part = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2, 0, 0>,
      static_sizes = array<i64: 1, 4, 4, 4>, static_strides = array<i64: 1, 1, 1, 1>}> : (tensor<1x8x4x4xf16, {format = #layout.format<chw4>}>) -> tensor<1x4x4x4xf16>
  return
}

// -----

// The offset of a view is determined by its op.
func.func @f(%x: tensor<4x6xf16, {strides = [6, 1]}>) {
  // expected-error @+2 {{the offset of `%part` must be 12 elements in its buffer, but is 7}}
  %part = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2, 0>,
      static_sizes = array<i64: 2, 6>, static_strides = array<i64: 1, 1>}> : (tensor<4x6xf16, {strides = [6, 1]}>) -> tensor<2x6xf16, {strides = [6, 1], offset = 7}>
  return
}

// -----

// Two tensors have the same requirement, and both are reported.
// expected-error @below {{conflicting stride requirements on the buffer of `%x`}}
// expected-note @below {{`m0: fixed<32 bytes>` is requested by the type of `%x`}}
func.func @f(%x: tensor<4x6xf16, {reqs = #layout.reqs<m0: fixed<32 bytes>>}>) {
  // expected-note @below {{`m0: aligned<10 bytes>` is requested by the type of `%y`}}
  %y = "onnx.Identity"(%x) : (tensor<4x6xf16, {reqs = #layout.reqs<m0: fixed<32 bytes>>}>) -> tensor<4x6xf16, {reqs = #layout.reqs<m0: aligned<10 bytes>>}>
  // expected-note @below {{`m0: aligned<10 bytes>` is requested by the type of `%z`}}
  %z = "onnx.Identity"(%x) : (tensor<4x6xf16, {reqs = #layout.reqs<m0: fixed<32 bytes>>}>) -> tensor<4x6xf16, {reqs = #layout.reqs<m0: aligned<10 bytes>>}>
  return
}
