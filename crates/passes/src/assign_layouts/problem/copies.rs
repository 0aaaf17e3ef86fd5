//! The copies of a value in other layouts, as decisions of the problem.
//!
//! For each layout in which a value may be used, one node decides whether the value is available in it (`single`). Its
//! cost is that of the conversion from the definition, nothing if the definition has the same memory, and a use in the
//! layout is allowed only if it is available. Layouts with the same memory share a node.
//!
//! If all sets of copies are few, one node has a label for each definition with each set instead (`sets`). Both forms
//! have the same optimum, but the relaxation of the second form is tighter, so the solver proves higher lower bounds.
//!
//! Where the uses of a value require different padding of a copy, the labels of its node are its sizes (`padded`).
//!
//! Where the uses of a value cannot share memory, each may have a copy of its own (`split`).

mod padded;
mod sets;
mod single;
mod split;
mod value;

use super::exclusions::SplitValue;
use crate::assign_layouts::sites::SlotId;
use crate::assign_layouts::sites::candidate::Candidate;
use padded::PaddedCopies;
use pbqp::{NodeId, Problem, ProblemError};
use sets::CopySets;
use single::SingleCopies;
pub(crate) use split::SplitCopies;
pub(crate) use value::CopiedValue;

/// The copies of a value.
pub(crate) enum Copies {
    /// A node for each copy.
    Single(SingleCopies),
    /// One node with a label for each definition with each set of copies.
    Sets(CopySets),
    /// A node for each copy, which decides its size.
    Padded(PaddedCopies),
    /// A node for each copy, of which several may have one layout, and one for each use that selects among them.
    Split(Box<SplitCopies>),
}

impl Copies {
    /// Adds the nodes for a value that is used in these layouts by some number of uses, and their edges to the
    /// definition.
    ///
    /// # Errors
    /// The costs overflow.
    pub(crate) fn new(
        value: &mut CopiedValue<'_, '_>,
        used: impl IntoIterator<Item = Candidate>,
        uses: usize,
    ) -> Result<Copies, ProblemError> {
        let classes = value.costs.by_memory(value.slot, used);
        if let Some(padded) = PaddedCopies::new(value, &classes)? {
            return Ok(Copies::Padded(padded));
        }
        match sets::labels(value, &classes, uses) {
            Some(labels) => CopySets::new(value, classes, labels).map(Copies::Sets),
            None => SingleCopies::new(value, classes).map(Copies::Single),
        }
    }

    /// Adds the nodes for a value of which some uses may have copies of their own. `used` are the layouts of all
    /// uses.
    ///
    /// # Errors
    /// The costs overflow.
    pub(crate) fn split(
        value: &mut CopiedValue<'_, '_>,
        used: impl IntoIterator<Item = Candidate>,
        split: &SplitValue,
    ) -> Result<Copies, ProblemError> {
        let classes = value.costs.by_memory(value.slot, used);
        Ok(Copies::Split(Box::new(SplitCopies::new(value, classes, split)?)))
    }

    /// Adds the edges to a site that uses the value at a slot. `layouts` has the layout of the use for each label of the
    /// site, `None` for any layout, and `sizes` the bytes of a copy with its padding, which only padded copies need.
    ///
    /// # Errors
    /// The costs overflow.
    pub(crate) fn connect(
        &mut self,
        problem: &mut Problem,
        (at, site): (SlotId, NodeId),
        layouts: &[Option<Candidate>],
        sizes: &[u64],
    ) -> Result<(), ProblemError> {
        match self {
            Copies::Padded(copies) => copies.connect(problem, site, layouts, sizes),
            Copies::Single(copies) => copies.connect(problem, site, layouts),
            Copies::Sets(sets) => sets.connect(problem, site, layouts),
            Copies::Split(split) => split.connect(problem, (at, site), layouts),
        }
    }

    /// Returns `true` if some layouts of equal memory are spelled differently, so that a use may need a view.
    pub(super) fn has_views(&self) -> bool {
        match self {
            Copies::Padded(copies) => copies.has_views(),
            Copies::Single(copies) => copies.all.iter().any(|copy| copy.layouts.len() > 1),
            Copies::Sets(sets) => sets.classes.iter().any(|class| class.len() > 1),
            Copies::Split(split) => split.classes.iter().any(|class| class.len() > 1),
        }
    }
}
