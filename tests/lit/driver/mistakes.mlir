// Each mistake has one error at its position, with a suggestion if one edit corrects it.
// RUN: not layoutc %s --split-input-file --emit=none --error-limit=0 --diagnostics=short 2>&1 | FileCheck %s
// RUN: not layoutc %s --split-input-file --emit=none --error-limit=0 --diagnostics=json 2>&1 | FileCheck %s --check-prefix=JSON

// Misspelled key in an encoding.
// CHECK: mistakes.mlir:[[@LINE+2]]:37: error[L0306]: unknown key `strids` in the encoding of a tensor{{$}}
// JSON: "line":[[@LINE+1]],"column":37,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":37,{{.*}}"text":"strides"}]
layout.tensor @x : tensor<4x5xf32, {strids = [5, 1]}>

// -----

// Case of an order name.
// CHECK: mistakes.mlir:[[@LINE+2]]:63: error[L0209]: unknown order `nhwc`{{$}}
// JSON: "line":[[@LINE+1]],"column":63,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":63,{{.*}}"text":"NHWC"}]
layout.tensor @x : tensor<1x3x8x8xf16, {order = #layout.order<nhwc>}>

// -----

// Case of a format name.
// CHECK: mistakes.mlir:[[@LINE+2]]:66: error[L0209]: unknown format `Chw16`; expected one of linear, chw2, chw4, chw16, chw32, cdhw32, hwc, hwc8, hwc16, dhwc, dhwc8, dla_linear, dla_hwc4, row_blocked_interleaved, column_blocked_interleaved{{$}}
// JSON: "line":[[@LINE+1]],"column":66,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":66,{{.*}}"text":"chw16"}]
layout.tensor @x : tensor<1x32x8x8xf16, {format = #layout.format<Chw16>}>

// -----

// Rank of an order.
// CHECK: mistakes.mlir:[[@LINE+2]]:47: error[L0307]: `order` has 4 dims, but the tensor has 3{{$}}
// JSON: "message":"`order` has 4 dims, but the tensor has 3","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":47,
layout.tensor @x : tensor<3x8x8xf16, {order = #layout.order<NHWC>}>

// -----

// Dim of a requirement out of range.
// CHECK: mistakes.mlir:[[@LINE+2]]:70: error[L0306]: invalid physical dim `m2` in `reqs`: the tensor has 2 physical dims{{$}}
// JSON: "message":"invalid physical dim `m2` in `reqs`: the tensor has 2 physical dims","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":70,
layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: compact, m2: aligned<64 bytes>>}>

// -----

// Misspelled unit.
// CHECK: mistakes.mlir:[[@LINE+2]]:72: error[L0108]: unknown unit `byte`; expected `bits`, `bytes` or `elems`{{$}}
// JSON: "line":[[@LINE+1]],"column":72,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":72,{{.*}}"text":"bytes"}]
layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<64 byte>>}>

// -----

// Misspelled requirement.
// CHECK: mistakes.mlir:[[@LINE+2]]:61: error[L0108]: unknown stride requirement `align`; expected `any`, `compact`, `aligned<...>` or `fixed<...>`{{$}}
// JSON: "line":[[@LINE+1]],"column":61,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":61,{{.*}}"text":"aligned"}]
layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: align<64 bytes>>}>

// -----

// Missing unit.
// CHECK: mistakes.mlir:[[@LINE+2]]:69: error[L0108]: missing unit after `64`; expected `bits`, `bytes` or `elems`{{$}}
// JSON: "message":"missing unit after `64`; expected `bits`, `bytes` or `elems`","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":69,
layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<64>>}>

// -----

// Order and format together.
// CHECK: mistakes.mlir:[[@LINE+2]]:74: error[L0306]: `order` is incompatible with `format`{{$}}
// JSON: "message":"`order` is incompatible with `format`","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":74,
layout.tensor @x : tensor<1x32x8x8xf16, {format = #layout.format<chw32>, order = #layout.order<NHWC>}>

// -----

// Number of strides.
// CHECK: mistakes.mlir:[[@LINE+2]]:47: error[L0306]: `strides` has 3 entries, but the tensor has 2 dims{{$}}
// JSON: "message":"`strides` has 3 entries, but the tensor has 2 dims","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":47,
layout.tensor @x : tensor<4x5xf32, {strides = [20, 5, 1]}>

// -----

// Negative offset.
// CHECK: mistakes.mlir:[[@LINE+2]]:46: error[L0306]: `offset` must be an integer of 0 or more{{$}}
// JSON: "message":"`offset` must be an integer of 0 or more","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":46,
layout.tensor @x : tensor<4x5xf32, {offset = -4}>

// -----

// Duplicate dim in a map.
// CHECK: mistakes.mlir:[[@LINE+2]]:45: error[L0307]: `order` is not a permutation: result 1 of the order repeats d1, which is already result 0{{$}}
// JSON: "message":"`order` is not a permutation: result 1 of the order repeats d1, which is already result 0","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":45,
layout.tensor @x : tensor<4x5xf32, {order = affine_map<(d0, d1) -> (d1, d1)>}>

// -----

// Length 0.
// CHECK: mistakes.mlir:[[@LINE+2]]:29: error[L0308]: the length of dim d1 must be at least 1, but is 0{{$}}
// JSON: "message":"the length of dim d1 must be at least 1, but is 0","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":29,
layout.tensor @x : tensor<4x0xf32>

// -----

// Element type with an unsupported width.
// CHECK: mistakes.mlir:[[@LINE+2]]:31: error[L0308]: the width of the element type must be 1 to 64 bits, but is 80 bits{{$}}
// JSON: "message":"the width of the element type must be 1 to 64 bits, but is 80 bits","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":31,
layout.tensor @x : tensor<4x5xi80>

// -----

// Unknown tiling.
// CHECK: mistakes.mlir:[[@LINE+2]]:28: error[L0209]: unknown value "LINEER" for `tiling` of `layout.tensor`{{$}}
// JSON: "line":[[@LINE+1]],"column":28,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":28,{{.*}}"text":"\"LINEAR\""}]
layout.tensor @x {tiling = "LINEER"} : tensor<4x5xf32>

// -----

// Case of a tiling.
// CHECK: mistakes.mlir:[[@LINE+2]]:28: error[L0209]: unknown value "linear" for `tiling` of `layout.tensor`{{$}}
// JSON: "line":[[@LINE+1]],"column":28,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":28,{{.*}}"text":"\"LINEAR\""}]
layout.tensor @x {tiling = "linear"} : tensor<4x5xf32>

// -----

// Unknown usage.
// CHECK: mistakes.mlir:[[@LINE+2]]:38: error[L0209]: unknown value "TRANSFER_SCR" for `usage` of `layout.tensor`{{$}}
// JSON: "line":[[@LINE+1]],"column":38,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":38,{{.*}}"text":"\"TRANSFER_SRC\""}]
layout.tensor @x {usage = ["SHADER", "TRANSFER_SCR"]} : tensor<4x5xf32>

// -----

// Unknown attribute of a known op.
// CHECK: mistakes.mlir:[[@LINE+2]]:19: error[L0209]: unknown attribute `tilng` of `layout.tensor`{{$}}
// JSON: "line":[[@LINE+1]],"column":19,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":19,{{.*}}"text":"tiling"}]
layout.tensor @x {tilng = "OPTIMAL"} : tensor<4x5xf32>

// -----

// Unknown op of the dialect.
// CHECK: mistakes.mlir:[[@LINE+2]]:1: error[L0209]: unknown op `layout.tensr`{{$}}
// JSON: "line":[[@LINE+1]],"column":1,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":1,{{.*}}"text":"\"layout.tensor\""}]
"layout.tensr"() {sym_name = "x", type = tensor<4x5xf32>} : () -> ()

// -----

// Custom form of an unknown op of the dialect.
// CHECK: mistakes.mlir:[[@LINE+2]]:1: error[L0209]: unknown op `layout.tensr` in custom form{{$}}
// JSON: "line":[[@LINE+1]],"column":1,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":1,{{.*}}"text":"layout.tensor"}]
layout.tensr @x : tensor<4x5xf32>

// -----

// Misspelled `layout.reqs`.
// CHECK: mistakes.mlir:[[@LINE+2]]:20: error[L0209]: unknown attribute `layout.req`{{$}}
// JSON: "line":[[@LINE+1]],"column":20,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":20,{{.*}}"text":"layout.reqs"}]
%w = "npu.load"() {layout.req = [#layout.reqs<m2: aligned<64 bytes>>]} : () -> tensor<1x3x8x8xf16>

// -----

// Wrong kind of `layout.reqs`.
// CHECK: mistakes.mlir:[[@LINE+2]]:34: error[L0303]: `layout.reqs` of `npu.load` is `#layout.reqs<m2: compact>`, but must be a list such as `[#layout.reqs<m0: compact>]`{{$}}
// JSON: "message":"`layout.reqs` of `npu.load` is `#layout.reqs<m2: compact>`, but must be a list such as `[#layout.reqs<m0: compact>]`","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":34,
%w = "npu.load"() {layout.reqs = #layout.reqs<m2: compact>} : () -> tensor<1x3x8x8xf16>

// -----

// Wrong kind of an entry of `layout.choices`.
// CHECK: mistakes.mlir:[[@LINE+2]]:38: error[L0303]: entry 0 of `layout.choices` of `npu.load` is `affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>`, but must be `#layout.choice<...>`{{$}}
// JSON: "message":"entry 0 of `layout.choices` of `npu.load` is `affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>`, but must be `#layout.choice<...>`","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":38,
%w = "npu.load"() {layout.choices = [#layout.order<NHWC>]} : () -> tensor<1x3x8x8xf16>

// -----

// An unknown order in a choice.
// CHECK: mistakes.mlir:[[@LINE+2]]:59: error[L0209]: unknown layout `NHWD`; expected one of any, same, row_major, an order, a format, an affine map, a symbol or a notation{{$}}
// JSON: "line":[[@LINE+1]],"column":59,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":59,{{.*}}"text":"NHWC"}]
%w = "npu.load"() {layout.choices = [#layout.choice<() -> NHWD>]} : () -> tensor<1x3x8x8xf16>

// -----

// Unknown symbol.
// CHECK: mistakes.mlir:[[@LINE+3]]:22: error[L0206]: unknown symbol `@lsh`; expected a descriptor or a tensor{{$}}
// JSON: "line":[[@LINE+2]],"column":22,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+2]],"column":22,{{.*}}"text":"@lhs"}]
layout.tensor @lhs : tensor<4x5xf32>
layout.address @f of @lsh

// -----

// Unknown value of `unit`.
// CHECK: mistakes.mlir:[[@LINE+3]]:33: error[L0209]: unknown value "bytes" for `unit` of `layout.address`{{$}}
// JSON: "line":[[@LINE+2]],"column":33,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+2]],"column":33,{{.*}}"text":"\"byte\""}]
layout.tensor @x : tensor<4x5xf32>
layout.address @f of @x {unit = "bytes"}

// -----

// Undefined value with a similar name.
// CHECK: mistakes.mlir:[[@LINE+3]]:10: error[L0201]: value `%inptu` is not defined{{$}}
// JSON: "line":[[@LINE+2]],"column":10,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+2]],"column":10,{{.*}}"text":"%input"}]
func.func @f(%input: tensor<4xf32>) -> tensor<4xf32> {
  return %inptu : tensor<4xf32>
}

// -----

// Type of a returned value.
// CHECK: mistakes.mlir:[[@LINE+3]]:10: error[L0302]: operand 0 of `func.return` is `tensor<4xf32>`, but the function returns `tensor<5xf32>`{{$}}
// JSON: "message":"operand 0 of `func.return` is `tensor<4xf32>`, but the function returns `tensor<5xf32>`","spans":[{"file":"{{[^"]*}}","line":[[@LINE+2]],"column":10,
func.func @f(%x: tensor<4xf32>) -> tensor<5xf32> {
  return %x : tensor<4xf32>
}

// -----

// Type of an operand.
// CHECK: mistakes.mlir:[[@LINE+3]]:20: error[L0302]: `%x` is used as `tensor<5xf32>`, but its type is `tensor<4xf32>`{{$}}
// JSON: "message":"`%x` is used as `tensor<5xf32>`, but its type is `tensor<4xf32>`","spans":[{"file":"{{[^"]*}}","line":[[@LINE+2]],"column":20,
func.func @f(%x: tensor<4xf32>) {
  %0 = "onnx.Relu"(%x) : (tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

// Entry of `perm` out of range.
// CHECK: mistakes.mlir:[[@LINE+3]]:41: error[L0404]: `onnx.Transpose` is malformed: axis 2 is out of range for a tensor of 2 dims{{$}}
// JSON: "message":"`onnx.Transpose` is malformed: axis 2 is out of range for a tensor of 2 dims","spans":[{"file":"{{[^"]*}}","line":[[@LINE+2]],"column":41,
func.func @f(%x: tensor<4x6xf32>) {
  %0 = "onnx.Transpose"(%x) {perm = [0, 2]} : (tensor<4x6xf32>) -> tensor<6x4xf32>
  return
}

// -----

// Missing comma.
// CHECK: mistakes.mlir:[[@LINE+3]]:29: error[L0101]: expected `,` between integers, found `8`{{$}}
// JSON: "line":[[@LINE+2]],"column":29,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+2]],"column":28,{{.*}}"text":","}]
layout.descriptor @d {
  %m, %n = layout.packed [4 8]
  layout.yield %m, %n
}

// -----

// Missing comma of `layout.xor`.
// CHECK: mistakes.mlir:[[@LINE+4]]:26: error[L0101]: expected `,` between operands, found `%n`{{$}}
// JSON: "line":[[@LINE+3]],"column":26,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+3]],"column":25,{{.*}}"text":","}]
layout.descriptor @d {
  %m, %n = layout.packed [4, 8]
  %a, %b = layout.xor %m %n
  layout.yield %a, %b
}

// -----

// Physical dim in `layout.yield`.
// CHECK: mistakes.mlir:[[@LINE+5]]:20: error[L0310]: operands of `layout.yield` must be logical dims, but `%n` is a dim of memory{{$}}
// JSON: "message":"operands of `layout.yield` must be logical dims, but `%n` is a dim of memory","spans":[{"file":"{{[^"]*}}","line":[[@LINE+4]],"column":20,
layout.descriptor @d {
  %m, %n = layout.packed [4, 8]
  %a = layout.pass_through %m
  layout.yield %a, %n
}

// -----

// Dim with two uses.
// CHECK: mistakes.mlir:[[@LINE+4]]:27: error[L0310]: dim `%m` is used again by `layout.xor`, but must be used exactly once{{$}}
// JSON: "message":"dim `%m` is used again by `layout.xor`, but must be used exactly once","spans":[{"file":"{{[^"]*}}","line":[[@LINE+3]],"column":27,
layout.descriptor @d {
  %m, %n = layout.packed [4, 8]
  %a, %b = layout.xor %m, %m
  layout.yield %a, %b
}

// -----

// Unused dim.
// CHECK: mistakes.mlir:[[@LINE+3]]:7: error[L0310]: dim `%n` of `layout.packed` is unused, but must be used exactly once{{$}}
// JSON: "message":"dim `%n` of `layout.packed` is unused, but must be used exactly once","spans":[{"file":"{{[^"]*}}","line":[[@LINE+2]],"column":7,
layout.descriptor @d {
  %m, %n = layout.packed [4, 8]
  %a = layout.pass_through %m
  layout.yield %a
}

// -----

// Bounds of a slice out of range.
// CHECK: mistakes.mlir:[[@LINE+4]]:34: error[L0310]: `layout.slice` of `%m`: `slice` from 1 to 5 is outside a dim of length 4{{$}}
// JSON: "message":"`layout.slice` of `%m`: `slice` from 1 to 5 is outside a dim of length 4","spans":[{"file":"{{[^"]*}}","line":[[@LINE+3]],"column":34,
layout.descriptor @d {
  %m = layout.packed [4]
  %a = layout.slice %m from 1 to 5
  layout.yield %a
}

// -----

// Unknown limit.
// CHECK: mistakes.mlir:[[@LINE+2]]:31: error[L0209]: unknown key `maxTensorDimensionsCount` in `limits` of target `@npu`{{$}}
// JSON: "line":[[@LINE+1]],"column":31,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":31,{{.*}}"text":"maxTensorDimensionCount"}]
layout.target @npu {limits = {maxTensorDimensionsCount = 6 : i64}}

// -----

// Value of a limit out of range.
// CHECK: mistakes.mlir:[[@LINE+2]]:57: error[L0303]: `maxTensorDimensionCount` of target `@npu` is `0`, but must be an integer from 1 to 4294967295{{$}}
// JSON: "message":"`maxTensorDimensionCount` of target `@npu` is `0`, but must be an integer from 1 to 4294967295","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":57,
layout.target @npu {limits = {maxTensorDimensionCount = 0 : i64}}

// -----

// Limit in `features`.
// CHECK: mistakes.mlir:[[@LINE+2]]:33: error[L0209]: unknown key `maxTensorStride` in `features` of target `@npu`{{$}}
// JSON: "message":"unknown key `maxTensorStride` in `features` of target `@npu`","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":33,
layout.target @npu {features = {maxTensorStride = true}}

// -----

// Duplicate symbol.
// CHECK: mistakes.mlir:[[@LINE+3]]:15: error[L0205]: symbol `@x` is defined twice{{$}}
// JSON: "message":"symbol `@x` is defined twice","spans":[{"file":"{{[^"]*}}","line":[[@LINE+2]],"column":15,
layout.tensor @x : tensor<4x5xf32>
layout.tensor @x : tensor<4xf32>

// -----

// Missing parenthesis.
// CHECK: mistakes.mlir:[[@LINE+2]]:32: error[L0101]: expected `)` or `,` in a list of arguments, found `{`{{$}}
// JSON: "message":"expected `)` or `,` in a list of arguments, found `{`","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":32,
func.func @f(%x: tensor<4xf32> {
  return
}

// -----

// Missing bracket in a type.
// CHECK: mistakes.mlir:[[@LINE+2]]:53: error[L0101]: expected `}` or `,` in a dictionary, found `>`{{$}}
// JSON: "message":"expected `}` or `,` in a dictionary, found `>`","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":53,
layout.tensor @x : tensor<4x5xf32, {strides = [5, 1]>

// -----

// Undefined alias.
// CHECK: mistakes.mlir:[[@LINE+2]]:45: error[L0207]: alias `#NHCW` is not defined before its use{{$}}
// JSON: "line":[[@LINE+1]],"column":45,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":45,{{.*}}"text":"#layout.order<NHCW>"}]
layout.tensor @x : tensor<4x5xf32, {order = #NHCW}>

// -----

// Misspelled type.
// CHECK: mistakes.mlir:[[@LINE+2]]:20: error[L0106]: unknown type `tensr`{{$}}
// JSON: "line":[[@LINE+1]],"column":20,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":20,{{.*}}"text":"tensor"}]
layout.tensor @x : tensr<4x5xf32>

// -----

// Misspelled element type.
// CHECK: mistakes.mlir:[[@LINE+2]]:31: error[L0106]: unknown type `flot32`{{$}}
// JSON: "line":[[@LINE+1]],"column":31,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":31,{{.*}}"text":"f32"}]
layout.tensor @x : tensor<4x5xflot32>

// -----

// Call of an unknown function.
// CHECK: mistakes.mlir:[[@LINE+3]]:35: error[L0206]: unknown function `@gg`{{$}}
// JSON: "line":[[@LINE+2]],"column":35,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+2]],"column":35,{{.*}}"text":"@g"}]
func.func @g(%a: i32) -> i32 {
  %0 = "func.call"(%a) <{callee = @gg}> : (i32) -> i32
  return %0 : i32
}

// -----

// Mismatched operands of a branch.
// CHECK: mistakes.mlir:[[@LINE+3]]:24: error[L0302]: operand 0 of `cf.br` is `i32`, but the argument of the block is `f32`{{$}}
// JSON: "message":"operand 0 of `cf.br` is `i32`, but the argument of the block is `f32`","spans":[{"file":"{{[^"]*}}","line":[[@LINE+2]],"column":24,
func.func @g(%a: i32) {
  "cf.br"(%a)[^bb1] : (i32) -> ()
^bb1(%b: f32):
  return
}

// -----

// Rank below that of the format.
// CHECK: mistakes.mlir:[[@LINE+2]]:46: error[L0309]: format `chw16` requires at least 3 dims, but the tensor has 2{{$}}
// JSON: "message":"format `chw16` requires at least 3 dims, but the tensor has 2","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":46,
layout.tensor @x : tensor<4x5xf16, {format = #layout.format<chw16>}>

// -----

// Element type that the format does not support.
// CHECK: mistakes.mlir:[[@LINE+2]]:51: error[L0309]: format `chw32` does not support f64{{$}}
// JSON: "message":"format `chw32` does not support f64","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":51,
layout.tensor @x : tensor<1x32x8x8xf64, {format = #layout.format<chw32>}>

// -----

// Misspelled key in an alias.
// CHECK: mistakes.mlir:[[@LINE+2]]:36: error[L0306]: unknown key `offst` in the encoding of a tensor{{$}}
// JSON: "line":[[@LINE+1]],"column":36,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":36,{{.*}}"text":"offset"}]
#enc = {order = #layout.order<CN>, offst = 4}
layout.tensor @x : tensor<4x5xf32, #enc>
layout.tensor @y : tensor<6x5xf32, #enc>

// -----

// Unknown descriptor in an encoding.
// CHECK: mistakes.mlir:[[@LINE+7]]:46: error[L0206]: unknown symbol `@titled`; expected a descriptor or a tensor{{$}}
// JSON: "line":[[@LINE+6]],"column":46,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+6]],"column":46,{{.*}}"text":"@tiled"}]
layout.descriptor @tiled {
  %m = layout.packed [20]
  %a, %b = layout.unmerge %m into [4, 5]
  layout.yield %a, %b
}
layout.tensor @x : tensor<4x5xf32, {layout = @titled}>

// -----

// Descriptor of another shape.
// CHECK: mistakes.mlir:[[@LINE+7]]:46: error[L0308]: the tensor has lengths [5, 4], but its layout `@tiled` has [4, 5]{{$}}
// JSON: "message":"the tensor has lengths [5, 4], but its layout `@tiled` has [4, 5]","spans":[{"file":"{{[^"]*}}","line":[[@LINE+6]],"column":46,
layout.descriptor @tiled {
  %m = layout.packed [20]
  %a, %b = layout.unmerge %m into [4, 5]
  layout.yield %a, %b
}
layout.tensor @x : tensor<5x4xf32, {layout = @tiled}>

// -----

// Misspelled predicate.
// CHECK: mistakes.mlir:[[@LINE+3]]:19: error[L0101]: expected a predicate such as `slt`, found `slte`{{$}}
// JSON: "line":[[@LINE+2]],"column":19,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+2]],"column":19,{{.*}}"text":"slt"}]
func.func @f(%a: i32, %b: i32) -> i1 {
  %0 = arith.cmpi slte, %a, %b : i32
  return %0 : i1
}

// -----

// Misspelled op of arith.
// CHECK: mistakes.mlir:[[@LINE+3]]:8: error[L0209]: unknown op `arith.adi` in custom form{{$}}
// JSON: "line":[[@LINE+2]],"column":8,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+2]],"column":8,{{.*}}"text":"arith.addi"}]
func.func @f(%a: i32) -> i32 {
  %0 = arith.adi %a, %a : i32
  return %0 : i32
}

// -----

// A missing terminator.
// CHECK: mistakes.mlir:[[@LINE+3]]:8: error[L0304]: a block of `func.func` must end with a terminator, but ends with `onnx.Relu`{{$}}
// JSON: "message":"a block of `func.func` must end with a terminator, but ends with `onnx.Relu`","spans":[{"file":"{{[^"]*}}","line":[[@LINE+2]],"column":8,
func.func @f(%x: tensor<4x6xf16>) {
  %t = "onnx.Relu"(%x) : (tensor<4x6xf16>) -> tensor<4x6xf16>
}

// -----

// Misspelled attribute of a description.
// CHECK: mistakes.mlir:[[@LINE+2]]:30: error[L0209]: unknown attribute `tilling` of `vk.tensor_description`{{$}}
// JSON: "line":[[@LINE+1]],"column":30,{{.*}}"suggestions":[{"span":{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":30,{{.*}}"text":"tiling"}]
vk.tensor_description @x_vk {tilling = "LINEAR", format = "VK_FORMAT_R32_SFLOAT", dims = array<i64: 4, 5>, usage = ["SHADER"]}

// -----

// A public declaration.
// CHECK: mistakes.mlir:[[@LINE+2]]:1: error[L0304]: function `@g` without a body must be private{{$}}
// JSON: "message":"function `@g` without a body must be private","spans":[{"file":"{{[^"]*}}","line":[[@LINE+1]],"column":1,
func.func @g(i32) -> i32

// -----

// Axis out of range.
// CHECK: mistakes.mlir:[[@LINE+3]]:38: error[L0404]: `onnx.Concat` is malformed: axis 2 is out of range for a tensor of 2 dims{{$}}
// JSON: "message":"`onnx.Concat` is malformed: axis 2 is out of range for a tensor of 2 dims","spans":[{"file":"{{[^"]*}}","line":[[@LINE+2]],"column":38,
func.func @f(%a: tensor<4x6xf16>) {
  %0 = "onnx.Concat"(%a, %a) {axis = 2 : si64} : (tensor<4x6xf16>, tensor<4x6xf16>) -> tensor<8x6xf16>
  return
}
