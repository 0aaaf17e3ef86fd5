// The module says which of its targets is meant.
module attributes {layout.target = @large} {
  layout.target @small
  layout.target @large {limits = {maxTensorDimensionCount = 6 : i64}, features = {tensorNonPacked = true}}
}
