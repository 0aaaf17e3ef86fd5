//! The state of one computation of the least solution, which grows in stages.

use petgraph::graph::DiGraph;

use super::classes::{ProportionClasses, Weights};
use super::problem::System;
use super::reason::Cause;
use crate::domain::{ceil, lowest_terms};
use crate::stride::constraint::{Constraint, Scaled};

/// The greatest stride, in elements.
pub(super) const MOST: i128 = i64::MAX as i128;

/// An equality that merged two classes.
pub(super) struct EqualityEdge {
    pub(super) ends: [usize; 2],
    pub(super) source: EqualitySource,
}

/// The origin of an equality.
#[derive(Clone, Copy)]
pub(super) enum EqualitySource {
    /// A constraint.
    Member(Cause),
    /// A cycle of lower bounds, by its index in [`FixpointState::level_cycles`].
    LevelCycle(usize),
}

/// The direct bounds of the unknown of a class.
#[derive(Clone, Copy)]
pub(super) struct ClassBounds {
    /// The required value and the constraint that states it; `None` if no constraint does.
    pub(super) exact: Option<(i128, Cause)>,
    /// The number that must divide it.
    pub(super) step: i128,
    pub(super) least: i128,
    pub(super) least_by: Option<Cause>,
    pub(super) most: i128,
    /// The constraint that imposes `most`; `None` for the limit of 63 bits.
    pub(super) most_by: Option<Cause>,
}

/// The origin of a lower bound of the unknown of a class.
#[derive(Clone, Copy)]
pub(super) enum BoundSource {
    /// The unknown is a whole number above zero.
    OneElement,
    /// A constraint that requires at least this many elements.
    Elems(Cause),
    /// A constraint that requires exactly this value.
    Exact(Cause),
    /// A constraint that requires at least another stride, whose class had the increase `from`.
    Stride { member: Cause, from: usize },
}

/// An increase of the unknown of a class to a lower bound.
#[derive(Clone, Copy)]
pub(super) struct Increase {
    pub(super) class: usize,
    pub(super) value: i128,
    pub(super) source: BoundSource,
}

/// One computation of the least solution of chosen constraints.
pub(super) struct FixpointState<'a> {
    pub(super) system: &'a System,
    pub(super) chosen: &'a [Cause],
    pub(super) equalities: Vec<EqualityEdge>,
    /// For each cycle of lower bounds that is an equality, the constraints of the cycle.
    pub(super) level_cycles: Vec<Vec<Cause>>,
    pub(super) classes: ProportionClasses,
    pub(super) weights: Weights,
    /// The graph of lower bounds: a node for each class, and an edge for each lower bound, to the class that it bounds.
    pub(super) lower_bounds: DiGraph<(), Cause>,
    /// The direct bounds by class.
    pub(super) bounds: Vec<ClassBounds>,
    pub(super) increases: Vec<Increase>,
    /// The index of the last increase of each class; `None` before the first.
    pub(super) last: Vec<Option<usize>>,
}

impl<'a> FixpointState<'a> {
    pub(super) fn new(system: &'a System, chosen: &'a [Cause]) -> FixpointState<'a> {
        FixpointState {
            system,
            chosen,
            equalities: Vec::new(),
            level_cycles: Vec::new(),
            classes: ProportionClasses::new(system.vars),
            weights: Weights::default(),
            lower_bounds: DiGraph::new(),
            bounds: Vec::new(),
            increases: Vec::new(),
            last: Vec::new(),
        }
    }

    pub(super) fn constraint(&self, member: Cause) -> Constraint {
        self.system.constraint(member)
    }

    /// Returns the chosen constraints with their references.
    pub(super) fn constraints(&self) -> impl Iterator<Item = (Cause, Constraint)> + use<'a> {
        let system = self.system;
        self.chosen.iter().map(move |&member| (member, system.constraint(member)))
    }

    /// Returns the bits of a multiple of a stride of one element.
    pub(super) fn unit(&self, of: Scaled) -> i128 {
        i128::from(of.times) * i128::from(self.system.elem.bits().get())
    }

    /// Returns the value of a multiple of a stride if the unknown is 1. Two factors of 63 bits fit 126 bits.
    pub(super) fn scaled_weight(&self, term: Scaled) -> i128 {
        i128::from(term.times) * self.weights.weight(term.var)
    }

    /// Returns the variable of a `Multiple` constraint, and the number of elements that must divide its stride. `None`
    /// for other constraints.
    pub(super) fn multiple(&self, member: Cause) -> Option<(usize, i128)> {
        let constraint = self.constraint(member);
        let Constraint::Multiple { of, .. } = constraint else { return None };
        Some((of.var, constraint.elems(self.system.elem)?))
    }

    /// Returns the class of a `Multiple` constraint, and the number that must divide its unknown. `None` for other
    /// constraints.
    pub(super) fn step(&self, member: Cause) -> Option<(usize, i128)> {
        let (var, elems) = self.multiple(member)?;
        Some((self.weights.class[var], lowest_terms(elems, self.weights.weight(var)).0))
    }

    /// Returns the variable that a lower bound applies to, and the bound. Two factors of 63 bits fit 126 bits.
    pub(super) fn bounded_variable(&self, source: BoundSource) -> Option<(usize, i128)> {
        match source {
            BoundSource::OneElement => None,
            BoundSource::Elems(member) | BoundSource::Exact(member) => {
                let constraint = self.constraint(member);
                Some((constraint.target().var, constraint.elems(self.system.elem)?))
            }
            BoundSource::Stride { member, from } => {
                let Constraint::AtLeast(a, b) = self.constraint(member) else { return None };
                let stride = self.weights.weight(b.var) * self.increases[from].value;
                Some((a.var, ceil(stride * i128::from(b.times), a.times.into())))
            }
        }
    }

    /// Returns the last increase of a class. The computation must have succeeded.
    pub(super) fn last_increase(&self, class: usize) -> Increase {
        self.increases[self.last[class].expect("every class is increased")]
    }

    /// Returns the stride of a variable. The computation must have succeeded.
    pub(super) fn stride(&self, var: usize) -> i64 {
        let unknown = self.last_increase(self.weights.class[var]).value;
        i64::try_from(unknown * self.weights.weight(var))
            .expect("the bounds of a class keep its strides within 63 bits")
    }
}
