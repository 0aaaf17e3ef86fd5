// spirv: a compute module with entry point and variables.
"builtin.module"() ({
  "spirv.module"() <{addressing_model = #spirv.addressing_model<Logical>, memory_model = #spirv.memory_model<GLSL450>, vce_triple = #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>}> ({
    "spirv.GlobalVariable"() <{sym_name = "gid", type = !spirv.ptr<vector<3xi32>, Input>}> {built_in = "GlobalInvocationId"} : () -> ()
    "spirv.GlobalVariable"() <{binding = 1 : i32, descriptor_set = 0 : i32, sym_name = "buf", type = !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>}> : () -> ()
    "spirv.SpecConstant"() <{default_value = 16 : i32, sym_name = "size"}> {spec_id = 3 : i64} : () -> ()
    "spirv.func"() <{function_control = #spirv.function_control<None>, function_type = () -> (), sym_name = "main"}> ({
      %0 = "spirv.mlir.addressof"() <{variable = @gid}> : () -> !spirv.ptr<vector<3xi32>, Input>
      %1 = "spirv.Load"(%0) : (!spirv.ptr<vector<3xi32>, Input>) -> vector<3xi32>
      %2 = "spirv.CompositeExtract"(%1) <{indices = [0 : i32]}> : (vector<3xi32>) -> i32
      %3 = "spirv.mlir.addressof"() <{variable = @buf}> : () -> !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
      %4 = "spirv.Constant"() <{value = 0 : i32}> : () -> i32
      %5 = "spirv.AccessChain"(%3, %4, %2) : (!spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32) -> !spirv.ptr<f32, StorageBuffer>
      %6 = "spirv.Load"(%5) <{alignment = 4 : i32, memory_access = #spirv.memory_access<Aligned>}> : (!spirv.ptr<f32, StorageBuffer>) -> f32
      %7 = "spirv.GL.Exp"(%6) : (f32) -> f32
      "spirv.Store"(%5, %7) : (!spirv.ptr<f32, StorageBuffer>, f32) -> ()
      "spirv.Return"() : () -> ()
    }) {workgroup_attributions = 0 : i64} : () -> ()
    "spirv.EntryPoint"() <{execution_model = #spirv.execution_model<GLCompute>, fn = @main, interface = [@gid]}> : () -> ()
    "spirv.ExecutionMode"() <{execution_mode = #spirv.execution_mode<LocalSize>, fn = @main, values = [32 : i32, 1 : i32, 1 : i32]}> : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
// spirv: structured control flow.
"builtin.module"() ({
  "spirv.module"() <{addressing_model = #spirv.addressing_model<Physical64>, memory_model = #spirv.memory_model<OpenCL>}> ({
    "spirv.func"() <{function_control = #spirv.function_control<Inline|Pure>, function_type = (i32, i1) -> i32, sym_name = "f"}> ({
    ^bb0(%arg0: i32, %arg1: i1):
      %0 = "spirv.Constant"() <{value = 0 : i32}> : () -> i32
      %1 = "spirv.Constant"() <{value = 1 : i32}> : () -> i32
      %2 = "spirv.Variable"(%0) <{storage_class = #spirv.storage_class<Function>}> : (i32) -> !spirv.ptr<i32, Function>
      "spirv.mlir.loop"() <{loop_control = #spirv.loop_control<Unroll>}> ({
        "spirv.Branch"()[^bb1] : () -> ()
      ^bb1:  // 2 preds: ^bb0, ^bb3
        %5 = "spirv.Load"(%2) : (!spirv.ptr<i32, Function>) -> i32
        %6 = "spirv.SLessThan"(%5, %arg0) : (i32, i32) -> i1
        "spirv.BranchConditional"(%6)[^bb2, ^bb4] <{branch_weights = [3 : i32, 1 : i32], operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
      ^bb2:  // pred: ^bb1
        "spirv.Branch"()[^bb3] : () -> ()
      ^bb3:  // pred: ^bb2
        %7 = "spirv.IAdd"(%5, %1) : (i32, i32) -> i32
        "spirv.Store"(%2, %7) : (!spirv.ptr<i32, Function>, i32) -> ()
        "spirv.Branch"()[^bb1] : () -> ()
      ^bb4:  // pred: ^bb1
        "spirv.mlir.merge"() : () -> ()
      }) : () -> ()
      "spirv.mlir.selection"() <{selection_control = #spirv.selection_control<None>}> ({
        "spirv.BranchConditional"(%arg1)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
      ^bb1:  // pred: ^bb0
        "spirv.ControlBarrier"() <{execution_scope = #spirv.scope<Workgroup>, memory_scope = #spirv.scope<Device>, memory_semantics = #spirv.memory_semantics<Acquire|UniformMemory>}> : () -> ()
        "spirv.Branch"()[^bb2] : () -> ()
      ^bb2:  // 2 preds: ^bb0, ^bb1
        "spirv.mlir.merge"() : () -> ()
      }) : () -> ()
      %3 = "spirv.Undef"() : () -> !spirv.array<4 x vector<2xf16>>
      %4 = "spirv.Constant"() <{value = [dense<1.000000e+00> : vector<2xf16>, dense<2.000000e+00> : vector<2xf16>]}> : () -> !spirv.array<2 x vector<2xf16>>
      "spirv.ReturnValue"(%0) : (i32) -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()
