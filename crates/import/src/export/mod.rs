//! Models of ONNX from modules of ONNX's ops.
//!
//! [`OnnxExport::new`] checks a module and finds its nodes and weights, and [`OnnxExport::write`] writes the bytes. In
//! reading order: `types` and `names` are those of values, `attributes` and `nodes` convert ops, and `message` has the bytes
//! around the weights. Values that are known before execution, as `fold` computes them, become initializers: weights,
//! constants, and copies and views of them.

mod attributes;
mod message;
mod names;
mod nodes;
mod types;

use crate::elem::Elem;
use crate::emit::{DIMS_ATTR, FUNCTION, IR_VERSION_ATTR, NAME_ATTR, OP_SETS_ATTR};
use crate::fold::values::{FoldedValue, FoldedValues};
use crate::weights::{ModelWeights, OpenData};
use ir::data_graph::CONSTANT_ATTR;
use ir::diag::{Code, Diag, Sink, code};
use ir::progress::{Progress, ProgressReport};
use ir::source::Span;
use ir::types::{Extent, static_count};
use ir::views::is_none_value;
use ir::{Block, Module, Op, Registry, TypeKind, Value, Verified};
use message::{MAX_MESSAGE, TensorHeader};
use names::{ModelNames, UniqueNames, located_name};
use nodes::{OpIdentity, STANDARD, is_of_onnx};
use rten_onnx::onnx::{GraphProto, ModelProto, NodeProto, OperatorSetIdProto, ValueInfoProto};
use types::{Bools, tensor, type_proto};

/// The least version of the format whose initializers are no inputs.
const LEAST_IR_VERSION: i64 = 4;
/// The version of the format of a module that states none.
const IR_VERSION: i64 = 10;
/// The alignment of a large tensor in a file of external data, in bytes: a page, so that it can be mapped into memory.
const PAGE: u64 = 4096;
/// The alignment of other tensors in a file of external data, in bytes.
const SMALL_ALIGNMENT: u64 = 64;
/// The size of the least tensor that is moved to external data because the model is too large, in bytes.
const LEAST_EXTERNAL: u64 = 1024;

/// The remedy for a module that still has layouts.
const WITHOUT_LAYOUTS: &str = "`materialize-layouts` writes layouts as shapes";

/// The options of an export.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ExportOptions {
    /// The name of the file of external data, which is next to that of the model. `None` if there can be none.
    pub external_data: Option<String>,
}

/// A file that an export writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExportedFile {
    /// The model.
    Model,
    /// The external data.
    ExternalData,
}

/// A function that writes bytes of a file.
pub type WriteExport<'a, E> = dyn FnMut(ExportedFile, &[u8]) -> Result<(), E> + 'a;

/// A model of ONNX that can be written.
pub struct OnnxExport<'a> {
    module: &'a Verified,
    values: FoldedValues,
    model: ModelProto,
    graph: GraphProto,
    name: String,
    initializers: Vec<Initializer>,
    /// The name of the file of external data, which is empty if there is none.
    external_data: String,
}

/// A known value that is written.
struct Initializer {
    value: FoldedValue,
    header: TensorHeader,
    elem: Elem,
}

impl<'a> OnnxExport<'a> {
    /// Returns the model of a module. `name` is that of the module in messages, and `weights` are those of its arguments.
    /// `None` if an error was reported to the sink.
    pub fn new(
        (name, module): (&str, &'a Verified),
        registry: &Registry,
        weights: Option<&ModelWeights>,
        options: &ExportOptions,
        progress: &mut dyn Progress,
        sink: &mut Sink,
    ) -> Option<OnnxExport<'a>> {
        let values = FoldedValues::new((name, module), registry, weights, progress);
        let values = values.map_err(|diag| sink.push(*diag)).ok()?;
        let function = function(module, name).map_err(|diag| sink.push(*diag)).ok()?;
        let versions = op_sets(module).map_err(|diag| sink.push(*diag)).ok()?;
        let mut writer = GraphWriter {
            module,
            registry,
            values: &values,
            bools: Bools::new(module, registry, function.op),
            names: ModelNames::new(module, registry),
            node_names: UniqueNames::default(),
            versions,
            graph: GraphProto::default(),
            sink,
        };
        writer.boundary(&function);
        let initializers = writer.initializers();
        writer.nodes(&function);
        writer.outputs(&function);
        if writer.sink.has_errors() {
            return None;
        }
        let GraphWriter { graph, versions, .. } = writer;
        let name = module.symbol(function.op).unwrap_or(FUNCTION).to_owned();
        let model = model(module, versions);
        let external_data = String::new();
        let mut export =
            OnnxExport { module, values, model, graph, name, initializers, external_data };
        export.place(options).map_err(|diag| sink.push(*diag)).ok()?;
        Some(export)
    }

    /// Returns `true` if there is external data.
    pub fn has_external_data(&self) -> bool {
        !self.external_data.is_empty()
    }

    /// Decides on the elements that are external data: those that are external in the model of the weights, and large ones
    /// if the model is too large for a Protocol Buffers message.
    fn place(&mut self, options: &ExportOptions) -> Result<(), Box<Diag>> {
        let total =
            self.initializers.iter().fold(0u64, |sum, it| sum.saturating_add(it.header.size));
        let is_too_large = total > MAX_MESSAGE;
        let Some(name) = &options.external_data else {
            return match is_too_large {
                false => Ok(()),
                true => Err(too_large(total)),
            };
        };
        let mut end = 0u64;
        for it in &mut self.initializers {
            let size = it.header.size;
            let is_external = it.value.is_external || is_too_large && size >= LEAST_EXTERNAL;
            if !is_external || size == 0 {
                continue;
            }
            let alignment = if size < PAGE { SMALL_ALIGNMENT } else { PAGE };
            let begin = end.checked_next_multiple_of(alignment);
            let begin = begin.ok_or_else(|| too_large(total))?;
            end = begin.checked_add(size).ok_or_else(|| too_large(total))?;
            it.header.offset = Some(begin);
            self.external_data.clone_from(name);
        }
        Ok(())
    }

    /// Writes the model, and then its external data. `open` reads a part of a file of the weights, and `write` receives the
    /// bytes of each file in order. Large weights are read and written in chunks.
    ///
    /// # Errors
    /// The elements of a weight cannot be read, or `write` fails.
    pub fn write<E: From<Box<Diag>>>(
        &self,
        open: &mut OpenData<'_>,
        write: &mut WriteExport<'_, E>,
        progress: &mut dyn Progress,
    ) -> Result<(), E> {
        let mut headers = Vec::new();
        let mut size = 0u64;
        for it in &self.initializers {
            let header = it.header.encoded(&self.external_data).map_err(encoder)?;
            size += header.len() as u64 + it.header.inner_size();
            headers.push(header);
        }
        let head = message::head(&self.model, &self.graph, &self.name, size).map_err(encoder)?;
        if head.len() as u64 + size > MAX_MESSAGE {
            return Err(too_large(size).into());
        }
        write(ExportedFile::Model, &head)?;
        let total = self.initializers.len() as u64;
        for (done, (it, header)) in (0..).zip(self.initializers.iter().zip(&headers)) {
            let item = it.header.name.as_str();
            progress.report(ProgressReport { done, total, unit: "weights", item });
            write(ExportedFile::Model, header)?;
            if it.header.offset.is_none() {
                self.elements(it, open, &mut |bytes| write(ExportedFile::Model, bytes))?;
            }
        }
        let mut end = 0;
        for it in &self.initializers {
            let Some(begin) = it.header.offset else { continue };
            let gap = vec![0; usize::try_from(begin - end).unwrap_or_default()];
            write(ExportedFile::ExternalData, &gap)?;
            self.elements(it, open, &mut |bytes| write(ExportedFile::ExternalData, bytes))?;
            end = begin + it.header.size;
        }
        Ok(())
    }

    /// Writes the elements of an initializer.
    fn elements<E: From<Box<Diag>>>(
        &self,
        it: &Initializer,
        open: &mut OpenData<'_>,
        write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut written = 0;
        let mut counted = |bytes: &[u8]| {
            written += bytes.len() as u64;
            write(bytes).map_err(ElementStop::Output)
        };
        let is_packed = it.elem.file_bits().is_some_and(|bits| bits < 8);
        let result = match is_packed {
            false => self.values.write(self.module, &it.value, open, &mut counted),
            true => self
                .values
                .elements(self.module, &it.value, open)
                .map_err(ElementStop::Invalid)
                .and_then(|bytes| counted(&it.elem.packed(bytes))),
        };
        let name = &it.header.name;
        match result {
            Ok(()) if written == it.header.size => Ok(()),
            Ok(()) => {
                let size = it.header.size;
                let message =
                    format!("`{name}` has {written} bytes of elements, but its type {size}");
                Err(fault(code::TYPE_MISMATCH, message).into())
            }
            Err(ElementStop::Invalid(reason)) => {
                Err(fault(code::TYPE_MISMATCH, format!("`{name}`: {reason}")).into())
            }
            Err(ElementStop::Output(error)) => Err(error),
        }
    }
}

/// The reason why elements are not written.
enum ElementStop<E> {
    Invalid(String),
    Output(E),
}

impl<E> From<String> for ElementStop<E> {
    fn from(reason: String) -> ElementStop<E> {
        ElementStop::Invalid(reason)
    }
}

fn fault(code: Code, message: impl Into<String>) -> Box<Diag> {
    Box::new(Diag::error(code, Span::NONE, message))
}

fn encoder(error: rten_onnx::protobuf::ProtobufError) -> Box<Diag> {
    fault(code::INTERNAL, format!("the model cannot be encoded: {error}"))
}

fn too_large(size: u64) -> Box<Diag> {
    let message = format!(
        "the model has {size} bytes of weights, but a file of Protocol Buffers is limited to {MAX_MESSAGE}"
    );
    let diag = Diag::error(code::FILE, Span::NONE, message);
    Box::new(diag.note("write it to a file, `-o OUT.onnx`: the weights are external data then"))
}

/// The function of a module that is the graph of a model.
struct GraphFunction {
    op: Op,
    body: Block,
    /// The op that ends the body, whose operands are the outputs.
    terminator: Op,
}

/// Returns the function that is the graph: that of an imported model, or the only one with a body.
fn function(module: &Module, name: &str) -> Result<GraphFunction, Box<Diag>> {
    let with_body = module.ops(module.body()).filter_map(|op| {
        let body = *module.blocks(*module.regions(op).first()?).first()?;
        module.symbol(op).filter(|_| module.name(op) == "func.func")?;
        Some((op, body))
    });
    let found: Vec<(Op, Block)> = with_body.collect();
    let imported = found.iter().find(|(op, _)| module.symbol(*op) == Some(FUNCTION));
    let Some(&(op, body)) = imported.or(found.first().filter(|_| found.len() == 1)) else {
        let count = found.len();
        let message = format!(
            "`{name}` must have a function `@{FUNCTION}`, or a single function, but has {count} functions"
        );
        return Err(fault(code::STRUCTURE, message));
    };
    let blocks: usize = module.regions(op).iter().map(|&region| module.blocks(region).len()).sum();
    match module.last_op(body) {
        Some(terminator) if blocks == 1 => Ok(GraphFunction { op, body, terminator }),
        _ => {
            let message = format!("a graph of ONNX has one block, but the function has {blocks}");
            Err(Box::new(Diag::error(code::STRUCTURE, module.location(op), message)))
        }
    }
}

/// Returns the op sets that a module imports, with their versions.
fn op_sets(module: &Module) -> Result<Vec<(String, i64)>, Box<Diag>> {
    let root = module.root();
    let invalid = |message: String| {
        let diag = Diag::error(code::OP_ATTRIBUTE, module.location(root), message);
        Box::new(diag.note(format!(
            "`layoutc import` writes it; or add `{OP_SETS_ATTR} = {{{STANDARD} = 21 : si64}}` to the attributes of the module"
        )))
    };
    let Some(sets) = module.attr(root, OP_SETS_ATTR) else {
        return Err(invalid("the version of the op set is unknown".to_owned()));
    };
    let mut found = Vec::new();
    for (domain, version) in module.ctx.dict_entries(sets) {
        let domain = module.ctx.text(*domain);
        let version = module.ctx.as_int(*version).filter(|&version| version > 0);
        let version = version.ok_or_else(|| {
            invalid(format!("the version of op set `{domain}` must be a positive integer"))
        })?;
        found.push((domain.to_owned(), version));
    }
    Ok(found)
}

/// Returns the message of a model, without its graph.
fn model(module: &Module, op_sets: Vec<(String, i64)>) -> ModelProto {
    let ir_version = module.int_attr(module.root(), IR_VERSION_ATTR).unwrap_or(IR_VERSION);
    let sets = op_sets.into_iter().map(|(domain, version)| OperatorSetIdProto {
        domain: Some(if domain == STANDARD { String::new() } else { domain }),
        version: Some(version),
    });
    ModelProto {
        ir_version: Some(ir_version.max(LEAST_IR_VERSION)),
        opset_import: sets.collect(),
        producer_name: Some("layoutc".to_owned()),
        producer_version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        ..ModelProto::default()
    }
}

/// A graph that is being written.
struct GraphWriter<'a, 's> {
    module: &'a Verified,
    registry: &'a Registry,
    values: &'a FoldedValues,
    bools: Bools,
    names: ModelNames<'a>,
    /// The names of the nodes, which runtimes require to be different.
    node_names: UniqueNames,
    versions: Vec<(String, i64)>,
    graph: GraphProto,
    sink: &'s mut Sink,
}

impl GraphWriter<'_, '_> {
    /// Returns the type of a value as ONNX has it. Reports an error and returns `None` if it has none.
    fn value_type(&mut self, value: Value) -> Option<(Elem, Vec<Extent>)> {
        let found = tensor(&self.module.ctx, self.module.ty(value), self.bools.contains(value));
        let reason = match found {
            Ok(found) => return Some(found),
            Err(reason) => reason,
        };
        let name = self.names.name(value, None);
        let place = self.module.value_location(value);
        let diag = Diag::error(code::OUTPUT, place, format!("`%{name}` {reason}"));
        self.sink.push(match reason.contains("layout") {
            true => diag.note(WITHOUT_LAYOUTS),
            false => diag,
        });
        None
    }

    fn info(&mut self, value: Value, name: String, dims: Option<&str>) -> Option<ValueInfoProto> {
        let (elem, lengths) = self.value_type(value)?;
        let ty = type_proto(elem, &lengths, dims);
        Some(ValueInfoProto { name: Some(name), r#type: Some(ty) })
    }

    /// Names the inputs and outputs, and writes the inputs: the arguments whose elements are unknown.
    fn boundary(&mut self, function: &GraphFunction) {
        let module = self.module;
        for at in 0..module.operands(function.terminator).len() {
            let name = output_name(module, function, at);
            if !self.names.reserve(&name) {
                let place = module.location(function.op);
                self.sink.error(
                    code::OP_ATTRIBUTE,
                    place,
                    format!("two outputs have the name `{name}`"),
                );
            }
        }
        for (at, &argument) in module.arguments(function.body).iter().enumerate() {
            if self.values.contains(argument) {
                continue;
            }
            let text = |key: &str| {
                let value = module.argument_attr(function.op, at, key)?;
                module.ctx.as_str(value).map(str::to_owned)
            };
            if module.argument_attr(function.op, at, CONSTANT_ATTR).is_some() {
                self.no_elements(argument);
                continue;
            }
            let wanted =
                text(NAME_ATTR).or_else(|| located_name(module, module.value_loc(argument)));
            let name = self.names.name(argument, wanted.as_deref());
            let info = self.info(argument, name, text(DIMS_ATTR).as_deref());
            self.graph.input.extend(info);
        }
    }

    /// Reports an argument that is a weight without elements.
    fn no_elements(&mut self, argument: Value) {
        let name = self.names.name(argument, None);
        let place = self.module.value_location(argument);
        let message = format!("the elements of the weight `%{name}` are unknown");
        let diag = Diag::error(code::STRUCTURE, place, message);
        self.sink.push(
            diag.note("add `--weights=MODEL.onnx`, the model that was imported")
                .of_class("weights without elements"),
        );
    }

    /// Returns the tensors of the known values that nodes or outputs read.
    fn initializers(&mut self) -> Vec<Initializer> {
        let mut found = Vec::new();
        for value in self.values.read() {
            let Some((elem, lengths)) = self.value_type(value.value) else { continue };
            let name = self.names.name(value.value, value.weight.as_deref());
            let dims = lengths.iter().map(|length| i64::try_from((*length)?).ok());
            let dims: Option<Vec<i64>> = dims.collect();
            let count = static_count(&lengths);
            let bits = elem.file_bits().filter(|bits| bits.div_ceil(8) as usize == value.width);
            let bytes =
                count.zip(bits).and_then(|(count, bits)| count.checked_mul(u64::from(bits)));
            let Some((dims, bits)) = dims.zip(bytes) else {
                let place = self.module.value_location(value.value);
                let message = format!("the elements of `%{name}` cannot be written");
                self.sink.error(code::TYPE_MISMATCH, place, message);
                continue;
            };
            let header = TensorHeader {
                name,
                elem: elem.number(),
                dims,
                size: bits.div_ceil(8),
                offset: None,
            };
            found.push(Initializer { value, header, elem });
        }
        found
    }

    /// Writes the nodes of all ops but constants and computations of known values.
    fn nodes(&mut self, function: &GraphFunction) {
        let module = self.module;
        self.name_outputs(function);
        let mut foreign = Vec::new();
        for op in module.ops(function.body) {
            let mut results = module.results(op);
            let is_known = results.len() > 0 && results.all(|value| self.values.contains(value));
            let is_absent =
                module.results(op).all(|value| is_none_value(self.registry, module, value));
            let is_none = module.results(op).len() > 0 && is_absent;
            if op == function.terminator || is_known || is_none {
                continue;
            }
            if !is_of_onnx(module, op) {
                foreign.push(op);
                continue;
            }
            if let Err(reason) = self.node(op) {
                self.sink.error(code::OUTPUT, module.location(op), reason);
            }
        }
        self.report_foreign(&foreign);
    }

    /// Reports the ops of other dialects as one error.
    fn report_foreign(&mut self, ops: &[Op]) {
        let [first, others @ ..] = ops else { return };
        let name = self.module.name(*first);
        let message = format!("`{name}` is not an op of ONNX");
        let diag = Diag::error(code::OUTPUT, self.module.location(*first), message);
        let diag = match name.split('.').next() {
            Some("layout") => diag.note(WITHOUT_LAYOUTS),
            Some("arith" | "cf" | "scf" | "tensor") => diag.note(
                "branches and loops that are decided at run time have no form in the model that layoutc writes",
            ),
            _ => diag,
        };
        self.sink.push(match others.len() {
            0 => diag,
            more => diag.note(format!("{more} more ops are of other dialects")),
        });
    }

    fn node(&mut self, op: Op) -> Result<(), String> {
        let module = self.module;
        let identity = nodes::identity(module, op)?;
        let version = self.version(&identity);
        let is_bool = module.result(op, 0).is_some_and(|result| self.bools.contains(result));
        let (mut node, operands) = nodes::node(module, op, &identity, version, is_bool)?;
        for &operand in &module.operands(op)[..operands.min(module.operands(op).len())] {
            node.input.push(match is_none_value(self.registry, module, operand) {
                true => String::new(),
                false => self.names.name(operand, None),
            });
        }
        for result in module.results(op) {
            let is_absent = *module.kind(result) == TypeKind::None;
            let has_info = !is_absent && !self.names.contains(result);
            let name = if is_absent { String::new() } else { self.names.name(result, None) };
            node.output.push(name.clone());
            if has_info && let Some(info) = self.info(result, name, None) {
                self.graph.value_info.push(info);
            }
        }
        for names in [&mut node.input, &mut node.output] {
            while names.last().is_some_and(String::is_empty) {
                names.pop();
            }
        }
        let own = module.str_attr(op, "onnx_node_name").map(str::to_owned);
        let name = own.or_else(|| located_name(module, module.op_loc(op)));
        node.name = name.map(|name| self.node_names.fresh(name));
        self.graph.node.push(node);
        Ok(())
    }

    /// Returns the version of the op set of an op. An op set that the module does not import is added with version 1.
    fn version(&mut self, identity: &OpIdentity<'_>) -> i64 {
        if let Some(set) = self.versions.iter().find(|set| set.0 == identity.domain) {
            return set.1;
        }
        self.versions.push((identity.domain.to_owned(), 1));
        1
    }

    /// Sets the names of results that are outputs.
    fn name_outputs(&mut self, function: &GraphFunction) {
        let module = self.module;
        for (at, &value) in module.operands(function.terminator).iter().enumerate() {
            if self.is_result(value) && !self.names.contains(value) {
                self.names.set(value, &output_name(module, function, at));
            }
        }
    }

    /// Returns `true` if a node computes a value.
    fn is_result(&self, value: Value) -> bool {
        matches!(self.module.def(value), ir::module::Def::Result(..))
            && !self.values.contains(value)
    }

    /// Writes the outputs. An output that is an input, a weight or another output is a copy of it.
    fn outputs(&mut self, function: &GraphFunction) {
        let module = self.module;
        for (at, &value) in module.operands(function.terminator).iter().enumerate() {
            let name = output_name(module, function, at);
            let own = self.names.name(value, None);
            if own != name {
                self.graph.node.push(NodeProto {
                    op_type: Some("Identity".to_owned()),
                    input: vec![own],
                    output: vec![name.clone()],
                    ..NodeProto::default()
                });
            }
            let dims = module.result_attr(function.op, at, DIMS_ATTR);
            let dims = dims.and_then(|dims| module.ctx.as_str(dims)).map(str::to_owned);
            let info = self.info(value, name, dims.as_deref());
            self.graph.output.extend(info);
        }
    }
}

/// Returns the name of an output.
fn output_name(module: &Module, function: &GraphFunction, at: usize) -> String {
    let name = module.result_attr(function.op, at, NAME_ATTR);
    let name = name.and_then(|name| module.ctx.as_str(name)).map(str::to_owned);
    name.unwrap_or_else(|| format!("output_{at}"))
}
