//! `trt`: the formats of TensorRT by their enumerators.

use layout::{
    Elems, Format, FormatFamily, FormatLayout, FormatType, FormatUse, FormatVersion, Generation,
    NotationFault, Shape, joined,
};
use pest::iterators::Pair;

use crate::element::ElementType;
use crate::grammar::{clip, fields, grammar, lengths, parse, parts, range};
use crate::notation::{Notation, NotationFunctions, shape_behind};
use crate::subject::{WrittenLayout, list};
use crate::suffix::{NotatedLayout, element_of, fault_at, shape_of, suffix};
use crate::witness::Witness;

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
    notation   = { SOI ~ enumerator ~ generation? ~ lengths ~ suffix? ~ EOI }
    enumerator = @{ (ASCII_ALPHANUMERIC | "_" | "::")+ }
    generation = { angle_open ~ option ~ (comma ~ option)* ~ angle_close }
    option     = @{ (ASCII_ALPHANUMERIC | "_")+ }
"##, {
    "enumerator" => "a format such as `kCHW32`",
    "generation" => "`orin` or `xavier`",
});

/// Reads `kCHW32[1,35,7,5]:f16` or `kDLA_HWC4<orin>[1,3,7,5]:i8`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let whole = parse::<TrtGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter().peekable();
    let [word] = fields(&mut found)?;
    let mut usage = FormatUse::new(format_of(&word)?);
    if let Some(options) = found.next_if(|part| part.as_rule() == Rule::generation) {
        for option in parts(options) {
            apply_option(&mut usage, &option)?;
        }
    }
    let at = range(&word);
    let shape = found.next().map(lengths).transpose()?.unwrap_or_default();
    let shape = shape_of(&shape, at.clone())?;
    let elem_at = found.peek().map_or(at.clone(), range);
    let named = element_of(found.next(), given)?;
    let elem = match named {
        Some(elem) => elem,
        None => assumed(usage, &shape).ok_or_else(|| {
            let message = format!("the memory of `{}` depends on the element type", word.as_str());
            NotationFault::new(text.len()..text.len(), message).note("add a type, such as `:f16`")
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
    let name = word.as_str();
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
