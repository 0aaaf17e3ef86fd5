// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC
// RUN: layoutc eval %s --of @sums --at 2 | FileCheck %s --check-prefix=AT
// RUN: layoutc eval %s --of @sums | FileCheck %s --check-prefix=SUMMARY

// CHECK: layout.partial %d by add
// GENERIC: "layout.partial"(%d) {by = "add"} : (!layout.memdim<2>) -> ()
// AT: {"of":"@sums","at":[2],"slots":[{"device":0,"m":2,"part":0},{"device":1,"m":2,"part":1}],"valid":true}
// SUMMARY: "copies":1,"parts":2,"injective":true,"coverage":1
layout.descriptor @sums {
  %d, %m = layout.axes [device: 2, m: 4]
  layout.partial %d by add
  %i = layout.pass_through %m
  layout.yield %i
}

// CHECK: layout.partial %d by max
// CHECK: layout.partial %e by or
layout.descriptor @others {
  %d, %e, %m = layout.axes [device: 2, warp: 2, m: 4]
  layout.partial %d by max
  layout.partial %e by or
  %i = layout.pass_through %m
  layout.yield %i
}
