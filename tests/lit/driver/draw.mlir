// RUN: layoutc draw %s --of @rows | FileCheck %s --check-prefix=GRID --match-full-lines --strict-whitespace
// RUN: layoutc draw %s --of @rows --view=strip | FileCheck %s --check-prefix=STRIP --match-full-lines --strict-whitespace
// RUN: layoutc draw %s --of @windows --view=pipeline | FileCheck %s --check-prefix=PIPELINE
// RUN: layoutc draw %s --of @windows --view=strip | FileCheck %s --check-prefix=SHARED
// RUN: layoutc draw %s --of @windows --view=pipeline --as=svg | FileCheck %s --check-prefix=DRAWN
// RUN: layoutc draw %s --of @windows --view=pipeline --as=html | FileCheck %s --check-prefix=DRAWN
// RUN: layoutc draw %s --of @windows --as=svg | FileCheck %s --check-prefix=SVG
// RUN: layoutc draw %s --of @rows --view=strip --as=html | FileCheck %s --check-prefix=HTML
// RUN: layoutc draw %s --of @f:%%x --shade=offset | FileCheck %s --check-prefix=VALUE
// RUN: layoutc draw %s --of @tile --shade=bank --access=d0 --lanes=8 --banks=8 | FileCheck %s --check-prefix=BANK
// RUN: layoutc draw %s --of @tile --shade=lane --access=1 --lanes=8 | FileCheck %s --check-prefix=LANE
// RUN: layoutc draw 'cute:(4,8):(8,1)' | FileCheck %s --check-prefix=CUTE
// RUN: layoutc draw --layout='cute:(2,2):(1,2)' --elem=f16 --as=svg | FileCheck %s --check-prefix=ELEM
// RUN: layoutc draw %s --of @large | FileCheck %s --check-prefix=CUT
// RUN: layoutc draw %s --of @f | FileCheck %s --check-prefix=GRAPH
// RUN: layoutc draw %s --of @f --as=svg | FileCheck %s --check-prefix=BOXES
// RUN: layoutc draw %s --of @g --passes=assign-layouts --target=npu | FileCheck %s --check-prefix=PAIR
// RUN: layoutc %s --emit=dot | FileCheck %s --check-prefix=REGION
// RUN: layoutc draw --help | FileCheck %s --check-prefix=HELP

// GRID:@rows
// GRID-NEXT:  tensor<4x5xf32, {strides = [8, 1]}>
// GRID-NEXT:  shape [4, 5] of 32 bits
// GRID-NEXT:  memory [4, 5] strides [8, 1]; 32 elements = 128 bytes
// GRID-NEXT:  order d0 d1, outermost first
// GRID-EMPTY:
// GRID-NEXT:d0\d1   0  1  2  3  4
// GRID-NEXT:    0   0  1  2  3  4
// GRID-NEXT:    1   8  9 10 11 12
// GRID-NEXT:    2  16 17 18 19 20
// GRID-NEXT:    3  24 25 26 27 28

// STRIP:index d0,d1 of each slot
// STRIP-NEXT:slot (byte)   +0  +1  +2  +3  +4  +5  +6  +7
// STRIP-NEXT:      0 (0)  0,0 0,1 0,2 0,3 0,4  //  //  //
// STRIP-NEXT:     8 (32)  1,0 1,1 1,2 1,3 1,4  //  //  //
layout.tensor @rows : tensor<4x5xf32, {strides = [8, 1]}>

// PIPELINE: logical index
// PIPELINE-NEXT: d0[6] d1[3]
// PIPELINE-NEXT: embed into [6, 3] strides [1, 1]
// PIPELINE-NEXT: d0[6] d1[3] -> #2[8]
// PIPELINE-NEXT: pad low 1 high 1
// PIPELINE-NEXT: #2[8] -> m0[6]
// PIPELINE-NEXT: memory
// PIPELINE-NEXT: strides [1]
// PIPELINE-NEXT: offset 0
// PIPELINE-NEXT: m0[6]

// SHARED: *n: n indices share the slot, and the least is shown
// SHARED: 0   0,1 *2 0,2 *3

// DRAWN: class="name" x="{{[0-9]+}}" y="{{[0-9]+}}">pad low 1 high 1</text>
// SVG: class="layoutc"
// SVG: <g class="cell empty" data-index="0,0"><title>index (0,0), virtual padding: no element slot</title>
// SVG: <g class="cell" data-index="0,1" data-offset="0"><title>index (0,1), offset 0</title>
layout.descriptor @windows {
  %x = layout.packed [6]
  %p = layout.pad %x low 1 high 1
  %o, %k = layout.embed %p into [6, 3] strides [1, 1]
  layout.yield %o, %k
}

// HTML: <!DOCTYPE html>
// HTML: <input id="search"
// HTML: data-index="0,4" data-offset="4">
// HTML: <g class="cell pad" data-offset="5"><title>storage padding, offset 5, byte 20</title>

layout.tensor @tile : tensor<8x8xf32>
// BANK: 8 lanes along d0; 8 banks of 4 bytes
// BANK: worst group at (0,0): conflict degree 8
// BANK: as is
// BANK: 1   8 b0!   9 b1
// BANK: proposed
// BANK: 1   9 b1  8 b0
// BANK: proposed: worst group at (0,0): conflict degree 1
// BANK: layout.descriptor @swizzled {
// LANE: 8 lanes along d1; 32 banks of 4 bytes
// LANE: transactions of 32 bytes: 1 (ideal
// LANE: 1   8 L0  9 L1 10 L2

// CUTE: {{^}}cute:(4,8):(8,1){{$}}
// CUTE: 3  24 25 26 27 28 29 30 31
// ELEM: data-index="1,1" data-offset="3"><title>index (1,1), offset 3, byte 6</title>

layout.tensor @large : tensor<64x56x56xf16>
// CUT: cut: d0 to 4 of 64, d1 to 16 of 56, d2 to 16 of 56

// VALUE: @f:%x
// GRAPH: 1 op, 1 reorder, 512 bytes read and written
// GRAPH: {{^}}  %x
// GRAPH: {{^}}! %0 = layout.reorder %x
// GRAPH: 512 bytes read and written
// GRAPH: {{^}}~ %1 = tosa.transpose %0
// GRAPH: shared buffer 1
// BOXES: <g class="box copy"><title>%0 = layout.reorder %x;
func.func @f(%x: tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}>) -> tensor<1x4x8x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}> {
  %0 = layout.reorder %x : tensor<1x8x4x4xf16, {order = #layout.order<NHWC>}> -> tensor<1x8x4x4xf16, {order = #layout.order<NCHW>}>
  %1 = "tosa.transpose"(%0) {perms = array<i32: 0, 2, 1, 3>} : (tensor<1x8x4x4xf16, {order = #layout.order<NCHW>}>) -> tensor<1x4x8x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}>
  return %1 : tensor<1x4x8x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}>
}

// The sum of the copies is the statistic "bytes that reorders read and write" of the pass.
// PAIR: before: 2 ops, 0 reorders, 0 bytes read and written
// PAIR: after: 2 ops, 2 reorders, 1024 bytes read and written
// PAIR: {{^}}before{{$}}
// PAIR: %0 = onnx.Conv %x, %w
// PAIR: {{^}}after{{$}}
// PAIR: {{^}}! %{{.*}} = layout.reorder %x
// PAIR: {{^}}! %{{.*}} = layout.reorder %0
layout.target @npu {
  layout.rule "onnx.Conv" [#layout.choice<(NHWC, any) -> NHWC>]
  layout.rule "onnx.Relu" [#layout.choice<same>]
}
func.func @g(%x: tensor<1x8x4x4xf16>, %w: tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16> {
  %0 = "onnx.Conv"(%x, %w) : (tensor<1x8x4x4xf16>, tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16>
  %1 = "onnx.Relu"(%0) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %1 : tensor<1x8x4x4xf16>
}

// The results of an op with regions come from the ends of the regions.
// REGION: digraph
// REGION-DAG: [[END:n[0-9_]+]] [label="test.yield %1
// REGION-DAG: [[RETURN:n[0-9_]+]] [label="func.return %0"
// REGION: [[END]] -> [[RETURN]] [
func.func @region(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "test.region"() ({
    %1 = "test.f"(%x) : (tensor<2xf32>) -> tensor<2xf32>
    "test.yield"(%1) : (tensor<2xf32>) -> ()
  }) : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// HELP: layoutc draw FILE --of SYMBOL
// HELP: --view=blocks|graph|grid|pipeline|slots|strip
// HELP: --as=html|svg|text
// HELP: --shade=bank|lane|offset|register|vector|warp
