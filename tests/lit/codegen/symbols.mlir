// RUN: layoutc %s --emit=c | FileCheck %s --check-prefix=C
// RUN: layoutc %s --emit=glsl | FileCheck %s --check-prefix=GLSL
// RUN: layoutc %s --emit=hlsl | FileCheck %s --check-prefix=GLSL
// RUN: layoutc %s --emit=opencl | FileCheck %s --check-prefix=OPENCL
// RUN: layoutc %s --emit=rust | FileCheck %s --check-prefix=RUST
// RUN: layoutc %s --emit=wgsl | FileCheck %s --check-prefix=WGSL
// RUN: layoutc %s --emit=spirv-asm | FileCheck %s --check-prefix=SPIRV
// RUN: layoutc %s --emit=spirv-json | FileCheck %s --check-prefix=JSON

layout.notation @x "torch:(s0,s1):(s1 ceildiv 8*8,1) where s0 in 1..4096, s1 in 8..65536 by 4, s0 <= s1"
layout.address @offset_x of @x

// C: `@offset_x`: the offset of an element of `@x` in elements, for d0 < 4096, d1 < 65536, 8 <= s1 < 65537
// C-NEXT: LAYOUTC_FN uint32_t offset_x(uint32_t d0, uint32_t d1, uint32_t s1)
// C: Returns whether the symbols of `@x` may have these values.
// C-NEXT: LAYOUTC_FN bool x_valid(int64_t s0, int64_t s1)
// C-NEXT: {
// C-NEXT:     return s0 >= 1 && s0 <= 4096
// C-NEXT:         && s1 >= 8 && s1 <= 65536 && s1 % 4 == 0
// C-NEXT:         && (s1 - s0) >= 0;
// C-NEXT: }
// C: LAYOUTC_FN int64_t x_allocation(int64_t s0, int64_t s1)

// GLSL: uint offset_x(uint d0, uint d1, uint s1)
// OPENCL: uint32_t offset_x(uint32_t d0, uint32_t d1, uint32_t s1)
// RUST: pub const fn offset_x(d0: u32, d1: u32, s1: u32) -> u32
// WGSL: fn offset_x(d0: u32, d1: u32, s1: u32) -> u32
// SPIRV: OpName %{{.*}} "s1"
// JSON: "symbols": [
