// REQUIRES: mlir-opt-19
// RUN: layoutc %s --mlir-opt=mlir-opt-19 --split-input-file --verify-diagnostics
// RUN: not layoutc %s --mlir-opt=mlir-opt-19 --split-input-file --diagnostics=short 2>&1 | FileCheck %s

// The pretty forms of any dialect are read through mlir-opt, and diagnostics are shown where the user wrote the op.
func.func @pretty(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x4xf32>
  // CHECK: "linalg.fill"
  %y = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

func.func @located(%x: tensor<8x4xf32>) {

  // CHECK: mlir_opt.mlir:[[@LINE+2]]:8: error[L0302]: `layout.reorder` must keep the logical shape
  // expected-error@+1 {{must keep the logical shape, but its operand has 8x4 and its result 9x4}}
  %r = "layout.reorder"(%x) : (tensor<8x4xf32>) -> tensor<9x4xf32>
  return
}
