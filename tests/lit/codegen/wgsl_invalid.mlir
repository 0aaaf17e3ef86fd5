// RUN: not layoutc %s --emit=wgsl --split-input-file --diagnostics=short 2>&1 | FileCheck %s

// The offsets need 64 bits.
layout.tensor @wide : tensor<3x8589934592xi8>
// CHECK: [[#@LINE+1]]:1: error[L0405]: `@offset_wide` has 64-bit values, but integers of WGSL have 32 bits
layout.address @offset_wide of @wide

// -----
// The request selects 64 bits.
layout.tensor @rows : tensor<4x5xf32>
// CHECK: [[#@LINE+1]]:1: error[L0405]: `@of_rows` has 64-bit values, but integers of WGSL have 32 bits
layout.address @of_rows of @rows {index = "i64"}
