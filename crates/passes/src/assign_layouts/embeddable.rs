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

/// The maximum number of tensors that a value is a part of.
const MOST_WHOLES: usize = 64;

/// A relation of a value to another one: the value is a part of a whole, and fills a box of it.
#[derive(Clone)]
enum PartOf {
    Box(Value, Vec<i64>),
    /// The value holds a part, which other ops relate to more tensors. The value is where its part is. The list is the
    /// first index of the part, or `None` if the part fills no box.
    Holder(Value, Option<Vec<i64>>),
    /// Another relation, which may place the value in any tensor.
    Unknown,
}

/// The relations of all values to those that they are parts of.
pub(super) struct PartRelations {
    of_value: FxHashMap<Value, Vec<(SiteId, PartOf)>>,
    /// The sites of each value that relate it to other values.
    related: FxHashMap<Value, Vec<SiteId>>,
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
                            let begin = filled(link).map(begins);
                            add(link.whole, PartOf::Holder(part, begin));
                        }
                    }
                }
                SiteRule::Same => (0..site.slots.len()).for_each(|slot| add(slot, PartOf::Unknown)),
                _ => {}
            }
        }
        PartRelations { of_value, related, lens }
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
            let Some(others) = self.wholes(sites, part, def.site, within) else { continue };
            let moved = others.into_iter().map(|(whole, at)| (whole, difference(&at, &begin)));
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
        relations.any(|(site, relation)| {
            *site != of && Some(*site) != def && self.places(value, (*site, relation), of)
        })
    }

    /// Returns `true` if a relation of a value may place it in another tensor. A part that only the concat `of` relates
    /// to another tensor places its holder in the result, if the result contains the holder there.
    fn places(&self, value: Value, (by, relation): (SiteId, &PartOf), of: SiteId) -> bool {
        let PartOf::Holder(part, begin) = relation else { return true };
        let mut others = self.related.get(part).into_iter().flatten().filter(|&&it| it != by);
        if others.any(|&other| other != of) {
            return true;
        }
        let relations = self.of_value.get(part).into_iter().flatten();
        let mut within = relations.filter(|(site, _)| *site == of);
        within.any(|(_, relation)| match (relation, begin) {
            (PartOf::Box(whole, at), Some(begin)) => {
                self.contains(*whole, &difference(at, begin), value)
            }
            _ => true,
        })
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
    /// Returns the tensors that a value is a part of, also as a part of a part, with the first index of the value in each.
    /// `None` if other relations may place it in any tensor.
    fn wholes(
        &self,
        sites: &Sites,
        value: Value,
        of: SiteId,
        within: &[SiteId],
    ) -> Option<Vec<(Value, Vec<i64>)>> {
        let mut found: Vec<(Value, Vec<i64>)> = Vec::new();
        let direct = self.relations(sites, value, of, within);
        let direct = direct.into_iter().map(|(site, relation)| (value, None, site, relation));
        let mut open: Vec<(Value, Option<Vec<i64>>, SiteId, &PartOf)> = direct.collect();
        while let Some((part, offset, by, relation)) = open.pop() {
            let PartOf::Box(whole, at) = relation else { return None };
            let at = offset.map_or_else(|| at.clone(), |offset| sum(at, &offset));
            for (site, relation) in self.of_value.get(whole).into_iter().flatten() {
                let is_known =
                    matches!(relation, PartOf::Holder(it, _) if (*it, *site) == (part, by));
                if *site != of && !is_known && self.places(*whole, (*site, relation), of) {
                    open.push((*whole, Some(at.clone()), *site, relation));
                }
            }
            found.push((*whole, at));
            if found.len() > MOST_WHOLES {
                return None;
            }
        }
        Some(found)
    }

    /// Returns the relations of a value by sites that are not `within` a conflict, also of the values that the conflict
    /// relates it to. The site `of` is left out.
    fn relations(
        &self,
        sites: &Sites,
        value: Value,
        of: SiteId,
        within: &[SiteId],
    ) -> Vec<(SiteId, &PartOf)> {
        let mut reached = IndexSet::<Value, FxBuildHasher>::from_iter([value]);
        let (mut found, mut at) = (Vec::new(), 0);
        while let Some(&next) = reached.get_index(at) {
            for (site, relation) in self.of_value.get(&next).into_iter().flatten() {
                if *site == of {
                    continue;
                }
                if within.contains(site) {
                    reached.extend(sites.all[*site].slots.iter().map(|slot| slot.value));
                } else if self.places(next, (*site, relation), of) {
                    let is_box = next == value && matches!(relation, PartOf::Box(..));
                    found.push((*site, if is_box { relation } else { &PartOf::Unknown }));
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

fn sum(a: &[i64], b: &[i64]) -> Vec<i64> {
    a.iter().zip(b).map(|(a, b)| a.saturating_add(*b)).collect()
}

fn difference(a: &[i64], b: &[i64]) -> Vec<i64> {
    a.iter().zip(b).map(|(a, b)| a.saturating_sub(*b)).collect()
}
