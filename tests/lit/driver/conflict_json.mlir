// RUN: not layoutc %s --passes=resolve-strides --diagnostics=json 2>&1 | FileCheck %s
// RUN: not layoutc %s --passes=resolve-strides --diagnostics=short 2>&1 | FileCheck %s --check-prefix=SHORT

// The core names each requirement with its text and its spans; a correction names a requirement by its index in the core.
// CHECK: "code":"L0401"
// CHECK-SAME: "suggestions":[],"conflict":{"core":[
// CHECK-SAME: {"kind":"requirement","requirement":"m0: compact","text":"`m0: compact`","spans":[{"file":"{{[^"]*}}conflict_json.mlir","line":[[@LINE+7]],"column":57,
// CHECK-SAME: {"kind":"requirement","requirement":"m0: aligned<16 bytes>","text":"`m0: aligned<16 bytes>`","spans":[{"file":"{{[^"]*}}conflict_json.mlir","line":[[@LINE+6]],"column":70,
// CHECK-SAME: {"kind":"requirement","requirement":"m1: compact","text":"`m1: compact`","spans":[{"file":"{{[^"]*}}conflict_json.mlir","line":[[@LINE+5]],"column":93,
// CHECK-SAME: "corrections":[{"removed":0,"strides":[8,1]},{"removed":1,"strides":[5,1]},{"removed":2,"strides":[40,8]}]}}{{$}}

// SHORT-NOT: core

layout.tensor @x : tensor<4x5xf16, {reqs = #layout.reqs<m0: compact, m0: aligned<16 bytes>, m1: compact>}>
