//! The addressing function of a layout: which operations, and on words of which width.

use super::program::{Id, Program};
use super::words::{Predicates, Sum, Words};
use ir::layout::{AddressError, Dim, ElemSize, Layout, LogicalIndex, Range};
use std::fmt;

/// What an offset counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Elements.
    Element,
    /// Bytes, for elements that each begin at one.
    Byte,
}

impl Unit {
    /// As `layout.address` and the functions spell it.
    pub fn text(self) -> &'static str {
        match self {
            Unit::Element => "element",
            Unit::Byte => "byte",
        }
    }

    /// The unit of a text.
    pub fn of_text(text: &str) -> Option<Unit> {
        [Unit::Element, Unit::Byte].into_iter().find(|unit| unit.text() == text)
    }
}

/// Which integers a function computes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexType {
    /// `i32` where all values provably fit 31 bits, else `i64`.
    Auto,
    /// `i32`.
    I32,
    /// `i64`.
    I64,
}

impl IndexType {
    /// The type of a text, as `layout.address` spells it.
    pub fn of_text(text: &str) -> Option<IndexType> {
        match text {
            "auto" => Some(IndexType::Auto),
            "i32" => Some(IndexType::I32),
            "i64" => Some(IndexType::I64),
            _ => None,
        }
    }

    fn widths(self) -> &'static [u32] {
        match self {
            IndexType::Auto => &[32, 64],
            IndexType::I32 => &[32],
            IndexType::I64 => &[64],
        }
    }
}

/// Why a layout has no such addressing function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressFault {
    /// A logical dim is dynamic, so that nothing bounds its index.
    Dynamic(Dim),
    /// Bytes were asked for, and the size of an element is not known.
    NoElement,
    /// The element at an index begins within a byte.
    WithinByte {
        /// The size of an element.
        elem: ElemSize,
        /// The index, where one was found, and the bit at which its element begins.
        at: Option<(LogicalIndex, i64)>,
    },
    /// A value on the way does not fit.
    TooWide {
        /// Its greatest magnitude; nothing where that does not fit 64 bits.
        reach: Option<u64>,
        /// The bits that there are for it.
        bits: u32,
    },
}

impl fmt::Display for AddressFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AddressFault::Dynamic(dim) => {
                write!(f, "{dim} is dynamic, so that nothing bounds its index")
            }
            AddressFault::NoElement => {
                f.write_str("the element type is not known, so that there are no bytes to count")
            }
            AddressFault::WithinByte { elem, at: Some((at, bit)) } => {
                let components: Vec<String> = at.values().map(i64::to_string).collect();
                let (bits, at) = (elem.bits(), components.join(", "));
                write!(f, "an element has {bits}, and the one at index [{at}] begins at bit {bit}")
            }
            AddressFault::WithinByte { elem, at: None } => {
                write!(f, "an element has {}, and need not begin at a byte", elem.bits())
            }
            AddressFault::TooWide { reach: Some(reach), bits } => {
                write!(
                    f,
                    "a value on the way is up to {reach}, but {bits} bits hold {}",
                    most(*bits)
                )
            }
            AddressFault::TooWide { reach: None, bits } => {
                write!(f, "a value on the way leaves 64 bits, but {bits} bits hold {}", most(*bits))
            }
        }
    }
}

impl std::error::Error for AddressFault {}

impl AddressFault {
    /// What would help, where something does.
    pub fn note(&self) -> Option<&'static str> {
        Some(match self {
            AddressFault::Dynamic(_) => {
                "the width of the arithmetic is proven from the lengths; a static length is needed"
            }
            AddressFault::NoElement => {
                "a `layout.tensor` whose type has `layout = @...` tells the element of a descriptor"
            }
            AddressFault::WithinByte { .. } => {
                "with `unit = \"element\"` the caller counts the bits"
            }
            AddressFault::TooWide { bits: 31, .. } => "`index = \"i64\"` has 63 bits",
            AddressFault::TooWide { .. } => return None,
        })
    }
}

/// The greatest number of so many bits.
fn most(bits: u32) -> i64 {
    i64::MAX >> (63 - bits.min(63))
}

/// An addressing function, ready to be written into a module.
#[derive(Debug)]
pub struct AddressFunction {
    pub(super) program: Program,
    /// The operations in order.
    pub(super) needed: Vec<Id>,
    pub(super) offset: Id,
    pub(super) valid: Option<Id>,
    pub(super) width: u32,
    pub(super) unit: Unit,
    pub(super) lengths: Vec<i64>,
}

impl AddressFunction {
    /// The function of a layout.
    ///
    /// # Errors
    /// Says why there is none.
    pub fn new(
        layout: &Layout,
        unit: Unit,
        index: IndexType,
    ) -> Result<AddressFunction, AddressFault> {
        let mut lengths = Vec::new();
        for (dim, len) in layout.shape().iter() {
            lengths.push(len.get().ok_or(AddressFault::Dynamic(dim))?);
        }
        let mut refused = None;
        for &width in index.widths() {
            for predicates in [Predicates::Pass, Predicates::Clamp] {
                let function = written(layout, unit, width, predicates, &lengths)?;
                let has_predicate = function.valid.is_some();
                match function.misfit() {
                    None => return Ok(function),
                    Some(fault) => refused = Some(fault),
                }
                if !has_predicate {
                    break;
                }
            }
        }
        Err(refused.expect("there is a width, and no function of it fits"))
    }

    /// The bits of the function's integers: 32 or 64.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Whether it has a second result, which tells whether the index is valid: a predicate stands in the layout.
    pub fn has_predicate(&self) -> bool {
        self.valid.is_some()
    }

    /// Why the operations do not fit the width, if they do not. Words have no sign, but the result does.
    pub(super) fn misfit(&self) -> Option<AddressFault> {
        let bits = self.width - 1;
        let word = Range { low: 0, high: most(bits) };
        let result = Range { low: -most(bits) - 1, high: most(bits) };
        let fits =
            |id: Id| self.program.range(id).within(if id == self.offset { result } else { word });
        let inputs = self.lengths.iter().all(|length| *length - 1 <= most(bits));
        if !self.program.overflow && inputs && self.needed.iter().all(|&id| fits(id)) {
            return None;
        }
        let ranges = self.needed.iter().map(|&id| self.program.range(id));
        let ends = ranges.flat_map(|range| [range.low.unsigned_abs(), range.high.unsigned_abs()]);
        let inputs = self.lengths.iter().map(|length| length.unsigned_abs() - 1);
        let reach = ends.chain(inputs).max().filter(|_| !self.program.overflow);
        Some(AddressFault::TooWide { reach, bits })
    }
}

/// The function with words of a width, whether its values fit them or not.
pub(super) fn written(
    layout: &Layout,
    unit: Unit,
    width: u32,
    predicates: Predicates,
    lengths: &[i64],
) -> Result<AddressFunction, AddressFault> {
    let mut words = Words::new(predicates);
    let offset = if layout.is_empty() {
        // The ranges of an index that never is valid mean nothing.
        words.valid = Some(words.program.known(false));
        words.program.constant(0)
    } else {
        let index: Vec<Sum> =
            (0..).zip(lengths).map(|(place, &length)| words.argument(place, length)).collect();
        let offset = layout.offset_over(&index, &mut words);
        let offset = match unit {
            Unit::Element => offset,
            Unit::Byte => in_bytes(layout, &offset)?,
        };
        words.word(&offset)
    };
    let results: Vec<Id> = std::iter::once(offset).chain(words.valid).collect();
    Ok(AddressFunction {
        needed: words.program.needed(&results),
        program: words.program,
        offset,
        valid: words.valid,
        width,
        unit,
        lengths: lengths.to_vec(),
    })
}

/// An offset in bytes from one in elements.
fn in_bytes(layout: &Layout, offset: &Sum) -> Result<Sum, AddressFault> {
    let elem = layout.elem().ok_or(AddressFault::NoElement)?;
    if let Some(bytes) = elem.bytes() {
        let too_wide = AddressFault::TooWide { reach: None, bits: 63 };
        return offset.scaled(bytes.get(), 1).ok_or(too_wide);
    }
    let scaled = offset.scaled(elem.bits().get(), 8);
    scaled.ok_or_else(|| AddressFault::WithinByte { elem, at: first_within_byte(layout, elem) })
}

/// An index next to zero whose element begins within a byte.
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
