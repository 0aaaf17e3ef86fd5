//! Digits, `floor(value / divisor) mod modulus`, and the rules that simplify them.
//!
//! Comments number the rules. Rules 1 and 2 use ranges, 3 and 4 divisibility. Rules 5 and 6 cut the value into two
//! parts between which nothing carries. Rules 7 to 9 simplify digits of digits, rule 12 digits of an exclusive or. Each
//! rule removes a factor, a term or a nested digit, so simplification terminates.

use super::expr::{Atom, AtomKind, Expr};
use super::exprs::Exprs;

/// The maximum number of nested rule applications, far more than layouts need. It bounds time and stack depth.
const MAX_DEPTH: u32 = crate::limits::NESTED_RULES as u32;

/// A digit before it is simplified.
#[derive(Clone, Copy)]
struct Digit {
    value: Expr,
    divisor: i64,
    modulus: Option<i64>,
}

/// A rewrite of a digit; returns `None` if it does not apply.
type DigitRule = fn(&mut Exprs, Digit) -> Option<Expr>;

/// The rules in the order in which they are tried. The first rule that applies determines the result.
const RULES: [DigitRule; 9] = [
    Exprs::digit_by_range,
    Exprs::digit_without_multiples,
    Exprs::digit_without_quotients,
    Exprs::digit_of_upper_part,
    Exprs::digit_in_two_parts,
    Exprs::digit_without_inner_modulus,
    Exprs::digit_of_quotient,
    Exprs::digit_of_digit,
    Exprs::digit_of_xor,
];

impl Exprs {
    pub(super) fn digit_of(&mut self, value: Expr, divisor: i64, modulus: Option<i64>) -> Expr {
        if value == Expr::OVERFLOW || divisor <= 0 || modulus.is_some_and(|modulus| modulus <= 0) {
            return Expr::OVERFLOW;
        }
        if divisor == 1 && modulus.is_none() {
            return value;
        }
        let key = AtomKind::Digit { value, divisor, modulus };
        if let Some(&known) = self.digits.get(&key) {
            return known;
        }
        let digit = Digit { value, divisor, modulus };
        let found = if self.digit_depth < MAX_DEPTH {
            self.digit_depth += 1;
            let found = RULES.iter().find_map(|rule| rule(self, digit));
            self.digit_depth -= 1;
            found
        } else {
            None
        };
        let result = found.unwrap_or_else(|| self.expr_of_kind(key.clone()));
        self.digits.insert(key, result);
        result
    }

    /// Applies rules 1 and 2: the quotient is a single number, or is within one period of the modulus.
    fn digit_by_range(&mut self, Digit { value, divisor, modulus }: Digit) -> Option<Expr> {
        let interval = self.interval(value);
        if let Some(quotient) = interval.cell(divisor.into()) {
            let digit = modulus.map_or(quotient, |modulus| quotient.rem_euclid(modulus.into()));
            let digit = i64::try_from(digit);
            return Some(digit.map_or(Expr::OVERFLOW, |digit| self.constant(digit)));
        }
        let modulus = modulus?;
        if modulus == 1 {
            return Some(self.constant(0));
        }
        let period = interval.cell(i128::from(divisor) * i128::from(modulus))?;
        let skipped = i64::try_from(period).ok()?.checked_mul(modulus)?.checked_neg()?;
        let quotient = self.digit_of(value, divisor, None);
        Some(self.sum(skipped, &[(1, quotient)]))
    }

    /// Applies rule 3: drops multiples of divisor times modulus. Factors keep their sign, since small factors of either
    /// sign help the rules that use ranges.
    fn digit_without_multiples(&mut self, digit: Digit) -> Option<Expr> {
        let period = digit.divisor.checked_mul(digit.modulus?)?;
        let sum = self.kind(digit.value)?;
        let constant = sum.constant.rem_euclid(period);
        let terms: Vec<_> =
            sum.terms.iter().map(|&(atom, factor)| (atom, factor % period)).collect();
        if constant == sum.constant && terms[..] == sum.terms[..] {
            return None;
        }
        let value = self.sum_of(constant, &terms);
        Some(self.digit_of(value, digit.divisor, digit.modulus))
    }

    /// Applies rule 4: moves multiples of the divisor out of a quotient. A digit with a modulus keeps them: otherwise
    /// the digits of one value would no longer be digits of the same value.
    fn digit_without_quotients(&mut self, digit: Digit) -> Option<Expr> {
        let Digit { value, divisor, modulus: None } = digit else { return None };
        let sum = self.kind(value)?;
        let constant = sum.constant.div_euclid(divisor);
        let (outside, inside): (Vec<(Atom, i64)>, Vec<_>) =
            sum.terms.iter().copied().partition(|&(_, factor)| factor % divisor == 0);
        if outside.is_empty() && constant == 0 {
            return None;
        }
        let rest = sum.constant.rem_euclid(divisor);
        let outside: Vec<_> =
            outside.into_iter().map(|(atom, factor)| (atom, factor / divisor)).collect();
        let inside = self.sum_of(rest, &inside);
        let inside = self.digit_of(inside, divisor, None);
        let outside = self.sum_of(constant, &outside);
        Some(self.sum(0, &[(1, outside), (1, inside)]))
    }

    /// Applies rule 5: the lower part of the value does not affect the digit.
    fn digit_of_upper_part(&mut self, digit: Digit) -> Option<Expr> {
        let sizes = self.cut_sizes(digit.value, digit.divisor);
        let (size, cut) =
            sizes.into_iter().find_map(|size| Some((size, self.cut(digit.value, size)?)))?;
        Some(self.digit_of(cut.high, digit.divisor / size, digit.modulus))
    }

    /// Applies rule 6: splits the digit into a digit of the upper part and one of the lower part. The size of the cut
    /// is a multiple of the divisor, and divides divisor times modulus.
    fn digit_in_two_parts(&mut self, digit: Digit) -> Option<Expr> {
        let modulus = digit.modulus?;
        let period = digit.divisor.checked_mul(modulus)?;
        let sizes = self.cut_sizes(digit.value, period);
        let (size, cut) = sizes.into_iter().find_map(|size| {
            let fits = size % digit.divisor == 0 && size < period;
            if fits { Some((size, self.cut(digit.value, size)?)) } else { None }
        })?;
        let radix = size / digit.divisor;
        let high = self.digit_of(cut.high, 1, Some(modulus / radix));
        let low = self.digit_of(cut.low, digit.divisor, None);
        Some(self.sum(0, &[(radix, high), (1, low)]))
    }

    /// Applies rule 9 to each term: drops an inner modulus that is a multiple of the outer period, if the value then
    /// has fewer moduli.
    fn digit_without_inner_modulus(&mut self, digit: Digit) -> Option<Expr> {
        let period = i128::from(digit.divisor) * i128::from(digit.modulus?);
        let sum = self.kind(digit.value)?;
        let constant = sum.constant;
        let terms = sum.terms.clone();
        let (place, inner) = terms.iter().enumerate().find_map(|(place, &(atom, factor))| {
            let inner = self.digit_of_atom(atom)?;
            let jump = i128::from(factor) * i128::from(inner.modulus?);
            (jump % period == 0).then_some((place, inner))
        })?;
        let quotient = self.digit_of(inner.value, inner.divisor, None);
        let rest = self.sum_of(constant, &without(&terms, place));
        let value = self.sum(0, &[(1, rest), (terms[place].1, quotient)]);
        let fewer = self.count_moduli(value) < self.count_moduli(digit.value);
        if fewer { self.made(value, digit.divisor, digit.modulus) } else { None }
    }

    fn count_moduli(&self, expr: Expr) -> usize {
        self.kind(expr).map_or(0, |sum| {
            sum.terms
                .iter()
                .filter(|&&(atom, _)| {
                    self.digit_of_atom(atom).is_some_and(|digit| digit.modulus.is_some())
                })
                .count()
        })
    }

    /// Applies rule 7: `floor((h + floor(y / e)) / d)` is `floor((e * h + y) / (e * d))`. The rule requires exactly one
    /// such quotient, so that the result does not depend on a choice.
    fn digit_of_quotient(&mut self, digit: Digit) -> Option<Expr> {
        let sum = self.kind(digit.value)?;
        let constant = sum.constant;
        let terms = sum.terms.clone();
        let mut quotients = terms.iter().enumerate().filter_map(|(place, &(atom, factor))| {
            let inner = self.digit_of_atom(atom)?;
            (factor == 1 && inner.modulus.is_none()).then_some((place, inner))
        });
        let (place, inner) = quotients.next()?;
        if quotients.next().is_some() {
            return None;
        }
        let divisor = digit.divisor.checked_mul(inner.divisor)?;
        let rest = self.sum_of(constant, &without(&terms, place));
        let value = self.sum(0, &[(inner.divisor, rest), (1, inner.value)]);
        self.made(value, divisor, digit.modulus)
    }

    /// Applies rule 8: an upper digit of a digit is a single digit.
    fn digit_of_digit(&mut self, digit: Digit) -> Option<Expr> {
        let inner = self.digit_of_atom(self.as_atom(digit.value)?)?;
        let modulus = inner.modulus.filter(|modulus| modulus % digit.divisor == 0)?;
        if digit.divisor == 1 {
            return None;
        }
        let divisor = inner.divisor.checked_mul(digit.divisor)?;
        let upper = self.digit_of(inner.value, divisor, Some(modulus / digit.divisor));
        match digit.modulus {
            None => Some(upper),
            Some(_) => self.made(upper, 1, digit.modulus),
        }
    }

    /// Applies rule 12: a digit of an exclusive or is the exclusive or of digits. The rule requires that a part becomes
    /// 0; otherwise it would only copy the digit into every part.
    fn digit_of_xor(&mut self, digit: Digit) -> Option<Expr> {
        let AtomKind::Xor(parts) = self.atom_kind(self.as_atom(digit.value)?) else { return None };
        let parts = parts.clone();
        let powers = [digit.divisor, digit.modulus.unwrap_or(1)];
        if powers.iter().any(|power| power.count_ones() != 1) {
            return None;
        }
        let digits: Vec<Expr> =
            parts.iter().map(|&part| self.digit_of(part, digit.divisor, digit.modulus)).collect();
        let left = digits.iter().filter(|&&digit| self.as_constant(digit) != Some(0)).count();
        (left < parts.len()).then(|| self.xor_of(digits))
    }

    /// Returns a digit of a value that a rule has produced; `None` if the value overflowed, so that the rule does not
    /// apply.
    fn made(&mut self, value: Expr, divisor: i64, modulus: Option<i64>) -> Option<Expr> {
        (value != Expr::OVERFLOW).then(|| self.digit_of(value, divisor, modulus))
    }

    fn digit_of_atom(&self, atom: Atom) -> Option<Digit> {
        match *self.atom_kind(atom) {
            AtomKind::Digit { value, divisor, modulus } => Some(Digit { value, divisor, modulus }),
            _ => None,
        }
    }
}

fn without(terms: &[(Atom, i64)], place: usize) -> Vec<(Atom, i64)> {
    let mut terms = terms.to_vec();
    terms.remove(place);
    terms
}
