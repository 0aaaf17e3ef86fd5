//! The border of a function: the conversions and views between its arguments and results and its graph.
//!
//! A `layout.reorder` or `layout.view` is *leading* if its operand is an argument or the result of a leading op. It is
//! *trailing* if its result is returned, or only the operand of trailing ops. All other ops are the graph, and so are the
//! reorders between them: the graph is the function without the conversions at its border, and reads and returns the
//! values there. Without a graph, the views of all dialects are views, and every op must be at the border.

use super::names::refused;
use ir::data_graph::{DataGraph, GraphEnd, converted};
use ir::diag::Diag;
use ir::module::{Def, Module, Op, Value};
use ir::print::{ValueNames, type_to_string};
use ir::{Registry, TypeKind};
use std::collections::{BTreeMap, BTreeSet};

/// A function as conversions around a graph.
pub(super) struct Border<'m> {
    /// The function.
    pub(super) function: Op,
    pub(super) names: ValueNames<'m>,
    /// The arguments that are not constants.
    pub(super) arguments: Vec<Value>,
    pub(super) results: Vec<Value>,
    /// The leading conversions in program order, each with its source and target.
    pub(super) leading: Vec<Copy>,
    /// The trailing conversions in program order.
    pub(super) trailing: Vec<Copy>,
    /// The values that the graph reads, in the order of the arguments.
    pub(super) graph_inputs: Vec<Value>,
    /// Those of them that no op reads, of which the graph declares an input all the same.
    pub(super) unused: Vec<Value>,
    /// The values that the graph returns, in the order of the results.
    pub(super) graph_outputs: Vec<Value>,
    /// For each value at the border, the first value with the same memory.
    buffers: BTreeMap<Value, Value>,
}

/// A conversion.
#[derive(Clone, Copy)]
pub(super) struct Copy {
    pub(super) op: Op,
    pub(super) source: Value,
    pub(super) target: Value,
}

impl<'m> Border<'m> {
    /// Reads the border of a function.
    ///
    /// # Errors
    /// An op has no segment, a value at the border is not a tensor, or an argument enters the graph in two layouts.
    pub(super) fn read(
        module: &'m Module,
        registry: &'m Registry,
        function: &DataGraph,
        has_graph: bool,
    ) -> Result<Border<'m>, Diag> {
        let ends = |is_argument: bool| {
            let ends = function.resources.iter();
            let ends =
                ends.filter(move |end| matches!(end.end, GraphEnd::Argument(_)) == is_argument);
            ends.map(|end| end.value).collect::<Vec<Value>>()
        };
        let border = Border {
            function: function.function,
            names: ValueNames::new(module, registry),
            arguments: ends(true),
            results: ends(false),
            leading: Vec::new(),
            trailing: Vec::new(),
            graph_inputs: Vec::new(),
            unused: Vec::new(),
            graph_outputs: Vec::new(),
            buffers: BTreeMap::new(),
        };
        border.check(module, function)?;
        let mut reader = Reader { module, registry, has_graph, border, origins: BTreeMap::new() };
        reader.read(function)?;
        Ok(reader.border)
    }

    /// Returns the ops of the conversions.
    pub(super) fn copies(&self) -> impl Iterator<Item = Op> {
        self.leading.iter().chain(&self.trailing).map(|copy| copy.op)
    }

    /// Returns the first value with the memory of a value at the border.
    pub(super) fn buffer(&self, value: Value) -> Value {
        self.buffers.get(&value).copied().unwrap_or(value)
    }

    /// Returns the arguments and results from or to which a value of the graph is converted.
    pub(super) fn converted(&self, value: Value) -> Vec<Value> {
        let mut found = Vec::new();
        let mut reached = vec![value];
        while let Some(value) = reached.pop() {
            let is_end = self.arguments.contains(&value) || self.results.contains(&value);
            found.extend(is_end.then_some(value));
            let sources = self.leading.iter().filter(|copy| copy.target == value);
            let targets = self.trailing.iter().filter(|copy| copy.source == value);
            reached.extend(sources.map(|copy| copy.source));
            reached.extend(targets.map(|copy| copy.target));
        }
        found
    }

    /// Returns the name of a value, with `%`.
    pub(super) fn name(&self, value: Value) -> String {
        format!("%{}", self.names.get(value))
    }

    /// Checks that the function returns once, and that its arguments and results are tensors.
    fn check(&self, module: &Module, function: &DataGraph) -> Result<(), Diag> {
        if function.returns.len() != 1 {
            let count = function.returns.len();
            let reason = format!("its function must return once, but has {count} returns");
            return Err(refused(module.location(self.function), &reason));
        }
        for &value in self.arguments.iter().chain(&self.results) {
            if !matches!(module.kind(value), TypeKind::Tensor { .. }) {
                let name = self.name(value);
                let ty = type_to_string(module, module.ty(value));
                let reason = format!("`{name}` is of type `{ty}`, but resources are tensors");
                return Err(refused(module.definition_location(value), &reason));
            }
        }
        Ok(())
    }
}

struct Reader<'m> {
    module: &'m Module,
    registry: &'m Registry,
    has_graph: bool,
    border: Border<'m>,
    /// The argument from which each value before the graph is converted.
    origins: BTreeMap<Value, Value>,
}

impl Reader<'_> {
    fn read(&mut self, function: &DataGraph) -> Result<(), Diag> {
        let module = self.module;
        for &value in &self.border.arguments {
            self.origins.insert(value, value);
            self.border.buffers.insert(value, value);
        }
        let entry = module.regions(function.function).first().map(|&body| module.blocks(body));
        let entry = entry.and_then(|blocks| blocks.first());
        let ops: Vec<Op> = entry.map_or(Vec::new(), |&entry| module.ops(entry).collect());
        let leading: BTreeSet<Op> =
            ops.iter().copied().filter(|&op| self.add_leading(op)).collect();
        let mut trailing = Vec::new();
        let mut returned: BTreeSet<Value> = self.border.results.iter().copied().collect();
        for &op in ops.iter().rev().filter(|op| !leading.contains(op)) {
            let is_returned = module.results(op).any(|result| returned.contains(&result));
            if is_returned && self.is_border_op(op) {
                returned.extend(module.operands(op));
                trailing.push(op);
            }
        }
        trailing.reverse();
        let inner: Vec<Op> = ops
            .into_iter()
            .filter(|op| !leading.contains(op) && !trailing.contains(op))
            .filter(|op| !function.returns.contains(op))
            .collect();
        if self.has_graph {
            self.add_graph(&inner, &trailing)?;
        } else if let Some(&op) =
            trailing.first().or_else(|| inner.iter().find(|&&op| !self.is_unused_constant(op)))
        {
            return Err(self.without_segment(op));
        }
        trailing.into_iter().for_each(|op| self.add(op, false));
        for &value in &self.border.results {
            self.border.buffers.entry(value).or_insert(value);
        }
        Ok(())
    }

    /// Returns `true` if an op is a conversion or a view that is not part of a graph.
    fn is_border_op(&self, op: Op) -> bool {
        let result = self.module.result(op, 0);
        let is_converted =
            result.is_some_and(|result| converted(self.module, self.registry, result).is_some());
        let is_view = || matches!(self.registry.view_relations(self.module, op), Some(Ok(_)));
        is_converted || (!self.has_graph && is_view())
    }

    /// Adds a leading op. Returns `false` if the op is not leading.
    fn add_leading(&mut self, op: Op) -> bool {
        let module = self.module;
        let operands = module.operands(op);
        let tensors = operands.iter().filter(|&&it| module.kind(it).tensor_dims().is_some());
        let origins: Option<Vec<Value>> =
            tensors.map(|value| self.origins.get(value).copied()).collect();
        let Some(&origin) = origins.as_ref().and_then(|origins| origins.first()) else {
            return false;
        };
        if !self.is_border_op(op) {
            return false;
        }
        self.origins.extend(module.results(op).map(|result| (result, origin)));
        self.add(op, true);
        true
    }

    /// Adds a conversion, or joins the memory of a view.
    fn add(&mut self, op: Op, is_leading: bool) {
        let module = self.module;
        let is_copy = self.registry.op_def(module, op).is_some_and(|def| def.is_copy);
        let results: Vec<Value> = module.results(op).collect();
        let operands = module.operands(op).iter().copied();
        let operands: Vec<Value> =
            operands.filter(|&value| module.kind(value).tensor_dims().is_some()).collect();
        for &value in operands.iter().chain(&results) {
            self.border.buffers.entry(value).or_insert(value);
        }
        if is_copy && let (&[source], &[target]) = (operands.as_slice(), results.as_slice()) {
            let copies =
                if is_leading { &mut self.border.leading } else { &mut self.border.trailing };
            copies.push(Copy { op, source, target });
            return;
        }
        let Some(Ok(relations)) = self.registry.view_relations(module, op) else { return };
        for relation in relations {
            self.join(relation.whole, relation.part);
        }
    }

    /// Joins the memory of two values.
    fn join(&mut self, one: Value, other: Value) {
        let [one, other] = [one, other].map(|value| self.border.buffer(value));
        let first = one.min(other);
        for buffer in self.border.buffers.values_mut() {
            if [one, other].contains(buffer) {
                *buffer = first;
            }
        }
    }

    /// Adds the values that the graph reads and returns.
    fn add_graph(&mut self, inner: &[Op], trailing: &[Op]) -> Result<(), Diag> {
        let module = self.module;
        let nested = inner.iter().flat_map(|&op| std::iter::once(op).chain(module.walk_from(op)));
        let read: BTreeSet<Value> =
            nested.flat_map(|op| module.operands(op).iter().copied()).collect();
        for &argument in &self.border.arguments {
            let values = self.origins.iter().filter(|(_, origin)| **origin == argument);
            let values: Vec<Value> = values.map(|(value, _)| *value).collect();
            let in_graph: Vec<Value> =
                values.iter().copied().filter(|value| read.contains(value)).collect();
            match in_graph.as_slice() {
                [] => {
                    let unused = values.into_iter().find(|&value| self.is_unused(value));
                    self.border.graph_inputs.extend(unused);
                    self.border.unused.extend(unused);
                }
                &[value] => self.border.graph_inputs.push(value),
                &[one, other, ..] => {
                    let [argument, one, other] =
                        [argument, one, other].map(|value| self.border.name(value));
                    let reason = format!(
                        "`{argument}` enters the graph as `{one}` and as `{other}`, but a graph \
                         reads an argument once"
                    );
                    return Err(refused(module.location(self.border.function), &reason));
                }
            }
        }
        for &result in &self.border.results {
            let mut value = result;
            while let Def::Result(op, _) = module.def(value)
                && trailing.contains(&op)
                && let Some(&operand) = module.operands(op).first()
            {
                value = operand;
            }
            let is_known =
                self.origins.contains_key(&value) || self.border.graph_outputs.contains(&value);
            if !is_known {
                self.border.graph_outputs.push(value);
            }
        }
        for value in self.border.graph_inputs.iter().chain(&self.border.graph_outputs) {
            self.border.buffers.entry(*value).or_insert(*value);
        }
        Ok(())
    }

    /// Returns `true` if no op reads a value.
    fn is_unused(&self, value: Value) -> bool {
        self.module
            .walk_from(self.border.function)
            .all(|op| !self.module.operands(op).contains(&value))
    }

    fn is_unused_constant(&self, op: Op) -> bool {
        let def = self.registry.op_def(self.module, op);
        def.is_some_and(|def| def.constant.is_some())
            && self.module.results(op).all(|result| self.is_unused(result))
    }

    /// Returns the error of an op that is not a conversion of an argument, in a function without a graph.
    fn without_segment(&self, op: Op) -> Diag {
        let name = self.module.name(op);
        let reason = format!("`{name}` is not a conversion of an argument, so it has no segment");
        refused(self.module.location(op), &reason).note(
            "`--graph=NET.vgf` joins the graph that ARM's model-converter makes of the other ops",
        )
    }
}
