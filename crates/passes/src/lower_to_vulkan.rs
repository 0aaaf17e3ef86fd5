//! `lower-to-vulkan`: emits a `vk.tensor_description` for every tensor with resolved strides.
//!
//! ```mlir
//! // before
//! layout.tensor @x : tensor<2x3x5xf16, {order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>, strides = [40, 1, 8]}>
//! // after: the source is kept, and the description is appended to the module
//! vk.tensor_description @x_vk {of = @x, element_type = f16, logical_shape = array<i64: 2, 3, 5>,
//!   dim_order = array<i64: 0, 2, 1>, tiling = "LINEAR", format = "VK_FORMAT_R16_SFLOAT",
//!   dims = array<i64: 2, 5, 3>, strides = array<i64: 80, 16, 2>, usage = ["SHADER"]}
//! ```
//!
//! Lengths and byte strides are in physical order: a permuted tensor is described by permuting its dims, never its
//! strides. The pass describes, in this order, tensors with strides in their type; tensors without an encoding in a
//! declaration or a function's signature (through the values there), which are row major; and declared memrefs. A declared
//! tensor with symbols has no description: `vk-c` writes a function that fills it. A returned value is described once. `offset`, which Vulkan's structure has no member for, is the byte of the buffer at
//! which the memory must be bound, for a tensor that does not start at the first byte of its buffer. If `plan-memory` placed
//! the buffer in an arena, it is the byte of the arena. The pass is idempotent.
//!
//! A declared tensor with an `image` carries it to its description. A descriptor in which a dim wraps, such as
//! `layout.modulo` of the outermost dim, is described with `wraps`, the rolling backing of VK_ARM_tensor_controls, if
//! the target has the extension.
//!
//! With `usage=data_graph` or `shader_and_data_graph` the values have this usage, and only those of `ir::data_graph` are
//! described: the arguments, results and constants of functions. All other values are internal to the graph.
//!
//! In reading order: `strided` reads the strides of a type, in elements, with `rolling` for descriptors; `memory`
//! converts them to whole bytes, and
//! merges dims with `merge` if the target allows fewer; `describe` adds the remaining attributes.

mod describe;
mod error;
mod formats;
mod memory;
mod merge;
mod rolling;
mod strided;

use crate::pass::{Pass, PassContext, PassInfo};
use crate::placements::is_symbolic;
use crate::symbols::NewSymbols;
use crate::tensors::{Defs, Holder, Tensor, Tensors};
use describe::{Describer, NewDescription};
use error::without_description;
use formats::DeclaredFormats;
use indexmap::IndexSet;
use ir::attrs::Attr;
use ir::data_graph::DataGraph;
use ir::descriptor::Layouts;
use ir::diag::{Diag, code};
use ir::module::NewOp;
use ir::options::OptionInfo;
use ir::print::ValueNames;
use ir::target::Target;
use ir::vulkan::{DESCRIPTION_OP, Description};
use ir::{Module, Registry, Type, Value};
use rustc_hash::FxHashSet;
use strided::declared_memrefs;

const OPTIONS: &[OptionInfo] = &[OptionInfo::constant(
    "usage",
    &["shader", "data_graph", "shader_and_data_graph"],
    "shader",
    "the usage of values; with a data graph, of the resources and constants of functions alone",
)];

pub(crate) const INFO: PassInfo = PassInfo::constant(
    "lower-to-vulkan",
    "emits a `vk.tensor_description` for every tensor with resolved strides",
    include_str!("lower_to_vulkan/page.md"),
    OPTIONS,
    &|options| match options.get("usage") {
        "data_graph" => Ok(Box::new(LowerGraphsToVulkan(&["DATA_GRAPH"]))),
        "shader_and_data_graph" => Ok(Box::new(LowerGraphsToVulkan(&["SHADER", "DATA_GRAPH"]))),
        _ => Ok(Box::new(LowerToVulkan)),
    },
);

/// The pass `lower-to-vulkan`.
pub struct LowerToVulkan;

impl Pass for LowerToVulkan {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        lower(module, cx, SHADER, None);
    }
}

/// The pass `lower-to-vulkan` for data graphs, `usage=data_graph` or `usage=shader_and_data_graph`, with the usage of each
/// described value.
struct LowerGraphsToVulkan(Usage);

/// The names of usages in the IR.
type Usage = &'static [&'static str];

impl Pass for LowerGraphsToVulkan {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let graphs = DataGraph::all(module, cx.registry);
        let values = graphs.iter().flat_map(DataGraph::described).collect();
        lower(module, cx, self.0, Some(&values));
    }
}

/// The usage of values without a data graph.
const SHADER: Usage = &["SHADER"];

/// Describes the values with this usage: each value with strides, or the resources and constants of data graphs.
fn lower(
    module: &mut Module,
    cx: &mut PassContext<'_>,
    usage: Usage,
    of_graphs: Option<&FxHashSet<Value>>,
) {
    let tensors = Tensors::new(module, cx.registry);
    let found = describe_all(module, &tensors, cx, usage, of_graphs);
    let mut symbols = NewSymbols::new(module);
    let present = present(module, cx.registry);
    for new in found {
        append(module, &mut symbols, &present, &new);
        cx.stats.add("tensors described", 1);
    }
}

/// The module of a description, its op definitions, the target, and the tensors of the module.
type DescriberInputs<'a> = (&'a Module, &'a Registry, Option<&'a Target>, &'a Tensors);

fn describer<'a>((module, registry, target, tensors): DescriberInputs<'a>) -> Describer<'a> {
    let names = ValueNames::new(module, registry);
    let mut defs = Defs::new(module, registry);
    let formats = DeclaredFormats::new(module, tensors, &mut defs);
    let layouts = Layouts::new(module, registry);
    Describer { module, names, layouts, defs, tensors, formats, target, usage: SHADER }
}

/// Returns the description of one tensor; `None` if its strides are not resolved.
///
/// # Errors
/// Vulkan cannot describe its layout.
pub(crate) fn description(
    inputs: DescriberInputs<'_>,
    holder: Holder,
    ty: Type,
    is_boundary: bool,
) -> Result<Option<Description>, Box<Diag>> {
    let mut describer = describer(inputs);
    let described = describer.describe(holder, ty, is_boundary).map_err(|fault| {
        let name = holder.describe(describer.module, &describer.names);
        Box::new(without_description(fault, holder.type_location(describer.module), &name))
    });
    Ok(described?.map(|new| new.description))
}

fn describe_all(
    module: &Module,
    tensors: &Tensors,
    cx: &mut PassContext<'_>,
    usage: Usage,
    of_graphs: Option<&FxHashSet<Value>>,
) -> Vec<NewDescription> {
    let inputs = (module, cx.registry, cx.target, tensors);
    let mut describer = Describer { usage, ..describer(inputs) };
    let mut found = Vec::new();
    let all = tensors.all().filter(|(_, tensor)| match tensor.holder {
        Holder::Input(..) | Holder::Output(..) => false,
        Holder::Value(value) => of_graphs.is_none_or(|values| values.contains(&value)),
        Holder::Declared(..) => true,
    });
    // A type without encoding is row major in a graph, as in a signature, because both are boundaries of the graph.
    let all: Vec<(Tensor, bool)> =
        all.map(|(id, tensor)| (tensor, of_graphs.is_some() || tensors.is_boundary(id))).collect();
    let memrefs = declared_memrefs(module, &mut describer.defs);
    for (tensor, boundary) in all.into_iter().chain(memrefs.map(|memref| (memref, true))) {
        // Its numbers are known at run time: `vk-c` writes a function that fills its description.
        if matches!(tensor.holder, Holder::Declared(..))
            && is_symbolic(&describer.layouts, tensor.ty)
        {
            continue;
        }
        let described = describer.describe(tensor.holder, tensor.ty, boundary);
        let place = tensor.holder.type_location(module);
        match described {
            Ok(described) => {
                if let Some(warning) = described.as_ref().and_then(|new| new.warning.as_ref()) {
                    let name = tensor.holder.describe(module, &describer.names);
                    let message = format!("{name} {warning}");
                    let diag = Diag::warning(code::VULKAN_RANK, place, message);
                    cx.sink.push(diag.of_class("maxTensorDimensionCount"));
                }
                found.extend(described);
            }
            Err(fault) => {
                let name = tensor.holder.describe(module, &describer.names);
                cx.sink.push(without_description(fault, place, &name));
            }
        }
    }
    found
}

/// Returns the attributes of each description in the module, without its symbol.
fn present(module: &mut Module, registry: &Registry) -> IndexSet<Attr> {
    let ops = registry.ops_with(module, |def| def.describes_tensor);
    let all: Vec<Vec<_>> = ops.map(|op| module.all_attrs(op).collect()).collect();
    let symbol = module.ctx.name("sym_name");
    all.into_iter()
        .map(|attrs| {
            let attrs = module.ctx.dict(attrs);
            module.ctx.dict_with(attrs, symbol, None)
        })
        .collect()
}

/// Appends a description to the module's body, unless an equal one is present.
fn append(
    module: &mut Module,
    symbols: &mut NewSymbols,
    present: &IndexSet<Attr>,
    new: &NewDescription,
) {
    let attrs = new.description.to_attrs(&mut module.ctx);
    let attrs = module.ctx.dict(attrs);
    if present.contains(&attrs) {
        return;
    }
    let symbol = symbols.claim(&new.symbol);
    let key = module.ctx.name("sym_name");
    let symbol = module.ctx.string(&symbol);
    let attrs = module.ctx.dict_with(attrs, key, Some(symbol));
    let name = module.ctx.name(DESCRIPTION_OP);
    let op = NewOp { attrs: Some(attrs), span: new.location.span, ..NewOp::new(name) };
    let op = module.create_op(op);
    let body = module.body();
    module.append_op(body, op);
}

#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod vector_dim_tests;
