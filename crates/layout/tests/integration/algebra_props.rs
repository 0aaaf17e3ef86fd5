//! The algebra of layouts against CuTe's postconditions, which the tests check by brute force over random small layouts.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layoutc_layout::transform::{CyclicShift, Merge, Pad, Unmerge, Xor};
use layoutc_layout::{
    AlgebraFault, BitSwizzle, IndexSpace, Layout, LayoutBuilder, LogicalIndex, RadixDigit, Tiler,
};
use std::collections::{BTreeMap, BTreeSet};
use testkit::Random;

use crate::cute;
use cute::{Cute, all_offsets, lengths, offsets};

/// The number of random cases of each property.
const CASES: usize = 2000;

/// Returns a random layout of up to three top-level modes, with nested modes, of at most `most` indices. Half of them
/// have strides that nest in a random order, some with gaps; the others have any strides.
fn random_cute(random: &mut Random, most: i64) -> Cute {
    let mut lengths = Vec::new();
    let mut size = 1;
    for _ in 0..random.between(0, 4) {
        let length = random.between(1, 6);
        if size * length <= most {
            size *= length;
            lengths.push(length);
        }
    }
    let mut strides = vec![0; lengths.len()];
    if random.index(2) == 0 {
        let mut left: Vec<usize> = (0..lengths.len()).collect();
        let mut block = 1;
        while !left.is_empty() {
            let at = left.swap_remove(random.index(left.len()));
            block = match random.index(4) {
                0 => block * random.between(1, 3),
                1 => block + random.between(0, 2),
                _ => block,
            };
            strides[at] = block;
            block *= lengths[at];
        }
    } else {
        strides.iter_mut().for_each(|stride| *stride = random.between(0, 12));
    }
    let mut dims: Vec<Vec<(i64, i64)>> = vec![Vec::new()];
    for mode in lengths.into_iter().zip(strides) {
        if random.index(3) > 0 && !dims[dims.len() - 1].is_empty() {
            dims.push(Vec::new());
        }
        let last = dims.len() - 1;
        dims[last].push(mode);
    }
    Cute { dims, offset: 0 }
}

/// Returns an index in one dimension as an index of the logical dims.
fn in_one_dimension(at: &LogicalIndex, lengths: &[i64]) -> i64 {
    let mut weight = 1;
    let digits = at.values().zip(lengths).map(|(index, length)| {
        let digit = index * weight;
        weight *= length;
        digit
    });
    digits.sum()
}

fn sizes(cute: &Cute) -> Vec<i64> {
    cute.dims.iter().map(|modes| modes.iter().map(|mode| mode.0).product()).collect()
}

#[test]
fn composition_is_the_function_of_the_function() {
    let mut random = Random::new(1);
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..2 * CASES {
        let (a, b) = (random_cute(&mut random, 300), random_cute(&mut random, 60));
        let result = a.layout().compose(&Tiler::Whole(b.layout()));
        if b.cosize() <= a.size() {
            inside += 1;
            let result = result.unwrap();
            let expected: Vec<i64> = b.values().into_iter().map(|index| a.at(index)).collect();
            assert_eq!(all_offsets(&result), expected, "{a:?} {b:?}");
            assert_eq!(lengths(&result), sizes(&b), "{a:?} {b:?}");
        } else {
            outside += 1;
            let Err(AlgebraFault::Leaves { at, offset, size }) = result else {
                panic!("{a:?} {b:?}")
            };
            assert_eq!(b.at(in_one_dimension(&at, &sizes(&b))), offset, "{a:?} {b:?}");
            assert!(size == a.size() && offset >= size, "{a:?} {b:?}");
        }
    }
    assert!(inside > CASES / 2 && outside > CASES / 2, "{inside} {outside}");
}

#[test]
fn composition_by_mode_composes_each_mode() {
    let mut random = Random::new(2);
    let mut tested = 0;
    for _ in 0..CASES {
        let a = random_cute(&mut random, 300);
        let tiles: Vec<Cute> = (0..random.between(0, a.dims.len() as i64))
            .map(|_| random_cute(&mut random, 12))
            .collect();
        let fits = tiles.iter().zip(sizes(&a)).all(|(tile, size)| tile.cosize() <= size);
        let tiler = Tiler::ByMode(tiles.iter().map(|tile| Tiler::Whole(tile.layout())).collect());
        let result = a.layout().compose(&tiler);
        assert_eq!(result.is_ok(), fits, "{a:?} {tiles:?}");
        let Ok(result) = result else { continue };
        tested += 1;
        let mut expected = vec![0];
        for at in 0..a.dims.len() {
            let mode = a.mode(at);
            let own: Vec<i64> = match tiles.get(at) {
                Some(tile) => tile.values().into_iter().map(|index| mode.at(index)).collect(),
                None => mode.values(),
            };
            expected =
                own.iter().flat_map(|&own| expected.iter().map(move |it| it + own)).collect();
        }
        assert_eq!(all_offsets(&result), expected, "{a:?} {tiles:?}");
    }
    assert!(tested > CASES / 4, "{tested}");
}

#[test]
fn coalesced_layout_is_the_same_function_of_the_fewest_modes() {
    let mut random = Random::new(3);
    for _ in 0..CASES {
        let a = random_cute(&mut random, 300);
        let result = a.layout().coalesce().unwrap();
        assert_eq!(all_offsets(&result), a.values(), "{a:?}");
        // The modes of the result, one for each dim. Two adjacent modes can be joined if and only if the stride of the
        // second continues the first.
        let lengths = lengths(&result);
        let strides: Vec<i64> = result
            .linear()
            .unwrap()
            .strides
            .values()
            .map(|it| it.map_or(0, |it| it.get()))
            .collect();
        assert!(lengths == [1] || lengths.iter().all(|&length| length > 1), "{a:?}");
        for at in 1..lengths.len() {
            assert_ne!(strides[at], strides[at - 1] * lengths[at - 1], "{a:?}");
        }
        let filtered = a.layout().filter().unwrap();
        let image: BTreeSet<i64> = a.values().into_iter().collect();
        assert_eq!(all_offsets(&filtered).into_iter().collect::<BTreeSet<_>>(), image, "{a:?}");
    }
}

#[test]
fn complement_repeats_the_layout_without_collisions() {
    let mut random = Random::new(4);
    let (mut found, mut refused) = (0, 0);
    for _ in 0..CASES {
        let a = random_cute(&mut random, 60);
        let target = random.between(1, 200);
        let image: BTreeSet<i64> = a.values().into_iter().collect();
        match a.layout().complement(target) {
            Ok(result) => {
                found += 1;
                check_complement(&a, &image, target, &all_offsets(&result));
            }
            Err(AlgebraFault::Overlaps { at, offset, below, span }) => {
                refused += 1;
                let sizes = sizes(&a);
                assert_eq!(a.at(in_one_dimension(&at, &sizes)), offset, "{a:?}");
                assert!(0 < offset && offset < span, "{a:?}");
                assert!(a.at(in_one_dimension(&below, &sizes)) < span, "{a:?}");
                assert!(!nests(&a), "{a:?}");
            }
            Err(fault) => panic!("{a:?}: {fault}"),
        }
    }
    assert!(found > CASES / 2 && refused > CASES / 20, "{found} {refused}");
}

/// Returns `true` if the modes nest: each stride is at least the span of the modes with lesser strides.
fn nests(a: &Cute) -> bool {
    let mut modes: Vec<(i64, i64)> = a.modes().filter(|mode| mode.0 > 1 && mode.1 > 0).collect();
    modes.sort_by_key(|&(length, stride)| (stride, length));
    modes.windows(2).all(|pair| pair[1].1 >= pair[0].0 * pair[0].1)
}

fn check_complement(a: &Cute, image: &BTreeSet<i64>, target: i64, result: &[i64]) {
    // Ordered.
    assert_eq!(result[0], 0, "{a:?} {target}");
    assert!(result.windows(2).all(|pair| pair[0] < pair[1]), "{a:?} {target}");
    // Disjoint: no offset but 0 is in both images.
    assert!(result.iter().skip(1).all(|it| !image.contains(it)), "{a:?} {target}");
    // All sums differ.
    let sums: BTreeSet<i64> =
        image.iter().flat_map(|a| result.iter().map(move |r| a + r)).collect();
    assert_eq!(sums.len(), image.len() * result.len(), "{a:?} {target}");
    // The sums reach the target, and with fewer repetitions of the last mode they would not.
    let last = |sums: &BTreeSet<i64>| *sums.last().unwrap();
    assert!(last(&sums) + 1 >= target, "{a:?} {target}");
    assert!(result.len() as i64 >= target / (image.len() as i64) || !is_dense(&sums, target));
    let block =
        a.modes().map(|(length, stride)| if length > 1 { length * stride } else { 1 }).max();
    if result[result.len() - 1] >= block.unwrap_or(1).max(1) {
        let fewer = last(&sums) - block.unwrap_or(1).max(1);
        assert!(fewer + 1 < target, "{a:?} {target}");
    }
}

/// Returns `true` if all numbers below the target are sums.
fn is_dense(sums: &BTreeSet<i64>, target: i64) -> bool {
    (0..target).all(|it| sums.contains(&it))
}

#[test]
fn division_tiles_the_layout() {
    let mut random = Random::new(5);
    let (mut divided, mut partial, mut refused) = (0, 0, 0);
    for _ in 0..2 * CASES {
        let (a, b) = (random_cute(&mut random, 150), random_cute(&mut random, 24));
        let tiler = Tiler::Whole(b.layout());
        let size = a.size();
        let result = match a.layout().logical_divide(&tiler) {
            Ok(result) => result,
            Err(fault) => {
                refused += 1;
                check_refused_division(&a, &b, fault);
                continue;
            }
        };
        let complement = all_offsets(&b.layout().complement(size).unwrap());
        let tile = b.values();
        assert_eq!(lengths(&result), [b.size(), complement.len() as i64], "{a:?} {b:?}");
        let inside = |index: i64| (index < size).then(|| a.at(index));
        let sums = complement.iter().flat_map(|rest| tile.iter().map(move |tile| tile + rest));
        let expected: Vec<Option<i64>> = sums.map(inside).collect();
        assert_eq!(offsets(&result), expected, "{a:?} {b:?}");
        // The first mode is the composition, and every element is in some tile, in one tile if the tiles are injective.
        let composed: Vec<Option<i64>> = tile.iter().map(|&index| Some(a.at(index))).collect();
        assert_eq!(expected[..tile.len()], composed, "{a:?} {b:?}");
        let mut own: Vec<i64> = expected.iter().copied().flatten().collect();
        let mut all = a.values();
        own.sort_unstable();
        all.sort_unstable();
        if b.layout().is_injective().unwrap() {
            assert_eq!(own, all, "{a:?} {b:?}");
        }
        own.dedup();
        all.dedup();
        assert_eq!(own, all, "{a:?} {b:?}");
        partial += usize::from(expected.contains(&None));
        divided += 1;
        for other in [Layout::zipped_divide, Layout::tiled_divide] {
            assert_eq!(offsets(&other(&a.layout(), &tiler).unwrap()), expected, "{a:?} {b:?}");
        }
    }
    assert!(divided > CASES / 2 && partial > 100 && refused > 100, "{divided} {partial} {refused}");
}

fn check_refused_division(a: &Cute, b: &Cute, fault: AlgebraFault) {
    match fault {
        AlgebraFault::Leaves { .. } => assert!(b.cosize() > a.size(), "{a:?} {b:?}"),
        AlgebraFault::Overlaps { .. } => assert!(!nests(b), "{a:?} {b:?}"),
        AlgebraFault::Uncovered { at } => {
            let complement = all_offsets(&b.layout().complement(a.size()).unwrap());
            let sums =
                complement.iter().flat_map(|rest| b.values().into_iter().map(move |it| it + rest));
            assert!(at < a.size() && sums.into_iter().all(|sum| sum != at), "{a:?} {b:?} {at}");
        }
        fault => panic!("{a:?} {b:?}: {fault}"),
    }
}

#[test]
fn division_by_mode_divides_each_mode() {
    let mut random = Random::new(6);
    let mut tested = 0;
    for _ in 0..CASES {
        let a = random_cute(&mut random, 150);
        let tiles: Vec<Cute> = (0..random.between(0, a.dims.len() as i64))
            .map(|_| random_cute(&mut random, 6))
            .collect();
        let tiler = Tiler::ByMode(tiles.iter().map(|tile| Tiler::Whole(tile.layout())).collect());
        let layout = a.layout();
        let Ok(logical) = layout.logical_divide(&tiler) else { continue };
        tested += 1;
        // The offsets of the tile and of the rest of each mode; `None` beyond the end of the mode.
        let parts = |at: usize| {
            let (mode, size) = (a.mode(at), sizes(&a)[at]);
            let rest = all_offsets(&tiles[at].layout().complement(size).unwrap());
            (mode, size, tiles[at].values(), rest)
        };
        let mut expected: BTreeMap<Vec<i64>, Option<i64>> = BTreeMap::from([(Vec::new(), Some(0))]);
        for at in 0..a.dims.len() {
            let own: Vec<(Vec<i64>, Option<i64>)> = if at < tiles.len() {
                let (mode, size, tile, rest) = parts(at);
                let pairs = (0..).zip(&rest).flat_map(|(r, rest)| {
                    (0..).zip(&tile).map(move |(t, tile)| (vec![t, r], tile + rest))
                });
                pairs.map(|(at, sum)| (at, (sum < size).then(|| mode.at(sum)))).collect()
            } else {
                (0..)
                    .zip(a.mode(at).values())
                    .map(|(at, offset)| (vec![at], Some(offset)))
                    .collect()
            };
            expected = expected
                .iter()
                .flat_map(|(index, offset)| {
                    own.iter().map(move |(more, own)| {
                        ([&index[..], more].concat(), offset.zip(*own).map(|(a, b)| a + b))
                    })
                })
                .collect();
        }
        let sizes = |at: usize| (tiles[at].size(), parts(at).3.len() as i64);
        let whole = self::sizes(&a);
        // Logical: each dim is its tile and its rest. Zipped: all tiles, then all rests. Tiled: the rests are separate.
        for (index, offset) in expected {
            let (mut by_mode, mut tile, mut rest) = (Vec::new(), Vec::new(), Vec::new());
            let mut left = &index[..];
            for (at, &size) in whole.iter().enumerate() {
                if at < tiles.len() {
                    let (tile_size, rest_size) = sizes(at);
                    by_mode.push(left[0] + tile_size * left[1]);
                    tile.push((left[0], tile_size));
                    rest.push((left[1], rest_size));
                    left = &left[2..];
                } else {
                    by_mode.push(left[0]);
                    rest.push((left[0], size));
                    left = &left[1..];
                }
            }
            let tiled: Vec<i64> =
                std::iter::once(merged(&tile)).chain(rest.iter().map(|it| it.0)).collect();
            assert_eq!(value(&logical, &by_mode), offset, "{a:?} {tiles:?}");
            let zipped = layout.zipped_divide(&tiler).unwrap();
            assert_eq!(value(&zipped, &[merged(&tile), merged(&rest)]), offset, "{a:?} {tiles:?}");
            assert_eq!(
                value(&layout.tiled_divide(&tiler).unwrap(), &tiled),
                offset,
                "{a:?} {tiles:?}"
            );
            if random.index(8) > 0 {
                break;
            }
        }
    }
    assert!(tested > CASES / 8, "{tested}");
}

/// Returns the number with these digits, each with its length, the first the fastest.
fn merged(digits: &[(i64, i64)]) -> i64 {
    digits.iter().rev().fold(0, |number, &(digit, length)| number * length + digit)
}

fn value(layout: &Layout, index: &[i64]) -> Option<i64> {
    let index = LogicalIndex::new(index.iter().copied()).unwrap();
    layout.offset_of(&index).unwrap().map(|offset| offset.get())
}

#[test]
fn product_repeats_the_layout() {
    let mut random = Random::new(7);
    let mut found = 0;
    for _ in 0..CASES {
        let (a, b) = (random_cute(&mut random, 40), random_cute(&mut random, 12));
        let tiler = Tiler::Whole(b.layout());
        let result = match a.layout().logical_product(&tiler) {
            Ok(result) => result,
            Err(fault) => {
                assert!(
                    matches!(fault, AlgebraFault::Overlaps { .. }) && !nests(&a),
                    "{a:?}: {fault}"
                );
                continue;
            }
        };
        found += 1;
        assert_eq!(lengths(&result), [a.size(), b.size()], "{a:?} {b:?}");
        let offsets = all_offsets(&result);
        // Copy b is the layout, moved by A*(B(b)), where the last mode of A* goes on as far as B needs.
        let target = a.size() * b.cosize();
        let complement = a.layout().complement(target).unwrap();
        let modes: Vec<(i64, i64)> =
            complement.modes().unwrap().flat().iter().map(|it| (it.length, it.stride)).collect();
        let size = complement.shape().num_elements().unwrap().get();
        let complement = Cute::flat(&modes);
        for (copy, at) in offsets.chunks(usize::try_from(a.size()).unwrap()).zip(b.values()) {
            let by = copy[0];
            if at < size {
                assert_eq!(by, complement.at(at), "{a:?} {b:?}");
            }
            let moved: Vec<i64> = a.values().into_iter().map(|offset| offset + by).collect();
            assert_eq!(copy, moved, "{a:?} {b:?}");
        }
        // Copies at different places do not collide.
        let image: BTreeSet<i64> = a.values().into_iter().collect();
        let places: BTreeSet<i64> = b.values().into_iter().collect();
        let all: BTreeSet<i64> = offsets.iter().copied().collect();
        assert_eq!(all.len(), image.len() * places.len(), "{a:?} {b:?}");
        for other in [Layout::zipped_product, Layout::tiled_product] {
            assert_eq!(all_offsets(&other(&a.layout(), &tiler).unwrap()), offsets, "{a:?} {b:?}");
        }
    }
    assert!(found > CASES / 2, "{found}");
}

#[test]
fn right_inverse_holds_up_to_the_first_gap() {
    let mut random = Random::new(8);
    let mut long = 0;
    for _ in 0..2 * CASES {
        let a = random_cute(&mut random, 200);
        let result = all_offsets(&a.layout().right_inverse().unwrap());
        for (offset, &index) in result.iter().enumerate() {
            assert!((0..a.size()).contains(&index), "{a:?}");
            assert_eq!(a.at(index), offset as i64, "{a:?}");
        }
        let values = a.values();
        let image: BTreeSet<i64> = values.iter().copied().collect();
        if image.len() == values.len() {
            assert!(!image.contains(&(result.len() as i64)), "{a:?}");
            long += usize::from(result.len() > 1);
        }
    }
    assert!(long > CASES / 4, "{long}");
}

#[test]
fn left_inverse_recovers_every_index() {
    let mut random = Random::new(9);
    let (mut found, mut shared) = (0, 0);
    for _ in 0..2 * CASES {
        let a = Cute { offset: random.between(-1, 2).max(0), ..random_cute(&mut random, 200) };
        let values = a.values();
        let index_of: BTreeMap<i64, i64> = values.iter().copied().zip(0..).collect();
        match a.layout().left_inverse() {
            Ok(result) => {
                found += 1;
                let expected: Vec<Option<i64>> =
                    (0..a.cosize()).map(|offset| index_of.get(&offset).copied()).collect();
                assert_eq!(index_of.len(), values.len(), "{a:?}");
                assert_eq!(offsets(&result), expected, "{a:?}");
                assert!(!expected.contains(&None) || result.shape().len() == 1, "{a:?}");
            }
            Err(AlgebraFault::Shared { first, second, offset }) => {
                shared += 1;
                let sizes = sizes(&a);
                assert_ne!(first, second, "{a:?}");
                assert_eq!(a.at(in_one_dimension(&first, &sizes)), offset, "{a:?}");
                assert_eq!(a.at(in_one_dimension(&second, &sizes)), offset, "{a:?}");
            }
            Err(fault) => panic!("{a:?}: {fault}"),
        }
    }
    assert!(found > CASES / 2 && shared > CASES / 4, "{found} {shared}");
}

#[test]
fn swizzles_compose_and_have_inverses() {
    let mut random = Random::new(10);
    let (mut inverted, mut shared) = (0, 0);
    for _ in 0..CASES {
        let a = Cute { offset: random.between(-20, 20).max(0), ..random_cute(&mut random, 120) };
        let bits = random.between(0, 3);
        let shift = random.between(bits, 4) * if random.index(2) == 0 { 1 } else { -1 };
        let swizzle = BitSwizzle::new(bits, random.between(0, 3), shift).unwrap();
        let expected: Vec<i64> = a.values().into_iter().map(|it| swizzle.apply(it)).collect();
        let layout = a.layout().swizzled(swizzle).unwrap();
        assert_eq!(all_offsets(&layout), expected, "{a:?} {swizzle:?}");
        assert_eq!(layout.swizzled(swizzle).unwrap().difference(&a.layout()), Ok(None));
        let b = random_cute(&mut random, 20);
        if b.cosize() <= a.size() {
            let composed = layout.compose(&Tiler::Whole(b.layout())).unwrap();
            let expected: Vec<i64> = b
                .values()
                .into_iter()
                .map(|index| expected[usize::try_from(index).unwrap()])
                .collect();
            assert_eq!(all_offsets(&composed), expected, "{a:?} {b:?} {swizzle:?}");
        }
        let inverse = layout.left_inverse();
        shared += usize::from(matches!(inverse, Err(AlgebraFault::Shared { .. })));
        if let Ok(inverse) = inverse {
            inverted += 1;
            let found = offsets(&inverse);
            for (index, offset) in (0..).zip(expected) {
                assert_eq!(
                    found[usize::try_from(offset).unwrap()],
                    Some(index),
                    "{a:?} {swizzle:?}"
                );
            }
            assert_eq!(found.iter().flatten().count() as i64, a.size(), "{a:?} {swizzle:?}");
        }
    }
    assert!(inverted > CASES / 2 && inverted + shared == CASES, "{inverted} {shared}");
}

/// Checks the left inverse of a layout, or the two indices that share an offset. Returns `true` if there is an inverse.
fn check_left_inverse(layout: &Layout) -> bool {
    let lengths = lengths(layout);
    let mut index_of: BTreeMap<i64, i64> = BTreeMap::new();
    let mut count = 0;
    for index in IndexSpace::below(lengths.iter().copied()).iter() {
        if let Some(offset) = value(layout, &index) {
            let at = LogicalIndex::new(index).unwrap();
            index_of.insert(offset, in_one_dimension(&at, &lengths));
            count += 1;
        }
    }
    match layout.left_inverse() {
        Ok(inverse) => {
            assert_eq!(index_of.len(), count, "{layout:?}");
            let last = index_of.last_key_value().unwrap();
            let expected: Vec<Option<i64>> =
                (0..=*last.0).map(|offset| index_of.get(&offset).copied()).collect();
            assert_eq!(offsets(&inverse), expected, "{layout:?}");
            true
        }
        Err(AlgebraFault::Shared { first, second, offset }) => {
            assert!(index_of.len() < count && first != second, "{layout:?}");
            let at = |index: &LogicalIndex| layout.offset_of(index).unwrap().map(|it| it.get());
            assert_eq!((at(&first), at(&second)), (Some(offset), Some(offset)), "{layout:?}");
            false
        }
        Err(fault) => panic!("{layout:?}: {fault}"),
    }
}

#[test]
fn left_inverse_divides_by_strides_above_all_other_sums() {
    let mut random = Random::new(14);
    let mut found = 0;
    for _ in 0..CASES / 4 {
        // A pair of strides that are not nested, and strides above their sums.
        let unit = random.between(1, 3);
        let (a, b) = (random.between(2, 5), random.between(2, 5));
        let mut modes = vec![(random.between(2, b), unit * a), (random.between(2, a), unit * b)];
        for _ in 0..2 {
            let reach: i64 = modes.iter().map(|(length, stride)| (length - 1) * stride).sum();
            modes.push((random.between(2, 4), reach + random.between(1, 9)));
        }
        let order = random.permutation(modes.len());
        let modes: Vec<(i64, i64)> = order.into_iter().map(|at| modes[at]).collect();
        found += usize::from(check_left_inverse(&Cute::flat(&modes).layout()));
    }
    assert!(found > CASES / 16, "{found}");
    // The strides have no common divisor, and there are more sums than a list may have.
    let modes = [(2, 3), (50, 5001), (3, 2), (40, 101)];
    let large = Cute::flat(&modes);
    let inverse = large.layout().left_inverse().unwrap();
    for index in 0..large.size() {
        let slot = LogicalIndex::new([large.at(index)]).unwrap();
        assert_eq!(inverse.offset_of(&slot).unwrap().map(|it| it.get()), Some(index));
    }
    for gap in [1, 6, 8, 100, 4100, 5000] {
        let slot = LogicalIndex::new([gap]).unwrap();
        assert_eq!(inverse.offset_of(&slot), Ok(None));
    }
}

#[test]
fn every_injective_layout_has_a_left_inverse() {
    let mut random = Random::new(12);
    let mut found = 0;
    for _ in 0..CASES / 2 {
        let modes: Vec<(i64, i64)> = (0..random.between(1, 4))
            .map(|_| (random.between(1, 4), random.between(1, 24)))
            .collect();
        let a = Cute { offset: random.between(-5, 5).max(0), ..Cute::flat(&modes) };
        found += usize::from(check_left_inverse(&a.layout()));
    }
    assert!(found > CASES / 8, "{found}");
    // Indices without a slot, and exclusive ors of digits of other lengths.
    let mut found = 0;
    for _ in 0..CASES / 8 {
        let lengths = [random.between(1, 6), random.between(1, 6)];
        let strides = [random.between(1, 9), random.between(1, 9)];
        let mut builder = LayoutBuilder::strided(&lengths, &strides, 0).unwrap();
        let dims = builder.base_dims().to_vec();
        let low = random.between(0, 2);
        let padded = builder.apply(Pad { low, high: random.between(0, 2) }, &dims[..1]).unwrap();
        let pair = [padded[0], dims[1]];
        let mixed = match random.one_in(2) && lengths[1].count_ones() == 1 {
            true => builder.apply(Xor, &pair).unwrap(),
            false => pair.to_vec(),
        };
        let upper = match random.one_in(2) {
            true => builder.apply(Merge, &mixed).unwrap(),
            false => mixed,
        };
        let layout = builder.finish(&upper).unwrap();
        if offsets(&layout).iter().all(Option::is_none) {
            continue;
        }
        found += usize::from(check_left_inverse(&layout));
    }
    assert!(found > CASES / 32, "{found}");
}

#[test]
fn coprime_strides_are_inverted_at_any_length() {
    let (a, b) = (1_000_003, 999_983);
    let modes = [(b, a), (a - 7, b), (1 << 10, 1 << 42)];
    let layout = Cute::flat(&modes).layout();
    let inverse = layout.left_inverse().unwrap();
    let mut random = Random::new(13);
    for _ in 0..200 {
        let at = modes.map(|(length, _)| random.between(0, length - 1));
        let offset = value(&layout, &at).unwrap();
        let one = at[0] + b * (at[1] + (a - 7) * at[2]);
        assert_eq!(value(&inverse, &[offset]), Some(one), "{at:?}");
    }
    assert_eq!(value(&inverse, &[1]), None);
}

#[test]
fn large_layouts_are_composed_and_inverted() {
    let half = 1 << 20;
    let rows = Cute::flat(&[(half, half), (half, 1)]).layout();
    let swizzle = BitSwizzle::new(5, 3, 20).unwrap();
    let swizzled = rows.swizzled(swizzle).unwrap();
    assert_eq!(swizzled.swizzled(swizzle).unwrap().difference(&rows), Ok(None));
    let inverse = swizzled.left_inverse().unwrap();
    let identity = inverse.compose(&Tiler::Whole(swizzled.clone())).unwrap();
    let whole = [RadixDigit { length: half * half, stride: 1 }];
    assert_eq!(identity.modes().unwrap().flat(), whole);
    assert_eq!(swizzled.right_inverse().unwrap().difference(&inverse), Ok(None));
    let tile = Tiler::Whole(Cute::flat(&[(64, half)]).layout());
    let divided = swizzled.logical_divide(&tile).unwrap();
    assert_eq!(value(&divided, &[1, 0]), Some(swizzle.apply(1)));
    // A random linear map of 24 bits, by additions of one bit to another.
    let mut random = Random::new(11);
    let mut builder = LayoutBuilder::packed(&[1 << 24]).unwrap();
    let memory = builder.base_dims().to_vec();
    let mut bits = builder.apply(Unmerge { lengths: vec![2; 24] }, &memory).unwrap();
    for _ in 0..288 {
        let (from, to) = (random.index(24), random.index(24));
        if from != to {
            let upper = builder.apply(Xor, &[bits[from], bits[to]]).unwrap();
            (bits[from], bits[to]) = (upper[0], upper[1]);
        }
    }
    bits[21] = builder.apply(CyclicShift { by: 1 }, &[bits[21]]).unwrap()[0];
    let whole = builder.apply(Merge, &bits).unwrap();
    let layout = builder.finish(&whole).unwrap();
    let identity = layout.left_inverse().unwrap().compose(&Tiler::Whole(layout)).unwrap();
    assert_eq!(identity.modes().unwrap().flat(), [RadixDigit { length: 1 << 24, stride: 1 }]);
}
