// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC
// RUN: layoutc eval %s --of @tiled --at 6,3 | FileCheck %s --check-prefix=TILED
// RUN: layoutc eval %s --of @strided --at 3,4 | FileCheck %s --check-prefix=STRIDED
// RUN: layoutc eval %s --of @image --at 0,2,1,3 | FileCheck %s --check-prefix=IMAGE

// CHECK: layout.tensor @plain : tensor<4x5xf32>
// GENERIC: "layout.tensor"() {sym_name = "plain", type = tensor<4x5xf32>} : () -> ()
layout.tensor @plain : tensor<4x5xf32>

// The dictionary is printed before the type, and is also parsed after it.
// CHECK: layout.tensor @full {tiling = "OPTIMAL", usage = ["SHADER", "TRANSFER_SRC"], vk_format = "VK_FORMAT_R8_BOOL_ARM"} : tensor<4x5xi8>
layout.tensor @full : tensor<4x5xi8> {tiling = "OPTIMAL", usage = ["SHADER", "TRANSFER_SRC"], vk_format = "VK_FORMAT_R8_BOOL_ARM"}

// A named order equals its map.
// CHECK: layout.tensor @"a name" : tensor<4x5xf32, {order = #CN}>
layout.tensor @"a name" : tensor<4x5xf32, {order = #layout.order<CN>}>

// Memrefs can also be declared, in any spelling of their layout.
// CHECK: layout.tensor @rows : memref<4x5xf32>
layout.tensor @rows : memref<4x5xf32>
// STRIDED: "offset":30,
// CHECK: layout.tensor @strided : memref<4x5xf32, strided<[8, 1], offset: 2>>
layout.tensor @strided : memref<4x5xf32, strided<[8, 1], offset: 2>>
// TILED: "offset":34,
// CHECK: layout.tensor @tiled : memref<8x5xf32, affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>, 3 : i64>
layout.tensor @tiled : memref<8x5xf32, affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>, 3>
// IMAGE: "offset":23,
// CHECK: layout.tensor @image : memref<1x3x4x4xf16, {order = #NHWC, strides = [48, 1, 12, 3]}, @DDR>
layout.tensor @image : memref<1x3x4x4xf16, {order = #layout.order<NHWC>, strides = [48, 1, 12, 3]}, @DDR>
