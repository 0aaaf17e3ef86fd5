// Functions that are not conversions alone have no VGF file without a graph, and resources are distinct.

// RUN: not layoutc %s --emit=vgf-json --split-input-file --diagnostics=short -o %t.json 2>&1 | FileCheck %s
// RUN: not layoutc %s --emit=vgf-json --split-input-file -o %t.json 2>&1 | FileCheck %s --check-prefix=NOTES

// CHECK: vgf_invalid.mlir:[[@LINE+4]]:8: error[L0606]: the module cannot be written as VGF: `tosa.abs` is not a conversion of an argument, so it has no segment
// NOTES: note: `--graph=NET.vgf` joins the graph that ARM's model-converter makes of the other ops

func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = tosa.abs %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// CHECK: error[L0606]: the module cannot be written as VGF: it has one model, but the module has 2 functions with tensors
// NOTES: note: keep one function in the module
func.func @one(%x: tensor<4xf32>) { return }
func.func @two(%x: tensor<4xf32>) { return }

// -----

// CHECK: error[L0606]: the module cannot be written as VGF: `%x` is twice an input or output, but those of a model are distinct
// NOTES: note: copy one of them by a `layout.reorder`
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> { return %x : tensor<4x4xf32> }

// -----

// CHECK: error[L0606]: the module cannot be written as VGF: `%n` is of type `index`, but resources are tensors
func.func @main(%x: tensor<4x4xf32>, %n: index) { return }

// -----

// CHECK: error[L0606]: the module cannot be written as VGF: `%x` has no resource: no Vulkan format has one element of type `i4`
func.func @main(%x: tensor<4x4xi4>) { return }

// -----

// CHECK: error[L0606]: the module cannot be written as VGF: its function must return once, but has 2 returns
func.func @main(%x: tensor<4xf32>, %c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return
^bb2:
  return
}

// -----

// A dynamic length has no resource; its bound has one.
// CHECK: error[L0606]: the module cannot be written as VGF: `%x` has no resource: the length of d0 is dynamic, but resources have static lengths
// NOTES: note: `bounds` states the greatest lengths of a type
func.func @main(%x: tensor<?x4xf32>) { return }

// -----

// CHECK: warning[L0605]: the module has no functions with tensors, so the output is empty
layout.target @t

// -----

// RUN: not layoutc %s --emit=vgf-json --graph=%s --split-input-file -o %t.json --diagnostics=short 2>&1 | FileCheck %s --check-prefix=GRAPH
// GRAPH: error[L0602]: `{{.+}}vgf_invalid.mlir` has no data graphs: the file does not begin with `VGF1`
