//! Cycles of literals that cannot all agree: see [`Cycle`].

use crate::certificate::{Cycle, Literal};
use crate::problem::NodeId;

/// A cycle in terms of the nodes of a core.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CoreCycle {
    /// The node of each literal, and whether the literal holds for each of its labels.
    pub(crate) literals: Vec<(usize, Vec<bool>)>,
    /// For each link, whether its literals must differ.
    pub(crate) differs: Vec<bool>,
}

/// A link of a cycle. Its first node is not after the second.
pub(crate) struct CycleLink<'a> {
    pub(crate) ends: [usize; 2],
    literals: [&'a [bool]; 2],
    differs: bool,
}

impl CoreCycle {
    pub(crate) fn links(&self) -> impl Iterator<Item = CycleLink<'_>> {
        self.differs.iter().enumerate().map(|(at, &differs)| {
            let first = &self.literals[at];
            let second = &self.literals[(at + 1) % self.literals.len()];
            let [first, second] =
                if first.0 <= second.0 { [first, second] } else { [second, first] };
            CycleLink { ends: [first.0, second.0], literals: [&first.1, &second.1], differs }
        })
    }

    /// Returns the cycle in terms of the nodes of the problem.
    pub(crate) fn certified(&self, ids: &[NodeId]) -> Cycle {
        let literals = self.literals.iter().map(|(node, holds)| Literal {
            node: ids[*node],
            labels: (0..).zip(holds).filter(|&(_, &holds)| holds).map(|(label, _)| label).collect(),
        });
        Cycle { literals: literals.collect(), differs: self.differs.clone() }
    }
}

impl CycleLink<'_> {
    /// Returns `true` if the labels violate the link.
    pub(crate) fn is_violated(&self, labels: [usize; 2]) -> bool {
        (self.literals[0][labels[0]] != self.literals[1][labels[1]]) != self.differs
    }
}
