//! Concats whose results may be part of another tensor.
//!
//! Two tensors that hold one part cannot share memory, unless one of them is a part of the other, or both are parts of
//! a third tensor. Then all operands of a concat are also parts of that tensor, at corresponding places. Where no such
//! tensor exists, a conflict holds whatever other views share.

use super::exclusions::SplitValue;
use super::footprint::Footprints;
use super::sites::{Site, SiteId, SiteRule, SiteSlot, Sites, SlotId, SlotRole, SlotSubview};
use indexmap::IndexSet;
use ir::Value;
use ir::layout::{SharedBuffers, SliceDim};
use ir::views::ViewMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// A relation of a value to another one: the value is a part of a whole, and fills a box of it.
#[derive(Clone)]
enum PartOf {
    Box(Value, Vec<i64>),
    /// Another relation, which may place the value in any tensor.
    Unknown,
}

/// The relations of all values to those that they are parts of.
pub(super) struct PartRelations {
    of_value: FxHashMap<Value, Vec<(SiteId, PartOf)>>,
    /// The lengths of each value of a view op.
    lens: FxHashMap<Value, Vec<i64>>,
}

impl PartRelations {
    pub(super) fn new(sites: &Sites, footprints: &Footprints) -> PartRelations {
        let views = sites.all.iter().filter(|site| matches!(site.rule, SiteRule::View(_)));
        let slots = views.flat_map(|site| &site.slots);
        let lens = slots.map(|slot| (slot.value, lens_of(footprints, slot))).collect();
        let related = related_sites(sites);
        let has_others = |id: SiteId, value: Value| {
            related.get(&value).into_iter().flatten().any(|&other| other != id)
        };
        let mut of_value: FxHashMap<Value, Vec<(SiteId, PartOf)>> = FxHashMap::default();
        for (id, site) in sites.all.iter().enumerate() {
            let mut add = |slot: usize, relation| {
                of_value.entry(site.slots[slot].value).or_default().push((id, relation));
            };
            match &site.rule {
                SiteRule::View(links) => {
                    for link in links {
                        let [whole, part] = [link.whole, link.part].map(|at| site.slots[at].value);
                        match filled(link) {
                            // A tensor with gaps is never a box of another one.
                            _ if has_gaps(link) => {}
                            Some(dims) => add(link.part, PartOf::Box(whole, begins(dims))),
                            None if has_others(id, whole) => add(link.part, PartOf::Unknown),
                            None => {}
                        }
                        // A tensor is where its parts are.
                        if has_others(id, part) {
                            add(link.whole, PartOf::Unknown);
                        }
                    }
                }
                SiteRule::Same => (0..site.slots.len()).for_each(|slot| add(slot, PartOf::Unknown)),
                _ => {}
            }
        }
        PartRelations { of_value, lens }
    }

    /// Returns the pairs of uses of a value that cannot share a form, because each would be a part of another tensor.
    pub(super) fn apart(
        &self,
        sites: &Sites,
        footprints: &Footprints,
        split: &SplitValue,
    ) -> IndexSet<[usize; 2], FxBuildHasher> {
        let wholes: Vec<Option<(SlotId, &ViewMap)>> =
            split.uses.iter().map(|split| whole(sites, split.at)).collect();
        let lens = |at: SlotId| lens_of(footprints, sites.slot(at));
        let is_apart = |&[a, b]: &[usize; 2]| {
            let (Some(first), Some(second)) = (wholes[a], wholes[b]) else { return false };
            let mut buffers = SharedBuffers::default();
            buffers.add(None, lens(split.uses[a].at), None);
            let joined = [first, second].map(|(at, map)| {
                buffers.add(Some(at), lens(at), None);
                buffers.join(Some(at), None, map, 0)
            });
            let may_be_part = |at: SlotId| self.may_be_part(sites, sites.slot(at).value, &[]);
            let is_one_op = first.0.site == second.0.site;
            let is_hard = is_one_op || !may_be_part(first.0) && !may_be_part(second.0);
            joined.iter().any(Result::is_err) && is_hard
        };
        let pairs = (0..wholes.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
        pairs.filter(is_apart).collect()
    }

    /// Returns `true` if the value is the result of a concat of which all operands may be parts of one other tensor, by
    /// sites that are not `within` a conflict.
    pub(super) fn may_be_part(&self, sites: &Sites, value: Value, within: &[SiteId]) -> bool {
        let Some(def) = sites.values.get(&value).and_then(|slots| slots.def) else { return false };
        let Some(parts) = parts(&sites.all[def.site], def.slot) else { return false };
        let mut wholes: Option<Vec<(Value, Vec<i64>)>> = None;
        for (part, begin) in parts {
            let others = self.relations(sites, part, def.site, within);
            if others.iter().any(|other| matches!(other, PartOf::Unknown)) {
                continue;
            }
            let moved = others.into_iter().filter_map(|other| match other {
                PartOf::Box(whole, at) => {
                    Some((*whole, at.iter().zip(&begin).map(|(at, own)| at - own).collect()))
                }
                PartOf::Unknown => None,
            });
            let moved: Vec<(Value, Vec<i64>)> = moved.collect();
            wholes = Some(match wholes {
                None => moved,
                Some(known) => known.into_iter().filter(|it| moved.contains(it)).collect(),
            });
        }
        let fits = |(whole, begin): &(Value, Vec<i64>)| {
            self.is_related(*whole, sites, def.site) || self.contains(*whole, begin, value)
        };
        wholes.is_none_or(|wholes| wholes.iter().any(fits))
    }

    /// Returns `true` if a value is also a part of a tensor, except by the site `of`.
    fn is_related(&self, value: Value, sites: &Sites, of: SiteId) -> bool {
        let def = sites.values.get(&value).and_then(|slots| slots.def).map(|def| def.site);
        let mut relations = self.of_value.get(&value).into_iter().flatten();
        relations.any(|(site, _)| *site != of && Some(*site) != def)
    }

    /// Returns `true` if a value fits into a whole where its first index is there.
    fn contains(&self, whole: Value, begin: &[i64], part: Value) -> bool {
        let (Some(outer), Some(inner)) = (self.lens.get(&whole), self.lens.get(&part)) else {
            return true;
        };
        let mut dims = begin.iter().zip(outer.iter().zip(inner));
        dims.all(|(&begin, (outer, inner))| begin >= 0 && begin.saturating_add(*inner) <= *outer)
    }
}

impl PartRelations {
    /// Returns the relations of a value by sites that are not `within` a conflict, also of the values that the conflict
    /// relates it to. The site `of` is left out.
    fn relations(
        &self,
        sites: &Sites,
        value: Value,
        of: SiteId,
        within: &[SiteId],
    ) -> Vec<&PartOf> {
        let mut reached = IndexSet::<Value, FxBuildHasher>::from_iter([value]);
        let (mut found, mut at) = (Vec::new(), 0);
        while let Some(&next) = reached.get_index(at) {
            for (site, relation) in self.of_value.get(&next).into_iter().flatten() {
                if *site == of {
                    continue;
                }
                if within.contains(site) {
                    reached.extend(sites.all[*site].slots.iter().map(|slot| slot.value));
                } else {
                    found.push(if next == value { relation } else { &PartOf::Unknown });
                }
            }
            at += 1;
        }
        found
    }
}

/// Returns the sites of each value that relate it to other values.
fn related_sites(sites: &Sites) -> FxHashMap<Value, Vec<SiteId>> {
    let mut related: FxHashMap<Value, Vec<SiteId>> = FxHashMap::default();
    for (id, site) in sites.all.iter().enumerate() {
        if let SiteRule::View(_) | SiteRule::Same = site.rule {
            site.slots.iter().for_each(|slot| related.entry(slot.value).or_default().push(id));
        }
    }
    related
}

/// Returns the tensor that the value of a slot is a part of by its op, with the map.
fn whole(sites: &Sites, at: SlotId) -> Option<(SlotId, &ViewMap)> {
    let SiteRule::View(links) = &sites.all[at.site].rule else { return None };
    let link = links.iter().find(|link| link.part == at.slot)?;
    matches!(link.map, ViewMap::Slice { .. })
        .then_some((SlotId { slot: link.whole, ..at }, &link.map))
}

/// Returns the operands of a concat with the first index of each in the result; `None` if a slot is not the result of a
/// concat.
fn parts(site: &Site, slot: usize) -> Option<Vec<(Value, Vec<i64>)>> {
    let SiteRule::View(links) = &site.rule else { return None };
    let own = links.iter().filter(|link| link.whole == slot);
    let parts = own.map(|link| {
        let part = site.slots[link.part];
        let is_used = matches!(part.role, SlotRole::Use(..));
        is_used.then_some((part.value, begins(filled(link)?)))
    });
    let parts: Option<Vec<_>> = parts.collect();
    parts.filter(|parts| parts.len() > 1)
}

/// Returns the box that the part of a link fills; `None` if its map is not a slice with step 1 that keeps all dims.
fn filled(link: &SlotSubview) -> Option<&[SliceDim]> {
    let ViewMap::Slice { dims, kept } = &link.map else { return None };
    (kept.len() == dims.len() && dims.iter().all(|dim| dim.step == 1)).then_some(dims)
}

/// Returns `true` if the part of a link has gaps in its whole.
fn has_gaps(link: &SlotSubview) -> bool {
    let ViewMap::Slice { dims, .. } = &link.map else { return false };
    dims.iter().any(|dim| dim.step != 1)
}

fn lens_of(footprints: &Footprints, slot: &SiteSlot) -> Vec<i64> {
    footprints.shape(slot.key).values().map(|len| len.or_stand_in()).collect()
}

fn begins(dims: &[SliceDim]) -> Vec<i64> {
    dims.iter().map(|dim| dim.begin).collect()
}
