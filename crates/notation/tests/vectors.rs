//! Layouts of CuTe and format tags of oneDNN against the facts of these libraries.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layout::{Bits, ElemSize, Elems, IndexSpace, Layout, LogicalIndex};
use layoutc_notation::{read, write};
use serde_json::Value;
use testkit::vectors::{ints, section};

fn offset_of(layout: &Layout, index: &[i64]) -> i64 {
    let index = LogicalIndex::new(index.iter().copied()).unwrap();
    layout.offset_of(&index).unwrap().unwrap().get()
}

fn lengths_of(layout: &Layout) -> Vec<i64> {
    layout.shape().values().map(|len| len.get().unwrap()).collect()
}

/// Returns the offsets of all indices, with the first dim the fastest.
fn offsets(layout: &Layout) -> Vec<i64> {
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

/// Checks the offsets of a vector, which lists all of them or samples, and that the text is written again.
fn check(vector: &Value, text: &str) {
    let read = read(text, None).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let found = offsets(&read.layout);
    if vector["offsets"].is_array() {
        let expected = ints(&vector["offsets"]);
        assert_eq!(
            found[..expected.len().min(found.len())],
            expected[..found.len().min(expected.len())],
            "{text}"
        );
    }
    for sample in vector["samples"].as_array().into_iter().flatten() {
        let sample = ints(sample);
        assert_eq!(found[sample[0] as usize], sample[1], "{text} at {}", sample[0]);
    }
    write("cute", &read.layout, None).unwrap_or_else(|witness| panic!("{text}: {witness}"));
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
            // The results of operations are layouts, too.
            _ if vector["result"]["shape"].is_null() => continue,
            _ => check(&vector, &format!("cute:{}", layout_text(&vector["result"]))),
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
                assert_eq!(offset_of(&layout, index), *offset, "{text} at {index:?}");
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
