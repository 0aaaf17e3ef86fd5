//! The data of a placement, and its construction.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use std::sync::OnceLock;

use super::axis::{AxisName, Combine};
use super::packed::PackedSlots;
use crate::pipeline::{Layout, LayoutFault};
use crate::space::{ElemSize, Elems, MemStrides, Shape};
use crate::stride::{AddressError, PhysicalLayout};

/// The axes of a memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryAxes {
    dims: Vec<AxisName>,
    offsets: IndexMap<AxisName, i64, FxBuildHasher>,
}

impl MemoryAxes {
    /// Returns axes with all offsets zero.
    pub fn new(dims: impl IntoIterator<Item = AxisName>) -> MemoryAxes {
        MemoryAxes { dims: dims.into_iter().collect(), offsets: IndexMap::default() }
    }

    /// Returns the coordinate of index zero on an axis; `None` if none is given, so that it is 0.
    pub fn offset(&self, axis: &AxisName) -> Option<i64> {
        self.offsets.get(axis).copied()
    }

    /// Returns the axes of dims and offsets, innermost first.
    pub fn names(&self) -> Vec<&AxisName> {
        let mut names: Vec<&AxisName> = self.dims.iter().chain(self.offsets.keys()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Returns the same axes with the coordinate of index zero on one of them.
    #[must_use]
    pub fn with_offset(mut self, axis: AxisName, offset: i64) -> MemoryAxes {
        self.offsets.insert(axis, offset);
        self
    }
}

/// A placement: a map from an index to a set of slots, each with a coordinate on every axis.
///
/// All slots of an index hold the same value (copies). With parts, each slot belongs to one part, and the values of all
/// parts are combined to the value of the index.
#[derive(Clone, Debug)]
pub struct Placement {
    /// The map from an index, then the numbers of the copies, then those of the parts. The strides of memory are those
    /// on the axis of each dim, and the offset is zero.
    function: Layout,
    axes: MemoryAxes,
    shape: Shape,
    /// The number of logical dims of copies.
    copies: usize,
    /// By logical dim of parts: the way to combine them.
    parts: Vec<Combine>,
    /// By axis, innermost first: the layout of the coordinates.
    coordinates: Vec<(AxisName, Layout)>,
    /// The placement as a layout in memory, once it is computed.
    packed: OnceLock<Result<Option<PackedSlots>, AddressError>>,
}

impl Placement {
    /// Returns the placement of a layout, whose memory has these axes. Its last logical dims are `copies` dims of copies,
    /// then one dim of parts for each way to combine in `parts`. The strides of the layout's memory count on the axis of
    /// each dim; its offset must be zero.
    ///
    /// # Errors
    /// A length is dynamic, the numbers of axes or dims disagree, or a coordinate does not fit 64 bits.
    pub fn new(
        function: Layout,
        axes: MemoryAxes,
        copies: usize,
        parts: Vec<Combine>,
    ) -> Result<Placement, LayoutFault> {
        let memory = function.base_dims().len();
        if axes.dims.len() != memory {
            let named = axes.dims.len();
            let message =
                format!("expected one axis for each of {memory} dims of memory, found {named}");
            return Err(LayoutFault::new(message).at_attribute("axes"));
        }
        let lengths = function.shape().static_lengths();
        let lengths = lengths.filter(|_| function.mem_shape().first_dynamic().is_none());
        let lengths = lengths.ok_or_else(|| {
            LayoutFault::new("the lengths of a placement must be static, but one is `?`")
        })?;
        let rank = lengths.len().checked_sub(copies + parts.len()).ok_or_else(|| {
            let message = format!(
                "{copies} dims of copies and {} of parts are more than the {} dims of the layout",
                parts.len(),
                lengths.len()
            );
            LayoutFault::new(message)
        })?;
        if function.physical().offset() != Elems::ZERO {
            return Err(LayoutFault::new("the offset of a placement must be given by axis"));
        }
        let shape = Shape::of_static(&lengths[..rank])?;
        let coordinates = axes
            .names()
            .into_iter()
            .map(|axis| Ok((axis.clone(), on_axis(&function, &axes, axis)?)))
            .collect::<Result<Vec<_>, LayoutFault>>()?;
        Ok(Placement { function, axes, shape, copies, parts, coordinates, packed: OnceLock::new() })
    }

    /// Returns the placement of another layout of the same memory, whose last logical dims are as many of copies and of
    /// parts.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_function(&self, function: Layout) -> Result<Placement, LayoutFault> {
        Placement::new(function, self.axes.clone(), self.copies, self.parts.clone())
    }

    /// Returns the placement of a layout on the axis `m`, without copies.
    ///
    /// # Errors
    /// A length is dynamic.
    pub fn of_layout(layout: &Layout) -> Result<Placement, LayoutFault> {
        let dims = layout.base_dims().iter().map(|_| AxisName::MEMORY);
        let offset = layout.physical().offset();
        let mut axes = MemoryAxes::new(dims);
        if offset != Elems::ZERO || axes.dims.is_empty() {
            axes = axes.with_offset(AxisName::MEMORY, offset.get());
        }
        let memory = layout.physical().clone().with_offset(Elems::ZERO);
        Placement::new(layout.with_memory(memory)?, axes, 0, Vec::new())
    }

    /// Returns the layout of the offsets if the placement is on the axis `m` alone, without copies and parts.
    pub fn as_layout(&self) -> Option<&Layout> {
        match &self.coordinates[..] {
            [(axis, layout)] if axis.is_memory() => {
                Some(layout).filter(|_| self.copies == 0 && self.parts.is_empty())
            }
            _ => None,
        }
    }

    /// Returns the lengths of the index.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the map from an index, then the numbers of the copies, then those of the parts, to memory whose strides
    /// count on the axes of its dims.
    pub fn function(&self) -> &Layout {
        &self.function
    }

    /// Returns the axes of memory.
    pub fn memory_axes(&self) -> &MemoryAxes {
        &self.axes
    }

    /// Returns the axes that have a stride or an offset, innermost first.
    pub fn axes(&self) -> impl ExactSizeIterator<Item = &AxisName> {
        self.coordinates.iter().map(|(axis, _)| axis)
    }

    /// Returns the layouts of the coordinates by axis, innermost first.
    pub(super) fn coordinates(&self) -> &[(AxisName, Layout)] {
        &self.coordinates
    }

    /// Returns the coordinates on an axis, which the placement may not use: all coordinates are then zero.
    pub(super) fn on_any(&self, axis: &AxisName) -> Result<Layout, LayoutFault> {
        on_axis(&self.function, &self.axes, axis)
    }

    /// Returns the placement as a layout in memory, whose offset is the number of the slot; `None` if no index has a slot.
    ///
    /// # Errors
    /// The bounds of coordinates exceed the limit on steps, or the number of slots does not fit 64 bits.
    pub(super) fn packed(&self) -> Result<Option<&PackedSlots>, AddressError> {
        let packed =
            self.packed.get_or_init(|| PackedSlots::new(&self.function, &self.coordinates));
        packed.as_ref().map(Option::as_ref).map_err(Clone::clone)
    }

    /// Returns the number of the first logical dim of parts.
    pub(super) fn first_part(&self) -> usize {
        self.shape.len() + self.copies
    }

    /// Returns the layout of the coordinates on an axis, over the logical dims of [`function`](Self::function); `None`
    /// if all coordinates are zero, as the placement does not use the axis.
    pub fn on(&self, axis: &AxisName) -> Option<&Layout> {
        self.coordinates.iter().find(|(name, _)| name == axis).map(|(_, layout)| layout)
    }

    /// Returns the lengths of the logical dims of copies.
    pub fn copy_lengths(&self) -> Vec<i64> {
        self.lengths_from(self.shape.len(), self.copies)
    }

    /// Returns the lengths of the logical dims of parts, and the ways to combine them.
    pub fn parts(&self) -> Vec<(i64, Combine)> {
        let lengths = self.lengths_from(self.first_part(), self.parts.len());
        lengths.into_iter().zip(self.parts.iter().copied()).collect()
    }

    /// Returns the numbers of copies and of parts by which an index is placed. Copies may share slots.
    pub fn slots_per_index(&self) -> (i64, i64) {
        // Products of logical lengths are below 2^63.
        let parts = self.parts().into_iter().map(|(length, _)| length).product();
        (self.copy_lengths().into_iter().product(), parts)
    }

    /// Returns the size of an element; `None` if it is unknown.
    pub fn elem(&self) -> Option<ElemSize> {
        self.function.elem()
    }

    /// Returns the same placement with this element size.
    #[must_use]
    pub fn with_elem(self, elem: ElemSize) -> Placement {
        Placement {
            function: self.function.with_elem(elem),
            coordinates: self
                .coordinates
                .into_iter()
                .map(|(axis, layout)| (axis, layout.with_elem(elem)))
                .collect(),
            ..self
        }
    }

    fn lengths_from(&self, first: usize, count: usize) -> Vec<i64> {
        let lengths = self.function.shape().values().skip(first).take(count);
        lengths.filter_map(|length| length.get()).collect()
    }
}

/// Returns the layout of the coordinates on one axis: the same transforms over memory without the strides of other axes.
fn on_axis(function: &Layout, axes: &MemoryAxes, axis: &AxisName) -> Result<Layout, LayoutFault> {
    let physical = function.physical();
    let strides = physical.strides().values().zip(&axes.dims);
    let strides = strides.map(|(&stride, own)| if own == axis { stride } else { Elems::ZERO });
    let strides = MemStrides::new(strides)?;
    let offset = Elems::new(axes.offset(axis).unwrap_or(0));
    let memory = PhysicalLayout::new(physical.shape().clone(), strides, offset, physical.elem())?;
    function.with_memory(memory)
}
