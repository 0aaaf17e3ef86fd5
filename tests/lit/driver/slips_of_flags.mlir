// Misspelled flags, and flags of other programs.

// RUN: not layoutc %s '--pass-pipline=builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: error[L0601]: unknown flag `--pass-pipline`
// PIPELINE: note: did you mean `--pass-pipeline`?

// RUN: not layoutc %s --split-input 2>&1 | FileCheck %s --check-prefix=SPLIT
// SPLIT: note: did you mean `--split-input-file`?

// RUN: not layoutc %s --verify-diagnostic 2>&1 | FileCheck %s --check-prefix=VERIFY
// VERIFY: note: did you mean `--verify-diagnostics`?

// RUN: not layoutc %s --mlir-print-ir-after-al 2>&1 | FileCheck %s --check-prefix=ALIAS
// ALIAS: note: did you mean `--mlir-print-ir-after-all`?

// RUN: not layoutc %s --resolve_strides 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: note: did you mean `--resolve-strides`?

// RUN: not layoutc %s --emit-bytecode 2>&1 | FileCheck %s --check-prefix=BYTECODE
// BYTECODE: note: layoutc writes text, which `mlir-opt --emit-bytecode` reads

// RUN: not layoutc %s --show-dialects 2>&1 | FileCheck %s --check-prefix=DIALECTS
// DIALECTS: note: `--list-ops` lists the registered ops; layoutc also accepts ops of any other dialect

// RUN: not layoutc %s --convert-scf-to-cf 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN-NOT: did you mean
// FOREIGN: note: `layoutc --list-passes` lists the passes, each of which is a flag

// RUN: not layoutc %s --output=x 2>&1 | FileCheck %s --check-prefix=OUTPUT
// OUTPUT: note: use `-o OUT`

// RUN: not layoutc --input %s 2>&1 | FileCheck %s --check-prefix=INPUT
// INPUT: note: the input is an argument without a flag: `layoutc FILE`

// RUN: not layoutc %s -O2 2>&1 | FileCheck %s --check-prefix=LEVEL
// LEVEL: note: layoutc has no optimization levels

// RUN: not layoutc %s --error-limit=all 2>&1 | FileCheck %s --check-prefix=LIMIT
// LIMIT: invalid value `all` for `--error-limit <N>`: expected a number; 0 prints all

// RUN: not layoutc %s --emit=vulkan 2>&1 | FileCheck %s --check-prefix=VULKAN
// VULKAN: error[L0601]: unknown emitter `vulkan`
// VULKAN: note: did you mean `vk-c` or `vk-glsl` or `vk-graph` or `vk-json` or `vk-rust`?
// VULKAN: note: `--emit` is one of c, {{.*}}vk-rust

// RUN: not layoutc %s --emit=json 2>&1 | FileCheck %s --check-prefix=JSON
// JSON: note: did you mean `spirv-json` or `vgf-json` or `vk-json`?

// RUN: not layoutc %s --target=foo 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error[L0504]: unknown target `foo`
// TARGET: note: the targets are

// RUN: not layoutc %s --passes=resolve_strides 2>&1 | FileCheck %s --check-prefix=PASSES
// PASSES: <passes>:1:1: error[L0601]: unknown pass `resolve_strides`
// PASSES: note: did you mean `resolve-strides`?

// RUN: not layoutc %s '--passes=resolve-strides(copies=insert)' 2>&1 | FileCheck %s --check-prefix=OPTIONS
// OPTIONS: <passes>:1:23: error[L0601]: expected passes such as `a,b{key=value}`, found `=`
// OPTIONS: note: for example `resolve-strides{copies=insert},cse`
layout.tensor @x : tensor<4x5xf16, {strides = [8, 1]}>
