//! Layouts: their facts, their offsets and indices, and notations.

use crate::array;
use crate::diagnostics::{bad_argument, error_of};
use compiler::ir::layout::{AddressError, CompareError, Elems, Layout, LogicalIndex};
use compiler::notation::{self, ElementType, NotatedLayout};
use compiler::{Reported, strides_of};
use draw::{DrawError, DrawOptions};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A layout: a function from a logical index to the offset of an element.
///
/// `notation` is `NAME:TEXT`, such as "cute:(4,8):(8,1)", "torch:(2,3):(3,1)" or "xla:f32[3,5]{1,0:T(2,2)}". `elem` is an
/// element type such as "f16", for a notation that has none. Layouts are equal if they are the same function.
///
/// >>> layout = Layout("cute:(4,8):(8,1)")
/// >>> layout.shape, layout.strides, layout.offset([1, 2]), layout.index(10)
/// ((4, 8), (8, 1), 10, (1, 2))
/// >>> layout == Layout("torch:contiguous(4,8)")
/// True
#[pyclass(name = "Layout", module = "layoutc", frozen)]
#[derive(Clone, Debug)]
pub(crate) struct LayoutClass {
    notated: NotatedLayout,
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
        let read = py.detach(|| notation::read(&notation, given));
        let notated =
            read.map_err(|fault| error_of(py, Reported::of_notation(&notation, fault)))?;
        Ok(LayoutClass { notated, written: Some((notation, elem)) })
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
        Ok(LayoutClass { notated: array::layout_of(array)?, written: None })
    }

    /// Returns the lengths of the logical dims; None for a dynamic length.
    ///
    /// >>> Layout("trt:kCHW32[1,35,7,5]:f16").shape
    /// (1, 35, 7, 5)
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.layout().shape().values().map(|length| length.get()))
    }

    /// Returns the strides of the logical dims, in elements; 0 for a dim of length 1. None if the layout is not strided.
    ///
    /// >>> Layout("torch:channels_last(2,3,4,5)").strides
    /// (60, 1, 15, 3)
    /// >>> Layout("trt:kCHW32[1,35,7,5]:f16").strides is None
    /// True
    #[getter]
    fn strides<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let strides = py.detach(|| strides_of(self.layout()));
        strides.map(|strides| PyTuple::new(py, strides)).transpose()
    }

    /// Returns the number of elements from slot 0 to the greatest used slot. None if that is unknown.
    ///
    /// >>> Layout("torch:(4,5):(8,1)").span
    /// 29
    #[getter]
    fn span(&self, py: Python<'_>) -> Option<i64> {
        py.detach(|| self.layout().span()).ok().map(Elems::get)
    }

    /// Returns the number of elements that memory needs, with storage padding. None if that is unknown.
    ///
    /// >>> Layout("torch:(4,5):(8,1)").allocation
    /// 32
    #[getter]
    fn allocation(&self, py: Python<'_>) -> Option<i64> {
        py.detach(|| self.layout().allocation()).ok().map(Elems::get)
    }

    /// Returns the number of bytes that memory needs. None if that or the element type is unknown.
    ///
    /// >>> Layout("torch:(4,5):(8,1):f16").size_bytes
    /// 64
    #[getter]
    fn size_bytes(&self, py: Python<'_>) -> Option<i64> {
        py.detach(|| self.layout().size_in_bytes()).ok().map(|size| size.get())
    }

    /// Returns True if no two valid indices have one slot. None if that is unknown.
    ///
    /// >>> Layout("torch:(4,5):(0,1)").injective
    /// False
    #[getter]
    fn injective(&self, py: Python<'_>) -> Option<bool> {
        py.detach(|| self.layout().is_injective()).ok()
    }

    /// Returns the vector width along each logical dim, in elements: the greatest power of two up to 64, such that every
    /// aligned group of that many indices is contiguous and aligned in memory. None if that is unknown.
    ///
    /// >>> Layout("cute:(4,8):(8,1)").vector_width
    /// (1, 8)
    #[getter]
    fn vector_width<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let widths = py.detach(|| self.layout().vector_widths()).ok();
        widths.map(|widths| PyTuple::new(py, widths)).transpose()
    }

    /// Returns the offset of an index, in elements. None if the index has no slot: it is out of range, or padding.
    ///
    /// >>> Layout("cute:(4,8):(8,1)").offset([4, 0]) is None
    /// True
    fn offset(&self, py: Python<'_>, index: Vec<Bound<'_, PyAny>>) -> PyResult<Option<i64>> {
        let components: Vec<Option<i64>> = index.iter().map(fitting).collect::<PyResult<_>>()?;
        let rank = self.layout().shape().len();
        if components.len() != rank {
            let message = format!("expected an index of {rank} components, found ");
            return Err(bad_argument(py, format!("{message}{}", components.len())));
        }
        // A number that does not fit 64 bits is below no length.
        let Some(components) = components.into_iter().collect::<Option<Vec<i64>>>() else {
            return Ok(None);
        };
        let index = LogicalIndex::new(components).map_err(AddressError::Rank);
        let found = index.and_then(|index| self.layout().offset_of(&index));
        Ok(found.map_err(|error| bad_argument(py, error.to_string()))?.map(Elems::get))
    }

    /// Returns True if an index has a slot.
    ///
    /// >>> Layout("cute:(4,8):(8,1)").valid([3, 7])
    /// True
    fn valid(&self, py: Python<'_>, index: Vec<Bound<'_, PyAny>>) -> PyResult<bool> {
        Ok(self.offset(py, index)?.is_some())
    }

    /// Returns the least index that has a slot. None if no index has it: a gap, padding, or outside of memory.
    ///
    /// >>> Layout("torch:(4,5):(8,1)").index(9), Layout("torch:(4,5):(8,1)").index(7)
    /// ((1, 1), None)
    fn index<'py>(
        &self,
        py: Python<'py>,
        offset: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let Some(slot) = fitting(offset)? else { return Ok(None) };
        let owners = py.detach(|| self.layout().owners_of(Elems::new(slot)));
        let owners = owners.map_err(|error| bad_argument(py, error.to_string()))?;
        let index = owners.first.map(|index| index.values().copied().collect::<Vec<_>>());
        index.map(|index| PyTuple::new(py, index)).transpose()
    }

    /// Returns the layout as `NAME:TEXT` in another notation, exactly. Fails with the index that the notation
    /// cannot express.
    ///
    /// >>> Layout("cute:(4,8):(8,1)").to("torch")
    /// 'torch:(4,8):(8,1)'
    fn to(&self, py: Python<'_>, name: &str) -> PyResult<String> {
        let NotatedLayout { layout, elem } = &self.notated;
        let written = py.detach(|| notation::write(name, layout, *elem));
        written.map_err(|witness| error_of(py, witness))
    }

    /// Returns the offsets of all indices: a NumPy array of int64 with the shape of the layout, -1 where an index has no
    /// slot.
    ///
    /// >>> Layout("torch:(2,3):(4,1)").offsets().tolist()
    /// [[0, 1, 2], [4, 5, 6]]
    fn offsets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array::offsets(py, self.layout())
    }

    /// Returns a picture of the layout, as `layoutc draw` does: a text, or with `format="svg"` a drawing. `view` is "grid",
    /// the offset of each index, or another view of `layoutc draw`; `shade` is the meaning of the shades of cells.
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

    /// Returns True if both are the same function: shapes are equal, and offsets at every index. Fails if that is
    /// undecided.
    fn __eq__(&self, py: Python<'_>, other: PyRef<'_, LayoutClass>) -> PyResult<bool> {
        let a = self.layout();
        let b = other.layout();
        match py.detach(|| a.difference(b)) {
            Ok(difference) => Ok(difference.is_none()),
            Err(CompareError::Shapes(..)) => Ok(false),
            Err(error) => Err(bad_argument(py, format!("the layouts cannot be compared: {error}"))),
        }
    }

    /// Returns a hash of the function: of its shape, and of its offsets at index zero and at the neighbors of it.
    fn __hash__(&self) -> u64 {
        let shape = self.layout().shape();
        let rank = shape.len();
        let mut hasher = DefaultHasher::new();
        shape.values().for_each(|length| length.get().hash(&mut hasher));
        for dim in 0..=rank {
            let index = LogicalIndex::new((0..rank).map(|at| i64::from(at == dim)));
            let found = index.ok().and_then(|index| self.layout().offset_of(&index).ok().flatten());
            found.map(Elems::get).hash(&mut hasher);
        }
        hasher.finish()
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
        LayoutClass { notated: NotatedLayout { layout, elem: None }, written: None }
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
        py.detach(|| draw::draw(self.layout(), view, format, &options))
    }

    fn layout(&self) -> &Layout {
        &self.notated.layout
    }
}

/// Returns an integer of Python; `None` if it does not fit 64 bits.
fn fitting(number: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    match number.extract() {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(number.py()) => Ok(None),
        Err(error) => Err(error),
    }
}
