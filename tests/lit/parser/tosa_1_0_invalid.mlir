// RUN: layoutc --split-input-file --verify-diagnostics %s

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected a value of `nan_mode`, found `IGNOR`}}
  %0 = tosa.maximum %x, %x {nan_mode = IGNOR} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @f(%x: tensor<4xf32>) {
  // The op has no attribute of this key.
  // expected-error@+1 {{expected an attribute, found `IGNORE`}}
  %0 = tosa.add %x, %x {nan_mode = IGNORE} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @f(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error@+1 {{the op has 2 operands, but 3 operand types}}
  %0 = tosa.cond_if %c (%a = %x) : tensor<i1> (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%b: tensor<4xf32>):
    tosa.yield %b : tensor<4xf32>
  } else {
  ^bb0(%b: tensor<4xf32>):
    tosa.yield %b : tensor<4xf32>
  }
  return
}
// -----
func.func @f(%c: tensor<i1>, %x: tensor<4xf32>) {
  tosa.cond_if %c (%a = %x) : tensor<i1> (tensor<4xf32>) -> tensor<4xf32> {
    // expected-error@+1 {{value `%a` is not defined}}
    tosa.yield %a : tensor<4xf32>
  } else {
  ^bb0(%b: tensor<4xf32>):
    tosa.yield %b : tensor<4xf32>
  }
  return
}
// -----
func.func @f(%c: tensor<i1>) {
  tosa.cond_if %c : tensor<i1> -> () {
    "tosa.yield"() : () -> ()
  // expected-error@+1 {{expected `else`, found the end of the line}}
  }
  return
}
// -----
// expected-error@+1 {{expected `:` or `=` after the name of a variable, found `tensor`}}
tosa.variable @v tensor<4xf32>
// -----
// expected-error@+1 {{the type of a variable must be a ranked tensor, but is `i32`}}
tosa.variable @v = 1 : i32
// -----
// expected-error@+1 {{the value of a variable must have a tensor type}}
tosa.variable @v = [1]
// -----
// expected-error@+1 {{the type of a variable has only a shape and an element type, but `tensor<4xf32, {order = affine_map<(d0) -> (d0)>}>` has an encoding}}
tosa.variable @v : tensor<4xf32, {order = affine_map<(d0) -> (d0)>}>
