//! Layouts: their facts, their offsets, slots and indices, and notations.

use crate::access;
use crate::array;
use crate::bulk::{self, IndexArray};
use crate::diagnostics::{bad_argument, error_of};
use crate::subject::{Subject, fitting};
use compiler::ir::layout::{CompareError, Elems, Layout};
use compiler::notation::{self, ElementType, NotatedLayout};
use compiler::{Reported, strides_of};
use draw::{DrawError, DrawOptions};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyTuple};

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
    written: Option<Written>,
}

/// A notation, and an element type for one that has none.
type Written = (String, Option<String>);

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

    /// Returns the name of the element type in NumPy. None if that is unknown, or NumPy lacks the type.
    ///
    /// >>> Layout("trt:kCHW32[1,35,7,5]:f16").dtype, Layout("cute:(4,8):(8,1)").dtype
    /// ('float16', None)
    #[getter]
    fn dtype(&self) -> Option<&'static str> {
        self.subject.elem().and_then(bulk::dtype_of)
    }

    /// Returns the offset of an index, in elements. None if the index has no slot: it is out of range, or padding.
    ///
    /// `index` may be an array of integers with a dim of indices, or several, before that of the components. Then the result
    /// is a NumPy array of int64, -1 where an index has no slot.
    ///
    /// >>> layout = Layout("cute:(4,8):(8,1)")
    /// >>> layout.offset([3, 7]), layout.offset([4, 0]) is None
    /// (31, True)
    /// >>> import numpy
    /// >>> layout.offset(numpy.array([[3, 7], [4, 0]])).tolist()
    /// [31, -1]
    fn offset<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let layout = self.memory(py, "offset")?;
        if let Some(indices) = IndexArray::read(index, self.subject.shape().len())? {
            return indices.offsets(layout).map(Some);
        }
        let Some(index) = self.subject.index_of(py, &index.extract::<Vec<_>>()?)? else {
            return Ok(None);
        };
        let found = layout.offset_of(&index);
        let found = found.map_err(|error| bad_argument(py, error.to_string()))?;
        Ok(found.map(|offset| offset.get().into_pyobject(py)).transpose()?.map(Bound::into_any))
    }

    /// Returns True if an index has a slot. Of an array of indices, as for `offset`, the result is a NumPy array of bool.
    ///
    /// >>> Layout("cute:(4,8):(8,1)").valid([3, 7])
    /// True
    fn valid<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(indices) = IndexArray::read(index, self.subject.shape().len())? {
            return match &self.subject {
                Subject::Memory(notated) => indices.valid(&notated.layout),
                Subject::Placed(placed) => indices.valid_of_placement(&placed.placement),
            };
        }
        let is_valid = self.is_valid(py, &index.extract::<Vec<_>>()?)?;
        Ok(PyBool::new(py, is_valid).to_owned().into_any())
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
        bulk::offsets(py, self.memory(py, "offsets")?)
    }

    /// Returns the memory of a tensor with the elements of an array of the shape of the layout: a NumPy array of one dim and
    /// of the same element type, with zeros as padding. Elements have 1, 2, 4 or 8 bytes.
    ///
    /// >>> import numpy
    /// >>> Layout("torch:(2,3):(4,1)").pack(numpy.array([[1, 2, 3], [4, 5, 6]])).tolist()
    /// [1, 2, 3, 0, 4, 5, 6, 0]
    fn pack<'py>(&self, py: Python<'py>, array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        bulk::pack(self.memory(py, "pack")?, array)
    }

    /// Returns the elements of a tensor from its memory, an array or bytes: a NumPy array of the shape of the layout, with
    /// zeros where an index has no slot. `dtype` is the element type of the bytes, that of the layout by default.
    ///
    /// >>> layout = Layout("torch:(2,3):(4,1):i8")
    /// >>> layout.unpack(bytes([1, 2, 3, 0, 4, 5, 6, 0])).tolist()
    /// [[1, 2, 3], [4, 5, 6]]
    #[pyo3(signature = (memory, dtype = None))]
    fn unpack<'py>(
        &self,
        py: Python<'py>,
        memory: &Bound<'py, PyAny>,
        dtype: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        bulk::unpack(self.memory(py, "unpack")?, memory, dtype, self.subject.elem())
    }

    /// Returns the memory transactions and the bank conflicts of lanes that step through dims, the last one fastest, as
    /// `layoutc eval --access` prints them: "degree" is the number of accesses of the worst group of lanes to one bank, "at"
    /// the index of its first lane. `elem_bytes` is the size of an element of a layout without element type, 4 by default.
    ///
    /// >>> rows = Layout("torch:(32,32):(32,1):f32")
    /// >>> rows.bank_conflicts([0])["degree"], rows.bank_conflicts([1])["degree"]
    /// (32, 1)
    #[pyo3(signature = (dims, lanes = 32, banks = 32, bank_bytes = 4, elem_bytes = None))]
    fn bank_conflicts<'py>(
        &self,
        py: Python<'py>,
        dims: Vec<usize>,
        lanes: u32,
        banks: u32,
        bank_bytes: u32,
        elem_bytes: Option<u32>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let layout = self.memory(py, "bank_conflicts")?;
        let access = access::Lanes { dims, lanes, banks, bank_bytes, elem_bytes };
        access::conflicts(py, layout, &access)
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
        if let Subject::Memory(notated) = &self.subject
            && let Some(table) = bulk::slot_table(py, &notated.layout)?
        {
            return Ok(table);
        }
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
            None => {
                let strides = match &self.subject {
                    Subject::Memory(_) => self.strides(py)?,
                    Subject::Placed(_) => None,
                };
                let strides = strides.map(|strides| strides.repr()).transpose()?;
                let strides = strides.map_or_else(String::new, |it| format!(", strides {it}"));
                Ok(format!("<layoutc.Layout of shape {}{strides}>", self.shape(py)?.repr()?))
            }
        }
    }

    /// Returns the notation of the layout, for `pickle` and `copy`. Fails if no notation expresses the layout.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Written)> {
        let class = py.get_type::<LayoutClass>().into_any();
        if let Some(written) = &self.written {
            return Ok((class, written.clone()));
        }
        let text = py.detach(|| {
            let mut names = notation::NOTATIONS.iter().map(|notation| notation.name);
            names.find_map(|name| self.subject.write(name).ok())
        });
        let text = text.ok_or_else(|| {
            bad_argument(py, "the layout cannot be pickled: no notation expresses it")
        })?;
        Ok((class, (text, None)))
    }
}

impl LayoutClass {
    /// Returns a layout of a module.
    pub(crate) fn of_module(notated: NotatedLayout) -> LayoutClass {
        LayoutClass { subject: Subject::Memory(Box::new(notated)), written: None }
    }

    /// Returns `true` if an index has a slot.
    fn is_valid(&self, py: Python<'_>, index: &[Bound<'_, PyAny>]) -> PyResult<bool> {
        let Some(index) = self.subject.index_of(py, index)? else { return Ok(false) };
        match &self.subject {
            Subject::Memory(notated) => {
                let found = notated.layout.offset_of(&index);
                Ok(found.map_err(|error| bad_argument(py, error.to_string()))?.is_some())
            }
            Subject::Placed(placed) => {
                let slots = placed.placement.slots_of(&index);
                Ok(!slots.map_err(|error| bad_argument(py, error.to_string()))?.is_empty())
            }
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
