// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC
// RUN: layoutc eval %s --of @tiled --at 5,3 | FileCheck %s --check-prefix=TILED
// RUN: layoutc eval %s --same @tiled,@rows | FileCheck %s --check-prefix=SAME
// RUN: layoutc eval %s --of @x --at 1,7 | FileCheck %s --check-prefix=TENSOR
// RUN: layoutc %s --passes=lower-addressing,check-addresses | FileCheck %s --check-prefix=ADDRESS
// RUN: layoutc convert %s --of @tiled --to=tvm | FileCheck %s --check-prefix=CONVERT

// CHECK: layout.notation @tiled "xla:bf16[16,256]{1,0:T(8,128)(2,1)}"
// GENERIC: "layout.notation"() {sym_name = "tiled", text = "xla:bf16[16,256]{1,0:T(8,128)(2,1)}"} : () -> ()
layout.notation @tiled "xla:bf16[16,256]{1,0:T(8,128)(2,1)}"
// TILED: {"of":"@tiled","at":[5,3],"offset":519,"byte":1038,"valid":true}
// CONVERT: {{^}}tvm:[16,256] lambda i0,i1: (i0//8, i1//128, i0//2%4, i1%128, i0%2):bf16{{$}}

// A notation is the base of a descriptor.
// SAME: {"same":true}
layout.descriptor @rows {
  %a, %b = layout.from @tiled
  %i = layout.pass_through %a
  %j = layout.pass_through %b
  layout.yield %i, %j
}

// A notation is the layout of a tensor, whose type has the element.
// TENSOR: {"of":"@x","at":[1,7],"offset":10,"byte":20,"valid":true}
layout.notation @columns "cute:(4,8):(3,1)"
layout.tensor @x : tensor<4x8xf16, {layout = @columns}>

// ADDRESS: func.func @offset_tiled(%d0: i32, %d1: i32) -> i32
layout.address @offset_tiled of @tiled
