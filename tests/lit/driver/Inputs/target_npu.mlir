// The only target of the file is the one that is meant.
layout.target @npu {limits = {maxTensorDimensionCount = 5 : i64}, features = {tensorNonPacked = true}}
