//! The mode form of a layout: CuTe's `shape:stride`.
//!
//! A *mode* is `length` indices at distance `stride`. The index of a logical dim is split into the indices of its modes,
//! the first mode the fastest, and the offset is the sum of each index times its stride. Not every layout has this form:
//! layouts with an xor, with virtual padding, or with a split that the strides do not follow have none.

use std::collections::BTreeSet;

use crate::domain::Algebra;
use crate::index::{Expr, Exprs};
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::{DimId, IndexSpace, MAX_RANK};
use crate::transform::{Embed, Insert, Merge, Offset};

const MAX_EVALUATED: u128 = crate::limits::EVALUATED as u128;

/// Indices at equal distances: `length:stride` in CuTe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LayoutMode {
    /// The number of indices, at least 1.
    pub length: i64,
    /// The distance between the offsets of adjacent indices, in elements.
    pub stride: i64,
}

/// A layout as modes. The offset is the sum of each mode's index times its stride, plus the offset of index zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ModeForm {
    /// The offset of index zero, in elements.
    pub offset: i64,
    /// The modes of each logical dim, the first the fastest. A dim without modes has length 1.
    pub dims: Vec<Vec<LayoutMode>>,
}

impl ModeForm {
    /// Returns all modes as one list, coalesced. The first mode of the first dim is the fastest.
    pub fn flat(&self) -> Vec<LayoutMode> {
        coalesced(self.dims.iter().flatten().copied())
    }
}

/// Returns the fewest modes with the same offsets: modes of length 1 are dropped, and a mode whose stride continues the
/// mode before it is joined with that mode.
pub(super) fn coalesced(modes: impl IntoIterator<Item = LayoutMode>) -> Vec<LayoutMode> {
    let mut all: Vec<LayoutMode> = Vec::new();
    for mode in modes.into_iter().filter(|mode| mode.length > 1) {
        match all.last_mut() {
            Some(last) if last.stride.checked_mul(last.length) == Some(mode.stride) => {
                // All lengths together have a product below 2^63.
                last.length *= mode.length;
            }
            _ => all.push(mode),
        }
    }
    all
}

impl Layout {
    /// Returns the coalesced modes of each logical dim; `None` if the layout has no such form, a length is dynamic, or an
    /// index is not valid.
    pub fn modes(&self) -> Option<ModeForm> {
        let lengths: Option<Vec<i64>> = self.shape().values().map(|len| len.get()).collect();
        let lengths = lengths?;
        let mut exprs = Exprs::new();
        let symbolic = self.to_exprs(&mut exprs);
        if self.is_empty() || !symbolic.predicates.is_empty() || symbolic.offset == Expr::OVERFLOW {
            return None;
        }
        let form = symbolic_modes(&exprs, symbolic.offset, &lengths)?;
        if form.to_expr(&mut exprs, &lengths) == symbolic.offset {
            return Some(form);
        }
        self.evaluated_modes(&lengths)
    }

    /// Returns the modes of a small layout, from all of its offsets.
    fn evaluated_modes(&self, lengths: &[i64]) -> Option<ModeForm> {
        let space = IndexSpace::below(lengths.iter().copied());
        if space.count() > MAX_EVALUATED {
            return None;
        }
        let mut evaluator = self.evaluator();
        let mut offset_at = |index: &[i64]| {
            let offset = evaluator.offset_of_inside(index.iter().copied()).ok().flatten();
            offset.map(|offset| offset.get())
        };
        let offset = offset_at(&vec![0; lengths.len()])?;
        let mut dims = Vec::new();
        for (at, &length) in lengths.iter().enumerate() {
            let mut index = vec![0; lengths.len()];
            let along = |value| {
                index[at] = value;
                offset_at(&index)?.checked_sub(offset)
            };
            dims.push(modes_along(length, along)?);
        }
        let form = ModeForm { offset, dims };
        space
            .iter()
            .all(|index| offset_at(&index).is_some_and(|offset| form.at(&index) == Some(offset)))
            .then_some(form)
    }

    /// Returns a layout with these modes, one logical dim for each list.
    ///
    /// # Errors
    /// A length is below 1, there are more than 15 dims, or counts or offsets do not fit 64 bits.
    pub fn from_modes(form: &ModeForm) -> Result<Layout, LayoutFault> {
        let moving = form.dims.iter().flatten().filter(|mode| mode.length != 1);
        let modes: Vec<LayoutMode> = moving.copied().collect();
        let (mut builder, upper) = base_of(&modes, form.offset)?;
        let mut upper = upper.into_iter();
        let mut logical = Vec::new();
        for modes in &form.dims {
            let count = modes.iter().filter(|mode| mode.length != 1).count();
            let own: Vec<DimId> = upper.by_ref().take(count).collect();
            logical.push(first_fastest(&mut builder, &own)?);
        }
        builder.finish(&logical)
    }
}

/// Returns a builder with one dim for each mode, in the order of the modes.
fn base_of(modes: &[LayoutMode], offset: i64) -> Result<(LayoutBuilder, Vec<DimId>), LayoutFault> {
    if modes.len() > MAX_RANK {
        return embedded_base_of(modes, offset);
    }
    let mut order: Vec<usize> = (0..modes.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse((modes[at].stride.unsigned_abs(), at)));
    let lengths: Vec<i64> = order.iter().map(|&at| modes[at].length).collect();
    let strides: Vec<i64> = order.iter().map(|&at| modes[at].stride).collect();
    let builder = LayoutBuilder::strided(&lengths, &strides, offset)?;
    let mut upper = builder.base_dims().to_vec();
    for (&at, &dim) in order.iter().zip(builder.base_dims()) {
        upper[at] = dim;
    }
    Ok((builder, upper))
}

/// Returns a builder over memory of one dim, for more modes than memory may have dims.
fn embedded_base_of(
    modes: &[LayoutMode],
    offset: i64,
) -> Result<(LayoutBuilder, Vec<DimId>), LayoutFault> {
    let overflow = || LayoutFault::new("an offset does not fit 64 bits");
    let (mut low, mut high) = (0i64, 0i64);
    for mode in modes {
        let end = mode.stride.checked_mul(mode.length - 1).ok_or_else(overflow)?;
        low = low.checked_add(end.min(0)).ok_or_else(overflow)?;
        high = high.checked_add(end.max(0)).ok_or_else(overflow)?;
    }
    let length = high.checked_sub(low).and_then(|span| span.checked_add(1)).ok_or_else(overflow)?;
    let begin = offset.checked_add(low).ok_or_else(overflow)?;
    let mut builder = LayoutBuilder::strided(&[length], &[1], begin)?;
    let memory = builder.base_dims().to_vec();
    let moved = builder.apply(Offset { by: -low }, &memory)?;
    let embed = Embed {
        lengths: modes.iter().map(|mode| mode.length).collect(),
        strides: modes.iter().map(|mode| mode.stride).collect(),
    };
    let upper = builder.apply(embed, &moved)?;
    Ok((builder, upper))
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

impl ModeForm {
    /// Returns the offset at an index; `None` if it does not fit 64 bits.
    fn at(&self, index: &[i64]) -> Option<i64> {
        let mut offset = i128::from(self.offset);
        for (modes, &component) in self.dims.iter().zip(index) {
            let mut rest = component;
            for mode in modes {
                offset += i128::from(rest % mode.length) * i128::from(mode.stride);
                rest /= mode.length;
            }
        }
        i64::try_from(offset).ok()
    }

    /// Returns the offset in normal form.
    fn to_expr(&self, exprs: &mut Exprs, lengths: &[i64]) -> Expr {
        let mut terms = Vec::new();
        for (number, (modes, &length)) in (0..).zip(self.dims.iter().zip(lengths)) {
            let index = exprs.var(number, length);
            let mut weight = 1;
            for mode in modes {
                terms.push((mode.stride, exprs.digit(&index, weight, Some(mode.length))));
                weight *= mode.length;
            }
        }
        exprs.linear(self.offset, &terms)
    }
}

/// Returns the modes that the digits of an expression in normal form suggest. They are not proven. `None` if an offset
/// does not fit 64 bits.
fn symbolic_modes(exprs: &Exprs, offset: Expr, lengths: &[i64]) -> Option<ModeForm> {
    let mut cuts = vec![BTreeSet::new(); lengths.len()];
    exprs.collect_cuts(offset, &mut cuts);
    let zero = exprs.eval(offset, &vec![0; lengths.len()])?;
    let mut dims = Vec::new();
    for (at, &length) in lengths.iter().enumerate() {
        let mut weights = vec![1];
        for &cut in cuts[at].iter().filter(|&&cut| cut < length && length % cut == 0) {
            if cut % weights[weights.len() - 1] == 0 {
                weights.push(cut);
            }
        }
        weights.dedup();
        let mut modes = Vec::new();
        for (place, &weight) in weights.iter().enumerate().filter(|_| length > 1) {
            let mut index = vec![0; lengths.len()];
            index[at] = weight;
            let stride = exprs.eval(offset, &index)?.checked_sub(zero)?;
            let end = weights.get(place + 1).unwrap_or(&length);
            modes.push(LayoutMode { length: end / weight, stride });
        }
        dims.push(coalesced(modes));
    }
    Some(ModeForm { offset: zero, dims })
}

/// Returns the only coalesced modes that a function of one index below `length` may have, from its values. `None` if a
/// value is missing. Each mode ends at the least divisor of the length at which the function leaves its line.
fn modes_along(length: i64, mut value: impl FnMut(i64) -> Option<i64>) -> Option<Vec<LayoutMode>> {
    let mut modes = Vec::new();
    let mut weight = 1;
    while weight < length {
        let stride = value(weight)?;
        let mut end = length;
        for next in (2 * weight..length).step_by(usize::try_from(weight).ok()?) {
            let line = stride.checked_mul(next / weight);
            if length % next == 0 && line != Some(value(next)?) {
                end = next;
                break;
            }
        }
        modes.push(LayoutMode { length: end / weight, stride });
        weight = end;
    }
    Some(modes)
}
