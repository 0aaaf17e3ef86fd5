// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// CHECK: layout.tensor @plain : tensor<4x5xf32>
// GENERIC: "layout.tensor"() {sym_name = "plain", type = tensor<4x5xf32>} : () -> ()
layout.tensor @plain : tensor<4x5xf32>

// The dictionary is printed before the type, and read after it too.
// CHECK: layout.tensor @full {tiling = "OPTIMAL", usage = ["SHADER", "TRANSFER_SRC"], vk_format = "VK_FORMAT_R8_BOOL_ARM"} : tensor<4x5xi8>
layout.tensor @full : tensor<4x5xi8> {tiling = "OPTIMAL", usage = ["SHADER", "TRANSFER_SRC"], vk_format = "VK_FORMAT_R8_BOOL_ARM"}

// A named order is the map that it is.
// CHECK: layout.tensor @"a name" : tensor<4x5xf32, {order = affine_map<(d0, d1) -> (d1, d0)>}>
layout.tensor @"a name" : tensor<4x5xf32, {order = #layout.order<CN>}>
