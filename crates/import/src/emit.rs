//! Emission of a graph as the function of a module.

use crate::bounds::GraphBounds;
use crate::elem::{TensorType, si64};
use crate::graph::{OnnxGraph, described, title};
use crate::literal::TensorLiteral;
use crate::op_form::{OpForm, list, op_form};
use indexmap::IndexSet;
use ir::attrs::LocKind;
use ir::diag::{Sink, code};
use ir::encoding::with_bounds;
use ir::module::{Label, NewOp};
use ir::source::Span;
use ir::types::{Type, TypeKind};
use ir::vulkan::FORMAT_ATTR;
use ir::{Attr, Block, Builder, Context, Module, Op, Value};
use rten_onnx::onnx::NodeProto;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// The name of the function, as in onnx-mlir.
pub const FUNCTION: &str = "main_graph";

/// The attribute of a reshape whose value 0 lets an entry 0 of the shape copy a length.
const ALLOW_ZERO: &str = "allowzero";

/// Returns the module of a graph whose types are all known, with locations in `file`. `None` if a node cannot be
/// written; the reason is reported to the sink.
pub(crate) fn emit(
    graph: &OnnxGraph<'_>,
    bounds: &GraphBounds<'_>,
    file: &str,
    any_layouts: bool,
    sink: &mut Sink,
) -> Option<Module> {
    let mut module = Module::new();
    let live = graph.live();
    let arguments = arguments(graph, &live);
    let outputs: Vec<&str> =
        graph.proto.output.iter().filter_map(|info| info.name.as_deref()).collect();
    fn types(
        bounds: &GraphBounds<'_>,
        graph: &OnnxGraph<'_>,
        names: &[&str],
        module: &mut Module,
    ) -> Option<Vec<Type>> {
        names.iter().map(|name| value_type((graph, bounds), name, &mut module.ctx)).collect()
    }
    let inputs = types(bounds, graph, &arguments, &mut module)?;
    let results = types(bounds, graph, &outputs, &mut module)?;
    let block = Builder::new(&mut module).function(FUNCTION, &inputs, &results);
    let function = module.region_parent(module.block_region(block));
    let weights = graph.inputs.len()..;
    let formats = arguments.iter().map(|name| graph.vk_format(name)).enumerate();
    let marks = formats.map(|(index, format)| BoundaryMarks {
        any: any_layouts,
        constant: weights.contains(&index),
        format,
    });
    mark(&mut module, function, "arg_attrs", marks);
    let any = BoundaryMarks { any: any_layouts, ..BoundaryMarks::default() };
    mark(&mut module, function, "res_attrs", results.iter().map(|_| any));
    let mut values = FxHashMap::default();
    for (index, name) in arguments.into_iter().enumerate() {
        let value = module.arguments(block)[index];
        let label = label(name, &mut module.ctx);
        module.set_label(value, label);
        let loc = named_loc(name, &mut module.ctx);
        module.set_value_loc(value, loc);
        values.insert(name, value);
    }
    let loc = named_loc(file, &mut module.ctx);
    for op in [module.root(), function] {
        module.set_op_loc(op, loc);
    }
    let mut writer = ModuleWriter { graph, bounds, module, block, values, none: None, file: loc };
    for index in needed(graph, bounds, live) {
        if let Err(reason) = writer.node(&graph.proto.node[index]) {
            let message = format!("{}: {reason}", described(&graph.proto.node[index]));
            sink.error(code::OP_ATTRIBUTE, Span::NONE, message);
        }
    }
    if sink.has_errors() {
        return None;
    }
    let results: Vec<Value> =
        outputs.into_iter().map(|name| writer.value(name)).collect::<Option<_>>()?;
    writer.op("func.return", &results, &[], None, loc);
    Some(writer.module)
}

/// The attributes of an argument or result of a function.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct BoundaryMarks<'a> {
    /// `true` if its layout is to be chosen.
    any: bool,
    /// `true` for a weight, whose contents are known ahead of time.
    constant: bool,
    /// The Vulkan format; `None` for that of the type.
    format: Option<&'a str>,
}

/// Adds the attributes of all arguments or results of a function under a key, if there are any.
fn mark<'a>(
    module: &mut Module,
    function: Op,
    key: &str,
    marks: impl Iterator<Item = BoundaryMarks<'a>> + Clone,
) {
    if marks.clone().all(|marks| marks == BoundaryMarks::default()) {
        return;
    }
    let unit = module.ctx.unit();
    let [any, constant, format] =
        ["layout.any", "layout.constant", FORMAT_ATTR].map(|key| module.ctx.name(key));
    let mut attrs: Vec<Attr> = Vec::new();
    for marks in marks {
        let units = [(marks.any, any), (marks.constant, constant)];
        let units = units.into_iter().filter(|unit| unit.0).map(|(_, key)| (key, unit));
        let mut entries: Vec<_> = units.collect();
        entries.extend(marks.format.map(|name| (format, module.ctx.string(name))));
        attrs.push(module.ctx.dict(entries));
    }
    let attrs = module.ctx.array(&attrs);
    module.set_attr(function, key, Some(attrs));
}

/// Returns the IR type of a value, with its bounds. `None` if an error was reported for the value.
fn value_type(
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
fn formats_attr(formats: &[Option<&str>], ctx: &mut Context) -> Option<Attr> {
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

/// Returns the indices of the live nodes that are still needed if reshapes have constant shapes, in order.
fn needed(graph: &OnnxGraph<'_>, bounds: &GraphBounds<'_>, live: Vec<usize>) -> Vec<usize> {
    let outputs = graph.proto.output.iter().filter_map(|info| info.name.as_deref());
    let mut read: FxHashSet<&str> = outputs.collect();
    let mut needed = Vec::with_capacity(live.len());
    for index in live.into_iter().rev() {
        let node = &graph.proto.node[index];
        if node.output.iter().any(|name| read.contains(name.as_str())) {
            needed.push(index);
            let is_replaced = bounds.shape(node).is_some();
            let operands = node.input.iter().enumerate();
            let operands = operands.filter(|(operand, _)| *operand != 1 || !is_replaced);
            read.extend(operands.map(|(_, name)| name.as_str()));
        }
    }
    needed.reverse();
    needed
}

/// Returns the names of the function's arguments: all inputs, then the weights that are used.
pub(crate) fn arguments<'a>(graph: &OnnxGraph<'a>, live: &[usize]) -> Vec<&'a str> {
    let mut read: IndexSet<&str, FxBuildHasher> = IndexSet::default();
    for &index in live {
        read.extend(graph.proto.node[index].input.iter().map(String::as_str));
    }
    read.extend(graph.proto.output.iter().filter_map(|info| info.name.as_deref()));
    let weights = graph.weights.iter().copied().filter(|name| read.contains(name));
    graph.inputs.iter().copied().chain(weights).collect()
}

/// Returns the label of a value: its name, with `_` for each character that MLIR does not allow.
fn label(name: &str, ctx: &mut Context) -> Label {
    let mut text: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
    let digits = text.chars().all(|c| c.is_ascii_digit());
    if text.starts_with(|c: char| c.is_ascii_digit()) && !digits {
        text.insert(0, '_');
    }
    if text.is_empty() { Label::NONE } else { Label::parse(&text, ctx) }
}

struct ModuleWriter<'g, 'a> {
    graph: &'g OnnxGraph<'a>,
    bounds: &'g GraphBounds<'a>,
    module: Module,
    block: Block,
    /// The values that are already written, by name.
    values: FxHashMap<&'a str, Value>,
    /// The result of the `onnx.NoValue` op. `None` until an operand is omitted.
    none: Option<Value>,
    /// The location of ops and values that belong to no node.
    file: Attr,
}

/// Returns `loc("name")`.
fn named_loc(name: &str, ctx: &mut Context) -> Attr {
    let name = name.as_bytes().into();
    ctx.loc(LocKind::Name { name, child: None })
}

impl<'a> ModuleWriter<'_, 'a> {
    fn node(&mut self, node: &'a NodeProto) -> Result<(), String> {
        fn lost(name: &str) -> String {
            format!("type of `{name}` is unknown")
        }
        let call = self.graph.call(node).map_err(lost)?;
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
        let loc = title(node).map_or(self.file, |title| named_loc(title.0, &mut self.module.ctx));
        let op = self.op(&name, &values, &types, Some(attrs), loc);
        self.name_results(op, node);
        Ok(())
    }

    /// Returns the type of a result. An unused result without a known type has the type `none`.
    fn result_type(&mut self, name: &str) -> Type {
        let ctx = &mut self.module.ctx;
        value_type((self.graph, self.bounds), name, ctx).unwrap_or_else(|| ctx.ty(TypeKind::None))
    }

    fn name_results(&mut self, op: Op, node: &'a NodeProto) {
        let results: Vec<Value> = self.module.results(op).collect();
        for (name, value) in node.output.iter().zip(results).filter(|(name, _)| !name.is_empty()) {
            let label = label(name, &mut self.module.ctx);
            self.module.set_label(value, label);
            self.values.insert(name, value);
        }
    }

    /// Returns the value of a name. A constant is written before its first use.
    fn value(&mut self, name: &'a str) -> Option<Value> {
        if let Some(&value) = self.values.get(name) {
            return Some(value);
        }
        let literal = self.graph.fact(name)?.literal.as_ref()?;
        let value = self.literal(literal, Some(name));
        self.values.insert(name, value);
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
        let op = self.op("onnx.Constant", &[], &[ty], Some(attrs), loc);
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
        let op = self.op("onnx.NoValue", &[], &[ty], Some(attrs), self.file);
        let value = self.module.result(op, 0).expect("the op was created with one result");
        let label = label("none", &mut self.module.ctx);
        self.module.set_label(value, label);
        self.none = Some(value);
        value
    }

    fn op(
        &mut self,
        name: &str,
        operands: &[Value],
        results: &[Type],
        attrs: Option<Attr>,
        loc: Attr,
    ) -> Op {
        let name = self.module.ctx.name(name);
        let op = self.module.create_op(NewOp { operands, results, attrs, ..NewOp::new(name) });
        self.module.append_op(self.block, op);
        self.module.set_op_loc(op, loc);
        op
    }
}
