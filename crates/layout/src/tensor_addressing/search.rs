//! The search for the tensor layout and the tensor view of a layout.

use super::axes::{nested, reductions};
use super::data::{MAX_NV_DIMS, NvClampMode, NvTensorAddressing, NvTensorDim, NvTensorLayout};
use super::refusal::{NvTensorReason, NvTensorRefusal};
use super::terms::{AddressTerms, NvAxis, NvAxisKind};
use super::view::{too_many, view};
use crate::normal::CompareError;
use crate::pipeline::Layout;
use crate::space::ElemSize;

/// The alignment of the pointer of a load or store, in bits.
const POINTER_BITS: i64 = 16 * 8;

impl Layout {
    /// Returns the tensor layout and the tensor view with which a matrix is loaded in the row-major order of the logical
    /// index. An invalid index is outside the tensor, and mode `Constant` clamps it.
    ///
    /// The result is proven: its [`layout`](NvTensorAddressing::layout) is the same function as this one.
    ///
    /// # Errors
    /// The layout is not expressible; the refusal has the reason, and an index that shows it.
    pub fn nv_tensor_addressing(&self) -> Result<NvTensorAddressing, NvTensorRefusal> {
        let mut terms = AddressTerms::from_layout(self)?;
        loop {
            let refusal = match terms.addressing(self.elem()) {
                Ok(found) => return self.proven(found, &terms.lengths),
                Err(refusal) => refusal,
            };
            let dim = match refusal.reason {
                NvTensorReason::PartialDigit { dim, .. } => Some(dim),
                NvTensorReason::TooManyDims(_) => terms.longest_dim(),
                _ => None,
            };
            match dim.and_then(|dim| terms.wrapped(dim)) {
                Some(wrapped) => terms = wrapped,
                None => return Err(refusal),
            }
        }
    }

    /// Returns an addressing that is the same function as the layout.
    ///
    /// # Errors
    /// The functions differ, or cannot be compared.
    fn proven(
        &self,
        found: NvTensorAddressing,
        lengths: &[i64],
    ) -> Result<NvTensorAddressing, NvTensorRefusal> {
        let other = found.layout(lengths, self.elem())?;
        match self.difference(&other) {
            Ok(None) => Ok(found),
            Ok(Some(first)) => {
                Err(NvTensorRefusal { reason: NvTensorReason::NotDigits, at: Some(first.at) })
            }
            Err(CompareError::Address(error)) => Err(error.into()),
            Err(error) => Err(NvTensorReason::Invalid(error.to_string()).into()),
        }
    }
}

impl AddressTerms {
    /// Returns the first addressing of some joined coordinates.
    ///
    /// # Errors
    /// The refusal of the coordinates that are joined least.
    fn addressing(&self, elem: Option<ElemSize>) -> Result<NvTensorAddressing, NvTensorRefusal> {
        let clamp = clamp_mode(&self.axes)?;
        let axes = nested(self.axes.clone(), self)?;
        let mut refusal = None;
        // Coordinates that need not be joined stay apart, because a region has an offset and a span for each.
        let counts = (1..=axes.len().min(MAX_NV_DIMS)).rev().chain(axes.is_empty().then_some(0));
        for axes in counts.flat_map(|count| reductions(&axes, self, count)) {
            match assembled(self, axes, clamp, elem) {
                Ok(found) => return Ok(found),
                Err(found) => {
                    refusal.get_or_insert(found);
                }
            }
        }
        Err(refusal.unwrap_or_else(|| too_many(self)))
    }
}

fn clamp_mode(axes: &[NvAxis]) -> Result<NvClampMode, NvTensorRefusal> {
    let kinds = [NvAxisKind::Clamped, NvAxisKind::Wrapped];
    match kinds.map(|kind| axes.iter().any(|axis| axis.kind == kind)) {
        [true, true] => Err(NvTensorReason::TwoModes.into()),
        [true, false] => Ok(NvClampMode::Constant),
        [false, true] => Ok(NvClampMode::Repeat),
        [false, false] => Ok(NvClampMode::Undefined),
    }
}

/// Returns the addressing of coordinates.
///
/// # Errors
/// There is no view, the first element is not reachable, or a number does not fit 32 bits.
fn assembled(
    terms: &AddressTerms,
    mut axes: Vec<NvAxis>,
    clamp: NvClampMode,
    elem: Option<ElemSize>,
) -> Result<NvTensorAddressing, NvTensorRefusal> {
    let element_offset = match begin_in_region(&mut axes, terms.begin) {
        true => 0,
        false => begin_of_pointer(terms.begin, elem)?,
    };
    if axes.is_empty() {
        let kind = NvAxisKind::Inside;
        axes.push(NvAxis { kind, block: 1, stride: 1, offset: 0, dimension: 1, terms: Vec::new() });
    }
    let spans: Option<Vec<i64>> = axes.iter().map(|axis| axis.extent(terms)).collect();
    let spans = spans.ok_or_else(|| exceeds("a span"))?;
    let view = view(terms, &axes, &spans)?;
    let dims: Vec<NvTensorDim> = axes
        .iter()
        .zip(&spans)
        .map(|(axis, &span)| dim_of(axis, span))
        .collect::<Result<_, _>>()?;
    let layout = NvTensorLayout { dims, clamp, clamp_value: 0 };
    check_width(&layout, element_offset)?;
    Ok(NvTensorAddressing { element_offset, layout, view })
}

fn exceeds(what: &'static str) -> NvTensorRefusal {
    NvTensorRefusal::from(NvTensorReason::Exceeds32Bits(what))
}

fn narrow<T: TryFrom<i64>>(value: i64, what: &'static str) -> Result<T, NvTensorRefusal> {
    T::try_from(value).map_err(|_| exceeds(what))
}

fn dim_of(axis: &NvAxis, span: i64) -> Result<NvTensorDim, NvTensorRefusal> {
    // Coordinates are signed.
    let dimension = narrow::<i32>(axis.dimension, "a dimension")?;
    let offset = narrow(axis.offset, "the offset of a region")?;
    let end = axis.offset.checked_add(span).and_then(|end| i32::try_from(end).ok());
    end.ok_or_else(|| exceeds("a span"))?;
    Ok(NvTensorDim {
        block_size: narrow(axis.block, "a block size")?,
        dimension: dimension.unsigned_abs(),
        stride: narrow(axis.stride, "a stride")?,
        offset,
        span: narrow(span, "a span")?,
    })
}

/// Checks that the number of each element of the tensor fits 32 bits.
fn check_width(layout: &NvTensorLayout, element_offset: u32) -> Result<(), NvTensorRefusal> {
    let last = layout.dims.iter().map(|dim| u64::from(dim.blocks() - 1) * u64::from(dim.stride));
    let last = last.fold(u64::from(element_offset), u64::saturating_add);
    u32::try_from(last).map(drop).map_err(|_| exceeds("an offset"))
}

/// Moves the region to the first element of the layout. Returns `false`, and changes nothing, if no coordinates of plain
/// dims are there.
fn begin_in_region(axes: &mut Vec<NvAxis>, begin: i64) -> bool {
    if begin < 0 {
        return false;
    }
    let mut moved = axes.clone();
    let mut rest = begin;
    for place in 0..moved.len() {
        let outer = place.checked_sub(1).map(|outer| moved[outer].stride);
        let axis = &mut moved[place];
        if !axis.is_plain() || axis.stride == 0 {
            continue;
        }
        let room = outer.map_or(i64::MAX, |outer| outer / axis.stride);
        let steps = rest / axis.stride;
        let dimension = axis.dimension.checked_add(steps).filter(|&length| length <= room);
        if let Some(dimension) = dimension {
            (axis.offset, axis.dimension) = (steps, dimension);
            rest -= steps * axis.stride;
        }
    }
    if rest != 0 {
        let fits = (0..=moved.len()).find_map(|place| Some((place, single(&moved, place, rest)?)));
        let Some((place, axis)) = fits.filter(|_| moved.len() < MAX_NV_DIMS) else { return false };
        moved.insert(place, axis);
    }
    *axes = moved;
    true
}

/// Returns the dim of one coordinate that begins at an element, and is nested at a place among others; `None` if none is.
fn single(axes: &[NvAxis], place: usize, begin: i64) -> Option<NvAxis> {
    let inside = axes.get(place).map_or(Some(1), NvAxis::size)?.max(1);
    let outside = place.checked_sub(1).map_or(i64::MAX, |outer| axes[outer].stride);
    let stride = least_divisor(begin, inside)?;
    let steps = begin / stride;
    let kind = NvAxisKind::Inside;
    let dimension = steps.checked_add(1)?;
    let is_nested = stride.checked_mul(dimension).is_some_and(|size| size <= outside);
    let terms = Vec::new();
    is_nested.then_some(NvAxis { kind, block: 1, stride, offset: steps, dimension, terms })
}

/// Returns the least divisor of a number that is not below a bound; `None` if the number is below it, or too large for
/// 32 bits.
fn least_divisor(number: i64, bound: i64) -> Option<i64> {
    let number = i64::from(u32::try_from(number).ok()?);
    let low = (1..).take_while(|low| low * low <= number).filter(|low| number % low == 0);
    let mut best = (bound <= number).then_some(number);
    let bound = bound.max(1);
    for low in low {
        let candidates = [low, number / low].into_iter().filter(|&divisor| divisor >= bound);
        best = candidates.chain(best).min();
    }
    best
}

/// Returns the first element as the pointer of a load or store.
///
/// # Errors
/// It is negative, or not a multiple of the alignment of pointers.
fn begin_of_pointer(begin: i64, elem: Option<ElemSize>) -> Result<u32, NvTensorRefusal> {
    if begin < 0 {
        return Err(NvTensorReason::NegativeOffset(begin).into());
    }
    // Without an element size, 16 elements are a multiple for each size of whole bytes.
    let unit = elem.map_or(8, |elem| elem.bits().get());
    let is_aligned = begin.checked_mul(unit).is_some_and(|bits| bits % POINTER_BITS == 0);
    if !is_aligned {
        return Err(NvTensorReason::Begin(begin).into());
    }
    narrow(begin, "the offset")
}
