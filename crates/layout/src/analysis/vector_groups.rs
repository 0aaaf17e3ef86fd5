//! The layout of aligned groups of neighbors: its index counts groups, and its offset is that of the first element.

use super::vector::{Group, GroupFault};
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::{Dim, LogicalIndex, RankError};
use crate::stride::AddressError;
use crate::transform::Embed;

/// The most indices that the search for a group that is not a vector visits.
const MAX_VISITED: i64 = crate::limits::VISITED as i64;

/// The reason why a layout has no vectors of a width.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VectorFault {
    /// The number of entries differs from the number of dims.
    Rank(RankError),
    /// A number is below 1, or not exactly one number is above 1.
    Numbers,
    /// The length of the dim is dynamic.
    Dynamic(Dim),
    /// The length of the dim is not a multiple of the width.
    Remainder {
        /// The dim.
        dim: Dim,
        /// Its length.
        length: i64,
        /// The number of elements in a vector.
        width: i64,
        /// The greatest width of vectors along the dim, as [`Layout::vector_widths`] returns it; `None` if it is
        /// unknown.
        widest: Option<i64>,
    },
    /// A group is not a vector.
    Group {
        /// The dim.
        dim: Dim,
        /// The number of elements in a vector.
        width: i64,
        /// As in [`VectorFault::Remainder`].
        widest: Option<i64>,
        /// The first index of such a group and what is wrong with it; `None` if the search for it visits too many
        /// indices.
        witness: Option<(LogicalIndex, GroupFault)>,
    },
    /// The error that kept the analysis from deciding.
    Undecided(AddressError),
    /// The groups are not a layout.
    Layout(LayoutFault),
}

impl VectorFault {
    /// Returns the greatest width of vectors along the dim at fault; `None` if it is unknown or no dim is at fault.
    pub fn widest(&self) -> Option<(Dim, i64)> {
        match *self {
            VectorFault::Remainder { dim, widest, .. } | VectorFault::Group { dim, widest, .. } => {
                Some((dim, widest?))
            }
            _ => None,
        }
    }
}

impl_error!(VectorFault {
    Self::Rank(error) => "{error}",
    Self::Numbers => "a vector must have one number above 1, and 1 for each of the other dims",
    Self::Dynamic(dim) => "the length of {dim} must be static, but is dynamic",
    Self::Remainder { dim, length, width, .. } =>
        "the length of {dim}, {length}, is not a multiple of {width}",
    Self::Group { dim, width, witness: None, .. } =>
        "groups of {width} along {dim} are not vectors",
    Self::Group { dim, width, witness: Some((at, fault)), .. } =>
        "groups of {width} along {dim} are not vectors: the group at index {at} {fault}",
    Self::Undecided(error) => "{error}",
    Self::Layout(fault) => "{fault}",
});

impl_from! { VectorFault { Rank(RankError), Undecided(AddressError), Layout(LayoutFault) } }

impl Layout {
    /// Returns the layout of aligned groups of `vector` elements, one number for each logical dim. Its index counts
    /// groups. Its offset and its predicate are those of the first element of a group.
    ///
    /// # Errors
    /// Not exactly one number is above 1, or a group is not a vector: its indices are not all valid or all invalid,
    /// their offsets are not consecutive, or the first offset is not a multiple of the width.
    pub fn vector_groups(&self, vector: &[i64]) -> Result<Layout, VectorFault> {
        let rank = self.shape().len();
        RankError::unless_equal(rank, vector.len())?;
        let wide: Vec<usize> = (0..rank).filter(|&dim| vector[dim] != 1).collect();
        let [place] = wide[..] else { return Err(VectorFault::Numbers) };
        let width = vector[place];
        if width < 1 {
            return Err(VectorFault::Numbers);
        }
        let groups = self.check_groups(place, width)?;
        let mut builder = LayoutBuilder::from_layout(self);
        let mut dims = builder.base_dims().to_vec();
        let split = Embed { lengths: vec![groups], strides: vec![width] };
        dims[place] = builder.apply(split, &[dims[place]])?[0];
        Ok(builder.finish(&dims)?)
    }

    /// Checks that all groups along a dim are vectors, and returns how many there are.
    fn check_groups(&self, place: usize, width: i64) -> Result<i64, VectorFault> {
        let dim = self.shape().dims().nth(place).expect("the dim is below the rank");
        let length = self.shape()[dim].get().ok_or(VectorFault::Dynamic(dim))?;
        let is_multiple = length % width == 0;
        if is_multiple && self.reads_as_vector(place, length, width)? {
            return Ok(length / width);
        }
        let widest = self.vector_widths().ok().and_then(|widths| widths.get(place).copied());
        if !is_multiple {
            return Err(VectorFault::Remainder { dim, length, width, widest });
        }
        let witness = self.faulty_group(place, width);
        Err(VectorFault::Group { dim, width, widest, witness })
    }

    /// Returns the first index of a group that is not a vector, and its fault; `None` if the search visits too many
    /// indices.
    fn faulty_group(&self, place: usize, width: i64) -> Option<(LogicalIndex, GroupFault)> {
        let lengths: Vec<i64> =
            self.shape().values().map(|length| length.get().unwrap_or(1)).collect();
        let mut index = vec![0; lengths.len()];
        let mut steps = vec![1; lengths.len()];
        steps[place] = width;
        let mut evaluator = self.evaluator();
        for _ in 0..MAX_VISITED / width {
            let mut group = Group::new(width);
            for lane in 0..width {
                let lanes = (0..)
                    .zip(&index)
                    .map(|(at, &component)| if at == place { component + lane } else { component });
                let offset = evaluator.offset_of_inside(lanes).ok()?;
                group.add(offset.map(|offset| offset.get()));
            }
            if let Some(fault) = group.fault() {
                return Some((LogicalIndex::new(index.iter().copied()).ok()?, fault));
            }
            let next = (0..index.len()).rev().find(|&at| index[at] + steps[at] < lengths[at])?;
            index[next] += steps[next];
            index[next + 1..].fill(0);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transform::Pad;
    use expect_test::{Expect, expect};

    fn check(layout: &Layout, vector: &[i64], expect: Expect) {
        let found = match layout.vector_groups(vector) {
            Ok(groups) => format!("{} groups", groups.shape()),
            Err(fault) => format!("{fault}; {:?}", fault.widest().map(|(_, width)| width)),
        };
        expect.assert_eq(&found);
    }

    fn padded(low: i64, high: i64) -> Layout {
        let mut builder = LayoutBuilder::strided(&[3, 16], &[20, 1], 0).unwrap();
        let &[row, column] = builder.base_dims() else { panic!() };
        let top = builder.apply(Pad { low, high }, &[column]).unwrap();
        builder.finish(&[row, top[0]]).unwrap()
    }

    #[test]
    fn groups_have_the_offsets_of_their_first_elements() {
        let layout = padded(4, 12);
        let groups = layout.vector_groups(&[1, 4]).unwrap();
        let index = |values: [i64; 2]| LogicalIndex::new(values).unwrap();
        for (row, group) in (0..3).flat_map(|row| (0..8).map(move |group| (row, group))) {
            let first = layout.offset_of(&index([row, 4 * group])).unwrap();
            assert_eq!(groups.offset_of(&index([row, group])).unwrap(), first);
        }
    }

    #[test]
    fn groups_are_contiguous_valid_and_aligned() {
        check(&padded(4, 12), &[1, 4], expect!["[3, 8] groups"]);
        check(&padded(4, 12), &[1, 2], expect!["[3, 16] groups"]);
        check(
            &padded(4, 12),
            &[1, 8],
            expect![
                "groups of 8 along d1 are not vectors: the group at index [0, 0] has valid and invalid indices; Some(4)"
            ],
        );
        check(
            &padded(2, 14),
            &[1, 4],
            expect![
                "groups of 4 along d1 are not vectors: the group at index [0, 0] has valid and invalid indices; Some(2)"
            ],
        );
        check(
            &padded(4, 12),
            &[3, 1],
            expect![
                "groups of 3 along d0 are not vectors: the group at index [0, 4] is not contiguous; Some(1)"
            ],
        );
        check(
            &padded(4, 12),
            &[1, 5],
            expect!["the length of d1, 32, is not a multiple of 5; Some(4)"],
        );
        check(
            &padded(4, 12),
            &[1, 1],
            expect![
                "a vector must have one number above 1, and 1 for each of the other dims; None"
            ],
        );
        check(
            &padded(4, 12),
            &[3, 4],
            expect![
                "a vector must have one number above 1, and 1 for each of the other dims; None"
            ],
        );
        check(
            &padded(4, 12),
            &[1, -4],
            expect![
                "a vector must have one number above 1, and 1 for each of the other dims; None"
            ],
        );
        check(&padded(4, 12), &[4], expect!["expected 2 dims, found 1; None"]);
        let shifted = LayoutBuilder::strided(&[3, 8], &[8, 1], 2).unwrap();
        let dims = shifted.base_dims().to_vec();
        check(
            &shifted.finish(&dims).unwrap(),
            &[1, 4],
            expect![
                "groups of 4 along d1 are not vectors: the group at index [0, 0] starts at offset 2, which is not a multiple of 4; Some(2)"
            ],
        );
    }

    #[test]
    fn width_need_not_be_a_power_of_two() {
        let builder = LayoutBuilder::strided(&[3, 12], &[12, 1], 0).unwrap();
        let dims = builder.base_dims().to_vec();
        let layout = builder.finish(&dims).unwrap();
        check(&layout, &[1, 12], expect!["[3, 1] groups"]);
        check(&layout, &[1, 6], expect!["[3, 2] groups"]);
    }
}
