//! The number of slots that a buffer of a symbolic layout needs, for all values of its symbols.

use super::decide::Decider;
use super::expr::SymExpr;
use super::layout::SymbolicLayout;
use crate::space::ElemSize;

/// A function that returns the greatest offset as an expression.
type GreatestOf<'a> = &'a dyn Fn(&mut Decider<'_>) -> Result<SymExpr, String>;

impl SymExpr {
    /// Returns the size in bytes, rounded up, of as many elements as the expression states.
    ///
    /// # Errors
    /// The expression is too large.
    pub fn size_bytes(&self, elem: ElemSize) -> Result<SymExpr, String> {
        let bits = elem.bits().get();
        let times = |factor| SymExpr::operation("*", self.clone(), SymExpr::constant(factor));
        match bits % 8 {
            0 => times(bits / 8),
            _ => SymExpr::operation("ceildiv", times(bits)?, SymExpr::constant(8)),
        }
    }
}

impl SymbolicLayout {
    /// Returns expressions over the symbols, the greatest of which is the allocation in elements: the number of slots up to
    /// the greatest offset and, for each dim of memory, the end of its rows, which includes their padding. An index map into
    /// memory of a stated size has that size; another one has no rows.
    ///
    /// # Errors
    /// The reason why the greatest offset is not known as an expression, where no row ends after all slots.
    pub fn allocation_parts(&self, decider: &mut Decider<'_>) -> Result<Vec<SymExpr>, String> {
        self.parts_with(&|decider| self.greatest_offset(decider), decider)
    }

    /// Returns the parts of the allocation from a function that returns the greatest offset.
    fn parts_with(
        &self,
        greatest: GreatestOf<'_>,
        decider: &mut Decider<'_>,
    ) -> Result<Vec<SymExpr>, String> {
        if let Some(slots) = self.slots() {
            return Ok(vec![slots.clone()]);
        }
        let rows = self.rows()?;
        if self.pipeline().is_some() && self.ends_with_a_row(&rows, decider).unwrap_or(false) {
            return Ok(rows);
        }
        let span = self.one_more(&greatest(decider)?)?;
        let mut parts = vec![span];
        parts.extend(rows);
        parts.dedup();
        Ok(parts)
    }

    /// Returns the allocation in elements, from the greatest offset.
    ///
    /// # Errors
    /// As [`allocation_parts`](Self::allocation_parts), or which part is the greatest depends on the values.
    pub(super) fn allocation(
        &self,
        greatest: &Result<SymExpr, String>,
        decider: &mut Decider<'_>,
    ) -> Result<SymExpr, String> {
        let parts = self.parts_with(&|_| greatest.clone(), decider)?;
        let is_greatest = |part: &SymExpr, decider: &mut Decider<'_>| {
            parts.iter().all(|other| self.symbols().is_at_least(part, other, decider))
        };
        let found = parts.iter().find(|part| is_greatest(part, decider));
        found.cloned().ok_or_else(|| {
            "which padded dim ends last depends on the values of the symbols".to_owned()
        })
    }

    /// Returns the end of the rows of each dim of memory. A row of negative stride ends before the greatest offset.
    fn rows(&self) -> Result<Vec<SymExpr>, String> {
        let Some((lengths, strides, start)) = self.memory() else { return Ok(Vec::new()) };
        let rows = strides.iter().zip(lengths).map(|(stride, length)| {
            let rows = SymExpr::operation("*", length.clone(), stride.clone())?;
            let end = match start.as_constant() {
                Some(0) => rows,
                _ => SymExpr::operation("+", start.clone(), rows)?,
            };
            Ok(self.symbols().simplified(&end, &[]))
        });
        rows.collect()
    }

    /// Returns `true` if one of the rows ends after all slots of memory, so that the greatest offset does not matter; `None`
    /// if a stride may be negative, or an expression is too large.
    fn ends_with_a_row(&self, rows: &[SymExpr], decider: &mut Decider<'_>) -> Option<bool> {
        let (lengths, strides, start) = self.memory()?;
        let mut end = SymExpr::operation("+", start.clone(), SymExpr::constant(1)).ok()?;
        for (length, stride) in lengths.iter().zip(strides) {
            if !self.symbols().is_at_least(stride, &SymExpr::constant(0), decider) {
                return None;
            }
            let last = SymExpr::operation("-", length.clone(), SymExpr::constant(1)).ok()?;
            let reach = SymExpr::operation("*", last, stride.clone()).ok()?;
            end = SymExpr::operation("+", end, reach).ok()?;
        }
        Some(rows.iter().any(|row| self.symbols().is_at_least(row, &end, decider)))
    }
}
