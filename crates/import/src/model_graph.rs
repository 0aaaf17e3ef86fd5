//! The graph of a model as the importer reads it: nodes with their nested graphs, every name unique in the whole model.

use rten_onnx::onnx::{NodeProto, TensorProto, ValueInfoProto};

/// A graph: that of the model, or one nested in a node.
#[derive(Clone, Debug, Default)]
pub(crate) struct ModelGraph {
    /// The inputs.
    pub(crate) inputs: Vec<ValueInfoProto>,
    /// The outputs.
    pub(crate) outputs: Vec<ValueInfoProto>,
    /// The types of other values that the file states.
    pub(crate) value_info: Vec<ValueInfoProto>,
    /// The tensors in the file.
    pub(crate) initializers: Vec<TensorProto>,
    /// The nodes.
    pub(crate) nodes: Vec<ModelNode>,
    /// The versions of the model. Empty for a nested graph.
    pub(crate) versions: ModelVersions,
}

/// The versions that a model states.
#[derive(Clone, Debug, Default)]
pub(crate) struct ModelVersions {
    /// The version of ONNX's format. `None` if the file states none.
    pub(crate) ir: Option<i64>,
    /// The op sets that the model and its functions import, by domain, with their versions.
    pub(crate) op_sets: Vec<(String, i64)>,
}

/// A node, without its nested graphs, which are in `bodies`.
#[derive(Clone, Debug)]
pub(crate) struct ModelNode {
    /// The number of the node, unique in the model.
    pub(crate) id: usize,
    /// The decoded node.
    pub(crate) proto: NodeProto,
    /// The version of the standard op set of the node.
    pub(crate) opset: i64,
    /// The nested graphs.
    pub(crate) bodies: Vec<NodeBody>,
}

/// A graph nested in a node.
#[derive(Clone, Debug)]
pub(crate) struct NodeBody {
    /// The name of the attribute.
    pub(crate) key: String,
    /// The graph.
    pub(crate) graph: ModelGraph,
    /// An `Identity` for each output of a branch of an `If`, whose result is that of the node: the branch and these nodes
    /// can replace the node.
    pub(crate) results: Vec<ModelNode>,
}

impl ModelNode {
    /// Returns the nested graph that is an attribute.
    pub(crate) fn body(&self, key: &str) -> Option<&NodeBody> {
        self.bodies.iter().find(|body| body.key == key)
    }
}

/// Returns the name of a value, empty if the file states none.
pub(crate) fn value_name(info: &ValueInfoProto) -> &str {
    info.name.as_deref().unwrap_or_default()
}

impl ModelGraph {
    /// Returns the names of the values that the graph defines, without those of nested graphs.
    pub(crate) fn defined(&self) -> impl Iterator<Item = &str> {
        let nodes = self.nodes.iter().map(|node| &node.proto);
        defined_names(&self.inputs, &self.initializers, nodes)
    }
}

/// Returns the names of the inputs, the initializers and the results of nodes, without omitted ones.
pub(crate) fn defined_names<'a>(
    inputs: &'a [ValueInfoProto],
    initializers: &'a [TensorProto],
    nodes: impl Iterator<Item = &'a NodeProto>,
) -> impl Iterator<Item = &'a str> {
    let inputs = inputs.iter().map(value_name);
    let tensors = initializers.iter().map(|it| it.name.as_deref().unwrap_or_default());
    let results = nodes.flat_map(|node| node.output.iter().map(String::as_str));
    inputs.chain(tensors).chain(results).filter(|name| !name.is_empty())
}
