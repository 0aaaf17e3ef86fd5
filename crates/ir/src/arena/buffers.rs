//! The buffers of a function: the values that view ops join, with their lifetimes and owners.

use super::lifetimes::{Lifetime, NumberedOps};
use crate::constants::Constants;
use crate::module::{Module, Op, Value};
use crate::registry::Registry;
use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;

/// The owner of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BufferOwner {
    /// The function: the buffer is in its arena.
    Function,
    /// The caller: a value is an argument or a result of the function.
    Caller,
    /// The program: all values are constants, whose contents are known before execution.
    Program,
}

/// The values that share memory.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Buffer {
    /// The values, in program order.
    pub values: Vec<Value>,
    /// The ops during which one of them is live, and all ops between.
    pub lifetime: Lifetime,
    /// The owner.
    pub owner: BufferOwner,
}

/// The buffers of a function, in program order of their first values.
#[derive(Clone, Debug)]
pub struct FunctionBuffers {
    /// The function.
    pub function: Op,
    /// The buffers.
    pub buffers: Vec<Buffer>,
    /// The ops of the function in printed order, with the numbers that each spans.
    pub(super) ops: Vec<(Op, Lifetime)>,
    of_value: FxHashMap<Value, usize>,
}

impl FunctionBuffers {
    /// Returns the buffers of the ranked tensors of a function, without those of functions in it.
    pub fn new(module: &Module, registry: &Registry, function: Op) -> FunctionBuffers {
        let numbered = NumberedOps::new(module, registry, function);
        let mut values = numbered.lifetimes();
        values.retain(|(value, _)| module.kind(*value).tensor_dims().is_some());
        let places = values.iter().enumerate().map(|(at, (value, _))| (*value, at));
        let places: FxHashMap<Value, usize> = places.collect();
        let mut joined = UnionFind::new(values.len());
        for &op in &numbered.ops {
            let Some(Ok(relations)) = registry.view_relations(module, op) else { continue };
            for view in relations {
                if let (Some(&whole), Some(&part)) =
                    (places.get(&view.whole), places.get(&view.part))
                {
                    joined.union(whole, part);
                }
            }
        }
        let owners = Owners::new(module, registry, &numbered);
        let mut found = FunctionBuffers {
            function,
            buffers: Vec::new(),
            ops: numbered.ops.iter().filter_map(|&op| Some((op, numbered.span(op)?))).collect(),
            of_value: FxHashMap::default(),
        };
        let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
        for (at, &(value, lifetime)) in values.iter().enumerate() {
            let buffers = &mut found.buffers;
            let number = *numbers.entry(joined.find(at)).or_insert_with(|| {
                let owner = BufferOwner::Program;
                buffers.push(Buffer { values: Vec::new(), lifetime, owner });
                buffers.len() - 1
            });
            let buffer = &mut buffers[number];
            buffer.values.push(value);
            buffer.lifetime = buffer.lifetime.join(lifetime);
            found.of_value.insert(value, number);
        }
        found.buffers.iter_mut().for_each(|buffer| buffer.owner = owners.of(&buffer.values));
        found
    }

    /// Returns the number of the buffer of a value; `None` if the value is not a ranked tensor of the function.
    pub fn number(&self, value: Value) -> Option<usize> {
        self.of_value.get(&value).copied()
    }

    /// Returns the ops of the function in printed order.
    pub fn ops(&self) -> impl Iterator<Item = Op> {
        self.ops.iter().map(|(op, _)| *op)
    }
}

/// The values of a function that are not in its arena.
struct Owners {
    constants: Constants,
    /// The arguments, and the operands of returns.
    of_caller: Vec<Value>,
}

impl Owners {
    fn new(module: &Module, registry: &Registry, numbered: &NumberedOps<'_>) -> Owners {
        let function = numbered.ops[0];
        let entry = module.regions(function).first().and_then(|&body| module.blocks(body).first());
        let arguments = entry.map_or(&[][..], |&entry| module.arguments(entry));
        let returns = numbered
            .ops
            .iter()
            .filter(|&&op| registry.op_def(module, op).is_some_and(|def| def.returns));
        let returned = returns.flat_map(|&op| module.operands(op));
        let mut of_caller: Vec<Value> = arguments.iter().chain(returned).copied().collect();
        of_caller.sort_unstable_by_key(|value| value.number());
        Owners { constants: Constants::new(module, registry, function), of_caller }
    }

    fn of(&self, values: &[Value]) -> BufferOwner {
        let is_of_caller = |value: &Value| {
            let found = self.of_caller.binary_search_by_key(&value.number(), |it| it.number());
            found.is_ok()
        };
        match values {
            _ if values.iter().any(is_of_caller) => BufferOwner::Caller,
            _ if values.iter().all(|value| self.constants.contains(*value)) => BufferOwner::Program,
            _ => BufferOwner::Function,
        }
    }
}
