//! The integer types of addressing functions, and the reasons why a layout has no function.

use crate::operation::Width;
use layout::{Dim, ElemSize, InverseFault, LogicalIndex, VectorFault};
use std::fmt;

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

    pub(super) fn widths(self) -> &'static [Width] {
        match self {
            IndexType::Auto => &[Width::I32, Width::I64],
            IndexType::I32 => &[Width::I32],
            IndexType::I64 => &[Width::I64],
        }
    }
}

/// The reason why a layout has no addressing function of a form, in a unit and an integer type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
                let bits = elem.bits().get();
                let at = components.join(", ");
                write!(
                    f,
                    "the {bits}-bit element at index [{at}] starts at bit {bit}, within a byte"
                )
            }
            AddressFault::WithinByte { elem, at: None } => {
                write!(f, "an element of {} may start within a byte", elem.bits())
            }
            AddressFault::TooWide { reach, bits } => {
                f.write_str("an intermediate value ")?;
                match reach {
                    Some(reach) => write!(f, "reaches {reach}, but")?,
                    None => f.write_str("overflows 64 bits;")?,
                }
                write!(f, " {bits} bits hold at most {}", greatest(*bits))
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
pub(super) fn greatest(bits: u32) -> i64 {
    i64::MAX >> (63 - bits)
}
