//! Emission of a graph as the function of a module.

use crate::bounds::GraphBounds;
use crate::graph::OnnxGraph;
use crate::liveness::LiveNodes;
use crate::model_graph::value_name;
use crate::writer::{ModuleWriter, label, named_loc, value_type};
use ir::diag::Sink;
use ir::types::Type;
use ir::vulkan::FORMAT_ATTR;
use ir::{Attr, Builder, Module, Op, Value};
use rustc_hash::FxHashMap;

/// The name of the function, as in onnx-mlir.
pub const FUNCTION: &str = "main_graph";

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
    let arguments = LiveNodes::new(graph, None).arguments(graph);
    let outputs: Vec<&str> = graph.model.outputs.iter().map(value_name).collect();
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
    let live = LiveNodes::new(graph, Some(bounds));
    let mut writer = ModuleWriter::new((graph, bounds, live), module, block, values, loc);
    writer.steps(&graph.steps, sink);
    if sink.has_errors() {
        return None;
    }
    let results: Vec<Value> =
        outputs.into_iter().map(|name| writer.value(name)).collect::<Option<_>>()?;
    writer.op("func.return", &results, &[], None);
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
