//! The conversions between placements of a module, with proven plans.

use crate::conversions::function_around;
use crate::emitter::EmitContext;
use crate::vk::harmless;
use indexmap::IndexMap;
use ir::descriptor::Layouts;
use ir::diag::{Diag, code};
use ir::kernel;
use ir::layout::{AxisName, IndexSpace, LogicalIndex, MovePlan, Placement, ShufflePlan};
use ir::print::ValueNames;
use ir::{Module, Type, TypeKind, Verified};
use std::collections::BTreeMap;

/// A conversion between placements within a subgroup.
pub(crate) struct LaneMove {
    /// The preferred name of its function.
    pub(crate) name: String,
    /// The comment of its function.
    pub(crate) comment: String,
    /// The bits of an element.
    pub(crate) bits: u64,
    /// `true` if elements are floats of 32 bits.
    pub(crate) is_float: bool,
    pub(crate) plan: ShufflePlan,
}

/// The maximum number of slots on which a plan is executed.
const MAX_PROVEN: u64 = crate::limits::PROVEN_SLOTS;

/// Returns the distinct conversions between placements of a module, in the order of their first reorders. Reports a warning
/// for each conversion that shuffles cannot do.
pub(crate) fn lane_moves(module: &Verified, cx: &EmitContext<'_>) -> Vec<LaneMove> {
    let layouts = Layouts::new(module, cx.registry);
    let values = ValueNames::new(module, cx.registry);
    let mut found: IndexMap<[Type; 2], Option<LaneMove>> = IndexMap::new();
    for reorder in cx.registry.ops_with(module, |def| def.is_copy) {
        let Some((types, [from, to])) = kernel::placement_ends(module, &layouts, reorder) else {
            continue;
        };
        if found.contains_key(&types) {
            continue;
        }
        let function = function_around(module, cx.registry, reorder);
        let prefix = function.map_or(String::new(), |name| format!("{name}_"));
        let result = module.result(reorder, 0).expect("a copy has a result");
        let name = format!("reorder_{prefix}{}", values.get(result));
        let conversion = lane_move(&name, (&from, &to), element(module, types[1]));
        let conversion = conversion.map_err(|reason| {
            let message = format!(
                "`{}` cannot be written as shuffles: {reason}",
                harmless(module.name(reorder))
            );
            let span = module.span(reorder);
            cx.warnings.borrow_mut().push(Diag::warning(code::EMPTY_OUTPUT, span, message));
        });
        found.insert(types, conversion.ok());
    }
    found.into_values().flatten().collect()
}

/// Returns the bits of an element of a type, and whether it is a float of 32 bits.
fn element(module: &Module, ty: Type) -> (Option<u64>, bool) {
    let TypeKind::Tensor { elem, .. } = module.ctx.kind(ty) else { return (None, false) };
    let size = ir::encoding::elem_size(&module.ctx, *elem).ok();
    let bits = size.and_then(|size| u64::try_from(size.bits().get()).ok());
    (bits, ir::print::type_to_string(module, *elem) == "f32")
}

/// Returns a conversion with its proven plan.
///
/// # Errors
/// The reason why shuffles cannot do it.
fn lane_move(
    name: &str,
    (from, to): (&Placement, &Placement),
    (bits, is_float): (Option<u64>, bool),
) -> Result<LaneMove, String> {
    let moves = from.moves_to(to).map_err(|error| error.to_string())?;
    let class = moves.class().cloned();
    if let Some(class) = class.as_ref().filter(|class| **class > AxisName::LANE) {
        return Err(format!(
            "values move along `{class}`, but shuffles move them along `lane` alone"
        ));
    }
    let bits = bits.filter(|bits| (1..=64).contains(bits));
    let bits = bits.ok_or_else(|| "elements must have 1 to 64 bits".to_owned())?;
    let plan = match from.plan_to(to, &moves, None).map_err(|error| error.to_string())? {
        MovePlan::Registers(plan) | MovePlan::Shuffles(plan) => plan,
        MovePlan::Nothing => return Err("every slot already holds its value".to_owned()),
        _ => return Err("a thread would read too many registers".to_owned()),
    };
    prove(from, to, &plan)?;
    let shuffles = plan.words(bits).len();
    let comment = format!(
        "Converts a placement of {} in {shuffles} shuffles; layoutc executed the plan on all slots.",
        to.shape()
    );
    Ok(LaneMove { name: name.to_owned(), comment, bits, is_float, plan })
}

/// Executes a plan on the numbers of the indices, and compares every slot of the target.
///
/// # Errors
/// There are too many slots.
///
/// # Panics
/// A slot has another value, so the plan is wrong.
fn prove(from: &Placement, to: &Placement, plan: &ShufflePlan) -> Result<(), String> {
    let outer: usize = plan.outer.iter().map(|(_, bits)| bits).sum();
    let threads = plan.lanes << outer;
    if threads.saturating_mul(plan.registers[0].max(plan.registers[1])) > MAX_PROVEN {
        return Err(format!("a plan of more than {MAX_PROVEN} slots is not proven"));
    }
    let [sources, targets] = [from, to].map(|placement| holders(placement, plan));
    let (sources, targets) = (sources?, targets?);
    let slots = (0..threads).flat_map(|thread| (0..plan.registers[0]).map(move |it| (thread, it)));
    let values: Vec<i64> = slots.map(|slot| sources.get(&slot).copied().unwrap_or(-1)).collect();
    let results = plan.execute(&values);
    for (&(thread, register), index) in &targets {
        let at = thread * plan.registers[1] + register;
        let found = results.get(usize::try_from(at).unwrap_or(usize::MAX));
        assert_eq!(found, Some(index), "thread {thread}, register {register} of {plan:?}");
    }
    Ok(())
}

/// Returns the number of the index in each slot, by thread and register.
fn holders(placement: &Placement, plan: &ShufflePlan) -> Result<BTreeMap<(u64, u64), i64>, String> {
    let lengths = placement.shape().static_lengths().unwrap_or_default();
    let mut holders = BTreeMap::new();
    for (number, index) in (0..).zip(IndexSpace::below(lengths).iter()) {
        let index = LogicalIndex::new(index).map_err(|error| error.to_string())?;
        for slot in placement.slots_of(&index).map_err(|error| error.to_string())? {
            let on = |axis: &AxisName| {
                let at = placement.axes().position(|known| known == axis);
                at.map_or(0, |at| slot.coordinates[at].unsigned_abs())
            };
            let mut thread = on(&AxisName::LANE);
            let mut shift = plan.lanes.trailing_zeros() as usize;
            for (axis, bits) in &plan.outer {
                thread |= on(axis) << shift;
                shift += bits;
            }
            holders.insert((thread, on(&AxisName::REGISTER)), number);
        }
    }
    Ok(holders)
}
