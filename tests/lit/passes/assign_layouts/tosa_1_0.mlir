// RUN: layoutc %s --assign-layouts | FileCheck %s
// RUN: layoutc %s --assign-layouts --stats 2>&1 | FileCheck %s --check-prefix=STATS

// Rules whose last operands are `any...` hold for the operands of TOSA 1.0: zero points of convolutions and pools. Zero
// points, shifts, tables and scales have no effect on `same`, and neither have values of other types, such as shapes.
// So the layouts of the convolutions pass through all other ops, and only the borders need reorders.
// STATS: 40960 assign-layouts (1): cost (bytes)
// STATS: 0 assign-layouts (1): gap (bytes)
// STATS: 4 assign-layouts (1): reorders
module attributes {layout.target = @engine} {
layout.target @engine {limits = {maxTensorDimensionCount = 6 : i64}, features = {tensorNonPacked = true}} {
  layout.rule "tosa.conv2d" [#layout.choice<(row_major, row_major, any...) -> row_major>]
  layout.rule "tosa.max_pool2d" [#layout.choice<(row_major) -> row_major>]
  layout.rule "tosa.avg_pool2d" [#layout.choice<(row_major, any...) -> row_major>]
  layout.rule "tosa.rescale" [#layout.choice<same>]
  layout.rule "tosa.negate" [#layout.choice<same>]
  layout.rule "tosa.mul" [#layout.choice<same>]
  layout.rule "tosa.table" [#layout.choice<same>]
  layout.rule "tosa.tile" [#layout.choice<same>]
}
// CHECK-LABEL: func.func @main
// CHECK: layout.reorder %0 :
// CHECK: tosa.negate %2, %z, %z : (tensor<1x8x16x16xf32, {order = #NHWC}>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x16x16xf32, {order = #NHWC}>
// CHECK: tosa.mul %3, %3, %s : (tensor<1x8x16x16xf32, {order = #NHWC}>,
// CHECK: tosa.tile %4, %n : (tensor<1x8x16x16xf32, {order = #NHWC}>, !tosa.shape<4>) -> tensor<1x8x16x16xf32, {order = #NHWC}>
// CHECK-NOT: layout.reorder
// CHECK: tosa.avg_pool2d
// CHECK: layout.reorder %8 :
func.func @main(%x: tensor<1x8x16x16xf32>, %w: tensor<8x3x3x8xf32> {layout.constant}, %b: tensor<8xf32> {layout.constant}, %z: tensor<1xf32>) -> tensor<1x8x16x16xf32> {
  %0 = tosa.transpose %x {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x8x16x16xf32>) -> tensor<1x16x16x8xf32>
  %1 = tosa.conv2d %0, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  %2 = tosa.transpose %1 {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x16x16x8xf32>) -> tensor<1x8x16x16xf32>
  %3 = tosa.negate %2, %z, %z : (tensor<1x8x16x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x16x16xf32>
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = tosa.mul %3, %3, %s : (tensor<1x8x16x16xf32>, tensor<1x8x16x16xf32>, tensor<1xi8>) -> tensor<1x8x16x16xf32>
  %n = tosa.const_shape {values = dense<[1, 1, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %t = tosa.tile %4, %n : (tensor<1x8x16x16xf32>, !tosa.shape<4>) -> tensor<1x8x16x16xf32>
  %5 = tosa.transpose %t {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x8x16x16xf32>) -> tensor<1x16x16x8xf32>
  %6 = tosa.conv2d %5, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  %7 = tosa.max_pool2d %6 {kernel = array<i64: 1, 1>, nan_mode = IGNORE, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>) -> tensor<1x16x16x8xf32>
  %a = tosa.avg_pool2d %7, %z, %z {acc_type = f32, kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  %8 = tosa.transpose %a {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x16x16x8xf32>) -> tensor<1x8x16x16xf32>
  return %8 : tensor<1x8x16x16xf32>
}
// CHECK-LABEL: func.func @int8
// CHECK: layout.reorder %0 :
// CHECK: tosa.rescale %1, %m, %h, %zi, %z {{.*}} -> tensor<1x16x16x8xi8, {order = #NCHW}>
// CHECK: tosa.table %3, %c : (tensor<1x8x16x16xi8, {order = #NHWC}>,
// CHECK-NOT: layout.reorder
// CHECK: %8 = tosa.transpose
// CHECK-NEXT: layout.reorder %8 :
func.func @int8(%x: tensor<1x8x16x16xi8>, %w: tensor<8x3x3x8xi8> {layout.constant}, %b: tensor<8xi32> {layout.constant}, %z: tensor<1xi8>, %zi: tensor<1xi32>, %m: tensor<8xi32>, %h: tensor<8xi8>) -> tensor<1x8x16x16xi8> {
  %0 = tosa.transpose %x {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x8x16x16xi8>) -> tensor<1x16x16x8xi8>
  %1 = tosa.conv2d %0, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xi8>, tensor<8x3x3x8xi8>, tensor<8xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x16x16x8xi32>
  %2 = tosa.rescale %1, %m, %h, %zi, %z {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x16x16x8xi32>, tensor<8xi32>, tensor<8xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x16x16x8xi8>
  %3 = tosa.transpose %2 {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x16x16x8xi8>) -> tensor<1x8x16x16xi8>
  %c = "tosa.const"() <{values = dense<0> : tensor<256xi8>}> : () -> tensor<256xi8>
  %4 = tosa.table %3, %c : (tensor<1x8x16x16xi8>, tensor<256xi8>) -> tensor<1x8x16x16xi8>
  %5 = tosa.transpose %4 {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x8x16x16xi8>) -> tensor<1x16x16x8xi8>
  %6 = tosa.conv2d %5, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xi8>, tensor<8x3x3x8xi8>, tensor<8xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x16x16x8xi32>
  %7 = tosa.rescale %6, %m, %h, %zi, %z {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x16x16x8xi32>, tensor<8xi32>, tensor<8xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x16x16x8xi8>
  %8 = tosa.transpose %7 {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x16x16x8xi8>) -> tensor<1x8x16x16xi8>
  return %8 : tensor<1x8x16x16xi8>
}
}
