//! The lengths of a node's results, as functions of the symbolic dims.
//!
//! A rule here states how a length depends on those of the operands; its value at the bounds is inferred by the rules
//! for static shapes. An op without a rule has results of unknown lengths.

use super::quantity::Quantity;
use super::values::OperandForms;
use crate::call::Call;
use crate::infer::moved::{
    Length, PaddedDim, aligned, batch, flattened, gathered, multiplied, padded_dims, reduced,
    states, transposed, unsqueezed, without,
};
use crate::infer::{ResultShape, SliceRange, ranges, result_shape, squeezed_dims};

/// The end of a slice that is the end of every dim.
const END: i64 = i64::MAX;

/// Returns the lengths of result `index` of a node, which has `rank` dims. `None` if they are unknown.
pub(super) fn lengths(
    call: &Call<'_>,
    operands: &OperandForms,
    (index, rank): (usize, usize),
) -> Option<Vec<Quantity>> {
    let op = call.node.op_type.as_deref()?;
    fn first(operands: &OperandForms) -> Option<Vec<Quantity>> {
        Some(operands.dims(0)?.to_vec())
    }
    match op {
        _ if result_shape(op) == Some(ResultShape::OfOperand) => first(operands),
        _ if result_shape(op) == Some(ResultShape::Broadcast) => {
            stretched(operands, call.inputs.len())
        }
        "BitCast" | "Cast" | "CastLike" | "DequantizeLinear" | "Dropout" | "IsInf" | "IsNaN"
        | "QuantizeLinear" => first(operands),
        "BatchNormalization" | "DynamicQuantizeLinear" | "LayerNormalization" if index == 0 => {
            first(operands)
        }
        "Equal" | "Greater" | "GreaterOrEqual" | "Less" | "LessOrEqual" => stretched(operands, 2),
        "Where" => stretched(operands, 3),
        "MatMul" => {
            let a = operands.dims(0)?;
            let b = operands.dims(1)?;
            Some(multiplied(a, b, joined(batch(a), batch(b))))
        }
        "Gemm" => {
            let row = usize::from(call.int("transA").unwrap_or(0) != 0);
            let column = usize::from(call.int("transB").unwrap_or(0) == 0);
            let a = operands.dims(0)?;
            let b = operands.dims(1)?;
            Some(vec![a.get(row)?.clone(), b.get(column)?.clone()])
        }
        "Transpose" => transposed(call, operands.dims(0)?).ok(),
        "Unsqueeze" => unsqueezed(call, operands.dims(0)?).ok(),
        "Squeeze" => Some(without(operands.dims(0)?, &squeezed_dims(call).ok()?, None)),
        "Flatten" => flattened(call, operands.dims(0)?).ok(),
        "Reshape" => reshape(call, operands),
        "Concat" => concat(call, operands),
        "Split" => split(call, operands.dims(0)?),
        "Slice" => slice(call, operands.dims(0)?),
        "Gather" => gathered(call, operands.dims(0)?, operands.dims(1)?).ok(),
        "GatherElements" => Some(operands.dims(1)?.to_vec()),
        "Expand" => Some(joined(operands.dims(0)?, operands.numbers(1)?)),
        "ConstantOfShape" => Some(operands.numbers(0)?.to_vec()),
        "Range" => range(operands),
        "Pad" => pad(call, operands.dims(0)?),
        "Tile" => tile(operands),
        "GRU" | "LSTM" | "RNN" => {
            let [first, second, _] = operands.dims(0)? else { return None };
            let ends = [first.clone(), second.clone()];
            // The lengths of other dims are static.
            let states = states(call, ends, Quantity::Unknown, Quantity::Unknown);
            states.into_iter().nth(index.min(1))
        }
        _ => windowed(op, call, operands, rank),
    }
}

/// Returns the lengths of windows, sums over dims, and other ops whose lengths grow with those of their operands. All
/// numbers that they read must be constants. The batch of an image is kept.
fn windowed(
    op: &str,
    call: &Call<'_>,
    operands: &OperandForms,
    rank: usize,
) -> Option<Vec<Quantity>> {
    let has_batch = match op {
        "AveragePool" | "Conv" | "ConvInteger" | "ConvTranspose" | "DepthToSpace"
        | "GlobalAveragePool" | "GlobalLpPool" | "GlobalMaxPool" | "LpPool" | "MaxPool"
        | "SpaceToDepth" => true,
        "Attention" | "Det" | "Einsum" | "OneHot" | "Resize" | "TopK" | "Upsample" => false,
        _ if op.starts_with("Reduce") || op.starts_with("Arg") => {
            return reduced(call, operands.dims(0)?).ok();
        }
        _ => return None,
    };
    let is_resize = matches!(op, "Resize" | "Upsample");
    if let Some(sizes) = operands.numbers(3).filter(|sizes| is_resize && sizes.len() == rank) {
        let is_stretched =
            call.attr("axes").is_none() && call.attr("keep_aspect_ratio_policy").is_none();
        return is_stretched.then(|| sizes.to_vec());
    }
    // An image of sizes within which it keeps its aspect ratio shrinks along one dim as the other one grows.
    let has_sizes = is_resize && call.optional(3).is_some_and(|sizes| sizes.ty.dims != [Some(0)]);
    if !(1..call.inputs.len()).all(|at| {
        let list = call.inputs[at].filter(|fact| fact.ty.dims.len() <= 1);
        list.is_none_or(|fact| fact.literal.is_some() || !(is_resize || fact.ty.elem.is_int()))
    }) || has_sizes
    {
        return None;
    }
    let mut all = (0..call.inputs.len()).filter(|&at| call.inputs[at].is_some());
    let is_rising =
        all.all(|at| operands.dims(at).is_some_and(|dims| dims.iter().all(|len| len.is_rising())));
    let mut dims = vec![if is_rising { Quantity::Rising } else { Quantity::Unknown }; rank];
    if has_batch && rank > 0 {
        dims[0] = operands.dims(0)?.first()?.clone();
    }
    Some(dims)
}

/// Returns the lengths of a shape to which both shapes are broadcast.
fn joined(a: &[Quantity], b: &[Quantity]) -> Vec<Quantity> {
    let one = Quantity::one();
    aligned(a, b)
        .map(|lengths| match lengths {
            (a, b) if a == b || b == one => a,
            (a, b) if a == one => b,
            // One of them is 1, or both are equal at run time.
            (a, b) if a.is_rising() && b.is_rising() => Quantity::Rising,
            _ => Quantity::Unknown,
        })
        .collect()
}

fn stretched(operands: &OperandForms, count: usize) -> Option<Vec<Quantity>> {
    let mut dims = operands.dims(0)?.to_vec();
    for index in 1..count {
        dims = joined(&dims, operands.dims(index)?);
    }
    Some(dims)
}

/// Returns the lengths of a `Reshape`: 0 copies a length, and -1 is the quotient of the numbers of elements.
fn reshape(call: &Call<'_>, operands: &OperandForms) -> Option<Vec<Quantity>> {
    let input = operands.dims(0)?;
    let shape: Vec<Quantity> = match call.ints("shape") {
        Some(shape) => shape.iter().map(|&entry| Quantity::constant(entry)).collect(),
        None => operands.numbers(1)?.to_vec(),
    };
    let zero_copies = call.int("allowzero").unwrap_or(0) == 0;
    let mut dims: Vec<Quantity> = shape
        .iter()
        .enumerate()
        .map(|(at, entry)| match entry.as_constant() {
            Some(0) if zero_copies => input.get(at).cloned(),
            // An entry of unknown sign may be -1.
            _ if entry.is_natural() || entry.as_constant() == Some(-1) => Some(entry.clone()),
            _ => Some(Quantity::Unknown),
        })
        .collect::<Option<_>>()?;
    if let Some(open) = dims.iter().position(|len| len.as_constant() == Some(-1)) {
        let rest = dims.iter().enumerate().filter(|&(at, _)| at != open).map(|(_, len)| len);
        dims[open] = Quantity::product(input).over(&Quantity::product(rest));
    }
    Some(dims)
}

fn concat(call: &Call<'_>, operands: &OperandForms) -> Option<Vec<Quantity>> {
    let mut dims = operands.dims(0)?.to_vec();
    let at = call.axis(1, dims.len()).ok()?;
    for index in 1..call.inputs.len() {
        for (dim, len) in operands.dims(index)?.iter().enumerate().take(dims.len()) {
            if dim == at {
                dims[dim] = sum_of_lengths(&dims[dim], len);
            } else if dims[dim] != *len && len.as_constant().is_some() {
                dims[dim] = len.clone();
            }
        }
    }
    Some(dims)
}

/// Returns the sum of two lengths, which are 0 or more.
fn sum_of_lengths(a: &Quantity, b: &Quantity) -> Quantity {
    match a.plus(b) {
        Quantity::Unknown if a.is_rising() && b.is_rising() => Quantity::Rising,
        sum => sum,
    }
}

/// Returns the lengths of each part: constants along the axis are known already, and equal parts need an exact quotient.
fn split(call: &Call<'_>, dims: &[Quantity]) -> Option<Vec<Quantity>> {
    let mut dims = dims.to_vec();
    let at = call.axis(0, dims.len()).ok()?;
    let is_equal = call.ints("split").is_none() && call.optional(1).is_none();
    let parts = Quantity::constant(call.node.output.len() as i64);
    dims[at] = match dims[at].over(&parts) {
        Quantity::Exact(part) if is_equal => Quantity::Exact(part),
        _ => Quantity::Unknown,
    };
    Some(dims)
}

fn slice(call: &Call<'_>, dims: &[Quantity]) -> Option<Vec<Quantity>> {
    let mut dims = dims.to_vec();
    for range in ranges(call).ok()? {
        dims[range.dim] = sliced(&dims[range.dim], &range);
    }
    Some(dims)
}

/// Returns the length of a slice of a dim. It grows with the dim unless the start counts from the end and the end from
/// the start.
fn sliced(len: &Quantity, range: &SliceRange) -> Quantity {
    let [Some(start), Some(end), Some(step)] = [range.start, range.end, range.step] else {
        return Quantity::Unknown;
    };
    match (start, end, step) {
        (0, END, 1) => len.clone(),
        (1.., END, 1) => match len.minus(&Quantity::constant(start)) {
            rest if rest.is_natural() => rest,
            _ if len.is_rising() => Quantity::Rising,
            _ => Quantity::Unknown,
        },
        (_, _, ..=0) => Quantity::Unknown,
        (..0, 0.., _) if end != END => Quantity::Unknown,
        _ if len.is_rising() => Quantity::Rising,
        _ => Quantity::Unknown,
    }
}

/// Returns the length of a `Range` with a constant start of 0 or more and a constant positive step.
fn range(operands: &OperandForms) -> Option<Vec<Quantity>> {
    fn number(operands: &OperandForms, index: usize) -> Option<Quantity> {
        operands.numbers(index)?.first().cloned()
    }
    let start = number(operands, 0)?;
    let limit = number(operands, 1)?;
    let step = number(operands, 2)?;
    let from = start.as_constant()?;
    let by = step.as_constant()?;
    let span = limit.minus(&start);
    Some(vec![match by {
        1 if span.is_natural() => span,
        1.. if from >= 0 && limit.is_rising() => Quantity::Rising,
        _ => Quantity::Unknown,
    }])
}

fn pad(call: &Call<'_>, dims: &[Quantity]) -> Option<Vec<Quantity>> {
    let mut dims = dims.to_vec();
    for PaddedDim { dim, more } in padded_dims(call, dims.len()).ok()? {
        dims[dim] = match dims[dim].plus(&Quantity::constant(more)) {
            Quantity::Unknown if dims[dim].is_rising() => Quantity::Rising,
            sum => sum,
        };
    }
    Some(dims)
}

fn tile(operands: &OperandForms) -> Option<Vec<Quantity>> {
    let pairs = operands.dims(0)?.iter().zip(operands.numbers(1)?);
    Some(pairs.map(|(len, times)| len.times(times)).collect())
}
