// RUN: layoutc %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<2x3xf16>) {
  // expected-error @+1 {{unknown key `permutaton` in `layout.view` of kind `transpose`}}
  %0 = "my.t"(%x) {layout.view = {kind = "transpose", permutaton = [1, 0]}} : (tensor<2x3xf16>) -> tensor<3x2xf16>
  return
}

// -----

func.func @f(%x: tensor<2x3xf16>) {
  // expected-error @+2 {{unknown kind "transpos" in `layout.view`}}
  // expected-note @+1 {{did you mean `"transpose"`?}}
  %0 = "my.t"(%x) {layout.view = {kind = "transpos", permutation = [1, 0]}} : (tensor<2x3xf16>) -> tensor<3x2xf16>
  return
}

// -----

func.func @f(%x: tensor<2x3xf16>) {
  // expected-error @+1 {{`layout.view` must have the key `kind`, one of `concat`, `identity`, `reshape`, `slice`, `split`, `transpose`}}
  %0 = "my.t"(%x) {layout.view = {permutation = [1, 0]}} : (tensor<2x3xf16>) -> tensor<3x2xf16>
  return
}

// -----

func.func @f(%x: tensor<2x3xf16>) {
  // expected-error @+1 {{`my.t` lacks the attribute `prem`}}
  %0 = "my.t"(%x) {layout.view = {kind = "transpose", permutation = "prem"}, perm = [1, 0]} : (tensor<2x3xf16>) -> tensor<3x2xf16>
  return
}

// -----

func.func @f(%x: tensor<2x3xf16>) {
  // expected-error @+1 {{`my.t` lacks operand 1}}
  %0 = "my.t"(%x) {layout.view = {kind = "transpose", permutation = 1 : i64}} : (tensor<2x3xf16>) -> tensor<3x2xf16>
  return
}

// -----

func.func @f(%x: tensor<2x3xf16>) {
  // expected-error @+1 {{`permutation` in `layout.view` is `1.000000e+00 : f32`, but must be the key of an attribute, the number of an operand, or a list of integers}}
  %0 = "my.t"(%x) {layout.view = {kind = "transpose", permutation = 1.0 : f32}} : (tensor<2x3xf16>) -> tensor<3x2xf16>
  return
}

// -----

func.func @f(%x: tensor<2x3xf16>) {
  // expected-error @+1 {{`my.t` is malformed: axis 0 is listed twice}}
  %0 = "my.t"(%x) {layout.view = {kind = "transpose", permutation = [0, 0]}} : (tensor<2x3xf16>) -> tensor<3x2xf16>
  return
}

// -----

func.func @f(%x: tensor<2x3xf16>) {
  // expected-error @+1 {{`layout.view` of `my.t` is `"transpose"`, but must be a dictionary}}
  %0 = "my.t"(%x) {layout.view = "transpose"} : (tensor<2x3xf16>) -> tensor<3x2xf16>
  return
}

// -----

func.func @f(%x: tensor<2x3xf16>) {
  // expected-error @+1 {{unknown attribute `layout.veiw`}}
  %0 = "my.t"(%x) {layout.veiw = {kind = "reshape"}} : (tensor<2x3xf16>) -> tensor<3x2xf16>
  return
}
