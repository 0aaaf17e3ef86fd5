//! The cheapest nesting of a sum: `((n * 64 + c) * 56 + h) * 56 + w` instead of a product per term.
//!
//! Dynamic programming over the sets of terms. The value of a set is its sum divided by the greatest common divisor of
//! its factors, with the sign that makes its first term positive. A set is computed as the sum or difference of
//! multiples of two disjoint sets. The result is the cheapest of all nestings that factor out each common divisor as
//! early as possible.
//!
//! In a sum of 64 bits, a set whose value fits 32 bits is computed in 32 bits and extended where it is added to a
//! longer one. Within a set of 32 bits, no value needs more, because addition is exact modulo 2^32.

use super::cost::{CostModel, FactorSize, MultiplyBy, Price};
use super::integer::ProgramSignature;
use super::select::InstructionSelector;
use super::visible::NARROW;
use crate::operation::{Operation, Width};
use crate::program::ValueId;
use layout::{StridedInterval, gcd};

/// The maximum number of terms for the dynamic program. Longer sums are nested in descending order of factors.
const MAX_EXACT: usize = crate::limits::ORDERED_TERMS as usize;

pub(super) const MAX_TERMS: usize = crate::limits::TERMS as usize;

/// A set of terms, one bit per term.
type TermSet = u32;

/// The operand of a factor.
#[derive(Clone, Copy, Debug)]
enum SumTermKind {
    Word(ValueId),
    /// A boolean; a select computes any multiple of it.
    Boolean(ValueId),
    One,
}

/// A term of a sum.
#[derive(Clone, Copy, Debug)]
struct SumTerm {
    /// The factor, never 0.
    factor: i64,
    kind: SumTermKind,
    interval: StridedInterval,
    size: FactorSize,
    /// The width of the word. `None` if the word is available in both widths.
    width: Option<Width>,
}

/// The nesting of a sum.
#[derive(Debug)]
struct SumPlan<'s> {
    terms: Vec<SumTerm>,
    /// The facts of each set of terms, by its bits. Empty if the terms are added in their order.
    sets: Vec<SetFacts>,
    /// The interval of the value of each set, by its bits, where the plan has two widths.
    intervals: Vec<Option<StridedInterval>>,
    /// `true` if the sum has a boolean and a constant, which one select may compute.
    has_choices: bool,
    signature: &'s ProgramSignature,
    cost: CostModel,
}

/// The facts of a set of terms.
#[derive(Clone, Copy, Debug)]
struct SetFacts {
    /// The divisor of the sum.
    scale: u64,
    size: FactorSize,
    /// The prices on words of 32 bits, and on words of the signature.
    prices: [Price; 2],
    /// The set that has the first term, of the two disjoint sets that the set is computed from, by the order of `prices`.
    /// Empty for a set that is a single term, or a set of 32 bits that is extended.
    lefts: [TermSet; 2],
}

impl SetFacts {
    const EMPTY: SetFacts =
        SetFacts { scale: 0, size: FactorSize::Wide, prices: [0; 2], lefts: [0; 2] };
}

/// Returns the index of a width in [`SetFacts::prices`].
fn index_of(width: Width) -> usize {
    usize::from(width > Width::I32)
}

impl<'s> SumPlan<'s> {
    /// Returns the cheapest nesting of a constant plus 1 to [`MAX_TERMS`] terms, as a word of this width.
    fn new(
        constant: i64,
        mut terms: Vec<SumTerm>,
        width: Width,
        signature: &'s ProgramSignature,
        cost: CostModel,
    ) -> SumPlan<'s> {
        if constant != 0 {
            terms.push(SumTerm {
                factor: constant,
                kind: SumTermKind::One,
                interval: StridedInterval::number(1),
                size: FactorSize::Wide,
                width: None,
            });
        }
        // The sum has the sign of its first term.
        if let Some(first) = terms.iter().position(|term| term.factor > 0) {
            terms.swap(0, first);
        }
        let has_booleans = terms.iter().any(|term| matches!(term.kind, SumTermKind::Boolean(_)));
        let has_choices = constant != 0 && has_booleans;
        let (sets, intervals) = (Vec::new(), Vec::new());
        let mut plan = SumPlan { terms, sets, intervals, has_choices, signature, cost };
        if plan.terms.len() <= MAX_EXACT {
            plan.nest_exactly(width);
        } else {
            plan.nest_by_size();
        }
        plan
    }

    /// Returns the set of all terms.
    fn full(&self) -> TermSet {
        (1 << self.terms.len()) - 1
    }

    /// Returns the first term of a set.
    fn first(&self, set: TermSet) -> &SumTerm {
        &self.terms[set.trailing_zeros() as usize]
    }

    fn members(&self, set: TermSet) -> impl Iterator<Item = &SumTerm> {
        self.terms.iter().enumerate().filter(move |(n, _)| set >> n & 1 == 1).map(|(_, term)| term)
    }

    /// Returns the divisor of the sum of a set.
    fn scale(&self, set: TermSet) -> u64 {
        match self.sets.get(set as usize) {
            Some(facts) => facts.scale,
            None => self.members(set).fold(0, |all, term| gcd(all, term.factor.unsigned_abs())),
        }
    }

    /// Returns the two disjoint sets that a set is computed from as a word of this width; `None` for a single term, or a set
    /// of 32 bits that is extended.
    fn split(&self, set: TermSet, width: Width) -> Option<(TermSet, TermSet)> {
        let left = match self.sets.get(set as usize) {
            Some(facts) => facts.lefts[index_of(width)],
            None => set & !(1 << set.ilog2()),
        };
        (left != 0).then_some((left, set & !left))
    }

    /// Returns `true` if the value of a set has the opposite sign of its sum.
    fn is_negative(&self, set: TermSet) -> bool {
        self.first(set).factor < 0
    }

    /// Returns the select that computes two sets if one is a single boolean and the other the constant: the boolean,
    /// the value if it is true, and the value if it is false. `None` for other sets.
    fn choice(&self, left: TermSet, right: TermSet) -> Option<(ValueId, i128, i128)> {
        if !self.has_choices || left.count_ones() != 1 || right.count_ones() != 1 {
            return None;
        }
        let a = self.first(left);
        let b = self.first(right);
        let [boolean, one] = match (a.kind, b.kind) {
            (SumTermKind::Boolean(_), SumTermKind::One) => [a, b],
            (SumTermKind::One, SumTermKind::Boolean(_)) => [b, a],
            _ => return None,
        };
        let SumTermKind::Boolean(condition) = boolean.kind else { return None };
        let scale = self.signed_scale(left | right);
        let zero = i128::from(one.factor) / scale;
        Some((condition, zero + i128::from(boolean.factor) / scale, zero))
    }

    /// Returns `true` if a set is a boolean and the constant, which one select computes.
    fn is_choice(&self, set: TermSet) -> bool {
        let first = set & set.wrapping_neg();
        self.has_choices && set.count_ones() == 2 && self.choice(first, set & !first).is_some()
    }

    fn signed_scale(&self, set: TermSet) -> i128 {
        let scale = i128::from(self.scale(set));
        if self.is_negative(set) { -scale } else { scale }
    }

    /// Returns the interval of the value of a set.
    fn interval(&self, set: TermSet) -> Option<StridedInterval> {
        if let Some(known) = self.intervals.get(set as usize) {
            return *known;
        }
        let scale = self.signed_scale(set);
        let terms = self.members(set);
        let terms = terms.map(|term| (i128::from(term.factor) / scale, term.interval));
        StridedInterval::linear(0, terms)
    }

    /// Returns `true` if a multiple of a value is computed in 32 bits.
    fn is_short(&self, value: Option<StridedInterval>, factor: u128) -> bool {
        value.is_some_and(|value| self.signature.is_short(value, factor))
    }

    fn nest_exactly(&mut self, width: Width) {
        let full = self.full();
        self.add_sets(width);
        let widths = [Width::I32, width];
        let widths = if width > Width::I32 { &widths[..] } else { &widths[..1] };
        for set in 1..=full {
            for &width in widths {
                let (price, left) = self.cheapest_split(set, width);
                let facts = &mut self.sets[set as usize];
                facts.prices[index_of(width)] = price;
                facts.lefts[index_of(width)] = left;
            }
        }
    }

    /// Returns the least price of a set as a word of this width, and the set with the first term, of the two that it is then
    /// computed from. That set is empty for a single term, or a set of 32 bits that is extended.
    fn cheapest_split(&self, set: TermSet, width: Width) -> (Price, TermSet) {
        if width > Width::I32 && self.is_short(self.interval(set), 1) {
            return (self.sets[set as usize].prices[0] + self.extension(set), 0);
        }
        let others = set & (set - 1);
        if others == 0 {
            return (self.term_price(self.first(set), width), 0);
        }
        // Enumerate the non-empty subsets of `others` as `right`; `left` keeps the first term.
        let mut best = (Price::MAX, 0);
        let mut right = others;
        while right != 0 {
            let left = set & !right;
            let least = self.least_price(left, width) + self.least_price(right, width);
            if least + self.cost.simple() < best.0 {
                let price = self.join_price(left, right, width);
                if price < best.0 {
                    best = (price, left);
                }
            }
            right = (right - 1) & others;
        }
        best
    }

    /// Returns the price of a set as a word of this width, or of 32 bits if that is less.
    fn least_price(&self, set: TermSet, width: Width) -> Price {
        let [short, own] = self.sets[set as usize].prices;
        if width > Width::I32 { short.min(own) } else { short }
    }

    /// Adds the facts of the sets of a sum of this width, without prices.
    fn add_sets(&mut self, width: Width) {
        let mut sets = vec![SetFacts::EMPTY; self.full() as usize + 1];
        for set in 1..=self.full() {
            let rest = sets[(set & (set - 1)) as usize].scale;
            sets[set as usize].scale = gcd(rest, self.first(set).factor.unsigned_abs());
        }
        self.sets = sets;
        for set in 1..=self.full() {
            self.sets[set as usize].size = self.size(set);
        }
        if width > Width::I32 {
            let intervals = (1..=self.full()).map(|set| self.interval(set));
            self.intervals = std::iter::once(None).chain(intervals).collect();
        }
    }

    /// Returns the price of a term without its factor, as a word of this width.
    fn term_price(&self, term: &SumTerm, width: Width) -> Price {
        match term.width {
            Some(own) if own != width => self.cost.convert(),
            _ => 0,
        }
    }

    /// Returns the price of the extension of a set of 32 bits.
    fn extension(&self, set: TermSet) -> Price {
        let is_free = set.count_ones() == 1 && self.first(set).width.is_none();
        if is_free { 0 } else { self.cost.convert() }
    }

    /// Returns the size of the value of a set. A driver cannot prove it for more than one term.
    fn size(&self, set: TermSet) -> FactorSize {
        if set.count_ones() == 1 || self.cost != CostModel::Slots {
            return self.first(set).size;
        }
        match self.interval(set) {
            Some(sum) if sum.within(0..NARROW.cast_signed()) => FactorSize::Narrow,
            _ => FactorSize::Wide,
        }
    }

    /// Returns the price of a set that is computed from two disjoint sets, as a word of this width.
    fn join_price(&self, left: TermSet, right: TermSet, width: Width) -> Price {
        if self.choice(left, right).is_some() {
            return self.cost.simple();
        }
        let whole = self.sets[(left | right) as usize].scale;
        let parts = [left, right].map(|set| self.part_price(set, whole, width));
        parts[0] + parts[1] + self.cost.simple()
    }

    /// Returns the price of a set as a part of a sum of this width with a divisor.
    fn part_price(&self, set: TermSet, whole: u64, width: Width) -> Price {
        let facts = &self.sets[set as usize];
        let factor = if facts.scale == whole { 1 } else { u128::from(facts.scale / whole) };
        let is_short = width > Width::I32 && self.is_short(self.interval(set), factor);
        let extension = match is_short {
            true if factor == 1 => self.extension(set),
            true => self.cost.convert(),
            false => 0,
        };
        let own = if is_short { Width::I32 } else { width };
        let times = self.times_price(set, factor, facts.size, own);
        facts.prices[index_of(own)] + times + extension
    }

    fn times_price(&self, set: TermSet, factor: u128, size: FactorSize, width: Width) -> Price {
        match self.first(set).kind {
            SumTermKind::One if set.count_ones() == 1 => 0,
            SumTermKind::Boolean(_) if set.count_ones() == 1 => self.cost.simple(),
            _ if factor == 1 => 0,
            // The constants of the select are multiplied.
            _ if self.is_choice(set) => 0,
            _ => {
                let size = if width == Width::I32 { size } else { FactorSize::Wide };
                MultiplyBy::best(factor, size, width, self.cost).1
            }
        }
    }

    /// Sorts the terms after the first, so that each is added to the sum of all terms before it.
    fn nest_by_size(&mut self) {
        self.terms[1..].sort_by_key(|term| std::cmp::Reverse(term.factor.unsigned_abs()));
    }
}

impl InstructionSelector<'_> {
    /// Returns a constant plus the sum of factor times operand, in the cheapest nesting, as a word of this width.
    pub(super) fn sum(
        &mut self,
        constant: i64,
        factors: &[i64],
        operands: &[ValueId],
        width: Width,
    ) -> ValueId {
        if operands.is_empty() {
            return self.number(constant.into(), width);
        }
        let mut terms = Vec::with_capacity(operands.len() + 1);
        terms.extend(factors.iter().zip(operands).map(|(&factor, &operand)| SumTerm {
            factor,
            kind: match self.is_boolean(operand) {
                true => SumTermKind::Boolean(operand),
                false => SumTermKind::Word(operand),
            },
            interval: self.interval(operand),
            size: self.size(operand),
            width: self.only_width(operand),
        }));
        let plan = SumPlan::new(constant, terms, width, self.signature, self.cost);
        let sum = self.scaled(&plan, plan.full(), plan.scale(plan.full()).into(), width);
        if plan.is_negative(plan.full()) {
            let zero = self.number(0, width);
            return self.minus(zero, sum, width);
        }
        sum
    }

    /// Returns the width of a word; `None` if the word is available in both widths.
    fn only_width(&self, value: ValueId) -> Option<Width> {
        let program = self.builder.program();
        let width = program.width(value);
        let is_converted = program.instruction(value).operation == Operation::Truncate;
        (width > Width::I1 && !is_converted && program.constant(value).is_none()).then_some(width)
    }

    /// Returns the value of a set of terms times a factor of at least 1, as a word of this width.
    fn scaled(&mut self, plan: &SumPlan<'_>, set: TermSet, factor: u128, width: Width) -> ValueId {
        let value = if width > Width::I32 { plan.interval(set) } else { None };
        if plan.is_short(value, factor) && width > Width::I32 {
            let short = self.scaled(plan, set, factor, Width::I32);
            return self.at(short, width);
        }
        let own = if plan.is_short(value, 1) { Width::I32 } else { width };
        let Some((left, right)) = plan.split(set, own) else {
            return self.scaled_term(plan.first(set).kind, factor, width);
        };
        if let Some((condition, one, zero)) = plan.choice(left, right) {
            // The factor is below 2^64, and so are the constants.
            let by = if own == width { factor } else { 1 };
            let [one, zero] =
                [one, zero].map(|number| self.number(number.wrapping_mul(by.cast_signed()), own));
            let chosen = self.choose(condition, one, zero, own);
            return self.times(chosen, factor / by, width);
        }
        let whole = plan.scale(set);
        let [a, b] = [left, right]
            .map(|part| self.scaled(plan, part, (plan.scale(part) / whole).into(), own));
        let sum = match plan.is_negative(left) == plan.is_negative(right) {
            true => self.plus(a, b, own),
            false => self.minus(a, b, own),
        };
        self.times(sum, factor, width)
    }

    fn scaled_term(&mut self, term: SumTermKind, factor: u128, width: Width) -> ValueId {
        match term {
            SumTermKind::Word(value) => self.times(value, factor, width),
            SumTermKind::Boolean(value) => {
                let one = self.number(factor.cast_signed(), width);
                let zero = self.number(0, width);
                self.choose(value, one, zero, width)
            }
            SumTermKind::One => self.number(factor.cast_signed(), width),
        }
    }
}
