// Its limit is below what is legal.
layout.target @npu {limits = {maxTensorStride = 0 : i64}}
