//! The inverse of a layout: from a slot of the buffer to the logical indices that map to it.
//!
//! The search goes from memory to the user. Indices that form an arithmetic progression stay together; others are
//! separate branches. The ranges of valid indices keep the branches few. A search that exceeds its budget fails.

use crate::domain::{
    ArithmeticProgression, Branches, Budget, BudgetExceeded, LinearTerm, Range, solve_sum,
};
use crate::pipeline::Layout;
use crate::space::{DimId, Elems, LogicalIndex};
use crate::stride::AddressError;

/// The logical indices that map to a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Owners {
    /// The lexicographically least index; `None` if the slot is padding, a gap, or outside the buffer.
    pub first: Option<LogicalIndex>,
    /// The number of indices.
    pub count: u64,
}

impl Layout {
    /// Returns the valid logical indices that map to a slot. Slots are counted in elements from the start of the
    /// buffer.
    ///
    /// # Errors
    /// [`AddressError::TooManySteps`] if the search exceeds its budget.
    /// [`AddressError::Declared`] if the values of a table are declared.
    /// [`AddressError::Dynamic`] if a dim of dynamic length has stride 0, so that each slot has all of its indices.
    pub fn owners_of(&self, slot: Elems) -> Result<Owners, AddressError> {
        let mut least: Vec<i64> = Vec::new();
        let mut count = 0u64;
        self.each_owner_set(slot, &mut |sets| {
            // The lengths are static, and their product is below 2^63.
            let own: u64 = sets.iter().map(|set| set.count.unsigned_abs()).product();
            let starts = sets.iter().map(|set| set.start);
            if count == 0 || starts.clone().lt(least.iter().copied()) {
                least = starts.collect();
            }
            // The count may overflow only with two dynamic lengths.
            count = count.checked_add(own).ok_or(BudgetExceeded)?;
            Ok(())
        })?;
        let first = (count > 0).then(|| LogicalIndex::new(least));
        Ok(Owners { first: first.transpose()?, count })
    }

    /// Calls a function for sets of indices, one progression for each component. Their union is the valid logical indices
    /// that map to a slot; no two sets overlap.
    ///
    /// # Errors
    /// As [`owners_of`](Self::owners_of).
    pub(crate) fn each_owner_set(
        &self,
        slot: Elems,
        visit: VisitOwners<'_>,
    ) -> Result<(), AddressError> {
        self.check_given()?;
        let physical = self.physical();
        if let Some((dim, _)) = physical
            .shape()
            .iter()
            .find(|&(dim, len)| len.is_dynamic() && physical.strides()[dim] == Elems::ZERO)
        {
            return Err(AddressError::Dynamic(dim));
        }
        let mut search = OwnerSearch {
            layout: self,
            sets: vec![ArithmeticProgression::one(0); self.lengths.len()],
            budget: Budget::default(),
            levels: Vec::with_capacity(self.stages.len() + 1),
            operands: Vec::new(),
            bounds: Vec::new(),
            logical: Vec::new(),
            visit,
        };
        search.run(slot).map_err(|BudgetExceeded| AddressError::TooManySteps)
    }
}

/// A function that is called for a set of indices of a slot.
pub(crate) type VisitOwners<'a> =
    &'a mut dyn FnMut(&[ArithmeticProgression]) -> Result<(), BudgetExceeded>;

struct OwnerSearch<'a> {
    layout: &'a Layout,
    /// By dim: its indices in the current branch.
    sets: Vec<ArithmeticProgression>,
    budget: Budget,
    /// A level for memory and one for each stage: its branches, and the number of branches already visited.
    levels: Vec<(Branches, usize)>,
    /// The operand sets and upper bounds of one stage, kept to reuse their allocations.
    operands: Vec<ArithmeticProgression>,
    bounds: Vec<Range>,
    /// The sets of the logical dims in a branch, kept for the same reason.
    logical: Vec<ArithmeticProgression>,
    visit: VisitOwners<'a>,
}

impl OwnerSearch<'_> {
    fn run(&mut self, slot: Elems) -> Result<(), BudgetExceeded> {
        if self.layout.is_empty {
            return Ok(());
        }
        let stages = self.layout.stages.len();
        self.levels.resize_with(stages + 1, Default::default);
        self.levels[0].0 = self.memory(slot)?;
        let mut level = 0;
        loop {
            let (branches, done) = &mut self.levels[level];
            if *done < branches.count() {
                assign(&mut self.sets, self.layout.dims_at(level), branches.get(*done));
                *done += 1;
                if level == stages {
                    self.visit()?;
                } else {
                    self.preimage(level)?;
                    level += 1;
                }
            } else if level == 0 {
                return Ok(());
            } else {
                level -= 1;
            }
        }
    }

    /// Returns the physical indices that map to the slot.
    fn memory(&mut self, slot: Elems) -> Result<Branches, BudgetExceeded> {
        let physical = self.layout.physical();
        let strides = physical.strides().values().map(|stride| stride.get());
        let ranges = self.layout.base.iter().map(|dim| self.layout.ranges[dim.number()]);
        let terms: Vec<LinearTerm> =
            strides.zip(ranges).map(|(factor, range)| LinearTerm { factor, range }).collect();
        let target = i128::from(slot.get()) - i128::from(physical.offset().get());
        let mut found = Branches::default();
        solve_sum(target, &terms, &mut self.budget, &mut found)?;
        Ok(found)
    }

    /// Finds the branches above a level, through the stage with the number of the level.
    fn preimage(&mut self, level: usize) -> Result<(), BudgetExceeded> {
        let stage = &self.layout.stages[level];
        self.operands.clear();
        self.operands.extend(stage.operands.iter().map(|dim| self.sets[dim.number()]));
        self.bounds.clear();
        self.bounds.extend(stage.results.iter().map(|dim| self.layout.ranges[dim.number()]));
        let (found, done) = &mut self.levels[level + 1];
        found.clear();
        *done = 0;
        let lengths = stage.lengths();
        let budget = &mut self.budget;
        stage.transform.preimage(lengths, &self.operands, &self.bounds, budget, found)
    }

    /// Calls the function for the logical indices of a branch.
    fn visit(&mut self) -> Result<(), BudgetExceeded> {
        self.logical.clear();
        self.logical.extend(self.layout.logical_dims.iter().map(|dim| self.sets[dim.number()]));
        (self.visit)(&self.logical)
    }
}

impl Layout {
    /// Returns the dims of a level of the search: those of memory for level 0, then the result dims of each stage.
    fn dims_at(&self, level: usize) -> &[DimId] {
        match level.checked_sub(1) {
            None => &self.base,
            Some(stage) => &self.stages[stage].results,
        }
    }
}

/// Sets the indices of the dims of a branch.
fn assign(sets: &mut [ArithmeticProgression], dims: &[DimId], branch: &[ArithmeticProgression]) {
    for (dim, &set) in dims.iter().zip(branch) {
        sets[dim.number()] = set;
    }
}
