// Functions of the bits of records, and functions that read tables.

// RUN: layoutc %s --passes=lower-addressing | FileCheck %s --check-prefix=FUNC
// RUN: layoutc %s --emit=c | FileCheck %s --check-prefix=C
// RUN: layoutc %s --emit=rust | FileCheck %s --check-prefix=RUST
// RUN: layoutc %s --emit=glsl | FileCheck %s --check-prefix=GLSL
// RUN: layoutc %s --emit=hlsl | FileCheck %s --check-prefix=HLSL
// RUN: layoutc %s --emit=wgsl | FileCheck %s --check-prefix=WGSL
// RUN: layoutc %s --passes=lower-addressing,simplify-index,check-addresses --emit=none
// RUN: layoutc %s --emit=spirv-asm | FileCheck %s --check-prefix=SPIRV

layout.table @pages dense<[3, 0, 2]> : tensor<3xi32>
layout.descriptor @cache {
  %m, %n = layout.packed [4, 8]
  %p = layout.lookup %m by @pages
  %i = layout.merge %p, %n
  layout.yield %i
}

// FUNC: func.func @of_cache(%d0: i32) -> i32
// FUNC: layout.load @pages
// C: #define W_SIZE_BYTES 408ull
// C: #define W_D_WIDTH 16ull
// C: #define W_D_MASK 65535ull
// C: LAYOUTC_FN uint32_t of_cache(uint32_t i)
// C: const uint32_t table0[3] = {3u, 0u, 2u};
// C: (uint32_t)table0[({{.*}} < 3u ? {{.*}} : 2u)];
// RUST: let table0: [u32; 3] = [3u32, 0u32, 2u32];
// GLSL: const uint table0[3] = uint[3](3u, 0u, 2u);
// HLSL: const uint table0[3] = {3u, 0u, 2u};
// WGSL: var table0 = array<u32, 3>(3u, 0u, 2u);
// SPIRV: OpConstantComposite %{{.*}} %uint_3 %uint_0 %uint_2
// SPIRV: %pages = OpVariable %{{.*}} Function %
// SPIRV: OpExtInst %uint %{{.*}} UMin %{{.*}} %uint_2
// SPIRV: OpAccessChain %{{.*}} %pages
layout.address @of_cache of @cache

layout.record @q8_0 34 bytes {
  layout.field "d" : f16 at 0 bytes per 32
  layout.field "q" : i8 [32] at 2 bytes
}
layout.blocks @w : tensor<4x96xi8> of @q8_0 along d1

// FUNC: func.func @w_q(%d0: i32, %d1: i32) -> (i32, i32, i1)
// FUNC-SAME: widths = array<i64: 8>
// C: LAYOUTC_FN bool w_q(uint32_t d0, uint32_t d1, uint32_t *byte, uint32_t *shift)
// RUST: pub const fn w_q(d0: u32, d1: u32) -> Option<[u32; 2]>
layout.address @w_q of @w
layout.address @w_d of @w {field = "d"}
