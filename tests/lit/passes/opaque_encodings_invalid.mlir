// RUN: layoutc %s --passes=resolve-strides,lower-to-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file
// RUN: layoutc %s "--passes=resolve-strides{copies=insert},lower-to-vulkan" --target=spec_min --emit=none --verify-diagnostics --split-input-file

// A view shares the buffer of a tensor with an unknown layout. A copy would also need that layout.
// expected-error @below [L0403] {{`onnx.Transpose` requires the layout of `%x`: the encoding is opaque, so the layout of the tensor is unknown}}
func.func @view(%x: tensor<4x5xf32, [1, 5]>) -> tensor<5x4xf32> {
  // expected-note @below {{the tensors of this view share a buffer}}
  %0 = "onnx.Transpose"(%x) {perm = [1, 0]} : (tensor<4x5xf32, [1, 5]>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// -----

// expected-error @below [L0403] {{cannot resolve the layout of `%x`: the encoding is opaque, so the layout of the tensor is unknown}}
func.func @required(%x: tensor<4x5xf32, #my.enc<a>>) {
  "test.op"(%x) {layout.reqs = [#layout.reqs<m0: aligned<64 bytes>>]} : (tensor<4x5xf32, #my.enc<a>>) -> ()
  return
}

// -----

// expected-error @below [L0403] {{`%x` has no Vulkan description: the encoding is opaque, so the layout of the tensor is unknown}}
func.func @described(%x: tensor<4x5xf32, affine_map<(d0, d1) -> (d1, d0)>>) {
  return
}
