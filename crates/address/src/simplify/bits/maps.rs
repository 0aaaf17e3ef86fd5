//! Maps over bits as data: the bits of a value, and sums of maps, digits and other terms.

use super::super::integer::{IntegerDag, IntegerOp, bits_of, exponent_of};
use super::super::network::{BitMove, distances};
use crate::operation::WordOp;
use std::collections::BTreeMap;

pub(super) const MAX_BITS: u32 = crate::limits::MAPPED_BITS as u32;

pub(super) const MAX_SOURCES: usize = crate::limits::SOURCES_OF_BIT as usize;

/// The least number of distances of a sum that is replaced: fewer shifts and masks cannot be improved.
pub(super) const LEAST_DISTANCES: usize = 3;

/// A source of a bit: a node of the DAG, and the position of the bit in it.
pub(super) type SourceBit = (usize, u32);

/// The bits of a value, from the lowest: the sources whose exclusive or is the bit.
pub(super) type Bits = Vec<Vec<SourceBit>>;

/// The form of a sum of maps and of other digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SumForm {
    /// Digits that keep their distance are one term.
    Joined,
    /// Each digit that is not a bit is a term.
    Digits,
    /// A value is a term, and the changes of its digits are added to it.
    InPlace,
}

pub(super) const FORMS: [SumForm; 3] = [SumForm::Joined, SumForm::Digits, SumForm::InPlace];

/// A map over bits, times a factor.
pub(super) struct ScaledMap {
    pub(super) factor: i64,
    pub(super) bits: Bits,
}

/// A term of a sum: `(node / 2^shift) mod modulus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::simplify) struct SourceTerm {
    pub(in crate::simplify) node: usize,
    pub(in crate::simplify) shift: u32,
    pub(in crate::simplify) modulus: Option<i64>,
}

impl SourceTerm {
    /// Returns the term that is a node.
    pub(super) fn from_node(node: usize) -> SourceTerm {
        SourceTerm { node, shift: 0, modulus: None }
    }

    /// Returns the bits of a term, whose node is a source; `None` if they are not bits of the node.
    pub(super) fn bits(self, dag: &IntegerDag) -> Option<Bits> {
        let length = match self.modulus {
            Some(modulus) => exponent_of(modulus)?,
            None => bits_of(dag.intervals[self.node].high).saturating_sub(self.shift),
        };
        Some((self.shift..self.shift + length).map(|bit| vec![(self.node, bit)]).collect())
    }
}

/// A sum of maps over bits, a constant, and factors of other terms.
#[derive(Default)]
pub(super) struct SumOfMaps {
    pub(super) maps: Vec<ScaledMap>,
    pub(super) constant: i64,
    pub(super) terms: Vec<(i64, SourceTerm)>,
    /// A map that is combined with the sum by exclusive or. It changes the lowest bits of the sum alone.
    pub(super) lowest: Option<ScaledMap>,
}

impl SumOfMaps {
    /// Returns the map of a sum or an exclusive or; `None` if the node is neither. The multiples of its terms do not overlap
    /// each other. `known` has the bits of the operands.
    pub(super) fn from_node(
        dag: &IntegerDag,
        n: usize,
        known: &[Option<Bits>],
    ) -> Option<SumOfMaps> {
        let node = &dag.nodes[n];
        let mut sum = SumOfMaps::default();
        if node.op == IntegerOp::Word(WordOp::Xor) {
            let [a, b] = [0, 1].map(|at| known[node.operands[at]].as_ref());
            let bits = exclusive_or(a?, b?);
            sum.maps.push(ScaledMap { factor: 1, bits });
            return sum.maps.iter().all(|map| is_short(&map.bits)).then_some(sum);
        }
        let IntegerOp::Linear(constant, factors) = &node.op else { return None };
        sum.constant = *constant;
        let mut bits = Bits::new();
        for (&factor, &operand) in factors.iter().zip(&node.operands) {
            let field = u64::try_from(factor).ok().zip(known[operand].as_ref());
            match field.and_then(|(factor, field)| with_multiple(&bits, field, factor)) {
                Some(more) => bits = more,
                None => sum.terms.push((factor, SourceTerm::from_node(operand))),
            }
        }
        if !bits.is_empty() {
            sum.maps.push(ScaledMap { factor: 1, bits });
        }
        Some(sum)
    }

    /// Adds weighted parities. They are bits of one map, in copies for the bits of a weight, or of a map for each odd part of
    /// the weights. A weight that overlaps others has a map of its own. The form with fewer operations is taken.
    pub(super) fn add_parities(&mut self, parities: Vec<(i64, Bits)>) {
        let copies = ScaledMap::of_parities(&parities, 1);
        let mut groups: BTreeMap<i64, Vec<(i64, Bits)>> = BTreeMap::new();
        for (weight, set) in parities {
            groups.entry(weight >> weight.trailing_zeros()).or_default().push((weight, set));
        }
        let mut maps = Vec::new();
        for (factor, group) in groups {
            match ScaledMap::of_parities(&group, factor) {
                Some(map) => maps.push(map),
                None => {
                    maps.extend(group.into_iter().map(|(factor, bits)| ScaledMap { factor, bits }))
                }
            }
        }
        let operations = maps.iter().map(ScaledMap::operations).sum::<usize>();
        match copies.filter(|map| map.operations() <= operations) {
            Some(map) => self.maps.push(map),
            None => self.maps.extend(maps),
        }
    }

    /// Adds a multiple of a field to the map of its odd part. Returns `false`, without a change, if no
    /// map has this odd part, or the field overlaps the bits of the map.
    pub(super) fn add_to_map(&mut self, factor: i64, field: &Bits) -> bool {
        let Some(map) = self.maps.iter_mut().find(|map| {
            map.factor > 0 && factor % map.factor == 0 && (factor / map.factor).count_ones() == 1
        }) else {
            return false;
        };
        let multiple = (factor / map.factor).unsigned_abs();
        let bits = with_multiple(&map.bits, field, multiple).filter(|_| factor > 0);
        bits.map(|bits| map.bits = bits).is_some()
    }

    /// Returns all maps of the sum.
    pub(super) fn all_maps(&self) -> impl Iterator<Item = &ScaledMap> {
        self.maps.iter().chain(&self.lowest)
    }

    /// Returns the sum in which the maps without an exclusive or, whose bits move by few distances, are terms.
    pub(super) fn without_plain_maps(mut self, dag: &IntegerDag) -> SumOfMaps {
        let plain = self.maps.extract_if(.., |map| !map.is_worth_regrouping());
        self.terms.extend(plain.flat_map(|map| map.terms(dag)));
        self
    }

    /// Returns the bits of the sum; `None` if it has other terms.
    pub(super) fn bits(&self) -> Option<&Bits> {
        match &*self.maps {
            [ScaledMap { factor: 1, bits }] if self.constant == 0 && self.terms.is_empty() => {
                Some(bits)
            }
            _ => None,
        }
    }

    /// Returns the sum if other forms may improve the code of a map of it.
    pub(super) fn worth_regrouping(self) -> Option<SumOfMaps> {
        self.maps.iter().any(ScaledMap::is_worth_regrouping).then_some(self)
    }
}

impl ScaledMap {
    /// Returns the map of weighted parities whose weights are multiples of a factor; `None` if their bits overlap.
    fn of_parities(parities: &[(i64, Bits)], factor: i64) -> Option<ScaledMap> {
        let bits = parities.iter().try_fold(Bits::new(), |bits, (weight, set)| {
            with_multiple(&bits, set, u64::try_from(weight / factor).ok()?)
        });
        Some(ScaledMap { factor, bits: bits? })
    }

    /// Returns an estimate of the operations: a mask, a shift and an exclusive or for each distance, and a product and a sum
    /// for a factor.
    pub(super) fn operations(&self) -> usize {
        let distances = sources(&self.bits).iter().map(|it| distances(&it.1).len()).sum::<usize>();
        3 * distances + if self.factor == 1 { 0 } else { 4 }
    }

    /// Returns `true` if a bit is an exclusive or, or the bits of a source move by so many distances that a network may
    /// save operations.
    pub(super) fn is_worth_regrouping(&self) -> bool {
        self.bits.iter().any(|bit| bit.len() > 1) || has_many_distances(&self.bits)
    }

    /// Returns the adjacent bits of each source as terms. No bit is an exclusive or.
    pub(super) fn terms(&self, dag: &IntegerDag) -> Vec<(i64, SourceTerm)> {
        let mut terms = Vec::new();
        for (node, mut moves) in sources(&self.bits) {
            moves.sort_unstable_by_key(|it| (it.from, it.to));
            for run in moves.chunk_by(|a, b| b.from == a.from + 1 && b.to == a.to + 1) {
                let shift = run[0].from;
                let length = run.len() as u32;
                let is_last = shift + length >= bits_of(dag.intervals[node].high);
                let modulus = (!is_last).then_some(1 << length);
                terms.push((self.factor << run[0].to, SourceTerm { node, shift, modulus }));
            }
        }
        terms
    }
}

/// Returns `true` if the bits of one source move by at least [`LEAST_DISTANCES`] distances.
pub(super) fn has_many_distances(bits: &Bits) -> bool {
    sources(bits).iter().any(|(_, moves)| distances(moves).len() >= LEAST_DISTANCES)
}

/// Returns the bits with the multiple of a field: a copy for each bit of the factor, shifted to the left. `None` if the
/// copies overlap each other or other bits, or are too many.
pub(super) fn with_multiple(bits: &Bits, field: &Bits, factor: u64) -> Option<Bits> {
    let mut all = bits.clone();
    let shifts = (0..u64::BITS).filter(|shift| factor >> shift & 1 == 1);
    shifts.into_iter().all(|shift| add_field(&mut all, field, shift)).then_some(all)
}

/// Adds the bits of a field, shifted to the left. Returns `false`, without a change, if they overlap other bits or are
/// too many.
pub(super) fn add_field(bits: &mut Bits, field: &Bits, shift: u32) -> bool {
    let start = shift as usize;
    if start + field.len() > MAX_BITS as usize
        || !field
            .iter()
            .enumerate()
            .all(|(n, bit)| bit.is_empty() || bits.get(start + n).is_none_or(Vec::is_empty))
    {
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
pub(super) fn bits_of_node(
    dag: &IntegerDag,
    n: usize,
    sum: Option<&SumOfMaps>,
    known: &[Option<Bits>],
) -> Option<Bits> {
    let node = &dag.nodes[n];
    let interval = dag.intervals[n];
    if interval.low < 0 || bits_of(interval.high) > MAX_BITS || node.op.is_boolean() {
        return None;
    }
    let inner = node.operands.first().and_then(|&it| known[it].as_ref());
    let derived: Option<Bits> = match &node.op {
        IntegerOp::Quotient(divisor) => exponent_of(*divisor)
            .zip(inner)
            .map(|(shift, bits)| bits.iter().skip(shift as usize).cloned().collect()),
        IntegerOp::Remainder(divisor) => exponent_of(*divisor)
            .zip(inner)
            .map(|(length, bits)| bits.iter().take(length as usize).cloned().collect()),
        IntegerOp::Mask(mask) => inner.map(|bits| {
            let bits = bits.iter().enumerate();
            bits.map(|(n, bit)| match mask >> n.min(63) & 1 {
                0 => Vec::new(),
                _ => bit.clone(),
            })
            .collect()
        }),
        IntegerOp::Word(WordOp::Xor) | IntegerOp::Linear(..) => {
            sum.and_then(SumOfMaps::bits).cloned()
        }
        _ => None,
    };
    let length = bits_of(interval.high);
    Some(
        derived.filter(is_short).unwrap_or_else(|| (0..length).map(|bit| vec![(n, bit)]).collect()),
    )
}

pub(super) fn is_short(bits: &Bits) -> bool {
    bits.iter().all(|bit| bit.len() <= MAX_SOURCES)
}

pub(super) fn exclusive_or(a: &Bits, b: &Bits) -> Bits {
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

/// Returns the sources of bits, each with the moves of its bits.
pub(super) fn sources(bits: &Bits) -> Vec<(usize, Vec<BitMove>)> {
    let mut sources: Vec<(usize, Vec<BitMove>)> = Vec::new();
    for (to, &(source, from)) in
        (0..).zip(bits).flat_map(|(to, all)| all.iter().map(move |it| (to, it)))
    {
        match sources.iter_mut().find(|known| known.0 == source) {
            Some(known) => known.1.push(BitMove { from, to }),
            None => sources.push((source, vec![BitMove { from, to }])),
        }
    }
    sources
}
