// RUN: not layoutc %s --passes=materialize-layouts --diagnostics=short 2>&1 | FileCheck %s

func.func @f(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // CHECK: [[#@LINE+1]]:43: error[L0409]: a tensor with an offset has no shape of its own
  %0 = "my.op"(%x) : (tensor<4x5xf32>) -> tensor<4x5xf32, {order = #layout.order<CN>, offset = 8}>
  %1 = "my.op"(%0) : (tensor<4x5xf32, {order = #layout.order<CN>, offset = 8}>) -> tensor<4x5xf32>
  return %1 : tensor<4x5xf32>
}
