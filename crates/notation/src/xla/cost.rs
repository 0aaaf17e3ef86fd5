//! The cost of an offset: a number that is small if few splits and joins remain.

use layout::index::{Atom, AtomKind, Expr, Exprs, LinearSum};
use std::collections::BTreeMap;

/// The weights of an order in which states are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct CostWeights {
    /// The cost of a digit.
    digit: usize,
    /// The cost of each term of the value of a digit.
    term: usize,
    /// The cost of each split and join so far.
    pub(super) step: usize,
}

/// The orders, each with its own limit on moves. Each of them finds some layouts that the others miss.
pub(super) const ORDERS: [CostWeights; 3] = [
    CostWeights { digit: 3, term: 2, step: 4 },
    CostWeights { digit: 1, term: 2, step: 4 },
    CostWeights { digit: 1, term: 4, step: 1 },
];

/// The cost of a term that contradicts nested strides, or is negative.
const CONFLICT: usize = 3;

/// The cost of an exclusive or and of a guard, which no split or join removes.
const OPAQUE: usize = 8;

/// Returns the cost of an offset.
pub(super) fn cost_of(exprs: &Exprs, offset: Expr, weights: CostWeights) -> usize {
    let atoms = exprs.atoms_of(offset);
    let digits: usize = atoms.iter().map(|&atom| cost_of_atom(exprs, atom, weights)).sum();
    let whole = exprs.kind(offset).map_or(0, |sum| {
        let negative = sum.terms.iter().filter(|(_, factor)| *factor < 0).count();
        sum.terms.len() + CONFLICT * (conflicts(exprs, sum) + negative)
    });
    digits + whole + CONFLICT * crossing_cuts(exprs, &atoms)
}

fn cost_of_atom(exprs: &Exprs, atom: Atom, weights: CostWeights) -> usize {
    match *exprs.atom_kind(atom) {
        AtomKind::Var { .. } => 0,
        AtomKind::Digit { value, .. } => exprs.kind(value).map_or(OPAQUE, |sum| {
            weights.digit + weights.term * sum.terms.len() + CONFLICT * conflicts(exprs, sum)
        }),
        AtomKind::Xor(_) | AtomKind::Guard { .. } => OPAQUE,
    }
}

/// Returns the number of terms whose factor is not greater than the sum of the terms of smaller factors.
fn conflicts(exprs: &Exprs, sum: &LinearSum) -> usize {
    let term = |&(atom, factor): &(Atom, i64)| (factor, greatest(exprs, atom));
    let mut terms: Vec<(i64, i64)> = sum.terms.iter().map(term).collect();
    terms.sort_unstable();
    let (mut most, mut count) = (0i64, 0);
    for (factor, high) in terms {
        count += usize::from(factor <= most);
        most = most.saturating_add(factor.saturating_mul(high));
    }
    count
}

/// Returns a bound of the values of an atom.
fn greatest(exprs: &Exprs, atom: Atom) -> i64 {
    match *exprs.atom_kind(atom) {
        AtomKind::Var { range, .. } | AtomKind::Guard { range, .. } => range.high,
        AtomKind::Digit { value, divisor, modulus } => {
            let quotient = exprs.range(value).high.div_euclid(divisor);
            modulus.map_or(quotient, |modulus| quotient.min(modulus - 1))
        }
        AtomKind::Xor(_) => i64::MAX,
    }
}

/// Returns the number of digits of single dims whose divisors do not divide each other.
fn crossing_cuts(exprs: &Exprs, atoms: &[Atom]) -> usize {
    let mut cuts: BTreeMap<Expr, Vec<i64>> = BTreeMap::new();
    for &atom in atoms {
        if let AtomKind::Digit { value, divisor, modulus } = *exprs.atom_kind(atom)
            && exprs.as_var(value).is_some()
        {
            let end = modulus.and_then(|modulus| divisor.checked_mul(modulus));
            cuts.entry(value).or_default().extend([Some(divisor), end].into_iter().flatten());
        }
    }
    let crossing = |cuts: &mut Vec<i64>| {
        cuts.sort_unstable();
        cuts.dedup();
        cuts.windows(2).filter(|pair| pair[1] % pair[0] != 0).count()
    };
    cuts.values_mut().map(crossing).sum()
}
