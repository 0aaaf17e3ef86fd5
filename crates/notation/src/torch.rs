//! `torch`: sizes, strides and a storage offset in elements, as PyTorch's `as_strided` takes them, or a memory format.

use layout::{DimsOrder, Elems, Layout, MixedRadix, NotationFault, SymExpr};
use pest::iterators::Pair;
use std::ops::Range;

use crate::digit_class::check_linear;
use crate::element::ElementType;
use crate::grammar::{fields, grammar, parse, parts, range, unknown};
use crate::notation::{Notation, NotationFunctions};
use crate::subject::{WrittenLayout, list};
use crate::suffix::{NotatedLayout, element_of, fault_at, shape_of, suffix};
use crate::symbolic::{self, NotatedSymbolicLayout, StridedParts};
use crate::symbols::{self, SymbolReader, check_no_conditions};
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
        symbolic: Some(read_symbolic),
    },
};

// Sizes, strides and a storage offset, or a memory format with sizes.
grammar!(TorchGrammar, ["index.pest", "symbols.pest"], r##"
    notation = { SOI ~ (strided | format) ~ offset? ~ suffix? ~ conditions? ~ EOI }
    strided  = { tuple ~ colon ~ tuple }
    format   = { word ~ tuple }
    word     = @{ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "_" | ".")* }
    tuple    = { paren_open ~ (expr ~ (comma ~ expr)* ~ comma?)? ~ paren_close }
    offset   = { plus ~ expr }
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

/// The numbers that must not be negative, in messages.
const STRIDE: &str = "a stride";
const OFFSET: &str = "an offset";

/// The parts of a text.
struct TorchText<'a> {
    body: Pair<'a, Rule>,
    offset: Option<Pair<'a, Rule>>,
    suffix: Option<Pair<'a, Rule>>,
    conditions: Option<Pair<'a, Rule>>,
}

fn matched(text: &str) -> Result<TorchText<'_>, NotationFault> {
    let whole = parse::<TorchGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter();
    let [body] = fields(&mut found)?;
    let mut text = TorchText { body, offset: None, suffix: None, conditions: None };
    for part in found {
        match part.as_rule() {
            Rule::offset => text.offset = parts(part).into_iter().next(),
            Rule::suffix => text.suffix = Some(part),
            Rule::conditions => text.conditions = Some(part),
            _ => {}
        }
    }
    Ok(text)
}

/// Reads `(2,3,4,5):(60,1,15,3)+7` or `channels_last(2,3,4,5)`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let text = matched(text)?;
    let at = range(&text.body);
    let layout = match text.body.as_rule() {
        Rule::strided => strided(text.body)?,
        _ => memory_format(text.body)?,
    };
    let offset = text.offset.as_ref().map_or(Ok(0), at_least_zero(OFFSET))?;
    let elem = element_of(text.suffix, given)?;
    check_no_conditions(text.conditions.as_ref())?;
    let layout = layout.translated(Elems::new(offset)).map_err(|fault| fault_at(at, fault))?;
    Ok(NotatedLayout::new(layout, elem))
}

/// Returns a reader of a number that must not be negative.
fn at_least_zero(what: &str) -> impl Fn(&Pair<'_, Rule>) -> Result<i64, NotationFault> {
    move |pair| match symbols::number(pair)? {
        number @ 0.. => Ok(number),
        number => Err(negative(what, &number.to_string(), range(pair))),
    }
}

fn negative(what: &str, value: &str, at: Range<usize>) -> NotationFault {
    let message = format!("{what} must be at least 0 in torch, but is {value}");
    let fault = NotationFault::new(at, message);
    if what == STRIDE { fault.note("`memref` has negative strides") } else { fault }
}

fn strided(body: Pair<'_, Rule>) -> Result<Layout, NotationFault> {
    let at = range(&body);
    let [sizes, strides] = fields(&mut parts(body).into_iter())?;
    let sizes_at = range(&sizes);
    let strides_at = range(&strides);
    let sizes = symbols::lengths(sizes)?;
    let strides = parts(strides);
    let strides: Vec<i64> = strides.iter().map(at_least_zero(STRIDE)).collect::<Result<_, _>>()?;
    check_strides(sizes.len(), strides.len(), sizes_at.start..strides_at.end)?;
    let layout = Layout::from_strides(&shape_of(&sizes, sizes_at)?, &strides, 0, None);
    layout.map_err(|fault| fault_at(at, fault))
}

fn check_strides(sizes: usize, strides: usize, at: Range<usize>) -> Result<(), NotationFault> {
    if sizes == strides {
        return Ok(());
    }
    let message = format!("expected one stride for each of {sizes} sizes, found {strides}");
    Err(NotationFault::new(at, message))
}

fn memory_format(body: Pair<'_, Rule>) -> Result<Layout, NotationFault> {
    let at = range(&body);
    let [word, sizes] = fields(&mut parts(body).into_iter())?;
    let sizes_at = range(&sizes);
    let rank = parts(sizes.clone()).len();
    let order = order_of(&word, rank, sizes_at)?;
    let sizes = symbols::lengths(sizes)?;
    let layout = Layout::from_order(&shape_of(&sizes, at.clone())?, order, None);
    layout.map_err(|fault| fault_at(at, fault.fault))
}

/// Returns the order of a memory format for a number of sizes; `None` for row major.
fn order_of(
    word: &Pair<'_, Rule>,
    sizes: usize,
    sizes_at: Range<usize>,
) -> Result<Option<DimsOrder>, NotationFault> {
    let name = word.as_str().trim_start_matches("torch.");
    let Some((_, order)) = FORMATS.iter().find(|(known, _)| *known == name) else {
        let names = FORMATS.iter().map(|(name, _)| *name);
        let names: Vec<&str> = names.collect();
        let fault = unknown("memory format", name, range(word), names.iter().copied());
        return Err(fault.note(format!("formats: {}", names.join(", "))));
    };
    match order {
        Some(order) if order.rank() != sizes => {
            let message =
                format!("`{name}` requires {} sizes, but there are {sizes}", order.rank());
            Err(NotationFault::new(sizes_at, message))
        }
        order => Ok(*order),
    }
}

/// Reads `(s0,s1):(s1,1)+s2 where s0 in 1..4096`. Returns `None` if the text has no symbols.
fn read_symbolic(
    text: &str,
    given: Option<ElementType>,
) -> Result<Option<NotatedSymbolicLayout>, NotationFault> {
    let text = matched(text)?;
    let at = range(&text.body);
    let mut reader = SymbolReader::default();
    let is_strided = text.body.as_rule() == Rule::strided;
    let [first, second] = fields(&mut parts(text.body).into_iter())?;
    let (lengths, strides) = if is_strided {
        let whole = range(&first).start..range(&second).end;
        let lengths = symbolic::lengths(&mut reader, first)?;
        let strides = parts(second);
        check_strides(lengths.len(), strides.len(), whole)?;
        (lengths, reader.all(&strides)?)
    } else {
        let sizes_at = range(&second);
        let lengths = symbolic::lengths(&mut reader, second)?;
        let order = order_of(&first, lengths.len(), sizes_at.clone())?;
        let strides = symbolic::strides_in_order(&lengths, order, &sizes_at)?;
        (lengths, strides)
    };
    let offset = text.offset.as_ref();
    let offset = offset.map_or(Ok(SymExpr::constant(0)), |pair| reader.expr(pair))?;
    if reader.has_no_symbols() {
        return Ok(None);
    }
    let elem = element_of(text.suffix, given)?;
    let set = reader.set(text.conditions.as_ref())?;
    let parts = StridedParts { lengths, strides, offset, elem, at };
    Ok(Some(NotatedSymbolicLayout::strided(parts.layout(set)?, elem)))
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
