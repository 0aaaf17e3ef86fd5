// RUN: not layoutc eval --layout='cute:((2,2),4):((1,8),2)' --at='(1,2),3' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=PART
// RUN: not layoutc eval --layout='cute:((2,2),4):((1,8),2)' --at='(1,1,1),3' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=PARTS
// RUN: not layoutc eval --layout='cute:((2,2),4):((1,8),2)' --at=16 --diagnostics=short 2>&1 | FileCheck %s --check-prefix=LINEAR
// RUN: not layoutc eval --layout='torch:(4,4):(4,1)' --at=5 --diagnostics=short 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not layoutc eval --layout='cute:((2,2),4):((1,8),2)' --at='(1,1' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=OPEN
// PART: error[L0604]: invalid index of `cute:((2,2),4):((1,8),2)`: 2 is outside 0 to 1 of the shape 2
// PARTS: (1,1,1) is not a coordinate of the shape (2,2)
// LINEAR: 16 is outside 0 to 15 of the shape ((2,2),4)
// RANK: the index has rank 1, but `torch:(4,4):(4,1)` has rank 2
// OPEN: expected 64-bit integers such as `1,2,3` or `(1,1),3`, found `(1,1`

// RUN: not layoutc eval --layout='cute:composition((4,8):(8,1),(2,4,5))' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=MODES
// RUN: not layoutc eval --layout='cute:logical_divide((4,8):(8,1),(2,(4,2)))' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=DEPTH
// RUN: not layoutc eval --layout='cute:tiled_divide((4,8):(8,1))' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=ARGUMENTS
// RUN: not layoutc eval --layout='cute:tile_to_shape((2,2):(1,2),(6,7))' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not layoutc eval --layout='cute:blocked_product((2,2):(1,2),(3,4))' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=LAYOUTS
// RUN: not layoutc eval --layout='cute:upcast<3>((4,8):(8,1))' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=UPCAST
// RUN: not layoutc eval --layout='cute:recast(0,8,4:1)' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=ZERO
// MODES: a tiler of 3 modes does not fit a layout of 2 dims
// DEPTH: a tiler of 2 modes does not fit a layout of 1 dims
// ARGUMENTS: `tiled_divide` has the arguments a layout and a layout, a shape or a tiler `<A,B>`
// SHAPE: length 7 of dim d1 must be a multiple of the length 2 of the block
// LAYOUTS: `blocked_product` has the arguments two layouts
// UPCAST: stride 8 must divide 3, or be a multiple of it
// ZERO: sizes must be at least 1, but are 8 and 0

// RUN: not layoutc eval --layout='cute:Sw<3,4,3>_smem_ptr[16b](0x410) o (8,64):(64,1)' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=ADDRESS
// RUN: not layoutc eval --layout='cute:smem_ptr[16b](unset) o 4:1' --elem=f32 --at=1 --diagnostics=short 2>&1 | FileCheck %s --check-prefix=ELEM
// RUN: not layoutc eval --layout='cute:Sw<3,4,3> o smem_ptr[24b](unset) o 4:1' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: not layoutc eval --layout='memref:memref<4x5xf32, affine_map<(d0, d0) -> (d0)>>' --at=3,1 --diagnostics=short 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not layoutc convert 'cute:S<2,1,4> o (7,4294967296):(8,16)' --to=torch --diagnostics=short 2>&1 | FileCheck %s --check-prefix=LATE
// ADDRESS: the address must be a multiple of 1024 bytes, else the swizzle depends on it
// ELEM: the element has 16 bits, but `f32` has 32 bits
// BITS: a swizzle has no recast from 8 to 24 bits
// TWICE: duplicate dim or symbol `d0`
// LATE: index [0, 2]: its offset 34 is not a sum of index times stride
