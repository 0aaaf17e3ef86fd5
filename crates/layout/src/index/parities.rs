//! The proof that expressions with exclusive ors are equal: weighted sums of parities.
//!
//! An exclusive or of values is the sum of its bits, and each bit is the exclusive or of a set of bits, a *parity*. A
//! digit whose modulus is a power of two is a sum of such bits, too, and a quotient by `2^k` is the value without its low
//! bits, divided by `2^k`. After these three rewrites, which hold for all integers, an expression is a constant plus a
//! weighted sum of parities and of other atoms. Weights are fractions, counted in units of `2^-60`. Expressions with
//! equal sums are equal functions. The converse does not hold: different sums decide nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::expr::{Atom, AtomKind, Expr};
use super::exprs::Exprs;

const MAX_BITS: u32 = crate::limits::COMPARED_BITS as u32;

const MAX_DEPTH: u32 = crate::limits::NESTED_BITS as u32;

/// The weight 1. A weight is a multiple of `2^-60`.
pub(super) const ONE: i128 = 1 << 60;

/// The weights of exclusive ors of bits.
type ParityTerms = BTreeMap<BTreeSet<Expr>, i128>;

impl Exprs {
    /// Returns `true` if two expressions, at least one of which contains an exclusive or, are proven to have equal values
    /// at every valid index. `false` if neither contains one, or the proof fails.
    pub(crate) fn proves_equal_parities(&mut self, a: Expr, b: Expr) -> bool {
        let mut atoms = [a, b].into_iter().flat_map(|expr| self.atoms_of(expr));
        let has_xor = atoms.any(|atom| matches!(self.atom_kind(atom), AtomKind::Xor(_)));
        if a == Expr::OVERFLOW || b == Expr::OVERFLOW || !has_xor {
            return false;
        }
        let difference = self.parities_of(&[(a, ONE), (b, -ONE)]);
        difference.is_some_and(|difference| difference.is_empty())
    }

    /// Returns the weight of each parity of a sum of weighted expressions, in units of `2^-60`; `None` if a limit is
    /// exceeded.
    pub(super) fn parities_of(&mut self, terms: &[(Expr, i128)]) -> Option<ParityTerms> {
        let mut parities = ParityWeights { exprs: self, steps: 0, sum: BTreeMap::new() };
        terms.iter().try_for_each(|&(expr, weight)| parities.add(expr, weight))?;
        Some(parities.sum)
    }
}

/// The exclusive or of a set of expressions whose values are 0 or 1.
#[derive(Clone, Debug, Default)]
struct Parity {
    bits: BTreeSet<Expr>,
    is_inverted: bool,
}

impl Parity {
    fn toggle(&mut self, bit: Expr) {
        if !self.bits.remove(&bit) {
            self.bits.insert(bit);
        }
    }

    fn add(&mut self, other: Parity) {
        other.bits.into_iter().for_each(|bit| self.toggle(bit));
        self.is_inverted ^= other.is_inverted;
    }
}

/// A weighted sum of parities.
struct ParityWeights<'a> {
    exprs: &'a mut Exprs,
    /// The number of bits computed so far.
    steps: u32,
    /// The weight of each parity, none of them zero. The empty set has the constant. A set of one expression that is not a
    /// bit has the value of the expression.
    sum: ParityTerms,
}

/// The methods return `None` if a weight overflows or is not a multiple of its unit, or a limit is exceeded.
impl ParityWeights<'_> {
    fn add_term(&mut self, term: BTreeSet<Expr>, weight: i128) -> Option<()> {
        let old = self.sum.remove(&term).unwrap_or(0);
        let new = old.checked_add(weight)?;
        if new != 0 {
            self.sum.insert(term, new);
        }
        Some(())
    }

    /// Adds an expression times a weight.
    fn add(&mut self, expr: Expr, weight: i128) -> Option<()> {
        self.step()?;
        let sum = self.exprs.kind(expr)?.clone();
        self.add_term(BTreeSet::new(), weight.checked_mul(sum.constant.into())?)?;
        sum.terms
            .iter()
            .try_for_each(|&(atom, factor)| self.add_atom(atom, weight.checked_mul(factor.into())?))
    }

    fn add_atom(&mut self, atom: Atom, weight: i128) -> Option<()> {
        match self.exprs.atom_kind(atom).clone() {
            AtomKind::Guard { value, .. } => self.add(value, weight),
            AtomKind::Xor(parts) => {
                let intervals = parts.iter().map(|&part| self.exprs.interval(part));
                let is_positive = intervals.clone().all(|interval| interval.low >= 0);
                let bits = intervals.map(|interval| interval.bits()).max()?;
                if !is_positive || bits > 62 {
                    return self.add_opaque(atom, weight);
                }
                (0..bits).try_for_each(|bit| {
                    let mut parity = Parity::default();
                    for &part in &parts {
                        parity.add(self.bit(part, 1 << bit, 0)?);
                    }
                    self.add_parity(parity, scaled(weight, bit)?)
                })
            }
            AtomKind::Digit { value, divisor, modulus: Some(modulus) }
                if modulus.count_ones() == 1 =>
            {
                self.add_bits(value, divisor, modulus.trailing_zeros(), weight)
            }
            AtomKind::Digit { value, divisor, modulus: None } if divisor % 2 == 0 => {
                let low = divisor.trailing_zeros();
                let value = self.exprs.digit_of(value, divisor >> low, None);
                let unit = 1i128 << low;
                if weight % unit != 0 {
                    return None;
                }
                self.add(value, weight / unit)?;
                self.add_bits(value, 1, low, -(weight / unit))
            }
            AtomKind::Var { .. } | AtomKind::Digit { .. } | AtomKind::Lookup { .. } => {
                self.add_opaque(atom, weight)
            }
        }
    }

    fn add_opaque(&mut self, atom: Atom, weight: i128) -> Option<()> {
        let value = self.exprs.of_atom(atom);
        self.add_term(BTreeSet::from([value]), weight)
    }

    /// Adds this number of low bits of the quotient of a value and a divisor.
    fn add_bits(&mut self, value: Expr, divisor: i64, bits: u32, weight: i128) -> Option<()> {
        (0..bits).try_for_each(|bit| {
            let divisor = i64::try_from(scaled(divisor.into(), bit)?).ok()?;
            let parity = self.bit(value, divisor, 0)?;
            self.add_parity(parity, scaled(weight, bit)?)
        })
    }

    fn add_parity(&mut self, parity: Parity, mut weight: i128) -> Option<()> {
        if parity.is_inverted {
            self.add_term(BTreeSet::new(), weight)?;
            weight = weight.checked_neg()?;
        }
        let only = parity.bits.first().filter(|_| parity.bits.len() == 1).copied();
        if let Some(atom) = only.and_then(|bit| self.exprs.as_atom(bit))
            && let AtomKind::Digit { modulus: None, .. } = self.exprs.atom_kind(atom)
        {
            return self.add_atom(atom, weight);
        }
        if parity.bits.is_empty() { Some(()) } else { self.add_term(parity.bits, weight) }
    }

    /// Returns the lowest bit of an expression. It is the parity of the lowest bits of the terms with odd factors.
    fn lowest_bit(&mut self, expr: Expr, depth: u32) -> Option<Parity> {
        let sum = self.exprs.kind(expr)?.clone();
        let mut parity = Parity { is_inverted: sum.constant % 2 != 0, ..Parity::default() };
        for &(atom, _) in sum.terms.iter().filter(|(_, factor)| factor % 2 != 0) {
            parity.add(self.lowest_bit_of_atom(atom, depth)?);
        }
        Some(parity)
    }

    fn lowest_bit_of_atom(&mut self, atom: Atom, depth: u32) -> Option<Parity> {
        self.step()?;
        if depth > MAX_DEPTH {
            return None;
        }
        match self.exprs.atom_kind(atom).clone() {
            AtomKind::Guard { value, .. } => self.lowest_bit(value, depth + 1),
            AtomKind::Xor(parts) => {
                let mut parity = Parity::default();
                for part in parts {
                    parity.add(self.lowest_bit(part, depth + 1)?);
                }
                Some(parity)
            }
            AtomKind::Digit { value, divisor, modulus }
                if modulus.is_none_or(|modulus| modulus % 2 == 0) =>
            {
                self.bit(value, divisor, depth + 1)
            }
            AtomKind::Var { .. } | AtomKind::Digit { .. } | AtomKind::Lookup { .. } => {
                let value = self.exprs.of_atom(atom);
                let bit = self.exprs.digit_of(value, 1, Some(2));
                self.irreducible_bit(bit)
            }
        }
    }

    /// Returns the lowest bit of the quotient of a value and a divisor.
    ///
    /// A term `(q * divisor + r) * x` adds `q * x` to the quotient, so it leaves `r * x` in the value.
    fn bit(&mut self, value: Expr, divisor: i64, depth: u32) -> Option<Parity> {
        self.step()?;
        if divisor == 1 || depth > MAX_DEPTH {
            return if depth > MAX_DEPTH { None } else { self.lowest_bit(value, depth + 1) };
        }
        let sum = self.exprs.kind(value)?.clone();
        fn is_odd(divisor: i64, number: i64) -> bool {
            number.div_euclid(divisor) % 2 != 0
        }
        let mut parity = Parity { is_inverted: is_odd(divisor, sum.constant), ..Parity::default() };
        for &(atom, _) in sum.terms.iter().filter(|&&(_, factor)| is_odd(divisor, factor)) {
            parity.add(self.lowest_bit_of_atom(atom, depth + 1)?);
        }
        let rest: Vec<(Atom, i64)> =
            sum.terms.iter().map(|&(atom, factor)| (atom, factor.rem_euclid(divisor))).collect();
        let rest = self.exprs.sum_of(sum.constant.rem_euclid(divisor), &rest);
        let bit = self.exprs.digit_of(rest, divisor, Some(2));
        let is_irreducible = self.exprs.as_atom(bit).is_some_and(|atom| {
            matches!(
                *self.exprs.atom_kind(atom),
                AtomKind::Digit { value, divisor: by, .. } if (value, by) == (rest, divisor)
            )
        });
        parity.add(match is_irreducible {
            true => self.irreducible_bit(bit)?,
            false => self.lowest_bit(bit, depth + 1)?,
        });
        Some(parity)
    }

    /// Returns the parity of one bit.
    fn irreducible_bit(&mut self, bit: Expr) -> Option<Parity> {
        if bit == Expr::OVERFLOW {
            return None;
        }
        let mut parity = Parity::default();
        match self.exprs.as_constant(bit) {
            Some(value) => parity.is_inverted = value != 0,
            None => parity.toggle(bit),
        }
        Some(parity)
    }

    fn step(&mut self) -> Option<()> {
        self.steps += 1;
        (self.steps <= MAX_BITS).then_some(())
    }
}

/// Returns a number times a power of two; `None` if it overflows.
fn scaled(number: i128, bits: u32) -> Option<i128> {
    number.checked_mul(1i128.checked_shl(bits)?)
}

#[cfg(test)]
mod tests {
    use crate::domain::Algebra;
    use crate::index::{Expr, Exprs};

    /// Returns `S<3,4,3>` of an offset, and a sum of its bits, each modulo 2, that is equal if `shift` is 3.
    fn swizzle_and_bits(exprs: &mut Exprs, offset: Expr, shift: u32) -> (Expr, Expr) {
        let field = exprs.digit(&offset, 128, Some(8));
        let field = exprs.linear(0, &[(16, field)]);
        let low = exprs.digit(&offset, 1, Some(128));
        let permuted = exprs.xor(&low, &field);
        let high = exprs.digit(&offset, 128, None);
        let whole = exprs.linear(0, &[(1, permuted), (128, high)]);
        let mut terms = vec![(128, high), (1, exprs.digit(&offset, 1, Some(16)))];
        for bit in 4..7 {
            let parts = [bit, bit + shift].map(|bit| (1, exprs.digit(&offset, 1 << bit, None)));
            let sum = exprs.linear(0, &parts);
            terms.push((1 << bit, exprs.digit(&sum, 1, Some(2))));
        }
        (whole, exprs.linear(0, &terms))
    }

    #[test]
    fn swizzle_of_a_sum_with_carries_equals_its_bits() {
        for [rows, columns, stride] in [[5000, 5000, 5000], [1000, 1000, 1000], [7, 999, 1001]] {
            let mut exprs = Exprs::new();
            let (i, j) = (exprs.var(0, rows), exprs.var(1, columns));
            let offset = exprs.linear(0, &[(stride, i), (1, j)]);
            let (whole, bits) = swizzle_and_bits(&mut exprs, offset, 3);
            assert_ne!(whole, bits);
            assert!(exprs.proves_equal_parities(whole, bits));
            let (whole, other) = swizzle_and_bits(&mut exprs, offset, 4);
            assert!(!exprs.proves_equal_parities(whole, other));
        }
    }
}
