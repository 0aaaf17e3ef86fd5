// RUN: layoutc %s --emit=spirv-asm --verify-diagnostics --split-input-file
// RUN: not layoutc %s --emit=spirv-asm --spirv=nv-tensors --split-input-file --diagnostics=json 2>&1 | FileCheck %s

// The position of an unsupported name is the symbol, not the op. The first chunk is a library, the second tensor layouts.
layout.tensor @x : tensor<4x5xf32>
// expected-error @below [L0606] {{`@offset\0x` cannot be written as SPIR-V: its name contains a NUL character, which ends a SPIR-V string}}
layout.address @"offset\00x" of @x

// -----

// CHECK: "code":"L0606","message":"`@y\\0` cannot be written as SPIR-V: its name contains a NUL character, which ends a SPIR-V string"
// CHECK-SAME: "line":[[@LINE+1]],"column":15,"byte_start":{{[0-9]+}},"byte_end":{{[0-9]+}},
layout.tensor @"y\00" : tensor<4x5xf32>
// expected-error @below [L0606] {{`@offset_y\0` cannot be written as SPIR-V}}
"layout.address"() {of = @"y\00", sym_name = "offset_y\00"} : () -> ()
