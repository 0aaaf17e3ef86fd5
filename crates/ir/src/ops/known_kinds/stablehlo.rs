//! The kinds of StableHLO's ops. Attributes state the letters of dims.

use super::row::{KindRow, of_op, row};
use crate::attrs::AttrKind;
use crate::module::{Module, Op};
use crate::registry::OpKind;
use crate::types::Piece;

pub(super) const ROWS: &[KindRow] = &[
    row(
        OpKind::Elementwise,
        "... -> ...",
        "stablehlo.abs stablehlo.add stablehlo.and stablehlo.atan2 stablehlo.cbrt stablehlo.ceil stablehlo.clamp
         stablehlo.compare stablehlo.complex stablehlo.convert stablehlo.cosine stablehlo.count_leading_zeros
         stablehlo.divide stablehlo.exponential stablehlo.exponential_minus_one stablehlo.floor stablehlo.imag
         stablehlo.is_finite stablehlo.log stablehlo.log_plus_one stablehlo.logistic stablehlo.map stablehlo.maximum
         stablehlo.minimum stablehlo.multiply stablehlo.negate stablehlo.not stablehlo.or stablehlo.popcnt
         stablehlo.power stablehlo.real stablehlo.reduce_precision stablehlo.remainder stablehlo.round_nearest_afz
         stablehlo.round_nearest_even stablehlo.rsqrt stablehlo.select stablehlo.shift_left
         stablehlo.shift_right_arithmetic stablehlo.shift_right_logical stablehlo.sign stablehlo.sine stablehlo.sqrt
         stablehlo.subtract stablehlo.tan stablehlo.tanh stablehlo.xor",
    ),
    of_op(OpKind::Convolution, convolution, "stablehlo.convolution stablehlo.dynamic_conv"),
    of_op(OpKind::Pool, window, "stablehlo.reduce_window"),
    row(OpKind::Matmul, ". . -> .", "stablehlo.dot stablehlo.dot_general"),
    of_op(
        OpKind::Normalization,
        normalization,
        "stablehlo.batch_norm_inference stablehlo.batch_norm_training",
    ),
    row(OpKind::Reduction, ". _ -> .", "stablehlo.reduce"),
    row(
        OpKind::Gather,
        ". . _ -> .",
        "stablehlo.dynamic_gather stablehlo.gather stablehlo.torch_index_select",
    ),
    row(OpKind::Quantize, ". -> .", "stablehlo.uniform_quantize"),
    row(OpKind::Dequantize, ". -> .", "stablehlo.uniform_dequantize"),
];

/// Returns the roles of a convolution, by `dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`.
fn convolution(module: &Module, op: Op) -> Option<String> {
    let attr = module.attr(op, "dimension_numbers")?;
    let AttrKind::Dialect { text, .. } = module.ctx.attr_kind(attr) else { return None };
    let [Piece::Text(text)] = &*text.body else { return None };
    let numbers = text.strip_prefix("conv<")?.strip_suffix('>')?;
    let (operands, output) = numbers.split_once("->")?;
    let (input, filter) = operands.split_once('x')?;
    let input = word(input, &[("b", 'N'), ("f", 'C')])?;
    let filter = word(filter, &[("o", 'O'), ("i", 'I')])?;
    let output = word(output, &[("b", 'N'), ("f", 'C')])?;
    Some(format!("{input} {filter} _ -> {output}"))
}

/// Returns the letters of a list such as `[b, 0, 1, f]`; `None` if it has other entries.
fn word(list: &str, letters: &[(&str, char)]) -> Option<String> {
    let list = list.trim().strip_prefix('[')?.strip_suffix(']')?;
    list.split(',').map(|entry| letter(entry.trim(), letters)).collect()
}

/// Returns the letter of an entry; a spatial dim has a digit.
fn letter(entry: &str, letters: &[(&str, char)]) -> Option<char> {
    match letters.iter().find(|(name, _)| *name == entry) {
        Some(&(_, letter)) => Some(letter),
        None => entry.parse().ok().filter(char::is_ascii_digit),
    }
}

/// Returns the roles of a reduction of windows with two dims of window length 1, which are N and C.
fn window(module: &Module, op: Op) -> Option<String> {
    let lengths = module.ctx.as_int_list(module.attr(op, "window_dimensions")?)?;
    if module.results(op).count() != 1 || lengths.iter().filter(|&&length| length == 1).count() != 2
    {
        return None;
    }
    let mut outer = ['N', 'C'].into_iter();
    let mut spatial = '0'..='9';
    let letters = lengths.iter().map(|&length| match length {
        1 => outer.next(),
        _ => spatial.next(),
    });
    let letters: String = letters.collect::<Option<_>>()?;
    Some(format!("{letters} _ -> {letters}"))
}

/// Returns the roles of a batch normalization, by `feature_index`. The first other dim is N.
fn normalization(module: &Module, op: Op) -> Option<String> {
    let channels = module.ctx.as_int(module.attr(op, "feature_index")?)?;
    let channels = usize::try_from(channels).ok()?;
    let input = *module.operands(op).first()?;
    let dims = module.kind(input).tensor_dims()?;
    let mut others = ['N'].into_iter().chain('0'..='9');
    let letters =
        (0..dims.len()).map(|dim| if dim == channels { Some('C') } else { others.next() });
    let letters: String = letters.collect::<Option<_>>()?;
    Some(format!("{letters} ... -> {letters} ..."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimension_numbers_are_letters() {
        let letters = [("b", 'N'), ("f", 'C')];
        assert_eq!(word("[b, 0, 1, f]", &letters).as_deref(), Some("N01C"));
        assert_eq!(word(" [b,f,1,0] ", &letters).as_deref(), Some("NC10"));
        for text in ["b, 0, 1, f", "[b, ?, 1, f]", "[b, 0, 1, o]", "[b, 12, f]", "[]"] {
            assert_eq!(word(text, &letters), None, "{text}");
        }
    }
}
