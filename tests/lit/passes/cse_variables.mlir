// RUN: layoutc %s --cse | FileCheck %s

// A write changes the variable between two reads, so these are not equal. The ops of MLIR 19 have a dot in their names.

// CHECK-LABEL: func.func @mlir_19
// CHECK-COUNT-2: tosa.variable.read
func.func @mlir_19(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tosa.variable.read @state : tensor<4xi32>
  tosa.variable.write @state, %x : tensor<4xi32>
  %1 = tosa.variable.read @state : tensor<4xi32>
  %2 = tosa.intdiv %0, %1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %2 : tensor<4xi32>
}

// CHECK-LABEL: func.func @tosa_1_0
// CHECK-COUNT-2: tosa.variable_read
func.func @tosa_1_0(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tosa.variable_read @state : tensor<4xi32>
  tosa.variable_write @state, %x : tensor<4xi32>
  %1 = tosa.variable_read @state : tensor<4xi32>
  %2 = tosa.intdiv %0, %1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %2 : tensor<4xi32>
}
