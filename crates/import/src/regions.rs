//! The ops of `scf` for branches and loops, with `tensor` ops for their slices.
//!
//! A loop that a trip count ends is an `scf.for`; one that a condition can end is an `scf.while`, whose carried values are
//! the counter and the condition before those of the node. A tensor of one element becomes a scalar where `scf` needs it.

use crate::elem::TensorType;
use crate::model_graph::ModelNode;
use crate::options::BoolStorage;
use crate::steps::{
    Body, CarriedValue, Control, LoopCondition, LoopPlan, SlicedOperand, StackedResult, TripCount,
};
use crate::writer::{ModuleWriter, formats_attr, lost};
use ir::attrs::{AttrKind, IntValue};
use ir::diag::Sink;
use ir::registry::DYNAMIC;
use ir::types::{DialectText, Piece, Type, TypeKind};
use ir::vulkan::FORMAT_ATTR;
use ir::{Attr, Op, Value};

type Written<T> = Result<T, String>;

impl<'a> ModuleWriter<'_, 'a> {
    /// Writes a branch or a loop.
    pub(crate) fn control(
        &mut self,
        node: &'a ModelNode,
        control: &Control<'a>,
        sink: &mut Sink,
    ) -> Written<()> {
        match control {
            Control::If(branches) => self.branch(node, branches, sink),
            Control::Loop(plan) => match plan.condition {
                None => self.for_loop(plan, sink),
                Some(condition) => self.while_loop(plan, condition, sink),
            },
        }
    }

    fn branch(
        &mut self,
        node: &'a ModelNode,
        branches: &[Body<'a>; 2],
        sink: &mut Sink,
    ) -> Written<()> {
        let names: Vec<&str> = node.proto.output.iter().map(String::as_str).collect();
        let used: Vec<usize> = (0..names.len()).filter(|&at| !names[at].is_empty()).collect();
        let types: Vec<Type> = used.iter().map(|&at| self.result_type(names[at])).collect();
        let condition = node.proto.input.first().map(String::as_str).unwrap_or_default();
        let condition = self.condition(condition)?;
        let formats = self.formats(used.iter().map(|&at| names[at]));
        let op = self.op("scf.if", &[condition], &types, formats);
        for body in branches {
            self.region(op, &[], |writer, _| {
                writer.steps(&body.steps, sink);
                let outputs = used.iter().map(|&at| body.outputs[at]);
                let pairs = outputs.zip(&types).collect::<Vec<_>>();
                let values = pairs.into_iter().map(|(name, &ty)| writer.value_of_type(name, ty));
                let values = values.collect::<Written<Vec<Value>>>()?;
                writer.op("scf.yield", &values, &[], None);
                Ok::<(), String>(())
            })?;
        }
        let results: Vec<Value> = self.module.results(op).collect();
        for (&at, value) in used.iter().zip(results) {
            self.define(names[at], value);
        }
        Ok(())
    }

    /// Returns the attributes with the Vulkan formats of results. `None` if no result has one.
    fn formats(&mut self, names: impl Iterator<Item = &'a str>) -> Option<Attr> {
        let formats: Vec<_> = names.map(|name| self.graph.vk_format(name)).collect();
        let formats = formats_attr(&formats, &mut self.module.ctx)?;
        let key = self.module.ctx.name(FORMAT_ATTR);
        Some(self.module.ctx.dict([(key, formats)]))
    }

    /// Writes an `scf.for` with the carried values and the stacked results as its values.
    fn for_loop(&mut self, plan: &LoopPlan<'a>, sink: &mut Sink) -> Written<()> {
        let carried = self.carried_types(plan);
        let mut initial = self.initial_values(plan, &carried)?;
        let lower = self.index(0);
        let step = self.index(1);
        let count = plan.count.ok_or("the loop has no trip count")?;
        let mut upper = self.trip_count(count)?;
        if let Some(guard) = plan.guard {
            let guard = self.condition(guard)?;
            let index = self.module.ctx.index_type();
            upper = self.value_op("arith.select", &[guard, upper, lower], index, None)?;
        }
        for stack in &plan.stacks {
            let ty = stack.ty.ir_type(self.graph.bools, &mut self.module.ctx);
            let sizes = if stack.ty.lengths().is_some() { &[][..] } else { &[upper][..] };
            initial.push(self.value_op("tensor.empty", sizes, ty, None)?);
        }
        let types: Vec<Type> = initial.iter().map(|&value| self.module.ty(value)).collect();
        let index = self.module.ctx.index_type();
        let arguments = [&[index], types.as_slice()].concat();
        let operands = [&[lower, upper, step], initial.as_slice()].concat();
        let results = plan.carried.iter().map(|value| value.result);
        let results = results.chain(plan.stacks.iter().map(|stack| stack.result));
        let formats = self.formats(results);
        let op = self.op("scf.for", &operands, &types, formats);
        self.region(op, &arguments, |writer, arguments| {
            let counter = arguments[0];
            let yields = writer.iteration(plan, (counter, upper), &arguments[1..], sink)?;
            writer.op("scf.yield", &yields, &[], None);
            Ok::<(), String>(())
        })?;
        self.name_loop_results(op, plan, 0)
    }

    /// Writes the body of a loop and returns the carried values and stacks after the iteration.
    fn iteration(
        &mut self,
        plan: &LoopPlan<'a>,
        (counter, upper): (Value, Value),
        arguments: &[Value],
        sink: &mut Sink,
    ) -> Written<Vec<Value>> {
        let (carried, stacks) = arguments.split_at(plan.carried.len());
        self.define_counter(plan, counter)?;
        for (value, &argument) in plan.carried.iter().zip(carried) {
            self.define(value.argument, argument);
        }
        for slice in &plan.slices {
            self.slice(slice, (counter, upper))?;
        }
        self.steps(&plan.steps, sink);
        let mut yields = Vec::new();
        for (value, &argument) in plan.carried.iter().zip(carried) {
            let ty = self.module.ty(argument);
            yields.push(self.value_of_type(value.next, ty)?);
        }
        for (stack, &into) in plan.stacks.iter().zip(stacks) {
            yields.push(self.stack(stack, into, (counter, upper))?);
        }
        Ok(yields)
    }

    /// Writes an `scf.while` that the condition ends, or the trip count if there is one.
    fn while_loop(
        &mut self,
        plan: &LoopPlan<'a>,
        condition: LoopCondition<'a>,
        sink: &mut Sink,
    ) -> Written<()> {
        let carried = self.carried_types(plan);
        let values = self.initial_values(plan, &carried)?;
        let first = self.condition(condition.initial)?;
        let lower = self.index(0);
        let step = self.index(1);
        let upper = plan.count.map(|count| self.trip_count(count)).transpose()?;
        let initial = [&[lower, first], values.as_slice()].concat();
        let types: Vec<Type> = initial.iter().map(|&value| self.module.ty(value)).collect();
        let names = ["", ""].into_iter().chain(plan.carried.iter().map(|value| value.result));
        let formats = self.formats(names);
        let op = self.op("scf.while", &initial, &types, formats);
        self.region(op, &types, |writer, arguments| {
            let goes_on = match upper {
                Some(upper) => {
                    let bit = writer.module.ctx.int_type(1);
                    let less = writer.compare(2, arguments[0], upper)?;
                    writer.value_op("arith.andi", &[arguments[1], less], bit, None)?
                }
                None => arguments[1],
            };
            let operands = [&[goes_on], arguments].concat();
            writer.op("scf.condition", &operands, &[], None);
            Ok::<(), String>(())
        })?;
        self.region(op, &types, |writer, arguments| {
            let counter = arguments[0];
            let mut yields = writer.iteration(plan, (counter, counter), &arguments[2..], sink)?;
            let next = writer.condition(condition.next)?;
            let counted = writer.arith("arith.addi", counter, step)?;
            yields.splice(0..0, [counted, next]);
            writer.op("scf.yield", &yields, &[], None);
            Ok::<(), String>(())
        })?;
        self.name_loop_results(op, plan, 2)
    }

    fn carried_types(&mut self, plan: &LoopPlan<'a>) -> Vec<Type> {
        let bools = self.graph.bools;
        let types = plan.carried.iter().map(|value| &value.ty);
        types.map(|ty| ty.ir_type(bools, &mut self.module.ctx)).collect()
    }

    fn initial_values(&mut self, plan: &LoopPlan<'a>, types: &[Type]) -> Written<Vec<Value>> {
        let values = plan.carried.iter().zip(types);
        values.map(|(value, &ty)| self.value_of_type(value.initial, ty)).collect()
    }

    /// Defines the results of a loop, which has this number of results before those of the node.
    fn name_loop_results(&mut self, op: Op, plan: &LoopPlan<'a>, before: usize) -> Written<()> {
        let results: Vec<Value> = self.module.results(op).skip(before).collect();
        let names = plan.carried.iter().map(|CarriedValue { result, .. }| *result);
        let names = names.chain(plan.stacks.iter().map(|stack| stack.result));
        for (name, value) in names.zip(results).filter(|(name, _)| !name.is_empty()) {
            let ty = self.result_type(name);
            let value = self.cast(value, ty)?;
            self.define(name, value);
        }
        Ok(())
    }

    /// Defines the input of a body that counts the iterations.
    fn define_counter(&mut self, plan: &LoopPlan<'a>, counter: Value) -> Written<()> {
        let Some(name) = plan.counter.filter(|name| !name.is_empty()) else { return Ok(()) };
        let ty = self.result_type(name);
        let long = self.module.ctx.int_type(64);
        let number = self.value_op("arith.index_cast", &[counter], long, None)?;
        let value = self.value_op("tensor.from_elements", &[number], ty, None)?;
        self.define(name, value);
        Ok(())
    }

    /// Returns the value of a name with a type, to which it is cast if it has another one.
    fn value_of_type(&mut self, name: &'a str, ty: Type) -> Written<Value> {
        let value = self.value(name).ok_or_else(|| lost(name))?;
        self.cast(value, ty)
    }

    fn cast(&mut self, value: Value, ty: Type) -> Written<Value> {
        match self.module.ty(value) == ty {
            true => Ok(value),
            false => self.value_op("tensor.cast", &[value], ty, None),
        }
    }

    fn value_op(
        &mut self,
        name: &str,
        operands: &[Value],
        ty: Type,
        attrs: Option<Attr>,
    ) -> Written<Value> {
        let op = self.op(name, operands, &[ty], attrs);
        self.module.result(op, 0).ok_or_else(|| format!("`{name}` has no result"))
    }

    /// Returns a constant `index`.
    fn index(&mut self, value: u64) -> Value {
        let ty = self.module.ctx.index_type();
        self.constant(value as i64, ty)
    }

    fn constant(&mut self, value: i64, ty: Type) -> Value {
        let value = self.module.ctx.attr(AttrKind::Integer { value: IntValue::Small(value), ty });
        let key = self.module.ctx.name("value");
        let attrs = self.module.ctx.dict([(key, value)]);
        let op = self.op("arith.constant", &[], &[ty], Some(attrs));
        self.module.result(op, 0).expect("the op was created with one result")
    }

    /// Returns the only element of a value.
    fn element(&mut self, name: &'a str) -> Written<Value> {
        let value = self.value(name).ok_or_else(|| lost(name))?;
        let TypeKind::Tensor { elem, dims, .. } = self.module.kind(value) else {
            return Err(format!("`{name}` is not a tensor"));
        };
        let elem = *elem;
        let rank = dims.len();
        if dims.iter().any(|&len| len != Some(1)) {
            return Err(format!("`{name}` must have one element"));
        }
        let mut operands = vec![value];
        for _ in 0..rank {
            operands.push(self.index(0));
        }
        self.value_op("tensor.extract", &operands, elem, None)
    }

    /// Returns a bool as `i1`.
    fn condition(&mut self, name: &'a str) -> Written<Value> {
        let element = self.element(name)?;
        if self.graph.bools == BoolStorage::Bit {
            return Ok(element);
        }
        let ty = self.module.ty(element);
        let zero = self.constant(0, ty);
        self.compare(1, element, zero)
    }

    /// Writes a sum or a difference of two `index`.
    fn arith(&mut self, name: &str, a: Value, b: Value) -> Written<Value> {
        let ctx = &mut self.module.ctx;
        let dialect = ctx.name("arith");
        let body = [Piece::Text("overflow<none>".into())].into();
        let none =
            ctx.attr(AttrKind::Dialect { text: DialectText { dialect, body }.into(), ty: None });
        let key = ctx.name("overflowFlags");
        let attrs = ctx.dict([(key, none)]);
        let index = ctx.index_type();
        self.value_op(name, &[a, b], index, Some(attrs))
    }

    /// Writes an `arith.cmpi` with the number of its predicate: 1 is `ne`, 2 is `slt`.
    fn compare(&mut self, predicate: i64, a: Value, b: Value) -> Written<Value> {
        let bit = self.module.ctx.int_type(1);
        let predicate = self.module.ctx.int(predicate);
        let key = self.module.ctx.name("predicate");
        let attrs = self.module.ctx.dict([(key, predicate)]);
        self.value_op("arith.cmpi", &[a, b], bit, Some(attrs))
    }

    /// Returns the number of iterations as an `index`.
    fn trip_count(&mut self, count: TripCount<'a>) -> Written<Value> {
        let index = self.module.ctx.index_type();
        match count {
            TripCount::Known(count) => Ok(self.index(count)),
            TripCount::Element(name) => {
                let count = self.element(name)?;
                let count = self.value_op("arith.index_cast", &[count], index, None)?;
                let zero = self.index(0);
                self.value_op("arith.maxsi", &[count, zero], index, None)
            }
            TripCount::Length(name, axis) => self.length(name, axis),
        }
    }

    /// Returns the length of a dim as an `index`.
    fn length(&mut self, name: &'a str, dim: usize) -> Written<Value> {
        let value = self.value(name).ok_or_else(|| lost(name))?;
        let dim = self.index(dim as u64);
        let index = self.module.ctx.index_type();
        self.value_op("tensor.dim", &[value, dim], index, None)
    }

    /// Returns the position of an iteration along an axis.
    fn position(&mut self, (counter, upper): (Value, Value), is_reversed: bool) -> Written<Value> {
        if !is_reversed {
            return Ok(counter);
        }
        let one = self.index(1);
        let last = self.arith("arith.subi", upper, one)?;
        self.arith("arith.subi", last, counter)
    }

    /// Defines the slice of an operand that an iteration reads.
    fn slice(&mut self, slice: &SlicedOperand<'a>, counter: (Value, Value)) -> Written<()> {
        let position = self.position(counter, slice.is_reversed)?;
        let from = self.value(slice.operand).ok_or_else(|| lost(slice.operand))?;
        let ty = self.result_type(slice.argument);
        let TypeKind::Tensor { dims, .. } = self.module.kind(from) else {
            return Err(format!("`{}` is not a tensor", slice.operand));
        };
        let mut sizes: Vec<Option<u64>> = dims.to_vec();
        sizes[slice.axis] = Some(1);
        let mut operands = vec![from, position];
        for dim in (0..sizes.len()).filter(|&dim| sizes[dim].is_none()) {
            operands.push(self.length(slice.operand, dim)?);
        }
        let attrs = self.slice_attrs(&sizes, slice.axis, 1);
        let value = self.value_op("tensor.extract_slice", &operands, ty, Some(attrs))?;
        self.define(slice.argument, value);
        Ok(())
    }

    /// Returns a stack with the value of an iteration.
    fn stack(
        &mut self,
        stack: &StackedResult<'a>,
        into: Value,
        counter: (Value, Value),
    ) -> Written<Value> {
        let position = self.position(counter, stack.is_reversed)?;
        let element = self.value(stack.element).ok_or_else(|| lost(stack.element))?;
        let TensorType { dims, .. } = &stack.ty;
        let mut sizes = dims.clone();
        sizes[stack.axis] = Some(1);
        let attrs = self.slice_attrs(&sizes, stack.axis, 2);
        let ty = self.module.ty(into);
        self.value_op("tensor.insert_slice", &[element, into, position], ty, Some(attrs))
    }

    /// Returns the attributes of a slice of length 1 along an axis, at an offset that is an operand. The op has this number
    /// of operands before the offset.
    fn slice_attrs(&mut self, sizes: &[Option<u64>], axis: usize, before: usize) -> Attr {
        let ctx = &mut self.module.ctx;
        let mut offsets = vec![0; sizes.len()];
        offsets[axis] = DYNAMIC;
        let lengths: Vec<i64> =
            sizes.iter().map(|len| len.map_or(DYNAMIC, |len| len as i64)).collect();
        let dynamic = sizes.iter().filter(|len| len.is_none()).count();
        let mut segments = vec![1; before];
        segments.extend([1, dynamic as i32, 0]);
        let bytes = segments.iter().flat_map(|count: &i32| count.to_le_bytes()).collect();
        let elem = ctx.int_type(32);
        let segments = ctx.attr(AttrKind::DenseArray { elem, data: bytes });
        let lists = [offsets, lengths, vec![1; sizes.len()]].map(|list| ctx.i64_array(&list));
        let keys = ["static_offsets", "static_sizes", "static_strides"].map(|key| ctx.name(key));
        let key = ctx.name("operandSegmentSizes");
        let entries = keys.into_iter().zip(lists).chain([(key, segments)]);
        ctx.dict(entries.collect::<Vec<_>>())
    }
}
