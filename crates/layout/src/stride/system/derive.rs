//! Why the least strides are what they are: what bounds each from below, what rounds it up, and what it is tied to.
//!
//! It is read off a run that found strides, as `explain` reads reasons off one that failed. A stride that is derived
//! from another one names it, so that a chain of derivations leads back to demands that stand for themselves.

use super::Demand;
use super::explain::Explainer;
use super::part::Part;
use super::reason::{Bound, Cause, Fact};
use super::run::{Run, Why};
use super::{Scaled, System};

/// Why a stride has its least value: it is at least what `base` says of `entry`, rounded up to all of `rounded`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// The stride, in elements.
    pub elems: i64,
    /// The variable that is bound: this one, or one that equalities tie it to.
    pub entry: usize,
    /// What binds the stride of `entry`: exactly, or from below.
    pub base: Fact,
    /// The multiples that make it greater than `base` alone does, of this variable or of those tied to it. Empty where
    /// there is no need to round, or where it is for the ties to be whole numbers.
    pub rounded: Vec<Multiple>,
    /// The demands that tie this stride to that of `entry` and of the variables in `rounded`.
    pub ties: Vec<Cause>,
}

/// What a stride is a multiple of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multiple {
    /// The variable.
    pub var: usize,
    /// The amount, in elements.
    pub elems: i128,
    /// The demand.
    pub cause: Cause,
}

impl System {
    /// Why each variable has its least stride; nothing where the system has no solution.
    pub fn derive(&self) -> Option<Vec<Derivation>> {
        let whole = Part::whole(self);
        let all = whole.all();
        Run::new(&whole, &all).derive()
    }
}

impl Run<'_> {
    fn derive(mut self) -> Option<Vec<Derivation>> {
        self.stages().ok()?;
        let explainer = Explainer::new(&self);
        Some((0..self.part.vars.len()).map(|var| explainer.derivation(var)).collect())
    }
}

impl Explainer<'_> {
    fn derivation(&self, var: usize) -> Derivation {
        let raise = self.run.last_raise(self.class(var));
        let landing = self.run.landing(raise.why);
        let (entry, bound) = landing.unwrap_or_else(|| (self.head(var), 1));
        let stride = raise.value * self.share(entry);
        let because = match raise.why {
            Why::One => Vec::new(),
            Why::Elems(member) | Why::Exact(member) | Why::Pulled { member, .. } => vec![member],
        };
        let exactly = matches!(raise.why, Why::Exact(_));
        let how = if exactly { Bound::Exactly } else { Bound::AtLeast };
        let base = Fact { from: self.source(raise.why), ..self.fact(how, bound, because) };
        let (mut rounded, mut ties) = (Vec::new(), self.path(entry, var));
        if stride != bound {
            rounded = self.needed(self.class(var), bound, entry, raise.value);
            rounded.iter().for_each(|it| ties.extend(self.path(it.var, var)));
            // Some of it may be for a stride that is tied to this one to be whole.
            if rounded.is_empty() || bound % self.share(entry) != 0 {
                self.push_tree(self.root(var), &mut ties);
            }
        }
        Derivation {
            elems: i64::try_from(raise.value * self.share(var)).expect("a solution fits"),
            entry,
            base,
            rounded,
            ties: self.causes(ties),
        }
    }

    /// The variable of a class that is one unknown itself, this one if it is; this one if there is none.
    fn head(&self, var: usize) -> usize {
        let mut of_class = self.variables(self.class(var)).iter().rev().copied();
        match self.share(var) {
            1 => var,
            _ => of_class.find(|&it| self.share(it) == 1).unwrap_or(var),
        }
    }

    /// The multiples without which the unknown of a class, at least `bound` of `entry`, would be less than `value`.
    fn needed(&self, class: usize, bound: i128, entry: usize, value: i128) -> Vec<Multiple> {
        let step = |&member: &usize| self.run.step(self.run.demand(member)).map_or(1, |it| it.1);
        let least = |members: &[usize]| {
            let all = members.iter().map(step);
            let common =
                all.fold(1, |all, step| super::classes::lcm(all, step).unwrap_or(i128::MAX));
            let unknown = super::ratio::div_up(bound, self.share(entry));
            super::ratio::div_up(unknown, common).saturating_mul(common)
        };
        let mut members = self.steps(class);
        if least(&members) != value || least(&[]) == value {
            return Vec::new();
        }
        for at in (0..members.len()).rev() {
            let mut fewer = members.clone();
            fewer.remove(at);
            if least(&fewer) == value {
                members = fewer;
            }
        }
        members.into_iter().filter_map(|member| self.multiple_of(member)).collect()
    }

    fn multiple_of(&self, member: usize) -> Option<Multiple> {
        let Demand::Multiple { of: Scaled { var, times }, bits } = self.run.demand(member) else {
            return None;
        };
        let unit = self.run.unit(Scaled { var, times });
        let elems = bits / super::ratio::gcd(bits, unit);
        Some(Multiple { var, elems, cause: self.cause(member) })
    }
}
