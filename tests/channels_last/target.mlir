// The layouts of ExecuTorch's pass `ToContiguousChannelsLastPass`: convolutions and pools over two dims have images with
// the channels innermost, elementwise ops have one layout for all their tensors, and all other ops read and write
// contiguous tensors. Inputs and outputs are contiguous. Filters may have any layout.
#image = [#layout.choice<(NHWC, any...) -> NHWC, when = [rank(0) == 4]>,
          #layout.choice<(row_major, any...) -> row_major, when = [rank(0) != 4]>]
#pool = [#layout.choice<(NHWC) -> NHWC...>]
#elementwise = [#layout.choice<same>, #layout.choice<(row_major...) -> row_major...>]

layout.target @executorch {
  summary = "the layouts of ExecuTorch's channels-last pass",
  limits = {
    maxTensorDimensionCount = 15 : i64,                         // orders have at most 15 dims
    maxTensorElements = 9223372036854775807 : i64,              // no known bound
    maxPerDimensionTensorElements = 9223372036854775807 : i64,  // the same
    maxTensorStride = 9223372036854775807 : i64,                // the same
    maxTensorSize = 9223372036854775807 : i64                   // the same
  },
  features = {tensorNonPacked = true}
} {
  layout.rule "aten.convolution" #image
  layout.rule "aten.avg_pool2d" #pool
  layout.rule "aten.max_pool2d_with_indices" #pool

  layout.rule "aten.add" #elementwise
  layout.rule "aten.eq" #elementwise
  layout.rule "aten.full_like" #elementwise
  layout.rule "aten.gelu" #elementwise
  layout.rule "aten.logical_not" #elementwise
  layout.rule "aten.mul" #elementwise
  layout.rule "aten.sigmoid" #elementwise
  layout.rule "aten.sub" #elementwise
  layout.rule "aten.tanh" #elementwise
  layout.rule "aten.where" #elementwise

  // These ops move no data. An `expand` of the matrix is the shape that its operand has already.
  layout.rule "aten.permute" view {kind = "transpose", permutation = "dims"}
  layout.rule "aten.view" view {kind = "reshape"}
  layout.rule "aten.squeeze" view {kind = "reshape"}
  layout.rule "aten.unsqueeze" view {kind = "reshape"}
  layout.rule "aten.slice" view {kind = "slice", offsets = "offsets", sizes = "sizes", strides = "strides"}
  layout.rule "aten.select" view {kind = "slice", offsets = "offsets", sizes = "sizes", strides = "strides"}
  layout.rule "aten.split_with_sizes" view {kind = "split", axis = "dim"}
  layout.rule "aten.cat" view {kind = "concat", axis = "dim"}
  layout.rule "aten.clone" view {kind = "identity"}
  layout.rule "aten.expand" view {kind = "identity"}

  layout.rule "*" [#layout.choice<(row_major...) -> row_major...>]
}
