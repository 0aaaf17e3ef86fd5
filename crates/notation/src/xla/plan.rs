//! Plans: splits and joins that lead from the logical dims of a layout to the dims of its array in memory.
//!
//! A tile splits dims, joins them, pads them and changes their order. A plan leaves the order open, so
//! several lists of tiles have one plan. `tiles` chooses one of them.

/// A dim of a plan, by its number. The first ones are the logical dims.
pub(super) type PlanDim = usize;

/// A step of a plan. Each dim is used by at most one step.
#[derive(Clone, Copy, Debug)]
pub(super) enum PlanStep {
    /// `whole` is divided by `by`: `outer` is the quotient, `inner` the remainder.
    Split { whole: PlanDim, by: i64, outer: PlanDim, inner: PlanDim },
    /// `whole` is `slow` times `slots` plus `fast`.
    Join { slow: PlanDim, fast: PlanDim, slots: i64, whole: PlanDim },
}

/// A dim of the array in memory, with its number of slots, padding included.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedDim {
    pub(super) dim: PlanDim,
    pub(super) slots: i64,
}

/// A term of an offset: a dim times its stride.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlanTerm {
    pub(super) dim: PlanDim,
    pub(super) stride: i64,
    /// The greatest sum of this term and all terms of smaller strides.
    pub(super) most: i64,
}

/// The steps from the logical dims to other dims.
#[derive(Clone, Debug)]
pub(super) struct TilePlan {
    /// The length of each dim, as the tiles define it.
    pub(super) lengths: Vec<i64>,
    /// The number of values that each dim can have, at most its length.
    pub(super) counts: Vec<i64>,
    pub(super) steps: Vec<PlanStep>,
}

impl TilePlan {
    /// Returns the plan without steps.
    pub(super) fn new(lengths: &[i64]) -> TilePlan {
        TilePlan { lengths: lengths.to_vec(), counts: lengths.to_vec(), steps: Vec::new() }
    }

    fn add(&mut self, length: i64, count: i64) -> PlanDim {
        self.lengths.push(length);
        self.counts.push(count.min(length));
        self.lengths.len() - 1
    }

    /// Splits a dim. Returns the quotient and the remainder.
    pub(super) fn split(&mut self, whole: PlanDim, by: i64) -> (PlanDim, PlanDim) {
        let upper = |length: i64| (length - 1) / by + 1;
        let (length, count) = (self.lengths[whole], self.counts[whole]);
        let outer = self.add(upper(length), upper(count));
        let inner = self.add(by, count);
        self.steps.push(PlanStep::Split { whole, by, outer, inner });
        (outer, inner)
    }

    /// Joins two dims. The faster one is cut or padded to `slots`, which is at least its count. `None` if the length does
    /// not fit 64 bits.
    pub(super) fn join(&mut self, slow: PlanDim, fast: PlanDim, slots: i64) -> Option<PlanDim> {
        let fast = self.cut(fast, slots);
        let length = self.lengths[slow].checked_mul(slots)?;
        let most = (self.counts[slow] - 1).checked_mul(slots)?.checked_add(self.counts[fast])?;
        let whole = self.add(length, most);
        self.steps.push(PlanStep::Join { slow, fast, slots, whole });
        Some(whole)
    }

    /// Returns a dim with the same values that is no longer than `slots`. The part that is cut off is always zero.
    fn cut(&mut self, dim: PlanDim, slots: i64) -> PlanDim {
        match self.lengths[dim] > slots {
            true => self.split(dim, slots).1,
            false => dim,
        }
    }

    /// Places dims in memory, by ascending stride. Returns them from the slowest, after the dims that are always zero;
    /// `None` if a stride is at most the greatest offset of the faster dims, or a length does not fit 64 bits.
    pub(super) fn place(&mut self, terms: &[PlanTerm]) -> Option<Vec<PlacedDim>> {
        let mut placed: Vec<PlacedDim> = Vec::new();
        let (mut slots, mut most) = (1i64, 0);
        for (at, term) in terms.iter().enumerate() {
            if term.stride <= most {
                return None;
            }
            let mut dim = term.dim;
            if at == 0 && term.stride > 1 {
                let unit;
                (dim, unit) = self.split(dim, 1);
                placed.push(PlacedDim { dim: unit, slots: term.stride });
            } else if at > 0 {
                self.reach(&mut placed, slots, term.stride)?;
            }
            placed.push(PlacedDim { dim, slots: self.lengths[dim] });
            (slots, most) = (term.stride, term.most);
        }
        placed.extend(self.zeros(&placed));
        placed.reverse();
        Some(placed)
    }

    /// Pads or cuts the slowest of the placed dims, whose stride is `slots`, so that the next stride is `stride`. If that
    /// is not a multiple, all placed dims become one.
    fn reach(&mut self, placed: &mut Vec<PlacedDim>, slots: i64, stride: i64) -> Option<()> {
        let last = placed.pop()?;
        let quotient = stride / slots;
        let whole = match stride % slots == 0 && quotient >= self.counts[last.dim] {
            true => PlacedDim { dim: last.dim, slots: quotient },
            false => {
                let mut fast = *placed.first().unwrap_or(&last);
                let slower = placed.iter().skip(1).chain((!placed.is_empty()).then_some(&last));
                for &slow in slower.copied().collect::<Vec<_>>().iter() {
                    let dim = self.join(slow.dim, fast.dim, fast.slots)?;
                    fast = PlacedDim { dim, slots: slow.slots.checked_mul(fast.slots)? };
                }
                placed.clear();
                PlacedDim { dim: fast.dim, slots: stride }
            }
        };
        placed.push(PlacedDim { dim: self.cut(whole.dim, whole.slots), slots: whole.slots });
        Some(())
    }

    /// Returns the dims of several slots that no step uses and that are not placed.
    fn zeros(&self, placed: &[PlacedDim]) -> Vec<PlacedDim> {
        let mut used = vec![false; self.lengths.len()];
        placed.iter().for_each(|place| used[place.dim] = true);
        for step in &self.steps {
            match *step {
                PlanStep::Split { whole, .. } => used[whole] = true,
                PlanStep::Join { slow, fast, .. } => (used[slow], used[fast]) = (true, true),
            }
        }
        let left = (0..used.len()).filter(|&dim| !used[dim] && self.lengths[dim] > 1);
        left.map(|dim| PlacedDim { dim, slots: self.lengths[dim] }).collect()
    }
}
