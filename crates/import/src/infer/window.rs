//! Types of ops that slide a window over an image: convolutions and pools.
//!
//! The lengths follow ONNX's operators, <https://onnx.ai/onnx/operators/onnx__Conv.html> and the pages of the other
//! ops.

use super::lengths::{given, open_rank};
use crate::call::{Call, InferenceStop, ValueTypes, agree, length, wrong};
use crate::elem::{Elem, TensorType};
use ir::types::Extent;

/// The parameters of a window in each spatial dim.
struct WindowOp {
    strides: Vec<i64>,
    dilations: Vec<i64>,
    /// The padding before each dim, then the padding after each dim.
    pads: Vec<i64>,
    /// `true` if `auto_pad` is `SAME_*`: the result lengths depend only on the input and the strides.
    is_same: bool,
    rounds_up: bool,
}

impl WindowOp {
    fn from_call(call: &Call<'_>, rank: usize) -> Result<WindowOp, InferenceStop> {
        fn positive(call: &Call<'_>, rank: usize, key: &str) -> Result<Vec<i64>, InferenceStop> {
            let ints = call.ints_of(key, rank, 1)?;
            match ints.iter().find(|&&int| int < 1) {
                Some(int) => {
                    wrong(format!("the entries of `{key}` must be at least 1, but one is {int}"))
                }
                None => Ok(ints),
            }
        }
        let auto = call.string("auto_pad").unwrap_or("NOTSET");
        let pads = match auto {
            "NOTSET" | "" => call.ints_of("pads", 2 * rank, 0)?,
            "VALID" | "SAME_UPPER" | "SAME_LOWER" => vec![0; 2 * rank],
            _ => return wrong(format!("unknown `auto_pad` value `{auto}`")),
        };
        Ok(WindowOp {
            strides: positive(call, rank, "strides")?,
            dilations: positive(call, rank, "dilations")?,
            pads,
            is_same: auto.starts_with("SAME"),
            rounds_up: call.int("ceil_mode").unwrap_or(0) != 0,
        })
    }

    /// Returns the extent of a kernel with dilation, in elements of the input.
    fn kernel_extent(&self, dim: usize, kernel: u64) -> i128 {
        (i128::from(kernel) - 1) * i128::from(self.dilations[dim]) + 1
    }

    fn padding(&self, dim: usize) -> i128 {
        i128::from(self.pads[dim]) + i128::from(self.pads[dim + self.pads.len() / 2])
    }

    /// Returns the length of a spatial dim of the result.
    fn output(&self, dim: usize, input: Extent, kernel: Extent) -> Result<Extent, InferenceStop> {
        let Some(input) = input.map(i128::from) else { return Ok(None) };
        let stride = i128::from(self.strides[dim]);
        if self.is_same {
            return length((input + stride - 1) / stride, "the result length").map(Some);
        }
        let Some(kernel) = kernel else { return Ok(None) };
        let reach = self.kernel_extent(dim, kernel);
        let padding = self.padding(dim);
        let steps = input + padding - reach;
        if kernel == 0 || steps < 0 {
            return wrong(format!(
                "the window of spatial dim {dim} must have 1 to {} elements, the padded length, but has {reach}",
                input + padding
            ));
        }
        let mut last = if self.rounds_up { (steps + stride - 1) / stride } else { steps / stride };
        // A window that would start after the input and the leading padding is omitted.
        if self.rounds_up && last * stride >= input + i128::from(self.pads[dim]) {
            last -= 1;
        }
        length(last + 1, "the result length").map(Some)
    }

    /// Returns the length of a spatial dim of a transposed convolution: the input length of the convolution whose
    /// result has the length `input`.
    fn transposed(
        &self,
        dim: usize,
        input: Extent,
        kernel: Extent,
        more: i64,
    ) -> Result<Extent, InferenceStop> {
        let [Some(input), Some(kernel)] = [input, kernel] else { return Ok(None) };
        let input = i128::from(input);
        let stride = i128::from(self.strides[dim]);
        let result = match self.is_same {
            true => input * stride,
            false => {
                stride * (input - 1) + i128::from(more) + self.kernel_extent(dim, kernel)
                    - self.padding(dim)
            }
        };
        length(result, "the result length").map(Some)
    }
}

/// Returns the spatial lengths of the kernel: those of the weights, which `kernel_shape` repeats.
fn kernel(call: &Call<'_>, weights: &[Extent]) -> Result<Vec<Extent>, InferenceStop> {
    if call.ints("kernel_shape").is_none_or(<[_]>::is_empty) {
        return Ok(weights.to_vec());
    }
    let stated = call.ints_of("kernel_shape", weights.len(), 1)?.into_iter();
    stated
        .zip(weights)
        .map(|(stated, &own)| {
            let stated = length(stated.into(), "`kernel_shape`")?;
            agree(own, Some(stated), || {
                "the lengths of the weights and of `kernel_shape`".to_owned()
            })
        })
        .collect()
}

/// The lengths of an image, or of the weights of a convolution.
struct ImageDims<'a> {
    batch: Extent,
    channels: Extent,
    spatial: &'a [Extent],
}

impl<'a> ImageDims<'a> {
    fn new(dims: &'a [Extent], what: &str) -> Result<ImageDims<'a>, InferenceStop> {
        match *dims {
            [batch, channels, ref spatial @ ..] if !spatial.is_empty() => {
                Ok(ImageDims { batch, channels, spatial })
            }
            _ => wrong(format!("{what} must have at least 3 dims, but has {}", dims.len())),
        }
    }

    fn input(call: &Call<'a>) -> Result<ImageDims<'a>, InferenceStop> {
        ImageDims::new(call.dims(0)?, "operand 0")
    }

    /// Returns the lengths of the weights in operand `index` of a convolution of the image.
    fn weights(&self, call: &Call<'a>, index: usize) -> Result<ImageDims<'a>, InferenceStop> {
        let weights = ImageDims::new(call.dims(index)?, "the weights")?;
        let wanted = self.spatial.len();
        let got = weights.spatial.len();
        if wanted != got {
            return wrong(format!("the weights must have {wanted} spatial dims, but have {got}"));
        }
        Ok(weights)
    }

    /// Returns the lengths of an image of the same batch with other channels and spatial lengths.
    fn with(
        &self,
        channels: Extent,
        length: impl FnMut(usize) -> Result<Extent, InferenceStop>,
    ) -> Result<Vec<Extent>, InferenceStop> {
        let spatial = (0..self.spatial.len()).map(length);
        [Ok(self.batch), Ok(channels)].into_iter().chain(spatial).collect()
    }
}

/// Returns the lengths of a convolution with the weights in operand `weights`.
fn convolved(call: &Call<'_>, weights: usize) -> Result<Vec<Extent>, InferenceStop> {
    let image = ImageDims::input(call)?;
    let weights = image.weights(call, weights)?;
    let group = length(call.int("group").unwrap_or(1).into(), "`group`")?;
    if group == 0 {
        return wrong("`group` must be at least 1, but is 0");
    }
    let wanted = weights.channels.and_then(|taps| taps.checked_mul(group));
    agree(image.channels, wanted, || "the channels of the image and of the weights".to_owned())?;
    if let Some(count) = weights.batch.filter(|filters| filters % group != 0) {
        let message = "the filter count must be a multiple of `group`";
        return wrong(format!("{message}, which is {group}, but is {count}"));
    }
    let kernel = kernel(call, weights.spatial)?;
    let window = WindowOp::from_call(call, kernel.len())?;
    image.with(weights.batch, |dim| window.output(dim, image.spatial[dim], kernel[dim]))
}

/// Infers `Conv`.
pub(super) fn conv(call: &Call<'_>) -> ValueTypes {
    call.like(convolved(call, 1)?)
}

/// Infers `ConvInteger`, whose results are 32-bit sums of products of bytes.
pub(super) fn conv_integer(call: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(Elem::I32, convolved(call, 1)?)])
}

/// Infers `QLinearConv`. The weights are operand 3, and operand 7 has the element type of the result.
pub(super) fn quantized_conv(call: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(call.input(7)?.elem, convolved(call, 3)?)])
}

pub(super) fn conv_transpose(call: &Call<'_>) -> ValueTypes {
    let image = ImageDims::input(call)?;
    let weights = image.weights(call, 1)?;
    let taps = weights.batch;
    agree(image.channels, taps, || "the channels of the image and of the weights".to_owned())?;
    let group = length(call.int("group").unwrap_or(1).into(), "`group`")?;
    let filters = weights.channels.and_then(|filters| filters.checked_mul(group));
    let kernel = kernel(call, weights.spatial)?;
    let window = WindowOp::from_call(call, kernel.len())?;
    let more = call.ints_of("output_padding", kernel.len(), 0)?;
    let stated = call.ints("output_shape").filter(|ints| !ints.is_empty());
    call.like(image.with(filters, |dim| match stated {
        // Some files also list the batch and the channels: the last entries are the spatial ones.
        Some(stated) => {
            let first = stated.len().saturating_sub(kernel.len());
            let stated = stated.get(first + dim).copied().unwrap_or(-1);
            length(stated.into(), "`output_shape`").map(Some)
        }
        None => window.transposed(dim, image.spatial[dim], kernel[dim], more[dim]),
    })?)
}

pub(super) fn pool(call: &Call<'_>) -> ValueTypes {
    let image = ImageDims::input(call)?;
    let kernel = kernel(call, &vec![None; image.spatial.len()])?;
    if kernel.contains(&None) {
        return wrong("`kernel_shape` is missing");
    }
    let window = WindowOp::from_call(call, kernel.len())?;
    let dims =
        image.with(image.channels, |dim| window.output(dim, image.spatial[dim], kernel[dim]))?;
    Ok(vec![TensorType::new(call.input(0)?.elem, dims.clone()), TensorType::new(Elem::I64, dims)])
}

/// Infers `MaxUnpool`. Operand 2 is the shape, if it exists.
pub(super) fn max_unpool(call: &Call<'_>) -> ValueTypes {
    if call.optional(2).is_some() {
        let shape = call.partial_ints(2).ok().flatten().map(<[_]>::to_vec);
        let dims = match shape {
            Some(shape) => shape.into_iter().map(given).collect::<Result<_, _>>()?,
            None => open_rank(call, 2)?,
        };
        return call.like(dims);
    }
    let image = ImageDims::input(call)?;
    let kernel = kernel(call, &vec![None; image.spatial.len()])?;
    let window = WindowOp::from_call(call, kernel.len())?;
    call.like(
        image.with(image.channels, |dim| {
            window.transposed(dim, image.spatial[dim], kernel[dim], 0)
        })?,
    )
}

pub(super) fn global_pool(call: &Call<'_>) -> ValueTypes {
    let image = ImageDims::input(call)?;
    call.like(image.with(image.channels, |_| Ok(Some(1)))?)
}
