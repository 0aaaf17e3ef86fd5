//! The collection of the sites of a module.
//!
//! The second step. `boundaries` are the functions whose signatures the pass chooses, `equal_types` the groups of
//! values that share a type, `covers` the groups of ops that a device executes as one, and `covered` their sites.

pub(super) mod boundaries;
mod covered;
mod covers;
pub(super) mod equal_types;

use super::sites::{
    Mode, RemovedReorders, Site, SiteOrigin, SiteRule, SiteSlot, Sites, SlotRole, SlotSubview,
    defining_op,
};
use crate::assign_layouts::sites::candidate::{self, Candidate};
use crate::assign_layouts::sites::footprint::Footprints;
use crate::assign_layouts::sites::offers::{OpOffers, Request, RuleSources, SiteOffer};
use crate::tensors::Defs;
use boundaries::FunctionScope;
use covers::Covers;
pub(super) use covers::MAX_OVERLAPS;
use equal_types::equal_types;
use indexmap::{IndexMap, IndexSet};
use ir::choice::RuleOrigin;
use ir::constants::Constants;
use ir::encoding;
use ir::stride_reqs::REQS_ATTR;
use ir::views::{Subview, ViewMap};
use ir::{Module, Op, Value};
use petgraph::unionfind::UnionFind;
use rustc_hash::{FxBuildHasher, FxHashSet};

/// Returns the sites of a module.
pub(super) fn sites(
    module: &Module,
    rules: RuleSources<'_>,
    mode: Mode,
    scope: &FunctionScope,
    footprints: &mut Footprints,
) -> Sites {
    let mut defs = Defs::new(module, rules.registry);
    let reorders = module.walk().filter(|&op| is_reorder(module, &mut defs, footprints, op));
    let removed = RemovedReorders(reorders.collect());
    footprints.mark_subviews(possible_subviews(module, &mut defs, &removed));
    let covers = Covers::new(module, rules, &removed);
    let unfit = covers.unfit();
    let mut collector = Collector {
        module,
        rules,
        mode,
        scope,
        footprints,
        removed: &removed,
        covers,
        defs,
        forwarded: FxHashSet::default(),
        is_defined: vec![false; module.values_len()],
        sites: Vec::new(),
        declared: IndexMap::default(),
        of_signatures: IndexSet::default(),
    };
    collector.equal_types();
    module.walk().for_each(|op| collector.op(op));
    collector.add_declared_uses();
    let Collector { sites, declared, covers, .. } = collector;
    let constants = Constants::new(module, rules.registry, module.root());
    let uncovered = covers.uncovered;
    Sites { unfit, uncovered, ..Sites::new(sites, removed, declared, constants) }
}

/// Returns `true` for a reorder, and for a view that replaces a reorder which moves no data. A reorder with requirements
/// of its own, or into a type with strides or requirements, is kept, because an order alone does not replace it.
fn is_reorder(module: &Module, defs: &mut Defs<'_>, footprints: &mut Footprints, op: Op) -> bool {
    if module.attr(op, REQS_ATTR).is_some() {
        return false;
    }
    if defs.get(op).is_some_and(|def| def.is_copy) {
        let ends = module.operands_and_results(op);
        let keys: Vec<_> =
            ends.map(|value| footprints.key(&module.ctx, value, module.ty(value))).collect();
        let is_plain = module.results(op).all(|result| is_plain(module, result));
        return matches!(keys[..], [Some(from), Some(to)] if from == to) && is_plain;
    }
    let relations = defs.view_relations(op).and_then(Result::ok).unwrap_or_default();
    let [Subview { whole, part, map: ViewMap::Memory }] = relations[..] else { return false };
    let keys = [whole, part].map(|value| footprints.key(&module.ctx, value, module.ty(value)));
    let [Some(key), Some(other)] = keys else { return false };
    let [from, to] = [whole, part].map(|value| {
        let declared = Candidate::declared(module, module.ty(value));
        declared.unwrap_or_else(|| footprints.row_major(key))
    });
    key == other && footprints.is_same(key, from, to)
}

/// Returns `true` if the type of a value states at most an order or a format.
pub(super) fn is_plain(module: &Module, value: Value) -> bool {
    candidate::is_plain(module, module.ty(value))
}

/// Returns the values that may be interleaved with others in the memory of a larger value: slices along a dim other
/// than the outermost, and all views of these.
fn possible_subviews(
    module: &Module,
    defs: &mut Defs<'_>,
    removed: &RemovedReorders,
) -> Vec<Value> {
    let mut cut = Vec::new();
    let mut whole = Vec::new();
    let mut known: IndexSet<Value, FxBuildHasher> = IndexSet::default();
    for op in module.walk() {
        let Some(Ok(subviews)) = defs.view_relations(op) else { continue };
        for subview in subviews {
            let ends = [subview.whole, subview.part].map(|value| removed.source(module, value));
            let [from, part] = ends.map(|value| known.insert_full(value).0);
            if is_cut(module, &subview) {
                cut.push(part);
            } else {
                whole.push((from, part));
            }
        }
    }
    let mut union = UnionFind::new(known.len());
    for (a, b) in whole {
        union.union(a, b);
    }
    let groups: IndexSet<usize, FxBuildHasher> =
        cut.into_iter().map(|number| union.find(number)).collect();
    let known = known.into_iter().enumerate();
    let subviews = known.filter(|&(number, _)| groups.contains(&union.find(number)));
    subviews.map(|(_, value)| value).collect()
}

/// Returns `true` if a part is a slice along a dim other than the outermost.
fn is_cut(module: &Module, subview: &Subview) -> bool {
    let ViewMap::Slice { dims, .. } = &subview.map else { return false };
    let Some(lens) = encoding::laid_out_lengths(&module.ctx, module.ty(subview.whole)) else {
        return false;
    };
    // A dynamic dim without a bound is never cut.
    dims.iter()
        .zip(&lens)
        .skip(1)
        .any(|(cut, len)| len.is_some_and(|len| cut.len.cast_unsigned() != len))
}

struct Collector<'a> {
    module: &'a Module,
    rules: RuleSources<'a>,
    mode: Mode,
    scope: &'a FunctionScope,
    footprints: &'a mut Footprints,
    removed: &'a RemovedReorders,
    covers: Covers,
    defs: Defs<'a>,
    /// The operands that have a slot, because control flow forwards their values.
    forwarded: FxHashSet<(Op, usize)>,
    /// `true` for a value that is defined by a site, by the number of the value.
    is_defined: Vec<bool>,
    sites: Vec<Site>,
    /// The layouts that the types of inner values declare.
    declared: IndexMap<Value, Candidate, FxBuildHasher>,
    /// The values whose types are those of a signature that the pass chooses.
    of_signatures: IndexSet<Value, FxBuildHasher>,
}

impl Collector<'_> {
    /// Adds a site for each group of values that must have equal types.
    fn equal_types(&mut self) {
        for group in equal_types(self.module, &mut self.defs, self.scope) {
            let mut slots: Vec<SiteSlot> = Vec::new();
            for &value in &group.defs {
                slots.extend(self.def(value));
            }
            if let SiteOrigin::Boundary(_) = group.origin {
                let used = group.uses.iter().map(|&(op, at)| self.module.operands(op)[at]);
                self.of_signatures.extend(used.chain(group.defs.iter().copied()));
            }
            self.declare(group.defs);
            for &(op, operand) in &group.uses {
                slots.extend(self.operand(op, operand));
                self.forwarded.insert((op, operand));
            }
            self.push(group.op, slots, SiteRule::Same, group.origin);
        }
    }

    fn push(&mut self, op: Op, slots: Vec<SiteSlot>, rule: SiteRule, origin: SiteOrigin) {
        if !slots.is_empty() {
            self.sites.push(Site::new(op, slots, rule, origin));
        }
    }

    /// Returns a new slot that defines a value; `None` if the value has one, or is not a tensor.
    fn def(&mut self, value: Value) -> Option<SiteSlot> {
        if std::mem::replace(&mut self.is_defined[value.number()], true) {
            return None;
        }
        let key = self.footprints.key(&self.module.ctx, value, self.module.ty(value))?;
        Some(SiteSlot { value, key, role: SlotRole::Def })
    }

    /// Returns a new slot for an operand; `None` if the operand has one, or is not a tensor.
    fn operand(&mut self, op: Op, operand: usize) -> Option<SiteSlot> {
        if self.forwarded.contains(&(op, operand)) {
            return None;
        }
        let value = self.module.operands(op)[operand];
        let ty = self.module.ty(value);
        let value = self.removed.source(self.module, value);
        let key = self.footprints.key(&self.module.ctx, value, ty)?;
        Some(SiteSlot { value, key, role: SlotRole::Use(op, operand) })
    }

    fn operands(&mut self, op: Op) -> Vec<SiteSlot> {
        let count = self.module.operands(op).len();
        (0..count).filter_map(|operand| self.operand(op, operand)).collect()
    }

    fn defs_of(&mut self, values: impl IntoIterator<Item = Value>) -> Vec<SiteSlot> {
        values.into_iter().filter_map(|value| self.def(value)).collect()
    }

    fn operands_and_results(&mut self, op: Op) -> Vec<SiteSlot> {
        let mut slots = self.operands(op);
        slots.extend(self.defs_of(self.module.results(op)));
        slots
    }

    /// Returns the arguments of the first block of each region of an op.
    fn arguments(&mut self, op: Op) -> Vec<SiteSlot> {
        let module = self.module;
        let blocks = module.regions(op).iter();
        let blocks = blocks.filter_map(|&region| module.blocks(region).first());
        self.defs_of(blocks.flat_map(|&block| module.arguments(block)).copied())
    }

    /// Returns the layout that the type at a slot states.
    fn declared(&self, slot: &SiteSlot) -> Option<Candidate> {
        Candidate::declared(self.module, self.module.ty(slot.written_value(self.module)))
    }

    /// Returns the layouts of slots whose types are kept. A type that states no layout is row major.
    fn all_declared(&self, slots: &[SiteSlot]) -> SiteRule {
        let kept = slots
            .iter()
            .map(|slot| self.declared(slot).unwrap_or_else(|| self.footprints.row_major(slot.key)));
        SiteRule::Fixed(kept.map(Some).collect())
    }

    fn op(&mut self, op: Op) {
        match self.defs.get(op) {
            Some(def) if def.function.is_some() => {
                let slots = self.arguments(op);
                let fixed = self.all_declared(&slots);
                self.push(op, slots, fixed, SiteOrigin::Signature);
            }
            Some(def) if def.returns => self.fixed(op, SiteOrigin::Signature),
            Some(def) if def.callee.is_some() => self.fixed(op, SiteOrigin::Call),
            Some(def) if def.is_none_value => {}
            _ if self.removed.contains(op) => {}
            _ if self.covers.cluster_of(op).is_some() => return self.covered(op),
            Some(def) if def.constant.is_some() => {
                let slots = self.defs_of(self.module.results(op));
                self.push(op, slots, SiteRule::Free, SiteOrigin::Constant);
            }
            Some(def) if def.is_copy => self.copy(op),
            _ => self.ruled(op),
        }
        if !self.removed.contains(op) {
            self.declare(self.module.results(op));
        }
    }

    /// Adds an op whose types are kept.
    fn fixed(&mut self, op: Op, origin: SiteOrigin) {
        let slots = self.operands_and_results(op);
        let fixed = self.all_declared(&slots);
        self.push(op, slots, fixed, origin);
    }

    /// Adds an op that keeps the types that state a layout; its other types may change.
    fn add_fixed(&mut self, op: Op) {
        let slots = self.operands_and_results(op);
        let fixed = slots.iter().map(|slot| self.declared(slot)).collect();
        self.push(op, slots, SiteRule::Fixed(fixed), SiteOrigin::Fixed);
    }

    /// Adds a reorder that is kept: it accepts any layout and defines the layout of its type.
    fn copy(&mut self, op: Op) {
        let slots = self.operands_and_results(op);
        let rule = match slots[..] {
            [_, result] => match self.declared(&result) {
                Some(to) => SiteRule::Copy(to),
                None => self.all_declared(&slots),
            },
            _ => self.all_declared(&slots),
        };
        self.push(op, slots, rule, SiteOrigin::Fixed);
    }

    /// Adds an op with the rule that applies to it, and the arguments of its regions, whose types are kept.
    fn ruled(&mut self, op: Op) {
        let offers = OpOffers::new(self.module, self.rules, op);
        match offers.origin {
            RuleOrigin::View => self.view(op),
            // Values that control flow forwards have sites; the types of other operands are kept.
            RuleOrigin::TypeEqualities => self.add_fixed(op),
            origin if origin.is_none() && self.mode == Mode::Optimize => {
                self.fixed(op, SiteOrigin::Fixed)
            }
            _ => self.offered(op, offers),
        }
        let inner = self.arguments(op);
        let fixed = self.all_declared(&inner);
        self.push(op, inner, fixed, SiteOrigin::Fixed);
    }

    /// Adds an op with its offers. An offer covers all operands and results; only the tensors among them have slots.
    fn offered(&mut self, op: Op, offers: OpOffers) {
        let mut slots = Vec::new();
        let mut places = Vec::new();
        let operands = self.module.operands(op).len();
        for operand in 0..operands {
            if let Some(slot) = self.operand(op, operand) {
                slots.push(slot);
                places.push(operand);
            }
        }
        for (number, value) in self.module.results(op).enumerate() {
            if let Some(slot) = self.def(value) {
                slots.push(slot);
                places.push(operands + number);
            }
        }
        let origin = SiteOrigin::Rule(offers.origin, offers.span);
        let mut all: Vec<SiteOffer> =
            offers.offers.into_iter().map(|offer| offer.only(&places)).collect();
        let has_no_rule = offers.origin.is_none();
        for offer in all.iter_mut().filter(|offer| has_no_rule || offer.choice.is_none()) {
            self.keep_types(op, &slots, offer);
        }
        self.push(op, slots, SiteRule::Offers(all), origin);
    }

    /// Replaces the row-major layouts of an op to which no choice applies by those that its types declare. A
    /// destination has the layout of its result.
    fn keep_types(&self, op: Op, slots: &[SiteSlot], offer: &mut SiteOffer) {
        let destinations = self.rules.registry.destinations(self.module, op);
        let sames = offer.sames();
        for (slot, request) in slots.iter().zip(&mut offer.requests) {
            let operand = slot.role.operand().map(|(_, operand)| operand);
            let mut pairs = destinations.iter().filter(|pair| Some(pair.0) == operand);
            let result = pairs.next().map(|&(_, result)| result);
            let value = result.unwrap_or_else(|| slot.written_value(self.module));
            let declared = Candidate::declared(self.module, self.module.ty(value));
            *request = declared.map_or(*request, Request::Exactly);
        }
        offer.join_only_order(&sames);
    }

    /// Adds a view op. An opaque one is row major; one that reinterprets memory keeps its types.
    fn view(&mut self, op: Op) {
        match self.defs.element_relations(op) {
            Some(Ok(subviews)) if subviews.iter().all(|it| it.map != ViewMap::Memory) => {
                self.links(op, &subviews);
            }
            Some(Ok(_)) => self.add_fixed(op),
            Some(Err(_)) | None => self.fixed(op, SiteOrigin::View),
        }
    }

    fn links(&mut self, op: Op, subviews: &[Subview]) {
        let slots = self.operands_and_results(op);
        let registry = self.rules.registry;
        // A destination has the layout of its result, as if it were a view of all of it.
        let tied = registry.destinations(self.module, op).into_iter().map(|(operand, whole)| {
            let part = self.module.operands(op)[operand];
            let rank = self.module.kind(part).tensor_dims().map_or(0, <[_]>::len);
            Subview { whole, part, map: ViewMap::Transpose((0..rank).collect()) }
        });
        let subviews: Vec<Subview> = subviews.iter().cloned().chain(tied).collect();
        match links(self.module, &slots, &subviews) {
            Some(links) if registry.copies_view(self.module, op) => {
                self.push(op, slots, SiteRule::CopyingView(links), SiteOrigin::View);
            }
            Some(links) => self.push(op, slots, SiteRule::View(links), SiteOrigin::View),
            // A subview relation names a value that is not a tensor slot here, so the types are kept.
            None => {
                let fixed = self.all_declared(&slots);
                self.push(op, slots, fixed, SiteOrigin::Fixed);
            }
        }
    }

    /// Records the layouts that the types of inner values declare.
    fn declare(&mut self, values: impl IntoIterator<Item = Value>) {
        if self.mode == Mode::Optimize {
            return;
        }
        for value in values {
            let declared = Candidate::declared(self.module, self.module.ty(value));
            self.declared.extend(declared.map(|layout| (value, layout)));
        }
    }

    /// Adds a use for each layout that the type of an inner value declares, unless the value has that layout anyway.
    fn add_declared_uses(&mut self) {
        self.declared.retain(|value, _| !self.of_signatures.contains(value));
        if self.declared.is_empty() {
            return;
        }
        let mut known = IndexSet::<(Value, Candidate), FxBuildHasher>::default();
        for site in self.sites.iter().filter(|site| site.cover.is_none()) {
            let slots = site.slots.iter().enumerate();
            known.extend(
                slots.filter_map(|(at, slot)| Some((slot.value, site.rule.only_layout(at)?))),
            );
        }
        for (&value, &layout) in &self.declared {
            if !self.is_defined[value.number()] || known.contains(&(value, layout)) {
                continue;
            }
            let module = self.module;
            if let Some(key) = self.footprints.key(&module.ctx, value, module.ty(value)) {
                let op = defining_op(module, value);
                let slots = vec![SiteSlot { value, key, role: SlotRole::Declared }];
                let rule = SiteRule::Fixed(vec![Some(layout)]);
                self.sites.push(Site::new(op, slots, rule, SiteOrigin::Declared));
            }
        }
    }
}

/// Returns the slots of each subview of an op; `None` if a subview has no slot.
fn links(module: &Module, slots: &[SiteSlot], subviews: &[Subview]) -> Option<Vec<SlotSubview>> {
    // A value that is used twice has two slots. Subviews have the order of operands.
    let mut is_taken = vec![false; slots.len()];
    let wholes: FxHashSet<Value> = subviews.iter().map(|subview| subview.whole).collect();
    let mut find = |value: Value| {
        let is_shared = wholes.contains(&value);
        let mut places = slots.iter().zip(&is_taken);
        let at = places.position(|(slot, is_taken)| {
            slot.written_value(module) == value && (is_shared || !is_taken)
        })?;
        is_taken[at] |= !is_shared;
        Some(at)
    };
    subviews
        .iter()
        .map(|subview| {
            let whole = find(subview.whole)?;
            let part = find(subview.part)?;
            Some(SlotSubview { map: subview.map.clone(), whole, part })
        })
        .collect()
}
