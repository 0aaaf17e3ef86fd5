//! The data graphs of a module with their descriptions, bindings and ids: the input of the emitters of data graphs.

use super::elements::ConstantElements;
use crate::emitter::EmitContext;
use crate::vk::coordinates::{TensorCoordinate, TensorCoordinates};
use crate::vk::{self, SizedDescription};
use ir::attrs::Attr;
use ir::data_graph::{
    BINDING_ATTR, CONSTANT_ID_ATTR, DataGraph, GRAPH_ID_ATTR, GraphEnd, GraphResource,
    SPARSITY_ATTR, converted,
};
use ir::diag::{Diag, code, counted};
use ir::module::Def;
use ir::print::{ValueNames, type_to_string};
use ir::source::SourceLocation;
use ir::vulkan::TensorName;
use ir::{Module, Registry, TypeKind, Value, Verified};
use std::collections::{BTreeMap, BTreeSet};

/// The passes that run before the emitters of data graphs.
pub(crate) const PASSES: &[&str] =
    &["resolve-strides", "lower-to-vulkan{usage=data_graph}", "verify-vulkan"];

/// The data graphs of a module.
pub(crate) struct GraphModels<'m> {
    /// The descriptions of resources and constants, each once, in module order.
    pub(crate) tensors: Vec<SizedDescription<'m>>,
    pub(crate) graphs: Vec<GraphModel<'m>>,
}

/// A function as a data graph.
pub(crate) struct GraphModel<'m> {
    /// The symbol of the function.
    pub(crate) symbol: &'m str,
    pub(crate) location: SourceLocation,
    /// The name of the graph in the joined SPIR-V module; `None` if there is none.
    pub(crate) entry_point: Option<String>,
    /// The arguments that are not constants, and then the results.
    pub(crate) resources: Vec<ResourceModel>,
    /// The constants, sorted by id.
    pub(crate) constants: Vec<ConstantModel<'m>>,
}

/// A resource of a data graph.
pub(crate) struct ResourceModel {
    /// The role in the function: `argument` or `result`.
    pub(crate) role: &'static str,
    /// The name of the value, such as `%x`.
    pub(crate) name: String,
    /// The number of the description.
    pub(crate) tensor: usize,
    pub(crate) set: u32,
    pub(crate) binding: u32,
}

impl ResourceModel {
    /// Returns the role and the name for diagnostics.
    pub(crate) fn label(&self) -> String {
        format!("{} `{}`", self.role, self.name)
    }
}

/// A constant of a data graph.
pub(crate) struct ConstantModel<'m> {
    /// The name of the value, such as `%w`.
    pub(crate) name: String,
    /// The number of the description.
    pub(crate) tensor: usize,
    pub(crate) id: u32,
    /// `true` if an attribute states the id.
    pub(crate) has_own_id: bool,
    pub(crate) sparsity: Vec<Sparsity>,
    /// The elements; `None` if the module does not contain them, so that the host supplies the data.
    pub(crate) elements: Option<ConstantElements<'m>>,
    /// The place of the definition.
    pub(crate) location: SourceLocation,
}

impl ConstantModel<'_> {
    /// Returns the error that a value with this name and place cannot be a constant.
    pub(super) fn fault(&self, reason: &str) -> Diag {
        let message = format!("`{}` cannot be a graph constant: {reason}", self.name);
        Diag::error(code::VULKAN_RULE, self.location.clone(), message)
    }
}

/// The semi-structured sparsity of a constant along one dim.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sparsity {
    /// The logical dim, which may be outside the rank.
    pub(crate) dim: u32,
    /// The dim of the description; `None` if the logical dim is outside the rank.
    pub(crate) described: Option<usize>,
    /// The number of zeros in each group.
    pub(crate) zeros: u32,
    /// The number of elements in a group.
    pub(crate) group: u32,
}

impl<'m> GraphModels<'m> {
    /// Reads the data graphs of a module. Reports a warning if there are none.
    ///
    /// # Errors
    /// A description or function that a data graph cannot have.
    pub(crate) fn read(
        module: &'m Verified,
        cx: &EmitContext<'_>,
    ) -> Result<GraphModels<'m>, Diag> {
        let graphs = DataGraph::all(module, cx.registry);
        if graphs.is_empty() {
            let remedy = "add a function with a tensor as argument or result";
            cx.warn_nothing_emitted(module, "functions with tensors", remedy);
        }
        let tensors = vk::tensors_if_any(module, cx, "a data graph")?;
        let mut reader = GraphReader {
            module,
            registry: cx.registry,
            names: ValueNames::new(module, cx.registry),
            described: described(&tensors),
            used: BTreeSet::new(),
        };
        // The shapes of a joined graph are those of another compiler, which has chosen the layouts.
        if cx.graph.is_none() {
            graphs.iter().for_each(|graph| reader.report_unassigned(graph, cx));
        }
        let graphs = graphs.iter().map(|graph| reader.graph(graph, &tensors));
        let graphs = graphs.collect::<Result<Vec<_>, Diag>>()?;
        let used = reader.used;
        Ok(GraphModels { tensors, graphs }.with(&used))
    }

    /// Returns the same graphs with the used descriptions only.
    fn with(mut self, used: &BTreeSet<usize>) -> GraphModels<'m> {
        fn number(used: &BTreeSet<usize>, old: usize) -> usize {
            used.range(..old).count()
        }
        for graph in &mut self.graphs {
            graph.resources.iter_mut().for_each(|it| it.tensor = number(used, it.tensor));
            graph.constants.iter_mut().for_each(|it| it.tensor = number(used, it.tensor));
        }
        let all = std::mem::take(&mut self.tensors).into_iter().enumerate();
        self.tensors = all.filter(|(at, _)| used.contains(at)).map(|(_, tensor)| tensor).collect();
        self
    }
}

/// The numbers of the descriptions by the function and the name of the described value.
type Described = BTreeMap<(String, String), Vec<usize>>;

fn described(tensors: &[SizedDescription<'_>]) -> Described {
    let mut described = Described::new();
    for (at, tensor) in tensors.iter().enumerate() {
        let of = &tensor.description.tensor;
        if let Some(function) = &of.function
            && let Some(TensorName::Value(name)) = &of.name
        {
            described.entry((function.clone(), name.clone())).or_default().push(at);
        }
    }
    described
}

struct GraphReader<'m, 'a> {
    module: &'m Module,
    registry: &'a Registry,
    names: ValueNames<'m>,
    described: Described,
    used: BTreeSet<usize>,
}

impl<'m> GraphReader<'m, '_> {
    fn graph(
        &mut self,
        graph: &DataGraph,
        tensors: &[SizedDescription<'m>],
    ) -> Result<GraphModel<'m>, Diag> {
        let module = self.module;
        let function = graph.function;
        let symbol = module.symbol(function).unwrap_or_default();
        let place = module.location(function);
        self.check(graph, symbol)?;
        let bindings = self.bindings(graph);
        let resources = graph.resources.iter().zip(bindings);
        let resources = resources.map(|(resource, (set, binding))| {
            let role = match resource.end {
                GraphEnd::Argument(_) => "argument",
                GraphEnd::Result(_) => "result",
            };
            let name = format!("%{}", self.names.get(resource.value));
            let tensor = self.tensor(resource.value, symbol)?;
            Ok(ResourceModel { role, name, tensor, set, binding })
        });
        let resources = resources.collect::<Result<_, Diag>>()?;
        let ids = self.ids(graph);
        let constants = graph.constants.iter().zip(ids);
        let constants = constants.map(|(&value, id)| self.constant(value, id, symbol, tensors));
        let mut constants = constants.collect::<Result<Vec<_>, Diag>>()?;
        constants.sort_by_key(|constant| constant.id);
        let entry_point = None;
        Ok(GraphModel { symbol, location: place, entry_point, resources, constants })
    }

    /// Reports values whose layouts were not chosen, although the target has rules for them.
    fn report_unassigned(&self, graph: &DataGraph, cx: &EmitContext<'_>) {
        let Some(target) = cx.target.filter(|target| target.has_rules()) else {
            return;
        };
        let module = self.module;
        let results = module.walk_from(graph.function).flat_map(|op| module.results(op));
        let unassigned = results.filter(|&value| {
            matches!(module.kind(value), TypeKind::Tensor { encoding: None, .. })
                && graph.resources.iter().all(|resource| resource.value != value)
        });
        let count = unassigned.count();
        if count > 0 {
            let symbol = module.symbol(graph.function).unwrap_or_default();
            let message =
                format!("the layouts of {} of `@{symbol}` are not chosen", counted(count, "value"));
            let warning = Diag::warning(code::ASSIGN, module.location(graph.function), message)
                .note(format!("they are described as row major; `assign-layouts` before the other passes chooses layouts by the rules of `@{}`", target.name))
                .note(format!("use `--passes='assign-layouts,{}'`", PASSES.join(",")));
            cx.warnings.borrow_mut().push(warning);
        }
    }

    /// Checks that Vulkan has a graph for a function.
    fn check(&self, graph: &DataGraph, symbol: &str) -> Result<(), Diag> {
        let module = self.module;
        let function = graph.function;
        let fault = |place, reason: String| {
            let message = format!("`@{symbol}` cannot be a data graph: {reason}");
            Diag::error(code::VULKAN_RULE, place, message)
        };
        if graph.returns.len() != 1 {
            let count = graph.returns.len();
            let reason = format!("it must return once, but has {count} returns");
            return Err(fault(module.location(function), reason));
        }
        if let Some(call) = module
            .walk_from(function)
            .find(|&op| self.registry.op_def(module, op).is_some_and(|it| it.callee.is_some()))
        {
            let reason = "the graphs of `SPV_ARM_graph` have no calls".to_owned();
            return Err(
                fault(module.location(call), reason).note("inline the called function first")
            );
        }
        for &GraphResource { value, .. } in &graph.resources {
            if !matches!(module.kind(value), TypeKind::Tensor { .. }) {
                let name = self.names.get(value);
                let ty = type_to_string(module, module.ty(value));
                let reason = format!("`%{name}` is of type `{ty}`, but resources are tensors");
                return Err(fault(module.definition_location(value), reason));
            }
        }
        Ok(())
    }

    /// Returns the number of the description of a value.
    fn tensor(&mut self, value: Value, function: &str) -> Result<usize, Diag> {
        let module = self.module;
        let name = self.names.get(value);
        let found = self.described.get(&(function.to_owned(), name.clone()));
        match found.map(Vec::as_slice) {
            Some(&[tensor]) => {
                self.used.insert(tensor);
                Ok(tensor)
            }
            Some(several) => {
                let count = several.len();
                let message = format!("`%{name}` of `@{function}` has {count} tensor descriptions");
                let diag =
                    Diag::error(code::VULKAN_RULE, module.definition_location(value), message);
                Err(diag.note("a resource or constant of a data graph has one description"))
            }
            None => {
                let message = format!("`%{name}` of `@{function}` has no tensor description");
                let diag = Diag::error(code::NOT_RESOLVED, module.type_location(value), message);
                Err(diag
                    .note("`resolve-strides` and `lower-to-vulkan{usage=data_graph}` describe it"))
            }
        }
    }

    /// Returns the descriptor set and binding of each resource. Those without an attribute have the least free bindings
    /// of set 0.
    fn bindings(&self, graph: &DataGraph) -> Vec<(u32, u32)> {
        let stated: Vec<Option<(u32, u32)>> = graph
            .resources
            .iter()
            .map(|resource| {
                let attr = match resource.end {
                    GraphEnd::Argument(at) => {
                        self.module.argument_attr(graph.function, at, BINDING_ATTR)
                    }
                    GraphEnd::Result(at) => {
                        self.module.result_attr(graph.function, at, BINDING_ATTR)
                    }
                };
                let numbers = self.module.ctx.as_int_list(attr?)?;
                let mut numbers = numbers.into_iter().map(u32::try_from);
                Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
            })
            .collect();
        let taken = stated.iter().flatten().filter(|(set, _)| *set == 0);
        let mut free = free_numbers(taken.map(|(_, binding)| *binding).collect());
        stated.into_iter().map(|stated| stated.unwrap_or_else(|| (0, free()))).collect()
    }

    /// Returns the id of each constant, with `true` if an attribute states it. Others have the least free ids.
    fn ids(&self, graph: &DataGraph) -> Vec<(u32, bool)> {
        let stated = graph.constants.iter().map(|&value| {
            let attr = self.constant_attr(value, CONSTANT_ID_ATTR);
            let attr = attr.or_else(|| self.constant_attr(value, GRAPH_ID_ATTR))?;
            u32::try_from(self.module.ctx.as_int(attr)?).ok()
        });
        let stated: Vec<Option<u32>> = stated.collect();
        let mut free = free_numbers(stated.iter().flatten().copied().collect());
        stated.into_iter().map(|id| (id.unwrap_or_else(&mut free), id.is_some())).collect()
    }

    /// Returns an attribute of the op or argument that defines a constant, or of the value that a copy converts.
    fn constant_attr(&self, mut value: Value, key: &str) -> Option<Attr> {
        let module = self.module;
        loop {
            let attr = match module.def(value) {
                Def::Result(op, _) => module.attr(op, key),
                Def::Argument(block, at) => {
                    let function = module.region_parent(module.block_region(block));
                    module.argument_attr(function, at, key)
                }
            };
            if attr.is_some() {
                return attr;
            }
            let (source, keeps_bytes) = converted(module, self.registry, value)?;
            // The dims of a view are not those of its operand.
            if keeps_bytes && key == SPARSITY_ATTR {
                return None;
            }
            value = source;
        }
    }

    fn constant(
        &mut self,
        value: Value,
        (id, has_own_id): (u32, bool),
        function: &str,
        tensors: &[SizedDescription<'m>],
    ) -> Result<ConstantModel<'m>, Diag> {
        let module = self.module;
        let tensor = self.tensor(value, function)?;
        let mut constant = ConstantModel {
            name: format!("%{}", self.names.get(value)),
            tensor,
            id,
            has_own_id,
            sparsity: Vec::new(),
            elements: None,
            location: module.definition_location(value),
        };
        constant.elements = ConstantElements::from_value(module, self.registry, value)
            .map_err(|reason| constant.fault(&reason))?;
        let sparsity = self.constant_attr(value, SPARSITY_ATTR);
        let sparsity = sparsity.and_then(|attr| module.ctx.as_array(attr)).unwrap_or_default();
        for entry in sparsity {
            let numbers = ["dim", "zeros", "group"].map(|key| {
                let number = module.ctx.as_int(module.ctx.dict_get(*entry, key)?)?;
                u32::try_from(number).ok()
            });
            let [Some(dim), Some(zeros), Some(group)] = numbers else { continue };
            let described = described_dim(&tensors[tensor], dim);
            let described = described.map_err(|reason| constant.fault(&reason))?;
            constant.sparsity.push(Sparsity { dim, described, zeros, group });
        }
        Ok(constant)
    }
}

/// Returns the numbers from 0 that are not taken.
fn free_numbers(taken: BTreeSet<u32>) -> impl FnMut() -> u32 {
    let mut next = 0;
    move || {
        while taken.contains(&next) {
            next += 1;
        }
        next += 1;
        next - 1
    }
}

/// Returns the dim of a description that is a logical dim; `None` if the logical dim is outside the rank.
fn described_dim(tensor: &SizedDescription<'_>, dim: u32) -> Result<Option<usize>, String> {
    let dims = TensorCoordinates::from_description(tensor)?;
    let dim = dim as usize;
    if dim >= dims.lengths.len() {
        return Ok(None);
    }
    let found = dims
        .coordinates
        .iter()
        .position(|it| matches!(it, TensorCoordinate::Component(of) if *of == dim));
    let found = found.filter(|_| dims.elements_per_byte == 1);
    found.map(Some).ok_or_else(|| {
        format!("d{dim} is merged or split in its description, so it has no sparsity")
    })
}
