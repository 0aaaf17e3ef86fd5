// RUN: layoutc %s --verify-diagnostics --emit=none

func.func @f(%x: tensor<?x4xf16>, %s: tensor<f16>, %i: index, %n: i32) {
  // expected-error@+1 {{operand 0 of `tensor.dim` is `tensor<f16>`, but must have at least 1 dim}}
  %0 = "tensor.dim"(%s, %i) : (tensor<f16>, index) -> index
  // expected-error@+1 {{operand 1 of `tensor.dim` is `i32`, but must be `index`}}
  %1 = "tensor.dim"(%x, %n) : (tensor<?x4xf16>, i32) -> index
  // expected-error@+1 {{the result of `tensor.dim` is `i32`, but must be `index`}}
  %2 = "tensor.dim"(%x, %i) : (tensor<?x4xf16>, index) -> i32
  // expected-error@+1 {{operand 0 of `tensor.dim` is `index`, but must be a tensor}}
  %3 = "tensor.dim"(%i, %i) : (index, index) -> index
  // expected-error@+1 {{`tensor.dim` must have 2 operands, but has 1}}
  %4 = "tensor.dim"(%x) : (tensor<?x4xf16>) -> index
  return
}
