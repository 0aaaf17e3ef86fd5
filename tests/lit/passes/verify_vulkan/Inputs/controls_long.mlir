// A target with VK_ARM_tensor_controls and long dims.
layout.target @controls {
  limits = {maxTensorElements = 1000000 : i64, maxPerDimensionTensorElements = 1000000 : i64, maxTensorSize = 1000000 : i64},
  features = {tensorControls = true}
} {
}
