//! The results of readers: a placement, or a subject, which is a layout in memory, with or without symbols, a placement or
//! a tensor of records; and the conversions between them.

use layout::{Layout, NotationFault, Placement, RecordTensor, axis_list};

use crate::element::ElementType;
use crate::suffix::{NotatedLayout, fault_at};
use crate::symbolic::NotatedSymbolicLayout;
use crate::witness::Witness;

/// A placement that a text denotes, with the element type if the text names one.
#[derive(Clone, Debug)]
pub struct NotatedPlacement {
    /// The placement. It has the size of the element type.
    pub placement: Placement,
    /// The element type; `None` if it is unknown.
    pub elem: Option<ElementType>,
}

/// The meaning of a text.
#[derive(Clone, Debug)]
pub enum NotatedSubject {
    /// A layout with one offset for each index.
    Layout(NotatedLayout),
    /// A placement that is not a layout in memory.
    Placement(NotatedPlacement),
    /// A layout for all values of its symbols.
    Symbolic(Box<NotatedSymbolicLayout>),
    /// A tensor whose elements are bits of records.
    Records(RecordTensor),
}

impl NotatedSubject {
    /// Returns the element type; `None` if it is unknown.
    pub fn elem(&self) -> Option<ElementType> {
        match self {
            NotatedSubject::Layout(read) => read.elem,
            NotatedSubject::Placement(read) => read.elem,
            NotatedSubject::Symbolic(read) => read.elem,
            NotatedSubject::Records(_) => None,
        }
    }
}

impl From<NotatedPlacement> for NotatedSubject {
    fn from(read: NotatedPlacement) -> NotatedSubject {
        match read.placement.as_layout() {
            Some(layout) => {
                NotatedSubject::Layout(NotatedLayout { layout: layout.clone(), elem: read.elem })
            }
            None => NotatedSubject::Placement(read),
        }
    }
}

impl NotatedPlacement {
    /// Returns a placement with an element type.
    pub(crate) fn new(placement: Placement, elem: Option<ElementType>) -> NotatedPlacement {
        let placement = match elem {
            Some(elem) => placement.with_elem(elem.size()),
            None => placement,
        };
        NotatedPlacement { placement, elem }
    }

    /// Returns the placement of a layout on the axis `m`.
    ///
    /// # Errors
    /// A length is dynamic.
    pub(crate) fn of_layout(
        read: NotatedLayout,
        text: &str,
    ) -> Result<NotatedPlacement, NotationFault> {
        let placement =
            Placement::of_layout(&read.layout).map_err(|fault| fault_at(0..text.len(), fault))?;
        Ok(NotatedPlacement { placement, elem: read.elem })
    }

    /// Returns the layout of a placement on the axis `m` without copies.
    ///
    /// # Errors
    /// The placement uses other axes, or has copies or parts.
    pub(crate) fn into_layout(self, text: &str) -> Result<NotatedLayout, NotationFault> {
        let layout = memory_layout(&self.placement)
            .map_err(|message| NotationFault::new(0..text.len(), message))?;
        Ok(NotatedLayout { layout: layout.clone(), elem: self.elem })
    }
}

/// Returns the layout of a placement on the axis `m` without copies.
///
/// # Errors
/// The placement uses other axes, or has copies or parts: a message.
fn memory_layout(placement: &Placement) -> Result<&Layout, String> {
    placement.as_layout().ok_or_else(|| {
        let axes = axis_list(placement.axes());
        let (copies, parts) = placement.slots_per_index();
        format!(
            "expected a layout in memory, with one offset for each index, but this is a placement on the axes {axes} \
             with {copies} copies and {parts} parts"
        )
    })
}

/// Returns the layout of a placement that a notation of layouts writes.
///
/// # Errors
/// As [`memory_layout`].
pub(crate) fn written_layout(placement: &Placement) -> Result<&Layout, Witness> {
    memory_layout(placement)
        .map_err(|message| Witness::at(vec![0; placement.shape().len()], message))
}
