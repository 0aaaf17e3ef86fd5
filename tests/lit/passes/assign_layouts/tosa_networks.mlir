// RUN: layoutc %S/../../../mlir/custom_tosa/executorch_fp32.mlir --assign-layouts --target=spec_min --stats --emit=none 2>&1 | FileCheck %s
// RUN: layoutc %S/../../../mlir/custom_tosa/executorch_int8.mlir --assign-layouts --target=spec_min --stats --emit=none 2>&1 | FileCheck %s

// Networks of TOSA 1.0 in row-major memory: the one copy is the transpose from NCHW at the border, and proven.
// CHECK: 0 assign-layouts (1): gap (bytes)
// CHECK: 1 assign-layouts (1): reorders
