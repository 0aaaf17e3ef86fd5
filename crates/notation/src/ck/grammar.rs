//! The grammar of descriptors of Composable Kernel, and the arguments of its calls.

use layout::NotationFault;
use pest::iterators::Pair;
use std::ops::Range;

use crate::grammar::{clip, fields, grammar, integer, parse, parts, range};

grammar!(CkGrammar, [], r##"
    notation   = { SOI ~ (printed | host | call) ~ suffix? ~ EOI }
    printed    = @{ namespace ~ ("tensor_descriptor" | "tensor_adaptor" | "tensor_view" | "TensorDescriptor" | "tile_distribution" | "tile_window") ~ ("_" ~ ASCII_ALPHA+)* ~ " "* ~ ("{" | ",") ~ ANY* }
    host       = { ("dim" ~ natural ~ comma)? ~ "lengths" ~ colon? ~ list ~ comma? ~ "strides" ~ colon? ~ list }
    list       = { brace_open ~ (integer ~ (comma ~ integer)*)? ~ brace_close | bracket_open ~ (integer ~ (comma ~ integer)*)? ~ bracket_close }
    call       = { function ~ paren_open ~ (argument ~ (comma ~ argument)*)? ~ paren_close }
    function   = @{ namespace ~ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "_")* }
    argument   = { sequence | call | number | name }
    sequence   = { namespace ~ ("sequence" | "Sequence") ~ angle_open ~ (integer ~ (comma ~ integer)*)? ~ angle_close ~ braces }
    number     = @{ namespace ~ ("number" | "Number" | "long_number" | "LongNumber") ~ "<" ~ " "* ~ "-"? ~ ASCII_DIGIT+ ~ " "* ~ ">" ~ ("{}" | "()")? | "-"? ~ ASCII_DIGIT+ }
    name       = @{ (ASCII_ALPHA | "_") ~ (ASCII_ALPHANUMERIC | "_" | "::" | "<" | ">" | "{" | "}" | ".")* }
    namespace  = _{ ("ck_tile::" | "ck::")? }
    braces     = _{ ("{" ~ "}" | "(" ~ ")")? }
"##, {
    "argument" => "an argument",
    "call" => "a call such as `make_tuple(3, 4)`",
    "function" => "a function such as `make_naive_tensor_descriptor`",
    "host" => "`lengths {3, 4}, strides {4, 1}`",
    "list" => "a list such as `{3, 4}`",
    "name" => "a name",
    "number" => "a number",
    "sequence" => "`sequence<0, 1>{}`",
});

/// A rule of the grammar.
pub(super) type CkRule = Rule;

/// Returns the parts of the match of a whole text.
///
/// # Errors
/// The text does not match.
pub(super) fn matched(text: &str) -> Result<Vec<Pair<'_, CkRule>>, NotationFault> {
    parse::<CkGrammar, Rule>(Rule::notation, text).map(parts)
}

/// Checks that there is a stride for each length.
///
/// # Errors
/// The numbers differ.
pub(super) fn check_count(
    lengths: &[i64],
    strides: &[i64],
    at: Range<usize>,
) -> Result<(), NotationFault> {
    if lengths.len() == strides.len() {
        return Ok(());
    }
    let (sizes, found) = (lengths.len(), strides.len());
    let message = format!("expected one stride for each of {sizes} lengths, found {found}");
    Err(NotationFault::new(at, message))
}

/// Returns the integers of a list.
///
/// # Errors
/// One does not fit 64 bits.
pub(super) fn integers(list: Pair<'_, Rule>) -> Result<Vec<i64>, NotationFault> {
    parts(list).iter().map(integer).collect()
}

/// The name of a function without its namespace, and its arguments.
pub(super) struct Call<'a> {
    pub(super) name: &'a str,
    pub(super) name_at: Range<usize>,
    pub(super) at: Range<usize>,
    pub(super) arguments: Vec<Pair<'a, Rule>>,
}

impl<'a> Call<'a> {
    pub(super) fn new(call: Pair<'a, Rule>) -> Result<Call<'a>, NotationFault> {
        let at = range(&call);
        let mut found = parts(call).into_iter();
        let [function] = fields(&mut found)?;
        let name = function.as_str().rsplit("::").next().unwrap_or_default();
        let arguments = found.flat_map(parts).collect();
        Ok(Call { name, name_at: range(&function), at, arguments })
    }

    /// Returns the argument at a place.
    pub(super) fn argument(
        &self,
        place: usize,
        what: &str,
    ) -> Result<&Pair<'a, Rule>, NotationFault> {
        self.arguments.get(place).ok_or_else(|| {
            NotationFault::new(self.at.clone(), format!("`{}` needs {what}", self.name))
        })
    }

    /// Returns the numbers of the `make_tuple` at a place.
    pub(super) fn tuple(&self, place: usize, what: &str) -> Result<Vec<i64>, NotationFault> {
        tuple(self.argument(place, what)?)?.iter().map(number).collect()
    }

    /// Returns the number at a place.
    pub(super) fn number(&self, place: usize, what: &str) -> Result<i64, NotationFault> {
        number(self.argument(place, what)?)
    }
}

/// Returns the arguments of a `make_tuple`.
pub(super) fn tuple<'a>(argument: &Pair<'a, Rule>) -> Result<Vec<Pair<'a, Rule>>, NotationFault> {
    if argument.as_rule() == Rule::call {
        let call = Call::new(argument.clone())?;
        if call.name == "make_tuple" {
            return Ok(call.arguments);
        }
    }
    let message =
        format!("expected a tuple such as `make_tuple(3, 4)`, found `{}`", clip(argument.as_str()));
    Err(NotationFault::new(range(argument), message))
}

/// Returns the value of `4` or `number<4>{}`.
pub(super) fn number(argument: &Pair<'_, Rule>) -> Result<i64, NotationFault> {
    let text = argument.as_str();
    if argument.as_rule() != Rule::number {
        let message = format!("`{}` is not a number", clip(text));
        return Err(NotationFault::new(range(argument), message)
            .note("write the value, such as `4` or `number<4>{}`"));
    }
    let digits = text.split_once('<').map_or(text, |(_, rest)| rest);
    let digits = digits.trim_end_matches(['{', '}', '(', ')', '>', ' ']).trim();
    digits.parse().map_err(|_| {
        NotationFault::new(range(argument), format!("`{}` does not fit 64 bits", clip(text)))
    })
}
