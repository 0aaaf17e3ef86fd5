// An emitter that finds nothing to write reports it, and how to add it.

// RUN: layoutc %s --emit=c --diagnostics=short -o %t.h 2>&1 | FileCheck %s --check-prefix=FUNCTIONS
// RUN: layoutc %s --emit=glsl --diagnostics=short -o %t.glsl 2>&1 | FileCheck %s --check-prefix=FUNCTIONS
// RUN: layoutc %s --emit=hlsl --diagnostics=short -o %t.hlsl 2>&1 | FileCheck %s --check-prefix=FUNCTIONS
// RUN: layoutc %s --emit=rust --diagnostics=short -o %t.rs 2>&1 | FileCheck %s --check-prefix=FUNCTIONS
// RUN: layoutc %s --emit=wgsl --diagnostics=short -o %t.wgsl 2>&1 | FileCheck %s --check-prefix=FUNCTIONS
// RUN: layoutc %s --emit=spirv -o %t.spv --diagnostics=short 2>&1 | FileCheck %s --check-prefix=FUNCTIONS
// RUN: layoutc %s --emit=spirv-json --spirv=kernels -o %t.json --diagnostics=short 2>&1 | FileCheck %s --check-prefix=KERNELS
// RUN: layoutc %s --emit=vk-c -o %t.vk.h --diagnostics=short 2>&1 | FileCheck %s --check-prefix=TENSORS

// FUNCTIONS: warning[L0605]: the module has no addressing functions, so the output is empty
// KERNELS: warning[L0605]: the module has no reorders, so the output is empty
// TENSORS: warning[L0605]: the module has no tensor descriptions, so the output is empty

layout.descriptor @rows {
  %m, %n = layout.packed [3, 4]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
