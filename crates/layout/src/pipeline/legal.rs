//! What a valid index must keep to on its way to memory: the ranges of `merge` and `xor`, the lengths of memory.
//!
//! Ranges decide most cases, and normal forms most of the rest. Where they do not, the indices that matter are
//! enumerated, so that nothing sound is refused; only where these are too many is a layout refused without a witness.

use crate::domain::Range;
use crate::index::Exprs;
use crate::pipeline::{DimId, Layout, LayoutFault};
use crate::pipeline::{IndependentComponent, MOST_POINTS};

/// A dim whose index must be below a length wherever the logical index is valid.
struct Bound {
    dim: DimId,
    length: i64,
    /// The transform that asks for it; none for memory.
    stage: Option<usize>,
}

impl Layout {
    /// Checks every bound, and narrows the ranges to them.
    pub(crate) fn check(mut self) -> Result<Layout, LayoutFault> {
        // Without a valid index nothing is reached.
        self.empty |= self.minimal_components().iter().any(|component| self.is_barren(component));
        if self.empty {
            return Ok(self);
        }
        let bounds = self.bounds();
        let open =
            |bound: &&Bound| !self.ranges[bound.dim.number()].within(Range::below(bound.length));
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

    /// The ranges of all dims, from expressions in normal form: closer than ranges of ranges where digits join again.
    fn written_ranges(&self) -> Vec<Range> {
        let mut exprs = Exprs::new();
        let index = self.index_variables(&mut exprs);
        let values = self.values_over(&index, &mut exprs);
        values.into_iter().map(|value| exprs.range(value)).collect()
    }

    fn bounds(&self) -> Vec<Bound> {
        let mut bounds = Vec::new();
        for node in self.stage_numbers().rev() {
            let stage = &self.stages[node];
            if stage.transform.is_bounded() {
                let uppers = stage.upper.iter().zip(stage.lengths().upper);
                bounds.extend(uppers.map(|(&dim, &length)| Bound {
                    dim,
                    length,
                    stage: Some(node),
                }));
            }
        }
        let memory = self.base.iter().filter_map(|&dim| Some((dim, self.length(dim).get()?)));
        bounds.extend(memory.map(|(dim, length)| Bound { dim, length, stage: None }));
        bounds
    }

    /// Enumerates the indices that a bound depends on.
    fn prove(&self, bound: &Bound, range: Range) -> Result<(), LayoutFault> {
        let Some(component) =
            self.components().into_iter().find(|component| self.holds_dim(component, bound.dim))
        else {
            return Err(self.unproven(bound, range));
        };
        if !component.is_small() {
            return self.prove_by_corners(&component, bound, range);
        }
        let mut fault = None;
        self.enumerate(&component, |values, valid, _| {
            fault = self.broken(&component, bound, values, valid);
            fault.is_none()
        });
        fault.map_or(Ok(()), Err)
    }

    fn holds_dim(&self, component: &IndependentComponent, dim: DimId) -> bool {
        let made = |&node: &usize| {
            let stage = &self.stages[node];
            stage.lower.contains(&dim) || stage.upper.contains(&dim)
        };
        component.cut.iter().any(|&(cut, _)| cut == dim) || component.nodes.iter().any(made)
    }

    fn broken(
        &self,
        component: &IndependentComponent,
        bound: &Bound,
        values: &[i64],
        valid: bool,
    ) -> Option<LayoutFault> {
        let reached = values[bound.dim.number()];
        if !valid || (0..bound.length).contains(&reached) {
            return None;
        }
        let at = component.cut.iter().filter_map(|&(dim, _)| {
            let top = self.logical_dims.iter().position(|&top| top == dim)?;
            Some(format!("d{top} = {}", values[dim.number()]))
        });
        let at: Vec<String> = at.collect();
        let at = if at.is_empty() { String::new() } else { format!(" at {}", at.join(", ")) };
        Some(self.leaves(bound, format!("is {reached}{at}")))
    }

    /// Looks for a fault at the ends of the dims, as too many indices are between them.
    fn prove_by_corners(
        &self,
        component: &IndependentComponent,
        bound: &Bound,
        range: Range,
    ) -> Result<(), LayoutFault> {
        let corners: u32 = component.cut.len().min(16) as u32;
        for corner in 0..1u32 << corners {
            let mut fixed = component.clone();
            for (at, (_, range)) in fixed.cut.iter_mut().enumerate() {
                let high = corner >> at.min(31) & 1 == 1;
                *range = Range::only(if high { range.high } else { range.low });
            }
            let mut fault = None;
            self.enumerate(&fixed, |values, valid, _| {
                fault = self.broken(component, bound, values, valid);
                false
            });
            fault.map_or(Ok(()), Err)?;
        }
        Err(self.unproven(bound, range))
    }

    fn leaves(&self, bound: &Bound, what: String) -> LayoutFault {
        let length = bound.length;
        let reached = match bound.stage {
            Some(stage) => {
                let name = self.stages[stage].transform.name();
                format!("`{name}`")
            }
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

    fn unproven(&self, bound: &Bound, range: Range) -> LayoutFault {
        let what = format!("may be from {} to {}", range.low, range.high);
        self.leaves(bound, what).note(format!(
            "the indices are more than the {MOST_POINTS} that are tried where ranges do not decide"
        ))
    }
}
