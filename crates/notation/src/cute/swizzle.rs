//! The numbers of a swizzle. The core has its meaning.

use layout::{AlgebraFault, BitSwizzle, Layout};

/// A swizzle: `bits` bits at `base + shift` are added without carry to the bits at `base`. With a negative shift, the
/// bits at `base` are added to those at `base - shift`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OffsetSwizzle {
    pub(super) bits: u32,
    pub(super) base: u32,
    pub(super) shift: i32,
}

/// The maximum number of bits of an offset that a swizzle can reach.
pub(super) const MAX_BITS: u32 = 60;

impl OffsetSwizzle {
    /// Returns the swizzle of the core.
    ///
    /// # Errors
    /// The fields overlap.
    pub(super) fn of_core(self) -> Result<BitSwizzle, AlgebraFault> {
        BitSwizzle::new(self.bits.into(), self.base.into(), self.shift.into())
    }

    /// Returns the layout that swizzles the offsets of another.
    ///
    /// # Errors
    /// An offset is negative, or cannot be bounded.
    pub(super) fn over(self, layout: Layout) -> Result<Layout, AlgebraFault> {
        if self.bits == 0 {
            return Ok(layout);
        }
        layout.swizzled(self.of_core()?)
    }
}
