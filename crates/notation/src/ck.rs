//! `ck`: tensor descriptors of Composable Kernel, as its host tensors print them and as its functions make them.
//!
//! `lengths {3, 4}, strides {8, 1}` is what a `HostTensorDescriptor` prints. A call such as
//! `make_naive_tensor_descriptor(make_tuple(3, 4), make_tuple(8, 1))` is a base, and `transform_tensor_descriptor` applies the
//! transforms of `stages`. All numbers are elements.

use layout::{Layout, LayoutBuilder, MixedRadix, NotationFault, joined};
use pest::iterators::Pair;
use std::ops::Range;

use crate::digit_class::check_linear;
use crate::element::ElementType;
use crate::grammar::{clip, fields, grammar, integer, parse, parts, range, unknown};
use crate::notation::{Notation, NotationFunctions};
use crate::subject::WrittenLayout;
use crate::suffix::{NotatedLayout, element_of, fault_at, shape_of, suffix};
use crate::witness::Witness;

mod stages;

pub(crate) const NOTATION: Notation = Notation {
    name: "ck",
    summary: "Composable Kernel: a tensor descriptor, by lengths and strides or by its calls",
    example: "make_naive_tensor_descriptor(make_tuple(3, 4), make_tuple(8, 1))",
    needs_element: false,
    searched: None,
    functions: NotationFunctions::Layout { shaped: None, read, write, symbolic: None },
};

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

/// The functions that make a base.
const BASES: &[&str] = &[
    "make_naive_tensor_descriptor",
    "make_naive_tensor_descriptor_aligned",
    "make_naive_tensor_descriptor_packed",
    "make_naive_tensor_descriptor_packed_with_offset",
    "make_naive_tensor_descriptor_with_offset",
];

/// The function that applies transforms.
const TRANSFORM: &str = "transform_tensor_descriptor";

/// Reads `dim 2, lengths {3, 4}, strides {8, 1}` or a call.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let whole = parse::<CkGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter();
    let [body] = fields(&mut found)?;
    let elem = element_of(found.next(), given)?;
    let layout = match body.as_rule() {
        Rule::printed => return Err(printed(&body)),
        Rule::host => host(body)?,
        _ => {
            let at = range(&body);
            let Stage { builder, tops } = descriptor(body)?;
            builder.finish(&tops).map_err(|fault| fault_at(at, fault))?
        }
    };
    Ok(NotatedLayout::new(layout, elem))
}

/// Returns the fault of what CK Tile prints of a descriptor, which leaves out the lengths below some transforms.
fn printed(body: &Pair<'_, Rule>) -> NotationFault {
    let word = body.as_str().split(['{', ',']).next().unwrap_or_default().trim();
    let message = format!("the printed form `{word}{{...}}` of CK Tile is not read");
    let at = range(body);
    NotationFault::new(at.start..at.start + word.len(), message).note(
        "write the calls that make the descriptor, such as `make_naive_tensor_descriptor(make_tuple(3, 4), make_tuple(8, 1))`, or `lengths {3, 4}, strides {8, 1}`",
    )
}

/// Returns the layout of `dim 2, lengths {3, 4}, strides {8, 1}`.
fn host(body: Pair<'_, Rule>) -> Result<Layout, NotationFault> {
    let at = range(&body);
    let mut found = parts(body).into_iter().peekable();
    let count = found.next_if(|part| part.as_rule() == Rule::natural);
    let [lengths, strides] = fields(&mut found)?;
    let lengths_at = range(&lengths);
    let strides_at = range(&strides);
    let lengths = integers(lengths)?;
    let strides = integers(strides)?;
    if let Some(count) = count
        && integer(&count)? != lengths.len() as i64
    {
        let message = format!("`dim {}` has {} lengths", count.as_str(), lengths.len());
        return Err(NotationFault::new(lengths_at, message));
    }
    check_count(&lengths, &strides, strides_at)?;
    let shape = shape_of(&lengths, lengths_at)?;
    Layout::from_strides(&shape, &strides, 0, None).map_err(|fault| fault_at(at, fault))
}

fn check_count(lengths: &[i64], strides: &[i64], at: Range<usize>) -> Result<(), NotationFault> {
    if lengths.len() == strides.len() {
        return Ok(());
    }
    let (sizes, found) = (lengths.len(), strides.len());
    let message = format!("expected one stride for each of {sizes} lengths, found {found}");
    Err(NotationFault::new(at, message))
}

fn integers(list: Pair<'_, Rule>) -> Result<Vec<i64>, NotationFault> {
    parts(list).iter().map(integer).collect()
}

/// A descriptor so far: its transforms, and the dims at the top.
struct Stage {
    builder: LayoutBuilder,
    tops: Vec<layout::DimId>,
}

/// The name of a function without its namespace, and its arguments.
struct Call<'a> {
    name: &'a str,
    name_at: Range<usize>,
    at: Range<usize>,
    arguments: Vec<Pair<'a, Rule>>,
}

impl<'a> Call<'a> {
    fn new(call: Pair<'a, Rule>) -> Result<Call<'a>, NotationFault> {
        let at = range(&call);
        let mut found = parts(call).into_iter();
        let [function] = fields(&mut found)?;
        let name = function.as_str().rsplit("::").next().unwrap_or_default();
        let arguments = found.flat_map(parts).collect();
        Ok(Call { name, name_at: range(&function), at, arguments })
    }

    /// Returns the argument at a place.
    fn argument(&self, place: usize, what: &str) -> Result<&Pair<'a, Rule>, NotationFault> {
        self.arguments.get(place).ok_or_else(|| {
            NotationFault::new(self.at.clone(), format!("`{}` needs {what}", self.name))
        })
    }

    /// Returns the numbers of the `make_tuple` at a place.
    fn tuple(&self, place: usize, what: &str) -> Result<Vec<i64>, NotationFault> {
        tuple(self.argument(place, what)?)?.iter().map(number).collect()
    }

    /// Returns the number at a place.
    fn number(&self, place: usize, what: &str) -> Result<i64, NotationFault> {
        number(self.argument(place, what)?)
    }
}

/// Returns the arguments of a `make_tuple`.
fn tuple<'a>(argument: &Pair<'a, Rule>) -> Result<Vec<Pair<'a, Rule>>, NotationFault> {
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
fn number(argument: &Pair<'_, Rule>) -> Result<i64, NotationFault> {
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

/// Returns the descriptor of a call. The grammar bounds the depth.
fn descriptor(call: Pair<'_, Rule>) -> Result<Stage, NotationFault> {
    let call = Call::new(call)?;
    if call.name == TRANSFORM {
        return stages::transformed(&call);
    }
    if !BASES.contains(&call.name) {
        let known = BASES.iter().copied().chain([TRANSFORM]);
        let fault = unknown("function", call.name, call.name_at, known.clone());
        return Err(fault.note(format!("the functions are {}", joined(known, ", "))));
    }
    let lengths = call.tuple(0, "a tuple of lengths")?;
    let builder = match call.name {
        "make_naive_tensor_descriptor_packed" => LayoutBuilder::packed(&lengths),
        "make_naive_tensor_descriptor_packed_with_offset" => {
            let offset = call.number(1, "an offset")?;
            let strides = layout::row_major_strides(&lengths).ok_or_else(|| {
                NotationFault::new(call.at.clone(), "a stride does not fit 64 bits")
            })?;
            LayoutBuilder::strided(&lengths, &strides, offset)
        }
        "make_naive_tensor_descriptor_aligned" => {
            LayoutBuilder::aligned(&lengths, call.number(1, "an alignment")?)
        }
        name => {
            let strides = call.tuple(1, "a tuple of strides")?;
            check_count(&lengths, &strides, range(&call.arguments[1]))?;
            let offset = match name {
                "make_naive_tensor_descriptor_with_offset" => call.number(2, "an offset")?,
                _ => 0,
            };
            LayoutBuilder::strided(&lengths, &strides, offset)
        }
    };
    let builder = builder.map_err(|fault| fault_at(call.at, fault))?;
    let tops = builder.base_dims().to_vec();
    Ok(Stage { builder, tops })
}

/// Writes lengths and strides, and the offset if it is not 0.
fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    let radix = subject.digits_in(allows)?;
    let strides = radix.strides().map_err(|at| Witness::at(at, "a dim has several digits"))?;
    let lengths = joined(&subject.lengths, ", ");
    let strides = joined(&strides, ", ");
    let elem = suffix(subject.elem);
    let (name, offset) = match radix.offset {
        0 => (BASES[0], String::new()),
        offset => (BASES[4], format!(", {offset}")),
    };
    Ok(format!("{name}(make_tuple({lengths}), make_tuple({strides}){offset}){elem}"))
}

/// Checks that strides and an offset are a prefix of a layout.
fn allows(prefix: &MixedRadix) -> Result<(), String> {
    check_linear(prefix)
}
