//! The variables of the buffers of kernels and of workgroup memory, of which `memory` accesses the elements.

use ir::target::StorageIntegers;
use rspirv::spirv::Word;
use std::collections::BTreeMap;

/// The buffers of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum BufferSide {
    Source,
    Target,
}

/// The variables of the buffers and of workgroup memory, which the entry points of a module share.
pub(super) struct BufferViews {
    pub(super) integers: StorageIntegers,
    pub(super) views: BTreeMap<(BufferSide, i64), Word>,
    /// By size in bytes: the variable in workgroup memory.
    pub(super) workgroup: BTreeMap<i64, Word>,
}

impl BufferViews {
    pub(super) fn new(integers: StorageIntegers) -> BufferViews {
        BufferViews { integers, views: BTreeMap::new(), workgroup: BTreeMap::new() }
    }
}
