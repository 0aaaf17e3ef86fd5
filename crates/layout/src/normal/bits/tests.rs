//! The normal form over bits, compared with evaluation, and maps with their inverses.

use super::*;
use crate::pipeline::{Layout, LayoutBuilder};
use crate::space::{DimId, LogicalIndex};
use crate::transform::*;
use testkit::Random;

fn offset(layout: &Layout, index: &[i64]) -> Option<i64> {
    let index = LogicalIndex::new(index.iter().copied()).unwrap();
    layout.offset_of(&index).unwrap().map(|offset| offset.get())
}

fn random_matrix(random: &mut Random, rows: usize, columns: usize) -> BitMatrix {
    let mask = (1u64 << columns) - 1;
    BitMatrix::new((0..rows).map(|_| random.bits() & mask).collect(), columns).unwrap()
}

#[test]
fn layout_of_a_matrix_is_its_map() {
    let mut random = Random::new(1);
    for _ in 0..300 {
        let (rows, columns) = (random.index(7), random.index(7));
        let matrix = random_matrix(&mut random, rows, columns);
        let constant = random.bits() & ((1 << rows) - 1);
        let layout = matrix.layout(constant).unwrap();
        for x in 0..1u64 << columns {
            let expected = matrix.apply(x) ^ constant;
            assert_eq!(offset(&layout, &[x.cast_signed()]), Some(expected.cast_signed()));
        }
        let form = layout.bit_form().unwrap();
        assert_eq!(form.rank(), Some(matrix.rank()));
        assert_eq!(form.is_injective(), Some(matrix.is_injective()), "{matrix:?}");
        let (found, ones) = form.affine_map().unwrap();
        assert!((0..1 << columns).all(|x| found.apply(x) ^ ones == matrix.apply(x) ^ constant));
    }
}

#[test]
fn inverse_layout_recovers_every_index() {
    let mut random = Random::new(2);
    let mut found = 0;
    for _ in 0..500 {
        let columns = random.index(6);
        let rows = columns + random.index(3);
        let matrix = random_matrix(&mut random, rows, columns);
        let constant = random.bits() & ((1 << rows) - 1);
        let Ok(inverse) = matrix.inverse_layout(constant) else {
            assert!(!matrix.is_injective());
            continue;
        };
        found += 1;
        for y in 0..1u64 << rows {
            let x = (0..1u64 << columns).find(|&x| matrix.apply(x) ^ constant == y);
            assert_eq!(offset(&inverse, &[y.cast_signed()]), x.map(u64::cast_signed), "{matrix:?}");
        }
    }
    assert!(found > 200, "{found}");
}

/// Returns a random layout of splits, merges, shifts and xors of packed memory, whose dims are its last ones.
fn random_layout(random: &mut Random) -> Option<Layout> {
    let lengths: Vec<i64> =
        (0..1 + random.index(3)).map(|_| random.choose(&[2, 3, 4, 6, 8, 12])).collect();
    let strides: Vec<i64> = lengths.iter().map(|_| random.between(-3, 9)).collect();
    let mut builder = LayoutBuilder::strided(&lengths, &strides, random.between(0, 5)).unwrap();
    let mut dims = builder.base_dims().to_vec();
    for _ in 0..random.index(7) {
        let at = random.index(dims.len());
        let dim = dims.remove(at);
        let length = builder.length(dim).get().unwrap();
        let (transform, mut lower): (Transform, _) = match random.index(6) {
            0 => (Unmerge { lengths: vec![length / 2, 2] }.into(), vec![dim]),
            1 => (Unmerge { lengths: vec![length / 3, 3] }.into(), vec![dim]),
            2 => (CyclicShift { by: random.between(0, 4) }.into(), vec![dim]),
            3 => (Modulo { modulus: length, length: 2 * length }.into(), vec![dim]),
            4 => (Merge.into(), vec![dim]),
            _ => (Xor.into(), vec![dim]),
        };
        if matches!(transform, Transform::Merge(_) | Transform::Xor(_)) && !dims.is_empty() {
            lower.push(dims.remove(random.index(dims.len())));
        }
        dims.extend(builder.apply(transform, &lower).ok()?);
    }
    let count: i64 = dims.iter().map(|&dim| builder.length(dim).get().unwrap()).product();
    (count <= 600).then(|| builder.finish(&dims).ok())?
}

#[test]
fn form_of_a_layout_is_its_function() {
    let mut random = Random::new(3);
    let (mut found, mut mixed, mut xored) = (0, 0, 0);
    while found < 1500 {
        let Some(layout) = random_layout(&mut random) else { continue };
        let Some(form) = layout.bit_form() else { continue };
        found += 1;
        mixed += usize::from(form.digits().next().is_some() && !form.bits.is_empty());
        xored += usize::from(form.parities().any(|(mask, _)| mask.count_ones() > 1));
        let lengths: Vec<i64> = layout.shape().values().map(|len| len.get().unwrap()).collect();
        let mut offsets = Vec::new();
        for index in crate::space::IndexSpace::below(lengths).iter() {
            assert_eq!(form.at(&index), offset(&layout, &index), "{layout:?}");
            offsets.push(form.at(&index));
        }
        let count = offsets.len();
        offsets.sort_unstable();
        offsets.dedup();
        if let Some(decided) = form.is_injective() {
            assert_eq!(decided, offsets.len() == count, "{layout:?}");
        }
    }
    assert!(mixed > 200 && xored > 50, "{mixed} {xored}");
}

#[test]
fn forms_decide_equality_and_find_the_first_difference() {
    let mut random = Random::new(4);
    let (mut found, mut equal) = (0, 0);
    let mut known: Vec<Layout> = Vec::new();
    while found < 3000 {
        let Some(layout) = random_layout(&mut random) else { continue };
        for other in &known {
            if other.shape() != layout.shape() {
                continue;
            }
            let Some(first) = layout.bitwise_difference(other) else { continue };
            found += 1;
            let lengths: Vec<i64> = layout.shape().values().map(|len| len.get().unwrap()).collect();
            let expected = crate::space::IndexSpace::below(lengths.iter().copied())
                .iter()
                .find(|index| offset(&layout, index) != offset(other, index));
            equal += usize::from(expected.is_none());
            assert_eq!(first, expected, "{layout:?} {other:?}");
        }
        known.push(layout);
        if known.len() > 60 {
            known.remove(0);
        }
    }
    assert!(equal > 20, "{equal}");
}

#[test]
fn large_maps_are_compared_and_inverted_exactly() {
    let mut random = Random::new(5);
    let matrix = loop {
        let matrix = random_matrix(&mut random, 40, 40);
        if matrix.is_injective() {
            break matrix;
        }
    };
    let layout = matrix.layout(5).unwrap();
    assert_eq!(layout.is_injective(), Ok(true));
    assert_eq!(layout.difference(&matrix.layout(5).unwrap()), Ok(None));
    let mut rows = matrix.rows().to_vec();
    rows[39] ^= 1 << 39;
    let other = BitMatrix::new(rows, 40).unwrap().layout(5).unwrap();
    let difference = layout.difference(&other).unwrap().unwrap();
    assert_eq!(difference.at.values().copied().collect::<Vec<_>>(), [1 << 39]);
    let inverse = matrix.inverse_layout(5).unwrap();
    for _ in 0..100 {
        let x = random.between(0, (1 << 40) - 1);
        let y = offset(&layout, &[x]).unwrap();
        assert_eq!(offset(&inverse, &[y]), Some(x));
    }
}

/// Returns a random layout of bits with exclusive ors and of odd digits between them, over dims of both.
fn random_mixed(random: &mut Random) -> Layout {
    let mut memory: Vec<i64> =
        (0..2 + random.index(5)).map(|_| random.choose(&[2, 2, 2, 2, 3, 5, 6])).collect();
    // Gaps above some digits.
    let gaps: Vec<i64> = memory.iter().map(|_| random.choose(&[1, 1, 1, 1, 2])).collect();
    let (mut strides, mut slots) = (Vec::new(), 1);
    for (length, gap) in memory.iter().zip(gaps) {
        strides.push(slots);
        slots *= length * if length % 2 == 0 { gap } else { 1 };
    }
    memory.reverse();
    strides.reverse();
    let mut builder = LayoutBuilder::strided(&memory, &strides, 0).unwrap();
    let mut dims = builder.base_dims().to_vec();
    for _ in 0..random.index(8) {
        let (a, b) = (random.index(dims.len()), random.index(dims.len()));
        if a != b && memory[a] == 2 && memory[b] == 2 {
            let upper = builder.apply(Xor, &[dims[a], dims[b]]).unwrap();
            (dims[a], dims[b]) = (upper[0], upper[1]);
        }
        if random.index(4) == 0 && memory[a] == 2 {
            dims[a] = builder.apply(CyclicShift { by: 1 }, &[dims[a]]).unwrap()[0];
        }
    }
    let mut left: Vec<DimId> =
        random.permutation(dims.len()).into_iter().map(|at| dims[at]).collect();
    let mut logical = Vec::new();
    while !left.is_empty() {
        let own: Vec<DimId> = left.drain(..1 + random.index(left.len().min(4))).collect();
        logical.push(if own.len() == 1 { own[0] } else { builder.apply(Merge, &own).unwrap()[0] });
    }
    builder.finish(&logical).unwrap()
}

fn is_small(layout: &Layout) -> bool {
    layout.offset_range().unwrap().is_some_and(|(_, high)| high.get() < 1 << 10)
}

#[test]
fn mixed_forms_are_inverted_at_every_offset() {
    let mut random = Random::new(6);
    let (mut found, mut mixed) = (0, 0);
    for _ in 0..600 {
        let layout = random_mixed(&mut random);
        let Some(form) = layout.bit_form_of_powers().filter(|_| is_small(&layout)) else {
            continue;
        };
        let Some(inverse) = form.inverse_layout() else { continue };
        found += 1;
        let xored = form.parities().any(|(mask, _)| mask.count_ones() > 1);
        mixed += usize::from(xored && form.digits().next().is_some());
        let lengths: Vec<i64> = layout.shape().values().map(|len| len.get().unwrap()).collect();
        let slots = inverse.shape().values().next().unwrap().get().unwrap();
        let mut expected = vec![None; usize::try_from(slots).unwrap()];
        for index in crate::space::IndexSpace::below(lengths.iter().copied()).iter() {
            let digits = index.iter().zip(&lengths).rev();
            let number = digits.fold(0, |number, (at, length)| number * length + at);
            let at = offset(&layout, &index).unwrap();
            expected[usize::try_from(at).unwrap()] = Some(number);
        }
        for (at, expected) in (0..).zip(&expected) {
            assert_eq!(offset(&inverse, &[at]), *expected, "{layout:?} at {at}");
        }
    }
    assert!(found > 400 && mixed > 100, "{found} {mixed}");
}
