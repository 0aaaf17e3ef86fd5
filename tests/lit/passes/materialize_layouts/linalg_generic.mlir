// Permutations of the values of `linalg.generic` become permutations in its indexing maps. The loops and the body are unchanged.
// RUN: layoutc %s --passes=assign-layouts,materialize-layouts --emit=generic --diagnostics=short 2>%t.err | FileCheck %s
// RUN: FileCheck --input-file=%t.err --check-prefix=REMARK %s

// The destination has the order of the result. Sums and constants in maps are permuted as dims are.
// CHECK: ^bb0(%x: tensor<2x3x4x3xf32>, %w: tensor<2xf32>):
// CHECK: "linalg.transpose"(%e, %{{.*}}) ({
// CHECK: {permutation = array<i64: 2, 1, 0>}
// CHECK: "linalg.generic"(%x, %w, %{{.*}}) <{indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1 + d3, 0, d2)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d1, d0)>]
// CHECK-SAME: iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>]
// CHECK: "linalg.index"() <{dim = 1 : i64}>
// CHECK: : (tensor<2x3x4x3xf32>, tensor<2xf32>, tensor<3x2x2xf32>) -> tensor<3x2x2xf32>
// CHECK: "func.return"(%{{.*}}) : (tensor<3x2x2xf32>) -> ()
func.func @windows(%x: tensor<2x4x3x3xf32> {layout.any}, %w: tensor<2xf32>) -> (tensor<2x2x3xf32> {layout.any}) {
  %z = arith.constant 0.0 : f32
  %t = tensor.empty() : tensor<2x2x3xf32>
  %e = "linalg.fill"(%z, %t) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%a: f32, %b: f32):
    "linalg.yield"(%a) : (f32) -> ()
  }) : (f32, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %0 = "linalg.generic"(%x, %w, %e) <{indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, 0, d1 + d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%a: f32, %b: f32, %c: f32):
    %i = "linalg.index"() <{dim = 1 : i64}> : () -> index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %p = arith.mulf %a, %b : f32
    %q = arith.addf %p, %f : f32
    %s = arith.addf %c, %q : f32
    "linalg.yield"(%s) : (f32) -> ()
  }) {layout.choices = [#layout.choice<(NHCW, any, WHC) -> WHC>]} : (tensor<2x4x3x3xf32>, tensor<2xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  return %0 : tensor<2x2x3xf32>
}

// A blocked operand has its logical shape; the order of the other one is in its map.
// REMARK: 1 op `linalg.generic` keeps its logical shape: a layout with blocks or padding is not a permutation of its dims
// CHECK: %[[X:.*]] = "tensor.collapse_shape"
// CHECK: "linalg.generic"(%{{.*}}, %y, %{{.*}}) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>]
// CHECK: : (tensor<6x4xi32>, tensor<4x6xi32>, tensor<6x4xi32>) -> tensor<6x4xi32>
func.func @blocks(%x: tensor<6x4xi32> {layout.any}, %y: tensor<6x4xi32> {layout.any}) -> tensor<6x4xi32> {
  %e = tensor.empty() : tensor<6x4xi32>
  %0 = "linalg.generic"(%x, %y, %e) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%a: i32, %b: i32, %c: i32):
    %s = arith.addi %a, %b : i32
    "linalg.yield"(%s) : (i32) -> ()
  }) {layout.choices = [#layout.choice<("onednn:Ba2b", CN, any) -> any>]} : (tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi32>
  return %0 : tensor<6x4xi32>
}

// A map whose body reads the index keeps its shape: the loops of a named op are those of its dims.
// REMARK: 1 op `linalg.map` keeps its logical shape: its body reads the index
// CHECK: %[[X:.*]] = "linalg.transpose"(%x, %{{.*}}) ({
// CHECK: %[[E:.*]] = "tensor.empty"() : () -> tensor<6x4xindex>
// CHECK: "linalg.map"(%[[X]], %[[E]]) ({
// CHECK: : (tensor<6x4xindex>, tensor<6x4xindex>) -> tensor<6x4xindex>
func.func @index_of_map(%x: tensor<6x4xindex> {layout.any}) -> tensor<6x4xindex> {
  %e = tensor.empty() : tensor<6x4xindex>
  %0 = "linalg.map"(%x, %e) ({
  ^bb0(%a: index):
    %i = "linalg.index"() <{dim = 1 : i64}> : () -> index
    %s = arith.addi %a, %i : index
    "linalg.yield"(%s) : (index) -> ()
  }) {layout.choices = [#layout.choice<(CN, CN) -> CN>]} : (tensor<6x4xindex>, tensor<6x4xindex>) -> tensor<6x4xindex>
  return %0 : tensor<6x4xindex>
}
