//! Type inference of branches and loops: `If`, `Loop` and `Scan`.
//!
//! A branch whose condition is known replaces its node. The types of the values that a loop carries must be those of all
//! iterations: inference starts with the types of the initial values, and the body is inferred again with a dynamic length
//! where an iteration returns another one.

use crate::call::{Call, InferenceStop, ValueFact, axis};
use crate::elem::{Elem, TensorType, shown};
use crate::graph::{NodeFault, OnnxGraph, fault};
use crate::literal::ElementValues;
use crate::model_graph::{ModelGraph, ModelNode, value_name};
use crate::op_form::scalar_bool;
use crate::stated::{Stated, join, stated};
use crate::steps::{
    Body, CarriedValue, Control, LoopCondition, LoopPlan, SlicedOperand, StackedResult, Step,
    TripCount,
};
use ir::diag::{Code, Sink, code};

/// The maximum number of nested loops, each of which is inferred up to [`PASSES`] times.
const MAX_LOOPS: u64 = crate::limits::NESTED_LOOPS;
/// The number of inferences after which all lengths of all carried values are dynamic: the first finds lengths that
/// change, the second those that depend on them.
const PASSES: usize = 3;

type Facts = Result<Vec<Option<ValueFact>>, NodeFault>;

/// The body of a loop, with the operands of the node by their role.
struct LoopBody<'a> {
    node: &'a ModelNode,
    graph: &'a ModelGraph,
    /// The initial values that are carried.
    initial: &'a [String],
    /// The inputs of the body before the carried values.
    before: usize,
    /// The outputs of the body before the carried values.
    conditions: usize,
}

impl<'a> LoopBody<'a> {
    fn arguments(&self) -> impl Iterator<Item = &'a str> {
        self.graph.inputs.iter().skip(self.before).map(value_name)
    }

    fn results(&self) -> impl Iterator<Item = &'a str> {
        self.graph.outputs.iter().skip(self.conditions).map(value_name)
    }
}

impl<'a> OnnxGraph<'a> {
    /// Returns the facts of the results of a node with nested graphs, and appends its steps. Nothing is returned if the
    /// steps define the results.
    pub(crate) fn control(
        &mut self,
        node: &'a ModelNode,
        steps: &mut Vec<Step<'a>>,
        sink: &mut Sink,
    ) -> Facts {
        match node.proto.op_type.as_deref() {
            Some("If") => self.branch(node, steps, sink),
            Some("Loop") => self.loop_plan(node, sink, steps),
            _ => self.scan_plan(node, sink, steps),
        }
    }

    fn branch(&mut self, node: &'a ModelNode, steps: &mut Vec<Step<'a>>, sink: &mut Sink) -> Facts {
        let own = &node.proto;
        let [Some(yes), Some(no)] = ["then_branch", "else_branch"].map(|key| node.body(key)) else {
            return Err(structure(node, "`then_branch` or `else_branch` is missing".to_owned()));
        };
        let Some(condition) = own.input.first().and_then(|name| self.fact(name)) else {
            return Err(structure(node, "operand 0, the condition, is missing".to_owned()));
        };
        if condition.ty.elem != Elem::BOOL {
            return Err(structure(node, "the condition must be a bool".to_owned()));
        }
        for body in [yes, no] {
            let found = body.graph.outputs.len();
            if found != own.output.len() || !body.graph.inputs.is_empty() {
                let reason = format!(
                    "`{}` must have no inputs and {} outputs, but has {} and {found}",
                    body.key,
                    own.output.len(),
                    body.graph.inputs.len()
                );
                return Err(structure(node, reason));
            }
        }
        if let Some(condition) = known_bool(condition) {
            let taken = if condition { yes } else { no };
            self.state_all(&taken.graph, sink);
            self.tensors(&taken.graph, sink);
            for node in taken.graph.nodes.iter().chain(&taken.results) {
                self.node(node, steps, sink);
            }
            return Ok(Vec::new());
        }
        let bodies = [yes, no].map(|body| Body {
            steps: self.body(&body.graph, sink),
            outputs: body.graph.outputs.iter().map(value_name).collect(),
        });
        let mut facts = Vec::new();
        for (at, name) in own.output.iter().enumerate() {
            let types = [0, 1].map(|branch: usize| self.output_type(bodies[branch].outputs[at]));
            let [Some(yes), Some(no)] = types else { return Err(None) };
            let ty = widened(&yes, &no).ok_or_else(|| {
                let reason = format!(
                    "the branches must agree on the element type and the number of dims of `{name}`, but have {} and {}",
                    described(&yes),
                    described(&no)
                );
                structure(node, reason)
            })?;
            facts.push(self.stated_fact(node, name, ty)?);
        }
        steps.push(Step { node, control: Some(Control::If(bodies)) });
        Ok(facts)
    }

    /// Infers a nested graph, whose inputs are defined, and returns its steps.
    fn body(&mut self, graph: &'a ModelGraph, sink: &mut Sink) -> Vec<Step<'a>> {
        self.state_all(graph, sink);
        self.tensors(graph, sink);
        let mut steps = Vec::new();
        for node in &graph.nodes {
            self.node(node, &mut steps, sink);
        }
        for info in &graph.outputs {
            self.output(info, sink);
        }
        steps
    }

    fn output_type(&self, name: &str) -> Option<TensorType> {
        self.fact(name).map(|fact| fact.ty.clone())
    }

    /// Returns the fact of a result of an inferred type, joined with the type that the file states. `None` if the result
    /// is unused.
    fn stated_fact(
        &self,
        node: &ModelNode,
        name: &str,
        ty: TensorType,
    ) -> Result<Option<ValueFact>, NodeFault> {
        if name.is_empty() {
            return Ok(None);
        }
        let ty = join(name, self.stated.get(name), Some(&ty));
        let ty = ty.map_err(|(code, reason)| fault(&node.proto, code, reason))?;
        Ok(ty.map(ValueFact::typed))
    }

    fn loop_plan(
        &mut self,
        node: &'a ModelNode,
        sink: &mut Sink,
        steps: &mut Vec<Step<'a>>,
    ) -> Facts {
        let own = &node.proto;
        let body =
            node.body("body").ok_or_else(|| structure(node, "`body` is missing".to_owned()))?;
        let [count, condition, initial @ ..] = own.input.as_slice() else {
            return Err(structure(node, format!("expected 2 operands, found {}", own.input.len())));
        };
        let body = LoopBody { node, graph: &body.graph, initial, before: 2, conditions: 1 };
        let mut inner = self.loop_body(&body, &[], sink)?;
        let graph = body.graph;
        let next = graph.outputs.first().map(value_name).unwrap_or_default();
        let first = if condition.is_empty() { Some(true) } else { self.known_bool(condition) };
        let goes_on = condition.is_empty() || self.known_bool(next) == Some(true);
        inner.count = match (first, count.as_str()) {
            (Some(false), _) => Some(TripCount::Known(0)),
            (_, "") => None,
            (_, name) => Some(self.trip_count(node, name)?),
        };
        match (first, goes_on) {
            (Some(false), _) | (Some(true), true) => {}
            (None, true) if inner.count.is_some() => inner.guard = Some(condition),
            _ => inner.condition = Some(LoopCondition { initial: condition, next }),
        }
        if inner.count.is_none() && inner.condition.is_none() {
            let reason =
                "the loop is endless: it has no trip count, and no condition that can become false";
            return Err(structure(node, reason.to_owned()));
        }
        let trips = match inner.count {
            Some(TripCount::Known(trips)) if inner.guard.is_none() => Some(trips),
            _ => None,
        };
        let elements = body.results().skip(initial.len());
        let names = own.output.iter().skip(initial.len());
        for (element, result) in elements.zip(names).filter(|(_, result)| !result.is_empty()) {
            let ty = self.output_type(element).ok_or(None)?;
            if inner.condition.is_some() {
                let reason = format!(
                    "the length of the scan output `{result}` is unknown: the condition of the loop is computed at run time"
                );
                return Err(structure(node, reason));
            }
            let stack = stacked(node, (element, result), &ty, 0, trips)?;
            inner.stacks.push(stack);
        }
        self.finish_loop(node, inner, steps)
    }

    fn known_bool(&self, name: &str) -> Option<bool> {
        self.fact(name).and_then(known_bool)
    }

    /// Returns the trip count in an operand.
    fn trip_count(&self, node: &ModelNode, name: &'a str) -> Result<TripCount<'a>, NodeFault> {
        let fact = self.fact(name).ok_or(None)?;
        if fact.ty.elem != Elem::I64 {
            return Err(structure(node, "the trip count must be of type `i64`".to_owned()));
        }
        Ok(match fact.numbers.as_ref().and_then(ElementValues::ints) {
            Some(&[Some(count)]) => TripCount::Known(u64::try_from(count).unwrap_or(0)),
            _ => TripCount::Element(name),
        })
    }

    /// Infers the body of a loop with the types that its carried values have in all iterations. `sliced` are the facts of
    /// the inputs of the body after the carried values.
    fn loop_body(
        &mut self,
        body: &LoopBody<'a>,
        sliced: &[TensorType],
        sink: &mut Sink,
    ) -> Result<LoopPlan<'a>, NodeFault> {
        let node = body.node;
        check_counts(body, sliced.len())?;
        if self.loops >= MAX_LOOPS {
            return Err(structure(node, format!("loops nest more than {MAX_LOOPS} deep")));
        }
        let types = body.initial.iter().map(|name| self.output_type(name));
        let mut types = types.collect::<Option<Vec<_>>>().ok_or(None)?;
        for pass in 0.. {
            self.forget(body.graph);
            let mut own = Sink::default();
            self.define_inputs(body, &types, sliced, &mut own)?;
            self.loops += 1;
            let steps = self.body(body.graph, &mut own);
            self.loops -= 1;
            let nexts: Option<Vec<TensorType>> =
                body.results().take(types.len()).map(|name| self.output_type(name)).collect();
            let Some(nexts) = nexts.filter(|_| !own.has_errors()) else {
                own.take().into_iter().for_each(|diag| sink.push(diag));
                return Err(None);
            };
            let mut is_stable = true;
            for ((ty, next), name) in types.iter_mut().zip(&nexts).zip(body.initial) {
                let wide = widened(ty, next).ok_or_else(|| {
                    let reason = format!(
                        "the type of the carried value `{name}` changes from {} to {}",
                        described(ty),
                        described(next)
                    );
                    structure(node, reason)
                })?;
                is_stable &= wide == *ty;
                *ty = wide;
            }
            if !is_stable {
                if pass >= PASSES - 1 {
                    types.iter_mut().for_each(|ty| ty.dims.fill(None));
                }
                continue;
            }
            own.take().into_iter().for_each(|diag| sink.push(diag));
            let carried = body.initial.iter().zip(body.arguments()).zip(body.results());
            let results = node.proto.output.iter().map(String::as_str);
            let results = results.chain(std::iter::repeat(""));
            let carried = carried.zip(types).zip(results);
            let carried = carried.map(|((((initial, argument), next), ty), result)| CarriedValue {
                initial,
                argument,
                next,
                result,
                ty,
            });
            let counter = (body.before == 2).then(|| value_name(&body.graph.inputs[0]));
            return Ok(LoopPlan {
                steps,
                count: None,
                guard: None,
                condition: None,
                counter,
                carried: carried.collect(),
                slices: Vec::new(),
                stacks: Vec::new(),
            });
        }
        Err(None)
    }

    /// Defines the inputs of the body of a loop.
    fn define_inputs(
        &mut self,
        body: &LoopBody<'a>,
        types: &[TensorType],
        sliced: &[TensorType],
        sink: &mut Sink,
    ) -> Result<(), NodeFault> {
        let mut facts = Vec::new();
        if body.before == 2 {
            let [counter, condition, ..] = body.graph.inputs.as_slice() else { return Err(None) };
            let ranks = [counter, condition].map(|info| self.is_list(info));
            fn dims(is_list: bool) -> Vec<Option<u64>> {
                if is_list { vec![Some(1)] } else { Vec::new() }
            }
            facts.push(ValueFact::typed(TensorType::new(Elem::I64, dims(ranks[0]))));
            // The body is executed only if the condition is true.
            facts.push(ValueFact::constant(scalar_bool(true, dims(ranks[1]))));
        }
        facts.extend(types.iter().chain(sliced).cloned().map(ValueFact::typed));
        for (info, fact) in body.graph.inputs.iter().zip(facts) {
            let elem = info.r#type.as_ref().and_then(|ty| ty.tensor_type.as_ref()?.elem_type);
            let name = value_name(info);
            if elem.is_some_and(|elem| elem.0 != fact.ty.elem.number()) {
                let reason = format!(
                    "input `{name}` of the body is stated with another element type than {}",
                    described(&fact.ty)
                );
                return Err(structure(body.node, reason));
            }
            self.define(name, Some(fact), "an input of the body", sink);
        }
        Ok(())
    }

    /// Returns `true` if the file states one dim for a value.
    fn is_list(&self, info: &rten_onnx::onnx::ValueInfoProto) -> bool {
        let found = info.r#type.as_ref().map(|ty| stated(ty, self.dims));
        matches!(found, Some(Ok(Some(Stated { dims: Some(dims), .. }))) if dims.len() == 1)
    }

    /// Removes the facts of a nested graph, which is inferred again.
    fn forget(&mut self, graph: &ModelGraph) {
        let mut open = vec![graph];
        while let Some(graph) = open.pop() {
            for name in graph.defined() {
                self.facts.remove(name);
            }
            open.extend(graph.nodes.iter().flat_map(|it| &it.bodies).map(|body| &body.graph));
        }
    }

    /// Appends a loop and returns the facts of its results.
    fn finish_loop(
        &mut self,
        node: &'a ModelNode,
        plan: LoopPlan<'a>,
        steps: &mut Vec<Step<'a>>,
    ) -> Facts {
        let mut facts = Vec::new();
        for name in &node.proto.output {
            let carried = plan.carried.iter().map(|value| (value.result, &value.ty));
            let stacks = plan.stacks.iter().map(|stack| (stack.result, &stack.ty));
            let found = carried.chain(stacks).find(|(result, _)| result == name);
            let fact = found.map(|(name, ty)| self.stated_fact(node, name, ty.clone()));
            facts.push(fact.transpose()?.flatten());
        }
        steps.push(Step { node, control: Some(Control::Loop(Box::new(plan))) });
        Ok(facts)
    }

    fn scan_plan(
        &mut self,
        node: &'a ModelNode,
        sink: &mut Sink,
        steps: &mut Vec<Step<'a>>,
    ) -> Facts {
        let own = &node.proto;
        if node.opset < 9 {
            let reason = "the batched form of versions before 9 is unsupported";
            return Err(structure(node, reason.to_owned()));
        }
        let body =
            node.body("body").ok_or_else(|| structure(node, "`body` is missing".to_owned()))?;
        let call = Call { node: own, opset: node.opset, inputs: Vec::new() };
        let unfit = |stop| stopped(node, code::STRUCTURE, stop);
        let count = call.int("num_scan_inputs").and_then(|count| usize::try_from(count).ok());
        let count = count.filter(|&count| (1..=own.input.len()).contains(&count));
        let count = count.ok_or_else(|| {
            let most = own.input.len();
            structure(node, format!("`num_scan_inputs` must be between 1 and {most}"))
        })?;
        let (initial, operands) = own.input.split_at(own.input.len() - count);
        let body = LoopBody { node, graph: &body.graph, initial, before: 0, conditions: 0 };
        let axes = call.ints_of("scan_input_axes", count, 0).map_err(unfit)?;
        let directions = call.ints_of("scan_input_directions", count, 0).map_err(unfit)?;
        let mut sliced = Vec::new();
        let mut slices = Vec::new();
        let mut trips = None;
        for (at, operand) in operands.iter().enumerate() {
            let mut ty = self.output_type(operand).ok_or(None)?;
            let axis = axis(axes[at], ty.dims.len())
                .map_err(|stop| stopped(node, code::TYPE_MISMATCH, stop))?;
            let len = ty.dims.remove(axis);
            if let (Some(known), Some(len)) = (trips, len)
                && known != len
            {
                let reason =
                    format!("the scanned lengths must be equal, but are {known} and {len}");
                return Err(structure(node, reason));
            }
            trips = trips.or(len);
            let argument = body.arguments().nth(initial.len() + at).unwrap_or_default();
            sliced.push(ty);
            slices.push(SlicedOperand {
                operand,
                argument,
                axis,
                is_reversed: directions[at] != 0,
            });
        }
        let mut plan = self.loop_body(&body, &sliced, sink)?;
        plan.count = match (trips, slices.first()) {
            (Some(trips), _) => Some(TripCount::Known(trips)),
            (None, Some(slice)) => Some(TripCount::Length(slice.operand, slice.axis)),
            (None, None) => return Err(None),
        };
        plan.slices = slices;
        let outputs = body.results().count() - initial.len();
        let axes = call.ints_of("scan_output_axes", outputs, 0).map_err(unfit)?;
        let directions = call.ints_of("scan_output_directions", outputs, 0).map_err(unfit)?;
        let names = own.output.iter().skip(initial.len());
        let pairs = body.results().skip(initial.len()).zip(names).enumerate();
        for (at, (element, result)) in pairs.filter(|(_, (_, result))| !result.is_empty()) {
            let ty = self.output_type(element).ok_or(None)?;
            let axis = axis(axes[at], ty.dims.len() + 1)
                .map_err(|stop| stopped(node, code::TYPE_MISMATCH, stop))?;
            let mut stack = stacked(node, (element, result), &ty, axis, trips)?;
            stack.is_reversed = directions[at] != 0;
            plan.stacks.push(stack);
        }
        self.finish_loop(node, plan, steps)
    }
}

fn structure(node: &ModelNode, reason: String) -> NodeFault {
    fault(&node.proto, code::STRUCTURE, reason)
}

fn stopped(node: &ModelNode, code: Code, stop: InferenceStop) -> NodeFault {
    match stop {
        InferenceStop::Wrong(reason) => fault(&node.proto, code, reason),
        InferenceStop::Unknown => None,
    }
}

/// Describes a type in a message.
fn described(ty: &TensorType) -> String {
    format!("{} of ONNX element type {}", shown(&ty.dims), ty.elem.number())
}

/// Returns the only element of a bool. `None` if it is unknown.
fn known_bool(fact: &ValueFact) -> Option<bool> {
    match fact.numbers.as_ref()?.ints()? {
        &[Some(value)] => Some(value != 0),
        _ => None,
    }
}

/// Returns the type that has the values of two types, with dynamic lengths where they differ. `None` if they have other
/// element types or numbers of dims.
fn widened(a: &TensorType, b: &TensorType) -> Option<TensorType> {
    if a.elem != b.elem || a.dims.len() != b.dims.len() {
        return None;
    }
    let dims = a.dims.iter().zip(&b.dims).map(|(a, b)| a.filter(|_| a == b));
    Some(TensorType::new(a.elem, dims.collect::<Vec<_>>()))
}

/// Returns a result that stacks a value of each iteration. `trips` is the number of iterations, `None` if it is computed.
fn stacked<'a>(
    node: &ModelNode,
    (element, result): (&'a str, &'a str),
    ty: &TensorType,
    axis: usize,
    trips: Option<u64>,
) -> Result<StackedResult<'a>, NodeFault> {
    if ty.dims.iter().any(Option::is_none) {
        let reason = format!(
            "the scan output `{result}` stacks values of unknown lengths, {}",
            shown(&ty.dims)
        );
        return Err(structure(node, reason));
    }
    let mut dims = ty.dims.clone();
    dims.insert(axis, trips);
    let ty = TensorType::new(ty.elem, dims);
    Ok(StackedResult { element, result, ty, axis, is_reversed: false })
}

/// Checks the numbers of inputs and outputs of a body.
fn check_counts(body: &LoopBody<'_>, sliced: usize) -> Result<(), NodeFault> {
    let inputs = body.before + body.initial.len() + sliced;
    let outputs = body.conditions + body.initial.len();
    let found = [body.graph.inputs.len(), body.graph.outputs.len()];
    let results = body.node.proto.output.len();
    if found[0] != inputs || found[1] < outputs || results > found[1] - body.conditions {
        let reason = format!(
            "`body` must have {inputs} inputs and {} outputs or more, but has {} and {}",
            outputs.max(results + body.conditions),
            found[0],
            found[1]
        );
        return Err(structure(body.node, reason));
    }
    Ok(())
}
