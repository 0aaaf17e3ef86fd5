//! The sums and values of index expressions.
//!
//! A component of the physical index is a sum of digits of values, which are dims of the logical index or sums
//! themselves. A sum that occurs only modulo 2 is the exclusive or of bits, without a dim for its carries.

use std::collections::BTreeMap;

use crate::index::{DigitTerm, Expr, Exprs, ScaledDigit, weights_of};

/// The content of a value whose digits are used.
#[derive(Clone, Copy)]
pub(super) enum Content {
    /// A component of the logical index.
    Var(u32),
    /// The sum with this number.
    Sum(usize),
}

/// A value, with the mixed radices of its digits.
pub(super) struct DividedValue {
    pub(super) content: Content,
    /// The value is increased by this multiple of the weights, so that it is not negative.
    pub(super) shift: i64,
    /// The number of values after the shift.
    pub(super) count: i64,
    /// The weights of each mixed radix.
    pub(super) radices: Vec<Vec<i64>>,
}

impl DividedValue {
    /// Returns the length of a digit.
    pub(super) fn length(&self, radix: usize, digit: usize) -> i64 {
        let weights = &self.radices[radix];
        match weights.get(digit + 1) {
            Some(next) => next / weights[digit],
            None => (self.count - 1) / weights[digit] + 1,
        }
    }
}

/// A digit: the number of its value, of its radix, and its own.
pub(super) type DigitKey = (usize, usize, usize);

/// A constant and digits times factors. A factor can be 0: the digit is then used by no other sum.
#[derive(Default)]
pub(super) struct DigitSum {
    pub(super) constant: i64,
    pub(super) digits: BTreeMap<DigitKey, i64>,
    /// `true` if the value is the sum modulo 2. The digits are bits, and the factors are 1.
    pub(super) is_parity: bool,
}

/// The sums and values of all components.
pub(super) struct Plan {
    /// The components, then the values that are sums.
    pub(super) sums: Vec<DigitSum>,
    pub(super) values: Vec<DividedValue>,
}

/// A constant and the terms of a sum.
type DigitSumTerms = (i64, Vec<DigitTerm>);

/// The sums and values that components consist of.
#[derive(Default)]
struct CollectedTerms {
    /// The terms of the components, then those of the values that are sums, with their expressions.
    terms: Vec<(Expr, DigitSumTerms)>,
    of_value: BTreeMap<Expr, Vec<ScaledDigit>>,
    contents: BTreeMap<Expr, Content>,
}

impl CollectedTerms {
    /// Returns the sums and values of some components, where some sums, divided by their divisors, are parities; `None` if
    /// a term is not a digit.
    fn from_components(
        exprs: &mut Exprs,
        components: &[Expr],
        parities: &BTreeMap<Expr, i64>,
    ) -> Option<CollectedTerms> {
        let mut all = CollectedTerms::default();
        let mut left: Vec<Expr> = components.to_vec();
        left.reverse();
        while let Some(expr) = left.pop() {
            let mut found = exprs.digit_terms(expr)?;
            if all.terms.len() >= components.len()
                && let Some(&divisor) = parities.get(&expr)
            {
                found = parity_terms(&found, divisor)?;
            }
            for term in &mut found.1 {
                if parities.contains_key(&term.value) {
                    // The value is 0 or 1.
                    term.digit = ScaledDigit { divisor: 1, modulus: None, ..term.digit };
                }
                all.of_value.entry(term.value).or_default().push(term.digit);
                if all.contents.contains_key(&term.value) {
                    continue;
                }
                let content = match exprs.as_var(term.value) {
                    Some(number) => Content::Var(number),
                    None => {
                        left.insert(0, term.value);
                        Content::Sum(0)
                    }
                };
                all.contents.insert(term.value, content);
            }
            if let Some(content @ Content::Sum(_)) = all.contents.get_mut(&expr)
                && all.terms.len() >= components.len()
            {
                *content = Content::Sum(all.terms.len());
            }
            all.terms.push((expr, found));
        }
        Some(all)
    }

    /// Returns the sums of which one bit is used, the parity of several bits, with the divisor of that bit.
    fn parities(&self, components: usize) -> impl Iterator<Item = (Expr, i64)> + '_ {
        self.terms.iter().skip(components).filter_map(|(expr, found)| {
            let digits = self.of_value.get(expr)?;
            let divisor = digits.first()?.divisor;
            let bits = parity_terms(found, divisor).filter(|_| {
                digits.iter().all(|digit| (digit.divisor, digit.modulus) == (divisor, Some(2)))
            });
            bits.is_some_and(|bits| bits.1.len() > 1).then_some((*expr, divisor))
        })
    }
}

/// Returns a sum of bits with the parity of a sum divided by a divisor; `None` if the quotient is not the sum of those of
/// the terms, or the parity of a term is not one of its bits.
fn parity_terms((constant, terms): &DigitSumTerms, divisor: i64) -> Option<DigitSumTerms> {
    let mut bits = Vec::new();
    let mut rests = 0;
    for term in terms {
        let ScaledDigit { divisor: own, modulus, factor } = term.digit;
        let quotient = factor.div_euclid(divisor);
        let rest = factor.rem_euclid(divisor);
        if rest > 1 {
            return None;
        }
        rests += rest;
        // The quotient of `(q * divisor + 1) * value` is `q * value` plus the quotient of the value.
        let parts = [(quotient % 2 != 0, 1), (rest == 1, divisor)];
        for (_, by) in parts.into_iter().filter(|(is_odd, _)| *is_odd) {
            if modulus.is_some_and(|modulus| modulus % by.saturating_mul(2) != 0) {
                return None;
            }
            let digit = ScaledDigit { divisor: own.checked_mul(by)?, modulus: Some(2), factor: 1 };
            bits.push(DigitTerm { digit, ..*term });
        }
    }
    let is_sum = rests == 0 || (rests == 1 && constant % divisor == 0);
    is_sum.then_some((constant.div_euclid(divisor).rem_euclid(2), bits))
}

impl Plan {
    /// Returns the plan of some components; `None` if a term is not a digit, or a number overflows. Sums that are used
    /// modulo 2 alone are exclusive ors, unless only their carries lead to digits.
    pub(super) fn from_components(exprs: &mut Exprs, components: &[Expr]) -> Option<Plan> {
        let with_parities = Plan::with(exprs, components, true);
        with_parities.or_else(|| Plan::with(exprs, components, false))
    }

    fn with(exprs: &mut Exprs, components: &[Expr], has_parities: bool) -> Option<Plan> {
        let mut parities = BTreeMap::new();
        let CollectedTerms { terms, of_value, contents } = loop {
            let all = CollectedTerms::from_components(exprs, components, &parities)?;
            let known = parities.len();
            // A sum that is part of sums modulo 2 alone is such a sum, too.
            if has_parities {
                parities.extend(all.parities(components.len()));
            }
            if parities.len() == known {
                break all;
            }
        };
        let places: Vec<Expr> = of_value.keys().copied().collect();
        let values = of_value.iter().map(|(value, digits)| {
            match (contents[value], parities.contains_key(value)) {
                (content, false) => divided(exprs, *value, content, digits),
                (content, true) => {
                    Some(DividedValue { content, shift: 0, count: 2, radices: vec![vec![1]] })
                }
            }
        });
        let values: Vec<DividedValue> = values.collect::<Option<_>>()?;
        let mut plan = Plan { sums: Vec::new(), values };
        for (at, (expr, (constant, terms))) in terms.into_iter().enumerate() {
            let mut sum = plan.sum_of(constant, &terms, &places)?;
            sum.is_parity = at >= components.len() && parities.contains_key(&expr);
            if sum.is_parity {
                sum.digits.retain(|_, factor| *factor % 2 != 0);
            }
            plan.sums.push(sum);
        }
        plan.keep_unused();
        Some(plan)
    }

    fn sum_of(&self, constant: i64, terms: &[DigitTerm], places: &[Expr]) -> Option<DigitSum> {
        let mut sum = DigitSum { constant, ..DigitSum::default() };
        for DigitTerm { value, digit: own } in terms {
            let place = places.binary_search(value).ok()?;
            let value = &self.values[place];
            let (radix, weights) = value.radices.iter().enumerate().find(|(_, weights)| {
                weights_of([own].into_iter(), i64::MAX)
                    .is_some_and(|own| own.iter().all(|it| weights.contains(it)))
            })?;
            for (digit, &weight) in weights.iter().enumerate() {
                let factor = own.factor_at(weight)?;
                if factor != 0 {
                    let all = sum.digits.entry((place, radix, digit)).or_default();
                    *all = all.checked_add(factor)?;
                }
            }
            if own.modulus.is_none() {
                // A quotient of the shifted value is greater by the quotient of the shift.
                let excess = own.factor.checked_mul(value.shift / own.divisor)?;
                sum.constant = sum.constant.checked_sub(excess)?;
            }
        }
        Some(sum)
    }

    /// Adds each digit that no sum contains to a sum, with factor 0.
    fn keep_unused(&mut self) {
        for (place, value) in self.values.iter().enumerate() {
            for (radix, weights) in value.radices.iter().enumerate() {
                for digit in 0..weights.len() {
                    let key = (place, radix, digit);
                    if self.sums.iter().any(|sum| sum.digits.contains_key(&key)) {
                        continue;
                    }
                    if let Some(sum) = self.sums.iter_mut().find(|sum| {
                        !sum.is_parity
                            && sum.digits.keys().any(|key| (key.0, key.1) == (place, radix))
                    }) {
                        sum.digits.insert(key, 0);
                    }
                }
            }
        }
    }
}

/// Returns a value with the mixed radices of its digits; `None` if its range does not fit 64 bits.
fn divided(
    exprs: &Exprs,
    value: Expr,
    content: Content,
    digits: &[ScaledDigit],
) -> Option<DividedValue> {
    let mut radices: Vec<(Vec<ScaledDigit>, Vec<i64>)> = Vec::new();
    for digit in digits {
        let fits = radices.iter_mut().find_map(|(own, weights)| {
            let with = weights_of(own.iter().chain([digit]), i64::MAX)?;
            Some((own, weights, with))
        });
        match fits {
            Some((own, weights, with)) => {
                own.push(*digit);
                *weights = with;
            }
            None => radices.push((vec![*digit], weights_of([digit].into_iter(), i64::MAX)?)),
        }
    }
    if !exprs.fits(value) {
        return None;
    }
    let range = exprs.range(value);
    let period = radices.iter().try_fold(1i64, |all, (_, weights)| {
        let last = *weights.last()?;
        let gcd =
            i64::try_from(crate::domain::gcd(all.unsigned_abs(), last.unsigned_abs())).ok()?;
        (all / gcd).checked_mul(last)
    })?;
    let shift = if range.low >= 0 {
        0
    } else {
        // The least multiple of the period that is not below the greatest deficit.
        range.low.checked_neg()?.checked_add(period - 1)? / period * period
    };
    let count = range.high.checked_add(shift)?.checked_add(1)?.max(1);
    let radices = radices.into_iter().map(|(_, weights)| weights).collect();
    Some(DividedValue { content, shift, count, radices })
}
