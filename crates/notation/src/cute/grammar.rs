//! The grammar of layouts of CuTe, and the modes of a match.

use layout::{Nested, NotationFault};
use pest::iterators::Pair;

use crate::grammar::{clip, grammar, parse, parts, range};
use crate::symbols::{SymbolReader, number_by};

// Shapes and strides of nested modes, with an offset and a swizzle, and operations on them, as CuTe prints them and as C++
// types.
grammar!(CuteGrammar, ["index.pest", "symbols.pest"], r##"
    notation = { SOI ~ (ir | quoted | value ~ conditions?) ~ EOI }
    ir       = _{ "!cute.layout" ~ "<" ~ quoted ~ ">" }
    quoted   = _{ "\"" ~ value ~ "\"" }
    value    = { foreign | swizzled | pointed | composed | typed | made | call | layout }
    foreign  = { (coordinates | tensor_memory) ~ circle ~ value }
    coordinates = @{ ("ArithTuple" | "ArithmeticTuple" | "counting_iterator" | "counting_iter") ~ "(" ~ (!")" ~ ANY)* ~ ")" }
    tensor_memory = @{ "tmem_" ~ "ptr"? ~ "[" ~ (!"]" ~ ANY)* ~ "](" ~ (!")" ~ ANY)* ~ ")" }
    swizzled = { swizzle ~ ("_" ~ pointer ~ circle | circle ~ (pointer ~ circle | shift ~ circle)?) ~ value }
    pointed  = { pointer ~ circle ~ value }
    pointer  = { space ~ bracket_open ~ natural ~ "b" ~ bracket_close ~ paren_open ~ address ~ paren_close }
    space    = @{ ("smem_" | "gmem_" | "rmem_")? ~ "ptr" }
    address  = @{ "unset" | "0x" ~ ASCII_HEX_DIGIT+ }
    composed = { cute ~ "ComposedLayout" ~ angle_open ~ swizzle ~ comma ~ (flag | offset) ~ comma ~ value ~ angle_close ~ braces }
    flag     = { cute ~ "smem_ptr_flag_bits" ~ angle_open ~ natural ~ angle_close }
    offset   = { number }
    typed    = { cute ~ "Layout" ~ angle_open ~ mode ~ (comma ~ mode)? ~ angle_close ~ braces }
    made     = { cute ~ ("make_layout" | "Layout") ~ paren_open ~ mode ~ (comma ~ ("stride" ~ "=")? ~ (major | mode))? ~ paren_close }
    major    = @{ "cute::"? ~ ("LayoutLeft" | "LayoutRight" | "GenColMajor" | "GenRowMajor") ~ "{}"? }
    call     = { operation ~ (angle_open ~ number ~ angle_close)? ~ paren_open ~ argument ~ (comma ~ argument)* ~ paren_close }
    argument = { tiler | value | swizzle }
    tiler    = { (cute ~ "Tile")? ~ angle_open ~ argument ~ (comma ~ argument)* ~ angle_close ~ braces
               | cute ~ "make_tile" ~ paren_open ~ argument ~ (comma ~ argument)* ~ paren_close }
    operation = @{ !(maker ~ "(") ~ ("cute::" | "cute.")? ~ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "_")* }
    maker    = _{ ("cute::" | "cute.")? ~ ("make_shape" | "make_stride" | "make_coord" | "make_tuple") }
    swizzle  = { cute ~ ("Swizzle" | "Sw" | "S") ~ angle_open ~ number ~ comma ~ number ~ comma ~ number ~ angle_close ~ braces }
    circle   = { "o" | "∘" }
    shift    = { number ~ &circle }
    layout   = { mode ~ (colon ~ mode)? }
    mode     = { (basis | number | unknown | modes) ~ !(add_op | mul_op) | expr ~ !"<" }
    basis    = @{ ("cute::"? ~ "_")? ~ "-"? ~ ASCII_DIGIT+ ~ ("@" ~ ASCII_DIGIT+)+
                | "cute::"? ~ "E<" ~ (!">" ~ ANY)* ~ ">" ~ "{}"?
                | "cute::"? ~ "ScaledBasis<" ~ (!("{" | ")" | ":") ~ ANY | "::")* ~ "{}"? }
    unknown  = @{ "?" ~ ("{" ~ (!"}" ~ ANY)* ~ "}")?
                | ("cute::"? ~ ("X" | "_" | "Underscore") | runtime) ~ !(ASCII_ALPHANUMERIC | "_" | "::") ~ "{}"? }
    runtime  = _{ "int32_t" | "int64_t" | "int" | "long long" | "long" | "uint32_t" | "uint64_t" | "unsigned" ~ (" int" | " long")? | "size_t" }
    modes    = { paren_open ~ (mode ~ (comma ~ mode)* ~ comma?)? ~ paren_close
               | cute ~ tuple ~ angle_open ~ (mode ~ (comma ~ mode)*)? ~ angle_close ~ braces
               | maker ~ paren_open ~ (mode ~ (comma ~ mode)*)? ~ paren_close }
    tuple    = _{ "Shape" | "Stride" | "Step" | "tuple" }
    number   = @{ "cute::"? ~ ("Int" | "C") ~ "<" ~ "-"? ~ ASCII_DIGIT+ ~ ">" ~ "{}"?
                | ("cute::"? ~ "_")? ~ "-"? ~ ASCII_DIGIT+ ~ "{}"? }
    cute     = _{ ("cute::" | "cute.")? }
    braces   = _{ "{}"? }
"##, {
    "add_op" => "an operator",
    "address" => "`unset` or an address",
    "major" => "`LayoutLeft` or `LayoutRight`",
    "mode" => "a length or a nested mode",
    "modes" => "modes such as `(4, 8)`",
    "number" => "a number",
    "operation" => "an operation such as `composition`",
});

/// A rule of the grammar.
pub(super) type CuteRule = Rule;

/// Returns the match of a whole text.
///
/// # Errors
/// The text does not match.
pub(super) fn matched(text: &str) -> Result<Pair<'_, CuteRule>, NotationFault> {
    parse::<CuteGrammar, Rule>(Rule::notation, text)
}

/// The content of a match of `mode`.
pub(super) enum Mode<'a> {
    /// A match of `number` or `expr`.
    Leaf(Pair<'a, CuteRule>),
    /// The modes of a tuple.
    Tuple(Vec<Pair<'a, CuteRule>>),
}

/// Returns the content of a match of `mode`.
///
/// # Errors
/// The match is empty.
pub(super) fn content<'a>(mode: &Pair<'a, CuteRule>) -> Result<Mode<'a>, NotationFault> {
    match parts(mode.clone()).into_iter().next() {
        Some(inner) if inner.as_rule() == Rule::modes => Ok(Mode::Tuple(parts(inner))),
        Some(leaf) => Ok(Mode::Leaf(leaf)),
        None => Err(NotationFault::new(range(mode), "expected a mode")),
    }
}

/// Returns the number of a match of `number`, `natural` or `expr`.
///
/// # Errors
/// The number does not fit 64 bits, or an expression has a symbol.
pub(super) fn number(pair: &Pair<'_, CuteRule>) -> Result<i64, NotationFault> {
    match pair.as_rule() {
        Rule::expr => return number_by(SymbolReader::with_static_numbers(), pair),
        Rule::basis | Rule::unknown => return Err(not_a_number(pair)),
        _ => {}
    }
    let digits = pair.as_str().trim_matches(|it: char| !it.is_ascii_digit() && it != '-');
    digits.parse().map_err(|_| {
        let message = format!("`{}` does not fit 64 bits", clip(pair.as_str()));
        NotationFault::new(range(pair), message)
    })
}

/// Returns the fault of a leaf that is printed by CuTe, but has no number.
fn not_a_number(pair: &Pair<'_, CuteRule>) -> NotationFault {
    let word = clip(pair.as_str());
    let (message, note) = match (pair.as_rule(), word.as_str()) {
        (Rule::basis, _) => (
            format!("`{word}` is a scaled basis: it strides a coordinate, not an offset"),
            "write the strides of memory, such as `(8,1)`",
        ),
        (_, "X" | "_" | "Underscore" | "cute::X" | "cute::_" | "cute::Underscore") => (
            format!("`{word}` selects a mode, and has no number"),
            "write the length or the stride of the mode",
        ),
        _ => (
            format!("`{word}` is a number that is known at run time"),
            "write its value, or a symbol such as `n`",
        ),
    };
    NotationFault::new(range(pair), message).note(note)
}

/// A leaf of a shape with the leaf of the stride in the same place; `None` if there are no strides.
pub(super) struct ModeLeaf<'a> {
    pub(super) length: Pair<'a, CuteRule>,
    pub(super) stride: Option<Pair<'a, CuteRule>>,
}

/// Returns the leaves of a shape with those of its stride.
///
/// # Errors
/// The two have different modes.
pub(super) fn leaves<'a>(
    shape: &Pair<'a, CuteRule>,
    stride: Option<&Pair<'a, CuteRule>>,
) -> Result<Nested<ModeLeaf<'a>>, NotationFault> {
    let strides = stride.map(content).transpose()?;
    let at = range(stride.unwrap_or(shape));
    match (content(shape)?, strides) {
        (Mode::Tuple(shapes), Some(Mode::Tuple(strides))) if shapes.len() == strides.len() => {
            let pairs = shapes.iter().zip(&strides);
            let items = pairs.map(|(shape, stride)| leaves(shape, Some(stride)));
            Ok(Nested::Tuple(items.collect::<Result<_, _>>()?))
        }
        (Mode::Tuple(shapes), None) => {
            let items = shapes.iter().map(|shape| leaves(shape, None));
            Ok(Nested::Tuple(items.collect::<Result<_, _>>()?))
        }
        (Mode::Tuple(shapes), Some(strides)) => {
            let found = match strides {
                Mode::Tuple(strides) => format!("a tuple of {}", strides.len()),
                Mode::Leaf(_) => "a number".to_owned(),
            };
            let message = format!(
                "the stride must have the modes of the shape, {} in a tuple, but is {found}",
                shapes.len()
            );
            Err(NotationFault::new(at, message))
        }
        (Mode::Leaf(length), None) => Ok(Nested::Leaf(ModeLeaf { length, stride: None })),
        (Mode::Leaf(length), Some(Mode::Leaf(stride))) => {
            Ok(Nested::Leaf(ModeLeaf { length, stride: Some(stride) }))
        }
        (Mode::Leaf(_), Some(Mode::Tuple(_))) => {
            let message = "the stride of a number must be a number, but is a tuple";
            Err(NotationFault::new(at, message))
        }
    }
}
