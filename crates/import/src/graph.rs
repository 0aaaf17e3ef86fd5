//! Type inference over a graph, node by node.
//!
//! The type that the file states is joined with the type that a rule infers from the operands. Each fills the unknown
//! lengths of the other; lengths that both know must be equal. `control` has the nodes with nested graphs.

use crate::call::{Call, InferenceStop, ValueFact, ValueTypes, wrong};
use crate::elem::{Elem, MAX_RANK, TensorType, shown};
use crate::infer;
use crate::literal::{TensorLiteral, type_of};
use crate::model_graph::{ModelGraph, ModelNode, value_name};
use crate::op_form::{self, is_standard};
use crate::options::{BoolStorage, ImportOptions};
use crate::stated::{Stated, check_dims, join, stated, symbolic_dims};
use crate::steps::Step;
use indexmap::IndexSet;
use ir::diag::{Code, Diag, Sink, code};
use ir::progress::{Progress, ProgressReport};
use ir::source::Span;
use rten_onnx::onnx::{NodeProto, TensorProto, ValueInfoProto};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// A graph with the facts of its values.
pub(crate) struct OnnxGraph<'a> {
    /// The graph in the file, with its functions inlined.
    pub(crate) model: &'a ModelGraph,
    /// The nodes to execute, in order. A branch that is always taken replaces its node.
    pub(crate) steps: Vec<Step<'a>>,
    /// The IR type of bools.
    pub(crate) bools: BoolStorage,
    /// The lengths of symbolic dims, by name.
    pub(crate) dims: &'a [(String, u64)],
    /// The fact of each defined value. `None` if an error was reported for it.
    pub(crate) facts: FxHashMap<&'a str, Option<ValueFact>>,
    /// The names of the inputs, in order.
    pub(crate) inputs: Vec<&'a str>,
    /// The names of the tensors whose elements are omitted, in order.
    pub(crate) weights: IndexSet<&'a str, FxBuildHasher>,
    pub(crate) stated: FxHashMap<&'a str, Stated>,
    /// The number of loops around the current node.
    pub(crate) loops: u64,
}

/// Describes a node in messages.
pub(crate) fn described(node: &NodeProto) -> String {
    let op = node.op_type.as_deref().unwrap_or_default();
    match title(node) {
        Some((name, true)) => format!("node `{name}` ({op})"),
        Some((name, false)) => format!("the producer of `{name}` ({op})"),
        None => format!("a node without a name or results ({op})"),
    }
}

/// Returns the name of a node, with `true` if the node states it. A node without a name has that of its first result.
/// `None` if it has neither.
pub(crate) fn title(node: &NodeProto) -> Option<(&str, bool)> {
    let own = node.name.as_deref().filter(|name| !name.is_empty()).map(|name| (name, true));
    own.or_else(|| {
        node.output.iter().find(|name| !name.is_empty()).map(|name| (name.as_str(), false))
    })
}

/// The diagnostic of a node whose results are unknown. `None` if an error was already reported for an operand.
pub(crate) type NodeFault = Option<Box<Diag>>;

/// Returns the diagnostic of a node.
pub(crate) fn fault(node: &NodeProto, code: Code, reason: String) -> NodeFault {
    Some(Box::new(Diag::error(code, Span::NONE, format!("{}: {reason}", described(node)))))
}

fn error(sink: &mut Sink, code: Code, message: String) {
    sink.error(code, Span::NONE, message);
}

impl<'a> OnnxGraph<'a> {
    /// Reads a whole graph. Errors are reported to the sink.
    pub(crate) fn read(
        model: &'a ModelGraph,
        options: &'a ImportOptions,
        progress: &mut dyn Progress,
        sink: &mut Sink,
    ) -> OnnxGraph<'a> {
        let mut graph = OnnxGraph {
            model,
            steps: Vec::new(),
            bools: options.bools,
            dims: options.dims.as_slice(),
            facts: FxHashMap::default(),
            inputs: Vec::new(),
            weights: IndexSet::default(),
            stated: FxHashMap::default(),
            loops: 0,
        };
        check_dims(&model.inputs, graph.dims.iter().chain(&options.bounds), sink);
        graph.state_all(model, sink);
        let own: FxHashSet<&str> = graph.tensors(model, sink);
        // Old files list initializers among the inputs.
        for info in model.inputs.iter().filter(|info| !own.contains(value_name(info))) {
            graph.input(info, sink);
        }
        let total = model.nodes.len() as u64;
        let mut steps = Vec::with_capacity(model.nodes.len());
        for (done, node) in (0..).zip(&model.nodes) {
            let item = node.proto.name.as_deref().unwrap_or_default();
            progress.report(ProgressReport { done, total, unit: "nodes", item });
            graph.node(node, &mut steps, sink);
        }
        graph.steps = steps;
        for info in &model.outputs {
            graph.output(info, sink);
        }
        graph
    }

    /// Records the types that the file states for the values of a graph, other than its inputs.
    pub(crate) fn state_all(&mut self, graph: &'a ModelGraph, sink: &mut Sink) {
        for info in graph.value_info.iter().chain(&graph.outputs) {
            self.state(info, sink);
        }
    }

    /// Defines the initializers of a graph and returns their names.
    pub(crate) fn tensors(&mut self, graph: &'a ModelGraph, sink: &mut Sink) -> FxHashSet<&'a str> {
        let mut own = FxHashSet::default();
        for tensor in &graph.initializers {
            let name = tensor.name.as_deref().unwrap_or_default();
            let what = format!("initializer `{name}`");
            let fact = self.tensor(name, tensor, &what, sink);
            self.define(name, fact, &what, sink);
            own.insert(name);
        }
        own
    }

    /// Returns the fact of a value. `None` if the value is undefined, or an error was reported for it.
    pub(crate) fn fact(&self, name: &str) -> Option<&ValueFact> {
        self.facts.get(name)?.as_ref()
    }

    /// Returns the Vulkan format of a value that its IR type does not determine. `None` if the type determines it.
    pub(crate) fn vk_format(&self, name: &str) -> Option<&'static str> {
        self.fact(name)?.ty.elem.vk_format(self.bools)
    }

    /// Returns a node with the facts of its operands.
    ///
    /// # Errors
    /// The fact of an operand is unknown: returns the name of that operand.
    pub(crate) fn call(&self, node: &'a ModelNode) -> Result<Call<'_>, &'a str> {
        let inputs = node
            .proto
            .input
            .iter()
            .map(|name| match name.as_str() {
                "" => Ok(None),
                name => self.fact(name).map(Some).ok_or(name),
            })
            .collect::<Result<_, _>>()?;
        Ok(Call { node: &node.proto, opset: node.opset, inputs })
    }

    /// Records the type that the file states for a value.
    fn state(&mut self, info: &'a ValueInfoProto, sink: &mut Sink) {
        let name = value_name(info);
        match info.r#type.as_ref().map(|ty| stated(ty, self.dims)) {
            Some(Ok(Some(stated))) => {
                let known = self.stated.get(name).is_some_and(|known| known.dims.is_some());
                if !known {
                    self.stated.insert(name, stated);
                }
            }
            Some(Err(reason)) => error(sink, code::TYPE, format!("value `{name}`: {reason}")),
            Some(Ok(None)) | None => {}
        }
    }

    pub(crate) fn define(
        &mut self,
        name: &'a str,
        fact: Option<ValueFact>,
        what: &str,
        sink: &mut Sink,
    ) {
        if self.facts.insert(name, fact).is_some() {
            error(sink, code::REDEFINED_VALUE, format!("{what}: `{name}` is already defined"));
        }
    }

    /// Returns the fact of a tensor: a constant, or a weight whose elements are omitted.
    fn tensor(
        &mut self,
        name: &'a str,
        tensor: &TensorProto,
        what: &str,
        sink: &mut Sink,
    ) -> Option<ValueFact> {
        let found = type_of(tensor).and_then(|ty| Ok((ty, TensorLiteral::from_proto(tensor)?)));
        match found {
            Ok((_, Some(literal))) => Some(ValueFact::constant(literal)),
            Ok((ty, None)) => {
                self.weights.insert(name);
                Some(ValueFact::typed(ty))
            }
            Err(reason) => {
                error(sink, code::TYPE, format!("{what}: {reason}"));
                None
            }
        }
    }

    /// Defines an input of the graph.
    fn input(&mut self, info: &'a ValueInfoProto, sink: &mut Sink) {
        let name = value_name(info);
        let fact = match info.r#type.as_ref().map(|ty| stated(ty, self.dims)) {
            Some(Ok(Some(Stated { elem, dims: Some(dims) }))) => {
                Some(ValueFact::typed(TensorType { elem, dims }))
            }
            Some(Err(reason)) => {
                error(sink, code::TYPE, format!("input `{name}`: {reason}"));
                None
            }
            _ => {
                error(sink, code::TYPE, format!("input `{name}` must be a tensor of known rank"));
                None
            }
        };
        self.inputs.push(name);
        self.define(name, fact, "an input", sink);
    }

    pub(crate) fn output(&self, info: &ValueInfoProto, sink: &mut Sink) {
        let name = value_name(info);
        if !self.facts.contains_key(name) {
            error(sink, code::UNDEFINED_VALUE, format!("output `{name}` is undefined"));
        }
    }

    /// Defines the results of a node and appends the steps that compute them.
    pub(crate) fn node(&mut self, node: &'a ModelNode, steps: &mut Vec<Step<'a>>, sink: &mut Sink) {
        let own = &node.proto;
        let facts = match self.results(node, steps, sink) {
            Ok(facts) => facts,
            Err(fault) => {
                if let Some(fault) = fault {
                    sink.push(*fault);
                }
                vec![None; own.output.len()]
            }
        };
        for (name, fact) in own.output.iter().zip(facts).filter(|(name, _)| !name.is_empty()) {
            self.define(name, fact, &described(own), sink);
        }
    }

    /// Returns the facts of a node's results. Nothing is returned if the appended steps already define them.
    ///
    /// # Errors
    /// Returns the diagnostic. `None` if an error was already reported for an operand.
    fn results(
        &mut self,
        node: &'a ModelNode,
        steps: &mut Vec<Step<'a>>,
        sink: &mut Sink,
    ) -> Result<Vec<Option<ValueFact>>, NodeFault> {
        let own = &node.proto;
        if let Some("Constant") = own.op_type.as_deref()
            && let Some(name) = own.output.first()
            && is_standard(own.domain.as_deref())
            && let Some(fact) = self.constant(node, name, sink)
        {
            steps.push(Step::op(node));
            return Ok(vec![fact]);
        }
        let call = self.call(node).map_err(|name| match self.facts.contains_key(name) {
            true => None,
            false => fault(
                own,
                code::UNDEFINED_VALUE,
                format!("operand `{name}` is not defined before this node"),
            ),
        })?;
        let standard = is_standard(own.domain.as_deref());
        if standard && matches!(own.op_type.as_deref(), Some("If" | "Loop" | "Scan")) {
            return self.control(node, steps, sink);
        }
        if let Some(refusal) = infer::refusal(node).filter(|_| standard) {
            let fault = fault(own, code::STRUCTURE, refusal.reason.to_owned());
            return Err(fault.map(|fault| Box::new(fault.note(refusal.help))));
        }
        let inferred = if standard { infer::types(&call) } else { Err(InferenceStop::Unknown) };
        let inferred = match inferred.and_then(bounded) {
            Ok(types) => types,
            Err(InferenceStop::Unknown) => Vec::new(),
            Err(InferenceStop::Wrong(reason)) => {
                return Err(fault(own, code::TYPE_MISMATCH, reason));
            }
        };
        let mut facts = Vec::new();
        for (index, name) in own.output.iter().enumerate() {
            if name.is_empty() {
                facts.push(None);
                continue;
            }
            let ty = join(name, self.stated.get(name.as_str()), inferred.get(index))
                .map_err(|(code, reason)| fault(own, code, reason))?;
            let Some(ty) = ty else { return Err(Some(Box::new(self.unknown_shape(own, name)))) };
            let fact = if standard { infer::fold(&call, index, ty) } else { ValueFact::typed(ty) };
            facts.push(Some(fact));
        }
        steps.push(Step::op(node));
        Ok(facts)
    }

    /// Returns the error for a result whose shape is unknown.
    fn unknown_shape(&self, node: &NodeProto, name: &str) -> Diag {
        let op = node.op_type.as_deref().unwrap_or_default();
        let standard = is_standard(node.domain.as_deref());
        let reason = match (
            standard,
            infer::has_rule(op),
            node.input.iter().find(|input| {
                self.weights.contains(input.as_str())
                    && self.fact(input).is_some_and(|fact| fact.ty.elem.is_int())
            }),
        ) {
            (false, _, _) => format!("`{op}` is not an op of ONNX"),
            (true, false, _) => format!("shapes of `{op}` are not inferred"),
            (true, true, Some(operand)) => {
                format!("the elements of operand `{operand}` are not in the file")
            }
            (true, true, None) => "it depends on elements that are computed at run time".to_owned(),
        };
        let node = described(node);
        let message =
            format!("{node}: unknown shape of `{name}`: the file does not state it, and {reason}");
        let mut diag = Diag::error(code::UNKNOWN_NAME, Span::NONE, message)
            .note(format!("state the shape of `{name}` in the model's `value_info`"));
        if !standard {
            diag = diag.note(format!("or add a function `{op}` to the model"));
        }
        let dims: Vec<String> =
            symbolic_dims(&self.model.inputs).into_iter().map(|dim| format!("`{dim}`")).collect();
        match dims.is_empty() {
            true => diag,
            false => diag.note(format!(
                "or fix the lengths of symbolic dims with `--dim NAME=VALUE`: {}",
                dims.join(", ")
            )),
        }
    }

    /// Returns the fact of a `Constant` node. `None` if its value is sparse or missing.
    fn constant(
        &mut self,
        node: &'a ModelNode,
        name: &'a str,
        sink: &mut Sink,
    ) -> Option<Option<ValueFact>> {
        let call = Call { node: &node.proto, opset: node.opset, inputs: Vec::new() };
        if let Some(tensor) = call.tensor("value") {
            return Some(self.tensor(name, tensor, &described(&node.proto), sink));
        }
        let literal = if let Some(int) = call.int("value_int") {
            op_form::scalar(int)
        } else if let Some(ints) = call.ints("value_ints") {
            op_form::list(ints)
        } else {
            return self.constant_of(&call, name);
        };
        Some(Some(ValueFact::constant(literal)))
    }

    /// Returns the fact of a `Constant` of floats or strings. Strings and long lists are omitted.
    fn constant_of(&mut self, call: &Call<'_>, name: &'a str) -> Option<Option<ValueFact>> {
        let number = call.attr("value_float").and_then(|attr| attr.f);
        let (ty, numbers) = if let Some(number) = number {
            (TensorType::new(Elem::F32, []), vec![number])
        } else if let Some(list) = call.attr("value_floats").map(|attr| attr.floats.as_slice()) {
            (TensorType::new(Elem::F32, [Some(list.len() as u64)]), list.to_vec())
        } else if call.attr("value_string").is_some() {
            (TensorType::new(Elem::TEXT, []), Vec::new())
        } else {
            let strings = &call.attr("value_strings")?.strings;
            (TensorType::new(Elem::TEXT, [Some(strings.len() as u64)]), Vec::new())
        };
        let literal = TensorLiteral::of_floats(&ty, &numbers);
        if literal.is_none() {
            self.weights.insert(name);
        }
        Some(Some(literal.map_or_else(|| ValueFact::typed(ty), ValueFact::constant)))
    }

    /// Returns `true` if the value of a name is not a constant of the module.
    pub(crate) fn is_computed(&self, name: &str) -> bool {
        self.fact(name).is_some_and(|fact| fact.literal.is_none())
    }

    /// Returns `true` if a node is a constant whose elements are omitted.
    pub(crate) fn is_weight(&self, node: &NodeProto) -> bool {
        node.output.first().is_some_and(|name| self.weights.contains(name.as_str()))
    }
}

/// Checks that inferred types are representable, as ranks and lengths can grow from op to op.
fn bounded(types: Vec<TensorType>) -> ValueTypes {
    for ty in &types {
        if ty.dims.len() > MAX_RANK {
            let rank = ty.dims.len();
            return wrong(format!("result rank must be at most {MAX_RANK}, but is {rank}"));
        }
        if ty.dims.iter().flatten().any(|&len| i64::try_from(len).is_err()) {
            return wrong(format!(
                "result lengths must be less than 2^63, but are {}",
                shown(&ty.dims)
            ));
        }
    }
    Ok(types)
}
