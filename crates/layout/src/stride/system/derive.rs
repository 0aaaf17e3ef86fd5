//! The derivation of each least stride: its lower bound, the multiples that round it up, and the equalities on it.
//!
//! A derivation is extracted from a computation that succeeded, as `explain` extracts a reason from one that failed. If
//! a stride is derived from another one, its derivation refers to it. A chain of derivations ends at a constraint on a
//! single stride.

use super::problem::System;
use super::reason::{BoundKind, Cause, DerivedBound};
use super::state::{BoundSource, FixpointState};
use super::trace::{Trace, causes};
use crate::domain::{ceil, lcm};

/// The derivation of a least stride: `base`, a bound of `entry`, rounded up to all multiples in `rounded`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Derivation {
    /// The stride, in elements.
    pub elems: i64,
    /// The variable that `base` bounds: this one, or one that equalities connect with it.
    pub entry: usize,
    /// The exact value or lower bound of the stride of `entry`.
    pub base: DerivedBound,
    /// The multiples that make the stride greater than `base` alone, of this variable or of connected ones. Empty if
    /// the stride is not rounded, or is rounded only so that connected strides are whole numbers.
    pub rounded: Vec<Multiple>,
    /// The constraints that connect this stride with those of `entry` and of the variables in `rounded`.
    pub equalities: Vec<Cause>,
}

/// A number that must divide a stride.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multiple {
    /// The variable.
    pub var: usize,
    /// The number, in elements.
    pub elems: i128,
    /// The constraint.
    pub cause: Cause,
}

impl System {
    /// Returns the derivation of the least stride of each variable; `None` if the system has no solution.
    pub fn derive(&self) -> Option<Vec<Derivation>> {
        let all = self.causes(self.soft.len());
        let mut state = FixpointState::new(self, &all);
        state.compute().ok()?;
        let trace = Trace::new(&state);
        Some((0..self.vars).map(|var| trace.derivation(var)).collect())
    }
}

impl Trace<'_> {
    fn derivation(&self, var: usize) -> Derivation {
        let increase = self.state.last_increase(self.class(var));
        let bounded = self.state.bounded_variable(increase.source);
        let (entry, bound) = bounded.unwrap_or_else(|| (self.unit_variable(var), 1));
        let because = match increase.source {
            BoundSource::OneElement => Vec::new(),
            BoundSource::Elems(member)
            | BoundSource::Exact(member)
            | BoundSource::Stride { member, .. } => vec![member],
        };
        let exactly = matches!(increase.source, BoundSource::Exact(_));
        let kind = if exactly { BoundKind::Exactly } else { BoundKind::AtLeast };
        let from = self.source(increase.source);
        let base = DerivedBound { from, ..self.bound(kind, bound, because) };
        let mut rounded = Vec::new();
        let mut equalities = self.path(entry, var);
        if increase.value * self.weight(entry) != bound {
            rounded = self.rounding(self.class(var), bound, entry, increase.value);
            rounded.iter().for_each(|it| equalities.extend(self.path(it.var, var)));
            // Some of the rounding may only keep a connected stride whole.
            if rounded.is_empty() || bound % self.weight(entry) != 0 {
                self.push_tree(self.root[var], &mut equalities);
            }
        }
        Derivation {
            elems: self.state.stride(var),
            entry,
            base,
            rounded,
            equalities: causes(equalities),
        }
    }

    /// Returns a variable of the class whose stride is the unknown itself, `var` if possible; `var` if there is none.
    fn unit_variable(&self, var: usize) -> usize {
        let mut of_class = self.of_class[self.class(var)].iter().rev().copied();
        match self.weight(var) {
            1 => var,
            _ => of_class.find(|&it| self.weight(it) == 1).unwrap_or(var),
        }
    }

    /// Returns the multiples that raise the unknown of a class to `value`, from the bound `bound` of `entry`.
    fn rounding(&self, class: usize, bound: i128, entry: usize, value: i128) -> Vec<Multiple> {
        let least = ceil(bound, self.weight(entry));
        let mut members = self.steps(class);
        if self.rounded(least, &members) != value || self.rounded(least, &[]) == value {
            return Vec::new();
        }
        for at in (0..members.len()).rev() {
            let mut fewer = members.clone();
            fewer.remove(at);
            if self.rounded(least, &fewer) == value {
                members = fewer;
            }
        }
        members.into_iter().filter_map(|member| self.multiple(member)).collect()
    }

    /// Returns the least multiple of the steps of all members that is at least `least`.
    fn rounded(&self, least: i128, members: &[Cause]) -> i128 {
        let steps = members.iter().filter_map(|&member| self.state.step(member));
        let common = steps.fold(1, |all, (_, step)| lcm(all, step).unwrap_or(i128::MAX));
        ceil(least, common).saturating_mul(common)
    }

    fn multiple(&self, member: Cause) -> Option<Multiple> {
        let (var, elems) = self.state.multiple(member)?;
        Some(Multiple { var, elems, cause: member })
    }
}
