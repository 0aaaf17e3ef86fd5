// Tensors of every kind of coordinates: permuted with padding, split into lanes, merged, smaller than a byte. The target
// allows 4 dims, so that tensors with more are merged.
layout.target @four {
  limits = {maxTensorDimensionCount = 4 : i64, maxTensorElements = 65536 : i64, maxPerDimensionTensorElements = 65536 : i64,
            maxTensorStride = 65536 : i64, maxTensorSize = 65536 : i64},
  features = {tensorNonPacked = true},
  vector_dims = true
}
layout.tensor @pixels : tensor<2x3x4x5xi16, {order = #layout.order<NHWC>, reqs = #layout.reqs<m2: aligned<16 bytes>>}>
layout.tensor @lanes : tensor<2x11x3x2xi8, {format = #layout.format<chw4>}>
layout.tensor @merged : tensor<2x3x1x2x3x2xi32>
layout.tensor @nibbles : tensor<3x5x6xi4>
layout.tensor @flags : tensor<3x16xi1>
layout.tensor @long : tensor<3x4xi64>
layout.tensor @scalar : tensor<ui32>
layout.tensor @moved : tensor<2x3xui8, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 4], offset = 64}>
