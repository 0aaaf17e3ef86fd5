//! Plans of conversions between all kinds of layouts, proven and compared write by write.

mod mutations;

use super::*;
use crate::pipeline::{Layout, LayoutBuilder};
use crate::transform::{Merge, Pad, Slice};
use crate::{Bits, BlockStride, ElemSize, Format, FormatFamily, FormatUse, Generation, Len, Shape};
use testkit::Random;

fn elem(bits: i64) -> ElemSize {
    ElemSize::new(Bits::new(bits)).unwrap()
}

fn shape(lengths: &[i64]) -> Shape {
    Shape::of_static(lengths).unwrap()
}

/// Returns memory of these lengths and strides, without transforms.
fn strided(lengths: &[i64], strides: &[i64], offset: i64, bits: i64) -> Layout {
    let builder = LayoutBuilder::strided(lengths, strides, offset).unwrap();
    let dims = builder.base_dims().to_vec();
    builder.finish(&dims).unwrap().with_elem(elem(bits))
}

/// Returns layouts of a shape of rank 4, with their names, and whether their padding is their own.
fn layouts(lengths: &[i64; 4], bits: i64) -> Vec<(String, Layout, bool)> {
    let &[_, c, h, w] = lengths;
    let mut found = Vec::new();
    let mut strided_as = |name: &str, strides: [i64; 4], offset, owns| {
        found.push((name.to_owned(), strided(lengths, &strides, offset, bits), owns));
    };
    strided_as("NCHW", [c * h * w, h * w, w, 1], 0, true);
    strided_as("NHWC", [c * h * w, 1, w * c, c], 0, true);
    strided_as("HWCN", [1, lengths[0], w * c * lengths[0], c * lengths[0]], 0, true);
    let row = w + 5;
    strided_as("rows", [c * h * row, h * row, row, 1], 0, true);
    strided_as("gaps", [c * h * row + 3, h * row, row, 1], 0, false);
    let (plane, image) = (h * row * 2 + 7, c * (h * row * 2 + 7) + 11);
    strided_as("slice", [image, plane, row * 2, 2], 13, false);
    strided_as("odd rows", [image, plane, row * 2, 2], 0, true);
    for format in Format::all() {
        for generation in [None, Some(Generation::Orin)] {
            let usage = FormatUse::new(format);
            let usage = generation.map_or(usage, |it| usage.on(it));
            let usage = match format.family() {
                FormatFamily::TensorRt => usage,
                _ => FormatUse { stride: BlockStride::new(2), ..usage },
            };
            if let Ok(layout) = usage.layout(&shape(lengths), elem(bits)) {
                found.push((format!("{format} {generation:?}"), layout, true));
            }
        }
    }
    found
}

#[test]
fn plans_of_all_pairs_are_proven_and_equal_the_copy() {
    let mut compared = 0;
    let mut cut = 0;
    for lengths in [
        [2, 35, 3, 5],
        [1, 3, 7, 9],
        [3, 64, 2, 4],
        [1, 2, 8, 32],
        [2, 1, 5, 1],
        [1, 1, 1, 1],
        [2, 17, 4, 6],
    ] {
        for bits in [8, 32] {
            let all = layouts(&lengths, bits);
            for (from, source, _) in &all {
                for (to, target, fills) in &all {
                    let name = format!("{from} -> {to}, {lengths:?}, {bits} bits");
                    let plan = source.copy_plan_to(target, *fills, CopyMachine::DEFAULT);
                    let plan = plan.unwrap_or_else(|fault| panic!("{name}: {fault}"));
                    let compare = plan.compare(source, target);
                    assert_eq!(compare, Ok(true), "{name}:\n{plan}");
                    assert_eq!(plan.prove(source, target), Ok(()), "{name}:\n{plan}");
                    cut += check_pieces(&plan, &name);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 2000, "{compared}");
    assert!(cut > 200, "{cut}");
}

/// Checks that the pieces of a plan write what it writes. Returns 1 if it has several.
#[track_caller]
fn check_pieces(plan: &CopyPlan, name: &str) -> usize {
    let sorted = |plan: &CopyPlan| -> Vec<(i64, Option<i64>)> {
        plan.writes(3).map(|write| (write.slot, write.source)).collect()
    };
    let mut whole = sorted(plan);
    let pieces = plan.pieces();
    let mut parts: Vec<_> = pieces.iter().flat_map(sorted).collect();
    whole.sort_unstable();
    parts.sort_unstable();
    assert_eq!(whole, parts, "{name}:\n{plan}");
    (pieces.len() > 1).into()
}

fn plan(source: &Layout, target: &Layout, fills: bool) -> CopyPlan {
    source.copy_plan_to(target, fills, CopyMachine::DEFAULT).unwrap()
}

#[track_caller]
fn check(source: &Layout, target: &Layout, fills: bool) -> CopyPlan {
    let plan = plan(source, target, fills);
    assert_eq!(plan.compare(source, target), Ok(true), "{plan}");
    assert_eq!(plan.prove(source, target), Ok(()), "{plan}");
    plan
}

fn format(name: &str, lengths: &[i64], bits: i64) -> Layout {
    let format = Format::all().find(|format| format.to_string() == name).unwrap();
    FormatUse::new(format).layout(&shape(lengths), elem(bits)).unwrap()
}

/// Returns a layout of dims of these factors, outermost first, whose memory has all factors in a random order.
fn blocked(factors: &[&[i64]], random: &mut Random) -> Layout {
    let mut pieces: Vec<(usize, i64)> = Vec::new();
    for (dim, factors) in factors.iter().enumerate() {
        pieces.extend(factors.iter().map(|&length| (dim, length)));
    }
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, random.index(at + 1));
    }
    let lengths: Vec<i64> = order.iter().map(|&piece| pieces[piece].1).collect();
    let mut builder = LayoutBuilder::packed(&lengths).unwrap();
    let base = builder.base_dims().to_vec();
    let mut dims = Vec::new();
    for dim in 0..factors.len() {
        let own = (0..pieces.len()).filter(|&piece| pieces[piece].0 == dim);
        let own = own.map(|piece| base[order.iter().position(|&it| it == piece).unwrap()]);
        dims.push(builder.apply(Merge, &own.collect::<Vec<_>>()).unwrap()[0]);
    }
    builder.finish(&dims).unwrap().with_elem(elem(16))
}

#[test]
fn plans_of_random_blocks_are_proven_and_equal_the_copy() {
    let mut random = Random::new(7);
    let splits: [&[&[i64]]; 3] = [
        &[&[2, 2, 3, 2], &[4, 3, 2], &[2, 6, 2], &[24]],
        &[&[4, 4], &[2, 2, 4], &[16]],
        &[&[3, 5], &[15]],
    ];
    for _ in 0..1500 {
        let options = splits[random.index(splits.len())];
        let [source, target] = [(); 2].map(|()| {
            let factors = [(); 2].map(|()| options[random.index(options.len())]);
            blocked(&factors, &mut random)
        });
        check(&source, &target, random.index(2) == 0);
    }
}

#[test]
fn access_pattern_follows_from_strides() {
    let lengths = [8, 64, 56, 56];
    let nchw = strided(&lengths, &[64 * 3136, 3136, 56, 1], 0, 16);
    let nhwc = strided(&lengths, &[64 * 3136, 1, 64 * 56, 64], 0, 16);
    let text = |plan: CopyPlan| plan.to_string();
    expect_test::expect![[r#"
        tile: 8 x 8 units of 2 bytes, in registers
          x0: 8 values, source stride 200704, target stride 200704
          x1: 3136 values, source stride 1, target stride 64
          x2: 64 values, source stride 3136, target stride 1
          loops: x0, x1 by 64, x1, x2"#]]
    .assert_eq(&text(plan(&nchw, &nhwc, true)));
    expect_test::expect![[r#"
        identity: one copy of bytes
          x0: 1605632 values, source stride 1, target stride 1"#]]
    .assert_eq(&text(plan(&nhwc, &format("hwc16", &lengths, 16), true)));
    let odd = [1, 35, 4, 5];
    let nchw = strided(&odd, &[700, 20, 5, 1], 0, 16);
    expect_test::expect![[r#"
        tile: 8 x 8 units of 2 bytes, in registers
          x0: 2 values, source stride 640, target stride 640
          x1: 20 values, source stride 1, target stride 32
          x2: 32 values, source stride 20, target stride 1
          zero unless 0 <= 32 * x0 + x2 < 35
          loops: x0, x1, x2"#]]
    .assert_eq(&text(plan(&nchw, &format("chw32", &odd, 16), true)));
}

#[test]
fn tile_in_workgroup_memory_fits_the_memory() {
    let lengths = [8, 64, 56, 56];
    let side = |bits: i64, workgroup_bytes: i64| {
        let machine = CopyMachine { workgroup_bytes, ..CopyMachine::DEFAULT };
        let nchw = strided(&lengths, &[64 * 3136, 3136, 56, 1], 0, bits);
        let nhwc = strided(&lengths, &[64 * 3136, 1, 64 * 56, 64], 0, bits);
        let plan = nchw.copy_plan_to(&nhwc, true, machine).unwrap();
        assert_eq!(plan.prove(&nchw, &nhwc), Ok(()), "{plan}");
        match plan.method {
            CopyMethod::Tile { side, exchange: TileExchange::Workgroup, .. } => Some(side),
            _ => None,
        }
    };
    assert_eq!([8, 16, 32, 64].map(|bits| side(bits, 16_384)), [64, 64, 32, 16].map(Some));
    // A tile of 32 x 32 words has rows of 33 words.
    assert_eq!(side(32, 32 * 33 * 4), Some(32));
    assert_eq!(side(32, 32 * 33 * 4 - 1), Some(16));
    assert_eq!(side(32, 100), None);
    // Rows of three channels are too short.
    let image = strided(&[2, 3, 8, 8], &[192, 64, 8, 1], 0, 8);
    let machine = CopyMachine { workgroup_bytes: 16_384, ..CopyMachine::DEFAULT };
    let pixels = strided(&[2, 3, 8, 8], &[192, 1, 24, 3], 0, 8);
    let plan = image.copy_plan_to(&pixels, true, machine).unwrap();
    let is_shared =
        matches!(plan.method, CopyMethod::Tile { exchange: TileExchange::Workgroup, .. });
    assert!(!is_shared, "{plan}");
}

/// Returns a layout over packed memory with a range of one dim: slots `begin..end` of it, or more by virtual padding.
fn ranged(lengths: &[i64; 2], at: usize, begin: i64, end: i64) -> Layout {
    let mut builder = LayoutBuilder::packed(lengths).unwrap();
    let mut dims = builder.base_dims().to_vec();
    let low = (-begin).max(0);
    let high = (end - lengths[at]).max(0);
    dims[at] = builder.apply(Pad { low, high }, &[dims[at]]).unwrap()[0];
    let slice = Slice { begin: begin.max(0), end: end + low };
    dims[at] = builder.apply(slice, &[dims[at]]).unwrap()[0];
    builder.finish(&dims).unwrap().with_elem(elem(32))
}

#[test]
fn virtual_padding_is_read_as_zero_and_not_written() {
    let target = strided(&[6, 9], &[9, 1], 0, 32);
    let source = ranged(&[6, 6], 1, -1, 8);
    check(&source, &target, true);
    check(&source, &target, false);
    check(&target, &source, false);
    check(&target, &ranged(&[4, 9], 0, -2, 4), false);
    check(&source, &ranged(&[6, 7], 1, -2, 7), false);
}

#[test]
fn slices_of_blocks_align_their_digits() {
    let blocks = |begin: i64, length: i64, block: i64| {
        let mut builder = LayoutBuilder::packed(&[96 / block, 5, block]).unwrap();
        let dims = builder.base_dims().to_vec();
        let whole = builder.apply(Merge, &[dims[0], dims[2]]).unwrap()[0];
        let part = builder.apply(Slice { begin, end: begin + length }, &[whole]).unwrap()[0];
        builder.finish(&[part, dims[1]]).unwrap().with_elem(elem(8))
    };
    let plain = strided(&[24, 5], &[1, 24], 0, 8);
    for begin in [0, 8, 12, 32, 40, 72] {
        check(&blocks(begin, 24, 32), &plain, true);
        check(&plain, &blocks(begin, 24, 32), false);
        check(&blocks(begin, 24, 32), &blocks(begin % 32, 24, 8), false);
    }
    let unaligned = blocks(16, 24, 32).copy_plan_to(&blocks(4, 24, 8), false, CopyMachine::DEFAULT);
    assert!(matches!(unaligned, Err(CopyPlanFault::NoRefinement(_))), "{unaligned:?}");
}

/// Returns the layout of lengths, 0 for a dynamic one, and strides.
fn batch<const RANK: usize>(lengths: [i64; RANK], strides: [i64; RANK], bits: i64) -> Layout {
    let lens = lengths.map(|length| Len::new(length).unwrap_or(Len::DYNAMIC));
    let memory = crate::PhysicalLayout::new(
        crate::MemShape::new(lens).unwrap(),
        crate::MemStrides::new(strides.map(crate::Elems::new)).unwrap(),
        crate::Elems::ZERO,
        elem(bits),
    );
    let builder = LayoutBuilder::new(memory.unwrap());
    let dims = builder.base_dims().to_vec();
    builder.finish(&dims).unwrap()
}

#[test]
fn dynamic_length_is_outermost_in_both() {
    let batch = |lengths: [i64; 3], strides: [i64; 3]| batch(lengths, strides, 16);
    let (rows, columns) = (batch([0, 4, 5], [20, 5, 1]), batch([0, 4, 5], [20, 1, 4]));
    let padded = batch([0, 4, 5], [32, 8, 1]);
    for (source, target) in [(&rows, &columns), (&columns, &rows), (&rows, &padded)] {
        let plan = plan(source, target, true);
        assert_eq!(plan.prove(source, target), Ok(()), "{plan}");
        assert_eq!(plan.dynamic(), Some(0));
        let slots: std::collections::BTreeSet<i64> = plan.writes(3).map(|it| it.slot).collect();
        assert_eq!(slots.len(), plan.writes(3).count());
        assert_eq!(slots.last(), Some(&(3 * plan.digits[0].target - 1)));
    }
    assert!(plan(&rows, &rows, true).is_identity());
    let inside = batch([4, 0, 5], [5, 20, 1]);
    assert_eq!(rows.copy_plan_to(&inside, true, CopyMachine::DEFAULT), Err(CopyPlanFault::Shapes));
}

#[test]
fn elements_below_a_byte_move_as_whole_bytes() {
    let rows = |stride| strided(&[4, 6], &[stride, 1], 0, 4);
    assert_eq!(check(&rows(6), &rows(8), true).elem_bits, 4);
    let refused = rows(6).copy_plan_to(&rows(7), true, CopyMachine::DEFAULT);
    assert_eq!(refused, Err(CopyPlanFault::Bits(4)));
    let transposed =
        rows(6).copy_plan_to(&strided(&[4, 6], &[1, 4], 0, 4), true, CopyMachine::DEFAULT);
    assert_eq!(transposed, Err(CopyPlanFault::Bits(4)));
}

#[test]
fn rows_of_a_dynamic_number_are_copied_if_they_are_whole_bytes() {
    for (bits, length) in [1, 4, 8].into_iter().flat_map(|bits| (1..=16).map(move |it| (bits, it)))
    {
        let rows = batch([0, length], [length, 1], bits);
        let found = rows.copy_plan_to(&rows, true, CopyMachine::DEFAULT);
        if length * bits % 8 == 0 {
            let plan = found.unwrap();
            assert!(plan.is_identity() && plan.prove(&rows, &rows).is_ok(), "{plan}");
        } else {
            assert_eq!(found, Err(CopyPlanFault::Bits(bits)), "{length}");
        }
    }
}

#[test]
fn layouts_without_digits_have_no_plan() {
    let mut builder = LayoutBuilder::packed(&[8, 8]).unwrap();
    let dims = builder.base_dims().to_vec();
    let xor = builder.apply(crate::transform::Xor, &dims).unwrap();
    let swizzled = builder.finish(&xor).unwrap().with_elem(elem(16));
    let plain = strided(&[8, 8], &[8, 1], 0, 16);
    let refused = |from: &Layout, to: &Layout| from.copy_plan_to(to, true, CopyMachine::DEFAULT);
    assert_eq!(refused(&plain, &swizzled), Err(CopyPlanFault::NotDigits));
    let overlapping = strided(&[8, 8], &[4, 1], 0, 16);
    assert_eq!(refused(&plain, &overlapping), Err(CopyPlanFault::NotNested));
    let reversed = strided(&[8, 8], &[8, -1], 7, 16);
    assert_eq!(refused(&plain, &reversed), Err(CopyPlanFault::NotNested));
    check(&reversed, &plain, true);
    let broadcast = strided(&[8, 8], &[0, 1], 3, 16);
    check(&broadcast, &plain, true);
}

#[test]
fn proof_rejects_changed_plans() {
    let lengths = [2, 35, 3, 5];
    let source = strided(&lengths, &[525, 15, 5, 1], 0, 16);
    let target = format("chw32", &lengths, 16);
    let good = check(&source, &target, true);
    let mut rejected = 0;
    let mut reject = |change: &dyn Fn(&mut CopyPlan)| {
        let mut plan = good.clone();
        change(&mut plan);
        assert!(plan.prove(&source, &target).is_err(), "{plan}");
        rejected += 1;
    };
    for at in 0..good.digits.len() {
        reject(&|plan| plan.digits[at].source += 1);
        reject(&|plan| plan.digits[at].target += 1);
        reject(&|plan| plan.digits[at].length = Len::new(3).unwrap());
        reject(&|plan| plan.digits[at].parts[0].weight += 1);
        reject(&|plan| plan.loops.retain(|it| it.digit != at));
        reject(&|plan| plan.loops.extend(good.loops.clone()));
    }
    for at in 0..good.dims.len() {
        reject(&|plan| plan.dims[at].shift += 1);
        reject(&|plan| plan.dims[at].valued = Some(0..1));
        reject(&|plan| plan.dims[at].written = Some(0..1));
    }
    reject(&|plan| plan.fills_padding = false);
    reject(&|plan| plan.source_offset = 1);
    reject(&|plan| plan.target_offset = 1);
    reject(&|plan| plan.fills.push(CopyFill { start: 0, slots: 1, over: Vec::new() }));
    assert!(rejected > 20);
}
