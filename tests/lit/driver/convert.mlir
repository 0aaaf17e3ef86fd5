// RUN: layoutc convert 'cute:((2,2),4):((1,8),2)' --to=tvm | FileCheck %s --check-prefix=TVM
// RUN: layoutc convert --layout='onednn:aBcd16b[2,17,5,5]' --to=tvm --elem=f16 | FileCheck %s --check-prefix=ELEM
// RUN: layoutc convert %s --of @x --to=torch | FileCheck %s --check-prefix=TORCH
// RUN: layoutc convert %s --of @f:%%a --to=onednn | FileCheck %s --check-prefix=VALUE
// RUN: not layoutc convert 'onednn:aBcd16b[2,17,5,5]' --to=torch 2>&1 | FileCheck %s --check-prefix=WITNESS
// RUN: not layoutc convert 'torch:(2,3):(3,1' --to=xla --diagnostics=short 2>&1 | FileCheck %s --check-prefix=COLUMN
// RUN: not layoutc convert 'cute:4:1' --to=torh 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: layoutc convert 'cute:4:2' --to=memref 2>&1 | FileCheck %s --check-prefix=ASSUMED
// RUN: layoutc convert 'cute:composition((6,2):(8,2),(4,3):(3,1))' --to=cute | FileCheck %s --check-prefix=COMPOSED
// RUN: not layoutc convert 'cute:compositon(4:1,2:1)' --to=cute 2>&1 | FileCheck %s --check-prefix=OPERATION
// RUN: layoutc convert 'cute:((2,2),4):((1,9),2)' --to=memref --elem=f32 | FileCheck %s --check-prefix=OFFSET
// RUN: layoutc convert 'xla:f32[4,5]{1,0:T(*,4)(5,1)}' --to=xla | FileCheck %s --check-prefix=JOINED
// RUN: not layoutc convert 'cute:left_inverse((2,3):(3,2))' --to=tvm 2>&1 | FileCheck %s --check-prefix=SLOT
// RUN: not layoutc convert 'cute:S<2,0,2> o (8,4):(4,1)' --to=xla --elem=f32 2>&1 | FileCheck %s --check-prefix=UNFOUND
// RUN: not layoutc convert 'cute:(2,4294967296):(20,16)' --to=xla --elem=f32 --diagnostics=short 2>&1 | FileCheck %s --check-prefix=FAST
// RUN: not layoutc convert 'cute:(3,2):(2,4)' --to=xla --elem=f32 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: layoutc convert 'cute:S<3,3,3> o (8192,1048576):(1048576,1)' --to=cute | FileCheck %s --check-prefix=LONG
// RUN: not layoutc convert 'cute:S<3,3,3> o 1048576:1' --to=torch 2>&1 | FileCheck %s --check-prefix=LINE
// RUN: not layoutc convert 'cute:S<2,0,4> o S<3,4,9> o (65536,1024):(1024,1)' --to=cute 2>&1 | FileCheck %s --check-prefix=SWIZZLES
// RUN: not layoutc convert 'cute:left_inverse((4,1048576):(1048577,1))' --to=tvm 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: not layoutc convert 'torch:(8,7):(7,8)' --to=xla --elem=f32 --diagnostics=short 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: layoutc convert 'cute:S<17,0,17> o (131072,131072):(131072,1)' --to=tvm | FileCheck %s --check-prefix=XOR
// RUN: layoutc convert 'cute:S<3,4,3> o (5000,5000):(5000,1)' --to=tvm | FileCheck %s --check-prefix=CARRY
// RUN: layoutc convert 'cute:(2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3):(1,4,2,8,16,32,64,128,256,512,1024,2048,4096,8192,16384,32768)' --to=tvm | FileCheck %s --check-prefix=MODES
// RUN: layoutc convert 'tvm:[2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3] lambda a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p: (p, o, n, m, l, k, j, i, h, g, f, e, d, b, c, a)' --to=cute | FileCheck %s --check-prefix=BACK
// RUN: layoutc convert 'cute:((2,2,2,2,2,2,2,2,2,2,2),(2,2,2,2,2,2,2)):((1,4,16,64,256,1024,4096,16384,65536,262144,1048576),(2,8,32,128,512,2048,8192))' --to=cute | FileCheck %s --check-prefix=NESTED
// RUN: not layoutc convert 'cute:(2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2)' --to=vpux --elem=f16 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: layoutc --list-notations | FileCheck %s --check-prefix=LIST

// TVM: {{^}}tvm:[4,4] lambda i0,i1: (i0//2, i1, i0%2){{$}}
// ELEM: {{^}}tvm:[2,17,5,5] lambda i0,i1,i2,i3: (i0, i1//16, i2, i3, i1%16):f16{{$}}
// TORCH: {{^}}torch:(4,5):(1,4):f16{{$}}
layout.tensor @x : tensor<4x5xf16, {order = affine_map<(d0, d1) -> (d1, d0)>}>
// VALUE: {{^}}onednn:acdb[1,3,4,4]:f32{{$}}
func.func @f(%a: tensor<1x3x4x4xf32, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) {
  return
}
// WITNESS: error[L0604]: `torch` cannot express `onednn:aBcd16b[2,17,5,5]`: index [0, 16, 0, 0]: its offset 400 is not a sum of index times stride
// COLUMN: --layout:1:17: error[L0313]: expected
// NEAR: did you mean `torch`?
// ASSUMED-DAG: memref:memref<4xf32, strided<[2]>>
// ASSUMED-DAG: the element type of `cute:4:2` is unknown; `f32` is assumed
// COMPOSED: {{^}}cute:((2,2),3):((24,2),8){{$}}
// OPERATION: error[L0313]: unknown operation `compositon`
// OPERATION: did you mean `composition`?
// OFFSET: {{^}}memref:memref<4x4xf32, affine_map<(d0, d1) -> (d1*2 + d0 floordiv 2*9 + d0 mod 2)>>{{$}}
// JOINED: {{^}}xla:f32[4,5]{1,0:T(*,4)(5,1)}{{$}}
// SLOT: error[L0604]: `tvm` cannot express `cute:left_inverse((2,3):(3,2))`: index [1]: it has no slot, but every index of a notation has one
// UNFOUND: error[L0604]: no text of `xla` was found for `cute:S<2,0,2> o (8,4):(4,1)`: index [1, 1]: its offset 4 is not a sum of digits of dims times strides{{$}}
// UNFOUND: note: the search covers digits with nested strides, of the dims or of neighbors that the first tile joins
// SHARED: error[L0604]: `xla` cannot express `cute:(3,2):(2,4)`: index [2, 0]: its offset 4 is that of index [0, 1], too
// LONG: {{^}}cute:S<3,3,3> o (8192,1048576):(1048576,1){{$}}
// LINE: error[L0604]: `torch` cannot express `cute:S<3,3,3> o 1048576:1`: index [64]: its offset 72 is not a sum of index times stride
// SWIZZLES: error[L0604]: `cute` cannot express `cute:S<2,0,4> o S<3,4,9> o (65536,1024):(1024,1)`: index [8, 16]: its offset 8192 is that of no swizzle of modes
// FAR: error[L0604]: `tvm` cannot express `cute:left_inverse((4,1048576):(1048577,1))`: index [1048576]: it has no slot
// FAST: error[L0604]: no text of `xla` was found for `cute:(2,4294967296):(20,16)`: index [1, 0]: its offset 20 is not that of nested strides{{$}}
// SUM: error[L0604]: no text of `xla` was found for `torch:(8,7):(7,8)`: index [1, 0]: its offset 7 is not that of nested strides{{$}}
// XOR: {{^}}tvm:[131072,131072] lambda i0,i1: (i0*131072 + ((i0 + i1)%2 + (i0//2 + i1//2)%2*2 {{.*}} + (i0//65536 + i1//65536)%2*65536)){{$}}
// CARRY: {{^}}tvm:[5000,5000] lambda i0,i1: ((i0*5000 + i1)//128*128 + ((i0*8 + i1)%128%16 + ((i0*8 + i1)%128//16 + (i0*904 + i1)//128%8)%2*16 + {{.*}})){{$}}
// LIST: {{^cute +}}CuTe: {{.}}
// MODES: {{^}}tvm:[2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3] lambda i0,i1,i2,i3,i4,i5,i6,i7,i8,i9,i10,i11,i12,i13,i14,i15: (i15, i14, i13, i12, i11, i10, i9, i8, i7, i6, i5, i4, i3, i1, i2, i0){{$}}
// BACK: {{^}}cute:(2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3):(1,4,2,8,16,32,64,128,256,512,1024,2048,4096,8192,16384,32768){{$}}
// NESTED: {{^}}cute:((2,2,2,2,2,2,2,2,2,2,2),(2,2,2,2,2,2,2)):((1,4,16,64,256,1024,4096,16384,65536,262144,1048576),(2,8,32,128,512,2048,8192)){{$}}
// RANK: error[L0604]: `vpux` cannot express {{.*}}: index [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]: an order must have at most 15 dims, but has 16
