// RUN: layoutc %s --emit=glsl | FileCheck %s --check-prefixes=FN,GLSL
// RUN: layoutc %s --emit=hlsl | FileCheck %s --check-prefixes=FN,HLSL
// RUN: layoutc %s --emit=opencl | FileCheck %s --check-prefixes=FN,CL
// RUN: layoutc %s --emit=c | FileCheck %s --check-prefix=HOST
// RUN: layoutc %s --emit=glsl --diagnostics=short 2>&1 | FileCheck %s --check-prefix=WARN

// A reorder between placements within a subgroup is a function over shuffles: registers are exchanged, sent between lanes,
// and exchanged again. Equal conversions share a function.

layout.descriptor @rows {
  %r, %l = layout.axes [register: 2, lane: 4]
  %l1, %l0 = layout.unmerge %l into [2, 2]
  %j = layout.merge %l0, %r
  %i = layout.pass_through %l1
  layout.yield %i, %j
}
layout.descriptor @columns {
  %r, %l = layout.axes [register: 2, lane: 4]
  %i = layout.pass_through %r
  %j = layout.pass_through %l
  layout.yield %i, %j
}
layout.descriptor @reversed {
  %r, %l = layout.axes [register: 2, lane: 4]
  %i = layout.cyclic_shift %r by 1
  %j = layout.pass_through %l
  layout.yield %i, %j
}
layout.descriptor @exchanged {
  %r, %l = layout.axes [register: 2, lane: 4]
  %l1, %l0 = layout.unmerge %l into [2, 2]
  %s, %i = layout.xor %l0, %r
  %j = layout.merge %l1, %s
  layout.yield %i, %j
}
layout.descriptor @warps {
  %w, %l = layout.axes [warp: 2, lane: 4]
  %i = layout.pass_through %w
  %j = layout.pass_through %l
  layout.yield %i, %j
}

// GLSL: #extension GL_KHR_shader_subgroup_shuffle : require
// HLSL: // Addressing functions, written by layoutc. For shader model 6.0 and later.
// CL: // Conversions need the extension cl_khr_subgroup_shuffle.

// FN: // Converts a placement of [2, 4] in 2 shuffles; layoutc executed the plan on all slots.
// GLSL-NEXT: void reorder_f_y(uint lane, in float src[2], out float dst[2])
// HLSL-NEXT: void reorder_f_y(uint lane, in float src[2], out float dst[2])
// CL-NEXT: LAYOUTC_FN void reorder_f_y(uint lane, const float src[2], float dst[2])
// GLSL: float b0 = subgroupShuffle(
// HLSL: float b0 = WaveReadLaneAt(
// CL: float b0 = sub_group_shuffle(
// FN: dst[1] =
func.func @f(%x: tensor<2x4xf32, {layout = @rows}>) -> tensor<2x4xf32, {layout = @columns}> {
  %y = layout.reorder %x : tensor<2x4xf32, {layout = @rows}> -> tensor<2x4xf32, {layout = @columns}>
  return %y : tensor<2x4xf32, {layout = @columns}>
}
func.func @same(%x: tensor<2x4xf32, {layout = @rows}>) -> tensor<2x4xf32, {layout = @columns}> {
  %y = layout.reorder %x : tensor<2x4xf32, {layout = @rows}> -> tensor<2x4xf32, {layout = @columns}>
  return %y : tensor<2x4xf32, {layout = @columns}>
}

// Registers alone are exchanged, as the condition of the lane says.
// FN-NOT: reorder_same
// FN: // Converts a placement of [2, 4] in 0 shuffles;
// GLSL-NEXT: void reorder_g_y(uint lane, in uint src[2], out uint dst[2])
// HLSL-NEXT: void reorder_g_y(uint lane, in uint src[2], out uint dst[2])
// CL-NEXT: LAYOUTC_FN void reorder_g_y(uint lane, const ushort src[2], ushort dst[2])
// FN-NEXT: {
// FN-NEXT: bool c0 = (lane & 1u) != 0u;
// FN-NOT: shuffle(
// FN: dst[1] =
func.func @g(%x: tensor<2x4xf16, {layout = @columns}>) -> tensor<2x4xf16, {layout = @exchanged}> {
  %y = layout.reorder %x : tensor<2x4xf16, {layout = @columns}> -> tensor<2x4xf16, {layout = @exchanged}>
  return %y : tensor<2x4xf16, {layout = @exchanged}>
}

// What no shuffle does is a warning.
// WARN: [[@LINE+2]]:8: warning[L0605]: `layout.reorder` cannot be written as shuffles: values move along `warp`, but shuffles move them along `lane` alone
func.func @h(%x: tensor<2x4xf16, {layout = @columns}>) -> tensor<2x4xf16, {layout = @warps}> {
  %y = layout.reorder %x : tensor<2x4xf16, {layout = @columns}> -> tensor<2x4xf16, {layout = @warps}>
  return %y : tensor<2x4xf16, {layout = @warps}>
}
// WARN: `layout.reorder` cannot be written as shuffles: the map from the slots of a placement to its indices is not linear over bits
func.func @k(%x: tensor<2x4xf16, {layout = @columns}>) -> tensor<2x4xf16, {layout = @reversed}> {
  %y = layout.reorder %x : tensor<2x4xf16, {layout = @columns}> -> tensor<2x4xf16, {layout = @reversed}>
  return %y : tensor<2x4xf16, {layout = @reversed}>
}

// C has no lanes: the function converts the registers of all of them.
// HOST: /* Converts a placement of [2, 4] in 2 shuffles; layoutc executed the plan on all slots.
// HOST-NEXT: src has 4 threads of 2 registers of 4 bytes, dst 4 of 2. */
// HOST-NEXT: LAYOUTC_KERNEL void reorder_f_y(const void *LAYOUTC_RESTRICT src, void *LAYOUTC_RESTRICT dst)
// HOST: static const uint32_t rounds[2][3] =
// HOST: LAYOUTC_KERNEL void reorder_g_y(
