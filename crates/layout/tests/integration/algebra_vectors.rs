//! Comparison of the algebra of layouts with the operations of CuTe's reference implementation, from `tests/vectors`.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layoutc_layout::{AlgebraFault, BitSwizzle, Layout, Tiler};
use serde_json::Value;
use testkit::vectors::{ints, section};

use crate::cute;
use cute::{Cute, all_offsets, lengths, offsets};

fn nested(shape: &Value, stride: &Value, modes: &mut Vec<(i64, i64)>) {
    match (shape, stride) {
        (Value::Array(shapes), Value::Array(strides)) => {
            assert_eq!(shapes.len(), strides.len());
            shapes.iter().zip(strides).for_each(|(shape, stride)| nested(shape, stride, modes));
        }
        _ => modes.push((shape.as_i64().unwrap(), stride.as_i64().unwrap())),
    }
}

fn cute(value: &Value) -> Cute {
    let (shape, stride) = (&value["shape"], &value["stride"]);
    let one = |shape: &Value, stride: &Value| {
        let mut modes = Vec::new();
        nested(shape, stride, &mut modes);
        modes
    };
    let dims = match (shape, stride) {
        (Value::Array(shapes), Value::Array(strides)) => {
            shapes.iter().zip(strides).map(|(shape, stride)| one(shape, stride)).collect()
        }
        _ => vec![one(shape, stride)],
    };
    Cute { dims, offset: 0 }
}

fn vectors(ops: &[&str]) -> Vec<Value> {
    let all = section("cute.json", "vectors");
    let found: Vec<Value> =
        all.into_iter().filter(|it| ops.contains(&it["op"].as_str().unwrap())).collect();
    for op in ops {
        assert!(found.iter().any(|it| it["op"] == *op), "no vectors of {op}");
    }
    found
}

/// Compares a result with the offsets of a vector, which lists all of them or samples.
fn compare(case: &Value, result: &Layout) {
    let id = &case["id"];
    let found = all_offsets(result);
    if let Some(all) = case["offsets"].as_array() {
        let all: Vec<i64> = all.iter().map(|it| it.as_i64().unwrap()).collect();
        assert_eq!(found, all, "{id}");
    }
    for sample in case["samples"].as_array().into_iter().flatten() {
        let [index, offset] = ints(sample)[..] else { panic!("{id}: {sample}") };
        assert_eq!(found[usize::try_from(index).unwrap()], offset, "{id} at {index}");
    }
    if let Some(size) = case["size"].as_u64() {
        assert_eq!(found.len() as u64, size, "{id}");
    }
    if !case["result"].is_null() {
        let expected = cute(&case["result"]);
        assert_eq!(found, expected.values(), "{id}");
    }
}

fn tiler(case: &Value) -> Tiler {
    let args = &case["args"];
    match args["tiler"].as_array() {
        Some(tiles) => {
            Tiler::ByMode(tiles.iter().map(|tile| Tiler::Whole(cute(tile).layout())).collect())
        }
        None => Tiler::Whole(cute(&args["b"]).layout()),
    }
}

type Operation = fn(&Layout, &Tiler) -> Result<Layout, AlgebraFault>;

#[test]
fn modes_agree_with_the_vectors() {
    for case in vectors(&["layout"]) {
        let a = cute(&case["args"]["a"]);
        let layout = a.layout();
        compare(&case, &layout);
        let (_, last) = layout.offset_range().unwrap().unwrap();
        assert_eq!(last.get() + 1, case["cosize"].as_i64().unwrap(), "{}", case["id"]);
        assert_eq!(layout.is_injective().unwrap(), case["injective"].as_bool().unwrap());
    }
}

#[test]
fn coalesced_modes_agree_with_the_vectors() {
    for case in vectors(&["coalesce", "filter"]) {
        let a = cute(&case["args"]["a"]).layout();
        let result = if case["op"] == "filter" { a.filter() } else { a.coalesce() }.unwrap();
        compare(&case, &result);
        let expected = cute(&case["result"]);
        let expected: Vec<i64> = expected.modes().map(|(length, _)| length).collect();
        assert_eq!(lengths(&result), expected, "{}", case["id"]);
    }
    for case in vectors(&["coalesce_by_mode"]) {
        // The modes of a logical dim are not part of a layout's identity.
        let (a, result) = (cute(&case["args"]["a"]), cute(&case["result"]));
        assert_eq!(a.layout().difference(&result.layout()), Ok(None), "{}", case["id"]);
        assert_eq!(a.layout().modes(), result.layout().modes(), "{}", case["id"]);
    }
}

#[test]
fn compositions_agree_with_the_vectors() {
    for case in vectors(&["composition", "composition_tiler"]) {
        let a = cute(&case["args"]["a"]).layout();
        let result = a.compose(&tiler(&case)).unwrap();
        compare(&case, &result);
        if case["op"] == "composition" {
            assert_eq!(lengths(&result), lengths(&cute(&case["args"]["b"]).layout()));
        }
    }
}

#[test]
fn complements_agree_with_the_vectors() {
    for case in vectors(&["complement"]) {
        let a = cute(&case["args"]["a"]).layout();
        let target = case["args"]["cotarget"].as_i64().unwrap();
        let result = a.complement(target).unwrap();
        compare(&case, &result);
        assert_eq!(lengths(&result), lengths(&cute(&case["result"]).layout()), "{}", case["id"]);
    }
}

#[test]
fn divisions_and_products_agree_with_the_vectors() {
    let operations: [(&str, Operation); 6] = [
        ("logical_divide", Layout::logical_divide),
        ("zipped_divide", Layout::zipped_divide),
        ("tiled_divide", Layout::tiled_divide),
        ("logical_product", Layout::logical_product),
        ("zipped_product", Layout::zipped_product),
        ("tiled_product", Layout::tiled_product),
    ];
    for (op, operation) in operations {
        for case in vectors(&[op]) {
            let result = operation(&cute(&case["args"]["a"]).layout(), &tiler(&case)).unwrap();
            compare(&case, &result);
            if !case["result"].is_null() {
                let expected = cute(&case["result"]).layout();
                assert_eq!(lengths(&result), lengths(&expected), "{}", case["id"]);
            }
        }
    }
}

#[test]
fn inverses_agree_with_the_vectors() {
    for case in vectors(&["right_inverse"]) {
        let result = cute(&case["args"]["a"]).layout().right_inverse().unwrap();
        compare(&case, &result);
        assert_eq!(lengths(&result), lengths(&cute(&case["result"]).layout()), "{}", case["id"]);
    }
    for case in vectors(&["left_inverse"]) {
        let a = cute(&case["args"]["a"]);
        let found = offsets(&a.layout().left_inverse().unwrap());
        let expected = cute(&case["result"]).values();
        // In the gaps, the reference continues its modes, and the core's inverse is not valid.
        let image = a.values();
        assert_eq!(found.len() as i64, a.cosize(), "{}", case["id"]);
        for (offset, index) in found.into_iter().enumerate() {
            let expected = image.contains(&(offset as i64)).then(|| expected[offset]);
            assert_eq!(index, expected, "{} at {offset}", case["id"]);
        }
    }
}

#[test]
fn swizzles_agree_with_the_vectors() {
    for case in vectors(&["swizzle", "swizzled_layout"]) {
        let args = &case["args"];
        let [bits, base, shift] = ["bits", "base", "shift"].map(|key| args[key].as_i64().unwrap());
        let swizzle = BitSwizzle::new(bits, base, shift).unwrap();
        let result = match args.get("a") {
            None => swizzle.layout(case["size"].as_i64().unwrap()).unwrap(),
            Some(a) => {
                let a = Cute { offset: args["offset"].as_i64().unwrap(), ..cute(a) };
                a.layout().swizzled(swizzle).unwrap()
            }
        };
        compare(&case, &result);
    }
}
