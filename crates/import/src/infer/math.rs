//! Types of arithmetic: element by element with broadcasting, products of matrices, reductions, norms.

use crate::call::{Call, InferenceStop, ValueTypes, agree, axes, length, wrong};
use crate::elem::{Elem, TensorType, shown};
use ir::types::Extent;

/// The type of operand 0, of as many results as there are.
pub(super) fn same(call: &Call<'_>) -> ValueTypes {
    Ok(vec![call.input(0)?.clone(); call.node.output.len().max(1)])
}

/// The shape of operand 0, with bools.
pub(super) fn test(call: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(Elem::BOOL, call.dims(0)?)])
}

/// `Dropout`: the second result is the mask.
pub(super) fn dropout(call: &Call<'_>) -> ValueTypes {
    let input = call.input(0)?;
    // Before version 10 the mask had the elements of the input.
    let mask = if call.opset < 10 { input.elem } else { Elem::BOOL };
    Ok(vec![input.clone(), TensorType::new(mask, input.dims.clone())])
}

/// `BatchNormalization`: results after the first are statistics for each channel.
pub(super) fn batch_norm(call: &Call<'_>) -> ValueTypes {
    let input = call.input(0)?;
    let channels = input.dims.get(1).copied().unwrap_or(Some(1));
    for place in 1..5 {
        let [own] = call.dims(place)? else {
            return wrong(format!("operand {place} is no list"));
        };
        agree(channels, *own, || format!("the channels of operands 0 and {place}"))?;
    }
    let statistics = TensorType::new(call.input(1)?.elem, [channels]);
    let mut types = vec![statistics; call.node.output.len().max(1)];
    types[0] = input.clone();
    Ok(types)
}

/// `LayerNormalization`: results after the first are statistics, with length 1 from the axis on.
pub(super) fn layer_norm(call: &Call<'_>) -> ValueTypes {
    let input = call.input(0)?;
    let axis = call.axis(-1, input.dims.len())?;
    let statistic = |(dim, &len): (usize, &Extent)| if dim < axis { len } else { Some(1) };
    let dims: Vec<Extent> = input.dims.iter().enumerate().map(statistic).collect();
    let statistics = TensorType::new(Elem::F32, dims);
    Ok(vec![input.clone(), statistics.clone(), statistics])
}

/// `Cast`.
pub(super) fn cast(call: &Call<'_>) -> ValueTypes {
    let to = call.int("to").and_then(Elem::new);
    let Some(elem) = to else { return wrong("`to` is no element type") };
    Ok(vec![TensorType::new(elem, call.dims(0)?)])
}

/// `QuantizeLinear`: the zero point, or else an attribute, has the type.
pub(super) fn quantize(call: &Call<'_>) -> ValueTypes {
    let stated = call.int("output_dtype").and_then(Elem::new);
    let elem = call.optional(2).map(|zero| zero.ty.elem).or(stated).unwrap_or(Elem::UI8);
    Ok(vec![TensorType::new(elem, call.dims(0)?)])
}

/// `DynamicQuantizeLinear`: with the scale and the zero point.
pub(super) fn dynamic_quantize(call: &Call<'_>) -> ValueTypes {
    Ok(vec![
        TensorType::new(Elem::UI8, call.dims(0)?),
        TensorType::new(Elem::F32, []),
        TensorType::new(Elem::UI8, []),
    ])
}

/// `DequantizeLinear`: the scale has the type.
pub(super) fn dequantize(call: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(call.input(1)?.elem, call.dims(0)?)])
}

/// The lengths of tensors that are stretched to each other, aligned at their last dims.
pub(super) fn broadcast(a: &[Extent], b: &[Extent]) -> Result<Vec<Extent>, InferenceStop> {
    let rank = a.len().max(b.len());
    let at = |dims: &[Extent], dim: usize| {
        let missing = rank - dims.len();
        if dim < missing { Some(1) } else { dims[dim - missing] }
    };
    let one = |dim| match (at(a, dim), at(b, dim)) {
        (Some(1), other) | (other, Some(1)) => Ok(other),
        // What is not known must be the other length, or 1.
        (None, other) | (other, None) => Ok(other),
        (Some(x), Some(y)) if x == y => Ok(Some(x)),
        _ => wrong(format!("{} and {} do not broadcast", shown(a), shown(b))),
    };
    (0..rank).map(one).collect()
}

/// The lengths of all operands, stretched to each other.
fn stretched(call: &Call<'_>) -> Result<Vec<Extent>, InferenceStop> {
    // Before version 7 operand 1 was stretched to operand 0, at a place that an attribute says.
    let count = if call.opset < 7 { 1 } else { call.inputs.len() };
    let mut dims = call.dims(0)?.to_vec();
    for place in 1..count {
        dims = broadcast(&dims, call.dims(place)?)?;
    }
    Ok(dims)
}

/// `Add` and its like, of any number of operands.
pub(super) fn elementwise(call: &Call<'_>) -> ValueTypes {
    call.like(stretched(call)?)
}

/// `Less` and its like.
pub(super) fn comparison(call: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(Elem::BOOL, stretched(call)?)])
}

/// `Where`: operands 1 and 2 have the elements.
pub(super) fn select(call: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(call.input(1)?.elem, stretched(call)?)])
}

/// `Gemm`.
pub(super) fn gemm(call: &Call<'_>) -> ValueTypes {
    let matrix = |place: usize, flag: &str| match call.dims(place)? {
        &[rows, columns] if call.int(flag).unwrap_or(0) == 0 => Ok((rows, columns)),
        &[rows, columns] => Ok((columns, rows)),
        dims => wrong(format!("operand {place} has {} dims, but is a matrix", dims.len())),
    };
    let ((rows, left), (right, columns)) = (matrix(0, "transA")?, matrix(1, "transB")?);
    agree(left, right, || "the lengths that are summed over".to_owned())?;
    let dims = vec![rows, columns];
    if let Some(bias) = call.optional(2) {
        let both = broadcast(&dims, &bias.ty.dims)?;
        if both.len() != 2 {
            return wrong(format!("operand 2 of shape {} is no matrix", shown(&bias.ty.dims)));
        }
    }
    call.like(dims)
}

/// The lengths of a product of two operands: matrices in the last two dims, a list being a row or a column.
fn product(a: &[Extent], b: &[Extent]) -> Result<Vec<Extent>, InferenceStop> {
    let (Some(&left), Some(&last)) = (a.last(), b.last()) else {
        return wrong("a scalar has no product of matrices");
    };
    let right = if b.len() == 1 { last } else { b[b.len() - 2] };
    agree(left, right, || "the lengths that are summed over".to_owned())?;
    let batch = |dims: &[Extent]| dims[..dims.len().saturating_sub(2)].to_vec();
    let mut dims = broadcast(&batch(a), &batch(b))?;
    if a.len() > 1 {
        dims.push(a[a.len() - 2]);
    }
    if b.len() > 1 {
        dims.push(last);
    }
    Ok(dims)
}

/// `MatMul`.
pub(super) fn matmul(call: &Call<'_>) -> ValueTypes {
    call.like(product(call.dims(0)?, call.dims(1)?)?)
}

/// `MatMulInteger`.
pub(super) fn matmul_integer(call: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(Elem::I32, product(call.dims(0)?, call.dims(1)?)?)])
}

/// `QLinearMatMul`: the second factor is operand 3, and operand 7 has the type of the result.
pub(super) fn quantized_matmul(call: &Call<'_>) -> ValueTypes {
    let dims = product(call.dims(0)?, call.dims(3)?)?;
    Ok(vec![TensorType::new(call.input(7)?.elem, dims)])
}

/// The lengths with some dims gone, or of length 1.
fn reduced(dims: &[Extent], gone: &[usize], keep: bool) -> Vec<Extent> {
    let one = |(dim, &len): (usize, &Extent)| match gone.contains(&dim) {
        true => keep.then_some(Some(1)),
        false => Some(len),
    };
    dims.iter().enumerate().filter_map(one).collect()
}

/// `ReduceMean` and its like: without axes over all dims.
pub(super) fn reduce(call: &Call<'_>) -> ValueTypes {
    let dims = call.dims(0)?;
    let keep = call.int("keepdims").unwrap_or(1) != 0;
    let list = match call.ints_anywhere("axes", 1) {
        // Each dim may be one of them.
        Err(InferenceStop::Unknown) if keep => return call.like(vec![None; dims.len()]),
        list => list?.filter(|list| !list.is_empty()),
    };
    let gone = match list {
        Some(list) => axes(&list, dims.len())?,
        None if call.int("noop_with_empty_axes").unwrap_or(0) != 0 => Vec::new(),
        None => (0..dims.len()).collect(),
    };
    call.like(reduced(dims, &gone, keep))
}

/// `ArgMax`, `ArgMin`.
pub(super) fn arg_reduce(call: &Call<'_>) -> ValueTypes {
    let dims = call.dims(0)?;
    let axis = call.axis(0, dims.len())?;
    let keep = call.int("keepdims").unwrap_or(1) != 0;
    Ok(vec![TensorType::new(Elem::I64, reduced(dims, &[axis], keep))])
}

/// `TopK`: the greatest elements along a dim, and their indices.
pub(super) fn top_k(call: &Call<'_>) -> ValueTypes {
    let input = call.input(0)?;
    let axis = call.axis(-1, input.dims.len())?;
    let k = match call.int("k") {
        Some(k) => Some(k),
        None => call.partial_ints(1).ok().flatten().and_then(|k| k.first().copied().flatten()),
    };
    let mut dims = input.dims.clone();
    dims[axis] = k.map(|k| length(k.into(), "the result")).transpose()?;
    Ok(vec![TensorType::new(input.elem, dims.clone()), TensorType::new(Elem::I64, dims)])
}

/// `LSTM`, `GRU`, `RNN`: all states, the last one, and the last cell.
pub(super) fn recurrent(call: &Call<'_>) -> ValueTypes {
    let elem = call.input(0)?.elem;
    let &[steps, batch, _] = call.dims(0)? else { return wrong("operand 0 has no 3 dims") };
    // The other order of dims is rare.
    if call.int("layout").unwrap_or(0) != 0 {
        return Err(InferenceStop::Unknown);
    }
    let Some(hidden) = call.int("hidden_size") else { return Err(InferenceStop::Unknown) };
    let hidden = Some(length(hidden.into(), "`hidden_size`")?);
    let both = call.string("direction") == Some("bidirectional");
    let directions = Some(if both { 2 } else { 1 });
    let last = TensorType::new(elem, [directions, batch, hidden]);
    Ok(vec![TensorType::new(elem, [steps, directions, batch, hidden]), last.clone(), last])
}
