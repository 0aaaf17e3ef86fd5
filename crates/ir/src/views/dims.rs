//! Lengths, axes and permutations of view ops, with their checks.
//!
//! A dynamic length is [`DYNAMIC`]. It is equal to itself alone: an op whose dynamic lengths may differ is opaque.

use super::Opaque;
use crate::diag::counted;
use crate::layout::{Len, checked_product};
use crate::registry::DYNAMIC;
use std::fmt::Display;

/// Returns the length that a dim has in the map of a view.
pub(super) fn mapped_len(len: i64) -> i64 {
    if len == DYNAMIC { Len::STAND_IN } else { len }
}

/// Returns the text of a length.
pub(super) fn shown(len: i64) -> Box<dyn Display> {
    if len == DYNAMIC { Box::new("?") } else { Box::new(len) }
}

/// Returns the number of elements of a shape whose lengths are 1 or more: [`DYNAMIC`] if one length is dynamic and all
/// others are 1.
///
/// # Errors
/// The number is 2^63 or more, or depends on a dynamic length and other lengths.
pub fn count(lengths: &[i64]) -> Result<i64, Opaque> {
    let (dynamic, known) = static_count(lengths)?;
    match dynamic {
        0 => Ok(known),
        1 if known == 1 => Ok(DYNAMIC),
        _ => Err(Opaque::new("a dynamic dim is split or merged")),
    }
}

/// Returns the number of dynamic lengths of a shape, and the product of the others.
///
/// # Errors
/// The product is 2^63 or more.
pub fn static_count(lengths: &[i64]) -> Result<(usize, i64), Opaque> {
    let is_static = |len: &i64| *len != DYNAMIC;
    let dynamic = lengths.iter().filter(|len| !is_static(len)).count();
    let product = checked_product(lengths.iter().copied().filter(is_static));
    let product = product.ok_or_else(|| Opaque::new("a shape has 2^63 elements or more"))?;
    Ok((dynamic, product))
}

/// Checks that two shapes have equal numbers of elements, and that no dynamic dim is split or merged: the shapes have
/// the same number of dynamic dims, and equal numbers of elements between them.
///
/// # Errors
/// The check fails, or a shape has 2^63 elements or more.
pub(super) fn same_count(before: &[i64], after: &[i64]) -> Result<(), Opaque> {
    if !before.contains(&DYNAMIC) && !after.contains(&DYNAMIC) {
        let (before, after) = (count(before)?, count(after)?);
        return ensure(before == after, || {
            format!("the operand has {before} elements, but the result has {after}")
        });
    }
    let segments = |lengths: &[i64]| -> Result<Vec<i64>, Opaque> {
        lengths.split(|&len| len == DYNAMIC).map(count).collect()
    };
    let is_kept = segments(before)? == segments(after)?;
    ensure(is_kept, || "a dynamic dim is split or merged".to_owned())
}

/// Checks that each group of dims of the finer shape corresponds to one dim of the coarser shape.
///
/// # Errors
/// The groups do not list all dims in order, or the product of a group's lengths is not the length of its coarse dim.
pub fn grouped(groups: &[Vec<i64>], coarse: &[i64], fine: &[i64]) -> Result<(), Opaque> {
    ensure(groups.len() == coarse.len(), || {
        let (groups, dims) = (counted(groups.len(), "group"), counted(coarse.len(), "dim"));
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
        let (own, whole) = (count(own)?, coarse[dim]);
        ensure(own == whole, || {
            let (own, whole) = (shown(own), shown(whole));
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
pub(super) fn same_lengths(expected: &[i64], found: &[i64], what: &str) -> Result<(), Opaque> {
    same_rank(expected.len(), found.len(), what)?;
    let mut dims = expected.iter().zip(found).enumerate();
    match dims.find(|(_, (expected, found))| expected != found) {
        None => Ok(()),
        Some((dim, (&expected, &found))) => {
            let (expected, found) = (shown(expected), shown(found));
            let message = format!("d{dim} of {what} has length {found}, but must have {expected}");
            Err(Opaque::new(message))
        }
    }
}
