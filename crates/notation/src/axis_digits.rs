//! Placements as digits: each digit of the index, of the copies and of the parts has a stride on one axis.
//!
//! Readers build placements from digits, and writers take the digits of a placement from `found`. The digits of an index
//! are those of its dims, or those of the flat index, in which all dims are merged. `held` sorts digits by axis.

mod found;
mod held;
mod valid;

pub(crate) use held::HeldDigit;

use layout::transform::{Embed, Insert, Merge, Offset, Pad, Slice, Unmerge};
use layout::{
    AxisName, BitSwizzle, Combine, DimId, LayoutBuilder, LayoutFault, MemoryAxes, Placement,
};

/// A digit on an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AxisDigit {
    /// The number of values, at least 1.
    pub(crate) length: i64,
    /// The stride on the axis. With stride 0, all values share a slot.
    pub(crate) stride: i64,
    /// The axis; `None` if only the value 0 has a slot, so that all other values are virtual padding.
    pub(crate) axis: Option<AxisName>,
}

impl AxisDigit {
    /// Returns a digit on an axis.
    pub(crate) fn on(axis: &AxisName, length: i64, stride: i64) -> AxisDigit {
        AxisDigit { length, stride, axis: Some(axis.clone()) }
    }

    /// Returns a digit of which only the value 0 has a slot.
    pub(crate) fn only_zero(length: i64) -> AxisDigit {
        AxisDigit { length, stride: 0, axis: None }
    }

    /// Returns `true` if the digit is on this axis.
    pub(crate) fn is_on(&self, axis: &AxisName) -> bool {
        self.axis.as_ref() == Some(axis)
    }

    /// Returns the inner part with this number of values, and the outer part; `None` if the values are not a multiple,
    /// or a stride does not fit 64 bits.
    fn split(&self, inner: i64) -> Option<[AxisDigit; 2]> {
        if self.length % inner != 0 {
            return None;
        }
        let stride = self.stride.checked_mul(inner)?;
        Some([
            AxisDigit { length: inner, ..self.clone() },
            AxisDigit { length: self.length / inner, stride, axis: self.axis.clone() },
        ])
    }
}

/// The order in which the dims of an index are merged to a flat index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FlatOrder {
    /// The last dim is the fastest.
    RowMajor,
    /// The first dim is the fastest: colexicographic.
    ColumnMajor,
}

impl FlatOrder {
    /// Returns items of dims, the slowest dim first. The same function converts them back.
    pub(crate) fn slowest_first<T: Clone>(self, by_dim: &[T]) -> Vec<T> {
        match self {
            FlatOrder::RowMajor => by_dim.to_vec(),
            FlatOrder::ColumnMajor => by_dim.iter().rev().cloned().collect(),
        }
    }

    /// Returns the index at a position.
    pub(crate) fn index_at(self, lengths: &[i64], position: i64) -> Vec<i64> {
        let mut rest = position;
        let lengths = self.slowest_first(lengths);
        let mut index: Vec<i64> =
            lengths.iter().rev().map(|length| step(&mut rest, *length)).collect();
        index.reverse();
        self.slowest_first(&index)
    }
}

/// Returns the remainder of a number by a length of at least 1, and replaces the number by the quotient.
fn step(rest: &mut i64, length: i64) -> i64 {
    let digit = rest.rem_euclid(length);
    *rest = rest.div_euclid(length);
    digit
}

/// A placement as digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DigitPlacement {
    /// The lengths of the index.
    pub(crate) lengths: Vec<i64>,
    /// The order of the flat index whose digits these are; `None` if they are those of each dim.
    pub(crate) order: Option<FlatOrder>,
    /// The digits of each dim, or of the flat index as one dim, the fastest first. The product of their lengths is at least
    /// the length of the dim.
    pub(crate) dims: Vec<Vec<AxisDigit>>,
    /// The digits of the copies.
    pub(crate) copies: Vec<AxisDigit>,
    /// The digits of the parts, and the ways to combine them.
    pub(crate) parts: Vec<(AxisDigit, Combine)>,
    /// The coordinates of index zero. The axes of the placement are these and those of the digits.
    pub(crate) offsets: Vec<(AxisName, i64)>,
    /// The permutation of the coordinates on `m`.
    pub(crate) swizzle: BitSwizzle,
}

impl DigitPlacement {
    /// Returns the placement of the digits of each dim, without copies, parts and offsets.
    pub(crate) fn by_dim(lengths: Vec<i64>, dims: Vec<Vec<AxisDigit>>) -> DigitPlacement {
        DigitPlacement {
            lengths,
            order: None,
            dims,
            copies: Vec::new(),
            parts: Vec::new(),
            offsets: Vec::new(),
            swizzle: BitSwizzle::IDENTITY,
        }
    }

    /// Returns the placement of the digits of the flat index, without copies, parts and offsets.
    pub(crate) fn flat(
        lengths: Vec<i64>,
        order: FlatOrder,
        digits: Vec<AxisDigit>,
    ) -> DigitPlacement {
        DigitPlacement { order: Some(order), ..DigitPlacement::by_dim(lengths, vec![digits]) }
    }

    /// Returns the placement.
    ///
    /// # Errors
    /// There are too many digits, the digits of a dim are less than its length, or a coordinate does not fit 64 bits.
    pub(crate) fn placement(&self) -> Result<Placement, LayoutFault> {
        let (groups, order) = self.groups();
        let parts = self.parts.iter().map(|(digit, _)| digit);
        let digits: Vec<&AxisDigit> =
            groups.iter().flatten().chain(&self.copies).chain(parts).collect();
        let mut memory = DigitMemory::new(self, &digits)?;
        let mut dims = memory.dims.clone().into_iter();
        let mut index = Vec::new();
        for group in &groups {
            let own: Vec<DimId> = dims.by_ref().take(group.len()).collect();
            index.push(merged(&mut memory.builder, &own)?);
        }
        let mut logical = match order {
            Some(order) => split(&mut memory.builder, &index, order, &self.lengths)?,
            None => index,
        };
        for (dim, &length) in logical.iter_mut().zip(&self.lengths) {
            *dim = sliced(&mut memory.builder, *dim, length)?;
        }
        logical.extend(dims);
        let function = memory.builder.finish(&logical)?;
        let ways = self.parts.iter().map(|(_, way)| *way).collect();
        Placement::new(function, memory.axes, self.copies.len(), ways)
    }

    /// Returns the digits of the dims, the slowest first. With an order they are those of one dim, the flat index, as they
    /// cannot be split into those of dims.
    fn groups(&self) -> (Vec<Vec<AxisDigit>>, Option<FlatOrder>) {
        let (mut dims, order) = match self.order.map(|order| self.split_by_dim(order)) {
            Some(Some(dims)) => (dims, None),
            _ => (self.dims.clone(), self.order),
        };
        dims.iter_mut().for_each(|digits| digits.reverse());
        (dims, order)
    }

    /// Returns the digits of each dim of a flat index; `None` if a digit is in two dims, but is not a product of two
    /// digits.
    fn split_by_dim(&self, order: FlatOrder) -> Option<Vec<Vec<AxisDigit>>> {
        let mut lengths = order.slowest_first(&self.lengths);
        lengths.reverse();
        let mut dims = regrouped(&self.dims.concat(), &lengths)?;
        dims.reverse();
        Some(order.slowest_first(&dims))
    }
}

/// Returns the digits of dims of these lengths, the fastest dim first, that together are some digits; `None` if a digit is
/// in two dims, but is not a product of two digits, or the products differ.
pub(crate) fn regrouped(flat: &[AxisDigit], lengths: &[i64]) -> Option<Vec<Vec<AxisDigit>>> {
    let mut rest: Vec<AxisDigit> = flat.iter().rev().filter(|it| it.length > 1).cloned().collect();
    let mut dims = Vec::new();
    for &length in lengths {
        let mut left = length;
        let mut own = Vec::new();
        while left > 1 {
            let digit = rest.pop()?;
            if left % digit.length == 0 {
                left /= digit.length;
                own.push(digit);
            } else {
                let [inner, outer] = digit.split(left)?;
                own.push(inner);
                rest.push(outer);
                left = 1;
            }
        }
        dims.push(own);
    }
    rest.is_empty().then_some(dims)
}

/// The memory of digits.
struct DigitMemory {
    builder: LayoutBuilder,
    axes: MemoryAxes,
    /// The dim of each digit.
    dims: Vec<DimId>,
}

impl DigitMemory {
    /// Returns memory with a dim for each digit. Digits on a swizzled axis are sums in one dim of memory.
    fn new(of: &DigitPlacement, digits: &[&AxisDigit]) -> Result<DigitMemory, LayoutFault> {
        let m = AxisName::MEMORY;
        let mut offsets = of.offsets.clone();
        let is_swizzled = |digit: &AxisDigit| of.swizzle != BitSwizzle::IDENTITY && digit.is_on(&m);
        let swizzled: Vec<&AxisDigit> =
            digits.iter().copied().filter(|digit| is_swizzled(digit)).collect();
        let plain = digits.iter().filter(|digit| !is_swizzled(digit));
        let plain: Vec<(&AxisDigit, &AxisName)> =
            plain.filter_map(|digit| Some((*digit, digit.axis.as_ref()?))).collect();
        let mut lengths: Vec<i64> = plain.iter().map(|(digit, _)| digit.length).collect();
        let mut strides: Vec<i64> = plain.iter().map(|(digit, _)| digit.stride).collect();
        let mut axes: Vec<AxisName> = plain.iter().map(|(_, axis)| (*axis).clone()).collect();
        let mut start = 0;
        if of.swizzle != BitSwizzle::IDENTITY {
            start = offsets.iter().find(|(axis, _)| *axis == m).map_or(0, |(_, offset)| *offset);
            offsets.retain(|(axis, _)| *axis != m);
            lengths.push(of.swizzle.length(greatest(&swizzled, start)?)?);
            strides.push(1);
            axes.push(m.clone());
        }
        let mut builder = LayoutBuilder::strided(&lengths, &strides, 0)?;
        let base = builder.base_dims().to_vec();
        let mut embedded = match base.get(plain.len()) {
            Some(&memory) => embed(&mut builder, memory, of.swizzle, start, &swizzled)?,
            None => Vec::new(),
        }
        .into_iter();
        let mut held = base.into_iter().take(plain.len());
        let mut dims = Vec::new();
        for digit in digits {
            let dim = match &digit.axis {
                None => Some(only_zero(&mut builder, digit.length)?),
                Some(_) if is_swizzled(digit) => embedded.next(),
                Some(_) => held.next(),
            };
            dims.extend(dim);
        }
        let memory = MemoryAxes::new(axes);
        let axes = offsets
            .into_iter()
            .fold(memory, |memory, (axis, offset)| memory.with_offset(axis, offset));
        Ok(DigitMemory { builder, axes, dims })
    }
}

/// Returns the greatest coordinate of digits, which must not be negative.
fn greatest(digits: &[&AxisDigit], start: i64) -> Result<i64, LayoutFault> {
    let steps = digits.iter().map(|it| i128::from(it.stride) * i128::from(it.length - 1));
    let low = i128::from(start) + steps.clone().map(|step| step.min(0)).sum::<i128>();
    let high = i128::from(start) + steps.map(|step| step.max(0)).sum::<i128>();
    if low < 0 {
        let message = format!("a swizzle permutes coordinates from 0, but the least one is {low}");
        return Err(LayoutFault::new(message));
    }
    i64::try_from(high).map_err(|_| LayoutFault::new("a coordinate does not fit 64 bits"))
}

/// Returns the dims of digits whose sum, from a start, is a position in swizzled memory.
fn embed(
    builder: &mut LayoutBuilder,
    memory: DimId,
    swizzle: BitSwizzle,
    start: i64,
    digits: &[&AxisDigit],
) -> Result<Vec<DimId>, LayoutFault> {
    let mut whole = swizzle.over(builder, memory)?;
    if start != 0 {
        whole = builder.apply(Offset { by: start }, &[whole])?[0];
    }
    let lengths = digits.iter().map(|digit| digit.length).collect();
    let strides = digits.iter().map(|digit| digit.stride).collect();
    builder.apply(Embed { lengths, strides }, &[whole])
}

/// Returns a dim of which only the value 0 is valid.
fn only_zero(builder: &mut LayoutBuilder, length: i64) -> Result<DimId, LayoutFault> {
    let one = builder.apply(Insert { length: 1 }, &[])?;
    Ok(builder.apply(Pad { low: 0, high: length - 1 }, &one)?[0])
}

/// Returns the dim that digits form, the slowest first.
fn merged(builder: &mut LayoutBuilder, digits: &[DimId]) -> Result<DimId, LayoutFault> {
    match digits {
        [] => Ok(builder.apply(Insert { length: 1 }, &[])?[0]),
        [one] => Ok(*one),
        _ => Ok(builder.apply(Merge, digits)?[0]),
    }
}

/// Returns the dims of a flat index.
fn split(
    builder: &mut LayoutBuilder,
    flat: &[DimId],
    order: FlatOrder,
    lengths: &[i64],
) -> Result<Vec<DimId>, LayoutFault> {
    let lengths = order.slowest_first(lengths);
    let dims = builder.apply(Unmerge { lengths }, flat)?;
    Ok(order.slowest_first(&dims))
}

/// Returns the first values of a dim.
fn sliced(builder: &mut LayoutBuilder, dim: DimId, length: i64) -> Result<DimId, LayoutFault> {
    match builder.length(dim).get() {
        Some(covered) if covered > length => {
            Ok(builder.apply(Slice { begin: 0, end: length }, &[dim])?[0])
        }
        Some(covered) if covered < length => Err(LayoutFault::new(format!(
            "the digits of a dim have {covered} values, but its length is {length}"
        ))),
        _ => Ok(dim),
    }
}
