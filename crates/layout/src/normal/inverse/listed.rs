//! The list of all offsets of a layout, for what no normal form decides.

use crate::pipeline::Layout;
use crate::space::IndexSpace;
use crate::stride::AddressError;

/// The maximum number of offsets that are listed.
pub(crate) const MAX_LISTED: i64 = crate::limits::LISTED as i64;

impl Layout {
    /// Visits each valid index in row-major order, with its offset, until `visit` returns a result; `None` if it never
    /// does.
    ///
    /// # Errors
    /// A length is dynamic, an offset does not fit 64 bits, or there are too many indices.
    pub(crate) fn find_offset<T>(
        &self,
        mut visit: impl FnMut(&[i64], i64) -> Option<T>,
    ) -> Result<Option<T>, AddressError> {
        let lengths = self.shape().static_lengths().ok_or(AddressError::Unresolved)?;
        let space = IndexSpace::below(lengths);
        if space.count() > MAX_LISTED.unsigned_abs().into() {
            return Err(AddressError::TooManySteps);
        }
        let mut evaluator = self.evaluator();
        for index in space.iter() {
            let Some(offset) = evaluator.offset_of_inside(index.iter().copied())? else { continue };
            let found = visit(&index, offset.get());
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}
