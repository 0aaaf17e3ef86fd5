//! Bounds on the cost of a text beyond its own length.
//!
//! A few MLIR constructs expand to much more than their text: wide integers in dense attributes, fused locations that
//! contain the parts of others, and the search for similar names. Each consumes a budget that grows with the length of
//! the text, so that memory and time stay proportional to it.

use crate::state::{Parse, Parser};
use ir::diag::{code, nearest};

/// The maximal size of an element whose memory is proportional to its literal, in bytes.
const NARROW: usize = 64;

impl Parser<'_> {
    /// Checks the budget for `count` elements of `size` bytes each. `start` is the position of the attribute.
    pub(crate) fn afford_elements(&mut self, count: usize, size: usize, start: usize) -> Parse<()> {
        if size <= NARROW {
            return Ok(());
        }
        let left =
            count.checked_mul(size).and_then(|bytes| self.budget.wide_bytes.checked_sub(bytes));
        match left {
            Some(left) => self.budget.wide_bytes = left,
            None => {
                let message = format!(
                    "{count} elements of {size} bytes each exceed the limit for a text of this length"
                );
                return self.fail(code::NUMBER, start, message);
            }
        }
        Ok(())
    }

    /// Checks the budget for the `count` parts of a fused location.
    pub(crate) fn afford_fused(&mut self, count: usize, start: usize) -> Parse<()> {
        match self.budget.fused_parts.checked_sub(count) {
            Some(left) => {
                self.budget.fused_parts = left;
                Ok(())
            }
            None => self.fail(
                code::ATTRIBUTE,
                start,
                "the parts of fused locations exceed the limit for a text of this length",
            ),
        }
    }

    /// Returns the candidate most similar to `name`. `None` if there is none, or the budget is exhausted.
    pub(crate) fn near<'b>(
        &mut self,
        name: &str,
        candidates: impl ExactSizeIterator<Item = &'b str>,
    ) -> Option<&'b str> {
        self.budget.near_names = self.budget.near_names.checked_sub(candidates.len() + 1)?;
        nearest(name, candidates)
    }
}
