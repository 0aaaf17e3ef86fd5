//! Types of attention and of other ops over sequences.

use super::lengths::{product, sum};
use super::moved::states;
use crate::call::{Call, InferenceStop, ValueTypes, agree, length, wrong};
use crate::elem::TensorType;
use ir::types::Extent;

/// The lengths of an operand of attention.
struct Heads {
    batch: Extent,
    heads: Extent,
    steps: Extent,
    size: Extent,
}

/// Reads an operand of the form batch x heads x steps x size, or batch x steps x (heads x size), whose number of heads
/// is the attribute `key`.
fn heads(call: &Call<'_>, index: usize, key: &str) -> Result<Heads, InferenceStop> {
    match *call.dims(index)? {
        [batch, heads, steps, size] => Ok(Heads { batch, heads, steps, size }),
        [batch, steps, width] => {
            let Some(count) = call.int(key).filter(|&count| count > 0) else {
                return wrong(format!("`{key}` must be at least 1 for operands of 3 dims"));
            };
            let count = count as u64;
            if width.is_some_and(|width| width % count != 0) {
                return wrong(format!("operand {index} is not divisible into {count} heads"));
            }
            let size = width.map(|width| width / count);
            Ok(Heads { batch, heads: Some(count), steps, size })
        }
        _ => wrong(format!("operand {index} must have 3 or 4 dims")),
    }
}

/// Infers `Attention`: the result, the caches of keys and values, and the scores.
pub(super) fn attention(call: &Call<'_>) -> ValueTypes {
    let query = heads(call, 0, "q_num_heads")?;
    let key = heads(call, 1, "kv_num_heads")?;
    let value = heads(call, 2, "kv_num_heads")?;
    let batch = agree(query.batch, key.batch, || "the batches of operands 0 and 1".to_owned())?;
    agree(query.size, key.size, || "the head sizes of operands 0 and 1".to_owned())?;
    let steps = agree(key.steps, value.steps, || "the steps of operands 1 and 2".to_owned())?;
    let past = match call.optional(4) {
        Some(past) => past.ty.dims.get(2).copied().unwrap_or(None),
        None => Some(0),
    };
    let total = sum(past, steps)?;
    let dims = match call.dims(0)?.len() {
        4 => vec![batch, query.heads, query.steps, value.size],
        _ => vec![batch, query.steps, product(query.heads, value.size)?],
    };
    let elem = call.input(0)?.elem;
    let values = call.input(2)?.elem;
    Ok(vec![
        TensorType::new(elem, dims),
        TensorType::new(elem, [batch, key.heads, total, key.size]),
        TensorType::new(values, [batch, value.heads, total, value.size]),
        TensorType::new(elem, [batch, query.heads, query.steps, total]),
    ])
}

/// Infers `LinearAttention`: the result and the state.
pub(super) fn linear(call: &Call<'_>) -> ValueTypes {
    let query = heads(call, 0, "q_num_heads")?;
    let key = heads(call, 1, "kv_num_heads")?;
    let value = heads(call, 2, "kv_num_heads")?;
    let elem = call.input(0)?.elem;
    let state = call.optional(3).map_or(elem, |state| state.ty.elem);
    Ok(vec![
        TensorType::new(elem, [query.batch, query.steps, product(query.heads, value.size)?]),
        TensorType::new(state, [query.batch, key.heads, key.size, value.size]),
    ])
}

/// Infers `CausalConvWithState`: the result, and the last elements of each channel.
pub(super) fn causal_conv(call: &Call<'_>) -> ValueTypes {
    let input = call.input(0)?;
    let [&[batch, channels, _], &[_, _, taps]] = [&input.dims[..], call.dims(1)?] else {
        return wrong("operands 0 and 1 must have 3 dims");
    };
    let state = [batch, channels, taps.map(|taps| taps.saturating_sub(1))];
    Ok(vec![input.clone(), TensorType::new(input.elem, state)])
}

/// Infers `LSTM`, `GRU` and `RNN`: all states, the last state, and the last cell.
pub(super) fn recurrent(call: &Call<'_>) -> ValueTypes {
    let elem = call.input(0)?.elem;
    let &[first, second, _] = call.dims(0)? else { return wrong("operand 0 must have 3 dims") };
    let hidden = match (call.int("hidden_size"), call.dims(2)?) {
        (Some(hidden), _) => Some(length(hidden.into(), "`hidden_size`")?),
        (None, &[_, _, hidden]) => hidden,
        (None, _) => return wrong("operand 2 must have 3 dims"),
    };
    let both = call.string("direction") == Some("bidirectional");
    let directions = Some(if both { 2 } else { 1 });
    let [all, last] = states(call, [first, second], directions, hidden);
    let last = TensorType::new(elem, last);
    Ok(vec![TensorType::new(elem, all), last.clone(), last])
}
