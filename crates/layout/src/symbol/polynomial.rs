//! Polynomials with 128-bit coefficients over numbered variables. An operation that overflows, or has too many terms, has
//! no result.

use std::collections::BTreeMap;

/// The maximum number of terms of a polynomial.
const MAX_TERMS: usize = crate::limits::POLYNOMIAL_TERMS as usize;

/// The maximum degree of a polynomial.
const MAX_DEGREE: u32 = crate::limits::POLYNOMIAL_DEGREE as u32;

/// A variable of a polynomial, by its number in the space that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Var(pub(super) u32);

/// A product of powers of variables, sorted by variable. The empty product is 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Monomial(Vec<(Var, u32)>);

impl Monomial {
    pub(super) fn of(var: Var) -> Monomial {
        Monomial(vec![(var, 1)])
    }

    pub(super) fn is_one(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn powers(&self) -> &[(Var, u32)] {
        &self.0
    }

    pub(super) fn degree(&self) -> u32 {
        self.0.iter().map(|(_, power)| power).sum()
    }

    pub(super) fn power(&self, var: Var) -> u32 {
        self.0.iter().find(|(own, _)| *own == var).map_or(0, |(_, power)| *power)
    }

    pub(super) fn times(&self, other: &Monomial) -> Monomial {
        let mut powers = BTreeMap::new();
        for (var, power) in self.0.iter().chain(&other.0) {
            *powers.entry(*var).or_insert(0) += power;
        }
        Monomial(powers.into_iter().collect())
    }

    /// Returns the quotient; `None` if `other` does not divide the product.
    pub(super) fn over(&self, other: &Monomial) -> Option<Monomial> {
        let mut powers: BTreeMap<Var, u32> = self.0.iter().copied().collect();
        for (var, power) in &other.0 {
            let own = powers.get_mut(var)?;
            *own = own.checked_sub(*power)?;
        }
        Some(Monomial(powers.into_iter().filter(|(_, power)| *power > 0).collect()))
    }

    /// Returns the product without the powers of a variable.
    fn without(&self, var: Var) -> Monomial {
        Monomial(self.0.iter().copied().filter(|(own, _)| *own != var).collect())
    }

    /// Returns the key of the order by degree, then by the powers of the variables in turn. The order of two products
    /// is that of their multiples.
    fn order(&self) -> (u32, Vec<(std::cmp::Reverse<Var>, u32)>) {
        (
            self.degree(),
            self.0.iter().map(|(var, power)| (std::cmp::Reverse(*var), *power)).collect(),
        )
    }
}

/// A sum of products of powers of variables, each with a coefficient other than 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Polynomial {
    terms: BTreeMap<Monomial, i128>,
}

impl Polynomial {
    pub(super) fn constant(value: i128) -> Polynomial {
        Polynomial::term(Monomial::default(), value)
    }

    pub(super) fn var(var: Var) -> Polynomial {
        Polynomial::term(Monomial::of(var), 1)
    }

    pub(super) fn term(monomial: Monomial, coefficient: i128) -> Polynomial {
        let terms = [(monomial, coefficient)].into_iter().filter(|(_, it)| *it != 0);
        Polynomial { terms: terms.collect() }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns the value; `None` if the polynomial has a variable.
    pub(super) fn as_constant(&self) -> Option<i128> {
        let constant = self.terms.keys().all(Monomial::is_one);
        constant.then(|| self.constant_term())
    }

    pub(super) fn constant_term(&self) -> i128 {
        self.terms.get(&Monomial::default()).copied().unwrap_or(0)
    }

    /// Returns the terms, in the order of their variables.
    pub(super) fn terms(&self) -> impl ExactSizeIterator<Item = (&Monomial, i128)> {
        self.terms.iter().map(|(monomial, coefficient)| (monomial, *coefficient))
    }

    /// Returns the variables, in order, each once.
    pub(super) fn vars(&self) -> Vec<Var> {
        let mut vars: Vec<Var> =
            self.terms.keys().flat_map(|it| it.0.iter().map(|(var, _)| *var)).collect();
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// Returns the greatest power of a variable.
    pub(super) fn degree_in(&self, var: Var) -> u32 {
        self.terms.keys().map(|monomial| monomial.power(var)).max().unwrap_or(0)
    }

    pub(super) fn plus(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut sum = self.clone();
        for (monomial, coefficient) in &other.terms {
            sum.add_term(monomial.clone(), *coefficient)?;
        }
        Some(sum)
    }

    fn add_term(&mut self, monomial: Monomial, coefficient: i128) -> Option<()> {
        if monomial.degree() > MAX_DEGREE {
            return None;
        }
        let own = self.terms.get(&monomial).copied().unwrap_or(0).checked_add(coefficient)?;
        match own {
            0 => drop(self.terms.remove(&monomial)),
            _ => drop(self.terms.insert(monomial, own)),
        }
        (self.terms.len() <= MAX_TERMS).then_some(())
    }

    pub(super) fn plus_constant(&self, value: i128) -> Option<Polynomial> {
        self.plus(&Polynomial::constant(value))
    }

    pub(super) fn minus(&self, other: &Polynomial) -> Option<Polynomial> {
        self.plus(&other.scaled(-1)?)
    }

    pub(super) fn scaled(&self, by: i128) -> Option<Polynomial> {
        self.times(&Polynomial::constant(by))
    }

    pub(super) fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut product = Polynomial::default();
        for (a, x) in &self.terms {
            for (b, y) in &other.terms {
                product.add_term(a.times(b), x.checked_mul(*y)?)?;
            }
        }
        Some(product)
    }

    pub(super) fn to_power(&self, power: u32) -> Option<Polynomial> {
        (0..power).try_fold(Polynomial::constant(1), |product, _| product.times(self))
    }

    /// Returns the coefficient of the first power of a variable, and the terms without it; `None` if the variable has
    /// another power.
    pub(super) fn linear_in(&self, var: Var) -> Option<(Polynomial, Polynomial)> {
        let mut slope = Polynomial::default();
        let mut rest = Polynomial::default();
        for (monomial, coefficient) in &self.terms {
            match monomial.power(var) {
                0 => drop(rest.terms.insert(monomial.clone(), *coefficient)),
                1 => drop(slope.terms.insert(monomial.without(var), *coefficient)),
                _ => return None,
            }
        }
        Some((slope, rest))
    }

    /// Returns the greatest common divisor of the coefficients of all terms with variables; 0 if there are none.
    pub(super) fn content(&self) -> u128 {
        let terms = self.terms.iter().filter(|(monomial, _)| !monomial.is_one());
        terms.fold(0, |found, (_, it)| crate::domain::gcd(found, it.unsigned_abs()))
    }

    /// Divides all coefficients by a number that divides them, and rounds the constant down.
    pub(super) fn divided_down(&self, by: i128) -> Option<Polynomial> {
        let mut quotient = Polynomial::default();
        for (monomial, coefficient) in &self.terms {
            quotient.add_term(monomial.clone(), coefficient.checked_div_euclid(by)?)?;
        }
        Some(quotient)
    }

    /// Returns the greatest term in the order of degrees; `None` if the polynomial is 0.
    fn leading(&self) -> Option<(&Monomial, i128)> {
        let greatest = self.terms.iter().max_by_key(|(monomial, _)| monomial.order());
        greatest.map(|(monomial, coefficient)| (monomial, *coefficient))
    }

    /// Returns a quotient and a remainder of the division by another polynomial: the sum of the product of quotient and
    /// divisor, and the remainder. No term of the remainder is a multiple of the leading term of the divisor. A constant
    /// is divided by a constant, rounded down.
    pub(super) fn divided(&self, divisor: &Polynomial) -> Option<(Polynomial, Polynomial)> {
        let (lead, by) = divisor.leading()?;
        let mut quotient = Polynomial::default();
        let mut rest = self.clone();
        loop {
            let found = rest.terms.iter().find_map(|(monomial, &coefficient)| {
                let over = monomial.over(lead)?;
                let exact = coefficient.checked_rem(by)? == 0;
                let is_number = lead.is_one() && monomial.is_one();
                let part = coefficient.checked_div_euclid(by)?;
                (exact || is_number && part != 0).then_some((over, part))
            });
            let Some((over, part)) = found else { return Some((quotient, rest)) };
            let part = Polynomial::term(over, part);
            rest = rest.minus(&part.times(divisor)?)?;
            quotient = quotient.plus(&part)?;
        }
    }

    /// Returns the quotient by a polynomial that divides this one; `None` if it does not.
    pub(super) fn exactly_over(&self, divisor: &Polynomial) -> Option<Polynomial> {
        let (quotient, rest) = self.divided(divisor)?;
        rest.is_zero().then_some(quotient)
    }
}
