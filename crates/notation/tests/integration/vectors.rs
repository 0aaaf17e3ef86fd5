//! Layouts of CuTe and format tags of oneDNN against the facts of these libraries.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layout::{Bits, ElemSize, Elems, IndexSpace, Layout, LogicalIndex, MixedRadix};
use layoutc_notation::{read, write};
use serde_json::Value;
use testkit::vectors::{ints, section};

pub(crate) fn offset_of(layout: &Layout, index: &[i64]) -> Option<i64> {
    let index = LogicalIndex::new(index.iter().copied()).unwrap();
    layout.offset_of(&index).unwrap().map(Elems::get)
}

fn lengths_of(layout: &Layout) -> Vec<i64> {
    layout.shape().values().map(|len| len.get().unwrap()).collect()
}

/// Returns the offsets of all indices, with the first dim the fastest.
fn offsets(layout: &Layout) -> Vec<Option<i64>> {
    let reversed: Vec<i64> = lengths_of(layout).into_iter().rev().collect();
    let flipped = |mut index: Vec<i64>| {
        index.reverse();
        index
    };
    IndexSpace::below(reversed).iter().map(|index| offset_of(layout, &flipped(index))).collect()
}

/// Returns a nested list as a tuple of CuTe.
fn tuple(value: &Value) -> String {
    match value.as_array() {
        Some(parts) => format!("({})", parts.iter().map(tuple).collect::<Vec<_>>().join(",")),
        None => value.to_string(),
    }
}

fn layout_text(value: &Value) -> String {
    format!("{}:{}", tuple(&value["shape"]), tuple(&value["stride"]))
}

/// Returns the operation of a vector as an expression.
fn call_text(op: &str, args: &Value) -> String {
    let mut arguments = vec![layout_text(&args["a"])];
    if let Some(tiles) = args["tiler"].as_array() {
        let tiles: Vec<String> = tiles.iter().map(layout_text).collect();
        arguments.push(format!("<{}>", tiles.join(",")));
    } else if !args["b"].is_null() {
        arguments.push(layout_text(&args["b"]));
    }
    if !args["cotarget"].is_null() {
        arguments.push(args["cotarget"].to_string());
    }
    format!("{}({})", op.trim_end_matches("_tiler"), arguments.join(","))
}

/// Checks the offsets of a vector, which lists all of them or samples, and that the text is written again.
fn check(vector: &Value, text: &str) {
    let read = read(text, None).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let found = offsets(&read.layout);
    // A left inverse with gaps has no offset there.
    let agrees = |index: usize, expected: i64| {
        let found = found.get(index).copied().flatten();
        assert!(
            found.is_none_or(|found| found == expected),
            "{text} at {index}: {found:?}, not {expected}"
        );
    };
    let all = vector["offsets"].as_array().map(|_| ints(&vector["offsets"])).unwrap_or_default();
    all.iter().enumerate().for_each(|(index, &expected)| agrees(index, expected));
    for sample in vector["samples"].as_array().into_iter().flatten() {
        let sample = ints(sample);
        agrees(sample[0] as usize, sample[1]);
    }
    assert!(found.iter().any(Option::is_some), "{text}");
    if found.iter().all(Option::is_some)
        && read.layout.mixed_radix().is_ok_and(|radix| whole(&radix))
    {
        write("cute", &read.layout, None).unwrap_or_else(|witness| panic!("{text}: {witness}"));
    }
}

fn whole(radix: &MixedRadix) -> bool {
    (0..radix.dims.len()).all(|dim| radix.is_whole(dim))
}

#[test]
fn layouts_of_cute_have_their_offsets() {
    let mut count = 0;
    for vector in section("cute.json", "vectors") {
        let args = &vector["args"];
        let swizzle = format!("S<{},{},{}>", args["bits"], args["base"], args["shift"]);
        match vector["op"].as_str().unwrap() {
            "layout" => check(&vector, &format!("cute:{}", layout_text(&args["a"]))),
            "swizzle" => check(&vector, &format!("cute:{swizzle} o {}:1", vector["size"])),
            "swizzled_layout" => {
                let layout = layout_text(&args["a"]);
                check(&vector, &format!("cute:{swizzle} o {} o {layout}", args["offset"]));
            }
            // The modes inside a dim are not part of a layout.
            "coalesce_by_mode" => check(&vector, &format!("cute:{}", layout_text(&args["a"]))),
            op => {
                check(&vector, &format!("cute:{}", call_text(op, args)));
                if !vector["result"]["shape"].is_null() {
                    check(&vector, &format!("cute:{}", layout_text(&vector["result"])));
                }
            }
        }
        count += 1;
    }
    assert!(count > 300, "only {count} layouts");
}

#[test]
fn tags_of_onednn_have_their_offsets_and_sizes() {
    let elements = [("f32", 32), ("bf16", 16), ("s8", 8), ("s4", 4)];
    for case in section("blocked.json", "cases") {
        let dims: Vec<String> = ints(&case["dims"]).iter().map(i64::to_string).collect();
        for tag in [&case["tag"], &case["canonical"]] {
            let text = format!("onednn:{}[{}]", tag.as_str().unwrap(), dims.join(","));
            let layout = read(&text, None).unwrap_or_else(|fault| panic!("{text}: {fault}")).layout;
            for query in case["queries"].as_array().unwrap() {
                let query = ints(query);
                let (offset, index) = query.split_last().unwrap();
                assert_eq!(offset_of(&layout, index), Some(*offset), "{text} at {index:?}");
            }
            for entry in case["inverse"].as_array().unwrap() {
                let owners = layout.owners_of(Elems::new(entry[0].as_i64().unwrap())).unwrap();
                let expected = (!entry[1].is_null()).then(|| ints(&entry[1]));
                let found = owners.first.map(|index| index.values().copied().collect::<Vec<_>>());
                assert_eq!(found, expected, "{text} in slot {}", entry[0]);
            }
            for (name, bits) in elements {
                let elem = ElemSize::new(Bits::new(bits)).unwrap();
                let size = layout.clone().with_elem(elem).size_in_bytes().unwrap();
                assert_eq!(
                    size.get(),
                    case["byte_size"][name].as_i64().unwrap(),
                    "{text} of {name}"
                );
            }
            write("onednn", &layout, None).unwrap_or_else(|witness| panic!("{text}: {witness}"));
        }
    }
}
