//! Functions as data graphs of `VK_ARM_data_graph`: the values that have memory outside the graph.
//!
//! Each argument and result of a function is a *resource* of the pipeline. The *constants* are the values whose
//! contents are known when the pipeline is created: constant ops, arguments with [`CONSTANT_ATTR`], and copies and
//! `layout.view`s of these. A constant that only such copies and views use is not a constant of the graph, because the
//! graph reads the converted one. All other values are internal to the graph, and have no memory that Vulkan describes.
//!
//! TOSA's constants are those that the conversion of TOSA to SPIR-V declares: it has small ones inline, and merges equal
//! ones. Where a constant has [`GRAPH_ID_ATTR`], the conversion has chosen, and only marked constants are declared.

use crate::attrs::Attr;
use crate::context::Name;
use crate::module::{Block, Def, Module, Op, Value};
use crate::registry::Registry;
use crate::types::{Type, TypeKind, static_count};
use crate::views::VIEW_OP;
use rustc_hash::{FxHashMap, FxHashSet};

/// The attribute of an argument whose contents are known before execution.
pub const CONSTANT_ATTR: &str = "layout.constant";

/// The attribute with the descriptor set and binding of an argument or result.
pub const BINDING_ATTR: &str = "layout.vk_binding";

/// The attribute with the id of a graph constant, on the op or argument that defines it.
pub const CONSTANT_ID_ATTR: &str = "layout.vk_constant";

/// The attribute of the conversion of TOSA to SPIR-V with the id of a graph constant.
pub const GRAPH_ID_ATTR: &str = "grapharm.graph_constant_id";

/// The constant ops of TOSA, each with the greatest number of elements that the conversion to SPIR-V has inline.
const INLINE: [(&str, u64); 2] = [("tosa.const", 16), ("tosa.const_shape", 32)];

/// The attribute with the semi-structured sparsity of a constant, on the op or argument that defines it.
pub const SPARSITY_ATTR: &str = "layout.vk_sparsity";

/// A function with its resources and constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataGraph {
    /// The function.
    pub function: Op,
    /// The arguments that are not constants, and then the results.
    pub resources: Vec<GraphResource>,
    /// The constants, in program order.
    pub constants: Vec<Value>,
    /// The ops that return from the function.
    pub returns: Vec<Op>,
}

/// A resource of a data graph. Its value need not be a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphResource {
    /// The argument, or the value that the function returns.
    pub value: Value,
    /// The position of the resource in the signature.
    pub end: GraphEnd,
}

/// A position in the signature of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphEnd {
    /// An argument, by its number.
    Argument(usize),
    /// A result, by its number.
    Result(usize),
}

impl DataGraph {
    /// Returns the data graphs of a module: its functions with a body and with a tensor as argument or result.
    pub fn all(module: &Module, registry: &Registry) -> Vec<DataGraph> {
        let functions = registry.ops_with(module, |def| def.function.is_some());
        functions
            .filter_map(|function| DataGraph::from_function(module, registry, function))
            .collect()
    }

    fn from_function(module: &Module, registry: &Registry, function: Op) -> Option<DataGraph> {
        let blocks = module.blocks(*module.regions(function).first()?);
        let entry = *blocks.first()?;
        let ends = blocks.iter().filter_map(|&block| module.last_op(block));
        let returns: Vec<Op> =
            ends.filter(|op| registry.op_def(module, *op).is_some_and(|def| def.returns)).collect();
        let constant: Vec<Value> = marked_arguments(module, function).collect();
        let arguments = module.arguments(entry).iter().enumerate();
        let arguments = arguments
            .filter(|&(at, _)| module.argument_attr(function, at, CONSTANT_ATTR).is_none())
            .map(|(at, &value)| GraphResource { value, end: GraphEnd::Argument(at) });
        let results = returns.first().map_or(&[][..], |&op| module.operands(op)).iter();
        let results = results.enumerate();
        let results =
            results.map(|(at, &value)| GraphResource { value, end: GraphEnd::Result(at) });
        let resources: Vec<GraphResource> = arguments.chain(results).collect();
        let is_tensor = |&value: &Value| matches!(module.kind(value), TypeKind::Tensor { .. });
        let mut ends = resources.iter().map(|resource| resource.value).chain(constant.clone());
        ends.any(|value| is_tensor(&value)).then(|| {
            let constants = constants(module, registry, function, constant);
            let constants = constants.into_iter().filter(is_tensor).collect();
            DataGraph { function, resources, constants, returns }
        })
    }

    /// Returns the values of which Vulkan needs a description.
    pub fn described(&self) -> impl Iterator<Item = Value> {
        let resources = self.resources.iter().map(|resource| resource.value);
        resources.chain(self.constants.iter().copied())
    }
}

/// Returns the arguments of a function with [`CONSTANT_ATTR`]; none if the function has no body.
pub fn marked_arguments(module: &Module, function: Op) -> impl Iterator<Item = Value> {
    let body = module.regions(function).first();
    let entry = body.and_then(|&body| module.blocks(body).first());
    let arguments = entry.map_or(&[][..], |&entry| module.arguments(entry)).iter().enumerate();
    arguments
        .filter(move |&(at, _)| module.argument_attr(function, at, CONSTANT_ATTR).is_some())
        .map(|(_, &value)| value)
}

/// Returns the constants of a function that the graph reads or returns.
fn constants(
    module: &Module,
    registry: &Registry,
    function: Op,
    arguments: Vec<Value>,
) -> Vec<Value> {
    let mut known: FxHashSet<Value> = arguments.iter().copied().collect();
    let mut found = arguments;
    let mut used = FxHashSet::default();
    for op in module.walk_from(function) {
        let Some(result) = constant_result(module, registry, op, &known) else {
            used.extend(module.operands(op).iter().copied());
            continue;
        };
        known.insert(result);
        found.push(result);
    }
    found.retain(|value| used.contains(value));
    if found.iter().any(|&value| graph_id(module, registry, value).is_some()) {
        found.retain(|&value| graph_id(module, registry, value).is_some());
        return found;
    }
    found.retain(|&value| !is_inline(module, registry, value));
    merged(module, found)
}

/// Returns the attribute with the id of a graph constant, of the op that defines it or the value that a copy converts.
fn graph_id(module: &Module, registry: &Registry, value: Value) -> Option<Attr> {
    module.attr(origin(module, registry, value)?, GRAPH_ID_ATTR)
}

/// Returns the op that defines a constant, before copies and views; `None` if it is an argument.
pub fn origin(module: &Module, registry: &Registry, mut value: Value) -> Option<Op> {
    while let Some((source, _)) = converted(module, registry, value) {
        value = source;
    }
    match module.def(value) {
        Def::Result(op, _) => Some(op),
        Def::Argument(..) => None,
    }
}

/// Returns `true` if the conversion of TOSA to SPIR-V has a constant inline. An id of its own makes it a graph constant.
fn is_inline(module: &Module, registry: &Registry, value: Value) -> bool {
    let Some(op) = origin(module, registry, value) else { return false };
    let most = INLINE.iter().find(|(name, _)| *name == module.name(op)).map(|(_, most)| *most);
    let Some(most) = most.filter(|_| module.attr(op, CONSTANT_ID_ATTR).is_none()) else {
        return false;
    };
    let lengths = module.kind(value).tensor_dims().unwrap_or_default();
    static_count(lengths).is_some_and(|count| count <= most)
}

/// The parts of a constant of TOSA that its conversion to SPIR-V compares with others.
#[derive(PartialEq, Eq, Hash)]
struct ConstantKey {
    attrs: Vec<(Name, Attr)>,
    props: Option<Attr>,
    ty: Type,
}

/// Returns the constants without those of TOSA that equal an earlier one, which the conversion to SPIR-V merges.
fn merged(module: &Module, mut found: Vec<Value>) -> Vec<Value> {
    let mut earlier: FxHashMap<ConstantKey, Vec<Option<Block>>> = FxHashMap::default();
    found.retain(|&value| {
        let Def::Result(op, _) = module.def(value) else { return true };
        if INLINE.iter().all(|(name, _)| *name != module.name(op)) {
            return true;
        }
        // The conversion does not see the attributes of layoutc.
        let attrs = module.ctx.dict_entries(module.attrs(op)).iter().copied();
        let attrs = attrs.filter(|(key, _)| !module.ctx.text(*key).starts_with("layout."));
        let key =
            ConstantKey { attrs: attrs.collect(), props: module.props(op), ty: module.ty(value) };
        let blocks = earlier.entry(key).or_default();
        // A constant of a region equals one of the function only if that one is visible in the region.
        let is_equal = module.ancestors(op).any(|outer| blocks.contains(&module.block_of(outer)));
        blocks.extend((!is_equal).then(|| module.block_of(op)));
        !is_equal || module.attr(op, CONSTANT_ID_ATTR).is_some()
    });
    found
}

/// Returns the result of an op if it is a constant.
fn constant_result(
    module: &Module,
    registry: &Registry,
    op: Op,
    known: &FxHashSet<Value>,
) -> Option<Value> {
    let def = registry.op_def(module, op)?;
    let converts = def.is_copy || def.name == VIEW_OP;
    let is_converted = converts && module.operands(op).iter().all(|value| known.contains(value));
    (def.constant.is_some() || is_converted).then(|| module.result(op, 0))?
}

/// Returns the value from which a copy or a `layout.view` is converted, with `true` if it keeps the bytes and not the
/// elements. `None` if another op defines the value.
pub fn converted(module: &Module, registry: &Registry, value: Value) -> Option<(Value, bool)> {
    let Def::Result(op, _) = module.def(value) else { return None };
    let def = registry.op_def(module, op)?;
    let &[source] = module.operands(op) else { return None };
    (def.is_copy || def.name == VIEW_OP).then_some((source, !def.is_copy))
}
