//! `torch`: sizes, strides and a storage offset in elements, as PyTorch's `as_strided` takes them, or a memory format.

use layout::{DimsOrder, Elems, Layout, MixedRadix, NotationFault, SymExpr};
use pest::iterators::Pair;
use std::ops::Range;

use crate::digit_class::check_linear;
use crate::element::ElementType;
use crate::expression::ExpressionReader;
use crate::grammar::{clip, fields, grammar, parse, parts, range, unknown};
use crate::notation::{Notation, NotationFunctions};
use crate::subject::{WrittenLayout, list};
use crate::suffix::{NotatedLayout, agreed, element, fault_at, shape_of, suffix};
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

// Sizes, strides and a storage offset, or a memory format with sizes, as PyTorch and its compiler print and call them.
grammar!(TorchGrammar, ["index.pest", "symbols.pest"], r##"
    notation = { SOI ~ (opaque | strided | format | alone) ~ offset? ~ dtype_suffix? ~ conditions? ~ EOI }
    strided  = { called | inductor | named | tuple ~ (colon | comma)? ~ tuple }
    called   = _{ allocation ~ paren_open ~ tuple ~ comma ~ tuple ~ (comma ~ option)* ~ paren_close
                | view ~ paren_open ~ word ~ comma ~ tuple ~ comma ~ tuple ~ (comma ~ storage_offset)? ~ paren_close }
    named    = _{ "size" ~ "=" ~ tuple ~ comma ~ "stride" ~ "=" ~ tuple }
    inductor = _{ "\""? ~ short_dtype ~ list ~ list ~ device? ~ "\""? }
    allocation = _{ "torch."? ~ ("empty_strided_cuda" | "empty_strided_cpu" | "empty_strided_xpu" | "empty_strided") }
    view     = _{ "torch."? ~ ("as_strided" | "reinterpret_tensor") }
    storage_offset = { ("storage_offset" ~ "=")? ~ expr }
    option   = { ("dtype" ~ "=")? ~ dtype | "device" ~ "=" ~ place | "layout" ~ "=" ~ "torch.strided" | ("pin_memory" | "requires_grad") ~ "=" ~ word }
    place    = { "torch.device" ~ "(" ~ (!")" ~ ANY)* ~ ")" | "'" ~ (!"'" ~ ANY)* ~ "'" | "\"" ~ (!"\"" ~ ANY)* ~ "\"" }
    format   = { word ~ (sizes | paren_open ~ list ~ paren_close | parenthesized) }
    alone    = { short_dtype? ~ tuple }
    opaque   = @{ ("FakeTensor" | "Parameter" | "tensor" | "Tensor") ~ "(" ~ ANY* }
    word     = @{ !"torch.Size" ~ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "_" | ".")* }
    short_dtype = @{ (ASCII_ALPHA ~ ASCII_ALPHA? ~ ASCII_DIGIT+ ~ (ASCII_ALPHANUMERIC)*) ~ &("[" | " [") }
    dtype    = @{ "torch." ~ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "_")* }
    device   = @{ ASCII_ALPHA+ ~ (":" ~ ASCII_DIGIT+)? ~ &("\"" | " "* ~ EOI) }
    dtype_suffix = { colon ~ (dtype | element) }
    tuple    = { paren_open ~ (expr ~ (comma ~ expr)* ~ comma?)? ~ paren_close | "torch.Size" ~ paren_open ~ brackets ~ paren_close | brackets }
    parenthesized = { paren_open ~ (expr ~ (comma ~ expr)* ~ comma?)? ~ paren_close }
    sizes    = { "torch.Size" ~ paren_open ~ brackets ~ paren_close }
    list     = { brackets }
    brackets = _{ bracket_open ~ (expr ~ (comma ~ expr)* ~ comma?)? ~ bracket_close }
    offset   = { plus ~ expr }
"##, {
    "alone" => "sizes with strides",
    "dtype" => "a type such as `torch.float16`",
    "dtype_suffix" => "an element type such as `:f16`",
    "list" => "a list such as `[2, 3]`",
    "option" => "an option such as `dtype=torch.float16`",
    "parenthesized" => "a list such as `(2, 3)`",
    "sizes" => "`torch.Size([2, 3])`",
    "storage_offset" => "a storage offset",
    "tuple" => "a list such as `(2, 3)`",
    "word" => "a memory format such as `channels_last`",
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
    /// The memory format; `None` for strides.
    format: Option<Pair<'a, Rule>>,
    sizes: Pair<'a, Rule>,
    /// The strides; `None` for a memory format.
    strides: Option<Pair<'a, Rule>>,
    offset: Option<Pair<'a, Rule>>,
    dtype: Option<Pair<'a, Rule>>,
    conditions: Option<Pair<'a, Rule>>,
    /// The bytes of the sizes, with the strides or the memory format.
    at: Range<usize>,
}

fn matched(text: &str) -> Result<TorchText<'_>, NotationFault> {
    let whole = parse::<TorchGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter();
    let [body] = fields(&mut found)?;
    let at = range(&body);
    if let Rule::opaque | Rule::alone = body.as_rule() {
        return Err(without_strides(&body));
    }
    let is_strided = body.as_rule() == Rule::strided;
    let mut lists = Vec::new();
    let (mut format, mut offset, mut dtype) = (None, None, None);
    for part in parts(body) {
        match part.as_rule() {
            Rule::word if is_strided => {}
            Rule::word => format = Some(part),
            Rule::short_dtype => dtype = Some(part),
            Rule::storage_offset => offset = parts(part).into_iter().next(),
            Rule::option => {
                let own = parts(part).into_iter().find(|part| part.as_rule() == Rule::dtype);
                dtype = own.or(dtype);
            }
            Rule::device => {}
            _ => lists.push(part),
        }
    }
    let mut lists = lists.into_iter();
    let [sizes] = fields(&mut lists)?;
    let strides = lists.next();
    let mut text = TorchText { format, sizes, strides, offset, dtype, conditions: None, at };
    for part in found {
        match part.as_rule() {
            Rule::offset if text.offset.is_some() => {
                return Err(NotationFault::new(range(&part), "the text has two storage offsets"));
            }
            Rule::offset => text.offset = parts(part).into_iter().next(),
            Rule::dtype_suffix if text.dtype.is_some() => {
                return Err(NotationFault::new(range(&part), "the text has two element types"));
            }
            Rule::dtype_suffix => text.dtype = parts(part).into_iter().next(),
            Rule::conditions => text.conditions = Some(part),
            _ => {}
        }
    }
    Ok(text)
}

/// Returns the fault of a text of PyTorch that states no strides.
fn without_strides(body: &Pair<'_, Rule>) -> NotationFault {
    let word = clip(body.as_str());
    let message = match body.as_rule() {
        Rule::opaque => format!("`{word}` does not state the strides of the tensor"),
        _ => format!("`{word}` states sizes without strides"),
    };
    NotationFault::new(range(body), message).note(
        "write `(SIZES):(STRIDES)` with the result of `stride()`, or a memory format such as `channels_last(SIZES)`",
    )
}

/// Returns the element type of a word of PyTorch or of MLIR. PyTorch stores `bool` in a byte.
fn dtype_of(
    word: Option<&Pair<'_, Rule>>,
    given: Option<ElementType>,
) -> Result<Option<ElementType>, NotationFault> {
    let Some(word) = word else { return Ok(given) };
    let name = word.as_str().trim_start_matches("torch.");
    let found = match name {
        "bool" | "b8" => ElementType::from_name("ui8"),
        _ if word.as_rule() == Rule::element => {
            ElementType::from_name(name).or_else(|| ElementType::from_numpy(name))
        }
        _ => ElementType::from_numpy(name)
            .or_else(|| match name {
                "int" => ElementType::from_name("i32"),
                "long" => ElementType::from_name("i64"),
                "short" => ElementType::from_name("i16"),
                _ => ElementType::from_xla(name),
            })
            .or_else(|| ElementType::from_name(name)),
    };
    match found {
        Some(elem) => agreed(elem, given, range(word)).map(Some),
        None => element(word).map(Some),
    }
}

/// Reads `(2,3,4,5):(60,1,15,3)+7`, `channels_last(2,3,4,5)`, or what PyTorch and its compiler print.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let text = matched(text)?;
    let at = text.at.clone();
    let layout = match (&text.format, text.strides) {
        (None, Some(strides)) => strided(text.sizes, strides, at.clone())?,
        (Some(word), _) => memory_format(word, text.sizes, at.clone())?,
        (None, None) => return Err(NotationFault::new(at, "expected sizes and strides")),
    };
    let offset = text.offset.as_ref().map_or(Ok(0), at_least_zero(OFFSET))?;
    let elem = dtype_of(text.dtype.as_ref(), given)?;
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

fn strided(
    sizes: Pair<'_, Rule>,
    strides: Pair<'_, Rule>,
    at: Range<usize>,
) -> Result<Layout, NotationFault> {
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

fn memory_format(
    word: &Pair<'_, Rule>,
    sizes: Pair<'_, Rule>,
    at: Range<usize>,
) -> Result<Layout, NotationFault> {
    let sizes_at = range(&sizes);
    let rank = parts(sizes.clone()).len();
    let order = order_of(word, rank, sizes_at)?;
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
    let at = text.at.clone();
    let mut reader = SymbolReader::default();
    let sizes_at = range(&text.sizes);
    let lengths = symbolic::lengths(&mut reader, text.sizes)?;
    let strides = match (&text.format, text.strides) {
        (Some(word), _) => {
            let order = order_of(word, lengths.len(), sizes_at.clone())?;
            symbolic::strides_in_order(&lengths, order, &sizes_at)?
        }
        (None, strides) => {
            let whole = sizes_at.start..strides.as_ref().map_or(sizes_at.end, |it| range(it).end);
            let strides = strides.map(parts).unwrap_or_default();
            check_strides(lengths.len(), strides.len(), whole)?;
            reader.all(&strides)?
        }
    };
    let offset = text.offset.as_ref();
    let offset = offset.map_or(Ok(SymExpr::constant(0)), |pair| reader.expr(pair))?;
    if reader.has_no_symbols() {
        return Ok(None);
    }
    let elem = dtype_of(text.dtype.as_ref(), given)?;
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
