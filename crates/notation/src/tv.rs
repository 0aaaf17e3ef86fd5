//! `tv`: thread-value layouts of CuTe, from a thread and a value to a position in a tile.
//!
//! The first mode is the thread, on the axis `lane`, and the second is the value, on the axis `register`. Positions are
//! colexicographic in the tile, whose lengths are in brackets. A stride of 0 is a digit of copies.

use layout::{AxisName, Nested, NotationFault, Placement, RadixDigit, checked_product};
use std::ops::Range;

use crate::axis_digits::{AxisDigit, DigitPlacement, FlatOrder};
use crate::cute::{modes_of, modes_text};
use crate::element::ElementType;
use crate::grammar::{fields, grammar, lengths, parse, parts, range};
use crate::notation::{Notation, NotationFunctions};
use crate::placed::NotatedPlacement;
use crate::subject::list;
use crate::suffix::{element_of, fault_at, suffix};
use crate::witness::Witness;

pub(crate) const NOTATION: Notation = Notation {
    name: "tv",
    summary: "CuTe: a thread-value layout of a tile",
    example: "((4,8),(2,2)):((32,1),(16,8))[16,8]",
    needs_element: false,
    searched: Some("sums of digits of the colexicographic index and of copies"),
    functions: NotationFunctions::Placement { read, write },
};

// The lengths of the tile. The modes before them have the grammar of `cute`.
grammar!(
    TvGrammar,
    [],
    r##"
    notation = { SOI ~ lengths ~ suffix? ~ EOI }
"##,
    {}
);

/// The axes of the two modes, with their words in messages.
const MODES: [(AxisName, &str); 2] = [(AxisName::LANE, "thread"), (AxisName::REGISTER, "value")];

/// A digit of a thread or of a value: the distance of positions, and the digit.
struct PositionDigit {
    step: i64,
    digit: AxisDigit,
}

/// Reads `((4,8),(2,2)):((32,1),(16,8))[16,8]`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedPlacement, NotationFault> {
    let split = text.rfind('[').ok_or_else(|| {
        let message = "expected the lengths of the tile, such as `[16,8]`, after the modes";
        NotationFault::new(text.len()..text.len(), message)
    })?;
    let (modes, tile) = text.split_at(split);
    let at = 0..modes.trim_end().len();
    let Tile { lengths, size, elem } =
        Tile::of(tile, given).map_err(|fault| fault.shifted(split))?;
    let (mut moving, mut copies, mut offsets) = (Vec::new(), Vec::new(), Vec::new());
    for (mode, (axis, word)) in modes_of_both(modes, &at)?.into_iter().zip(MODES) {
        let (positions, own_copies) = digits_of(&mode, &axis, word, &at)?;
        moving.extend(positions);
        copies.extend(own_copies);
        offsets.push((axis, 0));
    }
    let flat = in_tile(moving, size, &lengths, &at)?;
    let digits = DigitPlacement::flat(lengths, FlatOrder::ColumnMajor, flat);
    let digits = DigitPlacement { copies, offsets, ..digits };
    let placement = digits.placement().map_err(|fault| fault_at(at, fault))?;
    Ok(NotatedPlacement::new(placement, elem))
}

/// A tile: its lengths, and the element type after them.
struct Tile {
    lengths: Vec<i64>,
    /// The number of positions.
    size: i64,
    /// The element type; `None` if it is unknown.
    elem: Option<ElementType>,
}

impl Tile {
    /// Reads `[16,8]` or `[16,8]:f16`.
    ///
    /// # Errors
    /// The text does not match, a number does not fit 64 bits, or the element type is not `given`.
    fn of(text: &str, given: Option<ElementType>) -> Result<Tile, NotationFault> {
        let mut found = parts(parse::<TvGrammar, Rule>(Rule::notation, text)?).into_iter();
        let [shape] = fields(&mut found)?;
        let at = range(&shape);
        let lengths = lengths(shape)?;
        let elem = element_of(found.next(), given)?;
        let size = checked_product(lengths.iter().copied());
        let size = size
            .ok_or_else(|| NotationFault::new(at, "the size of the tile does not fit 64 bits"))?;
        Ok(Tile { lengths, size, elem })
    }
}

/// Returns the modes of threads and of values.
fn modes_of_both(text: &str, at: &Range<usize>) -> Result<[Nested<RadixDigit>; 2], NotationFault> {
    let modes = modes_of(text)?.into_items();
    let count = modes.len();
    modes.try_into().map_err(|_| {
        let message = format!("expected the modes of threads and of values, found {count} modes");
        NotationFault::new(at.clone(), message)
    })
}

/// Returns the digits of a mode that move the position, and those that do not: copies.
fn digits_of(
    mode: &Nested<RadixDigit>,
    axis: &AxisName,
    word: &str,
    at: &Range<usize>,
) -> Result<(Vec<PositionDigit>, Vec<AxisDigit>), NotationFault> {
    let mut leaves = Vec::new();
    mode.map(&mut |digit| leaves.push(*digit));
    let mut stride = 1i64;
    let (mut moving, mut copies) = (Vec::new(), Vec::new());
    for leaf in leaves {
        let digit = AxisDigit::on(axis, leaf.length, stride);
        stride = stride.checked_mul(leaf.length).ok_or_else(|| {
            let message = format!("the number of the {word}s does not fit 64 bits");
            NotationFault::new(at.clone(), message)
        })?;
        match leaf.stride {
            _ if leaf.length == 1 => {}
            0 => copies.push(digit),
            step @ 1.. => moving.push(PositionDigit { step, digit }),
            step => {
                let message = format!(
                    "positions must be in the tile, but {word} {} has a negative one: its stride is {step}",
                    digit.stride
                );
                return Err(NotationFault::new(at.clone(), message));
            }
        }
    }
    Ok((moving, copies))
}

/// Returns the digits of a position, fastest first: those of threads and values, and digits of virtual padding where
/// positions have no slot.
///
/// # Errors
/// Two slots that are not copies hold one position, a position is outside of the tile, or the positions without a slot
/// are not digits.
fn in_tile(
    mut moving: Vec<PositionDigit>,
    size: i64,
    lengths: &[i64],
    at: &Range<usize>,
) -> Result<Vec<AxisDigit>, NotationFault> {
    moving.sort_by_key(|it| it.step);
    let index = |position| FlatOrder::ColumnMajor.index_at(lengths, position);
    let mut flat = Vec::new();
    // All positions below this number have one slot, or none because of a digit of padding.
    let mut covered = 1i64;
    for PositionDigit { step, digit } in moving {
        if step < covered && step < size {
            let message = format!(
                "index {:?} at position {step} has two slots that are no copies: strides of 1 to {step} already \
                 reach the positions below {covered}",
                index(step)
            );
            return Err(NotationFault::new(at.clone(), message));
        }
        let end = step.checked_mul(digit.length).filter(|&end| end <= size);
        let Some(end) = end else {
            let last = i128::from(step) * i128::from(digit.length - 1);
            let message = format!(
                "a stride of {step} along {} values reaches position {last} and more, but the tile has {size} positions",
                digit.length
            );
            return Err(NotationFault::new(at.clone(), message));
        };
        flat.extend(padding(covered, step, &index, at)?);
        flat.push(digit);
        covered = end;
    }
    flat.extend(padding(covered, size, &index, at)?);
    Ok(flat)
}

/// Returns the digit of the positions without a slot, between those that are covered and the next step; `None` if all
/// positions are covered.
fn padding(
    covered: i64,
    next: i64,
    index: &impl Fn(i64) -> Vec<i64>,
    at: &Range<usize>,
) -> Result<Option<AxisDigit>, NotationFault> {
    match next % covered {
        0 => Ok((next != covered).then(|| AxisDigit::only_zero(next / covered))),
        _ => {
            let message = format!(
                "index {:?} at position {covered} has no slot, and {next} is no multiple of {covered}",
                index(covered)
            );
            Err(NotationFault::new(at.clone(), message))
        }
    }
}

/// Writes the digits of lanes as the thread, and those of registers as the value.
fn write(placement: &Placement, elem: Option<ElementType>) -> Result<String, Witness> {
    let order = FlatOrder::ColumnMajor;
    let found = DigitPlacement::of(placement, Some(order))?;
    let axes = MODES.map(|(axis, _)| axis);
    let held = found.held_by(&axes, "tv")?;
    let mut modes = Vec::new();
    for axis in axes {
        let mode = found.on_axis(&held, &axis, "tv")?.into_iter().map(|it| {
            let stride = it.at.map_or(0, |(_, weight)| weight);
            Nested::Leaf(RadixDigit { length: it.digit.length, stride })
        });
        let mut mode: Vec<Nested<RadixDigit>> = mode.collect();
        modes.push(match mode.len() {
            0 => Nested::Leaf(RadixDigit { length: 1, stride: 0 }),
            1 => mode.remove(0),
            _ => Nested::Tuple(mode),
        });
    }
    let digits = found.dims.concat();
    let size: i64 = found.lengths.iter().product();
    let covered: i64 = digits.iter().map(|digit| digit.length).product();
    if covered != size {
        let last = digits.last().map_or(1, |digit| covered / digit.length);
        let reason = format!("the digits have {covered} positions, but the tile has {size}");
        return Err(Witness::at(order.index_at(&found.lengths, last), reason).unproven());
    }
    let shape = modes_text(&modes, |digit| digit.length);
    let stride = modes_text(&modes, |digit| digit.stride);
    Ok(format!("{shape}:{stride}[{}]{}", list(&found.lengths), suffix(elem)))
}
