//! Placements of Triton against the facts of TritonGPU.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use std::collections::BTreeSet;

use layout::{AxisBases, AxisName, Bits, ElemSize, IndexSpace, LogicalIndex, MovePlan, Placement};
use layoutc_notation::{read_placement, write_placement};
use serde_json::Value;
use testkit::Random;
use testkit::vectors::{ints, section};

/// Returns the coordinates of the slots of an index on some axes; 0 on those that the placement does not use.
fn slots(placement: &Placement, axes: &[String], index: &[i64]) -> BTreeSet<Vec<i64>> {
    let own: Vec<&str> = placement.axes().map(|axis| axis.as_str()).collect();
    assert!(own.iter().all(|axis| axes.iter().any(|known| known == axis)), "{own:?}");
    let at = LogicalIndex::new(index.iter().copied()).unwrap();
    let on = |coordinates: &[i64], axis: &str| {
        own.iter().position(|own| *own == axis).map_or(0, |place| coordinates[place])
    };
    let found = placement.slots_of(&at).unwrap();
    found.iter().map(|slot| axes.iter().map(|axis| on(&slot.coordinates, axis)).collect()).collect()
}

/// Returns the names of the axes of a vector.
fn axes_of(vector: &Value) -> Vec<String> {
    let axes = vector["axes"].as_array().unwrap().iter();
    axes.map(|axis| axis[0].as_str().unwrap().replace("offset", "m")).collect()
}

fn check(vector: &Value) {
    let lengths: Vec<String> = ints(&vector["shape"]).iter().map(i64::to_string).collect();
    let text = format!("triton:{}[{}]", vector["text"].as_str().unwrap(), lengths.join(","));
    let read = read_placement(&text, None).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let placement = read.placement;
    let axes = axes_of(vector);
    for row in vector["rows"].as_array().unwrap() {
        let row = ints(row);
        let (slot, index) = row.split_at(axes.len());
        let found = slots(&placement, &axes, index);
        assert!(
            found.contains(slot),
            "{text}: {slot:?} is not in {found:?}, the slots of {index:?}"
        );
        assert_eq!(found.len() as i64, vector["copies"].as_i64().unwrap(), "{text}: {index:?}");
    }
    assert_eq!(placement.is_injective(), Ok(true), "{text}");
    let written = write_placement("triton", &placement, None)
        .unwrap_or_else(|witness| panic!("{text}: {witness}"));
    let back = read_placement(&written, None).unwrap_or_else(|fault| panic!("{written}: {fault}"));
    assert!(placement.difference(&back.placement).unwrap().is_none(), "{text}: {written}");
}

#[test]
fn encodings_of_triton_have_their_slots() {
    let vectors = section("placements.json", "triton");
    vectors.iter().for_each(check);
    assert_eq!(vectors.len(), 80);
}

/// Returns a random permutation of the bits of a tensor on the axes of a distributed layout, with copies.
fn random_linear(random: &mut Random) -> (String, Vec<AxisBases>, Vec<i64>) {
    let bits: Vec<u32> = (0..1 + random.index(3)).map(|_| random.between(0, 4) as u32).collect();
    let zero = vec![0; bits.len()];
    let mut vectors: Vec<Vec<i64>> = Vec::new();
    for (dim, bits) in bits.iter().enumerate() {
        for bit in 0..*bits {
            let mut vector = zero.clone();
            vector[dim] = 1 << bit;
            vectors.push(vector);
        }
    }
    vectors.extend(std::iter::repeat_n(zero, random.index(4)));
    let names = ["register", "lane", "warp", "block"];
    let mut axes: Vec<AxisBases> = names
        .iter()
        .map(|name| AxisBases { axis: AxisName::new(name).unwrap(), bases: Vec::new() })
        .collect();
    for place in random.permutation(vectors.len()) {
        axes[random.index(4)].bases.push(vectors[place].clone());
    }
    let lists: Vec<String> =
        axes.iter().map(|axis| format!("{} = {:?}", axis.axis, axis.bases)).collect();
    let lengths: Vec<i64> = bits.iter().map(|bits| 1 << bits).collect();
    (format!("triton:#ttg.linear<{{{}}}>{lengths:?}", lists.join(", ")), axes, lengths)
}

#[test]
fn linear_layouts_are_written_as_they_are_read() {
    let mut random = Random::new(0x7472_6974);
    for _ in 0..300 {
        let (text, axes, lengths) = random_linear(&mut random);
        let placement = Placement::of_bases(&lengths, &axes).unwrap();
        let read = read_placement(&text, None).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert!(read.placement.difference(&placement).unwrap().is_none(), "{text}");
        let written = write_placement("triton", &placement, None)
            .unwrap_or_else(|witness| panic!("{text}: {witness}"));
        assert_eq!(written.replace(' ', ""), text.replace(' ', ""));
    }
}

/// Returns the bases of a linear vector, and the lengths of its indices.
fn linear_of(value: &Value) -> (Vec<AxisBases>, Vec<i64>) {
    let bases = value["bases"].as_array().unwrap().iter().map(|axis| AxisBases {
        axis: AxisName::new(axis[0].as_str().unwrap()).unwrap(),
        bases: axis[1].as_array().unwrap().iter().map(ints).collect(),
    });
    let lengths = value["out"].as_array().unwrap().iter().map(|dim| dim[1].as_i64().unwrap());
    (bases.collect(), lengths.collect())
}

/// Returns the sum, by exclusive or, of the vectors of the bits of some coordinates.
fn image(axes: &[AxisBases], coordinates: &[i64], rank: usize) -> Vec<i64> {
    let mut sum = vec![0; rank];
    for (axis, coordinate) in axes.iter().zip(coordinates) {
        for (bit, basis) in
            axis.bases.iter().enumerate().filter(|(bit, _)| coordinate >> bit & 1 == 1)
        {
            assert!(bit < 63);
            sum.iter_mut().zip(basis).for_each(|(sum, part)| *sum ^= part);
        }
    }
    sum
}

#[test]
fn inverses_of_linear_maps_are_slots() {
    let mut counts = [0; 4];
    for vector in &section("placements.json", "linear") {
        let (a, lengths) = linear_of(&vector["A"]);
        let placed = Placement::of_bases(&lengths, &a);
        let is_surjective = vector["facts"]["surjective"].as_bool().unwrap();
        assert_eq!(placed.is_ok(), is_surjective, "{}", vector["id"]);
        let Ok(placement) = placed else { continue };
        counts[0] += 1;
        let axes: Vec<String> = a.iter().map(|axis| axis.axis.to_string()).collect();
        for (count, name) in [(1, "invert"), (2, "pseudoinvert")] {
            if vector[name].is_null() {
                continue;
            }
            counts[count] += 1;
            let (inverse, _) = linear_of(&vector[name]);
            for index in IndexSpace::below(lengths.iter().copied()).iter() {
                let slot = image(&inverse, &index, axes.len());
                assert!(
                    slots(&placement, &axes, &index).contains(&slot),
                    "{} {name}",
                    vector["id"]
                );
            }
        }
        if vector["B_invert_and_compose_A"].is_null() {
            continue;
        }
        let (b, _) = linear_of(&vector["B"]);
        let Ok(other) = Placement::of_bases(&lengths, &b) else { continue };
        counts[3] += 1;
        let (composed, _) = linear_of(&vector["B_invert_and_compose_A"]);
        let sizes: Vec<i64> = a.iter().map(|axis| 1 << axis.bases.len()).collect();
        for slot in IndexSpace::below(sizes).iter() {
            let index = image(&a, &slot, lengths.len());
            let target = image(&composed, &slot, b.len());
            assert!(slots(&other, &axes, &index).contains(&target), "{}", vector["id"]);
        }
    }
    // Surjective maps, their inverses, some slot of each index, and compositions.
    assert_eq!(counts, [15, 8, 15, 15]);
}

#[test]
fn conversions_of_triton_have_their_classes() {
    let mut within_warps = 0;
    for vector in &section("placements.json", "conversions") {
        let lengths: Vec<String> = ints(&vector["shape"]).iter().map(i64::to_string).collect();
        let [source, target] = ["source", "target"].map(|end| {
            let text = format!("triton:{}[{}]", vector[end].as_str().unwrap(), lengths.join(","));
            read_placement(&text, None).unwrap_or_else(|fault| panic!("{text}: {fault}")).placement
        });
        let moves = source.moves_to(&target).unwrap();
        let class = moves.class().map_or("none", AxisName::as_str);
        assert_eq!(class, vector["class"].as_str().unwrap(), "{}", vector["id"]);
        for (name, count) in vector["slots"].as_object().unwrap() {
            let found = moves
                .slots
                .iter()
                .find(|(axis, _)| axis.as_ref().map_or("same", AxisName::as_str) == name.as_str());
            let found = found.map_or(0, |(_, count)| *count);
            assert_eq!(found, u128::from(count.as_u64().unwrap()), "{}: {name}", vector["id"]);
        }
        let plan = source.plan_to(&target, &moves, ElemSize::new(Bits::new(16))).unwrap();
        let is_shared = matches!(plan, MovePlan::Shared(_));
        assert_eq!(is_shared, class == "warp", "{}", vector["id"]);
        within_warps += usize::from(class == "lane" && vector["peer_uses"] == "shared");
    }
    // Triton sends these through shared memory, though no value leaves its warp.
    assert_eq!(within_warps, 4);
}
