// RUN: layoutc eval %s --of @a --at=9,3 | FileCheck %s --check-prefix=AT
// RUN: layoutc eval %s --of @a --slot=lane=5,register=3 | FileCheck %s --check-prefix=SLOT
// RUN: layoutc eval --same='atom:mma.m16n8k16.f16.C,atom:mma.m16n8k8.tf32.D' | FileCheck %s --check-prefix=SAME
// RUN: layoutc eval --layout=atom:wmma.gfx11.w32.16x16x16.f16.A --at=3,5 | FileCheck %s --check-prefix=COPIES
// RUN: layoutc eval --layout=atom:wgmma.m64n24k16.f16.C --at=63,23 | FileCheck %s --check-prefix=COLUMNS
// RUN: layoutc convert atom:mma.m16n8k16.bf16.A --to=atom | FileCheck %s --check-prefix=WRITTEN
// RUN: not layoutc convert atom:mma.m16n8k16.f16.A --to=torch 2>&1 | FileCheck %s --check-prefix=TORCH
// RUN: not layoutc convert 'cute:(16,16):(16,1)' --to=atom 2>&1 | FileCheck %s --check-prefix=WITNESS
// RUN: not layoutc eval --layout=atom:mma.m16n8k17.f16.A --diagnostics=short 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not layoutc eval --layout=atom:mma.m16n8k16.f16.A:f32 --diagnostics=short 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: layoutc --list-atoms | FileCheck %s --check-prefix=LIST
// RUN: layoutc --list-atoms=json | FileCheck %s --check-prefix=JSON

// AT: {"of":"@a","at":[9,3],"slots":[{"lane":5,"register":3}],"valid":true}
// SLOT: {"of":"@a","slot":{"lane":5,"register":3},"at":[9,3],"owners":1}
layout.notation @a "atom:mma.m16n8k16.f16.A"

// SAME: {"same":true}
// COPIES: "slots":[{"lane":3,"register":5},{"lane":19,"register":5}]
// COLUMNS: "slots":[{"lane":31,"register":11,"warp":3}]
// WRITTEN: {{^}}atom:mma.m16n8k16.bf16.A{{$}}
// TORCH: error[L0604]: `torch` cannot express `atom:mma.m16n8k16.f16.A`: index [0, 0]: expected a layout in memory
// WITNESS: error[L0604]: `atom` cannot express `cute:(16,16):(16,1)`: index [0, 1]: its slots are not those of `mma.m16n8k16.f16.A`
// NEAR: --layout:1:6: error[L0313]: unknown operand of a matrix instruction `mma.m16n8k17.f16.A`
// TYPE: --layout:1:6: error[L0313]: the element type is f16, but `f32` is required
// LIST: {{^mma.m16n8k16.f16.A +\[16, 16\] lane 32, register 8$}}
// LIST: {{^wgmma.m64nNk16.f16.C +\[64, N\] warp 4, lane 32, register by N$}}
// LIST-NEXT: {{^}}    N 8 to 256 by 8{{$}}
// LIST: {{^wgmma.m64nNk32.i8.C }}
// LIST-NEXT: {{^}}    N 8, 16, 24, 32 to 256 by 16{{$}}
// LIST: {{^wmma.gfx11.w32.16x16x16.f16.A +\[16, 16\] lane 32, register 16, 2 copies$}}
// JSON: {"name":"wgmma.m64nNk16.f16.C","summary":"[64, N] warp 4, lane 32, register by N","shape":[64,null],"axes":{"warp":4,"lane":32,"register":null},"copies":1,"types":["f16","f32"],"columns":[8,16,24,32,
