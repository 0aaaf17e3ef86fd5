//! Where the computation of a least solution fails.

use super::classes::StrideOverflow;
use super::ratio::Ratio;
use super::state::Increase;

/// Why the computation stops. Constraints are places in the subsystem.
pub(super) enum FixpointFailure {
    /// A malformed constraint.
    Malformed(usize),
    /// An exact amount that is not a whole number of elements.
    FractionOfElement(usize),
    /// An exact amount below one element.
    BelowOneElement(usize),
    /// An equality that contradicts the known ratio of its strides.
    UnequalRatio {
        /// The equality.
        member: usize,
        /// The ratio that earlier equalities give.
        known: Ratio,
    },
    /// A stride that never fits, because of its ratio to another one.
    RatioOverflow(StrideOverflow),
    /// A lower bound between two strides of one class that contradicts their ratio.
    BoundWithinClass(usize),
    /// The lower bounds of a growing cycle, each from the stride that the one before bounds.
    GrowingCycle(Vec<usize>),
    /// Two exact values of one class differ.
    TwoExactValues {
        /// The constraint for the first value.
        first: usize,
        /// The constraint for the other one.
        second: usize,
    },
    /// An exact value with which the stride of this variable is not a whole number.
    FractionalStride {
        /// The constraint.
        exact: usize,
        /// The variable.
        var: usize,
    },
    /// An exact value that is not a multiple of what it must be.
    Misaligned {
        /// The constraint for the value.
        exact: usize,
        /// The constraint for the multiple.
        multiple: usize,
    },
    /// The common multiple that a class must be a multiple of does not fit.
    StepOverflow {
        /// The class.
        class: usize,
        /// The common multiple of the unknown; `None` if it does not fit 127 bits either.
        step: Option<i128>,
    },
    /// An exact value above an upper bound.
    ExactAboveMost {
        /// The constraint for the value.
        exact: usize,
        /// The upper bound.
        most: usize,
    },
    /// A least value above what the class may have.
    LeastAboveMost(Increase),
    /// The classes of a cycle were increased too often.
    NotConverged {
        /// A class of the cycle.
        class: usize,
    },
}
