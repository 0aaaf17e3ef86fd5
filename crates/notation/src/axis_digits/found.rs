//! The digits of a placement that is written.
//!
//! The coordinates on each axis are sums of digits of their own. The digits of all axes are the common refinement: each
//! has a stride on one axis, or on none. A digit of virtual padding is only valid at 0.

use layout::{AxisName, BitSwizzle, Difference, Layout, LayoutBuilder, MixedRadix, Placement};

use super::valid::ValidDigits;
use super::{AxisDigit, DigitPlacement, FlatOrder, merged};
use crate::witness::Witness;

/// The digits of the coordinates on an axis.
struct DigitsOnAxis {
    axis: AxisName,
    radix: MixedRadix,
}

/// A search for the digits of coordinates on `m` below a swizzle. Its arguments are the layout of the coordinates, and the
/// reason why they are not sums of digits.
type SwizzleSearch<'a> =
    &'a mut dyn FnMut(&Layout, Witness) -> Result<(BitSwizzle, MixedRadix), Witness>;

impl DigitPlacement {
    /// Returns the digits of a placement: those of the flat index, or of each dim if no order is given.
    ///
    /// # Errors
    /// The coordinates are not sums of digits, each on one axis: the index.
    pub(crate) fn of(
        placement: &Placement,
        order: Option<FlatOrder>,
    ) -> Result<DigitPlacement, Witness> {
        DigitPlacement::of_swizzled(placement, order, &mut |_, witness| Err(witness))
    }

    /// Returns the digits of a placement as [`of`](Self::of) does, where those on `m` may be below a swizzle.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub(crate) fn of_swizzled(
        placement: &Placement,
        order: Option<FlatOrder>,
        search: SwizzleSearch<'_>,
    ) -> Result<DigitPlacement, Witness> {
        let lengths = placement.shape().static_lengths();
        let lengths = lengths.ok_or_else(|| Witness::undecided("a length is dynamic"))?;
        let subject = match order {
            Some(order) => flattened(placement, order)?,
            None => placement.clone(),
        };
        let context = Context { lengths: &lengths, order };
        context.digits(&subject, search).or_else(|witness| {
            let Some(valid) = ValidDigits::of(&subject) else { return Err(witness) };
            let found = context.digits(&valid.placement, search).map_err(|_| witness)?;
            Ok(DigitPlacement { dims: valid.with_padding(&found.dims), ..found })
        })
    }
}

/// Returns a placement of the flat index.
fn flattened(placement: &Placement, order: FlatOrder) -> Result<Placement, Witness> {
    let rank = placement.shape().len();
    let built = || {
        let mut builder = LayoutBuilder::from_layout(placement.function());
        let mut dims = builder.base_dims().to_vec();
        let rest = dims.split_off(rank);
        let whole = merged(&mut builder, &order.slowest_first(&dims))?;
        let logical: Vec<_> = std::iter::once(whole).chain(rest).collect();
        placement.with_function(builder.finish(&logical)?)
    };
    built().map_err(|fault| Witness::undecided(fault.message))
}

/// The index of a placement whose digits are found.
struct Context<'a> {
    lengths: &'a [i64],
    order: Option<FlatOrder>,
}

impl Context<'_> {
    /// Returns the number of dims before those of copies.
    fn rank(&self) -> usize {
        if self.order.is_some() { 1 } else { self.lengths.len() }
    }

    /// Returns an index of the placement for one of the flat index, copies and parts.
    fn index(&self, at: &[i64]) -> Vec<i64> {
        match (self.order, at.first()) {
            (Some(order), Some(&position)) => order.index_at(self.lengths, position),
            _ => at.iter().copied().take(self.lengths.len()).collect(),
        }
    }

    /// Returns the index of a value of a dim, with zeros elsewhere. Copies and parts are at index zero.
    fn step(&self, dim: usize, value: i64) -> Vec<i64> {
        let mut at = vec![0; self.rank()];
        if let Some(component) = at.get_mut(dim) {
            *component = value;
        }
        self.index(&at)
    }

    /// Returns the digits of a placement.
    fn digits(
        &self,
        subject: &Placement,
        search: SwizzleSearch<'_>,
    ) -> Result<DigitPlacement, Witness> {
        let mut swizzle = BitSwizzle::IDENTITY;
        let mut offsets = Vec::new();
        let mut axes = Vec::new();
        for axis in subject.axes() {
            let Some(layout) = subject.on(axis) else { continue };
            let radix = match self.radix(layout, axis) {
                Err(witness) if axis.is_memory() => {
                    let (found, radix) = search(layout, witness)?;
                    swizzle = found;
                    radix
                }
                radix => radix?,
            };
            offsets.push((axis.clone(), radix.offset));
            axes.push(DigitsOnAxis { axis: axis.clone(), radix });
        }
        if axes.is_empty() {
            // All coordinates are 0, but an index may have no slot.
            self.radix(subject.function(), &AxisName::MEMORY)?;
        }
        let lengths = subject.function().shape().static_lengths().unwrap_or_default();
        let dims = lengths.iter().enumerate();
        let dims = dims.map(|(dim, &length)| self.refined(&axes, dim, length));
        let mut dims = dims.collect::<Result<Vec<_>, _>>()?;
        let rank = subject.shape().len();
        let part_dims = dims.split_off(rank + subject.copy_lengths().len());
        let copies = dims.split_off(rank).into_iter().flatten();
        let copies = copies.filter(|digit| digit.stride != 0).collect();
        let mut parts = Vec::new();
        for (own, (_, way)) in part_dims.into_iter().zip(subject.parts()) {
            parts.extend(own.into_iter().map(|digit| (digit, way)));
        }
        let lengths = self.lengths.to_vec();
        Ok(DigitPlacement { lengths, order: self.order, dims, copies, parts, offsets, swizzle })
    }

    /// Returns the coordinates on an axis as sums of digits.
    fn radix(&self, layout: &Layout, axis: &AxisName) -> Result<MixedRadix, Witness> {
        match layout.radix_along_dims() {
            Ok((radix, None)) => Ok(radix),
            Ok((_, Some(difference))) => Err(self.not_digits(&difference, axis)),
            Err(error) => Err(error.into()),
        }
    }

    fn not_digits(&self, difference: &Difference, axis: &AxisName) -> Witness {
        let at: Vec<i64> = difference.at.values().copied().collect();
        let index = self.index(&at);
        match difference.a {
            None => Witness::without_slot(index),
            Some(found) => {
                let found = found.get();
                let reason = format!(
                    "its coordinate {found} on `{axis}` is not a sum of digits times strides"
                );
                Witness::at(index, reason).unproven()
            }
        }
    }

    /// Returns the digits of a dim on all axes, fastest first.
    fn refined(
        &self,
        axes: &[DigitsOnAxis],
        dim: usize,
        length: i64,
    ) -> Result<Vec<AxisDigit>, Witness> {
        let terms = axes.iter().flat_map(|on| on.radix.terms());
        let mut weights: Vec<i64> =
            terms.filter(|(digit, _)| digit.dim == dim).map(|(digit, _)| digit.weight).collect();
        weights.push(1);
        weights.retain(|&weight| weight < length);
        weights.sort_unstable();
        weights.dedup();
        let mut digits = Vec::new();
        for (at, &weight) in weights.iter().enumerate() {
            let values = match weights.get(at + 1) {
                Some(next) if next % weight != 0 => {
                    let reason = format!(
                        "steps of {weight} and {next} indices begin digits on several axes, but are no multiples"
                    );
                    return Err(Witness::at(self.step(dim, *next), reason).unproven());
                }
                Some(next) => next / weight,
                None => (length - 1) / weight + 1,
            };
            digits.push(self.digit_at(axes, dim, weight, values)?);
        }
        Ok(digits)
    }

    /// Returns the digit of a dim that begins at a weight.
    fn digit_at(
        &self,
        axes: &[DigitsOnAxis],
        dim: usize,
        weight: i64,
        length: i64,
    ) -> Result<AxisDigit, Witness> {
        let mut moving = Vec::new();
        for on in axes {
            let own =
                on.radix.terms().filter(|(digit, _)| digit.dim == dim && digit.weight <= weight);
            let Some((digit, stride)) = own.max_by_key(|(digit, _)| digit.weight) else { continue };
            let stride = stride.checked_mul(weight / digit.weight);
            let stride = stride.ok_or(layout::AddressError::Overflow)?;
            if stride != 0 {
                moving.push(AxisDigit::on(&on.axis, length, stride));
            }
        }
        if let [first, second, ..] = &moving[..]
            && let Some((a, b)) = first.axis.as_ref().zip(second.axis.as_ref())
        {
            let reason = format!("one digit moves on `{a}` and on `{b}`");
            return Err(Witness::at(self.step(dim, weight), reason).unproven());
        }
        let idle = axes.first().map_or(AxisName::MEMORY, |on| on.axis.clone());
        Ok(moving.pop().unwrap_or_else(|| AxisDigit::on(&idle, length, 0)))
    }
}
