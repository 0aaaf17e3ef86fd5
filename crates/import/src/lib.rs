//! ONNX models as modules: their ops, the shape of every value, and no weights.
//!
//! ```
//! # use ir as layoutc_ir;
//! use layoutc_ir::{Registry, diag::Sink, print::{PrintOptions, module_to_string}};
//!
//! // A model of one op, `y = Relu(x)`, in the bytes of its protocol buffer: number of a field, length, content.
//! let field = |number: u8, content: &[u8]| [&[number << 3 | 2, content.len() as u8], content].concat();
//! let f32_of_2 = [vec![8, 1], field(2, &field(1, &[8, 2]))].concat();
//! let value = |name: &str| [field(1, name.as_bytes()), field(2, &field(1, &f32_of_2))].concat();
//! let relu = [field(1, b"x"), field(2, b"y"), field(4, b"Relu")].concat();
//! let graph = [field(1, &relu), field(11, &value("x")), field(12, &value("y"))].concat();
//!
//! let mut sink = Sink::default();
//! let module = layoutc_import::import(&field(7, &graph), "relu.onnx", &mut sink).unwrap();
//! let text = module_to_string(&module, &Registry::new(), PrintOptions::default());
//! assert!(text.contains("%y = \"onnx.Relu\"(%x) : (tensor<2xf32>) -> tensor<2xf32>"), "{text}");
//! ```
//!
//! [`import`] is all there is. On its way, in reading order: `wire` holds the file's lengths against each other, and
//! rten-onnx decodes it; `elem` knows element types and `literal` elements; `graph` finds what is known of each
//! value, by the rules of `infer`, which see a node as `call` shows it; `op_form` says how a node is written, and `emit`
//! writes the module.
//!
//! What comes out: one function `@main_graph`, whose arguments are the model's inputs and, after them, its
//! weights without their values. Small integer tensors, which are shapes and axes, are `onnx.Constant`s, and so is
//! what is computed from shapes alone. Ops are named and spelled as onnx-mlir does, and located by the names of their
//! nodes. Types have no layout.

mod call;
mod elem;
mod emit;
mod graph;
mod infer;
mod literal;
mod op_form;
mod wire;

use ir::Module;
use ir::diag::{Sink, code};
use ir::source::Span;
use rten_onnx::onnx::ModelProto;

/// Imports a model from the bytes of its file; none if a fault was told to the sink.
///
/// `name` is the file's, for messages and locations. Diagnostics have no span, as a binary file has no lines: they
/// name the file and the node or tensor. The module is not verified.
pub fn import(bytes: &[u8], name: &str, sink: &mut Sink) -> Option<Module> {
    let mut own = Sink::default();
    let module = module(bytes, name, &mut own);
    for mut diag in own.take() {
        diag.message = format!("`{name}`: {}", diag.message);
        sink.push(diag);
    }
    module
}

fn module(bytes: &[u8], name: &str, sink: &mut Sink) -> Option<Module> {
    let model = match decode(bytes) {
        Ok(model) => model,
        Err(reason) => {
            sink.error(code::SYNTAX, Span::NONE, format!("this is no ONNX model: {reason}"));
            return None;
        }
    };
    let Some(proto) = &model.graph else {
        sink.error(code::SYNTAX, Span::NONE, "this is no ONNX model: it has no graph");
        return None;
    };
    let graph = graph::OnnxGraph::read(proto, opset(&model), sink);
    if sink.has_errors() {
        return None;
    }
    emit::emit(&graph, name, sink)
}

fn decode(bytes: &[u8]) -> Result<ModelProto, String> {
    wire::check(bytes)?;
    ModelProto::parse_buf(bytes).map_err(|error| error.to_string())
}

/// The version of ONNX's own set of ops; the first where the file does not say it.
fn opset(model: &ModelProto) -> i64 {
    let mut sets = model.opset_import.iter();
    let own = sets.find(|set| matches!(set.domain.as_deref(), None | Some("" | "ai.onnx")));
    own.and_then(|set| set.version).unwrap_or(1)
}
