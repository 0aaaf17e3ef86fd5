//! The lengths of results that are those of the operands in other places. The rules hold for lengths of every kind: those
//! of types, and functions of symbolic dims.

use crate::call::{Call, InferenceStop, axes, axis, wrong};
use crate::elem::{MAX_RANK, count};
use ir::types::Extent;
use std::iter::repeat_n;

/// The length of a dim.
pub(crate) trait Length: Clone {
    fn one() -> Self;

    fn product<'a>(lengths: impl IntoIterator<Item = &'a Self>) -> Self
    where
        Self: 'a;
}

impl Length for Extent {
    fn one() -> Extent {
        Some(1)
    }

    fn product<'a>(lengths: impl IntoIterator<Item = &'a Extent>) -> Extent {
        count(&lengths.into_iter().copied().collect::<Option<Vec<u64>>>()?)
    }
}

/// Returns the lengths of two shapes that are broadcast, with 1 for the dims that a shape lacks.
pub(crate) fn aligned<'a, L: Length + 'a>(a: &'a [L], b: &'a [L]) -> impl Iterator<Item = (L, L)> {
    let rank = a.len().max(b.len());
    let [a, b] =
        [a, b].map(|dims| repeat_n(L::one(), rank - dims.len()).chain(dims.iter().cloned()));
    a.zip(b)
}

/// Returns the lengths without those of the dims in `gone`, or with `instead` in their places.
pub(crate) fn without<L: Clone>(dims: &[L], gone: &[usize], instead: Option<&L>) -> Vec<L> {
    let dims = dims.iter().enumerate();
    dims.filter_map(|(dim, len)| if gone.contains(&dim) { instead } else { Some(len) })
        .cloned()
        .collect()
}

/// Returns the lengths of the matrices of an operand of a matrix product.
pub(crate) fn batch<L>(dims: &[L]) -> &[L] {
    &dims[..dims.len().saturating_sub(2)]
}

/// Returns the lengths of a matrix product whose batch has the lengths `batch`.
pub(crate) fn multiplied<L: Clone>(a: &[L], b: &[L], batch: Vec<L>) -> Vec<L> {
    let rows = a.iter().rev().nth(1);
    let columns = b.last().filter(|_| b.len() > 1);
    batch.iter().chain(rows).chain(columns).cloned().collect()
}

/// Returns the dim of the operand for each dim of a `Transpose`.
pub(crate) fn permutation(call: &Call<'_>, rank: usize) -> Result<Vec<usize>, InferenceStop> {
    let Some(perm) = call.ints("perm") else { return Ok((0..rank).rev().collect()) };
    if perm.len() != rank {
        return wrong(format!("`perm` must have {rank} entries, but has {}", perm.len()));
    }
    axes(perm, rank)
}

pub(crate) fn transposed<L: Clone>(call: &Call<'_>, dims: &[L]) -> Result<Vec<L>, InferenceStop> {
    Ok(permutation(call, dims.len())?.into_iter().map(|dim| dims[dim].clone()).collect())
}

pub(crate) fn flattened<L: Length>(call: &Call<'_>, dims: &[L]) -> Result<Vec<L>, InferenceStop> {
    let at = call.int("axis").unwrap_or(1);
    // The axis may also be the rank.
    let at = if at == dims.len() as i64 { dims.len() } else { axis(at, dims.len())? };
    Ok(vec![L::product(&dims[..at]), L::product(&dims[at..])])
}

pub(crate) fn unsqueezed<L: Length>(call: &Call<'_>, dims: &[L]) -> Result<Vec<L>, InferenceStop> {
    let Some(list) = call.ints_anywhere("axes", 1)? else { return wrong("missing axes") };
    let rank = dims.len() + list.len();
    if rank > MAX_RANK {
        return wrong(format!("result rank must be at most {MAX_RANK}, but is {rank}"));
    }
    let new = axes(&list, rank)?;
    let one = L::one();
    let mut rest = dims.iter();
    let lengths =
        (0..rank).map(|dim| if new.contains(&dim) { &one } else { rest.next().unwrap_or(&one) });
    Ok(lengths.cloned().collect())
}

pub(crate) fn gathered<L: Clone>(
    call: &Call<'_>,
    data: &[L],
    indices: &[L],
) -> Result<Vec<L>, InferenceStop> {
    let axis = call.axis(0, data.len())?;
    Ok([&data[..axis], indices, &data[axis + 1..]].concat())
}

/// Returns the dims that a reduction removes, or keeps with length 1.
pub(crate) fn reduced_dims(call: &Call<'_>, rank: usize) -> Result<Vec<usize>, InferenceStop> {
    if call.node.op_type.as_deref().is_some_and(|op| op.starts_with("Arg")) {
        return Ok(vec![call.axis(0, rank)?]);
    }
    match call.ints_anywhere("axes", 1)?.filter(|list| !list.is_empty()) {
        Some(list) => axes(&list, rank),
        None if call.int("noop_with_empty_axes").unwrap_or(0) != 0 => Ok(Vec::new()),
        None => Ok((0..rank).collect()),
    }
}

/// Returns `true` if a reduction keeps the reduced dims with length 1.
pub(crate) fn keeps_dims(call: &Call<'_>) -> bool {
    call.int("keepdims").unwrap_or(1) != 0
}

pub(crate) fn reduced<L: Length>(call: &Call<'_>, dims: &[L]) -> Result<Vec<L>, InferenceStop> {
    let gone = reduced_dims(call, dims.len())?;
    Ok(without(dims, &gone, keeps_dims(call).then_some(&L::one())))
}

/// A dim that a `Pad` changes, and the number of elements before and after it together.
pub(crate) struct PaddedDim {
    pub(crate) dim: usize,
    pub(crate) more: i128,
}

pub(crate) fn padded_dims(call: &Call<'_>, rank: usize) -> Result<Vec<PaddedDim>, InferenceStop> {
    let attribute = call.ints("pads").or_else(|| call.ints("paddings")).map(<[i64]>::to_vec);
    let pads = match attribute {
        Some(pads) => Some(pads),
        None => call.known_ints(1)?,
    };
    let Some(pads) = pads else { return wrong("missing pads") };
    let dims = match call.known_ints(3)? {
        Some(list) => axes(&list, rank)?,
        None => (0..rank).collect(),
    };
    if pads.len() != 2 * dims.len() {
        return wrong(format!("expected {} pads, found {}", 2 * dims.len(), pads.len()));
    }
    let (before, after) = pads.split_at(dims.len());
    let sums = before.iter().zip(after).map(|(&a, &b)| i128::from(a) + i128::from(b));
    Ok(dims.into_iter().zip(sums).map(|(dim, more)| PaddedDim { dim, more }).collect())
}

/// Returns the lengths of all states of a recurrent op, and those of the last one.
pub(crate) fn states<L: Clone>(
    call: &Call<'_>,
    [first, second]: [L; 2],
    directions: L,
    hidden: L,
) -> [Vec<L>; 2] {
    let last = [directions.clone(), second.clone(), hidden.clone()];
    match call.int("layout").unwrap_or(0) {
        0 => [vec![first, directions, second, hidden], last.to_vec()],
        // The batch is the first dim of all operands and results.
        _ => [
            vec![first.clone(), second, directions.clone(), hidden.clone()],
            vec![first, directions, hidden],
        ],
    }
}
