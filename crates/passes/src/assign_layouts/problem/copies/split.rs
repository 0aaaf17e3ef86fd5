//! Copies of a value of which some uses conflict: each of these uses selects a form of the value.
//!
//! The forms of one layout are the form that uses may share, and a copy in other memory for each of these uses, which
//! later uses may share if they do not conflict with it. A node for each shared form decides whether it exists, and which
//! of the uses share it: one of the largest sets without a conflict. So the conflicts of a value with a fixed layout are
//! a tree of nodes, whose relaxation is exact.

use super::value::{CopiedValue, require_used};
use crate::assign_layouts::problem::conversions::MemoryForm;
use crate::assign_layouts::problem::definition::Definition;
use crate::assign_layouts::problem::exclusions::SplitValue;
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::{Footprints, ReqsId};
use crate::assign_layouts::sites::{SiteSlot, SlotId};
use pbqp::{Cost, FORBIDDEN, NodeId, Problem, ProblemError, allowed_pairs};
use rustc_hash::FxHashMap;

/// A form that a use may select: the class of its layout, and the number of the copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SelectedForm {
    class: usize,
    /// 0 for the form that uses share, or 1 + the number of the use that it is a copy for.
    number: usize,
}

/// The node of a use, and the form of each of its labels.
struct UseNode {
    node: NodeId,
    /// `None` for a use in any layout.
    forms: Vec<Option<SelectedForm>>,
}

/// The copies of a value of which some uses conflict.
pub(crate) struct SplitCopies {
    split: SplitValue,
    /// The layouts in which the value may be used, grouped by equal memory.
    pub(super) classes: Vec<Vec<Candidate>>,
    /// The sets of uses that may share a form, as bits.
    shares: Vec<u32>,
    /// The node of the shared form of each class. Label 0 is its absence, and each other label one of `shares`.
    shared: Vec<NodeId>,
    /// The nodes of copies for a use that later uses may share. Label 0 is the absence of the copy.
    further: FxHashMap<(usize, usize), NodeId>,
    definition: Definition,
    /// The cost of a copy of each class by the label of the definition.
    moves: Vec<Vec<Cost>>,
    uses: FxHashMap<SlotId, UseNode>,
}

impl SplitCopies {
    /// Adds the nodes for a value that is used in layouts of these classes, and their edges to the definition.
    pub(super) fn new(
        value: &mut CopiedValue<'_, '_>,
        classes: Vec<Vec<Candidate>>,
        split: &SplitValue,
    ) -> Result<SplitCopies, ProblemError> {
        let moves = classes.iter().map(|class| moves(value, class[0])).collect();
        let mut copies = SplitCopies {
            shares: split.shares(),
            split: split.clone(),
            classes,
            shared: Vec::new(),
            further: FxHashMap::default(),
            definition: value.definition.clone(),
            moves,
            uses: FxHashMap::default(),
        };
        for class in 0..copies.classes.len() {
            copies.add_shared(value, class)?;
            for of_use in 0..copies.split.uses.len() {
                copies.add_further(value, class, of_use)?;
            }
        }
        Ok(copies)
    }

    fn add_shared(
        &mut self,
        value: &mut CopiedValue<'_, '_>,
        class: usize,
    ) -> Result<(), ProblemError> {
        let labels = 1 + self.shares.len();
        let key = value.slot.key;
        let mut pairs = Vec::with_capacity(labels * self.definition.layouts.len());
        for (from, &moved) in self.definition.layouts.iter().zip(&self.moves[class]) {
            let to = self.classes[class][0];
            let is_own = from.is_none_or(|from| value.costs.footprints.is_same(key, from, to));
            pairs.push(0);
            pairs.extend(self.shares.iter().map(|_| if is_own { 0 } else { moved }));
        }
        self.shared.push(value.add_node(vec![0; labels], pairs)?);
        Ok(())
    }

    /// Adds the node of the copy for a use, if later uses may share it.
    fn add_further(
        &mut self,
        value: &mut CopiedValue<'_, '_>,
        class: usize,
        of_use: usize,
    ) -> Result<(), ProblemError> {
        let mut later = of_use + 1..self.split.uses.len();
        if later.all(|other| self.split.are_apart(of_use, other)) {
            return Ok(());
        }
        let pairs = self.moves[class].iter().flat_map(|&moved| [0, moved]);
        let node = value.add_node(vec![0, 0], pairs.collect())?;
        self.further.insert((class, of_use), node);
        Ok(())
    }

    /// Returns the forms of a class that a use may select.
    fn forms(&self, class: usize, of_use: usize) -> impl Iterator<Item = SelectedForm> {
        let earlier = (0..of_use).filter(move |&it| !self.split.are_apart(it, of_use));
        let numbers = [0].into_iter().chain(earlier.chain([of_use]).map(|it| it + 1));
        numbers.map(move |number| SelectedForm { class, number })
    }

    /// Adds the edges to a site that uses the value in these layouts, and the node of the use.
    pub(super) fn connect(
        &mut self,
        problem: &mut Problem,
        (at, site): (SlotId, NodeId),
        layouts: &[Option<Candidate>],
    ) -> Result<(), ProblemError> {
        let Some(of_use) = self.split.position(at) else {
            return self.connect_sharing(problem, site, layouts);
        };
        let used = (0..self.classes.len()).filter(|&class| {
            let mut used = layouts.iter().flatten();
            used.any(|layout| self.classes[class].contains(layout))
        });
        let mut forms: Vec<Option<SelectedForm>> =
            used.flat_map(|class| self.forms(class, of_use)).map(Some).collect();
        forms.extend(layouts.contains(&None).then_some(None));
        let tie = self.split.uses[of_use].tie;
        let node = problem.add_node(
            forms
                .iter()
                .map(|form| match form {
                    Some(form) if form.number > 0 => tie,
                    _ => 0,
                })
                .collect(),
        )?;
        problem.mark_dependent(node);
        let pairs = allowed_pairs(&forms, layouts, |form, layout| match (form, layout) {
            (Some(form), Some(layout)) => self.classes[form.class].contains(layout),
            (form, layout) => form.is_none() && layout.is_none(),
        });
        problem.add_edge(node, site, pairs)?;
        let of_use = (of_use, node);
        self.connect_copies(problem, of_use, &forms)?;
        self.connect_uses(problem, of_use, &forms)?;
        self.uses.insert(at, UseNode { node, forms });
        Ok(())
    }

    /// Adds the edges of a use that has no copy of its own.
    fn connect_sharing(
        &self,
        problem: &mut Problem,
        site: NodeId,
        layouts: &[Option<Candidate>],
    ) -> Result<(), ProblemError> {
        for (class, &node) in self.classes.iter().zip(&self.shared) {
            let labels = 1 + self.shares.len();
            require_used(problem, class, (node, labels), (site, layouts))?;
        }
        Ok(())
    }

    /// Adds the edges of a use to the nodes of the copies that it may select, and the costs of its own copies.
    fn connect_copies(
        &self,
        problem: &mut Problem,
        (of_use, node): (usize, NodeId),
        forms: &[Option<SelectedForm>],
    ) -> Result<(), ProblemError> {
        let mut own = vec![0; forms.len() * self.definition.layouts.len()];
        for (label, form) in forms.iter().enumerate() {
            let Some(SelectedForm { class, number }) = *form else { continue };
            let mut allowed = vec![false];
            let copy = if number == 0 {
                allowed.extend(self.shares.iter().map(|set| set >> of_use & 1 == 1));
                self.shared[class]
            } else if let Some(&copy) = self.further.get(&(class, number - 1)) {
                allowed.push(true);
                copy
            } else {
                let defined = self.definition.layouts.len();
                own[label * defined..][..defined].copy_from_slice(&self.moves[class]);
                continue;
            };
            let labels: Vec<usize> = (0..forms.len()).collect();
            let pairs = allowed_pairs(&labels, &allowed, |own, allowed| *own != label || *allowed);
            problem.add_edge(node, copy, pairs)?;
        }
        if node != self.definition.node {
            problem.add_edge(node, self.definition.node, own)?;
        }
        Ok(())
    }

    /// Excludes that two uses apart share the copy for a third one.
    fn connect_uses(
        &self,
        problem: &mut Problem,
        (of_use, node): (usize, NodeId),
        forms: &[Option<SelectedForm>],
    ) -> Result<(), ProblemError> {
        for (other, split) in self.split.uses.iter().enumerate() {
            let Some(known) = self.uses.get(&split.at) else { continue };
            let pairs = allowed_pairs(forms, &known.forms, |own, form| {
                own != form || own.is_none_or(|form| form.number == 0)
            });
            if pairs.contains(&FORBIDDEN) && self.split.are_apart(of_use, other) {
                problem.add_edge(node, known.node, pairs)?;
            }
        }
        Ok(())
    }

    /// Returns the node of a use, and `true` for each of its labels that selects a form with this memory. `None` if the
    /// use selects no form.
    pub(crate) fn selecting(
        &self,
        footprints: &mut Footprints,
        (at, slot): (SlotId, &SiteSlot),
        form: MemoryForm,
    ) -> Option<(NodeId, Vec<bool>)> {
        let UseNode { node, forms } = self.uses.get(&at)?;
        let mut classes = self.classes.iter();
        let class = classes.position(|class| footprints.is_same(slot.key, class[0], form.layout));
        Some((
            *node,
            forms
                .iter()
                .map(|own| {
                    own.is_some_and(|own| {
                        own.number == form.copy as usize && Some(own.class) == class
                    })
                })
                .collect(),
        ))
    }

    /// Returns the number of the copy that a use selects by the label of its node.
    pub(crate) fn selected(&self, at: SlotId, label: impl Fn(NodeId) -> usize) -> u32 {
        let form = self.uses.get(&at).and_then(|of| *of.forms.get(label(of.node))?);
        form.and_then(|form| u32::try_from(form.number).ok()).unwrap_or(0)
    }
}

/// Returns the cost of a copy in a layout for each label of the definition. A padded definition may be converted from
/// another form with fewer bytes; then the cost is that from the smallest layout, which is a lower bound.
fn moves(value: &mut CopiedValue<'_, '_>, to: Candidate) -> Vec<Cost> {
    let CopiedValue { costs, slot, definition, .. } = value;
    let small = costs.footprints.row_major(slot.key);
    let to = costs.copied(slot, to);
    let from_small = costs.move_cost(slot, (small, ReqsId::NONE), to);
    definition
        .padded(costs, slot)
        .into_iter()
        .map(|from| from.map_or(0, |from| costs.move_cost(slot, from, to)).min(from_small))
        .collect()
}
