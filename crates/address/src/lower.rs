//! Lowering of a layout to an addressing program.
//!
//! The crate `layout` alone defines the address arithmetic. Lowering evaluates `Layout::offset_over` with an algebra
//! whose values are sums of words ([`unsigned`]), so the arithmetic is not implemented twice.
//!
//! - For every index in bounds, no instruction wraps or divides by zero. The one exception is the last instruction,
//!   which computes the two's complement of a negative offset.
//! - Words have 32 bits if every intermediate value provably fits 31 bits, otherwise 64.
//! - A dynamic length is the greatest for which every value fits, because the caller guarantees that offsets fit.
//! - A function of another form is that of a derived layout or index: in the form `Vector` of the layout of groups, in the
//!   form `Step` of the index plus a constant, where the offset of the index is a parameter without uses. That program is
//!   total: it also computes the offset of a sum inside the lengths whose index is outside.
//! - The program returns a validity exactly if the layout has a predicate (a `pad`), even if that predicate always
//!   holds: the signature does not depend on what can be proven.

mod inverse;
mod unsigned;

use crate::form::{AddressForm, stepped};
use crate::operation::{Operation, Width};
use crate::program::{Param, Program, ValueId};
use crate::unit::OffsetUnit;
use layout::{
    AddressError, Dim, ElemSize, Elems, InverseFault, Layout, LogicalIndex, Range, VectorFault,
};
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
    /// The layout has no such vectors.
    Vector(Box<VectorFault>),
    /// No index has a sum with the step inside the lengths.
    Step {
        /// The first dim whose length the step exceeds.
        dim: Dim,
        /// The length of the dim.
        length: i64,
        /// The step along the dim.
        step: i64,
    },
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
            AddressFault::Vector(fault) => fault.fmt(f),
            AddressFault::Step { dim, length, step } => write!(
                f,
                "no index plus {step} along {dim} is inside the length of {dim}, {length}"
            ),
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
    pub fn note(&self) -> Option<String> {
        let note = match self {
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
            AddressFault::Vector(fault) => {
                let (dim, widest) = fault.widest()?;
                return Some(match widest {
                    1 => format!("the layout has no vectors of 2 or more elements along {dim}"),
                    _ => format!("the widest vectors along {dim} have {widest} elements"),
                });
            }
            AddressFault::Inverse(_) | AddressFault::Step { .. } | AddressFault::TooWide { .. } => {
                return None;
            }
        };
        Some(note.to_owned())
    }
}

/// Returns the greatest unsigned integer of `bits` bits, from 1 to 63.
fn greatest(bits: u32) -> i64 {
    i64::MAX >> (63 - bits)
}

/// Returns the program that computes the offset of a logical index in this unit.
///
/// # Errors
/// As [`lower_form`].
pub fn lower(layout: &Layout, unit: OffsetUnit, index: IndexType) -> Result<Program, AddressFault> {
    lower_form(layout, &AddressForm::Offset, unit, index)
}

/// Returns the program of a function of this form, which returns offsets in this unit.
///
/// One length may be dynamic: no transform and no stride depends on it. The program then has the greatest length for
/// which every value fits, and [`IndexType::Auto`] is `i64`.
///
/// # Errors
/// The reason why the layout has no program of this form in this unit and index type.
pub fn lower_form(
    layout: &Layout,
    form: &AddressForm,
    unit: OffsetUnit,
    index: IndexType,
) -> Result<Program, AddressFault> {
    let groups;
    let (layout, step) = match form {
        AddressForm::Offset => (layout, None),
        AddressForm::Vector(vector) => {
            groups = layout.vector_groups(vector);
            let fault = |fault: &VectorFault| AddressFault::Vector(Box::new(fault.clone()));
            (groups.as_ref().map_err(fault)?, None)
        }
        AddressForm::Step(step) => (layout, Some(&step[..])),
        AddressForm::Inverse => return inverse::lower(layout, index),
    };
    let shape = layout.shape();
    let mut dynamic = shape.iter().filter(|(_, length)| length.is_dynamic()).map(|(dim, _)| dim);
    let request = OffsetRequest { layout, step, unit };
    let lengths = |open: i64| -> Vec<i64> {
        shape.values().map(|length| length.get().unwrap_or(open)).collect()
    };
    match (dynamic.next(), dynamic.next()) {
        (None, _) => request.program(&lengths(1), index.widths()),
        (Some(_), None) => request.longest(lengths, index.widths().last()),
        (Some(_), Some(dim)) => Err(AddressFault::Dynamic(dim)),
    }
}

/// A layout whose offsets a program computes.
#[derive(Clone, Copy)]
struct OffsetRequest<'a> {
    layout: &'a Layout,
    /// The constant that is added to the index, by logical dim; `None` in other forms than `Step`.
    step: Option<&'a [i64]>,
    unit: OffsetUnit,
}

impl OffsetRequest<'_> {
    /// Returns the program for the greatest dynamic length for which every value fits. `lengths` returns all lengths for
    /// a dynamic length.
    fn longest(
        self,
        lengths: impl Fn(i64) -> Vec<i64>,
        width: Option<&Width>,
    ) -> Result<Program, AddressFault> {
        let width = *width.expect("every index type has a width");
        let lowered = |open: i64| self.program(&lengths(open), &[width]);
        let (mut fits, mut most) = (self.least_dynamic_length(), greatest(width.bits() - 1));
        let mut best = lowered(fits)?;
        while fits < most {
            let middle = most - (most - fits) / 2;
            match lowered(middle) {
                Ok(program) => (best, fits) = (program, middle),
                Err(_) => most = middle - 1,
            }
        }
        Ok(best)
    }

    /// Returns the least dynamic length that has an index and its sum with the step.
    fn least_dynamic_length(self) -> i64 {
        let lengths = self.layout.shape().values().zip(self.step.unwrap_or_default());
        let mut dynamic = lengths.filter(|(length, _)| length.is_dynamic());
        dynamic.next().map_or(1, |(_, step)| step.saturating_abs().saturating_add(1))
    }

    /// Returns the program for a logical index below these lengths, in the first of these widths that holds every value.
    fn program(self, lengths: &[i64], widths: &[Width]) -> Result<Program, AddressFault> {
        first_fitting(widths, |mode| LoweredProgram::new(self, lengths, mode))
    }

    /// Returns the range of each parameter for a logical index below these lengths.
    fn params(self, lengths: &[i64]) -> Result<Vec<Range>, AddressFault> {
        let Some(step) = self.step else {
            return Ok(lengths.iter().map(|&length| Range::below(length)).collect());
        };
        let mut ranges = Vec::new();
        for ((dim, _), (&length, &step)) in self.layout.shape().iter().zip(lengths.iter().zip(step))
        {
            let range = stepped(length, step).ok_or(AddressFault::Step { dim, length, step })?;
            ranges.push(range);
        }
        ranges.push(self.offsets());
        Ok(ranges)
    }

    /// Returns a range of the offsets of valid indices: the least one, or that of 64 bits if it is unknown.
    fn offsets(self) -> Range {
        let ends = self.layout.offset_range().ok();
        let in_unit = |offset: Elems| match self.unit {
            OffsetUnit::Element => Some(offset.get()),
            OffsetUnit::Byte => Some(offset.to_bits(self.layout.elem()?)?.to_bytes()?.get()),
        };
        let range = ends.and_then(|ends| match ends {
            None => Some(Range::only(0)),
            Some((low, high)) => Some(Range { low: in_unit(low)?, high: in_unit(high)? }),
        });
        range.unwrap_or(Width::I64.signed_range())
    }
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
    /// The range of each parameter that must fit: each component of the index, or the slot.
    inputs: Vec<Range>,
}

impl LoweredProgram {
    fn new(
        request: OffsetRequest<'_>,
        lengths: &[i64],
        mode: PredicateMode,
    ) -> Result<LoweredProgram, AddressFault> {
        let OffsetRequest { layout, step, unit } = request;
        let ranges = request.params(lengths)?;
        let params = ranges.iter().map(|&range| Param { width: Width::I64, range });
        let mut lowering = UnsignedLowering::new(params.collect(), mode);
        let offset = if layout.is_empty() {
            // An index of an empty layout is never valid, so ranges over it are undefined.
            lowering.set_never_valid();
            lowering.constant(0)
        } else {
            let by = |dim: usize| step.map_or(0, |step| step[dim]);
            let dims = (0..lengths.len()).zip(lengths);
            let index: Vec<WordSum> =
                dims.map(|(dim, &length)| lowering.index(dim, length, by(dim))).collect();
            let offset = layout.offset_over(&index, &mut lowering);
            let offset = match unit {
                OffsetUnit::Element => offset,
                OffsetUnit::Byte => in_bytes(layout, &offset)?,
            };
            lowering.word(&offset)
        };
        let results = std::iter::once(offset).chain(lowering.valid()).collect();
        Ok(LoweredProgram { lowering, results, inputs: ranges[..lengths.len()].to_vec() })
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
        let needed: Vec<ValueId> = program.values().filter(|it| needed[it.index()]).collect();
        let inputs_fit = self.inputs.iter().all(|range| range.within(signed));
        if !self.lowering.overflow && inputs_fit && needed.iter().all(fits) {
            return None;
        }
        let ends = needed.into_iter().map(range).chain(self.inputs.iter().copied());
        let ends = ends.flat_map(|range| [range.low.unsigned_abs(), range.high.unsigned_abs()]);
        let reach = ends.max().filter(|_| !self.lowering.overflow);
        Some(AddressFault::TooWide { reach, bits })
    }

    /// Returns, for each value by position, `true` if it must not be negative because a needed instruction computes with
    /// it. Results may be negative. So may a slot: only an addition of the distance to slot 0 uses it.
    fn computed_with(&self, needed: &[bool]) -> Vec<bool> {
        let program = self.lowering.program();
        let mut computes = vec![false; needed.len()];
        for value in program.values().filter(|value| needed[value.index()]) {
            let operands = program.instruction(value).operands();
            operands.iter().for_each(|operand| computes[operand.index()] = true);
        }
        let is_param =
            |value: &ValueId| matches!(program.instruction(*value).operation, Operation::Param(_));
        for value in program.values().filter(is_param) {
            computes[value.index()] = false;
        }
        computes
    }
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
