//! The widest vector access along each logical dim.
//!
//! Normal forms prove most widths, which does not depend on size. If they do not, a few sampled groups refute most
//! wrong widths. The rest is decided by enumeration, or fails if there are too many indices.

use crate::index::Exprs;
use crate::pipeline::{IndependentComponent, Layout};

use crate::stride::AddressError;

/// The maximum vector width, in elements.
const WIDEST: i64 = crate::limits::VECTOR_WIDTH as i64;

impl Layout {
    /// Returns the vector width of each logical dim, in elements: the greatest power of two up to 64 that divides its
    /// length, such that every aligned group of that many indices along the dim is a vector. The indices of a vector
    /// are all valid or all invalid, their offsets are consecutive, and the first offset is a multiple of the width. If the
    /// values of a table are declared, this holds for all tables that keep the contract.
    ///
    /// # Errors
    /// A length is dynamic, an offset does not fit 64 bits, or the decision exceeds the limit on steps.
    pub fn vector_widths(&self) -> Result<Vec<i64>, AddressError> {
        self.check_static()?;
        (0..self.logical_dims.len()).map(|dim| self.vector_width(dim)).collect()
    }

    fn vector_width(&self, dim: usize) -> Result<i64, AddressError> {
        let length = self.ranges[self.logical_dims[dim].number()].count();
        let mut width = WIDEST.min(1 << length.trailing_zeros().min(62));
        while width > 1 && !self.reads_as_vector(dim, length, width)? {
            width /= 2;
        }
        Ok(width)
    }

    /// Returns `true` if every aligned group of this width along a dim is a vector. The width must divide the length.
    pub(super) fn reads_as_vector(
        &self,
        dim: usize,
        length: i64,
        width: i64,
    ) -> Result<bool, AddressError> {
        // Without valid indices, every group is a vector.
        if self.is_empty || self.is_proven(dim, length, width) {
            return Ok(true);
        }
        let examples = self.examples();
        if !examples.is_empty() {
            let mut refuted = examples.iter().map(|layout| layout.is_refuted(dim, length, width));
            return match refuted.find(|refuted| *refuted != Ok(false)) {
                Some(refuted) => refuted.map(|_| false),
                None => Err(AddressError::Declared),
            };
        }
        if self.is_refuted(dim, length, width)? {
            return Ok(false);
        }
        self.check_static()?;
        self.is_vector_everywhere(dim, width)
    }

    fn is_proven(&self, dim: usize, length: i64, width: i64) -> bool {
        let mut exprs = Exprs::new();
        let symbolic = self.to_exprs(&mut exprs);
        exprs.proves_aligned_vectors(
            symbolic.offset,
            &symbolic.predicates,
            (dim as u32, length),
            width,
        )
    }

    /// Returns `true` if a group at the ends or in the middle of all dims is not a vector.
    fn is_refuted(&self, along: usize, length: i64, width: i64) -> Result<bool, AddressError> {
        fn places(along: usize, width: i64, dim: usize, of: i64) -> [i64; 4] {
            let last = if dim == along { of / width - 1 } else { of - 1 };
            [0, last / 2, last, last.min(1)]
        }
        // Any index along a dynamic dim is sampled as the first.
        let lengths: Vec<i64> = self
            .logical_dims
            .iter()
            .map(|dim| self.length(*dim).get().map_or(1, |_| self.ranges[dim.number()].count()))
            .collect();
        let mut evaluator = self.evaluator();
        // Four positions per dim are too many combinations for many dims. These samples vary every dim.
        for trial in 0..256u32 {
            let mut index: Vec<i64> = Vec::with_capacity(lengths.len());
            for (dim, &of) in lengths.iter().enumerate() {
                let choice = (trial >> (2 * (dim % 4))) & 3;
                index.push(places(along, width, dim, of)[choice as usize]);
            }
            let group = index[along] * width;
            let mut check = Group::new(width);
            for lane in 0..width {
                index[along] = group + lane;
                let offset = evaluator.offset_of_inside(index.iter().copied())?;
                check.add(offset.map(|offset| offset.get()));
            }
            if check.fault().is_some() {
                return Ok(true);
            }
        }
        debug_assert!(length % width == 0);
        Ok(false)
    }

    /// Returns `true` if all groups are vectors, by enumeration of the dim's component and of the remainders of the
    /// others.
    fn is_vector_everywhere(&self, dim: usize, width: i64) -> Result<bool, AddressError> {
        let mut remainder = self.physical().offset().get().rem_euclid(width);
        for component in self.components() {
            let own = component.cut.iter().position(|&(cut, _)| cut == self.logical_dims[dim]);
            match self.remainder(component, own, width)? {
                OffsetRemainder::NeverValid => return Ok(true),
                OffsetRemainder::Differs => return Ok(false),
                OffsetRemainder::Always(part) => remainder = (remainder + part).rem_euclid(width),
            }
        }
        Ok(remainder == 0)
    }

    /// Returns the remainder of the partial offsets at which the groups along a dim of a component start, if all groups
    /// are vectors.
    fn remainder(
        &self,
        mut component: IndependentComponent,
        own: Option<usize>,
        width: i64,
    ) -> Result<OffsetRemainder, AddressError> {
        if !component.is_small() {
            return Err(AddressError::TooManySteps);
        }
        let mut lanes = 1;
        if let Some(own) = own {
            component.cut[own..].rotate_left(1);
            lanes = width;
        }
        let mut all = OffsetRemainder::NeverValid;
        let mut group = Group::new(lanes);
        self.enumerate(&component, |_, valid, offset| {
            group.add(valid.then_some(offset));
            if group.lanes == lanes {
                if !group.is_contiguous {
                    all = OffsetRemainder::Differs;
                } else if let Some(start) = group.start {
                    all = all.with(start.rem_euclid(width));
                }
                group = Group::new(lanes);
            }
            all != OffsetRemainder::Differs
        });
        Ok(all)
    }
}

/// The remainder of the partial offsets of a component, modulo a width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OffsetRemainder {
    /// No index is valid.
    NeverValid,
    /// All valid indices have this remainder.
    Always(i64),
    /// Remainders differ, or a group is not a vector.
    Differs,
}

impl OffsetRemainder {
    fn with(self, remainder: i64) -> OffsetRemainder {
        match self {
            OffsetRemainder::NeverValid => OffsetRemainder::Always(remainder),
            OffsetRemainder::Always(other) if other == remainder => self,
            _ => OffsetRemainder::Differs,
        }
    }
}

/// The reason why a group of adjacent indices is not a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupFault {
    /// Not all indices are valid or all invalid.
    PartlyValid,
    /// The offsets are not consecutive.
    NotContiguous,
    /// The first offset is not a multiple of the width.
    Misaligned {
        /// The offset of the first index, in elements.
        start: i64,
        /// The number of indices.
        width: i64,
    },
}

impl_display!(GroupFault {
    Self::PartlyValid => "has valid and invalid indices",
    Self::NotContiguous => "is not contiguous",
    Self::Misaligned { start, width } =>
        "starts at offset {start}, which is not a multiple of {width}",
});

/// A group of adjacent indices along a dim, added one after another.
pub(super) struct Group {
    width: i64,
    lanes: i64,
    /// The offset of the first index; `None` if that index is invalid.
    start: Option<i64>,
    /// `true` if the indices so far are all valid or all invalid.
    is_uniform: bool,
    /// `true` if the offsets so far are consecutive, or no index so far is valid.
    is_contiguous: bool,
}

impl Group {
    pub(super) fn new(width: i64) -> Group {
        Group { width, lanes: 0, start: None, is_uniform: true, is_contiguous: true }
    }

    pub(super) fn add(&mut self, offset: Option<i64>) {
        debug_assert!(self.lanes < self.width);
        if self.lanes == 0 {
            self.start = offset;
        }
        self.is_uniform &= self.start.is_some() == offset.is_some();
        self.is_contiguous &= match (self.start, offset) {
            (Some(start), Some(offset)) => offset.checked_sub(start) == Some(self.lanes),
            (None, None) => true,
            _ => false,
        };
        self.lanes += 1;
    }

    /// Returns the reason why a complete group is not a vector; `None` if it is one.
    pub(super) fn fault(&self) -> Option<GroupFault> {
        let width = self.width;
        match self.start {
            _ if !self.is_uniform => Some(GroupFault::PartlyValid),
            _ if !self.is_contiguous => Some(GroupFault::NotContiguous),
            Some(start) if start.rem_euclid(width) != 0 => {
                Some(GroupFault::Misaligned { start, width })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pipeline::LayoutBuilder;
    use crate::space::DimId;
    use crate::transform::*;

    fn widths(builder: LayoutBuilder, logical_dims: &[DimId]) -> Vec<i64> {
        builder.finish(logical_dims).unwrap().vector_widths().unwrap()
    }

    #[test]
    fn vector_width_is_limited_by_row_alignment() {
        let builder = LayoutBuilder::strided(&[3, 24], &[40, 1], 8).unwrap();
        let dims = builder.base_dims().to_vec();
        assert_eq!(widths(builder, &dims), [1, 8]);
        let builder = LayoutBuilder::strided(&[3, 24], &[40, 1], 4).unwrap();
        let dims = builder.base_dims().to_vec();
        assert_eq!(widths(builder, &dims), [1, 4]);
    }

    #[test]
    fn merged_dim_is_contiguous_across_digits() {
        let mut builder = LayoutBuilder::packed(&[1 << 20, 6, 16]).unwrap();
        let &[a, b, c] = builder.base_dims() else { panic!() };
        let merged = builder.apply(Merge, &[b, c]).unwrap();
        assert_eq!(widths(builder, &[a, merged[0]]), [1, 32]);
    }

    #[test]
    fn vector_width_divides_pads() {
        let padded = |low, high| {
            let mut builder = LayoutBuilder::packed(&[16]).unwrap();
            let dims = builder.base_dims().to_vec();
            let top = builder.apply(Pad { low, high }, &dims).unwrap();
            widths(builder, &top)
        };
        assert_eq!((padded(8, 8), padded(4, 12), padded(2, 14)), (vec![8], vec![4], vec![2]));
    }

    #[test]
    fn vector_width_keeps_blocks_that_xor_moves() {
        let mut builder = LayoutBuilder::packed(&[8, 4, 8]).unwrap();
        let &[a, b, c] = builder.base_dims() else { panic!() };
        let permuted = builder.apply(Xor, &[a, b]).unwrap();
        let row = builder.apply(Merge, &[permuted[1], c]).unwrap();
        assert_eq!(widths(builder, &[permuted[0], row[0]]), [1, 8]);
    }
}
