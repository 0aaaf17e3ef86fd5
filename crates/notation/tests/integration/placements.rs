//! Placements of TVM, CuTe and JAX against the facts of these libraries, and round trips of random texts.
//!
//! The facts are in `tests/vectors/placements.json`.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use expect_test::expect;
use layout::{AxisName, IndexSpace, LogicalIndex, Placement, Slot};
use layoutc_notation::{read_placement, write_placement};
use serde_json::Value;
use std::collections::BTreeSet;
use testkit::Random;
use testkit::vectors::{ints, section};

use crate::definitions::placed::{DefinedPlacement, PLACEMENT_GENERATORS};

/// The number of texts of each notation, unless the environment variable `LAYOUTC_PLACEMENTS` states another.
const TEXTS: u64 = 300;

/// Returns the cases of a section of the facts.
fn facts(name: &str) -> Vec<Value> {
    section("placements.json", name)
}

fn placed(text: &str) -> Placement {
    read_placement(text, None).unwrap_or_else(|fault| panic!("{text}: {fault}")).placement
}

/// Returns the slots of an index as coordinates on some axes. The placement uses no other axis.
fn slots_on(placement: &Placement, index: &[i64], axes: &[AxisName]) -> BTreeSet<Vec<i64>> {
    let own: Vec<&AxisName> = placement.axes().collect();
    assert!(own.iter().all(|axis| axes.contains(axis)), "{own:?}");
    let index = LogicalIndex::new(index.iter().copied()).unwrap();
    let slots = placement.slots_of(&index).unwrap().into_iter();
    let on = |slot: &Slot, axis: &AxisName| {
        own.iter().position(|it| *it == axis).map_or(0, |at| slot.coordinates[at])
    };
    slots.map(|slot| axes.iter().map(|axis| on(&slot, axis)).collect()).collect()
}

/// Checks that the text that is written is the same placement, and is written again.
fn check_written(text: &str, notation: &str) -> String {
    let placement = placed(text);
    let written = write_placement(notation, &placement, None);
    let written = written.unwrap_or_else(|witness| panic!("{text}: {witness}"));
    let again = placed(&written);
    assert_eq!(placement.difference(&again).unwrap(), None, "{text} {written}");
    assert_eq!(write_placement(notation, &again, None).as_ref(), Ok(&written));
    written
}

fn axis(name: &str) -> AxisName {
    AxisName::new(name).unwrap()
}

fn lengths_text(lengths: &[i64]) -> String {
    lengths.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}

#[test]
fn axe_agrees_with_tvm() {
    let mut rows = 0;
    let cases = facts("axe");
    for case in &cases {
        let lengths = ints(&case["shape"]);
        let body = case["text"].as_str().unwrap();
        let swizzle = &case["swizzle"];
        let composed = match swizzle.as_object() {
            None => body.to_owned(),
            Some(_) => format!(
                "ComposeLayout(SwizzleLayout({}, {}, {}), {body})",
                swizzle["per_element"], swizzle["swizzle_len"], swizzle["atom_len"]
            ),
        };
        let text = format!("axe:{composed}[{}]", lengths_text(&lengths));
        let placement = placed(&text);
        let axes: Vec<AxisName> =
            case["axes"].as_array().unwrap().iter().map(|it| axis(it.as_str().unwrap())).collect();
        let copies: Vec<(i64, i64, AxisName)> = case["replica"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| {
                (it[0].as_i64().unwrap(), it[1].as_i64().unwrap(), axis(it[2].as_str().unwrap()))
            })
            .collect();
        let mut all_axes = axes.clone();
        all_axes.extend(copies.iter().map(|(_, _, axis)| axis.clone()));
        all_axes.dedup();
        for row in case["rows"].as_array().unwrap() {
            let row = ints(row);
            let (index, at) = row.split_at(lengths.len());
            let mut expected = BTreeSet::new();
            for copy in IndexSpace::below(copies.iter().map(|(extent, _, _)| *extent)).iter() {
                let mut at: Vec<i64> = at.to_vec();
                at.resize(all_axes.len(), 0);
                for (number, (_, stride, on)) in copy.iter().zip(&copies) {
                    at[all_axes.iter().position(|axis| axis == on).unwrap()] += number * stride;
                }
                expected.insert(at);
            }
            assert_eq!(slots_on(&placement, index, &all_axes), expected, "{text} {index:?}");
            rows += 1;
        }
        for (axis, range) in placement.ranges().unwrap().unwrap() {
            let span = case["span"][axis.as_str()].as_i64();
            assert!(span.is_none_or(|span| span == range.max + 1), "{text} {axis} {range:?}");
        }
        check_written(&text, "axe");
        let canonical = case["canonical"].as_str();
        if let Some(canonical) = canonical {
            let other = placed(&format!("axe:{canonical}[{}]", lengths_text(&lengths)));
            assert_eq!(placement.difference(&other).unwrap(), None, "{text} {canonical}");
        }
    }
    eprintln!("axe: {} cases, {rows} rows", cases.len());
}

#[test]
fn thread_values_agree_with_cute() {
    let mut rows = 0;
    let cases = facts("cute");
    for case in &cases {
        let lengths = ints(&case["tile"]);
        let text = format!("tv:{}[{}]", case["tv"].as_str().unwrap(), lengths_text(&lengths));
        let placement = placed(&text);
        for row in case["rows"].as_array().unwrap() {
            let row = ints(row);
            let slots = slots_on(&placement, &row[2..], &[AxisName::LANE, AxisName::REGISTER]);
            assert!(slots.contains(&row[..2]), "{text} {row:?} {slots:?}");
            assert_eq!(slots.len() as i64, case["copies"].as_i64().unwrap(), "{text}");
            rows += 1;
        }
        for (axis, count) in [("lane", "threads"), ("register", "values")] {
            let ranges = placement.ranges().unwrap().unwrap();
            let range = ranges.iter().find(|(it, _)| it.as_str() == axis).unwrap().1;
            assert_eq!(range.extent(), case[count].as_i64(), "{text}");
        }
        for notation in ["tv", "axe"] {
            check_written(&text, notation);
        }
    }
    eprintln!("tv: {} cases, {rows} rows", cases.len());
}

/// Returns `[x=2,y=4] P('y',None)[16,32]` for axes and the names of each dim.
fn mesh_text(mesh: &Value, spec: &Value, lengths: &[i64]) -> String {
    let axes = mesh.as_array().unwrap().iter();
    let axes: Vec<String> =
        axes.map(|it| format!("{}={}", it[0].as_str().unwrap(), it[1])).collect();
    let names = |entry: &Value| match entry {
        Value::Null => "None".to_owned(),
        Value::String(name) => format!("'{name}'"),
        _ => {
            let names = entry.as_array().unwrap().iter();
            let names: Vec<String> =
                names.map(|name| format!("'{}'", name.as_str().unwrap())).collect();
            format!("({})", names.join(", "))
        }
    };
    let spec: Vec<String> = spec.as_array().unwrap().iter().map(names).collect();
    format!("mesh:[{}] P({})[{}]", axes.join(","), spec.join(", "), lengths_text(lengths))
}

#[test]
fn meshes_agree_with_jax() {
    let mut rows = 0;
    let cases = facts("mesh");
    for case in &cases {
        let lengths = ints(&case["shape"]);
        let text = mesh_text(&case["mesh"], &case["spec"], &lengths);
        let placement = placed(&text);
        let mesh = case["mesh"].as_array().unwrap();
        let mut axes: Vec<AxisName> = mesh.iter().map(|it| axis(it[0].as_str().unwrap())).collect();
        let sizes: Vec<i64> = mesh.iter().map(|it| it[1].as_i64().unwrap()).collect();
        axes.push(AxisName::MEMORY);
        let hlo = case["hlo"].as_str().unwrap();
        let hlo_text = format!("mesh:{hlo}[{}]", lengths_text(&lengths));
        let devices = (hlo != "{replicated}").then(|| placed(&hlo_text));
        for row in case["rows"].as_array().unwrap() {
            let row = ints(row);
            let mut device = row[0];
            let mut at: Vec<i64> = Vec::new();
            for size in sizes.iter().rev() {
                at.insert(0, device % size);
                device /= size;
            }
            let bounds: Vec<(i64, i64)> = row[1..].chunks(2).map(|it| (it[0], it[1])).collect();
            let shard = bounds.iter().map(|(begin, end)| end - begin);
            for (offset, inner) in (0..).zip(IndexSpace::below(shard).iter()) {
                let index: Vec<i64> =
                    inner.iter().zip(&bounds).map(|(at, (begin, _))| at + begin).collect();
                let mut slot = at.clone();
                slot.push(offset);
                assert!(slots_on(&placement, &index, &axes).contains(&slot), "{text} {index:?}");
                if let Some(devices) = &devices {
                    let slots = slots_on(devices, &index, &[AxisName::DEVICE, AxisName::MEMORY]);
                    assert!(slots.contains(&vec![row[0], offset]), "{hlo_text} {index:?}");
                }
                rows += 1;
            }
        }
        check_written(&text, "mesh");
        check_written(&text, "axe");
        if devices.is_some() {
            assert_eq!(check_written(&hlo_text, "mesh"), hlo_text);
        }
    }
    eprintln!("mesh: {} cases, {rows} slots", cases.len());
}

#[test]
fn reshards_move_between_devices() {
    for case in facts("reshard") {
        let lengths = ints(&case["shape"]);
        let [source, target] =
            ["source", "target"].map(|it| placed(&mesh_text(&case["mesh"], &case[it], &lengths)));
        let moves = source.moves_to(&target).unwrap();
        let is_on_device = |axis: &AxisName| !axis.is_memory();
        let between =
            moves.slots.iter().filter(|(axis, _)| axis.as_ref().is_some_and(is_on_device));
        let between: u128 = between.map(|(_, count)| count).sum();
        let id = &case["id"];
        assert_eq!(Some(between as i64), case["received_elements"].as_i64(), "{id} {moves:?}");
        assert_eq!(between > 0, case["class"] == "device", "{id}");
    }
}

/// Checks the slots of each index against the definition, with the numbers of parts as sets only.
fn agrees(defined: &DefinedPlacement, placement: &Placement, text: &str) {
    let lengths = placement.shape().static_lengths().unwrap();
    assert_eq!(lengths, defined.lengths, "{text}");
    let own: Vec<&AxisName> = placement.axes().collect();
    assert!(own.iter().all(|it| defined.axes.contains(&it.to_string())), "{text} {own:?}");
    let none = BTreeSet::new();
    for index in IndexSpace::below(lengths).iter() {
        let at = LogicalIndex::new(index.iter().copied()).unwrap();
        let slots = placement.slots_of(&at).unwrap().into_iter().map(|slot| {
            let on = |axis: &String| {
                let place = own.iter().position(|it| it.as_str() == axis);
                place.map_or(0, |at| slot.coordinates[at])
            };
            (slot.part, defined.axes.iter().map(on).collect())
        });
        let found: BTreeSet<(i64, Vec<i64>)> = slots.collect();
        let expected = defined.slots.get(&index).unwrap_or(&none);
        let families = |all: &BTreeSet<(i64, Vec<i64>)>| {
            let mut parts = std::collections::BTreeMap::<i64, BTreeSet<Vec<i64>>>::new();
            for (part, slot) in all {
                parts.entry(*part).or_default().insert(slot.clone());
            }
            parts.into_values().collect::<BTreeSet<_>>()
        };
        assert_eq!(families(&found), families(expected), "{text} {index:?}");
    }
}

#[test]
fn texts_denote_the_placement_of_their_definition() {
    let count = std::env::var("LAYOUTC_PLACEMENTS").map_or(TEXTS, |count| count.parse().unwrap());
    for (seed, (name, generate)) in (0..).zip(PLACEMENT_GENERATORS) {
        let mut random = Random::new(seed);
        let mut refused = 0;
        let mut others = std::collections::BTreeMap::<&str, u64>::new();
        for _ in 0..count {
            let defined = generate(&mut random);
            let text = &defined.text;
            let placement = placed(text);
            agrees(&defined, &placement, text);
            match write_placement(name, &placement, None) {
                Ok(written) => agrees(&defined, &placed(&written), &written),
                Err(witness) => {
                    eprintln!("{text}: {witness}");
                    refused += 1;
                }
            }
            for (other, _) in PLACEMENT_GENERATORS.iter().filter(|(other, _)| other != name) {
                match write_placement(other, &placement, None) {
                    Ok(written) => {
                        *others.entry(other).or_default() += 1;
                        let again = placed(&written);
                        assert_eq!(placement.difference(&again).unwrap(), None, "{text} {written}");
                    }
                    Err(witness) => {
                        let at = witness.at.as_ref().unwrap_or_else(|| panic!("{text}: {witness}"));
                        let inside =
                            at.iter().zip(&defined.lengths).all(|(at, length)| at < length);
                        assert!(inside && at.len() == defined.lengths.len(), "{text}: {witness}");
                    }
                }
            }
        }
        eprintln!("{name}: {count} texts, {refused} not written; as others: {others:?}");
        assert_eq!(refused, 0, "{name}");
    }
}

#[test]
fn faults_of_texts_are_at_their_part() {
    let texts = [
        "axe:S[(8,2):(4@lane)][8,2]",
        "axe:S[(8,2):(4@lane,1)][8,3]",
        "axe:S[(8,2):(4@lane,1)] + Q[2:1][8,2]",
        "axe:S[(8,0):(4@lane,1)][8]",
        "axe:ComposeLayout(2, 3, 2, S[(16):(1)])[16]",
        "ck_dist:R[2] H[[4,2]] P[[0:0, 1:2]] Y[]",
        "ck_dist:H[[4,2]] P[[1:0],[1:0]] Y[1:1]",
        "ck_dist:H[[4,2]] P[[2:0]] Y[1:1]",
        "ck_dist:H[[4,2]] P[[],[],[]] Y[1:1]",
        "tv:((4,8),2):((32,1),8)",
        "tv:(4,8,2):(32,1,8)[8]",
        "tv:(4,4):(1,2)[16]",
        "tv:(4,4):(1,4)[24]",
        "tv:(4,4):(1,6)[24]",
        "tv:(4,8):(1,4)[24]",
        "tv:((4,8,4),((2,2),(1,2))):((64,1,16),((32,8),(0,256)))[32,16]",
        "mesh:[x=2] P('y')[8]",
        "mesh:[x=2,x=4] P('x')[8]",
        "mesh:[x=2,m=4] P('x')[8]",
        "mesh:[x=2] P('x','x')[8,8]",
        "mesh:[x=2,y=2] P('x','y')[8]",
        "mesh:{replicated}[8,8]",
        "mesh:{devices=[2,4]<=[4,2]T(1,1)}[8,8]",
        "mesh:{devices=[2,4]<=[4]}[8,8]",
        "mesh:{devices=[2,2]0,1,3,2}[8,8]",
        "mesh:{devices=[2,2]<=[4] last_tile_dims={manual}}[8]",
    ];
    let lines = texts.map(|text| match read_placement(text, None) {
        Ok(_) => format!("{text}\n  is read\n"),
        Err(fault) => format!("{text}\n  {fault}\n"),
    });
    expect![[r#"
        axe:S[(8,2):(4@lane)][8,2]
          column 5: expected one stride for each of 2 extents, found 1
        axe:S[(8,2):(4@lane,1)][8,3]
          column 24: the extents 8 x 2 of the shard and the lengths 8 x 3 must have the same product
        axe:S[(8,2):(4@lane,1)] + Q[2:1][8,2]
          column 27: expected a replica such as `R[2:4@warp]` or an integer, found `Q`
        axe:S[(8,0):(4@lane,1)][8]
          column 10: a length must be at least 1, but is 0
        axe:ComposeLayout(2, 3, 2, S[(16):(1)])[16]
          column 19: the shift of a swizzle of 3 bits must be at least 3, but is 2
        ck_dist:R[2] H[[4,2]] P[[0:0, 1:2]] Y[]
          column 31: minor 2 must be below 2, the number of digits of dim 0 of H
        ck_dist:H[[4,2]] P[[1:0],[1:0]] Y[1:1]
          column 27: digit 1:0 is owned by `warp` and by `lane`; a digit of an index has one owner, or two slots would hold parts of it
        ck_dist:H[[4,2]] P[[2:0]] Y[1:1]
          column 21: major 2 must be below 2: 0 is R, and i + 1 is dim i of H
        ck_dist:H[[4,2]] P[[],[],[]] Y[1:1]
          column 18: expected at most 2 partition dims, the warp and the lane, found 3
        tv:((4,8),2):((32,1),8)
          column 24: expected the lengths of the tile, such as `[16,8]`, after the modes
        tv:(4,8,2):(32,1,8)[8]
          column 4: expected the modes of threads and of values, found 3 modes
        tv:(4,4):(1,2)[16]
          column 4: index [2] at position 2 has two slots that are no copies: strides of 1 to 2 already reach the positions below 4
        tv:(4,4):(1,4)[24]
          column 4: index [16] at position 16 has no slot, and 24 is no multiple of 16
        tv:(4,4):(1,6)[24]
          column 4: index [4] at position 4 has no slot, and 6 is no multiple of 4
        tv:(4,8):(1,4)[24]
          column 4: a stride of 4 along 8 values reaches position 28 and more, but the tile has 24 positions
        tv:((4,8,4),((2,2),(1,2))):((64,1,16),((32,8),(0,256)))[32,16]
          column 4: index [0, 1] at position 32 has two slots that are no copies: strides of 1 to 32 already reach the positions below 64
        mesh:[x=2] P('y')[8]
          column 15: unknown axis of the mesh `y`; did you mean `x`?
        mesh:[x=2,x=4] P('x')[8]
          column 11: the mesh has two axes `x`
        mesh:[x=2,m=4] P('x')[8]
          column 11: `m` is the offset in a shard, and no axis of devices
        mesh:[x=2] P('x','x')[8,8]
          column 19: axis `x` is named twice
        mesh:[x=2,y=2] P('x','y')[8]
          column 16: expected at most one entry for each of 1 dims, found 2
        mesh:{replicated}[8,8]
          column 6: `{replicated}` has no number of devices; write `{devices=[1,1,8]<=[8] last_tile_dim_replicate}` for 8 devices
        mesh:{devices=[2,4]<=[4,2]T(1,1)}[8,8]
          column 27: expected a permutation of the 2 dims of the devices, found [1, 1]
        mesh:{devices=[2,4]<=[4]}[8,8]
          column 15: the tiles 2 x 4 and the devices 4 must have the same product
        mesh:{devices=[2,2]0,1,3,2}[8,8]
          column 26: device 2 is no sum of digits: the devices before it determine 4
        mesh:{devices=[2,2]<=[4] last_tile_dims={manual}}[8]
          column 42: expected `replicated` or `unreduced`, found `manual`
    "#]].assert_eq(&lines.concat());
}

#[test]
fn placements_that_a_notation_lacks_have_an_index() {
    let texts = [
        ("axe:S[(8,2):(4@lane,1)] + 5@warp[8,2]", "tv"),
        ("axe:S[(8,2):(4@lane,1@warp)][8,2]", "tv"),
        ("axe:S[(8,2):(1@lane,0)][8,2]", "ck_dist"),
        ("axe:S[(8,2):(2@lane,1@register)][8,2]", "tv"),
        ("tv:(4,2):(1,8)[16]", "axe"),
        ("tv:(4,2):(1,8)[16]", "ck_dist"),
        ("mesh:[x=4] P('x')[10]", "axe"),
        ("mesh:[x=4,y=2] P('x',unreduced={'y'})[8]", "axe"),
        ("axe:S[(2,2,4):(1@x,2@x,1)][2,8]", "mesh"),
        ("axe:S[(2,2,4):(1@device,2@device,1)] + R[2:4@device][2,8]", "mesh"),
        ("tvm:[4,4] lambda i,j: (i, (i + j) % 4)", "axe"),
        ("cute:S<2,0,2> o (4,4):(4,1)", "axe"),
        ("torch:(4,4):(4,1)", "mesh"),
    ];
    let lines = texts.map(|(text, to)| match write_placement(to, &placed(text), None) {
        Ok(written) => format!("{text}\n  {written}\n"),
        Err(witness) => format!("{text}\n  {to}: {witness}, proof: {}\n", witness.is_proof),
    });
    expect![[r#"
        axe:S[(8,2):(4@lane,1)] + 5@warp[8,2]
          tv: index [0, 0]: its coordinate on `warp` is 5, but tv starts at 0, proof: true
        axe:S[(8,2):(4@lane,1@warp)][8,2]
          tv: index [0, 1]: it moves on `warp`, but tv has no such axis, proof: true
        axe:S[(8,2):(1@lane,0)][8,2]
          ck_dist: index [0, 1]: it shares a slot with another index, but ck_dist has one index a slot, proof: true
        axe:S[(8,2):(2@lane,1@register)][8,2]
          tv: index [1, 0]: a step is 2 on `lane`, but the steps before it end at 1: tv has one index for each coordinate, proof: false
        tv:(4,2):(1,8)[16]
          axe: index [4]: it has no slot, but every index of a notation has one, proof: true
        tv:(4,2):(1,8)[16]
          ck_dist:R[] H[[2,2,4]] P[[1:2]] Y[1:0]
        mesh:[x=4] P('x')[10]
          axe: index [1]: a digit of 3 values begins there, but the extents of axe divide the 10 indices, proof: false
        mesh:[x=4,y=2] P('x',unreduced={'y'})[8]
          axe: index [0]: its value is in parts, but axe has no partial values, proof: true
        axe:S[(2,2,4):(1@x,2@x,1)][2,8]
          mesh: index [0, 4]: axis `x` has several digits, but one in mesh, proof: false
        axe:S[(2,2,4):(1@device,2@device,1)] + R[2:4@device][2,8]
          mesh:{devices=[2,2,2]<=[2,2,2]T(2,1,0) last_tile_dim_replicate}[2,8]
        tvm:[4,4] lambda i,j: (i, (i + j) % 4)
          axe: index [1, 3]: its coordinate 4 on `m` is not a sum of digits times strides, proof: false
        cute:S<2,0,2> o (4,4):(4,1)
          axe:ComposeLayout(SwizzleLayout(0, 2, 2), S[(16):(1)])[4,4]
        torch:(4,4):(4,1)
          mesh:[] P(None,None)[4,4]
    "#]].assert_eq(&lines.concat());
}
