//! The proof that a plan is the copy between two layouts: every slot of the target that belongs to the tensor is
//! written once, with the right element or with zero.
//!
//! [`CopyPlan::prove`] holds for any size, including dynamic lengths. It checks four statements:
//! 1. The loops visit every tuple of digit values once.
//! 2. The digits of each dim are a mixed-radix number, so that tuples are the positions of the dims, one to one.
//! 3. Source and target, evaluated symbolically at a position, are the sums of the digits times their strides; the
//!    positions with an element are those that both layouts store.
//! 4. The target strides nest, so that no two tuples share a slot; with padding, blocks and fills leave no slot out.
//!
//! [`CopyPlan::compare`] evaluates every write of a small plan, and compares it with the offsets of the layouts.

use std::ops::Range;

use super::fault::CopyPlanFault;
use super::form::DigitForm;
use super::padding::{PaddingEnd, padding_end};
use super::plan::{CopyDigit, CopyFill, CopyLoop, CopyPart, CopyPlan};
use super::writes::CopyWrite;
use crate::domain::{Algebra, ceil};
use crate::index::{Expr, Exprs};
use crate::pipeline::Layout;
use crate::space::{IndexSpace, Len, LogicalIndex};
use crate::stride::AddressError;

/// The maximum number of slots that are compared one by one.
const MAX_COMPARED: i64 = crate::limits::COMPARED_SLOTS as i64;

/// The statement about a plan that does not hold, or cannot be shown to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CopyProofFault {
    /// The loops do not visit each value of this digit once.
    Loops(usize),
    /// The digits of this dim of the plan are not a mixed-radix number.
    Radix(usize),
    /// The source is not the sum of the digits times their strides.
    Source,
    /// The target is not the sum of the digits times their strides.
    Target,
    /// The positions with a slot or an element of this dim of the plan are others in the layouts.
    Guard(usize),
    /// Two tuples of digits may share a slot.
    Shared,
    /// A slot of the padding is not written, or written twice.
    Padding,
    /// The layouts are not sums of digits.
    Layout(CopyPlanFault),
    /// A layout cannot be evaluated.
    Address(AddressError),
    /// This write differs from the copy.
    Write {
        /// The slot of the target.
        slot: i64,
        /// The write of the plan; `None` if it does not write the slot.
        found: Option<CopyWrite>,
        /// The write of the copy; `None` if it does not write the slot.
        expected: Option<CopyWrite>,
    },
    /// The plan writes this slot twice.
    Twice(i64),
    /// The plan writes this slot, which is outside of the target's buffer.
    Outside(i64),
}

impl_error!(CopyProofFault {
    Self::Loops(digit) => "the loops do not visit each value of x{digit} once",
    Self::Radix(dim) => "the digits of d{dim} are not a mixed-radix number",
    Self::Source => "the source is not the sum of the digits",
    Self::Target => "the target is not the sum of the digits",
    Self::Guard(dim) => "the positions of d{dim} with an element differ from the layouts",
    Self::Shared => "two tuples of digits may share a slot",
    Self::Padding => "the padding is not written exactly once",
    Self::Layout(fault) => "{fault}",
    Self::Address(error) => "{error}",
    Self::Write { slot, found, expected } => "slot {slot} receives {}, but the copy writes {}"
        (write_text(*found), write_text(*expected)),
    Self::Twice(slot) => "slot {slot} is written twice",
    Self::Outside(slot) => "slot {slot} is outside of the target's buffer",
});

impl_from! { CopyProofFault { Layout(CopyPlanFault), Address(AddressError) } }

fn write_text(write: Option<CopyWrite>) -> String {
    match write.map(|write| write.source) {
        None => "nothing".to_owned(),
        Some(None) => "zero".to_owned(),
        Some(Some(offset)) => format!("element {offset}"),
    }
}

impl CopyPlan {
    /// Proves that the plan is the copy from one layout to another, for any size.
    ///
    /// # Errors
    /// The first statement that does not hold.
    pub fn prove(&self, source: &Layout, target: &Layout) -> Result<(), CopyProofFault> {
        if source.shape() != target.shape() {
            return Err(CopyPlanFault::Shapes.into());
        }
        let bits = [source, target].map(|layout| layout.elem().map(|elem| elem.bits().get()));
        if bits != [Some(self.elem_bits); 2] {
            return Err(CopyPlanFault::NoElement.into());
        }
        self.prove_loops()?;
        self.prove_radix()?;
        let from = DigitForm::from_layout(source)?;
        let to = DigitForm::from_layout(target)?;
        let stored = self.prove_map((source, &from), (target, &to))?;
        let end = padding_end(target, &to, self.target_offset, self.fills_padding)?;
        self.prove_coverage(&stored, end)
    }

    /// Proves statement 1.
    fn prove_loops(&self) -> Result<(), CopyProofFault> {
        for at in 0..self.digits.len() {
            let loops: Vec<&CopyLoop> = self.loops.iter().filter(|it| it.digit == at).collect();
            let is_complete = match loops[..] {
                [] => Some(at) == self.whole(),
                [one] => one.step == 1 && !one.inside,
                [blocks, inside] => {
                    blocks.step > 0 && !blocks.inside && inside.step == 1 && inside.inside
                }
                _ => false,
            };
            if !is_complete {
                return Err(CopyProofFault::Loops(at));
            }
        }
        Ok(())
    }

    /// Proves statement 2.
    fn prove_radix(&self) -> Result<(), CopyProofFault> {
        for digit in &self.digits {
            let mut lengths = digit.parts.iter().map(|part| part.length.get());
            let is_product = match digit.length.get() {
                Some(length) => {
                    let product = lengths.try_fold(1_i64, |all, len| all.checked_mul(len?));
                    product == Some(length)
                }
                None => lengths.eq([None]),
            };
            if !is_product {
                return Err(CopyProofFault::Radix(digit.parts.first().map_or(0, |part| part.dim)));
            }
        }
        for dim in 0..self.dims.len() {
            let mut parts: Vec<_> = self.parts_of(dim).collect();
            parts.sort_by_key(|part| part.weight);
            let mut weight = Some(1);
            for part in parts {
                if weight != Some(part.weight) {
                    return Err(CopyProofFault::Radix(dim));
                }
                weight = part.length.get().and_then(|length| part.weight.checked_mul(length));
            }
        }
        Ok(())
    }

    /// Proves statement 3. Returns the positions that the target stores, by dim of the plan.
    fn prove_map(
        &self,
        (source, from): (&Layout, &DigitForm),
        (target, to): (&Layout, &DigitForm),
    ) -> Result<Vec<Range<i64>>, CopyProofFault> {
        let mut valued = Vec::new();
        let mut stored = Vec::new();
        for (at, dim) in self.dims.iter().enumerate() {
            let is_dynamic = self.parts_of(at).any(|part| part.length.is_dynamic());
            if is_dynamic != to.dims.get(at).is_some_and(|dim| dim.length.is_dynamic()) {
                return Err(CopyProofFault::Guard(at));
            }
            let [from, to] = [from, to].map(|form| {
                let range = form.dims.get(at).map_or(0..1, |dim| dim.valid.clone());
                range.start.saturating_add(dim.shift)..range.end.saturating_add(dim.shift)
            });
            let both = to.start.max(from.start)..to.end.min(from.end);
            self.prove_guard(at, &to, &both)?;
            valued.push(both);
            stored.push(to);
        }
        self.prove_offset(source, self.source_offset, |it| it.source, &valued)
            .ok_or(CopyProofFault::Source)?;
        self.prove_offset(target, self.target_offset, |it| it.target, &stored)
            .ok_or(CopyProofFault::Target)?;
        Ok(stored)
    }

    /// Proves that a dim has an element where both layouts store one, and a slot where the target stores one.
    fn prove_guard(
        &self,
        at: usize,
        stored: &Range<i64>,
        both: &Range<i64>,
    ) -> Result<(), CopyProofFault> {
        let capacity = self.capacity(at);
        let written = self.dims[at].written.clone().unwrap_or(0..capacity);
        let valued = self.dims[at].valued.clone().unwrap_or(written.clone());
        let is_same = valued == *both || (valued.is_empty() && both.is_empty());
        let is_within = 0 <= written.start
            && written.start <= stored.start
            && stored.end <= written.end
            && written.end <= capacity;
        if is_same && is_within { Ok(()) } else { Err(CopyProofFault::Guard(at)) }
    }

    /// Proves that a layout, evaluated symbolically at positions in these ranges, is the sum of the digits times their
    /// strides. `None` if this is not shown.
    fn prove_offset(
        &self,
        layout: &Layout,
        offset: i64,
        stride: fn(&CopyDigit) -> i64,
        ranges: &[Range<i64>],
    ) -> Option<()> {
        let logical = layout.shape().len();
        let mut exprs = Exprs::new();
        let mut index: Vec<Vec<(i64, Expr)>> = vec![Vec::new(); self.dims.len()];
        let mut expected = Vec::new();
        let parts = self
            .digits
            .iter()
            .flat_map(|digit| digit.parts.iter().rev().map(move |part| (digit, part)));
        let mut inside = 1_i64;
        for (number, (digit, part)) in (0..).zip(parts) {
            if digit.parts.last() == Some(part) {
                inside = 1;
            }
            // A position below the end of its range has no greater digit.
            let most = ceil(ranges[part.dim].end.into(), part.weight.into());
            let length = i64::try_from(most).ok()?.min(part.length.get().unwrap_or(i64::MAX));
            index[part.dim].push((part.weight, exprs.var(number, length)));
            let step = stride(digit).checked_mul(inside)?;
            if step != 0 && length > 1 && part.dim < logical {
                expected.push((number, step));
            }
            inside = inside.saturating_mul(part.length.get().unwrap_or(1));
        }
        let index = index.get(..logical)?.iter().zip(&self.dims);
        let index: Vec<Expr> =
            index.map(|(terms, dim)| exprs.linear(dim.shift.wrapping_neg(), terms)).collect();
        let value = layout.offset_over(&index, &mut exprs);
        (exprs.as_linear(value)? == (offset, expected)).then_some(())
    }

    /// Proves statement 4.
    fn prove_coverage(&self, stored: &[Range<i64>], end: PaddingEnd) -> Result<(), CopyProofFault> {
        for (at, (dim, stored)) in self.dims.iter().zip(stored).enumerate() {
            let written = dim.written.clone().unwrap_or(0..self.capacity(at));
            if end == PaddingEnd::ElementsOnly && written != *stored {
                return Err(CopyProofFault::Guard(at));
            }
        }
        let blocks = self.blocks()?;
        let mut fills: Vec<CopyFill> = Vec::new();
        let mut inside = Some(1_i64);
        for (at, block) in blocks.iter().enumerate() {
            let slots = inside.filter(|&slots| slots <= block.stride);
            let slots = slots.ok_or(CopyProofFault::Shared)?;
            if end != PaddingEnd::ElementsOnly {
                fills.extend(self.gap(slots, block.stride, &blocks[at..])?);
            }
            inside = block.extent.get().map(|extent| extent.saturating_mul(block.stride));
        }
        if end == PaddingEnd::ElementsOnly {
            return if self.fills.is_empty() { Ok(()) } else { Err(CopyProofFault::Padding) };
        }
        if let Some(slots) = inside
            && let PaddingEnd::Slots(end) = end
        {
            if slots > end {
                return Err(CopyProofFault::Padding);
            }
            fills.extend(self.gap(slots, end, &[])?);
        }
        let is_whole = blocks.iter().all(|block| block.is_whole);
        if fills == self.fills && is_whole { Ok(()) } else { Err(CopyProofFault::Padding) }
    }

    /// Returns the fill of the slots between a block and its next repetition; `None` if there are none.
    fn gap(
        &self,
        start: i64,
        end: i64,
        over: &[WrittenBlock],
    ) -> Result<Option<CopyFill>, CopyProofFault> {
        let first = start.checked_add(self.target_offset).ok_or(CopyProofFault::Padding)?;
        let over = over.iter().rev().map(|block| (block.extent, block.stride));
        Ok((start < end).then(|| CopyFill::new(first, end - start, over)))
    }

    /// Returns the blocks of the target, innermost first: digits that the target steps through as one.
    fn blocks(&self) -> Result<Vec<WrittenBlock>, CopyProofFault> {
        let mut blocks: Vec<WrittenBlock> = Vec::new();
        for (at, digit) in self.digits.iter().enumerate().rev() {
            let fault = CopyProofFault::Loops(at);
            let part = *digit.parts.last().ok_or(fault.clone())?;
            let is_single = digit.parts.len() == 1;
            if is_single && blocks.iter().any(|block| block.has(part, digit.target)) {
                continue;
            }
            blocks.push(self.block(at, part.dim, part.weight)?);
        }
        Ok(blocks)
    }

    /// Returns the block of the digits of a dim from this one outwards, as far as the target steps through them as one.
    fn block(&self, at: usize, dim: usize, weight: i64) -> Result<WrittenBlock, CopyProofFault> {
        let digit = &self.digits[at];
        let block = WrittenBlock {
            dim,
            weight,
            stride: digit.target,
            extent: digit.length,
            is_whole: true,
            end: None,
        };
        if digit.parts.len() != 1 || digit.length.is_dynamic() {
            return Ok(block);
        }
        let next = self.digits_of(dim).into_iter().rev().find(|&(other, above)| {
            let continued = digit.target.checked_mul(above / weight);
            let other = &self.digits[other];
            above > weight && (other.parts.len() != 1 || Some(other.target) != continued)
        });
        let positions = match (next, &self.dims[dim].written) {
            (Some((_, above)), _) => 0..above,
            (None, Some(written)) => written.clone(),
            (None, None) => 0..self.capacity(dim),
        };
        let start = positions.start;
        let end = positions.end;
        let values = ceil(end.into(), weight.into()) - i128::from(start / weight);
        let extent = i64::try_from(values).ok().and_then(Len::new);
        let extent = extent.ok_or(CopyProofFault::Guard(dim))?;
        let is_whole = start == 0 && end % weight == 0;
        Ok(WrittenBlock {
            extent,
            is_whole,
            end: next.map_or(Some(i64::MAX), |(_, above)| Some(above)),
            ..block
        })
    }

    /// Returns an upper bound of the number of writes; saturates.
    fn writes_count(&self) -> i128 {
        fn product(start: i64, lengths: &mut dyn Iterator<Item = Len>) -> i128 {
            lengths.fold(i128::from(start), |product, length| {
                product.saturating_mul(length.get().unwrap_or(1).into())
            })
        }
        let tuples = product(1, &mut self.digits.iter().map(|digit| digit.length));
        self.fills.iter().fold(tuples, |count, fill| {
            let slots = product(fill.slots, &mut fill.over.iter().map(|&(length, _)| length));
            count.saturating_add(slots)
        })
    }

    /// Compares every write with the copy; returns `false` if there are too many slots.
    ///
    /// # Errors
    /// The first write that differs.
    pub fn compare(&self, source: &Layout, target: &Layout) -> Result<bool, CopyProofFault> {
        let Some(space) = target.shape().static_lengths().map(IndexSpace::below) else {
            return Ok(false);
        };
        let slots = target.allocation()?.get();
        self.prove_loops()?;
        if slots > MAX_COMPARED
            || self.writes_count() > 4 * i128::from(MAX_COMPARED)
            || space.count() > MAX_COMPARED as u128
        {
            return Ok(false);
        }
        let mut expected: Vec<Option<CopyWrite>> = (0..slots)
            .map(|slot| {
                (self.fills_padding && slot >= self.target_offset)
                    .then_some(CopyWrite { slot, source: None })
            })
            .collect();
        for at in space.iter() {
            let at = LogicalIndex::new(at).map_err(AddressError::Rank)?;
            if let Some(slot) = target.offset_of(&at)? {
                let source = source.offset_of(&at)?.map(|offset| offset.get());
                let place = usize::try_from(slot.get()).ok().and_then(|at| expected.get_mut(at));
                *place.ok_or(CopyProofFault::Outside(slot.get()))? =
                    Some(CopyWrite { slot: slot.get(), source });
            }
        }
        let mut found: Vec<Option<CopyWrite>> = vec![None; expected.len()];
        for write in self.writes(1) {
            let place = usize::try_from(write.slot).ok().and_then(|at| found.get_mut(at));
            let place = place.ok_or(CopyProofFault::Outside(write.slot))?;
            if place.replace(write).is_some() {
                return Err(CopyProofFault::Twice(write.slot));
            }
        }
        for (slot, (found, expected)) in (0..).zip(found.into_iter().zip(expected)) {
            if found != expected {
                return Err(CopyProofFault::Write { slot, found, expected });
            }
        }
        Ok(true)
    }
}

/// Digits that the target steps through as one.
struct WrittenBlock {
    dim: usize,
    weight: i64,
    stride: i64,
    extent: Len,
    /// `true` if every value of the block is written.
    is_whole: bool,
    /// The weight of the first digit of the dim that is not in the block; `None` if the block is one digit.
    end: Option<i64>,
}

impl WrittenBlock {
    /// Returns `true` if the block contains this digit of its dim.
    fn has(&self, part: CopyPart, target: i64) -> bool {
        let is_inside = self.end.is_some_and(|end| part.weight < end);
        self.dim == part.dim
            && is_inside
            && Some(target) == self.stride.checked_mul(part.weight / self.weight)
    }
}
