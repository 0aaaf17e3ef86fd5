//! Nested tuples, and the nesting of the logical dims of a layout.
//!
//! A logical dim is a nested mode of CuTe if it is the merge of its parts. Its *profile* is the tuple of the lengths of
//! these parts, the first the fastest. The profile is read from the transforms, so it is not part of the identity of a
//! layout.

use std::fmt;

use crate::normal::{MixedRadix, RadixDigit, coalesced};
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::{DimId, Elems, checked_product};
use crate::transform::{Insert, Merge, Transform, Unmerge};

/// The maximum depth of a profile. Deeper merges are one part.
const MAX_DEPTH: usize = 64;

/// A nested tuple. The first item of a tuple of dims, modes or digits is the fastest.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Nested<T> {
    /// One item.
    Leaf(T),
    /// A tuple, which may have one item.
    Tuple(Vec<Nested<T>>),
}

impl<T> Nested<T> {
    /// Returns the only item, or a tuple of several items.
    pub(super) fn of_items(items: Vec<T>) -> Nested<T> {
        let mut leaves: Vec<Nested<T>> = items.into_iter().map(Nested::Leaf).collect();
        match leaves.pop() {
            Some(only) if leaves.is_empty() => only,
            last => Nested::Tuple(leaves.into_iter().chain(last).collect()),
        }
    }

    /// Returns the item of a leaf; `None` for a tuple.
    pub fn leaf(&self) -> Option<&T> {
        match self {
            Nested::Leaf(item) => Some(item),
            Nested::Tuple(_) => None,
        }
    }

    /// Returns the items of a tuple, or the only item.
    pub fn into_items(self) -> Vec<Nested<T>> {
        match self {
            Nested::Tuple(items) => items,
            leaf => vec![leaf],
        }
    }

    /// Returns the tuple of the results of a function, which is called in order.
    pub fn map<U>(&self, function: &mut impl FnMut(&T) -> U) -> Nested<U> {
        match self {
            Nested::Leaf(item) => Nested::Leaf(function(item)),
            Nested::Tuple(items) => {
                Nested::Tuple(items.iter().map(|item| item.map(function)).collect())
            }
        }
    }

    /// Returns the tuple of the results of a function, which is called in order.
    ///
    /// # Errors
    /// The first error of the function.
    pub fn try_map<U, E>(
        &self,
        function: &mut impl FnMut(&T) -> Result<U, E>,
    ) -> Result<Nested<U>, E> {
        Ok(match self {
            Nested::Leaf(item) => Nested::Leaf(function(item)?),
            Nested::Tuple(items) => {
                let items = items.iter().map(|item| item.try_map(function));
                Nested::Tuple(items.collect::<Result<_, E>>()?)
            }
        })
    }
}

impl<T: fmt::Display> fmt::Display for Nested<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Nested::Leaf(item) => item.fmt(f),
            Nested::Tuple(items) => {
                f.write_str("(")?;
                for (at, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if at > 0 { "," } else { "" })?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Merges dims into one, the first the fastest. No dims become a dim of length 1.
pub(super) fn first_fastest(
    builder: &mut LayoutBuilder,
    dims: &[DimId],
) -> Result<DimId, LayoutFault> {
    match dims {
        [] => Ok(builder.apply(Insert { length: 1 }, &[])?[0]),
        [dim] => Ok(*dim),
        _ => {
            let slowest_first: Vec<DimId> = dims.iter().rev().copied().collect();
            Ok(builder.apply(Merge, &slowest_first)?[0])
        }
    }
}

/// Splits a dim into the parts of its profile, the first the fastest. A part keeps the profile that it has in the layout.
pub(super) fn unmerged(
    builder: &mut LayoutBuilder,
    dim: DimId,
    parts: &[Nested<i64>],
) -> Result<Vec<DimId>, LayoutFault> {
    let lengths = parts.iter().rev().map(Nested::size).collect();
    let mut split = builder.apply(Unmerge { lengths }, &[dim])?;
    split.reverse();
    let mut dims = Vec::new();
    for (part, dim) in parts.iter().zip(split) {
        dims.push(match part {
            Nested::Leaf(_) => dim,
            Nested::Tuple(parts) => {
                Nested::of_items(unmerged(builder, dim, parts)?).merged(builder)?
            }
        });
    }
    Ok(dims)
}

impl Nested<DimId> {
    /// Merges each tuple into one dim.
    pub(super) fn merged(&self, builder: &mut LayoutBuilder) -> Result<DimId, LayoutFault> {
        match self {
            Nested::Leaf(dim) => Ok(*dim),
            Nested::Tuple(items) => {
                let dims = items.iter().map(|item| item.merged(builder));
                let dims: Vec<DimId> = dims.collect::<Result<_, _>>()?;
                match dims[..] {
                    [only] => Ok(builder.apply(Merge, &[only])?[0]),
                    _ => first_fastest(builder, &dims),
                }
            }
        }
    }
}

impl Nested<i64> {
    /// Returns the product of the lengths of a profile, which fits 64 bits.
    fn size(&self) -> i64 {
        self.checked_size().unwrap_or(i64::MAX)
    }

    /// Returns the product of the numbers of a shape; `None` if it does not fit 64 bits.
    pub fn checked_size(&self) -> Option<i64> {
        match self {
            Nested::Leaf(length) => Some(*length),
            Nested::Tuple(parts) => {
                let sizes = parts.iter().map(Nested::checked_size);
                checked_product(sizes.collect::<Option<Vec<i64>>>()?)
            }
        }
    }

    /// Returns this profile with one part for each leaf of another one, as CuTe's `coalesce(A,T)` has: the parts below the
    /// leaves are joined.
    pub fn coalesced(&self, to: &Nested<i64>) -> Nested<i64> {
        match (self, to) {
            (Nested::Tuple(parts), Nested::Tuple(leaves)) => {
                let joined = parts.iter().zip(leaves).map(|(part, leaf)| part.coalesced(leaf));
                let others = parts.iter().skip(leaves.len()).cloned();
                Nested::Tuple(joined.chain(others).collect())
            }
            _ => Nested::Leaf(self.size()),
        }
    }

    /// Returns the digits at the parts of a profile. A part of several digits becomes a tuple.
    fn split(&self, digits: &mut Vec<RadixDigit>) -> Option<Nested<RadixDigit>> {
        let mut rest = match self {
            Nested::Leaf(length) => *length,
            Nested::Tuple(parts) => {
                let parts = parts.iter().map(|part| part.split(digits));
                return Some(Nested::Tuple(parts.collect::<Option<_>>()?));
            }
        };
        let mut own = Vec::new();
        while rest > 1 {
            let digit = digits.pop()?;
            let length = digit.length.min(rest);
            if rest % length != 0 || digit.length % length != 0 {
                return None;
            }
            own.push(RadixDigit { length, ..digit });
            if digit.length > length {
                let stride = digit.stride.checked_mul(length)?;
                digits.push(RadixDigit { length: digit.length / length, stride });
            }
            rest /= length;
        }
        if own.is_empty() {
            own.push(RadixDigit { length: 1, stride: 0 });
        }
        Some(Nested::of_items(own))
    }

    /// Returns the index, in one dimension, of a coordinate: a number, or a tuple with the nesting of this profile.
    ///
    /// # Errors
    /// A part of the coordinate does not fit the part of the profile there.
    fn index_of(&self, at: &Nested<i64>) -> Result<i64, LayoutFault> {
        match (self, at) {
            (_, Nested::Leaf(index)) if (0..self.size()).contains(index) => Ok(*index),
            (_, Nested::Leaf(index)) => Err(LayoutFault::new(format!(
                "{index} is outside 0 to {} of the shape {self}",
                self.size() - 1
            ))),
            (Nested::Tuple(parts), Nested::Tuple(items)) if parts.len() == items.len() => {
                let mut sum = 0;
                let mut weight = 1;
                for (part, item) in parts.iter().zip(items) {
                    sum += part.index_of(item)? * weight;
                    weight *= part.size();
                }
                Ok(sum)
            }
            _ => Err(LayoutFault::new(format!("{at} is not a coordinate of the shape {self}"))),
        }
    }
}

impl Layout {
    /// Returns the profile of each logical dim. A dim that is not a merge, or has a dynamic length, is one part.
    pub fn profile(&self) -> Vec<Nested<i64>> {
        let length = &mut |&part: &DimId| self.length(part).get().unwrap_or(1);
        self.parts().iter().map(|dim| dim.map(length)).collect()
    }

    /// Returns the modes of a layout without offset that is read from memory by merges alone, with the strides of modes of
    /// length 1; `None` for another layout.
    pub fn stored_modes(&self) -> Option<Vec<Nested<RadixDigit>>> {
        let memory = self.physical();
        let mode = |part: &DimId| {
            let place = self.base_dims().iter().position(|dim| dim == part)?;
            let length = memory.shape().values().nth(place)?.get()?;
            let stride = memory.strides().values().nth(place)?.get();
            Some(RadixDigit { length, stride })
        };
        let parts = self.parts().into_iter();
        let modes = parts.map(|dim| dim.try_map(&mut |part| mode(part).ok_or(())).ok());
        modes.collect::<Option<_>>().filter(|_| memory.offset() == Elems::ZERO)
    }

    /// Returns dims that take the place of the logical dims of this layout as one mode. A layout of one nested dim is a tuple
    /// of one mode, as in CuTe.
    pub(super) fn as_mode(&self, dims: Vec<DimId>) -> Nested<DimId> {
        match self.profile().first() {
            Some(Nested::Leaf(_)) => Nested::of_items(dims),
            _ => Nested::Tuple(dims.into_iter().map(Nested::Leaf).collect()),
        }
    }

    /// Returns the dims that merges join to each logical dim, the first the fastest.
    fn parts(&self) -> Vec<Nested<DimId>> {
        let mut merges: Vec<Option<&[DimId]>> = vec![None; self.dims_len()];
        for stage in self.stages().filter(|stage| *stage.transform() == Transform::Merge(Merge)) {
            for dim in stage.results() {
                merges[dim.number()] = Some(stage.operands());
            }
        }
        self.logical_dims().iter().map(|&dim| parts_of(dim, &merges, 0)).collect()
    }

    /// Returns the logical index of a coordinate: a component for each dim, which is a number, or a tuple with the profile
    /// of the dim.
    ///
    /// # Errors
    /// The part of the coordinate that does not fit the profile.
    pub fn index_of(&self, at: &[Nested<i64>]) -> Result<Vec<i64>, LayoutFault> {
        let profile = self.profile();
        if profile.len() != at.len() {
            let whole = Nested::Tuple(at.to_vec());
            return Nested::Tuple(profile).index_of(&whole).map(|index| vec![index]);
        }
        profile.iter().zip(at).map(|(dim, at)| dim.index_of(at)).collect()
    }

    /// Returns the logical index of an index in one dimension: its digits are the components, the first the fastest.
    ///
    /// # Errors
    /// The number is not the index of an element.
    pub fn index_in_one_dimension(&self, index: i64) -> Result<Vec<i64>, LayoutFault> {
        let mut rest = Nested::Tuple(self.profile()).index_of(&Nested::Leaf(index))?;
        let components = self.profile().into_iter().map(|dim| {
            let size = dim.size();
            let component = rest % size;
            rest /= size;
            component
        });
        Ok(components.collect())
    }

    /// Returns the layout of an offset and of nested modes, one for each logical dim.
    ///
    /// # Errors
    /// There are more than 64 modes, a length is below 1, or a count or an offset does not fit 64 bits.
    pub fn from_modes(offset: i64, modes: &[Nested<RadixDigit>]) -> Result<Layout, LayoutFault> {
        let mut leaves = Vec::new();
        let mut trees = Vec::new();
        for mode in modes {
            trees.push(mode.map(&mut |digit| {
                leaves.push(vec![*digit]);
                leaves.len() - 1
            }));
        }
        let flat = MixedRadix::of_modes(offset, leaves)?.layout(None)?;
        let mut builder = LayoutBuilder::from_layout(&flat);
        let dims = builder.base_dims().to_vec();
        let mut logical = Vec::new();
        for tree in &trees {
            logical.push(tree.map(&mut |&leaf| dims[leaf]).merged(&mut builder)?);
        }
        builder.finish(&logical)
    }

    /// Returns the same function with a profile, which has the lengths of the logical dims. A part of several modes becomes
    /// a tuple. A dim whose parts are not modes has the fewest modes. A layout that has no modes is unchanged.
    pub fn with_profile(self, profile: &[Nested<i64>]) -> Layout {
        let Some(form) = self.modes() else { return self };
        let nested = Layout::from_modes(form.offset, &form.nested(profile));
        match nested.or_else(|_| form.layout(None)) {
            Ok(layout) => self.with_elem_of(layout),
            Err(_) => self,
        }
    }

    /// Returns the same function as modes above memory if it has modes, and unchanged otherwise. The profile remains.
    pub(super) fn simplified(self) -> Layout {
        let profile = self.profile();
        self.with_profile(&profile)
    }
}

fn parts_of(dim: DimId, merges: &[Option<&[DimId]>], depth: usize) -> Nested<DimId> {
    match merges[dim.number()].filter(|_| depth < MAX_DEPTH) {
        Some(slowest_first) => {
            let parts = slowest_first.iter().rev();
            Nested::Tuple(parts.map(|&part| parts_of(part, merges, depth + 1)).collect())
        }
        None => Nested::Leaf(dim),
    }
}

impl MixedRadix {
    /// Returns the digits of each dim as nested modes, with the profiles of the dims. A dim whose parts are not sums of
    /// digits has the fewest digits.
    pub fn nested(&self, profile: &[Nested<i64>]) -> Vec<Nested<RadixDigit>> {
        let dims = self.dims.iter().zip(&self.lengths).zip(profile);
        dims.map(|((digits, &length), profile)| {
            let mut slowest_first = coalesced(digits.iter().copied());
            slowest_first.reverse();
            let fewest = slowest_first.clone();
            profile.split(&mut slowest_first).unwrap_or_else(|| {
                let split = Nested::Leaf(length).split(&mut fewest.clone());
                split.unwrap_or_else(|| Nested::of_items(fewest.into_iter().rev().collect()))
            })
        })
        .collect()
    }
}
