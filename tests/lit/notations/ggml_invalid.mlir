// RUN: not layoutc eval '--layout=ggml:Q4_K[2,500]' --at=0,0 2>&1 | FileCheck %s --check-prefix=LENGTH
// RUN: not layoutc eval '--layout=ggml:TQ1_0[256]' --at=0 2>&1 | FileCheck %s --check-prefix=TERNARY
// RUN: not layoutc eval '--layout=ggml:Q4_k[256]' --at=0 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not layoutc eval '--layout=ggml:Q4_K[256]' --at=0 --field=min 2>&1 | FileCheck %s --check-prefix=FIELD
// RUN: not layoutc eval '--layout=ggml:Q4_K[256]' --at=0,1 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not layoutc eval '--layout=ggml:Q4_K[256]' --inverse --offset=3 2>&1 | FileCheck %s --check-prefix=OFFSET
// RUN: not layoutc eval '--layout=ggml:Q4_K[256]' --elem=f16 2>&1 | FileCheck %s --check-prefix=ELEM
// RUN: not layoutc eval '--layout=torch:(4):(1)' --at=0 --field=d 2>&1 | FileCheck %s --check-prefix=NO-FIELD
// RUN: not layoutc eval '--layout=torch:(4):(1)' --inverse --bit=0 2>&1 | FileCheck %s --check-prefix=NO-FIELD
// RUN: not layoutc eval --same 'ggml:Q4_0[32],torch:(32):(1)' 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: not layoutc eval --same 'ggml:Q4_0[4,32],ggml:Q4_0[4,64]' 2>&1 | FileCheck %s --check-prefix=SHAPES
// RUN: not layoutc eval --same 'ggml:Q4_0[64],ggml:NVFP4[64]' 2>&1 | FileCheck %s --check-prefix=TYPES
// RUN: not layoutc eval '--same=mx:nvfp4[4,64],mx:nvfp4[4,64] scale=128x4' 2>&1 | FileCheck %s --check-prefix=ORDERS
// RUN: not layoutc convert 'ggml:Q4_K[2,512]' --to=cute 2>&1 | FileCheck %s --check-prefix=CONVERT
// RUN: not layoutc convert 'torch:(4):(1)' --to=ggml 2>&1 | FileCheck %s --check-prefix=TO
// RUN: not layoutc eval '--layout=ggml:Q4_K[256]' --field=d 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not layoutc eval '--layout=mx:mxfp4[4,48]' --at=0,0 2>&1 | FileCheck %s --check-prefix=MX
// RUN: not layoutc eval '--layout=mx:mxfp4[2,4,64] scale=128x4' --at=0,0 2>&1 | FileCheck %s --check-prefix=BATCH
// RUN: not layoutc convert 'torch:(4,4):(4,1)' --to=scale 2>&1 | FileCheck %s --check-prefix=SCALE

// LENGTH: error[L0313]: the length of dim 1 must be a multiple of the 256 elements of a record, but is 500
// TERNARY: error[L0313]: an element of `TQ1_0` has no bits of its own: five elements are digits in base 3 of one byte
// NAME: error[L0313]: unknown block type `Q4_k`
// NAME: = note: did you mean `Q4_K`?
// FIELD: error[L0604]: `ggml:Q4_K[256]`: unknown field `min`
// FIELD-NEXT: = note: the fields are `scales`, `mins`, `d`, `dmin`, `scales.low`
// RANK: error[L0604]: the index has rank 2, but `ggml:Q4_K[256]` has rank 1
// OFFSET: error[L0604]: `ggml:Q4_K[256]` has records, which have bits instead of slots
// ELEM: error[L0313]: records have widths of their own, so the element type `f16` has no use
// NO-FIELD: error[L0604]: `torch:(4):(1)` has no records, so it has no fields and no bits of them
// SAME: error[L0604]: `ggml:Q4_0[32]` has records, whose elements are bits, not one offset for each index
// SHAPES: error[L0604]: `ggml:Q4_0[4,32]` and `ggml:Q4_0[4,64]` differ: their shapes are [4, 32] and [4, 64]
// TYPES: {"same":false,"field":null,"at":[0],"a":{{\[\[}}16,4]],"b":{{\[\[}}32,4]]}
// ORDERS: error[L0604]: `mx:nvfp4[4,64]` and `mx:nvfp4[4,64] scale=128x4` differ: field `scale` at index [1, 0] has the bits {{\[\[}}32,8]] in `mx:nvfp4[4,64]`, {{\[\[}}128,8]] in
// CONVERT: error[L0604]: `ggml:Q4_K[2,512]` denotes no layout: expected a layout with one offset for each index, but `ggml:Q4_K[2,512]` has records, whose elements are bits
// TO: error[L0604]: `ggml` cannot express `torch:(4):(1)`: index [0]: it has one offset, but an element of `ggml` has bits of a record
// ALONE: error[L0601]: `--field` requires `--at=INDEX`, `--all` or `--inverse --bit=N`
// MX: error[L0313]: the length of dim 1 must be a multiple of the 32 elements of a record, but is 48
// BATCH: error[L0313]: the scales of a matrix have 2 dims, rows and columns, but there are 3
// SCALE: error[L0604]: `scale` cannot express `torch:(4,4):(4,1)`: index [1, 0]: its offset 4 must be 16 in tiles
