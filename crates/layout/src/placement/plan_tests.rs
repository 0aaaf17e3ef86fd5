//! Tests of plans: each is executed on all slots.

use super::*;
use crate::space::{Bits, ElemSize, IndexSpace, LogicalIndex};
use expect_test::expect;
use std::collections::BTreeMap;
use testkit::Random;

fn elem(bits: i64) -> ElemSize {
    ElemSize::new(Bits::new(bits)).unwrap()
}

/// Returns all slots of a placement over bits with the number of their index, by the axes.
fn holders(placement: &Placement, axes: &[AxisName]) -> BTreeMap<Vec<i64>, i64> {
    let lengths = placement.shape().static_lengths().unwrap();
    let own: Vec<&AxisName> = placement.axes().collect();
    let mut holders = BTreeMap::new();
    for (number, index) in (0..).zip(IndexSpace::below(lengths).iter()) {
        for slot in placement.slots_of(&LogicalIndex::new(index).unwrap()).unwrap() {
            let place = |axis| own.iter().position(|known| *known == axis);
            let at = axes.iter().map(|axis| place(axis).map_or(0, |at| slot.coordinates[at]));
            holders.insert(at.collect(), number);
        }
    }
    holders
}

/// Executes a plan of shuffles, and compares each slot of the target.
fn check_shuffles(source: &Placement, target: &Placement, plan: &ShufflePlan) {
    let axes = [AxisName::REGISTER, AxisName::LANE, AxisName::WARP];
    let from = holders(source, &axes);
    let to = holders(target, &axes);
    let warps = to.keys().map(|slot| slot[2] + 1).max().unwrap() as u64;
    let threads = plan.lanes * warps;
    let lane = |thread: u64| (thread % plan.lanes) as i64;
    let warp = |thread: u64| (thread / plan.lanes) as i64;
    let mut values = Vec::new();
    for thread in 0..threads {
        for register in 0..plan.registers[0] {
            let slot = vec![register as i64, lane(thread), warp(thread)];
            values.push(from.get(&slot).copied().unwrap_or(-1));
        }
    }
    let results = plan.execute(&values);
    for thread in 0..threads {
        for register in 0..plan.registers[1] {
            let slot = vec![register as i64, lane(thread), warp(thread)];
            let at = (thread * plan.registers[1] + register) as usize;
            if let Some(expected) = to.get(&slot) {
                assert_eq!(results[at], *expected, "{slot:?} {plan:?}");
            }
        }
    }
}

/// Returns random bases of the axes, with a slot for each index.
fn random_placement(random: &mut Random, lengths: &[i64], bits: [usize; 3]) -> Option<Placement> {
    let names = [AxisName::REGISTER, AxisName::LANE, AxisName::WARP];
    let axes: Vec<AxisBases> = names
        .into_iter()
        .zip(bits)
        .map(|(axis, count)| {
            let mut basis = || lengths.iter().map(|it| random.index(*it as usize) as i64).collect();
            AxisBases { axis, bases: (0..count).map(|_| basis()).collect() }
        })
        .collect();
    Placement::of_bases(lengths, &axes).ok()
}

/// Returns a placement with the bases of the warps, and sums of those of the lanes and the registers.
fn mixed(
    random: &mut Random,
    of: &Placement,
    lengths: &[i64],
    bits: [usize; 2],
) -> Option<Placement> {
    let bases = of.bases()?;
    let inner: Vec<&Vec<i64>> = bases[..2].iter().flat_map(|axis| &axis.bases).collect();
    let mut sum = || {
        let mut index = vec![0; lengths.len()];
        for basis in &inner {
            if random.one_in(2) {
                index.iter_mut().zip(*basis).for_each(|(a, b)| *a ^= b);
            }
        }
        index
    };
    let mut axes: Vec<AxisBases> = [AxisName::REGISTER, AxisName::LANE]
        .into_iter()
        .zip(bits)
        .map(|(axis, count)| AxisBases { axis, bases: (0..count).map(|_| sum()).collect() })
        .collect();
    axes.extend(bases.get(2).cloned());
    Placement::of_bases(lengths, &axes).ok()
}

#[test]
fn shuffles_move_every_value() {
    let mut random = Random::new(11);
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut extended = 0;
    for _ in 0..3000 {
        let lengths = [1 << (1 + random.index(3)), 1 << random.index(4)];
        let bits = [random.index(4), 1 + random.index(4), random.index(2)];
        let Some(source) = random_placement(&mut random, &lengths, bits) else { continue };
        let bits = [random.index(4), random.index(5)];
        let Some(target) = mixed(&mut random, &source, &lengths, bits) else { continue };
        let moves = source.moves_to(&target).unwrap();
        if moves.class().is_some_and(|class| *class > AxisName::LANE) {
            continue;
        }
        let kind = match source.plan_to(&target, &moves, Some(elem(32))).unwrap() {
            MovePlan::Nothing => "nothing",
            MovePlan::Registers(plan) => {
                assert_eq!(moves.class(), Some(&AxisName::REGISTER));
                check_shuffles(&source, &target, &plan);
                "registers"
            }
            MovePlan::Shuffles(plan) => {
                extended += usize::from(plan.shuffles() as u64 > plan.registers[1]);
                check_shuffles(&source, &target, &plan);
                "shuffles"
            }
            other => panic!("{other:?}\n{source:?}\n{target:?}"),
        };
        *kinds.entry(kind).or_default() += 1;
    }
    assert!(kinds["shuffles"] > 500 && kinds["registers"] > 20, "{kinds:?}");
    // Few plans need more rounds than the target has registers.
    assert!(4 * extended < kinds["shuffles"], "{extended} of {kinds:?}");
}

#[test]
fn words_hold_rounds_of_one_lane() {
    let mut random = Random::new(3);
    let mut saved = 0;
    for _ in 0..300 {
        let lengths = [16, 8];
        let Some(source) = random_placement(&mut random, &lengths, [3, 4, 0]) else { continue };
        let Some(target) = mixed(&mut random, &source, &lengths, [3, 4]) else { continue };
        let moves = source.moves_to(&target).unwrap();
        let Ok(MovePlan::Shuffles(plan)) = source.plan_to(&target, &moves, None) else { continue };
        assert_eq!(plan.words(32).len(), plan.shuffles());
        for bits in [4, 8, 16] {
            let words = plan.words(bits);
            let mut sent: Vec<usize> = words.concat();
            sent.sort_unstable();
            assert_eq!(sent.len(), plan.shuffles());
            assert!(sent.windows(2).all(|pair| pair[0] < pair[1]));
            for word in &words {
                assert!(word.len() as u64 * bits <= 32);
                assert!(word.iter().all(|at| plan.rounds[*at].lane == plan.rounds[word[0]].lane));
            }
            saved += sent.len() - words.len();
        }
    }
    assert!(saved > 100, "{saved}");
}

/// Returns the greatest number of words of one bank that the accesses of one phase of any thread touch.
fn conflicts(placement: &Placement, plan: &SharedPlan, access: SharedAccess, bytes: i64) -> usize {
    let axes = [AxisName::REGISTER, AxisName::LANE, AxisName::WARP];
    let slots = holders(placement, &axes);
    let memory = holders(&plan.layout, &[AxisName::MEMORY]);
    let offsets: BTreeMap<i64, i64> =
        memory.iter().map(|(slot, index)| (*index, slot[0])).collect();
    let lanes = slots.keys().map(|slot| slot[1] + 1).max().unwrap();
    let registers = slots.keys().map(|slot| slot[0] + 1).max().unwrap();
    let vector = access.vector as i64;
    let phase = (128 / (vector * bytes).max(4)).min(32);
    let mut worst = 0;
    for register in 0..registers {
        for first in (0..lanes).step_by(phase as usize) {
            // All elements of the vectors that hold this register.
            let mut words: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
            for lane in first..(first + phase).min(lanes) {
                let index = slots[&vec![register, lane, 0]];
                let start = offsets[&index] / vector * vector;
                for offset in start..start + vector {
                    let word = offset * bytes / 4;
                    for part in 0..(bytes / 4).max(1) {
                        let known = words.entry((word + part) % 32).or_default();
                        if !known.contains(&(word + part)) {
                            known.push(word + part);
                        }
                    }
                }
            }
            worst = worst.max(words.values().map(Vec::len).max().unwrap());
        }
    }
    worst
}

#[test]
fn shared_memory_has_no_conflicts() {
    let mut random = Random::new(5);
    let mut found = 0;
    while found < 150 {
        let lengths = [1 << (3 + random.index(3)), 1 << (3 + random.index(3))];
        let bits = [random.index(6), 5, random.index(3)];
        let Some(source) = random_placement(&mut random, &lengths, bits) else { continue };
        let Some(target) = random_placement(&mut random, &lengths, bits) else { continue };
        let bytes = 1 << random.index(4);
        let moves = source.moves_to(&target).unwrap();
        if moves.class() != Some(&AxisName::WARP) {
            continue;
        }
        let plan = source.plan_to(&target, &moves, Some(elem(8 * bytes))).unwrap();
        let MovePlan::Shared(plan) = plan else { panic!("{plan:?}") };
        found += 1;
        assert_eq!((plan.stores.degree, plan.loads.degree), (1, 1));
        assert_eq!(conflicts(&source, &plan, plan.stores, bytes), 1, "{plan:?}");
        assert_eq!(conflicts(&target, &plan, plan.loads, bytes), 1, "{plan:?}");
        let lengths = plan.layout.shape().static_lengths().unwrap();
        let size: i64 = lengths.iter().product();
        assert_eq!(plan.layout.coverage().unwrap().unwrap().used, size as u128);
    }
}

#[test]
fn transposed_tile_takes_a_swizzle_and_vectors_on_one_side() {
    let bases = |axis, bases: &[[i64; 2]]| AxisBases {
        axis,
        bases: bases.iter().map(|basis| basis.to_vec()).collect(),
    };
    let rows = [
        bases(AxisName::REGISTER, &[[0, 1], [0, 2]]),
        bases(AxisName::LANE, &[[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]]),
        bases(AxisName::WARP, &[[4, 0], [8, 0], [16, 0]]),
    ];
    let columns = rows.clone().map(|axis| AxisBases {
        bases: axis.bases.iter().map(|basis| vec![basis[1], basis[0]]).collect(),
        ..axis
    });
    let source = Placement::of_bases(&[32, 32], &rows).unwrap();
    let target = Placement::of_bases(&[32, 32], &columns).unwrap();
    let moves = source.moves_to(&target).unwrap();
    let plan = source.plan_to(&target, &moves, Some(elem(32))).unwrap();
    let MovePlan::Shared(plan) = plan else { panic!("{plan:?}") };
    expect![[r#"
        SharedAccess { vector: 4, count: 1, degree: 1 }
        SharedAccess { vector: 1, count: 4, degree: 1 }
        1024"#]]
    .assert_eq(&format!("{:?}\n{:?}\n{}", plan.stores, plan.loads, 1 << plan.bases.len()));
}
