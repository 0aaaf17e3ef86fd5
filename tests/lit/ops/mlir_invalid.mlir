// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// What mlir-opt refuses of the ops of MLIR.
"func.func"() <{function_type = (i32) -> i32, sym_name = "g"}> ({
^bb0(%a: i32):
  // expected-error @below [L0302] {{operand 0 of `cf.br` is i32, but the argument of the block is f32}}
  "cf.br"(%a)[^bb1] : (i32) -> ()
// expected-note @below {{the argument is here}}
^bb1(%b: f32):
  "func.return"(%a) : (i32) -> ()
}) : () -> ()

// -----

"func.func"() <{function_type = (i1, i32) -> (), sym_name = "g"}> ({
^bb0(%p: i1, %a: i32):
  // expected-error @below [L0301] {{`cf.cond_br` passes 1 operand to a block with 0 arguments}}
  "cf.cond_br"(%p, %a)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
// expected-note @below {{the block is here}}
^bb1:
  "func.return"() : () -> ()
}) : () -> ()

// -----

func.func @g(%a: i32) -> i32 {
  // expected-error @below [L0206] {{no function is named `@h`}}
  // expected-note @below {{did you mean `@g`?}}
  %0 = "func.call"(%a) <{callee = @h}> : (i32) -> i32
  // expected-error @below [L0302] {{result 0 of `func.call` is f32, but result 0 of `@g` is i32}}
  %1 = "func.call"(%a) <{callee = @g}> : (i32) -> f32
  return %0 : i32
}

// -----

// expected-error @below [L0302] {{`value` of `arith.constant` is of type i32, but the result is i64}}
%0 = "arith.constant"() <{value = 1 : i32}> : () -> i64

// -----

// expected-error @below [L0304] {{function `@g` has no body, but is public}}
// expected-note @below {{a declaration is private: `func.func private`}}
func.func @g()

// -----

// expected-error @below [L0106] {{the memref has 2 dims, but its layout 1 stride}}
"t.a"() {a = memref<4x4xi32, strided<[1]>>} : () -> ()
// expected-error @below [L0105] {{a stride of `strided` must not be 0}}
"t.a"() {b = strided<[0]>} : () -> ()
// expected-error @below [L0106] {{`tensor` cannot have elements of type tuple<>}}
"t.a"() {c = tensor<4xtuple<>>} : () -> ()
// expected-error @below [L0106] {{a memory space is an integer, a string, a symbol or a dictionary}}
"t.a"() {d = memref<4xf32, i32>} : () -> ()
// expected-error @below [L0105] {{index 9 of `sparse` is outside of d0, whose length is 6}}
"t.a"() {e = sparse<9, 1> : tensor<6xi32>} : () -> ()

// -----

func.func @f(%p: i32, %x: tensor<2x3xf32>) {
  "scf.if"(%p) ({
    "scf.yield"() : () -> ()
  }, {
  // expected-error @below [L0302] {{the condition of `scf.if` is i32, but must be i1}}
  }) : (i32) -> ()
  // expected-error @below [L0302] {{`tensor.cast` from tensor<2x3xf32> to tensor<2x4xf32> changes the tensor}}
  %0 = "tensor.cast"(%x) : (tensor<2x3xf32>) -> tensor<2x4xf32>
  // expected-error @below [L0303] {{`dim` of `tensor.concat` is 2, but the result has 2 dims}}
  %1 = "tensor.concat"(%x) <{dim = 2 : i64}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
