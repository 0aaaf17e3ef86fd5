//! The splits and joins that the normal form of an offset suggests.

use layout::gcd;
use layout::index::{Atom, AtomKind, Expr, Exprs, LinearSum};
use std::collections::BTreeSet;

use super::dims::DerivedDims;
use super::plan::PlanDim;

/// The maximum number of lengths of the faster dim of a join that are tried for the same digits.
const MAX_SLOTS: usize = 3;

/// The maximum number of lengths of the faster dim that are compared with a digit.
const MAX_COMPARED: i128 = 64;

/// The maximum number of lengths of a padded dim that are compared with a factor.
const MAX_FACTORS: i64 = 1 << 10;

/// A move of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PlanMove {
    /// A dim becomes its quotient and its remainder.
    Split { dim: PlanDim, by: i64 },
    /// Two dims become one. Without a fast dim, a dim becomes a multiple of itself.
    Join { slow: PlanDim, fast: Option<PlanDim>, slots: i64 },
    /// The fast dim becomes the sum of itself and `factor` times the slow one: the remainder of their join, with so many
    /// slots that no sum reaches the divisor.
    Shear { slow: PlanDim, fast: PlanDim, factor: i64 },
}

/// A digit of a sum that has dims as terms.
struct SumDigit {
    /// The dims with their factors.
    dims: Vec<(PlanDim, i64)>,
    divisor: i64,
    /// The divisor times the modulus; `None` for a quotient.
    end: Option<i64>,
}

impl SumDigit {
    /// Returns the number modulo which factors matter: multiples of it change no digit, or leave the quotient.
    fn period(&self) -> i128 {
        self.end.unwrap_or(self.divisor).into()
    }

    fn factor(&self, dim: PlanDim) -> i128 {
        factor(&self.dims, dim).into()
    }
}

fn factor(dims: &[(PlanDim, i64)], dim: PlanDim) -> i64 {
    dims.iter().find(|(found, _)| *found == dim).map_or(0, |&(_, factor)| factor)
}

/// Returns the moves that an offset suggests, without duplicates.
pub(super) fn moves_of(exprs: &Exprs, dims: &DerivedDims, offset: Expr) -> Vec<PlanMove> {
    let digits: Vec<SumDigit> =
        exprs.atoms_of(offset).iter().filter_map(|&atom| digit_of(exprs, atom)).collect();
    let mut moves = BTreeSet::new();
    for digit in &digits {
        splits(dims, digit, &mut moves);
        for pair in pairs(&digit.dims) {
            joins(dims, &digits, pair, &mut moves);
            shears(&digit.dims, pair, &mut moves);
        }
        pads(&digits, digit, &mut moves);
    }
    let values = exprs.atoms_of(offset).into_iter().filter_map(|atom| value_of(exprs, atom));
    for sum in values.chain([offset]).filter_map(|value| exprs.kind(value)) {
        exact_joins(exprs, dims, sum, &mut moves);
    }
    if let Some(sum) = exprs.kind(offset) {
        outer_shears(dims, dims_of(exprs, sum), &mut moves);
    }
    moves.into_iter().collect()
}

fn value_of(exprs: &Exprs, atom: Atom) -> Option<Expr> {
    match *exprs.atom_kind(atom) {
        AtomKind::Digit { value, .. } => Some(value),
        _ => None,
    }
}

fn digit_of(exprs: &Exprs, atom: Atom) -> Option<SumDigit> {
    let AtomKind::Digit { value, divisor, modulus } = *exprs.atom_kind(atom) else { return None };
    let end = match modulus {
        Some(modulus) => Some(divisor.checked_mul(modulus)?),
        None => None,
    };
    Some(SumDigit { dims: dims_of(exprs, exprs.kind(value)?), divisor, end })
}

/// Returns the dims among the terms of a sum, each with its factor.
fn dims_of(exprs: &Exprs, sum: &LinearSum) -> Vec<(PlanDim, i64)> {
    let dim = |&(atom, factor): &(Atom, i64)| match exprs.atom_kind(atom) {
        AtomKind::Var { number, .. } => Some((*number as PlanDim, factor)),
        _ => None,
    };
    sum.terms.iter().filter_map(dim).collect()
}

/// Returns all ordered pairs of different dims.
fn pairs(dims: &[(PlanDim, i64)]) -> impl Iterator<Item = (PlanDim, PlanDim)> {
    let pair = move |&(slow, _): &(PlanDim, i64)| {
        dims.iter().filter(move |(fast, _)| *fast != slow).map(move |&(fast, _)| (slow, fast))
    };
    dims.iter().flat_map(pair)
}

/// Adds the splits of each dim at the least number whose multiples change no digit.
fn splits(dims: &DerivedDims, digit: &SumDigit, moves: &mut BTreeSet<PlanMove>) {
    for &(dim, factor) in &digit.dims {
        for at in [Some(digit.divisor), digit.end].into_iter().flatten() {
            let by = at / gcd(at, factor.saturating_abs());
            if by > 1 && by < dims.count(dim) {
                moves.insert(PlanMove::Split { dim, by });
            }
        }
    }
}

/// Adds the joins of a pair: the numbers of slots with which each digit of both dims is a digit of the joined dim. If there is
/// none, those of one digit alone.
fn joins(
    dims: &DerivedDims,
    digits: &[SumDigit],
    (slow, fast): (PlanDim, PlanDim),
    moves: &mut BTreeSet<PlanMove>,
) {
    let is_of_both = |digit: &&SumDigit| digit.factor(slow) != 0 && digit.factor(fast) != 0;
    let both: Vec<&SumDigit> = digits.iter().filter(is_of_both).collect();
    let least = dims.count(fast).max(2);
    let conditions = |digits: &[&SumDigit]| -> Vec<Congruence> {
        let of = |digit: &&SumDigit| (digit.factor(fast), digit.factor(slow), digit.period());
        digits.iter().map(of).collect()
    };
    let mut found = solutions(least, &conditions(&both));
    if found.is_empty() {
        found = both.iter().flat_map(|&one| solutions(least, &conditions(&[one]))).collect();
    }
    moves.extend(found.into_iter().map(|slots| PlanMove::Join { slow, fast: Some(fast), slots }));
}

/// Adds the multiples of a dim: those of the factors with which it is in digits.
fn pads(digits: &[SumDigit], digit: &SumDigit, moves: &mut BTreeSet<PlanMove>) {
    if digit.dims.iter().any(|&(_, factor)| factor == 1) {
        return;
    }
    for &(slow, _) in &digit.dims {
        let of = |digit: &SumDigit| (1, digit.factor(slow), digit.period());
        let all: Vec<Congruence> =
            digits.iter().filter(|digit| digit.factor(slow) != 0).map(of).collect();
        let mut found = solutions(2, &all);
        if found.is_empty() {
            found = solutions(2, &[of(digit)]);
        }
        moves.extend(found.into_iter().map(|slots| PlanMove::Join { slow, fast: None, slots }));
    }
}

/// A factor, a value and a period: the factor times the unknown is the value modulo the period.
type Congruence = (i128, i128, i128);

/// Returns the least solutions of all congruences that are at least `least`.
fn solutions(least: i64, congruences: &[Congruence]) -> Vec<i64> {
    let (mut at, mut step) = (i128::from(least), 1i128);
    for &(factor, value, period) in congruences {
        let holds = |at: &i128| (factor % period * (at % period) - value) % period == 0;
        let Some(found) = (0..MAX_COMPARED).map(|times| at + times * step).find(holds) else {
            return Vec::new();
        };
        let own = period / gcd(period, factor.abs());
        (at, step) = (found, step / gcd(step, own) * own);
        if at.max(step) > i64::MAX.into() {
            return Vec::new();
        }
    }
    let all = (0..MAX_SLOTS as i128).map_while(|times| i64::try_from(at + times * step).ok());
    all.collect()
}

/// Adds the joins whose number of slots follows from a digit and the multiples of dims next to it: `x + (a * x + y) / d` is a
/// quotient of `(a + d) * x + y`, and `n / d * v - n / d * (v mod d)` is `n` times the quotient of `v`.
fn exact_joins(exprs: &Exprs, dims: &DerivedDims, sum: &LinearSum, moves: &mut BTreeSet<PlanMove>) {
    let multiples = dims_of(exprs, sum);
    for &(atom, scale) in &sum.terms {
        let Some(digit) = digit_of(exprs, atom) else { continue };
        let mut all = digit.dims.clone();
        all.extend(multiples.iter().filter(|(dim, _)| factor(&digit.dims, *dim) == 0));
        let whole = |dim| whole_factor(&digit, scale, &multiples, dim);
        for (slow, fast) in pairs(&all).filter(|&(_, fast)| digit.factor(fast) != 0) {
            let (Some(a), Some(b)) = (whole(slow), whole(fast)) else { continue };
            let quotient = a.checked_div(b).filter(|quotient| quotient * b == a);
            let slots = quotient.and_then(|slots| i64::try_from(slots).ok());
            let slots = slots.filter(|&slots| slots >= dims.count(fast).max(2));
            moves.extend(slots.map(|slots| PlanMove::Join { slow, fast: Some(fast), slots }));
        }
        for &(slow, _) in &digit.dims {
            let found = match digit.end {
                Some(end) if digit.divisor == 1 => {
                    exact_pads(&digit, slow, end, (factor(&multiples, slow), scale))
                }
                Some(_) => Vec::new(),
                None => whole(slow).and_then(|it| i64::try_from(it).ok()).into_iter().collect(),
            };
            let found = found.into_iter().filter(|&slots| slots > 1);
            moves.extend(found.map(|slots| PlanMove::Join { slow, fast: None, slots }));
        }
    }
}

/// Returns the factor of a dim in the value of a quotient, with the multiples next to the quotient, or the multiple next to
/// a remainder. `None` if it is not a whole number.
fn whole_factor(
    digit: &SumDigit,
    scale: i64,
    multiples: &[(PlanDim, i64)],
    dim: PlanDim,
) -> Option<i128> {
    let multiple = i128::from(factor(multiples, dim));
    if digit.end.is_some() {
        return Some(multiple);
    }
    let (extra, scale) = (i128::from(digit.divisor) * multiple, i128::from(scale));
    (extra % scale == 0).then(|| digit.factor(dim) + extra / scale)
}

/// Returns numbers of slots `s`, modulo `end` the factor of a dim `x`, for which `s` divides the product of `end` and the
/// multiple of `x` next to the remainder: `m * x + n * (s * x mod end)` is then a sum of the quotient and the remainder.
fn exact_pads(digit: &SumDigit, dim: PlanDim, end: i64, (multiple, scale): (i64, i64)) -> Vec<i64> {
    let own = digit.factor(dim).rem_euclid(end.into()) as i64;
    let whole = i128::from(multiple) * i128::from(end);
    let is_exact = |&slots: &i64| {
        let rest = i128::from(scale) * i128::from(slots) + i128::from(multiple);
        slots > 1 && whole % i128::from(slots) == 0 && rest > 0
    };
    if multiple < 1 {
        return Vec::new();
    }
    let all = (0..MAX_FACTORS).map_while(|times| own.checked_add(end.checked_mul(times)?));
    let mut found: Vec<i64> =
        all.take_while(|&slots| i128::from(slots) <= whole).filter(is_exact).collect();
    found.reverse();
    found.truncate(MAX_SLOTS);
    found
}

/// Adds the sum that a dim of a greater factor suggests.
fn shears(
    dims: &[(PlanDim, i64)],
    (slow, fast): (PlanDim, PlanDim),
    moves: &mut BTreeSet<PlanMove>,
) {
    let (a, b) = (factor(dims, slow), factor(dims, fast));
    if b >= 1 && a >= b {
        moves.insert(PlanMove::Shear { slow, fast, factor: a / b });
    }
}

/// Adds the sums of the first dim whose stride is not greater than the offsets of the faster dims.
fn outer_shears(
    dims: &DerivedDims,
    mut terms: Vec<(PlanDim, i64)>,
    moves: &mut BTreeSet<PlanMove>,
) {
    terms.sort_unstable_by_key(|&(dim, stride)| (stride, dim));
    let mut most = 0i64;
    for (at, &(slow, stride)) in terms.iter().enumerate() {
        if stride <= most {
            terms[..at].iter().for_each(|&(fast, _)| shears(&terms, (slow, fast), moves));
            return;
        }
        most = most.saturating_add(stride.saturating_mul(dims.count(slow) - 1));
    }
}
