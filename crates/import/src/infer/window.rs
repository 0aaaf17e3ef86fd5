//! Types of what slides a window over an image: convolutions and pools.
//!
//! Lengths are those of ONNX's operators, <https://onnx.ai/onnx/operators/onnx__Conv.html> and the pages beside it.

use crate::call::{Call, InferenceStop, ValueTypes, agree, length, wrong};
use crate::elem::{Elem, TensorType};
use ir::types::Extent;

/// How a window steps through each spatial dim.
struct WindowOp {
    strides: Vec<i64>,
    dilations: Vec<i64>,
    /// For each dim at its begin, then for each at its end.
    pads: Vec<i64>,
    /// Whether the result covers the input by its stride alone, whatever the window.
    is_same: bool,
    rounds_up: bool,
}

impl WindowOp {
    fn of(call: &Call<'_>, rank: usize) -> Result<WindowOp, InferenceStop> {
        let positive = |key: &str| {
            let ints = call.ints_of(key, rank, 1)?;
            match ints.iter().find(|&&int| int < 1) {
                Some(int) => wrong(format!("`{key}` has the entry {int}")),
                None => Ok(ints),
            }
        };
        let auto = call.string("auto_pad").unwrap_or("NOTSET");
        let pads = match auto {
            "NOTSET" | "" => call.ints_of("pads", 2 * rank, 0)?,
            "VALID" | "SAME_UPPER" | "SAME_LOWER" => vec![0; 2 * rank],
            _ => return wrong(format!("`auto_pad` is `{auto}`, which ONNX does not have")),
        };
        Ok(WindowOp {
            strides: positive("strides")?,
            dilations: positive("dilations")?,
            pads,
            is_same: auto.starts_with("SAME"),
            rounds_up: call.int("ceil_mode").unwrap_or(0) != 0,
        })
    }

    /// The elements that a window of so many reaches over.
    fn reach(&self, dim: usize, kernel: u64) -> i128 {
        (i128::from(kernel) - 1) * i128::from(self.dilations[dim]) + 1
    }

    fn padding(&self, dim: usize) -> i128 {
        i128::from(self.pads[dim]) + i128::from(self.pads[dim + self.pads.len() / 2])
    }

    /// The length of a spatial dim of the result.
    fn output(&self, dim: usize, input: Extent, kernel: Extent) -> Result<Extent, InferenceStop> {
        let (Some(input), stride) = (input, i128::from(self.strides[dim])) else { return Ok(None) };
        let input = i128::from(input);
        if self.is_same {
            return length((input + stride - 1) / stride, "the result").map(Some);
        }
        let Some(kernel) = kernel else { return Ok(None) };
        let (reach, padding) = (self.reach(dim, kernel), self.padding(dim));
        let steps = input + padding - reach;
        if kernel == 0 || steps < 0 {
            return wrong(format!(
                "a window over {reach} does not fit into spatial dim {dim} of length {input} with {padding} of padding"
            ));
        }
        let mut last = if self.rounds_up { (steps + stride - 1) / stride } else { steps / stride };
        // A window that would start behind the input and the padding before it is left out.
        if self.rounds_up && last * stride >= input + i128::from(self.pads[dim]) {
            last -= 1;
        }
        length(last + 1, "the result").map(Some)
    }

    /// The length of a spatial dim of what a convolution would have made the input of.
    fn transposed(
        &self,
        dim: usize,
        input: Extent,
        kernel: Extent,
        more: i64,
    ) -> Result<Extent, InferenceStop> {
        let (Some(input), Some(kernel)) = (input, kernel) else { return Ok(None) };
        let (input, stride) = (i128::from(input), i128::from(self.strides[dim]));
        let result = match self.is_same {
            true => input * stride,
            false => {
                stride * (input - 1) + i128::from(more) + self.reach(dim, kernel)
                    - self.padding(dim)
            }
        };
        length(result, "the result").map(Some)
    }
}

/// The spatial lengths of the kernel: those of the weights, which the attribute repeats.
fn kernel(call: &Call<'_>, weights: &[Extent]) -> Result<Vec<Extent>, InferenceStop> {
    let Some(stated) = call.ints("kernel_shape").filter(|ints| !ints.is_empty()) else {
        return Ok(weights.to_vec());
    };
    if stated.len() != weights.len() {
        return wrong(format!(
            "`kernel_shape` has {} entries for {} dims",
            stated.len(),
            weights.len()
        ));
    }
    let one = |(&stated, &own): (&i64, &Extent)| {
        let stated = length(stated.into(), "`kernel_shape`")?;
        agree(own, Some(stated), || "the lengths of the weights and of `kernel_shape`".to_owned())
    };
    stated.iter().zip(weights).map(one).collect()
}

/// The batch, the channels, and the spatial lengths of an image.
fn image<'a>(
    dims: &'a [Extent],
    what: &str,
) -> Result<(Extent, Extent, &'a [Extent]), InferenceStop> {
    match dims {
        [batch, channels, spatial @ ..] if !spatial.is_empty() => Ok((*batch, *channels, spatial)),
        _ => wrong(format!("{what} has {} dims, but 3 or more are needed", dims.len())),
    }
}

/// The lengths of a convolution of operand 0 with the weights of another operand.
fn convolved(call: &Call<'_>, weights: usize) -> Result<Vec<Extent>, InferenceStop> {
    let (batch, channels, input) = image(call.dims(0)?, "operand 0")?;
    let (filters, taps, own) = image(call.dims(weights)?, "the weights")?;
    if input.len() != own.len() {
        return wrong(format!(
            "an image of {} spatial dims has weights of {}",
            input.len(),
            own.len()
        ));
    }
    let group = length(call.int("group").unwrap_or(1).into(), "`group`")?;
    if group == 0 {
        return wrong("`group` is 0");
    }
    let wanted = taps.and_then(|taps| taps.checked_mul(group));
    agree(channels, wanted, || {
        "the channels of the image and those that the weights take".to_owned()
    })?;
    if filters.is_some_and(|filters| filters % group != 0) {
        return wrong(format!("the filters are no multiple of {group} groups"));
    }
    let (kernel, window) = (kernel(call, own)?, WindowOp::of(call, input.len())?);
    let spatial = (0..input.len()).map(|dim| window.output(dim, input[dim], kernel[dim]));
    let spatial: Vec<Extent> = spatial.collect::<Result<_, _>>()?;
    Ok([vec![batch, filters], spatial].concat())
}

/// `Conv`.
pub(super) fn conv(call: &Call<'_>) -> ValueTypes {
    call.like(convolved(call, 1)?)
}

/// `ConvInteger`: sums of products of bytes.
pub(super) fn conv_integer(call: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(Elem::I32, convolved(call, 1)?)])
}

/// `QLinearConv`: weights are operand 3, and operand 7 has the type of the result.
pub(super) fn quantized_conv(call: &Call<'_>) -> ValueTypes {
    Ok(vec![TensorType::new(call.input(7)?.elem, convolved(call, 3)?)])
}

/// `ConvTranspose`.
pub(super) fn conv_transpose(call: &Call<'_>) -> ValueTypes {
    let (batch, channels, input) = image(call.dims(0)?, "operand 0")?;
    let (taps, filters, own) = image(call.dims(1)?, "the weights")?;
    if input.len() != own.len() {
        return wrong(format!(
            "an image of {} spatial dims has weights of {}",
            input.len(),
            own.len()
        ));
    }
    agree(channels, taps, || {
        "the channels of the image and those that the weights take".to_owned()
    })?;
    let group = length(call.int("group").unwrap_or(1).into(), "`group`")?;
    let filters = filters.and_then(|filters| filters.checked_mul(group));
    let (kernel, window) = (kernel(call, own)?, WindowOp::of(call, input.len())?);
    let more = call.ints_of("output_padding", input.len(), 0)?;
    let stated = call.ints("output_shape").filter(|ints| !ints.is_empty());
    let one = |dim: usize| match stated {
        // Some files list the batch and the channels, too: the last entries are the spatial ones.
        Some(stated) => {
            let first = stated.len().saturating_sub(input.len());
            let stated = stated.get(first + dim).copied().unwrap_or(-1);
            length(stated.into(), "`output_shape`").map(Some)
        }
        None => window.transposed(dim, input[dim], kernel[dim], more[dim]),
    };
    let spatial: Vec<Extent> = (0..input.len()).map(one).collect::<Result<_, _>>()?;
    call.like([vec![batch, filters], spatial].concat())
}

/// `MaxPool`, `AveragePool`, `LpPool`. The second result of `MaxPool` says where the greatest elements are.
pub(super) fn pool(call: &Call<'_>) -> ValueTypes {
    let (batch, channels, input) = image(call.dims(0)?, "operand 0")?;
    let kernel = kernel(call, &vec![None; input.len()])?;
    if kernel.contains(&None) {
        return wrong("`kernel_shape` is missing");
    }
    let window = WindowOp::of(call, input.len())?;
    let spatial = (0..input.len()).map(|dim| window.output(dim, input[dim], kernel[dim]));
    let spatial: Vec<Extent> = spatial.collect::<Result<_, _>>()?;
    let dims = [vec![batch, channels], spatial].concat();
    Ok(vec![TensorType::new(call.input(0)?.elem, dims.clone()), TensorType::new(Elem::I64, dims)])
}

/// `GlobalAveragePool` and its like.
pub(super) fn global_pool(call: &Call<'_>) -> ValueTypes {
    let (batch, channels, input) = image(call.dims(0)?, "operand 0")?;
    call.like([vec![batch, channels], vec![Some(1); input.len()]].concat())
}
