// RUN: not layoutc %s --passes= --target=channels_last --emit=onnx -o %t.onnx --diagnostics=short 2>&1 | FileCheck %s --implicit-check-not=error

// A module whose ops have no form in ONNX: each is an error, and ops of other dialects are one.
module attributes {onnx.opset_import = {ai.onnx = 12 : si64}} {
  // CHECK-DAG: error[L0606]: `%ordered` has a layout, which ONNX cannot express
  // CHECK-DAG: error[L0606]: op set 12 has no `Split` of the form `SplitV13`
  // CHECK-DAG: error[L0606]: `Softmax` along a dim that is not the last requires op set 13, but the module imports 12
  // CHECK-DAG: error[L0606]: attribute `note` has no form in ONNX
  // CHECK-DAG: error[L0606]: `tensor.cast` is not an op of ONNX
  // CHECK-DAG: error[L0304]: the elements of the weight `%w` are unknown
  // CHECK-DAG: error[L0303]: two outputs have the name `y`
  func.func @f(%x: tensor<4x2xf32>, %w: tensor<4x2xf32> {layout.constant}) -> (tensor<4x2xf32> {onnx.name = "y"}, tensor<4x2xf32> {onnx.name = "y"}) {
    %ordered = "onnx.Relu"(%x) : (tensor<4x2xf32>) -> tensor<4x2xf32, {order = affine_map<(d0, d1) -> (d1, d0)>}>
    %split:2 = "onnx.SplitV13"(%x) {axis = 1 : si64} : (tensor<4x2xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>)
    %s = "onnx.Softmax"(%x) {axis = 0 : si64} : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %noted = "onnx.Relu"(%x) {note = unit} : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %c = "tensor.cast"(%x) : (tensor<4x2xf32>) -> tensor<?x2xf32>
    %d = "tensor.cast"(%c) : (tensor<?x2xf32>) -> tensor<4x2xf32>
    return %s, %w : tensor<4x2xf32>, tensor<4x2xf32>
  }
}
