//! Importer of ONNX models: their ops and the shape of every value, without the weights.
//!
//! ```
//! # use ir as layoutc_ir;
//! use layoutc_ir::{Registry, diag::Sink, print::{PrintOptions, module_to_string}};
//!
//! // A model of one op, `y = Relu(x)`, as Protocol Buffers. A field is its number, its length and its content.
//! let field = |number: u8, content: &[u8]| [&[number << 3 | 2, content.len() as u8], content].concat();
//! let f32_of_2 = [vec![8, 1], field(2, &field(1, &[8, 2]))].concat();
//! let value = |name: &str| [field(1, name.as_bytes()), field(2, &field(1, &f32_of_2))].concat();
//! let relu = [field(1, b"x"), field(2, b"y"), field(4, b"Relu")].concat();
//! let graph = [field(1, &relu), field(11, &value("x")), field(12, &value("y"))].concat();
//!
//! let mut sink = Sink::default();
//! let options = layoutc_import::ImportOptions::default();
//! let module = layoutc_import::import(&field(7, &graph), "relu.onnx", &options, &mut sink).unwrap();
//! let text = module_to_string(&module, &Registry::new(), PrintOptions::default());
//! assert!(text.contains("%y = \"onnx.Relu\"(%x) : (tensor<2xf32>) -> tensor<2xf32>"), "{text}");
//! ```
//!
//! [`import`] writes a module, and [`ModelWeights`] reads the elements that it omits. [`fold()`] writes these elements in the
//! layouts of the compiled module. The modules of `import`, in the order of the pipeline: `wire` checks every length of the
//! file against the message around it and removes the elements of weights, and rten-onnx then decodes the rest, without
//! functions, which `function` decodes. `inline` replaces calls of functions and makes names unique, which results in the
//! `model_graph`. `elem` defines element types, and `literal` tensors with known elements. `stated` reads the types in the
//! file, and `graph` finds the type of each value with the rules of `infer`, which see a node as a `call::Call`; `control`
//! does so for branches and loops. The result is a list of `steps`. `liveness` finds those that the outputs depend on,
//! `op_form` returns the name, attributes and operands of a node's op, and `emit` writes the module with `writer` and
//! `regions`.
//!
//! The module has one function, `@main_graph`. Its arguments are the inputs of the model, followed by its weights, which
//! have the attribute `layout.constant`; the elements of weights are not imported. Small integer tensors (shapes and axes) and values computed from shapes alone
//! become `onnx.Constant` ops. A branch whose condition is known replaces its `If`; other branches and loops become ops of
//! `scf`. Ops are named and spelled as onnx-mlir does, and located by the names of their nodes.
//! Types have no layout; `bounds` proves which dynamic lengths have an upper bound.

mod bounds;
mod call;
mod control;
mod elem;
mod emit;
mod export;
mod fold;
mod function;
mod graph;
mod infer;
mod inline;
mod limits;
mod literal;
mod liveness;
mod model_file;
mod model_graph;
mod op_form;
mod op_versions;
mod options;
mod regions;
mod stated;
mod steps;
mod weights;
mod wire;
mod writer;

pub use emit::FUNCTION;
pub use export::{ExportOptions, ExportedFile, OnnxExport, WriteExport};
pub use fold::{ALIGNMENT, FoldedWeight, WeightManifest, fold};
pub use model_file::ModelFile;
pub use options::{BoolStorage, ImportOptions};
pub use weights::{ExternalData, ModelWeights, OpenData, WeightElements};

use bounds::GraphBounds;
use function::FunctionProto;
use graph::OnnxGraph;
use ir::Module;
use ir::diag::{Diag, Severity, Sink, code};
use ir::progress::{NoProgress, Progress};
use ir::source::Span;
use model_graph::ModelGraph;
use rten_onnx::onnx::ModelProto;
use std::io::Cursor;

/// The limits of the crate, for the documentation.
pub const LIMITS: &[ir::layout::Limit] = limits::ALL;

/// Imports a model from the bytes of its file. `None` if an error was reported to the sink.
///
/// `name` is the name of the file, for messages and locations. A binary file has no lines, so diagnostics have no span:
/// they name the file and the node or tensor. The module is not verified.
pub fn import(
    bytes: &[u8],
    name: &str,
    options: &ImportOptions,
    sink: &mut Sink,
) -> Option<Module> {
    import_with_progress(bytes, name, options, &mut NoProgress, sink)
}

/// Imports a model as [`import`] does, and reports the nodes whose types are known.
pub fn import_with_progress(
    bytes: &[u8],
    name: &str,
    options: &ImportOptions,
    progress: &mut dyn Progress,
    sink: &mut Sink,
) -> Option<Module> {
    let mut own = Sink::default();
    let module = read_module(bytes, name, options, progress, &mut own);
    for mut diag in own.take() {
        diag.message = format!("`{name}`: {}", diag.message);
        sink.push(diag);
    }
    module
}

fn read_module(
    bytes: &[u8],
    name: &str,
    options: &ImportOptions,
    progress: &mut dyn Progress,
    sink: &mut Sink,
) -> Option<Module> {
    let model = model(&mut Cursor::new(bytes), sink)?;
    let graph = OnnxGraph::read(&model, options, progress, sink);
    if sink.has_errors() {
        return None;
    }
    if options.bounds.is_empty() {
        return emit::emit(&graph, &GraphBounds::default(), name, options.any_layouts, sink);
    }
    let dims = options.dims.iter().chain(&options.bounds).cloned().collect();
    let fixed = ImportOptions { dims, bounds: Vec::new(), ..options.clone() };
    let mut own = Sink::default();
    let closed = OnnxGraph::read(&model, &fixed, progress, &mut own);
    for mut diag in own.take() {
        diag.message = format!("with the bounds as lengths, {}", diag.message);
        sink.push(diag);
    }
    if sink.has_errors() {
        return None;
    }
    let bounds = GraphBounds::new(&graph, &closed);
    if let Some((count, first, dim)) = bounds.unbounded {
        sink.push(unbounded(count, first, dim));
    }
    emit::emit(&graph, &bounds, name, options.any_layouts, sink)
}

/// Returns the remark about dynamic lengths that have no bound.
fn unbounded(count: usize, first: &str, dim: usize) -> Diag {
    let message = match count {
        1 => format!("the length of d{dim} of `{first}` is dynamic and has no bound"),
        _ => format!(
            "{count} lengths are dynamic and have no bound, the first is that of d{dim} of `{first}`"
        ),
    };
    Diag::new(Severity::Remark, code::SHAPE, Span::NONE, message).note(
        "a length has a bound if it grows with every symbolic dim that it depends on, and each of these has a bound",
    )
}

/// Returns the graph of a model without the elements of its weights. `None` if an error was reported.
fn model(file: &mut dyn ModelFile, sink: &mut Sink) -> Option<ModelGraph> {
    let reason = match wire::reduced(file).and_then(|reduced| decoded(&reduced)) {
        Ok((model, functions)) if model.graph.is_some() => {
            let graph = inline::inlined(model, &functions, sink);
            return (!sink.has_errors()).then_some(graph);
        }
        Ok(_) => "the file has no graph".to_owned(),
        Err(reason) => reason,
    };
    sink.error(code::SYNTAX, Span::NONE, format!("invalid ONNX model: {reason}"));
    None
}

fn decoded(bytes: &[u8]) -> Result<(ModelProto, Vec<FunctionProto>), String> {
    let model = ModelProto::parse_buf(bytes).map_err(|error| error.to_string())?;
    Ok((model, function::functions(bytes)?))
}
