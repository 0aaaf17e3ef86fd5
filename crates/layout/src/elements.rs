//! The elements of a tensor, moved to their offsets in memory and back.

use crate::normal::BulkError;
use crate::pipeline::Layout;

impl Layout {
    /// Writes the elements of a tensor, in row-major order of the logical dims, to their offsets in memory. The other
    /// elements of memory do not change.
    ///
    /// # Errors
    /// A length is dynamic, the number of elements differs from that of the indices, an offset is outside of memory or
    /// cannot be computed, or several indices share a slot, but not their elements.
    pub fn pack_into<T: Copy + PartialEq>(
        &self,
        logical: &[T],
        memory: &mut [T],
    ) -> Result<(), BulkError> {
        self.check_elements(logical.len(), memory.len())?;
        let mut rest = logical;
        self.each_offsets(&mut |offsets| {
            let (part, after) = rest.split_at(offsets.len());
            rest = after;
            for (&offset, &element) in offsets.iter().zip(part) {
                // Only the -1 of an index without a slot is outside.
                if let Some(to) = memory.get_mut(offset as usize) {
                    *to = element;
                }
            }
        })?;
        // Where injectivity is not proved, all elements are compared.
        if self.is_injective() == Ok(true) { Ok(()) } else { self.check_shared(logical, memory) }
    }

    /// Reads the elements of a tensor, in row-major order of the logical dims, from their offsets in memory. The elements of
    /// indices without a slot do not change.
    ///
    /// # Errors
    /// A length is dynamic, the number of elements differs from that of the indices, or an offset is outside of memory or
    /// cannot be computed.
    pub fn unpack_into<T: Copy>(&self, memory: &[T], logical: &mut [T]) -> Result<(), BulkError> {
        self.check_elements(logical.len(), memory.len())?;
        let mut rest = logical;
        self.each_offsets(&mut |offsets| {
            let (part, after) = std::mem::take(&mut rest).split_at_mut(offsets.len());
            rest = after;
            for (&offset, to) in offsets.iter().zip(part) {
                if let Some(&element) = memory.get(offset as usize) {
                    *to = element;
                }
            }
        })
    }

    /// Checks the number of elements of a tensor, and that memory of this length has all of their slots.
    fn check_elements(&self, elements: usize, length: usize) -> Result<(), BulkError> {
        let (count, _) = self.static_space()?;
        BulkError::unless_equal(count, elements)?;
        let ends = self.offset_range()?.map(|(low, high)| [low.get(), high.get()]);
        let is_outside = |end: &i64| !usize::try_from(*end).is_ok_and(|end| end < length);
        match ends.into_iter().flatten().find(is_outside) {
            Some(offset) => Err(BulkError::Outside { offset, length }),
            None => Ok(()),
        }
    }

    /// Checks that memory has the element of each index.
    fn check_shared<T: Copy + PartialEq>(
        &self,
        logical: &[T],
        memory: &[T],
    ) -> Result<(), BulkError> {
        let (mut rest, mut shared) = (logical, None);
        self.each_offsets(&mut |offsets| {
            let (part, after) = rest.split_at(offsets.len());
            rest = after;
            let differs = |(offset, element): &(&i64, &T)| {
                memory.get(**offset as usize).is_some_and(|own| own != *element)
            };
            let found = offsets.iter().zip(part).find(differs);
            shared = shared.or(found.map(|(&offset, _)| offset));
        })?;
        shared.map_or(Ok(()), |slot| Err(BulkError::Shared(slot)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::LayoutBuilder;
    use crate::transform::Pad;

    #[test]
    fn elements_are_packed_and_unpacked() {
        let mut builder = LayoutBuilder::strided(&[2, 3], &[4, 1], 1).unwrap();
        let dims = builder.base_dims().to_vec();
        let padded = builder.apply(Pad { low: 1, high: 0 }, &dims[1..]).unwrap()[0];
        let layout = builder.finish(&[dims[0], padded]).unwrap();
        let mut memory = [0u16; 8];
        layout.pack_into(&[1, 2, 3, 4, 5, 6, 7, 8], &mut memory).unwrap();
        assert_eq!(memory, [0, 2, 3, 4, 0, 6, 7, 8]);
        let mut logical = [0u16; 8];
        layout.unpack_into(&memory, &mut logical).unwrap();
        assert_eq!(logical, [0, 2, 3, 4, 0, 6, 7, 8]);
        let error = layout.pack_into(&[1; 8], &mut memory[..7]).unwrap_err();
        assert_eq!(error.to_string(), "offset 7 is outside of the 7 elements of memory");
        let error = layout.unpack_into(&memory, &mut logical[..7]).unwrap_err();
        assert_eq!(error, BulkError::Count { expected: 8, found: 7 });
    }

    #[test]
    fn elements_that_share_a_slot_are_equal() {
        let builder = LayoutBuilder::strided(&[2, 2], &[0, 1], 0).unwrap();
        let dims = builder.base_dims().to_vec();
        let layout = builder.finish(&dims).unwrap();
        let mut memory = [0u8; 2];
        layout.pack_into(&[5, 6, 5, 6], &mut memory).unwrap();
        assert_eq!(memory, [5, 6]);
        let error = layout.pack_into(&[5, 6, 5, 7], &mut memory).unwrap_err();
        assert_eq!(error.to_string(), "several indices share slot 1, but their elements differ");
        let builder = LayoutBuilder::strided(&[2], &[-1], 0).unwrap();
        let dims = builder.base_dims().to_vec();
        let reversed = builder.finish(&dims).unwrap();
        let error = reversed.pack_into(&[5, 6], &mut memory).unwrap_err();
        assert_eq!(error.to_string(), "offset -1 is outside of the 2 elements of memory");
    }
}
