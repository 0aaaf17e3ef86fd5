//! The part of the verifier for memory plans.
//!
//! The values of a buffer have one range, which is in the arena of the function, holds each of the values, and begins at
//! a multiple of their alignment. Two buffers that are live at the same op have no common byte, unless the op writes its
//! result in place.

use super::buffers::{Buffer, FunctionBuffers};
use super::lifetimes::is_function;
use super::reuse::BufferGroups;
use super::{
    ARENA_ALIGNMENT_ATTR, ARENA_ATTR, ARENA_SIZE_ATTR, ArenaRange, INPLACE_ATTR, alignment,
    listed_values, ranges, stated_inplace,
};
use crate::descriptor::Layouts;
use crate::diag::{Diag, Sink, code, counted};
use crate::module::{Module, Op, Value};
use crate::print::ValueNames;
use crate::registry::Registry;
use crate::stride_reqs::ValueReqs;
use crate::types::Type;
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Checks the memory plans of a module without other errors.
pub(crate) fn check(module: &Module, registry: &Registry, sink: &mut Sink) {
    let keys = [ARENA_ATTR, ARENA_SIZE_ATTR, ARENA_ALIGNMENT_ATTR, INPLACE_ATTR];
    if keys.iter().all(|key| module.ctx.find_name(key).is_none()) {
        return;
    }
    let before = sink.errors();
    for op in module.walk() {
        check_lists(module, registry, op, sink);
    }
    if sink.errors() > before {
        return;
    }
    let names = OnceCell::new();
    let of_types = RefCell::default();
    let layouts = Layouts::new(module, registry);
    let reqs = ValueReqs::new(module, module.root());
    for function in registry.ops_with(module, |def| def.function.is_some()) {
        let buffers = FunctionBuffers::new(module, registry, function);
        let listed = buffers.ops().flat_map(|op| ranges(module, op));
        let ranges: FxHashMap<Value, ArenaRange> = listed.collect();
        let size = module.int_attr(function, ARENA_SIZE_ATTR);
        if !ranges.is_empty() {
            let needs = Needs { module, layouts: &layouts, reqs: &reqs, of_types: &of_types };
            let check = PlanCheck { inputs: (module, registry), names: &names, needs, ranges };
            check.function(&buffers, size, sink);
        }
    }
}

/// Checks that the attributes of an op are on an op that can have them, and list the values that it has.
fn check_lists(module: &Module, registry: &Registry, op: Op, sink: &mut Sink) {
    let name = module.name(op);
    for key in [ARENA_SIZE_ATTR, ARENA_ALIGNMENT_ATTR] {
        if module.attr(op, key).is_some() && !is_function(module, registry, op) {
            let message = format!("`{key}` is allowed only on functions, but is on `{name}`");
            sink.error(code::OP_ATTRIBUTE, module.location(op).key(key), message);
        }
    }
    if let Some(attr) = module.attr(op, ARENA_ATTR) {
        let listed = module.ctx.as_array(attr).map_or(1, <[_]>::len);
        let count = listed_values(module, op).count();
        let place = module.location(op).attr(ARENA_ATTR);
        if listed != count {
            let has = counted(listed, "entry");
            let message = format!(
                "`{ARENA_ATTR}` of `{name}` has {has}, but the op defines {}",
                counted(count, "value")
            );
            let note =
                "the values are the results, and then the arguments of the blocks in the regions";
            sink.push(Diag::error(code::COUNT, place, message).note(note));
        } else if !module.ancestors(op).any(|around| is_function(module, registry, around)) {
            let message = format!("`{ARENA_ATTR}` is allowed only in functions");
            sink.error(code::OP_ATTRIBUTE, place, message);
        }
    }
    let operands = module.operands(op).len();
    if let Some(at) = stated_inplace(module, op).into_iter().find(|&at| at >= operands) {
        let message = format!(
            "`{INPLACE_ATTR}` of `{name}` names operand {at}, but the op has {}",
            counted(operands, "operand")
        );
        sink.error(code::OP_ATTRIBUTE, module.location(op).attr(INPLACE_ATTR), message);
    }
}

/// The check of the plan of one function.
struct PlanCheck<'a> {
    inputs: (&'a Module, &'a Registry),
    /// The names of values, from the first error on.
    names: &'a OnceCell<ValueNames<'a>>,
    needs: Needs<'a>,
    /// The ranges of the values of the function.
    ranges: FxHashMap<Value, ArenaRange>,
}

/// The size and the alignment of a value, in bytes; `None` if they are unknown.
type Need = (Option<u64>, Option<u64>);

/// The memory that values need.
struct Needs<'a> {
    module: &'a Module,
    layouts: &'a Layouts<'a>,
    reqs: &'a ValueReqs,
    /// The needs of values of which ops require nothing, by type.
    of_types: &'a RefCell<FxHashMap<Type, Need>>,
}

impl Needs<'_> {
    fn of(&self, value: Value) -> Need {
        if self.reqs.get(value).is_some() {
            return self.computed(value);
        }
        let ty = self.module.ty(value);
        let known = self.of_types.borrow().get(&ty).copied();
        known.unwrap_or_else(|| {
            let need = self.computed(value);
            self.of_types.borrow_mut().insert(ty, need);
            need
        })
    }

    fn computed(&self, value: Value) -> Need {
        let layout = self.layouts.of_type(self.module.ty(value), true).ok().flatten();
        let size = layout.and_then(|layout| u64::try_from(layout.size_in_bytes().ok()?.get()).ok());
        (size, alignment(self.module, value, self.reqs))
    }
}

/// Buffers that are one by results in place: their range and their buffers.
struct PlannedGroup<'b> {
    range: ArenaRange,
    members: Vec<&'b Buffer>,
}

impl PlanCheck<'_> {
    fn function(&self, buffers: &FunctionBuffers, size: Option<i64>, sink: &mut Sink) {
        let (module, registry) = self.inputs;
        let function = buffers.function;
        let symbol = module.symbol(function).unwrap_or("<unnamed>");
        let Some(size) = size.and_then(|size| u64::try_from(size).ok()) else {
            let message = format!(
                "`@{symbol}` must have `{ARENA_SIZE_ATTR}`, because its values have ranges"
            );
            return sink.error(code::MEMORY, module.location(function), message);
        };
        let before = sink.errors();
        for buffer in &buffers.buffers {
            let faults = [
                self.unequal(buffer),
                self.outside(buffer, size, symbol),
                self.too_small(buffer),
                self.misaligned(buffer, function),
            ];
            faults.into_iter().flatten().for_each(|fault| sink.push(fault));
        }
        if sink.errors() > before {
            return;
        }
        let permitted = |op| super::overwritable(module, op, registry, None);
        let equal = |a: Value, b: Value| self.range(a).is_some() && self.range(a) == self.range(b);
        let groups = BufferGroups::new(module, buffers, permitted, equal);
        self.overlaps(buffers, &groups).into_iter().for_each(|fault| sink.push(fault));
    }

    fn range(&self, value: Value) -> Option<ArenaRange> {
        self.ranges.get(&value).copied()
    }

    fn name(&self, value: Value) -> String {
        let (module, registry) = self.inputs;
        let names = self.names.get_or_init(|| ValueNames::new(module, registry));
        format!("`%{}`", names.get(value))
    }

    fn error(&self, value: Value, message: String) -> Diag {
        Diag::error(code::MEMORY, self.inputs.0.definition_location(value), message)
    }

    /// Returns the first value of a buffer with its range; `None` if the buffer is not planned.
    fn first(&self, buffer: &Buffer) -> Option<(Value, ArenaRange)> {
        buffer.values.iter().find_map(|&value| Some((value, self.range(value)?)))
    }

    /// Reports a value with another range than the buffer that it shares.
    fn unequal(&self, buffer: &Buffer) -> Option<Diag> {
        let (first, range) = self.first(buffer)?;
        let mut others = buffer.values.iter().copied();
        let other = others.find(|&other| self.range(other) != Some(range))?;
        let found = match self.range(other) {
            Some(other) => format!("the range {other}"),
            None => "no range".to_owned(),
        };
        let message = format!(
            "{} shares the buffer of {}, which has the range {range}, but has {found}",
            self.name(other),
            self.name(first)
        );
        let place = self.inputs.0.definition_location(first);
        Some(self.error(other, message).note_at(place, "the buffer is also that of this value"))
    }

    fn outside(&self, buffer: &Buffer, size: u64, symbol: &str) -> Option<Diag> {
        let (value, range) = self.first(buffer).filter(|(_, range)| range.end() > size)?;
        let message = format!(
            "the range {range} of {} ends after the arena of `@{symbol}`, which has {size} bytes",
            self.name(value)
        );
        Some(self.error(value, message))
    }

    fn too_small(&self, buffer: &Buffer) -> Option<Diag> {
        let (_, range) = self.first(buffer)?;
        buffer.values.iter().find_map(|&value| {
            let size = self.needs.of(value).0.filter(|&size| size > range.size)?;
            let message = format!(
                "{} needs {size} bytes from the start of its buffer, but its range {range} has {}",
                self.name(value),
                range.size
            );
            Some(self.error(value, message))
        })
    }

    fn misaligned(&self, buffer: &Buffer, function: Op) -> Option<Diag> {
        let (_, range) = self.first(buffer)?;
        let module = self.inputs.0;
        let of_arena = module.int_attr(function, ARENA_ALIGNMENT_ATTR);
        let of_arena = of_arena.and_then(|bytes| u64::try_from(bytes).ok()).unwrap_or(1);
        buffer.values.iter().find_map(|&value| {
            let bytes = self.needs.of(value).1?;
            if range.offset.is_multiple_of(bytes) && of_arena.is_multiple_of(bytes) {
                return None;
            }
            let name = self.name(value);
            if !range.offset.is_multiple_of(bytes) {
                let offset = range.offset;
                let message = format!(
                    "the offset of {name} in its arena must be a multiple of {bytes} bytes, but is {offset}"
                );
                return Some(self.error(value, message));
            }
            let message = format!(
                "`{ARENA_ALIGNMENT_ATTR}` must be a multiple of {bytes}, the alignment of {name}, but is {of_arena}"
            );
            let place = module.location(function).key(ARENA_ALIGNMENT_ATTR);
            Some(Diag::error(code::MEMORY, place, message))
        })
    }

    /// Reports buffers that are live at the same op and have common bytes. Each buffer is compared with those that are live
    /// at its first op, in the order of these.
    fn overlaps(&self, buffers: &FunctionBuffers, groups: &BufferGroups) -> Vec<Diag> {
        let mut planned: BTreeMap<usize, PlannedGroup<'_>> = BTreeMap::new();
        for (number, buffer) in buffers.buffers.iter().enumerate() {
            if let Some((_, range)) = self.first(buffer).filter(|(_, range)| range.size > 0) {
                let group = planned.entry(groups.group(number));
                let group = group.or_insert_with(|| PlannedGroup { range, members: Vec::new() });
                group.members.push(buffer);
            }
        }
        let mut order: Vec<usize> = planned.keys().copied().collect();
        order.sort_by_key(|&group| groups.lifetime(group).first);
        let mut live: BTreeMap<u64, usize> = BTreeMap::new();
        let mut ends = BinaryHeap::new();
        let mut faults = Vec::new();
        for group in order {
            let lifetime = groups.lifetime(group);
            while let Some(&Reverse((last, offset))) = ends.peek()
                && last < lifetime.first
            {
                live.remove(&offset);
                ends.pop();
            }
            let range = planned[&group].range;
            // The live ranges are disjoint, so the last one that begins before the end of this one decides.
            let below = live.range(..range.end()).next_back().map(|(_, &other)| other);
            match below.filter(|other| planned[other].range.overlaps(range)) {
                Some(other) => faults.push(self.overlap(&planned[&other], &planned[&group])),
                None => {
                    live.insert(range.offset, group);
                    ends.push(Reverse((lifetime.last, range.offset)));
                }
            }
        }
        faults
    }

    /// Returns the error of two groups with common bytes, at the values that are live at the same op.
    fn overlap(&self, old: &PlannedGroup<'_>, new: &PlannedGroup<'_>) -> Diag {
        let pairs = old.members.iter().flat_map(|a| new.members.iter().map(move |b| [*a, *b]));
        let mut live = pairs.filter(|[a, b]| a.lifetime.overlaps(b.lifetime));
        let [a, b] = live.next().unwrap_or([old.members[0], new.members[0]]);
        let [a, b] = [a.values[0], b.values[0]];
        let message = format!(
            "{} and {} are live at the same op, but their ranges {} and {} have common bytes",
            self.name(a),
            self.name(b),
            old.range,
            new.range
        );
        let place = self.inputs.0.definition_location(a);
        self.error(b, message).note_at(place, "the other value is defined here")
    }
}
