//! `torch`: sizes, strides and a storage offset in elements, as PyTorch's `as_strided` takes them, or a memory format.

use std::ops::Range;

use layout::{Dim, DimsOrder, MixedRadix, NotationFault, nearest};
use pest::iterators::Pair;

use crate::digit_class::check_linear;
use crate::element::ElementType;
use crate::grammar::{check_rank, clip, grammar, integer, length, parse, parts, range};
use crate::subject::{WrittenLayout, list};
use crate::suffix::{NotatedLayout, element_of, fault_at, suffix};
use crate::witness::Witness;

grammar!(TorchGrammar, "torch.pest");

/// The memory formats with their orders; `contiguous_format` is row major for every rank.
const FORMATS: &[(&str, Option<DimsOrder>)] = &[
    ("channels_last", Some(DimsOrder::NHWC)),
    ("channels_last_3d", Some(DimsOrder::NDHWC)),
    ("contiguous", None),
    ("contiguous_format", None),
];

/// Reads `(2,3,4,5):(60,1,15,3)+7` or `channels_last(2,3,4,5)`.
pub(crate) fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let whole = parse::<TorchGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter();
    let body = found.next().ok_or_else(|| NotationFault::new(0..0, "empty notation"))?;
    let at = range(&body);
    let mut radix = match body.as_rule() {
        Rule::strided => strided(body)?,
        _ => memory_format(body)?,
    };
    let mut elem = None;
    for part in found {
        match part.as_rule() {
            Rule::offset => radix.offset = parts(part).first().map_or(Ok(0), integer)?,
            _ => elem = Some(part),
        }
    }
    let elem = element_of(elem, given)?;
    let layout = radix.layout(None).map_err(|fault| fault_at(at, fault))?;
    Ok(NotatedLayout::new(layout, elem))
}

fn strided(body: Pair<'_, Rule>) -> Result<MixedRadix, NotationFault> {
    let at = range(&body);
    let [sizes, strides] = &parts(body)[..] else {
        return Err(NotationFault::new(at, "expected sizes and strides"));
    };
    let (sizes_at, strides_at) = (range(sizes), range(strides));
    let sizes = sizes_of(sizes.clone())?;
    let stride = |pair: &Pair<'_, Rule>| match integer(pair)? {
        stride @ 0.. => Ok(stride),
        stride => {
            let message = format!("a stride must be at least 0 in torch, but is {stride}");
            let note = "`memref` has negative strides";
            Err(NotationFault::new(range(pair), message).note(note))
        }
    };
    let strides: Vec<i64> = parts(strides.clone()).iter().map(stride).collect::<Result<_, _>>()?;
    if sizes.len() != strides.len() {
        let message = format!(
            "expected one stride for each of {} sizes, found {}",
            sizes.len(),
            strides.len()
        );
        return Err(NotationFault::new(sizes_at.start..strides_at.end, message));
    }
    Ok(MixedRadix::linear(&sizes, &strides, 0))
}

fn sizes_of(tuple: Pair<'_, Rule>) -> Result<Vec<i64>, NotationFault> {
    let at = range(&tuple);
    let sizes: Vec<i64> = parts(tuple).iter().map(length).collect::<Result<_, _>>()?;
    check_rank(sizes.len(), at)?;
    Ok(sizes)
}

fn memory_format(body: Pair<'_, Rule>) -> Result<MixedRadix, NotationFault> {
    let at = range(&body);
    let [word, sizes] = &parts(body)[..] else {
        return Err(NotationFault::new(at, "expected a memory format and sizes"));
    };
    let name = word.as_str().trim_start_matches("torch.");
    let Some((_, order)) = FORMATS.iter().find(|(known, _)| *known == name) else {
        let names = FORMATS.iter().map(|(name, _)| *name);
        let near = nearest(name, names.clone()).map(str::to_owned);
        let names: Vec<&str> = names.collect();
        let message = format!("unknown memory format `{}`", clip(name));
        let fault = NotationFault::new(range(word), message);
        return Err(NotationFault { near, ..fault.note(format!("formats: {}", names.join(", "))) });
    };
    let sizes_at = range(sizes);
    let sizes = sizes_of(sizes.clone())?;
    let order = match order {
        Some(order) if order.rank() != sizes.len() => {
            let message =
                format!("`{name}` requires {} sizes, but there are {}", order.rank(), sizes.len());
            return Err(NotationFault::new(sizes_at, message));
        }
        order => *order,
    };
    ordered(&sizes, order, at)
}

/// Returns packed memory of some lengths, row major if no order is given.
///
/// # Errors
/// A stride does not fit 64 bits.
pub(crate) fn ordered(
    lengths: &[i64],
    order: Option<DimsOrder>,
    at: Range<usize>,
) -> Result<MixedRadix, NotationFault> {
    let mut strides = vec![0; lengths.len()];
    let mut next = Some(1i64);
    let dims = match order {
        Some(order) => order.results().map(Dim::index).collect(),
        None => (0..lengths.len()).collect::<Vec<_>>(),
    };
    for dim in dims.into_iter().rev() {
        strides[dim] =
            next.ok_or_else(|| NotationFault::new(at.clone(), "a stride does not fit 64 bits"))?;
        next = next.and_then(|next| next.checked_mul(lengths[dim]));
    }
    Ok(MixedRadix::linear(lengths, &strides, 0))
}

/// Writes sizes, strides and the storage offset.
pub(crate) fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    let radix = subject.digits_in(allows)?;
    let strides = radix.strides().map_err(|at| Witness::at(at, "a dim has several digits"))?;
    let strides: Vec<i64> = strides.iter().map(|&stride| stride.max(0)).collect();
    let moved = if radix.offset == 0 { String::new() } else { format!("+{}", radix.offset) };
    let (sizes, elem) = (list(&subject.lengths), suffix(subject.elem));
    Ok(format!("({sizes}):({}){moved}{elem}", list(&strides)))
}

/// Checks that strides and an offset, none of them negative, are a prefix of a layout.
fn allows(prefix: &MixedRadix) -> Result<(), String> {
    check_linear(prefix)?;
    if prefix.offset < 0 {
        return Err("must be at least 0 in torch".to_owned());
    }
    match prefix.dims.iter().flatten().all(|digit| digit.stride >= 0) {
        true => Ok(()),
        false => Err("is below that of index zero, but torch has no negative strides".to_owned()),
    }
}
