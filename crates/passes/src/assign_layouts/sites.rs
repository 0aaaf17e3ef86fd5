//! The sites, where layouts are decided, and the values that connect them.
//!
//! A *site* is an op, the boundary of a function, or a group of values that must have equal types. Its *slots* are the
//! values that it uses and defines, and its rule restricts their joint layouts. A use of a value in another layout than
//! that of its definition needs a reorder. So sites become nodes of the problem, and values connect them.
//!
//! The first step of the pass, before the module is read. `candidate` is a layout of a value, `footprint` its memory,
//! `custom` the layouts that choices and types define themselves, `rates` the unit of costs, `offers` the choices that
//! rules offer to an op, and `value_map` a side table of values.

pub(super) mod candidate;
pub(super) mod custom;
pub(super) mod footprint;
pub(super) mod offers;
pub(super) mod rates;
pub(super) mod value_map;

use candidate::Candidate;
use footprint::TensorKey;
use indexmap::{IndexMap, IndexSet};
use ir::choice::{RuleOrigin, RuledOp};
use ir::constants::Constants;
use ir::module::Def;
use ir::source::Span;
use ir::views::ViewMap;
use ir::{Module, Op, Value};
use offers::{Request, SiteOffer};
use petgraph::unionfind::UnionFind;
use rustc_hash::FxBuildHasher;
use value_map::ValueMap;

/// The task of the pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Layouts are assigned. A layout that the type of an inner value declares is a use of the value in that layout.
    Assign,
    /// Layouts are assigned regardless of the types of inner values. Ops without a rule keep their layouts, row major
    /// if a type states none.
    Optimize,
}

/// A site, as its index in [`Sites::all`].
pub(super) type SiteId = usize;

/// The role of a value at a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SlotRole {
    /// The op uses the value as its operand of this number.
    Use(Op, usize),
    /// The type of the value declares the layout of the slot, so the value must exist in it.
    Declared,
    /// The site defines the value.
    Def,
    /// The site defines the value in some of the covers of its ops. Another site has the [`Def`](SlotRole::Def).
    Alternative,
}

impl SlotRole {
    /// Returns the operand, as its op and number; `None` for a definition or a declared type.
    pub(super) fn operand(self) -> Option<(Op, usize)> {
        match self {
            SlotRole::Use(op, operand) => Some((op, operand)),
            SlotRole::Declared | SlotRole::Def | SlotRole::Alternative => None,
        }
    }
}

/// A value at a site.
#[derive(Clone, Copy, Debug)]
pub(super) struct SiteSlot {
    /// The value; for a result of a removed reorder, the source of the reorder.
    pub(super) value: Value,
    pub(super) key: TensorKey,
    pub(super) role: SlotRole,
}

impl SiteSlot {
    /// Returns the op that uses or defines the value, and the position among its operands and results. `None` for a
    /// declared type and for an argument of a block.
    pub(super) fn place(&self, module: &Module) -> Option<(Op, usize)> {
        match self.role {
            SlotRole::Use(op, operand) => Some((op, operand)),
            SlotRole::Declared => None,
            SlotRole::Def | SlotRole::Alternative => match module.def(self.value) {
                Def::Result(op, number) => Some((op, module.operands(op).len() + number)),
                Def::Argument(..) => None,
            },
        }
    }

    /// Returns the value of the slot in the original module, before reorders are removed.
    pub(super) fn written_value(&self, module: &Module) -> Value {
        self.role.operand().map_or(self.value, |(op, operand)| module.operands(op)[operand])
    }
}

/// The rule of a site, which restricts the joint layouts of its slots.
#[derive(Debug)]
pub(super) enum SiteRule {
    /// Exactly these layouts; `None` for a slot that accepts any layout.
    Fixed(Vec<Option<Candidate>>),
    /// One of these offers.
    Offers(Vec<SiteOffer>),
    /// One layout for all slots.
    Same,
    /// The links of a view op. A slot without a link accepts any layout.
    View(Vec<SlotSubview>),
    /// The links of a view op that copies: they relate dense layouts, and the slots share no memory.
    CopyingView(Vec<SlotSubview>),
    /// The first slot is copied to the second slot, which has this layout.
    Copy(Candidate),
    /// Any layouts, as of a constant.
    Free,
    /// A site without slots, whose labels are this many covers of overlapping groups of ops.
    Covers(usize),
}

impl SiteRule {
    /// Returns the layout that a slot has in all joint layouts; `None` if there are several, or any is accepted.
    pub(super) fn only_layout(&self, slot: usize) -> Option<Candidate> {
        match self {
            SiteRule::Fixed(fixed) => fixed[slot],
            SiteRule::Copy(to) => (slot == 1).then_some(*to),
            SiteRule::Offers(offers) => {
                let only = offers.first()?.exact()[slot]?;
                let request = Request::Exactly(only);
                offers.iter().all(|offer| offer.requests[slot] == request).then_some(only)
            }
            SiteRule::Same
            | SiteRule::View(_)
            | SiteRule::CopyingView(_)
            | SiteRule::Free
            | SiteRule::Covers(_) => None,
        }
    }

    /// Returns the links of a view op, which relate the layouts of its slots; none for another op.
    pub(super) fn links(&self) -> &[SlotSubview] {
        match self {
            SiteRule::View(links) | SiteRule::CopyingView(links) => links,
            _ => &[],
        }
    }
}

/// A relation between two slots of a view op.
#[derive(Debug)]
pub(super) struct SlotSubview {
    pub(super) map: ViewMap,
    /// The slot of the whole.
    pub(super) whole: usize,
    /// The slot of the part.
    pub(super) part: usize,
}

/// The freedom of the layout of an input or result of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Freedom {
    /// The declared type is kept.
    Fixed,
    /// The layout is chosen with those of all calls.
    Inner,
    /// The layout is chosen, whatever the type declares.
    Any,
}

/// The reason for the rule of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SiteOrigin {
    /// A rule, with its source location.
    Rule(RuleOrigin, Span),
    /// Control flow that forwards values.
    ControlFlow,
    /// The signature of a function.
    Signature,
    /// An input or result of a function, whose layout is chosen with those of all values that its calls pass.
    Boundary(Freedom),
    /// The signature of the callee.
    Call,
    /// The op is a view.
    View,
    /// The op is a constant.
    Constant,
    /// The op keeps its types.
    Fixed,
    /// The type of an inner value.
    Declared,
    /// The rule of a group of ops.
    Group,
    /// The covers of overlapping groups, and the values that several of them define.
    Covers,
}

/// An op or a group of values whose layouts are decided together.
#[derive(Debug)]
pub(super) struct Site {
    /// The op that diagnostics name.
    pub(super) op: Op,
    pub(super) slots: Vec<SiteSlot>,
    pub(super) rule: SiteRule,
    pub(super) origin: SiteOrigin,
    /// The ops of a group that are decided together; `None` for another site.
    pub(super) group: Option<Box<GroupedOps>>,
    /// The covers in which the site exists; `None` for all.
    pub(super) cover: Option<SiteCover>,
}

/// The ops of a group that a device executes as one.
#[derive(Debug)]
pub(super) struct GroupedOps {
    /// The name of the group.
    pub(super) name: String,
    /// The ops; the last one has the result.
    pub(super) ops: Vec<Op>,
    /// The number of each slot among the operands of the group, and then its result; `None` for a slot without a role.
    pub(super) places: Vec<Option<usize>>,
    /// The choices of the rule of the group, as text.
    pub(super) choices: Vec<String>,
    /// The source location of the rule.
    pub(super) span: Span,
}

/// The covers of overlapping groups in which a site exists.
#[derive(Clone, Debug)]
pub(super) struct SiteCover {
    /// The site whose label is the cover.
    pub(super) selector: SiteId,
    /// For each cover, `true` if the site exists in it.
    pub(super) active: Vec<bool>,
}

impl Site {
    /// Returns a site that exists in all covers.
    pub(super) fn new(op: Op, slots: Vec<SiteSlot>, rule: SiteRule, origin: SiteOrigin) -> Site {
        Site { op, slots, rule, origin, group: None, cover: None }
    }

    /// Returns the place of a slot among the stride requirements of the offers of the site.
    pub(super) fn reqs_place(&self, module: &Module, slot: usize) -> Option<usize> {
        match &self.group {
            Some(group) => group.places[slot],
            None => self.slots[slot].place(module).map(|(_, place)| place),
        }
    }

    /// Returns the operands of the ops of a group whose values are inside of the group.
    pub(super) fn inner_operands(
        &self,
        module: &Module,
        removed: &RemovedReorders,
    ) -> Vec<(Op, usize)> {
        let ops = self.group.iter().flat_map(|group| &group.ops);
        let operands = ops.flat_map(|&op| (0..module.operands(op).len()).map(move |at| (op, at)));
        let outer: IndexSet<(Op, usize)> =
            self.slots.iter().filter_map(|slot| slot.role.operand()).collect();
        let group = self.group.as_deref();
        let is_inner = |&(op, at): &(Op, usize)| {
            let value = removed.source(module, module.operands(op)[at]);
            let own = defining_op(module, value);
            !outer.contains(&(op, at)) && group.is_some_and(|group| group.ops.contains(&own))
        };
        operands.filter(is_inner).collect()
    }
}

/// A slot of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SlotId {
    pub(super) site: SiteId,
    /// The number of the slot in the site.
    pub(super) slot: usize,
}

/// The slots of a value, over all sites.
#[derive(Clone, Debug, Default)]
pub(super) struct ValueSlots {
    /// The slot that defines it.
    pub(super) def: Option<SlotId>,
    /// The slots of the sites that define it, each in some of the covers of their ops.
    pub(super) alternatives: Vec<SlotId>,
    /// All slots that use it.
    pub(super) uses: Vec<SlotId>,
}

impl ValueSlots {
    /// Returns all slots.
    pub(super) fn all(&self) -> impl Iterator<Item = SlotId> + Clone {
        self.def.iter().chain(&self.alternatives).chain(&self.uses).copied()
    }
}

/// Sites that share values, directly or through other sites.
#[derive(Debug, Default)]
pub(super) struct SiteGroup {
    pub(super) sites: Vec<SiteId>,
    /// The values of the sites.
    pub(super) values: Vec<Value>,
}

/// All sites of a module.
pub(super) struct Sites {
    pub(super) all: Vec<Site>,
    /// The slots of each value.
    pub(super) values: ValueMap<ValueSlots>,
    /// The removed reorders, and the removed views that replace reorders which move no data.
    pub(super) removed: RemovedReorders,
    /// The layouts that the types of inner values declare.
    pub(super) declared: IndexMap<Value, Candidate, FxBuildHasher>,
    /// The values whose contents are known before execution, so that their conversions cost nothing.
    pub(super) constants: Constants,
    /// The groups with a match to which no choice of their rule applies.
    pub(super) unfit: Vec<UnfitGroup>,
    /// The sites of overlapping groups of which only one cover is considered.
    pub(super) uncovered: Vec<SiteId>,
}

/// The matches of a group to which no choice of its rule applies. Their ops have their own rules.
#[derive(Clone, Debug)]
pub(super) struct UnfitGroup {
    pub(super) name: String,
    /// The number of matches.
    pub(super) count: usize,
    /// The last op of the first match.
    pub(super) first: Op,
}

impl Sites {
    /// Returns these sites, connected by their values.
    pub(super) fn new(
        all: Vec<Site>,
        removed: RemovedReorders,
        declared: IndexMap<Value, Candidate, FxBuildHasher>,
        constants: Constants,
    ) -> Sites {
        let mut values: ValueMap<ValueSlots> = ValueMap::default();
        for (id, site) in all.iter().enumerate() {
            for (number, slot) in site.slots.iter().enumerate() {
                let slots = values.get_or_default(slot.value);
                let place = SlotId { site: id, slot: number };
                match slot.role {
                    SlotRole::Def => slots.def = Some(place),
                    SlotRole::Alternative => slots.alternatives.push(place),
                    SlotRole::Use(..) | SlotRole::Declared => slots.uses.push(place),
                }
            }
        }
        Sites {
            all,
            values,
            removed,
            declared,
            constants,
            unfit: Vec::new(),
            uncovered: Vec::new(),
        }
    }

    /// Returns the groups of sites that share values, directly or through other sites. The layouts of one group do not
    /// affect those of another. Groups and their sites are in program order.
    pub(super) fn groups(&self, module: &Module) -> Vec<SiteGroup> {
        self.groups_joined(module, |_| None)
    }

    /// Returns the groups of sites that share values, or whose ops have the same function by `function_of`.
    pub(super) fn groups_joined(
        &self,
        module: &Module,
        function_of: impl Fn(Op) -> Option<Op>,
    ) -> Vec<SiteGroup> {
        let mut union = UnionFind::<usize>::new(self.all.len());
        for slots in self.values.values() {
            let mut places = slots.all().map(|place| place.site);
            if let Some(first) = places.next() {
                places.for_each(|other| {
                    union.union(first, other);
                });
            }
        }
        for (id, site) in self.all.iter().enumerate() {
            if let Some(cover) = &site.cover {
                union.union(id, cover.selector);
            }
        }
        let mut first_of: IndexMap<Op, SiteId, FxBuildHasher> = IndexMap::default();
        for (id, site) in self.all.iter().enumerate() {
            if let Some(function) = function_of(site.op) {
                union.union(id, *first_of.entry(function).or_insert(id));
            }
        }
        let group_of = union.into_labeling();
        let mut groups: Vec<SiteGroup> = Vec::new();
        // The number of the group of each site that identifies one.
        let mut numbers: Vec<Option<usize>> = vec![None; self.all.len()];
        for site in self.in_program_order(module) {
            let number = *numbers[group_of[site]].get_or_insert_with(|| {
                groups.push(SiteGroup::default());
                groups.len() - 1
            });
            groups[number].sites.push(site);
        }
        for (value, slots) in self.values.iter() {
            if let Some(place) = slots.def.or(slots.uses.first().copied())
                && let Some(number) = numbers[group_of[place.site]]
            {
                groups[number].values.push(value);
            }
        }
        groups
    }

    fn in_program_order(&self, module: &Module) -> Vec<SiteId> {
        let mut places: Vec<Option<usize>> = vec![None; module.ops_len()];
        module.walk().enumerate().for_each(|(at, op)| places[op.number()] = Some(at));
        let mut order: Vec<SiteId> = (0..self.all.len()).collect();
        order.sort_by_key(|&site| places[self.all[site].op.number()]);
        order
    }

    /// Returns the ops that have a rule with choices.
    pub(super) fn ruled_ops(&self) -> impl Iterator<Item = RuledOp> {
        self.all.iter().filter_map(|site| match (&site.rule, site.origin) {
            (SiteRule::Offers(offers), SiteOrigin::Rule(origin, _)) => {
                let applies = offers.iter().any(|offer| offer.choice.is_some());
                Some(RuledOp { op: site.op, origin, applies })
            }
            _ => None,
        })
    }

    /// Returns a slot.
    pub(super) fn slot(&self, place: SlotId) -> &SiteSlot {
        &self.all[place.site].slots[place.slot]
    }
}

/// Returns the op that defines a value; for an argument of a block, the op with the block.
pub(super) fn defining_op(module: &Module, value: Value) -> Op {
    match module.def(value) {
        Def::Result(op, _) => op,
        Def::Argument(block, _) => module.region_parent(module.block_region(block)),
    }
}

/// The removed reorders of a module.
#[derive(Default)]
pub(super) struct RemovedReorders(pub(super) IndexSet<Op, FxBuildHasher>);

impl RemovedReorders {
    pub(super) fn contains(&self, op: Op) -> bool {
        self.0.contains(&op)
    }

    /// Returns the source of a chain of removed reorders that ends in a value.
    pub(super) fn source(&self, module: &Module, mut value: Value) -> Value {
        // A value is defined after its operands, except in a graph region, where the chain may be a cycle.
        for _ in 0..=self.0.len() {
            match module.def(value) {
                Def::Result(op, _) if self.contains(op) => {
                    let Some(&from) = module.operands(op).first() else { break };
                    value = from;
                }
                _ => break,
            }
        }
        value
    }
}
