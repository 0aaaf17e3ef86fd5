// RUN: layoutc %s --passes=resolve-strides | FileCheck %s

// The limits of the target are requirements.
module attributes {layout.target = @npu} {
  layout.target @npu {limits = {maxTensorStride = 64}, features = {tensorNonPacked = true}}

  // A packed tensor is described without strides, so that limits on strides do not apply.
  // CHECK: layout.tensor @packed {{.*}}strides = [100, 1]
  layout.tensor @packed : tensor<4x100xf16, {order = #layout.order<NC>}>

  // CHECK: layout.tensor @padded {{.*}}strides = [32, 1]
  layout.tensor @padded : tensor<4x20xf16, {reqs = #layout.reqs<m0: aligned<64 bytes>>}>

  // Limits on strides do not apply to a tiling without strides either.
  // CHECK: layout.tensor @tiled {{.*}}strides = [64, 1]
  layout.tensor @tiled {tiling = "OPTIMAL"} : tensor<4x40xf16, {reqs = #layout.reqs<m0: aligned<128 bytes>>}>
}
