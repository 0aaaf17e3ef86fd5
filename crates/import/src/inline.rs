//! Inlining of the functions of a model, and unique names for the values of functions and nested graphs.
//!
//! A call of a function is replaced by the nodes of the function. Their values have the name of the call before their own
//! name, as in `block1/norm`, and so have the names of the nodes. References to attributes of the function are replaced by
//! the attributes of the call, or by their defaults. The size of the result is limited, as it can be exponential in the size
//! of the file.

use crate::function::FunctionProto;
use crate::graph::{described, title};
use crate::model_graph::{
    ModelGraph, ModelNode, ModelVersions, NodeBody, defined_names, value_name,
};
use crate::wire::REFERENCE;
use ir::diag::{Sink, code};
use ir::layout::joined;
use ir::source::Span;
use rten_onnx::onnx::{
    AttributeProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto, ValueInfoProto,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

/// The maximum number of nodes with all functions inlined.
const MAX_NODES: usize = crate::limits::INLINED_NODES as usize;
/// The maximum depth of calls.
const MAX_CALLS: usize = crate::limits::NESTED_CALLS as usize;

/// Returns the version of the standard op set in a list. `None` if the list has none.
fn opset(sets: &[OperatorSetIdProto]) -> Option<i64> {
    let mut sets = sets.iter();
    sets.find(|set| matches!(set.domain.as_deref(), None | Some("" | "ai.onnx")))?.version
}

/// Returns the graph of a model with its functions inlined. Errors are reported to the sink.
pub(crate) fn inlined(
    model: ModelProto,
    functions: &[FunctionProto],
    sink: &mut Sink,
) -> ModelGraph {
    let opset = opset(&model.opset_import).unwrap_or(1);
    let versions = versions(&model, functions);
    let by_name = functions.iter().map(|it| (function_key(&it.domain, &it.name), it)).collect();
    let mut inliner = Inliner {
        functions: by_name,
        names: FxHashSet::default(),
        suffixes: FxHashMap::default(),
        calls: Vec::new(),
        nodes: 0,
        sink,
    };
    let graph = model.graph.unwrap_or_default();
    let scope = Scope { parent: None, renamed: FxHashMap::default(), call: None, opset };
    inliner.names.extend(defined(&graph).map(str::to_owned));
    ModelGraph { versions, ..inliner.graph(graph, &scope) }
}

/// Returns the versions of a model. An op set that only functions import has the version of the first one.
fn versions(model: &ModelProto, functions: &[FunctionProto]) -> ModelVersions {
    let mut op_sets: Vec<(String, i64)> = Vec::new();
    let own = functions.iter().flat_map(|function| &function.opset_import);
    for set in model.opset_import.iter().chain(own) {
        let domain = match set.domain.as_deref() {
            None | Some("") => "ai.onnx",
            Some(domain) => domain,
        };
        if let Some(version) = set.version
            && op_sets.iter().all(|(known, _)| known != domain)
        {
            op_sets.push((domain.to_owned(), version));
        }
    }
    ModelVersions { ir: model.ir_version, op_sets }
}

/// Returns the domain and the name of a function. The standard domain has two names.
fn function_key<'a>(domain: &'a str, name: &'a str) -> (&'a str, &'a str) {
    (if domain == "ai.onnx" { "" } else { domain }, name)
}

/// Returns the names of the values that a graph defines.
fn defined(graph: &GraphProto) -> impl Iterator<Item = &str> {
    defined_names(&graph.input, &graph.initializer, graph.node.iter())
}

/// A call of a function.
struct FunctionCall<'a> {
    function: &'a FunctionProto,
    /// The name of the call, which begins the names of its values.
    name: String,
    /// The attributes of the call.
    attributes: Vec<AttributeProto>,
}

/// The names that nodes of a function or a nested graph see.
struct Scope<'a> {
    /// The enclosing graph. `None` for the graph of the model and for a function, which sees no values of its callers.
    parent: Option<&'a Scope<'a>>,
    /// The new names of the values that are defined here.
    renamed: FxHashMap<String, String>,
    /// The call whose function is inlined. `None` outside of functions.
    call: Option<&'a FunctionCall<'a>>,
    /// The version of the standard op set.
    opset: i64,
}

impl Scope<'_> {
    /// Returns the new name of a value. `None` if a function does not define it.
    fn name(&self, name: &str) -> Option<String> {
        if name.is_empty() {
            return Some(String::new());
        }
        match (self.renamed.get(name), self.parent, self.call) {
            (Some(renamed), _, _) => Some(renamed.clone()),
            (None, Some(parent), _) => parent.name(name),
            (None, None, Some(_)) => None,
            (None, None, None) => Some(name.to_owned()),
        }
    }
}

struct Inliner<'f, 's> {
    functions: FxHashMap<(&'f str, &'f str), &'f FunctionProto>,
    /// The names of all values.
    names: FxHashSet<String>,
    /// The number of values that already have a name with a suffix.
    suffixes: FxHashMap<String, u64>,
    /// The functions that are being inlined, from the outermost.
    calls: Vec<(&'f str, &'f str)>,
    /// The number of nodes so far.
    nodes: usize,
    sink: &'s mut Sink,
}

impl<'f> Inliner<'f, '_> {
    fn error(&mut self, node: &NodeProto, reason: &str) {
        let message = format!("{}: {reason}", described(node));
        self.sink.error(code::STRUCTURE, Span::NONE, message);
    }

    /// Returns a name that no other value has.
    fn fresh(&mut self, name: String) -> String {
        if self.names.insert(name.clone()) {
            return name;
        }
        let count = self.suffixes.entry(name.clone()).or_default();
        loop {
            *count += 1;
            let suffixed = format!("{name}_{count}");
            if self.names.insert(suffixed.clone()) {
                return suffixed;
            }
        }
    }

    /// Returns a graph with the names of a scope.
    fn graph(&mut self, graph: GraphProto, scope: &Scope<'_>) -> ModelGraph {
        let mut out = ModelGraph {
            inputs: renamed(graph.input, scope),
            outputs: renamed(graph.output, scope),
            value_info: renamed(graph.value_info, scope),
            initializers: graph.initializer,
            nodes: Vec::new(),
            versions: ModelVersions::default(),
        };
        for tensor in &mut out.initializers {
            tensor.name = tensor.name.take().and_then(|name| scope.name(&name));
        }
        for node in graph.node {
            self.node(node, scope, &mut out);
        }
        out
    }

    /// Appends a node, or the nodes of the function that it calls.
    fn node(&mut self, mut node: NodeProto, scope: &Scope<'_>, out: &mut ModelGraph) {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            if self.nodes == MAX_NODES + 1 {
                let message =
                    format!("the model has more than {MAX_NODES} nodes with its functions inlined");
                self.sink.error(code::STRUCTURE, Span::NONE, message);
            }
            return;
        }
        let id = self.nodes;
        if let Some(lost) = self.rename(&mut node, scope) {
            let reason = format!("operand `{lost}` is not defined in the function");
            return self.error(&node, &reason);
        }
        let bodies = self.bodies(&mut node, scope);
        self.resolve_references(&mut node, scope);
        let domain = node.domain.as_deref().unwrap_or_default();
        let key = function_key(domain, node.op_type.as_deref().unwrap_or_default());
        if let Some(&function) = self.functions.get(&key) {
            if !bodies.is_empty() {
                return self.error(&node, "graphs as attributes of functions are unsupported");
            }
            return self.call(function, node, scope.opset, out);
        }
        out.nodes.push(ModelNode { id, proto: node, opset: scope.opset, bodies });
    }

    /// Renames the operands, the results and the name of a node. Returns an operand that the function of the node does not
    /// define.
    fn rename(&self, node: &mut NodeProto, scope: &Scope<'_>) -> Option<String> {
        for name in node.input.iter_mut().chain(&mut node.output) {
            match scope.name(name) {
                Some(renamed) => *name = renamed,
                None => return Some(name.clone()),
            }
        }
        if let (Some(call), Some(name)) = (scope.call, &mut node.name)
            && !name.is_empty()
        {
            *name = format!("{}/{name}", call.name);
        }
        None
    }

    /// Removes the nested graphs from the attributes of a node and returns them.
    fn bodies(&mut self, node: &mut NodeProto, scope: &Scope<'_>) -> Vec<NodeBody> {
        let mut bodies = Vec::new();
        for attr in &mut node.attribute {
            let Some(graph) = attr.g.take() else { continue };
            let names: Vec<String> = defined(&graph).map(str::to_owned).collect();
            let mut renamed = FxHashMap::default();
            for name in names {
                let Entry::Vacant(entry) = renamed.entry(name) else { continue };
                let own = match scope.call {
                    Some(call) => format!("{}/{}", call.name, entry.key()),
                    None => entry.key().clone(),
                };
                entry.insert(self.fresh(own));
            }
            let inner =
                Scope { parent: Some(scope), renamed, call: scope.call, opset: scope.opset };
            let graph = self.graph(graph, &inner);
            let key = attr.name.clone().unwrap_or_default();
            bodies.push(NodeBody { key, graph, results: Vec::new() });
        }
        node.attribute.retain(|attr| {
            let key = attr.name.as_deref().unwrap_or_default();
            !bodies.iter().any(|body| body.key == key)
        });
        let is_choice = node.op_type.as_deref() == Some("If");
        for body in bodies.iter_mut().filter(|_| is_choice) {
            let pairs = body.graph.outputs.iter().map(value_name).zip(&node.output);
            let pairs = pairs.filter(|(_, result)| !result.is_empty());
            body.results = pairs.map(|(from, to)| self.identity(from, to, scope.opset)).collect();
        }
        bodies
    }

    /// Returns an `Identity`.
    fn identity(&mut self, from: &str, to: &str, opset: i64) -> ModelNode {
        self.nodes += 1;
        let proto = NodeProto {
            op_type: Some("Identity".to_owned()),
            input: vec![from.to_owned()],
            output: vec![to.to_owned()],
            ..NodeProto::default()
        };
        ModelNode { id: self.nodes, proto, opset, bodies: Vec::new() }
    }

    /// Replaces references to attributes of the enclosing function. An attribute that the call omits is removed.
    fn resolve_references(&mut self, node: &mut NodeProto, scope: &Scope<'_>) {
        let mut errors = Vec::new();
        let attributes = std::mem::take(&mut node.attribute);
        for attr in attributes {
            if attr.r#type != Some(REFERENCE) {
                node.attribute.push(attr);
                continue;
            }
            let key = attr.name.as_deref().unwrap_or_default();
            let of = attr.s.as_deref().unwrap_or_default();
            match scope.call.map(|call| call.attribute(of)) {
                Some(Ok(Some(value))) => {
                    node.attribute.push(AttributeProto { name: attr.name, ..value.clone() });
                }
                Some(Ok(None)) => {}
                Some(Err(())) => errors.push(format!(
                    "attribute `{key}` refers to `{of}`, which the function does not have"
                )),
                None => errors.push(format!(
                    "attribute `{key}` refers to `{of}` of a function, but the node is in none"
                )),
            }
        }
        for reason in errors {
            self.error(node, &reason);
        }
    }

    /// Appends the nodes of a function that a node calls.
    fn call(
        &mut self,
        function: &'f FunctionProto,
        node: NodeProto,
        opset: i64,
        out: &mut ModelGraph,
    ) {
        let key = function_key(&function.domain, &function.name);
        if let Some(reason) = self.invalid_call(function, &node) {
            return self.error(&node, &reason);
        }
        let name = title(&node).map_or_else(|| function.name.clone(), |found| found.0.to_owned());
        let NodeProto { input, output, attribute, .. } = node;
        let call = FunctionCall { function, name, attributes: attribute };
        let mut renamed: FxHashMap<String, String> = FxHashMap::default();
        let omitted = std::iter::repeat_with(String::new);
        for (formal, actual) in function.inputs.iter().zip(input.into_iter().chain(omitted)) {
            renamed.insert(formal.clone(), actual);
        }
        let results = function.nodes.iter().flat_map(|node| &node.output);
        let results: FxHashSet<&str> = results.map(String::as_str).collect();
        let mut copied = Vec::new();
        for (formal, actual) in function.outputs.iter().zip(output) {
            let is_own = results.contains(formal.as_str()) && !renamed.contains_key(formal);
            match actual.is_empty() {
                true => {}
                false if is_own => drop(renamed.insert(formal.clone(), actual)),
                false => copied.push((formal, actual)),
            }
        }
        for node in &function.nodes {
            for name in node.output.iter().filter(|name| !name.is_empty()) {
                if let Entry::Vacant(entry) = renamed.entry(name.clone()) {
                    entry.insert(self.fresh(format!("{}/{name}", call.name)));
                }
            }
        }
        let opset = self::opset(&function.opset_import).unwrap_or(opset);
        let scope = Scope { parent: None, renamed, call: Some(&call), opset };
        self.calls.push(key);
        out.value_info.extend(function.value_info.iter().filter_map(|info| stated(info, &scope)));
        for node in &function.nodes {
            self.node(node.clone(), &scope, out);
        }
        for (formal, actual) in copied {
            let from = scope.name(formal).unwrap_or_else(|| format!("{}/{formal}", call.name));
            let identity = self.identity(&from, &actual, opset);
            out.nodes.push(identity);
        }
        self.calls.pop();
    }

    /// Returns the reason why a function cannot be inlined at a node.
    fn invalid_call(&self, function: &FunctionProto, node: &NodeProto) -> Option<String> {
        let key = function_key(&function.domain, &function.name);
        fn shown(key: &(&str, &str)) -> String {
            format!("`{}`", key.1)
        }
        if self.calls.contains(&key) {
            let calls = self.calls.iter().skip_while(|&call| *call != key).map(shown);
            let cycle = joined(calls.chain([shown(&key)]), " calls ");
            return Some(format!("functions must not be recursive, but {cycle}"));
        }
        if self.calls.len() >= MAX_CALLS {
            return Some(format!("functions call each other more than {MAX_CALLS} deep"));
        }
        let counts = [
            ("operands", "inputs", node.input.len(), function.inputs.len()),
            ("results", "outputs", node.output.len(), function.outputs.len()),
        ];
        let wrong = counts.into_iter().find(|&(_, _, found, most)| found > most);
        wrong.map(|(own, formal, found, most)| {
            format!("the node has {found} {own}, but function `{}` has {most} {formal}", key.1)
        })
    }
}

impl FunctionCall<'_> {
    /// Returns the value of an attribute of the function. `None` if the call omits it and it has no default.
    ///
    /// # Errors
    /// The function has no such attribute.
    fn attribute(&self, name: &str) -> Result<Option<&AttributeProto>, ()> {
        let mut given = self.attributes.iter().chain(&self.function.defaults);
        match given.find(|attr| attr.name.as_deref() == Some(name)) {
            Some(found) => Ok(Some(found)),
            None if self.function.attributes.iter().any(|own| own == name) => Ok(None),
            None => Err(()),
        }
    }
}

/// Renames values, with their types.
fn renamed(infos: Vec<ValueInfoProto>, scope: &Scope<'_>) -> Vec<ValueInfoProto> {
    let renamed = infos.into_iter().map(|info| {
        let name = scope.name(value_name(&info)).unwrap_or_default();
        ValueInfoProto { name: Some(name), ..info }
    });
    renamed.collect()
}

/// Returns the type of a value that a function states, without symbolic dims, which are not those of the model. `None` if
/// the call omits the value.
fn stated(info: &ValueInfoProto, scope: &Scope<'_>) -> Option<ValueInfoProto> {
    let name = scope.name(value_name(info)).filter(|name| !name.is_empty())?;
    let mut info = ValueInfoProto { name: Some(name), ..info.clone() };
    let tensor = info.r#type.as_mut().and_then(|ty| ty.tensor_type.as_mut());
    for dim in tensor.and_then(|ty| ty.shape.as_mut()).into_iter().flat_map(|it| &mut it.dim) {
        dim.dim_param = None;
    }
    Some(info)
}
