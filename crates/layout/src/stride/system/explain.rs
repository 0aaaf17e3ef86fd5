//! The [`Reason`] of a failed computation: the numbers that disagree, and all constraints behind them.

use super::exact::ExactRatio;
use super::ratio::StrideOverflow;
use super::reason::{BoundKind, Cause, DerivedBound, Proportion, Reason};
use super::state::{BoundSource, Increase, MOST};
use super::trace::{Trace, causes};
use crate::domain::lowest_terms;
use crate::stride::constraint::{Constraint, Scaled};

impl Trace<'_> {
    /// Returns the first variable of a constraint.
    fn var(&self, member: Cause) -> usize {
        self.state.constraint(member).target().var
    }

    fn bounds(&self, var: usize, first: DerivedBound, second: DerivedBound) -> Box<Reason> {
        Box::new(Reason::Bounds { var, first, second })
    }

    /// Explains an exact amount below one element.
    pub(super) fn below_one_element(&self, member: Cause) -> Box<Reason> {
        let var = self.var(member);
        let least = self.bound(BoundKind::AtLeast, 1, vec![]);
        self.bounds(var, least, self.exactly(member, var))
    }

    /// Explains two exact values of one class.
    pub(super) fn two_exact_values(&self, first: Cause, second: Cause) -> Box<Reason> {
        let var = self.var(second);
        self.bounds(var, self.exactly(first, var), self.exactly(second, var))
    }

    /// Explains an exact value above an upper bound.
    pub(super) fn exact_above_most(&self, exact: Cause, most: Cause) -> Box<Reason> {
        let var = self.var(most);
        self.bounds(var, self.exactly(exact, var), self.at_most(most, var))
    }

    /// Returns the exact stride that a constraint implies for a variable of its class.
    fn exactly(&self, member: Cause, var: usize) -> DerivedBound {
        let (own, stride) = self.exact_stride(member);
        let mut members = vec![member];
        members.extend(self.path(own, var));
        let elems = if own == var { stride } else { stride / self.weight(own) * self.weight(var) };
        self.bound(BoundKind::Exactly, elems, members)
    }

    fn exact_stride(&self, member: Cause) -> (usize, i128) {
        let stride = self.state.bounded_variable(BoundSource::Exact(member));
        stride.expect("an exact amount has a variable")
    }

    /// Returns the upper bound that a constraint implies for a variable of its class.
    fn at_most(&self, member: Cause, var: usize) -> DerivedBound {
        let Constraint::AtMost { of, bits } = self.state.constraint(member) else {
            unreachable!("only an upper bound limits")
        };
        let most = bits.div_euclid(self.state.unit(of));
        let mut members = vec![member];
        if of.var == var {
            return self.bound(BoundKind::AtMost, most, members);
        }
        self.push_class(self.class(var), &mut members);
        let unknown = most.div_euclid(self.weight(of.var));
        self.bound(BoundKind::AtMost, unknown.saturating_mul(self.weight(var)), members)
    }

    /// Explains a constraint on two strides of one class that contradicts their known ratio.
    pub(super) fn unequal(
        &self,
        member: Cause,
        (a, b): (Scaled, Scaled),
        (kind, known): (BoundKind, (i128, i128)),
    ) -> Box<Reason> {
        let required = lowest_terms(b.times.into(), a.times.into());
        Box::new(Reason::Proportions {
            var: a.var,
            to: b.var,
            first: proportion(BoundKind::Exactly, known, self.path(a.var, b.var)),
            second: proportion(kind, required, vec![member]),
        })
    }

    /// Explains a growing cycle of lower bounds: the first bounds a stride from below, all others bound it from above.
    pub(super) fn growing_cycle(&self, members: &[Cause]) -> Box<Reason> {
        let bounds: Vec<(Scaled, Scaled)> =
            members.iter().filter_map(|&it| self.lower_bound(it)).collect();
        let first = members[0];
        let (a, b) = bounds[0];
        let mut because = Vec::new();
        let mut above = ExactRatio::one();
        let weights = &self.state.weights.weight;
        for (index, &(_, from)) in bounds.iter().enumerate() {
            let next = bounds[(index + 1) % bounds.len()].0;
            because.extend(self.path(from.var, next.var));
            above.multiply(weights[next.var].unsigned_abs(), weights[from.var].unsigned_abs());
        }
        for (&member, &(to, from)) in members.iter().zip(&bounds).skip(1) {
            because.push(member);
            above.multiply(to.times.unsigned_abs(), from.times.unsigned_abs());
        }
        let Some(above) = above.to_i128() else {
            let members = [vec![first], because].concat();
            return self.overflow(a.var, BoundKind::AtLeast, None, members);
        };
        let least = lowest_terms(b.times.into(), a.times.into());
        Box::new(Reason::Proportions {
            var: a.var,
            to: b.var,
            first: proportion(BoundKind::AtLeast, least, vec![first]),
            second: proportion(BoundKind::AtMost, above, because),
        })
    }

    fn overflow(
        &self,
        var: usize,
        kind: BoundKind,
        elems: Option<i128>,
        members: Vec<Cause>,
    ) -> Box<Reason> {
        let because = causes(members);
        Box::new(Reason::Overflow { var, kind, elems, because })
    }

    /// Explains a ratio of two strides of a class that does not fit 63 bits.
    pub(super) fn ratio_overflow(&self, overflow: StrideOverflow) -> Box<Reason> {
        let mut members = self.path(overflow.var, overflow.other);
        if overflow.var == overflow.other {
            self.push_tree(self.root[overflow.var], &mut members);
        }
        self.overflow(overflow.var, BoundKind::MultipleOf, Some(overflow.least), members)
    }

    /// Explains an exact value for which the stride of `var` is not a whole number.
    pub(super) fn fractional_stride(&self, exact: Cause, var: usize) -> Box<Reason> {
        let (own, stride) = self.exact_stride(exact);
        let num = lowest_terms(self.weight(own), self.weight(var)).0;
        let mut first = self.bound(BoundKind::MultipleOf, num, self.path(own, var));
        first.from = Some((Scaled::once(var), 1));
        self.bounds(own, first, self.bound(BoundKind::Exactly, stride, vec![exact]))
    }

    /// Explains an exact value that is not the required multiple.
    pub(super) fn misaligned(&self, exact: Cause, multiple: Cause) -> Box<Reason> {
        let found = self.state.multiple(multiple);
        let (var, elems) = found.expect("only a multiple is misaligned");
        let second = self.bound(BoundKind::MultipleOf, elems, vec![multiple]);
        self.bounds(var, self.exactly(exact, var), second)
    }

    /// Explains a common multiple of a class that does not fit 63 bits. Names the variable of the class with the least
    /// weight, which is the innermost one of a tensor.
    pub(super) fn step_overflow(&self, class: usize, step: Option<i128>) -> Box<Reason> {
        let of_class = self.of_class[class].iter().rev();
        let &var = of_class.min_by_key(|&&var| self.weight(var)).expect("a class has a variable");
        let mut members = self.steps(class);
        self.push_tree(self.root[var], &mut members);
        let elems = step.and_then(|step| step.checked_mul(self.weight(var)));
        self.overflow(var, BoundKind::MultipleOf, elems, members)
    }

    /// Explains a cycle of classes that did not converge within the limit.
    pub(super) fn not_converged(&self, class: usize) -> Box<Reason> {
        let var = self.of_class[class][0];
        let last = self.state.last[class];
        Box::new(Reason::NotConverged {
            var,
            reached: last.map_or(1, |last| self.state.increases[last].value) * self.weight(var),
            because: causes(self.state.chosen.to_vec()),
        })
    }

    /// Explains a class whose least value exceeds its upper bound.
    pub(super) fn least_above_most(&self, increase: Increase) -> Box<Reason> {
        let limits = &self.state.bounds[increase.class];
        let limit = match (limits.exact, limits.most_by) {
            (Some((_, exact)), _) => exact,
            (None, Some(most)) => most,
            (None, None) => return self.least_overflow(increase),
        };
        let bounded = self.state.bounded_variable(increase.source);
        let (var, bound) = bounded.unwrap_or((self.var(limit), 1));
        let second = match limits.exact {
            Some(_) => self.exactly(limit, var),
            None => self.at_most(limit, var),
        };
        let rounded = bound <= second.elems;
        let elems = if rounded { increase.value * self.weight(var) } else { bound };
        let mut members = Vec::new();
        self.push_chain(increase.source, &mut members);
        if rounded {
            self.push_class(increase.class, &mut members);
        }
        let mut first = self.bound(BoundKind::AtLeast, elems, members);
        first.from = self.source(increase.source).filter(|_| !rounded);
        self.bounds(var, first, second)
    }

    /// Explains a least value that does not fit 63 bits. Names the first variable of the class that is too great.
    fn least_overflow(&self, increase: Increase) -> Box<Reason> {
        let mut strides = self.of_class[increase.class]
            .iter()
            .map(|&var| (var, increase.value.checked_mul(self.weight(var))));
        let (var, stride) = strides
            .find(|(_, stride)| stride.is_none_or(|stride| stride > MOST))
            .expect("a stride of the class is too great");
        let mut members = Vec::new();
        self.push_chain(increase.source, &mut members);
        self.push_value(increase, var, &mut members);
        self.overflow(var, BoundKind::AtLeast, stride, members)
    }
}

fn proportion(kind: BoundKind, (num, den): (i128, i128), members: Vec<Cause>) -> Proportion {
    Proportion { kind, num, den, because: causes(members) }
}
