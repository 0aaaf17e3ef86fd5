// RUN: layoutc eval %s --of @image --at=0,1,2,3 | FileCheck %s --check-prefix=AT
// RUN: layoutc convert %s --of @image --to=torch | FileCheck %s --check-prefix=TORCH
// RUN: layoutc convert 'torch:channels_last(2,3,4,5)' --to=vpux | FileCheck %s --check-prefix=NAME
// RUN: layoutc convert 'torch:(2,3,4,5):(4,8,1,24)' --to=vpux | FileCheck %s --check-prefix=CODE
// RUN: not layoutc convert 'vpux:NHCWC[1,3,4,4]' --to=torch --diagnostics=short 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not layoutc convert 'torch:(3,4):(8,1)' --to=vpux 2>&1 | FileCheck %s --check-prefix=WITNESS

// AT: {"of":"@image","at":[0,1,2,3],"offset":153,"byte":306,"valid":true}
// TORCH: {{^}}torch:(1,8,4,8):(8,1,64,8):f16{{$}}
layout.notation @image "vpux:NHWC[1,8,4,8]:f16"

// NAME: {{^}}vpux:NHWC[2,3,4,5]{{$}}
// CODE: {{^}}vpux:0x4213[2,3,4,5]{{$}}
// NEAR: --layout:1:6: error[L0313]: unknown order `NHCWC`
// WITNESS: error[L0604]: `vpux` cannot express `torch:(3,4):(8,1)`: index [1, 0]: its offset 8 is that of no order of packed memory
