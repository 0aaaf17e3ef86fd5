//! The unit of costs: bytes, or time if the target has bandwidths.
//!
//! A byte costs 1 without bandwidths. With bandwidths, costs are times in a common integer unit: the least common
//! multiple of both bandwidths is the number of time units per tick. A byte read then costs that number divided by the
//! reading bandwidth, a byte written that number divided by the writing bandwidth, and the cost of a choice, which is in
//! ticks, is multiplied by it. A move or an op in a loop is counted once for each iteration.

use ir::target::Target;
use ir::{Module, Op, Registry, Value};
use rustc_hash::FxHashMap;

/// The number of iterations of a loop that is assumed if it is unknown.
const UNKNOWN_TRIPS: u64 = crate::limits::UNKNOWN_TRIPS;

/// The names of the totals of an assignment in one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CostUnit {
    /// The unit, in the plural.
    pub(crate) name: &'static str,
    /// The unit with its meaning, in messages.
    pub(crate) described: &'static str,
    pub(crate) cost: &'static str,
    pub(crate) bound: &'static str,
    pub(crate) gap: &'static str,
    pub(crate) fused: &'static str,
}

const BYTES: CostUnit = CostUnit {
    name: "bytes",
    described: "bytes read and written",
    cost: "cost (bytes)",
    bound: "lower bound (bytes)",
    gap: "gap (bytes)",
    fused: "cost of fused conversions (bytes)",
};

const TIME: CostUnit = CostUnit {
    name: "time units",
    described: "time units",
    cost: "cost (time units)",
    bound: "lower bound (time units)",
    gap: "gap (time units)",
    fused: "cost of fused conversions (time units)",
};

/// The cost of one byte that is read and written, and of one unit of a choice.
#[derive(Clone, Debug)]
pub(crate) struct CostRates {
    read: u64,
    write: u64,
    choice: u64,
    /// `true` if costs are times, so that the iterations of loops count.
    is_time: bool,
    /// `None` if everything counts once.
    repetitions: Option<Repetitions>,
}

/// The weight of the regions of an op, for each op where it is not 1: the number of times that they are executed.
type Repetitions = FxHashMap<Op, u64>;

/// Returns the weights of a module. `whole` is the weight of the module, and `weights` are those of functions.
fn repetitions(
    module: &Module,
    registry: &Registry,
    is_time: bool,
    whole: u64,
    weights: &FxHashMap<Op, u64>,
) -> Repetitions {
    let mut known = Repetitions::default();
    // An op precedes the ops in its regions.
    for op in module.walk().filter(|&op| !module.regions(op).is_empty()) {
        let loops =
            registry.op_def(module, op).and_then(|def| def.trip_count.as_ref()).filter(|_| is_time);
        let trips = loops.map_or(1, |trips| trips(registry, module, op).unwrap_or(UNKNOWN_TRIPS));
        let parent = module.parent_op(op);
        let around = parent.map_or(whole, |parent| executions(&known, Some(parent)));
        let around = weights.get(&op).copied().unwrap_or(around);
        // A loop that is never executed counts once, so that its body still prefers fewer moves.
        let times = around.saturating_mul(trips.max(1));
        if times != 1 {
            known.insert(op, times);
        }
    }
    known
}

/// Returns the weight of the regions of an op.
fn executions(known: &Repetitions, parent: Option<Op>) -> u64 {
    parent.and_then(|op| known.get(&op)).copied().unwrap_or(1)
}

impl Default for CostRates {
    fn default() -> CostRates {
        CostRates { read: 1, write: 1, choice: 1, is_time: false, repetitions: None }
    }
}

impl CostRates {
    /// Returns the rates of a target, for the ops of a module.
    pub(crate) fn new(module: &Module, registry: &Registry, target: Option<&Target>) -> CostRates {
        let Some(bandwidth) = target.and_then(|target| target.bandwidth) else {
            return CostRates::default();
        };
        let tick = bandwidth.units_per_tick();
        CostRates {
            read: tick / bandwidth.read,
            write: tick / bandwidth.write,
            choice: tick,
            is_time: true,
            repetitions: Some(repetitions(module, registry, true, 1, &FxHashMap::default())),
        }
    }

    /// Returns the rates multiplied by `whole`, except in these functions, where they are multiplied by their weights.
    pub(crate) fn weighted(
        &self,
        module: &Module,
        registry: &Registry,
        whole: u64,
        weights: &FxHashMap<Op, u64>,
    ) -> CostRates {
        let known = repetitions(module, registry, self.is_time, whole, weights);
        CostRates { repetitions: Some(known), ..self.clone() }
    }

    /// Returns the unit of the costs.
    pub(crate) fn unit(&self) -> CostUnit {
        if self.is_time { TIME } else { BYTES }
    }

    /// Returns the cost to read and write these bytes where a value is defined.
    pub(crate) fn conversion(&self, module: &Module, value: Value, read: u64, written: u64) -> u64 {
        let once =
            read.saturating_mul(self.read).saturating_add(written.saturating_mul(self.write));
        match &self.repetitions {
            None => once,
            Some(known) => once.saturating_mul(executions(known, module.enclosing_op(value))),
        }
    }

    /// Returns the cost of a choice of an op.
    pub(crate) fn choice(&self, module: &Module, op: Op, cost: u64) -> u64 {
        let known = self.repetitions.as_ref();
        let times = known.map_or(1, |known| executions(known, module.parent_op(op)));
        cost.saturating_mul(self.choice).saturating_mul(times)
    }
}
