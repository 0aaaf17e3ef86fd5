//! CuTe's swizzle `S<bits,base,shift>`, a permutation of offsets.

use super::fault::AlgebraFault;
use super::tiler::Tiler;
use crate::pipeline::{Layout, LayoutBuilder};
use crate::transform::{Merge, Unmerge, Xor};

/// The number of bits of an offset.
const OFFSET_BITS: i64 = 62;

/// CuTe's `S<bits,base,shift>`: `bits` bits of an offset, which start at bit `base` + `shift`, are added by exclusive or to
/// the bits that start at bit `base`. A negative shift exchanges the two fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitSwizzle {
    bits: i64,
    base: i64,
    shift: i64,
}

impl BitSwizzle {
    /// Returns a swizzle.
    ///
    /// # Errors
    /// A number of bits is negative, the two fields overlap, or a field ends above bit 62.
    pub fn new(bits: i64, base: i64, shift: i64) -> Result<BitSwizzle, AlgebraFault> {
        let fits = (0..=OFFSET_BITS).contains(&bits)
            && (0..=OFFSET_BITS).contains(&base)
            && (bits..=OFFSET_BITS).contains(&shift.saturating_abs())
            && bits + base + shift.abs() <= OFFSET_BITS;
        if fits {
            Ok(BitSwizzle { bits, base, shift })
        } else {
            Err(AlgebraFault::Swizzle(bits, base, shift))
        }
    }

    /// Returns the first bit of the field that is read, and of the field that changes.
    fn fields(self) -> (i64, i64) {
        let far = self.base + self.shift.abs();
        if self.shift < 0 { (self.base, far) } else { (far, self.base) }
    }

    /// Returns the image of an offset, which must not be negative.
    pub fn apply(self, offset: i64) -> i64 {
        let (from, to) = self.fields();
        offset ^ (((offset >> from) & ((1 << self.bits) - 1)) << to)
    }

    /// Returns the swizzle as a layout of one dim, whose length is the least power of two that holds both fields and
    /// `size` offsets.
    ///
    /// # Errors
    /// The length does not fit 62 bits.
    pub fn layout(self, size: i64) -> Result<Layout, AlgebraFault> {
        let fault = AlgebraFault::Swizzle(self.bits, self.base, self.shift);
        let end = self.base + self.shift.abs() + self.bits;
        let needed = i64::from(64 - (size.max(1) - 1).leading_zeros());
        let length = end.max(needed);
        if length > OFFSET_BITS {
            return Err(fault);
        }
        let mut builder = LayoutBuilder::packed(&[1 << length])?;
        let memory = builder.base_dims().to_vec();
        if self.bits == 0 {
            return Ok(builder.finish(&memory)?);
        }
        let between = self.shift.abs() - self.bits;
        let parts = [length - end, self.bits, between, self.bits, self.base];
        let lengths = parts.iter().map(|bits| 1 << bits).collect();
        let split = builder.apply(Unmerge { lengths }, &memory)?;
        let &[top, high, middle, low, rest] = &split[..] else { return Err(fault) };
        let (high, low) = if self.shift < 0 {
            let permuted = builder.apply(Xor, &[low, high])?;
            (permuted[1], permuted[0])
        } else {
            let permuted = builder.apply(Xor, &[high, low])?;
            (permuted[0], permuted[1])
        };
        let whole = builder.apply(Merge, &[top, high, middle, low, rest])?;
        Ok(builder.finish(&whole)?)
    }
}

impl Layout {
    /// Returns the layout with its offsets permuted by a swizzle: CuTe's `S<bits,base,shift> o layout`.
    ///
    /// # Errors
    /// An offset is negative or does not fit 62 bits, or a length is dynamic.
    pub fn swizzled(&self, swizzle: BitSwizzle) -> Result<Layout, AlgebraFault> {
        let Some((low, high)) = self.offset_range()? else { return Err(AlgebraFault::Empty) };
        if low.get() < 0 {
            return Err(AlgebraFault::Negative { at: self.first_at(low)?, offset: low.get() });
        }
        let permutation = swizzle.layout(high.get().saturating_add(1))?;
        Ok(self.with_elem_of(permutation.compose(&Tiler::Whole(self.clone()))?))
    }
}
