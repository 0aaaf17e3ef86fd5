//! The digits in mixed radix that quotients and remainders cut a value into.
//!
//! If the divisors of the quotients of a value divide each other, the value is a sum of digits between them, its *pieces*:
//! with x / 3 and x mod 24, the pieces of x are x mod 3, (x / 3) mod 8, and x / 24. Adjacent pieces whose lengths are
//! powers of two are one piece. Bits are those of the quotient where a piece begins, so that all pieces and quotients of a
//! value have common sources.

use super::maps::MAX_BITS;
use crate::simplify::integer::{IntegerDag, IntegerOp, ProgramSignature, bits_of, exponent_of};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A range of digits of a value: `(value / divisor) mod (end / divisor)`, or `value / divisor` without an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SourceDigits {
    /// The node of the value.
    pub(super) value: usize,
    pub(super) divisor: i64,
    pub(super) end: Option<i64>,
}

/// A piece of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct DigitPiece {
    pub(super) divisor: i64,
    pub(super) end: Option<i64>,
    /// The node of the quotient of the value by the divisor.
    pub(super) quotient: usize,
    /// The number of bits of the piece if they are bits of the quotient; `None` for a digit whose length is not a power of
    /// two.
    pub(super) bits: Option<u32>,
}

/// A DAG in which the quotients of a value are quotients of its pieces.
pub(super) struct DigitDag {
    pub(super) dag: IntegerDag,
    /// The digits that a node is; `None` for a node that is neither a quotient nor a remainder.
    spans: Vec<Option<SourceDigits>>,
    /// The pieces of each value that has two or more, from the lowest.
    pieces: FxHashMap<usize, Vec<DigitPiece>>,
}

impl DigitDag {
    /// Returns the DAG with the pieces of each value.
    pub(super) fn from_integer_dag(old: &IntegerDag, signature: &ProgramSignature) -> DigitDag {
        let spans = spans(old);
        let cuts = cuts(old, &spans);
        let mut new = DigitDag {
            dag: IntegerDag::default(),
            spans: Vec::with_capacity(old.nodes.len()),
            pieces: FxHashMap::default(),
        };
        let mut positions: Vec<usize> = Vec::with_capacity(old.nodes.len());
        for (n, node) in old.nodes.iter().enumerate() {
            // A quotient that is always 0 is not between digits.
            let cut_span = spans[n].filter(|span| {
                cuts.get(&span.value).is_some_and(|cuts| cuts.contains(&span.divisor))
            });
            let position = match cut_span {
                Some(span) => {
                    let span = SourceDigits { value: positions[span.value], ..span };
                    new.push_span(span, signature)
                }
                None => {
                    let operands = node.operands.iter().map(|&it| positions[it]).collect();
                    new.push(node.op.clone(), operands, None, signature)
                }
            };
            let known = old.intervals[n];
            let interval = &mut new.dag.intervals[position];
            *interval = interval.meet(known).unwrap_or(*interval);
            positions.push(position);
            if let Some(cuts) = cuts.get(&n) {
                new.add_pieces(position, cuts, signature);
            }
        }
        new.dag.roots = old.roots.iter().map(|&root| positions[root]).collect();
        new
    }

    /// Returns the digits that a node is, if its value has pieces. The value itself is all its digits.
    pub(super) fn span(&self, node: usize) -> Option<SourceDigits> {
        let span = self.spans[node].unwrap_or(SourceDigits::all(node));
        self.pieces.contains_key(&span.value).then_some(span)
    }

    /// Returns the pieces of a value, from the lowest.
    pub(super) fn pieces(&self, value: usize) -> &[DigitPiece] {
        self.pieces.get(&value).map_or(&[], Vec::as_slice)
    }

    /// Returns the bit of a source at which its highest digit begins: the greatest power of two by which the program divides
    /// it, or 0 if there is none.
    pub(super) fn highest_cut(&self, source: usize) -> u32 {
        let span = self.span(source).unwrap_or(SourceDigits::all(source));
        let SourceDigits { value, divisor, .. } = span;
        let spans = self.spans.iter().flatten().filter(|span| span.value == value);
        let cuts = spans.flat_map(|span| [Some(span.divisor), span.end]).flatten();
        let cuts = cuts.filter(|cut| cut % divisor == 0).map(|cut| cut / divisor);
        cuts.filter(|cut| cut.count_ones() == 1).map(i64::trailing_zeros).max().unwrap_or(0)
    }

    fn push(
        &mut self,
        op: IntegerOp,
        operands: Vec<usize>,
        span: Option<SourceDigits>,
        signature: &ProgramSignature,
    ) -> usize {
        self.spans.push(span);
        self.dag.push(op, operands, None, signature)
    }

    /// Adds the pieces of a value between these divisors.
    fn add_pieces(&mut self, value: usize, cuts: &[i64], signature: &ProgramSignature) {
        let mut pieces: Vec<DigitPiece> = Vec::new();
        let ends = cuts.iter().copied().map(Some).skip(1).chain([None]);
        for (&divisor, end) in cuts.iter().zip(ends) {
            let bits = match end {
                Some(end) => exponent_of(end / divisor),
                None => Some(0),
            };
            if let Some(last) = pieces.last_mut()
                && let Some(more) = bits
                && let Some(own) = last.bits
            {
                (last.end, last.bits) = (end, Some(own + more));
                continue;
            }
            let quotient = match divisor {
                1 => value,
                _ => {
                    let span = SourceDigits { value, divisor, end: None };
                    let op = IntegerOp::Quotient(divisor);
                    self.push(op, vec![value], Some(span), signature)
                }
            };
            pieces.push(DigitPiece { divisor, end, quotient, bits });
        }
        if let Some(last) = pieces.last_mut() {
            last.bits = Some(bits_of(self.dag.intervals[last.quotient].high));
        }
        self.pieces.insert(value, pieces);
    }

    /// Writes digits of a value with pieces, as digits of the piece in which they begin.
    fn push_span(&mut self, span: SourceDigits, signature: &ProgramSignature) -> usize {
        let pieces = self.pieces(span.value);
        let first = pieces.iter().rev().find(|piece| piece.divisor <= span.divisor);
        let first = *first.expect("the first piece begins at 1");
        let mut node = first.quotient;
        if span.divisor > first.divisor {
            let op = IntegerOp::Quotient(span.divisor / first.divisor);
            let quotient = SourceDigits { end: None, ..span };
            node = self.push(op, vec![node], Some(quotient), signature);
        }
        match span.end {
            Some(end) => {
                let op = IntegerOp::Remainder(end / span.divisor);
                self.push(op, vec![node], Some(span), signature)
            }
            None => node,
        }
    }
}

/// Returns the digits that each quotient or remainder is. They are digits of a value that is neither.
fn spans(dag: &IntegerDag) -> Vec<Option<SourceDigits>> {
    let mut spans: Vec<Option<SourceDigits>> = Vec::with_capacity(dag.nodes.len());
    for node in &dag.nodes {
        let value = node.operands.first().filter(|&&value| dag.intervals[value].low >= 0);
        let inner = value.map(|&value| spans[value].unwrap_or(SourceDigits::all(value)));
        spans.push(match node.op {
            IntegerOp::Quotient(by) => inner.and_then(|it| it.divided(by)),
            IntegerOp::Remainder(by) => inner.and_then(|it| it.remainder(by)),
            _ => None,
        });
    }
    spans
}

impl SourceDigits {
    /// Returns all digits of a value.
    fn all(value: usize) -> SourceDigits {
        SourceDigits { value, divisor: 1, end: None }
    }

    /// Returns the quotient by a constant; `None` if the span does not end between digits of it.
    fn divided(self, by: i64) -> Option<SourceDigits> {
        let divisor = self.divisor.checked_mul(by)?;
        let fits = self.end.is_none_or(|end| end > divisor && end % divisor == 0);
        fits.then_some(SourceDigits { divisor, ..self })
    }

    /// Returns the remainder by a constant; `None` if the span does not end between digits of it.
    fn remainder(self, by: i64) -> Option<SourceDigits> {
        let end = self.divisor.checked_mul(by)?;
        let fits = self.end.is_none_or(|own| own >= end && own % end == 0);
        fits.then_some(SourceDigits { end: Some(end), ..self })
    }
}

/// Returns, for each value, 1 and all divisors between its digits in ascending order. They divide each other, and
/// the value has at most [`MAX_BITS`] bits.
fn cuts(dag: &IntegerDag, spans: &[Option<SourceDigits>]) -> FxHashMap<usize, Vec<i64>> {
    let mut cuts: FxHashMap<usize, BTreeSet<i64>> = FxHashMap::default();
    for span in spans.iter().flatten() {
        let own = cuts.entry(span.value).or_insert_with(|| BTreeSet::from([1]));
        own.extend([Some(span.divisor), span.end].into_iter().flatten());
    }
    let cuts = cuts.into_iter().map(|(value, cuts)| {
        let high = dag.intervals[value].high;
        let cuts: Vec<i64> = cuts.into_iter().filter(|&cut| i128::from(cut) <= high).collect();
        (value, cuts)
    });
    let cuts = cuts.filter(|(value, cuts)| {
        cuts.len() > 1
            && (bits_of(dag.intervals[*value].high) <= MAX_BITS)
            && cuts.windows(2).all(|pair| pair[1] % pair[0] == 0)
    });
    cuts.collect()
}
