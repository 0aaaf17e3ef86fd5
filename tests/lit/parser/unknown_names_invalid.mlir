// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// A requirement under a misspelled name is rejected, not ignored.
// expected-error @below [L0209] {{unknown attribute `layout.req`}}
// expected-note @below {{did you mean `layout.reqs`?}}
// expected-note @below {{the attributes `layout.*` of any op are}}
%w = "npu.load"() {layout.req = [#layout.reqs<m2: aligned<64 bytes>>]} : () -> tensor<1x3x8x8xf16, {order = #layout.order<NHWC>}>

// -----

// expected-error @below [L0209] {{unknown op `layout.tensr`}}
// expected-note @below {{did you mean `layout.tensor`?}}
"layout.tensr"() {sym_name = "q", type = tensor<4x5xf32>} : () -> ()
// expected-error @below [L0209] {{unknown op `vk.description`}}
"vk.description"() : () -> ()

// -----

// expected-error @below [L0209] {{unknown attribute `tilng` of `layout.tensor`}}
// expected-note @below {{did you mean `tiling`?}}
// expected-note @below {{the attributes of `layout.tensor` are `sym_name`, `type`, `tiling`, `usage`, `vk_format`, `image`}}
layout.tensor @q {tilng = "OPTIMAL"} : tensor<4xf32>
// expected-error @below [L0209] {{unknown attribute `vk.note` of `layout.tensor`}}
// expected-note @below {{the attributes of `layout.tensor` are}}
layout.tensor @r {vk.note = 1 : i64} : tensor<4xf32>
// An attribute of another dialect is preserved.
layout.tensor @s {my.note = "text"} : tensor<4xf32>

// -----

// A value of another kind.
// expected-error @below [L0303] {{`layout.reqs` of `t.a` is `"x"`, but must be a list such as `[#layout.reqs<m0: compact>]`}}
%a = "t.a"() {layout.reqs = "x"} : () -> tensor<4xf32>
// expected-error @below [L0303] {{`layout.reqs` of `t.b` is `["x"]`, but must be a list}}
%b = "t.b"() {layout.reqs = ["x"]} : () -> tensor<4xf32>
// expected-error @below [L0303] {{`layout.state` of `t.c` is `3 : i64`, but must be a string}}
%c = "t.c"() {layout.state = 3} : () -> tensor<4xf32>
// expected-error @below [L0504] {{`layout.target` is allowed only on a module, but is on `t.d`}}
// expected-note @below {{the outermost module selects the target}}
"t.d"() {layout.target = @npu} : () -> ()
// expected-error @below [L0303] {{`layout.choices` of `t.e` is `1 : i64`, but must be a list}}
"t.e"() {layout.choices = 1} : () -> ()

// -----

// expected-error @below [L0303] {{`layout.target` of `builtin.module` is `3 : i64`, but must be a symbol such as `@x`}}
module attributes {layout.target = 3} {
}

// -----

// Arguments and results of functions.
// expected-error @below [L0209] {{unknown attribute `layout.constnt`}}
// expected-note @below {{did you mean `layout.constant`?}}
// expected-note @below {{the attributes `layout.*` of any op are}}
func.func private @f(tensor<4xf32> {layout.constnt}) -> (tensor<4xf32> {layout.any})
// expected-error @below [L0303] {{`layout.any` of `func.func` is `1 : i64`, but must be `unit`}}
func.func private @g() -> (tensor<4xf32> {layout.any = 1})
// expected-error @below [L0303] {{`layout.any` of argument 1 of `func.func` must be on a ranked tensor, but the type is `index`}}
func.func private @h(tensor<4xf32> {layout.any, layout.constant}, index {layout.any})
// expected-error @below [L0303] {{`layout.any` of result 0 of `func.func` must be on a ranked tensor, but the type is `tensor<*xf32>`}}
func.func private @i() -> (tensor<*xf32> {layout.any})
// expected-error @below [L0303] {{`layout.constant` is allowed only on arguments of functions, but is on result 0 of `func.func`}}
func.func private @j() -> (tensor<4xf32> {layout.constant})
// expected-error @below [L0303] {{`layout.any` is allowed only on arguments and results of functions, but is on an op `t.a`}}
%a = "t.a"() {layout.any} : () -> tensor<4xf32>
// expected-error @below [L0303] {{`layout.constant` is allowed only on arguments of functions, but is on an op `t.b`}}
%b = "t.b"() {layout.constant} : () -> tensor<4xf32>

// -----

// An unknown key of a declared tensor; other ops preserve it.
// expected-error @below [L0306] {{unknown key `mem_space` in the encoding of a `layout.tensor`}}
// expected-note @below {{known keys: order, reqs, strides, offset, format, layout}}
layout.tensor @x : tensor<4x5xf32, {mem_space = @CMX, order = #layout.order<NC>}>
%y = "t.a"() : () -> tensor<4x5xf32, {mem_space = @CMX, order = #layout.order<NC>}>

// -----

// A misspelled key in a type without values: in a declaration, in a memref, in a list of types.
// expected-error @below [L0306] {{unknown key `oder` in the encoding of a tensor}}
// expected-note @below {{did you mean `order`?}}
func.func private @f(tensor<4x5xf32, {oder = #layout.order<NC>}>)
// expected-error @below [L0306] {{unknown key `stride` in the encoding of a tensor}}
// expected-note @below {{did you mean `strides`?}}
%m = "t.a"() : () -> memref<4x5xf32, {order = #layout.order<NC>, stride = [5, 1]}, @DDR>
// expected-error @below [L0306] {{unknown key `ofset` in the encoding of a tensor}}
// expected-note @below {{did you mean `offset`?}}
"t.b"() {types = [tuple<tensor<4x5xf32, {ofset = 1 : i64}>>]} : () -> ()

// -----

// View ops whose attributes no types satisfy.
func.func @views(%x: tensor<4x6xf16>, %d: tensor<?x6xf16>) {
  // expected-error @below [L0404] {{`onnx.Transpose` is malformed: `perm` is not a list of integers}}
  %a = "onnx.Transpose"(%d) {perm = "x"} : (tensor<?x6xf16>) -> tensor<6x?xf16>
  // expected-error @below [L0404] {{`onnx.Transpose` is malformed: axis 1 is listed twice}}
  %b = "onnx.Transpose"(%d) {perm = [1, 1]} : (tensor<?x6xf16>) -> tensor<6x?xf16>
  // expected-error @below [L0404] {{`onnx.Transpose` is malformed: the operand has 2 dims, but the permutation has 1}}
  %c = "onnx.Transpose"(%x) {perm = [1]} : (tensor<4x6xf16>) -> tensor<6x4xf16>
  // expected-error @below [L0404] {{`onnx.Concat` is malformed: axis 2 is out of range for a tensor of 2 dims}}
  %e = "onnx.Concat"(%d, %d) {axis = 2 : si64} : (tensor<?x6xf16>, tensor<?x6xf16>) -> tensor<?x12xf16>
  // expected-error @below [L0404] {{`onnx.Concat` is malformed: `axis` is missing}}
  %f = "onnx.Concat"(%x, %x) : (tensor<4x6xf16>, tensor<4x6xf16>) -> tensor<8x6xf16>
  %starts = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  %ends = "onnx.Constant"() {value_ints = [2, 3]} : () -> tensor<2xi64>
  // expected-error @below [L0404] {{`onnx.Slice` is malformed: expected 1 ends, one for each start, found 2}}
  %g = "onnx.Slice"(%x, %starts, %ends) : (tensor<4x6xf16>, tensor<1xi64>, tensor<2xi64>) -> tensor<2x6xf16>
  return
}
