// bufferization: tensors from buffers and back.
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?xf32>, index, i1) -> memref<?xf32, strided<[?], offset: ?>>, sym_name = "f"}> ({
  ^bb0(%arg0: tensor<?xf32>, %arg1: index, %arg2: i1):
    %0 = "bufferization.alloc_tensor"(%arg1) <{memory_space = 1 : i64, operandSegmentSizes = array<i32: 1, 0, 0>}> : (index) -> tensor<?xf32>
    %1 = "bufferization.to_memref"(%arg0) <{read_only}> : (tensor<?xf32>) -> memref<?xf32, strided<[?], offset: ?>>
    %2 = "bufferization.to_tensor"(%1) <{restrict, writable}> : (memref<?xf32, strided<[?], offset: ?>>) -> tensor<?xf32>
    %3 = "bufferization.materialize_in_destination"(%0, %arg0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    "bufferization.dealloc_tensor"(%2) : (tensor<?xf32>) -> ()
    %4 = "bufferization.clone"(%1) : (memref<?xf32, strided<[?], offset: ?>>) -> memref<?xf32, strided<[?], offset: ?>>
    "func.return"(%4) : (memref<?xf32, strided<[?], offset: ?>>) -> ()
  }) : () -> ()
}) : () -> ()
