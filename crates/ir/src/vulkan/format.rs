//! One registered format.

/// A `VkFormat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// `VK_FORMAT_R16_SFLOAT`.
    pub name: &'static str,
    /// Its value.
    pub value: i64,
    /// Bytes of one element (of a texel block).
    pub bytes: u64,
    /// Components of one element; a tensor's has one.
    pub components: u8,
}
