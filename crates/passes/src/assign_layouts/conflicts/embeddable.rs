//! Concats whose results may be part of another tensor.
//!
//! Two tensors that hold one part cannot share memory, unless one of them is a part of the other, or both are parts of
//! a third tensor. Then all operands of a concat are also parts of that tensor, at corresponding places. Where no such
//! tensor exists, a conflict holds whatever other views share.

use crate::assign_layouts::problem::exclusions::SplitValue;
use crate::assign_layouts::sites::footprint::Footprints;
use crate::assign_layouts::sites::{
    Site, SiteId, SiteRule, SiteSlot, Sites, SlotId, SlotRole, SlotSubview,
};
use indexmap::{IndexMap, IndexSet};
use ir::Value;
use ir::layout::{SharedBuffers, SliceDim};
use ir::views::ViewMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

const MAX_WHOLES: usize = crate::limits::WHOLES as usize;

/// A relation of a value to another one: the value is a part of a whole, and fills a box of it.
#[derive(Clone)]
enum PartOf {
    Box(Value, Vec<i64>),
    /// The value holds a part, which other ops relate to more tensors. The value is where its part is. The list is the
    /// first index of the part, or `None` if the part fills no box.
    Holder(Value, Option<Vec<i64>>),
    /// A reshape or transpose relates all elements of the value to those of this one.
    Image(Value),
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
    pub(crate) fn new(sites: &Sites, footprints: &Footprints) -> PartRelations {
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
                            None if is_bijection(link) => {
                                add(link.part, PartOf::Image(whole));
                                add(link.whole, PartOf::Image(part));
                                continue;
                            }
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
    pub(crate) fn apart(
        &self,
        sites: &Sites,
        footprints: &Footprints,
        split: &SplitValue,
    ) -> IndexSet<[usize; 2], FxBuildHasher> {
        let wholes: Vec<Option<(SlotId, &ViewMap)>> =
            split.uses.iter().map(|split| whole(sites, split.at)).collect();
        fn lens(footprints: &Footprints, sites: &Sites, at: SlotId) -> Vec<i64> {
            lens_of(footprints, sites.slot(at))
        }
        let pairs = (0..wholes.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
        let apart = pairs.filter(|&[a, b]| {
            let Some((first, second)) = wholes[a].zip(wholes[b]) else { return false };
            let mut buffers = SharedBuffers::default();
            buffers.add(None, lens(footprints, sites, split.uses[a].at), None);
            let joined = [first, second].map(|(at, map)| {
                buffers.add(Some(at), lens(footprints, sites, at), None);
                buffers.join(Some(at), None, map, 0)
            });
            let is_one_op = first.0.site == second.0.site;
            let mut ends = [first.0, second.0].map(|at| sites.slot(at).value).into_iter();
            let is_hard = is_one_op || !ends.any(|value| self.may_be_part(sites, value, &[]));
            joined.iter().any(Result::is_err) && is_hard
        });
        apart.collect()
    }

    /// Returns `true` if the value is the result of a concat of which all operands may be parts of one other tensor, by
    /// sites that are not `within` a conflict.
    pub(super) fn may_be_part(&self, sites: &Sites, value: Value, within: &[SiteId]) -> bool {
        let Some(def) = sites.values.get(&value).and_then(|slots| slots.def) else { return false };
        let Some(parts) = parts(&sites.all[def.site], def.slot) else { return false };
        let mut all: Vec<Placements> = Vec::new();
        for (part, begin) in parts {
            let own = self.placements(sites, part, def.site, within);
            all.extend(own.map(|own| own.relative_to(&begin)));
        }
        if !(0..all.len()).all(|a| (0..a).all(|b| all[a].may_agree(&all[b]))) {
            return false;
        }
        if all.iter().any(|own| !own.open.is_empty()) {
            return true;
        }
        let mut others = all.iter();
        let Some(first) = others.next() else { return true };
        let mut common =
            first.known.iter().filter(|it| others.clone().all(|own| own.known.contains(it)));
        common.any(|(whole, begin)| {
            self.is_related(*whole, sites, def.site) || self.contains(*whole, begin, value)
        })
    }

    /// Returns `true` if a value is also a part of a tensor, except by the site `of`.
    fn is_related(&self, value: Value, sites: &Sites, of: SiteId) -> bool {
        let def = sites.values.get(&value).and_then(|slots| slots.def).map(|def| def.site);
        let mut relations = self.of_value.get(&value).into_iter().flatten();
        relations.any(|(site, relation)| {
            *site != of && Some(*site) != def && self.may_embed(value, (*site, relation), of)
        })
    }

    /// Returns `true` if a relation of a value may place it in another tensor. A part that only the concat `of` relates
    /// to another tensor places its holder in the result, if the result contains the holder there.
    fn may_embed(&self, value: Value, (by, relation): (SiteId, &PartOf), of: SiteId) -> bool {
        let (part, begin) = match relation {
            PartOf::Holder(part, begin) => (part, begin),
            PartOf::Image(other) => return self.may_embed_image(value, (by, *other), of),
            PartOf::Box(..) | PartOf::Unknown => return true,
        };
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

    /// Returns `true` if a value may be placed in another tensor because one of its images is, of which `by` relates the
    /// first one.
    fn may_embed_image(&self, value: Value, (by, image): (SiteId, Value), of: SiteId) -> bool {
        let mut reached = IndexMap::<Value, SiteId, FxBuildHasher>::default();
        reached.extend([(value, by), (image, by)]);
        let mut at = 1;
        while let Some((&next, &from)) = reached.get_index(at) {
            for (site, relation) in self.of_value.get(&next).into_iter().flatten() {
                match relation {
                    _ if *site == from => {}
                    PartOf::Image(other) => {
                        reached.entry(*other).or_insert(*site);
                    }
                    relation if self.may_embed(next, (*site, relation), of) => return true,
                    _ => {}
                }
            }
            at += 1;
        }
        false
    }

    /// Returns `true` if a value fits into a whole where its first index is there.
    fn contains(&self, whole: Value, begin: &[i64], part: Value) -> bool {
        let lens = self.lens.get(&whole).zip(self.lens.get(&part));
        let Some((outer, inner)) = lens else { return true };
        let mut dims = begin.iter().zip(outer.iter().zip(inner));
        dims.all(|(&begin, (outer, inner))| begin >= 0 && begin.saturating_add(*inner) <= *outer)
    }
}

impl PartRelations {
    /// Returns the tensors that a value is a part of, also as a part of a part. `None` if other relations of the value may
    /// place it in any tensor.
    fn placements(
        &self,
        sites: &Sites,
        value: Value,
        of: SiteId,
        within: &[SiteId],
    ) -> Option<Placements> {
        let mut found = Placements::default();
        let direct = self.relations(sites, value, of, within);
        let direct = direct.into_iter().map(|(site, relation)| (value, None, (site, 0), relation));
        let mut stack: Vec<_> = direct.collect();
        while let Some((part, offset, by, relation)) = stack.pop() {
            let PartOf::Box(whole, at) = relation else {
                // The relation places the tensor that contains the value, and with it the value.
                found.open.push(OpenPlacement { inner: part, by, at: offset? });
                continue;
            };
            let at = offset.map_or_else(|| at.clone(), |offset| sum(at, &offset));
            let def = sites.values.get(whole).and_then(|slots| slots.def).map(|def| def.site);
            for (number, (site, relation)) in
                self.of_value.get(whole).into_iter().flatten().enumerate()
            {
                let is_known =
                    matches!(relation, PartOf::Holder(it, _) if (*it, *site) == (part, by.0));
                if *site != of && !is_known && self.may_embed(*whole, (*site, relation), of) {
                    // All relations by the op that defines the tensor concern one form.
                    let number = if Some(*site) == def { 0 } else { number + 1 };
                    stack.push((*whole, Some(at.clone()), (*site, number), relation));
                }
            }
            // A conflict leaves no place for the value in a tensor of its own links.
            if !within.contains(&by.0) {
                found.known.push((*whole, at));
            }
            if found.known.len() + found.open.len() + stack.len() > MAX_WHOLES {
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
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(&next) = reached.get_index(at) {
            for (site, relation) in self.of_value.get(&next).into_iter().flatten() {
                if *site == of {
                    continue;
                }
                let is_box = next == value && matches!(relation, PartOf::Box(..));
                if within.contains(site) && !is_box {
                    reached.extend(sites.all[*site].slots.iter().map(|slot| slot.value));
                } else if self.may_embed(next, (*site, relation), of) {
                    found.push((*site, if is_box { relation } else { &PartOf::Unknown }));
                }
            }
            at += 1;
        }
        found
    }
}

/// The tensors that a value may be a part of.
#[derive(Default)]
struct Placements {
    /// The tensors that contain the value, with its first index in each.
    known: Vec<(Value, Vec<i64>)>,
    open: Vec<OpenPlacement>,
}

/// A place of a value in any tensor that contains `inner`, which contains the value.
struct OpenPlacement {
    inner: Value,
    /// The relation by which a tensor may contain `inner`. Copies of `inner` have different relations.
    by: (SiteId, usize),
    /// The first index of the value in `inner`.
    at: Vec<i64>,
}

impl Placements {
    /// Returns the places of the tensor in which a value has this first index.
    fn relative_to(mut self, begin: &[i64]) -> Placements {
        let all = self.known.iter_mut().map(|(_, at)| at);
        for at in all.chain(self.open.iter_mut().map(|open| &mut open.at)) {
            *at = difference(at, begin);
        }
        self
    }

    /// Returns `true` if both may be places in one tensor.
    fn may_agree(&self, other: &Placements) -> bool {
        let is_common = self.known.iter().any(|it| other.known.contains(it));
        // The unknown tensor is not the inner one.
        fn may_be_known(open: &OpenPlacement, known: &[(Value, Vec<i64>)]) -> bool {
            known.iter().any(|(whole, _)| *whole != open.inner)
        }
        // Two parts of one form keep their distance in every tensor.
        fn may_agree(a: &OpenPlacement, b: &OpenPlacement) -> bool {
            a.inner != b.inner || a.by != b.by || a.at == b.at
        }
        is_common
            || self.open.iter().any(|open| may_be_known(open, &other.known))
            || other.open.iter().any(|open| may_be_known(open, &self.known))
            || self.open.iter().any(|a| other.open.iter().any(|b| may_agree(a, b)))
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

/// Returns `true` if the part of a link has exactly the elements of the whole.
fn is_bijection(link: &SlotSubview) -> bool {
    matches!(link.map, ViewMap::Reshape | ViewMap::Transpose(_))
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
