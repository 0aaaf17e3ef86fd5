//! Targets: the limits and features that layouts and descriptions must keep to.
//!
//! Plain data. The numbers are those of `VkPhysicalDeviceTensorPropertiesARM` and
//! `VkPhysicalDeviceTensorFeaturesARM`; no device is asked.

/// What a device bounds. The names in parentheses are Vulkan's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most physical dims of a tensor (`maxTensorDimensionCount`).
    pub max_dimension_count: u32,
    /// The most elements of a tensor (`maxTensorElements`).
    pub max_elements: u64,
    /// The greatest length of a dim, in elements (`maxPerDimensionTensorElements`).
    pub max_per_dimension_elements: u64,
    /// The greatest stride, in bytes (`maxTensorStride`).
    pub max_stride: i64,
    /// The most bytes of a tensor (`maxTensorSize`).
    pub max_size: u64,
}

/// What a device can do beyond the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Strides may leave gaps (`tensorNonPacked`).
    pub non_packed: bool,
}

/// A target with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// As `--target=` takes it.
    pub name: &'static str,
    /// One sentence for `--list-targets`.
    pub summary: &'static str,
    /// What it bounds.
    pub limits: Limits,
    /// What it can do.
    pub features: Features,
}

/// ARM's emulation layer. Its five limits are the `maxStorageBufferRange` of the driver below it;
/// the number here was measured on llvmpipe.
pub const EMULATION: Target = Target {
    name: "emulation",
    summary: "ARM's emulation layer for Vulkan over a software driver",
    limits: Limits {
        max_dimension_count: 6,
        max_elements: 1 << 27,
        max_per_dimension_elements: 1 << 27,
        max_stride: 1 << 27,
        max_size: 1 << 27,
    },
    features: Features { non_packed: true },
};

/// What every device with the extension offers: the required minima of the specification.
pub const SPEC_MIN: Target = Target {
    name: "spec_min",
    summary: "the least that the Vulkan specification guarantees",
    limits: Limits {
        max_dimension_count: 4,
        max_elements: 1 << 16,
        max_per_dimension_elements: 1 << 16,
        max_stride: 1 << 16,
        max_size: 1 << 16,
    },
    features: Features { non_packed: false },
};

/// The builtin targets, sorted by name.
pub const ALL: &[Target] = &[EMULATION, SPEC_MIN];

/// The builtin target with this name.
pub fn find(name: &str) -> Option<&'static Target> {
    ALL.iter().find(|target| target.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_sorted_and_found() {
        assert!(ALL.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert_eq!(find("emulation"), Some(&EMULATION));
        assert_eq!(find("npu"), None);
    }
}
