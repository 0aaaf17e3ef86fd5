// memref: allocation, views, casts.
#map = affine_map<(d0, d1) -> (d1, d0)>
"builtin.module"() ({
  "func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index):
    %0 = "memref.alloc"(%arg0) <{alignment = 64 : i64, operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?x16xf32>
    %1 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4x4xi8, 5>
    %2 = "memref.subview"(%0, %arg0) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0, 2>, static_sizes = array<i64: -9223372036854775808, 4>, static_strides = array<i64: 1, 2>}> : (memref<?x16xf32>, index) -> memref<?x4xf32, strided<[16, 2], offset: 2>>
    %3 = "memref.cast"(%0) : (memref<?x16xf32>) -> memref<?x?xf32>
    %4 = "memref.reinterpret_cast"(%0, %arg0, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 2, -9223372036854775808>, static_strides = array<i64: -9223372036854775808, 1>}> : (memref<?x16xf32>, index, index, index) -> memref<2x?xf32, strided<[?, 1], offset: ?>>
    %5 = "memref.expand_shape"(%0, %arg0) <{reassociation = [[0], [1, 2]], static_output_shape = array<i64: -9223372036854775808, 4, 4>}> : (memref<?x16xf32>, index) -> memref<?x4x4xf32>
    %6 = "memref.collapse_shape"(%5) <{reassociation = [[0, 1], [2]]}> : (memref<?x4x4xf32>) -> memref<?x4xf32>
    %7 = "memref.transpose"(%1) <{permutation = #map}> : (memref<4x4xi8, 5>) -> memref<4x4xi8, strided<[1, 4]>, 5>
    "memref.dealloc"(%0) : (memref<?x16xf32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
// memref: globals, loads, stores, atomics, copies.
"builtin.module"() ({
  "memref.global"() <{constant, initial_value = dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>, sym_name = "table", sym_visibility = "private", type = memref<2x2xf32>}> : () -> ()
  "memref.global"() <{initial_value, sym_name = "state", type = memref<4xi32>}> : () -> ()
  "memref.global"() <{sym_name = "ext", sym_visibility = "nested", type = memref<4xi32>}> : () -> ()
  "func.func"() <{function_type = (index, i32, memref<*xi32>) -> f32, sym_name = "g"}> ({
  ^bb0(%arg0: index, %arg1: i32, %arg2: memref<*xi32>):
    %0 = "memref.get_global"() <{name = @table}> : () -> memref<2x2xf32>
    %1 = "memref.get_global"() <{name = @state}> : () -> memref<4xi32>
    %2 = "memref.load"(%0, %arg0, %arg0) <{nontemporal = true}> : (memref<2x2xf32>, index, index) -> f32
    "memref.store"(%arg1, %1, %arg0) : (i32, memref<4xi32>, index) -> ()
    %3 = "memref.atomic_rmw"(%arg1, %1, %arg0) <{kind = 1 : i64}> : (i32, memref<4xi32>, index) -> i32
    %4 = "memref.generic_atomic_rmw"(%1, %arg0) ({
    ^bb0(%arg3: i32):
      "memref.atomic_yield"(%arg3) : (i32) -> ()
    }) : (memref<4xi32>, index) -> i32
    "memref.prefetch"(%1, %arg0) <{isDataCache = true, isWrite = false, localityHint = 3 : i32}> : (memref<4xi32>, index) -> ()
    %5 = "memref.rank"(%arg2) : (memref<*xi32>) -> index
    %6:6 = "memref.extract_strided_metadata"(%0) : (memref<2x2xf32>) -> (memref<f32>, index, index, index, index, index)
    "func.return"(%2) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
