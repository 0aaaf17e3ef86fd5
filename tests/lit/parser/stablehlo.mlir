// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic > %t.mlir
// RUN: layoutc %t.mlir --emit=generic | FileCheck %s --check-prefix=GENERIC

// The custom forms of StableHLO are read as the generic forms that it prints.
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3x4xf32> {mhlo.sharding = "{replicated}"}, %arg1: tensor<4x5xf32>, %image: tensor<1x8x8x3xf32>, %filter: tensor<3x3x3x16xf32>, %p: tensor<i1>) -> (tensor<2x3x5xf32> {jax.result_info = "result"}) {
    // CHECK: "stablehlo.transpose"(%arg0) {permutation = array<i64: 0, 2, 1>} : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
    %0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
    // CHECK: "stablehlo.reshape"(%arg0) : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
    %1 = stablehlo.reshape %arg0 : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
    // CHECK: "stablehlo.constant"() {value = dense<1.000000e+00> : tensor<f32>} : () -> tensor<f32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    // CHECK: "stablehlo.broadcast_in_dim"(%cst) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<2x3x4xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3x4xf32>
    // CHECK: "stablehlo.add"(%arg0, {{.*}}) : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    %3 = stablehlo.add %arg0, %2 : tensor<2x3x4xf32>
    // CHECK: "stablehlo.is_finite"({{.*}}) : (tensor<2x3x4xf32>) -> tensor<2x3x4xi1>
    %4 = stablehlo.is_finite %3 : (tensor<2x3x4xf32>) -> tensor<2x3x4xi1>
    // CHECK: "stablehlo.compare"({{.*}}) {compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xi1>
    %5 = stablehlo.compare LT, %3, %2, FLOAT : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xi1>
    // CHECK: "stablehlo.select"({{.*}}) : (tensor<2x3x4xi1>, tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    %6 = stablehlo.select %5, %3, %2 : tensor<2x3x4xi1>, tensor<2x3x4xf32>
    // CHECK: "stablehlo.concatenate"({{.*}}) {dimension = 2 : i64} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x8xf32>
    %7 = stablehlo.concatenate %3, %6, dim = 2 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x8xf32>
    // CHECK: "stablehlo.slice"({{.*}}) {limit_indices = array<i64: 2, 3, 8>, start_indices = array<i64: 0, 1, 4>, strides = array<i64: 1, 1, 2>} : (tensor<2x3x8xf32>) -> tensor<2x2x2xf32>
    %8 = stablehlo.slice %7 [0:2, 1:3, 4:8:2] : (tensor<2x3x8xf32>) -> tensor<2x2x2xf32>
    // CHECK: "stablehlo.pad"({{.*}}) {edge_padding_high = array<i64: 0, 1, 0>, edge_padding_low = array<i64: 0, 1, 0>, interior_padding = array<i64: 0, 0, 0>} : (tensor<2x2x2xf32>, tensor<f32>) -> tensor<2x4x2xf32>
    %9 = stablehlo.pad %8, %cst, low = [0, 1, 0], high = [0, 1, 0], interior = [0, 0, 0] : (tensor<2x2x2xf32>, tensor<f32>) -> tensor<2x4x2xf32>
    // CHECK: "stablehlo.reverse"({{.*}}) {dimensions = array<i64: 1>} : (tensor<2x4x2xf32>) -> tensor<2x4x2xf32>
    %10 = stablehlo.reverse %9, dims = [1] : tensor<2x4x2xf32>
    // CHECK: "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> tensor<1x10xi32>
    %11 = stablehlo.iota dim = 1 : tensor<1x10xi32>
    // CHECK: "stablehlo.dynamic_slice"({{.*}}) {slice_sizes = array<i64: 1, 4>}
    %c = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.dynamic_slice %11, %c, %c, sizes = [1, 4] : (tensor<1x10xi32>, tensor<i32>, tensor<i32>) -> tensor<1x4xi32>
    // CHECK: "stablehlo.convolution"(%image, %filter) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<{{\[\[}}1, 1], [0, 2]]> : tensor<2x2xi64>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
    %13 = stablehlo.convolution(%image, %filter) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [0, 2]], reverse = [0, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
    // CHECK: "stablehlo.reduce"({{.*}}) ({
    // CHECK-NEXT: ^bb0({{.*}}: tensor<f32>, {{.*}}: tensor<f32>):
    // CHECK-NEXT: "stablehlo.add"
    // CHECK-NEXT: "stablehlo.return"
    // CHECK-NEXT: }) {dimensions = array<i64: 2>} : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
    %14 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
    // CHECK: "stablehlo.reduce"
    // CHECK-NEXT: ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // CHECK-NEXT: %m = "stablehlo.maximum"(%x, %y)
    %15 = stablehlo.reduce(%3 init: %cst) across dimensions = [2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
     reducer(%x: tensor<f32>, %y: tensor<f32>)  {
      %m = stablehlo.maximum %x, %y : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }
    // CHECK: "stablehlo.custom_call"({{.*}}) {call_target_name = "foo", has_side_effect = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %16 = stablehlo.custom_call @foo(%15) {has_side_effect = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    // CHECK: "stablehlo.dot_general"({{.*}}) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}
    %17 = stablehlo.dot_general %arg0, %0, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4xf32>, tensor<2x4x3xf32>) -> tensor<2x3x3xf32>
    // CHECK: "stablehlo.dot_general"(%arg0, %arg1) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}
    %18 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [2] x [0] : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<2x3x5xf32>
    return %18 : tensor<2x3x5xf32>
  }
}

// CHECK: func.func @elementwise
func.func @elementwise(%x: tensor<2xf32>, %y: tensor<2xf32>, %i: tensor<2xi32>, %c: tensor<i32>) {
  // CHECK: "stablehlo.abs"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %0 = stablehlo.abs %x : tensor<2xf32>
  // CHECK: "stablehlo.cbrt"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.cbrt %x : tensor<2xf32>
  // CHECK: "stablehlo.ceil"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.ceil %x : tensor<2xf32>
  // CHECK: "stablehlo.cosine"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %3 = stablehlo.cosine %x : tensor<2xf32>
  // CHECK: "stablehlo.exponential"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %4 = stablehlo.exponential %x : tensor<2xf32>
  // CHECK: "stablehlo.exponential_minus_one"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %5 = stablehlo.exponential_minus_one %x : tensor<2xf32>
  // CHECK: "stablehlo.floor"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %6 = stablehlo.floor %x : tensor<2xf32>
  // CHECK: "stablehlo.log"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %7 = stablehlo.log %x : tensor<2xf32>
  // CHECK: "stablehlo.log_plus_one"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %8 = stablehlo.log_plus_one %x : tensor<2xf32>
  // CHECK: "stablehlo.logistic"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %9 = stablehlo.logistic %x : tensor<2xf32>
  // CHECK: "stablehlo.negate"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %10 = stablehlo.negate %x : tensor<2xf32>
  // CHECK: "stablehlo.round_nearest_afz"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %11 = stablehlo.round_nearest_afz %x : tensor<2xf32>
  // CHECK: "stablehlo.round_nearest_even"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %12 = stablehlo.round_nearest_even %x : tensor<2xf32>
  // CHECK: "stablehlo.rsqrt"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %13 = stablehlo.rsqrt %x : tensor<2xf32>
  // CHECK: "stablehlo.sign"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %14 = stablehlo.sign %x : tensor<2xf32>
  // CHECK: "stablehlo.sine"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %15 = stablehlo.sine %x : tensor<2xf32>
  // CHECK: "stablehlo.sqrt"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %16 = stablehlo.sqrt %x : tensor<2xf32>
  // CHECK: "stablehlo.tan"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %17 = stablehlo.tan %x : tensor<2xf32>
  // CHECK: "stablehlo.tanh"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %18 = stablehlo.tanh %x : tensor<2xf32>
  // CHECK: "stablehlo.atan2"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %19 = stablehlo.atan2 %x, %y : tensor<2xf32>
  // CHECK: "stablehlo.divide"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %20 = stablehlo.divide %x, %y : tensor<2xf32>
  // CHECK: "stablehlo.maximum"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %21 = stablehlo.maximum %x, %y : tensor<2xf32>
  // CHECK: "stablehlo.minimum"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %22 = stablehlo.minimum %x, %y : tensor<2xf32>
  // CHECK: "stablehlo.multiply"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %23 = stablehlo.multiply %x, %y : tensor<2xf32>
  // CHECK: "stablehlo.power"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %24 = stablehlo.power %x, %y : tensor<2xf32>
  // CHECK: "stablehlo.remainder"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %25 = stablehlo.remainder %x, %y : tensor<2xf32>
  // CHECK: "stablehlo.subtract"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %26 = stablehlo.subtract %x, %y : tensor<2xf32>
  // CHECK: "stablehlo.and"(%i, %i) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %27 = stablehlo.and %i, %i : tensor<2xi32>
  // CHECK: "stablehlo.or"(%i, %i) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %28 = stablehlo.or %i, %i : tensor<2xi32>
  // CHECK: "stablehlo.xor"(%i, %i) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %29 = stablehlo.xor %i, %i : tensor<2xi32>
  // CHECK: "stablehlo.shift_left"(%i, %i) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %30 = stablehlo.shift_left %i, %i : tensor<2xi32>
  // CHECK: "stablehlo.shift_right_arithmetic"(%i, %i) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %31 = stablehlo.shift_right_arithmetic %i, %i : tensor<2xi32>
  // CHECK: "stablehlo.shift_right_logical"(%i, %i) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %32 = stablehlo.shift_right_logical %i, %i : tensor<2xi32>
  // CHECK: "stablehlo.not"(%i) : (tensor<2xi32>) -> tensor<2xi32>
  %33 = stablehlo.not %i : tensor<2xi32>
  // CHECK: "stablehlo.popcnt"(%i) : (tensor<2xi32>) -> tensor<2xi32>
  %34 = stablehlo.popcnt %i : tensor<2xi32>
  // CHECK: "stablehlo.clamp"(%x, %y, %x) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %35 = stablehlo.clamp %x, %y, %x : tensor<2xf32>
  // CHECK: "stablehlo.convert"(%i) : (tensor<2xi32>) -> tensor<2xf32>
  %36 = stablehlo.convert %i : (tensor<2xi32>) -> tensor<2xf32>
  // CHECK: "stablehlo.bitcast_convert"(%x) : (tensor<2xf32>) -> tensor<2xi32>
  %37 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2xi32>
  // CHECK: "stablehlo.complex"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
  %38 = stablehlo.complex %x, %y : tensor<2xcomplex<f32>>
  // CHECK: "stablehlo.dot"(%x, %y) {precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]} : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %39 = stablehlo.dot %x, %y, precision = [HIGHEST, DEFAULT] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  // CHECK: "stablehlo.broadcast"(%x) {broadcast_sizes = array<i64: 3>} : (tensor<2xf32>) -> tensor<3x2xf32>
  %40 = stablehlo.broadcast %x, sizes = [3] : (tensor<2xf32>) -> tensor<3x2xf32>
  // CHECK: "stablehlo.dynamic_update_slice"(%x, %x, %c) : (tensor<2xf32>, tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  %41 = stablehlo.dynamic_update_slice %x, %x, %c : (tensor<2xf32>, tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  return
}

// Dynamic shapes, and types that only some forms have.
func.func @dynamic(%x: tensor<4xf32>, %i: tensor<4xi32>, %z: tensor<4xcomplex<f32>>, %p: tensor<f32>, %n: tensor<1xi32>, %m: tensor<2xi32>, %q: tensor<4x!quant.uniform<i8:f32, 0.5>>) {
  // CHECK: "stablehlo.count_leading_zeros"(%i) : (tensor<4xi32>) -> tensor<4xi32>
  %0 = stablehlo.count_leading_zeros %i : tensor<4xi32>
  // CHECK: "stablehlo.real"(%z) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %1 = stablehlo.real %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: "stablehlo.imag"(%z) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %2 = stablehlo.imag %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: "stablehlo.dynamic_reshape"(%x, %m) : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %3 = stablehlo.dynamic_reshape %x, %m : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: "stablehlo.dynamic_broadcast_in_dim"(%x, %m) {broadcast_dimensions = array<i64: 1>} : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %4 = stablehlo.dynamic_broadcast_in_dim %x, %m, dims = [1] : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  // CHECK: "stablehlo.dynamic_pad"(%x, %p, %n, %n, %n) : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %5 = stablehlo.dynamic_pad %x, %p, %n, %n, %n : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  // CHECK: "stablehlo.real_dynamic_slice"(%x, %n, %n, %n) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %6 = stablehlo.real_dynamic_slice %x, %n, %n, %n : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  // CHECK: "stablehlo.uniform_quantize"(%x) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %7 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  // CHECK: "stablehlo.uniform_dequantize"(%q) : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xf32>
  %8 = stablehlo.uniform_dequantize %q : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xf32>
  return
}

// GENERIC: dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>
