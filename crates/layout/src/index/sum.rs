//! Sums: collects terms, and joins digits of one value.

use super::expr::{Atom, AtomKind, Expr, LinearSum};
use super::exprs::Exprs;
use crate::domain::gcd;

/// The maximum number of joins in one sum, and the maximum depth of nested join searches. Both are far more than
/// layouts need; they bound time and stack depth.
const MAX_JOINS: u32 = crate::limits::JOINS as u32;
const MAX_DEPTH: u32 = 8;

/// A sum under construction. Its numbers may exceed 64 bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    constant: i128,
    /// The atoms in ascending order, each with its nonzero factor.
    terms: Vec<(Atom, i128)>,
}

impl Draft {
    fn add_term(&mut self, atom: Atom, factor: i128) -> Option<()> {
        match self.terms.binary_search_by_key(&atom, |&(atom, _)| atom) {
            Ok(place) => {
                let sum = self.terms[place].1.checked_add(factor)?;
                if sum == 0 {
                    self.terms.remove(place);
                } else {
                    self.terms[place].1 = sum;
                }
            }
            Err(_) if factor == 0 => {}
            Err(place) => self.terms.insert(place, (atom, factor)),
        }
        Some(())
    }

    fn add(&mut self, factor: i128, sum: &LinearSum) -> Option<()> {
        let constant = factor.checked_mul(sum.constant.into())?;
        self.constant = self.constant.checked_add(constant)?;
        sum.terms
            .iter()
            .try_for_each(|&(atom, inner)| self.add_term(atom, factor.checked_mul(inner.into())?))
    }

    fn narrow(&self) -> Option<LinearSum> {
        let terms =
            self.terms.iter().map(|&(atom, factor)| Some((atom, i64::try_from(factor).ok()?)));
        Some(LinearSum {
            constant: self.constant.try_into().ok()?,
            terms: terms.collect::<Option<_>>()?,
        })
    }

    fn factor(&self, atom: Atom) -> i128 {
        let place = self.terms.binary_search_by_key(&atom, |&(atom, _)| atom);
        place.map_or(0, |place| self.terms[place].1)
    }
}

/// A sum cut in two: `size * high + low`, where `low` is from 0 to below `size` at every index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) high: Expr,
    pub(super) low: Expr,
}

impl Exprs {
    pub(super) fn sum(&mut self, constant: i64, terms: &[(i64, Expr)]) -> Expr {
        self.try_sum(constant, terms).unwrap_or(Expr::OVERFLOW)
    }

    fn try_sum(&mut self, constant: i64, terms: &[(i64, Expr)]) -> Option<Expr> {
        let mut draft = Draft { constant: constant.into(), ..Draft::default() };
        for &(factor, expr) in terms {
            draft.add(factor.into(), self.kind(expr)?)?;
        }
        self.finish(draft)
    }

    fn finish(&mut self, mut draft: Draft) -> Option<Expr> {
        if draft.terms.len() > 1 && self.depth < MAX_DEPTH {
            self.depth += 1;
            for _ in 0..MAX_JOINS {
                let Some(joined) = self.join(&draft) else { break };
                draft = joined;
            }
            self.depth -= 1;
        }
        Some(self.keep(draft.narrow()?))
    }

    /// Returns the sum of a constant and these terms.
    pub fn sum_of(&mut self, constant: i64, terms: &[(Atom, i64)]) -> Expr {
        let mut draft = Draft { constant: constant.into(), ..Draft::default() };
        let added =
            terms.iter().try_for_each(|&(atom, factor)| draft.add_term(atom, factor.into()));
        added.and_then(|()| self.finish(draft)).unwrap_or(Expr::OVERFLOW)
    }

    /// Applies one step towards the normal form, in which digits of one value do not overlap and are joined where
    /// possible. `None` if no step applies.
    fn join(&mut self, draft: &Draft) -> Option<Draft> {
        (0..draft.terms.len()).find_map(|place| {
            let (atom, factor) = draft.terms[place];
            match self.atom_kind(atom) {
                &AtomKind::Digit { value, divisor, modulus } => {
                    let slower = Upper { atom, factor, value, divisor, modulus };
                    self.join_digit(draft, slower).or_else(|| self.part_digits(draft, slower))
                }
                AtomKind::Xor(parts) => {
                    let parts = parts.clone();
                    self.join_xor(draft, atom, factor, &parts)
                }
                _ => None,
            }
        })
    }

    /// Applies rule 10: `k * digit(x, d, m1) + k * m1 * digit(x, d * m1, m2)` is `k * digit(x, d, m1 * m2)`. The lower
    /// digit is built and subtracted, as its normal form may be a sum or another digit. The sum may contain only a part
    /// of it, if the result is shorter.
    fn join_digit(&mut self, draft: &Draft, slower: Upper) -> Option<Draft> {
        let others = draft.terms.iter().filter(|&&(atom, _)| atom != slower.atom);
        let radices = others.filter_map(|&(_, factor)| radix(factor, slower.factor));
        let mut tried = Vec::new();
        for radix in radices.chain([slower.divisor]) {
            let wide = i128::from(radix);
            let fits = slower.divisor % radix == 0 && slower.factor % wide == 0;
            if !fits || tried.contains(&radix) {
                continue;
            }
            tried.push(radix);
            let Some((next, whole)) = self.joined(draft, slower, radix) else { continue };
            if whole || next.terms.len() < draft.terms.len() {
                return Some(next);
            }
        }
        None
    }

    /// Joins the upper digit and the `radix` below it into one digit, and returns the new sum. The flag is `true` if
    /// the sum contained the whole lower digit.
    fn joined(&mut self, draft: &Draft, slower: Upper, radix: i64) -> Option<(Draft, bool)> {
        let modulus = match slower.modulus {
            Some(modulus) => Some(modulus.checked_mul(radix)?),
            None => None,
        };
        let divisor = slower.divisor / radix;
        let faster = self.digit_of(slower.value, divisor, Some(radix));
        let both = self.digit_of(slower.value, divisor, modulus);
        let factor = slower.factor / i128::from(radix);
        let mut next = draft.clone();
        next.add_term(slower.atom, -slower.factor)?;
        next.add(factor, self.kind(both)?)?;
        let faster = self.kind(faster)?;
        next.add(-factor, faster)?;
        Some((
            next,
            !faster.terms.is_empty()
                && faster.terms.iter().all(|&(atom, inner)| {
                    factor.checked_mul(inner.into()) == Some(draft.factor(atom))
                }),
        ))
    }

    /// Splits `k * digit(x, d, m1 * m2)` in two, if the sum also has `digit(x, d * m1, m2)` with a factor other than
    /// `k * m1`.
    fn part_digits(&mut self, draft: &Draft, slower: Upper) -> Option<Draft> {
        let whole = draft.terms.iter().find_map(|&(atom, factor)| {
            let (divisor, modulus) = match *self.atom_kind(atom) {
                _ if self.as_atom(slower.value) == Some(atom) => (1, None),
                AtomKind::Digit { value, divisor, modulus } if value == slower.value => {
                    (divisor, modulus)
                }
                _ => return None,
            };
            let radix = slower.divisor / divisor;
            let ends_with_upper = match (modulus, slower.modulus) {
                (None, None) => true,
                (Some(modulus), Some(rest)) => rest.checked_mul(radix) == Some(modulus),
                _ => false,
            };
            (radix > 1 && slower.divisor % divisor == 0 && ends_with_upper)
                .then_some((atom, factor, divisor, radix))
        });
        let (atom, factor, divisor, radix) = whole?;
        let faster = self.digit_of(slower.value, divisor, Some(radix));
        let mut next = draft.clone();
        next.add_term(atom, -factor)?;
        next.add(factor, self.kind(faster)?)?;
        next.add_term(slower.atom, factor.checked_mul(radix.into())?)?;
        (next.terms.len() <= draft.terms.len()).then_some(next)
    }

    /// Joins `k * a + k * p * xor(b, ..)` to `k * xor(a + p * b, p * ..)`, where `a` is from 0 to below `p`, a power of
    /// two. The rule requires that `a + p * b` is shorter than its parts, as for two digits of one value.
    fn join_xor(
        &mut self,
        draft: &Draft,
        slower: Atom,
        upper_factor: i128,
        parts: &[Expr],
    ) -> Option<Draft> {
        for &(atom, factor) in &draft.terms {
            let Some(radix) = radix(factor, upper_factor) else { continue };
            let interval = self.interval_of_atom(atom);
            if radix.count_ones() != 1 || !interval.within(0..radix.into()) {
                continue;
            }
            let faster = self.of_atom(atom);
            for (place, &part) in parts.iter().enumerate() {
                let whole = self.sum(0, &[(1, faster), (radix, part)]);
                let lengths = [whole, part]
                    .map(|expr| self.kind(expr).map_or(usize::MAX, |sum| sum.terms.len()));
                if lengths[0] > lengths[1] {
                    continue;
                }
                let mut parts: Vec<Expr> =
                    parts.iter().map(|&part| self.sum(0, &[(radix, part)])).collect();
                parts[place] = whole;
                let joined = self.xor_of(parts);
                let mut next = draft.clone();
                next.add_term(atom, -factor)?;
                next.add_term(slower, -upper_factor)?;
                next.add(factor, self.kind(joined)?)?;
                if next.terms.len() < draft.terms.len() {
                    return Some(next);
                }
            }
        }
        None
    }

    /// Cuts `value` into `size * high + low` term by term; `None` if `low` is not within one cell of this size.
    pub(super) fn cut(&mut self, value: Expr, size: i64) -> Option<Cut> {
        let sum = self.kind(value)?;
        let (high, low): (Vec<_>, Vec<_>) =
            sum.terms.iter().copied().partition(|&(_, factor)| factor % size == 0);
        let constant = sum.constant;
        // The interval of the lower part decides; most cuts fail here.
        let draft = LinearSum { constant, terms: low.iter().copied().collect() };
        let cell = self.interval_of_sum(&draft)?.cell(size.into())?;
        let cell = i64::try_from(cell).ok()?;
        let high: Vec<_> = high.into_iter().map(|(atom, factor)| (atom, factor / size)).collect();
        let constant = i128::from(constant) - i128::from(cell) * i128::from(size);
        let low = self.sum_of(constant.try_into().ok()?, &low);
        let high = self.sum_of(cell, &high);
        (high != Expr::OVERFLOW && low != Expr::OVERFLOW).then_some(Cut { high, low })
    }

    /// Returns the sizes by which a cut of `value` may succeed, greatest first: common divisors of `whole` and of some
    /// of the factors. Factors that are products of odd numbers have many; a limited number of them suffices.
    pub(super) fn cut_sizes(&self, value: Expr, whole: i64) -> Vec<i64> {
        const MAX_SIZES: usize = 32;
        let mut sizes: Vec<i64> = Vec::new();
        let Some(sum) = self.kind(value) else { return sizes };
        for &(_, factor) in &sum.terms {
            for place in 0..=sizes.len() {
                let with = sizes.get(place).copied().unwrap_or(whole);
                let size = gcd(factor.unsigned_abs(), with.unsigned_abs());
                let size = i64::try_from(size).unwrap_or(1);
                if size > 1 && !sizes.contains(&size) && sizes.len() < MAX_SIZES {
                    sizes.push(size);
                }
            }
        }
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }
}

/// A digit in a sum: the upper one of two that may join.
#[derive(Clone, Copy)]
struct Upper {
    atom: Atom,
    factor: i128,
    value: Expr,
    divisor: i64,
    modulus: Option<i64>,
}

/// Returns the quotient of the upper and the lower factor, which is the radix; `None` if it is not an integer above 1.
fn radix(faster: i128, slower: i128) -> Option<i64> {
    let radix = if slower % faster == 0 { i64::try_from(slower / faster).ok() } else { None };
    radix.filter(|&radix| radix > 1)
}
