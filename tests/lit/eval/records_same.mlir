// RUN: not layoutc eval %s --same @per_block,@plain 2>&1 | FileCheck %s
// RUN: layoutc eval %s --same @per_block,@again | FileCheck %s --check-prefix=SAME
//
// Two tensors of records are the same only if an index determines the same bits of every field, or of none.

layout.record @granular 34 bytes {
  layout.field "d" : f16 at 0 bytes per 32
  layout.field "q" : i8 [32] at 2 bytes
}
layout.record @bare 34 bytes {
  layout.field "d" : f16 at 0 bytes
  layout.field "q" : i8 [32] at 2 bytes
}
layout.blocks @per_block : tensor<4x96xi8> of @granular along d1
layout.blocks @again : tensor<4x96xi8> of @granular along d1
layout.blocks @plain : tensor<4x96xi8> of @bare along d1

// CHECK: {"same":false,"field":"d"}
// CHECK: `@per_block` and `@plain` differ: field `d` has a granularity in `@per_block`, but none in `@plain`
// SAME: {"same":true}
