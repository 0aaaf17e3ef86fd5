//! Copies that are decided together: the labels of one node are the layouts of the definition with each set of copies.

use super::value::CopiedValue;
use crate::assign_layouts::problem::conversions::MemoryForm;
use crate::assign_layouts::sites::candidate::Candidate;
use pbqp::{Cost, FORBIDDEN, NodeId, Problem, ProblemError};

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
            let plan = |at| value.costs.plan(value.slot, at, &needed).0;
            let plan = definition.layouts[label.defined].map(plan);
            own.push(plan.unwrap_or(0));
        }
        let mut pairs = Vec::with_capacity(labels.len() * definition.layouts.len());
        for layout in &definition.layouts {
            let is_allowed = |label: &SetLabel| definition.layouts[label.defined] == *layout;
            pairs.extend(labels.iter().map(|label| if is_allowed(label) { 0 } else { FORBIDDEN }));
        }
        Ok(CopySets { node: value.add_node(own, pairs)?, classes, labels })
    }

    /// Adds the edges to a site that uses the value in these layouts.
    pub(super) fn connect(
        &self,
        problem: &mut Problem,
        site: NodeId,
        layouts: &[Option<Candidate>],
    ) -> Result<(), ProblemError> {
        let needed: Vec<ClassBits> = layouts
            .iter()
            .map(|layout| {
                layout
                    .and_then(|layout| {
                        self.classes
                            .iter()
                            .position(|class| class.contains(&layout))
                            .map(|class| 1 << class)
                    })
                    .unwrap_or(0)
            })
            .collect();
        let mut pairs: Vec<Cost> = Vec::with_capacity(self.labels.len() * layouts.len());
        for label in &self.labels {
            let is_available = |set: &ClassBits| set & label.available == *set;
            pairs.extend(needed.iter().map(|set| if is_available(set) { 0 } else { FORBIDDEN }));
        }
        problem.add_edge(self.node, site, pairs)?;
        Ok(())
    }
}
