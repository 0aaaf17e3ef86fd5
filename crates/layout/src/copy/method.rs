//! The access pattern of a plan.

use super::fault::CopyPlanFault;
use super::plan::{CopyDigit, CopyDim, CopyMachine, CopyMethod, CopyPlan, TileExchange};

/// The size of the rows of a tile in workgroup memory, in bytes, if the memory suffices: a line of most GPUs.
const WORKGROUP_ROW: i64 = 128;

/// The sides of tiles in workgroup memory. Larger ones leave too few workgroups on a compute unit.
const WORKGROUP_SIDES: [i64; 4] = [64, 32, 16, 8];

/// Returns the access pattern of the digits of a plan.
pub(super) fn choose(plan: &CopyPlan, machine: CopyMachine) -> Result<CopyMethod, CopyPlanFault> {
    if plan.is_contiguous() && plan.fills.is_empty() {
        return plan.whole_bytes(CopyMethod::Identity);
    }
    let unit = plan.short_unit(machine);
    let elements = unit.and_then(|unit| plan.digits[unit].length.get()).unwrap_or(1);
    let unit_bits = plan.elem_bits.saturating_mul(elements);
    let side = machine.vector_bytes.saturating_mul(8) / unit_bits.max(1);
    let others = (0..plan.digits.len()).rev().filter(|&at| Some(at) != unit);
    let source = others.clone().find(|&at| plan.digits[at].source == elements);
    let target = others.clone().find(|&at| plan.digits[at].target == elements);
    let method = match (source, target) {
        (Some(source), Some(run)) if source == run && unit.is_none() => CopyMethod::Vector { run },
        (Some(source), Some(target)) if source != target => {
            let shared = plan.workgroup_side([source, target], elements, machine);
            let exchange = shared.map_or(TileExchange::Registers, |_| TileExchange::Workgroup);
            let side = shared.unwrap_or(side.max(2));
            CopyMethod::Tile { unit, source, target, side, exchange }
        }
        _ => CopyMethod::Strided { unit },
    };
    plan.whole_bytes(method)
}

impl CopyDigit {
    /// Returns `true` if the digit is contiguous on both sides.
    fn is_run(&self) -> bool {
        self.source == 1 && self.target == 1
    }
}

impl CopyPlan {
    /// Returns `true` if the copy moves contiguous slots to the same offset.
    fn is_contiguous(&self) -> bool {
        let is_whole = match &self.digits[..] {
            [] => true,
            [run] => run.is_run(),
            // A dynamic digit is not fused.
            [outer, run] => {
                let length = run.length.get();
                let steps = Some(outer.source) == length && Some(outer.target) == length;
                outer.length.is_dynamic() && steps && run.is_run()
            }
            _ => false,
        };
        let has_guard = self.dims.iter().any(CopyDim::is_guarded);
        is_whole && !has_guard && self.source_offset == self.target_offset
    }

    /// Returns the innermost digit, if it is short, contiguous on both sides, and starts at a multiple of its length.
    fn short_unit(&self, machine: CopyMachine) -> Option<usize> {
        let (at, digit) = self.digits.iter().enumerate().next_back()?;
        let length = digit.length.get()?;
        let bits = length.checked_mul(self.elem_bits)?;
        let most = machine.vector_bytes.checked_mul(8)?;

        let is_free = digit.parts.iter().all(|part| !self.dims[part.dim].is_guarded());
        let is_word = bits % 8 == 0 && bits.count_ones() == 1 && bits <= most;
        let others = self.digits[..at].iter().flat_map(|digit| [digit.source, digit.target]);
        let mut amounts = others.chain([self.source_offset, self.target_offset]);
        let is_aligned = amounts.all(|amount| amount % length == 0);
        (digit.is_run() && is_free && is_word && is_aligned && at > 0).then_some(at)
    }

    /// Returns the side of a tile in workgroup memory. `None` if the memory is too small, or a digit of the tile is
    /// shorter than a quarter of a row, so that the tile would not be contiguous on one side.
    fn workgroup_side(&self, ends: [usize; 2], elements: i64, machine: CopyMachine) -> Option<i64> {
        let unit = self.elem_bits.checked_mul(elements).filter(|bits| bits % 8 == 0)? / 8;
        if !ends.into_iter().all(|at| {
            let length = self.digits[at].length.get();
            length.is_some_and(|length| length.saturating_mul(unit) >= WORKGROUP_ROW / 4)
        }) {
            return None;
        }
        WORKGROUP_SIDES.into_iter().find(|&side| {
            let row = TileExchange::row_bytes(side, unit);
            side.saturating_mul(unit) <= WORKGROUP_ROW
                && side.saturating_mul(row) <= machine.workgroup_bytes
        })
    }

    /// Returns the method if it moves whole bytes only.
    fn whole_bytes(&self, method: CopyMethod) -> Result<CopyMethod, CopyPlanFault> {
        if self.elem_bits % 8 == 0 {
            return Ok(method);
        }
        let refused = CopyPlanFault::Bits(self.elem_bits);
        let moved = match method {
            CopyMethod::Identity => None,
            CopyMethod::Vector { run } => Some(run),
            CopyMethod::Tile { unit, .. } | CopyMethod::Strided { unit } => {
                Some(unit.ok_or(refused.clone())?)
            }
        };
        let mut amounts = vec![self.source_offset, self.target_offset];
        // Without digits there is one element.
        amounts.extend(self.digits.is_empty().then_some(1));
        for (at, digit) in self.digits.iter().enumerate() {
            match (moved, digit.length.get()) {
                (Some(run), _) if at != run => amounts.extend([digit.source, digit.target]),
                (_, Some(length)) => amounts.push(length),
                // A copy of all bytes moves this many elements for each index of a dynamic length.
                (None, None) => amounts.extend([digit.source, digit.target]),
                (Some(_), None) => return Err(refused),
            }
        }
        amounts.extend(moved.into_iter().flat_map(|run| self.guard_amounts(run)));
        for fill in &self.fills {
            amounts.extend([fill.start, fill.slots]);
            amounts.extend(fill.over.iter().map(|&(_, stride)| stride));
        }
        if amounts.iter().all(|&amount| i128::from(amount) * i128::from(self.elem_bits) % 8 == 0) {
            Ok(method)
        } else {
            Err(refused)
        }
    }

    /// Returns the bounds of the guards of a digit, and the weights of the other digits in them.
    fn guard_amounts(&self, digit: usize) -> Vec<i64> {
        let mut amounts = Vec::new();
        for part in &self.digits[digit].parts {
            let dim = &self.dims[part.dim];
            let ranges = [&dim.written, &dim.valued].into_iter().flatten();
            amounts.extend(ranges.flat_map(|range| [range.start, range.end]));
            if dim.is_guarded() {
                let others = self.parts_of(part.dim).filter(|other| *other != part);
                amounts.extend(others.map(|other| other.weight));
            }
        }
        amounts
    }
}
