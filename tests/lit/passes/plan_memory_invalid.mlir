// RUN: layoutc %s --passes=plan-memory --emit=none --verify-diagnostics --split-input-file

func.func @open() {
  // expected-error @below [L0403] {{the strides of `%0` are not resolved}}
  // expected-note @below {{run `resolve-strides` before this pass}}
  // expected-note @below {{pass `plan-memory` failed with 1 error}}
  %0 = "my.make"() : () -> tensor<4x4xf32, {order = #layout.order<CN>}>
  return
}

// -----

func.func @dynamic(%x: tensor<?x4xf32>) {
  // expected-error @below [L0408] {{the memory of `%0` cannot be planned: its size is unknown: the length of m0 is dynamic}}
  // expected-note @below {{pass `plan-memory` failed with 1 error}}
  %0 = "my.make"(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32, {strides = [4, 1]}>
  return
}

// -----

// The orders of both values are open, so that it is unknown whether the transpose is a copy.
func.func @view() {
  // expected-error @below [L0403] {{the memory of `%0` cannot be planned: its layout is not assigned}}
  // expected-note @below {{run `assign-layouts` and `resolve-strides` before this pass}}
  // expected-note @below {{pass `plan-memory` failed with 1 error}}
  %0 = "my.make"() : () -> tensor<4x8xf32>
  %1 = "onnx.Transpose"(%0) {perm = [1, 0]} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// expected-error @below [L0408] {{the arena of `@large` exceeds 63 bits}}
// expected-note @below {{pass `plan-memory` failed with 1 error}}
func.func @large() {
  %0 = "my.make"() : () -> tensor<4611686018427387904xi8>
  %1 = "my.make"() : () -> tensor<4611686018427387904xi8>
  "my.use"(%0, %1) : (tensor<4611686018427387904xi8>, tensor<4611686018427387904xi8>) -> ()
  return
}

// -----

// A rule that permits to overwrite an operand which no op of the name has.
module attributes {layout.target = @npu} {
  layout.target @npu {
    // expected-remark @below [L0408] {{`inplace` of the rule for `my.relu` of target `@npu` names operand 1, but each `my.relu` has at most 1 operand}}
    layout.rule "my.relu" [#layout.choice<same>] inplace = [0, 1]
    layout.rule "my.tanh" [#layout.choice<same>] inplace = [3]
  }
  func.func @lint(%x: tensor<4xi8>) {
    // expected-note @below {{this op has the most operands}}
    %0 = "my.relu"(%x) : (tensor<4xi8>) -> tensor<4xi8>
    return
  }
}
