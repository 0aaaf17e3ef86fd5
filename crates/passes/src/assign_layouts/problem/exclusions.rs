//! Combinations of decisions that no solution may contain, because some view ops could not share memory in them.

use super::conversions::MemoryForm;
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::{SiteId, SlotId};
use indexmap::{IndexMap, IndexSet};
use ir::{Op, Value};
use pbqp::{NodeId, Problem, ProblemError, allowed_pairs};
use rustc_hash::FxBuildHasher;

/// A decision of a solution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Decided {
    /// The use at a slot has this form.
    Use(SlotId, MemoryForm),
    /// A value is defined in the memory of this layout.
    Defined(Value, Candidate),
    /// A value is defined in this layout, spelled like this.
    DefinedAs(Value, Candidate),
    /// A site has one of these labels.
    Labels(SiteId, Vec<usize>),
    /// The forms of a value at two of its slots have at least this many bytes together. Slots of one memory have one form.
    Bytes([SlotId; 2], u64),
}

/// Decisions that no solution may imply together.
pub(crate) type Exclusion = Vec<Decided>;

/// A use that may have a copy of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitUse {
    pub(crate) at: SlotId,
    /// The cost of such a copy among solutions of equal cost. Earlier uses prefer the copy that uses share.
    pub(crate) tie: u64,
}

/// A value of which some uses may have copies of their own.
#[derive(Clone, Debug, Default)]
pub(crate) struct SplitValue {
    pub(crate) uses: Vec<SplitUse>,
    /// The pairs of uses, ascending, that cannot share a form in any layout.
    pub(crate) apart: IndexSet<[usize; 2], FxBuildHasher>,
}

impl SplitValue {
    /// Returns the number of the use at a slot.
    pub(crate) fn position(&self, at: SlotId) -> Option<usize> {
        self.uses.iter().position(|split| split.at == at)
    }

    /// Returns `true` if two uses cannot share a form.
    pub(super) fn are_apart(&self, a: usize, b: usize) -> bool {
        self.apart.contains(&[a.min(b), a.max(b)])
    }

    /// Returns the largest sets of uses that may share a form, as bits.
    pub(super) fn shares(&self) -> Vec<u32> {
        let count = self.uses.len();
        (0..1 << count)
            .filter(|&set| (0..count).all(|own| (set >> own & 1 == 1) == self.fits(set, own)))
            .collect()
    }

    /// Returns `true` if a use may share a form with the other uses of a set.
    fn fits(&self, set: u32, at: usize) -> bool {
        let mut others = (0..self.uses.len()).filter(|&own| set >> own & 1 == 1 && own != at);
        others.all(|own| !self.are_apart(own, at))
    }
}

/// The exclusions of a group of sites.
#[derive(Clone, Debug, Default)]
pub(crate) struct GroupExclusions {
    /// The uses of each value that may have copies of their own.
    pub(crate) split: IndexMap<Value, SplitValue, FxBuildHasher>,
    pub(crate) all: IndexSet<Exclusion, FxBuildHasher>,
    /// The copies of constants, which cost nothing: the number of the copy for each operand.
    pub(crate) constants: IndexMap<(Op, usize), u32, FxBuildHasher>,
}

impl GroupExclusions {
    /// Returns `true` if nothing is excluded.
    pub(crate) fn is_empty(&self) -> bool {
        self.split.is_empty() && self.all.is_empty()
    }
}

/// A decision of a node, as `true` for each of its labels that implies it.
pub(super) type NodeDecision = (NodeId, Vec<bool>);

/// Excludes the solutions in which the labels of all nodes imply their decisions.
///
/// # Errors
/// The costs overflow.
pub(crate) fn exclude(
    problem: &mut Problem,
    decisions: Vec<NodeDecision>,
) -> Result<(), ProblemError> {
    let mut nodes: IndexMap<NodeId, Vec<bool>, FxBuildHasher> = IndexMap::default();
    for (node, taken) in decisions {
        match nodes.get_mut(&node) {
            Some(known) => known.iter_mut().zip(taken).for_each(|(known, taken)| *known &= taken),
            None => drop(nodes.insert(node, taken)),
        }
    }
    if nodes.values().any(|taken| !taken.contains(&true)) {
        return Ok(());
    }
    let decisions: Vec<NodeDecision> = nodes.into_iter().collect();
    match &decisions[..] {
        [] => {}
        [(node, taken)] => {
            problem.add_costs(*node, &allowed_pairs(&[()], taken, |(), taken| !taken))?;
        }
        [(a, of_a), (b, of_b)] => {
            problem.add_edge(*a, *b, allowed_pairs(of_a, of_b, |a, b| !(*a && *b)))?;
        }
        many => {
            // Label i of the new node: the label of node i does not imply its decision.
            let other = problem.add_node(vec![0; many.len()])?;
            problem.mark_dependent(other);
            let labels: Vec<usize> = (0..many.len()).collect();
            for (label, (node, taken)) in many.iter().enumerate() {
                let pairs = allowed_pairs(&labels, taken, |own, taken| *own != label || !taken);
                problem.add_edge(other, *node, pairs)?;
            }
        }
    }
    Ok(())
}
