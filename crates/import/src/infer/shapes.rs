//! Types of ops that move, pad or repeat elements, and of ops that create tensors from shapes.

use super::lengths::{checked, given, open_rank, specified};
use super::math::broadcast;
use crate::call::{Call, InferenceStop, ValueTypes, agree, axes, axis, length, wrong};
use crate::elem::{Elem, MAX_RANK, TensorType, count};
use crate::literal::TensorLiteral;
use ir::types::Extent;

/// Infers `Reshape`.
pub(super) fn reshape(call: &Call<'_>) -> ValueTypes {
    let input = call.dims(0)?;
    let attribute: Option<Vec<Option<i64>>> =
        call.ints("shape").map(|ints| ints.iter().copied().map(Some).collect());
    let shape = match attribute {
        Some(shape) => shape,
        None => match call.partial_ints(1) {
            Err(InferenceStop::Unknown) => return call.like(open_rank(call, 1)?),
            shape => match shape? {
                Some(shape) => shape.to_vec(),
                None => return wrong("missing shape"),
            },
        },
    };
    let zero_copies = call.int("allowzero").unwrap_or(0) == 0;
    call.like(reshaped(input, &shape, zero_copies)?)
}

/// Resolves a shape operand: 0 copies a length of the input, and -1 is computed from the element count.
fn reshaped(
    input: &[Extent],
    shape: &[Option<i64>],
    zero_copies: bool,
) -> Result<Vec<Extent>, InferenceStop> {
    let mut dims: Vec<Extent> = shape
        .iter()
        .enumerate()
        .map(|(at, &entry)| match entry {
            Some(0) if zero_copies => match input.get(at) {
                Some(&len) => Ok(len),
                None => wrong(format!(
                    "entry {at} of the shape copies a dim that operand 0 does not have"
                )),
            },
            Some(-1) => Ok(None),
            entry => given(entry),
        })
        .collect::<Result<_, _>>()?;
    let mut open = shape.iter().enumerate().filter(|(_, entry)| **entry == Some(-1));
    let first = open.next();
    let second = open.next();
    if second.is_some() {
        return wrong("the shape must have at most one entry -1");
    }
    // A copied dim is a factor of both element counts, so that its length need not be known.
    let copied =
        |at: usize| zero_copies && shape.get(at) == Some(&Some(0)) && input.get(at) == Some(&None);
    let product = |dims: &[Extent], skip: Option<usize>| {
        let rest = dims.iter().enumerate().filter(|&(at, _)| Some(at) != skip && !copied(at));
        rest.map(|(_, &len)| len).collect::<Option<Vec<u64>>>().and_then(|dims| count(&dims))
    };
    let all = product(input, None);
    let rest = |skip| product(&dims, skip);
    match (all, rest(first.map(|open| open.0)), first) {
        (Some(all), Some(rest), Some((at, _))) => {
            if rest == 0 || all % rest != 0 {
                return wrong(format!(
                    "the element count must be a multiple of {rest}, but is {all}"
                ));
            }
            dims[at] = Some(all / rest);
        }
        (Some(all), Some(rest), None) if all != rest => {
            return wrong(format!("operand 0 has {all} elements, but the result has {rest}"));
        }
        (Some(all), None, None) => {
            // A single unknown length follows from the element counts, whatever its entry is.
            let mut unknown = (0..dims.len()).filter(|&dim| dims[dim].is_none() && !copied(dim));
            if let (Some(at), None) = (unknown.next(), unknown.next()) {
                let rest = rest(Some(at)).filter(|&rest| rest != 0 && all % rest == 0);
                dims[at] = rest.map(|rest| all / rest);
            }
        }
        _ => {}
    }
    Ok(dims)
}

/// Infers `Transpose`.
pub(super) fn transpose(call: &Call<'_>) -> ValueTypes {
    let input = call.dims(0)?;
    let perm =
        call.ints("perm").map_or_else(|| (0..input.len() as i64).rev().collect(), <[i64]>::to_vec);
    if perm.len() != input.len() {
        return wrong(format!("`perm` must have {} entries, but has {}", input.len(), perm.len()));
    }
    let dims: Vec<Extent> = axes(&perm, input.len())?.into_iter().map(|dim| input[dim]).collect();
    call.like(dims)
}

/// Infers `Flatten`.
pub(super) fn flatten(call: &Call<'_>) -> ValueTypes {
    let input = call.dims(0)?;
    let at = call.int("axis").unwrap_or(1);
    // The axis may also be the rank.
    let at = if at == input.len() as i64 { input.len() } else { axis(at, input.len())? };
    fn product(dims: &[Extent]) -> Option<u64> {
        dims.iter().copied().collect::<Option<Vec<u64>>>().and_then(|dims| count(&dims))
    }
    call.like([product(&input[..at]), product(&input[at..])])
}

/// Infers `Squeeze`.
pub(super) fn squeeze(call: &Call<'_>) -> ValueTypes {
    let input = call.dims(0)?;
    let gone = match call.ints_anywhere("axes", 1)? {
        Some(list) => axes(&list, input.len())?,
        None if input.contains(&None) => return Err(InferenceStop::Unknown),
        None => (0..input.len()).filter(|&dim| input[dim] == Some(1)).collect(),
    };
    for &dim in &gone {
        agree(input[dim], Some(1), || {
            format!("the length of d{dim} of operand 0 and that of a squeezed dim")
        })?;
    }
    let kept = input.iter().enumerate().filter(|(dim, _)| !gone.contains(dim));
    call.like(kept.map(|(_, &len)| len).collect::<Vec<_>>())
}

/// Infers `Unsqueeze`.
pub(super) fn unsqueeze(call: &Call<'_>) -> ValueTypes {
    let input = call.dims(0)?;
    let Some(list) = call.ints_anywhere("axes", 1)? else { return wrong("missing axes") };
    let rank = input.len() + list.len();
    if rank > MAX_RANK {
        return wrong(format!("result rank must be at most {MAX_RANK}, but is {rank}"));
    }
    let new = axes(&list, rank)?;
    let mut rest = input.iter().copied();
    call.like(
        (0..rank)
            .map(|dim| if new.contains(&dim) { Some(1) } else { rest.next().flatten() })
            .collect::<Vec<_>>(),
    )
}

/// Infers `Pad`. The padding precedes and follows each dim, or each dim that operand 3 lists.
pub(super) fn pad(call: &Call<'_>) -> ValueTypes {
    let input = call.dims(0)?;
    let attribute = call.ints("pads").or_else(|| call.ints("paddings")).map(<[i64]>::to_vec);
    let pads = match attribute {
        Some(pads) => Ok(Some(pads)),
        None => call.known_ints(1),
    };
    let pads = match pads {
        Err(InferenceStop::Unknown) => return call.like(vec![None; input.len()]),
        pads => pads?,
    };
    let Some(pads) = pads else { return wrong("missing pads") };
    let padded_dims = match call.known_ints(3)? {
        Some(list) => axes(&list, input.len())?,
        None => (0..input.len()).collect(),
    };
    if pads.len() != 2 * padded_dims.len() {
        return wrong(format!("expected {} pads, found {}", 2 * padded_dims.len(), pads.len()));
    }
    let mut dims = input.to_vec();
    for (at, &dim) in padded_dims.iter().enumerate() {
        let more = i128::from(pads[at]) + i128::from(pads[at + padded_dims.len()]);
        let padded = dims[dim].map(|len| length(i128::from(len) + more, "the result length"));
        dims[dim] = padded.transpose()?;
    }
    call.like(dims)
}

/// Infers `Expand`.
pub(super) fn expand(call: &Call<'_>) -> ValueTypes {
    let Some(shape) = specified(call, 1)? else { return wrong("missing shape") };
    call.like(broadcast(call.dims(0)?, &shape)?)
}

/// Infers `Tile`.
pub(super) fn tile(call: &Call<'_>) -> ValueTypes {
    let input = call.dims(0)?;
    let repeats = match call.partial_ints(1) {
        Err(InferenceStop::Unknown) => return call.like(vec![None; input.len()]),
        repeats => repeats?.unwrap_or_default(),
    };
    if repeats.len() != input.len() {
        return wrong(format!("expected {} repeats, found {}", input.len(), repeats.len()));
    }
    call.like(
        input
            .iter()
            .zip(repeats)
            .map(|(&len, &times)| match (len, given(times)?) {
                (Some(len), Some(times)) => checked(u128::from(len) * u128::from(times)).map(Some),
                _ => Ok(None),
            })
            .collect::<Result<Vec<_>, _>>()?,
    )
}

/// Infers `Gather`. The dims of the indices replace the gathered dim.
pub(super) fn gather(call: &Call<'_>) -> ValueTypes {
    let data = call.dims(0)?;
    let indices = call.dims(1)?;
    let axis = call.axis(0, data.len())?;
    call.like([&data[..axis], indices, &data[axis + 1..]].concat())
}

/// Infers `GatherElements`.
pub(super) fn gather_elements(call: &Call<'_>) -> ValueTypes {
    call.like(call.dims(1)?)
}

/// Infers `Shape`, of all dims or a range of them.
pub(super) fn shape(call: &Call<'_>) -> ValueTypes {
    let (start, end) = shape_range(call)?;
    Ok(vec![TensorType::new(Elem::I64, [Some((end - start) as u64)])])
}

/// Returns the range of dims whose lengths `Shape` returns: the first one, and the end (exclusive).
pub(crate) fn shape_range(call: &Call<'_>) -> Result<(usize, usize), InferenceStop> {
    let rank = call.dims(0)?.len() as i64;
    let bound = |key: &str, or: i64| {
        let at = call.int(key).unwrap_or(or);
        let at = if at < 0 { at.saturating_add(rank) } else { at };
        at.clamp(0, rank) as usize
    };
    let start = bound("start", 0);
    let end = bound("end", rank);
    Ok((start, end.max(start)))
}

/// Infers `Size`.
pub(super) fn size(_: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(Elem::I64, [])])
}

/// Infers `ConstantOfShape`.
pub(super) fn constant_of_shape(call: &Call<'_>) -> ValueTypes {
    let elem = match filler(call)? {
        Some(value) => value.ty.elem,
        None => Elem::F32,
    };
    Ok(vec![TensorType::new(elem, specified(call, 0)?.unwrap_or_default())])
}

/// Returns the tensor whose only element a `ConstantOfShape` repeats. `None` means the default, 0 of `f32`.
pub(super) fn filler(call: &Call<'_>) -> Result<Option<TensorLiteral>, InferenceStop> {
    match call.tensor("value").map(TensorLiteral::from_proto) {
        None => Ok(None),
        Some(Ok(Some(value))) if value.single().is_some() => Ok(Some(value)),
        Some(Ok(_)) => wrong("`value` must be a tensor of one element"),
        Some(Err(reason)) => wrong(format!("`value`: {reason}")),
    }
}

/// Infers `Range`: from a start up to a limit, in steps.
pub(super) fn range(call: &Call<'_>) -> ValueTypes {
    fn one(call: &Call<'_>, index: usize) -> Option<i64> {
        call.known_ints(index).ok().flatten().and_then(|ints| ints.first().copied())
    }
    let len = match (one(call, 0), one(call, 1), one(call, 2)) {
        (Some(_), Some(_), Some(0)) => return wrong("the step must not be 0"),
        (Some(start), Some(limit), Some(step)) => {
            let span = i128::from(limit) - i128::from(start);
            let step = i128::from(step);
            let steps = (span + step - step.signum()) / step;
            Some(length(steps.max(0), "the result length")?)
        }
        _ => None,
    };
    call.like([len])
}

/// Infers `OneHot`: a new dim whose length is the number of classes.
pub(super) fn one_hot(call: &Call<'_>) -> ValueTypes {
    let indices = call.dims(0)?;
    let depth = call.known_ints(1).ok().flatten().and_then(|depth| depth.first().copied());
    let axis = call.axis(-1, indices.len() + 1)?;
    let dims = [&indices[..axis], &[given(depth)?], &indices[axis..]].concat();
    Ok(vec![TensorType::new(call.input(2)?.elem, dims)])
}
