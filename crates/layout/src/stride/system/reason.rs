//! Why a set of constraints never holds: the two numbers that disagree, and the constraints that they follow from.

use crate::stride::constraint::Scaled;

/// A constraint, by its place in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// A place in the list of hard constraints.
    Hard(usize),
    /// A place in the list of soft constraints.
    Soft(usize),
}

/// How a number binds a stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoundKind {
    /// The stride is the number.
    Exactly,
    /// The stride is not below the number.
    AtLeast,
    /// The stride is not above the number.
    AtMost,
    /// The stride is a multiple of the number.
    MultipleOf,
}

/// A number that binds a stride, and the constraints that it follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedBound {
    /// How the number binds.
    pub kind: BoundKind,
    /// The number, in elements.
    pub elems: i128,
    /// The constraints. The first states the number, of this stride or of an equal multiple of another one; the others
    /// are the equalities between the two. Empty for the bound of one element that every stride has.
    pub because: Vec<Cause>,
    /// For a lower bound from another stride: the multiple of that stride, and the stride in elements. For a multiple that
    /// equalities impose: the other stride, whose value would not be a whole number.
    pub from: Option<(Scaled, i128)>,
}

/// A stride in terms of another one: `num / den` of it, exactly or as a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proportion {
    /// How it binds. Never `MultipleOf`.
    pub kind: BoundKind,
    /// The numerator, above zero.
    pub num: i128,
    /// The denominator, above zero.
    pub den: i128,
    /// The constraints that it follows from; empty if both strides are the same.
    pub because: Vec<Cause>,
}

/// Why constraints never hold together. The constraints that a reason names suffice for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A constraint that names a variable the system does not have, a factor below one, or multiples of less than one bit.
    Malformed {
        /// The constraint.
        constraint: Cause,
    },
    /// An exact amount that is not a whole number of elements, or not with this factor.
    FractionOfElement {
        /// The constraint.
        constraint: Cause,
        /// The stride with its factor.
        of: Scaled,
        /// The amount it should have.
        bits: i128,
    },
    /// Two bounds of one stride contradict each other.
    Bounds {
        /// The variable.
        var: usize,
        /// The bound that follows from other constraints.
        first: DerivedBound,
        /// The bound that contradicts it.
        second: DerivedBound,
    },
    /// Two proportions of a stride to another one contradict each other.
    Proportions {
        /// The variable.
        var: usize,
        /// The variable in terms of which it is given.
        to: usize,
        /// The proportion that follows from other constraints.
        first: Proportion,
        /// The proportion that contradicts it.
        second: Proportion,
    },
    /// A stride does not fit 63 bits of elements.
    Overflow {
        /// The variable.
        var: usize,
        /// `AtLeast` for the least value of the stride, `MultipleOf` if the stride is a multiple of the number.
        kind: BoundKind,
        /// The number, in elements; `None` if it does not fit 127 bits either.
        elems: Option<i128>,
        /// The constraints that it follows from.
        because: Vec<Cause>,
    },
    /// Lower bounds increase each other in a cycle, too slowly for the bounded number of steps.
    NotConverged {
        /// A variable of the cycle.
        var: usize,
        /// Its stride so far, in elements.
        reached: i128,
        /// All constraints.
        because: Vec<Cause>,
    },
}

impl Reason {
    /// Returns the constraints that the reason names, sorted, each once.
    pub fn causes(&self) -> Vec<Cause> {
        let mut causes: Vec<Cause> = match self {
            Reason::Malformed { constraint } | Reason::FractionOfElement { constraint, .. } => {
                vec![*constraint]
            }
            Reason::Bounds { first, second, .. } => {
                [&first.because[..], &second.because[..]].concat()
            }
            Reason::Proportions { first, second, .. } => {
                [&first.because[..], &second.because[..]].concat()
            }
            Reason::Overflow { because, .. } | Reason::NotConverged { because, .. } => {
                because.clone()
            }
        };
        causes.sort_unstable();
        causes.dedup();
        causes
    }
}
