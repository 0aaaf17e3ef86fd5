// vector: contraction, reduction, transfers.
#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d1, d0)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4x8xf32>, vector<8x4xf32>, vector<4x4xf32>, memref<?x?xf32>, index) -> f32, sym_name = "f"}> ({
  ^bb0(%arg0: vector<4x8xf32>, %arg1: vector<8x4xf32>, %arg2: vector<4x4xf32>, %arg3: memref<?x?xf32>, %arg4: index):
    %0 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %1 = "vector.contract"(%arg0, %arg1, %arg2) <{indexing_maps = [#map, #map1, #map2], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<4x8xf32>, vector<8x4xf32>, vector<4x4xf32>) -> vector<4x4xf32>
    %2 = "vector.transfer_read"(%arg3, %arg4, %arg4, %0) <{in_bounds = [true, false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map3}> : (memref<?x?xf32>, index, index, f32) -> vector<4x4xf32>
    "vector.transfer_write"(%2, %arg3, %arg4, %arg4) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map4}> : (vector<4x4xf32>, memref<?x?xf32>, index, index) -> ()
    %3 = "vector.multi_reduction"(%1, %0) <{kind = #vector.kind<maxnumf>, reduction_dims = [0, 1]}> : (vector<4x4xf32>, f32) -> f32
    "func.return"(%3) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// vector: shuffles, inserts, masks, scalable vectors.
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf32>, vector<[4]xf32>, index, memref<16xf32>) -> vector<[4]xf32>, sym_name = "g"}> ({
  ^bb0(%arg0: vector<4xf32>, %arg1: vector<[4]xf32>, %arg2: index, %arg3: memref<16xf32>):
    %0 = "vector.shuffle"(%arg0, %arg0) <{mask = [0, 5, 2, 7]}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %1 = "vector.extract"(%0) <{static_position = array<i64: 2>}> : (vector<4xf32>) -> f32
    %2 = "vector.broadcast"(%1) : (f32) -> vector<[4]xf32>
    %3 = "vector.create_mask"(%arg2) : (index) -> vector<[4]xi1>
    %4 = "vector.maskedload"(%arg3, %arg2, %3, %arg1) : (memref<16xf32>, index, vector<[4]xi1>, vector<[4]xf32>) -> vector<[4]xf32>
    %5 = "vector.constant_mask"() <{mask_dim_sizes = [2, 3]}> : () -> vector<4x4xi1>
    %6 = "vector.mask"(%3) ({
      %8 = "vector.reduction"(%4) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<[4]xf32>) -> f32
      "vector.yield"(%8) : (f32) -> ()
    }) : (vector<[4]xi1>) -> f32
    "vector.print"(%1) <{punctuation = #vector.punctuation<newline>}> : (f32) -> ()
    "vector.print"() <{punctuation = #vector.punctuation<newline>, stringLiteral = "done \22ok\22\0A"}> : () -> ()
    %7 = "vector.fma"(%arg1, %4, %2) : (vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
    "func.return"(%7) : (vector<[4]xf32>) -> ()
  }) : () -> ()
}) : () -> ()
