//! Sums of weighted parities: the normal form of a sum over the bits and the other digits of its operands.
//!
//! A *parity* is the exclusive or of a set of bits. Parities of different sets are linearly independent functions, so the
//! weights of a parity in all terms of a sum are added, and terms that cancel each other vanish, as in
//! `x - 3*y + 3*(y ^ z)` with y = x / 3. Digits that keep their distance are joined again: they are one quotient or
//! remainder.

use super::digits::{DigitDag, DigitPiece, SourceDigits};
use super::maps::{Bits, MAX_BITS, ScaledMap, SourceBit, SourceTerm, SumForm, SumOfMaps};
use crate::simplify::integer::{IntegerOp, bits_of};
use crate::simplify::sum::MAX_TERMS;
use std::collections::{BTreeMap, BTreeSet};

const MAX_PARITIES: usize = crate::limits::PARITIES as usize;

/// A sum of weighted parities, digits, and other nodes.
#[derive(Clone, Default)]
pub(super) struct WeightedParities {
    constant: i64,
    parities: BTreeMap<Vec<SourceBit>, i64>,
    /// The factors of digits whose length is not a power of two, by value and divisor.
    digits: BTreeMap<(usize, i64), i64>,
    others: BTreeMap<usize, i64>,
    /// The values whose digits the sum has.
    values: Vec<usize>,
}

/// Returns the maps and other terms of a sum in which a bit is an exclusive or; `None` for other nodes and sums, and if a
/// factor overflows. `known` has the bits of the operands.
pub(super) fn normalized(
    digits: &DigitDag,
    n: usize,
    known: &[Option<Bits>],
    form: SumForm,
) -> Option<SumOfMaps> {
    let mut sum = WeightedParities::from_node(digits, n, known)?;
    let mut whole = SumOfMaps { constant: sum.constant, ..SumOfMaps::default() };
    if form == SumForm::InPlace {
        for value in sum.values.clone() {
            sum.take_in_place(digits, value, &mut whole, digits.dag.intervals[n].low >= 0)?;
        }
    }
    let runs = sum.take_runs(digits, form)?;
    sum.add_maps(digits, runs, &mut whole);
    let whole = whole.without_plain_maps(&digits.dag);
    let fits = whole.all_maps().all(|map| map.bits.len() <= MAX_BITS as usize);
    (fits && whole.terms.len() + whole.maps.len() <= MAX_TERMS).then_some(whole)
}

/// Returns `true` if a sum has a form that may differ from its other forms.
pub(super) fn has_form(digits: &DigitDag, n: usize, known: &[Option<Bits>], form: SumForm) -> bool {
    let Some(mut sum) = WeightedParities::from_node(digits, n, known) else { return false };
    match form {
        SumForm::InPlace => sum.values.iter().any(|&value| {
            digit_positions(digits, value).is_some_and(|it| sum.in_place(&it).is_some())
        }),
        SumForm::Joined | SumForm::Digits => {
            let joined = sum.clone().take_runs(digits, SumForm::Joined);
            joined != sum.take_runs(digits, SumForm::Digits)
        }
    }
}

/// Adds to the factor of a term; removes the term if its factor becomes 0.
fn add_to<K: Ord>(terms: &mut BTreeMap<K, i64>, key: K, factor: i64) -> Option<()> {
    let sum = terms.get(&key).copied().unwrap_or(0).checked_add(factor)?;
    match sum {
        0 => drop(terms.remove(&key)),
        _ => drop(terms.insert(key, sum)),
    }
    Some(())
}

/// A digit of a value, in a list from the lowest: a bit, or a digit whose length is not a power of two.
#[derive(Clone, Copy)]
struct DigitPosition {
    /// The node of the value.
    value: usize,
    piece: DigitPiece,
    divisor: i64,
    /// The bit of the piece's quotient; `None` if the digit is the whole piece.
    bit: Option<u32>,
    /// The ratio of the next place's divisor to this one.
    length: i64,
}

/// Returns all places of a value; `None` if a divisor overflows.
fn digit_positions(digits: &DigitDag, value: usize) -> Option<Vec<DigitPosition>> {
    let mut places = Vec::new();
    for &piece in digits.pieces(value) {
        let divisor = piece.divisor;
        let Some(bits) = piece.bits else {
            let length = piece.end? / divisor;
            places.push(DigitPosition { value, piece, divisor, bit: None, length });
            continue;
        };
        for bit in 0..bits {
            let divisor = divisor.checked_mul(1i64.checked_shl(bit)?)?;
            places.push(DigitPosition { value, piece, divisor, bit: Some(bit), length: 2 });
        }
    }
    Some(places)
}

/// A sum of weighted parities, as its constant and its terms.
pub(super) struct WordParts {
    pub(super) constant: i64,
    /// The weight of each parity, and its bits.
    pub(super) rows: Vec<(i64, Vec<SourceBit>)>,
    /// The factors of digits and of other nodes.
    pub(super) terms: Vec<(i64, SourceTerm)>,
}

impl WeightedParities {
    /// Returns the normal form of a sum in which a bit is an exclusive or.
    fn from_node(digits: &DigitDag, n: usize, known: &[Option<Bits>]) -> Option<WeightedParities> {
        let node = &digits.dag.nodes[n];
        let IntegerOp::Linear(constant, factors) = &node.op else { return None };
        let mut sum = WeightedParities { constant: *constant, ..WeightedParities::default() };
        for (&factor, &operand) in factors.iter().zip(&node.operands) {
            sum.add(digits, factor, operand, known)?;
        }
        sum.with_xor()
    }

    /// Returns the sum if a bit is an exclusive or, and there are not too many parities.
    fn with_xor(self) -> Option<WeightedParities> {
        let has_xor = self.parities.keys().any(|set| set.len() > 1);
        (has_xor && self.parities.len() <= MAX_PARITIES).then_some(self)
    }

    /// Returns the normal form of a node in which a bit is an exclusive or. The terms of its sums are added, too, and a term
    /// that is not a sum is a sum of its bits.
    pub(super) fn expanded(
        digits: &DigitDag,
        root: usize,
        known: &[Option<Bits>],
    ) -> Option<WeightedParities> {
        let dag = &digits.dag;
        let mut sum = WeightedParities::default();
        let mut open = BTreeMap::from([(root, 1i64)]);
        while let Some((n, factor)) = open.pop_last() {
            if let IntegerOp::Linear(constant, factors) = &dag.nodes[n].op
                && digits.span(n).is_none()
            {
                sum.constant = sum.constant.checked_add(factor.checked_mul(*constant)?)?;
                for (own, &operand) in factors.iter().zip(&dag.nodes[n].operands) {
                    add_to(&mut open, operand, factor.checked_mul(*own)?)?;
                }
                continue;
            }
            sum.add(digits, factor, n, known)?;
            let Some(factor) = sum.others.remove(&n) else { continue };
            let interval = dag.intervals[n];
            let is_boolean = dag.nodes[n].op.is_boolean();
            let length = bits_of(interval.high);
            if interval.low < 0 || length > MAX_BITS || is_boolean {
                sum.others.insert(n, factor);
                continue;
            }
            for bit in 0..length {
                add_to(&mut sum.parities, vec![(n, bit)], factor.checked_mul(1 << bit)?)?;
            }
        }
        sum.with_xor()
    }

    /// Returns the constant, the weighted parities, and the other terms. The highest digit of a source is a term if its length
    /// is not a power of two and no other parity has a bit of it. `None` if a factor overflows.
    pub(super) fn rows(mut self, digits: &DigitDag, form: SumForm) -> Option<WordParts> {
        let mut terms = self.take_runs(digits, form)?;
        let sources: BTreeSet<usize> = self.parities.keys().flatten().map(|bit| bit.0).collect();
        terms.extend(sources.into_iter().filter_map(|it| self.take_highest(digits, it, form)));
        terms.extend(
            self.others.into_iter().map(|(node, factor)| (factor, SourceTerm::from_node(node))),
        );
        let rows = self.parities.into_iter().map(|(set, weight)| (weight, set)).collect();
        Some(WordParts { constant: self.constant, rows, terms })
    }

    /// Removes the highest digit of a source, and returns its factor and its term; `None` if its length is a power of two, or
    /// its bits have other weights. Apart from other digits, it begins where the program cuts the value.
    fn take_highest(
        &mut self,
        digits: &DigitDag,
        node: usize,
        form: SumForm,
    ) -> Option<(i64, SourceTerm)> {
        let high = digits.dag.intervals[node].high;
        let last = bits_of(high).checked_sub(1)?;
        if (high + 1) & high == 0 {
            return None;
        }
        let mut first = last;
        let mut factor = self.weight_alone((node, last))?;
        let begin = if form == SumForm::Digits { digits.highest_cut(node) } else { 0 };
        while first > begin
            && let Some(below) = self.weight_alone((node, first - 1))
            && below.checked_mul(2) == Some(factor)
        {
            (first, factor) = (first - 1, below);
        }
        for bit in first..=last {
            self.parities.remove(&vec![(node, bit)]);
        }
        Some((factor, SourceTerm { node, shift: first, modulus: None }))
    }

    /// Returns the weight of a bit; `None` if it has none, or is part of an exclusive or.
    fn weight_alone(&self, bit: SourceBit) -> Option<i64> {
        let mut sets = self.parities.keys().filter(|set| set.contains(&bit));
        sets.all(|set| set.len() == 1).then(|| self.parities.get(&vec![bit]).copied())?
    }

    /// Adds a term. `None` if a factor overflows.
    fn add(
        &mut self,
        digits: &DigitDag,
        factor: i64,
        operand: usize,
        known: &[Option<Bits>],
    ) -> Option<()> {
        // A value whose bits are those of other values is not a source.
        fn is_source(known: &[Option<Bits>], node: usize) -> bool {
            let bits = known[node].as_ref();
            bits.is_none_or(|bits| bits.iter().flatten().any(|bit| bit.0 == node))
        }
        if let Some(span) = digits.span(operand).filter(|span| is_source(known, span.value)) {
            return self.add_digits(digits, factor, span);
        }
        let Some(bits) = known[operand].as_ref().filter(|_| !is_source(known, operand)) else {
            return add_to(&mut self.others, operand, factor);
        };
        for (at, set) in (0..).zip(bits).filter(|(_, set)| !set.is_empty()) {
            let weight = factor.checked_mul(1i64.checked_shl(at)?)?;
            add_to(&mut self.parities, set.clone(), weight)?;
        }
        Some(())
    }

    fn add_digits(&mut self, digits: &DigitDag, factor: i64, span: SourceDigits) -> Option<()> {
        if !self.values.contains(&span.value) {
            self.values.push(span.value);
        }
        for place in digit_positions(digits, span.value)?.into_iter().filter(|place| {
            place.divisor >= span.divisor && span.end.is_none_or(|end| place.divisor < end)
        }) {
            let weight = factor.checked_mul(place.divisor / span.divisor)?;
            match place.bit {
                Some(bit) => {
                    add_to(&mut self.parities, vec![(place.piece.quotient, bit)], weight)?;
                }
                None => add_to(&mut self.digits, (span.value, place.divisor), weight)?,
            }
        }
        Some(())
    }

    /// Removes sequences of digits that keep their distance, and returns them as factors and terms. A sequence within the
    /// bits of one piece is not removed. `None` if a factor overflows.
    fn take_runs(&mut self, digits: &DigitDag, form: SumForm) -> Option<Vec<(i64, SourceTerm)>> {
        let mut runs = Vec::new();
        for value in self.values.clone() {
            let places = digit_positions(digits, value)?;
            let mut at = 0;
            while at < places.len() {
                let first = self.weight(value, places[at]);
                let mut end = at + 1;
                let mut weight = first;
                while end < places.len() && form != SumForm::Digits {
                    weight = weight.checked_mul(places[end - 1].length)?;
                    if first == 0 || self.weight(value, places[end]) != weight {
                        break;
                    }
                    end += 1;
                }
                let run = whole_pieces(&places, at..end);
                let is_run = run.iter().any(|place| place.piece.divisor != run[0].piece.divisor)
                    || run.first().is_some_and(|place| place.bit.is_none());
                if first != 0 && is_run {
                    run.iter().for_each(|place| self.remove(value, *place));
                    let factor = first.checked_mul(run[0].divisor / places[at].divisor)?;
                    let last = run.last().filter(|last| !is_top(&places, last));
                    let end = last.map(|last| last.divisor * last.length);
                    let modulus = end.map(|end| end / run[0].divisor);
                    let node = run[0].piece.quotient;
                    let shift = run[0].bit.unwrap_or(0);
                    runs.push((factor, SourceTerm { node, shift, modulus }));
                }
                at = end;
            }
        }
        Some(runs)
    }

    fn weight(&self, value: usize, place: DigitPosition) -> i64 {
        let weight = match place.bit {
            Some(bit) => self.parities.get(&vec![(place.piece.quotient, bit)]),
            None => self.digits.get(&(value, place.divisor)),
        };
        weight.copied().unwrap_or(0)
    }

    fn remove(&mut self, value: usize, place: DigitPosition) {
        match place.bit {
            Some(bit) => self.parities.remove(&vec![(place.piece.quotient, bit)]),
            None => self.digits.remove(&(value, place.divisor)),
        };
    }

    /// Adds the maps of the parities and the other terms to a sum. A run whose digits are bits is part of a map if the map
    /// has its factor and its bits are free.
    fn add_maps(self, digits: &DigitDag, runs: Vec<(i64, SourceTerm)>, sum: &mut SumOfMaps) {
        let parities = self.parities.into_iter().map(|(set, weight)| (weight, vec![set]));
        sum.add_parities(parities.collect());
        for (factor, term) in runs {
            let field = term.bits(&digits.dag);
            if !field.is_some_and(|field| sum.add_to_map(factor, &field)) {
                sum.terms.push((factor, term));
            }
        }
        sum.terms.extend(
            self.others.into_iter().map(|(node, factor)| (factor, SourceTerm::from_node(node))),
        );
    }

    /// Returns the parity of each place, if the sum is a multiple of a value in which exclusive ors with other bits change
    /// bits, and that multiple. `None` for other sums. The parity of a digit that is not a bit is empty.
    fn in_place(&self, places: &[DigitPosition]) -> Option<(i64, Vec<Vec<SourceBit>>)> {
        let first = places.first()?;
        fn is_of(place: &DigitPosition, set: &[SourceBit]) -> bool {
            place.bit.is_some_and(|bit| set.contains(&(place.piece.quotient, bit)))
        }
        let factors: Vec<i64> = match first.bit {
            None => vec![self.weight(first.value, *first)],
            Some(_) => {
                let sets = self.parities.iter().filter(|(set, _)| is_of(first, set));
                sets.map(|(_, &weight)| weight).collect()
            }
        };
        factors.into_iter().filter(|&factor| factor != 0).find_map(|factor| {
            let sets = places.iter().map(|place| {
                let weight = factor.checked_mul(place.divisor)?;
                match place.bit {
                    None => (self.weight(place.value, *place) == weight).then(Vec::new),
                    Some(_) => {
                        let mut sets = self.parities.iter();
                        let own = sets.find(|(set, own)| **own == weight && is_of(place, set));
                        own.map(|(set, _)| set.clone())
                    }
                }
            });
            let sets = sets.collect::<Option<Vec<_>>>()?;
            sets.iter().any(|set| set.len() > 1).then_some((factor, sets))
        })
    }

    /// Moves the digits of a value that keep their places to a sum: a multiple of the value, and for each piece whose bits
    /// change, the difference. `None` if a factor overflows.
    fn take_in_place(
        &mut self,
        digits: &DigitDag,
        value: usize,
        sum: &mut SumOfMaps,
        is_word: bool,
    ) -> Option<()> {
        let places = digit_positions(digits, value)?;
        let Some((factor, sets)) = self.in_place(&places) else { return Some(()) };
        for (place, set) in places.iter().zip(&sets) {
            match place.bit {
                Some(_) => drop(self.parities.remove(set)),
                None => self.remove(value, *place),
            }
        }
        sum.terms.push((factor, SourceTerm::from_node(value)));
        let mut at = 0;
        for &piece in digits.pieces(value) {
            let count = piece.bits.map_or(1, |bits| bits as usize);
            let own = &sets[at..at + count];
            at += count;
            if piece.bits.is_none() || own.iter().all(|set| set.len() == 1) {
                continue;
            }
            let scale = factor.checked_mul(piece.divisor)?;
            let end = piece.end.and_then(|end| factor.checked_mul(end));
            if is_word
                && sum.lowest.is_none()
                && scale > 0
                && end.is_some_and(|end| self.is_above(scale, end))
            {
                let shift = scale.trailing_zeros();
                let others = (0..).zip(own).map(|(bit, set)| {
                    let other = set.iter().filter(|it| **it != (piece.quotient, bit));
                    other.copied().collect::<Vec<SourceBit>>()
                });
                let bits = vec![Vec::new(); shift as usize].into_iter().chain(others).collect();
                sum.lowest = Some(ScaledMap { factor: 1, bits });
                continue;
            }
            sum.maps.push(ScaledMap { factor: scale, bits: own.to_vec() });
            let modulus = piece.end.map(|end| end / piece.divisor);
            let term = SourceTerm { node: piece.quotient, shift: 0, modulus };
            sum.terms.push((scale.checked_neg()?, term));
        }
        Some(())
    }

    /// Returns `true` if the bits from a weight, a power of two, to an end are those of one digit: all other terms are
    /// multiples of the end.
    fn is_above(&self, weight: i64, end: i64) -> bool {
        let mut weights = self.parities.values().chain(self.digits.values());
        let has_others = !self.others.is_empty();
        weight.count_ones() == 1
            && !has_others
            && self.values.len() == 1
            && self.constant % end == 0
            && weights.all(|weight| weight % end == 0)
    }
}

/// Returns the places of a range without pieces that are in it in part, unless it has all upper places.
fn whole_pieces(places: &[DigitPosition], range: std::ops::Range<usize>) -> &[DigitPosition] {
    if range.end == places.len() {
        return &places[range];
    }
    fn is_cut(places: &[DigitPosition], at: usize) -> bool {
        at > 0 && at < places.len() && places[at - 1].piece.divisor == places[at].piece.divisor
    }
    let mut first = range.start;
    let mut end = range.end;
    while first < end && is_cut(places, first) {
        first += 1;
    }
    while end > first && is_cut(places, end) {
        end -= 1;
    }
    &places[first..end]
}

fn is_top(places: &[DigitPosition], place: &DigitPosition) -> bool {
    places.last().is_some_and(|last| last.divisor == place.divisor)
}
