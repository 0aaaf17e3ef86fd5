//! The access pattern of a plan.

use super::fault::CopyPlanFault;
use super::plan::{CopyDigit, CopyDim, CopyFill, CopyMachine, CopyMethod, CopyPlan, TileExchange};

/// The size of the rows of a tile in workgroup memory, in bytes, if the memory suffices: a line of most GPUs.
const WORKGROUP_ROW: i64 = 128;

/// The sides of tiles in workgroup memory. Larger ones leave too few workgroups on a compute unit.
const WORKGROUP_SIDES: [i64; 4] = [64, 32, 16, 8];

/// Returns the access pattern of the digits of a plan.
pub(super) fn choose(plan: &CopyPlan, machine: CopyMachine) -> Result<CopyMethod, CopyPlanFault> {
    let CopyPlan { digits, dims, fills, elem_bits, .. } = plan;
    let elem_bits = *elem_bits;
    let offsets = (plan.source_offset, plan.target_offset);
    let pattern = Pattern { digits, dims, elem_bits, offsets };
    if pattern.is_identity() && fills.is_empty() {
        return pattern.whole_bytes(CopyMethod::Identity, fills);
    }
    let unit = pattern.unit(machine);
    let elements = unit.and_then(|unit| digits[unit].length.get()).unwrap_or(1);
    let side = machine.vector_bytes.saturating_mul(8) / elem_bits.saturating_mul(elements).max(1);
    let find = |stride: fn(&CopyDigit) -> i64| {
        let digits = digits.iter().enumerate().filter(|&(at, _)| Some(at) != unit);
        digits.rev().find(|(_, digit)| stride(digit) == elements).map(|(at, _)| at)
    };
    let method = match (find(|digit| digit.source), find(|digit| digit.target)) {
        (Some(source), Some(run)) if source == run && unit.is_none() => CopyMethod::Vector { run },
        (Some(source), Some(target)) if source != target => {
            let shared = pattern.workgroup_side([source, target], elements, machine);
            let (side, exchange) = match shared {
                Some(side) => (side, TileExchange::Workgroup),
                None => (side.max(2), TileExchange::Registers),
            };
            CopyMethod::Tile { unit, source, target, side, exchange }
        }
        _ => CopyMethod::Strided { unit },
    };
    pattern.whole_bytes(method, fills)
}

/// The digits of a copy, from which its access pattern follows.
struct Pattern<'a> {
    digits: &'a [CopyDigit],
    dims: &'a [CopyDim],
    elem_bits: i64,
    offsets: (i64, i64),
}

impl Pattern<'_> {
    /// Returns `true` if the copy moves contiguous slots to the same offset.
    fn is_identity(&self) -> bool {
        fn is_run(digit: &CopyDigit) -> bool {
            digit.source == 1 && digit.target == 1
        }
        let is_whole = match self.digits {
            [] => true,
            [run] => is_run(run),
            // A dynamic digit is not fused.
            [outer, run] => {
                let length = run.length.get();
                let steps = Some(outer.source) == length && Some(outer.target) == length;
                outer.length.is_dynamic() && steps && is_run(run)
            }
            _ => false,
        };
        let has_guard = self.dims.iter().any(CopyDim::is_guarded);
        is_whole && !has_guard && self.offsets.0 == self.offsets.1
    }

    /// Returns the innermost digit, if it is short, contiguous on both sides, and starts at a multiple of its length.
    fn unit(&self, machine: CopyMachine) -> Option<usize> {
        let (at, digit) = self.digits.iter().enumerate().next_back()?;
        let length = digit.length.get()?;
        let bits = length.checked_mul(self.elem_bits)?;
        let most = machine.vector_bytes.checked_mul(8)?;
        let is_run = digit.source == 1 && digit.target == 1;
        let is_free = digit.parts.iter().all(|part| !self.dims[part.dim].is_guarded());
        let is_word = bits % 8 == 0 && bits.count_ones() == 1 && bits <= most;
        let mut others = self.digits[..at].iter().flat_map(|digit| [digit.source, digit.target]);
        let is_aligned = others.all(|stride| stride % length == 0)
            && self.offsets.0 % length == 0
            && self.offsets.1 % length == 0;
        (is_run && is_free && is_word && is_aligned && at > 0).then_some(at)
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
    fn whole_bytes(
        &self,
        method: CopyMethod,
        fills: &[CopyFill],
    ) -> Result<CopyMethod, CopyPlanFault> {
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
        let mut amounts = vec![self.offsets.0, self.offsets.1];
        for (at, digit) in self.digits.iter().enumerate() {
            match moved {
                Some(run) if at != run => amounts.extend([digit.source, digit.target]),
                _ => amounts.push(digit.length.get().ok_or(refused.clone())?),
            }
        }
        amounts.extend(moved.into_iter().flat_map(|run| self.guard_amounts(run)));
        for fill in fills {
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
                let parts = self.digits.iter().flat_map(|digit| &digit.parts);
                let others = parts.filter(|other| other.dim == part.dim && *other != part);
                amounts.extend(others.map(|other| other.weight));
            }
        }
        amounts
    }
}
