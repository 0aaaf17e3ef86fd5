//! Modules: parsed, run, and emitted.

use crate::diagnostics::{error_of, tuple_of};
use crate::layout::LayoutClass;
use compiler::{Report, Reported, SourceModule, codegen, registry};
use draw::{DrawError, DrawOptions};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyString, PyTuple};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// A module in layoutc's language, MLIR. Threads can share it.
///
/// >>> module = Module.parse('''
/// ... layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>
/// ... ''')
/// >>> "strides = [8, 1]" in str(module.run("resolve-strides"))
/// True
#[pyclass(name = "Module", module = "layoutc", frozen)]
#[derive(Debug)]
pub(crate) struct ModuleClass(RwLock<SourceModule>);

#[pymethods]
impl ModuleClass {
    /// Parses and verifies a module. `path` names the text in diagnostics.
    ///
    /// >>> Module.parse("layout.tensr @x")
    /// Traceback (most recent call last):
    /// ...
    /// layoutc.Error: <text>:1:1: error[L0209]: unknown op `layout.tensr` in custom form
    ///   note: did you mean `layout.tensor`?
    #[staticmethod]
    #[pyo3(signature = (text, path = "<text>"))]
    fn parse(py: Python<'_>, text: &str, path: &str) -> PyResult<ModuleClass> {
        let parsed = py.detach(|| SourceModule::parse(text, path, registry()));
        parsed.map(ModuleClass::new).map_err(|report| error_of(py, report))
    }

    /// Runs passes, written as for `layoutc --passes`, and returns the module, which they change.
    ///
    /// `target` is the name of a shipped target, or of a `layout.target` in the module. If a pass reports an error, the
    /// module is unchanged. With `alternatives`, `moves` states what other layouts cost, which takes longer.
    ///
    /// >>> module = Module.parse("layout.tensor @x : tensor<4x5xf32>")
    /// >>> module.run("resolve-strides,lower-to-vulkan", target="emulation") is module
    /// True
    #[pyo3(signature = (passes, target = None, alternatives = false))]
    fn run<'py>(
        slf: Bound<'py, Self>,
        passes: &str,
        target: Option<&str>,
        alternatives: bool,
    ) -> PyResult<Bound<'py, Self>> {
        let module = slf.get();
        let ran = slf.py().detach(|| match alternatives {
            true => module.write().run_explained(passes, target),
            false => module.write().run(passes, target),
        });
        ran.map_err(|report| error_of(slf.py(), report))?;
        Ok(slf)
    }

    /// Returns what the emitter of a kind writes, as `layoutc --emit` does: a str, or bytes if the kind is binary.
    ///
    /// Passes that the emitter needs run on a copy. Options of the emitter are keywords.
    ///
    /// >>> module = Module.parse("layout.tensor @x : tensor<4x5xf32>")
    /// >>> import json
    /// >>> json.loads(module.emit("vk-json", target="emulation"))["tensors"][0]["pDimensions"]
    /// [4, 5]
    #[pyo3(signature = (kind, target = None, **options))]
    fn emit<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        target: Option<&str>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = options.map_or(Ok(Vec::new()), texts)?;
        let options: Vec<(&str, &str)> =
            options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let written = py.detach(|| self.read().emit(kind, &options, target));
        let written = written.map_err(|report| error_of(py, report))?;
        if codegen::find(kind).is_some_and(|emitter| emitter.binary) {
            return Ok(PyBytes::new(py, &written).into_any());
        }
        Ok(PyString::new(py, &String::from_utf8(written)?).into_any())
    }

    /// Returns the layout of `x` or `@x`, a tensor, a descriptor or a notation, or of a value `@f:%x`.
    ///
    /// >>> Module.parse('layout.notation @n "cute:(4,8):(8,1)"').layout("n") == Layout("cute:(4,8):(8,1)")
    /// True
    fn layout(&self, py: Python<'_>, symbol: &str) -> PyResult<LayoutClass> {
        let found = py.detach(|| self.read().element_layout(symbol));
        found.map(LayoutClass::of_module).map_err(|report| error_of(py, report))
    }

    /// Returns the counts of the passes that ran, as `layoutc --stats` prints them: a dict of the counts by name for each
    /// pass. The counts of a pass that ran several times are added.
    ///
    /// >>> module = Module.parse("layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>")
    /// >>> module.run("resolve-strides").stats
    /// {'resolve-strides': {'tensors resolved': 1}}
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        let runs = py.detach(|| self.read().stats().to_vec());
        for run in runs {
            let counts = match all.get_item(&run.pass)? {
                Some(counts) => counts.cast_into::<PyDict>()?,
                None => PyDict::new(py),
            };
            for (name, count) in run.counts {
                let before: u64 = counts.get_item(name)?.map_or(Ok(0), |it| it.extract())?;
                counts.set_item(name, before.saturating_add(count))?;
            }
            all.set_item(run.pass, counts)?;
        }
        Ok(all)
    }

    /// Returns the reasons for the layout of `@x` or of a value `@f:%x`, as `layoutc explain` prints them: each decision of a
    /// pass with its notes. The passes so far run again.
    ///
    /// >>> module = Module.parse("layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>")
    /// >>> print(module.run("resolve-strides").explain("@x").splitlines()[1])
    /// <text>:1:1: `resolve-strides` assigned the strides [8, 1], the least that its requirements allow
    fn explain(&self, py: Python<'_>, symbol: &str) -> PyResult<String> {
        let explained = py.detach(|| self.read().explain(symbol));
        explained.map_err(|report| error_of(py, report))
    }

    /// Returns a picture of the graph of a function, as `layoutc draw` does: its ops and values with their layouts and
    /// copies. A layout is drawn by `module.layout(symbol).draw()`.
    ///
    /// >>> module = Module.parse('''
    /// ... func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
    /// ...   return %x : tensor<4x8xf32>
    /// ... }
    /// ... ''')
    /// >>> "<svg" in module.draw("@f", format="svg")
    /// True
    #[pyo3(signature = (function, view = "graph", format = "text"))]
    fn draw(&self, py: Python<'_>, function: &str, view: &str, format: &str) -> PyResult<String> {
        let drawn = py.detach(|| self.graph(function, view, format));
        drawn.map_err(|report| error_of(py, report))
    }

    /// Returns the moves of the module between layouts, as `layoutc --report=json` prints them: the reorders with bytes and
    /// users, those of constants, and free views.
    ///
    /// >>> module = Module.parse('''
    /// ... func.func @f(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x1x1xf32> {layout.constant}) -> tensor<1x4x8x8xf32> {
    /// ...   %0 = "onnx.Conv"(%x, %w) : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
    /// ...   return %0 : tensor<1x4x8x8xf32>
    /// ... }
    /// ... ''')
    /// >>> moves = module.run("assign-layouts", target="channels_last", alternatives=True).moves()
    /// >>> moves["reorders"], moves["moves"][0]["from"], moves["moves"][0]["users"][0]["op"]
    /// (2, '@f:%x', 'onnx.Conv')
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = py.detach(|| serde_json::to_string(&self.read().moves()));
        let text = text.map_err(|error| PyValueError::new_err(error.to_string()))?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// Returns the warnings and remarks of the calls so far.
    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let warnings: Report = py.detach(|| self.read().warnings().clone());
        tuple_of(py, warnings)
    }

    /// Returns the text of the module.
    fn __str__(&self, py: Python<'_>) -> String {
        py.detach(|| self.read().to_string())
    }
}

/// The lock is taken without the interpreter lock, so no thread waits for both. A call that panics leaves the module
/// unchanged.
impl ModuleClass {
    /// Returns a module.
    pub(crate) fn new(module: SourceModule) -> ModuleClass {
        ModuleClass(RwLock::new(module))
    }

    /// Returns a picture of the graph of a function.
    fn graph(&self, function: &str, view: &str, format: &str) -> Result<String, Report> {
        let drawn = |error: DrawError| Reported::of_query(error.to_string());
        let (view, format) =
            (draw::view(view).map_err(drawn)?, draw::format(format).map_err(drawn)?);
        let module = self.read();
        let mut symbols = module.symbols();
        let name = format!("@{}", function.trim_start_matches('@'));
        let found = symbols.function_op(&name);
        let found = found.map_err(|fault| Report::from(vec![fault.into_diag()]))?;
        let op = found.ok_or_else(|| {
            Reported::of_query(format!("`{name}` is not a function; draw its layout instead"))
        })?;
        let graph = draw::layout_graph(symbols.module(), symbols.registry(), op);
        let mut options = DrawOptions::default();
        options.name = name;
        draw::draw_graphs(&[graph], view, format, &options).map_err(drawn)
    }

    fn read(&self) -> RwLockReadGuard<'_, SourceModule> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, SourceModule> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns keywords as options of an emitter: `index_type="i32"` is `index-type=i32`.
fn texts(options: &Bound<'_, PyDict>) -> PyResult<Vec<(String, String)>> {
    options
        .iter()
        .map(|(name, value)| {
            let value = match value.cast::<PyBool>() {
                Ok(value) => value.is_true().to_string(),
                Err(_) => value.str()?.to_string(),
            };
            Ok((name.extract::<String>()?.replace('_', "-"), value))
        })
        .collect()
}
