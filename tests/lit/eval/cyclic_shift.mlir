// A rotated dim, in both directions, as code, and as the target of a copy.

// RUN: layoutc eval %s --of @ring --all | FileCheck %s --check-prefix=RING
// RUN: layoutc eval %s --of @ring --inverse --all | FileCheck %s --check-prefix=SLOTS
// RUN: layoutc eval %s --of @ring | FileCheck %s --check-prefix=FACTS
// RUN: layoutc eval %s --same @ring,@back | FileCheck %s --check-prefix=SAME
// RUN: layoutc eval %s --of @halo --all | FileCheck %s --check-prefix=HALO
// RUN: layoutc %s --passes=lower-addressing,simplify-index,check-addresses | FileCheck %s --check-prefix=CODE
// RUN: layoutc %s --passes=lower-addressing,check-addresses | FileCheck %s --check-prefix=CODE

// RING:      {"of":"@ring","at":[0],"offset":3,"byte":null,"valid":true}
// RING-NEXT: {"of":"@ring","at":[1],"offset":4,"byte":null,"valid":true}
// RING-NEXT: {"of":"@ring","at":[2],"offset":0,"byte":null,"valid":true}
// RING-NEXT: {"of":"@ring","at":[3],"offset":1,"byte":null,"valid":true}
// RING-NEXT: {"of":"@ring","at":[4],"offset":2,"byte":null,"valid":true}
// SLOTS:      {"of":"@ring","offset":0,"at":[2],"owners":1}
// SLOTS-NEXT: {"of":"@ring","offset":1,"at":[3],"owners":1}
// SLOTS-NEXT: {"of":"@ring","offset":2,"at":[4],"owners":1}
// SLOTS-NEXT: {"of":"@ring","offset":3,"at":[0],"owners":1}
// SLOTS-NEXT: {"of":"@ring","offset":4,"at":[1],"owners":1}
// FACTS: "min_offset":0,"max_offset":4,"span":5,"allocation":5,"size_bytes":null,"packed":true,"injective":true
layout.descriptor @ring {
  %m = layout.packed [5]
  %i = layout.cyclic_shift %m by 3
  layout.yield %i
}

// `inverse_cyclic_shift` of CK Tile rotates in the other direction.
// SAME: {"same":true}
layout.descriptor @back {
  %m = layout.packed [5]
  %i = layout.cyclic_shift %m by -2
  layout.yield %i
}

// HALO:      "at":[0],"offset":null
// HALO-NEXT: "at":[1],"offset":0
// HALO-NEXT: "at":[2],"offset":1
// HALO-NEXT: "at":[3],"offset":2
// HALO-NEXT: "at":[4],"offset":null
layout.descriptor @halo {
  %m = layout.packed [3]
  %p = layout.pad %m low 2 high 0
  %i = layout.cyclic_shift %p by 1
  layout.yield %i
}

// CODE: func.func @offset_ring(%d0: i32) -> i32
// CODE: func.func @offset_halo(%d0: i32) -> (i32, i1)
layout.address @offset_ring of @ring
layout.address @offset_halo of @halo

// CODE: layout.kernel @reorder_copy_y {fills_padding} : (tensor<5xf32>) -> tensor<5xf32, {layout = @ring}>
func.func @copy(%x: tensor<5xf32>) -> tensor<5xf32, {layout = @ring}> {
  %y = layout.reorder %x : tensor<5xf32> -> tensor<5xf32, {layout = @ring}>
  return %y : tensor<5xf32, {layout = @ring}>
}
