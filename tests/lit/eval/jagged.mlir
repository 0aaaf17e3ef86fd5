// Rows of different lengths whose columns end where the next row begins: slot 5 is padding, so that an index that has it has
// no element.

// RUN: layoutc eval %s --of @one_row --all | FileCheck %s --check-prefix=ONE
// RUN: layoutc eval %s --of @two_rows --all | FileCheck %s --check-prefix=TWO
// RUN: layoutc eval %s --of @two_rows --inverse --offset 3 | FileCheck %s --check-prefix=INVERSE
// RUN: layoutc %s --passes='lower-addressing,check-addresses' --emit=c | FileCheck %s --check-prefix=CODE

// ONE: {"of":"@one_row","at":[0,0],"offset":0,"byte":null,"valid":true}
// ONE-NEXT: {"of":"@one_row","at":[0,1],"offset":1,"byte":null,"valid":true}
// ONE-NEXT: {"of":"@one_row","at":[0,2],"offset":2,"byte":null,"valid":true}
// ONE-NEXT: {"of":"@one_row","at":[0,3],"offset":3,"byte":null,"valid":true}
// ONE-NEXT: {"of":"@one_row","at":[0,4],"offset":4,"byte":null,"valid":true}
layout.table @row dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
layout.descriptor @one_row {
  %m = layout.packed [5]
  %slot = layout.pad %m low 0 high 1
  %i = layout.lookup %slot by @row
  %r, %c = layout.unmerge %i into [1, 5]
  layout.yield %r, %c
}

// TWO: {"of":"@two_rows","at":[0,0],"offset":0,"byte":null,"valid":true}
// TWO-NEXT: {"of":"@two_rows","at":[0,1],"offset":1,"byte":null,"valid":true}
// TWO-NEXT: {"of":"@two_rows","at":[0,2],"offset":null,"byte":null,"valid":false}
// TWO-NEXT: {"of":"@two_rows","at":[1,0],"offset":2,"byte":null,"valid":true}
// TWO-NEXT: {"of":"@two_rows","at":[1,1],"offset":3,"byte":null,"valid":true}
// TWO-NEXT: {"of":"@two_rows","at":[1,2],"offset":4,"byte":null,"valid":true}
// INVERSE: {"of":"@two_rows","offset":3,"at":[1,1],"owners":1}
// CODE: bool offset(uint32_t r, uint32_t c, uint32_t *offset)
layout.table @rows dense<[0, 1, 5, 2, 3, 4]> : tensor<6xi32>
layout.descriptor @two_rows {
  %m = layout.packed [5]
  %slot = layout.pad %m low 0 high 1
  %i = layout.lookup %slot by @rows
  %r, %c = layout.unmerge %i into [2, 3]
  layout.yield %r, %c
}
layout.address @offset of @two_rows
