// RUN: layoutc eval %s --of=@six --at=2,3 | FileCheck %s --check-prefix=ODD
// RUN: layoutc eval %s --of=@six --at=2,2 | FileCheck %s --check-prefix=WHOLE
// RUN: layoutc eval %s --of=@six | FileCheck %s --check-prefix=SIZE
// RUN: layoutc eval %s --of=@rows --at=1,1 | FileCheck %s --check-prefix=REQS
// RUN: layoutc eval '--layout=torch:(4,4):(4,1):ui3' --at=2,0 | FileCheck %s --check-prefix=NOTATION
// RUN: layoutc convert 'torch:(4,4):(4,1):f6E2M3FN' --to=memref | FileCheck %s --check-prefix=MEMREF
// RUN: not layoutc convert 'torch:(4,4):(4,1):i6' --to=xla 2>&1 | FileCheck %s --check-prefix=XLA
// RUN: layoutc %s --emit=c | FileCheck %s --check-prefix=CODE
// RUN: not layoutc %s --emit=spirv-asm 2>&1 | FileCheck %s --check-prefix=SPIRV

// ODD: {{^}}{"of":"@six","at":[2,3],"offset":13,"byte":null,"valid":true}{{$}}
// WHOLE: {{^}}{"of":"@six","at":[2,2],"offset":12,"byte":9,"valid":true}{{$}}
// SIZE: "size_bytes":12,
// REQS: {{^}}{"of":"@rows","at":[1,1],"offset":9,"byte":27,"valid":true}{{$}}
// NOTATION: {{^}}{"of":"torch:(4,4):(4,1):ui3","at":[2,0],"offset":8,"byte":3,"valid":true}{{$}}
// MEMREF: {{^}}memref:memref<4x4xf6E2M3FN>{{$}}
// XLA: error[L0604]: `xla` cannot express `torch:(4,4):(4,1):i6`: index [0, 0]: xla has no element type `i6`
// CODE: LAYOUTC_KERNEL void reorder_f_y
// CODE: layoutc_put_bits(d, slot * 12u, 12u, layoutc_get_bits(s, (uint64_t)from * 12u, 12u));
// SPIRV: this `layout.reorder` cannot be written as SPIR-V: an element of `i12` has 12 bits, but must have 1 to 8 whole bytes

layout.tensor @six : tensor<3x5xi6>
layout.tensor @rows : tensor<3x5xui24, {order = affine_map<(d0, d1) -> (d0, d1)>, reqs = #layout.reqs<m0: aligned<24 bytes>>}>
func.func @f(%x: tensor<4x4xi12>) -> tensor<4x4xi12, {order = affine_map<(d0, d1) -> (d1, d0)>}> {
  %y = layout.reorder %x : tensor<4x4xi12> -> tensor<4x4xi12, {order = affine_map<(d0, d1) -> (d1, d0)>}>
  return %y : tensor<4x4xi12, {order = affine_map<(d0, d1) -> (d1, d0)>}>
}
