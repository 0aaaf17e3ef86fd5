//! The blocks of plans, evaluated by their programs: they write the same slots as the interpreter of plans.

use super::block_map::{BlockMap, element_align};
use super::block_program::{self, BlockProgram};
use super::blocks::{BlockGrid, BlockLength, grids};
use address::ProgramEvaluator;
use ir::layout::{
    Bits, CopyMachine, CopyPlan, ElemSize, Format, FormatUse, Layout, LayoutBuilder, Shape,
};
use std::collections::BTreeMap;

fn elem(bits: i64) -> ElemSize {
    ElemSize::new(Bits::new(bits)).unwrap()
}

/// Returns memory of these lengths and strides.
fn strided(lengths: &[i64], strides: &[i64], offset: i64, bits: i64) -> Layout {
    let builder = LayoutBuilder::strided(lengths, strides, offset).unwrap();
    let dims = builder.base_dims().to_vec();
    builder.finish(&dims).unwrap().with_elem(elem(bits))
}

/// Returns layouts of a shape, and whether their padding is their own.
fn layouts(lengths: [i64; 4], bits: i64) -> Vec<(Layout, bool)> {
    let [n, c, h, w] = lengths;
    let row = w + 3;
    let mut found = vec![
        (strided(&lengths, &[c * h * w, h * w, w, 1], 0, bits), true),
        (strided(&lengths, &[c * h * w, 1, w * c, c], 0, bits), true),
        (strided(&lengths, &[1, n, w * c * n, c * n], 0, bits), true),
        (strided(&lengths, &[c * h * row, h * row, row, 1], 0, bits), true),
        (strided(&lengths, &[c * h * row * 2 + 9, h * row * 2, row * 2, 2], 7, bits), false),
    ];
    // Every third format: the time of simplification counts.
    for format in Format::all().into_iter().step_by(3) {
        let shape = Shape::of_static(&lengths).unwrap();
        if let Ok(layout) = FormatUse::new(format).layout(&shape, elem(bits)) {
            found.push((layout, true));
        }
    }
    found
}

/// The program of a grid or of a block, evaluated.
struct Evaluated {
    source: i64,
    target: i64,
    /// The values of checked digits, then the positions of dims.
    rest: Vec<i64>,
}

fn evaluate(program: &BlockProgram, at: i64) -> Evaluated {
    let found = ProgramEvaluator::new(&program.program).run(&[at.unsigned_abs()]).unwrap();
    let found: Vec<i64> = found.into_iter().map(u64::cast_signed).collect();
    Evaluated {
        source: (found[0] - found[1]) * program.source_unit,
        target: found[2] * program.target_unit,
        rest: found[3..].to_vec(),
    }
}

/// Adds the writes of a grid: for each target byte offset the source byte offset, or `None` for zero.
fn writes(grid: &BlockGrid, found: &mut BTreeMap<i64, Option<i64>>) {
    let map = BlockMap::of(grid);
    let program = block_program::of_grid(grid, &map);
    let units = (
        element_align(program.source_unit, map.elements.iter().map(|it| it.source)),
        element_align(program.target_unit, map.elements.iter().map(|it| it.target)),
    );
    let inner = block_program::of_block(grid, &map, units);
    for block in 0..grid.count().unwrap() {
        let base = evaluate(&program, block);
        for (at, element) in (0..).zip(&map.elements) {
            let it = evaluate(&inner, at);
            assert_eq!((it.source, it.target), (element.source, element.target));
            let mut is_written = true;
            for (value, &digit) in map.checked.iter().enumerate() {
                let BlockLength::Static(length) = grid.digits[digit].length else { continue };
                is_written &= base.rest[value] + it.rest[value] < length;
            }
            let mut is_valued = grid.source.is_some();
            for (dim, ranges) in grid.dims.iter().enumerate() {
                let moving = map.moving.iter().position(|&it| it == dim);
                let start = moving.map_or(0, |at| base.rest[map.checked.len() + at]);
                let position = start + it.rest[map.checked.len() + dim];
                let holds = |range: &Option<std::ops::Range<i64>>| {
                    range.as_ref().is_none_or(|range| range.contains(&position))
                };
                is_written &= holds(&ranges.written);
                is_valued &= holds(&ranges.valued);
            }
            if is_written {
                let source = grid.source.unwrap_or(0) + base.source + it.source;
                let slot = grid.target + base.target + it.target;
                let before = found.insert(slot, is_valued.then_some(source));
                assert_eq!(before, None, "slot {slot} is written twice");
            }
        }
    }
}

#[test]
fn blocks_write_the_slots_of_their_plans() {
    let mut compared = 0;
    for (lengths, bits) in [([2, 35, 3, 5], 8), ([1, 32, 4, 8], 16)] {
        let all = layouts(lengths, bits);
        for (source, _) in &all {
            for (target, fills) in &all {
                let plan = source.copy_plan_to(target, *fills, CopyMachine::DEFAULT);
                compare(&plan.unwrap());
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "{compared}");
}

fn compare(plan: &CopyPlan) {
    let bytes = plan.elem_bits / 8;
    let expected = plan.writes(0).map(|it| (it.slot * bytes, it.source.map(|at| at * bytes)));
    let expected: BTreeMap<i64, Option<i64>> = expected.collect();
    let mut found = BTreeMap::new();
    for grid in grids(plan).unwrap() {
        writes(&grid, &mut found);
    }
    assert_eq!(found, expected, "{plan}");
    let [source, target] = plan.ends().unwrap();
    let last = expected.values().flatten().max().map_or(0, |last| last / bytes + 1);
    assert_eq!(source.constant.max(last), source.constant, "{plan}");
    assert_eq!(target.constant, expected.keys().max().unwrap() / bytes + 1, "{plan}");
}
