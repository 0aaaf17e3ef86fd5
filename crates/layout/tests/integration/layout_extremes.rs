//! Layouts at the limits of 64 bits: rank 0, dynamic and huge lengths, distant offsets, and kernel pipelines at their
//! real sizes. No input panics, and every rejection has its own error.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layoutc_layout::transform::*;
use layoutc_layout::{
    AddressError, DimId, Elems, Layout, LayoutBuilder, Len, MemDim, MemShape, MemStrides,
    PhysicalLayout,
};
use proptest::prelude::*;

use crate::naive;
use naive::{Naive, Pair, at};

const MAX: i64 = i64::MAX;
const MIN: i64 = i64::MIN;

/// Returns the layout, after a check that its least and greatest offsets are these, and are reached.
#[track_caller]
fn check_ends(pair: &Pair, low: i64, high: i64) -> Layout {
    let layout = pair.finish().unwrap();
    assert_eq!(layout.offset_range(), Ok(Some((Elems::new(low), Elems::new(high)))));
    for end in [low, high] {
        let first = layout.owners_of(Elems::new(end)).unwrap().first.unwrap();
        let first: Vec<i64> = first.values().copied().collect();
        assert_eq!(pair.naive.point(&first).offset(), Some(end.into()));
    }
    let lengths = pair.naive.top_lengths();
    for seed in 0..200i64 {
        let index: Vec<i64> =
            (1..).zip(&lengths).map(|(k, n)| seed * seed * 7919 * k % n).collect();
        pair.naive.check_points(&layout, std::iter::once(&index[..]));
    }
    layout
}

#[test]
fn padded_matrix_in_tiles() {
    let mut pair = Pair::strided(&[4097, 8191], &[8191, 1], 0);
    let m = pair.apply(Pad { low: 0, high: 127 }, &[1])[0];
    let k = pair.apply(Pad { low: 0, high: 1 }, &[2])[0];
    pair.apply(Unmerge { lengths: vec![33, 128] }, &[m]);
    pair.apply(Unmerge { lengths: vec![1024, 8] }, &[k]);
    let layout = check_ends(&pair, 0, 4097 * 8191 - 1);
    assert_eq!(layout.is_injective(), Ok(true));
    assert_eq!(layout.vector_widths(), Ok(vec![1, 1, 1, 1]));
}

/// Returns a convolution as a matrix product: windows of 3 x 3 over a padded image.
fn windows(n: i64, h: i64, w: i64, c: i64) -> Pair {
    let mut pair =
        Pair::new(LayoutBuilder::packed(&[n, h, w, c]).unwrap(), Naive::packed(&[n, h, w, c]));
    let mut taps = Vec::new();
    for (dim, length) in [(2, h), (3, w)] {
        let padded = pair.apply(Pad { low: 1, high: 1 }, &[dim]);
        let embed = Embed { lengths: vec![3, length], strides: vec![1, 1] };
        taps.push(pair.apply(embed, &padded));
    }
    let gemm_m = pair.apply(Merge, &[1, taps[0][1], taps[1][1]])[0];
    let gemm_k = pair.apply(Merge, &[taps[0][0], taps[1][0], 4])[0];
    pair.naive.tops = vec![gemm_m, gemm_k];
    pair
}

#[test]
fn windows_of_a_large_image_have_expected_ends() {
    let pair = windows(64, 512, 512, 256);
    let layout = check_ends(&pair, 0, 64 * 512 * 512 * 256 - 1);
    assert_eq!(layout.vector_widths(), Ok(vec![1, 64]));
    let steps = [[1, 0], [0, 1], [511, 255], [-4096, 2000], [1 << 23, -7], [-(1 << 24), 5]];
    let steps: Vec<Vec<i64>> = steps.iter().map(|step| step.to_vec()).collect();
    pair.naive.check_walk(&layout, &[0, 0], &steps);
}

#[test]
fn gradient_reads_backwards() {
    let lengths = [64, 1000, 1001, 256];
    let mut pair = Pair::new(LayoutBuilder::packed(&lengths).unwrap(), Naive::packed(&lengths));
    let mut dims = Vec::new();
    for (dim, length) in [(2, 1000), (3, 1001)] {
        let guarded = pair.apply(Pad { low: 0, high: 0 }, &[dim]);
        let embed = Embed { lengths: vec![3, length + 2], strides: vec![-1, 1] };
        let taps = pair.apply(embed, &guarded);
        let inner = pair.apply(Slice { begin: 1, end: length + 1 }, &taps[1..])[0];
        dims.push((taps[0], inner));
    }
    let k = pair.apply(Merge, &[dims[0].0, dims[1].0, 4])[0];
    let m = pair.apply(Merge, &[1, dims[0].1, dims[1].1])[0];
    pair.naive.tops = vec![m, k];
    check_ends(&pair, 0, 64 * 1000 * 1001 * 256 - 1);
}

#[test]
fn swizzled_rows_and_transposed_images() {
    let lengths = [1 << 20, 64, 8];
    let mut pair = Pair::new(LayoutBuilder::packed(&lengths).unwrap(), Naive::packed(&lengths));
    let swizzled = pair.apply(Xor, &[1, 2]);
    pair.apply(Merge, &[swizzled[1], 3]);
    let layout = check_ends(&pair, 0, (1 << 29) - 1);
    assert_eq!(layout.is_injective(), Ok(true));
    assert_eq!(layout.vector_widths(), Ok(vec![1, 8]));

    let mut pair = Pair::strided(&[32, 4, 96, 300, 301], &[1 << 40, 96, 1, 301 * 384, 384], 7);
    let channels = pair.apply(Merge, &[1, 2, 3])[0];
    let pixels = pair.apply(Merge, &[4, 5])[0];
    let pixels = pair.apply(Pad { low: 0, high: 75 }, &[pixels])[0];
    pair.naive.tops = vec![channels, pixels];
    let most = 7 + 31 * (1 << 40) + 3 * 96 + 95 + 299 * 301 * 384 + 300 * 384;
    assert_eq!(check_ends(&pair, 7, most).is_injective(), Ok(true));
}

#[test]
fn rank_0_is_one_element() {
    let layout = LayoutBuilder::strided(&[], &[], 5).unwrap().finish(&[]).unwrap();
    assert_eq!(layout.offset_of(&at(&[])), Ok(Some(Elems::new(5))));
    assert_eq!(layout.offset_range(), Ok(Some((Elems::new(5), Elems::new(5)))));
    assert_eq!((layout.is_injective(), layout.vector_widths()), (Ok(true), Ok(vec![])));
    let mut pair = Pair::strided(&[4, 6], &[6, 1], 0);
    pair.apply(Freeze { at: 3 }, &[1]);
    pair.apply(Freeze { at: 2 }, &[2]);
    let layout = check_ends(&pair, 20, 20);
    let owners = layout.owners_of(Elems::new(20)).unwrap();
    assert_eq!((owners.first, owners.count), (Some(at(&[])), 1));
    assert_eq!(layout.owners_of(Elems::new(19)).unwrap().count, 0);
    assert_eq!(layout.coordinate(at(&[])).unwrap().step(&at(&[])), Ok(Some(Elems::new(20))));
}

fn dynamic(lengths: &[Option<i64>], strides: &[i64]) -> LayoutBuilder {
    let length = |length: &Option<i64>| length.map_or(Len::DYNAMIC, |n| Len::new(n).unwrap());
    let shape = MemShape::new(lengths.iter().map(length)).unwrap();
    let strides = MemStrides::new(strides.iter().map(|&stride| Elems::new(stride))).unwrap();
    LayoutBuilder::new(PhysicalLayout::new(shape, strides, Elems::ZERO, None).unwrap())
}

#[test]
fn dynamic_length_has_addresses_but_no_size() {
    let mut builder = dynamic(&[None, Some(6)], &[8, 1]);
    let &[m, n] = builder.base_dims() else { panic!() };
    let fault = builder.clone().apply(Pad { low: 1, high: 0 }, &[m]).unwrap_err();
    assert_eq!(fault.message, "`pad` does not support dims of dynamic length");
    let m = builder.apply(PassThrough, &[m]).unwrap()[0];
    let digits = builder.apply(Unmerge { lengths: vec![2, 3] }, &[n]).unwrap();
    let layout = builder.finish(&[m, digits[0], digits[1]]).unwrap();
    assert_eq!(layout.offset_of(&at(&[1 << 40, 1, 2])), Ok(Some(Elems::new((1 << 43) + 5))));
    assert_eq!(layout.offset_of(&at(&[-1, 1, 2])), Ok(None));
    assert_eq!(layout.offset_of(&at(&[MAX, 1, 2])), Err(AddressError::Overflow));
    let owners = layout.owners_of(Elems::new((1 << 43) + 5)).unwrap();
    assert_eq!((owners.first, owners.count), (Some(at(&[1 << 40, 1, 2])), 1));
    let endless = AddressError::Dynamic(MemDim::new(0).unwrap());
    assert_eq!(layout.offset_range(), Err(endless));
    assert_eq!(layout.span(), Err(endless));
    assert_eq!(layout.is_injective(), Err(endless));
    assert_eq!(layout.vector_widths(), Err(endless));
}

#[test]
fn inverse_rejects_unbounded_counts() {
    let builder = dynamic(&[None, Some(4)], &[0, 1]);
    let dims = builder.base_dims().to_vec();
    let layout = builder.finish(&dims).unwrap();
    let endless = AddressError::Dynamic(MemDim::new(0).unwrap());
    assert_eq!(layout.owners_of(Elems::new(2)), Err(endless));
    // Three pairs of dynamic indices add up to 2, and each pair occurs 2^62 times.
    let mut builder = dynamic(&[None, None], &[1, 1]);
    let mut dims = builder.base_dims().to_vec();
    dims.extend(builder.apply(Insert { length: 1 << 62 }, &[]).unwrap());
    let layout = builder.finish(&dims).unwrap();
    assert_eq!(layout.owners_of(Elems::new(2)).unwrap().count, 3 << 62);
    assert_eq!(layout.owners_of(Elems::new(4)), Err(AddressError::TooManySteps));
}

#[test]
fn offsets_reach_the_limits_of_64_bits() {
    for (strides, offset, low, high) in [
        ([4, 1], MIN, MIN, MIN + 11),
        ([4, 1], MAX - 11, MAX - 11, MAX),
        ([-4, -1], MAX, MAX - 11, MAX),
        ([-4, -1], MIN + 11, MIN, MIN + 11),
        ([1 << 61, 1], MIN, MIN, -(1 << 62) + 3),
    ] {
        let layout = check_ends(&Pair::strided(&[3, 4], &strides, offset), low, high);
        assert_eq!(layout.is_injective(), Ok(true));
        let span = i128::from(high) - i128::from(low.min(0)) + 1;
        let span = i64::try_from(span).map(Elems::new).map_err(|_| AddressError::Overflow);
        assert_eq!(layout.span(), span);
        assert_eq!(layout.allocation().is_err(), span.is_err() || offset > MAX - 12);
    }
    let fault = |strides: &[i64], offset| {
        let fault = Pair::strided(&[3, 4], strides, offset).finish().unwrap_err();
        (fault.message, fault.dim.unwrap().number())
    };
    let after = |offset: i64| format!("after offset {offset}");
    let message = format!(
        "m1 at index 3 with stride 1 {}, with the dims before it, reaches offset {}, which does not fit 64 bits",
        after(MAX - 10),
        1u64 << 63
    );
    assert_eq!(fault(&[4, 1], MAX - 10), (message, 2));
    let message = format!(
        "m0 at index 2 with stride 4 {} reaches offset {}, which does not fit 64 bits",
        after(MAX),
        MAX as u64 + 8
    );
    assert_eq!(fault(&[4, 1], MAX), (message, 1));
    let message = format!(
        "m0 at index 2 with stride {} {} is {} elements from index zero, which does not fit 64 bits",
        1i64 << 62,
        after(MIN),
        1u64 << 63
    );
    assert_eq!(fault(&[1 << 62, 1], MIN), (message, 1));
    // An offset that a later dim moves back into range is not an overflow.
    check_ends(&Pair::strided(&[1, 4], &[1, -1], MAX), MAX - 3, MAX);
}

#[test]
fn lengths_reach_the_limit_of_64_bits() {
    let mut pair = Pair::strided(&[MAX], &[1], 0);
    let layout = check_ends(&pair, 0, MAX - 1);
    assert_eq!((layout.span(), layout.is_injective()), (Ok(Elems::new(MAX)), Ok(true)));
    pair.apply(Unmerge { lengths: vec![7, MAX / 7] }, &[1]);
    let layout = check_ends(&pair, 0, MAX - 1);
    let steps: Vec<Vec<i64>> = vec![vec![1, MAX / 8], vec![-2, -5], vec![6, -(MAX / 9)]];
    pair.naive.check_walk(&layout, &[0, 0], &steps);
    assert!(layout.coordinate(at(&[MAX, MAX])).is_err());
    let mut coordinate = layout.coordinate(at(&[2, 3])).unwrap();
    assert_eq!(coordinate.step(&at(&[MAX - 1, 0])), Err(AddressError::Overflow));
    assert_eq!(coordinate.index(), &at(&[2, 3]));
    let message = |lengths: &[i64]| match LayoutBuilder::packed(lengths) {
        Ok(builder) => builder.clone().finish(builder.base_dims()).unwrap_err().message,
        Err(fault) => fault.message,
    };
    assert_eq!(
        message(&[1 << 62, 2]),
        format!("memory of {} x 2 must have less than 2^63 elements", 1i64 << 62)
    );
    let message_of_three = message(&[MAX, MAX, MAX]);
    assert!(
        message_of_three.starts_with("the least stride of m0 is 8507059"),
        "{message_of_three}"
    );
    assert_eq!(
        message(&[1 << 32, 1 << 31]),
        "memory of 4294967296 x 2147483648 must have less than 2^63 elements"
    );
    assert_eq!(message(&[3, 0]), "the length of m1 must be at least 1, but is 0");
    assert_eq!(message(&[MIN]), format!("the length of m0 must be at least 1, but is {MIN}"));
}

#[test]
fn digit_of_two_distant_indices() {
    let mut pair = Pair::strided(&[1 << 62], &[1], 0);
    let wrapped = pair.apply(Modulo { modulus: 1 << 62, length: (1 << 62) + 1 }, &[1])[0];
    let one = pair.apply(Insert { length: 1 }, &[])[0];
    pair.apply(Merge, &[one, wrapped]);
    let owners = pair.finish().unwrap().owners_of(Elems::ZERO).unwrap();
    assert_eq!((owners.first, owners.count), (Some(at(&[0])), 2));
}

#[test]
fn overflow_is_not_reported_as_empty() {
    let mut builder = LayoutBuilder::packed(&[3]).unwrap();
    let padded = builder.apply(Pad { low: 5, high: 5 }, builder.base_dims().to_vec().as_slice());
    let far = Embed { lengths: vec![4, 9], strides: vec![1 << 62, 1] };
    let tops = builder.apply(far, &padded.unwrap()).unwrap();
    let fault = builder.finish(&tops).unwrap_err();
    assert_eq!(fault.message, "an intermediate index does not fit 64 bits");
}

#[test]
fn buffer_cannot_be_used_as_a_dim() {
    let mut builder = LayoutBuilder::packed(&[3]).unwrap();
    let dims = [DimId::BUFFER, builder.base_dims()[0]];
    assert!(builder.clone().finish(&dims).is_err());
    assert!(builder.apply(PassThrough, &[DimId::BUFFER]).is_err());
}

#[test]
fn empty_layout_has_no_owners_and_size_zero() {
    // All windows miss the element. Other dims have an index outside memory, and one that repeats.
    let mut pair = Pair::strided(&[3, 2, 1], &[1, 1, 0], 0);
    let padded = pair.apply(Pad { low: 5, high: 30 }, &[1]);
    pair.apply(Embed { lengths: vec![2, 2], strides: vec![10, 10] }, &padded);
    pair.apply(Offset { by: 1 }, &[2]);
    pair.apply(Modulo { modulus: 1, length: 4 }, &[3]);
    let layout = pair.finish().unwrap();
    pair.naive.check_sizes(&layout, &pair.naive.enumerate());
    assert!(layout.is_empty());
}

/// Generates numbers near the points of overflow, and small ones.
fn number() -> impl Strategy<Value = i64> {
    prop_oneof![
        4 => -2..6i64,
        2 => (0..63u32, -2..3i64).prop_map(|(bits, by)| (1i64 << bits).wrapping_add(by)),
        1 => (0..63u32, -2..3i64).prop_map(|(bits, by)| (-1i64 << bits).wrapping_add(by)),
        1 => prop::sample::select(vec![MIN, MIN + 1, MAX, MAX - 1, MAX / 2, MAX / 3]),
    ]
}

fn numbers() -> impl Strategy<Value = Vec<i64>> {
    proptest::collection::vec(number(), 0..4)
}

fn transform() -> impl Strategy<Value = Transform> {
    (0..13, number(), number(), numbers(), numbers()).prop_map(
        |(kind, a, b, lengths, mut strides)| {
            strides.resize(lengths.len(), 3);
            match kind {
                0 => Embed { lengths, strides }.into(),
                1 => Freeze { at: a }.into(),
                2 => Insert { length: a }.into(),
                3 => Merge.into(),
                4 => Modulo { modulus: a, length: b }.into(),
                5 => Offset { by: a }.into(),
                6 => Pad { low: a, high: b }.into(),
                7 => PassThrough.into(),
                8 => Replicate { lengths }.into(),
                9 => Slice { begin: a, end: b }.into(),
                10 => Unmerge { lengths }.into(),
                11 => CyclicShift { by: a }.into(),
                _ => Xor.into(),
            }
        },
    )
}

/// Calls every query of a layout. Each result must be correct or an error.
fn query_all(naive: &Naive, layout: &Layout, places: &[i64]) {
    let lengths = naive.top_lengths();
    let first = vec![0; lengths.len()];
    let last: Vec<i64> = lengths.iter().map(|length| length - 1).collect();
    let mixed: Vec<i64> =
        lengths.iter().zip(places.iter().cycle()).map(|(n, by)| by.rem_euclid(*n)).collect();
    naive.check_points(layout, [&first[..], &last, &mixed].into_iter());
    let ends = layout.offset_range().ok().flatten();
    for index in [&first, &last, &mixed] {
        let Some(offset) = naive.point(index).offset() else { continue };
        let offset = Elems::new(offset.try_into().unwrap());
        assert!(ends.is_none_or(|(low, high)| (low..=high).contains(&offset)), "{naive:?}");
        if let Ok(owners) = layout.owners_of(offset) {
            assert!(owners.first.is_some(), "{offset:?} in {naive:?}");
        }
    }
    for &place in places {
        let _ = layout.owners_of(Elems::new(place));
        if let Ok(mut coordinate) = layout.coordinate(at(&mixed)) {
            let _ = coordinate.step(&at(&vec![place; lengths.len()]));
            let back = coordinate.step(&at(&vec![0; lengths.len()]));
            assert_eq!(back, Ok(coordinate.offset()), "{naive:?}");
        }
    }
    let _ = (layout.span(), layout.allocation(), layout.is_injective(), layout.vector_widths());
}

proptest! {
    #![proptest_config(naive::config(120))]

    #[test]
    fn no_number_causes_a_panic(
        lengths in proptest::collection::vec(number(), 0..4),
        mut strides in numbers(),
        offset in number(),
        transforms in proptest::collection::vec((transform(), any::<u16>()), 0..6),
        places in proptest::collection::vec(number(), 2),
    ) {
        let _ = (LayoutBuilder::packed(&lengths), LayoutBuilder::aligned(&lengths, offset));
        strides.resize(lengths.len(), 1);
        let Ok(mut builder) = LayoutBuilder::strided(&lengths, &strides, offset) else {
            return Ok(());
        };
        let mut naive = Naive::new(&lengths, &strides, offset);
        let mut dims: Vec<DimId> = [DimId::BUFFER].iter().chain(builder.base_dims()).copied().collect();
        for (transform, choice) in transforms {
            let mut open = naive.tops.clone();
            let turn = usize::from(choice) % open.len().max(1);
            open.rotate_left(turn);
            let count = match transform {
                Transform::Insert(_) | Transform::Replicate(_) => 0,
                Transform::Xor(_) => 2,
                Transform::Merge(_) => 1 + usize::from(choice >> 8) % 3,
                _ => 1,
            };
            let lower = &open[..count.min(open.len())];
            let taken: Vec<DimId> = lower.iter().map(|&dim| dims[dim]).collect();
            if let Ok(made) = builder.apply(transform.clone(), &taken) {
                naive.apply(transform, lower);
                dims.extend(made);
            }
        }
        let tops: Vec<DimId> = naive.tops.iter().map(|&top| dims[top]).collect();
        if let Ok(layout) = builder.finish(&tops) {
            query_all(&naive, &layout, &places);
        }
    }
}
