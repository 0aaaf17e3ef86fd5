// RUN: layoutc explain %s --of @x | FileCheck %s --check-prefix=X
// RUN: layoutc explain %s --of @tied | FileCheck %s --check-prefix=TIED
// RUN: layoutc explain %s --of @fixed | FileCheck %s --check-prefix=FIXED
// RUN: layoutc explain %s --of @hwc8 | FileCheck %s --check-prefix=HWC8
// RUN: layoutc explain %s --of @chw4 | FileCheck %s --check-prefix=CHW4
// RUN: layoutc explain %s --of @given | FileCheck %s --check-prefix=GIVEN
// RUN: layoutc explain %s --of @plain | FileCheck %s --check-prefix=PLAIN
// RUN: layoutc explain %s --of @d | FileCheck %s --check-prefix=DESCRIPTOR
// RUN: layoutc explain %s --of=@f:%%a | FileCheck %s --check-prefix=WHOLE
// RUN: layoutc explain %s --of=@f:%%s | FileCheck %s --check-prefix=SLICE
// RUN: layoutc explain %s --of=@f:%%o | FileCheck %s --check-prefix=OPEN
// RUN: layoutc explain %s --of=@f --diagnostics=short | FileCheck %s --check-prefix=ALL
// RUN: layoutc explain %s --of @x --passes= | FileCheck %s --check-prefix=NONE
// RUN: layoutc explain %s --of @x --diagnostics=json | FileCheck %s --check-prefix=JSON

#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>

// The order, then each stride from the innermost out.
// X: explain.mlir:[[@LINE+10]]:1: remark: `@x` is a `tensor<1x3x224x224xf16, {{.*}}strides = [1605632, 1, 7168, 32]}>`
// X: remark: `resolve-strides` assigned the strides [1605632, 1, 7168, 32], the least that its requirements allow
// X-NEXT: = note: the type of `@x` states the order NHWC ({{.*}}explain.mlir:[[@LINE+8]]:1)
// X-NEXT: = note: the stride of m3 is 2 bytes: one element, and no constraint requires more
// X-NEXT: = note: the stride of m2 is 64 bytes: at least 6 bytes (3 x 2 bytes of m3, so that elements do not overlap), rounded up to a multiple of 64 bytes
// X-NEXT: = note: `m2: aligned<64 bytes>` is requested by the type of `@x` ({{.*}}explain.mlir:[[@LINE+5]]:1)
// X-NEXT: = note: the stride of m1 is 14336 bytes: 224 x 64 bytes of m2
// X-NEXT: = note: `m1: compact` is requested by the type of `@x`
// X-NEXT: = note: the stride of m0 is 3211264 bytes: 224 x 14336 bytes of m1, so that elements do not overlap
// NONE: no pass changed this layout
layout.tensor @x : tensor<1x3x224x224xf16, {order = #NHWC, reqs = #layout.reqs<m2: aligned<64 bytes>, m1: compact>}>
// NONE-NEXT: = note: no passes ran
// JSON: {"severity":"remark","code":null,"message":"`@x` is a
// JSON: "message":"`resolve-strides` assigned the strides [1605632, 1, 7168, 32], the least that its requirements allow","spans":[{"file":
// JSON-SAME: "notes":[{"message":"the type of `@x` states the order NHWC","spans":[{"file":

// A stride that is rounded up for the sake of one that is tied to it.
// TIED: = note: the stride of m1 is 16 bytes: at least 4 bytes (one element), rounded up so that the stride of m0, which is 3 x it, is a multiple of 16 bytes
// TIED-NEXT: = note: `m0: aligned<16 bytes>` is requested by the type of `@tied`
// TIED-NEXT: = note: `m0: compact` is requested by the type of `@tied`
// TIED-NEXT: = note: the stride of m0 is 48 bytes: 3 x 16 bytes of m1
layout.tensor @tied : tensor<2x3xf32, {reqs = #layout.reqs<m0: compact, m0: aligned<16 bytes>>}>

// Who asks is an op.
// FIXED: = note: the stride of m0 is 100 bytes, exactly as required
// FIXED-NEXT: = note: `m0: fixed<100 bytes>` is requested by `layout.reqs` of op `layout.tensor`
layout.tensor @fixed {layout.reqs = [#layout.reqs<m0: fixed<100 bytes>>]} : tensor<2x3xf32>

// HWC8: `resolve-strides` kept its format `hwc8`
// HWC8-NEXT: = note: the type of `@hwc8` states the format
// HWC8-NEXT: = note: format `hwc8`: N, H, W, C rounded up to 8
// HWC8-NEXT: = note: the format fixes the strides [512, 1, 64, 8]
layout.tensor @hwc8 : tensor<1x3x8x8xf16, {format = #layout.format<hwc8>}>

// CHW4: kept its format `chw4`
// CHW4: C has no single stride, because the format splits it into vectors
layout.tensor @chw4 : tensor<1x8x4x4xf16, {format = #layout.format<chw4>}>

// GIVEN: kept the strides [8, 1]
// GIVEN-NEXT: = note: the type of `@given` states them
// GIVEN-NEXT: = note: 1 requirement was checked, and is satisfied
layout.tensor @given : tensor<4x5xf16, {strides = [8, 1], reqs = #layout.reqs<m0: aligned<16 bytes>>}>

// PLAIN: kept it row major, without strides in its type
// PLAIN: in a signature or declaration, a type without an encoding is row major, and is kept
layout.tensor @plain : tensor<4x5xf16>

// DESCRIPTOR: `@d` is a `layout.descriptor`
// DESCRIPTOR: no pass changed this layout
// DESCRIPTOR: = note: the passes that ran are resolve-strides
layout.descriptor @d {
  %m = layout.packed [6]
  %i = layout.pass_through %m
  layout.yield %i
}

// One buffer: what a slice asks binds the whole.
// WHOLE: `resolve-strides` assigned the strides [10, 1] and the offset 0, the least that all tensors of its buffer allow
// WHOLE: = note: `%a`, `%s` share one buffer
// WHOLE-NEXT: = note: `tensor.extract_slice` moves no data, so `%s` is a subview of `%a` ({{.*}}:[[@LINE+13]]:8)
// WHOLE: = note: the stride of m0 of `%a` is 40 bytes: at least 24 bytes (6 x 4 bytes of m1 of `%a`, so that elements do not overlap), rounded up to a multiple of 40 bytes
// WHOLE-NEXT: = note: `m0: aligned<40 bytes>` is requested by the type of `%s`
// WHOLE-NEXT: = note: `%a` and argument 0 of `@f` must have equal types
// SLICE: assigned the strides [10, 2] and the offset 12, the least that all tensors of its buffer allow
// SLICE: = note: stride(m0) = stride(m0 of `%a`), stride(m1) = 2 x stride(m1 of `%a`); its offset in the buffer is 1 x stride(m0 of `%a`) + 2 x stride(m1 of `%a`)
// OPEN: kept its layout open
// OPEN: its type states no order, strides or format
// ALL: `@f:%a` is a
// ALL: `@f:%s` is a
// ALL: `@f:%o` is a
// ALL-NEXT: `resolve-strides` kept its layout open
func.func @f(%a: tensor<4x6xf32>) {
  %s = "tensor.extract_slice"(%a) {static_offsets = array<i64: 1, 2>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 2>, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<4x6xf32>) -> tensor<2x2xf32, {reqs = #layout.reqs<m0: aligned<40 bytes>>}>
  %o = "test.op"(%a) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
