// `vk-graph` does not run `assign-layouts`, so it reports values that a target has rules for.

// RUN: layoutc %s --emit=vk-graph --diagnostics=short -o %t.h 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: layoutc %s --emit=vk-graph -o %t.h 2>&1 | FileCheck %s --check-prefix=NOTES
// RUN: layoutc %s --passes='assign-layouts,resolve-strides,lower-to-vulkan{usage=data_graph},verify-vulkan' --emit=vk-graph -o %t.h 2>&1 | FileCheck %s --check-prefix=WITH --allow-empty
// RUN: layoutc %s --target=emulation --emit=vk-graph -o %t.h 2>&1 | FileCheck %s --check-prefix=WITH --allow-empty

// WITHOUT: :[[# @LINE + 9]]:{{[0-9]+}}: warning[L0407]: the layouts of 2 values of `@f` are not chosen
// NOTES: they are described as row major; `assign-layouts` before the other passes chooses layouts by the rules of `@npu`
// NOTES: use `--passes='assign-layouts,resolve-strides,lower-to-vulkan{usage=data_graph},verify-vulkan'`
// WITH-NOT: warning

module attributes {layout.target = @npu} {
  layout.target @npu {limits = {maxTensorDimensionCount = 6 : i64}} {
    layout.rule "test.conv" [#layout.choice<(NHWC, NHWC) -> NHWC>]
  }
  func.func @f(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
    %w = arith.constant dense<1.0> : tensor<4x4x1x1xf32>
    %y = "test.conv"(%x, %w) : (tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32>
    %z = "test.conv"(%y, %w) : (tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32>
    return %z : tensor<1x4x8x8xf32>
  }
}
