//! The whole layout of a tensor that has a format: what `TensorLayout` is for the others.

use super::{FormatUse, Storage, StorageError};
use crate::pipeline::Layout;
use crate::space::Shape;
use crate::space::{ElemSize, Elems};
use crate::stride::StrideReqs;
use crate::stride::{Violation, check};
use crate::tensor::TensorLayout;

/// The layout of a tensor in a format, with what else is asked of its memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatLayout {
    /// The format.
    pub format: FormatUse,
    /// The lengths, by logical dimension.
    pub shape: Shape,
    /// The size of an element.
    pub elem: ElemSize,
    /// The offset of index zero in the buffer.
    pub offset: Elems,
    /// What is asked of the strides beside the format, by the physical dimensions of the format.
    pub reqs: StrideReqs,
}

impl FormatLayout {
    /// The memory of the tensor.
    ///
    /// # Errors
    /// As [`FormatUse::storage`].
    pub fn storage(&self) -> Result<Storage, StorageError> {
        let storage = self.format.storage(&self.shape, self.elem)?;
        Ok(storage.with_offset(self.offset))
    }

    /// The same as a pipeline of transforms.
    ///
    /// # Errors
    /// As [`FormatUse::layout`].
    pub fn layout(&self) -> Result<Layout, StorageError> {
        self.storage()?.layout().map_err(StorageError::Layout)
    }

    /// What is asked beside the format and contradicts its strides.
    ///
    /// # Errors
    /// As [`FormatUse::storage`].
    pub fn violations(&self) -> Result<Vec<Violation>, StorageError> {
        let physical = self.storage()?.physical;
        Ok(check(physical.shape(), self.elem, self.reqs.as_slice(), physical.strides()))
    }

    /// The same layout without the format: an order with its strides; nothing where C is split.
    ///
    /// # Errors
    /// As [`FormatUse::storage`].
    pub fn ordered(&self) -> Result<Option<TensorLayout>, StorageError> {
        Ok(self.storage()?.tensor_layout())
    }
}
