// RUN: layoutc eval %s --of @x --at 1,2 | FileCheck %s
// RUN: layoutc eval %s --same '@x,torch:(4,8):(8,1)' | FileCheck %s --check-prefix=SAME
//
// A layout of maps without symbols is a plain one, which answers without values of symbols.
layout.tensor @x : tensor<4x8xf16, {strides = affine_map<() -> (8, 1)>}>

// CHECK: {"of":"@x","at":[1,2],"offset":10,"byte":20,"valid":true}
// SAME: {"same":true}
