//! `ggml`: tensors in the block types of ggml and llama.cpp, whose elements share scales: `ggml:Q4_K[2,512]`.
//!
//! A block covers consecutive indices of the last dim, and blocks are row major. `table` has the types.

mod table;

use layout::{
    Bits, Bytes, ElemSize, LayoutFault, MixedRadix, NotationFault, RadixDigit, Record, RecordFault,
    RecordField, RecordTensor,
};
use pest::iterators::Pair;

use crate::element::ElementType;
use crate::grammar::{fields, grammar, lengths, parse, parts, range, unknown};
use crate::notation::{Notation, NotationFunctions};
use crate::records::{last_dim, refuse_element};
use table::{BlockField, BlockType, TYPES, WITHOUT_BITS};

pub(crate) const NOTATION: Notation = Notation {
    name: "ggml",
    summary: "ggml: a block type, whose elements share scales",
    example: "Q4_K[2,512]",
    needs_element: false,
    searched: None,
    functions: NotationFunctions::Records { read },
};

// A block type and lengths.
grammar!(GgmlGrammar, [], r##"
    notation = { SOI ~ type_name ~ lengths ~ EOI }
    type_name = @{ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "_")* }
"##, {
    "type_name" => "a block type such as `Q4_K`",
});

/// Reads `Q4_K[2,512]`.
fn read(text: &str, given: Option<ElementType>) -> Result<RecordTensor, NotationFault> {
    let whole = parse::<GgmlGrammar, Rule>(Rule::notation, text)?;
    let [name, shape] = fields(&mut parts(whole).into_iter())?;
    let known = type_of(&name)?;
    refuse_element(given, range(&name))?;
    let at = range(&shape);
    let lengths = lengths(shape)?;
    let along = last_dim(&lengths, at.clone())?;
    // The fields of a row of the table do not overlap: a test reads each row.
    let record =
        record_of(known).map_err(|fault| NotationFault::new(range(&name), fault.message))?;
    RecordTensor::new(&lengths, record, &[along], None).map_err(|fault| NotationFault {
        notes: fault.notes,
        ..NotationFault::new(at, fault.message)
    })
}

/// Returns the row of a type.
fn type_of(word: &Pair<'_, Rule>) -> Result<&'static BlockType, NotationFault> {
    let name = word.as_str();
    if let Some(known) = TYPES.iter().find(|known| known.name == name) {
        return Ok(known);
    }
    if let Some((_, reason)) = WITHOUT_BITS.iter().find(|(known, _)| *known == name) {
        let message = format!("an element of `{name}` has no bits of its own: {reason}");
        return Err(NotationFault::new(range(word), message));
    }
    let names: Vec<&str> = TYPES.iter().map(|known| known.name).collect();
    Err(unknown("block type", name, range(word), names.iter().copied())
        .note(format!("the block types are {}", names.join(", "))))
}

/// Returns the record of a type.
fn record_of(known: &BlockType) -> Result<Record, RecordFault> {
    let fields = known.fields().map(|field| field_of(field, known.elements));
    let fields = fields.collect::<Result<Vec<_>, RecordFault>>()?;
    let bytes = Bytes::new(known.bytes);
    let mut record = Record::new(known.name, bytes, &[known.elements], fields, known.element)?;
    for (name, parts) in known.joined {
        record = record.with_joined(*name, parts)?;
    }
    Ok(record)
}

/// Returns a field of a block of so many elements.
fn field_of(field: &BlockField, elements: i64) -> Result<RecordField, RecordFault> {
    let digits = field.digits.iter().rev().map(|&(length, stride)| RadixDigit { length, stride });
    let radix = MixedRadix::of_modes(0, vec![digits.collect()])?;
    let count: i64 = radix.lengths.iter().product();
    let width = ElemSize::new(Bits::new(field.width))
        .ok_or_else(|| LayoutFault::new("a field must have at least 1 bit"))?;
    let layout = radix.layout(Some(width))?;
    Ok(RecordField::new(field.name, layout, Bits::new(field.at))?.per(vec![elements / count]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_records_without_padding() {
        for known in TYPES {
            let record = record_of(known).unwrap_or_else(|fault| panic!("{}: {fault}", known.name));
            assert_eq!(record.padding(), Bits::ZERO, "{}", known.name);
        }
        assert_eq!(TYPES.len(), 15);
    }
}
