//! The integer types of addressing functions, and the reasons why a layout has no function.

use crate::operation::Width;
use layout::{Dim, ElemSize, InverseFault, LogicalIndex, SymbolicFault, VectorFault, joined};

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
    /// The layout has symbols, and a claim about its program fails for some of their values, or is undecided.
    Symbolic(Box<SymbolicFault>),
}

layout::impl_error!(AddressFault {
    Self::Dynamic(dim) => "the length of {dim} must be static, but is dynamic",
    Self::Vector(fault) => "{fault}",
    Self::Step { dim, length, step } =>
        "no index plus {step} along {dim} is inside the length of {dim}, {length}",
    Self::NoElement => "an offset in bytes requires an element type",
    Self::Inverse(fault) => "{fault}",
    Self::Symbolic(fault) => "{fault}",
    Self::WithinByte { elem, at: Some((at, bit)) } =>
        "the {}-bit element at index [{}] starts at bit {bit}, within a byte"
        (elem.bits().get(), joined(at.values(), ", ")),
    Self::WithinByte { elem, at: None } => "an element of {} may start within a byte" (elem.bits()),
    Self::TooWide { reach: Some(reach), bits } =>
        "an intermediate value reaches {reach}, but {bits} bits hold at most {}" (greatest(*bits)),
    Self::TooWide { reach: None, bits } =>
        "an intermediate value overflows 64 bits; {bits} bits hold at most {}" (greatest(*bits)),
});

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
            AddressFault::Symbolic(fault) => return fault.notes.first().cloned(),
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
