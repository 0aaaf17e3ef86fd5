//! The descriptions of formats that `getTensorFormatDesc` and the inspector of engines print, such as `Thirty-two wide channel
//! vectorized row major Int8 format`, and the names of element types.

use layout::{Format, Generation, NotationFault, nearest};
use pest::RuleType;
use pest::iterators::Pair;
use std::ops::Range;

use crate::element::ElementType;
use crate::grammar::{clip, range};

/// The keys of a tensor of the inspector.
pub(super) const KEYS: &[&str] = &["Dimensions", "Format/Datatype", "Location", "Name"];

/// The format and the element type of a description.
pub(super) struct FormatDescription {
    /// The format.
    pub(super) format: Format,
    /// The generation of the DLA whose alignment the description states.
    pub(super) generation: Option<Generation>,
    /// The element type.
    pub(super) elem: ElementType,
}

/// The names of element types in TensorRT, without a leading `k` and in lower case, with those in MLIR.
const TYPES: &[(&str, &str)] = &[
    ("bf16", "bf16"),
    ("bfloat16", "bf16"),
    ("e8m0", "f8E8M0FNU"),
    ("float", "f32"),
    ("float16", "f16"),
    ("float32", "f32"),
    ("fp16", "f16"),
    ("fp32", "f32"),
    ("fp4", "f4E2M1FN"),
    ("fp8", "f8E4M3FN"),
    ("half", "f16"),
    ("int32", "i32"),
    ("int4", "i4"),
    ("int64", "i64"),
    ("int8", "i8"),
    ("uint8", "ui8"),
];

/// Returns the element type of `kHALF`, `DataType::kHALF`, `trt.float16`, `fp16` or `f16`.
///
/// # Errors
/// The name is unknown, or that of a type without an element type here.
pub(super) fn data_type<R: RuleType>(word: &Pair<'_, R>) -> Result<ElementType, NotationFault> {
    let name = word.as_str().rsplit(['.', ':']).next().unwrap_or_default();
    type_named(name).ok_or_else(|| unknown_type(name, range(word)))
}

fn type_named(name: &str) -> Option<ElementType> {
    ElementType::from_name(name).or_else(|| {
        let lower = name.strip_prefix('k').unwrap_or(name).to_ascii_lowercase();
        let row = TYPES.iter().find(|(known, _)| *known == lower)?;
        ElementType::from_name(row.1)
    })
}

fn unknown_type(name: &str, at: Range<usize>) -> NotationFault {
    let lower = name.strip_prefix('k').unwrap_or(name).to_ascii_lowercase();
    if lower == "bool" {
        let message = format!("`{}` has no element type here", clip(name));
        return NotationFault::new(at, message).note("a `kBOOL` is stored as a byte: write `ui8`");
    }
    let known = ElementType::all().map(ElementType::name);
    let near = nearest(name, known).or_else(|| nearest(&lower, TYPES.iter().map(|row| row.0)));
    let near = near.map(str::to_owned);
    let fault = NotationFault::new(at, format!("unknown element type `{}`", clip(name)));
    NotationFault { near, ..fault }
        .note("element types are those of MLIR, such as `f16`, `bf16`, `i8` and `f8E4M3FN`, and of TensorRT, such as `kHALF`")
}

/// Returns the fault of a whole layer or engine of the inspector; `None` for other texts.
pub(super) fn several(text: &str) -> Option<NotationFault> {
    let is_object = text.trim_start().starts_with('{');
    let key = ["\"Layers\"", "\"Inputs\"", "\"Outputs\"", "\"inputs\"", "Inputs:"];
    let key = key.into_iter().find(|key| is_object && text.contains(key))?;
    let at = text.find(key)?;
    let message = "a layer of the inspector has several tensors, but a layout is one of them";
    Some(NotationFault::new(at..at + key.len(), message)
        .note("write one: `{\"Name\": \"x\", \"Dimensions\": [1,3,4,4], \"Format/Datatype\": \"Row major linear FP16 format\"}`"))
}

/// Reads a description, which is at `at` in the text.
///
/// # Errors
/// The description has words that no format of the table has.
pub(super) fn read(phrase: &str, at: &Range<usize>) -> Result<FormatDescription, NotationFault> {
    let text = phrase.trim().trim_end_matches('.').trim();
    let words: Vec<&str> = text.split_whitespace().collect();
    let refused =
        |message: String, note: &str| Err(NotationFault::new(at.clone(), message).note(note));
    let Some((order, rest)) = order_of(&words) else {
        return refused(
            format!("`{}` does not describe a format", clip(text)),
            "a description begins with `Row major`, `Channel major`, or a width such as `Thirty-two wide channel vectorized row major`; write the enumerator, such as `kLINEAR`",
        );
    };
    let rest = match rest {
        ["linear", rest @ ..] if order == Order::Rows => rest,
        rest => rest,
    };
    let Some((&name, rest)) = rest.split_first() else {
        return refused(
            format!("`{}` does not state an element type", clip(text)),
            "write the enumerator with a type, such as `kLINEAR[1,3,4,4]:f16`",
        );
    };
    let elem = type_named(name).ok_or_else(|| unknown_type(name, at.clone()))?;
    let rest = rest.strip_prefix(&["format"]).unwrap_or(rest);
    let (conditions, is_spatial) = without_spatial(rest);
    match format_of(order, &conditions.join(" "), is_spatial) {
        Some((format, generation)) => Ok(FormatDescription { format, generation, elem }),
        None => refused(
            format!("no format of the table is `{}`", clip(text)),
            "TensorRT has formats of its own inside an engine, which have no enumerator",
        ),
    }
}

/// The order of a description.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// `Row major`.
    Rows,
    /// `Channel major`.
    Channels,
    /// Vectors of channels of this width.
    Vectors(i64),
}

/// Returns the order that words begin with, and the other words.
fn order_of<'t, 'a>(words: &'t [&'a str]) -> Option<(Order, &'t [&'a str])> {
    match words {
        ["Row", "major", rest @ ..] => Some((Order::Rows, rest)),
        ["Channel", "major", rest @ ..] => Some((Order::Channels, rest)),
        [width, "wide", "channel", "vectorized", "row", "major", rest @ ..] => {
            let width = match width.to_ascii_lowercase().as_str() {
                "two" => 2,
                "four" => 4,
                "sixteen" => 16,
                "thirty-two" => 32,
                _ => return None,
            };
            Some((Order::Vectors(width), rest))
        }
        _ => None,
    }
}

/// Returns words without `with 3 spatial dimensions`, and `true` if they have it.
fn without_spatial<'a>(words: &[&'a str]) -> (Vec<&'a str>, bool) {
    const SPATIAL: [&str; 4] = ["with", "3", "spatial", "dimensions"];
    match words.windows(SPATIAL.len()).position(|part| part == SPATIAL) {
        Some(at) => {
            let rest = words[..at].iter().chain(&words[at + SPATIAL.len()..]);
            (rest.copied().collect(), true)
        }
        None => (words.to_vec(), false),
    }
}

/// Returns the format with an order and conditions such as `where channel % 8 == 0`; `None` if the table has none.
fn format_of(
    order: Order,
    conditions: &str,
    is_spatial: bool,
) -> Option<(Format, Option<Generation>)> {
    let conditions = conditions.replace("where C ", "where channel ");
    let name = match (order, conditions.as_str(), is_spatial) {
        (Order::Rows, "", false) => "linear",
        (Order::Rows, "where column stride % 64 == 0", false) => "dla_linear",
        (Order::Channels, "", false) => "hwc",
        (Order::Channels, "", true) => "dhwc",
        (Order::Channels, "where channel % 8 == 0", false) => "hwc8",
        (Order::Channels, "where channel % 8 == 0", true) => "dhwc8",
        (Order::Channels, "where channel % 16 == 0", false) => "hwc16",
        (Order::Channels, "where channel == 4 and column stride % 32 == 0", false) => {
            return Some((Format::from_enumerator("dla_hwc4")?, Some(Generation::Xavier)));
        }
        (Order::Channels, "where channel == 4 and column stride % 64 == 0", false) => {
            return Some((Format::from_enumerator("dla_hwc4")?, Some(Generation::Orin)));
        }
        (Order::Vectors(2), "", false) => "chw2",
        (Order::Vectors(4), "", false) => "chw4",
        (Order::Vectors(16), "", false) => "chw16",
        (Order::Vectors(32), "", false) => "chw32",
        (Order::Vectors(32), "", true) => "cdhw32",
        _ => return None,
    };
    Some((Format::from_enumerator(name)?, None))
}
