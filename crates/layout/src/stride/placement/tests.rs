//! Placements against addresses, element by element.

use super::*;
use proptest::prelude::*;

/// All indices of a shape, in row-major order.
fn indices(lens: &[i64]) -> Vec<Vec<i64>> {
    lens.iter().fold(vec![Vec::new()], |prefixes, &len| {
        let extend = |prefix: &Vec<i64>| {
            (0..len).map(|at| [prefix.as_slice(), &[at]].concat()).collect::<Vec<_>>()
        };
        prefixes.iter().flat_map(extend).collect()
    })
}

/// The addresses of a tensor's elements in row-major order, of which the tensor consists for the tests.
#[derive(Clone, Debug)]
struct Tensor {
    lens: Vec<i64>,
    addresses: Vec<i64>,
}

impl Tensor {
    fn of(lens: &[i64], strides: &[i64]) -> Tensor {
        let address = |index: &Vec<i64>| index.iter().zip(strides).map(|(at, by)| at * by).sum();
        Tensor { lens: lens.to_vec(), addresses: indices(lens).iter().map(address).collect() }
    }

    fn at(&self, index: &[i64]) -> i64 {
        let row = index.iter().zip(&self.lens).fold(0, |row, (at, len)| row * len + at);
        self.addresses[usize::try_from(row).unwrap()]
    }

    fn transposed(&self, dims: &[usize]) -> Tensor {
        let lens: Vec<i64> = dims.iter().map(|&dim| self.lens[dim]).collect();
        let back = |index: &Vec<i64>| {
            let mut old = vec![0; index.len()];
            dims.iter().zip(index).for_each(|(&dim, &at)| old[dim] = at);
            self.at(&old)
        };
        let addresses = indices(&lens).iter().map(back).collect();
        Tensor { lens, addresses }
    }

    fn sliced(&self, cuts: &[SliceDim]) -> Tensor {
        let lens: Vec<i64> = cuts.iter().map(|cut| cut.len).collect();
        let back = |index: &Vec<i64>| {
            let old: Vec<i64> =
                cuts.iter().zip(index).map(|(cut, at)| cut.begin + at * cut.step).collect();
            self.at(&old)
        };
        let addresses = indices(&lens).iter().map(back).collect();
        Tensor { lens, addresses }
    }
}

#[derive(Clone, Debug)]
enum Step {
    Transpose(Vec<usize>),
    Slice(Vec<SliceDim>),
    Reshape(Vec<i64>),
}

/// Steps are drawn as numbers and read against the shape that they meet.
fn step(lens: &[i64], kind: u8, seeds: &[u64]) -> Step {
    let seed = |at: usize| seeds[at % seeds.len()];
    match kind {
        0 => {
            let mut dims: Vec<usize> = (0..lens.len()).collect();
            dims.sort_by_key(|&dim| (seed(dim), dim));
            Step::Transpose(dims)
        }
        1 => Step::Slice(lens.iter().enumerate().map(|(at, &len)| cut(len, seed(at))).collect()),
        _ => Step::Reshape(factors(lens.iter().product(), seeds)),
    }
}

fn cut(len: i64, seed: u64) -> SliceDim {
    let pick = |shift: u64, below: i64| i64::try_from(seed >> shift & 0xff).unwrap() % below;
    if pick(0, 3) == 0 {
        return SliceDim { begin: 0, step: 1, len };
    }
    let begin = pick(8, len);
    let step = 1 + pick(16, 3);
    let most = (len - 1 - begin) / step + 1;
    SliceDim { begin, step, len: 1 + pick(24, most) }
}

/// A number cut into factors, some of them 1.
fn factors(mut number: i64, seeds: &[u64]) -> Vec<i64> {
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

/// Strides of a buffer with gaps between some of its rows.
fn buffer_strides(lens: &[i64], seeds: &[u64]) -> Vec<i64> {
    let mut strides = vec![0; lens.len()];
    let mut next = 1;
    for at in (0..lens.len()).rev() {
        let gap = i64::from(seeds[at % seeds.len()].is_multiple_of(3));
        strides[at] = next + gap;
        next = strides[at] * lens[at];
    }
    strides
}

fn holds(merges: &[Merge], strides: &[i64]) -> bool {
    let scaled = |(dim, times): (usize, i64)| strides[dim] * times;
    merges.iter().all(|merge| scaled(merge.outer) == scaled(merge.inner))
}

/// The tensor that a placement makes of a buffer with these strides.
fn placed(placement: &Placement, strides: &[i64]) -> Tensor {
    let by = |place: &Place| place.stride().map_or(0, |(root, times)| times * strides[root]);
    let own: Vec<i64> = placement.dims().iter().map(by).collect();
    let offset: i64 = placement.offset().iter().map(|&(root, by)| by * strides[root]).sum();
    let mut tensor = Tensor::of(&placement.lens(), &own);
    tensor.addresses.iter_mut().for_each(|address| *address += offset);
    tensor
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_placement_says_where_every_element_is(
        lens in prop::collection::vec(1i64..5, 1..4),
        kinds in prop::collection::vec(0..3u8, 0..5),
        seeds in prop::collection::vec(any::<u64>(), 4),
    ) {
        let strides = buffer_strides(&lens, &seeds);
        let (mut tensor, mut placement) = (Tensor::of(&lens, &strides), Placement::whole(&lens));
        let (mut merges, mut bijective) = (Vec::new(), true);
        for (at, &kind) in kinds.iter().enumerate() {
            let seeds: Vec<u64> = seeds.iter().map(|seed| seed.rotate_left(8 * at as u32)).collect();
            match step(&tensor.lens, kind, &seeds) {
                Step::Transpose(dims) => {
                    tensor = tensor.transposed(&dims);
                    placement = placement.transposed(&dims).unwrap();
                }
                Step::Slice(cuts) => {
                    bijective &= cuts.iter().zip(&tensor.lens).all(|(cut, &len)| cut.len == len);
                    tensor = tensor.sliced(&cuts);
                    let kept: Vec<usize> = (0..cuts.len()).collect();
                    placement = placement.sliced(&cuts, &kept).unwrap();
                }
                Step::Reshape(lens) => {
                    let (new, wanted) = placement.reshaped(&lens).unwrap();
                    merges.extend(wanted);
                    tensor.lens = lens;
                    placement = new;
                }
            }
        }
        // Where a merge does not hold in the buffer, there is no such view.
        let found = placed(&placement, &strides);
        prop_assert_eq!(&found.lens, &tensor.lens);
        if holds(&merges, &strides) {
            prop_assert_eq!(&found.addresses, &tensor.addresses);
        }
        let moving: Vec<i64> =
            placement.dims().iter().map(|place| place.stride().map_or(1, |(root, by)| by * strides[root])).collect();
        if let Some((back, cuts)) = placement.inverse(&lens, &merges) {
            if holds(&merges, &strides) {
                prop_assert!(holds(&cuts, &moving), "{cuts:?} of {moving:?}");
                let again = placed(&back, &moving);
                prop_assert_eq!(again.addresses, Tensor::of(&lens, &strides).addresses);
            }
        } else {
            prop_assert!(!bijective || !merges.is_empty(), "{placement:?}");
        }
    }

    #[test]
    fn a_placement_within_another_is_both_in_turn(
        lens in prop::collection::vec(2i64..5, 1..4),
        kinds in prop::collection::vec(0..2u8, 2),
        seeds in prop::collection::vec(any::<u64>(), 4),
    ) {
        let strides = buffer_strides(&lens, &seeds);
        let apply = |placement: Placement, kind: u8, seeds: &[u64]| match step(&placement.lens(), kind, seeds) {
            Step::Transpose(dims) => placement.transposed(&dims).unwrap(),
            Step::Slice(cuts) => placement.sliced(&cuts, &(0..cuts.len()).collect::<Vec<_>>()).unwrap(),
            Step::Reshape(lens) => placement.reshaped(&lens).unwrap().0,
        };
        let outer = apply(Placement::whole(&lens), kinds[0], &seeds);
        let rotated: Vec<u64> = seeds.iter().map(|seed| seed.rotate_left(16)).collect();
        let inner = apply(Placement::whole(&outer.lens()), kinds[1], &rotated);
        let direct = apply(outer.clone(), kinds[1], &rotated);
        let nested = inner.within(&outer).unwrap();
        prop_assert!(nested.same_place(&direct), "{nested:?} {direct:?}");
        prop_assert_eq!(placed(&nested, &strides).addresses, placed(&direct, &strides).addresses);
    }
}

#[test]
fn reshapes_cut_and_merge_by_common_factors() {
    let (shuffled, merges) =
        Placement::whole(&[1, 136, 28, 28]).reshaped(&[1, 4, 34, 28, 28]).unwrap();
    assert!(merges.is_empty());
    let strides: Vec<_> = shuffled.dims().iter().map(|place| place.stride()).collect();
    assert_eq!(strides, [None, Some((1, 34)), Some((1, 1)), Some((2, 1)), Some((3, 1))]);
    let (flat, merges) = Placement::whole(&[4, 6]).reshaped(&[8, 3]).unwrap();
    assert_eq!(merges, [Merge { outer: (0, 1), inner: (1, 6) }]);
    assert_eq!(flat.dims()[0], Place { root: Some(1), times: 3, len: 8 });
}

#[test]
fn what_cannot_be_placed_is_told() {
    let whole = Placement::whole(&[4, 6]);
    assert_eq!(whole.reshaped(&[5, 5]), Err(PlaceFault::Counts(24, 25)));
    assert_eq!(whole.transposed(&[0, 2]), Err(PlaceFault::Outside));
    let cut = SliceDim { begin: 3, step: 2, len: 2 };
    let all = SliceDim { begin: 0, step: 1, len: 6 };
    assert_eq!(whole.sliced(&[cut, all], &[0, 1]), Err(PlaceFault::Outside));
    assert_eq!(whole.sliced(&[cut], &[0]), Err(PlaceFault::Outside));
    let huge = [i64::MAX, 2];
    assert_eq!(Placement::whole(&huge).reshaped(&huge), Err(PlaceFault::TooLarge));
}
