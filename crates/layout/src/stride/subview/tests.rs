//! Comparison of subview maps with the addresses of actual elements, which the tests compute independently.

use super::*;
use crate::space::{DimsOrder, IndexSpace};
use crate::stride::constraint::Scaled;
use proptest::prelude::*;

/// A tensor as a list of element addresses, in row-major order of the index.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tensor {
    lens: Vec<i64>,
    addresses: Vec<i64>,
}

impl Tensor {
    fn from_strides(lens: &[i64], strides: &[i64], offset: i64) -> Tensor {
        let space = IndexSpace::below(lens.iter().copied());
        let address = |index: Vec<i64>| {
            offset + index.iter().zip(strides).map(|(at, by)| at * by).sum::<i64>()
        };
        Tensor { lens: lens.to_vec(), addresses: space.iter().map(address).collect() }
    }

    fn at(&self, index: &[i64]) -> i64 {
        let row = index.iter().zip(&self.lens).fold(0, |row, (at, len)| row * len + at);
        self.addresses[usize::try_from(row).unwrap()]
    }

    /// Returns the elements at the indices to which `back` maps those of a part.
    fn part(&self, lens: &[i64], back: impl Fn(&[i64]) -> Vec<i64>) -> Tensor {
        let space = IndexSpace::below(lens.iter().copied());
        let addresses = space.iter().map(|index| self.at(&back(&index))).collect();
        Tensor { lens: lens.to_vec(), addresses }
    }

    /// Returns the part that a view selects, by the definitions of the views. Only a view of memory uses the orders.
    fn view(&self, map: &ViewMap, lens: &[i64], orders: Option<(DimsOrder, DimsOrder)>) -> Tensor {
        match map {
            ViewMap::Transpose(dims) => self.part(lens, |index| {
                let mut old = vec![0; index.len()];
                dims.iter().zip(index).for_each(|(&dim, &at)| old[dim] = at);
                old
            }),
            ViewMap::Reshape => Tensor { lens: lens.to_vec(), addresses: self.addresses.clone() },
            ViewMap::Memory => {
                // The element with the same number in memory order.
                let (before, after) = orders.unwrap();
                let numbered = |order: DimsOrder, lens: &[i64]| -> Vec<Vec<i64>> {
                    let dims: Vec<usize> = order.results().map(|dim| dim.index()).collect();
                    let space = IndexSpace::below(dims.iter().map(|&dim| lens[dim]));
                    let logical = |memory: Vec<i64>| {
                        let mut index = vec![0; dims.len()];
                        dims.iter().zip(memory).for_each(|(&dim, at)| index[dim] = at);
                        index
                    };
                    space.iter().map(logical).collect()
                };
                let (olds, news) = (numbered(before, &self.lens), numbered(after, lens));
                self.part(lens, |index| {
                    let number = news.iter().position(|new| new == index).unwrap();
                    olds[number].clone()
                })
            }
            ViewMap::Slice { dims, kept } => self.part(lens, |index| {
                let mut old: Vec<i64> = dims.iter().map(|cut| cut.begin).collect();
                kept.iter().zip(index).for_each(|(&dim, at)| old[dim] += at * dims[dim].step);
                old
            }),
        }
    }

    /// Returns the strides of the tensor, 0 for dims of length 1; `None` if no strides produce its addresses.
    fn strides(&self) -> Option<Vec<i64>> {
        let zero = vec![0; self.lens.len()];
        let stride = |dim: usize| {
            let mut index = zero.clone();
            index[dim] = 1;
            if self.lens[dim] > 1 { self.at(&index) - self.at(&zero) } else { 0 }
        };
        let strides: Vec<i64> = (0..self.lens.len()).map(stride).collect();
        (Tensor::from_strides(&self.lens, &strides, self.at(&zero)) == *self).then_some(strides)
    }
}

/// Draws a view of a tensor of these lengths, and the lengths of the part.
fn draw_view(lens: &[i64], kind: u8, seeds: &[u64]) -> (ViewMap, Vec<i64>) {
    let seed = |at: usize| seeds[at % seeds.len()];
    match kind {
        0 => {
            let mut dims: Vec<usize> = (0..lens.len()).collect();
            dims.sort_by_key(|&dim| (seed(dim), dim));
            let part = dims.iter().map(|&dim| lens[dim]).collect();
            (ViewMap::Transpose(dims), part)
        }
        1 => {
            let dims: Vec<SliceDim> =
                lens.iter().enumerate().map(|(at, &len)| draw_slice(len, seed(at))).collect();
            let drops = |at: usize| dims[at].len == 1 && seed(at) >> 40 & 1 == 0;
            let kept: Vec<usize> = (0..lens.len()).filter(|&at| !drops(at)).collect();
            let part = kept.iter().map(|&at| dims[at].len).collect();
            (ViewMap::Slice { dims, kept }, part)
        }
        _ => (ViewMap::Reshape, draw_factors(lens.iter().product(), seeds)),
    }
}

fn draw_slice(len: i64, seed: u64) -> SliceDim {
    let pick = |shift: u64, below: i64| i64::try_from(seed >> shift & 0xff).unwrap() % below;
    if pick(0, 3) == 0 {
        return SliceDim::whole(len);
    }
    let begin = pick(8, len);
    let step = 1 + pick(16, 3);
    let most = (len - 1 - begin) / step + 1;
    let len = 1 + pick(24, most);
    SliceDim { begin, step: if len == 1 { 1 } else { step }, len }
}

/// Splits a number into random factors, some of them 1.
fn draw_factors(mut number: i64, seeds: &[u64]) -> Vec<i64> {
    let mut factors = Vec::new();
    for seed in seeds.iter().take(3) {
        let divisors: Vec<i64> = (1..=number).filter(|by| number % by == 0).collect();
        let by = divisors[usize::try_from(*seed % 97).unwrap() % divisors.len()];
        factors.push(by);
        number /= by;
    }
    factors.push(number);
    factors
}

/// Draws strides of a buffer with gaps between some of its rows.
fn draw_strides(lens: &[i64], seeds: &[u64]) -> Vec<i64> {
    let mut strides = vec![0; lens.len()];
    let mut next = 1;
    for at in (0..lens.len()).rev() {
        let gap = i64::from(seeds[at % seeds.len()].is_multiple_of(3));
        strides[at] = next + gap;
        next = strides[at] * lens[at];
    }
    strides
}

fn value(of: Scaled, strides: &[i64]) -> i64 {
    of.times * strides[of.var]
}

fn hold(constraints: &[ContiguityConstraint], strides: &[i64]) -> bool {
    constraints.iter().all(|it| value(it.outer, strides) == value(it.inner, strides))
}

/// Returns the strides of a tensor in a buffer with these strides, 0 for dims of length 1.
fn strides_in(map: &SubviewMap, strides: &[i64]) -> Vec<i64> {
    map.dims().iter().map(|dim| dim.stride().map_or(0, |of| value(of, strides))).collect()
}

/// Returns the tensor that a map selects from a buffer with these strides.
fn tensor_in(map: &SubviewMap, strides: &[i64]) -> Tensor {
    let offset = map.offset().iter().map(|&of| value(of, strides)).sum();
    Tensor::from_strides(&map.lens(), &strides_in(map, strides), offset)
}

fn of_view(map: &ViewMap, whole: &[i64], part: &[i64]) -> (SubviewMap, Vec<ContiguityConstraint>) {
    SubviewMap::of_view(map, whole, part, None).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn maps_of_view_chains_match_element_addresses(
        lens in prop::collection::vec(1i64..5, 1..4),
        kinds in prop::collection::vec(0..3u8, 0..5),
        seeds in prop::collection::vec(any::<u64>(), 4),
    ) {
        let strides = draw_strides(&lens, &seeds);
        let (mut tensor, mut map) = (Tensor::from_strides(&lens, &strides, 0), SubviewMap::whole(&lens));
        let (mut contiguity, mut holds_all) = (Vec::new(), true);
        for (at, &kind) in kinds.iter().enumerate() {
            let seeds: Vec<u64> = seeds.iter().map(|seed| seed.rotate_left(8 * at as u32)).collect();
            let (view, part) = draw_view(&tensor.lens, kind, &seeds);
            let (own, constraints) = of_view(&view, &tensor.lens, &part);
            contiguity.extend(map.constraints_within(&constraints).unwrap());
            map = own.within(&map).unwrap();
            holds_all &= part.iter().product::<i64>() == tensor.lens.iter().product::<i64>();
            tensor = tensor.view(&view, &part, None);
            prop_assert_eq!(&map.lens(), &part);
        }
        if hold(&contiguity, &strides) {
            prop_assert_eq!(tensor_in(&map, &strides), tensor.clone());
        }
        // The inverse holds for any strides of dims of length 1.
        let own: Vec<i64> = strides_in(&map, &strides).into_iter().map(|stride| stride.max(1)).collect();
        match map.inverse(&lens, &contiguity) {
            Some((back, parts)) if hold(&contiguity, &strides) => {
                prop_assert!(hold(&parts, &own), "{parts:?} of {own:?}");
                prop_assert_eq!(tensor_in(&back, &own), Tensor::from_strides(&lens, &strides, 0));
            }
            Some(_) => {}
            None => prop_assert!(!holds_all || !contiguity.is_empty(), "{map:?}"),
        }
    }

    #[test]
    fn within_composes_two_maps(
        lens in prop::collection::vec(2i64..5, 1..4),
        kinds in prop::collection::vec(0..2u8, 2),
        seeds in prop::collection::vec(any::<u64>(), 4),
    ) {
        let strides = draw_strides(&lens, &seeds);
        let (outer_view, middle) = draw_view(&lens, kinds[0], &seeds);
        let rotated: Vec<u64> = seeds.iter().map(|seed| seed.rotate_left(16)).collect();
        let (inner_view, part) = draw_view(&middle, kinds[1], &rotated);
        let (outer, inner) = (of_view(&outer_view, &lens, &middle).0, of_view(&inner_view, &middle, &part).0);
        let both = inner.within(&outer).unwrap();
        let whole = Tensor::from_strides(&lens, &strides, 0);
        let wanted = whole.view(&outer_view, &middle, None).view(&inner_view, &part, None);
        prop_assert_eq!(tensor_in(&both, &strides), wanted);
        prop_assert!(both.is_same_memory(&both.within(&SubviewMap::whole(&lens)).unwrap()));
    }
}

/// Returns all lists of at most `most` lengths with this product. A list contains length 1 at most once.
fn factorizations(product: i64, most: usize) -> Vec<Vec<i64>> {
    if most == 0 {
        return if product == 1 { vec![Vec::new()] } else { Vec::new() };
    }
    let mut all = factorizations(product, most - 1);
    for last in (1..=product).filter(|by| product % by == 0) {
        for mut first in factorizations(product / last, most - 1) {
            first.push(last);
            if first.iter().filter(|&&len| len == 1).count() <= 1 && !all.contains(&first) {
                all.push(first);
            }
        }
    }
    all
}

/// Returns all orders of a rank.
fn orders(rank: usize) -> Vec<DimsOrder> {
    let all = IndexSpace::below(vec![rank as i64; rank]);
    let results = all.iter().map(|index| index.iter().map(|&dim| dim as usize).collect::<Vec<_>>());
    results.filter_map(|results| DimsOrder::from_results(&results).ok()).collect()
}

/// Compares a view with the elements for all strides of the whole up to a bound. The part must have strides if and only
/// if the contiguity constraints hold, and they must be those of the map.
fn constraints_are_exact(
    map: &ViewMap,
    whole: &[i64],
    part: &[i64],
    orders: Option<(DimsOrder, DimsOrder)>,
) -> usize {
    let (found, contiguity) = SubviewMap::of_view(map, whole, part, orders).unwrap();
    let mut held = 0;
    // The strides of dims of length 1 have no effect, and constraints never refer to them.
    let bound = |&len: &i64| if len == 1 { (1, 1) } else { (1, 13) };
    for strides in IndexSpace::new(whole.iter().map(bound)).iter() {
        let tensor = Tensor::from_strides(whole, &strides, 0).view(map, part, orders);
        let holds = hold(&contiguity, &strides);
        let case = || {
            format!(
                "{map:?} of {whole:?} {strides:?} as {part:?} {orders:?}: {found:?} {contiguity:?}"
            )
        };
        assert_eq!(tensor.strides().is_some(), holds, "{}", case());
        if holds {
            assert_eq!(tensor_in(&found, &strides), tensor, "{}", case());
            held += 1;
        }
    }
    held
}

#[test]
fn contiguity_constraints_are_necessary_and_sufficient() {
    let (mut views, mut held, mut constrained) = (0, 0, 0);
    for product in [6, 8, 12] {
        let all = factorizations(product, 3);
        for whole in &all {
            for part in &all {
                let (_, contiguity) = of_view(&ViewMap::Reshape, whole, part);
                constrained += usize::from(!contiguity.is_empty());
                held += constraints_are_exact(&ViewMap::Reshape, whole, part, None);
                views += 1;
            }
        }
    }
    assert_eq!((views, constrained), (749, 450));
    assert!(held > 40_000, "{held}");
}

#[test]
fn memory_views_reshape_physical_dims() {
    let mut views = 0;
    for (whole, part) in [([2, 3, 4], [4, 3, 2]), ([2, 2, 3], [3, 4, 1]), ([1, 4, 3], [2, 2, 3])] {
        for before in orders(3) {
            for after in orders(3) {
                constraints_are_exact(&ViewMap::Memory, &whole, &part, Some((before, after)));
                views += 1;
            }
        }
    }
    assert_eq!(views, 108);
}

#[test]
fn reshape_groups_dims_by_common_factors() {
    let (shuffled, contiguity) = of_view(&ViewMap::Reshape, &[1, 136, 28, 28], &[1, 4, 34, 28, 28]);
    assert!(contiguity.is_empty());
    let scaled = |var, times| Scaled { var, times };
    let strides: Vec<_> = shuffled.dims().iter().map(|dim| dim.stride()).collect();
    let wanted = [(1, 34), (1, 1), (2, 1), (3, 1)].map(|(var, times)| Some(scaled(var, times)));
    assert_eq!((strides[0], &strides[1..]), (None, &wanted[..]));
    let (flat, contiguity) = of_view(&ViewMap::Reshape, &[4, 6], &[8, 3]);
    assert_eq!(contiguity, [ContiguityConstraint { outer: scaled(0, 1), inner: scaled(1, 6) }]);
    assert_eq!(flat.dims()[0], DimBinding { root: Some(1), times: 3, len: 8 });
}

#[test]
fn dims_of_length_1_keep_their_root() {
    let roots = |map: &ViewMap, whole: &[i64], part: &[i64]| -> Vec<Option<usize>> {
        of_view(map, whole, part).0.dims().iter().map(|dim| dim.root).collect()
    };
    let dims = vec![SliceDim { begin: 2, step: 1, len: 1 }, SliceDim::whole(1), SliceDim::whole(5)];
    let slice = |kept: &[usize]| ViewMap::Slice { dims: dims.clone(), kept: kept.to_vec() };
    assert_eq!(roots(&slice(&[0, 1, 2]), &[4, 1, 5], &[1, 1, 5]), [Some(0), Some(1), Some(2)]);
    assert_eq!(roots(&slice(&[1, 2]), &[4, 1, 5], &[1, 5]), [Some(1), Some(2)]);
    assert_eq!(roots(&ViewMap::Reshape, &[1, 6], &[1, 6]), [Some(0), Some(1)]);
    assert_eq!(roots(&ViewMap::Reshape, &[1, 6], &[6, 1]), [Some(1), None]);
    let (map, _) = of_view(&slice(&[0, 1, 2]), &[4, 1, 5], &[1, 1, 5]);
    assert_eq!(map.offset(), [Scaled { var: 0, times: 2 }]);
}

#[test]
fn invalid_views_are_rejected() {
    let fault = |map: &ViewMap, whole: &[i64], part: &[i64]| {
        SubviewMap::of_view(map, whole, part, None).unwrap_err()
    };
    let counts = SubviewFault::Counts(24, 25);
    assert_eq!(fault(&ViewMap::Reshape, &[4, 6], &[5, 5]), counts);
    assert_eq!(counts.to_string(), "it changes the number of elements from 24 to 25");
    let outside = |map: ViewMap, part: &[i64]| {
        assert_eq!(fault(&map, &[4, 6], part), SubviewFault::Outside, "{map:?}");
    };
    outside(ViewMap::Transpose(vec![0, 2]), &[4, 6]);
    outside(ViewMap::Transpose(vec![0, 0]), &[4, 4]);
    outside(ViewMap::Transpose(vec![1, 0]), &[4, 6]);
    outside(ViewMap::Memory, &[4, 6]);
    let all = SliceDim::whole(6);
    let cut = |begin, step, len| vec![SliceDim { begin, step, len }, all];
    for dims in [
        cut(3, 2, 2),
        cut(-1, 1, 2),
        cut(0, 0, 2),
        cut(1, -1, 2),
        cut(0, 1, 0),
        cut(0, i64::MAX, 3),
        vec![all],
    ] {
        outside(ViewMap::Slice { dims, kept: vec![0, 1] }, &[2, 6]);
    }
    outside(ViewMap::Slice { dims: cut(0, 1, 2), kept: vec![1] }, &[6]);
    outside(ViewMap::Slice { dims: cut(0, 1, 2), kept: vec![0, 2] }, &[2, 6]);
    outside(ViewMap::Slice { dims: cut(0, 1, 2), kept: vec![0, 0, 1] }, &[2, 2, 6]);
    let huge = [i64::MAX, 2];
    assert_eq!(fault(&ViewMap::Reshape, &huge, &[2, i64::MAX]), SubviewFault::TooLarge);
    // A tensor of 2^63 elements or more has strides, too.
    let turned = of_view(&ViewMap::Transpose(vec![1, 0]), &huge, &[2, i64::MAX]).0;
    assert_eq!(turned.lens(), [2, i64::MAX]);
}
