// affine: loops with bounds, conditions, loads and stores.
#map = affine_map<(d0)[s0] -> (d0 + 1, s0 floordiv 2)>
#map1 = affine_map<(d0) -> (d0, d0 mod 16)>
#map2 = affine_map<() -> (0)>
#map3 = affine_map<(d0)[s0] -> (d0 + s0, 128)>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<() -> (10)>
#map6 = affine_map<(d0) -> (d0, 3)>
#map7 = affine_map<()[s0] -> (s0)>
#set = affine_set<(d0, d1)[s0] : (d0 - d1 >= 0, -d0 + s0 - 1 >= 0, d1 == 0)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<?x128xf32>, index) -> f32, sym_name = "f"}> ({
  ^bb0(%arg0: memref<?x128xf32>, %arg1: index):
    %0 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %1 = "affine.for"(%arg1, %arg1, %0) <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 0, 2, 1>, step = 4 : index, upperBoundMap = #map3}> ({
    ^bb0(%arg4: index, %arg5: f32):
      %2 = "affine.load"(%arg0, %arg4, %arg1) <{map = #map}> : (memref<?x128xf32>, index, index) -> f32
      "affine.store"(%2, %arg0, %arg4) <{map = #map1}> : (f32, memref<?x128xf32>, index) -> ()
      %3 = "affine.if"(%arg4, %arg4, %arg1) ({
        "affine.yield"(%2) : (f32) -> ()
      }, {
        "affine.yield"(%arg5) : (f32) -> ()
      }) {condition = #set} : (index, index, index) -> f32
      "affine.yield"(%3) : (f32) -> ()
    }) : (index, index, f32) -> f32
    "affine.for"(%arg1, %arg1) <{lowerBoundMap = #map6, operandSegmentSizes = array<i32: 1, 1, 0>, step = 1 : index, upperBoundMap = #map7}> ({
    ^bb0(%arg2: index):
      "affine.for"(%arg2) <{lowerBoundMap = #map4, operandSegmentSizes = array<i32: 1, 0, 0>, step = 1 : index, upperBoundMap = #map5}> ({
      ^bb0(%arg3: index):
        "affine.yield"() : () -> ()
      }) : (index) -> ()
      "affine.yield"() : () -> ()
    }) : (index, index) -> ()
    "func.return"(%1) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// affine: apply, min, max, parallel, vectors, delinearization.
#map = affine_map<(d0)[s0] -> (d0 * 4 + s0 ceildiv 3)>
#map1 = affine_map<(d0) -> (d0, 16)>
#map2 = affine_map<(d0) -> (d0 - 1, 0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<() -> (0, 0)>
#map5 = affine_map<(d0) -> (d0, 64, d0)>
#map6 = affine_map<(d0) -> (d0, d0 + 5)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<100x100xf32>, index, index) -> index, sym_name = "g"}> ({
  ^bb0(%arg0: memref<100x100xf32>, %arg1: index, %arg2: index):
    %0 = "affine.apply"(%arg1, %arg2) <{map = #map}> : (index, index) -> index
    %1 = "affine.min"(%0) <{map = #map1}> : (index) -> index
    %2 = "affine.max"(%1) <{map = #map2}> : (index) -> index
    %3 = "affine.parallel"(%arg2) <{lowerBoundsGroups = dense<1> : tensor<2xi32>, lowerBoundsMap = #map4, reductions = [0], steps = [1, 2], upperBoundsGroups = dense<[1, 2]> : tensor<2xi32>, upperBoundsMap = #map5}> ({
    ^bb0(%arg3: index, %arg4: index):
      %5 = "affine.vector_load"(%arg0, %arg3, %arg4) <{map = #map3}> : (memref<100x100xf32>, index, index) -> vector<4xf32>
      %6 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
      "affine.yield"(%6) : (f32) -> ()
    }) : (index) -> f32
    %4:3 = "affine.delinearize_index"(%2, %arg2, %arg2, %arg2) : (index, index, index, index) -> (index, index, index)
    "affine.prefetch"(%arg0, %arg1) <{isDataCache = false, isWrite = true, localityHint = 1 : i32, map = #map6}> : (memref<100x100xf32>, index) -> ()
    "func.return"(%4#1) : (index) -> ()
  }) : () -> ()
}) : () -> ()
