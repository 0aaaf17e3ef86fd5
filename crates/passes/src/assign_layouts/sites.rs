//! Where layouts are decided: a *site* is an op, the boundary of a function, or values that must have one type.
//!
//! A site has slots: the values that it reads and makes. What it may have there is its [`Rule`]; `labels` makes the list
//! of joint choices of that. A value that is read in a layout other than that in which it is made is reordered on the
//! way; so sites are the variables of the problem, and values what connects them.

use super::candidate::{Candidate, Kind, Kinds};
use super::offers::{Asks, Offer, Source};
use crate::tensors::Defs;
use indexmap::{IndexMap, IndexSet};
use ir::choice::Origin;
use ir::encoding::{self, Reading};
use ir::registry::{OpDef, Registry, TypeEqualities};
use ir::views::{COPY_OP, Subview, VIEW_OP, ViewMap};
use ir::{Module, Op, Type, TypeKind, Value};
use petgraph::unionfind::UnionFind;
use rustc_hash::FxBuildHasher;
use std::collections::VecDeque;

/// The attribute by which any op says that it reads or writes the state of a name, such as the memory of a recurrent
/// network: all its tensors have the layout of that state. Names are those of the module around the function.
pub(crate) const STATE_KEY: &str = "layout.state";

/// The place of a site in [`Sites::all`].
pub(super) type SiteId = usize;

/// Where a slot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Side {
    /// The op reads the value as the operand of this place.
    Use(Op, usize),
    /// The site makes the value.
    Def,
    /// The type that was written for the value wants it so, whoever reads it.
    Pin,
}

/// A value at a site.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The value; of one that a reorder made which goes away, the one that the reorder reads.
    pub(super) value: Value,
    pub(super) kind: Kind,
    pub(super) side: Side,
}

/// What a site may have in its slots.
#[derive(Debug)]
pub(super) enum Rule {
    /// Exactly these layouts; none for a slot that may have any.
    Fixed(Vec<Option<Candidate>>),
    /// One of these; each asks something of every slot.
    Offers(Vec<Offer>),
    /// The same in all slots, whatever it is.
    Same,
    /// The op is a view: each part, with the slots of the whole and of the part. Slots of no part may have any.
    View(Vec<Link>),
    /// Anything: a constant.
    Free,
}

/// A part of a view.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) map: ViewMap,
    /// The slot of the whole.
    pub(super) whole: usize,
    /// The slot of the part.
    pub(super) part: usize,
}

/// A place where layouts are decided.
#[derive(Debug)]
pub(super) struct Site {
    /// What diagnostics speak of.
    pub(super) op: Op,
    pub(super) slots: Vec<Slot>,
    pub(super) rule: Rule,
    /// Who asks.
    pub(super) source: Source,
}

/// A slot of a site.
pub(super) type End = (SiteId, usize);

/// The ends of a value.
#[derive(Clone, Debug, Default)]
pub(super) struct Ends {
    pub(super) def: Option<End>,
    pub(super) uses: Vec<End>,
}

/// All sites of a module.
pub(super) struct Sites {
    pub(super) all: Vec<Site>,
    /// The ends of each value.
    pub(super) values: IndexMap<Value, Ends, FxBuildHasher>,
    /// The reorders that go away, and the views that stand for reorders which move nothing.
    pub(super) gone: IndexSet<Op, FxBuildHasher>,
}

/// What is done with a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Layouts are chosen; what is written stays.
    Assign,
    /// Reorders go away and are chosen anew; ops that no rule names keep the layouts that they have, row major where nothing is
    /// written.
    Optimize,
}

impl Sites {
    /// The sites of a module; `asks` tells what rules ask of an op.
    pub(super) fn new(
        module: &Module,
        registry: &Registry,
        mode: Mode,
        kinds: &mut Kinds,
        asks: &dyn Fn(Op) -> Asks,
    ) -> Sites {
        let gone = match mode {
            Mode::Assign => IndexSet::default(),
            Mode::Optimize => module.walk().filter(|&op| reorders(module, kinds, op)).collect(),
        };
        let mut collector = Collector {
            module,
            gone: &gone,
            registry,
            asks,
            mode,
            kinds,
            defs: Defs::new(module, registry),
            placed: IndexSet::default(),
            made: IndexSet::default(),
            sites: Vec::new(),
        };
        collector.loosen();
        collector.type_equalities();
        module.walk().for_each(|op| collector.op(op));
        let all = collector.sites;
        let mut sites = Sites { all, values: IndexMap::default(), gone };
        sites.connect();
        sites
    }

    fn connect(&mut self) {
        for (id, site) in self.all.iter().enumerate() {
            for (place, slot) in site.slots.iter().enumerate() {
                let ends = self.values.entry(slot.value).or_default();
                match slot.side {
                    Side::Def => ends.def = Some((id, place)),
                    Side::Use(..) | Side::Pin => ends.uses.push((id, place)),
                }
            }
        }
    }
}

/// Whether an op is a reorder, or a view in place of one that would move nothing.
fn reorders(module: &Module, kinds: &mut Kinds, op: Op) -> bool {
    let (Some(&from), Some(to)) = (module.operands(op).first(), module.result(op, 0)) else {
        return false;
    };
    match module.name(op) {
        COPY_OP => true,
        VIEW_OP => {
            let known = [from, to].map(|value| kinds.of(&module.ctx, value, module.ty(value)));
            let [Some(a), Some(b)] = known else { return false };
            let [from, to] = [from, to].map(|value| {
                written(module, module.ty(value)).unwrap_or_else(|| kinds.row_major(a))
            });
            a == b && kinds.same(&module.ctx, a, from, to)
        }
        _ => false,
    }
}

/// The value that a chain of reorders starts from which go away.
pub(super) fn before_reorders(
    module: &Module,
    gone: &IndexSet<Op, FxBuildHasher>,
    mut value: Value,
) -> Value {
    // A value is made after what it is made of, but in a graph region; there the chain may be a ring.
    for _ in 0..=gone.len() {
        match module.def(value) {
            ir::module::Def::Result(op, _) if gone.contains(&op) => {
                let Some(&from) = module.operands(op).first() else { break };
                value = from;
            }
            _ => break,
        }
    }
    value
}

/// What a type says of the layout; none if nothing is chosen.
pub(super) fn written(module: &Module, ty: Type) -> Option<Candidate> {
    match encoding::read(&module.ctx, ty).ok()?? {
        Reading::Open => None,
        Reading::Ordered(layout) => Some(Candidate::Order(layout.order())),
        Reading::Format(layout) => Some(Candidate::format(layout.format, layout.shape.len())),
        Reading::Descriptor(_) => Some(Candidate::Declared(ty)),
    }
}

struct Collector<'a> {
    module: &'a Module,
    registry: &'a Registry,
    asks: &'a dyn Fn(Op) -> Asks,
    mode: Mode,
    kinds: &'a mut Kinds,
    gone: &'a IndexSet<Op, FxBuildHasher>,
    defs: Defs<'a>,
    /// Operands that have a slot already: by them control flow hands values on.
    placed: IndexSet<(Op, usize), FxBuildHasher>,
    /// Values that have a site which makes them.
    made: IndexSet<Value, FxBuildHasher>,
    sites: Vec<Site>,
}

impl Collector<'_> {
    /// The sites of values that must have one type, because control flow hands one on as the other.
    fn type_equalities(&mut self) {
        let mut groups = Groups::default();
        for op in self.module.walk() {
            let plain = self.module.regions(op).is_empty() && self.module.successors(op).is_empty();
            let type_equalities =
                self.registry.type_equalities(self.module.name(op)).filter(|_| !plain);
            if let Some(type_equalities) = type_equalities {
                groups.tie(op, &type_equalities(self.module, op), handed_on(self.module, op));
            }
        }
        self.states(&mut groups);
        for group in groups.finish() {
            let mut slots: Vec<Slot> = Vec::new();
            for &value in &group.defs {
                slots.extend(self.def(value));
            }
            for &(op, place) in &group.uses {
                slots.extend(self.operand(op, place));
            }
            self.push(group.op, slots, Rule::Same, Source::Tied);
        }
    }

    /// What is kept of one name in a module has one layout, whichever functions read and write it.
    fn states(&mut self, groups: &mut Groups) {
        let mut representatives: IndexMap<(Op, String), Value> = IndexMap::new();
        let mut kept: Vec<((Op, String), Op)> = Vec::new();
        for op in self.module.walk() {
            let own = self.defs.of(op).and_then(|def| def.state);
            let name = self.module.attr(op, own.unwrap_or(STATE_KEY));
            let Some(name) = name.and_then(|name| self.module.ctx.as_str(name)) else { continue };
            let table = self.table_around(op);
            let state = (table, name.to_owned());
            if let Some(result) = self.module.results(op).next() {
                representatives.entry(state.clone()).or_insert(result);
            }
            kept.push((state, op));
        }
        for (state, op) in kept {
            let Some(&representative) = representatives.get(&state) else { continue };
            let representative = groups.number(op, representative);
            for result in self.module.results(op) {
                let result = groups.number(op, result);
                groups.joins.push((result, representative));
            }
            for place in 0..self.module.operands(op).len() {
                groups.uses.entry((op, place)).or_insert(representative);
            }
        }
    }

    /// The op in whose table of symbols the function around an op stands.
    fn table_around(&mut self, op: Op) -> Op {
        let function = self.defs.function_around(op);
        function.and_then(|function| self.module.parent_op(function)).unwrap_or(self.module.root())
    }

    /// The value that a value is a copy of, where copies go away.
    fn source(&self, value: Value) -> Value {
        before_reorders(self.module, self.gone, value)
    }

    /// Finds the values that may lie between others in the memory of a larger one: what is cut from it inside its outermost
    /// dim, and what is a view of that.
    fn loosen(&mut self) {
        let (mut cut, mut same) = (Vec::new(), Vec::new());
        let mut known: IndexSet<Value, FxBuildHasher> = IndexSet::default();
        for op in self.module.walk() {
            let Some(Ok(parts)) = self.defs.view_relations(op) else { continue };
            for part in parts {
                let ends = [self.source(part.whole), self.source(part.part)];
                let [whole, end] = ends.map(|value| known.insert_full(value).0);
                if self.is_cut(&part) {
                    cut.push(end);
                } else {
                    same.push((whole, end));
                }
            }
        }
        let mut union = UnionFind::new(known.len());
        for (a, b) in same {
            union.union(a, b);
        }
        let groups: IndexSet<usize, FxBuildHasher> =
            cut.into_iter().map(|place| union.find(place)).collect();
        let loose = known.iter().enumerate();
        let loose = loose.filter(|(place, _)| groups.contains(&union.find(*place)));
        self.kinds.loosen(loose.map(|(_, &value)| value));
    }

    fn is_cut(&self, part: &Subview) -> bool {
        let ViewMap::Slice { dims, .. } = &part.map else { return false };
        let TypeKind::Tensor { dims: lens, .. } = self.module.kind(part.whole) else {
            return false;
        };
        dims.iter().zip(lens).skip(1).any(|(cut, len)| u64::try_from(cut.len).ok() != *len)
    }

    fn def(&mut self, value: Value) -> Option<Slot> {
        if !self.made.insert(value) {
            return None;
        }
        let kind = self.kinds.of(&self.module.ctx, value, self.module.ty(value))?;
        Some(Slot { value, kind, side: Side::Def })
    }

    fn operand(&mut self, op: Op, place: usize) -> Option<Slot> {
        if !self.placed.insert((op, place)) {
            return None;
        }
        let value = self.module.operands(op)[place];
        let ty = self.module.ty(value);
        let value = self.source(value);
        let kind = self.kinds.of(&self.module.ctx, value, ty)?;
        Some(Slot { value, kind, side: Side::Use(op, place) })
    }

    fn operands(&mut self, op: Op) -> Vec<Slot> {
        let count = self.module.operands(op).len();
        (0..count).filter_map(|place| self.operand(op, place)).collect()
    }

    fn results(&mut self, op: Op) -> Vec<Slot> {
        let results: Vec<Value> = self.module.results(op).collect();
        results.into_iter().filter_map(|value| self.def(value)).collect()
    }

    fn push(&mut self, op: Op, slots: Vec<Slot>, rule: Rule, source: Source) {
        if !slots.is_empty() {
            self.sites.push(Site { op, slots, rule, source });
        }
    }

    fn op(&mut self, op: Op) {
        match self.defs.of(op) {
            Some(def) if def.function.is_some() => self.function(op),
            Some(def) if def.returns || def.callee.is_some() => {
                let source = if def.returns { Source::Signature } else { Source::Call };
                self.fixed(op, source, true);
            }
            Some(def) if def.is_none_value => {}
            _ if self.gone.contains(&op) => {}
            def => self.layer(op, def),
        }
        if self.mode == Mode::Assign {
            self.pins(op);
        }
    }

    /// The arguments of a function have the layouts of its signature.
    fn function(&mut self, op: Op) {
        let slots = self.arguments(op);
        let fixed = slots.iter().map(|slot| Some(self.told(slot))).collect();
        self.push(op, slots, Rule::Fixed(fixed), Source::Signature);
    }

    /// The arguments of the first blocks of an op's regions.
    fn arguments(&mut self, op: Op) -> Vec<Slot> {
        let blocks = self.module.regions(op).iter();
        let blocks = blocks.filter_map(|&region| self.module.blocks(region).first());
        let args: Vec<Value> =
            blocks.flat_map(|&block| self.module.arguments(block)).copied().collect();
        args.into_iter().filter_map(|arg| self.def(arg)).collect()
    }

    /// The layout that the type at a slot tells; row major if it tells none.
    fn told(&self, slot: &Slot) -> Candidate {
        self.written(slot).unwrap_or_else(|| self.kinds.row_major(slot.kind))
    }

    /// The layout that the type at a slot tells, if it tells one.
    fn written(&self, slot: &Slot) -> Option<Candidate> {
        written(self.module, self.module.ty(self.own_value(slot)))
    }

    /// The value that stands at a slot in the module, before reorders go away.
    fn own_value(&self, slot: &Slot) -> Value {
        match slot.side {
            Side::Use(op, place) => self.module.operands(op)[place],
            Side::Def | Side::Pin => slot.value,
        }
    }

    /// An op whose types stay. Unless `all`, those that say nothing may become anything.
    fn fixed(&mut self, op: Op, source: Source, all: bool) {
        let mut slots = self.operands(op);
        slots.extend(self.results(op));
        let told = |slot| if all { Some(self.told(slot)) } else { self.written(slot) };
        let fixed = slots.iter().map(told).collect();
        self.push(op, slots, Rule::Fixed(fixed), source);
    }

    /// An op that computes.
    fn layer(&mut self, op: Op, def: Option<&OpDef>) {
        if def.is_some_and(|def| def.constant.is_some()) {
            let slots = self.results(op);
            return self.push(op, slots, Rule::Free, Source::Constant);
        }
        if self.module.name(op) == COPY_OP {
            return self.copy(op);
        }
        let asks = (self.asks)(op);
        match asks.origin {
            Origin::View => self.view(op),
            // What control flow ties has its sites; whatever else such an op reads stays.
            Origin::Tied => self.fixed(op, Source::Kept, false),
            Origin::RowMajor if self.mode == Mode::Optimize => self.fixed(op, Source::Kept, true),
            _ => self.offered(op, asks),
        }
        let inner = self.arguments(op);
        let fixed = inner.iter().map(|slot| Some(self.told(slot))).collect();
        self.push(op, inner, Rule::Fixed(fixed), Source::Kept);
    }

    fn offered(&mut self, op: Op, asks: Asks) {
        // Offers speak of all operands and results; slots are those of tensors.
        let mut slots = Vec::new();
        let mut kept = Vec::new();
        let operands = self.module.operands(op).len();
        for place in 0..operands {
            if let Some(slot) = self.operand(op, place) {
                slots.push(slot);
                kept.push(place);
            }
        }
        for (place, value) in self.module.results(op).collect::<Vec<_>>().into_iter().enumerate() {
            if let Some(slot) = self.def(value) {
                slots.push(slot);
                kept.push(operands + place);
            }
        }
        let offers = asks.offers.into_iter().map(|offer| offer.only(&kept)).collect();
        self.push(op, slots, Rule::Offers(offers), Source::Rule(asks.origin, asks.span));
    }

    /// A reorder that stays: it reads anything and makes what its type says.
    fn copy(&mut self, op: Op) {
        let mut slots = self.operands(op);
        let mut fixed = vec![None; slots.len()];
        for slot in self.results(op) {
            fixed.push(self.written(&slot));
            slots.push(slot);
        }
        self.push(op, slots, Rule::Fixed(fixed), Source::Kept);
    }

    /// A view. One that does not tell what it reads is row major, and one of memory itself stays what it is.
    fn view(&mut self, op: Op) {
        match self.defs.view_relations(op) {
            Some(Ok(parts)) if parts.iter().all(|part| part.map != ViewMap::Memory) => {
                self.parts(op, &parts);
            }
            Some(Ok(_)) => self.fixed(op, Source::Kept, false),
            Some(Err(_)) | None => self.fixed(op, Source::View, true),
        }
    }

    fn parts(&mut self, op: Op, parts: &[Subview]) {
        let mut slots = self.operands(op);
        slots.extend(self.results(op));
        // A value that is read twice has a slot for each; parts are told in the order of operands.
        let mut taken = vec![false; slots.len()];
        let mut find = |value: Value, shared: bool| {
            let at = slots
                .iter()
                .zip(&taken)
                .position(|(slot, taken)| self.own_value(slot) == value && (shared || !taken))?;
            taken[at] |= !shared;
            Some(at)
        };
        let shared: Vec<Value> = shared_values(parts);
        let links: Option<Vec<Link>> = parts
            .iter()
            .map(|part| {
                let whole = find(part.whole, shared.contains(&part.whole))?;
                let end = find(part.part, shared.contains(&part.part))?;
                Some(Link { map: part.map.clone(), whole, part: end })
            })
            .collect();
        match links {
            Some(links) => self.push(op, slots, Rule::View(links), Source::View),
            // A part of something that is no tensor to us: its types stay.
            None => {
                let fixed = slots.iter().map(|slot| Some(self.told(slot))).collect();
                self.push(op, slots, Rule::Fixed(fixed), Source::Kept);
            }
        }
    }

    /// What is written for the results of an op is wanted somewhere.
    fn pins(&mut self, op: Op) {
        for value in self.module.results(op).collect::<Vec<_>>() {
            let Some(wanted) = written(self.module, self.module.ty(value)) else { continue };
            if let Some(kind) = self.kinds.of(&self.module.ctx, value, self.module.ty(value)) {
                let slot = Slot { value, kind, side: Side::Pin };
                self.push(op, vec![slot], Rule::Fixed(vec![Some(wanted)]), Source::Written);
            }
        }
    }
}

/// The values of which several parts speak: the whole of a split, the result of a concat.
fn shared_values(parts: &[Subview]) -> Vec<Value> {
    let wholes: IndexSet<Value> = parts.iter().map(|part| part.whole).collect();
    wholes.into_iter().collect()
}

/// The operands by which an op, or what ends the blocks of its regions, hands values on.
fn handed_on(module: &Module, op: Op) -> Vec<(Op, usize, Value)> {
    let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
    let ends = blocks.filter_map(|&block| module.last_op(block));
    let operands = |op| {
        let operands = module.operands(op).iter().enumerate();
        operands.map(move |(place, &value)| (op, place, value))
    };
    std::iter::once(op).chain(ends).flat_map(operands).collect()
}

/// Values that must have one type, with the operands that become them.
struct Group {
    op: Op,
    defs: Vec<Value>,
    uses: Vec<(Op, usize)>,
}

#[derive(Default)]
struct Groups {
    defs: IndexMap<Value, Op, FxBuildHasher>,
    joins: Vec<(usize, usize)>,
    uses: IndexMap<(Op, usize), usize, FxBuildHasher>,
}

impl Groups {
    fn number(&mut self, op: Op, value: Value) -> usize {
        let entry = self.defs.entry(value);
        let place = entry.index();
        entry.or_insert(op);
        place
    }

    /// Of each pair the first is an operand that becomes the second, or a value that must have its type.
    ///
    /// What a loop carries may be both: an argument of its region that it hands on unchanged. Of so many pairs with a value
    /// the last ones are its operands, as what is handed on stands behind what is handed in.
    fn tie(&mut self, op: Op, pairs: &TypeEqualities, handed: Vec<(Op, usize, Value)>) {
        let mut places: IndexMap<Value, VecDeque<(Op, usize)>, FxBuildHasher> = IndexMap::default();
        for (at, place, value) in handed {
            places.entry(value).or_default().push_back((at, place));
        }
        let mut left: IndexMap<Value, usize, FxBuildHasher> = IndexMap::default();
        pairs.iter().for_each(|&(from, _)| *left.entry(from).or_default() += 1);
        for &(from, to) in pairs {
            let to = self.number(op, to);
            let free = places.entry(from).or_default();
            if left[&from] > free.len() {
                let from = self.number(op, from);
                self.joins.push((from, to));
            } else if let Some(end) = free.pop_front() {
                self.uses.insert(end, to);
            }
            left[&from] -= 1;
        }
    }

    fn finish(self) -> Vec<Group> {
        let mut union = UnionFind::new(self.defs.len());
        for (a, b) in self.joins {
            union.union(a, b);
        }
        let mut groups: IndexMap<usize, Group> = IndexMap::new();
        for (number, (&value, &op)) in self.defs.iter().enumerate() {
            let group = groups.entry(union.find(number));
            let group = group.or_insert_with(|| Group { op, defs: Vec::new(), uses: Vec::new() });
            group.defs.push(value);
        }
        for (end, number) in self.uses {
            if let Some(group) = groups.get_mut(&union.find(number)) {
                group.uses.push(end);
            }
        }
        groups.into_values().collect()
    }
}
