//! Lowering of a layout to an addressing program.
//!
//! The crate `layout` alone defines the address arithmetic. Lowering evaluates `Layout::offset_over` with an algebra
//! whose values are sums of words ([`unsigned`]), so the arithmetic is not implemented twice.
//!
//! - For every index in bounds, no instruction wraps or divides by zero. The one exception is the last instruction,
//!   which computes the two's complement of a negative offset.
//! - Words have 32 bits if every intermediate value provably fits 31 bits, otherwise 64.
//! - A dynamic length is the greatest for which every value fits, because the caller guarantees that offsets fit.
//! - The program returns a validity exactly if the layout has a predicate (a `pad`), even if that predicate always
//!   holds: the signature does not depend on what can be proven.

mod inverse;
mod unsigned;

use crate::operation::{Operation, Width};
use crate::program::{Param, Program, ValueId};
use crate::unit::OffsetUnit;
pub use inverse::lower_inverse;
use layout::{AddressError, Dim, ElemSize, InverseFault, Layout, LogicalIndex, Range};
use std::fmt;
use unsigned::{PredicateMode, UnsignedLowering, WordSum};

/// The integer type of an addressing function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IndexType {
    /// `i32` if all values provably fit 31 bits, otherwise `i64`.
    Auto,
    /// `i32`.
    I32,
    /// `i64`.
    I64,
}

impl IndexType {
    /// Returns the type with this spelling in `layout.address`; `None` if the spelling is unknown.
    pub fn of_text(text: &str) -> Option<IndexType> {
        match text {
            "auto" => Some(IndexType::Auto),
            "i32" => Some(IndexType::I32),
            "i64" => Some(IndexType::I64),
            _ => None,
        }
    }

    fn widths(self) -> &'static [Width] {
        match self {
            IndexType::Auto => &[Width::I32, Width::I64],
            IndexType::I32 => &[Width::I32],
            IndexType::I64 => &[Width::I64],
        }
    }
}

/// The reason why a layout has no addressing function of a form, in a unit and an integer type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressFault {
    /// A second logical dim is dynamic.
    Dynamic(Dim),
    /// The unit is bytes, and the size of an element is unknown.
    NoElement,
    /// An element can start within a byte.
    WithinByte {
        /// The size of an element.
        elem: ElemSize,
        /// The index of such an element and the bit at which it starts; `None` if no index was found.
        at: Option<(LogicalIndex, i64)>,
    },
    /// An intermediate value does not fit.
    TooWide {
        /// The greatest magnitude of an intermediate value; `None` if it does not fit 64 bits.
        reach: Option<u64>,
        /// The number of bits available for the magnitude.
        bits: u32,
    },
    /// The inverse is not a map that a program can compute.
    Inverse(InverseFault),
}

impl fmt::Display for AddressFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AddressFault::Dynamic(dim) => {
                write!(f, "the length of {dim} must be static, but is dynamic")
            }
            AddressFault::NoElement => f.write_str("an offset in bytes requires an element type"),
            AddressFault::Inverse(fault) => fault.fmt(f),
            AddressFault::WithinByte { elem, at: Some((at, bit)) } => {
                let components: Vec<String> = at.values().map(i64::to_string).collect();
                let (bits, at) = (elem.bits().get(), components.join(", "));
                write!(
                    f,
                    "the {bits}-bit element at index [{at}] starts at bit {bit}, within a byte"
                )
            }
            AddressFault::WithinByte { elem, at: None } => {
                write!(f, "an element of {} may start within a byte", elem.bits())
            }
            AddressFault::TooWide { reach: Some(reach), bits } => {
                let most = greatest(*bits);
                write!(
                    f,
                    "an intermediate value reaches {reach}, but {bits} bits hold at most {most}"
                )
            }
            AddressFault::TooWide { reach: None, bits } => {
                let most = greatest(*bits);
                write!(
                    f,
                    "an intermediate value overflows 64 bits; {bits} bits hold at most {most}"
                )
            }
        }
    }
}

impl std::error::Error for AddressFault {}

impl AddressFault {
    /// Returns the note of the diagnostic, which states what to change; `None` if no change helps.
    pub fn note(&self) -> Option<&'static str> {
        Some(match self {
            AddressFault::Dynamic(_) => "only one length may be dynamic",
            AddressFault::NoElement => {
                "a `layout.tensor` whose type has `layout = @...` defines the element type of a descriptor"
            }
            AddressFault::WithinByte { .. } => {
                "with `unit = \"element\"`, the caller computes the offset in bits"
            }
            AddressFault::TooWide { bits: 31, .. } => "`index = \"i64\"` allows 63 bits",
            AddressFault::Inverse(InverseFault::TooMany(_)) => {
                "`layoutc eval --inverse` searches the index of a single slot"
            }
            AddressFault::TooWide { .. } | AddressFault::Inverse(_) => return None,
        })
    }
}

/// Returns the greatest unsigned integer of `bits` bits, from 1 to 63.
fn greatest(bits: u32) -> i64 {
    i64::MAX >> (63 - bits)
}

/// Returns the program that computes the offset of a logical index in this unit.
///
/// One length may be dynamic: no transform and no stride depends on it. The program then has the greatest length for
/// which every value fits, and [`IndexType::Auto`] is `i64`.
///
/// # Errors
/// The reason why the layout has no program in this unit and index type.
pub fn lower(layout: &Layout, unit: OffsetUnit, index: IndexType) -> Result<Program, AddressFault> {
    let shape = layout.shape();
    let mut dynamic = shape.iter().filter(|(_, length)| length.is_dynamic()).map(|(dim, _)| dim);
    let lengths = |open: i64| -> Vec<i64> {
        shape.values().map(|length| length.get().unwrap_or(open)).collect()
    };
    match (dynamic.next(), dynamic.next()) {
        (None, _) => lower_static(layout, unit, &lengths(1), index.widths()),
        (Some(_), None) => lower_dynamic(layout, unit, lengths, index.widths().last()),
        (Some(_), Some(dim)) => Err(AddressFault::Dynamic(dim)),
    }
}

/// Returns the program for the greatest dynamic length for which every value fits. `lengths` returns all lengths for a
/// dynamic length.
fn lower_dynamic(
    layout: &Layout,
    unit: OffsetUnit,
    lengths: impl Fn(i64) -> Vec<i64>,
    width: Option<&Width>,
) -> Result<Program, AddressFault> {
    let width = *width.expect("every index type has a width");
    let lowered = |open: i64| lower_static(layout, unit, &lengths(open), &[width]);
    let (mut best, mut fits, mut most) = (lowered(1)?, 1, greatest(width.bits() - 1));
    while fits < most {
        let middle = most - (most - fits) / 2;
        match lowered(middle) {
            Ok(program) => (best, fits) = (program, middle),
            Err(_) => most = middle - 1,
        }
    }
    Ok(best)
}

/// Returns the program for a logical index below these lengths, in the first of these widths that holds every value.
fn lower_static(
    layout: &Layout,
    unit: OffsetUnit,
    lengths: &[i64],
    widths: &[Width],
) -> Result<Program, AddressFault> {
    first_fitting(widths, |mode| LoweredProgram::new(layout, unit, lengths, mode))
}

/// Returns a program in the first of these widths that holds every value in some predicate mode.
fn first_fitting(
    widths: &[Width],
    lowered: impl Fn(PredicateMode) -> Result<LoweredProgram, AddressFault>,
) -> Result<Program, AddressFault> {
    let passing = lowered(PredicateMode::Pass)?;
    if passing.misfit(widths[0]).is_none() {
        return Ok(passing.program(widths[0]));
    }
    let mut candidates = vec![passing];
    if candidates[0].has_predicate() {
        candidates.push(lowered(PredicateMode::Clamp)?);
    }
    let mut fault = None;
    for &width in widths {
        for lowered in &candidates {
            match lowered.misfit(width) {
                None => return Ok(lowered.program(width)),
                refused => fault = refused,
            }
        }
    }
    Err(fault.expect("every index type has a width, and no candidate fits"))
}

/// A program on words of 64 bits, with the range of each value before wrapping.
struct LoweredProgram {
    lowering: UnsignedLowering,
    results: Vec<ValueId>,
}

impl LoweredProgram {
    fn new(
        layout: &Layout,
        unit: OffsetUnit,
        lengths: &[i64],
        mode: PredicateMode,
    ) -> Result<LoweredProgram, AddressFault> {
        let params = lengths.iter().map(|&length| Param { width: Width::I64, length });
        let mut lowering = UnsignedLowering::new(params.collect(), mode);
        let offset = if layout.is_empty() {
            // An index of an empty layout is never valid, so ranges over it are undefined.
            lowering.set_never_valid();
            lowering.constant(0)
        } else {
            let index: Vec<WordSum> = (0..)
                .zip(lengths)
                .map(|(position, &length)| lowering.index(position, length))
                .collect();
            let offset = layout.offset_over(&index, &mut lowering);
            let offset = match unit {
                OffsetUnit::Element => offset,
                OffsetUnit::Byte => in_bytes(layout, &offset)?,
            };
            lowering.word(&offset)
        };
        let results = std::iter::once(offset).chain(lowering.valid()).collect();
        Ok(LoweredProgram { lowering, results })
    }

    /// Returns `true` if a result is a validity.
    fn has_predicate(&self) -> bool {
        let program = self.lowering.program();
        self.results.iter().any(|&result| program.width(result) == Width::I1)
    }

    fn program(&self, width: Width) -> Program {
        self.lowering.program().with_results(&self.results).with_words_of(width)
    }

    /// Returns why the values do not fit words of a width; `None` if they fit. Words are unsigned; parameters and results
    /// are signed.
    fn misfit(&self, width: Width) -> Option<AddressFault> {
        let bits = width.bits() - 1;
        let unsigned = Range { low: 0, high: greatest(bits) };
        let signed = Range { low: -greatest(bits) - 1, high: greatest(bits) };
        let program = self.lowering.program();
        let needed = program.needed_by(&self.results);
        let computes = self.computed_with(&needed);
        let range = |value: ValueId| self.lowering.range(value);
        let fits = |value: &ValueId| {
            let bound = if computes[value.index()] { unsigned } else { signed };
            range(*value).within(bound)
        };
        let inputs: Vec<Range> = program.params().iter().map(|param| param_range(*param)).collect();
        let needed: Vec<ValueId> = program.values().filter(|it| needed[it.index()]).collect();
        let inputs_fit = inputs.iter().all(|range| range.within(signed));
        if !self.lowering.overflow && inputs_fit && needed.iter().all(fits) {
            return None;
        }
        let ends = needed.into_iter().map(range).chain(inputs);
        let ends = ends.flat_map(|range| [range.low.unsigned_abs(), range.high.unsigned_abs()]);
        let reach = ends.max().filter(|_| !self.lowering.overflow);
        Some(AddressFault::TooWide { reach, bits })
    }

    /// Returns, for each value by position, `true` if it must be a word because a needed instruction computes with it.
    /// Results and the values of a `select` may be negative. So may a slot: only an addition of the distance to slot 0
    /// uses it.
    fn computed_with(&self, needed: &[bool]) -> Vec<bool> {
        let program = self.lowering.program();
        let mut computes = vec![false; needed.len()];
        for value in program.values().filter(|value| needed[value.index()]) {
            let instruction = program.instruction(value);
            if instruction.operation != Operation::Select {
                instruction.operands().iter().for_each(|it| computes[it.index()] = true);
            }
        }
        let is_param =
            |value: &ValueId| matches!(program.instruction(*value).operation, Operation::Param(_));
        for value in program.values().filter(is_param) {
            computes[value.index()] = false;
        }
        computes
    }
}

/// Returns the range of a parameter for indices in bounds.
fn param_range(param: Param) -> Range {
    Range::below(param.length)
}

/// Converts an offset in elements to bytes.
///
/// # Errors
/// The element size is unknown, an element can start within a byte, or the offset overflows 64 bits.
fn in_bytes(layout: &Layout, offset: &WordSum) -> Result<WordSum, AddressFault> {
    let elem = layout.elem().ok_or(AddressFault::NoElement)?;
    if let Some(bytes) = elem.bytes() {
        let too_wide = AddressFault::TooWide { reach: None, bits: 63 };
        return offset.scaled(bytes.get(), 1).ok_or(too_wide);
    }
    let scaled = offset.scaled(elem.bits().get(), 8);
    scaled.ok_or_else(|| AddressFault::WithinByte { elem, at: first_within_byte(layout, elem) })
}

/// Returns an index whose element starts within a byte, and the bit at which it starts. Searches only the zero index
/// and the indices with a single component of 1; `None` if none of them has such an element.
fn first_within_byte(layout: &Layout, elem: ElemSize) -> Option<(LogicalIndex, i64)> {
    let rank = layout.shape().len();
    let one = |at: usize| (0..rank).map(move |dim| i64::from(dim == at));
    let zero_then_units = std::iter::once(rank).chain((0..rank).rev());
    let indices = zero_then_units.filter_map(|at| LogicalIndex::new(one(at)).ok());
    let mut bits = indices.filter_map(|index| {
        let offset: Result<_, AddressError> = layout.offset_of(&index);
        let bit = offset.ok()??.to_bits(elem)?.get();
        (bit % 8 != 0).then_some((index, bit))
    });
    bits.next()
}

#[cfg(test)]
mod tests;
