//! `cute`: layouts of CuTe, shapes and strides of nested modes, with an offset and a swizzle.
//!
//! The logical dims are the modes of the top level. A nested mode is the merge of its parts, the first the fastest. A
//! shape without strides is column major.

use layout::{
    BitSwizzle, Elems, IndexSpace, Layout, MixedRadix, NotationFault, RadixDigit, Tiler,
    checked_product, nearest,
};
use pest::iterators::Pair;
use std::ops::Range;

use crate::element::ElementType;
use crate::grammar::{check_rank, clip, grammar, parse, parts, range};
use crate::notation::Notation;
use crate::subject::WrittenLayout;
use crate::suffix::{NotatedLayout, fault_at};
use crate::witness::Witness;

mod known;
mod operation;
mod search;

use operation::CuteOperation;

pub(crate) const NOTATION: Notation = Notation {
    name: "cute",
    summary: "CuTe: shapes and strides of nested modes, offsets and swizzles",
    example: "((2,2),4):((1,8),2)",
    needs_element: false,
    searched: Some(
        "layouts whose lengths have up to 2^12 divisors, and that normal forms or 2^24 comparisons decide",
    ),
    read,
    write,
};

// Shapes and strides of nested modes, with an offset and a swizzle, and operations on them.
grammar!(CuteGrammar, [], r##"
    notation = { SOI ~ value ~ EOI }
    value    = { swizzled | call | layout }
    swizzled = { swizzle ~ circle ~ (shift ~ circle)? ~ value }
    call     = { operation ~ paren_open ~ argument ~ (comma ~ argument)* ~ paren_close }
    argument = { tiler | value }
    tiler    = { angle_open ~ value ~ (comma ~ value)* ~ angle_close }
    operation = @{ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "_")* }
    swizzle  = { ("Sw" | "S") ~ angle_open ~ number ~ comma ~ number ~ comma ~ number ~ angle_close }
    circle   = { "o" | "∘" }
    shift    = { number ~ &circle }
    layout   = { mode ~ (colon ~ mode)? }
    mode     = { number | modes }
    modes    = { paren_open ~ (mode ~ (comma ~ mode)* ~ comma?)? ~ paren_close }
    number   = @{ "_"? ~ "-"? ~ ASCII_DIGIT+ }
"##, {
    "mode" => "a length or a nested mode",
    "modes" => "modes such as `(4, 8)`",
    "number" => "a number",
    "operation" => "an operation such as `composition`",
});

/// A nested tuple of integers, with its bytes in the text.
struct NestedMode {
    at: Range<usize>,
    content: ModeContent,
}

enum ModeContent {
    Number(i64),
    Parts(Vec<NestedMode>),
}

/// Reads `((2,2),4):((1,8),2)` or `S<2,3,3> o 7 o (8,64):(64,1)`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let whole = parse::<CuteGrammar, Rule>(Rule::notation, text)?;
    let Some(value) = parts(whole).into_iter().next() else {
        return Err(NotationFault::new(0..text.len(), "expected a layout"));
    };
    Ok(NotatedLayout::new(value_of(value)?, given))
}

/// Returns the layout of a match of `value`. The grammar bounds the depth.
fn value_of(value: Pair<'_, Rule>) -> Result<Layout, NotationFault> {
    let at = range(&value);
    let Some(body) = parts(value).into_iter().next() else {
        return Err(NotationFault::new(at, "expected a layout"));
    };
    match body.as_rule() {
        Rule::swizzled => swizzled(body),
        Rule::call => call(body),
        _ => radix_of(body)?.layout(None).map_err(|fault| fault_at(at, fault)),
    }
}

/// Returns the result of `composition(A,B)`.
fn call(call: Pair<'_, Rule>) -> Result<Layout, NotationFault> {
    let at = range(&call);
    let mut inner = parts(call).into_iter();
    let Some(word) = inner.next() else {
        return Err(NotationFault::new(at, "expected an operation"));
    };
    let operation = CuteOperation::from_name(word.as_str()).ok_or_else(|| {
        let near = nearest(word.as_str(), CuteOperation::names()).map(str::to_owned);
        let message = format!("unknown operation `{}`", clip(word.as_str()));
        let names: Vec<&str> = CuteOperation::names().collect();
        let fault = NotationFault::new(range(&word), message);
        NotationFault { near, ..fault.note(format!("the operations are {}", names.join(", "))) }
    })?;
    let tilers: Vec<Tiler> = inner.map(tiler_of).collect::<Result<_, _>>()?;
    operation.apply(tilers).map_err(|message| NotationFault::new(at, message))
}

/// Returns the layout, or the layouts of `<A,B>`, of an argument.
fn tiler_of(argument: Pair<'_, Rule>) -> Result<Tiler, NotationFault> {
    let at = range(&argument);
    let Some(body) = parts(argument).into_iter().next() else {
        return Err(NotationFault::new(at, "expected an argument"));
    };
    match body.as_rule() {
        Rule::tiler => {
            let tiles: Vec<Layout> =
                parts(body).into_iter().map(value_of).collect::<Result<_, _>>()?;
            Ok(Tiler::ByMode(tiles))
        }
        _ => value_of(body).map(Tiler::Whole),
    }
}

fn number(pair: &Pair<'_, Rule>) -> Result<i64, NotationFault> {
    let digits = pair.as_str().trim().trim_start_matches('_');
    digits.parse().map_err(|_| {
        let message = format!("`{}` does not fit 64 bits", clip(pair.as_str()));
        NotationFault::new(range(pair), message)
    })
}

/// Returns the tuple of a match of `mode`. The grammar bounds the depth.
fn mode_of(pair: Pair<'_, Rule>) -> Result<NestedMode, NotationFault> {
    let at = range(&pair);
    let Some(inner) = parts(pair).into_iter().next() else {
        return Err(NotationFault::new(at, "expected a mode"));
    };
    let content = match inner.as_rule() {
        Rule::number => ModeContent::Number(number(&inner)?),
        _ => ModeContent::Parts(parts(inner).into_iter().map(mode_of).collect::<Result<_, _>>()?),
    };
    Ok(NestedMode { at, content })
}

/// Returns the digits of `SHAPE:STRIDE`.
fn radix_of(layout: Pair<'_, Rule>) -> Result<MixedRadix, NotationFault> {
    let at = range(&layout);
    let mut modes = parts(layout).into_iter();
    let Some(shape) = modes.next() else { return Err(NotationFault::new(at, "expected a shape")) };
    let shape = mode_of(shape)?;
    let stride = modes.next().map(mode_of).transpose()?;
    let mut next = Some(1i64);
    let dims: Vec<(&NestedMode, Option<&NestedMode>)> = match (&shape.content, &stride) {
        (ModeContent::Number(_), stride) => vec![(&shape, stride.as_ref())],
        (ModeContent::Parts(shapes), None) => shapes.iter().map(|shape| (shape, None)).collect(),
        (ModeContent::Parts(shapes), Some(stride)) => pairs(shapes, stride)?,
    };
    check_rank(dims.len(), at.clone())?;
    let mut radix = MixedRadix { lengths: Vec::new(), dims: Vec::new(), offset: 0 };
    for (shape, stride) in dims {
        let mut digits = Vec::new();
        add_digits(shape, stride, &mut next, &mut digits)?;
        let length = checked_product(digits.iter().map(|digit| digit.length));
        let length = length.ok_or_else(|| {
            NotationFault::new(shape.at.clone(), "the size of a mode does not fit 64 bits")
        })?;
        radix.lengths.push(length);
        radix.dims.push(digits);
    }
    Ok(radix)
}

/// Returns the parts of a shape with those of its stride.
fn pairs<'a>(
    shapes: &'a [NestedMode],
    stride: &'a NestedMode,
) -> Result<Vec<(&'a NestedMode, Option<&'a NestedMode>)>, NotationFault> {
    fn incongruent(shapes: &[NestedMode], stride: &NestedMode, found: &str) -> NotationFault {
        let message = format!(
            "the stride must have the modes of the shape, {} in a tuple, but is {found}",
            shapes.len()
        );
        NotationFault::new(stride.at.clone(), message)
    }
    match &stride.content {
        ModeContent::Parts(strides) if strides.len() == shapes.len() => {
            Ok(shapes.iter().zip(strides.iter().map(Some)).collect())
        }
        ModeContent::Parts(strides) => {
            Err(incongruent(shapes, stride, &format!("a tuple of {}", strides.len())))
        }
        ModeContent::Number(_) => Err(incongruent(shapes, stride, "a number")),
    }
}

/// Adds the digits of a mode, the fastest first. `next` is the column-major stride of the next digit.
fn add_digits(
    shape: &NestedMode,
    stride: Option<&NestedMode>,
    next: &mut Option<i64>,
    digits: &mut Vec<RadixDigit>,
) -> Result<(), NotationFault> {
    match (&shape.content, stride) {
        (ModeContent::Number(length @ 1..), stride) => {
            let stride = match stride {
                Some(NestedMode { content: ModeContent::Number(stride), .. }) => *stride,
                Some(NestedMode { at, .. }) => {
                    let message = "the stride of a number must be a number, but is a tuple";
                    return Err(NotationFault::new(at.clone(), message));
                }
                None => next.ok_or_else(|| {
                    NotationFault::new(shape.at.clone(), "a stride does not fit 64 bits")
                })?,
            };
            *next = next.and_then(|next| next.checked_mul(*length));
            digits.push(RadixDigit { length: *length, stride });
            Ok(())
        }
        (ModeContent::Number(length), _) => {
            let message = format!("a length must be at least 1, but is {length}");
            Err(NotationFault::new(shape.at.clone(), message))
        }
        (ModeContent::Parts(shapes), None) => {
            shapes.iter().try_for_each(|shape| add_digits(shape, None, next, digits))
        }
        (ModeContent::Parts(shapes), Some(stride)) => pairs(shapes, stride)?
            .into_iter()
            .try_for_each(|(shape, stride)| add_digits(shape, stride, next, digits)),
    }
}

/// Returns the layout of `S<2,3,3> o 7 o LAYOUT`.
fn swizzled(body: Pair<'_, Rule>) -> Result<Layout, NotationFault> {
    let at = range(&body);
    let mut swizzle = None;
    let mut offset = 0;
    let mut below = None;
    for part in parts(body) {
        match part.as_rule() {
            Rule::swizzle => swizzle = Some(swizzle_of(part)?),
            Rule::shift => offset = parts(part).first().map_or(Ok(0), number)?,
            Rule::value => below = Some(value_of(part)?),
            _ => {}
        }
    }
    let (Some(swizzle), Some(below)) = (swizzle, below) else {
        return Err(NotationFault::new(at, "expected a swizzle and a layout"));
    };
    let below =
        below.translated(Elems::new(offset)).map_err(|fault| fault_at(at.clone(), fault))?;
    below.swizzled(swizzle).map_err(|fault| NotationFault::new(at, fault.to_string()))
}

fn swizzle_of(pair: Pair<'_, Rule>) -> Result<BitSwizzle, NotationFault> {
    let at = range(&pair);
    let numbers: Vec<i64> = parts(pair).iter().map(number).collect::<Result<_, _>>()?;
    let [bits, base, shift] = numbers[..] else {
        return Err(NotationFault::new(at, "a swizzle has three numbers"));
    };
    BitSwizzle::new(bits, base, shift).map_err(|fault| fault_at(at, fault))
}

const MAX_COMPARED: u128 = crate::limits::COMPARED_INDICES as u128;

/// Returns modes, below a swizzle if the offsets are not those of modes alone.
///
/// # Errors
/// The index up to which no text agrees with the layout.
fn swizzle_and_modes(subject: &WrittenLayout<'_>) -> Result<(BitSwizzle, MixedRadix), Witness> {
    let low = subject.check_offsets(Some(0), "is negative, so no swizzle has it").err();
    let count = IndexSpace::below(subject.lengths.iter().copied()).count();
    let is_compared =
        low.is_some() || count <= MAX_COMPARED || subject.layout.symbolic_radix().is_some();
    let plain =
        match is_compared.then(|| subject.digits_in(|prefix| allows(prefix, &subject.lengths))) {
            Some(Ok(radix)) => return Ok((BitSwizzle::IDENTITY, radix)),
            Some(Err(plain)) => Some(plain).filter(|plain| plain.is_proof),
            None => None,
        };
    match (low, plain) {
        (None, plain) => search::swizzled_modes(subject, plain),
        (Some(low), Some(plain)) if low.is_proof && low.at <= plain.at => Err(plain),
        (Some(low), plain)
            if plain.is_some()
                || low.at.as_ref().is_some_and(|at| subject.offset(at).is_none()) =>
        {
            Err(low)
        }
        (Some(low), _) => Err(low.unproven()),
    }
}

/// Writes modes of digits, after a swizzle where the offsets are those of one.
fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    let (swizzle, radix) = swizzle_and_modes(subject)?;
    let modes = |numbers: fn(&RadixDigit) -> i64, none: i64| {
        modes_text(
            &radix
                .dims
                .iter()
                .map(|digits| mode_text(digits.iter().map(numbers), none))
                .collect::<Vec<_>>(),
        )
    };
    let shape = modes(|digit| digit.length, 1);
    let stride = modes(|digit| digit.stride, 0);
    let prefix = match (swizzle, radix.offset) {
        (BitSwizzle::IDENTITY, 0) => String::new(),
        (_, offset) => {
            let moved = if offset == 0 { String::new() } else { format!("{offset} o ") };
            format!("S<{},{},{}> o {moved}", swizzle.bits(), swizzle.base(), swizzle.shift())
        }
    };
    Ok(format!("{prefix}{shape}:{stride}"))
}

/// Checks that modes of some sizes agree with a prefix: a mode is the product of its parts.
fn allows(prefix: &MixedRadix, lengths: &[i64]) -> Result<(), String> {
    for (digits, &length) in prefix.dims.iter().zip(lengths) {
        let mut weight = 1;
        for digit in digits {
            if length % weight != 0 {
                return Err(format!(
                    "begins a part after {weight} of {length} values, but a mode is the product of its parts"
                ));
            }
            weight *= digit.length;
        }
    }
    Ok(())
}

/// Returns the text of a mode: its only number, a tuple of several, or a number for none.
fn mode_text(numbers: impl Iterator<Item = i64>, none: i64) -> String {
    let numbers: Vec<i64> = numbers.collect();
    match numbers[..] {
        [] => none.to_string(),
        [one] => one.to_string(),
        _ => format!("({})", crate::subject::list(&numbers)),
    }
}

/// Returns the text of all modes. A tuple of one nested mode keeps its comma, as it would else be the mode itself.
fn modes_text(modes: &[String]) -> String {
    match modes {
        [one] if one.starts_with('(') => format!("({one})"),
        [one] => one.clone(),
        _ => format!("({})", modes.join(",")),
    }
}
