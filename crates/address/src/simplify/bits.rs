//! Sums of single bits, such as Z-order (Morton) offsets: each bit of the result is an exclusive or of bits of other
//! values.
//!
//! The bits of a sum are *moves*: a bit of a value, and its position in the result. Moves are computed in one of two
//! forms:
//! - *Diagonals*: all bits of a value that move by the same distance are one mask and one shift. This form always exists.
//! - A *network* (`network`): the bits of one or two values move by powers of two, many bits in each step. Two values are
//!   joined in one word, and their bits move at once.
//!
//! The cheapest combination replaces the sum. Selection then compares it with the other candidates.

use super::integer::{IntegerDag, IntegerOp, ProgramSignature, bits_of};
use super::network::{BitMove, Network, NetworkStep};
use crate::operation::WordOp;
use layout::StridedInterval;

/// The maximum number of bits of a result.
const MAX_BITS: u32 = 32;

/// The maximum number of sources of a bit: a bit of more is a source of its own.
const MAX_SOURCES: usize = 32;

/// The least number of distances of a sum that is replaced: fewer shifts and masks cannot be improved.
const LEAST_DISTANCES: usize = 3;

/// A source of a bit: a node of the DAG, and the position of the bit in it.
type SourceBit = (usize, u32);

/// The bits of a value, from the lowest: the sources whose exclusive or is the bit.
type Bits = Vec<Vec<SourceBit>>;

/// Returns the DAG in which sums of many single bits are replaced; `None` if it has no such sum.
pub(super) fn regrouped(dag: &IntegerDag, signature: &ProgramSignature) -> Option<IntegerDag> {
    let mut writer = BitWriter { dag: IntegerDag::default(), signature };
    let mut positions: Vec<usize> = Vec::with_capacity(dag.nodes.len());
    let mut known: Vec<Option<Bits>> = Vec::with_capacity(dag.nodes.len());
    let mut is_changed = false;
    for (n, node) in dag.nodes.iter().enumerate() {
        let sum = decomposed_sum(dag, n, &known);
        known.push(bits_of_node(dag, n, sum.as_ref(), &known));
        let position = match sum.filter(|(bits, _)| has_many_distances(bits)) {
            Some((bits, rest)) => {
                is_changed = true;
                writer.sum_of_bits(dag, &bits, &rest, n, &positions)
            }
            None => {
                let operands = node.operands.iter().map(|&it| positions[it]).collect();
                let known = Some(dag.intervals[n]);
                writer.dag.push(node.op.clone(), operands, known, signature)
            }
        };
        positions.push(position);
    }
    writer.dag.roots = dag.roots.iter().map(|&root| positions[root]).collect();
    is_changed.then_some(writer.dag)
}

/// The terms of a sum that are not bits: a constant, and factors of nodes.
struct RestOfSum {
    constant: i64,
    terms: Vec<(i64, usize)>,
}

/// Returns the bits of the terms of a sum whose multiples do not overlap each other, and the other terms. `None` if the node is not a sum. `known` has the bits of the operands.
fn decomposed_sum(dag: &IntegerDag, n: usize, known: &[Option<Bits>]) -> Option<(Bits, RestOfSum)> {
    let IntegerOp::Linear(constant, factors) = &dag.nodes[n].op else { return None };
    let mut bits: Bits = Vec::new();
    let mut rest = RestOfSum { constant: *constant, terms: Vec::new() };
    for (&factor, &operand) in factors.iter().zip(&dag.nodes[n].operands) {
        let field = u64::try_from(factor).ok().zip(known[operand].as_ref());
        match field.and_then(|(factor, field)| with_multiple(&bits, field, factor)) {
            Some(more) => bits = more,
            None => rest.terms.push((factor, operand)),
        }
    }
    Some((bits, rest))
}

/// Returns `true` if the bits of one source move by so many distances that a network may save operations.
fn has_many_distances(bits: &Bits) -> bool {
    let moves = moves(bits);
    let mut distances: Vec<(usize, i64)> =
        moves.iter().map(|(source, it)| (*source, i64::from(it.to) - i64::from(it.from))).collect();
    distances.sort_unstable();
    distances.dedup();
    distances.chunk_by(|a, b| a.0 == b.0).any(|own| own.len() >= LEAST_DISTANCES)
}

/// Returns the bits with the multiple of a field: a copy for each bit of the factor, shifted to the left. `None` if the
/// copies overlap each other or other bits, or are too many.
fn with_multiple(bits: &Bits, field: &Bits, factor: u64) -> Option<Bits> {
    let mut all = bits.clone();
    let shifts = (0..u64::BITS).filter(|shift| factor >> shift & 1 == 1);
    shifts.into_iter().all(|shift| add_field(&mut all, field, shift)).then_some(all)
}

/// Adds the bits of a field, shifted to the left. Returns `false`, without a change, if they overlap other bits or are
/// too many.
fn add_field(bits: &mut Bits, field: &Bits, shift: u32) -> bool {
    let start = shift as usize;
    let is_free = |(n, bit): (usize, &Vec<SourceBit>)| {
        bit.is_empty() || bits.get(start + n).is_none_or(Vec::is_empty)
    };
    if start + field.len() > MAX_BITS as usize || !field.iter().enumerate().all(is_free) {
        return false;
    }
    bits.resize(bits.len().max(start + field.len()), Vec::new());
    for (n, bit) in field.iter().enumerate().filter(|(_, bit)| !bit.is_empty()) {
        bits[start + n].clone_from(bit);
    }
    true
}

/// Returns the bits of a node; `None` if it is a boolean, may be negative, or has too many bits. `sum` is its
/// decomposition if it is a sum, and `known` has the bits of its operands.
fn bits_of_node(
    dag: &IntegerDag,
    n: usize,
    sum: Option<&(Bits, RestOfSum)>,
    known: &[Option<Bits>],
) -> Option<Bits> {
    let (node, interval) = (&dag.nodes[n], dag.intervals[n]);
    if interval.low < 0 || bits_of(interval.high) > MAX_BITS || node.op.is_boolean() {
        return None;
    }
    let inner = |at: usize| known[node.operands[at]].as_ref();
    let power = |divisor: i64| (divisor & (divisor - 1) == 0).then(|| divisor.trailing_zeros());
    let derived: Option<Bits> = match &node.op {
        IntegerOp::Quotient(divisor) => power(*divisor)
            .zip(inner(0))
            .map(|(shift, bits)| bits.iter().skip(shift as usize).cloned().collect()),
        IntegerOp::Remainder(divisor) => power(*divisor)
            .zip(inner(0))
            .map(|(length, bits)| bits.iter().take(length as usize).cloned().collect()),
        IntegerOp::Mask(mask) => inner(0).map(|bits| {
            let is_kept = |n: usize| mask >> n.min(63) & 1 == 1;
            let bits = bits.iter().enumerate();
            bits.map(|(n, bit)| if is_kept(n) { bit.clone() } else { Vec::new() }).collect()
        }),
        IntegerOp::Word(WordOp::Xor) => inner(0).zip(inner(1)).map(|(a, b)| exclusive_or(a, b)),
        IntegerOp::Linear(..) => sum
            .filter(|(_, rest)| rest.constant == 0 && rest.terms.is_empty())
            .map(|(bits, _)| bits.clone()),
        _ => None,
    };
    let length = bits_of(interval.high);
    let is_short = |bits: &Bits| bits.iter().all(|bit| bit.len() <= MAX_SOURCES);
    let own = || (0..length).map(|bit| vec![(n, bit)]).collect();
    Some(derived.filter(is_short).unwrap_or_else(own))
}

fn exclusive_or(a: &Bits, b: &Bits) -> Bits {
    let mut bits = a.clone();
    bits.resize(a.len().max(b.len()), Vec::new());
    for (bit, other) in bits.iter_mut().zip(b) {
        for &source in other {
            match bit.iter().position(|&known| known == source) {
                Some(at) => drop(bit.swap_remove(at)),
                None => bit.push(source),
            }
        }
        bit.sort_unstable();
    }
    bits
}

/// Returns the moves of all bits, each with its source.
fn moves(bits: &Bits) -> Vec<(usize, BitMove)> {
    let bits = (0..).zip(bits);
    let moves = bits.flat_map(|(to, all)| {
        all.iter().map(move |&(source, from)| (source, BitMove { from, to }))
    });
    moves.collect()
}

/// A writer of the new DAG.
struct BitWriter<'s> {
    dag: IntegerDag,
    signature: &'s ProgramSignature,
}

impl BitWriter<'_> {
    fn push(&mut self, op: IntegerOp, operands: Vec<usize>) -> usize {
        self.dag.push(op, operands, None, self.signature)
    }

    /// Writes the sum of bits and of the rest, and returns its position.
    fn sum_of_bits(
        &mut self,
        old: &IntegerDag,
        bits: &Bits,
        rest: &RestOfSum,
        n: usize,
        positions: &[usize],
    ) -> usize {
        let value = self.value_of_bits(old, bits, positions);
        if rest.terms.is_empty() && rest.constant == 0 {
            return value;
        }
        let terms = rest.terms.iter().map(|&(factor, operand)| (factor, positions[operand]));
        let (factors, operands): (Vec<i64>, Vec<usize>) = terms.chain([(1, value)]).unzip();
        let op = IntegerOp::Linear(rest.constant, factors.into());
        self.dag.push(op, operands, Some(old.intervals[n]), self.signature)
    }

    /// Writes the value of the bits. Each source bit that is used once takes part in a network.
    fn value_of_bits(&mut self, old: &IntegerDag, bits: &Bits, positions: &[usize]) -> usize {
        let mut sources: Vec<(usize, Vec<BitMove>)> = Vec::new();
        for (source, one) in moves(bits) {
            match sources.iter_mut().find(|known| known.0 == source) {
                Some(known) => known.1.push(one),
                None => sources.push((source, vec![one])),
            }
        }
        let lengths: Vec<u64> = sources.iter().map(|it| mask_of(old.intervals[it.0])).collect();
        let all: Vec<(u64, Vec<BitMove>)> =
            lengths.into_iter().zip(sources.iter().map(|it| it.1.clone())).collect();
        let networks = Network::cheapest(&all);
        let has_xor = bits.iter().any(|bit| bit.len() > 1);
        let mut whole: Option<usize> = None;
        for network in networks {
            let inputs: Vec<usize> =
                network.sources.iter().map(|&it| positions[sources[it].0]).collect();
            let part = self.network(&network, &inputs);
            whole = Some(match whole {
                Some(whole) if has_xor => {
                    self.push(IntegerOp::Word(WordOp::Xor), vec![whole, part])
                }
                Some(whole) => self.push(IntegerOp::Word(WordOp::Or), vec![whole, part]),
                None => part,
            });
        }
        whole.unwrap_or_else(|| self.push(IntegerOp::Constant(0), Vec::new()))
    }

    /// Writes the steps of a network, and returns the position of its result.
    fn network(&mut self, network: &Network, inputs: &[usize]) -> usize {
        let mut values = inputs.to_vec();
        for &step in &network.steps {
            let value = match step {
                NetworkStep::Mask(of, mask) => {
                    let mask = i64::try_from(mask).expect("masks have 32 bits");
                    self.push(IntegerOp::Mask(mask), vec![values[of]])
                }
                NetworkStep::Left(of, by) => {
                    self.push(IntegerOp::Linear(0, Box::new([1 << by])), vec![values[of]])
                }
                NetworkStep::Right(of, by) => {
                    self.push(IntegerOp::Quotient(1 << by), vec![values[of]])
                }
                NetworkStep::Or(a, b) => {
                    self.push(IntegerOp::Word(WordOp::Or), vec![values[a], values[b]])
                }
                NetworkStep::Xor(a, b) => {
                    self.push(IntegerOp::Word(WordOp::Xor), vec![values[a], values[b]])
                }
            };
            values.push(value);
        }
        *values.last().expect("a network has an input")
    }
}

/// Returns the mask of the bits that a value of an interval may have.
fn mask_of(interval: StridedInterval) -> u64 {
    u64::MAX.checked_shr(64 - bits_of(interval.high)).unwrap_or(0)
}
