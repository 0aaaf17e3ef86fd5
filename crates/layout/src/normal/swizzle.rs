//! CuTe's swizzle `S<bits,base,shift>`, a permutation of offsets.

use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::DimId;
use crate::transform::{Merge, Unmerge, Xor};

/// CuTe's `S<bits,base,shift>`: `bits` bits of an offset, which start at bit `base` + `shift`, are added by exclusive or to
/// the bits that start at bit `base`. A negative shift exchanges the two fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitSwizzle {
    bits: i64,
    base: i64,
    shift: i64,
}

impl BitSwizzle {
    /// The swizzle that changes no offset.
    pub const IDENTITY: BitSwizzle = BitSwizzle { bits: 0, base: 0, shift: 0 };

    /// The number of low bits of an offset that a swizzle can reach.
    pub const MAX_BITS: i64 = crate::limits::INDEX_BITS as i64;

    /// Returns a swizzle.
    ///
    /// # Errors
    /// A number of bits is negative, the two fields overlap, or a field ends above bit 62.
    pub fn new(bits: i64, base: i64, shift: i64) -> Result<BitSwizzle, LayoutFault> {
        let most = BitSwizzle::MAX_BITS;
        let ends = [bits, base, shift.saturating_abs()];
        if ends.iter().any(|end| !(0..=most).contains(end)) || ends.iter().sum::<i64>() > most {
            return Err(LayoutFault::new(format!(
                "the bits of a swizzle must be within the first {most}, but are S<{bits},{base},{shift}>"
            )));
        }
        if shift.abs() < bits {
            return Err(LayoutFault::new(format!(
                "the shift of a swizzle of {bits} bits must be at least {bits}, but is {shift}"
            )));
        }
        Ok(BitSwizzle { bits, base, shift })
    }

    /// Returns the number of bits of a field.
    pub fn bits(self) -> i64 {
        self.bits
    }

    /// Returns the first bit of the lower field.
    pub fn base(self) -> i64 {
        self.base
    }

    /// Returns the distance of the fields, negative if the lower one is read.
    pub fn shift(self) -> i64 {
        self.shift
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

    /// Returns the least power of two that holds both fields and offsets up to `greatest`.
    ///
    /// # Errors
    /// It does not fit 62 bits.
    pub fn length(self, greatest: i64) -> Result<i64, LayoutFault> {
        let end = self.base + self.shift.abs() + self.bits;
        let needed = i64::from(64 - greatest.max(0).leading_zeros());
        let bits = end.max(needed);
        if bits > BitSwizzle::MAX_BITS {
            return Err(LayoutFault::new("the offsets of a swizzle must fit 62 bits"));
        }
        Ok(1 << bits)
    }

    /// Applies the swizzle to a dim of memory whose length is a power of two that holds both fields, and returns the dim
    /// above it.
    ///
    /// # Errors
    /// The length is not this power of two.
    pub fn over(self, builder: &mut LayoutBuilder, memory: DimId) -> Result<DimId, LayoutFault> {
        if self.bits == 0 {
            return Ok(memory);
        }
        let end = self.base + self.shift.abs() + self.bits;
        let length = builder.length(memory).get().filter(|length| length.count_ones() == 1);
        let top = length.map(|length| i64::from(length.trailing_zeros()) - end);
        let Some(top @ 0..) = top else {
            let message =
                format!("the memory of a swizzle must be a power of two of at least 2^{end}");
            return Err(LayoutFault::new(message));
        };
        let between = self.shift.abs() - self.bits;
        let parts = [top, self.bits, between, self.bits, self.base];
        let lengths = parts.iter().map(|bits| 1 << bits).collect();
        let mut dims = builder.apply(Unmerge { lengths }, &[memory])?;
        let (from, to) = if self.shift < 0 { (3, 1) } else { (1, 3) };
        let fields = builder.apply(Xor, &[dims[from], dims[to]])?;
        (dims[from], dims[to]) = (fields[0], fields[1]);
        Ok(builder.apply(Merge, &dims)?[0])
    }

    /// Returns the swizzle as a layout of one dim, whose length is the least power of two that holds both fields and
    /// `size` offsets.
    ///
    /// # Errors
    /// The length does not fit 62 bits.
    pub fn layout(self, size: i64) -> Result<Layout, LayoutFault> {
        let mut builder = LayoutBuilder::packed(&[self.length(size.max(1) - 1)?])?;
        let memory = builder.base_dims()[0];
        let whole = self.over(&mut builder, memory)?;
        builder.finish(&[whole])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Elems, LogicalIndex};

    #[test]
    fn fields_reach_the_highest_bit() {
        let swizzle = BitSwizzle::new(2, 1, 59).unwrap();
        let layout = swizzle.layout(1).unwrap();
        for (offset, image) in [(1 << 60, 1 << 60 | 2), (3 << 60 | 2, 3 << 60 | 4), (6, 6)] {
            assert_eq!(swizzle.apply(offset), image);
            assert_eq!(swizzle.apply(image), offset);
            let index = LogicalIndex::new([offset]).unwrap();
            assert_eq!(layout.offset_of(&index), Ok(Some(Elems::new(image))));
        }
        let fault = |bits, base, shift| BitSwizzle::new(bits, base, shift).unwrap_err().message;
        let outside = "the bits of a swizzle must be within the first 62, but are S<2,1,60>";
        assert_eq!(fault(2, 1, 60), outside);
        assert_eq!(fault(i64::MAX, 0, i64::MIN).split(',').count(), 4);
        let overlap = "the shift of a swizzle of 3 bits must be at least 3, but is -2";
        assert_eq!(fault(3, 0, -2), overlap);
    }
}
