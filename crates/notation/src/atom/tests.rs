//! Each row of the table against the formulas of the vendors, from a slot to the index that it holds.
//!
//! The formulas are those of the PTX ISA (in `groupID` and `threadID_in_group`) and of AMD's instruction set manuals and
//! matrix instruction calculator. They are written in the direction opposite to that of the table.

use std::collections::{BTreeMap, BTreeSet};

use expect_test::expect;
use layout::{AxisName, IndexSpace, LogicalIndex};

use super::*;
use crate::{read_placement, write_placement};

/// The slots of an instruction, and the index that each one holds.
struct Fragment {
    warps: i64,
    lanes: i64,
    /// The elements of a lane that are used.
    elements: Vec<i64>,
    /// Returns the index of a warp, a lane and an element.
    index: Box<dyn Fn(i64, i64, i64) -> Vec<i64>>,
}

fn fragment(
    (warps, lanes): (i64, i64),
    elements: i64,
    index: impl Fn(i64, i64, i64) -> Vec<i64> + 'static,
) -> Fragment {
    Fragment { warps, lanes, elements: (0..elements).collect(), index: Box::new(index) }
}

/// Returns the fragment of `mma` without `m8n8k4` of `f16`. `bits` is the size of an element of A.
fn mma(rows: i64, k: i64, bits: i64, operand: &str) -> Fragment {
    let per_register = (32 / bits).max(1);
    let size = if operand == "A" { rows * k } else { 8 * if operand == "B" { k } else { rows } };
    let operand = operand.to_owned();
    fragment((1, 32), size / 32, move |_, lane, i| {
        let group = lane >> 2;
        let thread = lane % 4;
        // The position in a register of 32 bits, and the number of the register.
        let (low, high) = (i % per_register, i / per_register);
        let along = thread * per_register + low;
        match operand.as_str() {
            // Registers alternate between the rows g and g + 8, then go on in k.
            "A" if rows == 16 => {
                vec![group + 8 * (high % 2), along + 4 * per_register * (high / 2)]
            }
            "A" => vec![group, along],
            "B" => vec![along + 4 * per_register * high, group],
            _ => vec![if i < 2 { group } else { group + 8 }, thread * 2 + (i & 1)],
        }
    })
}

/// Returns the fragment of `mma.m8n8k4` of `f16`, which computes four products.
fn quad_pairs(operand: &str) -> Fragment {
    let operand = operand.to_owned();
    let count = if operand.starts_with('C') { 8 } else { 4 };
    fragment((1, 32), count, move |_, lane, i| {
        let quad = lane % 16 / 4;
        let high = if lane < 16 { 0 } else { 4 };
        let [row, column] = match operand.as_str() {
            "A.row" => [lane % 4 + high, i],
            "A.col" => [i % 4 + high, lane % 4],
            "B.row" => [lane % 4, i + high],
            "B.col" => [i, lane % 4 + high],
            "C.f16" => [lane % 4 + high, i],
            _ => [(lane & 0b1) + (i & 0b10) + high, (i & 0b100) + (lane & 0b10) + (i & 0b1)],
        };
        vec![quad, row, column]
    })
}

fn wgmma(columns: i64, bits: i64, operand: &str) -> Fragment {
    let per_register = 32 / bits;
    let is_sum = operand == "C";
    let count = if is_sum { 64 * columns / 128 } else { 4 * per_register };
    fragment((4, 32), count, move |warp, lane, i| {
        let row = 16 * warp + lane / 4;
        if is_sum {
            return vec![row + 8 * (i / 2 % 2), 8 * (i / 4) + 2 * (lane % 4) + i % 2];
        }
        let (low, high) = (i % per_register, i / per_register);
        let column = lane % 4 * per_register + low + 4 * per_register * (high / 2);
        vec![row + 8 * (high % 2), column]
    })
}

/// Returns the fragment of `ldmatrix` and `stmatrix` of some matrices.
fn matrices(count: i64, is_transposed: bool, operand: &str) -> Fragment {
    if operand == "p" {
        return fragment((1, 8 * count), 1, move |_, lane, _| match count {
            1 => vec![lane],
            _ => vec![lane / 8, lane % 8],
        });
    }
    fragment((1, 32), 2 * count, move |_, lane, i| {
        let along = 2 * (lane % 4) + i % 2;
        let mut index = if count == 1 { vec![] } else { vec![i / 2] };
        index.extend(if is_transposed { [along, lane / 4] } else { [lane / 4, along] });
        index
    })
}

/// Returns the fragment of an MFMA instruction of square blocks.
fn mfma(size: i64, k: i64, blocks: i64, is_f64: bool, operand: &str) -> Fragment {
    let operand = operand.to_owned();
    let per_lane = size * k * blocks / 64;
    let count = if operand == "C" { size * size * blocks / 64 } else { per_lane };
    fragment((1, 64), count, move |_, lane, i| {
        let inner = lane % size;
        let outer = lane / size;
        let depth = per_lane * (outer / blocks) + i;
        let (block, rest) = match operand.as_str() {
            "A" => (outer % blocks, [inner, depth]),
            "B" => (outer % blocks, [depth, inner]),
            _ if is_f64 && blocks == 4 => (outer % 4, [outer / 4, inner]),
            _ if is_f64 => (0, [4 * i + outer, inner]),
            _ if size == 4 => (outer, [i, inner]),
            _ if size == 16 => (i / 4, [4 * outer + i % 4, inner]),
            _ => (i / 16, [8 * (i / 4 % 4) + 4 * outer + i % 4, inner]),
        };
        if blocks == 1 { rest.to_vec() } else { vec![block, rest[0], rest[1]] }
    })
}

/// Returns the fragment of WMMA on RDNA 3.
fn gfx11(lanes: i64, operand: &str) -> Fragment {
    let is_half = operand.ends_with("16");
    let step = if is_half { 2 } else { 1 };
    let kind = operand.chars().next().unwrap();
    if kind == 'C' {
        let mut sum = fragment((1, lanes), 0, move |_, lane, i| {
            vec![lanes / 16 * (i / step) + lane / 16, lane % 16]
        });
        sum.elements = (0..256 / lanes).map(|register| register * step).collect();
        return sum;
    }
    fragment((1, lanes), 16, move |_, lane, i| match kind {
        'A' => vec![lane % 16, i],
        _ => vec![i, lane % 16],
    })
}

/// Returns the fragment of WMMA on RDNA 4.
fn gfx12(lanes: i64, k: i64, is_16_bits: bool, operand: &str) -> Fragment {
    let operand = operand.to_owned();
    let count = if operand == "C" { 256 / lanes } else { 16 * k / lanes };
    fragment((1, lanes), count, move |_, lane, i| {
        // The lanes 16 to 31 hold the upper half; in a wave of 64, the lanes from 32 hold the odd parts of both.
        let upper = lane / 16 % 2;
        let inner = i + count * (lane / 32);
        let half = count * lanes / 32;
        let depth = match (is_16_bits, lanes) {
            (true, 32) => 8 * (i / 4) + 4 * upper + i % 4,
            (true, _) => 4 * (lane / 16) + i,
            _ => half * upper + inner,
        };
        match operand.as_str() {
            "A" => vec![lane % 16, depth],
            "B" => vec![depth, lane % 16],
            _ => vec![half * upper + inner, lane % 16],
        }
    })
}

fn numbers(text: &str) -> Vec<i64> {
    let digits = text.split(|it: char| !it.is_ascii_digit()).filter(|part| !part.is_empty());
    digits.map(|part| part.parse().unwrap()).collect()
}

/// Returns the fragment of an operand by its name.
fn formula(name: &str) -> Fragment {
    let parts: Vec<&str> = name.split('.').collect();
    let bits = |kind: &str| match kind {
        "f64" => 64,
        "f32" | "tf32" | "xf32" => 32,
        "f16" | "bf16" | "b16" => 16,
        "i4" | "e2m1" => 4,
        "b1" => 1,
        _ => 8,
    };
    match parts[..] {
        ["mma", "m8n8k4", "f16", operand, kind] => quad_pairs(&format!("{operand}.{kind}")),
        ["mma", shape, kind, operand] => {
            let [rows, _, k] = numbers(shape)[..] else { panic!("{name}") };
            mma(rows, k, bits(kind), operand)
        }
        ["wgmma", shape, kind, operand] => wgmma(numbers(shape)[1], bits(kind), operand),
        ["ldmatrix" | "stmatrix", "m8n8", count, "trans", "b16", operand] => {
            matrices(numbers(count)[0], true, operand)
        }
        ["ldmatrix" | "stmatrix", "m8n8", count, "b16", operand] => {
            matrices(numbers(count)[0], false, operand)
        }
        ["mfma", shape, kind, operand] => {
            let shape = numbers(shape);
            let blocks = shape.get(3).copied().unwrap_or(1);
            mfma(shape[0], shape[2], blocks, kind == "f64", operand)
        }
        ["wmma", "gfx11", wave, _, _, ref operand @ ..] => {
            gfx11(numbers(wave)[0], &operand.join("."))
        }
        ["wmma", "gfx12", wave, shape, kind, operand] => {
            let (lanes, k) = (numbers(wave)[0], numbers(shape)[2]);
            // The lanes from 32 hold no elements of the smallest operands.
            let lanes = if kind == "i4" && k == 16 && operand != "C" { 32 } else { lanes };
            gfx12(lanes, k, bits(kind) == 16, operand)
        }
        _ => panic!("no formula of {name}"),
    }
}

/// By index: its slots as (warp, lane, element).
type Slots = BTreeMap<Vec<i64>, BTreeSet<[i64; 3]>>;

fn expected(fragment: &Fragment) -> Slots {
    let mut slots = Slots::new();
    for warp in 0..fragment.warps {
        for lane in 0..fragment.lanes {
            for &element in &fragment.elements {
                let index = (fragment.index)(warp, lane, element);
                slots.entry(index).or_default().insert([warp, lane, element]);
            }
        }
    }
    slots
}

fn found(placement: &Placement) -> Slots {
    let axes: Vec<AxisName> = placement.axes().cloned().collect();
    let space = IndexSpace::below(placement.shape().static_lengths().unwrap());
    space
        .iter()
        .map(|index| {
            let at = LogicalIndex::new(index.iter().copied()).unwrap();
            let slots = placement.slots_of(&at).unwrap().into_iter().map(|slot| {
                [AxisName::WARP, AxisName::LANE, AxisName::REGISTER].map(|axis| {
                    let place = axes.iter().position(|known| *known == axis);
                    place.map_or(0, |place| slot.coordinates[place])
                })
            });
            (index, slots.collect())
        })
        .collect()
}

fn all_names() -> impl Iterator<Item = String> {
    operands().flat_map(|operand| {
        let columns: Vec<Option<i64>> = operand.columns().map(Some).collect();
        let columns = if columns.is_empty() { vec![None] } else { columns };
        columns.into_iter().map(move |columns| operand.full_name(columns))
    })
}

#[test]
fn every_operand_is_the_fragment_of_the_vendor() {
    let mut count = 0;
    for name in all_names() {
        // Each digit of columns is the same digit.
        if name.starts_with("wgmma")
            && !["n8k", "n24k", "n128k", "n256k"].iter().any(|it| name.contains(it))
        {
            continue;
        }
        let read = read_placement(&format!("atom:{name}"), None).unwrap();
        assert_eq!(found(&read.placement), expected(&formula(&name)), "{name}");
        count += 1;
    }
    assert!(count > 300, "{count}");
}

#[test]
fn names_are_unique_and_extents_are_those_of_the_placement() {
    let mut names = BTreeSet::new();
    for atom in atoms() {
        assert!(names.insert(atom.name.clone()), "{}", atom.name);
        let name = atom.name.replacen('N', "128", 1);
        let placement = read_placement(&format!("atom:{name}"), None).unwrap().placement;
        let ranges = placement.ranges().unwrap().unwrap();
        assert_eq!(placement.copies().unwrap(), Some(atom.copies.unsigned_abs()), "{name}");
        assert!(placement.is_injective().unwrap(), "{name}");
        assert_eq!(ranges.len(), atom.axes.len(), "{name}");
        for ((axis, range), (known, extent)) in ranges.iter().zip(&atom.axes) {
            assert_eq!(axis, known, "{name}");
            assert!(extent.is_none_or(|extent| range.max + 1 == extent), "{name}");
        }
    }
}

#[test]
fn a_written_operand_is_read_back() {
    for name in ["mma.m16n8k16.f16.A", "mfma.32x32x8.f16.B", "wgmma.m64n24k16.f16.C:f32"] {
        let text = format!("atom:{name}");
        let read = read_placement(&text, None).unwrap();
        let written = write_placement("atom", &read.placement, read.elem).unwrap();
        let back = read_placement(&written, None).unwrap();
        assert_eq!(back.placement.difference(&read.placement).unwrap(), None, "{written}");
        assert_eq!(back.elem, read.elem, "{written}");
    }
}

#[test]
fn sums_have_two_names_and_several_types() {
    let of = |text: &str| read_placement(text, None).unwrap();
    let c = of("atom:mma.m16n8k16.f16.C");
    let d = of("atom:mma.m16n8k16.f16.D:f32");
    assert_eq!(c.placement.difference(&d.placement).unwrap(), None);
    assert_eq!((c.elem, d.elem.map(|elem| elem.name())), (None, Some("f32")));
    assert_eq!(of("atom:mma.m16n8k16.bf16.C").elem.map(|elem| elem.name()), Some("f32"));
    assert_eq!(of("atom:mma.m16n8k8.tf32.A").elem.map(|elem| elem.name()), Some("f32"));
}

#[test]
fn invalid_names_are_explained() {
    let message = |text: &str| {
        let fault = read_placement(text, None).unwrap_err();
        let near = fault.near.clone().unwrap_or_default();
        format!("{}\n", format!("{text}: {fault} {near}").trim_end())
    };
    let texts = [
        "atom:mma.m16n8k16.f16",
        "atom:mma.m16n8k17.f16.A",
        "atom:mma.m16n8k16.f16.A:f32",
        "atom:mma.m16n8k16.f16.C:i32",
        "atom:mma.m16n8k16.f16.C:f99",
        "atom:wgmma.m64n12k16.f16.C",
        "atom:wgmma.m64n264k16.f16.C",
        "atom:wgmma.m64n40k32.i8.C",
        "atom:wgmma.m64n+8k16.f16.C",
        "atom:",
    ];
    expect![[r#"
        atom:mma.m16n8k16.f16: column 6: unknown operand of a matrix instruction `mma.m16n8k16.f16`; `layoutc --list-atoms` prints all operands; did you mean `mma.m16n8k16.f16.A`? mma.m16n8k16.f16.A
        atom:mma.m16n8k17.f16.A: column 6: unknown operand of a matrix instruction `mma.m16n8k17.f16.A`; `layoutc --list-atoms` prints all operands; did you mean `mma.m16n8k16.f16.A`? mma.m16n8k16.f16.A
        atom:mma.m16n8k16.f16.A:f32: column 6: the element type is f16, but `f32` is required
        atom:mma.m16n8k16.f16.C:i32: column 6: the element type is f16 or f32, but `i32` is required
        atom:mma.m16n8k16.f16.C:f99: column 25: unknown element type `f99`
        atom:wgmma.m64n12k16.f16.C: column 6: unknown operand of a matrix instruction `wgmma.m64n12k16.f16.C`; `layoutc --list-atoms` prints all operands; did you mean `wgmma.m64nNk16.f16.C`? wgmma.m64nNk16.f16.C
        atom:wgmma.m64n264k16.f16.C: column 6: unknown operand of a matrix instruction `wgmma.m64n264k16.f16.C`; `layoutc --list-atoms` prints all operands
        atom:wgmma.m64n40k32.i8.C: column 6: unknown operand of a matrix instruction `wgmma.m64n40k32.i8.C`; `layoutc --list-atoms` prints all operands; did you mean `wgmma.m64nNk32.i8.C`? wgmma.m64nNk32.i8.C
        atom:wgmma.m64n+8k16.f16.C: column 6: unknown operand of a matrix instruction `wgmma.m64n+8k16.f16.C`; `layoutc --list-atoms` prints all operands; did you mean `wgmma.m64nNk16.f16.C`? wgmma.m64nNk16.f16.C
        atom:: column 6: unknown operand of a matrix instruction ``; `layoutc --list-atoms` prints all operands
    "#]].assert_eq(&texts.map(message).concat());
    let layout = read_placement("cute:(16,16):(16,1)", None).unwrap();
    let fault = write_placement("atom", &layout.placement, None).unwrap_err();
    expect![
        "index [0, 1]: its slots are not those of `mma.m16n8k16.f16.A`, which agrees the longest"
    ]
    .assert_eq(&fault.to_string());
    let odd = read_placement("cute:(3,5):(5,1)", None).unwrap();
    let fault = write_placement("atom", &odd.placement, None).unwrap_err();
    expect!["index [0, 0]: no operand of a matrix instruction has the shape [3, 5]"]
        .assert_eq(&fault.to_string());
}
