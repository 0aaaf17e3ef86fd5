//! Swizzles of offsets, as layouts.

use layout::transform::{Embed, Freeze, Insert, Merge, Offset, Xor};
use layout::{DimId, Layout, LayoutBuilder, LayoutFault, MixedRadix, RadixDigit};

/// A swizzle: `bits` bits at `base + shift` are added without carry to the bits at `base`. With a negative shift, the
/// bits at `base` are added to those at `base - shift`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OffsetSwizzle {
    pub(super) bits: u32,
    pub(super) base: u32,
    pub(super) shift: i32,
}

/// The maximum number of bits of an offset that a swizzle can reach.
pub(super) const MOST_BITS: u32 = 60;

impl OffsetSwizzle {
    /// Returns the swizzle of an offset that is not negative.
    pub(super) fn apply(self, offset: i64) -> i64 {
        let mask = ((1i64 << self.bits) - 1) << self.base;
        match self.shift {
            shift @ 0.. => offset ^ ((offset >> shift) & mask),
            shift => offset ^ ((offset & mask) << -shift),
        }
    }

    /// Returns the layout that swizzles the offsets of another.
    ///
    /// Memory is split into the bits above, the upper field, the bits between, the lower field and the bits below. An
    /// `xor` changes one field by the other, and their merge is the offset before the swizzle.
    pub(super) fn over(self, radix: &MixedRadix) -> Result<Layout, LayoutFault> {
        let (least, greatest) = radix
            .layout(None)?
            .offset_range()
            .ok()
            .flatten()
            .ok_or_else(|| LayoutFault::new("the offsets below a swizzle cannot be bounded"))?;
        if least.get() < 0 {
            let message =
                format!("an offset below a swizzle must be at least 0, but one is {least:#}");
            return Err(LayoutFault::new(message));
        }
        let (field, between) = (1i64 << self.bits, 1i64 << (self.shift.unsigned_abs() - self.bits));
        let (below, top) = (1i64 << self.base, self.base + self.shift.unsigned_abs() + self.bits);
        let above = (greatest.get() >> top) + 1;
        let mut builder = LayoutBuilder::packed(&[above, field, between, field, below])?;
        let &[above, upper, between, lower, below] = builder.base_dims() else {
            return Err(LayoutFault::new("memory has five dims"));
        };
        let fields = match self.shift > 0 {
            true => builder.apply(Xor, &[upper, lower])?,
            false => {
                let turned = builder.apply(Xor, &[lower, upper])?;
                vec![turned[1], turned[0]]
            }
        };
        let offset = builder.apply(Merge, &[above, fields[0], between, fields[1], below])?[0];
        with_digits(builder, offset, radix)
    }
}

/// Returns the layout whose offset is a dim: the sum of digits of the logical dims.
fn with_digits(
    mut builder: LayoutBuilder,
    offset: DimId,
    radix: &MixedRadix,
) -> Result<Layout, LayoutFault> {
    let offset = match radix.offset {
        0 => offset,
        by => builder.apply(Offset { by }, &[offset])?[0],
    };
    let digits: Vec<RadixDigit> =
        radix.dims.iter().flat_map(|digits| digits.iter().rev().copied()).collect();
    let lengths = digits.iter().map(|digit| digit.length).collect();
    let strides = digits.iter().map(|digit| digit.stride).collect();
    let mut lower = match digits.is_empty() {
        true => {
            builder.apply(Freeze { at: 0 }, &[offset])?;
            Vec::new()
        }
        false => builder.apply(Embed { lengths, strides }, &[offset])?,
    }
    .into_iter();
    let mut logical = Vec::new();
    for digits in &radix.dims {
        let own: Vec<DimId> = lower.by_ref().take(digits.len()).collect();
        logical.push(match own[..] {
            [one] => one,
            [] => builder.apply(Insert { length: 1 }, &[])?[0],
            _ => builder.apply(Merge, &own)?[0],
        });
    }
    builder.finish(&logical)
}
