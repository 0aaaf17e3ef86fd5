//! The blocks of plans, evaluated by their programs: they write the same slots as the interpreter of plans.

use super::block_map::{BlockElement, BlockMap, element_align};
use super::block_program::{self, BlockProgram};
use super::blocks::{BlockGrid, BlockLength, grids};
use super::exchange::{ExchangeCode, GridCode};
use address::ProgramEvaluator;
use ir::layout::{
    Bits, CopyMachine, CopyMethod, CopyPlan, ElemSize, Format, FormatUse, Layout, LayoutBuilder,
    Shape, TileExchange,
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
        (strided(&lengths, &[1, n, w * c * n, c * n], 3, bits), true),
        (strided(&lengths, &[c * h * row, h * row, row, 1], 0, bits), true),
        (strided(&lengths, &[c * h * row * 2 + 9, h * row * 2, row * 2, 2], 7, bits), false),
    ];
    // Every third format: the time of simplification counts.
    for format in Format::all().step_by(3) {
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
        source: (found[0] - found[1]) * program.units[0],
        target: found[2] * program.units[1],
        rest: found[3..].to_vec(),
    }
}

/// Adds the writes of a grid: for each target byte offset the source byte offset, or `None` for zero.
fn writes(grid: &BlockGrid, found: &mut BTreeMap<i64, Option<i64>>) {
    let map = BlockMap::from_grid(grid);
    let program = block_program::of_grid(grid, &map);
    let units = [
        element_align(program.units[0], map.elements.iter().map(|it| it.source)),
        element_align(program.units[1], map.elements.iter().map(|it| it.target)),
    ];
    let inner = block_program::of_block(grid, &map, units);
    for block in 0..grid.count().unwrap() {
        let base = evaluate(&program, block);
        for (at, element) in (0..).zip(&map.elements) {
            let it = evaluate(&inner, at);
            assert_eq!((it.source, it.target), (element.source, element.target));
            let (is_written, is_valued) = state(grid, map.checked.len(), &[(&map, &base)], &it);
            if is_written {
                let source = grid.source.unwrap_or(0) + base.source + it.source;
                let slot = grid.target + base.target + it.target;
                let before = found.insert(slot, is_valued.then_some(source));
                assert_eq!(before, None, "slot {slot} is written twice");
            }
        }
    }
}

/// Returns whether an element of a block is written and has a value. The values and positions of its block are the sums
/// of those of `bases`.
fn state(
    grid: &BlockGrid,
    checked: usize,
    bases: &[(&BlockMap, &Evaluated)],
    inner: &Evaluated,
) -> (bool, bool) {
    let mut is_written = true;
    for (value, &digit) in bases[0].0.checked.iter().enumerate() {
        let BlockLength::Static(length) = grid.digits[digit].length else { continue };
        let start: i64 = bases.iter().map(|(_, base)| base.rest[value]).sum();
        is_written &= start + inner.rest[value] < length;
    }
    let mut is_valued = grid.source.is_some();
    for (dim, ranges) in grid.dims.iter().enumerate() {
        let start = |(map, base): &(&BlockMap, &Evaluated)| {
            let moving = map.moving.iter().position(|&it| it == dim);
            moving.map_or(0, |at| base.rest[checked + at])
        };
        let position = bases.iter().map(start).sum::<i64>() + inner.rest[checked + dim];
        let holds = |range: &Option<std::ops::Range<i64>>| {
            range.as_ref().is_none_or(|range| range.contains(&position))
        };
        is_written &= holds(&ranges.written);
        is_valued &= holds(&ranges.valued);
    }
    (is_written, is_valued)
}

/// Adds the writes of tiles in workgroup memory, which each element passes.
fn tile_writes(code: &ExchangeCode, found: &mut BTreeMap<i64, Option<i64>>) {
    let [tiles, load, store] = code.codes().map(|code| code.parts());
    assert_eq!(tiles.2.units[0] % load.2.units[0], 0);
    assert_eq!(tiles.2.units[1] % store.2.units[1], 0);
    for tile in 0..tiles.0.count().unwrap() {
        let base = evaluate(tiles.2, tile);
        let mut memory: BTreeMap<i64, Option<i64>> = BTreeMap::new();
        let each =
            |part: (&BlockGrid, &BlockMap, &BlockProgram),
             write: &mut dyn FnMut(bool, bool, &Evaluated, &BlockElement)| {
                let (grid, map, program) = part;
                let inner = block_program::of_block(grid, map, [1; 2]);
                for at in 0..grid.count().unwrap() {
                    let own = evaluate(program, at);
                    for (number, element) in (0..).zip(&map.elements) {
                        let it = evaluate(&inner, number);
                        assert_eq!((it.source, it.target), (element.source, element.target));
                        let bases = [(tiles.1, &base), (map, &own)];
                        let (is_written, is_valued) = state(grid, map.checked.len(), &bases, &it);
                        write(is_written, is_valued, &own, element);
                    }
                }
            };
        each(load, &mut |is_written, is_valued, own, element| {
            let slot = own.target + element.target;
            assert!(slot + tiles.0.elem <= code.bytes(), "{slot}");
            let source = tiles.0.source.unwrap() + base.source + own.source + element.source;
            let before = memory.insert(slot, (is_written && is_valued).then_some(source));
            assert_eq!(before, None, "slot {slot} of the tile is written twice");
        });
        each(store, &mut |is_written, _, own, element| {
            if is_written {
                let slot = tiles.0.target + base.target + own.target + element.target;
                let before = found.insert(slot, memory[&(own.source + element.source)]);
                assert_eq!(before, None, "slot {slot} is written twice");
            }
        });
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

#[test]
fn identity_copies_write_whole_workgroups_and_the_rest() {
    let per_workgroup = |widest: i64| 2 * 128 * widest;
    for (bits, length) in [(8, 20_000), (16, 8192), (24, 9_001), (64, 3_073), (8, 4095), (32, 1)] {
        let layout = strided(&[length], &[1], 5, bits);
        let plan = layout.copy_plan_to(&layout, false, CopyMachine::DEFAULT).unwrap();
        assert_eq!(plan.method, CopyMethod::Identity);
        compare(&plan);
        for widest in [16, 32] {
            let sizes = grids(&plan, widest).unwrap().len();
            let rest = length * bits / 8 % (per_workgroup(widest) * odd_part(bits / 8));
            let whole = length * bits / 8 - rest;
            assert_eq!(sizes, usize::from(whole > 0) + usize::from(rest > 0), "{bits} {length}");
        }
    }
}

/// Returns a number without its factors of 2.
fn odd_part(number: i64) -> i64 {
    number >> number.trailing_zeros()
}

#[test]
fn tiles_in_workgroup_memory_write_the_slots_of_their_plans() {
    let mut machine = CopyMachine::DEFAULT;
    machine.workgroup_bytes = 4096;
    let mut compared = 0;
    for (lengths, bits) in [([1, 35, 5, 8], 8), ([2, 19, 3, 7], 24), ([1, 9, 4, 3], 64)] {
        let all = layouts(lengths, bits);
        for (at, (source, _)) in all.iter().enumerate() {
            for (target, fills) in all.iter().skip(at % 2).step_by(2) {
                let plan = source.copy_plan_to(target, *fills, machine).unwrap();
                if exchange_of(&plan) == Some(TileExchange::Workgroup) {
                    compare(&plan);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 10, "{compared}");
}

/// Returns the memory in which a plan transposes tiles; `None` if it has no tiles.
fn exchange_of(plan: &CopyPlan) -> Option<TileExchange> {
    match plan.method {
        CopyMethod::Tile { exchange, .. } => Some(exchange),
        _ => None,
    }
}

fn compare(plan: &CopyPlan) {
    compare_with(plan, 16);
    compare_with(plan, 32);
}

fn compare_with(plan: &CopyPlan, widest: i64) {
    let bytes = plan.elem_bits / 8;
    let expected = plan.writes(0).map(|it| (it.slot * bytes, it.source.map(|at| at * bytes)));
    let expected: BTreeMap<i64, Option<i64>> = expected.collect();
    let mut found = BTreeMap::new();
    for code in GridCode::from_plan(plan, grids(plan, widest).unwrap()) {
        match code {
            GridCode::Blocks(code) => writes(code.grid(), &mut found),
            GridCode::Tiles(code) => tile_writes(&code, &mut found),
        }
    }
    assert_eq!(found, expected, "{plan}");
    let [source, target] = plan.ends().unwrap();
    let last = expected.values().flatten().max().map_or(0, |last| last / bytes + 1);
    assert_eq!(source.constant.max(last), source.constant, "{plan}");
    assert_eq!(target.constant, expected.keys().max().unwrap() / bytes + 1, "{plan}");
}
