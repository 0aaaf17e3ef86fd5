//! The names and value ranges of the limits and features in a `layout.target`.
//!
//! The table includes limits that no layout depends on, so that an op can list all properties of a device. Such limits
//! are checked and kept in the op.

/// A limit: its name, and its least and greatest valid value.
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

/// The bandwidths, in bytes per tick. The greatest one keeps the time of one byte below 2^16 time units.
pub(super) const BANDWIDTHS: &[LimitRow] = &[row("read", 1, 1 << 16), row("write", 1, 1 << 16)];

/// The workgroup memory in which kernels transpose tiles, in bytes.
pub(super) const WORKGROUP_MEMORY: LimitRow = row("workgroup_memory", 1, U32);

/// The integer members of `VkPhysicalDeviceTensorPropertiesARM`, in its order. The members for `UpdateAfterBind` are 0
/// on a device without `descriptorBindingStorageTensorUpdateAfterBind`.
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

/// The feature that strides depend on.
pub(super) const NON_PACKED: &str = "tensorNonPacked";

/// The feature of tensors with a rolling backing: the support of VK_ARM_tensor_controls, which has no feature structure.
pub(super) const TENSOR_CONTROLS: &str = "tensorControls";

/// The features that kernels depend on: the integers of storage buffers.
pub(super) const BYTES: &str = "storageBuffer8BitAccess";
pub(super) const HALVES: &str = "storageBuffer16BitAccess";
pub(super) const LONGS: &str = "shaderInt64";

/// The features that pipelines of data graphs depend on.
pub(super) const GRAPHS: &str = "dataGraph";
pub(super) const GRAPH_MODULES: &str = "dataGraphShaderModule";

/// The members of `VkPhysicalDeviceTensorFeaturesARM`, in its order, and those of `VkPhysicalDevice8BitStorageFeatures`,
/// `VkPhysicalDevice16BitStorageFeatures` and `VkPhysicalDeviceFeatures` that kernels depend on. Then the members of
/// `VkPhysicalDeviceDataGraphFeaturesARM` that pipelines need; last, the extensions without such members.
pub(super) const FEATURES: &[&str] = &[
    NON_PACKED,
    "shaderTensorAccess",
    "shaderStorageTensorArrayDynamicIndexing",
    "shaderStorageTensorArrayNonUniformIndexing",
    "descriptorBindingStorageTensorUpdateAfterBind",
    "tensors",
    BYTES,
    HALVES,
    LONGS,
    GRAPHS,
    GRAPH_MODULES,
    TENSOR_CONTROLS,
];
