// RUN: layoutc %s --passes=resolve-strides --timing --emit=none 2>&1 | FileCheck %s --check-prefix=TIMING
// RUN: layoutc %s --passes=resolve-strides --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS

// TIMING: {{^}}// timing, in microseconds{{$}}
// TIMING-NEXT: {{[0-9]+\.[0-9]}}  read
// TIMING-NEXT: {{[0-9]+\.[0-9]}}  parse
// TIMING-NEXT: {{[0-9]+\.[0-9]}}  verify
// TIMING-NEXT: {{[0-9]+\.[0-9]}}  pass resolve-strides (1)
// TIMING-NEXT: {{[0-9]+\.[0-9]}}  emit
// TIMING-NEXT: {{[0-9]+\.[0-9]}}  total

// STATS: {{^}}// statistics{{$}}
// STATS-NEXT: 2  resolve-strides (1): {{.}}
layout.tensor @x : tensor<4x5xf32, {order = affine_map<(d0, d1) -> (d1, d0)>}>
layout.tensor @y : tensor<4x5xf32, {order = affine_map<(d0, d1) -> (d1, d0)>}>
