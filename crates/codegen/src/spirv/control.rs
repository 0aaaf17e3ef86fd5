//! Structured control flow of entry points: conditional blocks and loops.

use super::memory::Built;
use super::parts::{ModuleParts, SpirvType};
use rspirv::spirv::{LoopControl, Op, SelectionControl, Word};

/// Writes code that is executed if a condition is true.
pub(super) fn when(
    parts: &mut ModuleParts,
    condition: Word,
    then: impl FnOnce(&mut ModuleParts) -> Built<()>,
) -> Built<()> {
    when_labelled(parts, condition, then).map(drop)
}

/// Writes code that is executed if a condition is true, or always if there is none.
pub(super) fn when_some(
    parts: &mut ModuleParts,
    condition: Option<Word>,
    then: impl FnOnce(&mut ModuleParts) -> Built<()>,
) -> Built<()> {
    match condition {
        Some(condition) => when(parts, condition, then),
        None => then(parts),
    }
}

/// Writes code that is executed if a condition is true. Returns the labels of the blocks before it and of its only
/// block, for a phi.
pub(super) fn when_labelled(
    parts: &mut ModuleParts,
    condition: Word,
    then: impl FnOnce(&mut ModuleParts) -> Built<()>,
) -> Built<[Word; 2]> {
    let [before, inside, end] = [(); 3].map(|()| parts.builder.id());
    // A block of its own, so that its label is known.
    parts.builder.branch(before)?;
    begin(parts, before)?;
    parts.builder.selection_merge(end, SelectionControl::NONE)?;
    parts.builder.branch_conditional(condition, inside, end, [])?;
    begin(parts, inside)?;
    then(parts)?;
    parts.builder.branch(end)?;
    begin(parts, end)?;
    Ok([before, inside])
}

/// Writes code that is executed if a condition is true, and other code that is executed if it is false.
pub(super) fn choose(
    parts: &mut ModuleParts,
    condition: Word,
    then: impl FnOnce(&mut ModuleParts) -> Built<()>,
    otherwise: impl FnOnce(&mut ModuleParts) -> Built<()>,
) -> Built<()> {
    let [inside, other, end] = [(); 3].map(|()| parts.builder.id());
    parts.builder.selection_merge(end, SelectionControl::NONE)?;
    parts.builder.branch_conditional(condition, inside, other, [])?;
    begin(parts, inside)?;
    then(parts)?;
    parts.builder.branch(end)?;
    begin(parts, other)?;
    otherwise(parts)?;
    parts.builder.branch(end)?;
    begin(parts, end)
}

/// Writes a loop over the numbers below a count, which is at least 1.
pub(super) fn repeat(
    parts: &mut ModuleParts,
    count: u64,
    body: impl FnOnce(&mut ModuleParts, Word) -> Built<()>,
) -> Built<()> {
    let ty = SpirvType::U32;
    let zero = parts.constant(&ty, 0);
    let one = parts.constant(&ty, 1);
    let count = parts.constant(&ty, count);
    let number = parts.ty(&ty);
    let [before, header, inside, next, end] = [(); 5].map(|()| parts.builder.id());
    // A block of its own, so that its label is known to the phi.
    parts.builder.branch(before)?;
    begin(parts, before)?;
    parts.builder.branch(header)?;
    begin(parts, header)?;
    let following = parts.builder.id();
    let at = parts.builder.phi(number, None, [(zero, before), (following, next)])?;
    parts.builder.loop_merge(end, next, LoopControl::NONE, [])?;
    parts.builder.branch(inside)?;
    begin(parts, inside)?;
    body(parts, at)?;
    parts.builder.branch(next)?;
    begin(parts, next)?;
    parts.builder.i_add(number, Some(following), at, one)?;
    let goes_on = parts.condition(Op::ULessThan, &[following, count]);
    parts.builder.branch_conditional(goes_on, header, end, [])?;
    begin(parts, end)
}

/// Returns the conjunction of conditions; `None` if there are none.
pub(super) fn all(parts: &mut ModuleParts, conditions: &[Word]) -> Option<Word> {
    let mut conditions = conditions.iter().copied();
    let first = conditions.next()?;
    Some(conditions.fold(first, |a, b| parts.condition(Op::LogicalAnd, &[a, b])))
}

fn begin(parts: &mut ModuleParts, label: Word) -> Built<()> {
    parts.builder.begin_block(Some(label)).map(drop)
}
