// tensor: slices, reshapes, padding.
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x16xf32>, index, f32) -> tensor<?x?xf32>, sym_name = "f"}> ({
  ^bb0(%arg0: tensor<?x16xf32>, %arg1: index, %arg2: f32):
    %0 = "tensor.extract_slice"(%arg0, %arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 2, -9223372036854775808>, static_strides = array<i64: 1, 3>}> : (tensor<?x16xf32>, index, index) -> tensor<2x?xf32>
    %1 = "tensor.insert_slice"(%0, %arg0, %arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 2, -9223372036854775808>, static_strides = array<i64: 1, 3>}> : (tensor<2x?xf32>, tensor<?x16xf32>, index, index) -> tensor<?x16xf32>
    %2 = "tensor.expand_shape"(%1, %arg1) <{reassociation = [[0], [1, 2]], static_output_shape = array<i64: -9223372036854775808, 4, 4>}> : (tensor<?x16xf32>, index) -> tensor<?x4x4xf32>
    %3 = "tensor.collapse_shape"(%2) <{reassociation = [[0, 1], [2]]}> : (tensor<?x4x4xf32>) -> tensor<?x4xf32>
    %4 = "tensor.pad"(%3, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_high = array<i64: 2, 0>, static_low = array<i64: 1, -9223372036854775808>}> ({
    ^bb0(%arg3: index, %arg4: index):
      "tensor.yield"(%arg2) : (f32) -> ()
    }) : (tensor<?x4xf32>, index) -> tensor<?x?xf32>
    "func.return"(%4) : (tensor<?x?xf32>) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// tensor: generate, from_elements, gather, pack, cast.
"builtin.module"() ({
  "func.func"() <{function_type = (index, f32, tensor<8x16xf32>, tensor<2x1xi64>) -> tensor<*xf32>, sym_name = "g"}> ({
  ^bb0(%arg0: index, %arg1: f32, %arg2: tensor<8x16xf32>, %arg3: tensor<2x1xi64>):
    %0 = "tensor.generate"(%arg0) ({
    ^bb0(%arg4: index):
      "tensor.yield"(%arg1) : (f32) -> ()
    }) : (index) -> tensor<?xf32>
    %1 = "tensor.from_elements"(%arg1, %arg1, %arg1, %arg1) : (f32, f32, f32, f32) -> tensor<2x2xf32>
    %2 = "tensor.gather"(%arg2, %arg3) <{gather_dims = array<i64: 0>}> : (tensor<8x16xf32>, tensor<2x1xi64>) -> tensor<2x1x16xf32>
    %3 = "tensor.empty"() : () -> tensor<2x4x4x4xf32>
    %4 = "tensor.pack"(%arg2, %3) <{inner_dims_pos = array<i64: 0, 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_inner_tiles = array<i64: 4, 4>}> : (tensor<8x16xf32>, tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
    %5 = "tensor.splat"(%arg1) : (f32) -> tensor<4xf32>
    %6 = "tensor.cast"(%1) : (tensor<2x2xf32>) -> tensor<*xf32>
    "func.return"(%6) : (tensor<*xf32>) -> ()
  }) : () -> ()
}) : () -> ()
