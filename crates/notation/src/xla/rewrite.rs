//! An offset over joined dims instead of their parts, and digits without parts that never carry.

use layout::index::{Atom, AtomKind, Expr, Exprs};
use layout::{Algebra, gcd};
use std::collections::{BTreeMap, BTreeSet};

use super::plan::PlanDim;

/// The expressions that replace atoms.
type Replacements = BTreeMap<Atom, Expr>;

/// A dim of its own, or two dims, that become one: `slow` times `slots`, plus `fast`.
pub(super) struct JoinedDims {
    /// The slow dim and its variable.
    pub(super) slow: (PlanDim, Expr),
    /// The fast dim; `None` if the slow dim becomes a multiple of itself.
    pub(super) fast: Option<PlanDim>,
    /// The number of slots of the fast dim.
    pub(super) slots: i64,
    /// The variable of the joined dim.
    pub(super) whole: Expr,
    /// The number of values of the slow and of the fast dim.
    pub(super) counts: (i64, i64),
}

impl JoinedDims {
    /// Returns the greatest value of `factor` times the slow dim plus the fast dim.
    fn most(&self, factor: i64) -> Option<i64> {
        (self.counts.0 - 1).checked_mul(factor)?.checked_add(self.counts.1 - 1)
    }
}

/// Returns an offset over joined dims; `None` if a number does not fit 64 bits, or the offset has an exclusive or.
pub(super) fn joined(exprs: &mut Exprs, offset: Expr, dims: &JoinedDims) -> Option<Expr> {
    let period = common_period(exprs, offset, dims);
    let mut join = JoinRewrite { exprs, dims, period, new: BTreeMap::new() };
    for atom in join.exprs.atoms_of(offset) {
        let made = match *join.exprs.atom_kind(atom) {
            AtomKind::Var { .. } => join.exprs.of_atom(atom),
            AtomKind::Digit { value, divisor, modulus } => join.digit(value, divisor, modulus)?,
            AtomKind::Xor(_) | AtomKind::Guard { .. } => return None,
        };
        join.new.insert(atom, made);
    }
    let sum = join.sum(offset, None)?;
    let quotient = exprs.digit(&dims.whole, dims.slots, None);
    Some(exprs.substitute(sum, u32::try_from(dims.slow.0).ok()?, quotient))
}

/// Returns the greatest common divisor of the periods of all digits of both dims; 0 if there are none.
fn common_period(exprs: &Exprs, offset: Expr, join: &JoinedDims) -> i64 {
    let Some(fast) = join.fast else { return 0 };
    let mut common = 0;
    for atom in exprs.atoms_of(offset) {
        if let AtomKind::Digit { value, divisor, modulus } = *exprs.atom_kind(atom) {
            let dims = exprs.vars_of(value);
            if dims.contains(&join.slow.0) && dims.contains(&fast) {
                common = gcd(common, divisor.saturating_mul(modulus.unwrap_or(1)));
            }
        }
    }
    common
}

struct JoinRewrite<'a> {
    exprs: &'a mut Exprs,
    dims: &'a JoinedDims,
    period: i64,
    new: Replacements,
}

impl JoinRewrite<'_> {
    fn digit(&mut self, value: Expr, divisor: i64, modulus: Option<i64>) -> Option<Expr> {
        // Multiples of the period leave the digit. A quotient of `slow` alone remains one.
        let period = match modulus {
            Some(modulus) => Some(divisor.checked_mul(modulus)?),
            None => (self.exprs.as_var(value).is_none()).then_some(divisor),
        };
        let Some((scale, part)) = self.scale(value, period) else {
            let value = self.sum(value, period)?;
            return Some(self.exprs.digit(&value, divisor, modulus));
        };
        let value = replaced(self.exprs, value, &self.new);
        let parts = [(scale, value), (1, self.dims.whole), (-part, self.dims.slow.1)];
        let value = self.exprs.linear(0, &parts);
        Some(self.exprs.digit(&value, divisor.checked_mul(scale)?, modulus))
    }

    /// Returns the number `g` for which a multiple of the slow dim, in a sum without the fast dim, is the quotient of the
    /// joined dim by `g`, and `g` times the multiple. The sum times `g`, with the joined dim instead of the multiple, then
    /// has the same quotients by multiples of `g`.
    fn scale(&self, sum: Expr, period: Option<i64>) -> Option<(i64, i64)> {
        let slots = self.dims.slots;
        let factor = self.factor(sum, self.dims.slow.0);
        let is_free = match self.dims.fast {
            Some(fast) => !self.exprs.vars_of(sum).contains(&fast),
            None => period.is_none_or(|period| {
                (i128::from(factor) - i128::from(slots)) % i128::from(period) != 0
            }),
        };
        let scale = slots.checked_div(factor).filter(|&scale| scale > 1 && is_free)?;
        (self.dims.most(slots % factor)? < scale).then_some((scale, scale * factor))
    }

    /// Returns a sum over the joined dim. `slow` is left where multiples of the period do not vanish.
    fn sum(&mut self, sum: Expr, period: Option<i64>) -> Option<Expr> {
        let JoinedDims { slow: (slow_dim, slow_var), fast: fast_dim, slots, whole, .. } =
            *self.dims;
        let (constant, terms) = {
            let sum = self.exprs.kind(sum)?;
            (sum.constant, sum.terms.clone())
        };
        let slow = self.factor(sum, slow_dim);
        let fast = fast_dim.map_or(1, |fast| self.factor(sum, fast));
        let left = i128::from(slow) - i128::from(fast) * i128::from(slots);
        let is_scaled = period.is_some_and(|period| left % i128::from(period) == 0);
        let modulus = if is_scaled { None } else { self.modulus(slow, fast) };
        let rest = self.exprs.linear(0, &[(1, whole), (-slots, slow_var)]);
        let mut parts = Vec::with_capacity(terms.len() + 1);
        if let Some(modulus) = modulus {
            parts.push((fast, self.exprs.digit(&whole, 1, Some(modulus))));
        }
        for &(atom, factor) in &*terms {
            let dim = dim_of(self.exprs, atom);
            let (is_slow, is_fast) = (dim == Some(slow_dim), dim.is_some() && dim == fast_dim);
            match (is_slow || is_fast) && modulus.is_some() {
                true => {}
                false if is_fast && (slow != 0 || is_scaled) => parts.push((factor, rest)),
                false if is_fast => {
                    parts.push((factor, self.exprs.digit(&whole, 1, Some(slots))));
                }
                false if is_slow && fast_dim.is_none() && factor % slots == 0 => {
                    parts.push((factor / slots, whole));
                }
                false => parts.push((factor, self.new[&atom])),
            }
        }
        if fast_dim.is_none() && slow % slots != 0 && is_scaled {
            parts.push((1, rest));
        }
        Some(self.exprs.linear(constant, &parts))
    }

    /// Returns the modulus for which a sum of both dims is the remainder of the joined dim.
    fn modulus(&self, slow: i64, fast: i64) -> Option<i64> {
        self.dims.fast?;
        let factor =
            slow.checked_div(fast).filter(|factor| factor * fast == slow && *factor > 0)?;
        let modulus = gcd((self.dims.slots - factor).abs(), self.period);
        (self.dims.most(factor)? < modulus).then_some(modulus)
    }

    fn factor(&self, sum: Expr, dim: PlanDim) -> i64 {
        let terms = self.exprs.kind(sum).map_or(&[][..], |sum| &sum.terms);
        let found = terms.iter().find(|&&(atom, _)| dim_of(self.exprs, atom) == Some(dim));
        found.map_or(0, |&(_, factor)| factor)
    }
}

/// Returns an offset whose quotients have no remainders that never carry: `(10 * i + j) div 15` is `(2 * i) div 3` if `j` is
/// below 5.
pub(super) fn simplified(exprs: &mut Exprs, offset: Expr) -> Expr {
    let mut new: Replacements = BTreeMap::new();
    for atom in exprs.atoms_of(offset) {
        let made = match *exprs.atom_kind(atom) {
            AtomKind::Digit { value, divisor, modulus } => {
                let value = replaced(exprs, value, &new);
                let (value, divisor) = divided(exprs, value, divisor).unwrap_or((value, divisor));
                exprs.digit(&value, divisor, modulus)
            }
            _ => exprs.of_atom(atom),
        };
        new.insert(atom, made);
    }
    replaced(exprs, offset, &new)
}

fn replaced(exprs: &mut Exprs, sum: Expr, new: &Replacements) -> Expr {
    let Some(sum) = exprs.kind(sum) else { return Expr::OVERFLOW };
    let term = |&(atom, factor): &(Atom, i64)| (factor, new[&atom]);
    let (constant, terms): (i64, Vec<_>) = (sum.constant, sum.terms.iter().map(term).collect());
    exprs.linear(constant, &terms)
}

/// Returns a value and a divisor with the same quotient: both are divided by a divisor of the divisor, if the sum of the
/// remainders is always below it. Terms of the same dims have one remainder. `None` if no divisor has
/// this property.
fn divided(exprs: &mut Exprs, value: Expr, divisor: i64) -> Option<(Expr, i64)> {
    let sum = exprs.kind(value)?.clone();
    if divisor == 1 || sum.constant != 0 {
        return None;
    }
    let mut groups: BTreeMap<Vec<PlanDim>, Vec<(Atom, i64)>> = BTreeMap::new();
    for &(atom, factor) in &sum.terms {
        let alone = exprs.of_atom(atom);
        groups.entry(exprs.vars_of(alone)).or_default().push((atom, factor));
    }
    let of_factor = sum.terms.iter().map(|&(_, factor)| gcd(divisor, factor.saturating_abs()));
    let all: BTreeSet<i64> = of_factor.chain([divisor]).filter(|&by| by > 1).collect();
    let by = all.into_iter().rev().find(|&by| {
        let rests = groups.values().map(|terms| {
            let rest = part(exprs, terms, |factor| factor.rem_euclid(by));
            let rest = exprs.digit(&rest, 1, Some(by));
            exprs.range(rest).high
        });
        rests.fold(0i64, i64::saturating_add) < by
    })?;
    let mut quotients = Vec::with_capacity(2 * groups.len());
    for terms in groups.values() {
        let rest = part(exprs, terms, |factor| factor.rem_euclid(by));
        quotients.push((1, part(exprs, terms, |factor| factor.div_euclid(by))));
        quotients.push((1, exprs.digit(&rest, by, None)));
    }
    Some((exprs.linear(0, &quotients), divisor / by))
}

/// Returns the sum of terms with a part of each factor.
fn part(exprs: &mut Exprs, terms: &[(Atom, i64)], part: impl Fn(i64) -> i64) -> Expr {
    let terms: Vec<_> = terms.iter().map(|&(atom, factor)| (atom, part(factor))).collect();
    exprs.sum_of(0, &terms)
}

/// Returns the dim that an atom is; `None` if it is a digit.
pub(super) fn dim_of(exprs: &Exprs, atom: Atom) -> Option<PlanDim> {
    match *exprs.atom_kind(atom) {
        AtomKind::Var { number, .. } => Some(number as PlanDim),
        _ => None,
    }
}
