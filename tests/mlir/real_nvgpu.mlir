// nvgpu: asynchronous copies, matrix loads, barriers.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<128x64xf16>, memref<128x64xf16, 3>, index, vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>, sym_name = "f"}> ({
  ^bb0(%arg0: memref<128x64xf16>, %arg1: memref<128x64xf16, 3>, %arg2: index, %arg3: vector<4x2xf16>, %arg4: vector<2x2xf16>, %arg5: vector<2x2xf16>):
    %0 = "nvgpu.device_async_copy"(%arg1, %arg2, %arg2, %arg0, %arg2, %arg2) <{bypassL1, dstElements = 8 : index, operandSegmentSizes = array<i32: 1, 2, 1, 2, 0>}> : (memref<128x64xf16, 3>, index, index, memref<128x64xf16>, index, index) -> !nvgpu.device.async.token
    %1 = "nvgpu.device_async_create_group"(%0) : (!nvgpu.device.async.token) -> !nvgpu.device.async.token
    "nvgpu.device_async_wait"(%1) <{numGroups = 1 : i32}> : (!nvgpu.device.async.token) -> ()
    %2 = "nvgpu.ldmatrix"(%arg1, %arg2, %arg2) <{numTiles = 4 : i32, transpose = false}> : (memref<128x64xf16, 3>, index, index) -> vector<4x2xf16>
    %3 = "nvgpu.mbarrier.create"() : () -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
    "nvgpu.mbarrier.init"(%3, %arg2, %arg2) : (!nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, index, index) -> ()
    %4 = "nvgpu.mma.sync"(%arg3, %arg4, %arg5) <{mmaShape = [16, 8, 16]}> : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
    "func.return"(%4) : (vector<2x2xf16>) -> ()
  }) : () -> ()
}) : () -> ()
