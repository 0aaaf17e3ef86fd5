//! Plans from the normal form of the offset.
//!
//! In the normal form, each digit of a dim is a split, and each digit of a sum of dims is a digit of dims that are
//! joined: `(2*i + j) mod 5` is a digit of `7*i + j`, as `7` is `2` modulo `5`. The splits and joins replace the dims by
//! others, until the offset is a sum of dims times strides. Each of them has an inverse, so no move leads to a dead end.
//! The search expands the states with the least cost first, in several orders.

use layout::Algebra;
use layout::index::{Expr, Exprs};
use std::collections::{BTreeMap, BTreeSet};

use super::cost::{CostWeights, ORDERS, cost_of};
use super::dims::DerivedDims;
use super::moves::{PlanMove, moves_of};
use super::placed::{PlacedPlan, placed};
use super::plan::PlanDim;
use super::rewrite::{JoinedDims, joined, simplified};

/// The maximum number of splits and joins that are tried in each order.
const MAX_MOVES: usize = crate::limits::MOVES as usize;

/// A state of the search: an offset over some dims.
#[derive(Clone, Debug)]
struct DerivedOffset {
    offset: Expr,
    /// The dims of several values, in ascending order. The offset depends on each of them.
    dims: Vec<PlanDim>,
    /// The number of splits and joins so far.
    steps: usize,
}

/// Returns the first accepted result of a plan with an offset over the logical dims; `None` if none is found.
pub(super) fn derived<T>(
    exprs: &mut Exprs,
    lengths: &[i64],
    offset: Expr,
    mut accept: impl FnMut(&PlacedPlan) -> Option<T>,
) -> Option<T> {
    let dims = (0..lengths.len()).filter(|&dim| lengths[dim] > 1).collect();
    let start = DerivedOffset { offset, dims, steps: 0 };
    let mut derivation = PlanDerivation { exprs, dims: DerivedDims::new(lengths) };
    ORDERS.iter().find_map(|&order| derivation.search(&start, order, &mut accept))
}

struct PlanDerivation<'a> {
    exprs: &'a mut Exprs,
    dims: DerivedDims,
}

impl PlanDerivation<'_> {
    /// Searches the states in an order.
    fn search<T>(
        &mut self,
        start: &DerivedOffset,
        order: CostWeights,
        accept: &mut impl FnMut(&PlacedPlan) -> Option<T>,
    ) -> Option<T> {
        let mut known = BTreeSet::from([start.offset]);
        let mut states = BTreeMap::from([((0, 0), start.clone())]);
        let mut tried = 0;
        while let Some((_, state)) = states.pop_first() {
            if let Some(found) = self.placed(&state).and_then(|plan| accept(&plan)) {
                return Some(found);
            }
            for next in moves_of(self.exprs, &self.dims, state.offset) {
                if tried == MAX_MOVES {
                    return None;
                }
                tried += 1;
                let Some(after) = self.after(&state, next) else { continue };
                if known.insert(after.offset) {
                    let cost = cost_of(self.exprs, after.offset, order);
                    states.insert((cost + order.step * after.steps, tried), after);
                }
            }
        }
        None
    }

    /// Returns the plan of a state whose offset is a sum of dims with nested strides.
    fn placed(&mut self, state: &DerivedOffset) -> Option<PlacedPlan> {
        let (constant, terms) = self.exprs.as_linear(state.offset)?;
        if constant != 0 || terms.iter().any(|&(_, stride)| stride < 1) {
            return None;
        }
        let (plan, dims) = self.dims.plan_to(&state.dims)?;
        let terms = terms.iter().zip(&dims).map(|(&(_, stride), &dim)| (dim, stride)).collect();
        placed(plan, terms)
    }

    /// Returns the state after a move; `None` if a number does not fit 64 bits, or the offset does not depend on all dims.
    fn after(&mut self, state: &DerivedOffset, next: PlanMove) -> Option<DerivedOffset> {
        let offset = state.offset;
        let (offset, old, new) = match next {
            PlanMove::Split { dim, by } => {
                let (outer, inner) = self.dims.split(dim, by);
                let parts = [(by, self.var(outer)?), (1, self.var(inner)?)];
                let whole = self.exprs.linear(0, &parts);
                (self.replaced(offset, dim, whole)?, vec![dim], vec![outer, inner])
            }
            PlanMove::Join { slow, fast, slots } => {
                let whole = self.dims.join(slow, fast, slots)?;
                let join = JoinedDims {
                    slow: (slow, self.var(slow)?),
                    fast,
                    slots,
                    whole: self.var(whole)?,
                    counts: (self.dims.count(slow), fast.map_or(1, |fast| self.dims.count(fast))),
                };
                let old = [Some(slow), fast].into_iter().flatten().collect();
                (joined(self.exprs, offset, &join)?, old, vec![whole])
            }
            PlanMove::Shear { slow, fast, factor } => {
                let most = (self.dims.count(slow) - 1).checked_mul(factor)?;
                let divisor = most.checked_add(self.dims.count(fast))?;
                let whole = self.dims.join(slow, Some(fast), divisor.checked_add(factor)?)?;
                let (outer, inner) = self.dims.split(whole, divisor);
                let (slow_var, sum) = (self.var(outer)?, self.var(inner)?);
                let rest = self.exprs.linear(0, &[(-factor, slow_var), (1, sum)]);
                let offset = self.replaced(offset, fast, rest)?;
                (self.replaced(offset, slow, slow_var)?, vec![slow, fast], vec![outer, inner])
            }
        };
        let mut dims = state.dims.clone();
        dims.retain(|dim| !old.contains(dim));
        dims.extend(new.into_iter().filter(|&dim| self.dims.count(dim) > 1));
        dims.sort_unstable();
        let offset = simplified(self.exprs, offset);
        let is_complete = offset != Expr::OVERFLOW && self.exprs.vars_of(offset) == dims;
        is_complete.then_some(DerivedOffset { offset, dims, steps: state.steps + 1 })
    }

    fn replaced(&mut self, offset: Expr, dim: PlanDim, by: Expr) -> Option<Expr> {
        Some(self.exprs.substitute(offset, u32::try_from(dim).ok()?, by))
    }

    fn var(&mut self, dim: PlanDim) -> Option<Expr> {
        Some(self.exprs.var(u32::try_from(dim).ok()?, self.dims.count(dim)))
    }
}
