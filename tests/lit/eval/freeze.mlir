// An index that is frozen out of range is valid if lower transforms map it back into range.

// RUN: layoutc eval %s --of @moved --all | FileCheck %s --check-prefix=MOVED
// RUN: layoutc eval %s --of @moved --inverse --all | FileCheck %s --check-prefix=SLOTS
// RUN: layoutc eval %s --of @wrapped --at 2 | FileCheck %s --check-prefix=WRAPPED

// MOVED:      {"of":"@moved","at":[0],"offset":9,"byte":null,"valid":true}
// MOVED-NEXT: {"of":"@moved","at":[1],"offset":10,"byte":null,"valid":true}
// MOVED-NEXT: {"of":"@moved","at":[2],"offset":11,"byte":null,"valid":true}
// SLOTS:      {"of":"@moved","offset":8,"at":null,"owners":0}
// SLOTS-NEXT: {"of":"@moved","offset":9,"at":[0],"owners":1}
layout.descriptor @moved {
  %m, %n = layout.packed [4, 3]
  %o = layout.offset %m by -1
  layout.freeze %o at 4
  %i = layout.pass_through %n
  layout.yield %i
}

// WRAPPED: "offset":11
layout.descriptor @wrapped {
  %m, %n = layout.packed [4, 3]
  %o = layout.modulo %m by 4 length 5
  layout.freeze %o at 7
  %i = layout.pass_through %n
  layout.yield %i
}
