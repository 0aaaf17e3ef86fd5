//! Comparison of the formats with the data of TensorRT in `tests/vectors`.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layoutc_layout::{
    Bits, Bytes, ElemSize, Elems, Format, FormatLayout, FormatRule, FormatType, FormatUse,
    Generation, Len, LogicalIndex, PhysicalLayout, Shape,
};
use serde_json::Value;
use testkit::vectors::ints;

/// Returns the vectors of one section.
fn vectors(section: &str) -> Vec<Value> {
    testkit::vectors::section("formats.json", section)
}

fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap()
}

/// Returns the element type and its size in bits.
fn elem(case: &Value) -> (FormatType, i64) {
    let (name, bits) = match text(case, "type") {
        "fp32" => ("f32", 32),
        "fp16" => ("f16", 16),
        "int32" => ("i32", 32),
        "int8" => ("i8", 8),
        other => (other, 8),
    };
    (FormatType::new(name.to_owned()), bits)
}

fn format_use(case: &Value) -> FormatUse {
    let name = text(case, "format").strip_prefix('k').unwrap().to_lowercase();
    let of = FormatUse::new(Format::from_name(&name).unwrap());
    match text(case, "target") {
        "gpu" => of,
        "dla_xavier" => of.on(Generation::Xavier),
        "dla_orin" => of.on(Generation::Orin),
        other => panic!("unknown target {other}"),
    }
}

/// Returns the shape of a case, in which a null length is dynamic; `None` if a length is 0, which no shape has.
fn shape(case: &Value) -> Option<Shape> {
    let len = |length: &Value| length.as_i64().map_or(Some(Len::DYNAMIC), Len::new);
    let lens: Option<Vec<Len>> = case["shape"].as_array().unwrap().iter().map(len).collect();
    Some(Shape::new(lens?).unwrap())
}

fn layout(case: &Value) -> FormatLayout {
    let elem = ElemSize::new(Bits::new(elem(case).1)).unwrap();
    FormatLayout::new(format_use(case), shape(case).unwrap(), elem)
}

fn bytes(layout: &FormatLayout, offset: Elems) -> i64 {
    offset.to_bits(layout.elem).unwrap().to_bytes().unwrap().get()
}

/// Returns the lengths of the physical array including padding. Each length except the outermost extends to the next
/// outer stride.
fn padded(physical: &PhysicalLayout) -> Value {
    let mut outer = None;
    let lengths = physical.shape().values().zip(physical.strides().values());
    let padded = lengths.map(|(len, stride)| match outer.replace(stride.get()) {
        Some(outer) => outer / stride.get(),
        None => len.get().unwrap(),
    });
    padded.collect()
}

#[test]
fn every_case_is_legal_and_has_the_expected_sizes() {
    for case in vectors("cases") {
        let (of, shape) = (format_use(&case), shape(&case).unwrap());
        assert_eq!(of.violations(&shape, &elem(&case).0), [], "{case}");
        let layout = layout(&case);
        let physical = layout.physical().unwrap();
        let bytes = physical.size_in_bytes().unwrap();
        let data = self::bytes(&layout, shape.num_elements().unwrap());
        assert_eq!(padded(&physical), case["phys_dims"], "{case}");
        assert_eq!(Value::from(bytes.get()), case["byte_size"], "{case}");
        assert_eq!(Value::from(bytes.get() - data), case["pad_bytes"], "{case}");
    }
}

#[test]
fn every_index_has_the_expected_address() {
    for case in vectors("cases") {
        let of = self::layout(&case);
        let layout = of.layout().unwrap();
        assert_eq!(layout.shape(), &of.shape, "{case}");
        assert_eq!(layout.size_in_bytes(), of.physical().unwrap().size_in_bytes(), "{case}");
        for query in case["queries"].as_array().unwrap() {
            let query = ints(query);
            let (&byte, index) = query.split_last().unwrap();
            let index = LogicalIndex::new(index.iter().copied()).unwrap();
            let offset = layout.offset_of(&index).unwrap().unwrap();
            assert_eq!(bytes(&of, offset), byte, "{index} of {case}");
        }
    }
}

#[test]
fn every_slot_has_its_index_and_padding_has_none() {
    for case in vectors("cases") {
        let of = self::layout(&case);
        let layout = of.layout().unwrap();
        // Large cases have no rows.
        assert!(case["inverse"].is_array() || case["big"] == true, "{case}");
        for row in case["inverse"].as_array().into_iter().flatten() {
            let bits = Bytes::new(row[0].as_i64().unwrap()).to_bits().unwrap();
            let slot = Elems::new(bits.get() / of.elem.bits().get());
            assert_eq!(slot.to_bits(of.elem), Some(bits), "{row} of {case}");
            let owners = layout.owners_of(slot).unwrap();
            let found = owners.first.map(|index| index.values().copied().collect::<Value>());
            assert_eq!(found.unwrap_or(Value::Null), row[1], "{row} of {case}");
            assert_eq!(owners.count, u64::from(!row[1].is_null()), "{row} of {case}");
        }
    }
}

#[test]
fn every_error_violates_the_expected_rule() {
    for case in vectors("errors") {
        let Some(shape) = shape(&case) else {
            assert_eq!(text(&case, "code"), FormatRule::DlaRange.code(), "{case}");
            continue;
        };
        let found = format_use(&case).violations(&shape, &elem(&case).0);
        let codes: Vec<&str> = found.iter().map(|found| found.rule.code()).collect();
        assert!(codes.contains(&text(&case, "code")), "{codes:?} for {case}");
    }
}
