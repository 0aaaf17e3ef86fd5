//! The least solution of a system by plain iteration over numbers of any size. The oracle uses no classes, ratios or
//! graphs.
//!
//! Every stride starts at one element. A violated constraint raises a stride to the next value at which it can hold.
//! The strides never exceed those of the least solution, so a stride above an upper bound proves that there is no
//! solution.

use layoutc_layout::{Constraint, Scaled, System};
use num_bigint::{BigInt, Sign};

/// The verdict on a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The least strides, by variable.
    Least(Vec<i64>),
    /// A proof that there is no solution.
    Infeasible,
    /// The iteration did not converge.
    Undecided,
}

/// The maximum number of passes over all constraints.
const ROUNDS: usize = 200;

/// Returns the verdict on a system.
pub(crate) fn verdict(system: &System) -> Verdict {
    let constraints = || system.hard.iter().chain(&system.soft).copied();
    if constraints().any(|constraint| !is_satisfiable_alone(system, constraint)) {
        return Verdict::Infeasible;
    }
    let elem = BigInt::from(system.elem.bits().get());
    let steps = steps(system, &elem);
    let mut strides = vec![BigInt::from(1); system.vars];
    for _ in 0..ROUNDS {
        let before = strides.clone();
        for constraint in constraints() {
            if raise(constraint, &elem, &mut strides).is_none() {
                return Verdict::Infeasible;
            }
        }
        for (stride, step) in strides.iter_mut().zip(&steps) {
            *stride = div_up(stride, step) * step;
        }
        let fitting: Option<Vec<i64>> =
            strides.iter().map(|stride| i64::try_from(stride).ok()).collect();
        match fitting {
            None => return Verdict::Infeasible,
            Some(fitting) if strides == before => return Verdict::Least(fitting),
            Some(_) => {}
        }
    }
    Verdict::Undecided
}

/// The number of passes over all equalities to propagate multiples from one stride to another.
const STEP_ROUNDS: usize = 8;

/// Returns a divisor of each stride. Without these, two multiples would approach their common multiple step by step.
fn steps(system: &System, elem: &BigInt) -> Vec<BigInt> {
    let mut steps = vec![BigInt::from(1); system.vars];
    let join = |steps: &mut Vec<BigInt>, var: usize, step: &BigInt| {
        let common = gcd(&steps[var], step);
        steps[var] = &steps[var] * step / common;
    };
    let constraints = || system.hard.iter().chain(&system.soft).copied();
    for constraint in constraints() {
        if let Constraint::Multiple { of, bits } = constraint {
            let bits = BigInt::from(bits);
            let step = &bits / gcd(&bits, &(of.times * elem));
            join(&mut steps, of.var, &step);
        }
    }
    for _ in 0..STEP_ROUNDS {
        for constraint in constraints() {
            let Constraint::Equal(a, b) = constraint else { continue };
            for (from, to) in [(a, b), (b, a)] {
                let value = &steps[from.var] * from.times;
                let step = &value / gcd(&value, &to.times.into());
                join(&mut steps, to.var, &step);
            }
        }
    }
    steps
}

/// Returns `true` if strides satisfy every constraint.
pub(crate) fn satisfies(system: &System, strides: &[i64]) -> bool {
    let elem = BigInt::from(system.elem.bits().get());
    let value = |of: Scaled| BigInt::from(of.times) * strides[of.var];
    let holds = |constraint| match constraint {
        Constraint::Equal(a, b) => value(a) == value(b),
        Constraint::AtLeast(a, b) => value(a) >= value(b),
        Constraint::AtLeastElems(of, elems) => value(of) >= BigInt::from(elems),
        Constraint::Exactly { of, bits } => value(of) * &elem == BigInt::from(bits),
        Constraint::Multiple { of, bits } => value(of) * &elem % bits == BigInt::ZERO,
        Constraint::AtMost { of, bits } => value(of) * &elem <= BigInt::from(bits),
    };
    let mut constraints = system.hard.iter().chain(&system.soft).copied();
    strides.len() == system.vars
        && strides.iter().all(|&stride| stride >= 1)
        && constraints.all(|it| is_satisfiable_alone(system, it) && holds(it))
}

/// Returns `false` if a constraint is malformed or unsatisfiable on its own.
fn is_satisfiable_alone(system: &System, constraint: Constraint) -> bool {
    let is_formed = |of: Scaled| of.var < system.vars && of.times >= 1;
    match constraint {
        Constraint::Equal(a, b) => {
            is_formed(a) && is_formed(b) && (a.var != b.var || a.times == b.times)
        }
        Constraint::AtLeast(a, b) => {
            is_formed(a) && is_formed(b) && (a.var != b.var || a.times >= b.times)
        }
        Constraint::AtLeastElems(of, _) => is_formed(of),
        Constraint::Exactly { of, bits } | Constraint::AtMost { of, bits } => {
            is_formed(of) && bits >= 1
        }
        Constraint::Multiple { of, bits } => is_formed(of) && bits >= 1,
    }
}

/// Raises the strides of a constraint, except for multiples. `None` if a stride exceeds its upper bound.
fn raise(constraint: Constraint, elem: &BigInt, strides: &mut [BigInt]) -> Option<()> {
    let at_least = |strides: &mut [BigInt], of: Scaled, value: &BigInt| {
        let least = div_up(value, &of.times.into());
        if least > strides[of.var] {
            strides[of.var] = least;
        }
    };
    match constraint {
        Constraint::Equal(a, b) => {
            let value = &strides[b.var] * b.times;
            at_least(strides, a, &value);
            let value = &strides[a.var] * a.times;
            at_least(strides, b, &value);
        }
        Constraint::AtLeast(a, b) => {
            let value = &strides[b.var] * b.times;
            at_least(strides, a, &value);
        }
        Constraint::AtLeastElems(of, elems) => at_least(strides, of, &elems.into()),
        Constraint::Exactly { of, bits } => {
            let unit = elem * of.times;
            let exact = BigInt::from(bits) / &unit;
            let is_whole = BigInt::from(bits) % &unit == BigInt::ZERO;
            if !is_whole || strides[of.var] > exact {
                return None;
            }
            strides[of.var] = exact;
        }
        Constraint::AtMost { of, bits } => {
            if &strides[of.var] * of.times * elem > BigInt::from(bits) {
                return None;
            }
        }
        Constraint::Multiple { .. } => {}
    }
    Some(())
}

/// Returns the quotient, rounded up. The divisor is above zero.
fn div_up(value: &BigInt, by: &BigInt) -> BigInt {
    let quotient = value / by;
    let is_below = value.sign() == Sign::Plus && &quotient * by != *value;
    quotient + i64::from(is_below)
}

fn gcd(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (a.clone(), b.clone());
    while b != BigInt::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
}
