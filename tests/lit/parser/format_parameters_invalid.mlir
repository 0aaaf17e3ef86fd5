// RUN: not layoutc %s --diagnostics=short 2>&1 | FileCheck %s

// CHECK: [[#@LINE+1]]:{{.*}}error[L0108]: `stride` must be 1, 2 or 4, but is 3
layout.tensor @three : tensor<4x32xf16, {format = #layout.format<row_blocked_interleaved, stride = 3>}>
// CHECK: [[#@LINE+1]]:{{.*}}error[L0108]: `stride` requires a value: 1, 2 or 4
layout.tensor @no_value : tensor<4x32xf16, {format = #layout.format<row_blocked_interleaved, stride>}>
// CHECK: [[#@LINE+1]]:{{.*}}error[L0108]: format `chw4` has no parameter `stride`
layout.tensor @trt : tensor<1x4x2x2xf16, {format = #layout.format<chw4, stride = 2>}>
// CHECK: [[#@LINE+1]]:{{.*}}error[L0108]: format `row_blocked_interleaved` has no parameter `orin`
layout.tensor @dla : tensor<4x32xf16, {format = #layout.format<row_blocked_interleaved, stride = 1, orin>}>
// CHECK: [[#@LINE+1]]:{{.*}}error[L0108]: `orin` does not accept a value, but has `2`
layout.tensor @orin : tensor<1x4x2x2xf16, {format = #layout.format<chw4, orin = 2>}>
