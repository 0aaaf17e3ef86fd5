// RUN: not layoutc %s --diagnostics=short 2>&1 | FileCheck %s

// CHECK: [[#@LINE+1]]:{{.*}}error[L0309]: the number of rows (d0) must be a multiple of 4, but is 6
layout.tensor @rows : tensor<6x32xf16, {format = #layout.format<row_blocked_interleaved, stride = 2>}>
// CHECK: [[#@LINE+1]]:{{.*}}error[L0309]: the number of columns (d1) must be a multiple of 16, but is dynamic
layout.tensor @dynamic : tensor<4x?xf16, {format = #layout.format<row_blocked_interleaved, stride = 2>}>
// CHECK: [[#@LINE+1]]:{{.*}}error[L0309]: the number of rows (d0) must be a multiple of 16, but is 8
layout.tensor @groups : tensor<8x32xf16, {format = #layout.format<column_blocked_interleaved, stride = 4>}>
// CHECK: [[#@LINE+1]]:{{.*}}error[L0309]: format `row_blocked_interleaved, stride = 2` cannot hold elements of 64 bits
layout.tensor @wide : tensor<4x32xf64, {format = #layout.format<row_blocked_interleaved, stride = 2>}>
// CHECK: [[#@LINE+1]]:{{.*}}error[L0309]: format `row_blocked_interleaved` does not support i4
layout.tensor @nibbles : tensor<4x64xi4, {format = #layout.format<row_blocked_interleaved, stride = 1>}>
// CHECK: [[#@LINE+1]]:{{.*}}error[L0309]: format `row_blocked_interleaved` requires a stride
layout.tensor @without : tensor<4x32xf16, {format = #layout.format<row_blocked_interleaved>}>
