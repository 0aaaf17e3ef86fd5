//! `trt`: the formats of TensorRT by their enumerators, as trtexec writes them, and as the inspector of engines describes
//! them, which `description` reads.

use layout::{
    Elems, Format, FormatFamily, FormatLayout, FormatType, FormatUse, FormatVersion, Generation,
    NotationFault, Shape, joined,
};
use pest::iterators::Pair;
use std::ops::Range;

use crate::element::ElementType;
use crate::grammar::{clip, fields, grammar, integer, lengths, parse, parts, range, unknown};
use crate::notation::{Notation, NotationFunctions, shape_behind};
use crate::subject::{WrittenLayout, list};
use crate::suffix::{NotatedLayout, agreed, fault_at, shape_of, suffix};
use crate::witness::Witness;

mod description;

pub(crate) const NOTATION: Notation = Notation {
    name: "trt",
    summary: "TensorRT: a format of I/O tensors",
    example: "kCHW32[1,35,7,5]:f16",
    needs_element: false,
    searched: None,
    functions: NotationFunctions::Layout {
        shaped: Some(shape_behind),
        read,
        write,
        symbolic: None,
    },
};

// An enumerator of TensorRT, with the generation of a DLA where one is meant.
grammar!(TrtGrammar, [], r##"
    notation   = { SOI ~ (inspected | described | unformatted | typed | enumerator ~ generation? ~ shape ~ type_suffix?) ~ EOI }
    unformatted = { enumerator ~ colon ~ by ~ &EOI }
    typed      = _{ data_type ~ colon ~ enumerator ~ generation? ~ (shape | colon ~ by) ~ type_suffix? }
    enumerator = @{ (ASCII_ALPHANUMERIC | "_" | "::" | ".")+ }
    generation = { angle_open ~ option ~ (comma ~ option)* ~ angle_close }
    option     = @{ (ASCII_ALPHANUMERIC | "_")+ }
    shape      = { bracket_open ~ (by | (natural ~ (comma ~ natural)*)?) ~ bracket_close }
    by         = { natural ~ ("x" ~ natural)+ }
    type_suffix = { colon ~ data_type }
    data_type  = @{ (ASCII_ALPHANUMERIC | "_" | "::" | ".")+ }
    described  = { phrase ~ shape }
    phrase     = @{ ASCII_ALPHA+ ~ ("-" ~ ASCII_ALPHA+)? ~ " " ~ (!"[" ~ ANY)+ }
    inspected  = { brace_open ~ entry ~ (comma ~ entry)* ~ comma? ~ brace_close }
    entry      = { key ~ colon ~ (dims | text | bare) }
    key        = @{ "\"" ~ (!"\"" ~ ANY)* ~ "\"" | (ASCII_ALPHA | "/" | "_")+ }
    dims       = { bracket_open ~ (integer ~ (comma ~ integer)*)? ~ bracket_close }
    text       = @{ "\"" ~ (!"\"" ~ ANY)* ~ "\"" }
    bare       = @{ (!(", " | "}" | "{" | "[") ~ ANY)+ }
"##, {
    "bare" => "a value",
    "data_type" => "an element type such as `kHALF`",
    "dims" => "lengths such as `[2, 3]`",
    "entry" => "an entry such as `\"Dimensions\": [2, 3]`",
    "enumerator" => "a format such as `kCHW32`",
    "generation" => "`orin` or `xavier`",
    "key" => "a key such as `\"Dimensions\"`",
    "shape" => "lengths such as `[2, 3]`",
    "text" => "a text in quotes",
    "type_suffix" => "an element type such as `:f16`",
    "unformatted" => "lengths such as `1x35x7x5`",
});

/// Reads `kCHW32[1,35,7,5]:f16`, `kDLA_HWC4<orin>[1,3,7,5]:i8`, `fp16:chw32:1x35x7x5`, or a tensor of the inspector.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    if let Some(fault) = description::several(text) {
        return Err(fault);
    }
    let whole = parse::<TrtGrammar, Rule>(Rule::notation, text)?;
    let found = parts(whole);
    match found.first().map(|part| (part.as_rule(), part)) {
        Some((Rule::described, part)) => return described(part.clone(), given),
        Some((Rule::inspected, part)) => return inspected(part.clone(), given),
        Some((Rule::unformatted, part)) => {
            let message = format!("`{}` states no format", clip(part.as_str()));
            return Err(NotationFault::new(range(part), message)
                .note("write a type and a format, such as `fp16:chw32:1x35x7x5`"));
        }
        _ => {}
    }
    let mut usage = None;
    let mut lengths_part = None;
    let mut elem_part = None;
    let mut elem_at = text.len()..text.len();
    let mut word = None;
    for part in found {
        match part.as_rule() {
            Rule::enumerator => {
                usage = Some(FormatUse::new(format_of(&part)?));
                word = Some(part);
            }
            Rule::generation => {
                for option in parts(part) {
                    usage.as_mut().map(|usage| apply_option(usage, &option)).transpose()?;
                }
            }
            Rule::data_type | Rule::type_suffix if elem_part.is_some() => {
                return Err(NotationFault::new(range(&part), "the text has two element types"));
            }
            Rule::data_type => {
                elem_at = range(&part);
                elem_part = Some(part);
            }
            Rule::type_suffix => {
                elem_at = range(&part);
                elem_part = parts(part).into_iter().next();
            }
            _ => lengths_part = Some(part),
        }
    }
    let (Some(word), Some(usage)) = (word, usage) else {
        return Err(NotationFault::new(0..text.len(), "expected a format"));
    };
    let shape = lengths_part.map(lengths_of).transpose()?.unwrap_or_default();
    let named = match &elem_part {
        Some(part) => Some(agreed(description::data_type(part)?, given, range(part))?),
        None => given,
    };
    of_format(usage, &shape, (named, elem_at), (word.as_str(), range(&word)))
}

/// Returns the lengths of `[1,35,7,5]`, `[1x35x7x5]` or `1x35x7x5`.
fn lengths_of(part: Pair<'_, Rule>) -> Result<Vec<i64>, NotationFault> {
    match parts(part.clone()).into_iter().next() {
        Some(by) if by.as_rule() == Rule::by => lengths(by),
        _ => lengths(part),
    }
}

/// Reads `Row major linear FP16 format[1,3,4,4]`.
fn described(
    part: Pair<'_, Rule>,
    given: Option<ElementType>,
) -> Result<NotatedLayout, NotationFault> {
    let [phrase, shape] = fields(&mut parts(part).into_iter())?;
    let at = range(&phrase);
    let lengths = lengths_of(shape)?;
    of_description(phrase.as_str(), &at, &lengths, given)
}

/// Reads `{"Name": "x", "Dimensions": [1,3,4,4], "Format/Datatype": "Row major linear FP16 format"}`.
fn inspected(
    part: Pair<'_, Rule>,
    given: Option<ElementType>,
) -> Result<NotatedLayout, NotationFault> {
    let at = range(&part);
    let mut lengths = None;
    let mut phrase = None;
    for entry in parts(part) {
        let [key, value] = fields(&mut parts(entry).into_iter())?;
        match (unquoted(key.as_str()), value.as_rule()) {
            ("Dimensions" | "dimensions", Rule::dims) => lengths = Some(value),
            ("Format/Datatype" | "format/datatype", _) => phrase = Some(value),
            ("Name" | "name" | "Location" | "location", _) => {}
            (name, _) => {
                return Err(unknown("key", name, range(&key), description::KEYS.iter().copied()));
            }
        }
    }
    let missing = |key| NotationFault::new(at.clone(), format!("missing key `{key}`"));
    let lengths = lengths.ok_or_else(|| missing("Dimensions"))?;
    let phrase = phrase.ok_or_else(|| missing("Format/Datatype"))?;
    let shape_at = range(&lengths);
    let numbers: Vec<i64> = parts(lengths).iter().map(integer).collect::<Result<_, _>>()?;
    if numbers.contains(&-1) {
        let message = "a dimension of -1 is known at run time";
        return Err(NotationFault::new(shape_at, message).note("write its value"));
    }
    of_description(unquoted(phrase.as_str()), &range(&phrase), &numbers, given)
}

fn unquoted(text: &str) -> &str {
    text.trim().trim_matches('"').trim()
}

/// Returns the layout of a description of the inspector.
fn of_description(
    phrase: &str,
    at: &Range<usize>,
    lengths: &[i64],
    given: Option<ElementType>,
) -> Result<NotatedLayout, NotationFault> {
    let described = description::read(phrase, at)?;
    let elem = agreed(described.elem, given, at.clone())?;
    let shape = shape_of(lengths, at.clone())?;
    let plain = FormatUse::new(described.format);
    let plain = described.generation.map_or(plain, |generation| plain.on(generation));
    // Versions differ in the types of a format, not in its memory.
    let versions = std::iter::once(None).chain(FormatVersion::ALL.into_iter().map(Some));
    let usages = versions.map(|version| plain.in_version(version));
    let legal = usages.clone().find(|usage| usage.violations(&shape, &type_of(elem)).is_empty());
    let usage = legal.unwrap_or(plain);
    of_format(usage, lengths, (Some(elem), at.clone()), (phrase, at.clone()))
}

/// Returns the layout of a format, for a type that is at `elem_at` in the text, and a format that is at `at`.
fn of_format(
    usage: FormatUse,
    lengths: &[i64],
    (named, elem_at): (Option<ElementType>, Range<usize>),
    (word, at): (&str, Range<usize>),
) -> Result<NotatedLayout, NotationFault> {
    let shape = shape_of(lengths, at.clone())?;
    let elem = match named {
        Some(elem) => elem,
        None => assumed(usage, &shape).ok_or_else(|| {
            let message = format!("the memory of `{word}` depends on the element type");
            NotationFault::new(elem_at.clone(), message).note("add a type, such as `:f16`")
        })?,
    };
    if let Some(violation) = usage.violations(&shape, &type_of(elem)).into_iter().next() {
        let at = if violation.rule.code() == "type" { elem_at } else { at };
        return Err(NotationFault::new(at, violation.text).note(violation.legal));
    }
    let stored = FormatLayout::new(usage, shape, elem.size()).layout();
    let layout = stored.map_err(|error| NotationFault::new(at.clone(), error.to_string()))?;
    if named.is_some() {
        return Ok(NotatedLayout::new(layout, named));
    }
    let memory = layout.physical();
    let parts = (memory.shape().clone(), memory.strides().clone());
    let memory = layout::PhysicalLayout::new(parts.0, parts.1, Elems::ZERO, None)
        .map_err(|error| NotationFault::new(at.clone(), error.to_string()))?;
    let layout = layout.with_memory(memory).map_err(|fault| fault_at(at, fault))?;
    Ok(NotatedLayout::new(layout, None))
}

/// Returns the format of an enumerator, in any spelling.
fn format_of(word: &Pair<'_, Rule>) -> Result<Format, NotationFault> {
    // Python has dots where C++ has colons; trtexec calls the linear format `chw`.
    let name = word.as_str().rsplit(['.', ':']).next().unwrap_or_default();
    let name = if name == "chw" { "linear" } else { name };
    let found = Format::from_enumerator(name).filter(|&format| is_tensorrt(format));
    found.ok_or_else(|| {
        let near = Format::nearest(name).filter(|&near| is_tensorrt(near));
        let near = near.map(Format::enumerator);
        let message = format!("unknown format `{}`", clip(name));
        let all = joined(
            Format::all().filter(|&format| is_tensorrt(format)).map(Format::enumerator),
            ", ",
        );
        let fault = NotationFault::new(range(word), message);
        NotationFault { near, ..fault.note(format!("formats: {all}")) }
    })
}

fn is_tensorrt(format: Format) -> bool {
    format.family() == FormatFamily::TensorRt
}

fn apply_option(usage: &mut FormatUse, option: &Pair<'_, Rule>) -> Result<(), NotationFault> {
    let name = clip(option.as_str()).to_ascii_lowercase();
    *usage = usage.with_parameter(&name, None).map_err(|error| {
        let near = error.near.map(str::to_owned);
        NotationFault { near, ..NotationFault::new(range(option), error.to_string()) }
    })?;
    Ok(())
}

fn type_of(elem: ElementType) -> FormatType {
    FormatType::new(
        elem.name().strip_prefix("si").map_or(elem.name().to_owned(), |bits| format!("i{bits}")),
    )
}

/// Returns a type for memory that is equal for all types of the format; `None` if it differs.
fn assumed(usage: FormatUse, shape: &Shape) -> Option<ElementType> {
    let types = types_of(usage);
    let first = *types.first()?;
    let memory = memory_of(usage, shape, first);
    types.iter().all(|&elem| memory_of(usage, shape, elem) == memory).then_some(first)
}

/// Returns the lengths and the strides of a use; `None` if it has no memory.
fn memory_of(
    usage: FormatUse,
    shape: &Shape,
    elem: ElementType,
) -> Option<(layout::MemShape, layout::MemStrides)> {
    let memory = FormatLayout::new(usage, shape.clone(), elem.size()).physical().ok()?;
    Some((memory.shape().clone(), memory.strides().clone()))
}

/// Returns the element types of a use.
fn types_of(usage: FormatUse) -> Vec<ElementType> {
    usage.types().filter_map(ElementType::from_name).collect()
}

/// Returns every use of every format, on the GPU and by each generation of the DLA: first in the table without a
/// version, then, if `by_version` is `true`, in each version.
fn uses(by_version: bool) -> impl Iterator<Item = FormatUse> {
    let versions = FormatVersion::ALL.into_iter().filter(move |_| by_version).map(Some);
    std::iter::once(None).chain(versions).flat_map(|version| {
        Format::all().filter(|&format| is_tensorrt(format)).flat_map(move |format| {
            let plain = FormatUse::new(format).in_version(version);
            std::iter::once(plain).chain(Generation::ALL.map(|generation| plain.on(generation)))
        })
    })
}

/// Writes the first format that has the same function.
fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    // The last of the first differences: no format agrees up to that index.
    let mut nearest: Option<layout::Difference> = None;
    let mut is_proof = true;
    // Without an element type, the versions have the same formats.
    for usage in uses(subject.elem.is_some()) {
        let types = subject.elem.map_or_else(|| types_of(usage), |elem| vec![elem]);
        for elem in types {
            let shape = subject.layout.shape();
            if !usage.violations(shape, &type_of(elem)).is_empty() {
                continue;
            }
            let Ok(layout) = FormatLayout::new(usage, shape.clone(), elem.size()).layout() else {
                is_proof = false;
                continue;
            };
            match subject.layout.bounded_difference(&layout) {
                Ok(None) => return Ok(text_of(usage, subject, elem)),
                Ok(Some(difference)) => {
                    if nearest.as_ref().is_none_or(|old| old.at.values().lt(difference.at.values()))
                    {
                        nearest = Some(difference);
                    }
                }
                Err(_) => is_proof = false,
            }
        }
    }
    match nearest {
        Some(difference) => Err(Witness {
            is_proof,
            ..Witness::from_difference(&difference, "is that of no format")
        }),
        None => {
            let reason = match subject.elem {
                Some(elem) => format!("no format supports {elem} and this shape"),
                None => "no format supports this shape".to_owned(),
            };
            Err(Witness::at(subject.zero(), reason))
        }
    }
}

fn text_of(usage: FormatUse, subject: &WrittenLayout<'_>, elem: ElementType) -> String {
    let generation = usage.generation.map(Generation::name);
    let options: Vec<&str> =
        generation.into_iter().chain(usage.version.map(FormatVersion::keyword)).collect();
    let options = match options.is_empty() {
        true => String::new(),
        false => format!("<{}>", options.join(", ")),
    };
    let assumed = assumed(usage, subject.layout.shape()).is_some();
    let elem = subject.elem.or((!assumed).then_some(elem));
    let lengths = list(&subject.lengths);
    format!("{}{options}[{lengths}]{}", usage.format.enumerator(), suffix(elem))
}
