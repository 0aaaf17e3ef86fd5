//! The grammar of memref types, and the parts of a match.

use layout::{DimsOrder, NotationFault};
use pest::iterators::Pair;

use crate::grammar::{clip, fields, grammar, integer, parse, parts, range, unknown};

// A memref type: lengths, an element type, and a layout.
grammar!(MemrefGrammar, ["index.pest", "symbols.pest"], r##"
    notation     = { SOI ~ "memref" ~ angle_open ~ shape ~ (comma ~ property)* ~ angle_close ~ conditions? ~ EOI }
    shape        = { (shape_dim ~ "x")* ~ element }
    shape_dim    = { natural | dynamic }
    dynamic      = { "?" }
    property     = { strided | affine | dictionary | dialect | order_alias | space }
    strided      = { "strided" ~ angle_open ~ bracket_open ~ strides ~ bracket_close ~ offset? ~ angle_close }
    strides      = { (scalar ~ (comma ~ scalar)*)? }
    offset       = { comma ~ "offset" ~ colon ~ scalar }
    scalar       = { integer | dynamic }
    affine       = { "affine_map" ~ angle_open ~ map ~ angle_close }
    map          = { variables ~ symbols? ~ "->" ~ results }
    variables    = { paren_open ~ (variable ~ (comma ~ variable)*)? ~ paren_close }
    symbols      = { bracket_open ~ (variable ~ (comma ~ variable)*)? ~ bracket_close }
    results      = { paren_open ~ (expr ~ (comma ~ expr)*)? ~ paren_close }
    dictionary   = { brace_open ~ (entry ~ (comma ~ entry)*)? ~ brace_close }
    entry        = { key ~ ("=" ~ (list | affine | order_alias | integer | value))? }
    list         = { (bracket_open ~ strides ~ bracket_close)
                   | ("array" ~ angle_open ~ "i64" ~ (colon ~ strides)? ~ angle_close) }
    value        = @{ (!("," | "}") ~ ANY)+ }
    key          = @{ (ASCII_ALPHANUMERIC | "_" | ".")+ }
    order_alias  = { order_attr | order_name }
    order_attr   = { "#layout.order" ~ angle_open ~ key ~ angle_close }
    order_name   = @{ "#" ~ (ASCII_ALPHANUMERIC | "_")+ ~ !"." }
    dialect      = @{ !"#layout.order" ~ "#" ~ (ASCII_ALPHANUMERIC | "_")+ ~ "." ~ (ASCII_ALPHANUMERIC | "_" | ".")+ ~ body? }
    body         = @{ "<" ~ (body | !("<" | ">") ~ ANY)* ~ ">" }
    space        = { (integer ~ (colon ~ element)?) | symbol | string | (bracket_open ~ space ~ (comma ~ space)* ~ bracket_close) }
    symbol       = @{ "@" ~ (ASCII_ALPHANUMERIC | "_" | ".")+ }
    string       = @{ "\"" ~ (!"\"" ~ ANY)* ~ "\"" }
"##, {
    "key" => "`order`, `strides` or `offset`",
    "map" => "an affine map",
    "shape_dim" => "a length such as `4x`",
});

/// A rule of the grammar.
pub(super) type MemrefRule = Rule;

/// The parts of a text.
pub(super) struct MemrefText<'a> {
    /// The lengths and the element type.
    pub(super) shape: Pair<'a, MemrefRule>,
    /// The layout and the memory space.
    pub(super) properties: Vec<Pair<'a, MemrefRule>>,
    /// The values of the symbols.
    pub(super) conditions: Option<Pair<'a, MemrefRule>>,
}

/// Returns the parts of a text.
///
/// # Errors
/// The text does not match.
pub(super) fn matched(text: &str) -> Result<MemrefText<'_>, NotationFault> {
    let whole = parse::<MemrefGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter();
    let [shape] = fields(&mut found)?;
    let (conditions, properties): (Vec<_>, Vec<_>) =
        found.partition(|part| part.as_rule() == Rule::conditions);
    let properties = properties.into_iter().flat_map(parts).collect();
    Ok(MemrefText { shape, properties, conditions: conditions.into_iter().next() })
}

/// Returns the layout among the properties of a memref, which the memory space follows.
///
/// # Errors
/// There is a second layout or memory space, or the layout is of another dialect.
pub(super) fn layout_part<'p, 'a>(
    properties: &'p [Pair<'a, Rule>],
) -> Result<Option<&'p Pair<'a, Rule>>, NotationFault> {
    fn is_foreign(part: &Pair<'_, Rule>) -> bool {
        matches!(part.as_rule(), Rule::space | Rule::dialect)
    }
    fn is_space(part: &Pair<'_, Rule>) -> bool {
        is_foreign(part) || part.as_rule() == Rule::dictionary
    }
    match properties {
        [] => Ok(None),
        [one] => Ok(Some(one).filter(|one| !is_foreign(one))),
        [layout, space] if !is_foreign(layout) && is_space(space) => Ok(Some(layout)),
        [layout, space] if layout.as_rule() == Rule::dialect && is_space(space) => {
            let message =
                "the layout of the memref must be an affine map, `strided<...>` or a dictionary";
            let note = "the layout is an attribute of another dialect, which layoutc cannot read";
            Err(NotationFault::new(range(layout), message).note(note))
        }
        [layout, space] if layout.as_rule() != Rule::space && !is_space(space) => {
            let message = "memory space must be an integer, a string, a symbol or a dictionary";
            Err(NotationFault::new(range(space), message))
        }
        [extra, _] | [_, _, extra, ..] => {
            let message = "memref must have at most one layout and one memory space";
            Err(NotationFault::new(range(extra), message))
        }
    }
}

/// Returns the number of a match; `None` if it is dynamic.
pub(super) fn scalar(part: &Pair<'_, Rule>) -> Result<Option<i64>, NotationFault> {
    match parts(part.clone()).first() {
        Some(number) if number.as_rule() != Rule::dynamic => integer(number).map(Some),
        _ => Ok(None),
    }
}

/// Returns the order of `#NHWC` or `#layout.order<NHWC>`.
pub(super) fn named_order(part: &Pair<'_, Rule>) -> Result<DimsOrder, NotationFault> {
    let word: String = part.as_str().split_whitespace().collect();
    let name = word.trim_start_matches("#layout.order<").trim_end_matches('>');
    let name = name.trim_start_matches('#');
    DimsOrder::from_name(name)
        .ok_or_else(|| unknown("order", name, range(part), DimsOrder::names()))
}

/// Returns a count and a noun: `2 dims`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// An affine map: the names of its dims and symbols, and its results.
pub(super) struct WrittenMap<'a> {
    pub(super) dims: Vec<Pair<'a, Rule>>,
    pub(super) symbols: Vec<Pair<'a, Rule>>,
    pub(super) results: Vec<Pair<'a, Rule>>,
}

impl<'a> WrittenMap<'a> {
    pub(super) fn new(part: &Pair<'a, Rule>) -> WrittenMap<'a> {
        let mut map = WrittenMap { dims: Vec::new(), symbols: Vec::new(), results: Vec::new() };
        for part in parts(part.clone()).into_iter().flat_map(parts) {
            match part.as_rule() {
                Rule::variables => map.dims = parts(part),
                Rule::symbols => map.symbols = parts(part),
                _ => map.results = parts(part),
            }
        }
        map
    }

    /// Returns the order whose map this is.
    pub(super) fn order(&self) -> Result<DimsOrder, String> {
        if !self.symbols.is_empty() {
            let count = self.symbols.len();
            return Err(format!("an order must not have symbols, but the map has {count}"));
        }
        let mut dims = Vec::new();
        for (place, result) in self.results.iter().enumerate() {
            let text = result.as_str().trim();
            let dim = self.dims.iter().position(|dim| dim.as_str() == text);
            dims.push(dim.ok_or_else(|| {
                format!("result {place} of the order is `{}`, which is not a dim", clip(text))
            })?);
        }
        DimsOrder::of_rank(self.dims.len(), &dims).map_err(|error| error.to_string())
    }
}
