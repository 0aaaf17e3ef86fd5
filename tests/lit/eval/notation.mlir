// RUN: layoutc eval --layout='cute:(4,8):(8,1)' --at=1,2 | FileCheck %s --check-prefix=AT
// RUN: layoutc eval --layout='cute:(4,8):(8,1)' --elem=f16 --at=1,2 | FileCheck %s --check-prefix=ELEM
// RUN: layoutc eval --layout='xla:f32[3,5]{1,0:T(2,2)}' --inverse --offset 5 | FileCheck %s --check-prefix=SLOT
// RUN: layoutc eval --layout='onednn:aBcd16b[2,17,5,5]' | FileCheck %s --check-prefix=SUMMARY
// RUN: layoutc eval --same 'cute:(4,8):(8,1),torch:(4,8):(8,1)' | FileCheck %s --check-prefix=SAME
// RUN: not layoutc eval --layout='cute:(4,8):(8,1,2)' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=FAULT
// RUN: not layoutc eval --layout='trt:kCHW33[1,35,7,5]:f16' 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: layoutc eval --layout='cute:left_inverse((65,66):(66,65))' | FileCheck %s --check-prefix=INVERSE

// INVERSE: "logical_shape":[8450],{{.*}}"injective":true
// AT: {"of":"cute:(4,8):(8,1)","at":[1,2],"offset":10,"byte":null,"valid":true}
// ELEM: {"of":"cute:(4,8):(8,1)","at":[1,2],"offset":10,"byte":20,"valid":true}
// SLOT: {"of":"xla:f32[3,5]{1,0:T(2,2)}","offset":5,"at":[0,3],"owners":1}
// SUMMARY: "span":1585,"allocation":1600
// SAME: {"same":true}
// FAULT: --layout:1:12: error[L0313]: the stride must have the modes of the shape, 2 in a tuple, but is a tuple of 3
// NEAR: did you mean `kCHW32`?
