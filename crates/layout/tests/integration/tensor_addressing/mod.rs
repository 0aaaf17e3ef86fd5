//! Tensor layouts and tensor views, compared with the address formula of the specification, and with layouts.
//!
//! `LAYOUTC_NV_POINTS` sets the number of random points; the default is 20000.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

mod formula;
mod random;

use formula::{Access, matrix_coord_to_tensor_element};
use layoutc_layout::{
    Bits, ElemSize, Layout, LogicalIndex, NvClampMode, NvClip, NvTensorAddressing, NvTensorLayout,
    NvTensorReason, NvTensorView,
};
use std::collections::BTreeMap;
use testkit::Random;

fn lengths(layout: &Layout) -> Vec<i64> {
    layout.shape().values().map(|length| length.get().unwrap()).collect()
}

/// Returns the index of a row-major number.
fn index_of(lengths: &[i64], mut number: i64) -> LogicalIndex {
    let mut index: Vec<i64> = lengths
        .iter()
        .rev()
        .map(|length| {
            let component = number % length;
            number /= length;
            component
        })
        .collect();
    index.reverse();
    LogicalIndex::new(index).unwrap()
}

/// Compares the formula and the layout at an index. The matrix has the last dim as columns, and the clip region begins at
/// a random element of a larger matrix.
#[track_caller]
fn compare(layout: &Layout, state: &NvTensorAddressing, random: &mut Random) {
    let lengths = lengths(layout);
    let count: i64 = lengths.iter().product();
    let number = random.between(0, count - 1);
    let index = index_of(&lengths, number);
    let expected = layout.offset_of(&index).unwrap().map(|offset| offset.get());
    let columns = lengths.last().copied().unwrap_or(1);
    let (row, col) = ((number / columns) as u32, (number % columns) as u32);
    let (found, access) = if random.one_in(2) {
        (state.clone(), matrix_coord_to_tensor_element(state, row, col, columns as u32))
    } else {
        let (down, right) = (random.below(3) as u32, random.below(3) as u32);
        let clip = NvClip {
            row_offset: down,
            row_span: (count / columns) as u32,
            col_offset: right,
            col_span: columns as u32,
        };
        // Without a view, an unchanged one has the clip region.
        let permutation = (0..).take(state.layout.dims.len()).collect();
        let same = NvTensorView { permutation, dims: None, clip };
        let view = Some(NvTensorView { clip, ..state.view.clone().unwrap_or(same) });
        let clipped = NvTensorAddressing { view, ..state.clone() };
        let wide = columns as u32 + right + random.below(4) as u32;
        let access = matrix_coord_to_tensor_element(&clipped, row + down, col + right, wide);
        (clipped, access)
    };
    let offset = match access {
        Access::Element(element) => Some(i64::from(element) + i64::from(found.element_offset)),
        Access::Clamped => None,
        Access::Undefined | Access::Skipped => panic!("{access:?} at {index} in {found:?}"),
    };
    assert_eq!(offset, expected, "{index} in {found:?}");
}

#[test]
fn addressing_of_random_layouts_agrees_with_the_formula_of_the_specification() {
    let points = std::env::var("LAYOUTC_NV_POINTS").map_or(20_000, |text| text.parse().unwrap());
    let mut random = Random::new(20_240_918);
    let (mut compared, mut layouts) = (0u64, 0u64);
    let mut refused: BTreeMap<String, u64> = BTreeMap::new();
    while compared < points {
        let bits = random.choose(&[8, 16, 32]);
        let elem = ElemSize::new(Bits::new(bits)).unwrap();
        let built = match random.one_in(3) {
            true => random::blocked(&mut random, elem),
            false => random::layout(&mut random, elem),
        };
        let Some(layout) = built else { continue };
        match layout.nv_tensor_addressing() {
            Ok(state) => {
                state.check().unwrap();
                layouts += 1;
                let count: i64 = lengths(&layout).iter().product();
                let here = (4 * count.unsigned_abs()).min(200);
                (0..here).for_each(|_| compare(&layout, &state, &mut random));
                compared += here;
            }
            Err(refusal) => {
                assert!(
                    !matches!(refusal.reason, NvTensorReason::Invalid(_)),
                    "{refusal} {layout:?}"
                );
                let reason = format!("{:?}", refusal.reason);
                let name = reason.split(|letter: char| !letter.is_alphanumeric()).next().unwrap();
                *refused.entry(name.to_owned()).or_default() += 1;
            }
        }
    }
    println!("{compared} points of {layouts} layouts; refused: {refused:?}");
    assert!(layouts > 50 && refused.len() > 3, "{layouts} {refused:?}");
}
