// Tensors of records: bits of elements and of fields, and the owners of bits.

// RUN: layoutc eval %s --of @w --at 1,35 | FileCheck %s --check-prefix=ELEMENT
// RUN: layoutc eval %s --of @w --field d --at 1,35 | FileCheck %s --check-prefix=SCALE
// RUN: layoutc eval %s --of @w --inverse --bit 776 | FileCheck %s --check-prefix=OWNER
// RUN: layoutc eval %s --of @w | FileCheck %s --check-prefix=FACTS
// RUN: not layoutc eval %s --of @w --field e --at 1,35 2>&1 | FileCheck %s --check-prefix=UNKNOWN

layout.descriptor @nibbles {
  %m, %n = layout.packed [16, 2]
  %i = layout.merge %n, %m
  layout.yield %i
}

// Q5_0 of ggml: the low nibbles of 32 elements, and their high bits.
layout.record @q5_0 22 bytes elements ["low", "high"] {
  layout.field "d" : f16 at 0 bytes per 32
  layout.field "high" : ui1 [32] at 2 bytes
  layout.field "low" : ui4 @nibbles at 6 bytes
}

// Row 1 has records 3 to 5; element 35 is element 3 of record 4, which begins at bit 704.
// ELEMENT: {"of":"@w","at":[1,35],"bits":{{\[\[}}776,4],[723,1]],"valid":true}
// SCALE: {"of":"@w","at":[1,35],"field":"d","bit":704,"width":16
// OWNER: "at":[1,35]
// UNKNOWN: unknown field `e`
// FACTS: "records":[4,3]
layout.blocks @w : tensor<4x96xui5> of @q5_0 along d1
