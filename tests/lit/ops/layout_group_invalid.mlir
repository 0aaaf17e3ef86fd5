// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @below [L0304] {{`layout.group` must be in a `layout.target`}}
layout.group "g" [#layout.pattern<(x) {"onnx.Relu"(x)}>]

// -----

layout.target @npu {
  // expected-note @below {{the first one is here}}
  layout.group "g" [#layout.pattern<(x) {"onnx.Relu"(x)}>]
  // expected-error @below [L0205] {{target `@npu` has two groups "g"}}
  // expected-note @below {{list all patterns of a group in one op}}
  layout.group "g" [#layout.pattern<(x) {"onnx.Relu"(x)}>]
  // expected-error @below [L0303] {{the name of a group must have no `.` and no `*`, but is "onnx.Relu"}}
  // expected-note @below {{a rule of the name of the group must not be the rule of an op}}
  layout.group "onnx.Relu" [#layout.pattern<(x) {"onnx.Relu"(x)}>]
  // expected-error @below [L0303] {{the group "none" must have at least one pattern}}
  layout.group "none" []
  // expected-error @below [L0303] {{entry 1 of the group "other" is `5 : i64`, but must be `#layout.pattern<...>`}}
  layout.group "other" [#layout.pattern<(x) {"onnx.Relu"(x)}>, 5]
  // expected-error @below [L0303] {{unknown kind `convolutions` of `layout.group`}}
  // expected-note @below {{did you mean `convolution`?}}
  // expected-note @below {{the kinds are}}
  layout.group "kind" kind = convolutions [#layout.pattern<(x) {"onnx.Relu"(x)}>]
  // expected-error @below [L0303] {{pattern 0 of the group "no_anchor" must have exactly one op of kind `convolution`, but has 0 ops}}
  layout.group "no_anchor" kind = convolution [#layout.pattern<(x) {"onnx.Conv" | "onnx.Relu"(x)}>]
  layout.group "two_anchors" kind = convolution [
    #layout.pattern<(x) {y = "onnx.Conv"(x, ...), "onnx.Relu"(y)}>,
    // expected-error @below [L0303] {{pattern 1 of the group "two_anchors" must have exactly one op of kind `convolution`, but has 2 ops}}
    #layout.pattern<(x) {y = "onnx.Conv"(x, ...), convolution(y, ...)}>
  ]
}

// -----

// Each pattern reports its first fault.
layout.target @npu {
  // expected-error @below [L0209] {{unknown operand `y`: it is neither an operand of the group nor an earlier op}}
  layout.group "a" [#layout.pattern<(x) {"onnx.Add"(x, y)}>]
}

// -----

layout.target @npu {
  // expected-error @below [L0209] {{unknown kind `relu`; the name of an op must be in quotes}}
  layout.group "a" [#layout.pattern<(x) {relu(x)}>]
}

// -----

layout.target @npu {
  // expected-error @below [L0301] {{the result of `y` is unused in the pattern}}
  layout.group "a" [#layout.pattern<(x) {y = "onnx.Relu"(x), "onnx.Tanh"(x)}>]
}

// -----

layout.target @npu {
  // expected-error @below [L0301] {{the operand `z` is unused in the pattern}}
  layout.group "a" [#layout.pattern<(x, z) {"onnx.Tanh"(x)}>]
}

// -----

layout.target @npu {
  // expected-error @below [L0301] {{a pattern must have 1 to 16 ops, but has 0 ops}}
  layout.group "a" [#layout.pattern<() {}>]
}

// -----

layout.target @npu {
  // expected-error @below [L0301] {{a pattern must have 1 to 16 ops, but has 17 ops}}
  layout.group "a" [#layout.pattern<(x) {
    a = elementwise(x), b = elementwise(a), c = elementwise(b), d = elementwise(c), e = elementwise(d), f = elementwise(e),
    g = elementwise(f), h = elementwise(g), i = elementwise(h), j = elementwise(i), k = elementwise(j), l = elementwise(k),
    m = elementwise(l), n = elementwise(m), o = elementwise(n), p = elementwise(o), elementwise(p)}>]
}

// -----

layout.target @npu {
  // expected-error @below [L0301] {{`{a, b}` must list exactly 2 operands, but lists 1 operand}}
  layout.group "a" [#layout.pattern<(x) {"onnx.Mul"{x}}>]
}

// -----

layout.target @npu {
  // expected-error @below [L0108] {{`...` must be the last operand}}
  layout.group "a" [#layout.pattern<(x) {"onnx.Mul"(..., x)}>]
}

// -----

layout.target @npu {
  // expected-error @below [L0108] {{the last op of a pattern has the result, and must have no name}}
  layout.group "a" [#layout.pattern<(x) {y = "onnx.Relu"(x)}>]
}

// -----

layout.target @npu {
  // expected-error @below [L0108] {{an op of a pattern must have a name, as in `y = convolution(x, w)`, unless it is the last}}
  layout.group "a" [#layout.pattern<(x) {"onnx.Relu"(x), "onnx.Relu"(x)}>]
}

// -----

layout.target @npu {
  // expected-error @below [L0108] {{duplicate name `x`}}
  layout.group "a" [#layout.pattern<(x) {x = "onnx.Relu"(x), "onnx.Relu"(x)}>]
}

// -----

layout.target @npu {
  // expected-error @below [L0108] {{`_` is any operand, and cannot be the name of one}}
  layout.group "a" [#layout.pattern<(_) {"onnx.Relu"(_)}>]
}

// -----

layout.target @npu {
  // expected-error @below [L0108] {{`x` is not an op, and has no results}}
  layout.group "a" [#layout.pattern<(x) {"onnx.Relu"(x#1)}>]
}

// -----

// The mark of a group has a name and a number.
func.func @f(%x: tensor<4xf16>) -> tensor<4xf16> {
  // expected-error @below [L0303] {{`layout.group` of `onnx.Relu` is `"g"`, but must be a dictionary such as `{name = "attention", number = 0 : i64}`}}
  %0 = "onnx.Relu"(%x) {layout.group = "g"} : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}
