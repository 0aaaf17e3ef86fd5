//! Polynomials over the symbolic dims of a model, with integer coefficients.
//!
//! A length is at least 1, so the unknown of a polynomial is the length minus 1: `n - 1` has no negative coefficient.

use std::collections::BTreeMap;

/// The exponent of each unknown, by the number of its symbol, without zeros at the end. Its order is lexicographic, which
/// products keep.
type Exponents = Vec<u8>;

/// The maximal number of terms. A larger result is unknown.
const MAX_TERMS: usize = crate::limits::LENGTH_TERMS as usize;

/// A polynomial over unknowns, each the run-time length of a symbol minus 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Polynomial {
    /// The coefficient of each product of unknowns; none is 0.
    terms: BTreeMap<Exponents, i128>,
}

impl Polynomial {
    /// Returns a constant.
    pub(super) fn constant(value: i128) -> Polynomial {
        Polynomial { terms: BTreeMap::from([(Vec::new(), value)]) }.normal()
    }

    /// Returns the length of the symbol of a number.
    pub(super) fn symbol(number: usize) -> Polynomial {
        let mut exponents = vec![0; number];
        exponents.push(1);
        Polynomial { terms: BTreeMap::from([(Vec::new(), 1), (exponents, 1)]) }
    }

    /// Returns the value of a constant. `None` if the polynomial has unknowns.
    pub(super) fn as_constant(&self) -> Option<i128> {
        match self.terms.first_key_value() {
            None => Some(0),
            Some((exponents, &value)) if exponents.is_empty() && self.terms.len() == 1 => {
                Some(value)
            }
            _ => None,
        }
    }

    /// Returns `true` if no unknown has a negative coefficient, so that the polynomial grows with every symbol.
    pub(super) fn is_rising(&self) -> bool {
        self.terms.iter().all(|(exponents, &value)| exponents.is_empty() || value > 0)
    }

    /// Returns `true` if no coefficient is negative, so that the value is 0 or more.
    pub(super) fn is_natural(&self) -> bool {
        self.terms.values().all(|&value| value > 0)
    }

    /// Returns the sum of this and `times` x `other`. `None` if it is too large.
    pub(super) fn plus(&self, times: i128, other: &Polynomial) -> Option<Polynomial> {
        let mut sum = self.clone();
        for (exponents, value) in &other.terms {
            let own = sum.terms.entry(exponents.clone()).or_insert(0);
            *own = own.checked_add(value.checked_mul(times)?)?;
        }
        Some(sum.normal()).filter(|sum| sum.terms.len() <= MAX_TERMS)
    }

    /// Returns the product. `None` if it is too large.
    pub(super) fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut product = Polynomial::constant(0);
        for (exponents, &value) in &other.terms {
            let part = self.shifted(exponents)?;
            product = product.plus(value, &part)?;
        }
        Some(product)
    }

    /// Returns the quotient. `None` if the division leaves a rest, or the divisor is 0.
    pub(super) fn exactly_over(&self, divisor: &Polynomial) -> Option<Polynomial> {
        let (lead, by) = divisor.terms.last_key_value()?;
        let mut rest = self.clone();
        let mut quotient = Polynomial::constant(0);
        // Each step removes the greatest term of the rest.
        while let Some((exponents, value)) = rest.terms.last_key_value() {
            let part = below(exponents, lead)?;
            let times = value.checked_rem(*by).filter(|&rest| rest == 0).map(|_| value / by)?;
            let term = Polynomial { terms: BTreeMap::from([(part.clone(), times)]) };
            rest = rest.plus(-times, &divisor.shifted(&part)?)?;
            quotient = quotient.plus(1, &term)?;
        }
        Some(quotient)
    }

    /// Returns the product with a product of unknowns. `None` if an exponent is too large.
    fn shifted(&self, by: &Exponents) -> Option<Polynomial> {
        Some(Polynomial {
            terms: self
                .terms
                .iter()
                .map(|(exponents, &value)| {
                    fn at(list: &Exponents, symbol: usize) -> u8 {
                        list.get(symbol).copied().unwrap_or(0)
                    }
                    let sum = (0..exponents.len().max(by.len()))
                        .map(|symbol| at(exponents, symbol).checked_add(at(by, symbol)));
                    Some((sum.collect::<Option<Exponents>>()?, value))
                })
                .collect::<Option<_>>()?,
        })
    }

    fn normal(mut self) -> Polynomial {
        self.terms.retain(|_, value| *value != 0);
        self
    }
}

/// Returns the exponents of a quotient of products of unknowns. `None` if it has a negative one.
fn below(exponents: &Exponents, by: &Exponents) -> Option<Exponents> {
    if by.len() > exponents.len() {
        return None;
    }
    let rest = exponents
        .iter()
        .enumerate()
        .map(|(symbol, &own)| own.checked_sub(by.get(symbol).copied().unwrap_or(0)));
    let mut rest = rest.collect::<Option<Exponents>>()?;
    while rest.last() == Some(&0) {
        rest.pop();
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::Random;

    fn random(random: &mut Random) -> Polynomial {
        let mut sum = Polynomial::constant(random.between(-3, 4).into());
        for _ in 0..random.index(3) {
            let mut term = Polynomial::constant(random.between(-3, 5).into());
            for _ in 0..random.index(3) {
                term = term.times(&Polynomial::symbol(random.index(3))).unwrap();
            }
            sum = sum.plus(1, &term).unwrap();
        }
        sum
    }

    #[test]
    fn exact_division_inverts_products() {
        let mut seeds = Random::new(3);
        for _ in 0..2000 {
            let (a, b) = (random(&mut seeds), random(&mut seeds));
            let product = a.times(&b).unwrap();
            match b.as_constant() {
                Some(0) => assert_eq!(product.exactly_over(&b), None),
                _ => assert_eq!(product.exactly_over(&b), Some(a)),
            }
        }
        let n = Polynomial::symbol(0);
        assert_eq!(Polynomial::constant(1).exactly_over(&n), None);
        assert_eq!(n.plus(1, &Polynomial::constant(1)).unwrap().exactly_over(&n), None);
    }

    #[test]
    fn negative_coefficients_do_not_rise() {
        let (n, m, one) = (Polynomial::symbol(0), Polynomial::symbol(1), Polynomial::constant(1));
        let before = n.plus(-1, &one).unwrap();
        assert!(before.is_rising() && before.is_natural());
        assert!(before.times(&m).unwrap().is_rising());
        let below = before.plus(-1, &one).unwrap();
        assert!(below.is_rising() && !below.is_natural());
        assert!(!n.plus(-1, &m).unwrap().is_rising());
        assert_eq!(n.plus(-1, &n).unwrap().as_constant(), Some(0));
        assert!(n.plus(2, &m).unwrap().is_natural());
    }
}
