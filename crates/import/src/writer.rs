//! The ops of a module that is written step by step.

use crate::bounds::GraphBounds;
use crate::elem::{TensorType, si64};
use crate::graph::{OnnxGraph, described, title};
use crate::literal::TensorLiteral;
use crate::liveness::LiveNodes;
use crate::model_graph::ModelNode;
use crate::op_form::{OpForm, list, op_form};
use crate::steps::Step;
use ir::attrs::LocKind;
use ir::diag::{Sink, code};
use ir::encoding::with_bounds;
use ir::module::{Label, NewOp};
use ir::source::Span;
use ir::types::{Type, TypeKind};
use ir::vulkan::FORMAT_ATTR;
use ir::{Attr, Block, Context, Module, Op, Value};
use rten_onnx::onnx::NodeProto;
use rustc_hash::FxHashMap;

/// The attribute of a reshape whose value 0 lets an entry 0 of the shape copy a length.
const ALLOW_ZERO: &str = "allowzero";

/// Returns the IR type of a value, with its bounds. `None` if an error was reported for the value.
pub(crate) fn value_type(
    (graph, bounds): (&OnnxGraph<'_>, &GraphBounds<'_>),
    name: &str,
    ctx: &mut Context,
) -> Option<Type> {
    let own = &graph.fact(name)?.ty;
    let Some(dims) = bounds.get(name) else { return Some(own.ir_type(graph.bools, ctx)) };
    let ty = TensorType::new(own.elem, dims.lengths.as_slice()).ir_type(graph.bools, ctx);
    Some(if dims.has_bounds() { with_bounds(ctx, ty, &dims.bounds) } else { ty })
}

/// Returns the attribute with the Vulkan formats of an op's results: one name for all, or a list. `None` if none has one.
pub(crate) fn formats_attr(formats: &[Option<&str>], ctx: &mut Context) -> Option<Attr> {
    let first = formats.iter().copied().flatten().next()?;
    if formats.iter().all(Option::is_some) {
        return Some(ctx.string(first));
    }
    let entries: Vec<Attr> = formats
        .iter()
        .map(|format| format.map_or(ctx.unit(), |format| ctx.string(format)))
        .collect();
    Some(ctx.array(&entries))
}

/// Returns the label of a value: its name, with `_` for each character that MLIR does not allow.
pub(crate) fn label(name: &str, ctx: &mut Context) -> Label {
    let mut text: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
    let digits = text.chars().all(|c| c.is_ascii_digit());
    if text.starts_with(|c: char| c.is_ascii_digit()) && !digits {
        text.insert(0, '_');
    }
    if text.is_empty() { Label::NONE } else { Label::parse(&text, ctx) }
}

/// Returns `loc("name")`.
pub(crate) fn named_loc(name: &str, ctx: &mut Context) -> Attr {
    let name = name.as_bytes().into();
    ctx.loc(LocKind::Name { name, child: None })
}

/// The state of a module that is being written.
pub(crate) struct ModuleWriter<'g, 'a> {
    pub(crate) graph: &'g OnnxGraph<'a>,
    bounds: &'g GraphBounds<'a>,
    live: LiveNodes<'a>,
    pub(crate) module: Module,
    /// The block that receives the ops.
    block: Block,
    /// The values that are already written, by name.
    values: FxHashMap<&'a str, Value>,
    /// The names of the values that the current region defines, in order.
    own: Vec<&'a str>,
    /// The result of the `onnx.NoValue` op. `None` until an operand is omitted.
    none: Option<Value>,
    /// The location of ops and values that belong to no node.
    file: Attr,
    /// The location of the ops of the current node.
    loc: Attr,
}

/// Returns the error of a value that is not written.
pub(crate) fn lost(name: &str) -> String {
    format!("type of `{name}` is unknown")
}

impl<'g, 'a> ModuleWriter<'g, 'a> {
    /// Returns the writer of a function with this entry block and these arguments.
    pub(crate) fn new(
        (graph, bounds, live): (&'g OnnxGraph<'a>, &'g GraphBounds<'a>, LiveNodes<'a>),
        module: Module,
        block: Block,
        values: FxHashMap<&'a str, Value>,
        file: Attr,
    ) -> ModuleWriter<'g, 'a> {
        let own = Vec::new();
        let none = None;
        ModuleWriter { graph, bounds, live, module, block, values, own, none, file, loc: file }
    }

    /// Writes the steps that are live. Reports a node that cannot be written.
    pub(crate) fn steps(&mut self, steps: &[Step<'a>], sink: &mut Sink) {
        for step in steps {
            if !self.live.contains(step) {
                continue;
            }
            let node = &step.node.proto;
            self.loc =
                title(node).map_or(self.file, |title| named_loc(title.0, &mut self.module.ctx));
            let written = match &step.control {
                None => self.node(step.node),
                Some(control) => self.control(step.node, control, sink),
            };
            if let Err(reason) = written {
                let message = format!("{}: {reason}", described(node));
                sink.error(code::OP_ATTRIBUTE, Span::NONE, message);
            }
        }
        self.loc = self.file;
    }

    /// Writes a region of an op: `arguments` are those of its block, and `write` appends its ops. Values of the region are
    /// unknown after it.
    pub(crate) fn region<T>(
        &mut self,
        op: Op,
        arguments: &[Type],
        write: impl FnOnce(&mut Self, &[Value]) -> T,
    ) -> T {
        let region = self.module.add_region(op);
        let block = self.module.add_block(region, Label::NONE);
        for &ty in arguments {
            self.module.add_argument(block, ty, Label::NONE);
        }
        let arguments = self.module.arguments(block).to_vec();
        let outer = std::mem::replace(&mut self.block, block);
        let none = self.none;
        let loc = self.loc;
        let own = std::mem::take(&mut self.own);
        let written = write(self, &arguments);
        for name in std::mem::replace(&mut self.own, own) {
            self.values.remove(name);
        }
        self.loc = loc;
        self.none = none;
        self.block = outer;
        written
    }

    /// Defines the value of a name.
    pub(crate) fn define(&mut self, name: &'a str, value: Value) {
        if name.is_empty() {
            return;
        }
        let label = label(name, &mut self.module.ctx);
        self.module.set_label(value, label);
        self.values.insert(name, value);
        self.own.push(name);
    }

    fn node(&mut self, node: &'a ModelNode) -> Result<(), String> {
        let call = self.graph.call(node).map_err(lost)?;
        let node = &node.proto;
        let OpForm { name, mut attrs, more, operands } =
            op_form(&call, self.graph.bools, &mut self.module.ctx)?;
        let mut values = Vec::new();
        let shape = self.bounds.shape(node).map(list);
        if shape.is_some() {
            attrs.retain(|(key, _)| key != ALLOW_ZERO);
            attrs.push((ALLOW_ZERO.to_owned(), si64(&mut self.module.ctx, 0)));
        }
        for (index, input) in node.input.iter().enumerate() {
            let value = match (input.as_str(), &shape) {
                (_, Some(shape)) if index == 1 => self.literal(shape, None),
                ("", _) => self.no_value(),
                (input, _) => self.value(input).ok_or_else(|| lost(input))?,
            };
            values.push(value);
        }
        for literal in &more {
            values.push(self.literal(literal, None));
        }
        while values.len() < operands {
            values.push(self.no_value());
        }
        let mut entries: Vec<_> =
            attrs.iter().map(|(key, value)| (self.module.ctx.name(key), *value)).collect();
        let formats: Vec<_> = node.output.iter().map(|name| self.graph.vk_format(name)).collect();
        if let Some(formats) = formats_attr(&formats, &mut self.module.ctx) {
            entries.push((self.module.ctx.name(FORMAT_ATTR), formats));
        }
        let attrs = self.module.ctx.dict(entries);
        let types: Vec<Type> = node.output.iter().map(|name| self.result_type(name)).collect();
        let op = self.op(&name, &values, &types, Some(attrs));
        self.name_results(op, node);
        Ok(())
    }

    /// Returns the type of a result. An unused result without a known type has the type `none`.
    pub(crate) fn result_type(&mut self, name: &str) -> Type {
        let ctx = &mut self.module.ctx;
        value_type((self.graph, self.bounds), name, ctx).unwrap_or_else(|| ctx.ty(TypeKind::None))
    }

    fn name_results(&mut self, op: Op, node: &'a NodeProto) {
        let results: Vec<Value> = self.module.results(op).collect();
        for (name, value) in node.output.iter().zip(results) {
            self.define(name, value);
        }
    }

    /// Returns the value of a name. A constant is written before its first use.
    pub(crate) fn value(&mut self, name: &'a str) -> Option<Value> {
        if let Some(&value) = self.values.get(name) {
            return Some(value);
        }
        let literal = self.graph.fact(name)?.literal.as_ref()?;
        let value = self.literal(literal, Some(name));
        self.values.insert(name, value);
        self.own.push(name);
        Some(value)
    }

    fn literal(&mut self, literal: &TensorLiteral, name: Option<&str>) -> Value {
        let attr = literal.attr(self.graph.bools, &mut self.module.ctx);
        let ty = literal.ty.ir_type(self.graph.bools, &mut self.module.ctx);
        let mut entries = vec![(self.module.ctx.name("value"), attr)];
        if let Some(format) = literal.ty.elem.vk_format(self.graph.bools) {
            entries.push((self.module.ctx.name(FORMAT_ATTR), self.module.ctx.string(format)));
        }
        let attrs = self.module.ctx.dict(entries);
        let loc = name.map_or(self.file, |name| named_loc(name, &mut self.module.ctx));
        let op = self.op("onnx.Constant", &[], &[ty], Some(attrs));
        self.module.set_op_loc(op, loc);
        let value = self.module.result(op, 0).expect("the op was created with one result");
        if let Some(name) = name {
            let label = label(name, &mut self.module.ctx);
            self.module.set_label(value, label);
        }
        value
    }

    fn no_value(&mut self) -> Value {
        if let Some(none) = self.none {
            return none;
        }
        let ty = self.module.ctx.ty(TypeKind::None);
        let key = self.module.ctx.name("value");
        let unit = self.module.ctx.unit();
        let attrs = self.module.ctx.dict([(key, unit)]);
        let op = self.op("onnx.NoValue", &[], &[ty], Some(attrs));
        self.module.set_op_loc(op, self.file);
        let value = self.module.result(op, 0).expect("the op was created with one result");
        let label = label("none", &mut self.module.ctx);
        self.module.set_label(value, label);
        self.none = Some(value);
        value
    }

    /// Appends an op with the location of the current node.
    pub(crate) fn op(
        &mut self,
        name: &str,
        operands: &[Value],
        results: &[Type],
        attrs: Option<Attr>,
    ) -> Op {
        let name = self.module.ctx.name(name);
        let op = self.module.create_op(NewOp { operands, results, attrs, ..NewOp::new(name) });
        self.module.append_op(self.block, op);
        self.module.set_op_loc(op, self.loc);
        op
    }
}
