// RUN: layoutc %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{unsupported clause `algorithm` of `stablehlo.dot_general` in custom form; write the op in generic form}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{expected a value of `comparison_direction`, found `LESS`}}
  %0 = stablehlo.compare LESS, %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}

// -----

// An op without a row is refused by its name, with the remedy.
func.func @f(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{unsupported custom form of `stablehlo.cholesky`}}
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{`applies` needs one reduced operand, found 2}}
  %0:2 = stablehlo.reduce(%a init: %c), (%a init: %c) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @f(%a: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) {
  // expected-error@+1 {{unknown property `strides` of a window}}
  %0 = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {strides = [1]} : (tensor<1x8x3xf32>, tensor<3x3x4xf32>) -> tensor<1x6x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{the type of an op must be a function type, but is `tensor<2x3xf32>`}}
  %0 = stablehlo.transpose %a, dims = [1, 0] : tensor<2x3xf32>
  return
}
