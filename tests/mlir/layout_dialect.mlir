// Tensors: names without a graph.
"layout.tensor"() {sym_name = "x", type = tensor<4x5xf32>} : () -> ()
"layout.tensor"() {sym_name = "y", type = tensor<4x5xf32>, tiling = "LINEAR", usage = ["SHADER"]} : () -> ()
"layout.tensor"() {sym_name = "z", type = tensor<4x5xi32>, tiling = "OPTIMAL", usage = ["SHADER", "TRANSFER_SRC", "DATA_GRAPH"], vk_format = "VK_FORMAT_R32_UINT"} : () -> ()
// -----
// Tensors: attributes as properties; unknown ones are preserved.
"layout.tensor"() <{sym_name = "x", type = tensor<4x5xf32>, tiling = "LINEAR"}> {foo.note = "kept"} : () -> ()
// -----
// Encodings: order, strides, offset.
#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
"layout.tensor"() {sym_name = "a", type = tensor<1x64x56x56xf16, {order = #NHWC}>} : () -> ()
"layout.tensor"() {sym_name = "b", type = tensor<1x64x56x56xf16, {order = #NHWC, strides = [200704, 1, 3584, 64]}>} : () -> ()
"layout.tensor"() {sym_name = "c", type = tensor<1x64x56x56xf16, {order = #NHWC, strides = array<i64: 200704, 1, 3584, 64>, offset = 32 : i64}>} : () -> ()
// -----
// Encodings: requirements on the strides.
#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
"layout.tensor"() {sym_name = "a", type = tensor<1x3x8x8xf16, {order = #NHWC, reqs = #layout.reqs<m1: aligned<64 bytes>, m3: compact>}>} : () -> ()
"layout.tensor"() {sym_name = "b", type = tensor<1x3x8x8xf16, {reqs = #layout.reqs<m2: fixed<128 bits>, m2: aligned<4 elems>>}>} : () -> ()
"layout.tensor"() {sym_name = "c", type = tensor<1x3x8x8xf16, {order = #NHWC, reqs = #layout.reqs<m0: any>}>} : () -> ()
// -----
// Encodings: an order by name.
"layout.tensor"() {sym_name = "a", type = tensor<1x3x8x8xf16, {order = #layout.order<NHWC>}>} : () -> ()
// -----
// Encodings: formats.
"layout.tensor"() {sym_name = "a", type = tensor<1x64x8x8xi8, {format = #layout.format<chw32>}>} : () -> ()
"layout.tensor"() {sym_name = "b", type = tensor<1x4x8x8xf16, {format = #layout.format<dla_hwc4, orin>}>} : () -> ()
"layout.tensor"() {sym_name = "c", type = tensor<1x4x8x8xi8, {format = #layout.format<chw4, orin, gpu_fallback>}>} : () -> ()
"layout.tensor"() {sym_name = "d", type = tensor<2x8x8x8xf16, {format = #layout.format<hwc8>, offset = 64 : i64}>} : () -> ()
// -----
// Encodings: a descriptor.
"layout.descriptor"() ({
  %0:2 = "layout.packed"() {lengths = array<i64: 2, 6>} : () -> (!layout.memdim<2>, !layout.memdim<6>)
  %1 = "layout.pass_through"(%0#0) : (!layout.memdim<2>) -> !layout.dim<2>
  %2:2 = "layout.unmerge"(%0#1) {lengths = array<i64: 2, 3>} : (!layout.memdim<6>) -> (!layout.dim<2>, !layout.dim<3>)
  "layout.yield"(%1, %2#0, %2#1) : (!layout.dim<2>, !layout.dim<2>, !layout.dim<3>) -> ()
}) {sym_name = "view_2x2x3"} : () -> ()
"layout.tensor"() {sym_name = "x", type = tensor<2x2x3xf32, {layout = @view_2x2x3}>} : () -> ()
// -----
// Descriptors: strided base, pad, slice, merge.
"layout.descriptor"() ({
  %0:2 = "layout.strided"() {lengths = array<i64: 4, 6>, strides = array<i64: 8, 1>, offset = 2 : i64} : () -> (!layout.memdim<4>, !layout.memdim<6>)
  %1 = "layout.pad"(%0#0) {low = 1 : i64, high = 1 : i64} : (!layout.memdim<4>) -> !layout.dim<6>
  %2 = "layout.slice"(%0#1) {begin = 1 : i64, end = 5 : i64} : (!layout.memdim<6>) -> !layout.dim<4>
  %3 = "layout.merge"(%1, %2) : (!layout.dim<6>, !layout.dim<4>) -> !layout.dim<24>
  "layout.yield"(%3) : (!layout.dim<24>) -> ()
}) {sym_name = "d"} : () -> ()
// -----
// Descriptors: aligned base, embed, xor, modulo.
"layout.descriptor"() ({
  %0:2 = "layout.aligned"() {lengths = array<i64: 4, 8>, align = 16 : i64} : () -> (!layout.memdim<4>, !layout.memdim<8>)
  %1:2 = "layout.xor"(%0#0, %0#1) : (!layout.memdim<4>, !layout.memdim<8>) -> (!layout.dim<4>, !layout.dim<8>)
  %2 = "layout.modulo"(%1#0) {modulus = 4 : i64, length = 8 : i64} : (!layout.dim<4>) -> !layout.dim<8>
  %3:2 = "layout.embed"(%1#1) {lengths = array<i64: 2, 3>, strides = array<i64: 3, 1>} : (!layout.dim<8>) -> (!layout.dim<2>, !layout.dim<3>)
  "layout.yield"(%2, %3#0, %3#1) : (!layout.dim<8>, !layout.dim<2>, !layout.dim<3>) -> ()
}) {sym_name = "d"} : () -> ()
// -----
// Descriptors: from another one, offset, freeze, insert, replicate.
"layout.descriptor"() ({
  %0:3 = "layout.packed"() {lengths = array<i64: 5, 4, 3>} : () -> (!layout.memdim<5>, !layout.memdim<4>, !layout.memdim<3>)
  %1 = "layout.pass_through"(%0#0) : (!layout.memdim<5>) -> !layout.dim<5>
  %2 = "layout.pass_through"(%0#1) : (!layout.memdim<4>) -> !layout.dim<4>
  %3 = "layout.pass_through"(%0#2) : (!layout.memdim<3>) -> !layout.dim<3>
  "layout.yield"(%1, %2, %3) : (!layout.dim<5>, !layout.dim<4>, !layout.dim<3>) -> ()
}) {sym_name = "base"} : () -> ()
"layout.descriptor"() ({
  %0:3 = "layout.from"() {of = @base} : () -> (!layout.dim<5>, !layout.dim<4>, !layout.dim<3>)
  %1 = "layout.offset"(%0#0) {by = 0 : i64} : (!layout.dim<5>) -> !layout.dim<5>
  "layout.freeze"(%0#1) {at = 2 : i64} : (!layout.dim<4>) -> ()
  %2 = "layout.insert"() {length = 4 : i64} : () -> !layout.dim<4>
  %3:2 = "layout.replicate"() {lengths = array<i64: 2, 3>} : () -> (!layout.dim<2>, !layout.dim<3>)
  "layout.yield"(%1, %0#2, %2, %3#0, %3#1) : (!layout.dim<5>, !layout.dim<3>, !layout.dim<4>, !layout.dim<2>, !layout.dim<3>) -> ()
}) {sym_name = "stage"} : () -> ()
// -----
// Reorders and views between encodings.
#NCHW = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
func.func @f(%x: tensor<1x4x2x2xf16, {order = #NCHW}>) -> tensor<1x4x2x2xf16, {order = #NHWC}> {
  %0 = "layout.reorder"(%x) : (tensor<1x4x2x2xf16, {order = #NCHW}>) -> tensor<1x4x2x2xf16, {order = #NHWC}>
  return %0 : tensor<1x4x2x2xf16, {order = #NHWC}>
}
func.func @g(%x: tensor<4x6xf32>) -> tensor<24xf32> {
  %0 = "layout.view"(%x) : (tensor<4x6xf32>) -> tensor<24xf32>
  return %0 : tensor<24xf32>
}
// -----
// Addresses: of a tensor.
"layout.tensor"() {sym_name = "x", type = tensor<4x5xf32>} : () -> ()
"layout.address"() {sym_name = "offset_x", of = @x, unit = "element", index = "auto"} : () -> ()
"layout.address"() {sym_name = "byte_x", of = @x, unit = "byte", index = "i64"} : () -> ()
// -----
// Targets: limits, features, rules.
"layout.target"() ({
  "layout.rule"() {op = "onnx.Conv", choices = [#layout.choice<(NHWC, NHWC, any) -> NHWC>, #layout.choice<(chw32, any, any) -> chw32>]} : () -> ()
  "layout.rule"() {op = "onnx.Relu", choices = [#layout.choice<same>]} : () -> ()
  "layout.rule"() {op = "*", choices = [#layout.choice<(row_major...) -> row_major...>]} : () -> ()
}) {sym_name = "npu", limits = {maxTensorDimensionCount = 6 : i64}, features = {tensorNonPacked = true}} : () -> ()
// -----
// Targets: every form of a choice and its conditions, in custom form.
#filter = affine_map<(o, i, y, x) -> (o, y, x, i)>
layout.target @npu {
  layout.rule "test.layouts" [#layout.choice<(OYXI, NHWC, #filter, affine_map<(a, b) -> (b, a)>, row_major, SCALAR) -> ()>, #layout.choice<() -> (linear, dla_hwc4<orin>, #layout.format<chw4, xavier, gpu_fallback>)>]
  layout.rule "test.rest" [#layout.choice<(NHWC, any ...) -> (same, same...), reqs = [any, #layout.reqs<m0: compact, m1: aligned<64 bytes>>, any, any]>] {my.note = "kept"}
  layout.rule "test.same" [#layout.choice<same, reqs = [#layout.reqs<m0: fixed<64 bytes>>], cost = 9223372036854775807>]
  layout.rule "test.when" [
    #layout.choice<same, when = [elem(result 0) == elem(1), elem(0) != ui8, elem(0) not in (f8E4M3FN, index, si4), dim(0, -1) in (1, 4 to 8, 16 to *), dim(0, 1) == attr(group, 1)]>,
    #layout.choice<same, when = [attr("auto_pad", "NOTSET") == "VALID", attr("my.key") in ("a\"b\C3\A9>", "c"), attr(strides) == [1, -1], attr(ceil) != true, attr(axis, -1) % 2 != 1]>
  ]
  layout.rule "*" [#layout.choice<(row_major...) -> row_major...>]
}
// -----
// Targets: choices with conditions, and the target of a module.
module @m attributes {layout.target = @dev} {
  "layout.target"() ({
    "layout.rule"() {op = "onnx.Conv", choices = [#layout.choice<(NHWC, any) -> NHWC, reqs = [#layout.reqs<m2: aligned<64 bytes>>, any, any], when = [elem(0) in (f16, i8), dim(0, 1) % 16 == 0, attr(group) == 1], cost = 5>]} : () -> ()
  }) {sym_name = "dev", limits = {}, features = {}} : () -> ()
}
// -----
// Choices and requirements on any op.
func.func @f(%x: tensor<1x16x8x8xf16>) -> tensor<1x16x8x8xf16> {
  %0 = "foo.op"(%x) {layout.choices = [#layout.choice<(NHWC) -> NHWC>], layout.reqs = [#layout.reqs<m1: aligned<32 bytes>>, #layout.reqs<>]} : (tensor<1x16x8x8xf16>) -> tensor<1x16x8x8xf16>
  return %0 : tensor<1x16x8x8xf16>
}
// -----
// Vulkan descriptions.
"vk.tensor_description"() {sym_name = "x_vk", tiling = "LINEAR", format = "VK_FORMAT_R32_SFLOAT", dims = array<i64: 4, 5>, usage = ["SHADER"]} : () -> ()
"vk.tensor_description"() {sym_name = "y_vk", of = @y, tiling = "LINEAR", format = "VK_FORMAT_R16_SFLOAT", dims = array<i64: 1, 56, 56, 64>, strides = array<i64: 401408, 7168, 128, 2>, usage = ["SHADER"]} : () -> ()
"layout.tensor"() {sym_name = "y", type = tensor<1x64x56x56xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>} : () -> ()
// -----
// Descriptors: the custom form, names for single results and for all, a source that is defined later.
layout.descriptor @stage {
  %a:3 = layout.from @base
  %b = layout.offset %a#0 by 0
  layout.freeze %a#1 at 2
  %c = layout.insert 4
  %d, %e = layout.replicate [2, 3]
  layout.yield %b, %a#2, %c, %d, %e
}
layout.descriptor @base {my.note = "kept"} {
  %m, %n, %o = layout.strided [5, 4, 3] strides [-12, 3, 0] offset 48
  %i = layout.pass_through %m
  %j = layout.pass_through %n {foo.note}
  %k = "layout.pass_through"(%o) : (!layout.memdim<3>) -> !layout.dim<3>
  layout.yield %i, %j, %k
}
layout.tensor @x : tensor<5x4x3xf32, {layout = @base, offset = 8}>
// -----
// Descriptors: every transform in custom form.
layout.descriptor @many {
  %a, %b, %c, %d = layout.aligned [4, 8, 6, 10] to 4
  %p = layout.pad %a low 1 high 1
  %s = layout.slice %b from 1 to 3
  %m = layout.merge %p, %s
  %e:2 = layout.embed %c into [2, 3] strides [3, 1]
  %q = layout.modulo %d by 4 length 8
  layout.yield %m, %e#0, %e#1, %q
}
layout.descriptor @swizzled {
  %0:2 = layout.packed [4, 8]
  %1:2 = layout.xor %0#0, %0#1
  %2:2 = layout.unmerge %1#1 into [2, 4]
  layout.yield %1#0, %2#0, %2#1
}
// -----
// Descriptors: a dynamic dim, names that clash with others outside, and one that is quoted.
module {
  layout.tensor @"the rows" : tensor<?x6xf32>
  layout.descriptor @"a view" {
    %a, %b = layout.from @"the rows"
    %c, %d = layout.unmerge %b into [2, 3]
    layout.yield %a, %c, %d
  }
  func.func @f(%a: tensor<?x2x3xf32, {layout = @"a view"}>) -> tensor<?x2x3xf32, {layout = @"a view"}> {
    return %a : tensor<?x2x3xf32, {layout = @"a view"}>
  }
}
// -----
// Descriptors: lists other than `array<i64>`, and properties.
"layout.descriptor"() <{sym_name = "d"}> ({
  %0:2 = "layout.strided"() <{lengths = [3, 4], strides = array<i32: 4, 1>}> {offset = 1 : i8} : () -> (!layout.memdim<3>, !layout.memdim<4>)
  %1 = layout.merge %0#0, %0#1
  "layout.yield"(%1) : (!layout.dim<12>) -> ()
}) : () -> ()
// -----
// Types of the dialect, at every position of a type.
!d = !layout.dim<6>
"foo.op"() {types = [!layout.dim<6>, !layout.memdim<?>, (!layout.dim<6>) -> !layout.memdim<9223372036854775807>]} : () -> ()
"foo.op"() {type = tuple<!d, !layout<memdim<2>>>} : () -> !layout.dim<1>
