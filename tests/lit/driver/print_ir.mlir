// RUN: layoutc %s --passes=resolve-strides,resolve-strides --print-ir-after=change --emit=none 2>&1 | FileCheck %s --check-prefix=CHANGE
// RUN: layoutc %s --passes=resolve-strides --print-ir-before=all --print-ir-after=resolve-strides --emit=none 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: layoutc %s --passes=resolve-strides --print-ir-after=all --emit=none 2> %t
// RUN: layoutc %t | FileCheck %s --check-prefix=AGAIN

// CHANGE: {{^}}// -----// IR Dump After resolve-strides (1) //----- //{{$}}
// CHANGE: strides = [
// CHANGE-NOT: IR Dump

// ALL: {{^}}// -----// IR Dump Before resolve-strides (1) //----- //{{$}}
// ALL-NOT: strides = [
// ALL: layout.tensor @x
// ALL: {{^}}// -----// IR Dump After resolve-strides (1) //----- //{{$}}
// ALL: strides = [

// AGAIN: layout.tensor @x
layout.tensor @x : tensor<1x8x4x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
