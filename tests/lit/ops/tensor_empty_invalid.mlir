// RUN: layoutc %s --emit=none --verify-diagnostics

func.func @f(%n: index, %i: i32) {
  // expected-error @below [L0302] {{the result of `tensor.empty` is `index`, but must be a tensor}}
  %0 = "tensor.empty"() : () -> index
  // expected-error @below [L0302] {{the result of `tensor.empty` is `tensor<*xf32>`, but must be ranked}}
  %1 = "tensor.empty"() : () -> tensor<*xf32>
  // expected-error @below {{`tensor.empty` has 1 operand, but its result has 2 dynamic dims}}
  %2 = "tensor.empty"(%n) : (index) -> tensor<?x?xf32>
  // expected-error @below [L0302] {{operand 0 of `tensor.empty` is `i32`, but must be `index`}}
  %3 = "tensor.empty"(%i) : (i32) -> tensor<?xf32>
  return
}
