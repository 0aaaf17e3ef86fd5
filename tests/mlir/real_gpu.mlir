// gpu: modules, kernels, launches.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels", targets = [#nvvm.target<chip = "sm_80">]}> ({
    "gpu.func"() <{function_type = (memref<?xf32>, index) -> (), known_block_size = array<i32: 32, 1, 1>}> ({
    ^bb0(%arg2: memref<?xf32>, %arg3: index, %arg4: memref<32xf32, #gpu.address_space<workgroup>>, %arg5: memref<1xf32, #gpu.address_space<private>>):
      %3 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %4 = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %5 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %6 = "arith.constant"() <{value = 32 : i32}> : () -> i32
      "gpu.barrier"() : () -> ()
      %7 = "memref.load"(%arg2, %3) : (memref<?xf32>, index) -> f32
      %8:2 = "gpu.shuffle"(%7, %5, %6) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
      %9 = "gpu.all_reduce"(%8#0) <{op = #gpu<all_reduce_op add>}> ({
      }) : (f32) -> f32
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.module_end"() : () -> ()
  }) {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<index, 32 : i32>>} : () -> ()
  "func.func"() <{function_type = (memref<?xf32>, index) -> (), sym_name = "host"}> ({
  ^bb0(%arg0: memref<?xf32>, %arg1: index):
    %0 = "arith.constant"() <{value = 1 : index}> : () -> index
    %1 = "gpu.wait"() : () -> !gpu.async.token
    %2 = "gpu.launch_func"(%1, %arg1, %0, %0, %0, %0, %0, %arg0, %arg1) <{kernel = @kernels::@k, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 2, 0>}> : (!gpu.async.token, index, index, index, index, index, index, memref<?xf32>, index) -> !gpu.async.token
    "gpu.wait"(%2) : (!gpu.async.token) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) {gpu.container_module} : () -> ()
// -----
// gpu: an inline launch, device memory, matrices.
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<32x32xf16>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: memref<32x32xf16>):
    %0 = "arith.constant"() <{value = 16 : index}> : () -> index
    "gpu.launch"(%arg0, %arg0, %arg0, %0, %arg0, %arg0) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: index, %arg13: index):
      %2 = "gpu.subgroup_mma_load_matrix"(%arg1, %arg5, %arg6) <{leadDimension = 32 : index, transpose}> : (memref<32x32xf16>, index, index) -> !gpu.mma_matrix<16x16xf16, "AOp">
      "gpu.printf"(%arg5) <{format = "%d\0A"}> : (index) -> ()
      "gpu.terminator"() : () -> ()
    }) {workgroup_attributions = 0 : i64} : (index, index, index, index, index, index) -> ()
    %1:2 = "gpu.alloc"(%arg0) <{operandSegmentSizes = array<i32: 0, 1, 0>}> : (index) -> (memref<?xf32, 1>, !gpu.async.token)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
