//! The derivation of a conflict in steps: each number in the reason, with the constraint that it follows from.

use super::error::BufferReason;
use super::origins::BufferConstraints;
use crate::domain::ceil;
use crate::stride::constraint::{Constraint, Scaled};
use crate::stride::system::{BoundKind, Cause};
use rustc_hash::FxHashMap;

/// One step: a constraint, and the bound of a stride that follows from it and the earlier steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConflictStep {
    /// The constraint as the reason refers to it.
    pub cause: Cause,
    /// The constraint.
    pub constraint: Constraint,
    /// The bound; `None` if no number follows from the constraint.
    pub bound: Option<StepBound>,
}

/// A bound of a stride, in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StepBound {
    /// The variable.
    pub var: usize,
    /// The relation of the stride to the number.
    pub kind: BoundKind,
    /// The number.
    pub elems: i128,
    /// The value of the stride on the other side of the constraint; `None` if the constraint has only a number there.
    pub from: Option<i128>,
    /// The multiple that the number is rounded up to, and the result; `None` if it is not rounded.
    pub rounded: Option<(i128, i128)>,
}

/// The bounds of one stride so far.
#[derive(Clone, Copy, Default)]
struct KnownBounds {
    exact: Option<i128>,
    least: Option<i128>,
    multiple: Option<i128>,
}

impl BufferReason {
    /// Returns the constraints behind the reason, ordered so that each number follows from earlier steps.
    pub fn steps(&self) -> Vec<ConflictStep> {
        let sides = match self.reason.sides()[..] {
            [first, second] => vec![first.to_vec(), second.to_vec()],
            _ => vec![self.reason.causes()],
        };
        let mut steps: Vec<ConflictStep> = Vec::new();
        for side in sides {
            let known = FxHashMap::default();
            let constraints = &self.constraints;
            let mut derivation = ConflictDerivation { constraints, known, steps: Vec::new() };
            derivation.run(side);
            for step in derivation.steps {
                if !steps.iter().any(|before| before.cause == step.cause) {
                    steps.push(step);
                }
            }
        }
        steps
    }
}

/// A derivation of one side of a conflict.
struct ConflictDerivation<'a> {
    constraints: &'a BufferConstraints,
    known: FxHashMap<usize, KnownBounds>,
    steps: Vec<ConflictStep>,
}

impl ConflictDerivation<'_> {
    fn run(&mut self, mut left: Vec<Cause>) {
        while !left.is_empty() {
            let found = left.iter().enumerate().find_map(|(at, &cause)| {
                let constraint = self.constraints.constraint(cause)?;
                Some((at, self.bound(constraint)?))
            });
            if found.is_none() && self.assume_one_element(&left) {
                continue;
            }
            // Constraints that imply no number come last, in their order.
            let cause = left.remove(found.map_or(0, |(at, _)| at));
            let Some(constraint) = self.constraints.constraint(cause) else { continue };
            let bound = found.map(|(_, bound)| self.learn(bound));
            self.steps.push(ConflictStep { cause, constraint, bound });
        }
    }

    /// Assumes that an inner stride without a known bound is at least one element, as every stride is. Returns `false`
    /// if no constraint has such a stride on its inner side.
    fn assume_one_element(&mut self, left: &[Cause]) -> bool {
        let constraints = left.iter().filter_map(|&it| self.constraints.constraint(it));
        let pairs: Vec<(usize, usize)> = constraints
            .filter_map(|constraint| match constraint {
                Constraint::Equal(a, b) | Constraint::AtLeast(a, b) => Some((a.var, b.var)),
                _ => None,
            })
            .collect();
        let innermost = pairs.iter().map(|&(_, b)| b).find(|&b| {
            let known = self.known(b);
            let is_open = known.exact.is_none() && known.least.is_none();
            is_open && pairs.iter().all(|&(a, _)| a != b)
        });
        let Some(var) = innermost else { return false };
        let kind = BoundKind::AtLeast;
        self.learn(StepBound { var, kind, elems: 1, from: None, rounded: None });
        true
    }

    fn known(&self, var: usize) -> KnownBounds {
        self.known.get(&var).copied().unwrap_or_default()
    }

    /// Returns the bound of a stride that a constraint implies; `None` if it implies none yet.
    fn bound(&self, constraint: Constraint) -> Option<StepBound> {
        let kind = match constraint {
            Constraint::Exactly { .. } => BoundKind::Exactly,
            Constraint::Multiple { .. } => BoundKind::MultipleOf,
            Constraint::AtMost { .. } => BoundKind::AtMost,
            Constraint::AtLeastElems(..) => BoundKind::AtLeast,
            Constraint::AtLeast(a, b) => return self.across(a, b, false),
            Constraint::Equal(a, b) if self.known(a.var).exact.is_some() => {
                return self.across(b, a, true);
            }
            Constraint::Equal(a, b) => {
                return self.across(a, b, true).or_else(|| self.across(b, a, true));
            }
        };
        let elems = constraint.elems(self.constraints.elem)?;
        Some(StepBound { var: constraint.target().var, kind, elems, from: None, rounded: None })
    }

    /// Returns the bound that the second stride of an equality implies for the first.
    fn across(&self, to: Scaled, from: Scaled, is_equal: bool) -> Option<StepBound> {
        let known = self.known(from.var);
        let value = known.exact.or(known.least)?;
        let whole = value.checked_mul(from.times.into())?;
        let times = i128::from(to.times.max(1));
        let is_exact = is_equal && known.exact.is_some();
        if is_exact && whole % times != 0 {
            return None;
        }
        let kind = if is_exact { BoundKind::Exactly } else { BoundKind::AtLeast };
        let elems = ceil(whole, times);
        Some(StepBound { var: to.var, kind, elems, from: Some(value), rounded: None })
    }

    /// Adds a bound to the known bounds of its stride, and rounds it up if the stride must be a multiple.
    fn learn(&mut self, bound: StepBound) -> StepBound {
        let known = self.known.entry(bound.var).or_default();
        match bound.kind {
            BoundKind::Exactly => known.exact = Some(bound.elems),
            BoundKind::AtLeast => known.least = Some(known.least.unwrap_or(0).max(bound.elems)),
            BoundKind::MultipleOf => known.multiple = Some(bound.elems),
            BoundKind::AtMost => {}
        }
        if let KnownBounds { least: Some(least), multiple: Some(multiple), exact: None } = *known
            && let Some(rounded) = ceil(least, multiple).checked_mul(multiple)
            && rounded > least
        {
            known.least = Some(rounded);
            return StepBound { rounded: Some((multiple, rounded)), ..bound };
        }
        bound
    }
}
