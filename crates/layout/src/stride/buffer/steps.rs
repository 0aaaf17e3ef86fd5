//! The derivation of a conflict in steps: each number in the reason, with the constraint that it follows from.

use super::error::BufferReason;
use super::origins::BufferConstraints;
use crate::domain::{ceil, lowest_terms};
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

impl ConflictStep {
    /// Returns the first stride of the constraint. The constraint bounds it unless the bound names another stride.
    pub fn constraint_target(&self) -> Option<Scaled> {
        self.constraint.terms().next()
    }
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
            let (at, bound) = found.map_or((0, None), |(at, bound)| (at, Some(bound)));
            let cause = left.remove(at);
            let Some(constraint) = self.constraints.constraint(cause) else { continue };
            let bound = bound.map(|bound| self.learn(bound));
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
        let is_open = |var: usize| {
            let known = self.known(var);
            known.exact.is_none() && known.least.is_none()
        };
        let mut inner = pairs.iter().map(|&(_, b)| b).filter(|&b| is_open(b));
        let innermost = inner.find(|&b| pairs.iter().all(|&(a, _)| a != b));
        match innermost {
            Some(var) => {
                let bound = StepBound {
                    var,
                    kind: BoundKind::AtLeast,
                    elems: 1,
                    from: None,
                    rounded: None,
                };
                self.learn(bound);
                true
            }
            None => false,
        }
    }

    fn known(&self, var: usize) -> KnownBounds {
        self.known.get(&var).copied().unwrap_or_default()
    }

    /// Returns the bound of a stride that a constraint implies; `None` if it implies none yet.
    fn bound(&self, constraint: Constraint) -> Option<StepBound> {
        let elem = i128::from(self.constraints.elem.bits().get());
        let unit = |of: Scaled| i128::from(of.times).checked_mul(elem).filter(|&unit| unit > 0);
        let direct = |of: Scaled, kind, elems| {
            Some(StepBound { var: of.var, kind, elems, from: None, rounded: None })
        };
        match constraint {
            Constraint::Exactly { of, bits } => {
                let unit = unit(of)?;
                (bits % unit == 0).then_some(())?;
                direct(of, BoundKind::Exactly, bits / unit)
            }
            Constraint::Multiple { of, bits } if bits > 0 => {
                direct(of, BoundKind::MultipleOf, lowest_terms(bits, unit(of)?).0)
            }
            Constraint::Multiple { .. } => None,
            Constraint::AtMost { of, bits } => {
                direct(of, BoundKind::AtMost, bits.div_euclid(unit(of)?))
            }
            Constraint::AtLeastElems(of, elems) => {
                direct(of, BoundKind::AtLeast, ceil(elems.into(), of.times.max(1).into()))
            }
            Constraint::Equal(a, b) => {
                if self.known(a.var).exact.is_none() {
                    self.across(a, b).or_else(|| self.across(b, a))
                } else {
                    self.across(b, a)
                }
            }
            Constraint::AtLeast(a, b) => {
                let known = self.known(b.var);
                let from = known.exact.or(known.least)?;
                let elems = ceil(from.checked_mul(b.times.into())?, a.times.max(1).into());
                let kind = BoundKind::AtLeast;
                let from = Some(from);
                Some(StepBound { var: a.var, kind, elems, from, rounded: None })
            }
        }
    }

    /// Returns the bound that the second stride of an equality implies for the first.
    fn across(&self, to: Scaled, from: Scaled) -> Option<StepBound> {
        let known = self.known(from.var);
        let (kind, value) = match known {
            KnownBounds { exact: Some(exact), .. } => (BoundKind::Exactly, exact),
            KnownBounds { least: Some(least), .. } => (BoundKind::AtLeast, least),
            _ => return None,
        };
        let whole = value.checked_mul(from.times.into())?;
        let times = i128::from(to.times.max(1));
        let is_whole = whole % times == 0;
        let elems = match kind {
            BoundKind::Exactly if is_whole => whole / times,
            BoundKind::Exactly => return None,
            _ => ceil(whole, times),
        };
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
        let (Some(least), Some(multiple), None) = (known.least, known.multiple, known.exact) else {
            return bound;
        };
        match ceil(least, multiple).checked_mul(multiple).filter(|&rounded| rounded > least) {
            Some(rounded) => {
                known.least = Some(rounded);
                StepBound { rounded: Some((multiple, rounded)), ..bound }
            }
            None => bound,
        }
    }
}
