//! Types of ops that concatenate, slice and split tensors.

use super::lengths::{given, open_rank, sum};
use crate::call::{Call, InferenceStop, ValueTypes, agree, axes, length, wrong};
use crate::elem::{Elem, TensorType, count};
use ir::types::Extent;

/// Infers `Concat`.
pub(super) fn concat(call: &Call<'_>) -> ValueTypes {
    let mut dims = call.dims(0)?.to_vec();
    // Before version 4 the axis had a default.
    let axis = call.axis(1, dims.len())?;
    for index in 1..call.inputs.len() {
        let other = call.dims(index)?;
        if other.len() != dims.len() {
            return wrong(format!(
                "operands 0 and {index} must have equal ranks, but have {} and {}",
                dims.len(),
                other.len()
            ));
        }
        for (dim, &len) in other.iter().enumerate() {
            dims[dim] = match dim == axis {
                true => sum(dims[dim], len)?,
                false => agree(dims[dim], len, || {
                    format!("the lengths of d{dim} of operands 0 and {index}")
                })?,
            };
        }
    }
    call.like(dims)
}

/// The elements that `Slice` selects in one dim. `None` for an unknown bound or step.
pub(crate) struct SliceRange {
    pub(crate) dim: usize,
    pub(crate) start: Option<i64>,
    pub(crate) end: Option<i64>,
    pub(crate) step: Option<i64>,
}

impl SliceRange {
    /// Returns the first index and the number of indices in a dim of a known length. `None` if the range is unknown.
    pub(crate) fn resolve(&self, len: u64) -> Option<(i128, u64)> {
        let start = self.start?;
        let end = self.end?;
        let step = self.step?;
        let len = i128::from(len);
        let step = i128::from(step);
        let [start, end] =
            [start, end].map(|at| if at < 0 { i128::from(at) + len } else { at.into() });
        // With a negative step, the exclusive end may be -1.
        let (low, high) = if step > 0 { (0, len) } else { (-1, len - 1) };
        let start = start.clamp(low.max(0), high.max(0));
        let end = end.clamp(low, high);
        let steps = if step > 0 {
            (end - start + step - 1) / step
        } else {
            (end - start + step + 1) / step
        };
        Some((start, u64::try_from(steps.max(0)).ok()?))
    }
}

/// Returns the ranges of a `Slice`, from attributes before version 10 and from operands since.
pub(crate) fn ranges(call: &Call<'_>) -> Result<Vec<SliceRange>, InferenceStop> {
    let rank = call.dims(0)?.len();
    let list = |key: &str, index: usize| match call.ints(key) {
        Some(ints) => Ok(Some(ints.iter().copied().map(Some).collect::<Vec<_>>())),
        None => match call.partial_ints(index) {
            // Their values are unknown, but their number is known.
            Err(InferenceStop::Unknown) => {
                open_rank(call, index).map(|open| Some(vec![None; open.len()]))
            }
            ints => ints.map(|ints| ints.map(<[_]>::to_vec)),
        },
    };
    let [Some(starts), Some(ends)] = [list("starts", 1)?, list("ends", 2)?] else {
        return wrong("missing starts or ends");
    };
    let axes = match call.ints_anywhere("axes", 3)? {
        Some(list) => axes(&list, rank)?,
        None => axes(&(0..starts.len() as i64).collect::<Vec<_>>(), rank)?,
    };
    let steps = match call.optional(4) {
        Some(_) => list("steps", 4)?.unwrap_or_default(),
        None => vec![Some(1); starts.len()],
    };
    if [ends.len(), axes.len(), steps.len()].iter().any(|&len| len != starts.len()) {
        return wrong("starts, ends, axes and steps must have equal lengths");
    }
    if steps.contains(&Some(0)) {
        return wrong("a step must not be 0");
    }
    let entries = axes.into_iter().zip(starts).zip(ends).zip(steps);
    Ok(entries.map(|(((dim, start), end), step)| SliceRange { dim, start, end, step }).collect())
}

/// Infers `Slice`.
pub(super) fn slice(call: &Call<'_>) -> ValueTypes {
    let mut dims = call.dims(0)?.to_vec();
    let ranges = match ranges(call) {
        Err(InferenceStop::Unknown) => return call.like(vec![None; dims.len()]),
        ranges => ranges?,
    };
    for range in ranges {
        dims[range.dim] = dims[range.dim].and_then(|len| range.resolve(len)).map(|found| found.1);
    }
    call.like(dims)
}

/// Infers `Split`: parts of the listed lengths, or of lengths as equal as possible.
pub(super) fn split(call: &Call<'_>) -> ValueTypes {
    let input = call.input(0)?;
    let axis = call.axis(0, input.dims.len())?;
    let parts = call.node.output.len();
    let lengths: Vec<Extent> = match call.ints_anywhere("split", 1) {
        Err(InferenceStop::Unknown) => vec![None; parts],
        list => match list?.filter(|list| !list.is_empty()) {
            Some(list) => list.into_iter().map(|len| given(Some(len))).collect::<Result<_, _>>()?,
            None => equal(input.dims[axis], parts),
        },
    };
    if lengths.len() != parts {
        return wrong(format!(
            "expected {parts} lengths, one for each result, found {}",
            lengths.len()
        ));
    }
    let sum = lengths.iter().map(|len| len.map(u128::from)).sum::<Option<u128>>();
    if let Some(whole) = input.dims[axis]
        && let Some(sum) = sum
        && u128::from(whole) != sum
    {
        return wrong(format!("split lengths must sum to {whole}, but sum to {sum}"));
    }
    Ok(lengths
        .into_iter()
        .map(|len| {
            let mut ty = input.clone();
            ty.dims[axis] = len;
            ty
        })
        .collect())
}

/// Returns equal lengths, the last of which may be shorter.
fn equal(whole: Extent, parts: usize) -> Vec<Extent> {
    let parts = parts.max(1) as u64;
    let each = whole.map(|whole| whole.div_ceil(parts));
    let rest = (0..parts).map(|at| Some(whole?.saturating_sub(at.saturating_mul(each?))));
    rest.map(|rest| rest.zip(each).map(|(rest, each)| rest.min(each))).collect()
}

/// Infers `GatherND`: each index in the last dim of operand 1 selects a part of operand 0.
pub(super) fn gather_nd(call: &Call<'_>) -> ValueTypes {
    let data = call.dims(0)?;
    let indices = call.dims(1)?;
    let batch = length(call.int("batch_dims").unwrap_or(0).into(), "`batch_dims`")?;
    let Some((&depth, outer)) = indices.split_last() else {
        return wrong("operand 1 must have at least 1 dim");
    };
    let depth = depth.ok_or(InferenceStop::Unknown)?;
    let start = usize::try_from(batch.saturating_add(depth)).ok();
    match start.and_then(|start| data.get(start..)) {
        Some(part) => call.like([outer, part].concat()),
        None => wrong(format!("indices of {depth} entries exceed the {} dims", data.len())),
    }
}

/// Infers `Compress`: the number of selected elements is unknown.
pub(super) fn compress(call: &Call<'_>) -> ValueTypes {
    let mut dims = call.dims(0)?.to_vec();
    if call.attr("axis").is_none() {
        return call.like([None]);
    }
    let axis = call.axis(0, dims.len())?;
    dims[axis] = None;
    call.like(dims)
}

/// Infers `Unique`: the unique elements, their first positions, the position of each element, and the counts.
pub(super) fn unique(call: &Call<'_>) -> ValueTypes {
    let input = call.input(0)?;
    let (dims, all) = match call.attr("axis") {
        None => (vec![None], input.lengths().and_then(|lengths| count(&lengths))),
        Some(_) => {
            let axis = call.axis(0, input.dims.len())?;
            let mut dims = input.dims.clone();
            let all = dims[axis].take();
            (dims, all)
        }
    };
    let [first, inverse, counts] = [None, all, None].map(|len| TensorType::new(Elem::I64, [len]));
    Ok(vec![TensorType::new(input.elem, dims), first, inverse, counts])
}
