//! The reason why a set of constraints is unsatisfiable: two numbers that disagree, and the constraints that they
//! follow from.

use crate::stride::constraint::Scaled;

/// A reference to a constraint, by its index in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// An index into the hard constraints.
    Hard(usize),
    /// An index into the soft constraints.
    Soft(usize),
}

/// The relation of a stride to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoundKind {
    /// The stride equals the number.
    Exactly,
    /// The stride is at least the number.
    AtLeast,
    /// The stride is at most the number.
    AtMost,
    /// The stride is a multiple of the number.
    MultipleOf,
}

/// A bound of a stride, with the constraints that it follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DerivedBound {
    /// The relation of the stride to the number.
    pub kind: BoundKind,
    /// The number, in elements.
    pub elems: i128,
    /// The constraints. The first one states the number, for this stride or for an equal multiple of another one. The
    /// others are the equalities between the two strides. Empty for the bound of one element, which holds for every
    /// stride.
    pub because: Vec<Cause>,
    /// For a lower bound from another stride: the multiple of that stride, and its value in elements. For a multiple
    /// that equalities impose: the other stride, which would not be a whole number otherwise.
    pub from: Option<(Scaled, i128)>,
}

/// A stride in terms of another one: `num / den` of it, exactly or as a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proportion {
    /// The relation of the stride to the proportion. Never `MultipleOf`.
    pub kind: BoundKind,
    /// The numerator, above zero.
    pub num: i128,
    /// The denominator, above zero.
    pub den: i128,
    /// The constraints that it follows from. Empty if both strides are the same.
    pub because: Vec<Cause>,
}

/// The reason why constraints are unsatisfiable. The constraints that it names suffice for the contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A constraint refers to a variable outside the system, or has a factor below 1 or a multiple of less than one
    /// bit.
    Malformed {
        /// The constraint.
        constraint: Cause,
    },
    /// An exact amount, possibly divided by a factor, is not a whole number of elements.
    FractionOfElement {
        /// The constraint.
        constraint: Cause,
        /// The stride with its factor.
        of: Scaled,
        /// The required amount in bits.
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
        /// The variable that the proportions refer to.
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
        /// `AtLeast` if the number is the least value of the stride; `MultipleOf` if it must divide the stride.
        kind: BoundKind,
        /// The number, in elements; `None` if it does not fit 127 bits either.
        elems: Option<i128>,
        /// The constraints that it follows from.
        because: Vec<Cause>,
    },
    /// A cycle of lower bounds did not converge within the limit on steps.
    NotConverged {
        /// A variable of the cycle.
        var: usize,
        /// Its stride so far, in elements.
        reached: i128,
        /// The constraints that were considered, which are all of them.
        because: Vec<Cause>,
    },
}

impl Reason {
    /// Returns the constraints behind each of the two numbers that contradict each other, or behind the only one.
    pub fn sides(&self) -> Vec<&[Cause]> {
        match self {
            Reason::Malformed { constraint } | Reason::FractionOfElement { constraint, .. } => {
                vec![std::slice::from_ref(constraint)]
            }
            Reason::Bounds { first, second, .. } => vec![&first.because, &second.because],
            Reason::Proportions { first, second, .. } => vec![&first.because, &second.because],
            Reason::Overflow { because, .. } | Reason::NotConverged { because, .. } => {
                vec![because]
            }
        }
    }

    /// Returns the constraints that the reason names, sorted and without duplicates.
    pub fn causes(&self) -> Vec<Cause> {
        let mut causes = self.sides().concat();
        causes.sort_unstable();
        causes.dedup();
        causes
    }
}
