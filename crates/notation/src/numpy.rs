//! `numpy`: the array interface of NumPy, as `__array_interface__` of an array and `__cuda_array_interface__` print it.
//!
//! Shapes count elements; strides and the offset count bytes. The address of the data is not part of a layout.

use layout::{Bits, ElemSize, Layout, MixedRadix, NotationFault, joined, nearest};
use pest::iterators::Pair;
use std::ops::Range;

use crate::digit_class::check_linear;
use crate::element::ElementType;
use crate::grammar::{clip, fields, grammar, integer, length, parse, parts, range};
use crate::notation::{Notation, NotationFunctions};
use crate::subject::WrittenLayout;
use crate::suffix::{NotatedLayout, agreed, fault_at, shape_of};
use crate::witness::Witness;

pub(crate) const NOTATION: Notation = Notation {
    name: "numpy",
    summary: "NumPy: the array interface, with strides in bytes",
    example: "{'shape': (3, 4), 'strides': (32, 8), 'typestr': '<f4'}",
    needs_element: true,
    searched: None,
    functions: NotationFunctions::Layout { shaped: None, read, write, symbolic: None },
};

grammar!(NumpyGrammar, [], r##"
    notation = { SOI ~ brace_open ~ (entry ~ (comma ~ entry)* ~ comma?)? ~ brace_close ~ EOI }
    entry    = { text ~ colon ~ value }
    value    = { none | text | integer | tuple | other }
    none     = { "None" | "null" }
    text     = @{ ("'" ~ (!"'" ~ ANY)* ~ "'") | ("\"" ~ (!"\"" ~ ANY)* ~ "\"") }
    tuple    = { paren_open ~ (integer ~ (comma ~ integer)* ~ comma?)? ~ paren_close }
    other    = { ("(" ~ (!")" ~ ANY)* ~ ")") | ("[" ~ (!"]" ~ ANY)* ~ "]") }
"##, {
    "none" => "`None`",
    "other" => "a list such as `[('', '<f4')]`",
    "text" => "a text such as `'<f4'`",
    "tuple" => "a tuple such as `(2, 3)`",
});

/// The keys that are part of a layout.
const KEYS: &[&str] = &["offset", "shape", "strides", "typestr"];

/// The keys that are not: the data, the fields of its elements, and the version of the interface.
const IGNORED: &[&str] = &["data", "descr", "stream", "version"];

/// The element types of each kind of `typestr`, which the number of bytes follows.
const KINDS: &[(char, &[&str])] = &[
    ('f', &["f16", "f32", "f64"]),
    ('i', &["i8", "i16", "i32", "i64"]),
    ('u', &["ui8", "ui16", "ui32", "ui64"]),
];

/// The parts of an array interface.
#[derive(Default)]
struct ArrayInterface<'a> {
    shape: Option<Pair<'a, Rule>>,
    strides: Option<Pair<'a, Rule>>,
    typestr: Option<Pair<'a, Rule>>,
    offset: Option<Pair<'a, Rule>>,
}

/// Reads `{'shape': (2, 3), 'strides': (24, 8), 'typestr': '<f8'}`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let whole = parse::<NumpyGrammar, Rule>(Rule::notation, text)?;
    let at = range(&whole);
    let mut interface = ArrayInterface::default();
    for entry in parts(whole) {
        interface.add(entry)?;
    }
    let typestr = interface.typestr.ok_or_else(|| missing(&at, "typestr"))?;
    let (elem, size) = element_of(&typestr, given)?;
    let shape = interface.shape.ok_or_else(|| missing(&at, "shape"))?;
    let shape_at = range(&shape);
    let lengths: Vec<i64> = tuple(shape)?.iter().map(length).collect::<Result<_, _>>()?;
    let shape = shape_of(&lengths, shape_at.clone())?;
    let strides = match interface.strides {
        Some(strides) => {
            let strides_at = range(&strides);
            let strides = tuple(strides)?;
            let strides = strides.iter().map(|stride| elements(stride, size));
            let strides: Vec<i64> = strides.collect::<Result<_, _>>()?;
            if strides.len() != lengths.len() {
                let sizes = lengths.len();
                let found = strides.len();
                let message =
                    format!("expected one stride for each of {sizes} lengths, found {found}");
                return Err(NotationFault::new(strides_at, message));
            }
            Some(strides)
        }
        None => layout::row_major_strides(&lengths),
    };
    let strides = strides.ok_or_else(|| {
        NotationFault::new(shape_at.clone(), "the strides of the array do not fit 64 bits")
    })?;
    let offset = interface.offset.as_ref().map_or(Ok(0), |offset| elements(offset, size))?;
    let layout = Layout::from_strides(&shape, &strides, offset, Some(size));
    let layout = layout.map_err(|fault| fault_at(shape_at, fault))?;
    Ok(NotatedLayout { layout, elem })
}

fn missing(at: &Range<usize>, key: &str) -> NotationFault {
    NotationFault::new(at.clone(), format!("missing key `{key}`"))
}

impl<'a> ArrayInterface<'a> {
    /// Adds an entry. `None` is the same as no entry.
    fn add(&mut self, entry: Pair<'a, Rule>) -> Result<(), NotationFault> {
        let entry_at = range(&entry);
        let [key, value] = fields(&mut parts(entry).into_iter())?;
        let name = unquoted(&key);
        let value = parts(value).into_iter().next();
        let value = value.filter(|value| value.as_rule() != Rule::none);
        let (own, rule) = match name {
            "shape" => (&mut self.shape, Rule::tuple),
            "strides" => (&mut self.strides, Rule::tuple),
            "typestr" => (&mut self.typestr, Rule::text),
            "offset" => (&mut self.offset, Rule::integer),
            "mask" if value.is_some() => {
                let message = "a masked array has no layout: `mask` must be `None`";
                return Err(NotationFault::new(entry_at, message));
            }
            "mask" => return Ok(()),
            _ if IGNORED.contains(&name) => return Ok(()),
            _ => {
                let near = nearest(name, KEYS.iter().chain(IGNORED).copied()).map(str::to_owned);
                let message = format!("unknown key `{}` of an array interface", clip(name));
                return Err(NotationFault { near, ..NotationFault::new(range(&key), message) });
            }
        };
        if let Some(value) = value.as_ref().filter(|value| value.as_rule() != rule) {
            let expected = match rule {
                Rule::tuple => "a tuple of integers",
                Rule::integer => "an integer",
                _ => "a text",
            };
            let message = format!("`{name}` must be {expected}");
            return Err(NotationFault::new(range(value), message));
        }
        if own.is_some() {
            return Err(NotationFault::new(range(&key), format!("duplicate key `{name}`")));
        }
        *own = value;
        Ok(())
    }
}

/// Returns the integers of a tuple. An integer in parentheses without a comma is not a tuple, as in Python.
fn tuple(part: Pair<'_, Rule>) -> Result<Vec<Pair<'_, Rule>>, NotationFault> {
    let at = range(&part);
    let text = part.as_str();
    let items = parts(part);
    if items.len() == 1 && !text.contains(',') {
        let message =
            format!("expected a tuple, found an integer: write `({},)`", items[0].as_str());
        return Err(NotationFault::new(at, message));
    }
    Ok(items)
}

fn unquoted<'a>(part: &Pair<'a, Rule>) -> &'a str {
    part.as_str().trim_matches(['\'', '"'])
}

/// Returns a number of bytes in elements.
fn elements(part: &Pair<'_, Rule>, size: ElemSize) -> Result<i64, NotationFault> {
    let bytes = integer(part)?;
    let elem = size.bits().get() / 8;
    if bytes % elem == 0 {
        return Ok(bytes / elem);
    }
    let message = format!("{bytes} bytes are not a whole number of elements of {elem} bytes");
    Err(NotationFault::new(range(part), message))
}

/// Returns the element type of `<f4`, or `None` for `|V4`, and its size.
fn element_of(
    typestr: &Pair<'_, Rule>,
    given: Option<ElementType>,
) -> Result<(Option<ElementType>, ElemSize), NotationFault> {
    let at = range(typestr);
    let word = unquoted(typestr);
    if word.starts_with('>') {
        let message = format!("the byte order of `{}` must be little endian", clip(word));
        return Err(NotationFault::new(at, message).note("a layout has no byte order"));
    }
    let Some((size, elem)) = typed(word) else {
        let message = format!("unsupported element type `{}`", clip(word));
        return Err(NotationFault::new(at, message).note("element types are `<f2`, `<f4`, `<f8`, integers such as `|i1`, `<i4` and `<u8`, and `|V2` for others"));
    };
    match (elem, given) {
        (Some(elem), given) => Ok((Some(agreed(elem, given, at)?), size)),
        (None, Some(given)) if given.size() != size => {
            let bytes = size.bits().get() / 8;
            let message = format!("the element has {bytes} bytes, but `{given}` is required");
            Err(NotationFault::new(at, message))
        }
        (None, given) => Ok((given, size)),
    }
}

/// Returns the size of `<f4`, and its element type, which `|V4` lacks; `None` if it is unsupported.
fn typed(word: &str) -> Option<(ElemSize, Option<ElementType>)> {
    let mut letters = word.strip_prefix(['<', '|', '='])?.chars();
    let kind = letters.next()?;
    let bytes: i64 = letters.as_str().parse().ok()?;
    let size = ElemSize::new(Bits::new(bytes.checked_mul(8)?))?;
    if kind == 'V' {
        return Some((size, None));
    }
    let known = KINDS.iter().find(|(known, _)| *known == kind)?;
    let mut known = known.1.iter().filter_map(|name| ElementType::from_name(name));
    Some((size, Some(known.find(|elem| elem.size() == size)?)))
}

/// Returns the `typestr` of an element type. A type without a kind of NumPy's own is `|V` with its size, as the types of
/// `ml_dtypes`.
fn typestr(elem: ElementType) -> String {
    let bytes = elem.size().bits().get() / 8;
    let name = elem.name().strip_prefix('s').unwrap_or(elem.name());
    let kind = KINDS.iter().find(|(_, names)| names.contains(&name)).map_or('V', |(kind, _)| *kind);
    let order = if bytes == 1 || kind == 'V' { '|' } else { '<' };
    format!("{order}{kind}{bytes}")
}

/// Writes the shape, the strides and the type, and the offset if it is not 0.
fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    let elem = subject.elem.or_else(|| ElementType::from_name("f32"));
    let elem = elem.ok_or_else(|| Witness::undecided("the element type is unknown"))?;
    let bits = elem.size().bits().get();
    if bits % 8 != 0 {
        let reason = format!("its element of {bits} bits is not a whole number of bytes");
        return Err(Witness::at(subject.zero(), reason));
    }
    let radix = subject.digits_in(allows)?;
    let strides = radix.strides().map_err(|at| Witness::at(at, "a dim has several digits"))?;
    let strides = strides.iter().map(|&stride| bytes_of(stride, bits));
    let strides: Vec<i64> = strides.collect::<Result<_, _>>()?;
    let offset = match bytes_of(radix.offset, bits)? {
        0 => String::new(),
        offset => format!(", 'offset': {offset}"),
    };
    let shape = tuple_text(&subject.lengths);
    let strides = tuple_text(&strides);
    Ok(format!(
        "{{'shape': {shape}, 'strides': {strides}, 'typestr': '{}'{offset}}}",
        typestr(elem)
    ))
}

/// Returns the bytes of a number of elements.
fn bytes_of(count: i64, bits: i64) -> Result<i64, Witness> {
    let bytes = count.checked_mul(bits / 8);
    bytes.ok_or_else(|| Witness::undecided("a number of bytes does not fit 64 bits"))
}

fn tuple_text(values: &[i64]) -> String {
    match values {
        [one] => format!("({one},)"),
        _ => format!("({})", joined(values, ", ")),
    }
}

/// Checks that strides and an offset that is not negative are a prefix of a layout.
fn allows(prefix: &MixedRadix) -> Result<(), String> {
    check_linear(prefix)?;
    match prefix.offset {
        0.. => Ok(()),
        _ => Err("is negative, but numpy has no negative offset".to_owned()),
    }
}
