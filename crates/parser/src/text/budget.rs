//! Bounds on what a text may cost beyond its own length.
//!
//! Few constructs of MLIR mean much more than their text: wide integers in dense attributes,
//! locations that open into the parts of others, the search for near names. Each draws on a budget
//! that grows with the text, so that no text takes memory or time out of proportion.

use crate::state::{Parse, Parser};
use ir::diag::{code, nearest};

/// Elements up to this size, in bytes, take memory in proportion to their literals.
const NARROW: usize = 64;

impl Parser<'_> {
    /// Checks that `count` elements of `size` bytes each may be stored; `start` is the place of the attribute.
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
                    "{count} elements of {size} bytes each are more than a text of this length may give"
                );
                return self.fail(code::NUMBER, start, message);
            }
        }
        Ok(())
    }

    /// Checks that a fused location may open into `count` parts.
    pub(crate) fn afford_fused(&mut self, count: usize, start: usize) -> Parse<()> {
        match self.budget.fused_parts.checked_sub(count) {
            Some(left) => {
                self.budget.fused_parts = left;
                Ok(())
            }
            None => self.fail(
                code::ATTRIBUTE,
                start,
                "the fused locations have more parts than a text of this length may give",
            ),
        }
    }

    /// The candidate nearest to `name`; `None` once too many were searched.
    pub(crate) fn near<'b>(
        &mut self,
        name: &str,
        candidates: impl ExactSizeIterator<Item = &'b str>,
    ) -> Option<&'b str> {
        self.budget.near_names = self.budget.near_names.checked_sub(candidates.len() + 1)?;
        nearest(name, candidates)
    }
}
