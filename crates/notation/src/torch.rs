//! `torch`: sizes, strides and a storage offset in elements, as PyTorch's `as_strided` takes them, or a memory format.

use layout::{DimsOrder, Elems, Layout, MixedRadix, NotationFault};
use pest::iterators::Pair;

use crate::digit_class::check_linear;
use crate::element::ElementType;
use crate::grammar::{fields, grammar, integer, lengths, parse, parts, range, unknown};
use crate::notation::{Notation, NotationFunctions};
use crate::subject::{WrittenLayout, list};
use crate::suffix::{NotatedLayout, element_of, fault_at, shape_of, suffix};
use crate::witness::Witness;

pub(crate) const NOTATION: Notation = Notation {
    name: "torch",
    summary: "PyTorch: sizes, strides and a storage offset, or a memory format",
    example: "channels_last(2,3,4,5)",
    needs_element: false,
    searched: None,
    functions: NotationFunctions::Layout {
        shaped: Some(|text, shape| format!("{}({})", text.trim_end(), shape.lengths)),
        read,
        write,
    },
};

// Sizes, strides and a storage offset, or a memory format with sizes.
grammar!(TorchGrammar, [], r##"
    notation = { SOI ~ (strided | format) ~ offset? ~ suffix? ~ EOI }
    strided  = { tuple ~ colon ~ tuple }
    format   = { word ~ tuple }
    word     = @{ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "_" | ".")* }
    tuple    = { paren_open ~ (integer ~ (comma ~ integer)* ~ comma?)? ~ paren_close }
    offset   = { plus ~ natural }
"##, {
    "tuple" => "a list such as `(2, 3)`",
});

/// The memory formats with their orders; `contiguous_format` is row major for every rank.
const FORMATS: &[(&str, Option<DimsOrder>)] = &[
    ("channels_last", Some(DimsOrder::NHWC)),
    ("channels_last_3d", Some(DimsOrder::NDHWC)),
    ("contiguous", None),
    ("contiguous_format", None),
];

/// Reads `(2,3,4,5):(60,1,15,3)+7` or `channels_last(2,3,4,5)`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let whole = parse::<TorchGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter();
    let [body] = fields(&mut found)?;
    let at = range(&body);
    let layout = match body.as_rule() {
        Rule::strided => strided(body)?,
        _ => memory_format(body)?,
    };
    let mut elem = None;
    let mut offset = 0;
    for part in found {
        match part.as_rule() {
            Rule::offset => offset = parts(part).first().map_or(Ok(0), integer)?,
            _ => elem = Some(part),
        }
    }
    let elem = element_of(elem, given)?;
    let layout = layout.translated(Elems::new(offset)).map_err(|fault| fault_at(at, fault))?;
    Ok(NotatedLayout::new(layout, elem))
}

fn strided(body: Pair<'_, Rule>) -> Result<Layout, NotationFault> {
    let at = range(&body);
    let [sizes, strides] = fields(&mut parts(body).into_iter())?;
    let sizes_at = range(&sizes);
    let strides_at = range(&strides);
    let sizes = lengths(sizes)?;
    let strides: Vec<i64> = parts(strides)
        .iter()
        .map(|pair| match integer(pair)? {
            stride @ 0.. => Ok(stride),
            stride => {
                let message = format!("a stride must be at least 0 in torch, but is {stride}");
                let note = "`memref` has negative strides";
                Err(NotationFault::new(range(pair), message).note(note))
            }
        })
        .collect::<Result<_, _>>()?;
    if sizes.len() != strides.len() {
        let message = format!(
            "expected one stride for each of {} sizes, found {}",
            sizes.len(),
            strides.len()
        );
        return Err(NotationFault::new(sizes_at.start..strides_at.end, message));
    }
    let layout = Layout::from_strides(&shape_of(&sizes, sizes_at)?, &strides, 0, None);
    layout.map_err(|fault| fault_at(at, fault))
}

fn memory_format(body: Pair<'_, Rule>) -> Result<Layout, NotationFault> {
    let at = range(&body);
    let [word, sizes] = fields(&mut parts(body).into_iter())?;
    let name = word.as_str().trim_start_matches("torch.");
    let Some((_, order)) = FORMATS.iter().find(|(known, _)| *known == name) else {
        let names = FORMATS.iter().map(|(name, _)| *name);
        let names: Vec<&str> = names.collect();
        let fault = unknown("memory format", name, range(&word), names.iter().copied());
        return Err(fault.note(format!("formats: {}", names.join(", "))));
    };
    let sizes_at = range(&sizes);
    let sizes = lengths(sizes)?;
    let order = match order {
        Some(order) if order.rank() != sizes.len() => {
            let message =
                format!("`{name}` requires {} sizes, but there are {}", order.rank(), sizes.len());
            return Err(NotationFault::new(sizes_at, message));
        }
        order => *order,
    };
    let layout = Layout::from_order(&shape_of(&sizes, at.clone())?, order, None);
    layout.map_err(|fault| fault_at(at, fault.fault))
}

/// Writes sizes, strides and the storage offset.
fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    let radix = subject.digits_in(allows)?;
    let strides = radix.strides().map_err(|at| Witness::at(at, "a dim has several digits"))?;
    let strides: Vec<i64> = strides.iter().map(|&stride| stride.max(0)).collect();
    let moved = if radix.offset == 0 { String::new() } else { format!("+{}", radix.offset) };
    let sizes = list(&subject.lengths);
    let elem = suffix(subject.elem);
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
