//! Bounds and labels of a core, where no reduction helps: sequential tree-reweighted message passing (TRW-S) in
//! integers.
//!
//! A message moves cost from a table to a variable. Each sweep passes the variables in order, forwards and
//! backwards; what cannot be moved is the bound. Costs are counted from the least of their table, in their greatest
//! common divisor, and scaled, since a variable's cost is divided among its neighbours and rounded down; whatever
//! the rounding does, the bound holds. Pairs that are forbidden cost more than all else together.

use super::graph::Graph;
use super::problem::{FORBIDDEN, Var};
use std::ops::{AddAssign, Div};

/// Scaled costs of whole cores stay below this, so that messages fit 64 bits with room.
const MAX_SCALED: u128 = 1 << 60;

/// The usual scale: the finer, the more the bound keeps.
const SCALE: i64 = 256;

/// How often all variables are looked at for a better label.
const IMPROVEMENTS: u32 = 50;

/// A sum of messages: 64 bits where they are enough, else 128.
trait Sum: Copy + Ord + From<i64> + Into<i128> + AddAssign + Div<Output = Self> {
    fn narrow(self) -> i64;
}

impl Sum for i64 {
    fn narrow(self) -> i64 {
        self
    }
}

impl Sum for i128 {
    fn narrow(self) -> i64 {
        i64::try_from(self).expect("a share of scaled costs fits 64 bits")
    }
}

/// One end of a table, as its variable sees it.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// The neighbour.
    other: u32,
    /// Where the pairs begin in `pairs`; the rows are the variable's labels.
    pairs: usize,
    /// Where they begin with the neighbour's labels as the rows.
    turned: usize,
    /// Where the message to the variable begins in `messages`.
    inward: usize,
    /// Where that to the neighbour begins.
    outward: usize,
}

/// A core: variables in order, scaled costs, messages, and labels that are excluded for now.
#[derive(Debug)]
pub(super) struct Core {
    /// Which variables of the graph they are.
    pub(super) vars: Vec<u32>,
    /// And of the problem.
    pub(super) names: Vec<Var>,
    /// What a unit of cost is in messages.
    pub(super) scale: i64,
    /// The last bound, scaled.
    pub(super) bound: i128,
    /// How many pairs of labels a sweep visits.
    pub(super) pairs_per_sweep: u64,
    /// The cost of each label, scaled.
    unary: Vec<i64>,
    /// The same, more than all else together where the label is excluded.
    costs: Vec<i64>,
    /// Where the labels of each variable begin, and the end.
    starts: Vec<usize>,
    pairs: Vec<i64>,
    messages: Vec<i64>,
    earlier: Vec<Vec<Link>>,
    later: Vec<Vec<Link>>,
    /// A scaled cost above all that may be.
    big: i64,
    base: u64,
    unit: u64,
    is_wide: bool,
}

impl Core {
    /// The core of these variables of a graph, ascending and without other neighbours.
    pub(super) fn new(graph: &Graph, vars: Vec<u32>) -> Core {
        let tables = tables(graph, &vars);
        let all = || {
            let unary = vars.iter().map(|&var| &graph.unary[var as usize]);
            unary.chain(tables.iter().map(|&(_, table)| &graph.tables[table as usize].costs))
        };
        let (mut base, mut most, mut unit) = (0, 0, 0);
        for costs in all() {
            let least = least(costs);
            let free = costs.iter().filter(|&&cost| cost != FORBIDDEN).map(|cost| cost - least);
            base += least;
            most += free.clone().max().unwrap_or(0);
            unit = free.fold(unit, gcd);
        }
        let unit = unit.max(1);
        let above = u128::from(most / unit) + 1;
        let scale =
            (0..8).fold(
                SCALE,
                |scale, _| {
                    if above * scale as u128 >= MAX_SCALED { scale / 2 } else { scale }
                },
            );
        let big = i64::try_from(above * scale as u128).expect("2^60 fits");
        let scaled = |costs: &[u64]| -> Vec<i64> {
            let least = least(costs);
            let scaled = |&cost: &u64| match cost {
                FORBIDDEN => big,
                _ => ((cost - least) / unit) as i64 * scale,
            };
            costs.iter().map(scaled).collect()
        };
        let mut core = Core {
            scale,
            bound: 0,
            pairs_per_sweep: 0,
            unary: vars.iter().flat_map(|&var| scaled(&graph.unary[var as usize])).collect(),
            costs: Vec::new(),
            starts: vec![0],
            pairs: Vec::new(),
            messages: Vec::new(),
            earlier: vec![Vec::new(); vars.len()],
            later: vec![Vec::new(); vars.len()],
            big,
            base,
            unit,
            is_wide: false,
            names: vars.iter().map(|&var| graph.names[var as usize]).collect(),
            vars,
        };
        core.costs.clone_from(&core.unary);
        for &var in &core.vars {
            let end = core.starts[core.starts.len() - 1] + graph.unary[var as usize].len();
            core.starts.push(end);
        }
        for (ends, table) in tables {
            core.link(ends, &scaled(&graph.tables[table as usize].costs));
        }
        let widest = (0..core.len()).map(|var| core.degree(var)).max().unwrap_or(0);
        core.is_wide = i128::from(big) * (widest as i128 + 4) >= i128::from(i64::MAX);
        core
    }

    fn link(&mut self, [a, b]: [u32; 2], costs: &[i64]) {
        let [rows, columns] = [a, b].map(|var| self.size(var as usize));
        let (to_a, to_b) = (self.messages.len(), self.messages.len() + rows);
        self.messages.resize(to_b + columns, 0);
        let pairs = self.pairs.len();
        let turned = (0..costs.len()).map(|at| costs[(at % rows) * columns + at / rows]);
        self.pairs.extend(costs.iter().copied().chain(turned));
        self.pairs_per_sweep += 2 * costs.len() as u64;
        let turned = pairs + costs.len();
        self.later[a as usize].push(Link { other: b, pairs, turned, inward: to_a, outward: to_b });
        let (pairs, turned) = (turned, pairs);
        self.earlier[b as usize].push(Link {
            other: a,
            pairs,
            turned,
            inward: to_b,
            outward: to_a,
        });
    }

    /// How many variables there are.
    pub(super) fn len(&self) -> usize {
        self.vars.len()
    }

    fn size(&self, var: usize) -> usize {
        self.starts[var + 1] - self.starts[var]
    }

    /// How many neighbours a variable has.
    pub(super) fn degree(&self, var: usize) -> usize {
        self.earlier[var].len() + self.later[var].len()
    }

    fn links(&self, var: usize) -> impl Iterator<Item = &Link> {
        self.earlier[var].iter().chain(&self.later[var])
    }

    /// The labels of a variable that are not excluded.
    pub(super) fn labels(&self, var: usize) -> impl Iterator<Item = u32> + '_ {
        let costs = self.costs[self.starts[var]..self.starts[var + 1]].iter().enumerate();
        costs.filter(|&(_, &cost)| cost < self.big).map(|(label, _)| label as u32)
    }

    /// Excludes labels.
    pub(super) fn exclude(&mut self, var: usize, labels: &[u32]) {
        labels.iter().for_each(|&label| self.costs[self.starts[var] + label as usize] = self.big);
    }

    /// Takes labels back that were excluded.
    pub(super) fn include(&mut self, var: usize, labels: &[u32]) {
        for &label in labels {
            let at = self.starts[var] + label as usize;
            self.costs[at] = self.unary[at];
        }
    }

    /// The bound as a whole count of units.
    pub(super) fn bound_in_units(&self) -> i128 {
        let scale = i128::from(self.scale);
        (self.bound.max(0) + scale - 1) / scale
    }

    /// The cost of a count of units; [`FORBIDDEN`] if it is above all that may be.
    pub(super) fn cost_of(&self, units: i128) -> u64 {
        let is_possible = units * i128::from(self.scale) < i128::from(self.big);
        if is_possible { self.base + self.unit * units as u64 } else { FORBIDDEN }
    }

    /// A sweep forwards and one backwards, after which the bound is that of the messages.
    pub(super) fn sweep(&mut self) {
        if self.is_wide { self.sweep_in::<i128>() } else { self.sweep_in::<i64>() }
    }

    fn sweep_in<S: Sum>(&mut self) {
        let (mut sums, mut shares) = (Vec::<S>::new(), Vec::new());
        for var in 0..self.len() {
            self.share(var, &mut sums, &mut shares);
            for at in 0..self.later[var].len() {
                self.send(self.later[var][at], &shares);
            }
        }
        self.bound = 0;
        for var in (0..self.len()).rev() {
            self.bound += self.share(var, &mut sums, &mut shares);
            for at in 0..self.earlier[var].len() {
                self.bound += i128::from(self.send(self.earlier[var][at], &shares));
            }
        }
    }

    /// What a variable gives of the cost of each label to each neighbour on one side. Gives the least that it keeps
    /// once it gave so to the earlier ones.
    fn share<S: Sum>(&self, var: usize, sums: &mut Vec<S>, shares: &mut Vec<i64>) -> i128 {
        let parts = self.later[var].len().max(self.earlier[var].len()).max(1) as i64;
        let given = self.earlier[var].len() as i128;
        self.marginals(var, sums);
        shares.clear();
        shares.extend(sums.iter().map(|&sum| (sum / S::from(parts)).narrow()));
        let kept = sums.iter().zip(&*shares).map(|(&sum, &share)| {
            let sum: i128 = sum.into();
            sum - i128::from(share) * given
        });
        kept.min().expect("a variable has labels")
    }

    /// The cost of each label with all messages to the variable.
    fn marginals<S: Sum>(&self, var: usize, sums: &mut Vec<S>) {
        self.start_sums(var, sums);
        for link in self.links(var) {
            let inward = &self.messages[link.inward..];
            sums.iter_mut().zip(inward).for_each(|(sum, &message)| *sum += S::from(message));
        }
    }

    /// Sends the least cost of each label of a neighbour; gives what it is of all labels, which stays behind.
    fn send(&mut self, link: Link, shares: &[i64]) -> i64 {
        let size = self.size(link.other as usize);
        let (inward, outward) = (link.inward, link.outward);
        // The messages of a table lie side by side.
        let from = inward.min(outward);
        let whole = &mut self.messages[from..from + shares.len() + size];
        let (inward, outward) = if inward < outward {
            let (inward, outward) = whole.split_at_mut(shares.len());
            (inward, outward)
        } else {
            let (outward, inward) = whole.split_at_mut(size);
            (inward, outward)
        };
        outward.fill(i64::MAX);
        let rows = self.pairs[link.pairs..].chunks_exact(size);
        for ((share, back), row) in shares.iter().zip(&*inward).zip(rows) {
            let cost = share - back;
            for (least, &pair) in outward.iter_mut().zip(row) {
                *least = (*least).min(cost + pair);
            }
        }
        let least = outward.iter().copied().min().unwrap_or(0);
        outward.iter_mut().for_each(|message| *message -= least);
        least
    }

    /// The messages as offsets, whose sum of least costs is the bound: see `CoreBound`.
    pub(super) fn offsets(&self) -> Vec<i64> {
        let mut offsets = self.messages.clone();
        let (mut sums, mut shares) = (Vec::<i128>::new(), Vec::new());
        for var in 0..self.len() {
            self.share(var, &mut sums, &mut shares);
            for link in &self.earlier[var] {
                let inward = &mut offsets[link.inward..];
                inward.iter_mut().zip(&shares).for_each(|(offset, share)| *offset -= share);
            }
        }
        offsets
    }

    /// The labels of each variable with which no labels cost less than `upper` units, by these offsets of the last
    /// sweep.
    pub(super) fn too_costly(&self, offsets: &[i64], upper: i128) -> Vec<(usize, Vec<u32>)> {
        let mut extra: Vec<Vec<i128>> = Vec::new();
        for var in 0..self.len() {
            let mut sums = Vec::<i128>::new();
            self.start_sums(var, &mut sums);
            for link in self.links(var) {
                let inward = offsets[link.inward..].iter();
                sums.iter_mut().zip(inward).for_each(|(sum, &offset)| *sum += i128::from(offset));
            }
            let least = sums.iter().copied().min().unwrap_or(0);
            extra.push(sums.iter().map(|sum| sum - least).collect());
        }
        for (var, extra) in extra.iter_mut().enumerate() {
            self.links(var).for_each(|link| self.add_extra(link, offsets, extra));
        }
        let room = (upper - 1) * i128::from(self.scale) - self.bound;
        let costly = |var: usize| {
            let labels = self.labels(var).filter(|&label| extra[var][label as usize] > room);
            (var, labels.collect::<Vec<_>>())
        };
        (0..self.len()).map(costly).filter(|(_, labels)| !labels.is_empty()).collect()
    }

    /// Adds what the best pair of each label costs more than the best of all.
    fn add_extra(&self, link: &Link, offsets: &[i64], extra: &mut [i128]) {
        let columns = self.size(link.other as usize);
        let outward = &offsets[link.outward..link.outward + columns];
        let rows = self.pairs[link.pairs..].chunks_exact(columns).zip(&offsets[link.inward..]);
        let least: Vec<i64> = rows
            .take(extra.len())
            .map(|(row, inward)| {
                let pairs = row.iter().zip(outward).map(|(pair, outward)| pair - outward);
                pairs.min().unwrap_or(0) - inward
            })
            .collect();
        let of_all = least.iter().copied().min().unwrap_or(0);
        extra.iter_mut().zip(least).for_each(|(extra, least)| *extra += i128::from(least - of_all));
    }

    /// Labels by the messages, in order: each is the best beside those before it. Then single labels are changed
    /// while that helps.
    pub(super) fn round(&self) -> Vec<u32> {
        if self.is_wide { self.round_in::<i128>() } else { self.round_in::<i64>() }
    }

    fn round_in<S: Sum>(&self) -> Vec<u32> {
        let mut labels = vec![0; self.len()];
        let mut sums = Vec::<S>::new();
        for var in 0..self.len() {
            self.start_sums(var, &mut sums);
            self.earlier[var].iter().for_each(|link| self.add_pairs(link, &labels, &mut sums));
            for link in &self.later[var] {
                let inward = &self.messages[link.inward..];
                sums.iter_mut().zip(inward).for_each(|(sum, &message)| *sum += S::from(message));
            }
            labels[var] = first_least(&sums);
        }
        for _ in 0..IMPROVEMENTS {
            if !self.improve(&mut labels, &mut sums) {
                break;
            }
        }
        labels
    }

    fn start_sums<S: Sum>(&self, var: usize, sums: &mut Vec<S>) {
        sums.clear();
        let costs = &self.costs[self.starts[var]..self.starts[var + 1]];
        sums.extend(costs.iter().map(|&cost| S::from(cost)));
    }

    /// Adds the costs of each label of a variable beside the label of a neighbour.
    fn add_pairs<S: Sum>(&self, link: &Link, labels: &[u32], sums: &mut [S]) {
        let row = link.turned + labels[link.other as usize] as usize * sums.len();
        let pairs = &self.pairs[row..row + sums.len()];
        sums.iter_mut().zip(pairs).for_each(|(sum, &pair)| *sum += S::from(pair));
    }

    fn improve<S: Sum>(&self, labels: &mut [u32], sums: &mut Vec<S>) -> bool {
        let mut is_changed = false;
        for var in 0..self.len() {
            self.start_sums(var, sums);
            self.links(var).for_each(|link| self.add_pairs(link, labels, sums));
            let best = first_least(sums);
            if sums[best as usize] < sums[labels[var] as usize] {
                labels[var] = best;
                is_changed = true;
            }
        }
        is_changed
    }

    /// What labels cost, in units; above all that may be if they may not.
    pub(super) fn cost(&self, labels: &[u32]) -> i128 {
        let own = |var: usize| self.unary[self.starts[var] + labels[var] as usize];
        let pair = |var: usize, link: &Link| {
            let columns = self.size(link.other as usize);
            let at = labels[var] as usize * columns + labels[link.other as usize] as usize;
            i128::from(self.pairs[link.pairs + at])
        };
        let vars = 0..self.len();
        let sum: i128 = vars
            .map(|var| {
                let pairs = self.later[var].iter().map(|link| pair(var, link));
                i128::from(own(var)) + pairs.sum::<i128>()
            })
            .sum();
        sum / i128::from(self.scale)
    }

    /// More units than all that may be.
    pub(super) fn too_much(&self) -> i128 {
        i128::from(self.big / self.scale)
    }

    /// The labels of a variable that may be, the best first, by their costs with all messages; and these costs.
    pub(super) fn ranked(&self, var: usize) -> Vec<(i128, u32)> {
        let mut sums = Vec::<i128>::new();
        self.marginals(var, &mut sums);
        let mut ranked: Vec<_> =
            self.labels(var).map(|label| (sums[label as usize], label)).collect();
        ranked.sort_unstable();
        ranked
    }
}

fn first_least<S: Sum>(sums: &[S]) -> u32 {
    let least = (0..sums.len()).min_by_key(|&label| sums[label]);
    least.expect("a variable has labels") as u32
}

/// The tables among some variables, by their places in `vars`, sorted.
fn tables(graph: &Graph, vars: &[u32]) -> Vec<([u32; 2], u32)> {
    let place = |var: u32| vars.binary_search(&var).expect("a core has all its neighbours") as u32;
    let mut tables = Vec::new();
    for (at, &var) in vars.iter().enumerate() {
        let later = graph.tables_of(var).filter(|&(_, other)| var < other);
        tables.extend(later.map(|(table, other)| ([at as u32, place(other)], table)));
    }
    tables.sort_unstable();
    tables
}

fn least(costs: &[u64]) -> u64 {
    costs.iter().copied().min().filter(|&least| least != FORBIDDEN).unwrap_or(0)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
