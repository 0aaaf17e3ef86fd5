// The only target of the file is selected.
layout.target @npu {limits = {maxTensorDimensionCount = 5 : i64}, features = {tensorNonPacked = true}}
