//! What a layout is like as a function: its least and greatest offset, sizes, whether slots have one owner.
//!
//! All of it is derived from the map, nothing is promised. An answer is exact, or refused for its cost.

use super::compare::Linear;
use crate::domain::{Branches, Budget, BudgetExceeded, Range, Term, solve_sum};
use crate::index::Exprs;
use crate::pipeline::{FEW_POINTS, IndependentComponent, Layout, MOST_POINTS};
use crate::space::{Bytes, DimId, Elems, Len, LogicalIndex};
use crate::stride::{AddressError, span_of};

impl Layout {
    /// The least and the greatest offset of a valid index, in elements; nothing where no index is valid.
    ///
    /// # Errors
    /// A length is dynamic, an offset leaves 64 bits, or exact bounds take too many steps.
    pub fn offset_range(&self) -> Result<Option<(Elems, Elems)>, AddressError> {
        self.all_static()?;
        if self.empty {
            return Ok(None);
        }
        let components = self.minimal_components();
        if components
            .iter()
            .any(|component| !component.is_memory() && component.points() > FEW_POINTS)
            && let Some(ends) = self.reached_bounds(&components)
        {
            return Ok(Some(ends));
        }
        self.enumerated_range(components)
    }

    /// Bounds of the offset from ranges alone, where both are offsets of valid indices.
    fn reached_bounds(&self, components: &[IndependentComponent]) -> Option<(Elems, Elems)> {
        let mut bound = Range::only(self.physical().offset().get());
        for component in components {
            let share = self.partial_offset_range(component)?;
            let (low, high) =
                (bound.low.checked_add(share.low)?, bound.high.checked_add(share.high)?);
            bound = Range { low, high };
        }
        let bound = bound.meet(self.written_range())?;
        let is_reached = |&slot: &Elems| self.owners_of(slot).is_ok_and(|owners| owners.count > 0);
        let (low, high) = (Elems::new(bound.low), Elems::new(bound.high));
        (is_reached(&low) && is_reached(&high)).then_some((low, high))
    }

    /// The offsets of a layout by its components, the small ones index by index.
    fn enumerated_range(
        &self,
        components: Vec<IndependentComponent>,
    ) -> Result<Option<(Elems, Elems)>, AddressError> {
        let start = i128::from(self.physical().offset().get());
        let (mut low, mut high) = (start, start);
        let mut exact = true;
        for component in components {
            let bound = self.partial_offset_range(&component).ok_or(AddressError::Overflow)?;
            let share = match () {
                () if component.is_memory() => Some(bound),
                () if component.is_small() => self.share_ends(&component),
                () => {
                    exact = false;
                    Some(bound)
                }
            };
            let Some(share) = share else { return Ok(None) };
            low += i128::from(share.low);
            high += i128::from(share.high);
        }
        let narrow = |offset| i64::try_from(offset).map(Elems::new);
        let (Ok(low), Ok(high)) = (narrow(low), narrow(high)) else {
            return Err(AddressError::Overflow);
        };
        if exact {
            return Ok(Some((low, high)));
        }
        let written = self.written_range();
        let (low, high) = (low.max(Elems::new(written.low)), high.min(Elems::new(written.high)));
        // Bounds that some index reaches are exact.
        if self.owners_of(low)?.count == 0 || self.owners_of(high)?.count == 0 {
            return Err(AddressError::TooManySteps);
        }
        Ok(Some((low, high)))
    }

    /// Bounds of the offset, from its expression in normal form.
    fn written_range(&self) -> Range {
        let mut exprs = Exprs::new();
        let written = self.write(&mut exprs);
        exprs.range(written.offset)
    }

    pub(crate) fn all_static(&self) -> Result<(), AddressError> {
        let dynamic = self.mem_shape().iter().find(|(_, len)| len.is_dynamic());
        dynamic.map_or(Ok(()), |(dim, _)| Err(AddressError::Dynamic(dim)))
    }

    /// The least and the greatest share of a small component; nothing where none of its indices is valid.
    fn share_ends(&self, component: &IndependentComponent) -> Option<Range> {
        let mut ends: Option<Range> = None;
        self.enumerate(component, |_, valid, share| {
            if valid {
                let old = ends.unwrap_or(Range::only(share));
                ends = Some(Range { low: old.low.min(share), high: old.high.max(share) });
            }
            true
        });
        ends
    }

    /// The slots from 0, or the least offset if that is below 0, to the greatest offset of a valid index.
    ///
    /// # Errors
    /// As [`offset_range`](Self::offset_range).
    pub fn span(&self) -> Result<Elems, AddressError> {
        Layout::span_of(self.offset_range()?)
    }

    /// The slots of a layout whose valid indices have offsets in this range, from [`offset_range`](Self::offset_range).
    ///
    /// # Errors
    /// The count does not fit 64 bits.
    pub fn span_of(offsets: Option<(Elems, Elems)>) -> Result<Elems, AddressError> {
        offsets.map_or(Ok(Elems::ZERO), span_of)
    }

    /// The slots that a buffer needs when every row of memory is padded out.
    ///
    /// # Errors
    /// As [`offset_range`](Self::offset_range).
    pub fn allocation(&self) -> Result<Elems, AddressError> {
        self.physical().allocation_of(self.span()?)
    }

    /// Returns the bytes that hold the allocation.
    ///
    /// # Errors
    /// As [`allocation`](Self::allocation), or the size of an element is unknown.
    pub fn size_in_bytes(&self) -> Result<Bytes, AddressError> {
        self.physical().bytes_of(self.allocation()?)
    }

    /// Returns the bytes of a buffer for a layout that counts bytes, with elements of `size` bytes.
    ///
    /// # Errors
    /// As [`allocation`](Self::allocation).
    pub fn size_with_elements_of(&self, size: Bytes) -> Result<Bytes, AddressError> {
        let span = self.span()?;
        let rows = self.physical().allocation_of(span)?.get();
        // The span ends with the first byte of the last element.
        let bytes = span.get().checked_add(size.get() - 1).ok_or(AddressError::Overflow)?;
        Ok(Bytes::new(bytes.max(rows)))
    }

    /// Whether no slot holds two valid indices.
    ///
    /// # Errors
    /// A length is dynamic, or the answer takes too many steps.
    pub fn is_injective(&self) -> Result<bool, AddressError> {
        self.all_static()?;
        if self.empty {
            return Ok(true);
        }
        let components = self.minimal_components();
        if !components.iter().all(|component| component.is_memory() || component.is_small())
            && let Some(linear) = self.linear()
        {
            return sums_differ(self.even_shares(&linear));
        }
        if components
            .iter()
            .any(|component| !component.is_memory() && component.points() > FEW_POINTS)
            && self.shares_a_slot()
        {
            return Ok(false);
        }
        let (mut images, mut refused) = (Vec::new(), Ok(()));
        for component in components {
            match self.image(&component) {
                Ok(Image::Repeats) => return Ok(false),
                Ok(Image::Shares(shares)) if shares.size() > 1 => images.push(shares),
                Ok(Image::Shares(_)) => {}
                // Another component may still decide.
                Err(error) => refused = Err(error),
            }
        }
        refused?;
        // Where memory gives each physical index a slot of its own, components that differ there are enough.
        match sums_differ(self.memory_shares()) {
            Ok(true) => Ok(true),
            _ => sums_differ(images),
        }
    }

    /// Whether one of a few indices, first to last, shares its slot with another.
    fn shares_a_slot(&self) -> bool {
        let shape = self.shape();
        let index = |eighth: i128| {
            let last = |len: &Len| i128::from(len.get().unwrap_or(1) - 1);
            // Between two indices of 64 bits.
            LogicalIndex::new(shape.values().map(|len| (last(len) * eighth / 8) as i64))
        };
        (0..=8).any(|eighth| {
            let offset = index(eighth).ok().and_then(|index| self.offset_of(&index).ok()?);
            let owners = offset.and_then(|offset| self.owners_of(offset).ok());
            owners.is_some_and(|owners| owners.count > 1)
        })
    }

    /// The share of each dim of memory, over the indices that reach it.
    fn memory_shares(&self) -> Vec<Shares> {
        let strides = self.physical().strides().values();
        let even = |(stride, dim): (&Elems, &DimId)| Shares::Even {
            apart: stride.get().saturating_abs(),
            steps: self.ranges[dim.number()].count() - 1,
        };
        strides.zip(&self.base).map(even).filter(|shares| shares.size() > 1).collect()
    }

    /// The share of each logical dim of an affine layout.
    fn even_shares(&self, linear: &Linear) -> Vec<Shares> {
        let strides = linear.strides.values().zip(&self.logical_dims);
        let moving = strides.filter_map(|(stride, top)| Some(((*stride)?, top)));
        let even = |(stride, top): (Elems, &DimId)| {
            let steps = self.ranges[top.number()].count() - 1;
            Shares::Even { apart: stride.get().saturating_abs(), steps }
        };
        moving.map(even).filter(|shares| shares.size() > 1).collect()
    }

    /// The shares of a component. It has a valid index, or the layout would be empty.
    fn image(&self, component: &IndependentComponent) -> Result<Image, AddressError> {
        let ends = self.partial_offset_range(component).ok_or(AddressError::Overflow)?;
        if component.is_memory()
            && let [(_, range)] = component.cut[..]
        {
            let steps = range.count() - 1;
            let apart = if steps == 0 { 0 } else { (ends.high - ends.low) / steps };
            let repeats = steps > 0 && apart == 0;
            let shares = Shares::Even { apart, steps };
            return Ok(if repeats { Image::Repeats } else { Image::Shares(shares) });
        }
        if !component.is_small() {
            // More indices, all of them valid, than numbers between the least and the greatest share.
            let slots = ends.high.abs_diff(ends.low);
            let crowded =
                self.is_component_total(component) && component.points() > u128::from(slots) + 1;
            return if crowded { Ok(Image::Repeats) } else { Err(AddressError::TooManySteps) };
        }
        let mut shares = Vec::new();
        self.enumerate(component, |_, valid, share| {
            if valid {
                shares.push(share);
            }
            true
        });
        let repeats = sort_and_find_repeat(&mut shares);
        Ok(if repeats { Image::Repeats } else { Image::Shares(Shares::List(shares)) })
    }
}

/// What the valid indices of a component share in the offset.
enum Image {
    /// Two indices have the same share.
    Repeats,
    /// Each index has its own.
    Shares(Shares),
}

/// Shares that all differ.
enum Shares {
    /// `steps + 1` shares, this much apart.
    Even { apart: i64, steps: i64 },
    /// Sorted.
    List(Vec<i64>),
}

impl Shares {
    fn size(&self) -> u64 {
        match self {
            Shares::Even { steps, .. } => steps.unsigned_abs() + 1,
            Shares::List(list) => list.len() as u64,
        }
    }

    /// The least distance of two shares.
    fn gap(&self) -> i128 {
        match self {
            Shares::Even { apart, .. } => (*apart).into(),
            Shares::List(list) => {
                let gaps = list.windows(2).map(|pair| i128::from(pair[1]) - i128::from(pair[0]));
                gaps.min().unwrap_or(0)
            }
        }
    }

    /// The distance of the least and the greatest.
    fn reach(&self) -> i128 {
        match self {
            Shares::Even { apart, steps } => i128::from(*apart) * i128::from(*steps),
            Shares::List(list) => i128::from(list[list.len() - 1]) - i128::from(list[0]),
        }
    }

    fn all(&self) -> Vec<i64> {
        match self {
            Shares::Even { apart, steps } => (0..=*steps).map(|at| at * apart).collect(),
            Shares::List(list) => list.clone(),
        }
    }
}

/// Whether all sums of one share from each are different.
fn sums_differ(mut images: Vec<Shares>) -> Result<bool, AddressError> {
    images.sort_by_key(Shares::gap);
    let mut reach = 0i128;
    let mut nested = true;
    for shares in &images {
        nested &= shares.gap() > reach;
        reach = reach.saturating_add(shares.reach());
    }
    if nested {
        return Ok(true);
    }
    let sums =
        images.iter().fold(1u128, |product, shares| product.saturating_mul(shares.size().into()));
    // More sums than numbers between the least and the greatest.
    if sums > reach.unsigned_abs().saturating_add(1) {
        return Ok(false);
    }
    if sums <= MOST_POINTS {
        return Ok(all_sums_differ(&images));
    }
    let terms: Option<Vec<Term>> = images
        .iter()
        .map(|shares| match shares {
            Shares::Even { apart, steps } => {
                Some(Term { factor: *apart, range: Range { low: -steps, high: *steps } })
            }
            Shares::List(_) => None,
        })
        .collect();
    let terms = terms.ok_or(AddressError::TooManySteps)?;
    // Two equal sums differ by a sum of differences that is zero, in which not all differences are.
    let mut zeros = Branches::default();
    match solve_sum(0, &terms, &mut Budget::default(), &mut zeros) {
        _ if zeros.count() > 1 => Ok(false),
        Ok(()) => Ok(true),
        Err(BudgetExceeded) => Err(AddressError::TooManySteps),
    }
}

fn all_sums_differ(images: &[Shares]) -> bool {
    let mut sums = vec![0i64];
    for shares in images {
        let shares = shares.all();
        // Offsets fit 64 bits, and shares are differences of offsets.
        sums = sums
            .iter()
            .flat_map(|sum| shares.iter().map(move |share| sum.wrapping_add(*share)))
            .collect();
        if sort_and_find_repeat(&mut sums) {
            return false;
        }
    }
    true
}

fn sort_and_find_repeat(values: &mut [i64]) -> bool {
    values.sort_unstable();
    values.windows(2).any(|pair| pair[0] == pair[1])
}
