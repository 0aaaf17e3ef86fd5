//! The Python module of layoutc. `python/layoutc` exports it with its types, and `docs/how-to/python.md` shows its use.
//!
//! ```python
//! >>> import layoutc
//! >>> layoutc.Layout("cute:(4,8):(8,1)").offset([1, 2])
//! 10
//! ```
//!
//! A call that can be long releases the interpreter lock, so threads of Python run layoutc at once. Layouts never change.
//! A module has a lock of its own, so that threads can share it.
//!
//! In reading order: `diagnostics` has the exception and the reasons in it; `array` converts between arrays and layouts;
//! `memory` is the memory of arrays of NumPy, and `bulk` computes many offsets and moves elements in it; `access` counts
//! bank conflicts; `subject` is a layout in memory or a placement; `layout` has layouts and notations; `module` modules,
//! passes and emitters; `import` reads models of ONNX; `solve` computes strides without a module.
//! Doc comments of the classes are their docstrings, whose examples are executed by the tests.

mod access;
mod array;
mod bulk;
mod diagnostics;
mod import;
mod layout;
mod memory;
mod module;
mod solve;
mod subject;

/// Tensor layouts: notations, exact strides, and descriptions for Vulkan.
///
/// >>> layout = Layout("trt:kCHW32[1,35,7,5]:f16")
/// >>> layout.offset([0, 33, 6, 4]), layout.size_bytes
/// (2209, 4480)
/// >>> solve([1, 3, 8, 8], "NHWC", "m2: aligned<8 bytes>", 16)
/// (256, 1, 32, 4)
/// >>> module = Module.parse("layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>")
/// >>> module.run("resolve-strides").layout("x").strides
/// (8, 1)
#[pyo3::pymodule]
mod _native {
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_export]
    use crate::diagnostics::{DiagnosticClass, Error, PythonConflict};
    #[pymodule_export]
    use crate::import::{explain, import_onnx};
    #[pymodule_export]
    use crate::layout::LayoutClass;
    #[pymodule_export]
    use crate::module::ModuleClass;
    #[pymodule_export]
    use crate::solve::solve;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        // An `Error` that a user creates has no reasons.
        py.get_type::<Error>().setattr("diagnostics", PyTuple::empty(py))?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
