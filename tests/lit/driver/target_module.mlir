// RUN: layoutc %s --emit=vk-json | FileCheck %s
// RUN: layoutc %s --target=emulation --emit=vk-json | FileCheck %s --check-prefix=OTHER
// RUN: layoutc %s --target=spec_min --emit=vk-json | FileCheck %s --check-prefix=LEAST
// RUN: layoutc %s --target=small --emit=vk-json | FileCheck %s --check-prefix=SMALL
// RUN: layoutc %s --passes=lower-to-vulkan | FileCheck %s --check-prefix=IR

// The module selects its target by an attribute. `--target` overrides it, and can name another target of the module.
// CHECK: "target": "npu",
// CHECK: "dimensionCount": 5,
// OTHER: "target": "emulation",
// LEAST: "target": "spec_min",
// LEAST: "dimensionCount": 4,
// SMALL: "target": "small",
// SMALL: "dimensionCount": 2,
// IR: module attributes {layout.target = @npu} {
// IR: layout.target @npu {
// IR: vk.tensor_description @x_vk {{{.*}} dims = array<i64: 2, 2, 2, 2, 2>,
module attributes {layout.target = @npu} {
  layout.target @npu {limits = {maxTensorDimensionCount = 5 : i64}}
  layout.target @small {limits = {maxTensorDimensionCount = 2 : i64}}
  layout.tensor @x : tensor<2x2x2x2x2xf16, {order = affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>, strides = [16, 8, 4, 2, 1]}>
}
