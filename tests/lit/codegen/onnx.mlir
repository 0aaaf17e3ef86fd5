// RUN: layoutc %s --passes= --target=channels_last --emit=onnx -o %t.onnx
// RUN: layoutc import %t.onnx | FileCheck %s

// Constants are initializers, also those that a view computes. Attributes with their default value and absent operands
// are not written, and an input that is an output is copied.
module attributes {onnx.ir_version = 9 : si64, onnx.opset_import = {ai.onnx = 17 : si64, com.microsoft = 1 : si64}} {
  // CHECK: module attributes {onnx.ir_version = 9 : si64, onnx.opset_import = {ai.onnx = 17 : si64, com.microsoft = 1 : si64}}
  // CHECK: @main_graph(
  // CHECK-SAME: {onnx.dim_params = "0:batch", onnx.name = "an input"}
  // CHECK-SAME: %b: tensor<4xi8>
  // CHECK-SAME: -> (tensor<?x2x4x4xf32> {onnx.dim_params = "0:batch", onnx.name = "y/0"}, tensor<4xi8> {onnx.name = "copy"})
  func.func @main_graph(%x: tensor<?x3x4x4xf32> {onnx.dim_params = "0:batch", onnx.name = "an input"},
                        %b: tensor<4xi8> {layout.vk_format = "VK_FORMAT_R8_BOOL_ARM", onnx.name = "b"})
      -> (tensor<?x2x4x4xf32> {onnx.dim_params = "0:batch", onnx.name = "y/0"}, tensor<4xi8> {onnx.name = "copy"}) {
    %none = "onnx.NoValue"() {value} : () -> none
    // CHECK: "onnx.Constant"() {value = dense<{{.*}}> : tensor<2x3x1x1xf32>}
    %w = "onnx.Constant"() {value = dense<[[[[1.0, 4.0]]], [[[2.0, 5.0]]], [[[3.0, 6.0]]]]> : tensor<3x1x1x2xf32>} : () -> tensor<3x1x1x2xf32>
    %t = "onnx.Transpose"(%w) {perm = [3, 0, 1, 2]} : (tensor<3x1x1x2xf32>) -> tensor<2x3x1x1xf32>
    // CHECK: "onnx.Conv"(
    // CHECK-SAME: auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]
    %y = "onnx.Conv"(%x, %t, %none) {auto_pad = "NOTSET", dilations = [1, 1], group = 1 : si64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], strides = [1, 1]} : (tensor<?x3x4x4xf32>, tensor<2x3x1x1xf32>, none) -> tensor<?x2x4x4xf32> loc("the conv")
    // CHECK: "onnx.Custom"({{.*}}) {domain_name = "com.microsoft", function_name = "Gelu"}
    %g = "onnx.Custom"(%y) {domain_name = "com.microsoft", function_name = "Gelu"} : (tensor<?x2x4x4xf32>) -> tensor<?x2x4x4xf32>
    // CHECK: "onnx.Identity"({{.*}}) {layout.vk_format = "VK_FORMAT_R8_BOOL_ARM"}
    return %g, %b : tensor<?x2x4x4xf32>, tensor<4xi8>
  }
}
