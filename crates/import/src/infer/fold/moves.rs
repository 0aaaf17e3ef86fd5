//! Folding of ops that move elements.

use super::operand::{Operand, broadcast, indices, position};
use crate::call::{Call, from_end};
use crate::elem::TensorType;
use crate::infer::moved::permutation;
use crate::infer::slices;
use crate::literal::ElementValues;
use ElementValues::{Floats, Ints};

/// The operand and the index of an element's source. `None` if the source is unknown.
type Source = Option<(usize, Vec<usize>)>;

/// Returns the elements of result `index` of an op that moves elements. `None` for other ops, and if the source of every
/// element is unknown.
pub(super) fn fold(
    call: &Call<'_>,
    op: &str,
    index: usize,
    ty: &TensorType,
) -> Option<ElementValues> {
    match op {
        "Identity" | "Reshape" | "Squeeze" | "Unsqueeze" | "Flatten" => {
            Some(Operand::from_call(call, 0)?.elements.into_owned())
        }
        "Transpose" => transpose(call, ty),
        "Slice" => slice(call, ty),
        "Gather" => gather(call, ty),
        "Concat" => concat(call, ty),
        "Expand" => {
            let data = Operand::from_call(call, 0)?;
            let dims = data.dims.clone();
            gather_from(&[data], ty, |index| Some((0, broadcast(index, &dims))))
        }
        "Tile" => {
            let data = Operand::from_call(call, 0)?;
            let dims = data.dims.clone();
            gather_from(&[data], ty, |index| {
                Some((0, index.iter().zip(&dims).map(|(at, len)| at % len).collect()))
            })
        }
        "Split" => split(call, index, ty),
        "ScatterND" => scatter(call),
        "NonZero" => non_zero(call),
        _ => None,
    }
}

/// Returns the elements of a result, each from its source.
fn gather_from(
    operands: &[Operand<'_>],
    ty: &TensorType,
    source: impl Fn(&[usize]) -> Source,
) -> Option<ElementValues> {
    let dims = ty.sizes()?;
    let sources: Vec<_> = indices(&dims)
        .map(|index| {
            let (operand, index) = source(&index)?;
            Some((operand, position(&index, &operands[operand].dims)))
        })
        .collect();
    if let Some(all) = operands.iter().map(|operand| operand.elements.ints()).collect() {
        return Some(Ints(picked(all, &sources)));
    }
    let all = operands.iter().map(|operand| operand.elements.floats()).collect::<Option<_>>()?;
    Some(Floats(picked(all, &sources)))
}

fn picked<T: Copy>(
    operands: Vec<&[Option<T>]>,
    sources: &[Option<(usize, usize)>],
) -> Vec<Option<T>> {
    sources
        .iter()
        .map(|source| {
            let (operand, at) = (*source)?;
            operands[operand].get(at).copied().flatten()
        })
        .collect()
}

fn transpose(call: &Call<'_>, ty: &TensorType) -> Option<ElementValues> {
    let data = Operand::from_call(call, 0)?;
    let rank = data.dims.len();
    let perm = permutation(call, rank).ok()?;
    gather_from(&[data], ty, |index| {
        let mut source = vec![0; rank];
        for (&at, &dim) in index.iter().zip(&perm) {
            source[dim] = at;
        }
        Some((0, source))
    })
}

fn slice(call: &Call<'_>, ty: &TensorType) -> Option<ElementValues> {
    let data = Operand::from_call(call, 0)?;
    let mut steps = vec![(0, 1); data.dims.len()];
    for range in slices::ranges(call).ok()? {
        let (start, _) = range.resolve(data.dims[range.dim] as u64)?;
        steps[range.dim] = (start, i128::from(range.step?));
    }
    gather_from(&[data], ty, |index| {
        let source = index
            .iter()
            .zip(&steps)
            .map(|(&at, &(start, step))| usize::try_from(start + at as i128 * step).ok())
            .collect::<Option<Vec<_>>>()?;
        Some((0, source))
    })
}

fn gather(call: &Call<'_>, ty: &TensorType) -> Option<ElementValues> {
    let data = Operand::from_call(call, 0)?;
    let positions = Operand::from_call(call, 1)?;
    let axis = call.axis(0, data.dims.len()).ok()?;
    let known = positions.elements.ints()?;
    let rank = positions.dims.len();
    let len = data.dims[axis];
    gather_from(&[data], ty, |index| {
        let at = known[position(&index[axis..axis + rank], &positions.dims)]?;
        let at = from_end(at, len)?;
        Some((0, [&index[..axis], &[at], &index[axis + rank..]].concat()))
    })
}

fn concat(call: &Call<'_>, ty: &TensorType) -> Option<ElementValues> {
    let operands = Operand::all(call)?;
    let axis = call.axis(1, ty.dims.len()).ok()?;
    let lengths: Vec<usize> = operands.iter().map(|operand| operand.dims[axis]).collect();
    gather_from(&operands, ty, |index| {
        let mut index = index.to_vec();
        for (operand, &len) in lengths.iter().enumerate() {
            if index[axis] < len {
                return Some((operand, index));
            }
            index[axis] -= len;
        }
        None
    })
}

fn split(call: &Call<'_>, result: usize, ty: &TensorType) -> Option<ElementValues> {
    let data = Operand::from_call(call, 0)?;
    let axis = call.axis(0, data.dims.len()).ok()?;
    let parts = slices::split(call).ok()?;
    let before = parts.get(..result)?.iter().map(|part| part.dims[axis]).sum::<Option<u64>>()?;
    gather_from(&[data], ty, |index| {
        let mut index = index.to_vec();
        index[axis] += before as usize;
        Some((0, index))
    })
}

/// Folds `ScatterND` of known indices, without a reduction.
fn scatter(call: &Call<'_>) -> Option<ElementValues> {
    if call.string("reduction").is_some_and(|reduction| reduction != "none") {
        return None;
    }
    let [data, starts, updates] = <[Operand<'_>; 3]>::try_from(Operand::all(call)?).ok()?;
    let starts_of = starts.elements.ints()?;
    let (&depth, outer) = starts.dims.split_last()?;
    let inner = data.dims.get(depth..)?;
    let size: usize = inner.iter().product();
    let count: usize = outer.iter().product();
    let mut targets = Vec::new();
    for at in 0..count {
        let index = starts_of[at * depth..(at + 1) * depth].iter().zip(&data.dims);
        let index = index.map(|(&at, &len)| from_end(at?, len));
        let start = position(&index.collect::<Option<Vec<_>>>()?, &data.dims[..depth]) * size;
        targets.extend(start..start + size);
    }
    let updates = updates.elements.ints()?;
    if updates.len() != targets.len() {
        return None;
    }
    let mut data = data.elements.ints()?.to_vec();
    for (target, &update) in targets.into_iter().zip(updates) {
        *data.get_mut(target)? = update;
    }
    Some(Ints(data))
}

/// Returns the indices of the elements that are not 0, one row for each dim. `None` if any element is unknown.
pub(super) fn non_zero(call: &Call<'_>) -> Option<ElementValues> {
    let data = Operand::from_call(call, 0)?;
    let ints = data.elements.ints()?;
    let known = ints.iter().copied().collect::<Option<Vec<i64>>>()?;
    let all: Vec<_> =
        indices(&data.dims).zip(known).filter(|(_, int)| *int != 0).map(|found| found.0).collect();
    Some(Ints(
        (0..data.dims.len())
            .flat_map(|dim| all.iter().map(move |index| Some(index[dim] as i64)))
            .collect(),
    ))
}
