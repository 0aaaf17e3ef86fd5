//! Reasons as sentences, for names of variables that the caller gives.

use std::fmt;

use super::reason::{Bound, Fact, Reason, Share};
use crate::space::ElemSize;
use crate::stride::size_text;

/// A reason as a sentence. Strides are told in bytes, or bits.
pub(super) struct Words<'a> {
    reason: &'a Reason,
    elem: ElemSize,
    names: &'a dyn Fn(usize) -> String,
}

impl Reason {
    /// The reason as a sentence with both numbers, such as `the stride of m0 of %a is 3 bytes, but must be a
    /// multiple of 8 bytes`. `names` tells what to call a variable; strides are told in bytes or bits.
    pub fn words<'a>(
        &'a self,
        elem: ElemSize,
        names: &'a dyn Fn(usize) -> String,
    ) -> impl fmt::Display + 'a {
        Words { reason: self, elem, names }
    }
}

impl Words<'_> {
    fn name(&self, var: usize) -> String {
        (self.names)(var)
    }

    fn size(&self, elems: i128) -> String {
        size_text(elems, self.elem)
    }

    fn fact(&self, fact: &Fact, verb: &str) -> String {
        let size = self.size(fact.elems);
        match (fact.bound, fact.from) {
            (Bound::Exactly, _) => format!("{verb} {size}"),
            (Bound::AtMost, _) => format!("{verb} at most {size}"),
            (Bound::AtLeast, None) => format!("{verb} at least {size}"),
            (Bound::AtLeast, Some((of, elems))) => {
                let (var, stride) = (self.name(of.var), self.size(elems));
                format!("{verb} at least {size} ({} x {stride} of {var})", of.times)
            }
            (Bound::MultipleOf, None) => format!("{verb} a multiple of {size}"),
            (Bound::MultipleOf, Some((of, _))) => {
                let var = self.name(of.var);
                format!("{verb} a multiple of {size}, for the stride of {var} to be whole elements")
            }
        }
    }

    fn share(&self, share: &Share, to: usize) -> String {
        let bound = match share.bound {
            Bound::AtLeast => "at least ",
            Bound::AtMost => "at most ",
            Bound::Exactly | Bound::MultipleOf => "",
        };
        let den = if share.den == 1 { String::new() } else { format!("/{}", share.den) };
        format!("{bound}{}{den} x the stride of {}", share.num, self.name(to))
    }
}

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason {
            Reason::Malformed { .. } => f.write_str(
                "a demand names a stride that there is not, or a factor or multiple below one",
            ),
            Reason::PartElement { of, bits, .. } => {
                let (name, elem) = (self.name(of.var), self.size(1));
                let times = if of.times == 1 { String::new() } else { format!("{} x ", of.times) };
                let bits = crate::stride::solve::bits_text(*bits);
                write!(f, "{times}the stride of {name} must be {bits}, ")?;
                write!(f, "but that makes no whole number of elements of {elem}")
            }
            Reason::Facts { var, first, second } => {
                let (first, second) = (self.fact(first, "is"), self.fact(second, "must be"));
                write!(f, "the stride of {} {first}, but {second}", self.name(*var))
            }
            Reason::Shares { var, to, first, second } => {
                let (first, second) = (self.share(first, *to), self.share(second, *to));
                write!(f, "the stride of {} is {first}, but must be {second}", self.name(*var))
            }
            Reason::Overflow { var, bound, elems: Some(elems), .. } => {
                let name = self.name(*var);
                match bound {
                    Bound::MultipleOf => write!(f, "the stride of {name} is a multiple of ")?,
                    _ => write!(f, "the least stride of {name} is ")?,
                }
                write!(f, "{elems} elements, which does not fit 64 bits")
            }
            Reason::Overflow { var, elems: None, .. } => {
                write!(f, "the least stride of {} does not fit 64 bits by far", self.name(*var))
            }
            Reason::Unsettled { var, reached, .. } => {
                let (name, reached) = (self.name(*var), self.size(*reached));
                write!(f, "the stride of {name} is pushed up in a cycle of lower bounds, ")?;
                write!(f, "without end in sight at {reached}")
            }
        }
    }
}
