//! From the place where a computation fails to a [`Reason`]: the numbers that disagree, and all constraints behind them.

use super::classes::StrideOverflow;
use super::exact::ExactRatio;
use super::failure::FixpointFailure;
use super::reason::{BoundKind, DerivedBound, Proportion, Reason};
use super::state::{BoundSource, FixpointState, Increase, MOST};
use super::subsystem::Subsystem;
use super::trace::{MemberList, Trace};
use crate::stride::constraint::{Constraint, Scaled};
use crate::stride::number::gcd;

/// Returns the least strides, by variable of the subsystem, for the chosen members.
///
/// # Errors
/// The reason why there are none.
pub(super) fn least(subsystem: &Subsystem, chosen: &[usize]) -> Result<Vec<i64>, Box<Reason>> {
    let mut state = FixpointState::new(subsystem, chosen);
    match state.compute() {
        Ok(()) => Ok((0..subsystem.vars.len()).map(|var| state.stride(var)).collect()),
        Err(failure) => Err(Box::new(Trace::new(&state).reason(&failure))),
    }
}

impl Trace<'_> {
    fn reason(&self, failure: &FixpointFailure) -> Reason {
        match *failure {
            FixpointFailure::Malformed(member) => {
                Reason::Malformed { constraint: self.cause(member) }
            }
            FixpointFailure::FractionOfElement(member) => self.fraction_of_element(member),
            FixpointFailure::BelowOneElement(member) => {
                let var = self.var(member);
                let least = self.bound(BoundKind::AtLeast, 1, vec![]);
                self.bounds(var, least, self.exactly(member, var))
            }
            FixpointFailure::UnequalRatio { member, known } => {
                self.unequal(member, (known.num.into(), known.den.into()))
            }
            FixpointFailure::RatioOverflow(overflow) => self.ratio_overflow(overflow),
            FixpointFailure::BoundWithinClass(member) => self.bound_within_class(member),
            FixpointFailure::GrowingCycle(ref members) => self.growing_cycle(members),
            FixpointFailure::TwoExactValues { first, second } => {
                let var = self.var(second);
                self.bounds(var, self.exactly(first, var), self.exactly(second, var))
            }
            FixpointFailure::FractionalStride { exact, var } => self.fractional_stride(exact, var),
            FixpointFailure::Misaligned { exact, multiple } => self.misaligned(exact, multiple),
            FixpointFailure::StepOverflow { class, step } => self.step_overflow(class, step),
            FixpointFailure::ExactAboveMost { exact, most } => {
                let var = self.var(most);
                self.bounds(var, self.exactly(exact, var), self.at_most(most, var))
            }
            FixpointFailure::LeastAboveMost(increase) => self.least_above_most(increase),
            FixpointFailure::NotConverged { class } => self.not_converged(class),
        }
    }

    /// Returns the first variable of a constraint.
    fn var(&self, member: usize) -> usize {
        let mut terms = self.state.constraint(member).terms();
        terms.next().expect("every constraint is about a variable").var
    }

    fn bounds(&self, var: usize, first: DerivedBound, second: DerivedBound) -> Reason {
        Reason::Bounds { var: self.name(var), first, second }
    }

    fn fraction_of_element(&self, member: usize) -> Reason {
        let Constraint::Exactly { of, bits } = self.state.constraint(member) else {
            unreachable!("only an exact amount has to be whole")
        };
        let of = Scaled { var: self.name(of.var), ..of };
        Reason::FractionOfElement { constraint: self.cause(member), of, bits }
    }

    /// Returns the exact stride that a constraint gives a variable of its class.
    fn exactly(&self, member: usize, var: usize) -> DerivedBound {
        let (own, stride) = self.exact_stride(member);
        let mut members = vec![member];
        members.extend(self.path(own, var));
        let elems = if own == var { stride } else { stride / self.weight(own) * self.weight(var) };
        self.bound(BoundKind::Exactly, elems, members)
    }

    fn exact_stride(&self, member: usize) -> (usize, i128) {
        let stride = self.state.bounded_variable(BoundSource::Exact(member));
        stride.expect("an exact amount is about a variable")
    }

    /// Returns the greatest stride that a constraint leaves a variable of its class.
    fn at_most(&self, member: usize, var: usize) -> DerivedBound {
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

    fn proportion(
        &self,
        kind: BoundKind,
        (num, den): (i128, i128),
        members: MemberList,
    ) -> Proportion {
        Proportion { kind, num, den, because: self.causes(members) }
    }

    fn unequal(&self, member: usize, known: (i128, i128)) -> Reason {
        let (Constraint::Equal(a, b) | Constraint::AtLeast(a, b)) = self.state.constraint(member)
        else {
            unreachable!("only an equality is unequal")
        };
        let required = lowest_terms(b.times.into(), a.times.into());
        Reason::Proportions {
            var: self.name(a.var),
            to: self.name(b.var),
            first: self.proportion(BoundKind::Exactly, known, self.path(a.var, b.var)),
            second: self.proportion(BoundKind::Exactly, required, vec![member]),
        }
    }

    fn bound_within_class(&self, member: usize) -> Reason {
        let Some((a, b)) = self.lower_bound(member) else {
            unreachable!("only a lower bound is within a class")
        };
        let known = lowest_terms(self.weight(a.var), self.weight(b.var));
        let required = lowest_terms(b.times.into(), a.times.into());
        Reason::Proportions {
            var: self.name(a.var),
            to: self.name(b.var),
            first: self.proportion(BoundKind::Exactly, known, self.path(a.var, b.var)),
            second: self.proportion(BoundKind::AtLeast, required, vec![member]),
        }
    }

    /// Explains a cycle of lower bounds: the first bounds a stride from below, all others from above.
    fn growing_cycle(&self, members: &[usize]) -> Reason {
        let bounds: Vec<(Scaled, Scaled)> =
            members.iter().filter_map(|&it| self.lower_bound(it)).collect();
        let (Some(&first), rest) = (members.first(), members.get(1..).unwrap_or_default()) else {
            unreachable!("a cycle has a bound")
        };
        let (a, b) = bounds[0];
        let mut because = Vec::new();
        let mut above = ExactRatio::one();
        let weight = |var: usize| self.state.weights.weight[var].unsigned_abs();
        for (index, &(_, from)) in bounds.iter().enumerate() {
            let next = bounds[(index + 1) % bounds.len()].0;
            because.extend(self.path(from.var, next.var));
            above.multiply(weight(next.var), weight(from.var));
        }
        for (&member, &(to, from)) in rest.iter().zip(&bounds[1..]) {
            because.push(member);
            above.multiply(to.times.unsigned_abs(), from.times.unsigned_abs());
        }
        let Some(above) = above.to_i128() else {
            return self.overflow_by_far(a.var, [vec![first], because].concat());
        };
        let least = lowest_terms(b.times.into(), a.times.into());
        Reason::Proportions {
            var: self.name(a.var),
            to: self.name(b.var),
            first: self.proportion(BoundKind::AtLeast, least, vec![first]),
            second: self.proportion(BoundKind::AtMost, above, because),
        }
    }

    fn overflow_by_far(&self, var: usize, members: MemberList) -> Reason {
        let because = self.causes(members);
        Reason::Overflow { var: self.name(var), kind: BoundKind::AtLeast, elems: None, because }
    }

    fn ratio_overflow(&self, overflow: StrideOverflow) -> Reason {
        let mut members = self.path(overflow.var, overflow.other);
        if overflow.var == overflow.other {
            self.push_tree(self.root(overflow.var), &mut members);
        }
        Reason::Overflow {
            var: self.name(overflow.var),
            kind: BoundKind::MultipleOf,
            elems: Some(overflow.least),
            because: self.causes(members),
        }
    }

    fn fractional_stride(&self, exact: usize, var: usize) -> Reason {
        let own = self.var(exact);
        let (num, _) = lowest_terms(self.weight(own), self.weight(var));
        let mut first = self.bound(BoundKind::MultipleOf, num, self.path(own, var));
        first.from = Some((Scaled::once(self.name(var)), 1));
        let (_, stride) = self.exact_stride(exact);
        self.bounds(own, first, self.bound(BoundKind::Exactly, stride, vec![exact]))
    }

    fn misaligned(&self, exact: usize, multiple: usize) -> Reason {
        let Constraint::Multiple { of, bits } = self.state.constraint(multiple) else {
            unreachable!("only a multiple is misaligned")
        };
        let step = lowest_terms(bits, self.state.unit(of)).0;
        let second = self.bound(BoundKind::MultipleOf, step, vec![multiple]);
        self.bounds(of.var, self.exactly(exact, of.var), second)
    }

    /// Names the variable with the least weight of the class, the innermost one of a tensor.
    fn step_overflow(&self, class: usize, step: Option<i128>) -> Reason {
        let of_class = self.variables(class).iter().rev();
        let &var = of_class.min_by_key(|&&var| self.weight(var)).expect("a class has a variable");
        let mut members = self.steps(class);
        self.push_tree(self.root(var), &mut members);
        Reason::Overflow {
            var: self.name(var),
            kind: BoundKind::MultipleOf,
            elems: step.and_then(|step| step.checked_mul(self.weight(var))),
            because: self.causes(members),
        }
    }

    fn not_converged(&self, class: usize) -> Reason {
        let var = self.variables(class)[0];
        let mut increases = self.state.increases.iter().rev();
        let last = increases.find(|increase| increase.class == class);
        Reason::NotConverged {
            var: self.name(var),
            reached: last.map_or(1, |increase| increase.value) * self.weight(var),
            because: self.causes(self.state.chosen.to_vec()),
        }
    }

    /// Explains a class whose least value is above what it may have.
    fn least_above_most(&self, increase: Increase) -> Reason {
        let limits = &self.state.bounds[increase.class];
        let limit = match (limits.exact, limits.most_by) {
            (Some((_, exact)), _) => exact,
            (None, Some(most)) => most,
            (None, None) => return self.overflow(increase),
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

    /// Explains a least value that does not fit: names the first variable of the class that is too great.
    fn overflow(&self, increase: Increase) -> Reason {
        let stride = |var: usize| increase.value.checked_mul(self.weight(var));
        let too_great = |&&var: &&usize| stride(var).is_none_or(|stride| stride > MOST);
        let mut of_class = self.variables(increase.class).iter();
        let &var = of_class.find(too_great).expect("a stride of the class is too great");
        let mut members = Vec::new();
        self.push_chain(increase.source, &mut members);
        self.push_value(increase, var, &mut members);
        Reason::Overflow {
            var: self.name(var),
            kind: BoundKind::AtLeast,
            elems: stride(var),
            because: self.causes(members),
        }
    }
}

/// Returns a fraction of positive parts in lowest terms.
fn lowest_terms(num: i128, den: i128) -> (i128, i128) {
    let common = gcd(num, den);
    (num / common, den / common)
}
