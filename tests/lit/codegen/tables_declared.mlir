// Functions with the values of a declared table as a parameter, in the languages that have one.

// RUN: layoutc %s --emit=c | FileCheck %s --check-prefix=C
// RUN: layoutc %s --emit=rust | FileCheck %s --check-prefix=RUST
// RUN: layoutc %s --emit=glsl | FileCheck %s --check-prefix=GLSL
// RUN: layoutc %s --emit=hlsl | FileCheck %s --check-prefix=HLSL
// RUN: layoutc %s --emit=wgsl | FileCheck %s --check-prefix=WGSL
// RUN: layoutc %s --emit=opencl | FileCheck %s --check-prefix=C
// RUN: not layoutc %s --emit=spirv-asm 2>&1 | FileCheck %s --check-prefix=NONE

// C: #define LAYOUTC_TABLE __global const
// C: LAYOUTC_FN uint32_t of_cache(uint32_t i, LAYOUTC_TABLE int32_t * pages)
// RUST: pub const fn of_cache(i: u32, pages: &[i32]) -> u32 {
// RUST: pages[(if {{.*}} < 3u32 { {{.*}} } else { 2u32 }) as usize] as u32;
// GLSL: uint of_cache(uint i, int[3] pages)
// GLSL: uint(pages[({{.*}} < 3u ? {{.*}} : 2u)]);
// HLSL: uint of_cache(uint i, StructuredBuffer<int> pages)
// HLSL: (uint)pages[({{.*}} < 3u ? {{.*}} : 2u)];
// WGSL: fn of_cache(i: u32, pages: array<i32, 3>) -> u32 {
// WGSL: u32(pages[(select(2u, {{.*}}, {{.*}} < 3u))]);
// NONE: `@of_cache` reads `@pages`, whose values are declared, not given: this output has no parameter for them

layout.table @pages : length 3, values in [0, 4), injective
layout.descriptor @cache {
  %m, %n = layout.packed [4, 8]
  %p = layout.lookup %m by @pages
  %i = layout.merge %p, %n
  layout.yield %i
}
layout.address @of_cache of @cache
