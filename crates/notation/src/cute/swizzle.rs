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
pub(super) const MAX_BITS: u32 = crate::limits::SWIZZLE_BITS as u32;

impl OffsetSwizzle {
    /// The swizzle that changes no offset.
    pub(super) const IDENTITY: OffsetSwizzle = OffsetSwizzle { bits: 0, base: 0, shift: 0 };

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

    /// Returns the swizzles, small fields first, that read bits below `read` and change bits below `changed`.
    pub(super) fn below(read: u32, changed: u32) -> impl Iterator<Item = OffsetSwizzle> {
        let top = read.max(changed).min(MAX_BITS);
        let fields = (1..=top / 2).flat_map(move |bits| {
            let distances = bits..=top.saturating_sub(bits);
            distances.flat_map(move |distance| {
                let bases = 0..=top.saturating_sub(bits + distance);
                bases.map(move |base| (bits, base, distance))
            })
        });
        fields.flat_map(move |(bits, base, distance)| {
            let (low, high, shift) = (base + bits, base + distance + bits, distance as i32);
            let down = (high <= read && low <= changed).then_some(shift);
            let up = (low <= read && high <= changed).then_some(-shift);
            down.into_iter().chain(up).map(move |shift| OffsetSwizzle { bits, base, shift })
        })
    }
}
