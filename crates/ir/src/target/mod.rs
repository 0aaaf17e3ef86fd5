//! The targets of a module, and the one that it selects.
//!
//! In reading order: `table` lists the names and ranges of limits and features; `read` reads a [`Target`] from an op,
//! with the list of its `formats`; `choose` finds the target that a module selects.

mod choose;
mod formats;
mod read;
mod table;

pub use crate::registry::{
    Bandwidth, DataGraphFeatures, DeviceLimits, Features, FormatUsages, IndexCost, Limit, OpKind,
    SPEC_MIN, StorageIntegers, Target, TargetGroup, TargetRule,
};
pub use choose::unknown;
pub(crate) use read::{choice_of, faults, pattern_of};

/// The op that defines a target.
pub const TARGET_OP: &str = "layout.target";

/// The op that defines a rule of a target.
pub const RULE_OP: &str = "layout.rule";

/// The op that defines a group of a target.
pub const GROUP_OP: &str = "layout.group";

/// The name in the rule that applies to all ops without a rule for their name.
pub const ANY_OP: &str = "*";

/// The attribute with which a module selects its target.
pub const TARGET_ATTR: &str = "layout.target";

/// Returns the names of the limits that a target can list, in the order of `VkPhysicalDeviceTensorPropertiesARM`.
pub fn limit_names() -> impl Iterator<Item = &'static str> {
    table::LIMITS.iter().map(|row| row.name)
}

/// Returns the names of the features that a target can list, in the order of Vulkan's structures.
pub fn feature_names() -> impl Iterator<Item = &'static str> {
    table::FEATURES.iter().copied()
}

/// Returns the extension whose support a feature states; `None` if the feature is a member of a structure of Vulkan.
pub fn extension_of(feature: &str) -> Option<&'static str> {
    (feature == table::TENSOR_CONTROLS).then_some("VK_ARM_tensor_controls")
}

#[cfg(test)]
mod tests;
