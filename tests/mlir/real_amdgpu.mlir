// amdgpu: buffers, matrix products.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<128xf32>, i32, f32, vector<32xf32>, i32) -> vector<32xf32>, sym_name = "f"}> ({
  ^bb0(%arg0: memref<128xf32>, %arg1: i32, %arg2: f32, %arg3: vector<32xf32>, %arg4: i32):
    %0 = "amdgpu.raw_buffer_load"(%arg0, %arg1, %arg4) <{boundsCheck = true, indexOffset = 4 : i32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (memref<128xf32>, i32, i32) -> vector<4xf32>
    "amdgpu.raw_buffer_store"(%arg2, %arg0, %arg1) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (f32, memref<128xf32>, i32) -> ()
    "amdgpu.lds_barrier"() : () -> ()
    %1 = "amdgpu.mfma"(%arg2, %arg2, %arg3) <{abid = 1 : i32, blgp = #amdgpu<mfma_perm_b bcast_second_32>, blocks = 2 : i32, cbsz = 1 : i32, k = 1 : i32, m = 32 : i32, n = 32 : i32}> : (f32, f32, vector<32xf32>) -> vector<32xf32>
    "func.return"(%1) : (vector<32xf32>) -> ()
  }) : () -> ()
}) : () -> ()
