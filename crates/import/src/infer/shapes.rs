//! Types of ops that move, pad or repeat elements, and of ops that create tensors from shapes.

use super::lengths::{given, open_rank, product, specified};
use super::math::broadcast;
use super::moved::{
    Length, PaddedDim, flattened, gathered, padded_dims, transposed, unsqueezed, without,
};
use crate::call::{Call, InferenceStop, ValueTypes, agree, axes, length, wrong};
use crate::elem::{Elem, TensorType};
use crate::literal::TensorLiteral;
use ir::types::Extent;
use std::ops::Range;

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
        Extent::product(rest.map(|(_, len)| len))
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

pub(super) fn transpose(call: &Call<'_>) -> ValueTypes {
    call.like(transposed(call, call.dims(0)?)?)
}

pub(super) fn flatten(call: &Call<'_>) -> ValueTypes {
    call.like(flattened(call, call.dims(0)?)?)
}

pub(super) fn squeeze(call: &Call<'_>) -> ValueTypes {
    let input = call.dims(0)?;
    let gone = squeezed_dims(call)?;
    for &dim in &gone {
        agree(input[dim], Some(1), || {
            format!("the length of d{dim} of operand 0 and that of a squeezed dim")
        })?;
    }
    call.like(without(input, &gone, None))
}

/// Returns the dims that a `Squeeze` removes: those of length 1 unless it lists them.
pub(crate) fn squeezed_dims(call: &Call<'_>) -> Result<Vec<usize>, InferenceStop> {
    let input = call.dims(0)?;
    match call.ints_anywhere("axes", 1)? {
        Some(list) => axes(&list, input.len()),
        None if input.contains(&None) => Err(InferenceStop::Unknown),
        None => Ok((0..input.len()).filter(|&dim| input[dim] == Some(1)).collect()),
    }
}

pub(super) fn unsqueeze(call: &Call<'_>) -> ValueTypes {
    call.like(unsqueezed(call, call.dims(0)?)?)
}

pub(super) fn pad(call: &Call<'_>) -> ValueTypes {
    let mut dims = call.dims(0)?.to_vec();
    let padded = match padded_dims(call, dims.len()) {
        Err(InferenceStop::Unknown) => return call.like(vec![None; dims.len()]),
        padded => padded?,
    };
    for PaddedDim { dim, more } in padded {
        let len = dims[dim].map(|len| length(i128::from(len) + more, "the result length"));
        dims[dim] = len.transpose()?;
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
            .map(|(&len, &times)| product(len, given(times)?))
            .collect::<Result<Vec<_>, _>>()?,
    )
}

pub(super) fn gather(call: &Call<'_>) -> ValueTypes {
    call.like(gathered(call, call.dims(0)?, call.dims(1)?)?)
}

/// Infers `GatherElements`.
pub(super) fn gather_elements(call: &Call<'_>) -> ValueTypes {
    call.like(call.dims(1)?)
}

/// Infers `Shape`, of all dims or a range of them.
pub(super) fn shape(call: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(Elem::I64, [Some(shape_range(call)?.len() as u64)])])
}

/// Returns the range of dims whose lengths `Shape` returns.
pub(crate) fn shape_range(call: &Call<'_>) -> Result<Range<usize>, InferenceStop> {
    let rank = call.dims(0)?.len() as i64;
    let [start, end] = [("start", 0), ("end", rank)].map(|(key, or)| {
        let at = call.int(key).unwrap_or(or);
        let at = if at < 0 { at.saturating_add(rank) } else { at };
        at.clamp(0, rank) as usize
    });
    Ok(start..end.max(start))
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
    let len = match [0, 1, 2].map(|index| call.known_int(index)) {
        [Some(_), Some(_), Some(0)] => return wrong("the step must not be 0"),
        [Some(start), Some(limit), Some(step)] => {
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
    let axis = call.axis(-1, indices.len() + 1)?;
    let dims = [&indices[..axis], &[given(call.known_int(1))?], &indices[axis..]].concat();
    Ok(vec![TensorType::new(call.input(2)?.elem, dims)])
}
