// RUN: layoutc %s --target=%S/Inputs/target_npu.mlir --emit=vk-json | FileCheck %s
// RUN: layoutc %s --target=%S/Inputs/target_picked.mlir --emit=vk-json | FileCheck %s --check-prefix=PICKED
// RUN: layoutc %s --target=%S/../../../examples/npu.mlir --emit=vk-json | FileCheck %s
// RUN: not layoutc %s --target=%S/Inputs/target_two.mlir --diagnostics=short 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not layoutc %s --target=%S/Inputs/target_faulty.mlir --diagnostics=short 2>&1 | FileCheck %s --check-prefix=FAULTY
// RUN: not layoutc %s --target=%s --diagnostics=short 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not layoutc %s --target=no/such.mlir --diagnostics=short 2>&1 | FileCheck %s --check-prefix=MISSING

// The target of the file allows five dims and gaps.
// CHECK: "target": "npu",
// CHECK: "dimensionCount": 5,
// PICKED: "target": "large",
// TWO: target_two.mlir:2:1: error[L0504]: `{{.*}}target_two.mlir` must select one of its 2 targets: `@npu`, `@large`{{$}}
// FAULTY: target_faulty.mlir:2:49: error[L0303]: `maxTensorStride` of target `@npu` is `0`, but must be an integer from 1 to 9223372036854775807{{$}}
// NONE: target_file.mlir:1:1: error[L0504]: `{{.*}}target_file.mlir` has no `layout.target`{{$}}
// MISSING: {{^}}layoutc: error[L0602]: cannot read `no/such.mlir`: No such file or directory{{$}}
layout.tensor @x : tensor<2x2x2x2x2xf16, {order = affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>, strides = [96, 32, 10, 3, 1]}>
