//! The composed form of a sum of weighted parities: words and digits of the index, diagonals, and a sum.
//!
//! A *word* is the longest sequence of adjacent bits: of a source, or of the weights of parities. Each word of the weights
//! is one map from the words of the sources, so the sum has few terms. `split` simplifies the code below and above these
//! maps on its own. The composition of the three parts is one candidate, so the cheapest program costs at most their sum.

use super::digits::DigitDag;
use super::maps::{Bits, MAX_BITS, ScaledMap, SourceBit, SourceTerm, SumForm, SumOfMaps};
use super::parities::{WeightedParities, WordParts};
use super::writer::{BitWriter, Regrouped, SourceMasks};
use crate::simplify::cost::CostModel;
use crate::simplify::integer::{IntegerDag, IntegerNode, IntegerOp, ProgramSignature, bits_of};
use crate::simplify::sum::MAX_TERMS;
use layout::StridedInterval;
use rustc_hash::FxHashMap;

/// A sum of weighted parities and digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::simplify) struct WordForm {
    pub(in crate::simplify) constant: i64,
    /// The weight of each parity, and its bits.
    pub(in crate::simplify) rows: Vec<(i64, Vec<SourceBit>)>,
    /// The factors of digits and of other nodes.
    pub(in crate::simplify) terms: Vec<(i64, SourceTerm)>,
    /// The interval of the sum.
    pub(in crate::simplify) interval: StridedInterval,
}

/// Returns the composed forms of the results of a DAG, with digits joined and apart. `known` has the bits of each node.
/// The list is empty if no result is a sum in which a bit is an exclusive or.
pub(super) fn composed(
    digits: &DigitDag,
    known: &[Option<Bits>],
    signature: &ProgramSignature,
    cost: CostModel,
) -> Vec<Regrouped> {
    if !known.iter().flatten().flatten().any(|set| set.len() > 1) {
        return Vec::new();
    }
    let mut dag = digits.dag.clone();
    let mut all: Vec<Vec<Option<WordForm>>> = Vec::new();
    for form in [SumForm::Digits, SumForm::Joined] {
        let roots = digits.dag.roots.iter();
        let forms: Vec<_> =
            roots.map(|&root| WordForm::from_root(digits, root, known, form)).collect();
        let extended =
            forms.iter().map(|it| it.as_ref().map(|it| it.extended(&mut dag, signature)));
        let extended = extended.collect();
        for forms in [forms, extended] {
            if !all.contains(&forms) {
                all.push(forms);
            }
        }
    }
    all.iter().filter_map(|forms| regrouped(&dag, forms, signature, cost)).collect()
}

/// A value, and the divisor of a quotient of it.
#[derive(PartialEq, Eq)]
struct QuotientOf {
    value: usize,
    divisor: i64,
}

/// Returns the value of which a node is a quotient.
fn quotient_of(dag: &IntegerDag, node: usize) -> QuotientOf {
    match dag.nodes[node].op {
        IntegerOp::Quotient(divisor) => QuotientOf { value: dag.nodes[node].operands[0], divisor },
        _ => QuotientOf { value: node, divisor: 1 },
    }
}

/// Returns the exponent of the greatest power of two that divides a length; `None` if it or the quotient is 1.
fn even_exponent(length: i64) -> Option<u32> {
    let is_even = length > 0 && length % 2 == 0 && length.count_ones() > 1;
    is_even.then(|| length.trailing_zeros())
}

impl WordForm {
    fn from_root(
        digits: &DigitDag,
        root: usize,
        known: &[Option<Bits>],
        form: SumForm,
    ) -> Option<WordForm> {
        let interval = digits.dag.intervals[root];
        let WordParts { constant, rows, terms } =
            WeightedParities::expanded(digits, root, known)?.rows(digits, form)?;
        Some(WordForm { constant, rows, terms, interval })
    }

    /// Returns the form in which words have the bits of adjacent digits of even length, if the weights are adjacent, too.
    fn extended(&self, dag: &mut IntegerDag, signature: &ProgramSignature) -> WordForm {
        let mut form = self.clone();
        for at in 0..form.terms.len() {
            if form.extend_down(at, dag, signature).is_none() {
                form.extend_up(at, dag);
            }
        }
        form
    }

    /// Returns `true` if a parity has this weight.
    fn has_weight(&self, weight: i64) -> bool {
        self.rows.iter().any(|row| row.0 == weight)
    }

    /// Moves the highest bits of a digit to the word above it. `None` if no word is above it, or its length is odd.
    fn extend_down(
        &mut self,
        at: usize,
        dag: &mut IntegerDag,
        signature: &ProgramSignature,
    ) -> Option<()> {
        let (factor, term) = self.terms[at];
        let modulus = term.modulus?;
        let count = even_exponent(modulus)?;
        let odd = modulus >> count;
        let weight = factor.checked_mul(modulus)?;
        if !self.has_weight(weight) {
            return None;
        }
        let QuotientOf { value, divisor } = quotient_of(dag, term.node);
        let divisor = divisor.checked_mul(1i64.checked_shl(term.shift)?)?;
        let end = QuotientOf { value, divisor: divisor.checked_mul(modulus)? };
        let above = self
            .rows
            .iter()
            .flat_map(|row| &row.1)
            .find(|bit| bit.1 == 0 && quotient_of(dag, bit.0) == end)?
            .0;
        let op = IntegerOp::Quotient(divisor.checked_mul(odd)?);
        let word = dag.push(op, vec![value], None, signature);
        for (_, set) in &mut self.rows {
            for bit in set.iter_mut().filter(|bit| bit.0 == above) {
                *bit = (word, bit.1 + count);
            }
            set.sort_unstable();
        }
        let lowest = factor.checked_mul(odd)?;
        self.rows.extend((0..count).map(|bit| (lowest << bit, vec![(word, bit)])));
        self.terms[at].1.modulus = Some(odd);
        Some(())
    }

    /// Moves the lowest bits of a digit to the word below it. `None` if no word is below it, or its length is odd.
    fn extend_up(&mut self, at: usize, dag: &IntegerDag) -> Option<()> {
        let (factor, term) = self.terms[at];
        let length = match term.modulus {
            Some(modulus) => modulus,
            None => i64::try_from((dag.intervals[term.node].high >> term.shift) + 1).ok()?,
        };
        let count = even_exponent(length)?;
        if factor % 2 != 0 || !self.has_weight(factor / 2) {
            return None;
        }
        let QuotientOf { value, divisor } = quotient_of(dag, term.node);
        let divisor = divisor.checked_mul(1i64.checked_shl(term.shift)?)?;
        let mut bits = self.rows.iter().flat_map(|row| &row.1);
        let &(below, last) = bits.find(|&&(node, bit)| {
            let own = quotient_of(dag, node);
            own.value == value && own.divisor.checked_mul(1 << (bit + 1)) == Some(divisor)
        })?;
        let above = factor.checked_mul(1 << count)?;
        let first = last + 1;
        self.rows.extend((0..count).map(|bit| (factor << bit, vec![(below, first + bit)])));
        let modulus = term.modulus.map(|_| length >> count);
        self.terms[at] = (above, SourceTerm { node: below, shift: first + count, modulus });
        Some(())
    }

    /// Returns the sum whose maps are those of its words. `words` has the word of each bit of a source. `None` if a map has
    /// too many bits, or the sum too many terms.
    fn sum(
        &self,
        dag: &mut IntegerDag,
        words: &FxHashMap<SourceBit, SourceBit>,
        signature: &ProgramSignature,
    ) -> Option<SumOfMaps> {
        let mut rows: Vec<&(i64, Vec<SourceBit>)> = self.rows.iter().collect();
        rows.sort_unstable();
        let mut maps: Vec<ScaledMap> = Vec::new();
        for (weight, set) in rows {
            let set = set.iter().map(|bit| words[bit]).collect();
            match maps.last_mut() {
                Some(map) if follows(map, *weight) => map.bits.push(set),
                _ => maps.push(ScaledMap { factor: *weight, bits: vec![set] }),
            }
        }
        let terms = self.terms.iter().map(|&(factor, term)| {
            let digit = pushed(dag, term, signature);
            (factor, SourceTerm::from_node(digit))
        });
        let terms: Vec<(i64, SourceTerm)> = terms.collect();
        let fits = maps.iter().all(|map| map.bits.len() <= MAX_BITS as usize);
        (fits && maps.len() + terms.len() <= MAX_TERMS).then_some(SumOfMaps {
            maps,
            constant: self.constant,
            terms,
            lowest: None,
        })
    }
}

/// Returns the DAG whose results are computed from words, with the maps between them; `None` if no result has a form.
/// `forms` has the form of each result that is such a sum.
pub(in crate::simplify) fn regrouped(
    base: &IntegerDag,
    forms: &[Option<WordForm>],
    signature: &ProgramSignature,
    cost: CostModel,
) -> Option<Regrouped> {
    let mut dag = base.clone();
    let rows = forms.iter().flatten().flat_map(|form| &form.rows);
    let words = words(&mut dag, rows.flat_map(|row| &row.1).copied().collect(), signature);
    let mut sums = Vec::new();
    for (number, form) in forms.iter().enumerate() {
        let Some(form) = form else { continue };
        let sum = form.sum(&mut dag, &words, signature)?;
        // The sum replaces this node.
        dag.roots[number] = dag.nodes.len();
        dag.nodes.push(IntegerNode { op: IntegerOp::Constant(0), operands: Vec::new() });
        dag.intervals.push(form.interval);
        sums.resize_with(dag.nodes.len() - 1, || None);
        sums.push(Some(sum));
    }
    sums.resize_with(dag.nodes.len(), || None);
    BitWriter::write(&dag, &sums, |_| SourceMasks::default(), signature, cost)
}

/// Returns `true` if a weight is that of the bit above the bits of a map.
fn follows(map: &ScaledMap, weight: i64) -> bool {
    let length = u32::try_from(map.bits.len()).ok();
    let next = length.and_then(|length| map.factor.checked_mul(1i64.checked_shl(length)?));
    next == Some(weight)
}

/// Appends the words of adjacent bits of each source. Returns the bit of a word that each bit is.
fn words(
    dag: &mut IntegerDag,
    mut bits: Vec<SourceBit>,
    signature: &ProgramSignature,
) -> FxHashMap<SourceBit, SourceBit> {
    bits.sort_unstable();
    bits.dedup();
    let mut words = FxHashMap::default();
    for word in bits.chunk_by(|a, b| a.0 == b.0 && a.1 + 1 == b.1) {
        let (node, shift) = word[0];
        let length = word.len() as u32;
        let is_last = shift + length >= bits_of(dag.intervals[node].high);
        let modulus = (!is_last).then_some(1 << length);
        let position = pushed(dag, SourceTerm { node, shift, modulus }, signature);
        words.extend(word.iter().zip(0..).map(|(&bit, at)| (bit, (position, at))));
    }
    words
}

/// Appends a digit, as a quotient of the value of which its node is a quotient. Returns its position.
fn pushed(dag: &mut IntegerDag, term: SourceTerm, signature: &ProgramSignature) -> usize {
    let mut value = term.node;
    let mut divisor = 1i64 << term.shift;
    if let IntegerOp::Quotient(by) = dag.nodes[value].op
        && let Some(product) = divisor.checked_mul(by)
    {
        (value, divisor) = (dag.nodes[value].operands[0], product);
    }
    if divisor > 1 {
        let known = dag.intervals[term.node].quotient(1 << term.shift);
        value = dag.push(IntegerOp::Quotient(divisor), vec![value], Some(known), signature);
    }
    match term.modulus {
        Some(modulus) => dag.push(IntegerOp::Remainder(modulus), vec![value], None, signature),
        None => value,
    }
}
