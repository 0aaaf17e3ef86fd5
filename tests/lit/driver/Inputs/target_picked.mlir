// The module selects one of its targets.
module attributes {layout.target = @large} {
  layout.target @small
  layout.target @large {limits = {maxTensorDimensionCount = 6 : i64}, features = {tensorNonPacked = true}}
}
