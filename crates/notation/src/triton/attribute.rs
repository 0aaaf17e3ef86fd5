//! The text of an encoding as a tree of attributes, and typed access to them.
//!
//! Every access names the attribute in its error, and unknown attributes are rejected, so that no part of a text is
//! ignored.

use std::ops::Range;

use layout::NotationFault;
use pest::iterators::Pair;

use crate::element::ElementType;
use crate::grammar::{clip, fields, grammar, integer, lengths, parse, parts, range, unknown};
use crate::suffix::element_of;

// An encoding as TritonGPU prints it, and the lengths of the tensor.
grammar!(TritonGrammar, [], r##"
    notation      = { SOI ~ encoding ~ lengths ~ suffix? ~ EOI }
    encoding      = { encoding_name ~ angle_open ~ paddings? ~ dictionary ~ (comma ~ field)* ~ angle_close }
    encoding_name = @{ "#" ~ (ASCII_ALPHANUMERIC | "_" | ".")+ }
    paddings      = { bracket_open ~ padding ~ (comma ~ padding)* ~ bracket_close }
    padding       = { natural ~ colon ~ plus ~ natural }
    dictionary    = { brace_open ~ (field ~ (comma ~ field)*)? ~ brace_close }
    field         = { key ~ equals ~ value }
    key           = @{ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "_")* }
    equals        = { "=" }
    value         = { encoding | alias | list | dictionary | boolean | integer }
    alias         = @{ "#" ~ (ASCII_ALPHANUMERIC | "_" | ".")+ }
    list          = { bracket_open ~ (value ~ (comma ~ value)*)? ~ bracket_close }
    boolean       = @{ ("true" | "false") ~ !(ASCII_ALPHANUMERIC | "_") }
"##, {
    "alias" => "an encoding such as `#ttg.blocked<{...}>`",
    "boolean" => "`true` or `false`",
    "encoding" => "an encoding such as `#ttg.blocked<{...}>`",
    "encoding_name" => "an encoding such as `#ttg.blocked<{...}>`",
    "equals" => "`=`",
    "key" => "the name of an attribute",
    "list" => "`[`",
});

/// The first integer that an attribute cannot have.
const MOST: i64 = 1 << 31;

/// An encoding and the tensor that has it.
pub(super) struct EncodingText {
    /// The encoding.
    pub(super) encoding: Encoding,
    /// The lengths of the tensor.
    pub(super) lengths: Vec<i64>,
    /// The text of the lengths.
    pub(super) lengths_at: Range<usize>,
    /// The element type; `None` if it is unknown.
    pub(super) elem: Option<ElementType>,
}

/// An encoding: its name with its attributes.
pub(super) struct Encoding {
    /// The name after `#ttg.`.
    pub(super) name: String,
    /// The text of the encoding.
    pub(super) at: Range<usize>,
    /// The pairs of an interval and a padding before the attributes, with their texts.
    pub(super) paddings: Vec<(i64, i64, Range<usize>)>,
    attributes: Fields,
}

/// A dictionary of attributes.
struct Fields {
    at: Range<usize>,
    entries: Vec<(String, Range<usize>, Value)>,
}

/// The value of an attribute, with its text.
struct Value {
    at: Range<usize>,
    data: Data,
}

enum Data {
    Integer(i64),
    Boolean(bool),
    List(Vec<Value>),
    Fields(Fields),
    Encoding(Box<Encoding>),
}

/// Reads an encoding, the lengths of the tensor and its element type.
///
/// # Errors
/// The text does not match, a number does not fit 64 bits, an attribute occurs twice, or the element type is not `given`.
pub(super) fn parse_text(
    text: &str,
    given: Option<ElementType>,
) -> Result<EncodingText, NotationFault> {
    let mut found = parts(parse::<TritonGrammar, Rule>(Rule::notation, text)?).into_iter();
    let [encoding, shape] = fields(&mut found)?;
    let encoding = encoding_of(encoding)?;
    let lengths_at = range(&shape);
    let lengths = lengths(shape)?;
    let elem = element_of(found.next(), given)?;
    Ok(EncodingText { encoding, lengths, lengths_at, elem })
}

fn encoding_of(pair: Pair<'_, Rule>) -> Result<Encoding, NotationFault> {
    let at = range(&pair);
    let mut found = parts(pair).into_iter().peekable();
    let [word] = fields(&mut found)?;
    let Some(name) = word.as_str().strip_prefix("#ttg.").map(str::to_owned) else {
        let message = format!("unknown encoding `{}`", clip(word.as_str()));
        return Err(NotationFault::new(range(&word), message)
            .note("an encoding of TritonGPU begins with `#ttg.`"));
    };
    let mut paddings = Vec::new();
    if let Some(list) = found.next_if(|part| part.as_rule() == Rule::paddings) {
        for pair in parts(list) {
            let at = range(&pair);
            let [interval, padding] = fields(&mut parts(pair).into_iter())?;
            paddings.push((integer(&interval)?, integer(&padding)?, at));
        }
    }
    let [dictionary] = fields(&mut found)?;
    let mut attributes = dictionary_of(dictionary)?;
    for field in found {
        attributes.add(field)?;
    }
    Ok(Encoding { name, at, paddings, attributes })
}

fn dictionary_of(pair: Pair<'_, Rule>) -> Result<Fields, NotationFault> {
    let mut read = Fields { at: range(&pair), entries: Vec::new() };
    parts(pair).into_iter().try_for_each(|field| read.add(field))?;
    Ok(read)
}

fn value_of(pair: Pair<'_, Rule>) -> Result<Value, NotationFault> {
    let at = range(&pair);
    let [inner] = fields(&mut parts(pair).into_iter())?;
    let data = match inner.as_rule() {
        Rule::encoding => Data::Encoding(Box::new(encoding_of(inner)?)),
        Rule::list => Data::List(parts(inner).into_iter().map(value_of).collect::<Result<_, _>>()?),
        Rule::dictionary => Data::Fields(dictionary_of(inner)?),
        Rule::boolean => Data::Boolean(inner.as_str() == "true"),
        Rule::integer => Data::Integer(integer(&inner)?),
        _ => {
            let message = format!("the alias `{}` is not defined here", clip(inner.as_str()));
            return Err(
                NotationFault::new(at, message).note("write the encoding in place of its alias")
            );
        }
    };
    Ok(Value { at, data })
}

impl Fields {
    /// Adds an attribute.
    fn add(&mut self, field: Pair<'_, Rule>) -> Result<(), NotationFault> {
        let [key, _, value] = fields(&mut parts(field).into_iter())?;
        let name = key.as_str();
        if self.entries.iter().any(|(known, ..)| known == name) {
            let message = format!("attribute `{}` occurs twice", clip(name));
            return Err(NotationFault::new(range(&key), message));
        }
        self.entries.push((name.to_owned(), range(&key), value_of(value)?));
        Ok(())
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.entries.iter().find(|(known, ..)| known == name).map(|(.., value)| value)
    }

    /// Checks that all attributes are known.
    ///
    /// # Errors
    /// An attribute is not in `known`.
    fn check(&self, owner: &str, known: &[&str]) -> Result<(), NotationFault> {
        match self.entries.iter().find(|(name, ..)| !known.contains(&name.as_str())) {
            Some((name, at, _)) => {
                let fault = unknown("attribute", name, at.clone(), known.iter().copied());
                let known = layout::joined(known.iter().map(|name| format!("`{name}`")), ", ");
                Err(fault.note(format!("the attributes of {owner} are {known}")))
            }
            None => Ok(()),
        }
    }
}

impl Encoding {
    /// Checks that all attributes are known, and that there are no paddings.
    ///
    /// # Errors
    /// An attribute is not in `known`, or the encoding has paddings.
    pub(super) fn check(&self, known: &[&str]) -> Result<(), NotationFault> {
        if let Some((.., at)) = self.paddings.first() {
            let message = format!("`#ttg.{}` has no paddings", self.name);
            return Err(NotationFault::new(at.clone(), message));
        }
        self.check_attributes(known)
    }

    /// Checks that all attributes are known.
    ///
    /// # Errors
    /// An attribute is not in `known`.
    pub(super) fn check_attributes(&self, known: &[&str]) -> Result<(), NotationFault> {
        self.attributes.check(&format!("`#ttg.{}`", self.name), known)
    }

    /// Returns `true` if the attribute is given.
    pub(super) fn has(&self, name: &str) -> bool {
        self.attributes.get(name).is_some()
    }

    /// Returns the text of an attribute's value, or that of the encoding if the attribute is not given.
    pub(super) fn at(&self, name: &str) -> Range<usize> {
        self.attributes.get(name).map_or(self.at.clone(), |value| value.at.clone())
    }

    /// Returns the fault of an attribute.
    pub(super) fn fault(&self, name: &str, message: impl Into<String>) -> NotationFault {
        NotationFault::new(self.at(name), message)
    }

    /// Returns the integer of an attribute.
    ///
    /// # Errors
    /// The attribute is missing, or not an integer from 0 to 2^31 - 1.
    pub(super) fn integer(&self, name: &str) -> Result<i64, NotationFault> {
        self.required(name)?.natural(name)
    }

    /// Returns the integer of an attribute, or a default.
    ///
    /// # Errors
    /// The attribute is not an integer from 0 to 2^31 - 1.
    pub(super) fn integer_or(&self, name: &str, default: i64) -> Result<i64, NotationFault> {
        self.attributes.get(name).map_or(Ok(default), |value| value.natural(name))
    }

    /// Returns the power of two of an attribute.
    ///
    /// # Errors
    /// The attribute is missing, or not a power of two.
    pub(super) fn power(&self, name: &str) -> Result<i64, NotationFault> {
        self.required(name)?.power(name)
    }

    /// Returns the truth value of an attribute.
    ///
    /// # Errors
    /// The attribute is missing, or neither `true` nor `false`.
    pub(super) fn boolean(&self, name: &str) -> Result<bool, NotationFault> {
        let value = self.required(name)?;
        match value.data {
            Data::Boolean(truth) => Ok(truth),
            _ => Err(value.expected(name, "`true` or `false`")),
        }
    }

    /// Returns the truth value of an attribute; `false` if it is not given.
    ///
    /// # Errors
    /// The attribute is neither `true` nor `false`.
    pub(super) fn flag(&self, name: &str) -> Result<bool, NotationFault> {
        if self.has(name) { self.boolean(name) } else { Ok(false) }
    }

    /// Returns the list of integers of an attribute.
    ///
    /// # Errors
    /// The attribute is missing, or not a list of integers from 0 to 2^31 - 1.
    pub(super) fn integers(&self, name: &str) -> Result<Vec<i64>, NotationFault> {
        self.required(name)?.integers(name)
    }

    /// Returns the list of powers of two of an attribute.
    ///
    /// # Errors
    /// The attribute is missing, or not a list of powers of two.
    pub(super) fn powers(&self, name: &str) -> Result<Vec<i64>, NotationFault> {
        let value = self.required(name)?;
        value.list(name)?.iter().map(|item| item.power(name)).collect()
    }

    /// Returns the list of vectors of an attribute.
    ///
    /// # Errors
    /// The attribute is missing, or not a list of lists of integers from 0 to 2^31 - 1.
    pub(super) fn vectors(&self, name: &str) -> Result<Vec<Vec<i64>>, NotationFault> {
        self.required(name)?.vectors(name)
    }

    /// Returns the lists of vectors of a dictionary, each empty if it is not given.
    ///
    /// # Errors
    /// The attribute is missing or not a dictionary, or has an entry that is not in `entries` or not a list of lists.
    pub(super) fn vectors_in<const N: usize>(
        &self,
        name: &str,
        entries: [&str; N],
    ) -> Result<[Vec<Vec<i64>>; N], NotationFault> {
        let value = self.required(name)?;
        let Data::Fields(fields) = &value.data else {
            return Err(value.expected(name, "a dictionary"));
        };
        fields.check(&format!("`{name}`"), &entries)?;
        let mut lists = [const { Vec::new() }; N];
        for (list, entry) in lists.iter_mut().zip(entries) {
            if let Some(found) = fields.get(entry) {
                *list = found.vectors(entry)?;
            }
        }
        Ok(lists)
    }

    /// Returns the encoding that is the value of an attribute.
    ///
    /// # Errors
    /// The attribute is missing, or not an encoding.
    pub(super) fn encoding(&self, name: &str) -> Result<&Encoding, NotationFault> {
        let value = self.required(name)?;
        match &value.data {
            Data::Encoding(encoding) => Ok(encoding),
            _ => Err(value.expected(name, "an encoding such as `#ttg.blocked<{...}>`")),
        }
    }

    fn required(&self, name: &str) -> Result<&Value, NotationFault> {
        self.attributes.get(name).ok_or_else(|| {
            let message = format!("`#ttg.{}` needs attribute `{name}`", self.name);
            NotationFault::new(self.attributes.at.clone(), message)
        })
    }
}

impl Value {
    fn expected(&self, name: &str, what: &str) -> NotationFault {
        NotationFault::new(self.at.clone(), format!("expected {what} for attribute `{name}`"))
    }

    fn natural(&self, name: &str) -> Result<i64, NotationFault> {
        match self.data {
            Data::Integer(value @ 0..MOST) => Ok(value),
            Data::Integer(value) => {
                let message = format!("`{name}` must be from 0 to 2^31 - 1, but is {value}");
                Err(NotationFault::new(self.at.clone(), message))
            }
            _ => Err(self.expected(name, "an integer")),
        }
    }

    fn power(&self, name: &str) -> Result<i64, NotationFault> {
        let value = self.natural(name)?;
        if value.count_ones() == 1 {
            return Ok(value);
        }
        let message = format!("`{name}` must be a power of two, but is {value}");
        Err(NotationFault::new(self.at.clone(), message))
    }

    fn list(&self, name: &str) -> Result<&[Value], NotationFault> {
        match &self.data {
            Data::List(values) => Ok(values),
            _ => Err(self.expected(name, "a list")),
        }
    }

    fn integers(&self, name: &str) -> Result<Vec<i64>, NotationFault> {
        self.list(name)?.iter().map(|item| item.natural(name)).collect()
    }

    fn vectors(&self, name: &str) -> Result<Vec<Vec<i64>>, NotationFault> {
        self.list(name)?.iter().map(|item| item.integers(name)).collect()
    }
}
