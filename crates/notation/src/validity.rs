//! Indices without a slot, and indices whose offset is too small for a notation.

use layout::index::{Expr, Exprs, Predicate};
use layout::{AddressError, Elems, Evaluator, IndexSpace, Layout, LogicalIndex};

use crate::subject::WrittenLayout;
use crate::witness::Witness;

/// The number of indices that are evaluated before the predicates of a layout are searched.
const FIRST_STEPS: u64 = 1 << 16;

const MAX_STEPS: u64 = crate::limits::EVALUATED_INDICES;

/// The least offset of a notation; `None` if it has all offsets. The reason follows `its offset N`.
#[derive(Clone, Copy)]
struct LeastOffset<'a> {
    least: Option<i64>,
    reason: &'a str,
}

impl LeastOffset<'_> {
    fn is_above(self, offset: i64) -> bool {
        self.least.is_some_and(|least| offset < least)
    }

    /// Checks the offset of an index.
    fn check(self, at: &[i64], evaluator: &mut Evaluator<'_>) -> Result<(), Witness> {
        let index = LogicalIndex::new(at.iter().copied()).map_err(AddressError::from)?;
        match evaluator.offset_of(&index)?.map(Elems::get) {
            None => Err(Witness::without_slot(at.to_vec())),
            Some(offset) if self.is_above(offset) => {
                Err(Witness::at(at.to_vec(), format!("its offset {offset} {}", self.reason)))
            }
            Some(_) => Ok(()),
        }
    }
}

impl WrittenLayout<'_> {
    /// Checks that each index has an offset of at least `least`, if one is given.
    ///
    /// # Errors
    /// An index without such an offset: the first one if it is among the first 2^16. The reason follows `its offset N`.
    /// Or a search exceeds the limit on steps.
    pub(crate) fn check_offsets(&self, least: Option<i64>, reason: &str) -> Result<(), Witness> {
        let bound = LeastOffset { least, reason };
        let low = match Some(self.offset_bounds().0).filter(|&low| bound.is_above(low)) {
            // Exact bounds cost more. Where the core finds none, the indices decide.
            Some(low) => match self.layout.offset_range() {
                Ok(Some((low, _))) => Some(low.get()).filter(|&low| bound.is_above(low)),
                _ => Some(low),
            },
            None => None,
        };
        let (mut exprs, _) = self.offset_expr();
        let predicates = exprs.take_predicates();
        if low.is_none() && predicates.is_empty() {
            return Ok(());
        }
        let mut evaluator = self.layout.evaluator();
        let space = IndexSpace::below(self.lengths.iter().copied());
        // More indices would be evaluated without a decision.
        let most = if space.count() > MAX_STEPS.into() { FIRST_STEPS } else { MAX_STEPS };
        for (at, steps) in space.iter().zip(0..) {
            bound.check(&at, &mut evaluator)?;
            if steps == FIRST_STEPS {
                let outside = predicates.iter().map(|it| self.outside(&mut exprs, it));
                let outside: Option<Vec<Vec<Vec<i64>>>> = outside.collect();
                let lowest = low.and_then(|low| self.layout.owners_of(Elems::new(low)).ok()?.first);
                let lowest = lowest.map(|at| at.values().copied().collect::<Vec<i64>>());
                let found = outside.iter().flatten().flatten().chain(&lowest);
                found.into_iter().try_for_each(|at| bound.check(at, &mut evaluator))?;
                if outside.is_some() && low.is_none() {
                    return Ok(());
                }
            }
            if steps == most {
                return Err(AddressError::TooManySteps.into());
            }
        }
        Ok(())
    }

    /// Returns bounds of the offsets, in elements, from the normal form. They need not be tight.
    pub(crate) fn offset_bounds(&self) -> (i64, i64) {
        let (exprs, offset) = self.offset_expr();
        let range = exprs.range(offset);
        (range.low, range.high)
    }

    /// Returns the offset as an expression of the components of the index.
    pub(crate) fn offset_expr(&self) -> (Exprs, Expr) {
        let mut exprs = Exprs::new();
        let index = (0..).zip(&self.lengths).map(|(at, &length)| exprs.var(at, length));
        let index: Vec<Expr> = index.collect();
        let offset = self.layout.offset_over(&index, &mut exprs);
        (exprs, offset)
    }

    /// Returns an index for each end of a predicate that some value is beyond; `None` if the core cannot search the
    /// values.
    fn outside(&self, exprs: &mut Exprs, predicate: &Predicate) -> Option<Vec<Vec<i64>>> {
        let shape = self.layout.shape();
        let values = Layout::from_offset(shape, exprs, predicate.value, None).ok()?;
        let (least, greatest) = values.offset_range().ok()??;
        let mut found = Vec::new();
        for (end, is_outside) in
            [(least, least.get() < predicate.low), (greatest, greatest.get() >= predicate.high)]
        {
            if is_outside {
                let first = values.owners_of(end).ok()?.first?;
                found.push(first.values().copied().collect());
            }
        }
        Some(found)
    }
}
