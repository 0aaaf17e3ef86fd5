//! The formats against the facts of TensorRT that are kept in `../shared/vectors` beside the project.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use std::io::Write;
use std::path::PathBuf;

use layoutc_layout::{
    Bits, Bytes, ElemSize, Elems, Format, FormatRule, FormatType, FormatUse, Generation, Len,
    LogicalIndex, Shape, Storage,
};
use serde_json::Value;

/// The vectors of one section. A clone without them skips the tests that need them, and says so; where
/// the tools are required, they must be there.
fn vectors(section: &str) -> Option<Vec<Value>> {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors/formats.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        let required = std::env::var("LAYOUTC_REQUIRE_TOOLS").is_ok_and(|value| value == "1");
        assert!(!required, "{} is required but missing", path.display());
        // Written past the test harness, which would swallow the line of a test that passes.
        let line = "skipped: needs ../shared/vectors\n";
        std::io::stderr().write_all(line.as_bytes()).unwrap();
        return None;
    };
    let all: Value = serde_json::from_str(&text).unwrap();
    let cases = all[section].as_array().unwrap().clone();
    assert!(!cases.is_empty(), "no case in {section}");
    Some(cases)
}

fn ints(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|item| item.as_i64().unwrap()).collect()
}

fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap()
}

/// The element type and its size in bits.
fn elem(case: &Value) -> (FormatType, i64) {
    match text(case, "type") {
        "fp32" => (FormatType::F32, 32),
        "fp16" => (FormatType::F16, 16),
        "int32" => (FormatType::I32, 32),
        "int8" => (FormatType::I8, 8),
        other => (FormatType::Other(other.into()), 8),
    }
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

/// A null length is dynamic. Nothing where a length is 0, which no shape has.
fn shape(case: &Value) -> Option<Shape> {
    let len = |length: &Value| length.as_i64().map_or(Some(Len::DYNAMIC), Len::new);
    let lens: Option<Vec<Len>> = case["shape"].as_array().unwrap().iter().map(len).collect();
    Some(Shape::new(lens?).unwrap())
}

fn storage(case: &Value) -> Storage {
    let elem = ElemSize::new(Bits::new(elem(case).1)).unwrap();
    format_use(case).storage(&shape(case).unwrap(), elem).unwrap()
}

fn bytes(storage: &Storage, offset: Elems) -> i64 {
    offset.to_bits(storage.elem).unwrap().to_bytes().unwrap().get()
}

#[test]
fn every_case_is_legal_and_has_its_sizes() {
    for case in vectors("cases").unwrap_or_default() {
        let (of, shape) = (format_use(&case), shape(&case).unwrap());
        assert_eq!(of.violations(&shape, &elem(&case).0), [], "{case}");
        let storage = storage(&case);
        let bytes = storage.physical.size_in_bytes().unwrap();
        let data = self::bytes(&storage, shape.num_elements().unwrap());
        let array: Value = storage.array().values().map(|len| len.get().unwrap()).collect();
        assert_eq!(array, case["phys_dims"], "{case}");
        assert_eq!(Value::from(bytes.get()), case["byte_size"], "{case}");
        assert_eq!(Value::from(bytes.get() - data), case["pad_bytes"], "{case}");
    }
}

#[test]
fn every_index_has_its_address() {
    for case in vectors("cases").unwrap_or_default() {
        let storage = storage(&case);
        let layout = storage.layout().unwrap();
        assert_eq!(layout.shape(), &storage.shape, "{case}");
        assert_eq!(layout.size_in_bytes(), storage.physical.size_in_bytes(), "{case}");
        for query in case["queries"].as_array().unwrap() {
            let query = ints(query);
            let (&byte, index) = query.split_last().unwrap();
            let index = LogicalIndex::new(index.iter().copied()).unwrap();
            let offset = layout.offset_of(&index).unwrap().unwrap();
            assert_eq!(bytes(&storage, offset), byte, "{index} of {case}");
        }
    }
}

#[test]
fn every_slot_has_its_index_and_padding_none() {
    for case in vectors("cases").unwrap_or_default() {
        let storage = storage(&case);
        let layout = storage.layout().unwrap();
        // The great ones have no rows.
        assert!(case["inverse"].is_array() || case["big"] == true, "{case}");
        for row in case["inverse"].as_array().into_iter().flatten() {
            let bits = Bytes::new(row[0].as_i64().unwrap()).to_bits().unwrap();
            let slot = Elems::new(bits.get() / storage.elem.bits().get());
            assert_eq!(slot.to_bits(storage.elem), Some(bits), "{row} of {case}");
            let owners = layout.owners_of(slot).unwrap();
            let found = owners.first.map(|index| index.values().copied().collect::<Value>());
            assert_eq!(found.unwrap_or(Value::Null), row[1], "{row} of {case}");
            assert_eq!(owners.count, u64::from(!row[1].is_null()), "{row} of {case}");
        }
    }
}

#[test]
fn every_error_is_refused_by_its_rule() {
    for case in vectors("errors").unwrap_or_default() {
        let Some(shape) = shape(&case) else {
            assert_eq!(text(&case, "code"), FormatRule::DlaRange.code(), "{case}");
            continue;
        };
        let found = format_use(&case).violations(&shape, &elem(&case).0);
        let codes: Vec<&str> = found.iter().map(|found| found.rule.code()).collect();
        assert!(codes.contains(&text(&case, "code")), "{codes:?} for {case}");
    }
}
