//! The usages of tensors that a device supports, by format and tiling.
//!
//! A target states them by its attribute `formats`. They are the format features of `VkTensorFormatPropertiesARM` and
//! `VkTensorExplicitTilingFormatPropertiesARM`, translated to the usages that need them ("Format Feature Dependent Usage
//! Flags" of the Vulkan specification).

use std::collections::BTreeMap;

/// The usages of tensors that a device supports, by format and tiling. All numbers are Vulkan's: values of `VkFormat` and
/// `VkTensorTilingARM`, and masks of `VkTensorUsageFlagBitsARM`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormatUsages {
    masks: BTreeMap<(i64, i64), i64>,
}

impl FormatUsages {
    /// Adds usages to those of a format with a tiling.
    pub fn add(&mut self, format: i64, tiling: i64, usages: i64) {
        *self.masks.entry((format, tiling)).or_default() |= usages;
    }

    /// Returns the mask of the usages of a format with a tiling; 0 if there are none.
    pub fn get(&self, format: i64, tiling: i64) -> i64 {
        self.masks.get(&(format, tiling)).copied().unwrap_or(0)
    }

    /// Returns all formats and tilings with their masks, sorted.
    pub fn iter(&self) -> impl Iterator<Item = (i64, i64, i64)> {
        self.masks.iter().map(|(&(format, tiling), &usages)| (format, tiling, usages))
    }
}
