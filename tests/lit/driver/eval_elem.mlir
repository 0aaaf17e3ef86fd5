// `--elem` is the element type of any layout that has none, and an error for a layout with another size.

// RUN: layoutc eval %s --of @lds_pad --access=d0 --elem=f16 | FileCheck %s --check-prefix=ACCESS
// RUN: layoutc eval %s --of @lds_pad --access=d0 --elem-bytes=2 | FileCheck %s --check-prefix=ACCESS
// RUN: layoutc eval %s --of @lds_pad --at=1,0 --elem=f16 | FileCheck %s --check-prefix=AT
// RUN: layoutc eval %s --of @lds_pad --at=1,0 | FileCheck %s --check-prefix=UNTYPED
// RUN: layoutc eval %s --of @lds_pad --elem=f16 | FileCheck %s --check-prefix=SUMMARY
// RUN: layoutc eval %s --of @notated --at=1,1 --elem=i4 | FileCheck %s --check-prefix=NOTATED
// RUN: layoutc eval %s --of @typed --at=1,1 --elem=i32 | FileCheck %s --check-prefix=TYPED
// RUN: not layoutc eval %s --of @typed --at=1,1 --elem=f16 --diagnostics=short 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not layoutc eval %s --of @described --at=1 --elem=f16 --diagnostics=short 2>&1 | FileCheck %s --check-prefix=DESCRIBED
// RUN: not layoutc eval %s --of @lds_pad --access=d0 --elem=f16 --elem-bytes=4 --diagnostics=short 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: layoutc draw %s --of @lds_pad --elem=f16 | FileCheck %s --check-prefix=DRAWN

// ACCESS: "elem_bits":16,{{.*}}"degree":4,
// AT: {"of":"@lds_pad","at":[1,0],"offset":8,"byte":16,"valid":true}
// UNTYPED: {"of":"@lds_pad","at":[1,0],"offset":8,"byte":null,"valid":true}
// SUMMARY: "size_bytes":8256,
// DRAWN: of 16 bits
// BOTH: error[L0604]: the elements of `@lds_pad` have 16 bits, but `--elem-bytes` is 4
layout.descriptor @lds_pad {
  %k0, %m, %k1 = layout.strided [4, 128, 8] strides [1032, 8, 1]
  %M = layout.pass_through %m
  %K = layout.merge %k0, %k1
  layout.yield %M, %K
}

// NOTATED: {"of":"@notated","at":[1,1],"offset":9,"byte":null,"valid":true}
layout.notation @notated "cute:(4,8):(8,1)"

// TYPED: {"of":"@typed","at":[1,1],"offset":6,"byte":24,"valid":true}
// OTHER: error[L0604]: the elements of `@typed` have 32 bits, but `f16` has 16 bits
layout.tensor @typed : tensor<4x5xf32>

// DESCRIBED: error[L0604]: the elements of `@described` have 32 bits, but `f16` has 16 bits
vk.tensor_description @described {tiling = "LINEAR", format = "VK_FORMAT_R32_SFLOAT", dims = array<i64: 4>, strides = array<i64: 6>, usage = ["SHADER"]}
