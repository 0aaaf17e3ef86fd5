//! Types of arithmetic: elementwise ops with broadcasting, matrix products, reductions and normalizations.

use super::moved::{aligned, batch, keeps_dims, multiplied, reduced};
use crate::call::{Call, InferenceStop, ValueTypes, agree, length, wrong};
use crate::elem::{Elem, TensorType, shown};
use ir::types::Extent;

/// Returns the type of operand 0 for every result.
pub(super) fn same(call: &Call<'_>) -> ValueTypes {
    Ok(vec![call.input(0)?.clone(); call.node.output.len().max(1)])
}

/// Returns the shape of operand 0, with boolean elements.
pub(super) fn test(call: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(Elem::BOOL, call.dims(0)?)])
}

/// Infers `Dropout`, whose second result is the mask.
pub(super) fn dropout(call: &Call<'_>) -> ValueTypes {
    let input = call.input(0)?;
    // Before version 10 the mask had the element type of the input.
    let mask = if call.opset < 10 { input.elem } else { Elem::BOOL };
    Ok(vec![input.clone(), TensorType::new(mask, input.dims.clone())])
}

/// Infers `BatchNormalization`. Results after the first are statistics of each channel.
pub(super) fn batch_norm(call: &Call<'_>) -> ValueTypes {
    let input = call.input(0)?;
    let channels = input.dims.get(1).copied().unwrap_or(Some(1));
    for index in 1..5 {
        let dims = call.dims(index)?;
        let [own] = dims else {
            let shape = shown(dims);
            return wrong(format!("operand {index} must have 1 dim, but has shape {shape}"));
        };
        agree(channels, *own, || format!("the channels of operands 0 and {index}"))?;
    }
    let statistics = TensorType::new(call.input(1)?.elem, [channels]);
    let mut types = vec![statistics; call.node.output.len().max(1)];
    types[0] = input.clone();
    Ok(types)
}

/// Infers `LayerNormalization`. Results after the first are statistics, of length 1 from the axis on.
pub(super) fn layer_norm(call: &Call<'_>) -> ValueTypes {
    let input = call.input(0)?;
    let axis = call.axis(-1, input.dims.len())?;
    let dims: Vec<Extent> = input
        .dims
        .iter()
        .enumerate()
        .map(|(dim, &len)| if dim < axis { len } else { Some(1) })
        .collect();
    let statistics = TensorType::new(Elem::F32, dims);
    Ok(vec![input.clone(), statistics.clone(), statistics])
}

/// Infers `Cast`.
pub(super) fn cast(call: &Call<'_>) -> ValueTypes {
    let to = call.int("to").and_then(Elem::new);
    let Some(elem) = to else { return wrong("`to` must be an element type") };
    Ok(vec![TensorType::new(elem, call.dims(0)?)])
}

/// Infers `QuantizeLinear`. The element type is that of the zero point, or else the one in `output_dtype`.
pub(super) fn quantize(call: &Call<'_>) -> ValueTypes {
    let stated = call.int("output_dtype").and_then(Elem::new);
    let elem = call.optional(2).map(|zero| zero.ty.elem).or(stated).unwrap_or(Elem::UI8);
    Ok(vec![TensorType::new(elem, call.dims(0)?)])
}

/// Infers `DynamicQuantizeLinear`, with the scale and the zero point as further results.
pub(super) fn dynamic_quantize(call: &Call<'_>) -> ValueTypes {
    Ok(vec![
        TensorType::new(Elem::UI8, call.dims(0)?),
        TensorType::new(Elem::F32, []),
        TensorType::new(Elem::UI8, []),
    ])
}

/// Infers `DequantizeLinear`. The element type is that of the scale.
pub(super) fn dequantize(call: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(call.input(1)?.elem, call.dims(0)?)])
}

/// Returns the lengths of a shape to which both shapes are broadcast.
pub(super) fn broadcast(a: &[Extent], b: &[Extent]) -> Result<Vec<Extent>, InferenceStop> {
    aligned(a, b)
        .map(|lengths| match lengths {
            (Some(1), other) | (other, Some(1)) => Ok(other),
            // An unknown length must equal the other one, or be 1.
            (None, other) | (other, None) => Ok(other),
            (Some(x), Some(y)) if x == y => Ok(Some(x)),
            _ => wrong(format!(
                "shapes {} and {} are incompatible for broadcasting",
                shown(a),
                shown(b)
            )),
        })
        .collect()
}

/// Returns the broadcast shape of all operands.
fn stretched(call: &Call<'_>) -> Result<Vec<Extent>, InferenceStop> {
    // Before version 7 operand 1 was broadcast to operand 0, at a dim selected by an attribute.
    let count = if call.opset < 7 { 1 } else { call.inputs.len() };
    let mut dims = call.dims(0)?.to_vec();
    for index in 1..count {
        dims = broadcast(&dims, call.dims(index)?)?;
    }
    Ok(dims)
}

/// Infers `Add` and other elementwise ops, with any number of operands.
pub(super) fn elementwise(call: &Call<'_>) -> ValueTypes {
    call.like(stretched(call)?)
}

/// Infers `Less` and other comparisons.
pub(super) fn comparison(call: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(Elem::BOOL, stretched(call)?)])
}

/// Infers `Where`. The element type is that of operands 1 and 2.
pub(super) fn select(call: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(call.input(1)?.elem, stretched(call)?)])
}

/// Infers `Gemm`.
pub(super) fn gemm(call: &Call<'_>) -> ValueTypes {
    fn matrix(
        call: &Call<'_>,
        index: usize,
        flag: &str,
    ) -> Result<(Option<u64>, Option<u64>), InferenceStop> {
        match call.dims(index)? {
            &[rows, columns] if call.int(flag).unwrap_or(0) == 0 => Ok((rows, columns)),
            &[rows, columns] => Ok((columns, rows)),
            dims => {
                wrong(format!("operand {index} must have 2 dims, but has shape {}", shown(dims)))
            }
        }
    }
    let (rows, left) = matrix(call, 0, "transA")?;
    let (right, columns) = matrix(call, 1, "transB")?;
    agree(left, right, || "the contracted lengths".to_owned())?;
    let dims = vec![rows, columns];
    if let Some(bias) = call.optional(2) {
        let both = broadcast(&dims, &bias.ty.dims)?;
        if both.len() != 2 {
            return wrong(format!(
                "operand 2 must have at most 2 dims, but has shape {}",
                shown(&bias.ty.dims)
            ));
        }
    }
    call.like(dims)
}

fn product(a: &[Extent], b: &[Extent]) -> Result<Vec<Extent>, InferenceStop> {
    let [Some(&left), Some(&last)] = [a.last(), b.last()] else {
        return wrong("the operands of a matrix product must have at least 1 dim");
    };
    let right = if b.len() == 1 { last } else { b[b.len() - 2] };
    agree(left, right, || "the contracted lengths".to_owned())?;
    Ok(multiplied(a, b, broadcast(batch(a), batch(b))?))
}

/// Infers `MatMul`.
pub(super) fn matmul(call: &Call<'_>) -> ValueTypes {
    call.like(product(call.dims(0)?, call.dims(1)?)?)
}

/// Infers `MatMulInteger`.
pub(super) fn matmul_integer(call: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(Elem::I32, product(call.dims(0)?, call.dims(1)?)?)])
}

/// Infers `QLinearMatMul`. The second factor is operand 3, and operand 7 has the element type of the result.
pub(super) fn quantized_matmul(call: &Call<'_>) -> ValueTypes {
    let dims = product(call.dims(0)?, call.dims(3)?)?;
    Ok(vec![TensorType::new(call.input(7)?.elem, dims)])
}

pub(super) fn reduce(call: &Call<'_>) -> ValueTypes {
    let dims = call.dims(0)?;
    match reduced(call, dims) {
        // Each dim may be reduced.
        Err(InferenceStop::Unknown) if keeps_dims(call) => call.like(vec![None; dims.len()]),
        dims => call.like(dims?),
    }
}

pub(super) fn arg_reduce(call: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(Elem::I64, reduced(call, call.dims(0)?)?)])
}

/// Infers `TopK`: the greatest elements along a dim, and their indices.
pub(super) fn top_k(call: &Call<'_>) -> ValueTypes {
    let input = call.input(0)?;
    let axis = call.axis(-1, input.dims.len())?;
    let k = match call.int("k") {
        Some(k) => Some(k),
        None => call.partial_ints(1).ok().flatten().and_then(|k| k.first().copied().flatten()),
    };
    let mut dims = input.dims.clone();
    dims[axis] = k.map(|k| length(k.into(), "the result length")).transpose()?;
    Ok(vec![TensorType::new(input.elem, dims.clone()), TensorType::new(Elem::I64, dims)])
}

/// Infers `Det`: a number for each matrix in the last two dims.
pub(super) fn det(call: &Call<'_>) -> ValueTypes {
    match call.dims(0)? {
        [batch @ .., _, _] => call.like(batch),
        _ => wrong("operand 0 must have at least 2 dims"),
    }
}

/// Infers `NegativeLogLikelihoodLoss` and `SoftmaxCrossEntropyLoss`, whose second result has the type of the scores.
pub(super) fn loss(call: &Call<'_>) -> ValueTypes {
    let scores = call.input(0)?;
    let labels = call.dims(1)?;
    let dims = if call.string("reduction") == Some("none") { labels } else { &[] };
    Ok(vec![TensorType::new(scores.elem, dims), scores.clone()])
}
