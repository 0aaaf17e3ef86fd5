// RUN: layoutc draw %s --of @f --view=blocks | FileCheck %s --check-prefix=TEXT
// RUN: layoutc draw %s --of @f --view=blocks --as=svg | FileCheck %s --check-prefix=SVG
// RUN: layoutc draw %s --of @f --view=blocks --as=html | FileCheck %s --check-prefix=HTML
// RUN: layoutc draw %s --of @f --view=blocks --passes=assign-layouts --target=npu | FileCheck %s --check-prefix=PAIR
// RUN: not layoutc draw %s --of @rows --view=blocks 2>&1 | FileCheck %s --check-prefix=LAYOUT

// The ops of a name scope are one box, and equal blocks are named.

// TEXT: 5 ops, 0 reorders
// TEXT: %w
// TEXT: block0
// TEXT-NEXT: 2 ops
// TEXT: block1
// TEXT-NEXT: 2 ops
// TEXT: ops and layouts of block0
// TEXT: %4 = test.head %3
// TEXT: func.return %4
// TEXT: 2 blocks, which a page of HTML opens: use the format `html`

// SVG: class="box block" data-part="0"
// SVG-NOT: <template

// HTML: class="box block" data-part="0"
// HTML: data-part="1"
// HTML: <template id="part-0">
// HTML: %0 = onnx.Conv %x, %w
// HTML: <template id="part-1">
// HTML: %2 = onnx.Conv %1, %w

// PAIR: before: 5 ops, 0 reorders
// PAIR: after: 5 ops, 2 reorders
// PAIR: ! block0
// PAIR-NEXT: 2 ops, 1 reorder, 512 bytes

// LAYOUT: the view `blocks` shows a function, but `@rows` is a layout
layout.tensor @rows : tensor<4x5xf32>
layout.target @npu {
  layout.rule "onnx.Conv" [#layout.choice<(NHWC, any) -> NHWC>]
  layout.rule "onnx.Relu" [#layout.choice<same>]
  layout.rule "test.head" [#layout.choice<(NCHW) -> NCHW>]
}
func.func @f(%x: tensor<1x8x4x4xf16>, %w: tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16> {
  %0 = "onnx.Conv"(%x, %w) : (tensor<1x8x4x4xf16>, tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16> loc("net/block0/conv")
  %1 = "onnx.Relu"(%0) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> loc("net/block0/relu")
  %2 = "onnx.Conv"(%1, %w) : (tensor<1x8x4x4xf16>, tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16> loc("net/block1/conv")
  %3 = "onnx.Relu"(%2) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> loc("net/block1/relu")
  %4 = "test.head"(%3) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> loc("net/head")
  return %4 : tensor<1x8x4x4xf16>
}
