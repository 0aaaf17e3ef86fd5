//! Tests of placements against enumeration of all indices, copies and parts.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::pipeline::{LayoutBuilder, LayoutFault};
use crate::space::{DimId, IndexSpace, LogicalIndex};
use crate::transform::*;
use expect_test::expect;
use testkit::Random;

fn axis(name: &str) -> AxisName {
    AxisName::new(name).unwrap()
}

/// By index: its slots as coordinates by axis, with the number of the part. Indices without a slot are absent.
type Slots = BTreeMap<Vec<i64>, BTreeSet<(i64, BTreeMap<AxisName, i64>)>>;

/// Returns all slots, from the layouts of the coordinates at each index, copy and part.
fn enumerated(placement: &Placement) -> Slots {
    let rank = placement.shape().len();
    let copies = rank + placement.copy_lengths().len();
    let lengths = placement.function().shape().static_lengths().unwrap();
    let mut slots = Slots::new();
    for whole in IndexSpace::below(lengths.clone()).iter() {
        let index = LogicalIndex::new(whole.iter().copied()).unwrap();
        let coordinates: Option<BTreeMap<AxisName, i64>> = placement
            .axes()
            .map(|axis| {
                let offset = placement.on(axis).unwrap().offset_of(&index).unwrap()?;
                Some((axis.clone(), offset.get()))
            })
            .collect();
        let Some(coordinates) = coordinates else { continue };
        let coordinates = coordinates.into_iter().filter(|(_, at)| *at != 0).collect();
        let parts = whole[copies..].iter().zip(&lengths[copies..]);
        let part = parts.fold(0, |part, (at, length)| part * length + at);
        slots.entry(whole[..rank].to_vec()).or_default().insert((part, coordinates));
    }
    slots
}

/// Returns a random placement of a few dozens of indices; an error if the dims do not fit.
fn random(random: &mut Random, powers: bool) -> Result<Placement, LayoutFault> {
    let lengths: &[i64] = if powers { &[1, 2, 2, 4] } else { &[1, 2, 3, 4, 6] };
    let names = ["m", "lane", "register", "warp", "x"];
    let rank = 1 + random.index(4);
    let memory: Vec<i64> = (0..rank).map(|_| lengths[random.index(lengths.len())]).collect();
    let strides: &[i64] = if powers { &[0, 1, 2, 4, 8] } else { &[-3, -1, 0, 1, 1, 2, 4, 6, 12] };
    let strides: Vec<i64> = (0..rank).map(|_| strides[random.index(strides.len())]).collect();
    let mut axes = MemoryAxes::new((0..rank).map(|_| axis(names[random.index(names.len())])));
    if random.index(3) == 0 {
        axes = axes.with_offset(axis(names[random.index(names.len())]), 1 + random.index(3) as i64);
    }
    let mut builder = LayoutBuilder::strided(&memory, &strides, 0)?;
    let mut dims = builder.base_dims().to_vec();
    for _ in 0..random.index(4) {
        transform(&mut builder, &mut dims, random)?;
    }
    let mut kinds: [Vec<DimId>; 3] = Default::default();
    for dim in dims {
        kinds[[0, 0, 0, 1, 1, 2][random.index(6)]].push(dim);
    }
    let ways = kinds[2].iter().map(|_| Combine::Add).collect();
    let copies = kinds[1].len();
    Placement::new(builder.finish(&kinds.concat())?, axes, copies, ways)
}

fn transform(
    builder: &mut LayoutBuilder,
    dims: &mut Vec<DimId>,
    random: &mut Random,
) -> Result<(), LayoutFault> {
    let Some(count) = Some(dims.len()).filter(|count| *count > 0) else { return Ok(()) };
    let first = dims.remove(random.index(count));
    let length = builder.length(first).get().unwrap();
    let results = match random.index(6) {
        0 => {
            let by = [2, 3].into_iter().find(|by| length % by == 0).unwrap_or(1);
            builder.apply(Unmerge { lengths: vec![length / by, by] }, &[first])?
        }
        1 if !dims.is_empty() => {
            let second = dims.remove(random.index(dims.len()));
            builder.apply(Merge, &[first, second])?
        }
        2 if !dims.is_empty() => {
            let second = dims.remove(random.index(dims.len()));
            builder.apply(Xor, &[first, second])?
        }
        3 => builder.apply(Pad { low: 0, high: 1 }, &[first])?,
        4 => builder.apply(Freeze { at: 0 }, &[first])?,
        _ => builder.apply(PassThrough, &[first])?,
    };
    dims.extend(results);
    Ok(())
}

/// Returns random placements that exist.
fn placements(seed: u64, count: usize, powers: bool) -> Vec<Placement> {
    let mut source = Random::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        found.extend(random(&mut source, powers));
    }
    found
}

#[test]
fn facts_agree_with_enumeration() {
    for placement in placements(1, 5000, false).iter().chain(&placements(2, 5000, true)) {
        let all = enumerated(placement);
        let mut owners: BTreeMap<&BTreeMap<AxisName, i64>, BTreeSet<&Vec<i64>>> = BTreeMap::new();
        let mut copies = BTreeSet::new();
        for (index, slots) in &all {
            let listed = placement.slots_of(&LogicalIndex::new(index.iter().copied()).unwrap());
            assert_eq!(listed.unwrap().len(), slots.len());
            let parts: BTreeSet<i64> = slots.iter().map(|(part, _)| *part).collect();
            for part in parts {
                copies.insert(slots.iter().filter(|(own, _)| *own == part).count() as u64);
            }
            for (_, slot) in slots {
                owners.entry(slot).or_default().insert(index);
            }
        }
        let uniform = copies.first().copied().filter(|_| copies.len() == 1);
        assert_eq!(placement.copies().unwrap(), uniform, "{placement:?}");
        let is_injective = owners.values().all(|owners| owners.len() == 1);
        assert_eq!(placement.is_injective().unwrap(), is_injective, "{placement:?}");
        let coverage = placement.coverage().unwrap();
        assert_eq!(coverage.map_or(0, |it| it.used), owners.len() as u128, "{placement:?}");
        for (slot, owners) in owners {
            let slot: Vec<(AxisName, i64)> = slot.iter().map(|(a, b)| (a.clone(), *b)).collect();
            let found = placement.owners_of(&slot).unwrap();
            assert_eq!(found.count, owners.len() as u64, "{slot:?} of {placement:?}");
            let first: Option<Vec<i64>> = found.first.map(|it| it.values().copied().collect());
            assert_eq!(first.as_ref(), owners.first().copied());
        }
    }
}

/// Returns the sets of slots of the parts of an index.
fn families(slots: &Slots, index: &[i64]) -> BTreeSet<BTreeSet<BTreeMap<AxisName, i64>>> {
    let mut parts: BTreeMap<i64, BTreeSet<_>> = BTreeMap::new();
    for (part, slot) in slots.get(index).into_iter().flatten() {
        parts.entry(*part).or_default().insert(slot.clone());
    }
    parts.into_values().collect()
}

#[test]
fn differences_and_moves_agree_with_enumeration() {
    let mut compared = 0;
    for powers in [false, true] {
        let all = placements(3, 3000, powers);
        let mut by_shape: BTreeMap<Vec<i64>, Vec<&Placement>> = BTreeMap::new();
        for placement in &all {
            let shape = placement.shape().static_lengths().unwrap();
            by_shape.entry(shape).or_default().push(placement);
        }
        for (shape, group) in by_shape {
            for pair in group.windows(2).take(150) {
                let [a, b] = [pair[0], pair[1]];
                compare(&shape, a, b);
                compare(&shape, a, a);
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}

fn compare(shape: &[i64], a: &Placement, b: &Placement) {
    let (slots, others) = (enumerated(a), enumerated(b));
    let indices: Vec<Vec<i64>> = IndexSpace::below(shape.to_vec()).iter().collect();
    let is_one_way = a.combined() == b.combined();
    let first = indices.iter().find(|at| families(&slots, at) != families(&others, at));
    let first = first.cloned().or_else(|| (!is_one_way).then(|| vec![0; shape.len()]));
    let found = a.difference(b).unwrap().map(|it| it.at.values().copied().collect::<Vec<_>>());
    if is_one_way {
        assert_eq!(found, first, "{a:?}\n{b:?}");
    }
    let mut counts: BTreeMap<Option<AxisName>, u128> = BTreeMap::new();
    let mut is_held = true;
    for index in &indices {
        let Some(targets) = others.get(index) else { continue };
        let Some(sources) = slots.get(index) else {
            is_held = false;
            continue;
        };
        for (part, target) in targets {
            let mut class = None;
            let parts: BTreeSet<i64> = sources.iter().map(|(part, _)| *part).collect();
            for own in parts.into_iter().filter(|_| *part == 0) {
                let sources = sources.iter().filter(|(part, _)| *part == own);
                let nearest = sources.map(|(_, source)| {
                    let axes: BTreeSet<&AxisName> = source.keys().chain(target.keys()).collect();
                    let mut outer = axes.into_iter().rev();
                    outer.find(|axis| source.get(axis) != target.get(axis)).cloned()
                });
                class = class.max(nearest.min().unwrap());
            }
            *counts.entry(class).or_default() += 1;
        }
    }
    match a.moves_to(b) {
        Ok(moves) => {
            assert!(is_held);
            assert_eq!(moves.slots, counts.into_iter().collect::<Vec<_>>(), "{a:?}\n{b:?}");
        }
        Err(error) => assert!(!is_held, "{error}"),
    }
}

/// Returns the bases of the accumulator of m16n8: rows of 8 lanes groups, two registers along a row, two rows apart.
fn accumulator() -> Vec<AxisBases> {
    let lane = vec![vec![0, 2], vec![0, 4], vec![1, 0], vec![2, 0], vec![4, 0]];
    let register = vec![vec![0, 1], vec![8, 0]];
    vec![
        AxisBases { axis: AxisName::REGISTER, bases: register },
        AxisBases { axis: AxisName::LANE, bases: lane },
    ]
}

#[test]
fn bases_make_a_placement() {
    let placement = Placement::of_bases(&[16, 8], &accumulator()).unwrap();
    let at = |i, j| {
        let index = LogicalIndex::new([i, j]).unwrap();
        let slots = placement.slots_of(&index).unwrap();
        slots.iter().map(|slot| format!("{:?}", slot.coordinates)).collect::<Vec<_>>().join(" ")
    };
    expect!["[0, 0] [3, 5]"].assert_eq(&format!("{} {}", at(0, 0), at(9, 3)));
    assert_eq!(placement.bases(), Some(accumulator()));
    let warps = AxisBases { axis: AxisName::WARP, bases: vec![vec![0, 0], vec![0, 0]] };
    let mut bases = accumulator();
    bases.push(warps);
    let copied = Placement::of_bases(&[16, 8], &bases).unwrap();
    assert_eq!(copied.copies(), Ok(Some(4)));
    assert_eq!(copied.bases(), Some(bases));
    let moves = placement.moves_to(&copied).unwrap();
    assert_eq!(moves.slots, [(None, 128), (Some(AxisName::WARP), 384)]);
    let back = copied.moves_to(&placement).unwrap();
    assert_eq!((back.class(), back.moved()), (None, 0));
}

#[test]
fn slots_of_bits_determine_bases() {
    let placement = Placement::of_bases(&[16, 8], &accumulator()).unwrap();
    let bases = accumulator();
    let axes: Vec<_> = bases.iter().map(|own| (own.axis.clone(), own.bases.len())).collect();
    let slot = |bit: u32| {
        let index = LogicalIndex::new([(1 << bit) % 16, (1 << bit) / 16]).unwrap();
        let slot = placement.slots_of(&index).unwrap().remove(0).coordinates;
        let own = slot.iter().zip(&axes).rev();
        own.fold(0, |bits, (part, (_, count))| bits << count | part.unsigned_abs())
    };
    let slots: Vec<(u64, u64)> = (0..7).map(|bit| (slot(bit), 1 << bit)).collect();
    assert_eq!(bases_of_slots(&axes, slots.iter().copied(), &[16, 8]), Some(bases));
    assert_eq!(bases_of_slots(&axes, slots[1..].iter().copied(), &[16, 8]), None);
    assert_eq!(bases_of_slots(&axes, slots, &[16, 7]), None);
}

#[test]
fn faults_of_bases_name_the_numbers() {
    let fault = |lengths: &[i64], axes: &[AxisBases]| {
        Placement::of_bases(lengths, axes).unwrap_err().message
    };
    let lane = |bases: Vec<Vec<i64>>| AxisBases { axis: AxisName::LANE, bases };
    expect![[r#"
        the length of dim 0 must be a power of two for a linear map over bits, but is 3
        a basis of `lane` has 2 components, but the index has 1
        basis [8] of `lane` is outside of dim 0, whose length is 8
        no slot holds index [2]
        axis `lane` has two lists of bases"#]]
    .assert_eq(
        &[
            fault(&[3], &[]),
            fault(&[8], &[lane(vec![vec![1, 1]])]),
            fault(&[8], &[lane(vec![vec![8]])]),
            fault(&[8], &[lane(vec![vec![1], vec![4]])]),
            fault(&[8], &[lane(vec![vec![1]]), lane(vec![vec![2]])]),
        ]
        .join("\n"),
    );
}

#[test]
fn random_bases_round_trip() {
    let mut random = Random::new(7);
    let mut found = 0;
    while found < 500 {
        let lengths: Vec<i64> = (0..1 + random.index(2)).map(|_| 1 << random.index(4)).collect();
        let axes: Vec<AxisBases> = [AxisName::REGISTER, AxisName::LANE, AxisName::WARP]
            .into_iter()
            .map(|axis| {
                let basis = |random: &mut Random| {
                    lengths.iter().map(|it| random.index(*it as usize) as i64).collect()
                };
                let count = 1 + random.index(3);
                AxisBases { axis, bases: (0..count).map(|_| basis(&mut random)).collect() }
            })
            .collect();
        let Ok(placement) = Placement::of_bases(&lengths, &axes) else { continue };
        found += 1;
        assert_eq!(placement.bases().as_ref(), Some(&axes));
        let all = enumerated(&placement);
        let bits: usize = axes.iter().map(|axis| axis.bases.len()).sum();
        assert_eq!(all.values().map(BTreeSet::len).sum::<usize>(), 1 << bits);
    }
}

#[test]
fn large_placements_are_decided() {
    // 2^20 x 2^20 indices over lanes, warps and memory, copied to 8 devices.
    let of = |strides: &[i64], axes: &[&str]| {
        let lengths = [1 << 20, 1 << 15, 32, 8];
        let builder = LayoutBuilder::strided(&lengths, strides, 0).unwrap();
        let mut builder = builder;
        let &[row, high, low, copy] = builder.base_dims() else { panic!() };
        let column = builder.apply(Merge, &[high, low]).unwrap()[0];
        let function = builder.finish(&[row, column, copy]).unwrap();
        let axes = MemoryAxes::new(axes.iter().map(|name| axis(name)));
        Placement::new(function, axes, 1, Vec::new()).unwrap()
    };
    let a = of(&[1 << 15, 1, 1, 1], &["m", "m", "lane", "device"]);
    let b = of(&[1 << 15, 1, 2, 1], &["m", "m", "lane", "device"]);
    assert_eq!(a.is_injective(), Ok(true));
    assert_eq!(a.coverage().unwrap().unwrap().used, 1 << 43);
    assert_eq!(a.difference(&a), Ok(None));
    let found = a.difference(&b).unwrap().unwrap();
    assert_eq!(found.at.values().copied().collect::<Vec<_>>(), [0, 1]);
    let moves = a.moves_to(&b).unwrap();
    assert_eq!(moves.class(), Some(&AxisName::LANE));
}

#[test]
fn moves_of_large_placements_are_counted_by_digits() {
    // 4 registers of 3 lanes, whose digit is next to that of the registers, or the slowest; the rest is in memory.
    let rest = 3i64.pow(20);
    let of = |is_slowest: bool| {
        let builder = LayoutBuilder::strided(&[rest, 3, 4, 2], &[1, 1, 1, 1], 0);
        let mut builder = builder.unwrap();
        let &[m, lane, register, warp] = builder.base_dims() else { panic!() };
        let digits = if is_slowest { [lane, m, register] } else { [m, lane, register] };
        let whole = builder.apply(Merge, &digits).unwrap()[0];
        let function = builder.finish(&[whole, warp]).unwrap();
        let axes = ["m", "lane", "register", "warp"].map(axis);
        Placement::new(function, MemoryAxes::new(axes), 1, Vec::new()).unwrap()
    };
    let (a, b) = (of(false), of(true));
    assert!(a.bits().is_none());
    let moves = a.moves_to(&b).unwrap();
    // The digits of an index must all be equal for it to stay: 3 of them, for 4 registers and 2 copies.
    let all = 2 * 12 * rest as u128;
    assert_eq!(moves.slots, [(None, 24), (Some(AxisName::MEMORY), all - 24)]);
}
