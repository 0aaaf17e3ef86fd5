//! Checks a certificate. It knows the problem and the steps, and shares no code with what found them.

use super::certificate::{Certificate, CoreBound, Node, Step};
use super::problem::{FORBIDDEN, Problem, Var};
use std::collections::BTreeMap;
use std::fmt;

/// Why a certificate is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateFault {
    /// These are not labels of the problem's variables.
    Labels,
    /// The labels cost something else.
    Cost {
        /// What they cost: [`FORBIDDEN`] if they may not be.
        right: u64,
    },
    /// The steps prove less.
    Bound {
        /// What they prove.
        proven: u64,
    },
    /// A step cannot be taken.
    Step,
}

impl fmt::Display for CertificateFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateFault::Labels => f.write_str("the labels are not those of the problem"),
            CertificateFault::Cost { right: FORBIDDEN } => f.write_str("the labels may not be"),
            CertificateFault::Cost { right } => write!(f, "the labels cost {right}"),
            CertificateFault::Bound { proven } => write!(f, "the steps prove {proven} only"),
            CertificateFault::Step => f.write_str("a step of the proof cannot be taken"),
        }
    }
}

impl std::error::Error for CertificateFault {}

/// Checks that the labels cost what the certificate says, and that the steps prove its bound. Gives both.
///
/// # Errors
/// What is wrong, first.
pub fn check(problem: &Problem, certificate: &Certificate) -> Result<(u64, u64), CertificateFault> {
    let right = problem.cost(&certificate.labels).ok_or(CertificateFault::Labels)?;
    if right != certificate.cost || right == FORBIDDEN {
        return Err(CertificateFault::Cost { right });
    }
    let proven = Rest::new(problem).bound(&certificate.steps).ok_or(CertificateFault::Step)?;
    if proven < certificate.bound {
        return Err(CertificateFault::Bound { proven });
    }
    Ok((right, certificate.bound))
}

/// What is left of the problem: each table is there twice, row-major for either variable.
#[derive(Clone, Default)]
struct Rest {
    costs: BTreeMap<Var, Vec<u64>>,
    tables: BTreeMap<Var, BTreeMap<Var, Vec<u64>>>,
}

/// A table between a variable that is taken out and one that stays, whose labels are the columns.
type Link = (Var, Var, Vec<u64>);

/// A table of pairs of two variables.
type Pairs<'a> = (Var, Var, &'a [u64]);

impl Rest {
    fn new(problem: &Problem) -> Rest {
        let mut rest = Rest::default();
        for (at, costs) in problem.costs.iter().enumerate() {
            rest.costs.insert(Var(at as u32), costs.clone());
        }
        for edge in &problem.edges {
            rest.add_pairs(edge.first, edge.second, &edge.costs);
        }
        rest
    }

    /// The bound that the steps prove; `None` if one cannot be taken.
    fn bound(mut self, steps: &[Step]) -> Option<u64> {
        let mut bound = 0u64;
        for step in steps {
            bound = bound.saturating_add(self.step(step)?);
        }
        let least =
            self.costs.values().map(|costs| costs.iter().copied().min().unwrap_or(FORBIDDEN));
        Some(least.fold(bound, u64::saturating_add))
    }

    /// Takes a step; gives what it adds to the bound.
    fn step(&mut self, step: &Step) -> Option<u64> {
        match step {
            &Step::Unsupported { var, label, neighbour } => {
                let row = self.row(var, neighbour, label)?;
                let partners = &self.costs[&neighbour];
                let is_free = |(&pair, &cost): (&u64, &u64)| pair != FORBIDDEN && cost != FORBIDDEN;
                let is_lost = !row.iter().zip(partners).any(is_free);
                is_lost.then(|| self.remove(var, label)).flatten()
            }
            &Step::Dominated { var, label, by } => {
                self.is_dominated(var, label, by)?.then(|| self.remove(var, label)).flatten()
            }
            Step::Eliminate { var } => self.eliminate(*var),
            Step::Project { onto, part, cases } => self.project(*onto, part, cases),
            Step::Bound(core) => {
                let (part, links) = self.split(&core.vars)?;
                links.is_empty().then(|| part.tree(core)).flatten()
            }
        }
    }

    fn row(&self, var: Var, neighbour: Var, label: u32) -> Option<&[u64]> {
        let columns = self.costs.get(&neighbour)?.len();
        let pairs = self.tables.get(&var)?.get(&neighbour)?;
        pairs.chunks_exact(columns).nth(label as usize)
    }

    fn remove(&mut self, var: Var, label: u32) -> Option<u64> {
        *self.costs.get_mut(&var)?.get_mut(label as usize)? = FORBIDDEN;
        Some(0)
    }

    fn is_dominated(&self, var: Var, label: u32, by: u32) -> Option<bool> {
        let costs = self.costs.get(&var)?;
        let [cost, other] = [label, by].map(|label| costs.get(label as usize).copied());
        let mut slack = i128::from(cost?) - i128::from(other?);
        for neighbour in self.neighbours(var) {
            let [row, other] = [label, by].map(|label| self.row(var, neighbour, label));
            let rows = row?.iter().zip(other?).zip(&self.costs[&neighbour]);
            let free = rows.filter(|&((&pair, _), &cost)| pair != FORBIDDEN && cost != FORBIDDEN);
            // Where the other label is forbidden, its cost here exceeds any slack.
            slack -= free.map(|((&a, &b), _)| i128::from(b) - i128::from(a)).max().unwrap_or(0);
        }
        Some(label != by && other? != FORBIDDEN && slack >= 0)
    }

    fn neighbours(&self, var: Var) -> Vec<Var> {
        self.tables.get(&var).map(|tables| tables.keys().copied().collect()).unwrap_or_default()
    }

    fn eliminate(&mut self, var: Var) -> Option<u64> {
        let (mut part, links) = self.split(&[var])?;
        let costs = part.costs.remove(&var)?;
        let mut free = (0..costs.len()).filter(|&label| costs[label] != FORBIDDEN);
        let (first, more) = (free.next()?, free.next().is_some());
        match &links[..] {
            links if !more => {
                for &(_, other, ref pairs) in links {
                    let columns = self.costs[&other].len();
                    self.add_costs(other, &pairs[first * columns..][..columns]);
                }
                return Some(costs[first]);
            }
            [] => return costs.iter().copied().min(),
            &[(_, other, ref pairs)] => {
                let least = least(&costs, pairs, &vec![0; costs.len()]);
                self.add_costs(other, &least);
            }
            &[(_, a, ref to_a), (_, b, ref to_b)] => {
                let columns = to_a.len() / costs.len();
                let to = |label: usize| to_a.iter().skip(label).step_by(columns).copied();
                let rows = (0..columns).map(|label| to(label).collect::<Vec<_>>());
                let table: Vec<u64> = rows.flat_map(|row| least(&costs, to_b, &row)).collect();
                self.add_pairs(a, b, &table);
            }
            _ => return None,
        }
        Some(0)
    }

    fn project(&mut self, onto: Var, part: &[Var], cases: &[Vec<Step>]) -> Option<u64> {
        let (part, links) = self.split(part)?;
        let labels = self.costs.get(&onto)?.clone();
        let free = (0..labels.len()).filter(|&label| labels[label] != FORBIDDEN);
        let is_whole = links.iter().all(|&(_, other, _)| other == onto);
        if !is_whole || free.clone().count() != cases.len() {
            return None;
        }
        for (label, steps) in free.zip(cases) {
            let mut case = part.clone();
            for (var, _, pairs) in &links {
                let column: Vec<u64> =
                    pairs.iter().skip(label).step_by(labels.len()).copied().collect();
                case.add_costs(*var, &column);
            }
            let bound = case.bound(steps)?;
            let cost = &mut self.costs.get_mut(&onto)?[label];
            *cost = cost.saturating_add(bound);
        }
        Some(0)
    }

    /// Takes variables out, with the tables among them. Gives also the tables to others.
    fn split(&mut self, vars: &[Var]) -> Option<(Rest, Vec<Link>)> {
        let mut part = Rest::default();
        for &var in vars {
            part.costs.insert(var, self.costs.remove(&var)?);
        }
        let mut links = Vec::new();
        for &var in vars {
            for (other, pairs) in self.tables.remove(&var).unwrap_or_default() {
                if part.costs.contains_key(&other) {
                    part.tables.entry(var).or_default().insert(other, pairs);
                } else {
                    self.tables.get_mut(&other)?.remove(&var);
                    links.push((var, other, pairs));
                }
            }
        }
        Some((part, links))
    }

    fn add_costs(&mut self, var: Var, costs: &[u64]) {
        for (to, &cost) in self.costs.entry(var).or_default().iter_mut().zip(costs) {
            *to = to.saturating_add(cost);
        }
    }

    fn add_pairs(&mut self, a: Var, b: Var, pairs: &[u64]) {
        let columns = self.costs[&b].len();
        let turned =
            (0..columns).flat_map(|column| pairs.iter().skip(column).step_by(columns).copied());
        for (a, b, pairs) in [(b, a, turned.collect()), (a, b, pairs.to_vec())] {
            match self.tables.entry(a).or_default().entry(b) {
                std::collections::btree_map::Entry::Vacant(entry) => drop(entry.insert(pairs)),
                std::collections::btree_map::Entry::Occupied(mut entry) => {
                    for (to, pair) in entry.get_mut().iter_mut().zip(pairs) {
                        *to = to.saturating_add(pair);
                    }
                }
            }
        }
    }

    /// The least bound of the leaves of a tree of cases.
    fn tree(mut self, core: &CoreBound) -> Option<u64> {
        let units = Units::new(&self)?;
        let mut least = FORBIDDEN;
        // The open splits: the variable, its costs in the other case if that is still to come, and without the split.
        let mut open: Vec<(Var, Option<Vec<u64>>, Vec<u64>)> = Vec::new();
        for (at, node) in core.tree.iter().enumerate() {
            match node {
                Node::Split { var, labels } => {
                    let whole = self.costs.get(var)?.clone();
                    let case = |is_in: bool| {
                        let keep = |label: usize| labels.contains(&(label as u32)) == is_in;
                        let costs = whole.iter().enumerate();
                        costs.map(|(at, &cost)| if keep(at) { cost } else { FORBIDDEN }).collect()
                    };
                    self.costs.insert(*var, case(true));
                    open.push((*var, Some(case(false)), whole.clone()));
                    continue;
                }
                Node::Leaf(offsets) => {
                    let offsets = core.offsets.get(*offsets as usize)?;
                    least = least.min(self.leaf(&units, core.scale, offsets)?);
                }
                Node::Steps(steps) => least = least.min(self.clone().bound(steps)?),
            }
            loop {
                let Some((var, other, whole)) = open.pop() else {
                    return (at + 1 == core.tree.len()).then_some(least);
                };
                if let Some(other) = other {
                    self.costs.insert(var, other);
                    open.push((var, None, whole));
                    break;
                }
                self.costs.insert(var, whole);
            }
        }
        None
    }

    /// The bound of the cost by offsets: a sum of least costs, each of its own table.
    fn leaf(&self, units: &Units, scale: i64, offsets: &[i64]) -> Option<u64> {
        let mut of_vars: BTreeMap<Var, Vec<i128>> =
            self.costs.iter().map(|(&var, costs)| (var, vec![0; costs.len()])).collect();
        let mut offsets = offsets.iter().map(|&offset| i128::from(offset));
        let mut sum = 0i128;
        for (a, b, pairs) in self.pairs() {
            let [a, b] = [a, b].map(|var| (var, &self.costs[&var]));
            let rows: Vec<i128> = offsets.by_ref().take(a.1.len()).collect();
            let columns: Vec<i128> = offsets.by_ref().take(b.1.len()).collect();
            if rows.len() != a.1.len() || columns.len() != b.1.len() {
                return None;
            }
            let mut least = i128::MAX;
            for (at, &pair) in pairs.iter().enumerate() {
                let (row, column) = (at / columns.len(), at % columns.len());
                if pair != FORBIDDEN && a.1[row] != FORBIDDEN && b.1[column] != FORBIDDEN {
                    let cost = units.of(pair, units.tables[&(a.0, b.0)], scale)?;
                    least = least.min(cost - rows[row] - columns[column]);
                }
            }
            if least == i128::MAX {
                return Some(FORBIDDEN);
            }
            sum = sum.checked_add(least)?;
            for ((var, _), offsets) in [(a, rows), (b, columns)] {
                for (to, offset) in of_vars.get_mut(&var)?.iter_mut().zip(offsets) {
                    *to += offset;
                }
            }
        }
        for (var, costs) in &self.costs {
            let mut least = None::<i128>;
            for (&cost, offset) in costs.iter().zip(&of_vars[var]) {
                if cost != FORBIDDEN {
                    let cost = units.of(cost, units.costs[var], scale)? + offset;
                    least = Some(least.map_or(cost, |least| least.min(cost)));
                }
            }
            let Some(least) = least else { return Some(FORBIDDEN) };
            sum = sum.checked_add(least)?;
        }
        units.bound(sum, scale)
    }

    fn pairs(&self) -> impl Iterator<Item = Pairs<'_>> {
        let rows = self
            .tables
            .iter()
            .flat_map(|(&a, tables)| tables.iter().map(move |(&b, pairs)| (a, b, &pairs[..])));
        rows.filter(|(a, b, _)| a < b)
    }
}

/// The least cost over labels, for each label of a neighbour, with something more for each label.
fn least(costs: &[u64], pairs: &[u64], more: &[u64]) -> Vec<u64> {
    let columns = pairs.len() / costs.len();
    let cost = |label: usize, other: usize| {
        costs[label].saturating_add(more[label]).saturating_add(pairs[label * columns + other])
    };
    let least = |other| (0..costs.len()).map(|label| cost(label, other)).min().unwrap_or(FORBIDDEN);
    (0..columns).map(least).collect()
}

/// Costs counted from the least of their table, in the greatest common divisor of all: so counted the optimum is a
/// whole number, to which a bound is rounded up.
struct Units {
    unit: u64,
    base: u64,
    /// The largest count in sum: what exceeds it cannot be.
    most: u64,
    costs: BTreeMap<Var, u64>,
    tables: BTreeMap<(Var, Var), u64>,
}

impl Units {
    /// `None` if a variable or a table has no finite cost at all: there is nothing to count from.
    fn new(rest: &Rest) -> Option<Units> {
        let mut units =
            Units { unit: 0, base: 0, most: 0, costs: BTreeMap::new(), tables: BTreeMap::new() };
        for (&var, costs) in &rest.costs {
            let least = units.count(costs)?;
            units.costs.insert(var, least);
        }
        for (a, b, pairs) in rest.pairs() {
            let least = units.count(pairs)?;
            units.tables.insert((a, b), least);
        }
        units.unit = units.unit.max(1);
        Some(units)
    }

    fn count(&mut self, costs: &[u64]) -> Option<u64> {
        let free = costs.iter().copied().filter(|&cost| cost != FORBIDDEN);
        let (least, most) = (free.clone().min()?, free.clone().max()?);
        self.base += least;
        self.most += most - least;
        free.for_each(|cost| self.unit = gcd(self.unit, cost - least));
        Some(least)
    }

    fn of(&self, cost: u64, least: u64, scale: i64) -> Option<i128> {
        Some(i128::from((cost - least) / self.unit) * i128::from(scale))
    }

    fn bound(&self, sum: i128, scale: i64) -> Option<u64> {
        let scale = i128::from(scale);
        let count = if scale > 0 { (sum.max(0) + scale - 1) / scale } else { return None };
        let is_possible = count <= i128::from(self.most / self.unit);
        Some(if is_possible { self.base + self.unit * count as u64 } else { FORBIDDEN })
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
