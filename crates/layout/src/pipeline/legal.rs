//! The check that valid indices stay within the dims that bound them: the result dims of bounded transforms, and the
//! dims of memory.
//!
//! Ranges decide most cases, and normal forms most of the others. A complete search decides the rest, so a legal layout
//! is rejected only if the search exhausts its budget.

use super::components::IndependentComponent;
use super::fault::LayoutFault;
use super::layout::Layout;
use super::search::{CheckBudget, Found, Goal, IndexSearch};
use crate::domain::{Range, Table};
use crate::index::Exprs;
use crate::messages::joined;
use crate::space::DimId;

/// A dim whose index must be below a length at every valid logical index.
struct LengthBound {
    dim: DimId,
    length: i64,
    /// The bounded stage; `None` for a dim of memory.
    stage: Option<usize>,
}

impl LengthBound {
    /// Returns `true` if the range of the dim is within the bound.
    fn holds(&self, ranges: &[Range]) -> bool {
        ranges[self.dim.number()].within(Range::below(self.length))
    }
}

impl Layout {
    /// Checks every bound, and narrows the ranges to the bounds.
    pub(super) fn check_bounds(mut self, budget: &mut CheckBudget) -> Result<Layout, LayoutFault> {
        let bounds = self.bounds();
        // An index outside a table has no value, so that no later predicate can exclude it.
        let (reads, others): (Vec<&LengthBound>, Vec<_>) =
            bounds.iter().partition(|bound| self.table_of_bound(bound).is_some());
        self.check(reads, budget)?;
        self.is_empty = self.is_empty || self.has_no_valid_index(budget);
        if self.is_empty {
            return Ok(self);
        }
        self.check(others, budget)?;
        for bound in bounds {
            let range = &mut self.ranges[bound.dim.number()];
            *range = range.meet(Range::below(bound.length)).unwrap_or(*range);
        }
        Ok(self)
    }

    /// Returns the table of the stage that a bound is for.
    fn table_of_bound(&self, bound: &LengthBound) -> Option<&Table> {
        self.stages[bound.stage?].transform.table()
    }

    /// Checks that ranges or expressions decide these bounds, or a search does.
    fn check(
        &self,
        mut open: Vec<&LengthBound>,
        budget: &mut CheckBudget,
    ) -> Result<(), LayoutFault> {
        open.retain(|bound| !bound.holds(&self.ranges));
        if open.is_empty() {
            return Ok(());
        }
        let symbolic = self.symbolic_ranges();
        open.retain(|bound| !bound.holds(&symbolic));
        self.prove(open, budget)
    }

    /// Returns `true` if a component has no valid index; `false` also if the budget does not suffice to find one.
    fn has_no_valid_index(&self, budget: &mut CheckBudget) -> bool {
        self.minimal_components().iter().any(|component| {
            IndexSearch::new(self, component, Goal::Valid).any(budget) == Found::Absent
        })
    }

    /// Returns the ranges of all dims from expressions in normal form. They are tighter than intervals where digits
    /// join.
    fn symbolic_ranges(&self) -> Vec<Range> {
        let mut exprs = Exprs::new();
        let index = exprs.index_of(self.shape());
        let values = self.values_over(&index, &mut exprs);
        values.into_iter().map(|value| exprs.range(value)).collect()
    }

    fn bounds(&self) -> Vec<LengthBound> {
        let mut bounds = Vec::new();
        for number in self.stage_numbers().rev() {
            let stage = &self.stages[number];
            if stage.transform.is_bounded() {
                let uppers = stage.results.iter().zip(stage.lengths().results);
                bounds.extend(uppers.map(|(&dim, &length)| LengthBound {
                    dim,
                    length,
                    stage: Some(number),
                }));
            }
        }
        let memory = self.base.iter().filter_map(|&dim| Some((dim, self.length(dim).get()?)));
        bounds.extend(memory.map(|(dim, length)| LengthBound { dim, length, stage: None }));
        bounds
    }

    /// Proves bounds by a search for a valid index that violates one.
    fn prove(
        &self,
        bounds: Vec<&LengthBound>,
        budget: &mut CheckBudget,
    ) -> Result<(), LayoutFault> {
        let mut components = None;
        for bound in bounds {
            let components = components.get_or_insert_with(|| self.components());
            let component =
                components.iter().find(|component| self.holds_dim(component, bound.dim));
            let Some(component) = component else { return Err(self.undecided(bound)) };
            let goal = Goal::Outside(bound.dim, bound.length);
            let read = bound.stage.filter(|_| self.table_of_bound(bound).is_some());
            let above = read.map(|stage| self.above(component, stage));
            let component = above.as_ref().unwrap_or(component);
            let mut search = IndexSearch::new(self, component, goal);
            match search.first(budget) {
                Found::Absent => {}
                Found::Undecided => return Err(self.undecided(bound)),
                Found::Index(index) => {
                    let reached = search.value_at(&index, bound.dim);
                    return Err(self.broken(component, bound, &index, reached));
                }
            }
        }
        Ok(())
    }

    fn holds_dim(&self, component: &IndependentComponent, dim: DimId) -> bool {
        component.cut.iter().any(|&(cut, _)| cut == dim)
            || component.stages.iter().any(|&number| {
                let stage = &self.stages[number];
                stage.operands.contains(&dim) || stage.results.contains(&dim)
            })
    }

    /// Returns the fault of an index that violates a bound.
    fn broken(
        &self,
        component: &IndependentComponent,
        bound: &LengthBound,
        index: &[i64],
        reached: i64,
    ) -> LayoutFault {
        let at = component.cut.iter().zip(index).filter_map(|(&(dim, _), value)| {
            let place = self.logical_dims.iter().position(|&logical| logical == dim)?;
            Some(format!("d{place} = {value}"))
        });
        let at = joined(at, ", ");
        let prefix = if at.is_empty() { "" } else { " at " };
        self.leaves(bound, format!("is {reached}{prefix}{at}"))
    }

    fn leaves(&self, bound: &LengthBound, what: String) -> LayoutFault {
        let length = bound.length;
        let reached = match bound.stage {
            Some(stage) => format!("`{}`", self.stages[stage].transform),
            None => {
                let dim = self.base.iter().position(|&dim| dim == bound.dim).unwrap_or(0);
                format!("m{dim} of memory")
            }
        };
        let message = format!(
            "the index that reaches {reached} {what}, but must be within 0 to {}",
            length - 1
        );
        let dim = Some(bound.dim);
        LayoutFault { stage: bound.stage, dim, index: true, ..LayoutFault::new(message) }
            .note("use `pad` or `slice` to keep valid indices inside")
    }

    fn undecided(&self, bound: &LengthBound) -> LayoutFault {
        let Range { low, high } = self.ranges[bound.dim.number()];
        let what = format!("may be from {low} to {high}");
        let fault = self.leaves(bound, what).note(format!(
            "undecided: the budget of {} steps, which all descriptors of a module share, is exhausted",
            CheckBudget::STEPS
        ));
        LayoutFault { undecided: true, ..fault }
    }
}
