// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @below [L0304] {{`layout.rule` must be in a `layout.target`}}
layout.rule "onnx.Relu" [#layout.choice<same>]

// -----

layout.target @npu {
  // expected-note @below {{the first one is here}}
  layout.rule "onnx.Relu" [#layout.choice<same>]
  // expected-error @below [L0205] {{target `@npu` has two rules for `onnx.Relu`}}
  // expected-note @below {{list all choices of an op in one rule}}
  layout.rule "onnx.Relu" [#layout.choice<same>]
  // expected-note @below {{the first one is here}}
  layout.rule "*" [#layout.choice<same>]
  // expected-error @below [L0205] {{target `@npu` has two rules for `*`}}
  // expected-note @below {{list all choices of an op in one rule}}
  layout.rule "*" [#layout.choice<same>]
}

// -----

layout.target @npu {
  // expected-error @below [L0304] {{expected only `layout.rule`, `layout.group` and descriptors in `layout.target`, found `test.op`}}
  "test.op"() : () -> ()
  // expected-error @below [L0303] {{`op` of `layout.rule` must be the name of an op or "*", but is "onnx.*"}}
  // expected-note @below {{"*" selects all ops without a rule of their own}}
  layout.rule "onnx.*" [#layout.choice<same>]
  // expected-error @below [L0303] {{`op` of `layout.rule` must be the name of an op or "*", but is ""}}
  // expected-note @below {{"*" selects all ops without a rule of their own}}
  layout.rule "" [#layout.choice<same>]
  // expected-error @below [L0303] {{the rule of `a.b` must have at least one choice}}
  layout.rule "a.b" []
  // expected-error @below [L0303] {{entry 1 of the rule of `a.c` is `5 : i64`, but must be `#layout.choice<...>`}}
  layout.rule "a.c" [#layout.choice<same>, 5]
  // expected-error @below [L0303] {{`layout.rule` must have the attribute `op` or `kind`, a string}}
  // expected-error @below [L0303] {{`choices` of `layout.rule` is `#layout.choice<same>`, but must be a list such as `[...]`}}
  "layout.rule"() {choices = #layout.choice<same>} : () -> ()
  // expected-error @below [L0301] {{`layout.rule` must have 0 regions, but has 1}}
  "layout.rule"() ({}) {op = "a.d", choices = [#layout.choice<same>]} : () -> ()
}

// -----

// The definition of an op restricts its rules.
layout.target @npu {
  // expected-error @below [L0303] {{entry 1 of `choices` is incompatible with the types of `arith.addf`, whose values must all have the same layout}}
  layout.rule "arith.addf" [#layout.choice<same>, #layout.choice<(NHWC, NCHW) -> NHWC>]
  // expected-error @below [L0303] {{entry 0 of `choices` is incompatible with the types of `math.exp`, whose values must all have the same layout}}
  layout.rule "math.exp" [#layout.choice<(any) -> any>]
  // expected-error @below [L0303] {{entry 0 of `choices` is incompatible with the types of `func.call`, whose layouts follow from type equality}}
  layout.rule "func.call" [#layout.choice<(any...) -> any...>]
  // The types of this op already require it.
  layout.rule "scf.if" [#layout.choice<same>]
  // expected-warning @below [L0303] {{the rule of `layout.reorder` has no effect: the op's layouts do not depend on targets}}
  layout.rule "layout.reorder" [#layout.choice<same>]
  // expected-warning @below [L0303] {{the rule of `onnx.Constant` has no effect: the op's layouts do not depend on targets}}
  layout.rule "onnx.Constant" [#layout.choice<() -> NHWC>]
  // expected-error @below [L0301] {{entry 0 of the rule of `layout.view` is for 2 operands, but the op has 1 operand}}
  // expected-error @below [L0301] {{entry 0 of the rule of `layout.view` is for 0 results, but the op has 1 result}}
  layout.rule "layout.view" [#layout.choice<(any, any) -> ()>, #layout.choice<(any...) -> any...>]
}

// -----

// Choices of ops.
func.func @f(%x: tensor<4x4xf16>) {
  // expected-error @below [L0303] {{`layout.choices` of `a.b` is `#layout.choice<same>`, but must be a list such as `[#layout.choice<same>]`}}
  "a.b"() {layout.choices = #layout.choice<same>} : () -> ()
  // expected-error @below [L0303] {{`layout.choices` of `a.b` is `[]`, but must be a list}}
  "a.b"() {layout.choices = []} : () -> ()
  // expected-error @below [L0303] {{entry 0 of `layout.choices` of `a.b` is `"same"`, but must be `#layout.choice<...>`}}
  "a.b"() {layout.choices = ["same"]} : () -> ()
  // expected-error @below [L0301] {{entry 0 of `layout.choices` of `a.b` never applies: the op has 1 operand, but the choice is for 2 operands}}
  // expected-error @below [L0301] {{entry 1 of `layout.choices` of `a.b` never applies: the op has 1 result, but the choice is for 0 results}}
  // expected-error @below [L0301] {{entry 2 of `layout.choices` of `a.b` never applies: the op has 2 values, but the choice is for 3 values}}
  %0 = "a.b"(%x) {layout.choices = [#layout.choice<(any, any) -> any>, #layout.choice<(any) -> ()>, #layout.choice<same, reqs = [any, any, any]>]} : (tensor<4x4xf16>) -> tensor<4x4xf16>
  // expected-error @below [L0303] {{entry 0 of `layout.choices` is incompatible with the types of `arith.negf`, whose values must all have the same layout}}
  %1 = "arith.negf"(%x) {layout.choices = [#layout.choice<(NC) -> CN>]} : (tensor<4x4xf16>) -> tensor<4x4xf16>
  return
}

// -----

// The custom form.
layout.target @npu {
  // expected-error @below [L0101] {{expected a string, found `onnx.Relu`}}
  layout.rule onnx.Relu [#layout.choice<same>]
}

// -----

layout.target @npu {
  // expected-error @below [L0303] {{`choices` of `layout.rule` is `#layout.choice<same>`, but must be a list such as `[...]`}}
  layout.rule "onnx.Relu" #layout.choice<same>
}

// -----

layout.target @npu {
  // expected-error @below [L0101] {{expected a list such as `[...]`, found `same`}}
  layout.rule "onnx.Relu" same
}

// -----

// Views that rules declare.
layout.target @npu {
  // expected-error @below [L0303] {{the rule of `a.a` must have choices or a view}}
  "layout.rule"() {op = "a.a"} : () -> ()
  // expected-error @below [L0209] {{unknown kind "transpos" in `view` of the rule of `a.b`}}
  // expected-note @below {{did you mean `"transpose"`?}}
  // expected-note @below {{the kinds are `concat`, `identity`, `reshape`, `slice`, `split`, `transpose`}}
  layout.rule "a.b" view {kind = "transpos"}
  // expected-error @below [L0209] {{unknown key `permutatin` in `view` of the rule of `a.c` of kind `transpose`}}
  // expected-note @below {{did you mean `permutation`?}}
  layout.rule "a.c" view {kind = "transpose", permutatin = "x"}
  // expected-error @below [L0303] {{`view` of the rule of `a.d` of kind `concat` must have the key `axis`}}
  layout.rule "a.d" view {kind = "concat"}
  // expected-error @below [L0303] {{`view` of the rule of `a.e` is `5 : i64`, but must be a dictionary such as `{kind = "reshape"}`}}
  layout.rule "a.e" view 5
  // expected-error @below [L0303] {{`view` of the rule of `a.f` must have the key `kind`}}
  layout.rule "a.f" view {}
  // expected-error @below [L0303] {{`offsets` in `view` of the rule of `a.g` is `unit`, but must be the key of an attribute, the number of an operand, or a list of integers}}
  layout.rule "a.g" view {kind = "slice", offsets, sizes = 1}
  // expected-error @below [L0303] {{the rule of `a.h` must have at least one choice}}
  layout.rule "a.h" [] view {kind = "reshape"}
  // expected-error @below [L0303] {{the rule of `*` cannot declare a view}}
  layout.rule "*" view {kind = "reshape"}
  // expected-error @below [L0303] {{the rule of `onnx.Transpose` cannot declare a view}}
  // expected-note @below {{the op is a view by its definition; a rule can only state `view {copies}`}}
  layout.rule "onnx.Transpose" view {kind = "reshape"}
  // expected-error @below [L0303] {{the rule of `onnx.Slice` cannot declare a view}}
  layout.rule "onnx.Slice" view {copies, kind = "reshape"}
  // expected-error @below [L0303] {{`copies` in `view` of the rule of `onnx.Concat` is `true`, but must have no value}}
  layout.rule "onnx.Concat" view {copies = true}
  // expected-error @below [L0303] {{`view` of the rule of `onnx.Relu` must have the key `kind`, one of `concat`, `identity`, `reshape`, `slice`, `split`, `transpose`}}
  layout.rule "onnx.Relu" view {copies}
  // expected-error @below [L0303] {{`view` of the rule of `a.i` must have the key `kind`, one of `concat`, `identity`, `reshape`, `slice`, `split`, `transpose`}}
  layout.rule "a.i" view {copies}
  // expected-error @below [L0209] {{unknown key `copie` in `view` of the rule of `a.j` of kind `reshape`}}
  // expected-note @below {{did you mean `copies`?}}
  layout.rule "a.j" view {kind = "reshape", copie}
  // expected-error @below [L0303] {{the rule of `arith.addf` cannot declare a view}}
  layout.rule "arith.addf" view {kind = "reshape"}
}

// -----

layout.target @npu {
  layout.rule "a.b" view
// expected-error @below [L0101] {{expected an attribute, found `}`}}
}

// -----

// Rules for kinds.
layout.target @npu {
  // expected-note @below {{the first one is here}}
  layout.rule kind = pool [#layout.choice<same>]
  // expected-error @below [L0205] {{target `@npu` has two rules for kind `pool`}}
  // expected-note @below {{list all choices of a kind in one rule}}
  layout.rule kind = pool [#layout.choice<same>]
  // expected-error @below [L0303] {{unknown kind `convolutoin` of `layout.rule`}}
  // expected-note @below {{did you mean `convolution`?}}
  // expected-note @below {{the kinds are `elementwise`, `convolution`, `pool`, `matmul`, `normalization`, `reduction`, `resize`, `gather`, `quantize`, `dequantize`, `recurrent`}}
  layout.rule kind = convolutoin [#layout.choice<same>]
  // expected-error @below [L0303] {{the rule of kind `matmul` must have at least one choice}}
  layout.rule kind = matmul []
  // expected-error @below [L0303] {{entry 0 of the rule of kind `resize` is `5 : i64`, but must be `#layout.choice<...>`}}
  layout.rule kind = resize [5]
  // expected-error @below [L0303] {{the rule of kind `gather` cannot declare a view}}
  layout.rule kind = gather [#layout.choice<same>] view {kind = "reshape"}
  // expected-error @below [L0303] {{the rule of kind `quantize` must have choices}}
  "layout.rule"() {kind = "quantize"} : () -> ()
  // expected-error @below [L0303] {{`op` of `layout.rule` is incompatible with `kind`}}
  // expected-note @below {{write a rule for the name and one for the kind}}
  "layout.rule"() {op = "a.b", kind = "pool", choices = [#layout.choice<same>]} : () -> ()
}

// -----

layout.target @npu {
  // expected-error @below [L0101] {{expected a word, found `[`}}
  layout.rule kind = [#layout.choice<same>]
}
