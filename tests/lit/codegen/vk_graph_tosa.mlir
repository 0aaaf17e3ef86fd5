// The constants of a graph of TOSA are those that its conversion to SPIR-V declares: of more than 16 elements, each once.

// RUN: layoutc %s --emit=vk-graph --target=emulation --split-input-file | FileCheck %s
// RUN: not layoutc %s --emit=vk-graph --target=emulation --split-input-file --graph=%t.absent 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not layoutc %s --emit=vk-graph --target=emulation --split-input-file --graph=%s --diagnostics=short 2>&1 | FileCheck %s --check-prefix=TEXT

// ABSENT: error[L0602]: cannot read `{{.*}}.absent`
// TEXT: error[L0602]: `{{.*}}vk_graph_tosa.mlir` has no data graphs: the file does not begin with `VGF1`

// CHECK: VkDataGraphPipelineConstantARM inline_graph_constants[3] = {
// CHECK: `%w`
// CHECK: .id = 0,
// CHECK: `%other`
// CHECK: .id = 1,
// CHECK: `%mine`
// CHECK: .id = 5,
func.func @inline(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c = "tosa.const"() {values = dense<true> : tensor<i1>} : () -> tensor<i1>
  %w = "tosa.const"() {values = dense<1.0> : tensor<4x8xf32>} : () -> tensor<4x8xf32>
  %equal = "tosa.const"() {values = dense<1.0> : tensor<4x8xf32>} : () -> tensor<4x8xf32>
  %other = "tosa.const"() {values = dense<2.0> : tensor<4x8xf32>} : () -> tensor<4x8xf32>
  %small = "tosa.const"() {values = dense<3.0> : tensor<2x8xf32>} : () -> tensor<2x8xf32>
  // An id that the module states makes a small constant one of the graph.
  %mine = "tosa.const"() {layout.vk_constant = 5 : i64, values = dense<3.0> : tensor<2x8xf32>} : () -> tensor<2x8xf32>
  %unused = "tosa.const"() {values = dense<4.0> : tensor<4x8xf32>} : () -> tensor<4x8xf32>
  %0 = tosa.add %x, %w : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = tosa.add %0, %equal : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = tosa.add %1, %other : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = tosa.add %small, %mine : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %4 = tosa.cond_if %c : tensor<i1> -> tensor<4x8xf32> {
    // Equal to a constant of the function.
    %in = "tosa.const"() {values = dense<2.0> : tensor<4x8xf32>} : () -> tensor<4x8xf32>
    tosa.yield %in : tensor<4x8xf32>
  } else {
    tosa.yield %2 : tensor<4x8xf32>
  }
  return %4 : tensor<4x8xf32>
}

// -----

// The conversion has marked the constants.
// CHECK: VkDataGraphPipelineConstantARM marked_graph_constants[2] = {
// CHECK: `%small`
// CHECK: .id = 2,
// CHECK: `%large`
// CHECK: .id = 7,
func.func @marked(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %large = "tosa.const"() {grapharm.graph_constant_id = 7 : i32, values = dense<1.0> : tensor<4x8xf32>} : () -> tensor<4x8xf32>
  %small = "tosa.const"() {grapharm.graph_constant_id = 2 : i32, values = dense<1.0> : tensor<1x8xf32>} : () -> tensor<1x8xf32>
  %rest = "tosa.const"() {values = dense<2.0> : tensor<4x8xf32>} : () -> tensor<4x8xf32>
  %0 = tosa.add %x, %large : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = tosa.add %0, %small : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  %2 = tosa.add %1, %rest : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}
