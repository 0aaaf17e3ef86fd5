// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// The forms of TOSA 1.0: shapes are values, and attributes of an enumeration are bare words.
func.func @rescale(%a: tensor<1x4x4x8xf32>, %b: tensor<1x4x4x8xi32>, %m: tensor<8xi32>, %s: tensor<8xi8>, %z: tensor<1xi32>, %y: tensor<1xi8>) -> (tensor<1x128xf32>, tensor<1x4x4x8xi8>) {
  // CHECK: %0 = tosa.const_shape {values = dense<[1, 128]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // GENERIC: %0 = "tosa.const_shape"() {values = dense<[1, 128]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.const_shape  {values = dense<[1, 128]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.reshape %a, %0 : (tensor<1x4x4x8xf32>, !tosa.shape<2>) -> tensor<1x128xf32>
  // CHECK: tosa.rescale %b, %m, %s, %z, %y {input_unsigned = false, my.note = unit, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true} :
  // GENERIC: rounding_mode = #tosa.rounding_mode<SINGLE_ROUND>
  %2 = tosa.rescale %b, %m, %s, %z, %y {input_unsigned = false, output_unsigned = false, my.note = unit, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x4x4x8xi32>, tensor<8xi32>, tensor<8xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x4x4x8xi8>
  return %1, %2 : tensor<1x128xf32>, tensor<1x4x4x8xi8>
}

// The attribute itself is the same as its word. A text of LLVM 19 remains one.
// CHECK-LABEL: func.func @words
func.func @words(%x: tensor<4x4xf32>, %i: tensor<1x4x4x1xi8>) {
  // CHECK: tosa.argmax %x {axis = 0 : i32, nan_mode = IGNORE} :
  // GENERIC: nan_mode = #tosa.nan_mode<IGNORE>
  %0 = tosa.argmax %x {axis = 0 : i32, nan_mode = #tosa.nan_mode<IGNORE>} : (tensor<4x4xf32>) -> tensor<4xi32>
  // CHECK: tosa.maximum %x, %x {nan_mode = PROPAGATE} :
  %1 = tosa.maximum %x, %x {nan_mode = PROPAGATE} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: tosa.resize %i {border = array<i64: 0, 0>, mode = "BILINEAR", offset
  %2 = tosa.resize %i {border = array<i64: 0, 0>, mode = "BILINEAR", offset = array<i64: 0, 0>, scale = array<i64: 4, 2, 4, 2>} : (tensor<1x4x4x1xi8>) -> tensor<1x8x8x1xi32>
  // CHECK: tosa.maximum %x, %x {nan_mode = #tosa.nan_mode<OTHER>} :
  %3 = tosa.maximum %x, %x {nan_mode = #tosa.nan_mode<OTHER>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // MLIR parses no key in quotes in such a dictionary.
  // CHECK: "tosa.maximum"(%x, %x) {"a b" = 1 : i64, nan_mode = #tosa.nan_mode<IGNORE>} :
  %4 = "tosa.maximum"(%x, %x) {"a b" = 1, nan_mode = #tosa.nan_mode<IGNORE>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// CHECK-LABEL: func.func @control
func.func @control(%c: tensor<i1>, %x: tensor<4xf32>, %z: tensor<f32>) {
  // The labels of the blocks define the arguments, the names before the equals signs do not.
  // CHECK: tosa.cond_if %c (%a = %x) : tensor<i1> (tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: ^bb0(%a: tensor<4xf32>):
  // CHECK-NEXT: tosa.yield %a : tensor<4xf32>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: ^bb0(%b: tensor<4xf32>):
  // CHECK: } {note = 1 : i64}
  %0 = tosa.cond_if %c (%n = %x) : tensor<i1> (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    tosa.yield %a : tensor<4xf32>
  } else {
  ^bb0(%b: tensor<4xf32>):
    %1 = tosa.abs %b : (tensor<4xf32>) -> tensor<4xf32>
    tosa.yield %1 : tensor<4xf32>
  } {note = 1}
  // The form of LLVM 19 states no type of the condition.
  // CHECK: tosa.cond_if %c : tensor<i1> -> (tensor<4xf32>, tensor<f32>) {
  %2:2 = tosa.cond_if %c -> (tensor<4xf32>, tensor<f32>) {
    tosa.yield %x, %z : tensor<4xf32>, tensor<f32>
  } else {
    tosa.yield %x, %z : tensor<4xf32>, tensor<f32>
  }
  // MLIR cannot parse a yield of no values in custom form.
  // CHECK: tosa.cond_if %c : tensor<i1> -> () {
  // CHECK-NEXT: "tosa.yield"() : () -> ()
  // CHECK-NEXT: } else {
  // CHECK-NEXT: "tosa.yield"() : () -> ()
  tosa.cond_if %c {
  } else {
  }
  // CHECK: tosa.cond_if %c : tensor<i1> -> () {
  // CHECK-NEXT: "tosa.yield"() : () -> ()
  tosa.cond_if %c : tensor<i1> -> () {
    tosa.yield  : 
  } else {
    tosa.yield  : 
  }
  // CHECK: tosa.while_loop (%v = %x) : (tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: } do {
  // CHECK-NEXT: ^bb0(%w: tensor<4xf32>):
  // CHECK: } attributes {note = 2 : i64}
  %3 = tosa.while_loop (%v = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%w: tensor<4xf32>):
    tosa.yield %w : tensor<4xf32>
  } attributes {note = 2}
  return
}

// The op keeps the shape and the element type of a variable.
// CHECK: tosa.variable @state {note = 1 : i64} = dense<1> : tensor<2x4xi32>
// GENERIC: "tosa.variable"() {initial_value = dense<1> : tensor<2x4xi32>, note = 1 : i64, sym_name = "state", type = i32, var_shape = dense<[2, 4]> : tensor<2xindex>} : () -> ()
tosa.variable @state {note = 1} = dense<1> : tensor<2x4xi32>
// CHECK: tosa.variable @lengths : tensor<?x3x3xf32>
// GENERIC: type = f32, var_shape = dense<[-1, 3, 3]> : tensor<3xindex>
tosa.variable @lengths : tensor<?x3x3xf32>
// CHECK: tosa.variable @scalar : tensor<f32>
// GENERIC: var_shape = dense<> : tensor<0xindex>
tosa.variable @scalar : tensor<f32>
// CHECK: tosa.variable @square : tensor<3x3xf32>
"tosa.variable"() {sym_name = "square", type = f32, var_shape = dense<3> : tensor<2xindex>} : () -> ()
// LLVM 19 keeps other attributes.
// CHECK: "tosa.variable"() {name = "old", type = tensor<2xf32>} : () -> ()
"tosa.variable"() {name = "old", type = tensor<2xf32>} : () -> ()
// The shape and the value differ.
// CHECK: "tosa.variable"() {initial_value = dense<1> : tensor<2xi32>, sym_name = "differing"
"tosa.variable"() {initial_value = dense<1> : tensor<2xi32>, sym_name = "differing", type = i32, var_shape = dense<3> : tensor<1xindex>} : () -> ()

// CHECK-LABEL: func.func @variables
func.func @variables() {
  // CHECK: %0 = tosa.variable_read @state : tensor<2x4xi32>
  // GENERIC: %0 = "tosa.variable_read"() {name = "state"} : () -> tensor<2x4xi32>
  %0 = tosa.variable_read @state : tensor<2x4xi32>
  // CHECK: tosa.variable_write @state {note = 1 : i64}, %0 : tensor<2x4xi32>
  tosa.variable_write @state {note = 1}, %0 : tensor<2x4xi32>
  return
}
