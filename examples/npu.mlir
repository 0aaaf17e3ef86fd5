// A user-defined target: `layoutc net.mlir --target=examples/npu.mlir --emit=vk-json`. The limits are invented. For a real
// device, vkGetPhysicalDeviceProperties2 returns them in VkPhysicalDeviceTensorPropertiesARM. A limit that is left out has
// the minimum that the specification requires. A feature that is left out is off.
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
