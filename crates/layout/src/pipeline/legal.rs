//! The check that valid indices stay inside the dims that bound them: the upper dims of bounded transforms, and the
//! dims of memory.
//!
//! Ranges decide most cases, and normal forms most of the rest. The others are enumerated, so no legal layout is
//! refused unless it has too many indices for that.

use super::components::{IndependentComponent, MOST_POINTS};
use super::fault::LayoutFault;
use super::layout::Layout;
use crate::domain::Range;
use crate::index::Exprs;
use crate::space::DimId;

/// A dim whose index must be below a length at every valid logical index.
struct LengthBound {
    dim: DimId,
    length: i64,
    /// The stage that is bounded; `None` for a dim of memory.
    stage: Option<usize>,
}

impl Layout {
    /// Checks every bound, and narrows the ranges to the bounds.
    pub(super) fn check_bounds(mut self) -> Result<Layout, LayoutFault> {
        let components = self.minimal_components();
        self.is_empty |= components.iter().any(|component| self.has_no_valid_index(component));
        if self.is_empty {
            return Ok(self);
        }
        let bounds = self.bounds();
        let open = |bound: &&LengthBound| {
            !self.ranges[bound.dim.number()].within(Range::below(bound.length))
        };
        if bounds.iter().any(|bound| open(&bound)) {
            let written = self.written_ranges();
            for bound in bounds.iter().filter(open) {
                if !written[bound.dim.number()].within(Range::below(bound.length)) {
                    self.prove(bound, self.ranges[bound.dim.number()])?;
                }
            }
        }
        for bound in bounds {
            let range = &mut self.ranges[bound.dim.number()];
            *range = range.meet(Range::below(bound.length)).unwrap_or(*range);
        }
        Ok(self)
    }

    /// Returns the ranges of all dims, from expressions in normal form: closer than intervals where digits join again.
    fn written_ranges(&self) -> Vec<Range> {
        let mut exprs = Exprs::new();
        let index = self.index_variables(&mut exprs);
        let values = self.values_over(&index, &mut exprs);
        values.into_iter().map(|value| exprs.range(value)).collect()
    }

    fn bounds(&self) -> Vec<LengthBound> {
        let mut bounds = Vec::new();
        for number in self.stage_numbers().rev() {
            let stage = &self.stages[number];
            if stage.transform.is_bounded() {
                let uppers = stage.upper.iter().zip(stage.lengths().upper);
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

    /// Proves a bound by enumerating the indices that it depends on.
    fn prove(&self, bound: &LengthBound, range: Range) -> Result<(), LayoutFault> {
        let Some(component) =
            self.components().into_iter().find(|component| self.holds_dim(component, bound.dim))
        else {
            return Err(self.unproven(bound, range));
        };
        if !component.is_small() {
            return self.prove_by_corners(&component, bound, range);
        }
        let mut fault = None;
        self.enumerate(&component, |values, is_valid, _| {
            fault = self.broken(&component, bound, values, is_valid);
            fault.is_none()
        });
        fault.map_or(Ok(()), Err)
    }

    fn holds_dim(&self, component: &IndependentComponent, dim: DimId) -> bool {
        let of_stage = |&number: &usize| {
            let stage = &self.stages[number];
            stage.lower.contains(&dim) || stage.upper.contains(&dim)
        };
        component.cut.iter().any(|&(cut, _)| cut == dim) || component.stages.iter().any(of_stage)
    }

    /// Returns the fault of an index that breaks a bound; `None` if it keeps it.
    fn broken(
        &self,
        component: &IndependentComponent,
        bound: &LengthBound,
        values: &[i64],
        is_valid: bool,
    ) -> Option<LayoutFault> {
        let reached = values[bound.dim.number()];
        if !is_valid || (0..bound.length).contains(&reached) {
            return None;
        }
        let at = component.cut.iter().filter_map(|&(dim, _)| {
            let place = self.logical_dims.iter().position(|&logical| logical == dim)?;
            Some(format!("d{place} = {}", values[dim.number()]))
        });
        let at: Vec<String> = at.collect();
        let at = if at.is_empty() { String::new() } else { format!(" at {}", at.join(", ")) };
        Some(self.leaves(bound, format!("is {reached}{at}")))
    }

    /// Looks for a fault at the corners of the cut, as it has too many indices to enumerate.
    fn prove_by_corners(
        &self,
        component: &IndependentComponent,
        bound: &LengthBound,
        range: Range,
    ) -> Result<(), LayoutFault> {
        let corners = component.cut.len().min(16);
        for corner in 0..1u32 << corners {
            let mut fixed = component.clone();
            for (at, (_, range)) in fixed.cut.iter_mut().enumerate() {
                let high = corner >> at.min(31) & 1 == 1;
                *range = Range::only(if high { range.high } else { range.low });
            }
            let mut fault = None;
            self.enumerate(&fixed, |values, is_valid, _| {
                fault = self.broken(component, bound, values, is_valid);
                false
            });
            fault.map_or(Ok(()), Err)?;
        }
        Err(self.unproven(bound, range))
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
            .note("a `pad` or `slice` keeps valid indices inside")
    }

    fn unproven(&self, bound: &LengthBound, range: Range) -> LayoutFault {
        let what = format!("may be from {} to {}", range.low, range.high);
        self.leaves(bound, what).note(format!(
            "the indices are more than the {MOST_POINTS} that are tried where ranges do not decide"
        ))
    }
}
