// RUN: layoutc %s --split-input-file --passes=assign-layouts | FileCheck %s
// RUN: layoutc %s --split-input-file --passes=assign-layouts --emit=none --stats 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: layoutc %s --split-input-file | layoutc - --split-input-file | FileCheck %s --check-prefix=PRINT
// RUN: layoutc %s --split-input-file --emit=generic | layoutc - --split-input-file | FileCheck %s --check-prefix=PRINT

// A descriptor of the target is written into the module. 20 channels are padded to 32, so each reorder moves 5120 bytes on one
// side and 8192 on the other. The notation is the same function as the descriptor, so that a view suffices.
// CHECK-LABEL: @descriptor
// CHECK: layout.descriptor @nChw16c_1
// CHECK-NEXT: layout.packed [?, ?, ?, ?, 16]
// CHECK: layout.descriptor @nChw16c {
// CHECK-NEXT: layout.packed [2, 3]
// CHECK: func.func @f
// CHECK-NEXT: %[[IN:.*]] = layout.reorder %x : tensor<1x20x8x8xf32> -> tensor<1x20x8x8xf32, {layout = @nChw16c_1}>
// CHECK-NEXT: "nn.conv"(%[[IN]])
// CHECK-NEXT: "nn.relu"{{.*}} -> tensor<1x20x8x8xf32, {layout = @nChw16c_1}>
// CHECK-NEXT: layout.view {{.*}} : tensor<1x20x8x8xf32, {layout = @nChw16c_1}> -> tensor<1x20x8x8xf32, {layout = "onednn:aBcd16b"}>
// CHECK-NEXT: "nn.pool"
// CHECK-NEXT: layout.reorder {{.*}} : tensor<1x20x8x8xf32, {layout = "onednn:aBcd16b"}> -> tensor<1x20x8x8xf32>
// PRINT-LABEL: @descriptor
// PRINT: %n, %co, %h, %w, %ci = layout.packed [?, ?, ?, ?, 16]
// PRINT: #layout.choice<(@nChw16c | any) -> @nChw16c>
// PRINT: #layout.choice<("onednn:aBcd16b") -> "onednn:aBcd16b">
module @descriptor attributes {layout.target = @t} {
  layout.descriptor @nChw16c {
    %a, %b = layout.packed [2, 3]
    %c = layout.pass_through %a
    %d = layout.pass_through %b
    layout.yield %c, %d
  }
  layout.target @t {
    layout.descriptor @nChw16c {
      %n, %co, %h, %w, %ci = layout.packed [?, ?, ?, ?, 16]
      %a = layout.pass_through %n
      %c = layout.merge %co, %ci
      %y = layout.pass_through %h
      %x = layout.pass_through %w
      layout.yield %a, %c, %y, %x
    }
    layout.rule "nn.conv" [#layout.choice<(@nChw16c) -> @nChw16c>]
    layout.rule "nn.none" [#layout.choice<(@nChw16c | any) -> @nChw16c>]
    layout.rule "nn.pool" [#layout.choice<("onednn:aBcd16b") -> "onednn:aBcd16b">]
    layout.rule "nn.relu" [#layout.choice<same>]
  }
  func.func @f(%x: tensor<1x20x8x8xf32>) -> tensor<1x20x8x8xf32> {
    %0 = "nn.conv"(%x) : (tensor<1x20x8x8xf32>) -> tensor<1x20x8x8xf32>
    %1 = "nn.relu"(%0) : (tensor<1x20x8x8xf32>) -> tensor<1x20x8x8xf32>
    %2 = "nn.pool"(%1) : (tensor<1x20x8x8xf32>) -> tensor<1x20x8x8xf32>
    return %2 : tensor<1x20x8x8xf32>
  }
}

// -----

// With exactly 16 channels, the blocks are the order NHWC, and no data moves. A map pads a block that is not full: 3 channels
// need 16.
// CHECK-LABEL: @map
// CHECK: func.func @full
// CHECK-NEXT: %[[IN:.*]] = layout.view %x : tensor<1x16x4x4xf32, {order = #NHWC}> -> tensor<1x16x4x4xf32, {layout = #[[MAP:.*]]}>
// CHECK: func.func @padded
// CHECK-NEXT: layout.reorder %x : tensor<1x3x4x4xf32> -> tensor<1x3x4x4xf32, {layout = #[[MAP]]}>
// PRINT-LABEL: @map
// PRINT: #layout.choice<(affine_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>) -> affine_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>>
#b16 = affine_map<(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)>
module @map attributes {layout.target = @t} {
  layout.target @t {
    layout.rule "nn.conv" [#layout.choice<(#b16) -> #b16>]
  }
  func.func @full(%x: tensor<1x16x4x4xf32, {order = #layout.order<NHWC>}>) {
    %0 = "nn.conv"(%x) : (tensor<1x16x4x4xf32, {order = #layout.order<NHWC>}>) -> tensor<1x16x4x4xf32>
    return
  }
  func.func @padded(%x: tensor<1x3x4x4xf32>) {
    %0 = "nn.conv"(%x) : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
    return
  }
}

// -----

// The choices of an op name a descriptor of the module.
// CHECK-LABEL: @own
// CHECK: "nn.conv"({{.*}}) {{.*}} : (tensor<4x6xf32, {layout = @column}>) -> tensor<4x6xf32, {layout = @column}>
module @own {
  layout.descriptor @column {
    %m, %n = layout.packed [6, 4]
    %i = layout.pass_through %n
    %j = layout.pass_through %m
    layout.yield %i, %j
  }
  func.func @f(%x: tensor<4x6xf32>) {
    %0 = "nn.conv"(%x) {layout.choices = [#layout.choice<(@column) -> @column>]} : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
}

// The sums over all modules: 26624 for the descriptor, 192 + 1024 for the map, and 192 for the choices of an op.
// STATS: 28032 {{.*}}cost (bytes)
// STATS: 28032 {{.*}}lower bound (bytes)
// STATS: 28032 {{.*}}bytes that reorders read and write
