// A module without graphs, and a graph without constants.

// RUN: layoutc %s --emit=vk-graph --split-input-file --diagnostics=short -o %t.h 2>&1 | FileCheck %s --check-prefix=GRAPHS
// RUN: layoutc %s --emit=vk-graph-data --diagnostics=short -o %t.bin 2>&1 | FileCheck %s --check-prefix=CONSTANTS

// CONSTANTS: warning[L0605]: the module has no graph constants with elements, so the output is empty
func.func @f(%x: tensor<4xi8>) { return }

// -----

// GRAPHS: warning[L0605]: the module has no functions with tensors, so the output is empty
func.func @offset(%i: i32) -> i32 { return %i : i32 }
