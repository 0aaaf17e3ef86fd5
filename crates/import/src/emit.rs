//! Emission of a graph as the function of a module.

use crate::bounds::GraphBounds;
use crate::elem::si64;
use crate::graph::OnnxGraph;
use crate::liveness::LiveNodes;
use crate::model_graph::{ModelVersions, value_name};
use crate::writer::{ModuleWriter, label, named_loc, value_type};
use ir::data_graph::CONSTANT_ATTR;
use ir::diag::Sink;
use ir::types::Type;
use ir::verify::ANY_ATTR;
use ir::vulkan::FORMAT_ATTR;
use ir::{Attr, Builder, Module, Op, Value};
use rten_onnx::onnx::ValueInfoProto;
use rustc_hash::FxHashMap;

/// The name of the function, as in onnx-mlir.
pub const FUNCTION: &str = "main_graph";

/// The attribute of an argument or result with its name in the model, as in onnx-mlir.
pub(crate) const NAME_ATTR: &str = "onnx.name";
/// The attribute of an argument or result with the names of its symbolic dims, `0:batch,2:width`, as in onnx-mlir.
pub(crate) const DIMS_ATTR: &str = "onnx.dim_params";
/// The attribute of the module with the version of each op set that the model imports, by domain.
pub(crate) const OP_SETS_ATTR: &str = "onnx.opset_import";
/// The attribute of the module with the version of the model's format.
pub(crate) const IR_VERSION_ATTR: &str = "onnx.ir_version";

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
    state_versions(&mut module, &graph.model.versions);
    let infos: FxHashMap<&str, &ValueInfoProto> =
        graph.model.inputs.iter().map(|info| (value_name(info), info)).collect();
    let weights = graph.inputs.len()..;
    let marks: Vec<BoundaryMarks<'_>> = arguments
        .iter()
        .enumerate()
        .map(|(index, &name)| {
            let info = infos.get(name).filter(|_| !weights.contains(&index));
            BoundaryMarks {
                any: any_layouts,
                constant: weights.contains(&index),
                format: graph.vk_format(name),
                name: info.map(|_| name),
                dims: info.and_then(|info| dim_params(graph, bounds, info)),
            }
        })
        .collect();
    mark(&mut module, function, "arg_attrs", &marks);
    let marks: Vec<BoundaryMarks<'_>> = graph
        .model
        .outputs
        .iter()
        .map(|info| BoundaryMarks {
            any: any_layouts,
            name: Some(value_name(info)),
            dims: dim_params(graph, bounds, info),
            ..BoundaryMarks::default()
        })
        .collect();
    mark(&mut module, function, "res_attrs", &marks);
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

/// Adds the attributes of a module with the versions of its model.
fn state_versions(module: &mut Module, versions: &ModelVersions) {
    let root = module.root();
    if let Some(version) = versions.ir {
        let version = si64(&mut module.ctx, version);
        module.set_attr(root, IR_VERSION_ATTR, Some(version));
    }
    if versions.op_sets.is_empty() {
        return;
    }
    let mut entries = Vec::new();
    for (domain, version) in &versions.op_sets {
        entries.push((module.ctx.name(domain), si64(&mut module.ctx, *version)));
    }
    let sets = module.ctx.dict(entries);
    module.set_attr(root, OP_SETS_ATTR, Some(sets));
}

/// Returns the names of the dynamic dims of an input or output. `None` if none has a name. A name with a comma, which
/// separates names, is omitted.
fn dim_params(
    graph: &OnnxGraph<'_>,
    bounds: &GraphBounds<'_>,
    info: &ValueInfoProto,
) -> Option<String> {
    let name = value_name(info);
    let dims = match bounds.get(name) {
        Some(bounds) => &bounds.lengths,
        None => &graph.fact(name)?.ty.dims,
    };
    let shape = info.r#type.as_ref()?.tensor_type.as_ref()?.shape.as_ref()?;
    let named = dims.iter().zip(&shape.dim).enumerate().filter(|(_, (length, _))| length.is_none());
    let named = named.filter_map(|(at, (_, dim))| {
        let name = dim.dim_param.as_deref().filter(|name| !name.is_empty())?;
        (!name.contains(',')).then(|| format!("{at}:{name}"))
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| named.join(","))
}

/// The attributes of an argument or result of a function.
#[derive(Clone, Default, PartialEq, Eq)]
struct BoundaryMarks<'a> {
    /// `true` if its layout is to be chosen.
    any: bool,
    /// `true` for a weight, whose contents are known ahead of time.
    constant: bool,
    /// The Vulkan format; `None` for that of the type.
    format: Option<&'a str>,
    /// The name of an input or output; `None` for a weight.
    name: Option<&'a str>,
    /// The names of symbolic dims; `None` if there are none.
    dims: Option<String>,
}

/// Adds the attributes of all arguments or results of a function under a key, if there are any.
fn mark(module: &mut Module, function: Op, key: &str, marks: &[BoundaryMarks<'_>]) {
    if marks.iter().all(|marks| *marks == BoundaryMarks::default()) {
        return;
    }
    let unit = module.ctx.unit();
    let mut attrs: Vec<Attr> = Vec::new();
    for marks in marks {
        let mut entries = Vec::new();
        for (key, is_set) in [(ANY_ATTR, marks.any), (CONSTANT_ATTR, marks.constant)] {
            entries.extend(is_set.then(|| (module.ctx.name(key), unit)));
        }
        let texts = [
            (FORMAT_ATTR, marks.format),
            (NAME_ATTR, marks.name),
            (DIMS_ATTR, marks.dims.as_deref()),
        ];
        for (key, text) in texts {
            if let Some(text) = text {
                entries.push((module.ctx.name(key), module.ctx.string(text)));
            }
        }
        attrs.push(module.ctx.dict(entries));
    }
    let attrs = module.ctx.array(&attrs);
    module.set_attr(function, key, Some(attrs));
}
