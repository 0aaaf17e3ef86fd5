// RUN: layoutc %s --emit=spirv-asm --spirv=nv-tensors | FileCheck %s
// RUN: layoutc %s --emit=nv-glsl | FileCheck %s --check-prefix=GLSL
// RUN: layoutc %s --emit=spirv-json --spirv=nv-tensors | FileCheck %s --check-prefix=JSON

// CHECK: ; Version: 1.6
// CHECK: OpCapability CooperativeMatrixTensorAddressingNV
// CHECK: OpExtension "SPV_NV_tensor_addressing"
// CHECK: OpEntryPoint GLCompute %image "image"

// Memory in another order is a permutation of the dims of the region.
layout.tensor @image : tensor<1x64x56x56xf16, {order = #layout.order<NHWC>}>
// CHECK: [[VIEW:%[0-9]+]] = OpTypeTensorViewNV %uint_3 %false %uint_2 %uint_0 %uint_1
// CHECK: OpTensorLayoutSetDimensionNV {{.*}} %uint_56 %uint_56 %uint_64
// CHECK-NOT: OpTensorLayoutSetStrideNV
// CHECK: %image_view = OpFunction [[VIEW]]
// CHECK: OpTensorViewSetClipNV [[VIEW]] {{.*}} %uint_0 %uint_3584 %uint_0 %uint_56
// CHECK: OpCooperativeMatrixLoadTensorNV {{.*}} None TensorView
// CHECK: OpCooperativeMatrixStoreTensorNV {{.*}} None TensorView
// GLSL: const uint IMAGE_ROWS = 3584u;
// GLSL-NEXT: const uint IMAGE_COLUMNS = 56u;
// GLSL: tensorViewNV<3, false, 2, 0, 1> image_view()

// Rows with gaps need strides, but no view.
layout.tensor @rows : tensor<4x5xf32, {strides = [8, 1]}>
// CHECK: OpTensorLayoutSetStrideNV {{.*}} %uint_8 %uint_1
// GLSL: t = setTensorLayoutDimensionNV(t, 4u, 5u);
// GLSL-NEXT: t = setTensorLayoutStrideNV(t, 8u, 1u);
// JSON: "name": "rows"
// JSON: "view": null

// A slice begins at a coordinate of its tensor.
layout.tensor @slice : tensor<2x3xf32, {strides = [16, 1], offset = 34}>
// GLSL: slice_layout()
// GLSL: t = sliceTensorLayoutNV(t, 2, 2u, 2, 3u);
// JSON: "name": "slice"
// JSON: "element_offset": 0

// The halo is outside the dimension. The sums of two dims are coordinates, so the view has strides.
layout.descriptor @patches {
  %m, %n = layout.packed [6, 8]
  %h = layout.pad %m low 1 high 1
  %w = layout.pad %n low 1 high 1
  %y, %r = layout.embed %h into [6, 3] strides [1, 1]
  %x, %s = layout.embed %w into [8, 3] strides [1, 1]
  layout.yield %y, %x, %r, %s
}
// CHECK: %patches_layout = OpFunction
// CHECK: OpTensorLayoutSliceNV {{.*}} %uint_4294967295 %uint_8 %uint_4294967295 %uint_10
// GLSL: tensorLayoutNV<2, 1> t = createTensorLayoutNV(2, 1);
// GLSL: t = sliceTensorLayoutNV(t, -1, 8u, -1, 10u);
// GLSL: t = setTensorViewStrideNV(t, 10u, 1u, 10u, 1u);
// JSON: "name": "patches"
// JSON: "stores": true
// JSON-NEXT: "layout": {
// JSON-NEXT: "clamp_mode": "Constant"

// An index that wraps is for loads only.
layout.descriptor @ring {
  %m = layout.packed [8]
  %a = layout.cyclic_shift %m by 3
  layout.yield %a
}
// JSON: "name": "ring"
// JSON: "stores": false
// JSON: "clamp_mode": "Repeat"

// A dim that is not a multiple of its blocks is two coordinates: blocks, and the index inside a block.
layout.tensor @blocks : tensor<2x35x7x5xf16, {format = #layout.format<chw16>}>
// CHECK: OpTensorLayoutSetBlockSizeNV {{.*}} %uint_1 %uint_16 %uint_1 %uint_1 %uint_1
// JSON: "name": "blocks"
// JSON: "clamp_mode": "Repeat"
// JSON-NEXT: "block_size": [1, 16, 1, 1, 1]
// JSON-NEXT: "dimension": [2, 35, 7, 5, 16]
// JSON: "span": [2, 35, 7, 5, 35]

// Notations have names, too. A layout without an element type has elements of 32 bits.
layout.notation @tile "cute:((2,2),4):((1,8),2)"
// JSON: "name": "tile"
// JSON-NEXT: "lengths": [4, 4]
// JSON-NEXT: "element_type": null
// JSON-NEXT: "component_type": "i32"

// Elements of other types are bits.
layout.tensor @bytes : tensor<3x4xf8E4M3FN>
// JSON: "name": "bytes"
// JSON: "component_type": "i8"

// A scalar.
layout.tensor @scalar : tensor<f32>
// JSON: "name": "scalar"
// JSON: "dimension": [1]
