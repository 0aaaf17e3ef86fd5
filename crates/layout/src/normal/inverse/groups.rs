//! Left inverses of modes whose strides are not nested.
//!
//! The modes are sorted by stride and split into *groups*: the modes of a group do not reach the greatest common divisor of
//! all further strides, so the sum of a group is a digit of the offset. A group of one mode is the digit itself. Of two
//! modes x and y with coprime strides a and b, x is `sum * a^-1 mod b`, and y follows. If the greatest stride of a larger
//! group is above the sum of its other modes, it divides the sum: the quotient is the index of that mode, and the
//! remainder is a sum of groups. The indices of all other groups are listed by their sum: a linear function, plus steps.
//! Sums without an index are virtual padding.

use super::listed::MAX_LISTED;
use super::map::InverseFault;
use super::steps::Steps;
use crate::domain::{Algebra, gcd, inverse_modulo};
use crate::index::Exprs;
use crate::normal::IndexDigit;
use crate::pipeline::{Layout, LayoutBuilder};
use crate::space::{DimId, IndexSpace, Shape};
use crate::stride::AddressError;
use crate::transform::{Embed, Merge, Pad, Slice};

/// A mode as a digit of the index in one dimension, with its stride.
type WeightedMode = (IndexDigit, i64);

/// The indices of a sum of modes whose strides have no common divisor.
#[derive(Clone, Debug)]
pub(super) enum SumInverse {
    /// The index of one mode of stride 1.
    One(WeightedMode),
    /// Two modes with coprime strides. The first has no more indices than the second has stride.
    Pair(WeightedMode, WeightedMode),
    /// A mode, whose index is the quotient of the sum by its stride, and the groups of the remainder.
    Quotient(WeightedMode, Vec<ModeGroup>),
    /// The index of each sum.
    List(Vec<Option<i64>>),
}

/// A group of modes: a digit of the offset, below `length`, that is `stride` times the sum of the group.
#[derive(Clone, Debug)]
pub(super) struct ModeGroup {
    pub(super) length: i64,
    pub(super) stride: i64,
    pub(super) inverse: SumInverse,
}

/// Returns a list without indices.
///
/// # Errors
/// It is too long.
pub(super) fn unlisted(length: i64) -> Result<Vec<Option<i64>>, InverseFault> {
    let size = usize::try_from(length).ok().filter(|_| length <= MAX_LISTED);
    size.map(|size| vec![None; size]).ok_or_else(|| AddressError::TooManySteps.into())
}

/// Returns the groups of modes with positive strides, by ascending unit.
pub(super) fn groups_of(
    mut modes: Vec<WeightedMode>,
    span: i64,
) -> Result<Vec<ModeGroup>, InverseFault> {
    modes.sort_by_key(|&(mode, stride)| (stride, mode.length));
    let mut groups = Vec::new();
    let mut unit = 1;
    let mut first = 0;
    let mut reach = 0i128;
    for at in 0..modes.len() {
        reach += last(&modes[at]);
        // All further strides are multiples of `apart`, which is a multiple of `unit`.
        let apart = common_divisor(&modes[at + 1..]);
        if apart != 0 && reach >= i128::from(apart) {
            continue;
        }
        let length = if apart == 0 { (span - 1) / unit + 1 } else { apart / unit };
        groups.push(group_of(&modes[first..=at], unit, length)?);
        (unit, first, reach) = (apart, at + 1, 0);
    }
    Ok(groups)
}

fn group_of(modes: &[WeightedMode], unit: i64, length: i64) -> Result<ModeGroup, InverseFault> {
    let common = common_divisor(modes);
    let scaled = modes.iter().map(|&(mode, stride)| (mode, stride / common));
    let inverse = match scaled.collect::<Vec<_>>()[..] {
        [one] => SumInverse::One(one),
        [a, b] if a.0.length <= b.1 => SumInverse::Pair(a, b),
        [a, b] => SumInverse::Pair(b, a),
        // The modes are in the order of their strides.
        [ref rest @ .., top] if reach(rest) < top.1.into() => {
            SumInverse::Quotient(top, groups_of(rest.to_vec(), top.1)?)
        }
        ref more => SumInverse::List(listed(more)?),
    };
    Ok(ModeGroup { length, stride: common / unit, inverse })
}

/// Returns the greatest sum of modes.
fn reach(modes: &[WeightedMode]) -> i128 {
    modes.iter().map(last).sum()
}

/// Returns the offset of the last index of a mode.
fn last(&(mode, stride): &WeightedMode) -> i128 {
    i128::from(mode.length - 1) * i128::from(stride)
}

/// Returns the greatest common divisor of the strides; 0 if there are none.
fn common_divisor(modes: &[WeightedMode]) -> i64 {
    modes.iter().map(|&(_, stride)| stride).fold(0, gcd)
}

/// Returns the index of each sum of modes.
fn listed(modes: &[WeightedMode]) -> Result<Vec<Option<i64>>, InverseFault> {
    let space = IndexSpace::below(modes.iter().map(|(mode, _)| mode.length));
    // An injective layout has no more indices than sums.
    let mut indices = unlisted(i64::try_from(reach(modes) + 1).unwrap_or(i64::MAX))?;
    for at in space.iter() {
        let terms = at.iter().zip(modes);
        let sum: i64 = terms.clone().map(|(at, (_, stride))| at * stride).sum();
        let slot = usize::try_from(sum).ok().and_then(|at| indices.get_mut(at));
        *slot.ok_or(AddressError::Overflow)? =
            Some(terms.map(|(at, (mode, _))| at * mode.weight).sum());
    }
    Ok(indices)
}

impl SumInverse {
    /// Returns the lengths and the strides of the dims of the index.
    fn index_dims(&self) -> Vec<(i64, i64)> {
        match self {
            SumInverse::One((one, _)) => vec![(one.length, one.weight)],
            SumInverse::Pair(a, b) => [a, b].map(|(it, _)| (it.length, it.weight)).to_vec(),
            SumInverse::Quotient((top, _), rest) => {
                [vec![(top.length, top.weight)], index_dims(rest)].concat()
            }
            SumInverse::List(list) => {
                vec![(list.iter().flatten().max().map_or(1, |last| last + 1), 1)]
            }
        }
    }
}

/// Returns the lengths and the strides of the dims of the index. Each group also has a dim of length 1. Its padding holds
/// the sums between multiples of the stride.
fn index_dims(groups: &[ModeGroup]) -> Vec<(i64, i64)> {
    groups.iter().flat_map(|group| [group.inverse.index_dims(), vec![(1, 0)]].concat()).collect()
}

/// Returns the layout of groups, from `span` offsets to the index in one dimension, after `start` offsets that are not
/// valid.
pub(super) fn layout_of(
    groups: &[ModeGroup],
    span: i64,
    start: i64,
) -> Result<Layout, InverseFault> {
    let (lengths, strides): (Vec<i64>, Vec<i64>) = index_dims(groups).into_iter().unzip();
    let last = lengths.iter().zip(&strides).map(|(length, stride)| (length - 1) * stride);
    let mut builder = LayoutBuilder::strided(&[last.sum::<i64>() + 1], &[1], 0)?;
    let base = builder.base_dims().to_vec();
    let index = builder.apply(Embed { lengths, strides }, &base)?;
    let offset = sum_of(groups, &mut builder, &index, span)?;
    let offset = builder.apply(Pad { low: start, high: 0 }, &[offset])?;
    Ok(builder.finish(&offset)?)
}

/// Returns the dim of the sums of groups below `span`, over the dims of the index.
fn sum_of(
    groups: &[ModeGroup],
    builder: &mut LayoutBuilder,
    index: &[DimId],
    span: i64,
) -> Result<DimId, InverseFault> {
    let mut index = index.iter().copied();
    let mut digits = Vec::new();
    for group in groups {
        let own: Vec<DimId> = index.by_ref().take(group.inverse.index_dims().len()).collect();
        let sum = group.sum(builder, &own)?;
        let rest: Vec<DimId> = index.by_ref().take(1).collect();
        let rest = builder.apply(Pad { low: 0, high: group.stride - 1 }, &rest)?[0];
        let digit = builder.apply(Merge, &[sum, rest])?;
        digits.push(builder.apply(Slice { begin: 0, end: group.length }, &digit)?[0]);
    }
    digits.reverse();
    let sum = builder.apply(Merge, &digits)?;
    Ok(builder.apply(Slice { begin: 0, end: span }, &sum)?[0])
}

impl ModeGroup {
    /// Returns the dim of the sum, over the dims of the index. It is long enough for the digit of the group.
    fn sum(&self, builder: &mut LayoutBuilder, index: &[DimId]) -> Result<DimId, InverseFault> {
        let length = (self.length - 1) / self.stride + 1;
        let (index, rest) = match &self.inverse {
            SumInverse::Quotient(..) => index.split_at(1),
            _ => (index, &[][..]),
        };
        let mut padded = Vec::new();
        for &dim in index {
            // Values outside the dim are not valid.
            padded.push(builder.apply(Pad { low: 0, high: 0 }, &[dim])?[0]);
        }
        match &self.inverse {
            SumInverse::One(_) => {
                let length = Embed { lengths: vec![length], strides: vec![1] };
                Ok(builder.apply(length, &padded)?[0])
            }
            SumInverse::Pair((_, a), (_, b)) => pair(builder, &padded, *a, *b, length),
            SumInverse::Quotient((_, stride), groups) => {
                let quotients = vec![(length - 1) / stride + 1];
                let quotient = Embed { lengths: quotients, strides: vec![1] };
                let quotient = builder.apply(quotient, &padded)?[0];
                let rest = sum_of(groups, builder, rest, *stride)?;
                Ok(builder.apply(Merge, &[quotient, rest])?[0])
            }
            SumInverse::List(list) => {
                Ok(Steps::from_list(list, length)?.build(builder, padded[0])?)
            }
        }
    }
}

/// Returns the dim of the sum of two dims with coprime strides.
fn pair(
    builder: &mut LayoutBuilder,
    dims: &[DimId],
    a: i64,
    b: i64,
    length: i64,
) -> Result<DimId, InverseFault> {
    let mut exprs = Exprs::new();
    let sum = exprs.var(0, length);
    let inverse = inverse_modulo(a.into(), b.into()).and_then(|it| i64::try_from(it).ok());
    let inverse = inverse.ok_or(AddressError::Overflow)?;
    let turned = exprs.linear(0, &[(inverse, sum)]);
    let x = exprs.digit(&turned, 1, Some(b));
    let rest = exprs.linear(0, &[(1, sum), (-a, x)]);
    let y = exprs.digit(&rest, b, None);
    let shape = Shape::of_static(&[length]).map_err(AddressError::from)?;
    Ok(builder.apply_components(&shape, &mut exprs, &[x, y], dims)?[0])
}
