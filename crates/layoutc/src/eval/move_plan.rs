//! The plan of a conversion between placements, as JSON.

use ir::layout::{ElemSize, MovePlan, SharedAccess, SharedPlan, ShufflePlan};
use serde_json::{Value, json};

/// Returns the plan of a conversion as a JSON object. `how` is its kind; the other members depend on it.
pub(super) fn plan_json(plan: &MovePlan, elem: Option<ElemSize>) -> Value {
    match plan {
        MovePlan::Nothing => json!({ "how": "nothing" }),
        MovePlan::Registers(plan) => shuffles("registers", plan, elem),
        MovePlan::Shuffles(plan) => shuffles("shuffles", plan, elem),
        MovePlan::Shared(plan) => shared(plan),
        MovePlan::Global => json!({ "how": "global" }),
        MovePlan::Memory => json!({ "how": "memory" }),
        MovePlan::Collectives(steps) => {
            let steps = steps.iter().map(|(axis, collective)| {
                json!({ "axis": axis.as_str(), "collective": collective.name() })
            });
            json!({ "how": "collectives", "steps": steps.collect::<Value>() })
        }
        // A kind that this program does not know has no description.
        _ => Value::Null,
    }
}

/// Describes rounds. Register j is exchanged with register j ^ G(x) of the source before them, where bit i of G(x) is the
/// parity of `before[i] & x` for thread x; `after` likewise. `rounds` counts the words of 32 bits that are sent: elements of
/// at most 16 bits share them.
fn shuffles(how: &str, plan: &ShufflePlan, elem: Option<ElemSize>) -> Value {
    let bits = elem.and_then(|elem| u64::try_from(elem.bits().get()).ok()).unwrap_or(32);
    let rounds = plan
        .rounds
        .iter()
        .map(|round| json!({ "send": round.send, "lane": round.lane, "into": round.into }));
    let outer = plan.outer.iter().map(|(axis, bits)| json!([axis.as_str(), bits]));
    json!({
        "how": how,
        "rounds": plan.words(bits).len(),
        "registers": plan.registers,
        "lanes": plan.lanes,
        "outer": outer.collect::<Value>(),
        "before": plan.before,
        "after": plan.after,
        "lane_columns": plan.lane_columns,
        "steps": rounds.collect::<Value>(),
    })
}

/// Describes a layout of shared memory by the index that each bit of an offset adds.
fn shared(plan: &SharedPlan) -> Value {
    let slots = 1u128 << plan.bases.len();
    let bits = plan.layout.elem().map(|elem| u128::from(elem.bits().get().unsigned_abs()));
    json!({
        "how": "shared",
        "slots": slots,
        "bytes": bits.map(|bits| (slots * bits).div_ceil(8)),
        "bases": plan.bases,
        "stores": access(&plan.stores),
        "loads": access(&plan.loads),
    })
}

fn access(access: &SharedAccess) -> Value {
    json!({ "vector": access.vector, "count": access.count, "conflicts": access.degree - 1 })
}
