//! Descriptions in JSON: of `--emit=vk-json`, of tools that name the members of Vulkan's structures as keys, and of the
//! layer api_dump, whose objects have a type, a name and members.

use super::c_text::STRUCTURE;
use super::described::{
    AttrValue, FIELDS, FieldText, Omitted, RawValue, ReadDescription, ReadField, TextFault,
};
use super::json::{JsonEntry, JsonNode, JsonValue, values};

/// The keys of `--emit=vk-json` that are no members of the structure.
const OWN_KEYS: &[&str] = &[
    "name",
    "function",
    "element_type",
    "logical_shape",
    "dim_order",
    "packed",
    "size_bytes",
    "image",
    "rolling",
];

/// Returns the descriptions in a text.
///
/// # Errors
/// The text is not JSON, or a description lacks a field or has one of another kind.
pub(super) fn descriptions(text: &str) -> Result<Vec<ReadDescription>, TextFault> {
    let mut found = Vec::new();
    for node in values(text)? {
        collect("description", &node, &mut found)?;
    }
    Ok(found)
}

/// Adds the descriptions in a value, which has this key in the object around it.
fn collect(key: &str, node: &JsonNode, found: &mut Vec<ReadDescription>) -> Result<(), TextFault> {
    if is_dumped(node) {
        let description = dumped(key, node)?;
        found.push(description);
    } else if node.get("pDimensions").is_some() && node.get("dimensionCount").is_some() {
        found.push(keyed(key, node)?);
    } else {
        for entry in node.entries() {
            collect(&entry.key, &entry.node, found)?;
        }
        for item in node.items() {
            collect(key, item, found)?;
        }
    }
    Ok(())
}

/// Returns the description of an object whose keys are the members.
fn keyed(key: &str, node: &JsonNode) -> Result<ReadDescription, TextFault> {
    let name = node.get("name").and_then(JsonNode::text).unwrap_or(key).to_owned();
    let at = node.get("name").map_or(node.at.start..node.at.start + 1, |name| name.at.clone());
    let members = node.entries().iter().filter(|entry| !OWN_KEYS.contains(&entry.key.as_str()));
    let fields = members.map(|entry| {
        Ok(FieldText {
            name: entry.key.clone(),
            name_at: entry.key_at.clone(),
            value: raw(&entry.node)?,
            at: entry.node.at.clone(),
        })
    });
    let fields: Vec<FieldText> = fields.collect::<Result<_, TextFault>>()?;
    let mut description = ReadDescription::new(name, at, &fields, Omitted::Unknown)?;
    for entry in node.entries() {
        own_field(entry, &mut description)?;
    }
    Ok(description)
}

/// Adds what `--emit=vk-json` writes beside the members.
fn own_field(entry: &JsonEntry, description: &mut ReadDescription) -> Result<(), TextFault> {
    let JsonEntry { key, node, .. } = entry;
    let at = node.at.clone();
    let mut add = |key: &'static str, value: AttrValue| {
        description.fields.push(ReadField { key, value, at: at.clone() });
    };
    match (key.as_str(), &node.value) {
        (_, JsonValue::Null) => {}
        ("function", JsonValue::Text(name)) => add("function", AttrValue::Word(name.clone())),
        ("element_type", JsonValue::Text(name)) => {
            add("element_type", AttrValue::Type(name.clone()));
        }
        ("logical_shape", _) => add("logical_shape", AttrValue::Ints(ints(node)?)),
        ("dim_order", _) => add("dim_order", AttrValue::Ints(ints(node)?)),
        ("size_bytes", _) => match node.int() {
            Some(size) => description.claims.size_bytes = Some((size, at)),
            None => return Err(wrong(node, key, "an integer")),
        },
        ("packed", JsonValue::Bool(is_packed)) => {
            description.claims.is_packed = Some((*is_packed, at));
        }
        ("rolling", _) => {
            let wraps =
                node.get("wraps").ok_or_else(|| wrong(node, key, "an object with `wraps`"))?;
            let mut wraps = ints(wraps)?;
            let dims = description.number_of_dims();
            // The structure has four wraps; those of other dims are 0 or 1.
            wraps.truncate(dims.unwrap_or(wraps.len()));
            description.fields.push(ReadField { key: "wraps", value: AttrValue::Ints(wraps), at });
        }
        ("image", _) => {
            let message = "the image of an aliased tensor is not read back from JSON";
            return Err(TextFault::new(entry.key_at.clone(), message).note(
                "remove `image` to check the description alone, or compile the module again",
            ));
        }
        ("function" | "element_type", _) => return Err(wrong(node, key, "a string or null")),
        ("packed", _) => return Err(wrong(node, key, "`true` or `false`")),
        _ => {}
    }
    Ok(())
}

fn wrong(node: &JsonNode, key: &str, expected: &str) -> TextFault {
    TextFault::new(node.at.clone(), format!("`{key}` must be {expected}"))
}

/// Returns the value of a member.
fn raw(node: &JsonNode) -> Result<RawValue, TextFault> {
    Ok(match &node.value {
        JsonValue::Null => RawValue::Null,
        JsonValue::Text(text) => word(text),
        JsonValue::Number(_) => match node.int() {
            Some(value) => RawValue::Int(value),
            None => RawValue::Other("a number that is no integer of 128 bits"),
        },
        JsonValue::List(items) if items.iter().any(|item| item.text().is_some()) => {
            RawValue::Flags(items.iter().map(raw).collect::<Result<_, _>>()?)
        }
        JsonValue::List(_) => RawValue::Ints(ints(node)?),
        JsonValue::Bool(_) => RawValue::Other("a truth value"),
        JsonValue::Object(_) => RawValue::Other("an object"),
    })
}

/// Returns the value of a string: the name of an enumerator, flags that are joined, or a number.
pub(super) fn word(text: &str) -> RawValue {
    let text = text.trim();
    if matches!(text, "NULL" | "nullptr") {
        return RawValue::Null;
    }
    if let Ok(value) = text.parse() {
        return RawValue::Int(value);
    }
    if let Some(value) = text.strip_prefix("0x").and_then(|it| i128::from_str_radix(it, 16).ok()) {
        return RawValue::Int(value);
    }
    let flags: Vec<&str> = text.split('|').map(str::trim).collect();
    match flags[..] {
        [only] => RawValue::Word(only.to_owned()),
        _ => RawValue::Flags(flags.into_iter().map(word).collect()),
    }
}

fn ints(node: &JsonNode) -> Result<Vec<i64>, TextFault> {
    let JsonValue::List(items) = &node.value else {
        return Err(TextFault::new(node.at.clone(), "expected a list of integers"));
    };
    items.iter().map(int).collect()
}

/// Returns an integer, which may be in a string.
fn int(node: &JsonNode) -> Result<i64, TextFault> {
    let value = node.int().or_else(|| node.text()?.parse().ok());
    value.ok_or_else(|| TextFault::new(node.at.clone(), "expected an integer of 64 bits"))
}

/// Returns `true` for an object of api_dump with the type of a description.
fn is_dumped(node: &JsonNode) -> bool {
    let ty = node.get("type").and_then(JsonNode::text).unwrap_or_default();
    ty.split(|it: char| !it.is_alphanumeric()).any(|word| word == STRUCTURE)
}

/// Returns the description of an object of api_dump.
fn dumped(key: &str, node: &JsonNode) -> Result<ReadDescription, TextFault> {
    let name = node.get("name");
    let text = name.and_then(JsonNode::text).unwrap_or(key);
    let at = name.map_or(node.at.start..node.at.start + 1, |name| name.at.clone());
    let Some(members) = node.get("members").filter(|members| !members.items().is_empty()) else {
        let message = format!("`{text}` has no `members`");
        return Err(TextFault::new(at, message).note("set `detailed` of api_dump to TRUE"));
    };
    let fields = members.items().iter().filter_map(|member| {
        let name = member.get("name")?;
        Some(dumped_field(member, name))
    });
    let fields: Vec<FieldText> = fields.collect::<Result<_, TextFault>>()?;
    let fields: Vec<FieldText> =
        fields.into_iter().filter(|field| FIELDS.iter().any(|it| it.0 == field.name)).collect();
    ReadDescription::new(text.to_owned(), at, &fields, Omitted::Unknown)
}

fn dumped_field(member: &JsonNode, name: &JsonNode) -> Result<FieldText, TextFault> {
    let text = name.text().unwrap_or_default();
    let (value, at) = match (member.get("elements"), member.get("value")) {
        (Some(elements), _) => {
            let items = elements.items().iter();
            let values = items.map(|element| int(element.get("value").unwrap_or(element)));
            (RawValue::Ints(values.collect::<Result<_, _>>()?), elements.at.clone())
        }
        (None, Some(value)) => (raw(value)?, value.at.clone()),
        // An address without elements is a pointer to nothing that was printed.
        (None, None) => (RawValue::Other("an address without elements"), member.at.clone()),
    };
    Ok(FieldText { name: text.to_owned(), name_at: name.at.clone(), value, at })
}
