//! Types of what moves, cuts and joins tensors.

use super::math::broadcast;
use crate::call::{Call, InferenceStop, ValueTypes, agree, axes, axis, length, wrong};
use crate::elem::{Elem, MAX_RANK, TensorType, count, shown};
use crate::literal::{Numbers, TensorLiteral};
use ir::types::Extent;

/// A length that an operand gives: unknown, or not negative.
fn given(value: Option<i64>) -> Result<Extent, InferenceStop> {
    value.map(|value| length(value.into(), "the result")).transpose()
}

/// The number of dims that a shape operand gives, where its elements are not known.
fn open_rank(call: &Call<'_>, place: usize) -> Result<Vec<Extent>, InferenceStop> {
    match call.dims(place)? {
        [Some(rank)] if *rank <= MAX_RANK as u64 => Ok(vec![None; *rank as usize]),
        _ => Err(InferenceStop::Unknown),
    }
}

/// `Reshape`.
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
                None => return wrong("it has no shape"),
            },
        },
    };
    let zero_copies = call.int("allowzero").unwrap_or(0) == 0;
    call.like(reshaped(input, &shape, zero_copies)?)
}

/// The lengths that a shape means: 0 copies a length and -1 takes what is left.
fn reshaped(
    input: &[Extent],
    shape: &[Option<i64>],
    zero_copies: bool,
) -> Result<Vec<Extent>, InferenceStop> {
    let one = |(at, &entry): (usize, &Option<i64>)| match entry {
        Some(0) if zero_copies => match input.get(at) {
            Some(&len) => Ok(len),
            None => wrong(format!("entry {at} of the shape copies a dim that operand 0 lacks")),
        },
        Some(-1) => Ok(None),
        entry => given(entry),
    };
    let mut dims: Vec<Extent> = shape.iter().enumerate().map(one).collect::<Result<_, _>>()?;
    let mut open = shape.iter().enumerate().filter(|(_, entry)| **entry == Some(-1));
    let (first, second) = (open.next(), open.next());
    if second.is_some() {
        return wrong("the shape has -1 twice");
    }
    let all = input.iter().copied().collect::<Option<Vec<u64>>>().and_then(|dims| count(&dims));
    let rest = |skip: Option<usize>| {
        let rest = dims.iter().enumerate().filter(|&(at, _)| Some(at) != skip);
        rest.map(|(_, &len)| len).collect::<Option<Vec<u64>>>().and_then(|dims| count(&dims))
    };
    match (all, rest(first.map(|open| open.0)), first) {
        (Some(all), Some(rest), Some((at, _))) => {
            if rest == 0 || all % rest != 0 {
                return wrong(format!("{all} elements are no multiple of {rest}"));
            }
            dims[at] = Some(all / rest);
        }
        (Some(all), Some(rest), None) if all != rest => {
            return wrong(format!("operand 0 has {all} elements, but the result {rest}"));
        }
        _ => {}
    }
    Ok(dims)
}

/// `Transpose`.
pub(super) fn transpose(call: &Call<'_>) -> ValueTypes {
    let input = call.dims(0)?;
    let reversed = || (0..input.len() as i64).rev().collect();
    let perm = call.ints("perm").map_or_else(reversed, <[i64]>::to_vec);
    if perm.len() != input.len() {
        return wrong(format!("`perm` has {} entries for {} dims", perm.len(), input.len()));
    }
    let dims: Vec<Extent> = axes(&perm, input.len())?.into_iter().map(|dim| input[dim]).collect();
    call.like(dims)
}

/// `Flatten`.
pub(super) fn flatten(call: &Call<'_>) -> ValueTypes {
    let input = call.dims(0)?;
    let at = call.int("axis").unwrap_or(1);
    // The axis may also stand behind the last dim.
    let at = if at == input.len() as i64 { input.len() } else { axis(at, input.len())? };
    let product = |dims: &[Extent]| {
        dims.iter().copied().collect::<Option<Vec<u64>>>().and_then(|dims| count(&dims))
    };
    call.like([product(&input[..at]), product(&input[at..])])
}

/// `Squeeze`.
pub(super) fn squeeze(call: &Call<'_>) -> ValueTypes {
    let input = call.dims(0)?;
    let gone = match call.ints_anywhere("axes", 1)? {
        Some(list) => axes(&list, input.len())?,
        None if input.contains(&None) => return Err(InferenceStop::Unknown),
        None => (0..input.len()).filter(|&dim| input[dim] == Some(1)).collect(),
    };
    for &dim in &gone {
        agree(input[dim], Some(1), || format!("d{dim} of operand 0 and what can go"))?;
    }
    let kept = input.iter().enumerate().filter(|(dim, _)| !gone.contains(dim));
    call.like(kept.map(|(_, &len)| len).collect::<Vec<_>>())
}

/// `Unsqueeze`.
pub(super) fn unsqueeze(call: &Call<'_>) -> ValueTypes {
    let input = call.dims(0)?;
    let Some(list) = call.ints_anywhere("axes", 1)? else { return wrong("it has no axes") };
    let rank = input.len() + list.len();
    if rank > MAX_RANK {
        return wrong(format!("the result has {rank} dims, but at most {MAX_RANK} are imported"));
    }
    let new = axes(&list, rank)?;
    let mut rest = input.iter().copied();
    let one = |dim| if new.contains(&dim) { Some(1) } else { rest.next().flatten() };
    call.like((0..rank).map(one).collect::<Vec<_>>())
}

/// `Concat`.
pub(super) fn concat(call: &Call<'_>) -> ValueTypes {
    let mut dims = call.dims(0)?.to_vec();
    // Before version 4 the axis had a default.
    let axis = call.axis(1, dims.len())?;
    for place in 1..call.inputs.len() {
        let other = call.dims(place)?;
        if other.len() != dims.len() {
            return wrong(format!(
                "operands 0 and {place} have {} and {} dims",
                dims.len(),
                other.len()
            ));
        }
        for (dim, &len) in other.iter().enumerate() {
            dims[dim] = match dim == axis {
                true => dims[dim]
                    .zip(len)
                    .map(|(a, b)| u128::from(a) + u128::from(b))
                    .map(checked)
                    .transpose()?,
                false => {
                    agree(dims[dim], len, || format!("lengths d{dim} of operands 0 and {place}"))?
                }
            };
        }
    }
    call.like(dims)
}

fn checked(sum: u128) -> Result<u64, InferenceStop> {
    length(i128::try_from(sum).unwrap_or(i128::MAX), "the result")
}

/// What `Slice` takes of one dim.
pub(super) struct SliceRange {
    pub(super) dim: usize,
    pub(super) start: Option<i64>,
    pub(super) end: Option<i64>,
    pub(super) step: Option<i64>,
}

impl SliceRange {
    /// The first index and how many there are, of a dim of a known length.
    pub(super) fn of(&self, len: u64) -> Option<(i128, u64)> {
        let (start, end, step) = (self.start?, self.end?, self.step?);
        let (len, step) = (i128::from(len), i128::from(step));
        let from_end = |at: i64| if at < 0 { i128::from(at) + len } else { i128::from(at) };
        // Backwards, the last index is before the first element.
        let (low, high) = if step > 0 { (0, len) } else { (-1, len - 1) };
        let start = from_end(start).clamp(low.max(0), high.max(0));
        let end = from_end(end).clamp(low, high);
        let steps = if step > 0 {
            (end - start + step - 1) / step
        } else {
            (end - start + step + 1) / step
        };
        Some((start, u64::try_from(steps.max(0)).ok()?))
    }
}

/// The ranges of a `Slice`: attributes before version 10, operands since.
pub(super) fn ranges(call: &Call<'_>) -> Result<Vec<SliceRange>, InferenceStop> {
    let rank = call.dims(0)?.len();
    let list = |key: &str, place: usize| match call.ints(key) {
        Some(ints) => Ok(Some(ints.iter().copied().map(Some).collect::<Vec<_>>())),
        None => match call.partial_ints(place) {
            // They are not known, but how many there are is.
            Err(InferenceStop::Unknown) => {
                open_rank(call, place).map(|open| Some(vec![None; open.len()]))
            }
            ints => ints.map(|ints| ints.map(<[_]>::to_vec)),
        },
    };
    let (Some(starts), Some(ends)) = (list("starts", 1)?, list("ends", 2)?) else {
        return wrong("it has no starts or no ends");
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
        return wrong("starts, ends, axes and steps are of different lengths");
    }
    if steps.contains(&Some(0)) {
        return wrong("a step is 0");
    }
    let entries = axes.into_iter().zip(starts).zip(ends).zip(steps);
    Ok(entries.map(|(((dim, start), end), step)| SliceRange { dim, start, end, step }).collect())
}

/// `Slice`.
pub(super) fn slice(call: &Call<'_>) -> ValueTypes {
    let mut dims = call.dims(0)?.to_vec();
    let ranges = match ranges(call) {
        Err(InferenceStop::Unknown) => return call.like(vec![None; dims.len()]),
        ranges => ranges?,
    };
    for range in ranges {
        dims[range.dim] = dims[range.dim].and_then(|len| range.of(len)).map(|found| found.1);
    }
    call.like(dims)
}

/// `Split`: parts of lengths that are listed, or as equal as can be.
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
        return wrong(format!("it has {parts} results, but lists {} lengths", lengths.len()));
    }
    let sum = lengths.iter().map(|len| len.map(u128::from)).sum::<Option<u128>>();
    if let (Some(whole), Some(sum)) = (input.dims[axis], sum)
        && u128::from(whole) != sum
    {
        return wrong(format!("a dim of length {whole} is split into parts of {sum} in all"));
    }
    let part = |len: Extent| {
        let mut ty = input.clone();
        ty.dims[axis] = len;
        ty
    };
    Ok(lengths.into_iter().map(part).collect())
}

/// Equal lengths, the last of which may be shorter.
fn equal(whole: Extent, parts: usize) -> Vec<Extent> {
    let parts = parts.max(1) as u64;
    let part = |whole: u64, part: u64| {
        let each = whole.div_ceil(parts);
        whole.saturating_sub(part.saturating_mul(each)).min(each)
    };
    (0..parts).map(|at| whole.map(|whole| part(whole, at))).collect()
}

/// `Pad`: lengths before, then after, each dim, or those that operand 3 lists.
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
    let Some(pads) = pads else { return wrong("it has no pads") };
    let places = match call.known_ints(3)? {
        Some(list) => axes(&list, input.len())?,
        None => (0..input.len()).collect(),
    };
    if pads.len() != 2 * places.len() {
        return wrong(format!("it has {} pads for {} dims", pads.len(), places.len()));
    }
    let mut dims = input.to_vec();
    for (at, &dim) in places.iter().enumerate() {
        let more = i128::from(pads[at]) + i128::from(pads[at + places.len()]);
        let padded = dims[dim].map(|len| length(i128::from(len) + more, "the result"));
        dims[dim] = padded.transpose()?;
    }
    call.like(dims)
}

/// `Expand`.
pub(super) fn expand(call: &Call<'_>) -> ValueTypes {
    let shape = match call.partial_ints(1) {
        Err(InferenceStop::Unknown) => open_rank(call, 1)?,
        shape => match shape? {
            Some(shape) => shape.iter().map(|&len| given(len)).collect::<Result<_, _>>()?,
            None => return wrong("it has no shape"),
        },
    };
    call.like(broadcast(call.dims(0)?, &shape)?)
}

/// `Tile`.
pub(super) fn tile(call: &Call<'_>) -> ValueTypes {
    let input = call.dims(0)?;
    let repeats = match call.partial_ints(1) {
        Err(InferenceStop::Unknown) => return call.like(vec![None; input.len()]),
        repeats => repeats?.unwrap_or_default(),
    };
    if repeats.len() != input.len() {
        return wrong(format!("it has {} repeats for {} dims", repeats.len(), input.len()));
    }
    let one = |(&len, &times): (&Extent, &Option<i64>)| match (len, given(times)?) {
        (Some(len), Some(times)) => checked(u128::from(len) * u128::from(times)).map(Some),
        _ => Ok(None),
    };
    call.like(input.iter().zip(repeats).map(one).collect::<Result<Vec<_>, _>>()?)
}

/// `Gather`: the dim is replaced by those of the indices.
pub(super) fn gather(call: &Call<'_>) -> ValueTypes {
    let (data, indices) = (call.dims(0)?, call.dims(1)?);
    let axis = call.axis(0, data.len())?;
    call.like([&data[..axis], indices, &data[axis + 1..]].concat())
}

/// `GatherElements`.
pub(super) fn gather_elements(call: &Call<'_>) -> ValueTypes {
    call.like(call.dims(1)?)
}

/// `Shape`: of some dims, or all.
pub(super) fn shape(call: &Call<'_>) -> ValueTypes {
    let (start, end) = shape_range(call)?;
    Ok(vec![TensorType::new(Elem::I64, [Some((end - start) as u64)])])
}

/// The dims whose lengths a `Shape` tells.
pub(super) fn shape_range(call: &Call<'_>) -> Result<(usize, usize), InferenceStop> {
    let rank = call.dims(0)?.len() as i64;
    let place = |key: &str, or: i64| {
        let at = call.int(key).unwrap_or(or);
        let at = if at < 0 { at.saturating_add(rank) } else { at };
        at.clamp(0, rank) as usize
    };
    let (start, end) = (place("start", 0), place("end", rank));
    Ok((start, end.max(start)))
}

/// `Size`.
pub(super) fn size(_: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(Elem::I64, [])])
}

/// `ConstantOfShape`.
pub(super) fn constant_of_shape(call: &Call<'_>) -> ValueTypes {
    let elem = match filler(call)? {
        Some(value) => value.ty.elem,
        None => Elem::F32,
    };
    let dims = match call.partial_ints(0) {
        Err(InferenceStop::Unknown) => open_rank(call, 0)?,
        shape => {
            shape?.unwrap_or_default().iter().map(|&len| given(len)).collect::<Result<_, _>>()?
        }
    };
    Ok(vec![TensorType::new(elem, dims)])
}

/// The tensor whose one element a `ConstantOfShape` repeats; none is 0 of `f32`.
pub(super) fn filler(call: &Call<'_>) -> Result<Option<TensorLiteral>, InferenceStop> {
    match call.tensor("value").map(TensorLiteral::of) {
        None => Ok(None),
        Some(Ok(Some(value))) if value.single().is_some() => Ok(Some(value)),
        Some(Ok(_)) => wrong("`value` is no tensor of one element"),
        Some(Err(said)) => wrong(format!("`value`: {said}")),
    }
}

/// `Range`: from a start up to a limit, in steps.
pub(super) fn range(call: &Call<'_>) -> ValueTypes {
    let one =
        |place: usize| call.known_ints(place).ok().flatten().and_then(|ints| ints.first().copied());
    let len = match (one(0), one(1), one(2)) {
        (Some(_), Some(_), Some(0)) => return wrong("the step is 0"),
        (Some(start), Some(limit), Some(step)) => {
            let (span, step) = (i128::from(limit) - i128::from(start), i128::from(step));
            let steps = (span + step - step.signum()) / step;
            Some(length(steps.max(0), "the result")?)
        }
        _ => None,
    };
    call.like([len])
}

/// `Resize`, `Upsample`: sizes, or scales of the lengths, for all dims or those that `axes` lists.
pub(super) fn resize(call: &Call<'_>) -> ValueTypes {
    let input = call.dims(0)?;
    // Operands are (image, region, scales, sizes) since version 11, (image, scales) before.
    let last = call.inputs.len() > 2;
    let places = match call.ints("axes") {
        Some(list) => axes(list, input.len())?,
        None => (0..input.len()).collect(),
    };
    let mut dims = input.to_vec();
    if let Some(sizes) = call.optional(3).filter(|sizes| sizes.ty.dims != [Some(0)]) {
        // How they keep an aspect ratio is not told here.
        let plain =
            call.string("keep_aspect_ratio_policy").is_none_or(|policy| policy == "stretch");
        let sizes = match &sizes.numbers {
            Some(Numbers::Ints(sizes)) if plain && sizes.len() == places.len() => sizes.clone(),
            Some(Numbers::Ints(sizes)) if plain => {
                return wrong(format!("it has {} sizes for {} dims", sizes.len(), places.len()));
            }
            _ => vec![None; places.len()],
        };
        for (&dim, size) in places.iter().zip(sizes) {
            dims[dim] = given(size)?;
        }
        return call.like(dims);
    }
    let numbers =
        call.optional(if last { 2 } else { 1 }).and_then(|scales| scales.numbers.as_ref());
    let scales: Vec<Option<f32>> = match (call.attr("scales"), numbers) {
        (Some(scales), _) => scales.floats.iter().copied().map(Some).collect(),
        (None, Some(Numbers::Floats(scales))) => scales.clone(),
        _ => vec![None; places.len()],
    };
    if scales.len() != places.len() {
        return wrong(format!("it has {} scales for {} dims", scales.len(), places.len()));
    }
    for (&dim, scale) in places.iter().zip(scales) {
        dims[dim] = match (dims[dim], scale) {
            (Some(len), Some(scale)) => scaled(len, scale)?,
            // A scale of 1 keeps even a length that is not known.
            (None, _) | (_, None) => None,
        };
    }
    call.like(dims)
}

/// ONNX scales in single precision.
fn scaled(len: u64, scale: f32) -> Result<Extent, InferenceStop> {
    let result = (len as f32 * scale).floor();
    match (0.0..9e18).contains(&result) && scale > 0.0 {
        true => Ok(Some(result as u64)),
        false => wrong(format!("a length of {len} is scaled by {scale}")),
    }
}

/// `DepthToSpace`.
pub(super) fn depth_to_space(call: &Call<'_>) -> ValueTypes {
    let (block, dims) = blocks(call)?;
    let [batch, channels, height, width] = dims;
    let area = block.saturating_mul(block);
    if channels.is_some_and(|channels| channels % area != 0) {
        return wrong(format!("the channels are no multiple of {area}"));
    }
    let times =
        |len: Extent| len.map(|len| checked(u128::from(len) * u128::from(block))).transpose();
    call.like([batch, channels.map(|channels| channels / area), times(height)?, times(width)?])
}

/// `SpaceToDepth`.
pub(super) fn space_to_depth(call: &Call<'_>) -> ValueTypes {
    let (block, dims) = blocks(call)?;
    let [batch, channels, height, width] = dims;
    if [height, width].iter().flatten().any(|len| len % block != 0) {
        return wrong(format!("the image {} is not made of blocks of {block}", shown(&dims)));
    }
    let area = u128::from(block) * u128::from(block);
    let channels = channels.map(|len| {
        u128::from(len).checked_mul(area).map_or_else(|| wrong("the result is too long"), checked)
    });
    call.like([
        batch,
        channels.transpose()?,
        height.map(|len| len / block),
        width.map(|len| len / block),
    ])
}

fn blocks(call: &Call<'_>) -> Result<(u64, [Extent; 4]), InferenceStop> {
    let block = call
        .int("blocksize")
        .and_then(|block| u64::try_from(block).ok())
        .filter(|&block| block > 0);
    let Some(block) = block else { return wrong("`blocksize` is no length") };
    match <[Extent; 4]>::try_from(call.dims(0)?) {
        Ok(dims) => Ok((block, dims)),
        Err(_) => wrong("operand 0 has no 4 dims"),
    }
}

/// `OneHot`: a new dim of as many elements as there are classes.
pub(super) fn one_hot(call: &Call<'_>) -> ValueTypes {
    let indices = call.dims(0)?;
    let depth = call.known_ints(1).ok().flatten().and_then(|depth| depth.first().copied());
    let axis = call.axis(-1, indices.len() + 1)?;
    let dims = [&indices[..axis], &[given(depth)?], &indices[axis..]].concat();
    Ok(vec![TensorType::new(call.input(2)?.elem, dims)])
}

/// `NonZero`: an index of each in a column.
pub(super) fn non_zero(call: &Call<'_>) -> ValueTypes {
    let rank = call.dims(0)?.len() as u64;
    Ok(vec![TensorType::new(Elem::I64, [Some(rank), None])])
}

/// `NonMaxSuppression`: batch, class and box of each that is kept.
pub(super) fn non_max_suppression(_: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(Elem::I64, [None, Some(3)])])
}

/// `RoiAlign`: a piece of the image for each region.
pub(super) fn roi_align(call: &Call<'_>) -> ValueTypes {
    let (image, regions) = (call.dims(0)?, call.dims(1)?);
    let (Some(&channels), Some(&regions)) = (image.get(1), regions.first()) else {
        return wrong("an image or a list of regions has too few dims");
    };
    let size = |key: &str| length(call.int(key).unwrap_or(1).into(), key).map(Some);
    call.like([regions, channels, size("output_height")?, size("output_width")?])
}
