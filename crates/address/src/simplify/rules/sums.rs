//! The rules of sums.

use super::super::egraph::{ENode, IntegerGraph, SUMS_TRIED};
use super::super::integer::{IntegerOp, bits_of, exponent_of};
use super::super::rule::Rule;
use super::round::{ClassSum, KnownSum, Round, RuleSite};
use crate::operation::WordOp;
use egg::Id;
use indexmap::IndexMap;
use layout::{StridedInterval, gcd};
use rustc_hash::FxBuildHasher;

/// The maximum number of bits of a multiple of an exclusive or that absorbs other terms.
const MOST_BITS: u32 = 61;

/// A term of a sum: a multiple of a quotient of a value.
struct QuotientTerm {
    factor: i64,
    divisor: i64,
    value: Id,
}

impl RuleSite<'_> {
    /// Applies the rules that match a single sum.
    pub(super) fn sum_rules(&mut self, sum: &ClassSum) {
        for &(factor, operand) in &sum.terms {
            let rest = sum.without(operand);
            if !self.graph.is_boolean(operand) {
                for inner in self.round.shortest(self.graph, operand) {
                    if let Some(flat) = rest.plus(factor, &inner.sum) {
                        self.join(Rule::Flatten, &flat);
                    }
                }
            }
            for node in self.round.nodes(self.graph, operand) {
                self.in_place(&rest, factor, node);
                match node.op {
                    IntegerOp::Word(WordOp::Xor) => self.absorb(&rest, factor, &node.operands),
                    IntegerOp::Quotient(divisor) => {
                        let value = node.operands[0];
                        let quotient = QuotientTerm { factor, divisor, value };
                        self.by_digits(&rest, operand, &quotient);
                        self.add_to_quotient(&rest, &quotient);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Applies "by digits": replaces a value and its upper bits by its lower and its upper bits.
    fn by_digits(&mut self, rest: &ClassSum, high_part: Id, quotient: &QuotientTerm) {
        let &QuotientTerm { factor, divisor, value } = quotient;
        let outside = rest.factor_of(value).filter(|_| divisor & (divisor - 1) == 0);
        if let Some(outside) = outside.filter(|_| self.graph.is_exact(value))
            && let Some(factor) =
                outside.checked_mul(divisor).and_then(|all| all.checked_add(factor))
        {
            let low_part = self.graph.add(IntegerOp::Remainder(divisor), &[value]);
            let sum = rest.without(value).with(outside, low_part).with(factor, high_part);
            self.join(Rule::ByDigits, &sum);
        }
    }

    /// Applies "into quotient": moves multiples of a term of the sum into a quotient that contains the same term. For
    /// example, an index of channel vectors, counted image by image, becomes an index over images padded to whole vectors.
    fn add_to_quotient(&mut self, rest: &ClassSum, quotient: &QuotientTerm) {
        for inner in self.round.shortest(self.graph, quotient.value) {
            for &(outside, operand) in &rest.terms {
                if inner.sum.factor_of(operand).is_none() || self.graph.is_boolean(operand) {
                    continue;
                }
                let times = outside / quotient.factor;
                for times in [times - 1, times, times + 1] {
                    if times != 0
                        && !self.graph.is_full()
                        && let Some(sum) = self.moved(rest, &inner.sum, quotient, operand, times)
                    {
                        self.join(Rule::IntoQuotient, &sum);
                    }
                }
            }
        }
    }

    /// Returns the sum after `times` multiples of a term were moved into the quotient of another sum; `None` on overflow or
    /// if the dividend may be negative.
    fn moved(
        &mut self,
        rest: &ClassSum,
        inner: &ClassSum,
        &QuotientTerm { factor, divisor, .. }: &QuotientTerm,
        operand: Id,
        times: i64,
    ) -> Option<ClassSum> {
        let one = ClassSum::term(1, operand);
        let inner = inner.plus(divisor.checked_mul(times)?, &one)?;
        let rest = rest.plus(factor.checked_mul(times)?.checked_neg()?, &one)?;
        let value = self.graph.sum(inner.constant, &inner.terms)?;
        if !self.graph.is_exact(value) {
            return None;
        }
        let quotient = self.graph.quotient(value, divisor);
        Some(rest.with(factor, quotient))
    }

    /// Applies "bits in place": replaces a multiple of a bit field by the field at its original position, or at a position
    /// closer to its final one.
    fn in_place(&mut self, rest: &ClassSum, factor: i64, node: &ENode) {
        let zeros = factor.trailing_zeros();
        match node.op {
            IntegerOp::Quotient(divisor) => {
                let Some(shift) = exponent_of(divisor).filter(|&shift| shift <= zeros) else {
                    return;
                };
                let value = node.operands[0];
                let top = bits_of(self.graph.interval(value).high);
                if self.graph.is_exact(value) && top < 62 {
                    let mask = ((1 << top) - 1) & !((1 << shift) - 1);
                    let bits = self.graph.add(IntegerOp::Mask(mask), &[value]);
                    self.join(Rule::BitsInPlace, &rest.with(factor >> shift, bits));
                }
            }
            IntegerOp::Remainder(modulus) => {
                let Some(length) = exponent_of(modulus) else { return };
                for inner in self.round.nodes(self.graph, node.operands[0]) {
                    let IntegerOp::Quotient(divisor) = inner.op else { continue };
                    let Some(shift) = exponent_of(divisor) else { continue };
                    let kept = shift.min(zeros);
                    if kept == 0 || length + kept > 61 || !self.graph.is_exact(inner.operands[0]) {
                        continue;
                    }
                    let moved = self.graph.quotient(inner.operands[0], 1 << (shift - kept));
                    let bits = self.graph.add(IntegerOp::Mask((modulus - 1) << kept), &[moved]);
                    self.join(Rule::BitsInPlace, &rest.with(factor >> kept, bits));
                }
            }
            _ => {}
        }
    }

    /// Applies "absorb": moves the rest of a sum into an operand of an exclusive or whose bits it does not overlap.
    fn absorb(&mut self, rest: &ClassSum, factor: i64, parts: &[Id]) {
        let Some(shift) = exponent_of(factor).filter(|_| factor > 0) else { return };
        let highest = parts.iter().map(|&part| self.graph.interval(part).high).max().unwrap_or(0);
        let top = bits_of(highest) + shift;
        if top > MOST_BITS || !self.is_outside(rest, shift, top) {
            return;
        }
        let added = parts.iter().map(|&part| self.is_added(rest, part));
        let is_one_added = shift > 0 && added.filter(|&it| it).count() == 1;
        for (part, other) in [(parts[0], parts[1]), (parts[1], parts[0])] {
            if is_one_added && !self.is_added(rest, part) {
                continue;
            }
            let sum = rest.with(factor, part);
            let Some(sum) = self.graph.sum(sum.constant, &sum.terms) else { continue };
            let Some(other) = self.graph.sum(0, &[(factor, other)]) else { continue };
            if self.graph.is_exact(sum) && self.graph.is_exact(other) {
                let new =
                    self.graph.add(IntegerOp::Word(WordOp::Xor), &[sum.min(other), sum.max(other)]);
                self.merge(Rule::Absorb, new);
            }
        }
    }

    /// Returns `true` if a value is a term of a sum or is itself a sum of terms with positive factors, so that their sum may
    /// have fewer terms.
    fn is_added(&self, sum: &ClassSum, value: Id) -> bool {
        let mut inner = self.round.shortest(self.graph, value).iter();
        sum.factor_of(value).is_some()
            || inner.any(|known| known.sum.terms.iter().all(|&(factor, _)| factor > 0))
    }

    /// Returns `true` if a sum has no bits from `low` to below `top`, but bits below `low` unless `low` is 0: it is a multiple
    /// of `2^top` plus a number below `2^low`, and neither is negative.
    fn is_outside(&mut self, sum: &ClassSum, low: u32, top: u32) -> bool {
        if low == 0 {
            let Some(whole) = self.graph.sum(sum.constant, &sum.terms) else { return false };
            let interval = self.graph.interval(whole);
            return interval.low >= 0 && interval.zero_bits() >= top;
        }
        let below = sum.constant.rem_euclid(1 << top);
        let mut lower = StridedInterval::number(below.into());
        let mut upper = StridedInterval::number((sum.constant - below).into());
        for &(factor, operand) in &sum.terms {
            let multiple = self.graph.interval(operand).times(factor.into());
            let part = if multiple.zero_bits() >= top { &mut upper } else { &mut lower };
            *part = part.plus(multiple);
        }
        // Without lower terms, the common factor of the others can be taken out of the sum instead.
        lower.constant() != Some(0) && lower.within(0..1 << low) && upper.low >= 0
    }

    fn collect_part(&mut self, sum: &ClassSum, other: Id, part: &ClassSum) {
        for ratio in ratios(sum, part) {
            let rest = ratio.checked_neg().and_then(|ratio| sum.plus(ratio, part));
            if let Some(rest) = rest.filter(|rest| {
                rest.factor_of(other).is_none() && rest.terms.len() < sum.terms.len()
            }) {
                self.join(Rule::Collect, &rest.with(ratio, other));
            }
        }
    }
}

/// Applies "collect": replaces terms of a sum by a multiple of another class that shares at least two of its terms.
pub(super) fn collect(graph: &mut IntegerGraph, round: &Round<'_>) {
    let parts: Vec<(Id, &KnownSum)> = parts(graph, round);
    let mut users: IndexMap<Id, Vec<usize>, FxBuildHasher> = IndexMap::default();
    for (number, (_, part)) in parts.iter().enumerate() {
        for &(_, operand) in &part.sum.terms {
            users.entry(operand).or_default().push(number);
        }
    }
    let mut shared = vec![0usize; parts.len()];
    for (&class, sums) in &round.sums {
        for whole in sums {
            shared.fill(0);
            let users = whole.sum.terms.iter().filter_map(|(_, operand)| users.get(operand));
            users.flatten().for_each(|&number| shared[number] += 1);
            for (&(other, part), _) in parts.iter().zip(&shared).filter(|&(_, &count)| count >= 2) {
                let differs = graph.egraph.find(other) != graph.egraph.find(class);
                if differs && (whole.fresh || part.fresh) && !graph.is_full() {
                    let mut site = RuleSite { graph: &mut *graph, round, class };
                    site.collect_part(&whole.sum, other, &part.sum);
                }
            }
        }
    }
}

/// Returns the sums that "collect" searches for in other sums: the shortest sums of each class.
fn parts<'a>(graph: &IntegerGraph, round: &'a Round<'_>) -> Vec<(Id, &'a KnownSum)> {
    let classes = round.sums.iter().filter(|&(&class, _)| !graph.is_boolean(class));
    let shortest = classes.flat_map(|(&class, sums)| {
        sums.iter().take(2 * SUMS_TRIED).map(move |known| (class, known))
    });
    shortest.filter(|(_, known)| known.sum.terms.len() >= 2).collect()
}

/// Returns the factors by which `inner` agrees with `sum` in at least two terms.
fn ratios(sum: &ClassSum, inner: &ClassSum) -> Vec<i64> {
    let mut found: IndexMap<i64, usize, FxBuildHasher> = IndexMap::default();
    for &(factor, operand) in &inner.terms {
        if let Some(whole) = sum.factor_of(operand)
            && whole % factor == 0
        {
            *found.entry(whole / factor).or_insert(0) += 1;
        }
    }
    found.into_iter().filter(|&(_, count)| count >= 2).map(|(ratio, _)| ratio).collect()
}

/// Applies "common part": adds a class for the terms that sums of two classes have in common. `collect` then uses it.
pub(super) fn common_parts(graph: &mut IntegerGraph, round: &Round<'_>) {
    let mut all: Vec<(Id, &KnownSum)> = Vec::new();
    for &class in round.sums.keys() {
        let own = round.shortest(graph, class);
        if own.iter().any(|known| known.sum.terms.len() > 2) {
            all.extend(own.iter().map(|known| (class, known)));
        }
    }
    for (n, (first, a)) in all.iter().enumerate() {
        for (second, b) in &all[n + 1..] {
            if graph.is_full() {
                return;
            }
            if first != second && (a.fresh || b.fresh) {
                common_part(graph, &a.sum, &b.sum);
            }
        }
    }
}

fn common_part(graph: &mut IntegerGraph, a: &ClassSum, b: &ClassSum) {
    let mut groups: IndexMap<(i64, i64), Vec<(i64, Id)>, FxBuildHasher> = IndexMap::default();
    for &(x, operand) in &a.terms {
        if let Some(y) = b.factor_of(operand)
            && let Ok(common) = i64::try_from(gcd(x.unsigned_abs(), y.unsigned_abs()))
        {
            let common = if x < 0 { -common } else { common };
            groups.entry((x / common, y / common)).or_default().push((x, operand));
        }
    }
    for terms in groups.into_values().filter(|terms| terms.len() >= 2) {
        let scale = terms.iter().fold(0, |all, &(factor, _)| gcd(all, factor.unsigned_abs()));
        if let Ok(scale) = i64::try_from(scale) {
            let part: Vec<_> =
                terms.into_iter().map(|(factor, operand)| (factor / scale, operand)).collect();
            graph.sum(0, &part);
        }
    }
}
