//! The data of a layout: a pipeline of stages above strided memory.
//!
//! Each dim is defined by one stage or by memory. It is used by one stage, or is a logical dim. The stages are in text
//! order, from memory to the user; the evaluation of a logical index visits them in reverse.

use super::fault::LayoutFault;
use super::stage::Stage;
use crate::domain::{Range, Table};
use crate::space::{DimId, ElemSize, Elems, Len, MemShape, Shape};
use crate::stride::{AddressError, PhysicalLayout};
use crate::transform::{Lookup, Transform};

/// A layout: a map from a logical index to the offset of an element, with a predicate and an inverse.
#[derive(Clone, Debug)]
pub struct Layout {
    pub(super) shape: Shape,
    pub(super) physical: PhysicalLayout,
    /// The dims of memory, major to minor.
    pub(crate) base: Vec<DimId>,
    /// The logical dims.
    pub(crate) logical_dims: Vec<DimId>,
    pub(crate) stages: Vec<Stage>,
    pub(crate) lengths: Vec<Len>,
    /// The bounds of the index of each dim at valid logical indices.
    pub(crate) ranges: Vec<Range>,
    /// `true` if no index is valid.
    pub(crate) is_empty: bool,
}

impl Layout {
    /// Returns the logical lengths.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the memory: lengths and strides of the physical dims, major to minor.
    pub fn physical(&self) -> &PhysicalLayout {
        &self.physical
    }

    /// Returns the lengths of memory, major to minor.
    pub fn mem_shape(&self) -> &MemShape {
        self.physical.shape()
    }

    /// Returns the tables that the layout reads, each once, in text order.
    pub fn tables(&self) -> Vec<&Table> {
        let mut tables: Vec<&Table> = Vec::new();
        for table in self.stages.iter().filter_map(|stage| stage.transform.table()) {
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        tables
    }

    /// Returns the tables whose values are declared: what the layout is known to satisfy rests on their contracts.
    pub fn declared_tables(&self) -> Vec<&Table> {
        self.tables().into_iter().filter(|table| table.is_declared()).collect()
    }

    /// Returns examples of the layout for tables that keep the declared contracts; none if no values are declared.
    pub fn examples(&self) -> Vec<Layout> {
        if self.declared_tables().is_empty() {
            return Vec::new();
        }
        (0..Table::EXAMPLES).map(|number| self.example(number)).collect()
    }

    fn example(&self, number: usize) -> Layout {
        let mut layout = self.clone();
        for stage in &mut layout.stages {
            if let Some(table) = stage.transform.table().filter(|table| table.is_declared()) {
                stage.transform = Transform::from(Lookup { by: table.example(number) });
            }
        }
        layout
    }

    /// Returns an error if the values of a table are declared.
    pub(crate) fn check_given(&self) -> Result<(), AddressError> {
        match self.declared_tables().first() {
            Some(_) => Err(AddressError::Declared),
            None => Ok(()),
        }
    }

    /// Returns the size of an element; `None` if it is unknown.
    pub fn elem(&self) -> Option<ElemSize> {
        self.physical.elem()
    }

    /// Returns the stages in text order, from memory to the user.
    pub fn stages(&self) -> impl DoubleEndedIterator<Item = &Stage> + ExactSizeIterator {
        self.stages.iter()
    }

    /// Returns the indices of the stages, in text order.
    pub(crate) fn stage_numbers(&self) -> std::ops::Range<usize> {
        0..self.stages.len()
    }

    /// Returns the dims of memory, major to minor.
    pub fn base_dims(&self) -> &[DimId] {
        &self.base
    }

    /// Returns the logical dims.
    pub fn logical_dims(&self) -> &[DimId] {
        &self.logical_dims
    }

    /// Returns the number of dims, including the buffer: the greatest dim number plus one.
    pub fn dims_len(&self) -> usize {
        self.lengths.len()
    }

    /// Returns the length of a dim. That of the buffer is dynamic.
    pub fn length(&self, dim: DimId) -> Len {
        self.lengths[dim.number()]
    }

    /// Returns `true` if the predicates exclude every index.
    pub fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Returns the same layout with this element size.
    #[must_use]
    pub fn with_elem(self, elem: ElemSize) -> Layout {
        Layout { physical: self.physical.with_elem(elem), ..self }
    }

    /// Returns the same layout, moved by this many elements in its buffer.
    ///
    /// # Errors
    /// An offset does not fit 64 bits.
    pub fn translated(self, by: Elems) -> Result<Layout, LayoutFault> {
        let begin = self.physical.offset();
        let offset = begin.checked_add(by).ok_or_else(|| {
            let message = format!("offset {begin} plus {by} does not fit 64 bits");
            LayoutFault::new(message).note("offsets are from -2^63 to 2^63 - 1")
        })?;
        let layout = Layout { physical: self.physical.with_offset(offset), ..self };
        layout.check_offsets()?;
        Ok(layout)
    }

    /// Returns the same transforms over other memory of the same lengths, with other strides, offset or element size.
    ///
    /// # Errors
    /// The lengths differ, or an offset does not fit 64 bits.
    pub fn with_memory(&self, physical: PhysicalLayout) -> Result<Layout, LayoutFault> {
        if physical.shape() != self.mem_shape() {
            let message = format!(
                "expected memory of shape {}, found {}",
                self.mem_shape(),
                physical.shape()
            );
            return Err(LayoutFault::new(message));
        }
        let layout = Layout { physical, ..self.clone() };
        layout.check_offsets()?;
        Ok(layout)
    }
}
