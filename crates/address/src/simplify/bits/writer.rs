//! The code of maps over bits: the steps of the cheapest diagonals or network of each map.

use super::maps::{Bits, ScaledMap, SourceTerm, SumOfMaps, sources};
use crate::operation::{Width, WordOp};
use crate::simplify::cost::{CostModel, FactorSize, MultiplyBy, Price};
use crate::simplify::integer::{IntegerDag, IntegerOp, ProgramSignature, bits_of};
use crate::simplify::network::{BitMove, Network, NetworkStep, SourceMoves, distances};
use layout::StridedInterval;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::Arc;
/// A DAG in which maps over bits are replaced.
pub(in crate::simplify) struct Regrouped {
    pub(in crate::simplify) dag: IntegerDag,
    /// The steps of each map, without its sources.
    pub(in crate::simplify) maps: Vec<Range<usize>>,
}

/// Returns, for each node, `true` if the roots depend on it where maps are replaced.
fn needed_nodes(dag: &IntegerDag, maps: &[Option<SumOfMaps>]) -> Vec<bool> {
    dag.needed_by(&dag.roots, |n, visit| match &maps[n] {
        Some(map) => {
            let bits = map.all_maps().flat_map(|map| map.bits.iter().flatten());
            bits.for_each(|&(source, _)| visit(source));
            map.terms.iter().for_each(|(_, term)| visit(term.node));
        }
        None => dag.nodes[n].operands.iter().for_each(|&it| visit(it)),
    })
}

/// The masks that are applied to sources before their bits move.
pub(super) type SourceMasks = FxHashMap<(usize, u64), u64>;

/// Returns the masks of sources to which one mask is applied before their bits move, because that saves masks, by the
/// source and the bits of it that move in one map. The mask is that of these bits, or of all bits that move in any map.
pub(super) fn shared_masks(
    dag: &IntegerDag,
    maps: &[Option<SumOfMaps>],
    needed: &[bool],
) -> SourceMasks {
    let mut moves: FxHashMap<usize, Vec<Vec<BitMove>>> = FxHashMap::default();
    let used = maps.iter().zip(needed).filter_map(|(map, needed)| map.as_ref().filter(|_| *needed));
    for map in used.flat_map(SumOfMaps::all_maps) {
        for (source, own) in sources(&map.bits) {
            moves.entry(source).or_default().push(own);
        }
    }
    let mut masks = SourceMasks::default();
    for (source, moves) in moves {
        let present = mask_of(dag.intervals[source]);
        let all = moves.iter().fold(0, |mask, own| mask | source_mask(own));
        // The number of masks, where each map reads its bits, or all of them, through one mask.
        let apart: FxHashSet<u64> = moves.iter().map(|own| source_mask(own)).collect();
        let without: usize = moves.iter().map(|own| masks_of(own, present)).sum();
        let with_all = 1 + moves.iter().map(|own| masks_of(own, all)).sum::<usize>();
        let with_each = apart.iter().filter(|it| **it != present).count()
            + moves.iter().map(|own| masks_of(own, source_mask(own))).sum::<usize>();
        if with_all.min(with_each) < without {
            masks.extend(
                apart
                    .into_iter()
                    .map(|own| ((source, own), if with_all <= with_each { all } else { own })),
            );
        }
    }
    masks
}

/// Returns the mask of the bits that move.
fn source_mask(moves: &[BitMove]) -> u64 {
    moves.iter().fold(0, |mask, one| mask | 1 << one.from)
}

/// Returns the number of masks for moves out of the bits that a value may have: where a shift alone moves other bits, too.
fn masks_of(moves: &[BitMove], present: u64) -> usize {
    let masked = distances(moves).into_iter().filter(|&(distance, mask)| {
        let lost = distance.min(0).unsigned_abs();
        present >> lost << lost != mask
    });
    masked.count()
}

/// A writer of the new DAG.
pub(super) struct BitWriter<'s> {
    old: &'s IntegerDag,
    dag: IntegerDag,
    maps: Vec<Range<usize>>,
    /// The positions of the nodes of the old DAG that are needed.
    positions: Vec<usize>,
    /// The positions of terms.
    terms: FxHashMap<SourceTerm, usize>,
    /// The positions of masked sources, by source and mask.
    masked: FxHashMap<(usize, u64), usize>,
    masks: SourceMasks,
    signature: &'s ProgramSignature,
    cost: CostModel,
}

/// The networks of a map over bits.
struct MapNetworks {
    /// The sources, each with the bits that it may have: fewer than it has if a mask is applied first.
    sources: Vec<(usize, u64)>,
    networks: Vec<Network>,
    /// `true` if a bit is an exclusive or.
    has_xor: bool,
    /// The factor of the result.
    factor: i64,
}

impl MapNetworks {
    fn price(&self, width: Width, cost: CostModel) -> Price {
        let steps: usize = self.networks.iter().map(Network::operations).sum();
        let factor = u128::from(self.factor.unsigned_abs());
        let product = MultiplyBy::best(factor, FactorSize::Wide, width, cost).1;
        steps as Price * cost.simple() + product
    }
}

impl BitWriter<'_> {
    /// Writes a DAG in which these sums replace nodes; `None` if the results need none of them. `masks` returns the masks of
    /// the sources, from the nodes that are needed.
    pub(super) fn write(
        old: &IntegerDag,
        sums: &[Option<SumOfMaps>],
        masks: impl FnOnce(&[bool]) -> SourceMasks,
        signature: &ProgramSignature,
        cost: CostModel,
    ) -> Option<Regrouped> {
        let needed = needed_nodes(old, sums);
        if !sums.iter().zip(&needed).any(|(sum, is_needed)| sum.is_some() && *is_needed) {
            return None;
        }
        let mut writer = BitWriter {
            old,
            dag: IntegerDag::default(),
            maps: Vec::new(),
            positions: vec![0; old.nodes.len()],
            terms: FxHashMap::default(),
            masked: FxHashMap::default(),
            masks: masks(&needed),
            signature,
            cost,
        };
        for n in (0..old.nodes.len()).filter(|&n| needed[n]) {
            writer.positions[n] = match &sums[n] {
                Some(sum) => writer.sum(sum, n),
                None => writer.dag.copy(old, n, |it| writer.positions[it], signature),
            };
        }
        writer.dag.roots = old.roots.iter().map(|&root| writer.positions[root]).collect();
        Some(Regrouped { dag: writer.dag, maps: writer.maps })
    }

    fn push(&mut self, op: IntegerOp, operands: Vec<usize>) -> usize {
        self.dag.push(op, operands, None, self.signature)
    }

    /// Writes the value of a node as a sum, and returns its position.
    fn sum(&mut self, sum: &SumOfMaps, n: usize) -> usize {
        let mut terms: Vec<(i64, usize)> =
            sum.terms.iter().map(|&(factor, term)| (factor, self.term(term))).collect();
        for map in &sum.maps {
            let networks = self.cheapest(map);
            terms.push((networks.factor, self.value(&networks)));
        }
        let known = self.old.intervals[n];
        let Some(lowest) = &sum.lowest else { return self.linear(sum.constant, terms, known) };
        // The sum differs from the value in the bits of the map alone.
        let varying = (1i128 << lowest.bits.len()) - 1;
        let before = StridedInterval::range(known.low & !varying, known.high | varying);
        let before = self.linear(sum.constant, terms, before);
        let networks = self.cheapest(lowest);
        let bits = self.value(&networks);
        self.dag.push(IntegerOp::Word(WordOp::Xor), vec![before, bits], Some(known), self.signature)
    }

    /// Writes a constant plus factors of values, with a known interval.
    fn linear(&mut self, constant: i64, terms: Vec<(i64, usize)>, known: StridedInterval) -> usize {
        match (constant, &*terms) {
            (_, []) => return self.push(IntegerOp::Constant(constant), Vec::new()),
            (0, &[(1, value)]) => {
                let interval = &mut self.dag.intervals[value];
                *interval = interval.meet(known).unwrap_or(*interval);
                return value;
            }
            _ => {}
        }
        let factors = terms.iter().map(|&(factor, _)| factor).collect();
        let operands = terms.into_iter().map(|(_, operand)| operand).collect();
        let op = IntegerOp::Linear(constant, factors);
        self.dag.push(op, operands, Some(known), self.signature)
    }

    /// Writes a term of a sum, and returns its position.
    fn term(&mut self, term: SourceTerm) -> usize {
        if let Some(&known) = self.terms.get(&term) {
            return known;
        }
        let mut value = self.positions[term.node];
        if term.shift > 0 {
            value = self.push(IntegerOp::Quotient(1 << term.shift), vec![value]);
        }
        if let Some(modulus) = term.modulus {
            value = self.push(IntegerOp::Remainder(modulus), vec![value]);
        }
        self.terms.insert(term, value);
        value
    }

    /// Returns the cheapest networks of a map. Zeros below its bits are part of the factor or of the bits.
    fn cheapest(&self, map: &ScaledMap) -> MapNetworks {
        let zeros = map.bits.iter().take_while(|bit| bit.is_empty()).count();
        let whole = self.networks(&map.bits, map.factor);
        if map.factor == 1 || zeros == 0 {
            return whole;
        }
        let shifted = self.networks(&map.bits[zeros..].to_vec(), map.factor << zeros);
        let [less, all] = [&shifted, &whole].map(|it| it.price(self.signature.width, self.cost));
        if less < all { shifted } else { whole }
    }

    fn networks(&self, bits: &Bits, factor: i64) -> MapNetworks {
        let mut of = Vec::new();
        let mut all: Vec<SourceMoves> = Vec::new();
        for (source, moves) in sources(bits) {
            let mask = self.masks.get(&(source, source_mask(&moves))).copied();
            let present = mask.unwrap_or_else(|| mask_of(self.old.intervals[source]));
            of.push((source, present));
            all.push((present, moves));
        }
        MapNetworks {
            sources: of,
            networks: Network::cheapest(&all, &|factor| self.product_steps(factor)),
            has_xor: bits.iter().any(|bit| bit.len() > 1),
            factor,
        }
    }

    /// Returns the number of operations of a product with a factor.
    fn product_steps(&self, factor: u64) -> usize {
        let width = self.signature.width;
        let price = MultiplyBy::best(factor.into(), FactorSize::Wide, width, self.cost).1;
        usize::try_from(CostModel::counted(price)).unwrap_or(usize::MAX)
    }

    /// Writes the value of networks, without the factor.
    fn value(&mut self, of: &MapNetworks) -> usize {
        let op = if of.has_xor { WordOp::Xor } else { WordOp::Or };
        let sources: Vec<usize> = of.sources.iter().map(|&it| self.source(it)).collect();
        let first = self.dag.nodes.len();
        let mut whole: Option<usize> = None;
        for network in &of.networks {
            let inputs: Vec<usize> = network.sources.iter().map(|&it| sources[it]).collect();
            let part = self.network(network, &inputs);
            whole = Some(match whole {
                Some(whole) => self.push(IntegerOp::Word(op), vec![whole, part]),
                None => part,
            });
        }
        let value = whole.unwrap_or_else(|| self.push(IntegerOp::Constant(0), Vec::new()));
        self.maps.push(first..self.dag.nodes.len());
        value
    }

    /// Returns the position of a source, masked unless all its bits are present.
    fn source(&mut self, (source, present): (usize, u64)) -> usize {
        let position = self.positions[source];
        if present == mask_of(self.old.intervals[source]) {
            return position;
        }
        if let Some(&masked) = self.masked.get(&(source, present)) {
            return masked;
        }
        let mask = i64::try_from(present).expect("masks have 32 bits");
        let masked = self.push(IntegerOp::Mask(mask), vec![position]);
        self.masked.insert((source, present), masked);
        masked
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
                    self.push(IntegerOp::Linear(0, Arc::new([1 << by])), vec![values[of]])
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
                NetworkStep::Copies(of, factor) => {
                    let factor = i64::try_from(factor).expect("factors have 32 bits");
                    self.push(IntegerOp::Linear(0, Arc::new([factor])), vec![values[of]])
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
