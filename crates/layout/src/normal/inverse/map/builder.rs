//! The construction of one candidate: the inverse of each transform, from the user to memory.

use rustc_hash::FxHashMap;

use super::choices::Choices;
use super::fault::InverseFault;
use super::sum::{DigitPlan, StrideTerm, plan};
use crate::domain::Range;
use crate::normal::RadixDigit;
use crate::pipeline::{Layout, LayoutBuilder, Stage};
use crate::space::{DimId, MemDim, dims_by_falling_strides};
use crate::transform::{
    Embed, Freeze, Insert, Merge, Offset, Pad, Transform, TransformFault, UndoContext, UndoFault,
    Unmerge,
};

/// A candidate under construction: the map from the inverted layout's logical index to its memory, as transforms from
/// memory to the user.
pub(in crate::normal) struct InverseBuilder<'a> {
    target: &'a Layout,
    builder: LayoutBuilder,
    /// By dim of the target: the dim of the map with the same index; `None` if it is not built yet.
    dims: Vec<Option<DimId>>,
    /// The dims of the map whose index is a dim's index minus this number.
    biases: FxHashMap<DimId, i64>,
    /// The range of the only operand dim of the current stage.
    operands: Option<Range>,
    /// `None` if indices that share a slot are refused, and intermediate indices outside their dims.
    choices: Option<Choices>,
}

impl<'a> InverseBuilder<'a> {
    /// Starts from the logical dims of the target, which are the first dims of the builder.
    pub(in crate::normal) fn new(
        builder: LayoutBuilder,
        target: &'a Layout,
        choices: Option<Choices>,
    ) -> InverseBuilder<'a> {
        let mut dims = vec![None; target.dims_len()];
        for (of, &dim) in target.logical_dims().iter().zip(builder.base_dims()) {
            dims[of.number()] = Some(dim);
        }
        let biases = FxHashMap::default();
        InverseBuilder { target, builder, dims, biases, operands: None, choices }
    }

    /// Inverts the target, and returns the dim of its slots: `slots` ones from `first`.
    pub(in crate::normal) fn undo(
        &mut self,
        first: i64,
        slots: i64,
    ) -> Result<DimId, InverseFault> {
        for stage in self.target.stages().rev() {
            self.undo_stage(stage)?;
        }
        if self.choices.is_none() {
            return self.undo_nested_strides(slots);
        }
        self.undo_strides(first, slots).map_err(|fault| match fault {
            UndoFault::TooMany => InverseFault::TooMany(None),
            fault => InverseFault::of_transform(fault, "strided"),
        })
    }

    /// Returns the layout over the slots, and the choices that it made.
    pub(in crate::normal) fn finish(
        self,
        slot: DimId,
    ) -> Result<(Layout, Option<Choices>), InverseFault> {
        Ok((self.builder.finish(&[slot])?, self.choices))
    }

    /// Returns the dim of the map with the index of a dim of the target.
    fn dim(&self, of: DimId) -> DimId {
        self.dims[of.number()].expect("the results of a transform are reached before it is undone")
    }

    /// Returns the length of a dim of the map.
    fn length(&self, dim: DimId) -> i64 {
        self.builder.length(dim).get().expect("dynamic targets were refused")
    }

    fn bias(&self, dim: DimId) -> i64 {
        self.biases.get(&dim).copied().unwrap_or(0)
    }

    /// Returns an error if a dim has a bias.
    fn check_unbiased(&self, dims: &[DimId]) -> Result<(), UndoFault> {
        let astray = dims.iter().any(|dim| self.biases.contains_key(dim));
        if astray { Err(UndoFault::Astray) } else { Ok(()) }
    }

    /// Makes a choice among this many alternatives.
    fn choose(&mut self, alternatives: i64) -> Result<i64, UndoFault> {
        let choices = self.choices.as_mut().ok_or(UndoFault::Shared)?;
        choices.choose(alternatives).ok_or(UndoFault::TooMany)
    }

    /// Applies a transform with one result to dims.
    fn one(
        &mut self,
        transform: impl Into<Transform>,
        operands: &[DimId],
    ) -> Result<DimId, TransformFault> {
        let results = self.applied(transform, operands)?;
        Ok(*results.first().expect("the transform has one result"))
    }

    fn applied(
        &mut self,
        transform: impl Into<Transform>,
        dims: &[DimId],
    ) -> Result<Vec<DimId>, TransformFault> {
        self.builder.apply(transform, dims).map_err(|fault| TransformFault {
            message: fault.message,
            note: fault.notes.join("; "),
            part: fault.part,
        })
    }

    /// Fixes the index of a dim of the map.
    fn fix(&mut self, dim: DimId, at: i64) -> Result<(), TransformFault> {
        self.applied(Freeze { at }, &[dim])?;
        Ok(())
    }

    /// Builds the dims below a stage of the target from those above it.
    fn undo_stage(&mut self, stage: &Stage) -> Result<(), InverseFault> {
        let name = stage.transform().name();
        let lengths = stage.lengths();
        let results: Vec<DimId> = stage.results().iter().map(|&dim| self.dim(dim)).collect();
        self.operands = match *stage.operands() {
            [dim] => Some(self.target.ranges[dim.number()]),
            _ => None,
        };
        let operands = stage.transform().undo(lengths, &results, self);
        let operands = operands.map_err(|fault| InverseFault::of_transform(fault, name))?;
        for ((dim, mut found), &length) in
            stage.operands().iter().zip(operands).zip(lengths.operands)
        {
            let is_inside = self.target.ranges[dim.number()].within(Range::below(length));
            match self.biases.contains_key(&found) {
                true if is_inside => found = self.extended(found, 0, length)?,
                false if !is_inside => return Err(InverseFault::Astray(name)),
                _ => {}
            }
            self.dims[dim.number()] = Some(found);
        }
        Ok(())
    }

    /// Returns the dim of the target with the index of a dim of the map.
    fn original(&self, dim: DimId) -> Option<DimId> {
        self.dims.iter().position(|&found| found == Some(dim)).map(DimId::new)
    }

    /// Returns `true` if the least index of a dim of the target has the least logical index, in each component, whatever
    /// the indices of the other dims are.
    fn is_least_first(&self, mut dim: DimId) -> bool {
        let mut is_whole = false;
        loop {
            if is_whole && !self.covers(dim) {
                return false;
            }
            let Some(stage) = self.stage_above(dim) else { return true };
            // The index of one dim alone may limit the valid indices of the other.
            is_whole |= stage.operands().len() > 1;
            match (stage.transform().is_least_first(), stage.results()) {
                (false, _) | (_, []) => return false,
                (true, &[results]) => dim = results,
                (true, uppers) => {
                    // A lesser index may have greater digits, unless all its digits are 0.
                    let is_zero = !is_whole && self.target.ranges[dim.number()].low == 0;
                    return is_zero && uppers.iter().all(|&results| self.is_least_first(results));
                }
            }
        }
    }

    /// Returns `true` if a logical component increases with the index of a dim of the target, and every index is valid.
    fn is_increasing(&self, mut dim: DimId) -> bool {
        while self.covers(dim) {
            let Some(stage) = self.stage_above(dim) else { return true };
            match (stage.transform().is_least_first(), stage.results()) {
                (true, &[results]) => dim = results,
                _ => return false,
            }
        }
        false
    }

    /// Returns the stage that uses a dim of the target; `None` for a logical dim.
    fn stage_above(&self, dim: DimId) -> Option<&'a Stage> {
        let target = self.target;
        target.stages().find(|stage| stage.operands().contains(&dim))
    }

    /// Returns `true` if all indices of a dim of the target can be valid.
    fn covers(&self, dim: DimId) -> bool {
        let length = self.target.length(dim).get();
        length.is_some_and(|length| self.target.ranges[dim.number()] == Range::below(length))
    }

    /// Returns the slots of a dim of memory: one block of slots per stride.
    fn repeat(
        &mut self,
        memory: DimId,
        block: Option<DimId>,
        stride: i64,
    ) -> Result<DimId, TransformFault> {
        let block = self.block(block, 0, stride)?;
        self.one(Merge, &[memory, block])
    }

    /// Returns a dim of this length, whose index is greater by `low`. An index without a counterpart is invalid.
    fn extended(&mut self, dim: DimId, low: i64, length: i64) -> Result<DimId, TransformFault> {
        let bias = self.biases.remove(&dim).unwrap_or(0);
        let low = narrow(i128::from(low) + i128::from(bias))?;
        if low == 0 && self.length(dim) == length {
            return Ok(dim);
        }
        // A number that does not fit 64 bits yields a length that the transform rejects.
        let high = i128::from(length) - i128::from(self.length(dim)) - i128::from(low);
        let high = i64::try_from(high).unwrap_or(i64::MIN);
        self.one(Pad { low, high }, &[dim])
    }

    /// Extends a block to `length` slots, so that it starts at `low`. `None` is a block of one slot.
    fn block(
        &mut self,
        block: Option<DimId>,
        low: i64,
        length: i64,
    ) -> Result<DimId, TransformFault> {
        let block = match block {
            Some(block) => block,
            None => self.single()?,
        };
        self.extended(block, low, length)
    }
}

/// A block of slots: its dim, `None` for a single slot, and the least sum.
type SlotBlock = (Option<DimId>, i64);

/// The inversion of sums of strides.
impl InverseBuilder<'_> {
    /// Builds the dim of the slots of the target's buffer.
    fn undo_strides(&mut self, first: i64, slots: i64) -> Result<DimId, UndoFault> {
        let strides = self.target.physical().strides().values();
        let terms: Vec<(i64, DimId)> =
            strides.map(|stride| stride.get()).zip(self.base_dims()).collect();
        let (block, low) = self.undo_sum(&terms)?;
        let offset = self.target.physical().offset().get();
        let low = i128::from(low) + i128::from(offset) - i128::from(first);
        Ok(self.block(block, narrow(low)?, slots)?)
    }

    /// Returns the dims of the map with the indices of the target's memory.
    fn base_dims(&self) -> Vec<DimId> {
        self.target.base_dims().iter().map(|&dim| self.dim(dim)).collect()
    }

    /// Builds the block of the values of a sum. Other values are invalid.
    fn undo_sum(&mut self, terms: &[(i64, DimId)]) -> Result<SlotBlock, UndoFault> {
        let mut low = 0;
        let mut moving = Vec::new();
        for &(stride, dim) in terms {
            let length = self.length(dim);
            let bias = self.bias(dim);
            low += i128::from(stride) * i128::from(bias);
            let dim = match stride {
                _ if length == 1 => {
                    self.fix(dim, 0)?;
                    continue;
                }
                0 => {
                    self.drop_free(dim)?;
                    continue;
                }
                1.. => {
                    // The sum has counted the bias.
                    self.biases.remove(&dim);
                    dim
                }
                _ => {
                    low += i128::from(stride) * i128::from(length - 1);
                    self.reversed(dim, length)?
                }
            };
            let stride = stride.checked_abs().ok_or(UndoFault::TooMany)?;
            moving.push((RadixDigit { length, stride }, dim));
        }
        let DigitPlan { digits, tried, .. } = plan(moving).ok_or(UndoFault::TooMany)?;
        for (term, dim) in tried {
            let at = self.choose(term.length)?;
            self.fix(dim, at)?;
            low += i128::from(term.stride) * i128::from(at);
        }
        Ok((self.digits(&digits)?, narrow(low)?))
    }

    /// Builds the block of nested terms; `None` if there are no terms. The block ends with the greatest sum.
    fn digits(&mut self, digits: &[StrideTerm<DimId>]) -> Result<Option<DimId>, UndoFault> {
        let mut inside: Option<DimId> = None;
        let mut span = 1;
        for &(RadixDigit { length, stride }, dim) in digits {
            // The gap after the last row may exceed the next stride.
            inside = inside
                .map(|inside| match self.length(inside) {
                    taken if taken > stride => self.extended(inside, 0, span),
                    _ => Ok(inside),
                })
                .transpose()?;
            span = narrow(i128::from(stride) * i128::from(length - 1) + i128::from(span))?;
            inside = Some(match (inside, stride) {
                (None, 1) => dim,
                (block, _) => self.repeat(dim, block, stride)?,
            });
        }
        Ok(inside)
    }

    /// Returns a dim whose index counts down as that of a dim counts up.
    fn reversed(&mut self, dim: DimId, length: i64) -> Result<DimId, TransformFault> {
        let negative = self.one(Offset { by: length - 1 }, &[dim])?;
        self.one(Embed { lengths: vec![length], strides: vec![-1] }, &[negative])
    }

    /// Builds the dim of the slots of a target whose strides are nested and positive.
    fn undo_nested_strides(&mut self, slots: i64) -> Result<DimId, InverseFault> {
        let offset = self.target.physical().offset().get();
        if offset < 0 {
            return Err(InverseFault::Before(offset));
        }
        let dims = self.dims_inside_out()?;
        // The slots below a stride; `None` for a single slot.
        let mut inside: Option<DimId> = None;
        for (dim, stride, memory) in dims {
            let taken = inside.map_or(1, |inside| self.length(inside));
            if taken > stride {
                return Err(InverseFault::NotNested { dim, stride, inside: taken });
            }
            inside = Some(match (inside, stride) {
                (None, 1) => memory,
                (block, _) => self.repeat(memory, block, stride)?,
            });
        }
        Ok(self.block(inside, offset, slots)?)
    }

    /// Drops the dims of length 1 of the target's memory. Returns the others with their strides, the least first.
    fn dims_inside_out(&mut self) -> Result<Vec<(MemDim, i64, DimId)>, InverseFault> {
        let target = self.target;
        let shape = target.mem_shape();
        let strides = target.physical().strides();
        for (dim, stride) in strides.iter() {
            match stride.get() {
                _ if shape[dim].is_one() => {
                    self.fix(self.dim(target.base_dims()[dim.index()]), 0)?;
                }
                ..0 => return Err(InverseFault::Backwards(dim)),
                0 => return Err(InverseFault::SharedDim(dim)),
                _ => {}
            }
        }
        let outside_in = dims_by_falling_strides(shape, &strides.map(|_, stride| Some(*stride)));
        let dims = outside_in.into_iter().rev().filter(|&dim| !shape[dim].is_one());
        Ok(dims
            .map(|dim| (dim, strides[dim].get(), self.dim(target.base_dims()[dim.index()])))
            .collect())
    }
}

fn narrow(number: i128) -> Result<i64, TransformFault> {
    i64::try_from(number).map_err(|_| TransformFault {
        message: format!("a partial offset of {number} does not fit 64 bits"),
        note: String::new(),
        part: None,
    })
}

impl UndoContext for InverseBuilder<'_> {
    type Transform = Transform;

    fn apply(
        &mut self,
        transform: impl Into<Transform>,
        dims: &[DimId],
    ) -> Result<Vec<DimId>, UndoFault> {
        self.check_unbiased(dims)?;
        Ok(self.applied(transform, dims)?)
    }

    fn merge(&mut self, dims: &[DimId]) -> Result<DimId, UndoFault> {
        self.check_unbiased(dims)?;
        Ok(self.one(Merge, dims)?)
    }

    fn unmerge(&mut self, dim: DimId, lengths: &[i64]) -> Result<Vec<DimId>, UndoFault> {
        self.apply(Unmerge { lengths: lengths.to_vec() }, &[dim])
    }

    fn shift(&mut self, dim: DimId, low: i64, length: i64) -> Result<DimId, TransformFault> {
        if self.choices.is_some()
            && self.operands.is_some_and(|it| !it.within(Range::below(length)))
        {
            let bias = narrow(i128::from(low) + i128::from(self.bias(dim)))?;
            self.biases.insert(dim, bias);
            return Ok(dim);
        }
        self.extended(dim, low, length)
    }

    fn single(&mut self) -> Result<DimId, TransformFault> {
        self.one(Insert { length: 1 }, &[])
    }

    fn drop_free(&mut self, dim: DimId) -> Result<(), UndoFault> {
        if self.length(dim) == 1 {
            return Ok(self.fix(dim, 0)?);
        }
        if self.choices.is_none() {
            return Err(UndoFault::Shared);
        }
        let of = self.original(dim).ok_or(UndoFault::Irreversible)?;
        let range = self.target.ranges[of.number()];
        let mut at = range.low;
        if !self.is_least_first(of) {
            at += self.choose(range.count())?;
        }
        Ok(self.fix(dim, at - self.bias(dim))?)
    }

    fn sum(&mut self, terms: &[(i64, DimId)], length: i64) -> Result<DimId, UndoFault> {
        if self.choices.is_none() {
            return Err(UndoFault::Irreversible);
        }
        let mut ends = (0, 0);
        for &(stride, dim) in terms {
            let low = i128::from(stride) * i128::from(self.bias(dim));
            let high = low + i128::from(stride) * i128::from(self.length(dim) - 1);
            ends = (ends.0 + low.min(high), ends.1 + low.max(high));
        }
        let (block, low) = self.undo_sum(terms)?;
        if ends.0 >= 0 && ends.1 < length.into() {
            return Ok(self.block(block, low, length)?);
        }
        let first = narrow(ends.0)?;
        let count = narrow(ends.1 - ends.0 + 1)?;
        let dim = self.block(block, narrow(i128::from(low) - ends.0)?, count)?;
        self.biases.insert(dim, first);
        Ok(dim)
    }

    fn residue(&mut self, dim: DimId, modulus: i64, length: i64) -> Result<DimId, UndoFault> {
        if self.choices.is_none() {
            return Err(UndoFault::Irreversible);
        }
        let of = self.original(dim).ok_or(UndoFault::Irreversible)?;
        let range = self.target.ranges[of.number()];
        let first = range.low.div_euclid(modulus);
        let last = range.high.div_euclid(modulus);
        let mut period = first;
        if first != last && !(first == 0 && self.is_increasing(of)) {
            let count = narrow(i128::from(last) - i128::from(first) + 1)?;
            period += self.choose(count)?;
        }
        let start = narrow(i128::from(period) * i128::from(modulus))?;
        let start = start.checked_neg().ok_or(UndoFault::TooMany)?;
        let inside = self.extended(dim, start, modulus)?;
        Ok(self.extended(inside, 0, length)?)
    }
}
