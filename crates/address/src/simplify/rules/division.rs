//! The rules of quotients and remainders.

use super::super::egraph::{ENode, IntegerGraph};
use super::super::integer::IntegerOp;
use super::super::rule::Rule;
use super::round::{ClassSum, KnownSum, RuleSite};
use crate::operation::{CmpPredicate, Width, WordOp};
use egg::Id;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::smallvec;

impl RuleSite<'_> {
    /// Applies "expand", "half turn" and "remainder of sum" to the remainder of a value.
    pub(super) fn remainder(&mut self, value: Id, divisor: i64) {
        let quotient = self.graph.quotient(value, divisor);
        let expanded = ClassSum::term(1, value).with(-divisor, quotient);
        self.join(Rule::Expand, &expanded);
        if divisor == 2 {
            self.bit();
        }
        for KnownSum { sum, .. } in self.round.shortest(self.graph, value) {
            let constant = sum.constant.rem_euclid(divisor);
            let terms = sum.split(divisor)[1].clone();
            self.half_turn(&terms, constant, divisor);
            if constant == sum.constant && terms.len() == sum.terms.len() {
                continue;
            }
            let Some(rest) = self.graph.sum(constant, &terms) else { continue };
            if self.graph.is_exact(rest) {
                let whole = self.graph.interval(rest).high < divisor.into();
                let new = if whole {
                    rest
                } else {
                    self.graph.add(IntegerOp::Remainder(divisor), &[rest])
                };
                self.merge(Rule::RemainderOfSum, new);
            }
        }
    }

    /// Applies "half turn" to the remainder of a sum by a power of two.
    fn half_turn(&mut self, terms: &[(i64, Id)], constant: i64, divisor: i64) {
        let half = divisor / 2;
        if divisor & (divisor - 1) != 0 || constant < half || terms.is_empty() {
            return;
        }
        let Some(rest) = self.graph.sum(constant - half, terms) else { return };
        if !self.graph.is_exact(rest) {
            return;
        }
        let is_whole = self.graph.interval(rest).high < divisor.into();
        let rest =
            if is_whole { rest } else { self.graph.add(IntegerOp::Remainder(divisor), &[rest]) };
        let half = self.graph.add(IntegerOp::Constant(half), &[]);
        let new = self.graph.add(IntegerOp::Word(WordOp::Xor), &[rest.min(half), rest.max(half)]);
        self.merge(Rule::HalfTurn, new);
    }

    /// Applies "one or none", "nested quotients" and "quotient of sum" to the quotient of a value.
    pub(super) fn quotient(&mut self, value: Id, divisor: i64) {
        if self.graph.interval(value).within(0..2 * i128::from(divisor)) {
            let condition =
                self.graph.add(IntegerOp::CompareTo(CmpPredicate::GreaterEqual, divisor), &[value]);
            self.join(Rule::OneOrNone, &ClassSum::term(1, condition));
        }
        for node in self.round.nodes(self.graph, value) {
            if let Some(sum) = ClassSum::from_node(node) {
                self.quotient_of_sum(&sum, divisor);
            }
            let IntegerOp::Quotient(inner) = node.op else { continue };
            if let Some(whole) = divisor.checked_mul(inner).filter(|whole| *whole < 1 << 31) {
                let new = self.graph.quotient(node.operands[0], whole);
                self.merge(Rule::NestedQuotients, new);
            }
        }
    }

    fn quotient_of_sum(&mut self, sum: &ClassSum, divisor: i64) {
        let [high, low] = sum.split(divisor);
        let constant = sum.constant.div_euclid(divisor);
        if high.is_empty() && constant == 0 {
            return;
        }
        let Some(rest) = self.graph.sum(sum.constant.rem_euclid(divisor), &low) else { return };
        if !self.graph.is_exact(rest) {
            return;
        }
        let mut terms: Vec<_> =
            high.into_iter().map(|(factor, operand)| (factor / divisor, operand)).collect();
        if self.graph.interval(rest).high >= divisor.into() {
            terms.push((1, self.graph.quotient(rest, divisor)));
        }
        self.join(Rule::QuotientOfSum, &ClassSum { constant, terms });
    }

    /// Applies "shared quotient": divides an existing quotient of the value by the remaining factor of the divisor.
    pub(super) fn shared_quotient(&mut self, value: Id, divisor: i64) {
        for &(inner, quotient) in self.round.quotients(value) {
            if inner < divisor && divisor % inner == 0 {
                let new = self.graph.quotient(quotient, divisor / inner);
                self.merge(Rule::SharedQuotient, new);
            }
        }
    }

    /// Returns the classes of the remainder of a value by a divisor as a fraction of 2^32.
    fn fractions(&mut self, value: Id, divisor: i64) -> Vec<Id> {
        let mut found = Vec::new();
        if let Some(factor) = fraction_factor(self.graph, value, divisor) {
            let product = self.graph.add(IntegerOp::Product(factor), &[value]);
            let quotient = ENode { op: IntegerOp::Quotient(divisor), operands: smallvec![value] };
            if let Some(quotient) = self.graph.egraph.lookup(quotient) {
                let upper = self.graph.add(IntegerOp::High, &[product]);
                self.graph.union(Rule::Fraction, quotient, upper);
            }
            found.push(self.graph.add(IntegerOp::Low, &[product]));
        }
        let upper = self.round.quotients(value).iter().filter(|&&(by, _)| by == divisor);
        let moduli = upper.flat_map(|&(_, class)| self.round.moduli(class));
        let moduli: IndexSet<i64, FxBuildHasher> = moduli.copied().collect();
        for modulus in moduli {
            let Some(whole) = divisor.checked_mul(modulus).filter(|&whole| whole < 1 << 31) else {
                continue;
            };
            for fraction in self.fractions(value, whole) {
                let product = self.graph.add(IntegerOp::Product(modulus), &[fraction]);
                found.push(self.graph.add(IntegerOp::Low, &[product]));
            }
        }
        found
    }

    /// Applies "fraction" to the digit `value mod modulus`, where the value may itself be a quotient.
    pub(super) fn digit(&mut self, value: Id, modulus: i64) {
        let mut quotients = vec![(1, value)];
        quotients.extend(self.round.nodes(self.graph, value).iter().filter_map(
            |node| match node.op {
                IntegerOp::Quotient(divisor) => Some((divisor, node.operands[0])),
                _ => None,
            },
        ));
        for (divisor, value) in quotients {
            let whole = divisor.checked_mul(modulus).filter(|whole| whole & (whole - 1) != 0);
            let Some(whole) = whole.filter(|&whole| whole < 1 << 31) else { continue };
            for fraction in self.fractions(value, whole) {
                let product = self.graph.add(IntegerOp::Product(modulus), &[fraction]);
                let digit = self.graph.add(IntegerOp::High, &[product]);
                self.merge(Rule::Fraction, digit);
            }
        }
    }

    /// Applies "fraction" to a quotient whose product with the factor exists.
    pub(super) fn quotient_of_product(&mut self, value: Id, divisor: i64) {
        if let Some(factor) = fraction_factor(self.graph, value, divisor) {
            let product = ENode { op: IntegerOp::Product(factor), operands: smallvec![value] };
            if let Some(product) = self.graph.egraph.lookup(product) {
                let upper = self.graph.add(IntegerOp::High, &[product]);
                self.merge(Rule::Fraction, upper);
            }
        }
    }

    /// Applies "fraction bound": compares the fraction of which a digit is the high half of a product.
    pub(super) fn bound_of_fraction(&mut self, predicate: CmpPredicate, digit: Id, bound: i64) {
        if !matches!(predicate, CmpPredicate::Less | CmpPredicate::GreaterEqual) || bound < 1 {
            return;
        }
        let upper =
            self.round.nodes(self.graph, digit).iter().filter(|node| node.op == IntegerOp::High);
        let products: Vec<Id> = upper.map(|node| node.operands[0]).collect();
        for product in products {
            let factors =
                self.round.nodes(self.graph, product).iter().filter_map(|node| match node.op {
                    IntegerOp::Product(factor) => Some((factor, node.operands[0])),
                    _ => None,
                });
            for (factor, fraction) in factors.collect::<Vec<_>>() {
                let bound = ((i128::from(bound) << 32) - 1).div_euclid(factor.into()) + 1;
                let Some(bound) = i64::try_from(bound).ok().filter(|bound| *bound < 1 << 32) else {
                    continue;
                };
                let new = self.graph.add(IntegerOp::CompareTo(predicate, bound), &[fraction]);
                self.merge(Rule::FractionBound, new);
            }
        }
    }
}

/// Returns the factor `F` of the rule "fraction". The high half of `value * F` is the quotient by the divisor. The low
/// half is the remainder as a fraction of 2^32, from which further products compute digits. `None` if this is not
/// exact.
fn fraction_factor(graph: &IntegerGraph, value: Id, divisor: i64) -> Option<i64> {
    let whole = 1i128 << 32;
    let divisor = i128::from(divisor);
    let factor = whole.div_euclid(divisor) + 1;
    let short = graph.egraph.analysis.signature.narrowest(graph.interval(value)) == Width::I32
        && graph.is_exact(value);
    // The factor of a power of two would not need the added 1, but shifts and masks are cheaper.
    let fits = short && (divisor & (divisor - 1)) != 0;
    let exact = fits && (factor * divisor - whole) * graph.interval(value).high < whole;
    exact.then(|| i64::try_from(factor).ok())?
}
