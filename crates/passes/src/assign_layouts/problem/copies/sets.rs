//! Copies that are decided together: the labels of one node are the layouts of the definition with each set of copies.

use super::value::CopiedValue;
use crate::assign_layouts::problem::conversions::MemoryForm;
use crate::assign_layouts::sites::candidate::Candidate;
use pbqp::{NodeId, Problem, ProblemError, allowed_pairs};

const MAX_LABELS: usize = crate::limits::COPY_LABELS as usize;

/// The maximum number of layouts of different memory of which all sets are considered.
const MAX_CLASSES: usize = crate::limits::COPY_CLASSES as usize;

/// A set of classes as bits: class 0 is bit 0.
type ClassBits = u32;

/// A label: a layout of the definition and the copies of the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SetLabel {
    /// The index of the layout in the definition.
    defined: usize,
    /// The classes that the value is converted to.
    copied: ClassBits,
    /// The classes in which the value is available.
    available: ClassBits,
}

/// The copies of a value, as sets of layouts.
pub(crate) struct CopySets {
    node: NodeId,
    /// The layouts in which the value may be used, grouped by equal memory.
    pub(super) classes: Vec<Vec<Candidate>>,
    labels: Vec<SetLabel>,
}

/// Returns the labels for a value that is used in layouts of these classes by some number of uses. `None` if they are
/// too many, or a label of the definition has no layout.
pub(super) fn labels(
    value: &mut CopiedValue<'_, '_>,
    classes: &[Vec<Candidate>],
    uses: usize,
) -> Option<Vec<SetLabel>> {
    if classes.len() > MAX_CLASSES {
        return None;
    }
    let definition = value.definition;
    let key = value.slot.key;
    let mut labels = Vec::new();
    for (defined, layout) in definition.layouts.iter().enumerate() {
        let layout = (*layout)?;
        if definition.layouts[..defined].contains(&Some(layout)) {
            continue;
        }
        let own = classes
            .iter()
            .position(|class| value.costs.footprints.is_same(key, class[0], layout))
            .map_or(0, |class| 1 << class);
        for copied in 0..1 << classes.len() {
            if copied & own == 0 && ClassBits::count_ones(copied) as usize <= uses {
                labels.push(SetLabel { defined, copied, available: copied | own });
            }
        }
        if labels.len() > MAX_LABELS {
            return None;
        }
    }
    Some(labels)
}

impl CopySets {
    /// Adds the node for a value, and its edge to the definition.
    pub(super) fn new(
        value: &mut CopiedValue<'_, '_>,
        classes: Vec<Vec<Candidate>>,
        labels: Vec<SetLabel>,
    ) -> Result<CopySets, ProblemError> {
        let definition = value.definition;
        let mut own = Vec::with_capacity(labels.len());
        for label in &labels {
            let members = classes.iter().enumerate();
            let members = members.filter(|(class, _)| label.copied >> class & 1 == 1);
            let needed: Vec<MemoryForm> =
                members.map(|(_, class)| MemoryForm::shared(class[0])).collect();
            let defined = definition.layouts[label.defined];
            own.push(defined.map_or(0, |at| value.costs.plan(value.slot, at, &needed).0));
        }
        let pairs = allowed_pairs(&definition.layouts, &labels, |layout, label| {
            definition.layouts[label.defined] == *layout
        });
        Ok(CopySets { node: value.add_node(own, pairs)?, classes, labels })
    }

    /// Adds the edges to a site that uses the value in these layouts.
    pub(super) fn connect(
        &self,
        problem: &mut Problem,
        site: NodeId,
        layouts: &[Option<Candidate>],
    ) -> Result<(), ProblemError> {
        let class_of = layouts.iter().map(|layout| {
            let layout = layout.as_ref()?;
            self.classes.iter().position(|class| class.contains(layout))
        });
        let needed: Vec<ClassBits> =
            class_of.map(|class| class.map_or(0, |class| 1 << class)).collect();
        let pairs =
            allowed_pairs(&self.labels, &needed, |label, set| set & label.available == *set);
        problem.add_edge(self.node, site, pairs)?;
        Ok(())
    }
}
