//! Types of ops that scale, crop or search images.

use super::lengths::{checked, given, product, specified};
use crate::call::{Call, InferenceStop, ValueTypes, axes, length, wrong};
use crate::elem::{Elem, TensorType, count, shown};
use crate::literal::ElementValues;
use ir::types::Extent;

/// Infers `Resize` and `Upsample`. The op has sizes or scales, for all dims or for those that `axes` lists.
pub(super) fn resize(call: &Call<'_>) -> ValueTypes {
    let input = call.dims(0)?;
    // Operands are (image, region, scales, sizes) since version 11, and (image, scales) before.
    let last = call.inputs.len() > 2;
    let scaled_dims = match call.ints("axes") {
        Some(list) => axes(list, input.len())?,
        None => (0..input.len()).collect(),
    };
    let mut dims = input.to_vec();
    if let Some(sizes) = call.optional(3).filter(|sizes| sizes.ty.dims != [Some(0)]) {
        let sizes = match &sizes.numbers {
            Some(ElementValues::Ints(sizes)) if sizes.len() == scaled_dims.len() => {
                let lengths: Vec<Extent> = scaled_dims.iter().map(|&dim| dims[dim]).collect();
                fitted(call, &lengths, sizes)
            }
            Some(ElementValues::Ints(sizes)) => {
                return wrong(format!(
                    "expected {} sizes, found {}",
                    scaled_dims.len(),
                    sizes.len()
                ));
            }
            _ => vec![None; scaled_dims.len()],
        };
        for (&dim, size) in scaled_dims.iter().zip(sizes) {
            dims[dim] = given(size)?;
        }
        return call.like(dims);
    }
    let numbers =
        call.optional(if last { 2 } else { 1 }).and_then(|scales| scales.numbers.as_ref());
    let scales: Vec<Option<f32>> = match (call.attr("scales"), numbers) {
        (Some(scales), _) => scales.floats.iter().copied().map(Some).collect(),
        (None, Some(ElementValues::Floats(scales))) => scales.clone(),
        _ => vec![None; scaled_dims.len()],
    };
    if scales.len() != scaled_dims.len() {
        return wrong(format!("expected {} scales, found {}", scaled_dims.len(), scales.len()));
    }
    for (&dim, scale) in scaled_dims.iter().zip(scales) {
        dims[dim] = match (dims[dim], scale) {
            (Some(len), Some(scale)) => scaled(len, scale)?,
            // Not even a scale of 1 determines an unknown length.
            (None, _) | (_, None) => None,
        };
    }
    call.like(dims)
}

/// Returns the sizes of a `Resize` under its policy: all dims have the scale of one of them.
fn fitted(call: &Call<'_>, lengths: &[Extent], sizes: &[Option<i64>]) -> Vec<Option<i64>> {
    let pick = match call.string("keep_aspect_ratio_policy") {
        Some("not_larger") => f64::min,
        Some("not_smaller") => f64::max,
        _ => return sizes.to_vec(),
    };
    fn scale((len, size): (&Extent, &Option<i64>)) -> Option<f64> {
        Some((*size)? as f64 / (*len)? as f64)
    }
    let scales: Option<Vec<f64>> = lengths.iter().zip(sizes).map(scale).collect();
    let scale = scales.and_then(|scales| scales.into_iter().reduce(pick));
    // Halves are rounded up.
    lengths.iter().map(|len| Some(((*len)? as f64 * scale? + 0.5).floor() as i64)).collect()
}

/// Scales a length in single precision, as ONNX specifies.
fn scaled(len: u64, scale: f32) -> Result<Extent, InferenceStop> {
    let result = (len as f32 * scale).floor();
    match (0.0..9e18).contains(&result) && scale > 0.0 {
        true => Ok(Some(result as u64)),
        false => wrong(format!("length {len} cannot be scaled by {scale}")),
    }
}

/// Infers `DepthToSpace`.
pub(super) fn depth_to_space(call: &Call<'_>) -> ValueTypes {
    let (block, dims) = blocks(call)?;
    let [batch, channels, height, width] = dims;
    let area = block.saturating_mul(block);
    if let Some(count) = channels.filter(|channels| channels % area != 0) {
        return wrong(format!("the channel count must be a multiple of {area}, but is {count}"));
    }
    let channels = channels.map(|channels| channels / area);
    let [height, width] = [height, width].map(|len| product(len, Some(block)));
    call.like([batch, channels, height?, width?])
}

/// Infers `SpaceToDepth`.
pub(super) fn space_to_depth(call: &Call<'_>) -> ValueTypes {
    let (block, dims) = blocks(call)?;
    let [batch, channels, height, width] = dims;
    if [height, width].iter().flatten().any(|len| len % block != 0) {
        return wrong(format!(
            "the image lengths must be multiples of `blocksize` {block}, but the shape is {}",
            shown(&dims)
        ));
    }
    let area = u128::from(block) * u128::from(block);
    let channels = channels.map(|len| {
        u128::from(len)
            .checked_mul(area)
            .map_or_else(|| wrong("the result length overflows"), checked)
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
    let Some(block) = block else { return wrong("`blocksize` must be at least 1") };
    let dims = call.dims(0)?;
    match <[Extent; 4]>::try_from(dims) {
        Ok(dims) => Ok((block, dims)),
        Err(_) => wrong(format!("operand 0 must have 4 dims, but has shape {}", shown(dims))),
    }
}

/// Infers `NonMaxSuppression`: each row has the batch, the class and the box of a selected box.
pub(super) fn non_max_suppression(_: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(Elem::I64, [None, Some(3)])])
}

/// Infers `RoiAlign`: a crop of the image for each region.
pub(super) fn roi_align(call: &Call<'_>) -> ValueTypes {
    let image = call.dims(0)?;
    let regions = call.dims(1)?;
    let [Some(&channels), Some(&count)] = [image.get(1), regions.first()] else {
        return wrong(format!(
            "the image must have at least 2 dims and the regions at least 1, but the shapes are {} and {}",
            shown(image),
            shown(regions)
        ));
    };
    fn size(call: &Call<'_>, key: &str) -> Result<Option<u64>, InferenceStop> {
        length(call.int(key).unwrap_or(1).into(), key).map(Some)
    }
    call.like([count, channels, size(call, "output_height")?, size(call, "output_width")?])
}

/// Infers `MaxRoiPool`: a pooled crop of the image for each region.
pub(super) fn max_roi_pool(call: &Call<'_>) -> ValueTypes {
    let image = call.dims(0)?;
    let regions = call.dims(1)?;
    let [Some(&channels), Some(&regions)] = [image.get(1), regions.first()] else {
        return wrong("the image must have at least 2 dims and the regions at least 1");
    };
    let Some(&[height, width]) = call.ints("pooled_shape") else {
        return wrong("`pooled_shape` must have 2 entries");
    };
    call.like([regions, channels, given(Some(height))?, given(Some(width))?])
}

/// Infers `GridSample`: the image at the points of a grid.
pub(super) fn grid_sample(call: &Call<'_>) -> ValueTypes {
    let image = call.dims(0)?;
    let grid = call.dims(1)?;
    let [[batch, channels, ..], [_, points @ .., _]] = [image, grid] else {
        return wrong("the image and the grid must have at least 2 dims");
    };
    call.like([&[*batch, *channels], points].concat())
}

/// Infers `AffineGrid`: the coordinates of each point of an image.
pub(super) fn affine_grid(call: &Call<'_>) -> ValueTypes {
    let size = specified(call, 1)?.unwrap_or_default();
    let [batch, _, spatial @ ..] = size.as_slice() else {
        return wrong("the size must have at least 2 entries");
    };
    call.like([&[*batch], spatial, &[Some(spatial.len() as u64)]].concat())
}

/// Infers `CenterCropPad`: the listed dims have the lengths of operand 1.
pub(super) fn center_crop_pad(call: &Call<'_>) -> ValueTypes {
    let mut dims = call.dims(0)?.to_vec();
    let changed = match call.ints("axes") {
        Some(list) => axes(list, dims.len())?,
        None => (0..dims.len()).collect(),
    };
    let lengths = match call.partial_ints(1) {
        Err(InferenceStop::Unknown) => vec![None; changed.len()],
        lengths => lengths?.unwrap_or_default().to_vec(),
    };
    if lengths.len() != changed.len() {
        return wrong(format!("expected {} lengths, found {}", changed.len(), lengths.len()));
    }
    for (dim, len) in changed.into_iter().zip(lengths) {
        dims[dim] = given(len)?;
    }
    call.like(dims)
}

/// Infers `Col2Im`: an image from its blocks.
pub(super) fn col2im(call: &Call<'_>) -> ValueTypes {
    let &[batch, columns, _] = call.dims(0)? else { return wrong("operand 0 must have 3 dims") };
    let spatial = specified(call, 1)?.unwrap_or_default();
    let block = call.known_ints(2).ok().flatten();
    let block = block.map(|block| block.iter().map(|&len| given(Some(len))).collect());
    let block: Option<Vec<Extent>> = block.transpose()?;
    let area = block.and_then(|block| count(&block.into_iter().collect::<Option<Vec<_>>>()?));
    let channels = columns.zip(area.filter(|&area| area > 0)).map(|(all, area)| all / area);
    call.like([&[batch, channels], spatial.as_slice()].concat())
}
