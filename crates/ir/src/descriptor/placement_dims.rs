//! The dims of a descriptor that make it a placement: named axes of memory, copies and parts.

use crate::layout::{
    AxisName, Combine, DimId, Elems, Layout, LayoutFault, MemoryAxes, Placement, Slot,
};

/// The axes of the memory of a descriptor, and its dims that are not logical.
#[derive(Clone, Debug, Default)]
pub(super) struct PlacementDims {
    /// The axes of memory, whose offset is zero; `None` for memory without named axes.
    axes: Option<MemoryAxes>,
    copies: Vec<DimId>,
    parts: Vec<(DimId, Combine)>,
}

impl PlacementDims {
    /// Returns the dims above memory with axes.
    pub(super) fn on(axes: MemoryAxes) -> PlacementDims {
        PlacementDims { axes: Some(axes), ..PlacementDims::default() }
    }

    /// Returns the dims that a descriptor inherits from a placement, of whose function these are the last logical dims.
    pub(super) fn of(placement: &Placement, dims: &[DimId]) -> PlacementDims {
        let (copies, parts) = dims.split_at(placement.copy_lengths().len());
        let ways = placement.parts().into_iter().map(|(_, way)| way);
        PlacementDims {
            axes: Some(placement.memory_axes().clone()),
            copies: copies.to_vec(),
            parts: parts.iter().copied().zip(ways).collect(),
        }
    }

    /// Adds dims of copies.
    pub(super) fn add_copies(&mut self, dims: &[DimId]) {
        self.copies.extend(dims);
    }

    /// Adds dims of parts.
    pub(super) fn add_parts(&mut self, dims: &[DimId], way: Combine) {
        self.parts.extend(dims.iter().map(|&dim| (dim, way)));
    }

    /// Returns `true` if the descriptor is a placement.
    pub(super) fn is_needed(&self) -> bool {
        self.axes.is_some() || !self.copies.is_empty() || !self.parts.is_empty()
    }

    /// Returns the dims of an index, then those of copies and of parts.
    pub(super) fn after(&self, mut dims: Vec<DimId>) -> Vec<DimId> {
        dims.extend(self.copies.iter().copied().chain(self.parts.iter().map(|&(dim, _)| dim)));
        dims
    }

    /// Returns the placement of the layout whose logical dims are those of [`after`](Self::after).
    ///
    /// # Errors
    /// As [`Placement::new`], or an axis has the name of the parts in answers.
    pub(super) fn placement(self, layout: Layout) -> Result<Placement, LayoutFault> {
        let ways = self.parts.iter().map(|&(_, way)| way).collect();
        let offset = layout.physical().offset();
        let axes = self.axes.unwrap_or_else(|| {
            let dims = layout.base_dims().iter().map(|_| AxisName::MEMORY);
            MemoryAxes::new(dims).with_offset(AxisName::MEMORY, offset.get())
        });
        let is_part = |axis: &AxisName| axis.as_str() == Slot::PART;
        if !self.parts.is_empty() && axes.names().into_iter().any(is_part) {
            let message = format!(
                "an axis of a placement with parts must not have the name `{}`, which is that of the parts in answers",
                Slot::PART
            );
            return Err(LayoutFault::new(message));
        }
        let memory = layout.physical().clone().with_offset(Elems::ZERO);
        Placement::new(layout.with_memory(memory)?, axes, self.copies.len(), ways)
    }
}
