// Functions: declarations.
func.func private @decl()
func.func private @args(i32, tensor<4xf32>) -> f32
func.func private @many() -> (i32, f32)
func.func private @fn((i32) -> i32) -> ((f32) -> f32)
// -----
// Functions: declarations with names for the arguments.
func.func private @named(%a: i32, %b: f32)
func.func private @attrs(%a: i32 {foo.x = 1}, %b: f32 {foo.y}) -> (i1 {foo.z})
// -----
// Functions: visibility.
func.func @plain() {
  return
}
func.func public @public() {
  return
}
func.func private @private() {
  return
}
func.func nested @nested() {
  return
}
// -----
// Functions: arguments, a single result, several results.
func.func @one(%x: i32) -> i32 {
  return %x : i32
}
func.func @paren(%x: i32) -> (i32) {
  return %x : i32
}
func.func @two(%x: i32, %y: f32) -> (f32, i32) {
  return %y, %x : f32, i32
}
func.func @none(%x: i32) -> () {
  return
}
// -----
// Functions: attributes of arguments and results.
func.func @f(%a: i32 {foo.in = 0 : i32}, %b: tensor<4xf32>, %c: f32 {foo.x, foo.y = "z"}) -> (i32 {foo.out}, f32) {
  return %a, %c : i32, f32
}
// -----
// Functions: attributes of results only; empty dictionaries are omitted.
func.func @f(%a: i32 {}) -> (i32 {foo.out = [1]}) {
  return %a : i32
}
func.func @g(%a: i32 {}) -> (i32 {}) {
  return %a : i32
}
// -----
// Functions: attributes of the function.
func.func @f() attributes {foo.a = 1 : i32, foo.b, no_inline} {
  return
}
func.func private @g(i32) -> i32 attributes {llvm.emit_c_interface, foo.c = {d = "e"}}
// -----
// Functions: quoted names.
func.func private @"with blank"()
func.func @"1st"() {
  func.return
}
func.func private @a.b$c_d()
// -----
// Functions: several blocks.
func.func @f(%c: i1, %x: i32) -> i32 {
  "cf.cond_br"(%c, %x)[^left, ^right] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^left:
  %k = "arith.constant"() <{value = 5 : i32}> : () -> i32
  "cf.br"(%k)[^right] : (i32) -> ()
^right(%r: i32):
  return %r : i32
}
// -----
// Functions: arguments with names from the entry block.
func.func @f(i32, f32) -> i32 {
^entry(%a: i32, %b: f32):
  return %a : i32
}
// -----
// Functions: unknown ops inside, with regions that use the arguments.
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = "foo.split"(%x) {at = 2} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %1 = "foo.map"(%0#1) ({
  ^bb0(%e: f32):
    "foo.yield"(%e, %x) : (f32, tensor<4xf32>) -> ()
  }) : (tensor<2xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
// -----
// Functions: calls, indirect calls, constants of functions.
func.func @callee(%x: i32) -> (i32, i32) {
  return %x, %x : i32, i32
}
func.func @caller(%x: i32) -> i32 {
  %0:2 = "func.call"(%x) <{callee = @callee}> : (i32) -> (i32, i32)
  %f = "func.constant"() <{value = @callee}> : () -> ((i32) -> (i32, i32))
  %1:2 = "func.call_indirect"(%f, %0#1) : ((i32) -> (i32, i32), i32) -> (i32, i32)
  return %1#0 : i32
}
// -----
// Functions: the forms of return.
func.func @f() {
  return {foo.x = 1}
}
func.func @g(%x: i32) -> i32 {
  func.return {foo.y} %x : i32
}
func.func @h(%x: i32) -> (i32, i32) {
  "func.return"(%x, %x) {foo.z} : (i32, i32) -> ()
}
// -----
// Functions: return of a group of results, and of functions.
func.func @f() -> (i32, f32) {
  %g:2 = "t.def"() : () -> (i32, f32)
  return %g#0, %g#1 : i32, f32
}
func.func @h() -> (() -> ()) {
  %g = "t.def"() : () -> (() -> ())
  return %g : () -> ()
}
// -----
// Functions: nested modules can reuse a name.
module @a {
  func.func @f() {
    return
  }
}
module @b {
  func.func @f() {
    return
  }
}
func.func private @f()
// -----
// Functions: references to symbols defined later.
func.func @f() {
  "func.call"() <{callee = @later}> : () -> ()
  return
}
func.func private @later()
// -----
// Functions: tensors with encodings, as in a network.
#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
func.func @main(%input: tensor<1x3x224x224xf16, {order = #NHWC}>) -> tensor<1x64x112x112xf16, {order = #NHWC}> {
  %w = "onnx.Constant"() {value = dense<1.0> : tensor<64x3x7x7xf16>} : () -> tensor<64x3x7x7xf16>
  %b = "onnx.NoValue"() {value} : () -> none
  %conv1 = "onnx.Conv"(%input, %w, %b) {dilations = [1, 1], group = 1 : si64, kernel_shape = [7, 7], pads = [3, 3, 3, 3], strides = [2, 2]} : (tensor<1x3x224x224xf16, {order = #NHWC}>, tensor<64x3x7x7xf16>, none) -> tensor<1x64x112x112xf16, {order = #NHWC}>
  return %conv1 : tensor<1x64x112x112xf16, {order = #NHWC}>
}
// -----
// Functions: on one line.
func.func @f(%x:i32)->i32{return %x:i32}func.func private@g()module{func.func@h(){return}}
