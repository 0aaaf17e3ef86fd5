// Tables: a paged cache, rows of different lengths, and a table whose values are declared.

// RUN: layoutc eval %s --of @paged --all | FileCheck %s --check-prefix=PAGED
// RUN: layoutc eval %s --of @paged --inverse --offset 42 | FileCheck %s --check-prefix=INVERSE
// RUN: layoutc eval %s --of @paged --inverse --offset 8 | FileCheck %s --check-prefix=GAP
// RUN: layoutc eval %s --of @paged | FileCheck %s --check-prefix=FACTS
// RUN: layoutc eval %s --of @ragged --at 2,3 | FileCheck %s --check-prefix=RAGGED
// RUN: layoutc eval %s --of @shared --inverse --offset 5 | FileCheck %s --check-prefix=SHARED
// RUN: layoutc eval %s --same @paged,@again | FileCheck %s --check-prefix=SAME
// RUN: not layoutc eval %s --same @paged,@other | FileCheck %s --check-prefix=OTHER
// RUN: layoutc eval %s --of @declared | FileCheck %s --check-prefix=CONTRACT
// RUN: layoutc eval %s --same @declared,@declared_again | FileCheck %s --check-prefix=SAME
// RUN: not layoutc eval %s --of @declared --at 3 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not layoutc eval %s --of @declared --inverse --offset 3 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not layoutc eval %s --same @declared,@declared_columns 2>&1 | FileCheck %s --check-prefix=UNDECIDED

// vLLM: slot = table[p div page] * page + p mod page.
// PAGED: {"of":"@paged","at":[0],"offset":0,"byte":null,"valid":true}
// PAGED: {"of":"@paged","at":[8],"offset":40,"byte":null,"valid":true}
// PAGED: {"of":"@paged","at":[10],"offset":42,"byte":null,"valid":true}
// PAGED: {"of":"@paged","at":[22],"offset":22,"byte":null,"valid":true}
// INVERSE: {"of":"@paged","offset":42,"at":[10],"owners":1}
// GAP: {"of":"@paged","offset":8,"at":null,"owners":0}
// FACTS: "min_offset":0,"max_offset":47,"span":48,"allocation":48,"size_bytes":null,"packed":true,"injective":true,"vector_width":[8]
layout.table @pages dense<[0, 5, 2]> : tensor<3xi32>
layout.descriptor @paged {
  %m, %n = layout.packed [6, 8]
  %p = layout.lookup %m by @pages
  %i = layout.merge %p, %n
  layout.yield %i
}

// SAME: {"same":true}
layout.table @pages64 dense<[0, 5, 2]> : tensor<3xi64>
layout.descriptor @again {
  %m, %n = layout.packed [6, 8]
  %p = layout.lookup %m by @pages64
  %i = layout.merge %p, %n
  layout.yield %i
}

// OTHER: {"same":false,"at":[16],"a":16,"b":24}
layout.table @others dense<[0, 5, 3]> : tensor<3xi32>
layout.descriptor @other {
  %m, %n = layout.packed [6, 8]
  %p = layout.lookup %m by @others
  %i = layout.merge %p, %n
  layout.yield %i
}

// The table has the first slot of each row.
// RAGGED: {"of":"@ragged","at":[2,3],"offset":9,"byte":null,"valid":true}
layout.table @starts dense<[0, 5, 6, 12]> : tensor<4xi64>
layout.descriptor @ragged {
  %m = layout.packed [18]
  %row, %column = layout.embed %m into [13, 5] strides [1, 1]
  %i = layout.lookup %row by @starts
  layout.yield %i, %column
}

// A slot of a page that two positions share has two owners.
// SHARED: {"of":"@shared","offset":5,"at":[1],"owners":2}
layout.table @twice dense<[2, 1, 1]> : tensor<3xi32>
layout.descriptor @shared {
  %m = layout.strided [3] strides [5]
  %p = layout.lookup %m by @twice
  layout.yield %p
}

// CONTRACT: "min_offset":0,"max_offset":8191,"span":8192,"allocation":8192,"size_bytes":null,"packed":true,"injective":true,"vector_width":[8],"contract":["@map"]
// REFUSED: `@declared` has no known offsets: the values of `@map` are declared, not given
// UNDECIDED: the values of a table are declared, not given
layout.table @map : length 64, values in [0, 1024), injective
layout.descriptor @declared {
  %m, %n = layout.packed [1024, 8]
  %p = layout.lookup %m by @map
  %i = layout.merge %p, %n
  layout.yield %i
}
layout.descriptor @declared_again {
  %m = layout.packed [8192]
  %p, %n = layout.unmerge %m into [1024, 8]
  %q = layout.lookup %p by @map
  %i = layout.merge %q, %n
  layout.yield %i
}
layout.descriptor @declared_columns {
  %m, %n = layout.strided [1024, 8] strides [1, 1024]
  %p = layout.lookup %m by @map
  %i = layout.merge %p, %n
  layout.yield %i
}
