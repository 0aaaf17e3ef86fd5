//! Reasons as sentences. The caller chooses the names of variables.

use std::fmt;

use super::reason::{BoundKind, DerivedBound, Proportion, Reason};
use crate::space::{Bits, ElemSize};

/// A reason to print as a sentence. Strides are in bytes, or in bits if they are not whole bytes.
struct Rendered<'a> {
    reason: &'a Reason,
    elem: ElemSize,
    names: &'a dyn Fn(usize) -> String,
}

impl Reason {
    /// Returns the reason as a sentence with both numbers, such as
    /// `the stride of m0 of %a is 3 bytes, but must be a multiple of 8 bytes`. `names` returns the names of the
    /// variables. Strides are in bytes, or in bits if they are not whole bytes.
    pub fn render<'a>(
        &'a self,
        elem: ElemSize,
        names: &'a dyn Fn(usize) -> String,
    ) -> impl fmt::Display + 'a {
        Rendered { reason: self, elem, names }
    }
}

impl fmt::Display for Reason {
    /// Prints the reason with variables named `x0`, `x1` and so on, for elements of one bit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elem = ElemSize::new(Bits::new(1)).expect("one bit is a size");
        self.render(elem, &|var| format!("x{var}")).fmt(f)
    }
}

impl Rendered<'_> {
    fn name(&self, var: usize) -> String {
        (self.names)(var)
    }

    fn size(&self, elems: i128) -> String {
        size_text(elems, self.elem)
    }

    fn bound(&self, bound: &DerivedBound, verb: &str) -> String {
        let size = self.size(bound.elems);
        match (bound.kind, bound.from) {
            (BoundKind::Exactly, _) => format!("{verb} {size}"),
            (BoundKind::AtMost, _) => format!("{verb} at most {size}"),
            (BoundKind::AtLeast, None) => format!("{verb} at least {size}"),
            (BoundKind::AtLeast, Some((of, elems))) => {
                let var = self.name(of.var);
                let stride = self.size(elems);
                format!("{verb} at least {size} ({} x {stride} of {var})", of.times)
            }
            (BoundKind::MultipleOf, None) => format!("{verb} a multiple of {size}"),
            (BoundKind::MultipleOf, Some((of, _))) => {
                let var = self.name(of.var);
                format!("{verb} a multiple of {size}, for the stride of {var} to be whole elements")
            }
        }
    }

    fn proportion(&self, proportion: &Proportion, to: usize) -> String {
        let bound = match proportion.kind {
            BoundKind::AtLeast => "at least ",
            BoundKind::AtMost => "at most ",
            BoundKind::Exactly | BoundKind::MultipleOf => "",
        };
        let den = match proportion.den {
            1 => String::new(),
            den => format!("/{den}"),
        };
        format!("{bound}{}{den} x the stride of {}", proportion.num, self.name(to))
    }
}

impl fmt::Display for Rendered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason {
            Reason::Malformed { .. } => f.write_str(
                "a constraint refers to an unknown stride, or has a factor or multiple below 1",
            ),
            Reason::FractionOfElement { of, bits, .. } => {
                let name = self.name(of.var);
                let elem = self.size(1);
                let times = if of.times == 1 { String::new() } else { format!("{} x ", of.times) };
                write!(f, "{times}the stride of {name} must be {}, ", bits_text(*bits))?;
                write!(f, "but that is not a whole number of elements of {elem}")
            }
            Reason::Bounds { var, first, second } => {
                let first = self.bound(first, "is");
                let second = self.bound(second, "must be");
                write!(f, "the stride of {} {first}, but {second}", self.name(*var))
            }
            Reason::Proportions { var, to, first, second } => {
                let first = self.proportion(first, *to);
                let second = self.proportion(second, *to);
                write!(f, "the stride of {} is {first}, but must be {second}", self.name(*var))
            }
            Reason::Overflow { var, kind, elems: Some(elems), .. } => {
                let name = self.name(*var);
                match kind {
                    BoundKind::MultipleOf => write!(f, "the stride of {name} is a multiple of ")?,
                    _ => write!(f, "the least stride of {name} is ")?,
                }
                write!(f, "{elems} elements, which does not fit 64 bits")
            }
            Reason::Overflow { var, elems: None, .. } => {
                write!(f, "the least stride of {} exceeds 127 bits", self.name(*var))
            }
            Reason::NotConverged { var, reached, .. } => {
                let name = self.name(*var);
                let reached = self.size(*reached);
                write!(
                    f,
                    "a cycle of lower bounds increases the stride of {name} without converging; "
                )?;
                write!(f, "it has reached {reached}")
            }
        }
    }
}

/// Returns a number of elements as memory: in bytes if it is a whole number of bytes, otherwise in bits. An amount of
/// more than 128 bits stays in elements.
pub fn size_text(elems: i128, elem: ElemSize) -> String {
    match elems.checked_mul(i128::from(elem.bits().get())) {
        Some(bits) => bits_text(bits),
        None => counted(elems, "element"),
    }
}

/// Returns a number of bits in bytes if it is a whole number of bytes, otherwise in bits.
fn bits_text(bits: i128) -> String {
    if bits % 8 == 0 { counted(bits / 8, "byte") } else { counted(bits, "bit") }
}

fn counted(count: i128, unit: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural}")
}
