//! Tests of the states of single layouts, and of the layouts of states.

use super::{NvClampMode, NvTensorAddressing, NvTensorDim, NvTensorLayout, NvTensorReason};
use crate::normal::{MixedRadix, RadixDigit};
use crate::pipeline::{Layout, LayoutBuilder};
use crate::transform::{CyclicShift, Embed, Merge, Pad, Slice};
use expect_test::{Expect, expect};

/// Returns the state of a layout in one line for each dim, or the refusal.
fn shown(layout: &Layout) -> String {
    let state = match layout.nv_tensor_addressing() {
        Ok(state) => state,
        Err(refusal) => return format!("refused: {refusal}\n"),
    };
    let mut text = format!("{} from {}\n", state.layout.clamp, state.element_offset);
    for dim in &state.layout.dims {
        let NvTensorDim { block_size, dimension, stride, offset, span } = dim;
        text += &format!("dim {dimension}/{block_size}:{stride} region {offset}+{span}\n");
    }
    if let Some(view) = &state.view {
        let dims = view.dims.iter().flatten();
        let dims: Vec<String> =
            dims.map(|dim| format!("{}:{}", dim.dimension, dim.stride)).collect();
        text += &format!("view {:?} [{}]\n", view.permutation, dims.join(", "));
    }
    text
}

#[track_caller]
fn check(layout: &Layout, expected: Expect) {
    expected.assert_eq(&shown(layout));
}

fn radix(lengths: &[i64], dims: &[&[(i64, i64)]], offset: i64) -> Layout {
    let digit = |&(length, stride): &(i64, i64)| RadixDigit { length, stride };
    let dims = dims.iter().map(|own| own.iter().map(digit).collect()).collect();
    MixedRadix { lengths: lengths.to_vec(), dims, offset }.layout(None).unwrap()
}

#[test]
fn nested_dims_in_any_order_need_no_view_strides() {
    check(
        &radix(&[4, 5], &[&[(4, 8)], &[(5, 1)]], 0),
        expect![[r#"
        Undefined from 0
        dim 4/1:8 region 0+4
        dim 5/1:1 region 0+5
    "#]],
    );
    check(
        &radix(&[4, 5], &[&[(4, 1)], &[(5, 4)]], 0),
        expect![[r#"
        Undefined from 0
        dim 5/1:4 region 0+5
        dim 4/1:1 region 0+4
        view [1, 0] []
    "#]],
    );
}

#[test]
fn more_than_five_digits_are_joined() {
    let row_major: Vec<i64> = (0..7).rev().map(|at| 1 << at).collect();
    let linear = MixedRadix::linear(&[2; 7], &row_major, 0).layout(None).unwrap();
    check(
        &linear,
        expect![[r#"
        Undefined from 0
        dim 2/1:64 region 0+2
        dim 2/1:32 region 0+2
        dim 2/1:16 region 0+2
        dim 2/1:8 region 0+2
        dim 8/1:1 region 0+8
    "#]],
    );
    let reversed: Vec<i64> = (0..6).map(|at| 1 << at).collect();
    check(
        &MixedRadix::linear(&[2; 6], &reversed, 0).layout(None).unwrap(),
        expect![[r#"
        refused: a tensor layout and a view have at most 5 dims each, but the digits are (2:1, 2:2, 2:4, 2:8, 2:16, 2:32)
    "#]],
    );
}

#[test]
fn digits_of_a_partial_dim_are_blocks_and_wrap() {
    check(
        &radix(&[2, 17, 3], &[&[(2, 96)], &[(16, 1), (2, 48)], &[(3, 16)]], 0),
        expect![[r#"
        Repeat from 0
        dim 2/1:96 region 0+2
        dim 17/16:48 region 0+17
        dim 3/1:16 region 0+3
        dim 16/1:1 region 0+17
        view [0, 1, 2] [2:867, 17:52, 3:17]
    "#]],
    );
    // Quantized blocks: 32 elements share one.
    check(
        &radix(&[3, 100], &[&[(3, 4)], &[(32, 0), (4, 1)]], 0),
        expect![[r#"
        Undefined from 0
        dim 3/1:4 region 0+3
        dim 100/32:1 region 0+100
    "#]],
    );
}

#[test]
fn windows_over_padding_are_clamped() {
    let mut builder = LayoutBuilder::packed(&[6, 8]).unwrap();
    let base = builder.base_dims().to_vec();
    let halo = builder.apply(Pad { low: 1, high: 1 }, &[base[1]]).unwrap();
    let window = Embed { lengths: vec![8, 3], strides: vec![1, 1] };
    let window = builder.apply(window, &halo).unwrap();
    let layout = builder.finish(&[window[0], base[0], window[1]]).unwrap();
    check(
        &layout,
        expect![[r#"
        Constant from 0
        dim 6/1:8 region 0+6
        dim 8/1:1 region -1+10
        view [0, 1, 2] [8:1, 6:10, 3:1]
    "#]],
    );
}

#[test]
fn last_value_of_a_slow_digit_bounds_the_region() {
    // A cyclic shift inside a merged dim, of which a slice begins inside a digit.
    let mut builder = LayoutBuilder::packed(&[7, 2]).unwrap();
    let base = builder.base_dims().to_vec();
    let shifted = builder.apply(CyclicShift { by: 1 }, &[base[1]]).unwrap();
    let merged = builder.apply(Merge, &[base[0], shifted[0]]).unwrap();
    let slice = builder.apply(Slice { begin: 11, end: 14 }, &merged).unwrap();
    check(
        &builder.finish(&slice).unwrap(),
        expect![[r#"
        Undefined from 0
        dim 3/1:5 region 2+1
        dim 4/2:2 region 1+3
        dim 2/1:1 region 0+2
        view [0, 1] [2:4, 2:3]
    "#]],
    );
}

#[test]
fn tensors_begin_at_coordinates_or_aligned_pointers() {
    check(
        &radix(&[2, 3], &[&[(2, 16)], &[(3, 1)]], 34),
        expect![[r#"
        Undefined from 0
        dim 4/1:16 region 2+2
        dim 5/1:1 region 2+3
    "#]],
    );
    check(
        &radix(&[2, 3], &[&[(2, 3)], &[(3, 1)]], 7),
        expect![[r#"
        Undefined from 0
        dim 13/1:1 region 7+6
    "#]],
    );
    check(
        &radix(&[4], &[&[(4, 1)]], -1),
        expect![[r#"
        refused: the tensor begins at element -1, but offsets are unsigned
    "#]],
    );
}

#[test]
fn states_without_a_transform_have_no_layout() {
    let dim = NvTensorDim { block_size: 1, dimension: 4, stride: 1, offset: -1, span: 6 };
    let state = |clamp| {
        let layout = NvTensorLayout { dims: vec![dim], clamp, clamp_value: 0 };
        NvTensorAddressing { element_offset: 0, layout, view: None }.layout(&[6], None)
    };
    for clamp in [NvClampMode::Constant, NvClampMode::Repeat] {
        let layout = state(clamp).unwrap();
        let again = layout.nv_tensor_addressing().unwrap();
        assert_eq!(again.layout.clamp, clamp);
        assert_eq!(layout.difference(&again.layout(&[6], None).unwrap()), Ok(None), "{clamp}");
    }
    for clamp in [NvClampMode::ClampToEdge, NvClampMode::RepeatMirrored] {
        assert_eq!(state(clamp).unwrap_err().reason, NvTensorReason::ClampMode(clamp));
    }
    let outside = state(NvClampMode::Undefined).unwrap_err();
    assert_eq!(outside.to_string(), "the region must be inside the dimensions");
}
