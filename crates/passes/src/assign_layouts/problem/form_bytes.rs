//! The bytes that the forms of a value at two of its slots have together, as a decision of the problem.
//!
//! If one node decides both slots, the decision is a set of its labels. Otherwise a node of its own has a label for each
//! pair of forms that is smaller, and one label for all larger ones, which is free for every pair. An exclusion of that
//! label lets the solver select only a smaller pair.

use super::exclusions::NodeDecision;
use super::{Definition, LayoutProblem};
use crate::assign_layouts::sites::SlotId;
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::Footprints;
use pbqp::{NodeId, ProblemError, allowed_pairs};

/// The maximum number of pairs of forms below a limit.
const MAX_PAIRS: usize = crate::limits::FORM_PAIRS as usize;

/// A form at a slot: the number of its memory among those of the value, and its bytes. `None` if the slot has no layout.
type SlotForm = Option<(usize, u64)>;

/// The node that decides the layout of a slot, and the form for each of its labels.
struct SlotNode {
    node: NodeId,
    forms: Vec<SlotForm>,
}

/// Returns the bytes of two forms of a value: those of both, or of one if they share memory.
fn together(a: SlotForm, b: SlotForm) -> u64 {
    match (a, b) {
        (Some((a, of_a)), Some((b, of_b))) if a != b => of_a.saturating_add(of_b),
        _ => a.max(b).map_or(0, |(_, bytes)| bytes),
    }
}

impl LayoutProblem<'_> {
    /// Returns the decision that the forms at two slots of a value have at least `least` bytes together. `None` if too many
    /// pairs of forms are smaller.
    ///
    /// # Errors
    /// The costs overflow.
    pub(super) fn bytes_decision(
        &mut self,
        footprints: &mut Footprints,
        slots: [SlotId; 2],
        least: u64,
    ) -> Result<Option<NodeDecision>, ProblemError> {
        let mut memories = Vec::new();
        let [a, b] = slots.map(|at| self.slot_node(footprints, at, &mut memories));
        if a.node == b.node {
            let pairs = a.forms.iter().zip(&b.forms);
            let over = pairs.map(|(&a, &b)| together(a, b) >= least).collect();
            return Ok(Some((a.node, over)));
        }
        let [of_a, of_b] = [&a, &b].map(|of| distinct(&of.forms));
        let pairs = of_a.iter().flat_map(|&a| of_b.iter().map(move |&b| (a, b)));
        let small = pairs.filter(|&(a, b)| together(a, b) < least);
        let mut labels: Vec<Option<(SlotForm, SlotForm)>> = small.map(Some).collect();
        if labels.len() > MAX_PAIRS {
            return Ok(None);
        }
        labels.push(None);
        let node = self.problem.add_node(vec![0; labels.len()])?;
        self.problem.mark_dependent(node);
        let with_a = allowed_pairs(&labels, &a.forms, |pair, form| {
            pair.is_none_or(|(of_a, _)| of_a == *form)
        });
        self.problem.add_edge(node, a.node, with_a)?;
        let with_b = allowed_pairs(&labels, &b.forms, |pair, form| {
            pair.is_none_or(|(_, of_b)| of_b == *form)
        });
        self.problem.add_edge(node, b.node, with_b)?;
        Ok(Some((node, labels.iter().map(Option::is_none).collect())))
    }

    /// Returns the node of a slot. `memories` has a layout for each memory of the value that is known so far.
    fn slot_node(
        &self,
        footprints: &mut Footprints,
        at: SlotId,
        memories: &mut Vec<Candidate>,
    ) -> SlotNode {
        let slot = self.input.sites.slot(at);
        let of_value = self.definitions.get(&slot.value);
        let definition = of_value.filter(|_| self.input.sites.values[&slot.value].def == Some(at));
        let (node, layouts) = match definition {
            Some(Definition { node, layouts, .. }) => (*node, layouts.clone()),
            None => (self.node(at.site), self.layouts_at(at)),
        };
        let forms = layouts.into_iter().map(|layout| {
            let layout = layout?;
            let mut known = memories.iter();
            let memory = known.position(|&it| footprints.is_same(slot.key, it, layout));
            let memory = memory.unwrap_or_else(|| {
                memories.push(layout);
                memories.len() - 1
            });
            Some((memory, footprints.least_bytes((slot.value, slot.key), layout)))
        });
        SlotNode { node, forms: forms.collect() }
    }
}

/// Returns the forms, each once.
fn distinct(forms: &[SlotForm]) -> Vec<SlotForm> {
    let mut found: Vec<SlotForm> = forms.to_vec();
    found.sort_unstable();
    found.dedup();
    found
}
