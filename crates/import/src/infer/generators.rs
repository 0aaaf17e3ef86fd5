//! Types of ops that generate tensors: random values, windows and spectra.

use super::lengths::given;
use crate::call::{Call, InferenceStop, ValueTypes, axis, length, wrong};
use crate::elem::{Elem, TensorType};
use ir::types::Extent;

/// Returns the element type in an attribute, which is `or` if it is absent.
fn elem(call: &Call<'_>, key: &str, or: Elem) -> Result<Elem, InferenceStop> {
    match call.int(key).map(Elem::new) {
        Some(Some(elem)) => Ok(elem),
        Some(None) => wrong(format!("`{key}` must be an element type")),
        None => Ok(or),
    }
}

/// Infers `RandomNormal` and `RandomUniform`, whose shape is an attribute.
pub(super) fn random(call: &Call<'_>) -> ValueTypes {
    let Some(shape) = call.ints("shape") else { return wrong("missing `shape`") };
    let dims = shape.iter().map(|&len| given(Some(len))).collect::<Result<Vec<_>, _>>()?;
    Ok(vec![TensorType::new(elem(call, "dtype", Elem::F32)?, dims)])
}

/// Infers `EyeLike`, `Bernoulli` and the random ops with the shape of operand 0.
pub(super) fn like(call: &Call<'_>) -> ValueTypes {
    let input = call.input(0)?;
    Ok(vec![TensorType::new(elem(call, "dtype", input.elem)?, input.dims.as_slice())])
}

/// Infers `Multinomial`: samples for each row.
pub(super) fn multinomial(call: &Call<'_>) -> ValueTypes {
    let Some(&rows) = call.dims(0)?.first() else { return wrong("operand 0 must have 2 dims") };
    let samples = length(call.int("sample_size").unwrap_or(1).into(), "`sample_size`")?;
    Ok(vec![TensorType::new(elem(call, "dtype", Elem::I32)?, [rows, Some(samples)])])
}

/// Infers `HannWindow` and the other windows.
pub(super) fn window(call: &Call<'_>) -> ValueTypes {
    let elem = elem(call, "output_datatype", Elem::F32)?;
    Ok(vec![TensorType::new(elem, [given(call.known_int(0))?])])
}

/// Infers `MelWeightMatrix`.
pub(super) fn mel(call: &Call<'_>) -> ValueTypes {
    let elem = elem(call, "output_datatype", Elem::F32)?;
    let bins = given(call.known_int(1))?.map(|len| len / 2 + 1);
    Ok(vec![TensorType::new(elem, [bins, given(call.known_int(0))?])])
}

/// Infers `DFT`. The last dim is the real and the imaginary part.
pub(super) fn dft(call: &Call<'_>) -> ValueTypes {
    let mut dims = call.dims(0)?.to_vec();
    let rank = dims.len();
    let at = match (call.opset < 20, call.optional(2)) {
        (true, _) => call.int("axis").unwrap_or(1),
        (false, None) => -2,
        (false, Some(_)) => call.known_int(2).ok_or(InferenceStop::Unknown)?,
    };
    let at = axis(at, rank)?;
    let one_sided = call.int("onesided").unwrap_or(0) != 0;
    let inverse = call.int("inverse").unwrap_or(0) != 0;
    let stated = call.optional(1).map(|_| given(call.known_int(1))).transpose()?;
    dims[at] = match (one_sided, inverse) {
        // Half of a spectrum becomes real values.
        (true, true) => stated.unwrap_or(dims[at].map(|len| 2 * len.saturating_sub(1))),
        (true, false) => stated.unwrap_or(dims[at]).map(|len| len / 2 + 1),
        (false, _) => stated.unwrap_or(dims[at]),
    };
    dims[rank - 1] = Some(if one_sided && inverse { 1 } else { 2 });
    call.like(dims)
}

/// Infers `STFT`: a spectrum for each frame.
pub(super) fn stft(call: &Call<'_>) -> ValueTypes {
    let [batch, signal, ..] = *call.dims(0)? else {
        return wrong("operand 0 must have at least 2 dims");
    };
    let window = call.optional(2).and_then(|window| window.ty.dims.first().copied()).flatten();
    let frame = match call.optional(3) {
        Some(_) => given(call.known_int(3))?,
        None => window,
    };
    let step = call.known_int(1);
    if step.is_some_and(|step| step < 1) {
        return wrong("the frame step must be at least 1");
    }
    fn frames(signal: u64, frame: u64, step: i64) -> u64 {
        signal.checked_sub(frame).map_or(0, |rest| rest / step.unsigned_abs() + 1)
    }
    let count: Extent = match (signal, frame, step) {
        (Some(signal), Some(frame), Some(step)) => Some(frames(signal, frame, step)),
        _ => None,
    };
    let one_sided = call.int("onesided").unwrap_or(1) != 0;
    let bins = frame.map(|frame| if one_sided { frame / 2 + 1 } else { frame });
    call.like([batch, count, bins, Some(2)])
}
