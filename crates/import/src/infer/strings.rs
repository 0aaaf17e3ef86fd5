//! Types of ops on strings and encoded files.

use super::lengths::given;
use crate::call::{Call, ValueTypes, wrong};
use crate::elem::{Elem, TensorType};

/// Infers `ImageDecoder`: an image of unknown size.
pub(super) fn image_decoder(call: &Call<'_>) -> ValueTypes {
    let channels = if call.string("pixel_format") == Some("Grayscale") { 1 } else { 3 };
    Ok(vec![TensorType::new(Elem::UI8, [None, None, Some(channels)])])
}

/// Infers `StringNormalizer`, which may remove words of the last dim.
pub(super) fn normalizer(call: &Call<'_>) -> ValueTypes {
    let mut dims = call.dims(0)?.to_vec();
    match dims.last_mut() {
        Some(last) => *last = None,
        None => return wrong("operand 0 must have at least 1 dim"),
    }
    call.like(dims)
}

/// Infers `StringSplit`: the parts of each string, and their number.
pub(super) fn split(call: &Call<'_>) -> ValueTypes {
    let input = call.input(0)?;
    let parts = [input.dims.as_slice(), &[None]].concat();
    Ok(vec![TensorType::new(input.elem, parts), TensorType::new(Elem::I64, input.dims.as_slice())])
}

/// Infers `TfIdfVectorizer`: a weight for each listed index.
pub(super) fn tf_idf(call: &Call<'_>) -> ValueTypes {
    let Some(most) = call.ints("ngram_indexes").and_then(|indices| indices.iter().max()) else {
        return wrong("missing `ngram_indexes`");
    };
    let len = given(Some(most.saturating_add(1)))?;
    match call.dims(0)? {
        [_] => Ok(vec![TensorType::new(Elem::F32, [len])]),
        &[rows, _] => Ok(vec![TensorType::new(Elem::F32, [rows, len])]),
        _ => wrong("operand 0 must have 1 or 2 dims"),
    }
}
