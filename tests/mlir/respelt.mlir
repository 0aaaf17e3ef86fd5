// Text of registered dialects that mlir-opt parses but prints in another spelling. layoutc preserves it, so these
// snippets round-trip in one direction only: mlir-opt prints the same for the snippet and for the output of layoutc.
// Respelt: The long form of an attribute of a registered dialect.
"t.dialect"() {a = #arith<fastmath<none>>, b = #gpu<address_space<workgroup>>} : () -> ()
// -----
// Respelt: LLVM types: pointers, arrays, vectors, functions.
%0:8 = "t.types"() : () -> (!llvm.ptr, !llvm.ptr<3>, !llvm.array<4 x i32>, !llvm.array<2 x array<3 x f32>>, !llvm.func<void ()>, !llvm.func<i32 (i32, ptr, ...)>, !llvm.vec<4 x ptr>, !llvm.vec<? x 4 x ptr>)
// -----
// Respelt: SPIR-V types: struct members with offsets and decorations.
%0:5 = "t.types"() : () -> (!spirv.struct<()>, !spirv.struct<(f32 [0], i32 [4])>, !spirv.struct<(f32 [0, NonWritable], i32 [4, NonReadable, Aliased])>, !spirv.struct<(!spirv.matrix<3 x vector<3xf32>> [0, ColMajor, MatrixStride=16])>, !spirv.struct<named, (i32, !spirv.ptr<!spirv.struct<named>, Function>)>)
// -----
// Respelt: Quantized types: uniform, per axis, any, calibrated.
%0:7 = "t.types"() : () -> (!quant.uniform<i8:f32, 2.0>, !quant.uniform<i8<-127:127>:f32, 9.872000e-01:127>, !quant.uniform<u8:f32, 0.5:128>, !quant.uniform<i8:f32:1, {2.0:1, 3.0:-4}>, !quant.any<i8<-8:7>:f32>, !quant.any<i16>, !quant.calibrated<f32<-0.998:1.2321>>)
// -----
// Respelt: Quantized types as elements of tensors.
%0:2 = "t.types"() : () -> (tensor<4x!quant.uniform<i8:f32, 1.0:2>>, tensor<?x3x!quant.uniform<u8<1:255>:f32:1, {0.1, 0.2, 0.3}>>)
// -----
// Respelt: Sparse encodings of tensors.
%0:4 = "t.types"() : () -> (tensor<8xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed)}>>, tensor<?x?xf64, #sparse_tensor.encoding<{map = (d0, d1) -> (d1 : dense, d0 : compressed), posWidth = 32, crdWidth = 16}>>, tensor<8x8xi8, #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton(soa))}>>, tensor<4x8xf32, #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>>)
// -----
// Respelt: Sparse encodings: slices of dims and named level variables.
%0:2 = "t.types"() : () -> (tensor<?x?xf32, #sparse_tensor.encoding<{map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1 : #sparse_tensor<slice(?, ?, 2)>) -> (d0 : dense, d1 : compressed)}>>, tensor<8x8xf32, #sparse_tensor.encoding<{map = {l0, l1} (d0 = l1, d1 = l0) -> (l0 = d1 : dense, l1 = d0 : compressed)}>>)
// -----
// Respelt: Types for C emission.
%0:5 = "t.types"() : () -> (!emitc.opaque<"std::vector<int>">, !emitc.ptr<i32>, !emitc.ptr<!emitc.opaque<"a \"b\"">>, !emitc.array<2x3xf32>, !emitc.size_t)
// -----
// Respelt: Attributes of SPIR-V: target environment.
"t.attrs"() {a = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniform], [SPV_KHR_storage_buffer_storage_class]>, api=Vulkan, NVIDIA:DiscreteGPU:4318, #spirv.resource_limits<max_compute_workgroup_size = [128, 128, 64], subgroup_size = 32>>, b = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} : () -> ()
// -----
// Respelt: Attributes of parallel dialects.
"t.attrs"() {a = #acc<data_clause acc_copyin>, b = #acc.device_type<nvidia>, c = #acc.declare_action<postAlloc = @f>, d = #omp<data_sharing_type {type = private}>} : () -> ()
// -----
// Respelt: Aliases: inside the body of a type of a registered dialect.
!e = f32
!s = !llvm.struct<(!llvm.ptr, i32)>
%0:3 = "t.op"() : () -> (!async.value<!e>, !llvm.array<4 x !s>, !spirv.ptr<!e, Uniform>)
