//! Why a set of demands cannot hold: the two numbers that disagree, and whose they are.

use super::Scaled;

/// A demand, by its place in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// In the list of hard demands.
    Hard(usize),
    /// In the list of soft demands.
    Soft(usize),
}

/// How a number binds a stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The stride is the number.
    Exactly,
    /// The stride is not below the number.
    AtLeast,
    /// The stride is not above the number.
    AtMost,
    /// The stride is a multiple of the number.
    MultipleOf,
}

/// A number that binds a stride, and what it follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// How it binds.
    pub bound: Bound,
    /// The number, in elements.
    pub elems: i128,
    /// The demands it follows from. The first states the number, of this stride or of one tied to it; the
    /// others carry it here. Empty for the bound of one element that every stride has.
    pub because: Vec<Cause>,
    /// For a lower bound from another stride: the multiple of it, and what it is in elements. For a multiple
    /// that equalities impose: the other stride, whose value would be no whole number.
    pub from: Option<(Scaled, i128)>,
}

/// A stride in terms of another one: `num / den` of it, exactly or as a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// How it binds. Never `MultipleOf`.
    pub bound: Bound,
    /// The numerator, above zero.
    pub num: i128,
    /// The denominator, above zero.
    pub den: i128,
    /// The demands it follows from; empty when both strides are the same.
    pub because: Vec<Cause>,
}

/// Why demands cannot hold together. The demands that a reason names are alone enough for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A demand that means nothing: it names a variable the system does not have, a factor below one, or
    /// multiples of less than one bit.
    Malformed {
        /// The demand.
        demand: Cause,
    },
    /// An exact amount that is no whole number of elements, or not with this factor.
    PartElement {
        /// The demand.
        demand: Cause,
        /// The stride with its factor.
        of: Scaled,
        /// The amount it should have.
        bits: i128,
    },
    /// Two facts about one stride contradict each other.
    Facts {
        /// The variable.
        var: usize,
        /// What follows from other demands.
        first: Fact,
        /// What it is at odds with.
        second: Fact,
    },
    /// A stride has two proportions to another one that contradict each other.
    Shares {
        /// The variable.
        var: usize,
        /// The variable in terms of which it is given.
        to: usize,
        /// What follows from other demands.
        first: Share,
        /// What it is at odds with.
        second: Share,
    },
    /// A stride does not fit 63 bits of elements.
    Overflow {
        /// The variable.
        var: usize,
        /// `AtLeast` for its least value, `MultipleOf` when it is a multiple of the number.
        bound: Bound,
        /// The number, in elements; nothing when it does not fit 127 bits either.
        elems: Option<i128>,
        /// The demands it follows from.
        because: Vec<Cause>,
    },
    /// Lower bounds push each other up in a cycle, too slowly for the bounded number of steps.
    Unsettled {
        /// A variable of the cycle.
        var: usize,
        /// Its stride so far, in elements.
        reached: i128,
        /// All demands.
        because: Vec<Cause>,
    },
}

impl Reason {
    /// The demands that the reason names, sorted.
    pub fn causes(&self) -> Vec<Cause> {
        let mut causes: Vec<Cause> = match self {
            Reason::Malformed { demand } | Reason::PartElement { demand, .. } => vec![*demand],
            Reason::Facts { first, second, .. } => {
                [&first.because[..], &second.because[..]].concat()
            }
            Reason::Shares { first, second, .. } => {
                [&first.because[..], &second.because[..]].concat()
            }
            Reason::Overflow { because, .. } | Reason::Unsettled { because, .. } => because.clone(),
        };
        causes.sort_unstable();
        causes.dedup();
        causes
    }
}
