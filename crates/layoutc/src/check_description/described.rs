//! The fields of a `VkTensorDescriptionARM` that a text states, with their bytes in the text.
//!
//! A reader of a text collects a [`FieldText`] for each field. [`ReadDescription::new`] checks their kinds and converts them
//! to the attributes of a `vk.tensor_description`. The values themselves are checked by `verify-vulkan`.

use ir::diag::nearest;
use ir::layout::joined;
use ir::vulkan::{
    STRUCTURE_TYPE, TILINGS, USAGES, find, find_registered_value, find_value, usages_in,
};
use std::ops::Range;

/// A fault of a text, at its faulty bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextFault {
    /// The bytes in the text.
    pub(super) at: Range<usize>,
    /// The message.
    pub(super) message: String,
    /// The change that mends the text; `None` if the message states it.
    pub(super) note: Option<String>,
}

impl TextFault {
    /// Returns a fault without a note.
    pub(super) fn new(at: Range<usize>, message: impl Into<String>) -> TextFault {
        TextFault { at, message: message.into(), note: None }
    }

    /// Returns the same fault with a note.
    pub(super) fn note(self, note: impl Into<String>) -> TextFault {
        TextFault { note: Some(note.into()), ..self }
    }
}

/// The value of a field as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RawValue {
    /// A null pointer.
    Null,
    /// An integer.
    Int(i128),
    /// The name of an enumerator.
    Word(String),
    /// Flags, joined by `|` or in a list.
    Flags(Vec<RawValue>),
    /// The elements of an array.
    Ints(Vec<i64>),
    /// Another value, as its kind in words.
    Other(&'static str),
}

/// A field of a description.
#[derive(Clone, Debug)]
pub(super) struct FieldText {
    /// The name in Vulkan.
    pub(super) name: String,
    /// The bytes of the name.
    pub(super) name_at: Range<usize>,
    /// The value.
    pub(super) value: RawValue,
    /// The bytes of the value.
    pub(super) at: Range<usize>,
}

/// The value of an attribute of a `vk.tensor_description`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AttrValue {
    /// A string.
    Word(String),
    /// An integer.
    Int(i64),
    /// A list of integers.
    Ints(Vec<i64>),
    /// A list of names and masks.
    Flags(Vec<AttrValue>),
    /// The name of an element type.
    Type(String),
}

/// An attribute with the bytes of its field.
#[derive(Clone, Debug)]
pub(super) struct ReadField {
    /// The key in the IR.
    pub(super) key: &'static str,
    /// The value.
    pub(super) value: AttrValue,
    /// The bytes of the value in the text.
    pub(super) at: Range<usize>,
}

/// A description that a text states.
#[derive(Clone, Debug)]
pub(super) struct ReadDescription {
    /// The name.
    pub(super) name: String,
    /// The bytes of the name, or of the start of the description.
    pub(super) at: Range<usize>,
    /// The attributes.
    pub(super) fields: Vec<ReadField>,
    /// The fault of `sType`, if it is not that of a description.
    pub(super) structure_type: Option<TextFault>,
    /// The size in bytes and whether the tensor is packed, if the text states them.
    pub(super) claims: Claims,
}

/// Facts about the memory that a text states beside Vulkan's fields.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims {
    /// The size in bytes.
    pub(super) size_bytes: Option<(i64, Range<usize>)>,
    /// `true` if the tensor is packed.
    pub(super) is_packed: Option<(bool, Range<usize>)>,
}

/// The fields of the structure, in its order, each with the key in the IR; `None` for a field that is no attribute.
pub(super) const FIELDS: [(&str, Option<&str>); 8] = [
    ("sType", None),
    ("pNext", None),
    ("tiling", Some("tiling")),
    ("format", Some("format")),
    ("dimensionCount", Some("dimension_count")),
    ("pDimensions", Some("dims")),
    ("pStrides", Some("strides")),
    ("usage", Some("usage")),
];

/// The values of fields that a text omits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Omitted {
    /// Zero, as in an initializer in C.
    Zero,
    /// Unknown: a text without a field other than `sType` and `pNext` is refused.
    Unknown,
}

impl ReadDescription {
    /// Returns the description with these fields.
    ///
    /// # Errors
    /// A field is unknown, occurs twice, is missing or has a value of another kind.
    pub(super) fn new(
        name: String,
        at: Range<usize>,
        fields: &[FieldText],
        omitted: Omitted,
    ) -> Result<ReadDescription, TextFault> {
        for (place, field) in fields.iter().enumerate() {
            if FIELDS.iter().all(|(known, _)| *known != field.name) {
                return Err(unknown_field(field));
            }
            if fields[..place].iter().any(|before| before.name == field.name) {
                let message = format!("duplicate field `{}` of `{name}`", field.name);
                return Err(TextFault::new(field.name_at.clone(), message));
            }
        }
        let mut description = ReadDescription {
            structure_type: None,
            fields: Vec::new(),
            claims: Claims::default(),
            name,
            at,
        };
        for (field, key) in FIELDS {
            let found = fields.iter().find(|found| found.name == field);
            match (field, found) {
                ("sType", found) => {
                    description.structure_type = description.checked_type(found, omitted);
                }
                ("pNext", None) => {}
                (_, None) if omitted == Omitted::Unknown => {
                    let message = format!("`{}` has no field `{field}`", description.name);
                    return Err(TextFault::new(description.at, message)
                        .note("a description has `tiling`, `format`, `dimensionCount`, `pDimensions`, `pStrides` and `usage`"));
                }
                (_, found) => {
                    let Some(key) = key else { continue };
                    let zero = || FieldText {
                        name: field.to_owned(),
                        name_at: description.at.clone(),
                        value: RawValue::Int(0),
                        at: description.at.clone(),
                    };
                    let text = found.cloned().unwrap_or_else(zero);
                    description.add(key, &text)?;
                }
            }
        }
        description.use_counted_elements();
        Ok(description)
    }

    fn add(&mut self, key: &'static str, field: &FieldText) -> Result<(), TextFault> {
        let value = match (key, &field.value) {
            ("dims" | "strides", RawValue::Null | RawValue::Int(0)) => return Ok(()),
            ("dims" | "strides", RawValue::Ints(values)) => AttrValue::Ints(values.clone()),
            ("dimension_count", RawValue::Int(count)) => AttrValue::Int(fitting(*count, field)?),
            ("tiling" | "format", RawValue::Int(_) | RawValue::Word(_)) => {
                enumerator(key, &field.value, field)?
            }
            ("usage", RawValue::Flags(items)) => flags(items, field)?,
            ("usage", RawValue::Ints(masks)) => {
                let masks: Vec<RawValue> =
                    masks.iter().map(|&mask| RawValue::Int(mask.into())).collect();
                flags(&masks, field)?
            }
            ("usage", value @ (RawValue::Int(_) | RawValue::Word(_))) => {
                flags(std::slice::from_ref(value), field)?
            }
            (_, value) => return Err(wrong_kind(key, value, field)),
        };
        self.fields.push(ReadField { key, value, at: field.at.clone() });
        Ok(())
    }

    /// Reduces the arrays to `dimensionCount` elements: Vulkan reads no others. If the number is that of the lengths, it is
    /// no attribute.
    fn use_counted_elements(&mut self) {
        let count = self.fields.iter().find_map(|field| match (field.key, &field.value) {
            ("dimension_count", &AttrValue::Int(count)) => usize::try_from(count).ok(),
            _ => None,
        });
        let Some(count) = count else { return };
        let mut is_number_of_dims = false;
        for field in &mut self.fields {
            if let AttrValue::Ints(values) = &mut field.value {
                values.truncate(count);
                is_number_of_dims |= field.key == "dims" && values.len() == count && count > 0;
            }
        }
        if is_number_of_dims {
            self.fields.retain(|field| field.key != "dimension_count");
        }
    }

    /// Returns the fault of a structure type that is not that of a description. An absent one is 0 in C, and else not
    /// stated.
    fn checked_type(&self, field: Option<&FieldText>, omitted: Omitted) -> Option<TextFault> {
        let (found, at) = match field.map(|field| (&field.value, &field.at)) {
            None if omitted == Omitted::Zero => ("0".to_owned(), &self.at),
            None => return None,
            Some((RawValue::Word(word), _)) if word == STRUCTURE_TYPE.vk_name => return None,
            Some((RawValue::Int(value), _)) if *value == i128::from(STRUCTURE_TYPE.value) => {
                return None;
            }
            Some((RawValue::Word(word), at)) => (word.clone(), at),
            Some((RawValue::Int(value), at)) => (value.to_string(), at),
            Some((other, at)) => (kind(other).to_owned(), at),
        };
        Some(TextFault::new(at.clone(), type_message(&self.name, &found)))
    }

    /// Returns the number of lengths; `None` if there are none.
    pub(super) fn number_of_dims(&self) -> Option<usize> {
        self.fields.iter().find_map(|field| match (field.key, &field.value) {
            ("dims", AttrValue::Ints(dims)) => Some(dims.len()),
            _ => None,
        })
    }

    /// Returns the bytes of the field of an attribute; those of the name if the text has no such field.
    pub(super) fn place_of(&self, key: &str) -> Range<usize> {
        let field = self.fields.iter().find(|field| field.key == key);
        field.map_or_else(|| self.at.clone(), |field| field.at.clone())
    }
}

fn type_message(name: &str, found: &str) -> String {
    format!(
        "`@{name}` violates VUID-VkTensorDescriptionARM-sType-sType: `sType` must be {}, but is {found}",
        STRUCTURE_TYPE.vk_name
    )
}

fn unknown_field(field: &FieldText) -> TextFault {
    let known = FIELDS.iter().map(|(name, _)| *name);
    let message = format!("unknown field `{}` of `VkTensorDescriptionARM`", field.name);
    let fault = TextFault::new(field.name_at.clone(), message);
    match nearest(&field.name, known.clone()) {
        Some(near) => fault.note(format!("did you mean `{near}`?")),
        None => fault.note(format!("the fields are {}", joined(known, ", "))),
    }
}

/// Returns an enumerator by the name that the IR prints, or as it is written if it is unknown.
fn enumerator(key: &str, value: &RawValue, field: &FieldText) -> Result<AttrValue, TextFault> {
    let rows = match key {
        "tiling" => TILINGS,
        "usage" => USAGES,
        _ => &[],
    };
    Ok(match value {
        RawValue::Word(word) => AttrValue::Word(
            find(rows, word).map_or_else(|| word.clone(), |row| row.name.to_owned()),
        ),
        RawValue::Int(value) => {
            let value = fitting(*value, field)?;
            let format = find_registered_value(value).filter(|_| key == "format");
            let name = find_value(rows, value).map(|row| row.name);
            let name = name.or(format.map(|format| format.name));
            name.map_or(AttrValue::Int(value), |name| AttrValue::Word(name.to_owned()))
        }
        other => return Err(wrong_kind(key, other, field)),
    })
}

/// Returns the names of flags, or of the bits of masks. Bits without a name are one mask.
fn flags(flags: &[RawValue], field: &FieldText) -> Result<AttrValue, TextFault> {
    let mut found = Vec::new();
    for flag in flags {
        let &RawValue::Int(mask) = flag else {
            found.push(enumerator("usage", flag, field)?);
            continue;
        };
        let mask = fitting(mask, field)?;
        found.extend(usages_in(mask).map(|usage| AttrValue::Word(usage.name.to_owned())));
        let rest = usages_in(mask).fold(mask, |rest, usage| rest & !usage.value);
        found.extend((rest != 0).then_some(AttrValue::Int(rest)));
    }
    Ok(AttrValue::Flags(found))
}

fn fitting(value: i128, field: &FieldText) -> Result<i64, TextFault> {
    value.try_into().map_err(|_| {
        let message = format!("`{}` is {value}, which does not fit 64 bits", field.name);
        TextFault::new(field.at.clone(), message)
    })
}

fn wrong_kind(key: &str, value: &RawValue, field: &FieldText) -> TextFault {
    let expected = match key {
        "dims" | "strides" => "an array of integers, or NULL",
        "dimension_count" => "an integer",
        "usage" => "flags such as `VK_TENSOR_USAGE_SHADER_BIT_ARM`, or a mask",
        _ => "an enumerator, or its value",
    };
    let message = format!("`{}` must be {expected}, but is {}", field.name, kind(value));
    TextFault::new(field.at.clone(), message)
}

fn kind(value: &RawValue) -> &'static str {
    match value {
        RawValue::Null => "NULL",
        RawValue::Int(_) => "an integer",
        RawValue::Word(_) => "a name",
        RawValue::Flags(_) => "a list of flags",
        RawValue::Ints(_) => "an array of integers",
        RawValue::Other(kind) => kind,
    }
}
