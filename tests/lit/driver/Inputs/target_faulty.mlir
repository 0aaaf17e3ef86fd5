// The limit is below the required minimum.
layout.target @npu {limits = {maxTensorStride = 0 : i64}}
