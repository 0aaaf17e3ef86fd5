//! Descriptions in the text of the layer `VK_LAYER_LUNARG_api_dump`: lines `member: type = value`, indented below the line of
//! their structure.

use super::c_text::STRUCTURE;
use super::described::{FIELDS, FieldText, Omitted, RawValue, ReadDescription, TextFault};
use super::json_text::word;
use std::ops::Range;

/// A line `name: type = value`.
struct DumpLine<'a> {
    /// The columns before the name.
    indent: usize,
    name: &'a str,
    name_at: Range<usize>,
    ty: &'a str,
    value: &'a str,
    value_at: Range<usize>,
}

/// Returns `true` if a text has a line of the layer about a description.
pub(super) fn is_dump(text: &str) -> bool {
    lines(text).any(|line| line.is_description())
}

/// Returns the descriptions in a text.
///
/// # Errors
/// A description lacks a field, or a value is of another kind.
pub(super) fn descriptions(text: &str) -> Result<Vec<ReadDescription>, TextFault> {
    let lines: Vec<DumpLine<'_>> = lines(text).collect();
    let starts = lines.iter().enumerate().filter(|(_, line)| line.is_description());
    starts
        .filter(|(_, line)| line.value != "NULL")
        .map(|(at, _)| description(&lines[at..]))
        .collect()
}

fn lines(text: &str) -> impl Iterator<Item = DumpLine<'_>> {
    let mut next = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let start = next;
        next += line.len();
        DumpLine::read(line, start)
    })
}

impl<'a> DumpLine<'a> {
    /// Reads a line that begins at `start`; `None` for other lines.
    fn read(line: &'a str, start: usize) -> Option<DumpLine<'a>> {
        let indent = line.len() - line.trim_start().len();
        let (name, rest) = line.split_once(':')?;
        let name = name.trim();
        let is_name = name.chars().all(|it| it.is_alphanumeric() || "_[]->.".contains(it));
        if name.is_empty() || !is_name || rest.starts_with(':') {
            return None;
        }
        // The type is absent if the layer does not show types.
        let (ty, value) = rest.split_once('=')?;
        let value_start = line.len() - value.len() + (value.len() - value.trim_start().len());
        let value = value.trim();
        let value_at = start + value_start..start + value_start + value.len();
        let name_at = start + indent..start + indent + name.len();
        Some(DumpLine { indent, name, name_at, ty: ty.trim(), value, value_at })
    }

    /// Returns `true` for a structure, or a pointer to it.
    fn is_description(&self) -> bool {
        let mut words = self.ty.split(|it: char| !it.is_alphanumeric());
        words.any(|word| word == STRUCTURE) && !self.ty.ends_with("**")
    }
}

/// Returns the description whose line is the first one.
fn description(lines: &[DumpLine<'_>]) -> Result<ReadDescription, TextFault> {
    let Some((head, below)) = lines.split_first() else {
        return Err(TextFault::new(0..0, "a description has no line"));
    };
    let inner = below.iter().take_while(|line| line.indent > head.indent);
    let inner: Vec<&DumpLine<'_>> = inner.collect();
    let name = head.name.rsplit(['>', '.']).next().unwrap_or(head.name).to_owned();
    let Some(first) = inner.first() else {
        let message = format!("`{name}` has no members");
        return Err(TextFault::new(head.name_at.clone(), message)
            .note("set `detailed` of api_dump to TRUE"));
    };
    let mut fields: Vec<FieldText> = Vec::new();
    for line in &inner {
        if line.indent == first.indent && FIELDS.iter().any(|it| it.0 == line.name) {
            fields.push(FieldText {
                name: line.name.to_owned(),
                name_at: line.name_at.clone(),
                value: value(line.value),
                at: line.value_at.clone(),
            });
        } else if let Some(field) = fields.last_mut()
            && line.name.starts_with(&format!("{}[", field.name))
        {
            element(field, line)?;
        }
    }
    ReadDescription::new(name, head.name_at.clone(), &fields, Omitted::Unknown)
}

/// Adds an element of an array, in the order of the text.
fn element(field: &mut FieldText, line: &DumpLine<'_>) -> Result<(), TextFault> {
    let value = line.value.parse().map_err(|_| {
        let message =
            format!("`{}` must be an integer of 64 bits, but is {}", line.name, line.value);
        TextFault::new(line.value_at.clone(), message)
    })?;
    let RawValue::Ints(values) = &mut field.value else {
        field.value = RawValue::Ints(Vec::new());
        return element(field, line);
    };
    if line.name != format!("{}[{}]", field.name, values.len()) {
        let message = format!("expected `{}[{}]`, found `{}`", field.name, values.len(), line.name);
        return Err(TextFault::new(line.name_at.clone(), message));
    }
    values.push(value);
    field.at = field.at.start..line.value_at.end;
    Ok(())
}

/// Returns the value of a line: `VK_FORMAT_R8_UINT (13)`, `2 (VK_..._BIT_ARM)`, `NULL`, a number or an address.
fn value(text: &str) -> RawValue {
    let (first, rest) = match text.split_once(" (") {
        Some((first, rest)) => (first.trim(), rest.trim_end_matches(')').trim()),
        None => (text, ""),
    };
    match first {
        "NULL" => RawValue::Null,
        _ if first.starts_with("0x") => RawValue::Other("an address without elements"),
        // The number of an enumerator whose name the layer does not know.
        _ if first.starts_with("UNKNOWN") || first.starts_with("Unhandled") => word(rest),
        _ => word(first),
    }
}
