//! Layouts: their facts, their offsets, slots and indices, and notations.

use crate::array;
use crate::diagnostics::{bad_argument, error_of};
use crate::subject::{Subject, fitting};
use compiler::ir::layout::{CompareError, Elems, Layout};
use compiler::notation::{ElementType, NotatedLayout};
use compiler::{Reported, strides_of};
use draw::{DrawError, DrawOptions};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// A layout: a function from a logical index to the offset of an element, or to slots on named axes such as lanes and
/// registers.
///
/// `notation` is `NAME:TEXT`, such as "cute:(4,8):(8,1)", "torch:(2,3):(3,1)" or "xla:f32[3,5]{1,0:T(2,2)}". `elem` is an
/// element type such as "f16", for a notation that has none. Layouts are equal if they are the same function.
///
/// >>> layout = Layout("cute:(4,8):(8,1)")
/// >>> layout.shape, layout.strides, layout.offset([1, 2]), layout.index(10)
/// ((4, 8), (8, 1), 10, (1, 2))
/// >>> layout == Layout("torch:contiguous(4,8)")
/// True
///
/// A placement onto named axes has slots in place of an offset, and members that need one offset fail.
///
/// >>> operand = Layout("atom:mma.m16n8k16.f16.A")
/// >>> operand.slots([9, 3]), operand.index({"lane": 5, "register": 3})
/// ([{'lane': 5, 'register': 3}], (9, 3))
#[pyclass(name = "Layout", module = "layoutc", frozen)]
#[derive(Clone, Debug)]
pub(crate) struct LayoutClass {
    subject: Subject,
    /// The notation that the user wrote, and the element type, if any.
    written: Option<(String, Option<String>)>,
}

#[pymethods]
impl LayoutClass {
    #[new]
    #[pyo3(signature = (notation, elem = None))]
    fn new(py: Python<'_>, notation: String, elem: Option<String>) -> PyResult<LayoutClass> {
        let given = elem.as_deref().map(str::parse::<ElementType>).transpose();
        let given = given.map_err(|message| bad_argument(py, message))?;
        let read = py.detach(|| Subject::read(&notation, given));
        let subject =
            read.map_err(|fault| error_of(py, Reported::of_notation(&notation, fault)))?;
        Ok(LayoutClass { subject, written: Some((notation, elem)) })
    }

    /// Returns the layout of an array with `__array_interface__` or `__dlpack__`: of NumPy, PyTorch, JAX and others.
    ///
    /// Offsets are those from the element at index zero, in elements.
    ///
    /// >>> import numpy
    /// >>> Layout.of(numpy.zeros((4, 8), "float32").T).strides
    /// (1, 8)
    #[staticmethod]
    fn of(array: &Bound<'_, PyAny>) -> PyResult<LayoutClass> {
        Ok(LayoutClass {
            subject: Subject::Memory(Box::new(array::layout_of(array)?)),
            written: None,
        })
    }

    /// Returns the lengths of the logical dims; None for a dynamic length.
    ///
    /// >>> Layout("trt:kCHW32[1,35,7,5]:f16").shape
    /// (1, 35, 7, 5)
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.subject.shape().values().map(|length| length.get()))
    }

    /// Returns the strides of the logical dims, in elements; 0 for a dim of length 1. None if the layout is not strided.
    ///
    /// >>> Layout("torch:channels_last(2,3,4,5)").strides
    /// (60, 1, 15, 3)
    /// >>> Layout("trt:kCHW32[1,35,7,5]:f16").strides is None
    /// True
    #[getter]
    fn strides<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let layout = self.memory(py, "strides")?;
        let strides = py.detach(|| strides_of(layout));
        strides.map(|strides| PyTuple::new(py, strides)).transpose()
    }

    /// Returns the number of elements from slot 0 to the greatest used slot. None if that is unknown.
    ///
    /// >>> Layout("torch:(4,5):(8,1)").span
    /// 29
    #[getter]
    fn span(&self, py: Python<'_>) -> PyResult<Option<i64>> {
        let layout = self.memory(py, "span")?;
        Ok(py.detach(|| layout.span()).ok().map(Elems::get))
    }

    /// Returns the number of elements that memory needs, with storage padding. None if that is unknown.
    ///
    /// >>> Layout("torch:(4,5):(8,1)").allocation
    /// 32
    #[getter]
    fn allocation(&self, py: Python<'_>) -> PyResult<Option<i64>> {
        let layout = self.memory(py, "allocation")?;
        Ok(py.detach(|| layout.allocation()).ok().map(Elems::get))
    }

    /// Returns the number of bytes that memory needs. None if that or the element type is unknown.
    ///
    /// >>> Layout("torch:(4,5):(8,1):f16").size_bytes
    /// 64
    #[getter]
    fn size_bytes(&self, py: Python<'_>) -> PyResult<Option<i64>> {
        let layout = self.memory(py, "size_bytes")?;
        Ok(py.detach(|| layout.size_in_bytes()).ok().map(|size| size.get()))
    }

    /// Returns True if no two valid indices have one slot. None if that is unknown.
    ///
    /// >>> Layout("torch:(4,5):(0,1)").injective
    /// False
    #[getter]
    fn injective(&self, py: Python<'_>) -> Option<bool> {
        py.detach(|| self.subject.is_injective()).ok()
    }

    /// Returns the vector width along each logical dim, in elements: the greatest power of two up to 64, such that every
    /// aligned group of that many indices is contiguous and aligned in memory. None if that is unknown.
    ///
    /// >>> Layout("cute:(4,8):(8,1)").vector_width
    /// (1, 8)
    #[getter]
    fn vector_width<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let layout = self.memory(py, "vector_width")?;
        let widths = py.detach(|| layout.vector_widths()).ok();
        widths.map(|widths| PyTuple::new(py, widths)).transpose()
    }

    /// Returns the offset of an index, in elements. None if the index has no slot: it is out of range, or padding.
    ///
    /// >>> Layout("cute:(4,8):(8,1)").offset([4, 0]) is None
    /// True
    fn offset(&self, py: Python<'_>, index: Vec<Bound<'_, PyAny>>) -> PyResult<Option<i64>> {
        let layout = self.memory(py, "offset")?;
        let Some(index) = self.subject.index_of(py, &index)? else { return Ok(None) };
        let found = layout.offset_of(&index);
        Ok(found.map_err(|error| bad_argument(py, error.to_string()))?.map(Elems::get))
    }

    /// Returns True if an index has a slot.
    ///
    /// >>> Layout("cute:(4,8):(8,1)").valid([3, 7])
    /// True
    fn valid(&self, py: Python<'_>, index: Vec<Bound<'_, PyAny>>) -> PyResult<bool> {
        let Some(index) = self.subject.index_of(py, &index)? else { return Ok(false) };
        match &self.subject {
            Subject::Memory(_) => {
                let found = self.memory(py, "valid")?.offset_of(&index);
                Ok(found.map_err(|error| bad_argument(py, error.to_string()))?.is_some())
            }
            Subject::Placed(placed) => {
                let slots = placed.placement.slots_of(&index);
                Ok(!slots.map_err(|error| bad_argument(py, error.to_string()))?.is_empty())
            }
        }
    }

    /// Returns the least index that has a slot: an offset, or a dict of coordinates by axis, where an axis left out is 0.
    /// None if no index has it: a gap, padding, or outside of memory.
    ///
    /// >>> Layout("torch:(4,5):(8,1)").index(9), Layout("torch:(4,5):(8,1)").index(7)
    /// ((1, 1), None)
    fn index<'py>(
        &self,
        py: Python<'py>,
        offset: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let owners = if let Ok(slot) = offset.cast::<PyDict>() {
            self.subject.slot_owners(py, Some(slot))?.first
        } else {
            let layout = self.memory(py, "index")?;
            let Some(slot) = fitting(offset)? else { return Ok(None) };
            let owners = py.detach(|| layout.owners_of(Elems::new(slot)));
            owners.map_err(|error| bad_argument(py, error.to_string()))?.first
        };
        let index = owners.map(|index| index.values().copied().collect::<Vec<_>>());
        index.map(|index| PyTuple::new(py, index)).transpose()
    }

    /// Returns the number of indices that a slot holds, whatever their number of copies. An axis left out is 0.
    ///
    /// >>> Layout("atom:mma.m16n8k16.f16.A").owners(lane=5, register=3)
    /// 1
    #[pyo3(signature = (**slot))]
    fn owners(&self, py: Python<'_>, slot: Option<&Bound<'_, PyDict>>) -> PyResult<u64> {
        Ok(self.subject.slot_owners(py, slot)?.count)
    }

    /// Returns the slots of an index: a dict of coordinates by axis for each, sorted by the coordinates from the innermost
    /// axis. With parts, each slot has the number of its "part". Empty if the index is out of range, or padding.
    ///
    /// >>> Layout("atom:wmma.gfx11.w32.16x16x16.f16.A").slots([1, 2])
    /// [{'lane': 1, 'register': 2}, {'lane': 17, 'register': 2}]
    fn slots<'py>(
        &self,
        py: Python<'py>,
        index: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.subject.slots(py, &index)
    }

    /// Returns the bounds of the coordinates on each axis, innermost first, with their number from 0: a dict by axis of the
    /// dicts of "min", "max" and "extent".
    ///
    /// >>> Layout("atom:mma.m16n8k16.f16.A").axes["lane"]
    /// {'min': 0, 'max': 31, 'extent': 32}
    #[getter]
    fn axes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.subject.axes(py)
    }

    /// Returns the number of slots of each index. None if it is not the same for all, or unknown.
    ///
    /// >>> Layout("atom:wmma.gfx11.w32.16x16x16.f16.A").copies
    /// 2
    #[getter]
    fn copies(&self, py: Python<'_>) -> Option<u64> {
        let placement = self.subject.placement().ok()?;
        py.detach(|| placement.copies()).ok().flatten()
    }

    /// Returns the number of parts of each value, which are combined to the value; 1 if it is whole.
    ///
    /// >>> Layout("atom:mma.m16n8k16.f16.C").parts
    /// 1
    #[getter]
    fn parts(&self) -> i64 {
        self.subject.parts()
    }

    /// Returns the share of the slots that hold an index, 1.0 for all. None if it is unknown.
    ///
    /// >>> Layout("atom:mma.m8n8k4.f16.A.row").coverage
    /// 1.0
    #[getter]
    fn coverage(&self, py: Python<'_>) -> Option<f64> {
        let placement = self.subject.placement().ok()?;
        let coverage = py.detach(|| placement.coverage()).ok().flatten()?;
        Some(coverage.share())
    }

    /// Returns what a conversion to another layout must move: the numbers of slots by the outermost axis on which a slot
    /// and its nearest source differ, the greatest of these as "class", and the bytes of the slots that move, None without
    /// an element type.
    ///
    /// >>> Layout("atom:mma.m16n8k16.f16.A").moves(Layout("atom:mma.m16n8k16.i8.A"))["class"]
    /// 'lane'
    fn moves<'py>(
        &self,
        py: Python<'py>,
        other: PyRef<'py, LayoutClass>,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.subject.moves(py, &other.subject)
    }

    /// Returns the layout as `NAME:TEXT` in another notation, exactly. Fails with the index that the notation
    /// cannot express.
    ///
    /// >>> Layout("cute:(4,8):(8,1)").to("torch")
    /// 'torch:(4,8):(8,1)'
    fn to(&self, py: Python<'_>, name: &str) -> PyResult<String> {
        let written = py.detach(|| self.subject.write(name));
        written.map_err(|witness| error_of(py, witness))
    }

    /// Returns the offsets of all indices: a NumPy array of int64 with the shape of the layout, -1 where an index has no
    /// slot.
    ///
    /// >>> Layout("torch:(2,3):(4,1)").offsets().tolist()
    /// [[0, 1, 2], [4, 5, 6]]
    fn offsets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array::offsets(py, self.memory(py, "offsets")?)
    }

    /// Returns the coordinates of the first slot of all indices: by axis a NumPy array of int64 with the shape of the
    /// layout, -1 where an index has no slot.
    ///
    /// >>> Layout("atom:mma.m8n8k4.f64.A").coordinates()["lane"][:2].tolist()
    /// [[0, 1, 2, 3], [4, 5, 6, 7]]
    fn coordinates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        array::coordinates(py, &*self.subject.placement_for(py, "coordinates")?)
    }

    /// Returns the least index of each slot: a NumPy array of int64 with a dim for each axis, the outermost first, from
    /// coordinate 0, and then one for the components of the index, -1 where a slot holds none.
    ///
    /// >>> Layout("atom:mma.m16n8k16.f16.A").slot_table()[5, 3].tolist()
    /// [9, 3]
    fn slot_table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array::slot_table(py, &*self.subject.placement_for(py, "slot_table")?)
    }

    /// Returns a picture of the layout, as `layoutc draw` does: a text, or with `format="svg"` a drawing. `view` is "grid",
    /// the offset or the slot of each index, "slots", the index of each slot, or another view of `layoutc draw`; `shade` is
    /// the meaning of the shades of cells.
    ///
    /// >>> 'data-index="1,2" data-offset="6"' in Layout("torch:(2,3):(4,1)").draw("grid", "svg")
    /// True
    #[pyo3(signature = (view = "grid", format = "text", shade = "vector"))]
    fn draw(&self, py: Python<'_>, view: &str, format: &str, shade: &str) -> PyResult<String> {
        self.picture(py, view, format, shade).map_err(|error| bad_argument(py, error.to_string()))
    }

    /// Returns the picture that Jupyter shows, cut if the layout is large; None if the layout cannot be drawn.
    fn _repr_svg_(&self, py: Python<'_>) -> Option<String> {
        self.picture(py, "grid", "svg", "vector").ok()
    }

    /// Returns True if both are the same function: shapes are equal, and offsets or sets of slots at every index. Fails if
    /// that is undecided.
    fn __eq__(&self, py: Python<'_>, other: PyRef<'_, LayoutClass>) -> PyResult<bool> {
        let (a, b) = (&self.subject, &other.subject);
        match py.detach(|| a.is_same(b)) {
            Ok(is_same) => Ok(is_same),
            Err(CompareError::Shapes(..)) => Ok(false),
            Err(error) => Err(bad_argument(py, format!("the layouts cannot be compared: {error}"))),
        }
    }

    /// Returns a hash of the function: of its shape, and of its slots at index zero and at the neighbors of it.
    fn __hash__(&self) -> u64 {
        self.subject.hash()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        fn quoted(py: Python<'_>, text: &str) -> Result<String, pyo3::PyErr> {
            PyResult::Ok(text.into_pyobject(py)?.repr()?.to_string())
        }
        match &self.written {
            Some((text, None)) => Ok(format!("Layout({})", quoted(py, text)?)),
            Some((text, Some(elem))) => {
                Ok(format!("Layout({}, elem={})", quoted(py, text)?, quoted(py, elem)?))
            }
            None => Ok(format!("<layoutc.Layout of shape {}>", self.shape(py)?.repr()?)),
        }
    }
}

impl LayoutClass {
    /// Returns a layout of a module, whose element type has no name.
    pub(crate) fn of_module(layout: Layout) -> LayoutClass {
        LayoutClass {
            subject: Subject::Memory(Box::new(NotatedLayout { layout, elem: None })),
            written: None,
        }
    }

    /// Returns a picture. The notation that the user wrote is its heading.
    fn picture(
        &self,
        py: Python<'_>,
        view: &str,
        format: &str,
        shade: &str,
    ) -> Result<String, DrawError> {
        let name = self.written.as_ref().map_or_else(String::new, |(text, _)| text.clone());
        let mut options = DrawOptions::default();
        (options.name, options.shade) = (name, draw::shade(shade)?);
        let view = draw::view(view)?;
        let format = draw::format(format)?;
        py.detach(|| match &self.subject {
            Subject::Memory(notated) => draw::draw(&notated.layout, view, format, &options),
            Subject::Placed(placed) => {
                draw::draw_placement(&placed.placement, view, format, &options)
            }
        })
    }

    /// Returns the layout in memory, which a member needs.
    ///
    /// # Errors
    /// The layout is a placement.
    fn memory(&self, py: Python<'_>, member: &str) -> PyResult<&Layout> {
        self.subject.memory(member).map_err(|message| bad_argument(py, message))
    }
}
