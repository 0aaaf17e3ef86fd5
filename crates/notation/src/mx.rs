//! `mx`: block-scaled tensors of OCP MX and NVFP4, with the scales in a buffer of their own:
//! `mx:mxfp4[4096,4096] scale=128x4`.
//!
//! The elements are packed in row-major order, the first in the lowest bits. A scale of 8 bits belongs to 32 elements of the
//! last dim, or to 16 for NVFP4.

use std::ops::Range;

use layout::{
    Bits, ElemSize, Layout, NotationFault, Record, RecordFault, RecordField, RecordTensor, Shape,
};

use crate::element::ElementType;
use crate::grammar::{fields, grammar, lengths, parse, parts, range, unknown};
use crate::notation::{Notation, NotationFunctions};
use crate::records::{last_dim, refuse_element};
use crate::scale::{TILED, tiled};

pub(crate) const NOTATION: Notation = Notation {
    name: "mx",
    summary: "MXFP8, MXFP6, MXFP4 and NVFP4: packed elements, and scales in a buffer of their own",
    example: "mxfp4[256,64] scale=128x4",
    needs_element: false,
    searched: None,
    functions: NotationFunctions::Records { read },
};

// A type, lengths, and the order of the scales.
grammar!(MxGrammar, [], r##"
    notation  = { SOI ~ type_name ~ lengths ~ (scale_key ~ order)? ~ EOI }
    type_name = @{ ASCII_ALPHA ~ ASCII_ALPHANUMERIC* }
    scale_key = _{ "scale" ~ "=" }
    order     = @{ ASCII_ALPHANUMERIC+ }
"##, {
    "order" => "the order of the scales",
    "scale_key" => "`scale=`",
    "type_name" => "a type such as `mxfp4`",
});

/// A type: the name, the number of bits of an element, and the number of elements of a scale.
const TYPES: &[(&str, i64, i64)] =
    &[("mxfp8", 8, 32), ("mxfp6", 6, 32), ("mxfp4", 4, 32), ("nvfp4", 4, 16)];

/// The orders of the scales: row major, or in tiles of 128 x 4.
const ORDERS: &[&str] = &["linear", TILED];

/// The number of bits of a scale.
const SCALE: i64 = 8;

/// Reads `mxfp4[256,64] scale=128x4`. The scales are row major if their order is absent.
fn read(text: &str, given: Option<ElementType>) -> Result<RecordTensor, NotationFault> {
    let whole = parse::<MxGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter();
    let [name, shape] = fields(&mut found)?;
    let Some(&(known, bits, per)) = TYPES.iter().find(|(known, ..)| *known == name.as_str()) else {
        let names: Vec<&str> = TYPES.iter().map(|(name, ..)| *name).collect();
        let fault =
            unknown("block-scaled type", name.as_str(), range(&name), names.iter().copied());
        return Err(fault.note(format!("the types are {}", names.join(", "))));
    };
    refuse_element(given, range(&name))?;
    let at = range(&shape);
    let lengths = lengths(shape)?;
    let along = last_dim(&lengths, at.clone())?;
    let is_tiled = match found.next() {
        None => false,
        Some(order) if ORDERS.contains(&order.as_str()) => order.as_str() == TILED,
        Some(order) => {
            let fault =
                unknown("order of scales", order.as_str(), range(&order), ORDERS.iter().copied());
            return Err(fault.note(format!("the orders are {}", ORDERS.join(", "))));
        }
    };
    let fault = |fault: RecordFault| NotationFault {
        notes: fault.notes,
        ..NotationFault::new(at.clone(), fault.message)
    };
    let record = record_of(known, bits, per).map_err(fault)?;
    let tensor = RecordTensor::new(&lengths, record, &[along], None).map_err(fault)?;
    let mut granularity = vec![1; lengths.len()];
    let mut scales = lengths;
    granularity[along] = per;
    // The last length is a multiple of the elements of a record.
    scales[along] /= per;
    let scales = scales_of(&scales, is_tiled, at.clone())?;
    tensor.with_side_field("scale", scales, granularity).map_err(fault)
}

/// Returns the record of the elements of one scale.
fn record_of(name: &str, bits: i64, elements: i64) -> Result<Record, RecordFault> {
    let shape = Shape::of_static(&[elements])?;
    let layout = Layout::from_strides(&shape, &[1], 0, ElemSize::new(Bits::new(bits)))?;
    let field = RecordField::new("data", layout, Bits::ZERO)?.per(vec![1]);
    // Each number of elements is a multiple of 8.
    let bytes = Bits::new(bits * elements).to_bytes_up().unwrap_or_default();
    Record::new(name, bytes, &[elements], vec![field], &["data"])
}

/// Returns the layout of scales of these lengths.
fn scales_of(lengths: &[i64], is_tiled: bool, at: Range<usize>) -> Result<Layout, NotationFault> {
    let size = ElemSize::new(Bits::new(SCALE));
    let layout = match is_tiled {
        true => tiled(lengths, at.clone())?,
        false => {
            let shape = Shape::of_static(lengths);
            let shape = shape.map_err(|error| NotationFault::new(at.clone(), error.to_string()))?;
            let layout = Layout::from_order(&shape, None, None);
            layout.map_err(|fault| NotationFault::new(at.clone(), fault.fault.message))?
        }
    };
    match size {
        Some(size) => Ok(layout.with_elem(size)),
        None => Ok(layout),
    }
}
