//! The moves of a module: the copies between layouts, and the views that replace copies which move no data.
//!
//! A copy of a [constant](Constants) is made before execution. Statistics, pictures and reports count moves by
//! [`MoveReport`], so their numbers agree.

use crate::constants::Constants;
use crate::descriptor::Layouts;
use crate::encoding;
use crate::module::{Module, Op, Value};
use crate::registry::Registry;
use crate::stride_reqs::ValueReqs;
use crate::views::VIEW_OP;
use rustc_hash::FxHashMap;

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// A copy during execution.
    Copy,
    /// A copy of a constant, which is made before execution.
    Constant,
    /// A view with another layout of the same memory.
    Free,
}

impl MoveKind {
    /// Returns the name of the kind in reports.
    pub fn name(self) -> &'static str {
        match self {
            MoveKind::Copy => "copy",
            MoveKind::Constant => "constant",
            MoveKind::Free => "free",
        }
    }
}

/// A move of a value to another layout.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Move {
    /// The op.
    pub op: Op,
    /// The kind.
    pub kind: MoveKind,
    /// The bytes that a copy reads and writes, 0 for a view. `None` if a size is unknown.
    pub bytes: Option<u64>,
    /// The operands that need the moved value, as ops with the numbers of operands.
    pub users: Vec<(Op, usize)>,
}

/// All moves of a function or a module, in program order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveReport {
    /// The moves.
    pub moves: Vec<Move>,
}

/// The sums over all moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveTotals {
    /// The number of copies during execution.
    pub copies: usize,
    /// The bytes that those of known size read and write.
    pub bytes: u64,
    /// The number of copies of constants.
    pub constants: usize,
    /// The number of views.
    pub free: usize,
}

impl MoveReport {
    /// Returns the moves in the regions of an op, such as a function or the root of the module.
    pub fn new(module: &Module, registry: &Registry, within: Op) -> MoveReport {
        let layouts = Layouts::new(module, registry);
        let reqs = ValueReqs::new(module, module.root());
        let constants = Constants::new(module, registry, within);
        let mut moves = Vec::new();
        let mut users: FxHashMap<Value, Vec<(Op, usize)>> = FxHashMap::default();
        for op in module.walk_from(within) {
            for (number, &value) in module.operands(op).iter().enumerate() {
                users.entry(value).or_default().push((op, number));
            }
            let Some(kind) = kind(module, registry, &constants, op) else { continue };
            let ends = module.operands_and_results(op);
            let bytes = match kind {
                MoveKind::Free => Some(0),
                MoveKind::Copy | MoveKind::Constant => {
                    ends.map(|it| bytes((&layouts, &reqs), module, it)).sum()
                }
            };
            moves.push(Move { op, kind, bytes, users: Vec::new() });
        }
        for it in &mut moves {
            it.users =
                module.results(it.op).flat_map(|value| users.remove(&value)).flatten().collect();
        }
        MoveReport { moves }
    }

    /// Returns the sums over all moves.
    pub fn totals(&self) -> MoveTotals {
        let mut totals = MoveTotals::default();
        for it in &self.moves {
            match it.kind {
                MoveKind::Copy => {
                    totals.copies += 1;
                    totals.bytes = totals.bytes.saturating_add(it.bytes.unwrap_or(0));
                }
                MoveKind::Constant => totals.constants += 1,
                MoveKind::Free => totals.free += 1,
            }
        }
        totals
    }
}

fn kind(module: &Module, registry: &Registry, constants: &Constants, op: Op) -> Option<MoveKind> {
    let def = registry.op_def(module, op)?;
    if def.is_copy {
        let is_constant = module.operands(op).iter().all(|value| constants.contains(*value));
        return Some(if is_constant { MoveKind::Constant } else { MoveKind::Copy });
    }
    let &[from] = module.operands(op) else { return None };
    let [before, after] = [from, module.result(op, 0)?]
        .map(|value| encoding::laid_out_lengths(&module.ctx, module.ty(value)));
    (def.name == VIEW_OP && before == after).then_some(MoveKind::Free)
}

/// Returns the bytes of a value with the padding of its type, and that of the requirements of ops.
fn bytes(
    (layouts, reqs): (&Layouts<'_>, &ValueReqs),
    module: &Module,
    value: Value,
) -> Option<u64> {
    let size = match reqs.padded(module, value) {
        Some(padded) => padded.size_in_bytes(),
        None => layouts.of_type(module.ty(value), true).ok().flatten()?.size_in_bytes(),
    };
    u64::try_from(size.ok()?.get()).ok()
}
