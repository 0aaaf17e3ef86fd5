//! The model of a group of sites: which layouts each site may have, and which reorders they need.
//!
//! | Boolean | holds if |
//! |---|---|
//! | `@f:%v=L` | the op that defines `%v` defines it in layout `L` |
//! | `@f:%v=L(%a=K,...)` | the same, where several choices of the op have that layout: it uses `%a` in layout `K` |
//! | `@f:return#4(%a=K)` | the op without results at position 4 uses `%a` in layout `K` |
//! | `@f:cover#5=1`, `@f:absent#6` | of overlapping groups of ops, this set is used; the site 6 is not in it |
//! | `@f:%v->L` | `%v` is reordered to layout `L`, which is paid once for all uses |
//! | `@f:%v:K->L` | the same from layout `K`, where the bytes of a reorder depend on it |
//!
//! A layout is written as the dims longer than 1 from the outermost, `[0,2,3,1]`, or as the name of a format. Layouts of one
//! memory are one layout. A layout that requirements pad has the fewest bytes that it can have, so that the optimum is a lower
//! bound; there is a certificate only if it is the cost of the layouts. The model knows nothing of the nodes of the solver (`problem`): it is another path to the same
//! optimum. It has no preferences among layouts of equal cost.

use super::model::{Literal, Model};
use crate::assign_layouts::problem::{Assignment, LabeledSites};
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::{Footprints, FormRole, TensorKey};
use crate::assign_layouts::sites::{
    Site, SiteCover, SiteGroup, SiteId, SiteOrigin, SiteRule, SiteSlot, SlotId, SlotRole,
};
use ir::print::ValueNames;
use ir::{Module, Op, Value};
use rustc_hash::FxHashMap;

/// A layout of a value, as its number among the layouts of the value with different memory.
type ClassId = usize;

/// The node of a site.
struct SiteNode {
    node: usize,
    /// The layout of each slot for each value of the node; `None` for any layout.
    layouts: Vec<Vec<Option<ClassId>>>,
    /// For each value of the node, `true` if the site does not exist in the cover of its ops.
    is_absent: Vec<bool>,
}

/// The sources of a model.
pub(super) struct ModelSources<'a> {
    pub(super) module: &'a Module,
    pub(super) input: LabeledSites<'a>,
    pub(super) names: &'a ValueNames<'a>,
    /// The position of each op in the walk of the module.
    pub(super) positions: &'a FxHashMap<Op, usize>,
    /// The solution of the pass.
    pub(super) assignment: &'a Assignment,
}

/// A model under construction, with the values that the solution of the pass has.
pub(super) struct LayoutModel<'a> {
    from: &'a ModelSources<'a>,
    footprints: &'a mut Footprints,
    /// The prefix of all names, such as `@f:`.
    prefix: String,
    pub(super) model: Model,
    /// The value of each node that the solution of the pass determines.
    pub(super) fixed: Vec<Option<usize>>,
    sites: FxHashMap<SiteId, SiteNode>,
    /// The layouts of each memory of a value.
    classes: FxHashMap<Value, Vec<Vec<Candidate>>>,
}

impl<'a> LayoutModel<'a> {
    /// Returns a model without nodes of a function, or of a module if the name is empty.
    pub(super) fn new(
        from: &'a ModelSources<'a>,
        footprints: &'a mut Footprints,
        function: &str,
    ) -> LayoutModel<'a> {
        LayoutModel {
            from,
            footprints,
            prefix: format!("@{function}:"),
            model: Model::default(),
            fixed: Vec::new(),
            sites: FxHashMap::default(),
            classes: FxHashMap::default(),
        }
    }

    /// Adds a group of sites.
    pub(super) fn add(&mut self, group: &SiteGroup) {
        group.sites.iter().for_each(|&site| self.add_site(site));
        group.sites.iter().for_each(|&site| self.add_cover(site));
        for &value in &group.values {
            self.add_value(value);
            self.add_alternatives(value);
        }
        self.fixed.resize(self.model.nodes.len(), None);
    }

    /// Adds the constraints between a site that exists in some of the covers of its ops and the site that selects the cover.
    fn add_cover(&mut self, id: SiteId) {
        let Some(SiteCover { selector, active }) = &self.from.input.sites.all[id].cover else {
            return;
        };
        let selector = self.sites[selector].node;
        let SiteNode { node, is_absent, .. } = &self.sites[&id];
        for absent in [false, true] {
            let values = is_absent.iter().enumerate().filter(|(_, is)| **is == absent);
            let need: Vec<Literal> = values.map(|(value, _)| (*node, value)).collect();
            let covers = active.iter().enumerate().filter(|(_, is_active)| **is_active != absent);
            let by = covers.map(|(cover, _)| (selector, cover)).collect();
            if !need.is_empty() {
                self.model.cover(need, by);
            }
        }
    }

    /// Adds the constraints between the sites that define a value in some of the covers and the site of the value.
    fn add_alternatives(&mut self, value: Value) {
        let slots = &self.from.input.sites.values[&value];
        let Some(def) = slots.def else { return };
        for &at in &slots.alternatives {
            let (defined, own) = (self.at_slot(def), self.at_slot(at));
            let mut classes: Vec<ClassId> = own.iter().filter_map(|it| it.0).collect();
            classes.sort_unstable();
            classes.dedup();
            for class in classes {
                self.model.cover(at_class(&own, class), at_class(&defined, class));
            }
        }
    }

    /// Returns the number of the memory of a layout among those of a value.
    fn class(&mut self, value: Value, key: TensorKey, layout: Candidate) -> ClassId {
        let known = self.classes.entry(value).or_default();
        for (number, class) in known.iter_mut().enumerate() {
            if class.contains(&layout) {
                return number;
            }
            if self.footprints.is_same(key, class[0], layout) {
                class.push(layout);
                return number;
            }
        }
        known.push(vec![layout]);
        known.len() - 1
    }

    /// Returns the name of a layout of a value.
    fn layout_name(&self, value: Value, key: TensorKey, class: ClassId) -> String {
        let layout = self.classes[&value][class][0];
        let order = match layout {
            Candidate::Order(_) => Some(layout),
            _ => self.footprints.order_of(key, layout),
        };
        let Some(order) = order.and_then(Candidate::order) else {
            let text = match layout {
                Candidate::Format(format) => format.to_string(),
                _ => layout.text(self.from.module),
            };
            return text.split_whitespace().collect::<Vec<_>>().join("_");
        };
        let shape = self.footprints.shape(key);
        let lens: Vec<i64> = shape.values().map(|len| len.or_stand_in()).collect();
        let long = order.results().map(|dim| dim.index()).filter(|&dim| lens[dim] != 1);
        format!("[{}]", long.map(|dim| dim.to_string()).collect::<Vec<_>>().join(","))
    }

    /// Returns the fewest bytes that a form of a value in the memory of a layout can have, by requirements on strides.
    fn bytes(&mut self, (value, key): (Value, TensorKey), class: ClassId, role: FormRole) -> u64 {
        let layouts = self.classes[&value][class].iter();
        let sizes = layouts.map(|&layout| {
            let reqs = self.footprints.least_reqs(value, layout, role);
            self.footprints.padded_bytes(key, layout, reqs)
        });
        sizes.min().unwrap_or(0)
    }

    fn value_name(&self, value: Value) -> String {
        format!("%{}", self.from.names.get(value))
    }

    /// Returns the layouts at some slots of a site, such as `%a=[0,1],%b=any`.
    fn slots_name(
        &self,
        site: &Site,
        layouts: &[Option<ClassId>],
        selects: impl Fn(&SiteSlot) -> bool,
    ) -> String {
        let slots = site.slots.iter().zip(layouts).filter(|(slot, _)| selects(slot));
        let all: Vec<String> = slots
            .map(|(slot, layout)| {
                let layout = layout.map(|class| self.layout_name(slot.value, slot.key, class));
                let layout = layout.unwrap_or_else(|| "any".to_owned());
                format!("{}={layout}", self.value_name(slot.value))
            })
            .collect();
        all.join(",")
    }

    fn add_site(&mut self, id: SiteId) {
        let from = self.from;
        let site = &from.input.sites.all[id];
        let mut layouts: Vec<Vec<Option<ClassId>>> = Vec::new();
        let mut costs: Vec<u64> = Vec::new();
        let mut is_absent: Vec<bool> = Vec::new();
        let mut value_of = Vec::new();
        let is_selector = matches!(site.rule, SiteRule::Covers(_));
        for label in &from.input.labels[id] {
            let own: Vec<Option<ClassId>> = site
                .slots
                .iter()
                .zip(&label.layouts)
                .map(|(slot, layout)| layout.map(|it| self.class(slot.value, slot.key, it)))
                .collect();
            let mut all = layouts.iter().zip(&is_absent);
            // Each label of a selector is another cover.
            let known = all.position(|(known, &is)| *known == own && is == label.is_absent);
            let known = known.filter(|_| !is_selector);
            value_of.push(known.unwrap_or(layouts.len()));
            match known {
                Some(known) => costs[known] = costs[known].min(label.cost),
                None => {
                    layouts.push(own);
                    costs.push(label.cost);
                    is_absent.push(label.is_absent);
                }
            }
        }
        let mut names = self.names_of(site, id, &layouts);
        for (value, name) in names.iter_mut().enumerate() {
            if is_selector {
                *name = format!("{}cover#{id}={value}", self.prefix);
            } else if is_absent[value] {
                *name = format!("{}absent#{id}", self.prefix);
            }
        }
        let node = self.model.choice(names.into_iter().zip(costs).collect());
        self.fixed.resize(node, None);
        self.fixed.push(value_of.get(from.assignment.labels[id]).copied());
        self.sites.insert(id, SiteNode { node, layouts, is_absent });
    }

    /// Returns the name of each of the joint layouts of a site.
    fn names_of(&self, site: &Site, id: SiteId, layouts: &[Vec<Option<ClassId>>]) -> Vec<String> {
        let is_def = |slot: &SiteSlot| slot.role == SlotRole::Def;
        let defs: Vec<String> =
            layouts.iter().map(|own| self.slots_name(site, own, is_def)).collect();
        let has_defs = site.slots.iter().any(is_def);
        let op = self.from.module.name(site.op);
        let position = self.from.positions.get(&site.op).copied().unwrap_or(0);
        let place = match site.origin {
            // Sites of several covers may define one value.
            _ if site.cover.is_some() => format!("{op}#{position}.{id}:"),
            _ if has_defs => String::new(),
            SiteOrigin::Declared => format!("declared#{id}"),
            _ => format!("{op}#{position}"),
        };
        let all = layouts.iter().zip(&defs).map(|(own, def)| {
            let is_unique = has_defs && defs.iter().filter(|other| *other == def).count() == 1;
            let uses = match is_unique {
                true => String::new(),
                false => format!("({})", self.slots_name(site, own, |slot| !is_def(slot))),
            };
            format!("{}{place}{def}{uses}", self.prefix)
        });
        all.collect()
    }

    /// Returns the values of a site's node by the layout of a slot.
    fn at_slot(&self, at: SlotId) -> Vec<(Option<ClassId>, Literal)> {
        let SiteNode { node, layouts, .. } = &self.sites[&at.site];
        layouts.iter().enumerate().map(|(value, own)| (own[at.slot], (*node, value))).collect()
    }

    /// Adds the reorders of a value, and the constraints of its uses.
    fn add_value(&mut self, value: Value) {
        let from = self.from;
        let sites = from.input.sites;
        let slots = &sites.values[&value];
        let Some(def) = slots.def else { return };
        if sites.constants.contains(value) || matches!(sites.all[def.site].rule, SiteRule::Free) {
            return;
        }
        let slot = sites.slot(def);
        let uses: Vec<Vec<(Option<ClassId>, Literal)>> =
            slots.uses.iter().map(|&at| self.at_slot(at)).collect();
        let mut used: Vec<ClassId> = uses.iter().flatten().filter_map(|it| it.0).collect();
        used.sort_unstable();
        used.dedup();
        if used.is_empty() {
            return;
        }
        let defined = self.defined(value, slot, def, &used);
        let copies = self.add_copies(value, slot, &defined, &used);
        for own in &uses {
            for &class in &used {
                let need = at_class(own, class);
                if need.is_empty() {
                    continue;
                }
                let mut by = at_class(&defined, class);
                by.extend(copies.iter().filter(|copy| copy.to == class).map(|copy| copy.literal));
                self.model.cover(need, by);
            }
        }
    }

    /// Returns the literals that decide the layout in which a value is defined: those of its site, or those of a new node if
    /// the site allows any layout.
    fn defined(
        &mut self,
        value: Value,
        slot: &SiteSlot,
        def: SlotId,
        used: &[ClassId],
    ) -> Vec<(Option<ClassId>, Literal)> {
        let at_site = self.at_slot(def);
        if at_site.iter().all(|it| it.0.is_some()) {
            return at_site;
        }
        let candidates = self.from.input.candidates.of_value.get(&value).into_iter().flatten();
        let candidates: Vec<Candidate> = candidates.copied().collect();
        let mut all: Vec<ClassId> =
            at_site.iter().filter_map(|it| it.0).chain(used.iter().copied()).collect();
        all.extend(candidates.into_iter().map(|it| self.class(value, slot.key, it)));
        all.sort_unstable();
        all.dedup();
        let name = self.value_name(value);
        let names = all.iter().map(|&class| {
            let layout = self.layout_name(value, slot.key, class);
            (format!("{}{name}={layout}:defined", self.prefix), 0)
        });
        let node = self.model.choice(names.collect());
        let plan = self.from.assignment.values.get(&value).map(|plan| plan.defined);
        let plan = plan.map(|layout| self.class(value, slot.key, layout));
        self.fixed.resize(node, None);
        self.fixed.push(plan.and_then(|class| all.iter().position(|&it| it == class)));
        for (number, &class) in all.iter().enumerate() {
            let need = at_class(&at_site, class);
            if !need.is_empty() {
                self.model.cover(need, vec![(node, number)]);
            }
        }
        all.iter().enumerate().map(|(number, &class)| (Some(class), (node, number))).collect()
    }

    /// Adds the flags of the reorders of a value.
    ///
    /// Where all layouts have the same bytes, a reorder costs the same from each of them. Otherwise a reorder has a source: a
    /// layout of the definition, or a reordered one with at most as many bytes, so that no reorders are a cycle.
    fn add_copies(
        &mut self,
        value: Value,
        slot: &SiteSlot,
        defined: &[(Option<ClassId>, Literal)],
        used: &[ClassId],
    ) -> Vec<Copied> {
        let from = self.from;
        let mut of_def: Vec<ClassId> = defined.iter().filter_map(|it| it.0).collect();
        of_def.sort_unstable();
        of_def.dedup();
        // A value that is used in no other layout needs no reorder.
        if let [only] = of_def[..]
            && used == [only]
        {
            return Vec::new();
        }
        let key = slot.key;
        let ends = (value, key);
        let mut targets: Vec<(u64, ClassId)> = Vec::new();
        for &class in used {
            targets.push((self.bytes(ends, class, FormRole::Copied), class));
        }
        let mut sources: Vec<u64> = Vec::new();
        for &class in &of_def {
            sources.push(self.bytes(ends, class, FormRole::Defined));
        }
        let largest = sources.iter().copied().max().unwrap_or(0);
        let is_uniform =
            targets.iter().all(|it| it.0 == largest) && sources.iter().all(|&it| it == largest);
        let name = format!("{}{}", self.prefix, self.value_name(value));
        let rates = self.footprints.rates().clone();
        if is_uniform {
            let cost = rates.conversion(from.module, value, largest, largest);
            let flags = targets.into_iter().map(|(_, to)| {
                let layout = self.layout_name(value, key, to);
                let flag = self.model.flag(format!("{name}->{layout}"), cost);
                Copied { to, literal: (flag, 1) }
            });
            return flags.collect();
        }
        let row_major = self.footprints.row_major(key);
        let small = self.class(value, key, row_major);
        let bytes_of_small = self.bytes(ends, small, FormRole::Copied);
        if targets.len() > 1 && !used.contains(&small) && bytes_of_small < largest {
            targets.push((bytes_of_small, small));
        }
        targets.sort_by_key(|&(bytes, class)| (bytes, self.layout_name(value, key, class)));
        let mut copies: Vec<Copied> = Vec::new();
        for at in 0..targets.len() {
            let (written, to) = targets[at];
            let earlier: Vec<ClassId> = targets[..at].iter().map(|it| it.1).collect();
            let mut origins = of_def.clone();
            origins.extend(earlier.iter().copied().filter(|class| !of_def.contains(class)));
            for origin in origins.into_iter().filter(|&origin| origin != to) {
                // A definition and a copy in one layout may be padded differently.
                let mut read = u64::MAX;
                if of_def.contains(&origin) {
                    read = read.min(self.bytes(ends, origin, FormRole::Defined));
                }
                if earlier.contains(&origin) {
                    read = read.min(self.bytes(ends, origin, FormRole::Copied));
                }
                let cost = rates.conversion(from.module, value, read, written);
                let layouts = [origin, to].map(|class| self.layout_name(value, key, class));
                let flag = self.model.flag(format!("{name}:{}->{}", layouts[0], layouts[1]), cost);
                let mut by = at_class(defined, origin);
                if earlier.contains(&origin) {
                    by.extend(
                        copies.iter().filter(|copy| copy.to == origin).map(|copy| copy.literal),
                    );
                }
                self.model.cover(vec![(flag, 1)], by);
                copies.push(Copied { to, literal: (flag, 1) });
            }
        }
        copies
    }
}

/// A reorder of a value.
struct Copied {
    to: ClassId,
    literal: Literal,
}

/// Returns the literals with a layout.
fn at_class(all: &[(Option<ClassId>, Literal)], class: ClassId) -> Vec<Literal> {
    all.iter().filter(|it| it.0 == Some(class)).map(|it| it.1).collect()
}
