//! Lengths, axes and permutations of view ops, with their checks.
//!
//! A dynamic length without a bound is equal to itself alone: an op whose dynamic lengths may differ is opaque. One with
//! a bound is as long as its bound in memory, so it is equal to every length that is as long there.

use super::Opaque;
use crate::diag::counted;
use crate::layout::{Len, checked_product};
use layout::impl_display;

/// The length of a dim of a view's operand or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewLen {
    /// A static length, at least 1.
    Static(i64),
    /// A dynamic length with this upper bound, at least 1, which is the length that the dim has in memory.
    Bounded(i64),
    /// A dynamic length without a bound.
    Dynamic,
}

impl ViewLen {
    /// Returns the length that the dim has in memory: its length or its bound; `None` if it has neither.
    pub fn laid_out(self) -> Option<i64> {
        match self {
            ViewLen::Static(len) | ViewLen::Bounded(len) => Some(len),
            ViewLen::Dynamic => None,
        }
    }

    /// Returns `true` if the length is known at run time only.
    pub fn is_dynamic(self) -> bool {
        !matches!(self, ViewLen::Static(_))
    }

    /// Returns the length that the dim has in the map of a view.
    pub(super) fn mapped(self) -> i64 {
        self.laid_out().unwrap_or(Len::STAND_IN)
    }
}

impl_display!(ViewLen {
    Self::Static(len) => "{len}",
    Self::Bounded(bound) => "? (at most {bound})",
    Self::Dynamic => "?",
});

/// Returns static lengths.
pub fn static_lengths(lengths: &[i64]) -> Vec<ViewLen> {
    lengths.iter().copied().map(ViewLen::Static).collect()
}

/// Returns the lengths other than 1.
pub(super) fn long(lengths: &[ViewLen]) -> Vec<ViewLen> {
    lengths.iter().copied().filter(|&len| len != ViewLen::Static(1)).collect()
}

/// Returns the length of the dim that merges dims in row-major order. It is dynamic if one of them is. If that one has
/// a bound, it must be the first of those longer than 1; the merged length is then a multiple of it, and so is its
/// bound. A dynamic length without a bound is merged with lengths of 1 alone.
///
/// # Errors
/// The product is 2^63 or more, or a dynamic dim is merged in another way.
pub fn count(lengths: &[ViewLen]) -> Result<ViewLen, Opaque> {
    let long = long(lengths);
    let product = laid_out_count(&long)?;
    match long[..] {
        [] => Ok(ViewLen::Static(1)),
        [only] => Ok(only),
        [first, ref inner @ ..] if !inner.iter().any(|len| len.is_dynamic()) => match first {
            ViewLen::Static(_) => Ok(ViewLen::Static(product)),
            ViewLen::Bounded(_) => Ok(ViewLen::Bounded(product)),
            ViewLen::Dynamic => Err(split_or_merged()),
        },
        _ => Err(split_or_merged()),
    }
}

/// Returns the product of the lengths in memory. Dynamic lengths without a bound are left out.
///
/// # Errors
/// The product is 2^63 or more.
pub fn laid_out_count(lengths: &[ViewLen]) -> Result<i64, Opaque> {
    let product = checked_product(lengths.iter().filter_map(|len| len.laid_out()));
    product.ok_or_else(|| Opaque::new("a shape has 2^63 elements or more"))
}

/// Returns the number of dims whose length is known at run time only.
pub fn dynamic_count(lengths: &[ViewLen]) -> usize {
    lengths.iter().filter(|len| len.is_dynamic()).count()
}

/// Returns the error of a dynamic dim that a reshape does not keep.
pub fn split_or_merged() -> Opaque {
    Opaque::new("a dynamic dim is split or merged")
}

/// Checks that a row-major reshape between two shapes is the same map for every run-time length: the shapes have equal
/// numbers of elements, and no dynamic dim is split or merged, except that a bounded one may be the outermost of the
/// dims that it is split into or merged with. The first dynamic dim of one shape is that of the other, and so on.
///
/// # Errors
/// The check fails, or a shape has 2^63 elements or more.
pub(super) fn same_count(before: &[ViewLen], after: &[ViewLen]) -> Result<(), Opaque> {
    fn is_unbounded(len: &ViewLen) -> bool {
        *len == ViewLen::Dynamic
    }
    let mut from = before.split(is_unbounded);
    let mut to = after.split(is_unbounded);
    let has_unbounded = before.iter().chain(after).any(is_unbounded);
    loop {
        let (own, other) = match (from.next(), to.next()) {
            (None, None) => return Ok(()),
            (Some(own), Some(other)) => (own, other),
            _ => return Err(split_or_merged()),
        };
        let own_count = laid_out_count(own)?;
        let other_count = laid_out_count(other)?;
        if own_count != other_count {
            let message =
                format!("the operand has {own_count} elements, but the result has {other_count}");
            return Err(if has_unbounded { split_or_merged() } else { Opaque::new(message) });
        }
        // If the lengths of one side are static, those of the other side are their bounds.
        let is_open = dynamic_count(before) > 0 && dynamic_count(after) > 0;
        check_reassociation(own, other, is_open)?;
    }
}

/// Checks the least groups of adjacent dims with equal numbers of elements. In a group of several dims, or of unequal
/// ones, only the outermost dim may be dynamic.
fn check_reassociation(before: &[ViewLen], after: &[ViewLen], is_open: bool) -> Result<(), Opaque> {
    let before = long(before);
    let after = long(after);
    let mut from = &before[..];
    let mut to = &after[..];
    while is_open && !(from.is_empty() && to.is_empty()) {
        let (own, other) = least_group(from, to)?;
        let (own, from_rest) = from.split_at(own);
        let (other, to_rest) = to.split_at(other);
        (from, to) = (from_rest, to_rest);
        let is_kept = count(own)?.is_dynamic() == count(other)?.is_dynamic();
        if !is_kept {
            return Err(split_or_merged());
        }
    }
    Ok(())
}

/// Returns the numbers of leading dims of both shapes that have the same number of elements, the least above 0. The
/// shapes have no dims without a bound, and equal numbers of elements.
fn least_group(before: &[ViewLen], after: &[ViewLen]) -> Result<(usize, usize), Opaque> {
    fn len(lengths: &[ViewLen], at: usize) -> Option<i64> {
        lengths.get(at).and_then(|len| len.laid_out())
    }
    let mut own = 0usize;
    let mut other = 0usize;
    let mut left = 1i64;
    let mut right = 1i64;
    loop {
        // The products divide those of the whole shapes, which fit 64 bits.
        let is_left = left <= right && own < before.len() || other == after.len();
        let next = if is_left { len(before, own) } else { len(after, other) };
        let Some(next) = next else { return Err(split_or_merged()) };
        let (product, count) =
            if is_left { (&mut left, &mut own) } else { (&mut right, &mut other) };
        *product = product.saturating_mul(next);
        *count += 1;
        if left == right && own > 0 && other > 0 {
            return Ok((own, other));
        }
    }
}

/// Checks that each group of dims of the finer shape corresponds to one dim of the coarser shape.
///
/// # Errors
/// The groups do not list all dims in order, or the product of a group's lengths is not the length of its coarse dim.
pub fn grouped(groups: &[Vec<i64>], coarse: &[ViewLen], fine: &[ViewLen]) -> Result<(), Opaque> {
    ensure(groups.len() == coarse.len(), || {
        let groups = counted(groups.len(), "group");
        let dims = counted(coarse.len(), "dim");
        format!("the op has {groups}, but the coarser shape has {dims}")
    })?;
    if !groups.iter().flatten().copied().eq(0..fine.len() as i64) && !groups.is_empty() {
        let dims = counted(fine.len(), "dim");
        return Err(Opaque::new(format!(
            "the groups do not list the {dims} of the finer shape in order"
        )));
    }
    let mut rest = fine;
    for (dim, group) in groups.iter().enumerate() {
        let (own, others) = rest.split_at(group.len());
        rest = others;
        let own = count(own)?;
        let whole = coarse[dim];
        ensure(own.laid_out() == whole.laid_out(), || {
            format!("group {dim} has {own} elements, but its dim has length {whole}")
        })?;
    }
    Ok(())
}

/// Returns the index of an axis among `rank` dims. A negative axis counts from the end.
///
/// # Errors
/// The axis is out of range.
pub fn axis_index(axis: i64, rank: usize) -> Result<usize, Opaque> {
    let from_end = if axis < 0 { axis.checked_add_unsigned(rank as u64) } else { Some(axis) };
    let index = from_end.and_then(|axis| usize::try_from(axis).ok());
    index.filter(|&index| index < rank).ok_or_else(|| {
        let dims = counted(rank, "dim");
        Opaque::malformed(format!("axis {axis} is out of range for a tensor of {dims}"))
    })
}

/// Returns the indices of axes among `rank` dims, each at most once.
///
/// # Errors
/// An axis is out of range, or listed twice.
pub fn axis_indices(axes: &[i64], rank: usize) -> Result<Vec<usize>, Opaque> {
    let mut seen = vec![false; rank];
    let mut indices = Vec::with_capacity(rank);
    for (at, &axis) in axes.iter().enumerate() {
        let index = axis_index(axis, rank).map_err(|opaque| opaque.at_element(at))?;
        if std::mem::replace(&mut seen[index], true) {
            let twice = Opaque::malformed(format!("axis {axis} is listed twice"));
            return Err(twice.at_element(at));
        }
        indices.push(index);
    }
    Ok(indices)
}

/// Returns the dims of a permutation of `rank` dims.
///
/// # Errors
/// The list is not a permutation.
pub(super) fn permutation(dims: &[i64], rank: usize) -> Result<Vec<usize>, Opaque> {
    let listed = dims.len();
    let dims = axis_indices(dims, rank)?;
    if listed == rank {
        return Ok(dims);
    }
    let rank = counted(rank, "dim");
    Err(Opaque::malformed(format!("the operand has {rank}, but the permutation has {listed}")))
}

/// Returns the error of a required attribute that is absent.
pub(super) fn missing(key: &str) -> Opaque {
    Opaque::malformed(format!("`{key}` is missing"))
}

/// Checks a condition.
///
/// # Errors
/// `reason`, if the condition is `false`.
pub fn ensure(holds: bool, reason: impl FnOnce() -> String) -> Result<(), Opaque> {
    if holds { Ok(()) } else { Err(Opaque::new(reason())) }
}

/// Checks that the type of `what` has the rank that the op requires.
pub(super) fn same_rank(expected: usize, found: usize, what: &str) -> Result<(), Opaque> {
    ensure(expected == found, || {
        format!("{what} has {}, but must have {expected}", counted(found, "dim"))
    })
}

/// Checks that the type of `what` has the lengths that the op requires.
///
/// Lengths are equal if they are equal in memory: a bound is equal to a static length.
///
/// # Errors
/// The ranks or the lengths differ.
pub(super) fn same_lengths(
    expected: &[ViewLen],
    found: &[ViewLen],
    what: &str,
) -> Result<(), Opaque> {
    same_rank(expected.len(), found.len(), what)?;
    let mut dims = expected.iter().zip(found).enumerate();
    match dims.find(|(_, (expected, found))| expected.laid_out() != found.laid_out()) {
        None => Ok(()),
        Some((dim, (expected, found))) => {
            let message = format!("d{dim} of {what} has length {found}, but must have {expected}");
            Err(Opaque::new(message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::Random;

    /// Returns the lengths with `run_time` in the place of a bound.
    fn fixed(shape: &[ViewLen], run_time: i64) -> Vec<i64> {
        let one = |len: &ViewLen| if len.is_dynamic() { run_time } else { len.mapped() };
        shape.iter().map(one).collect()
    }

    /// Returns the offset of the element at a row-major position of the run-time shape, in the layout of the bounds.
    fn offset(shape: &[ViewLen], run_time: i64, mut position: i64) -> i64 {
        let (mut offset, mut stride) = (0, 1);
        for (len, bound) in fixed(shape, run_time).into_iter().zip(shape).rev() {
            offset += position % len * stride;
            position /= len;
            stride *= bound.mapped();
        }
        offset
    }

    fn random_shape(random: &mut Random, has_bound: bool) -> Vec<ViewLen> {
        let rank = 1 + random.index(3);
        let dynamic = random.index(rank);
        let dim = |dim: usize| {
            let len = [1, 2, 3, 4, 6][random.index(5)];
            if has_bound && dim == dynamic { ViewLen::Bounded(len) } else { ViewLen::Static(len) }
        };
        (0..rank).map(dim).collect()
    }

    #[test]
    fn accepted_reshapes_have_one_map_for_all_run_time_lengths() {
        let mut random = Random::new(17);
        let (mut accepted, mut refused) = (0, 0);
        for _ in 0..60_000 {
            let (before, after) =
                (random_shape(&mut random, true), random_shape(&mut random, true));
            if laid_out_count(&before).unwrap() != laid_out_count(&after).unwrap() {
                assert!(same_count(&before, &after).is_err());
                continue;
            }
            if same_count(&before, &after).is_err() {
                refused += 1;
                continue;
            }
            accepted += 1;
            let bound = |shape: &[ViewLen]| {
                shape.iter().find(|len| len.is_dynamic()).map_or(1, |len| len.mapped())
            };
            for own in 1..=bound(&before) {
                for other in 1..=bound(&after) {
                    let [total, count]: [i64; 2] =
                        [fixed(&before, own), fixed(&after, other)].map(|it| it.iter().product());
                    if total != count {
                        continue;
                    }
                    for position in 0..total {
                        let offsets =
                            (offset(&before, own, position), offset(&after, other, position));
                        assert_eq!(offsets.0, offsets.1, "{before:?} {after:?} {own} {other}");
                    }
                }
            }
        }
        assert!(accepted > 1000 && refused > 1000, "{accepted} {refused}");
    }

    #[test]
    fn static_side_fixes_the_run_time_lengths() {
        let inner = [ViewLen::Static(4), ViewLen::Bounded(6)];
        assert!(same_count(&inner, &[ViewLen::Static(24)]).is_ok());
        assert!(same_count(&inner, &[ViewLen::Bounded(24)]).is_err());
        assert!(same_count(&inner, &[ViewLen::Static(12)]).is_err());
        let open = [ViewLen::Dynamic, ViewLen::Bounded(2), ViewLen::Static(3)];
        assert!(same_count(&open, &[ViewLen::Dynamic, ViewLen::Bounded(6)]).is_ok());
        assert!(same_count(&open, &[ViewLen::Bounded(6), ViewLen::Dynamic]).is_err());
    }
}
