//! The nodes of a graph in the order of execution, with the plans of branches and loops.

use crate::elem::TensorType;
use crate::model_graph::ModelNode;

/// A node to execute.
#[derive(Clone, Debug)]
pub(crate) struct Step<'a> {
    pub(crate) node: &'a ModelNode,
    /// The plan of a node with nested graphs. `None` for an op.
    pub(crate) control: Option<Control<'a>>,
}

impl<'a> Step<'a> {
    /// Returns the step of an op.
    pub(crate) fn op(node: &'a ModelNode) -> Step<'a> {
        Step { node, control: None }
    }
}

/// The plan of a node with nested graphs.
#[derive(Clone, Debug)]
pub(crate) enum Control<'a> {
    /// A branch by a condition that is computed at run time: the nodes if it is true, and if it is false.
    If([Body<'a>; 2]),
    /// A loop.
    Loop(Box<LoopPlan<'a>>),
}

/// The steps of a nested graph, and the names of its outputs, one for each result of the node.
#[derive(Clone, Debug)]
pub(crate) struct Body<'a> {
    pub(crate) steps: Vec<Step<'a>>,
    pub(crate) outputs: Vec<&'a str>,
}

/// A loop: that of a `Loop` or a `Scan`.
#[derive(Clone, Debug)]
pub(crate) struct LoopPlan<'a> {
    /// The steps of the body. The outputs are those that are carried or stacked, and the condition if it ends the loop.
    pub(crate) steps: Vec<Step<'a>>,
    /// The number of iterations. `None` if only the condition ends the loop.
    pub(crate) count: Option<TripCount<'a>>,
    /// A condition without which there are no iterations. `None` if it is known to be true.
    pub(crate) guard: Option<&'a str>,
    /// The condition. `None` if it never ends the loop after an iteration.
    pub(crate) condition: Option<LoopCondition<'a>>,
    /// The input of the body that counts the iterations.
    pub(crate) counter: Option<&'a str>,
    /// The values that an iteration hands to the next.
    pub(crate) carried: Vec<CarriedValue<'a>>,
    /// The operands of which each iteration reads a slice.
    pub(crate) slices: Vec<SlicedOperand<'a>>,
    /// The results of which each iteration writes a slice.
    pub(crate) stacks: Vec<StackedResult<'a>>,
}

/// The number of iterations of a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TripCount<'a> {
    /// A number.
    Known(u64),
    /// The only element of a value.
    Element(&'a str),
    /// The length of a dim of a value.
    Length(&'a str, usize),
}

/// The condition of a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoopCondition<'a> {
    /// The value before the first iteration.
    pub(crate) initial: &'a str,
    /// The value after an iteration.
    pub(crate) next: &'a str,
}

/// A value that an iteration hands to the next.
#[derive(Clone, Debug)]
pub(crate) struct CarriedValue<'a> {
    /// The value before the first iteration.
    pub(crate) initial: &'a str,
    /// The input of the body.
    pub(crate) argument: &'a str,
    /// The output of the body.
    pub(crate) next: &'a str,
    /// The result of the node, empty if it is unused.
    pub(crate) result: &'a str,
    /// The type in all iterations.
    pub(crate) ty: TensorType,
}

/// An operand of which each iteration reads a slice along an axis.
#[derive(Clone, Debug)]
pub(crate) struct SlicedOperand<'a> {
    pub(crate) operand: &'a str,
    /// The input of the body.
    pub(crate) argument: &'a str,
    pub(crate) axis: usize,
    /// `true` if the first iteration reads the last slice.
    pub(crate) is_reversed: bool,
}

/// A result of which each iteration writes a slice along an axis.
#[derive(Clone, Debug)]
pub(crate) struct StackedResult<'a> {
    /// The output of the body.
    pub(crate) element: &'a str,
    /// The result of the node.
    pub(crate) result: &'a str,
    /// The type of the result.
    pub(crate) ty: TensorType,
    pub(crate) axis: usize,
    /// `true` if the first iteration writes the last slice.
    pub(crate) is_reversed: bool,
}

impl<'a> LoopPlan<'a> {
    /// Returns the names of the values of the body that the loop reads after an iteration.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = &'a str> {
        let condition = self.condition.iter().map(|condition| condition.next);
        let carried = self.carried.iter().map(|value| value.next);
        condition.chain(carried).chain(self.stacks.iter().map(|stack| stack.element))
    }

    /// Returns the names of the values that the loop reads before the first iteration.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = &'a str> {
        let count = match self.count {
            Some(TripCount::Element(name) | TripCount::Length(name, _)) => Some(name),
            Some(TripCount::Known(_)) | None => None,
        };
        let condition = self.condition.iter().map(|condition| condition.initial);
        let condition = condition.chain(self.guard);
        let carried = self.carried.iter().map(|value| value.initial);
        let slices = self.slices.iter().map(|slice| slice.operand);
        count.into_iter().chain(condition).chain(carried).chain(slices)
    }
}

/// Returns the names of the values that a step reads from the graph around it, and those that it reads from its bodies.
pub(crate) fn reads<'a>(step: &Step<'a>) -> Vec<&'a str> {
    match &step.control {
        None => step.node.proto.input.iter().map(String::as_str).collect(),
        Some(Control::If(branches)) => {
            let outputs = branches.iter().flat_map(|branch| &branch.outputs).copied();
            outputs.chain(step.node.proto.input.iter().map(String::as_str)).collect()
        }
        Some(Control::Loop(plan)) => plan.inputs().chain(plan.outputs()).collect(),
    }
}
