//! Layouts from the expressions of their physical index.
//!
//! A component of the physical index is a sum of digits of values, which are dims of the logical index or sums
//! themselves. Each digit becomes a dim: an `embed` joins the digits of a sum, a `merge` the digits of a value. A digit
//! that several sums contain is one dim for each of them; an `xor` whose second result is zero makes them equal. A sum
//! that occurs only modulo 2 is the exclusive or of bits, without a dim for its carries.

use std::collections::BTreeMap;

use crate::index::{DigitTerm, Expr, Exprs, ScaledDigit, weights_of};
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::{DimId, Shape};
use crate::stride::PhysicalLayout;
use crate::transform::{CyclicShift, Embed, Freeze, Insert, Merge, Offset, Slice, Xor};

impl Layout {
    /// Returns the layout whose physical index has these components, over memory of these lengths. The expressions are
    /// of the components of the logical index, as [`Exprs::var`] numbers them.
    ///
    /// # Errors
    /// An expression contains an exclusive or, or its numbers do not fit 64 bits. Or a component leaves its length, or
    /// counts or offsets do not fit 64 bits.
    pub fn of_components(
        shape: &Shape,
        exprs: &mut Exprs,
        components: &[Expr],
        memory: PhysicalLayout,
    ) -> Result<Layout, LayoutFault> {
        let builder = LayoutBuilder::new(memory);
        let base = builder.base_dims().to_vec();
        let (builder, dims) = builder.apply_components(shape, exprs, components, &base)?;
        builder.finish(&dims)
    }
}

impl LayoutBuilder {
    /// Returns logical dims for which dims of this builder have these components, as [`Layout::of_components`] does.
    pub(crate) fn apply_components(
        self,
        shape: &Shape,
        exprs: &mut Exprs,
        components: &[Expr],
        dims: &[DimId],
    ) -> Result<(LayoutBuilder, Vec<DimId>), LayoutFault> {
        let plan = Plan::of(exprs, components).ok_or_else(|| {
            LayoutFault::new("the components of the physical index must be sums of digits")
        })?;
        let mut stages = ComponentStages { plan, builder: self, digits: BTreeMap::new() };
        for (sum, &dim) in dims.iter().enumerate() {
            stages.sum(sum, dim)?;
        }
        let mut logical = vec![Vec::new(); shape.len()];
        // A value comes after the values that it is part of.
        for value in (0..stages.plan.values.len()).rev() {
            let dims = stages.value(value)?;
            match stages.plan.values[value].content {
                Content::Var(number) => logical[number as usize].extend(dims),
                Content::Sum(sum) => {
                    let dim = stages.joined(dims, stages.plan.values[value].count)?;
                    stages.sum(sum, dim)?;
                }
            }
        }
        let mut dims = Vec::new();
        for (found, len) in logical.into_iter().zip(shape.values()) {
            dims.push(stages.logical(found, len.get().unwrap_or(i64::MAX))?);
        }
        Ok((stages.builder, dims))
    }
}

/// The content of a value whose digits are used.
#[derive(Clone, Copy)]
enum Content {
    /// A component of the logical index.
    Var(u32),
    /// The sum with this number.
    Sum(usize),
}

/// A value, with the mixed radices of its digits.
struct DividedValue {
    content: Content,
    /// The value is increased by this multiple of the weights, so that it is not negative.
    shift: i64,
    /// The number of values after the shift.
    count: i64,
    /// The weights of each mixed radix.
    radices: Vec<Vec<i64>>,
}

impl DividedValue {
    /// Returns the length of a digit.
    fn length(&self, radix: usize, digit: usize) -> i64 {
        let weights = &self.radices[radix];
        match weights.get(digit + 1) {
            Some(next) => next / weights[digit],
            None => (self.count - 1) / weights[digit] + 1,
        }
    }
}

/// A digit: the number of its value, of its radix, and its own.
type DigitKey = (usize, usize, usize);

/// A constant and digits times factors. A factor can be 0: the digit is then used by no other sum.
#[derive(Default)]
struct DigitSum {
    constant: i64,
    digits: BTreeMap<DigitKey, i64>,
    /// `true` if the value is the sum modulo 2. The digits are bits, and the factors are 1.
    is_parity: bool,
}

/// The sums and values of all components.
struct Plan {
    /// The components, then the values that are sums.
    sums: Vec<DigitSum>,
    values: Vec<DividedValue>,
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
    fn of(
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
            let is_bit = |digit: &ScaledDigit| (digit.divisor, digit.modulus) == (divisor, Some(2));
            let bits = parity_terms(found, divisor).filter(|_| digits.iter().all(is_bit));
            bits.is_some_and(|bits| bits.1.len() > 1).then_some((*expr, divisor))
        })
    }
}

/// Returns a sum of bits with the parity of a sum divided by a divisor; `None` if the quotient is not the sum of those of
/// the terms, or the parity of a term is not one of its bits.
fn parity_terms((constant, terms): &DigitSumTerms, divisor: i64) -> Option<DigitSumTerms> {
    let (mut bits, mut rests) = (Vec::new(), 0);
    for term in terms {
        let ScaledDigit { divisor: own, modulus, factor } = term.digit;
        let (quotient, rest) = (factor.div_euclid(divisor), factor.rem_euclid(divisor));
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
    fn of(exprs: &mut Exprs, components: &[Expr]) -> Option<Plan> {
        let with_parities = Plan::with(exprs, components, true);
        with_parities.or_else(|| Plan::with(exprs, components, false))
    }

    fn with(exprs: &mut Exprs, components: &[Expr], has_parities: bool) -> Option<Plan> {
        let mut parities = BTreeMap::new();
        let CollectedTerms { terms, of_value, contents } = loop {
            let all = CollectedTerms::of(exprs, components, &parities)?;
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
                let user = |sum: &&mut DigitSum| {
                    let is_own = |key: &DigitKey| (key.0, key.1) == (place, radix);
                    !sum.is_parity && sum.digits.keys().any(is_own)
                };
                for digit in 0..weights.len() {
                    let key = (place, radix, digit);
                    if self.sums.iter().any(|sum| sum.digits.contains_key(&key)) {
                        continue;
                    }
                    if let Some(sum) = self.sums.iter_mut().find(user) {
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

/// A layout under construction.
struct ComponentStages {
    plan: Plan,
    builder: LayoutBuilder,
    /// The dims that must have the value of each digit.
    digits: BTreeMap<DigitKey, Vec<DimId>>,
}

impl ComponentStages {
    /// Makes a dim the value of a sum.
    fn sum(&mut self, sum: usize, mut dim: DimId) -> Result<(), LayoutFault> {
        let sum = std::mem::take(&mut self.plan.sums[sum]);
        if sum.is_parity {
            return self.parity(&sum, dim);
        }
        if sum.digits.is_empty() {
            self.builder.apply(Freeze { at: sum.constant }, &[dim])?;
            return Ok(());
        }
        if sum.constant != 0 {
            dim = self.builder.apply(Offset { by: sum.constant }, &[dim])?[0];
        }
        let keys: Vec<DigitKey> = sum.digits.keys().copied().collect();
        let lengths =
            keys.iter().map(|&(value, radix, digit)| self.plan.values[value].length(radix, digit));
        let (lengths, strides): (Vec<i64>, Vec<i64>) =
            (lengths.collect(), sum.digits.into_values().collect());
        let is_digit = strides == [1] && self.builder.length(dim).get() == Some(lengths[0]);
        let dims = match is_digit {
            true => vec![dim],
            false => self.builder.apply(Embed { lengths, strides }, &[dim])?,
        };
        for (key, dim) in keys.into_iter().zip(dims) {
            self.digits.entry(key).or_default().push(dim);
        }
        Ok(())
    }

    /// Makes a dim the exclusive or of bits. A bit that is a dim already is added to it.
    fn parity(&mut self, sum: &DigitSum, mut dim: DimId) -> Result<(), LayoutFault> {
        if sum.constant % 2 != 0 {
            dim = self.builder.apply(CyclicShift { by: 1 }, &[dim])?[0];
        }
        let mut keys: Vec<DigitKey> = sum.digits.keys().copied().collect();
        keys.sort_by_key(|key| !self.digits.contains_key(key));
        let Some(last) = keys.pop() else {
            self.builder.apply(Freeze { at: 0 }, &[dim])?;
            return Ok(());
        };
        for key in keys {
            let known = self.digits.get_mut(&key).and_then(Vec::pop);
            let bit = match known {
                Some(bit) => self.resized(bit, 2)?,
                None => self.builder.apply(Insert { length: 2 }, &[])?[0],
            };
            let upper = self.builder.apply(Xor, &[bit, dim])?;
            self.digits.entry(key).or_default().push(upper[0]);
            dim = upper[1];
        }
        self.digits.entry(last).or_default().push(dim);
        Ok(())
    }

    /// Returns a dim for each mixed radix of a value.
    fn value(&mut self, value: usize) -> Result<Vec<DimId>, LayoutFault> {
        let mut dims = Vec::new();
        for radix in 0..self.plan.values[value].radices.len() {
            let mut lower = Vec::new();
            for digit in 0..self.plan.values[value].radices[radix].len() {
                let own = self.digits.remove(&(value, radix, digit)).unwrap_or_default();
                let length = self.plan.values[value].length(radix, digit);
                lower.push(self.joined(own, length)?);
            }
            lower.reverse();
            let merged = match lower[..] {
                [one] => one,
                _ => self.builder.apply(Merge, &lower)?[0],
            };
            let shift = self.plan.values[value].shift;
            dims.push(match shift {
                0 => merged,
                by => self.builder.apply(Offset { by }, &[merged])?[0],
            });
        }
        Ok(dims)
    }

    /// Returns one dim of a length whose index all of these dims get.
    fn joined(&mut self, dims: Vec<DimId>, length: i64) -> Result<DimId, LayoutFault> {
        let mut dims = dims.into_iter();
        let Some(first) = dims.next() else {
            return Ok(self.builder.apply(Insert { length }, &[])?[0]);
        };
        let mut joined = self.resized(first, length)?;
        for other in dims {
            let power = length.unsigned_abs().checked_next_power_of_two();
            let power = power.and_then(|power| i64::try_from(power).ok());
            let power = power.ok_or_else(|| LayoutFault::new("a length does not fit 64 bits"))?;
            let other = self.resized(other, power)?;
            let pair = self.builder.apply(Xor, &[joined, other])?;
            self.builder.apply(Freeze { at: 0 }, &pair[1..])?;
            joined = pair[0];
        }
        Ok(joined)
    }

    /// Returns a dim of a length with the same index as another.
    fn resized(&mut self, dim: DimId, length: i64) -> Result<DimId, LayoutFault> {
        if self.builder.length(dim).get() == Some(length) {
            return Ok(dim);
        }
        let embed = Embed { lengths: vec![length], strides: vec![1] };
        Ok(self.builder.apply(embed, &[dim])?[0])
    }

    /// Returns the logical dim of a length whose index all of these dims get.
    fn logical(&mut self, dims: Vec<DimId>, length: i64) -> Result<DimId, LayoutFault> {
        let [one] = dims[..] else { return self.joined(dims, length) };
        match self.builder.length(one).get() {
            Some(covered) if covered > length => {
                Ok(self.builder.apply(Slice { begin: 0, end: length }, &[one])?[0])
            }
            _ => self.resized(one, length),
        }
    }
}
