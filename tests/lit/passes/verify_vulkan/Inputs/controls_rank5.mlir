// A target with VK_ARM_tensor_controls that allows 5 dims.
layout.target @controls {limits = {maxTensorDimensionCount = 5 : i64}, features = {tensorControls = true}} {
}
