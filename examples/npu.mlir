// A target of one's own: `layoutc net.mlir --target=examples/npu.mlir --emit=vk-json`. The figures are made up; those of a
// device are what vkGetPhysicalDeviceProperties2 gives in VkPhysicalDeviceTensorPropertiesARM. A limit that is not
// given is the least that devices must offer, a feature that is not given is off.
layout.target @npu {
  summary = "a device with few dims and long rows",
  limits = {
    maxTensorDimensionCount = 5 : i64,
    maxTensorElements = 16777216 : i64,
    maxPerDimensionTensorElements = 1048576 : i64,
    maxTensorStride = 4194304 : i64,   // bytes
    maxTensorSize = 67108864 : i64     // bytes
  },
  features = {tensorNonPacked = true}
}
