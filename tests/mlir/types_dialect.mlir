// Dialect types: no body.
%0:3 = "t.types"() : () -> (!foo.bar, !foo.bar.baz, !foo_1.Bar2)
// -----
// Dialect types: bodies with every bracket.
%0:5 = "t.types"() : () -> (!foo.bar<>, !foo.bar<i32>, !foo.bar<[1, (2), {3 = <4>}]>, !foo.bar<<<<>>>>, !foo.bar<({[<x>]})>)
// -----
// Dialect types: arrows and strings in bodies.
%0:5 = "t.types"() : () -> (!foo.fn<(i32) -> f32>, !foo.fn<a->b->c>, !foo.s<"> >> ]">, !foo.s<"\"">, !foo.s<"\\">)
// -----
// Dialect types: blanks are preserved.
%0:2 = "t.types"() : () -> (!foo.bar< a ,  b >, !foo.bar<
  a>)
// -----
// Dialect types: the long form.
%0:7 = "t.types"() : () -> (!foo<bar>, !foo<bar<i32>>, !foo<"bar">, !foo<"x y">, !foo<x y>, !foo<>, !foo<"">)
// -----
// Dialect types: names that the short form cannot print.
%0:3 = "t.types"() : () -> (!foo.a-b<c>, !foo.1a, !foo<a$<1>>)
// -----
// Dialect types: as elements, results, block arguments and attributes.
%0:2 = "t.types"() ({
^bb0(%x: !foo.elem<f32>, %y: tensor<?x!foo.elem<"s">>):
  "t.use"(%x, %y) {t = !foo.elem<x>} : (!foo.elem<f32>, tensor<?x!foo.elem<"s">>) -> ()
}) : () -> (vector<4xi1>, tuple<!foo.elem, !foo.elem<>>)
// -----
// LLVM types: pointers, arrays, vectors, functions.
%0:8 = "t.types"() : () -> (!llvm.ptr, !llvm.ptr<3>, !llvm.array<4 x i32>, !llvm.array<2 x array<3 x f32>>, !llvm.func<void ()>, !llvm.func<i32 (i32, ptr, ...)>, !llvm.vec<4 x ptr>, !llvm.vec<? x 4 x  ptr>)
// -----
// LLVM types: literal, packed, identified, opaque and recursive structs.
%0:7 = "t.types"() : () -> (!llvm.struct<()>, !llvm.struct<(i32, f32)>, !llvm.struct<packed (i8, i64)>, !llvm.struct<"named", (i32, ptr)>, !llvm.struct<"named_packed", packed (i8)>, !llvm.struct<"dark", opaque>, !llvm.struct<"list", (i32, struct<"list">)>)
// -----
// LLVM types: names of structs with blanks and escapes.
%0:2 = "t.types"() : () -> (!llvm.struct<"with blank", (i8)>, !llvm.struct<"struct.std::pair<int, int>", (i32, i32)>)
// -----
// LLVM types: other types.
%0:6 = "t.types"() : () -> (!llvm.void, !llvm.token, !llvm.label, !llvm.metadata, !llvm.ppc_fp128, !llvm.target<"spirv.Image", i32, 1, 0>)
// -----
// SPIR-V types: arrays, structs, pointers.
%0:6 = "t.types"() : () -> (!spirv.array<4 x f32>, !spirv.array<4 x f32, stride=4>, !spirv.rtarray<i32>, !spirv.rtarray<i32, stride=4>, !spirv.ptr<f32, Uniform>, !spirv.ptr<!spirv.struct<(f32, i32)>, StorageBuffer>)
// -----
// SPIR-V types: struct members with offsets and decorations.
%0:5 = "t.types"() : () -> (!spirv.struct<()>, !spirv.struct<(f32 [0], i32 [4])>, !spirv.struct<(f32 [0, NonWritable], i32 [4, Aliased, NonReadable])>, !spirv.struct<(!spirv.matrix<3 x vector<3xf32>> [0, ColMajor, MatrixStride=16])>, !spirv.struct<named, (i32, !spirv.ptr<!spirv.struct<named>, Function>)>)
// -----
// SPIR-V types: images, samplers, matrices, cooperative matrices.
%0:4 = "t.types"() : () -> (!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>, !spirv.sampled_image<!spirv.image<f32, Cube, IsDepth, Arrayed, MultiSampled, NeedSampler, R32f>>, !spirv.matrix<2 x vector<4xf16>>, !spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>)
// -----
// Quantized types: uniform, per axis, any, calibrated.
%0:7 = "t.types"() : () -> (!quant.uniform<i8:f32, 2.000000e+00>, !quant.uniform<i8<-127:127>:f32, 0.98719999999999996:127>, !quant.uniform<u8:f32, 5.000000e-01:128>, !quant.uniform<i8:f32:1, {2.000000e+00:1,3.000000e+00:-4}>, !quant.any<i8<-8:7>:f32>, !quant.any<i16>, !quant.calibrated<f32<-0.998:1.232100e+00>>)
// -----
// Quantized types as elements of tensors.
%0:2 = "t.types"() : () -> (tensor<4x!quant.uniform<i8:f32, 1.000000e+00:2>>, tensor<?x3x!quant.uniform<u8<1:255>:f32:1, {1.000000e-01,2.000000e-01,3.000000e-01}>>)
// -----
// Sparse encodings of tensors.
%0:4 = "t.types"() : () -> (tensor<8xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>, tensor<?x?xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed), posWidth = 32, crdWidth = 16 }>>, tensor<8x8xi8, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>>, tensor<4x8xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 2 : compressed, d0 mod 2 : dense, d1 mod 2 : dense) }>>)
// -----
// Sparse encodings: slices of dims and named level variables.
%0:2 = "t.types"() : () -> (tensor<?x?xf32, #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1 : #sparse_tensor<slice(?, ?, 2)>) -> (d0 : dense, d1 : compressed) }>>, tensor<8x8xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>>)
// -----
// Types of asynchrony, patterns, transforms, shapes.
%0:10 = "t.types"() : () -> (!async.token, !async.value<f32>, !async.group, !pdl.operation, !pdl.range<value>, !pdl.type, !transform.any_op, !transform.op<"linalg.generic">, !shape.shape, !shape.value_shape)
// -----
// Types for C emission.
%0:5 = "t.types"() : () -> (!emitc.opaque<"std::vector<int>">, !emitc.ptr<i32>, !emitc.ptr<!emitc.opaque<"a \22b\22">>, !emitc.array<2x3xf32>, !emitc.size_t)
// -----
// Types of GPU dialects.
%0:7 = "t.types"() : () -> (!gpu.async.token, !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.sparse.spmat_handle, !nvgpu.device.async.token, !nvgpu.tensormap.descriptor<tensor = memref<64x32xf16, 3>, swizzle = swizzle_64b, l2promo = l2promo_64b, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 3>, !xegpu.tensor_desc<8x16xf16>)
// -----
// MemRef types with memory spaces of registered dialects.
%0:3 = "t.types"() : () -> (memref<4xf32, #gpu.address_space<workgroup>>, memref<?x4xf32, strided<[?, 1], offset: ?>, #gpu.address_space<private>>, memref<8xi32, #spirv.storage_class<StorageBuffer>>)
// -----
// Attributes of registered dialects with nested text.
"t.attrs"() {a = #llvm.linkage<external>, b = #llvm.cconv<ccc>, c = #gpu.block<x>, d = #nvvm.mma_layout<row>, e = #vector.kind<add>, f = #spirv.vce<v1.0, [Shader], []>} : () -> ()
// -----
// Attributes of SPIR-V: target environment.
"t.attrs"() {a = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniform], [SPV_KHR_storage_buffer_storage_class]>, api=Vulkan, NVIDIA:DiscreteGPU:4318, #spirv.resource_limits<max_compute_workgroup_size = [128, 128, 64]>>, b = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} : () -> ()
// -----
// Attributes of data layouts.
"t.attrs"() {a = #dlti.dl_spec<#dlti.dl_entry<index, 32 : i64>, #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>>, b = #dlti.target_system_spec<"CPU" : #dlti.target_device_spec<#dlti.dl_entry<"L1_cache", 4096 : i32>>>} : () -> ()
// -----
// Attributes of parallel dialects.
"t.attrs"() {a = #acc<data_clause acc_copyin>, b = #acc.device_type<nvidia>, c = #acc.declare_action<postAlloc = @f>, d = #omp<data_sharing_type{type = private}>} : () -> ()
