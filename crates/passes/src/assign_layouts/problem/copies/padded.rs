//! Copies whose padding depends on their uses: a node for each layout decides the size of the copy.
//!
//! A copy is at least as large as each of its uses requires. It may be made from any other copy, so its source is priced
//! as the smallest one. Both are lower bounds.

use super::value::CopiedValue;
use crate::assign_layouts::problem::conversions::bytes_cost;
use crate::assign_layouts::sites::candidate::Candidate;
use pbqp::{Cost, FORBIDDEN, NodeId, Problem, ProblemError};

/// A node that decides the size of a copy in some layouts of equal memory. Label 0 is the absence of the copy.
struct PaddedCopy {
    layouts: Vec<Candidate>,
    /// The sizes of labels 1 and up, in bytes.
    sizes: Vec<u64>,
    node: NodeId,
}

/// The copies of a value, some of which have uses of different padding.
pub(crate) struct PaddedCopies {
    all: Vec<PaddedCopy>,
}

impl PaddedCopies {
    /// Adds the nodes for a value that is used in layouts of these classes, and their edges to the definition. Returns
    /// `None` if the padding of no copy depends on its uses.
    pub(super) fn new(
        value: &mut CopiedValue<'_, '_>,
        classes: &[Vec<Candidate>],
    ) -> Result<Option<PaddedCopies>, ProblemError> {
        let slot = value.slot;
        let footprints = &mut *value.costs.footprints;
        if !footprints.has_reqs() {
            return Ok(None);
        }
        let ends = (slot.value, slot.key);
        let small = footprints.row_major(slot.key);
        let mut smallest = footprints.bytes(slot.key, small);
        let mut sizes = Vec::with_capacity(classes.len());
        for class in classes {
            let own = footprints.copied_sizes(ends, class);
            smallest = smallest.min(own.first().copied().unwrap_or(smallest));
            sizes.push(own);
        }
        if sizes.iter().all(|sizes| sizes.len() < 2) {
            return Ok(None);
        }
        let mut copies = PaddedCopies { all: Vec::new() };
        for (class, mut sizes) in classes.iter().zip(sizes) {
            if sizes.is_empty() {
                sizes.push(value.costs.footprints.bytes(slot.key, class[0]));
            }
            let mut pairs = Vec::new();
            for defined in value.definition.padded(value.costs, slot) {
                pairs.push(0);
                for &size in &sizes {
                    pairs.push(match defined {
                        Some((from, reqs)) => {
                            let read = value.costs.footprints.padded_bytes(slot.key, from, reqs);
                            let own = value.costs.footprints.is_same(slot.key, from, class[0]);
                            let read = read.min(smallest);
                            if own { 0 } else { value.moved(read, size) }
                        }
                        None => 0,
                    });
                }
            }
            let node = value.add_node(vec![0; 1 + sizes.len()], pairs)?;
            copies.all.push(PaddedCopy { layouts: class.clone(), sizes, node });
        }
        Ok(Some(copies))
    }

    /// Returns `true` if some layouts of equal memory are spelled differently.
    pub(super) fn has_views(&self) -> bool {
        self.all.iter().any(|copy| copy.layouts.len() > 1)
    }

    /// Adds the edges to a site that uses the value in these layouts, with these sizes.
    pub(super) fn connect(
        &self,
        problem: &mut Problem,
        site: NodeId,
        layouts: &[Option<Candidate>],
        sizes: &[u64],
    ) -> Result<(), ProblemError> {
        for copy in &self.all {
            let is_used: Vec<bool> = layouts
                .iter()
                .map(|layout| layout.is_some_and(|layout| copy.layouts.contains(&layout)))
                .collect();
            if !is_used.contains(&true) {
                continue;
            }
            let mut pairs: Vec<Cost> = Vec::new();
            for label in 0..=copy.sizes.len() {
                let own = label.checked_sub(1).map(|at| copy.sizes[at]);
                pairs.extend(is_used.iter().zip(sizes).map(|(&is_used, &size)| {
                    let fits = !is_used || own.is_some_and(|own| own >= size);
                    if fits { 0 } else { FORBIDDEN }
                }));
            }
            problem.add_edge(copy.node, site, pairs)?;
        }
        Ok(())
    }
}

impl CopiedValue<'_, '_> {
    /// Returns the cost of a copy that reads and writes these bytes.
    fn moved(&self, read: u64, written: u64) -> Cost {
        let slot = self.slot;
        if self.costs.constants.contains(slot.value) {
            return self.costs.move_tie(slot);
        }
        let rates = self.costs.footprints.rates();
        let moved = rates.conversion(self.costs.module, slot.value, read, written);
        let bytes = bytes_cost(moved, self.costs.byte);
        bytes.saturating_add(self.costs.move_tie(slot)).min(FORBIDDEN - 1)
    }
}
