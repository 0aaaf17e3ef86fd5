//! The problem for the solver, and what its solution means.
//!
//! A variable for each site; its labels are the site's. A value that is read once is an edge: what the conversion costs. A
//! value that is read more often has a variable of its own, whose labels tell in which layout it is made and into which
//! it is copied, so that readers share a copy. Costs are bytes read and written; among equal ones fewer
//! conversions are better, and reorders that move nothing cost one unit of that only.

use super::candidate::{Candidate, Kinds};
use super::labels::Labels;
use super::sites::{End, Ends, Rule, Side, SiteId, Sites, Slot};
use indexmap::{IndexMap, IndexSet};
use ir::module::Def;
use ir::{Module, Op, Value};
use pbqp::{FORBIDDEN, NodeId, Problem, ProblemError};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Of a value that may be wanted in more layouts than this, all sets of copies with up to [`MOST_COPIES`] members
/// and the greatest one are considered, otherwise all sets.
const ALL_SETS: usize = 5;
const MOST_COPIES: usize = 3;
const MOST_CLASSES: usize = 16;

/// In which layout a value is made, and what it is copied into: each copy with what it is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Copies {
    pub(super) made: Candidate,
    pub(super) copies: Vec<Copy>,
    /// The same memory in other words; none once it is decided, when those that are read are among the copies.
    views: Vec<Copy>,
}

/// One conversion of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Copy {
    pub(super) from: Candidate,
    pub(super) to: Candidate,
}

/// A problem with what its variables stand for.
pub(super) struct Network {
    pub(super) problem: Problem,
    /// The variable of each site; all are there once the problem is made.
    sites: Vec<Option<NodeId>>,
    values: IndexMap<Value, (NodeId, Vec<Copies>), FxBuildHasher>,
    /// One byte in the problem's costs.
    pub(super) byte: u64,
}

/// What is decided.
#[derive(Debug, Default)]
pub(super) struct Decision {
    /// The offer that each site takes, by its place; none for a site without offers.
    pub(super) offers: Vec<Option<usize>>,
    /// Of each value that has a layout: its layout, and its copies.
    pub(super) values: IndexMap<Value, Copies, FxBuildHasher>,
    /// The layout in which an op reads an operand.
    pub(super) reads: IndexMap<(Op, usize), Candidate, FxBuildHasher>,
}

/// What prices are asked of.
pub(super) struct Prices<'a> {
    pub(super) module: &'a Module,
    pub(super) kinds: &'a mut Kinds,
    pub(super) byte: u64,
}

impl Prices<'_> {
    /// What it costs to convert a value.
    fn convert(&mut self, slot: &Slot, from: Candidate, to: Candidate) -> u64 {
        let ctx = &self.module.ctx;
        if from == to {
            return 0;
        }
        let (kind, depth) = (slot.kind, depth(self.module, slot.value));
        if self.kinds.same(ctx, kind, from, to) {
            return 1;
        }
        let bytes =
            self.kinds.bytes(ctx, kind, from).saturating_add(self.kinds.bytes(ctx, kind, to));
        price(bytes, self.byte).saturating_add(2 + depth).min(FORBIDDEN - 1)
    }

    /// The layouts in classes of the same memory.
    fn alike(&mut self, slot: &Slot, wanted: &[Candidate]) -> Vec<Vec<Candidate>> {
        let mut classes: Vec<Vec<Candidate>> = Vec::new();
        for &layout in wanted {
            let same = |class: &&mut Vec<Candidate>| {
                self.kinds.same(&self.module.ctx, slot.kind, class[0], layout)
            };
            match classes.iter_mut().find(same) {
                Some(class) => class.push(layout),
                None => classes.push(vec![layout]),
            }
        }
        classes
    }

    /// The cheapest way to have a value in all these layouts when it is made in one.
    ///
    /// A copy costs what is read and what is written. So the smallest is made first, and the others from the smallest that
    /// is there. Where it is made with much padding, one that nobody wants may be the smallest.
    fn copies(&mut self, slot: &Slot, made: Candidate, wanted: &[Candidate]) -> (u64, Copies) {
        let direct = self.chain(slot, made, wanted);
        let small = self.kinds.row_major(slot.kind);
        let helps = wanted.len() > 1 && made != small && !wanted.contains(&small);
        let (price, copies) = if helps {
            let longer: Vec<Candidate> = wanted.iter().copied().chain([small]).collect();
            let around = self.chain(slot, made, &longer);
            if around.0 < direct.0 { around } else { direct }
        } else {
            direct
        };
        (price, Copies { made, copies, views: Vec::new() })
    }

    fn chain(&mut self, slot: &Slot, made: Candidate, wanted: &[Candidate]) -> (u64, Vec<Copy>) {
        let ctx = &self.module.ctx;
        let mut sorted: Vec<(bool, u64, Candidate)> = wanted
            .iter()
            .map(|&to| {
                let moves = !self.kinds.same(ctx, slot.kind, made, to);
                (moves, self.kinds.bytes(ctx, slot.kind, to), to)
            })
            .collect();
        sorted.sort_by_key(|&(moves, bytes, _)| (moves, bytes));
        let (mut have, mut price, mut copies) = (vec![made], 0u64, Vec::new());
        for (_, _, to) in sorted {
            let ways = have.iter().map(|&from| (self.convert(slot, from, to), from));
            let (least, from) = ways.min_by_key(|way| way.0).expect("it is made in one layout");
            price = price.saturating_add(least);
            copies.push(Copy { from, to });
            have.push(to);
        }
        (price, copies)
    }
}

/// The sets of copies that are considered: of layouts that are the same memory all or none, as the rest is free, and no
/// more than there are readers.
fn subsets(alike: &[Vec<Candidate>], readers: usize) -> Vec<Vec<Candidate>> {
    let (alike, others) = alike.split_at(alike.len().min(MOST_CLASSES));
    let few = alike.len() <= ALL_SETS;
    let full = (1u32 << alike.len()) - 1;
    let sets = (0..=full).filter(|bits| {
        let count = bits.count_ones() as usize;
        (few && count <= readers) || *bits == full || count <= MOST_COPIES.min(readers)
    });
    let members = |bits: u32| alike.iter().enumerate().filter(move |(at, _)| bits >> at & 1 == 1);
    let sets = sets.map(|bits| members(bits).flat_map(|(_, class)| class).copied().collect());
    let all = alike.iter().chain(others).flatten().copied().collect();
    sets.chain(others.iter().cloned()).chain((!others.is_empty()).then_some(all)).collect()
}

impl Network {
    /// The problem of the sites with these labels.
    ///
    /// # Errors
    /// The costs are too great.
    pub(super) fn new(
        module: &Module,
        sites: &Sites,
        labels: &Labels,
        kinds: &mut Kinds,
        byte: u64,
    ) -> Result<Network, ProblemError> {
        let mut network = Network {
            problem: Problem::new(),
            sites: vec![None; sites.all.len()],
            values: IndexMap::default(),
            byte,
        };
        let mut prices = Prices { module, kinds, byte };
        // The solver wants variables in the order of the program, and those of values behind what makes them.
        for site in in_program_order(module, sites) {
            network.site(sites, labels, &mut prices, site)?;
        }
        for (&value, ends) in &sites.values {
            network.connect(sites, labels, &mut prices, value, ends)?;
        }
        Ok(network)
    }

    /// Adds the variables of a site, and of the values that it makes and that are read more than once.
    fn site(
        &mut self,
        sites: &Sites,
        labels: &Labels,
        prices: &mut Prices<'_>,
        site: SiteId,
    ) -> Result<(), ProblemError> {
        let costs = labels.of_site[site].iter().map(|label| price(label.cost, self.byte));
        self.sites[site] = Some(self.problem.add_node(costs.collect())?);
        for (made, slot) in sites.all[site].slots.iter().enumerate() {
            let ends = &sites.values[&slot.value];
            if slot.side == Side::Def && ends.def == Some((site, made)) {
                self.shared(sites, labels, prices, slot.value, ends)?;
            }
        }
        Ok(())
    }

    /// Adds the variable of a value that is not read just once by another site.
    fn shared(
        &mut self,
        sites: &Sites,
        labels: &Labels,
        prices: &mut Prices<'_>,
        value: Value,
        ends: &Ends,
    ) -> Result<(), ProblemError> {
        let Some((def, uses)) = readers(sites, labels, ends) else { return Ok(()) };
        if uses.is_empty() || matches!(uses[..], [(site, _)] if site != def.0) {
            return Ok(());
        }
        let slot = &sites.all[def.0].slots[def.1];
        let wanted: Vec<Candidate> = wanted(labels, &uses).into_iter().collect();
        let alike = prices.alike(slot, &wanted);
        let (mut costs, mut all) = (Vec::new(), Vec::new());
        for from in makes(labels, value, def, &wanted) {
            // What is the same memory as it is made in comes for nothing, so that it is always there.
            let (free, others): (Vec<_>, Vec<_>) = alike.iter().cloned().partition(|class| {
                prices.kinds.same(&prices.module.ctx, slot.kind, class[0], from)
            });
            let same = free.iter().flatten().copied().filter(|&same| same != from);
            let views: Vec<Copy> = same.map(|to| Copy { from, to }).collect();
            for set in subsets(&others, uses.len()) {
                let (price, mut copies) = prices.copies(slot, from, &set);
                // Who reads a view pays for it, so that it is not for nothing.
                copies.views = views.clone();
                costs.push(price);
                all.push(copies);
            }
        }
        let var = self.problem.add_node(costs)?;
        self.values.insert(value, (var, all));
        Ok(())
    }

    /// Adds the edges of a value: from what makes it to what reads it, or from its own variable to all of them.
    fn connect(
        &mut self,
        sites: &Sites,
        labels: &Labels,
        prices: &mut Prices<'_>,
        value: Value,
        ends: &Ends,
    ) -> Result<(), ProblemError> {
        let Some((def, uses)) = readers(sites, labels, ends) else { return Ok(()) };
        let Some((var, all)) = self.values.get(&value) else {
            let Some(&to) = uses.first() else { return Ok(()) };
            let slot = &sites.all[def.0].slots[def.1];
            let costs = conversions(labels, prices, slot, def, to);
            return self.problem.add_edge(self.var(def.0), self.var(to.0), costs).map(drop);
        };
        let var = *var;
        let makes = |set: &Copies, known| if set.made == known { 0 } else { FORBIDDEN };
        let mut edges = vec![(def.0, allowed(labels, all, def, makes))];
        let has = |set: &Copies, known| {
            let among = |copies: &[Copy]| copies.iter().any(|copy| copy.to == known);
            match known {
                _ if set.made == known || among(&set.copies) => 0,
                _ if among(&set.views) => 1,
                _ => FORBIDDEN,
            }
        };
        edges.extend(uses.iter().map(|&at| (at.0, allowed(labels, all, at, has))));
        for (site, costs) in edges {
            self.problem.add_edge(var, self.var(site), costs)?;
        }
        Ok(())
    }

    fn var(&self, site: SiteId) -> NodeId {
        self.sites[site].expect("every site has a variable")
    }

    /// The same problem, with a value made in one layout. None for a value whose layout costs nothing, and for a layout that
    /// no label has.
    pub(super) fn with(
        &self,
        sites: &Sites,
        labels: &Labels,
        value: Value,
        made: Candidate,
    ) -> Option<Problem> {
        let (site, slot) = sites.values.get(&value)?.def?;
        let (var, fits): (NodeId, Vec<bool>) = match self.values.get(&value) {
            Some((var, all)) => (*var, all.iter().map(|set| set.made == made).collect()),
            None => {
                let labels = labels.of_site[site].iter();
                (self.var(site), labels.map(|label| label.layouts[slot] == Some(made)).collect())
            }
        };
        let mut problem = self.problem.clone();
        let cost = |fits| if fits { 0 } else { FORBIDDEN };
        problem.add_costs(var, &fits.into_iter().map(cost).collect::<Vec<_>>()).ok()?;
        Some(problem)
    }

    /// What a solution of the problem, a label for each variable, means.
    pub(super) fn decide(
        &self,
        module: &Module,
        sites: &Sites,
        labels: &Labels,
        kinds: &mut Kinds,
        solution: &[u32],
    ) -> Decision {
        let chosen = |var: NodeId| solution[var.index()] as usize;
        let label = |site: SiteId| &labels.of_site[site][chosen(self.var(site))];
        let layout = |(site, slot): End| label(site).layouts[slot];
        let offers = (0..self.sites.len()).map(|site| label(site).offer).collect();
        let mut decision = Decision { offers, ..Decision::default() };
        for (&value, ends) in &sites.values {
            let Some(def) = ends.def else { continue };
            let made_at = &sites.all[def.0].slots[def.1];
            let reads: Vec<Candidate> = ends.uses.iter().filter_map(|&at| layout(at)).collect();
            let made = match self.values.get(&value) {
                Some((var, all)) => all[chosen(*var)].made,
                None => {
                    let made = layout(def).or(reads.first().copied());
                    made.unwrap_or_else(|| kinds.row_major(made_at.kind))
                }
            };
            let others: IndexSet<Candidate> =
                reads.iter().copied().filter(|&read| read != made).collect();
            let others: Vec<Candidate> = others.into_iter().collect();
            let copies = Prices { module, kinds, byte: self.byte }.copies(made_at, made, &others).1;
            for &at in &ends.uses {
                if let Side::Use(op, place) = sites.all[at.0].slots[at.1].side {
                    let read = layout(at).unwrap_or(copies.made);
                    decision.reads.insert((op, place), read);
                }
            }
            decision.values.insert(value, copies);
        }
        decision
    }
}

/// The layouts in which slots may read.
fn wanted(labels: &Labels, uses: &[End]) -> IndexSet<Candidate> {
    let told = uses.iter().flat_map(|&(site, slot)| {
        labels.of_site[site].iter().filter_map(move |label| label.layouts[slot])
    });
    told.collect()
}

/// The layouts in which a value may be made: where its site has no say, those that it is known in or wanted in.
fn makes(
    labels: &Labels,
    value: Value,
    (def, made): End,
    wanted: &[Candidate],
) -> IndexSet<Candidate> {
    let told = labels.of_site[def].iter().map(|label| label.layouts[made]);
    let any = told.clone().any(|layout| layout.is_none());
    let mut makes: IndexSet<Candidate> = told.flatten().collect();
    if any {
        makes.extend(labels.of_value.get(&value).into_iter().flatten());
        makes.extend(wanted);
    }
    makes
}

/// How many ops with regions stand around what makes a value: what they run again and again is better done outside.
fn depth(module: &Module, value: Value) -> u64 {
    let around = match module.def(value) {
        Def::Result(op, _) => module.parent_op(op),
        Def::Argument(block, _) => Some(module.region_parent(module.block_region(block))),
    };
    std::iter::successors(around, |&op| module.parent_op(op)).count() as u64
}

/// A cost in bytes as a cost of the problem, which is never that of what may not be.
fn price(bytes: u64, byte: u64) -> u64 {
    bytes.saturating_mul(byte).min(FORBIDDEN - 1)
}

/// The sites in the order in which their ops stand in the module.
fn in_program_order(module: &Module, sites: &Sites) -> Vec<SiteId> {
    let places: FxHashMap<Op, usize> = module.walk().enumerate().map(|(at, op)| (op, at)).collect();
    let mut order: Vec<SiteId> = (0..sites.all.len()).collect();
    order.sort_by_key(|&site| places.get(&sites.all[site].op));
    order
}

/// What makes a value, and the readers that want something; none for a value that has no layout to be paid for.
fn readers(sites: &Sites, labels: &Labels, ends: &Ends) -> Option<(End, Vec<End>)> {
    let def = ends.def.filter(|&(def, _)| !matches!(sites.all[def].rule, Rule::Free))?;
    let uses = ends.uses.iter().copied().filter(|&at| !wanted(labels, &[at]).is_empty());
    Some((def, uses.collect()))
}

/// What a value costs on its way, for each label of what makes it and of what reads it.
fn conversions(
    labels: &Labels,
    prices: &mut Prices<'_>,
    value: &Slot,
    (def, made): End,
    (site, slot): End,
) -> Vec<u64> {
    let mut costs = Vec::new();
    for from in &labels.of_site[def] {
        for to in &labels.of_site[site] {
            costs.push(match (from.layouts[made], to.layouts[slot]) {
                (Some(from), Some(to)) => prices.convert(value, from, to),
                _ => 0,
            });
        }
    }
    costs
}

/// What it costs that labels of a site go with copies of a value: rows are copies.
fn allowed(
    labels: &Labels,
    all: &[Copies],
    (site, slot): End,
    price: impl Fn(&Copies, Candidate) -> u64,
) -> Vec<u64> {
    let mut costs = Vec::new();
    for set in all {
        for label in &labels.of_site[site] {
            costs.push(label.layouts[slot].map_or(0, |known| price(set, known)));
        }
    }
    costs
}
