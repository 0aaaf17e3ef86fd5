//! The names that a `layout.target` may use, and the values that go with them.
//!
//! Limits that no layout depends on are checked and carried by the op, so that the properties of a device can be
//! written down as a whole.

/// A limit: its name and its least and greatest value.
pub(super) struct LimitRow {
    pub(super) name: &'static str,
    pub(super) least: u64,
    pub(super) greatest: u64,
}

const U32: u64 = u32::MAX as u64;
const I64: u64 = i64::MAX as u64;

const fn row(name: &'static str, least: u64, greatest: u64) -> LimitRow {
    LimitRow { name, least, greatest }
}

/// The members of `VkPhysicalDeviceTensorPropertiesARM` that are numbers, in its order. Those on updates after
/// binding are 0 where the device has no such feature.
pub(super) const LIMITS: &[LimitRow] = &[
    row("maxTensorDimensionCount", 1, U32),
    row("maxTensorElements", 1, u64::MAX),
    row("maxPerDimensionTensorElements", 1, u64::MAX),
    row("maxTensorStride", 1, I64),
    row("maxTensorSize", 1, u64::MAX),
    row("maxTensorShaderAccessArrayLength", 1, U32),
    row("maxTensorShaderAccessSize", 1, U32),
    row("maxDescriptorSetStorageTensors", 1, U32),
    row("maxPerStageDescriptorSetStorageTensors", 1, U32),
    row("maxDescriptorSetUpdateAfterBindStorageTensors", 0, U32),
    row("maxPerStageDescriptorUpdateAfterBindStorageTensors", 0, U32),
    row("shaderTensorSupportedStages", 1, U32),
];

/// The feature that layouts depend on.
pub(super) const NON_PACKED: &str = "tensorNonPacked";

/// The members of `VkPhysicalDeviceTensorFeaturesARM`, in its order.
pub(super) const FEATURES: &[&str] = &[
    NON_PACKED,
    "shaderTensorAccess",
    "shaderStorageTensorArrayDynamicIndexing",
    "shaderStorageTensorArrayNonUniformIndexing",
    "descriptorBindingStorageTensorUpdateAfterBind",
    "tensors",
];
