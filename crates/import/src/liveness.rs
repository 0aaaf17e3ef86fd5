//! The nodes that the outputs of a graph depend on.

use crate::bounds::GraphBounds;
use crate::graph::OnnxGraph;
use crate::model_graph::value_name;
use crate::steps::{Control, Step, reads};
use rustc_hash::FxHashSet;

/// The nodes that are written, and the values that they read.
pub(crate) struct LiveNodes<'a> {
    /// The numbers of the nodes.
    nodes: FxHashSet<usize>,
    /// The names of the values that nodes and outputs read, without constants of the module.
    read: FxHashSet<&'a str>,
}

impl<'a> LiveNodes<'a> {
    /// Returns the nodes that the outputs of a graph depend on, except constants. Reshapes whose shapes are constants by
    /// the bounds do not read them.
    pub(crate) fn new(graph: &OnnxGraph<'a>, bounds: Option<&GraphBounds<'a>>) -> LiveNodes<'a> {
        let outputs = graph.model.outputs.iter().map(value_name);
        let read = outputs.filter(|name| graph.is_computed(name)).collect();
        let mut live = LiveNodes { nodes: FxHashSet::default(), read };
        live.add(&graph.steps, graph, bounds);
        live
    }

    /// Returns `true` if a step is written.
    pub(crate) fn contains(&self, step: &Step<'_>) -> bool {
        self.nodes.contains(&step.node.id)
    }

    fn add(&mut self, steps: &[Step<'a>], graph: &OnnxGraph<'a>, bounds: Option<&GraphBounds<'a>>) {
        for step in steps.iter().rev() {
            let node = &step.node.proto;
            let is_read = node.output.iter().any(|name| self.read.contains(name.as_str()));
            if !is_read || graph.is_weight(node) {
                continue;
            }
            self.nodes.insert(step.node.id);
            let is_replaced = bounds.is_some_and(|bounds| bounds.shape(node).is_some());
            let operands = reads(step).into_iter().enumerate();
            let operands = operands.filter(|(operand, _)| *operand != 1 || !is_replaced);
            let operands = operands.map(|(_, name)| name);
            self.read.extend(operands.filter(|name| graph.is_computed(name)));
            match &step.control {
                None => {}
                Some(Control::If(branches)) => {
                    for branch in branches {
                        self.add(&branch.steps, graph, bounds);
                    }
                }
                Some(Control::Loop(plan)) => self.add(&plan.steps, graph, bounds),
            }
        }
    }

    /// Returns the names of the function's arguments: all inputs, then the weights that are used.
    pub(crate) fn arguments(&self, graph: &OnnxGraph<'a>) -> Vec<&'a str> {
        let weights = graph.weights.iter().copied().filter(|name| self.read.contains(name));
        graph.inputs.iter().copied().chain(weights).collect()
    }
}
