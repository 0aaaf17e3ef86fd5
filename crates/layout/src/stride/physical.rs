//! Strided memory: the only code of the project that computes offsets, addresses and sizes.
//!
//! All arithmetic is checked: sums have 128 bits, and a result that does not fit 64 bits is an error.

use crate::domain::{Algebra, Concrete, IntervalDomain, Range};

use crate::space::{
    Axis, Bytes, ElemSize, Elems, Len, MemDim, MemIndex, MemShape, MemStrides, PerDim, RankError,
};

/// The lengths and strides of memory by physical dimension, the offset of index zero, and the element size if it is
/// known.
///
/// Strides may be zero or negative, as a descriptor may declare such strides. [`is_nested`](Self::is_nested) returns
/// `true` if the strides are those of a stored tensor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PhysicalLayout {
    shape: MemShape,
    strides: MemStrides,
    offset: Elems,
    elem: Option<ElemSize>,
}

/// The reason why an offset or a size cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AddressError {
    /// The index and the layout differ in rank.
    Rank(RankError),
    /// A component of the index is negative, or not below its length.
    OutOfRange {
        /// The number of the component, from zero.
        component: usize,
        /// Its value.
        index: i64,
        /// The length; `None` if it is dynamic.
        length: Option<i64>,
    },
    /// The size depends on the dynamic length of this dimension.
    Dynamic(MemDim),
    /// The result does not fit 64 bits.
    Overflow,
    /// The strides are open.
    Unresolved,
    /// The element size is unknown.
    NoElement,
    /// An exact result would exceed the limit on steps.
    TooManySteps,
    /// The result depends on the values of a table, which are declared.
    Declared,
}

impl_error!(AddressError {
    Self::Rank(error) => "{error}",
    Self::OutOfRange { component, index, length: Some(length) } =>
        "component {component} of the index must be within 0 to {}, but is {index}" (length - 1),
    Self::OutOfRange { component, index, length: None } =>
        "component {component} of the index must be at least 0, but is {index}",
    Self::Dynamic(dim) => "the length of {dim} is dynamic",
    Self::Overflow => "the result does not fit 64 bits",
    Self::Unresolved => "the strides are not resolved",
    Self::NoElement => "the element size is unknown",
    Self::TooManySteps => "an exact result exceeds the limit on steps",
    Self::Declared => "the values of a table are declared, not given",
});

impl_from! { AddressError { Rank(RankError) } }

impl PhysicalLayout {
    /// Returns memory of these lengths and strides, with index zero at `offset`.
    ///
    /// # Errors
    /// [`RankError::Mismatch`] if the numbers of lengths and strides differ.
    pub fn new(
        shape: MemShape,
        strides: MemStrides,
        offset: Elems,
        elem: impl Into<Option<ElemSize>>,
    ) -> Result<PhysicalLayout, RankError> {
        RankError::unless_equal(shape.len(), strides.len())?;
        Ok(PhysicalLayout { shape, strides, offset, elem: elem.into() })
    }

    /// Returns the same memory with this element size.
    #[must_use]
    pub fn with_elem(self, elem: ElemSize) -> PhysicalLayout {
        PhysicalLayout { elem: Some(elem), ..self }
    }

    /// Builds memory from the length and the stride of each dim, outermost first.
    ///
    /// # Errors
    /// There are too many dims.
    pub(crate) fn from_dims(
        dims: impl IntoIterator<Item = (Len, i64)>,
        offset: i64,
        elem: impl Into<Option<ElemSize>>,
    ) -> Result<PhysicalLayout, RankError> {
        let dims: Vec<(Len, i64)> = dims.into_iter().collect();
        let shape = MemShape::new(dims.iter().map(|dim| dim.0))?;
        let strides = MemStrides::new(dims.iter().map(|dim| Elems::new(dim.1)))?;
        PhysicalLayout::new(shape, strides, Elems::new(offset), elem)
    }

    /// Returns the same memory with index zero at another offset.
    #[must_use]
    pub fn with_offset(self, offset: Elems) -> PhysicalLayout {
        PhysicalLayout { offset, ..self }
    }

    /// Returns the lengths.
    pub fn shape(&self) -> &MemShape {
        &self.shape
    }

    /// Returns the strides, in elements.
    pub fn strides(&self) -> &MemStrides {
        &self.strides
    }

    /// Returns the offset of index zero, in elements.
    pub fn offset(&self) -> Elems {
        self.offset
    }

    /// Returns the element size; `None` if it is unknown.
    pub fn elem(&self) -> Option<ElemSize> {
        self.elem
    }

    /// Returns each dim with its length and stride, outermost first. The length is `None` if it is dynamic.
    fn dims(&self) -> impl DoubleEndedIterator<Item = (MemDim, Option<i64>, i64)> + '_ {
        self.shape.iter().map(|(dim, len)| (dim, len.get(), self.strides[dim].get()))
    }

    /// Returns the offset over any algebra. No other code of the project sums index times stride.
    pub fn offset_over<A: Algebra>(&self, index: &[A::Value], algebra: &mut A) -> A::Value {
        self.sum_over(self.offset.get(), index, algebra)
    }

    /// Returns the same sum with another start than the offset.
    pub(crate) fn sum_over<A: Algebra>(
        &self,
        start: i64,
        index: &[A::Value],
        algebra: &mut A,
    ) -> A::Value {
        let strides = self.strides.values().map(|stride| stride.get());
        let terms: Vec<(i64, A::Value)> = strides.zip(index.iter().cloned()).collect();
        algebra.linear(start, &terms)
    }

    /// Returns the offset of an element. A dynamic length does not bound its component from above.
    ///
    /// # Errors
    /// The index has another rank or is out of range, or the offset does not fit 64 bits.
    pub fn element_offset(&self, index: &MemIndex) -> Result<Elems, AddressError> {
        self.shape.check_index(index)?;
        let mut numbers = Concrete::default();
        let index: Vec<i64> = index.values().copied().collect();
        let offset = self.offset_over(&index, &mut numbers);
        if numbers.overflow { Err(AddressError::Overflow) } else { Ok(Elems::new(offset)) }
    }

    /// Returns the least and the greatest offset of an element.
    ///
    /// # Errors
    /// A length is dynamic, or an offset does not fit 64 bits.
    pub fn offset_range(&self) -> Result<(Elems, Elems), AddressError> {
        let mut ranges = IntervalDomain::default();
        let mut index = Vec::with_capacity(self.shape.len());
        for (dim, length, _) in self.dims() {
            index.push(Range::below(length.ok_or(AddressError::Dynamic(dim))?));
        }
        let range = self.offset_over(&index, &mut ranges);
        if ranges.overflow {
            return Err(AddressError::Overflow);
        }
        Ok((Elems::new(range.low), Elems::new(range.high)))
    }

    /// Returns the number of slots from the lesser of 0 and the least offset, up to the greatest offset of an element.
    ///
    /// # Errors
    /// As [`offset_range`](Self::offset_range).
    pub fn span(&self) -> Result<Elems, AddressError> {
        span_of(self.offset_range()?)
    }

    /// Returns the number of slots of a buffer that includes the padding of every row. This is the maximum of the span
    /// and, over the physical dimensions of positive stride, offset plus stride times length.
    ///
    /// # Errors
    /// As [`offset_range`](Self::offset_range).
    pub fn allocation(&self) -> Result<Elems, AddressError> {
        self.allocation_of(self.span()?)
    }

    /// Returns the allocation of a view of this memory that spans this many slots.
    ///
    /// # Errors
    /// A length is dynamic, or the result does not fit 64 bits.
    pub fn allocation_of(&self, span: Elems) -> Result<Elems, AddressError> {
        let start = i128::from(self.offset.get());
        let mut most = i128::from(span.get());
        for (dim, length, stride) in self.dims().filter(|&(_, _, stride)| stride > 0) {
            let length = length.ok_or(AddressError::Dynamic(dim))?;
            most = most.max(start + i128::from(stride) * i128::from(length));
        }
        narrow(most)
    }

    /// Returns the number of bytes of the allocation, rounded up to a whole byte.
    ///
    /// # Errors
    /// As [`offset_range`](Self::offset_range).
    pub fn size_in_bytes(&self) -> Result<Bytes, AddressError> {
        self.bytes_of(self.allocation()?)
    }

    /// Returns the number of bytes that hold this many elements, rounded up to a whole byte.
    ///
    /// # Errors
    /// The element size is unknown, or the result does not fit 64 bits.
    pub fn bytes_of(&self, count: Elems) -> Result<Bytes, AddressError> {
        let elem = self.elem.ok_or(AddressError::NoElement)?;
        let bits = i128::from(count.get()) * i128::from(elem.bits().get());
        narrow((bits + 7).div_euclid(8)).map(|bytes| Bytes::new(bytes.get()))
    }

    /// Returns `true` if the strides are those of a stored tensor: each is at least the next inner stride times its
    /// length, and the innermost is at least 1. Dimensions of length 1 are not exempt.
    pub fn is_nested(&self) -> bool {
        self.each_spans(|stride, inner| stride >= inner)
    }

    /// Returns `true` if every stride is exactly the next inner stride times its length, and the innermost is 1.
    /// Dimensions of length 1 are not exempt, as in Vulkan's rule for packed tensors.
    pub fn is_packed(&self) -> bool {
        self.each_spans(|stride, inner| stride == inner)
    }

    fn each_spans(&self, relation: impl Fn(i128, i128) -> bool) -> bool {
        each_spans(self.dims().map(|(_, length, stride)| (length, stride)), relation)
    }

    /// Returns the length and stride of some adjacent dims, fused into one. `None` if their offsets are not at equal
    /// distances, a length is dynamic, or the length does not fit 64 bits. The stride of a dim of length 1 has no
    /// effect; if all dims have length 1, the stride is that of the innermost.
    pub fn fused(&self, dims: std::ops::Range<usize>) -> Option<(i64, Elems)> {
        let mut dims = self.dims().skip(dims.start).take(dims.len());
        let (_, length, stride) = dims.next()?;
        let fused = dims.try_fold((length?, stride), |(length, stride), (_, inner, step)| {
            let inner = inner?;
            let whole = length.checked_mul(inner)?;
            if length == 1 || step.checked_mul(inner) == Some(stride) {
                return Some((whole, step));
            }
            (inner == 1).then_some((whole, stride))
        });
        fused.map(|(length, stride)| (length, Elems::new(stride)))
    }
}

/// Returns `true` if every stride is at least 1 and has a relation to the extent of the dims inside it. The extent is
/// the next inner stride times its length, or one element. `false` if the length of an inner dim is dynamic.
pub(crate) fn each_spans(
    dims: impl DoubleEndedIterator<Item = (Option<i64>, i64)>,
    relation: impl Fn(i128, i128) -> bool,
) -> bool {
    let mut inner = Some(1);
    dims.rev().all(|(length, stride)| {
        let stride = i128::from(stride);
        let spans = inner.is_some_and(|inner| stride >= 1 && relation(stride, inner));
        inner = length.map(|length| stride * i128::from(length));
        spans
    })
}

impl<K: Axis> PerDim<K, Len> {
    /// Returns an error unless an index is within these lengths.
    pub(crate) fn check_index(&self, index: &PerDim<K, i64>) -> Result<(), AddressError> {
        RankError::unless_equal(self.len(), index.len())?;
        for (dim, &index) in index.iter() {
            let length = self[dim].get();
            if index < 0 || length.is_some_and(|length| index >= length) {
                return Err(AddressError::OutOfRange { component: dim.index(), index, length });
            }
        }
        Ok(())
    }
}

/// Returns the number of slots from the lesser of 0 and the least offset, up to the greatest offset.
///
/// # Errors
/// The number does not fit 64 bits.
pub(crate) fn span_of((least, greatest): (Elems, Elems)) -> Result<Elems, AddressError> {
    let start = i128::from(least.get().min(0));
    narrow(i128::from(greatest.get()) - start + 1)
}

pub(crate) fn narrow(elems: i128) -> Result<Elems, AddressError> {
    i64::try_from(elems).map(Elems::new).map_err(|_| AddressError::Overflow)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::LayoutBuilder;
    use crate::space::{Bits, Len};

    fn layout(lens: &[i64], strides: &[i64], offset: i64, bits: i64) -> PhysicalLayout {
        let strides = MemStrides::new(strides.iter().map(|&stride| Elems::new(stride))).unwrap();
        let elem = ElemSize::new(Bits::new(bits)).unwrap();
        PhysicalLayout::new(MemShape::of_static(lens).unwrap(), strides, Elems::new(offset), elem)
            .unwrap()
    }

    /// Returns the only index that maps to a slot; `None` if there is none.
    fn owner(physical: &PhysicalLayout, slot: i64) -> Option<Vec<i64>> {
        let builder = LayoutBuilder::new(physical.clone());
        let dims = builder.base_dims().to_vec();
        let owners = builder.finish(&dims).unwrap().owners_of(Elems::new(slot)).unwrap();
        assert!(owners.count <= 1);
        owners.first.map(|index| index.values().copied().collect())
    }

    fn at(index: &[i64]) -> MemIndex {
        MemIndex::new(index.iter().copied()).unwrap()
    }

    #[test]
    fn allocation_includes_padded_rows_and_span_does_not() {
        let padded = layout(&[2, 3], &[8, 1], 0, 16);
        assert_eq!(padded.span(), Ok(Elems::new(11)));
        assert_eq!(padded.allocation(), Ok(Elems::new(16)));
        assert_eq!(padded.size_in_bytes(), Ok(Bytes::new(32)));
        assert!(padded.is_nested() && !padded.is_packed());
        assert_eq!(owner(&padded, 10), Some(vec![1, 2]));
        assert_eq!([3, 16, -1].map(|slot| owner(&padded, slot)), [None, None, None]);
    }

    #[test]
    fn allocation_covers_an_inner_stride_wider_than_the_outer_one() {
        // Overlapping rows: the padded inner dimension extends beyond the outer one.
        let odd = layout(&[1, 4], &[2, 5], 1, 8);
        assert_eq!((odd.span(), odd.allocation()), (Ok(Elems::new(17)), Ok(Elems::new(21))));
    }

    #[test]
    fn rank_zero_is_one_element() {
        let scalar = layout(&[], &[], 0, 32);
        assert_eq!((scalar.span(), scalar.allocation()), (Ok(Elems::new(1)), Ok(Elems::new(1))));
        assert_eq!(scalar.size_in_bytes(), Ok(Bytes::new(4)));
        assert!(scalar.is_packed());
        assert_eq!((owner(&scalar, 0), owner(&scalar, 1)), (Some(vec![]), None));
        assert_eq!(layout(&[], &[], 3, 32).allocation(), Ok(Elems::new(4)));
    }

    #[test]
    fn span_of_a_flipped_row_starts_at_its_least_offset() {
        let flipped = layout(&[4], &[-2], 1, 8);
        assert_eq!(flipped.offset_range(), Ok((Elems::new(-5), Elems::new(1))));
        assert_eq!(flipped.span(), Ok(Elems::new(7)));
        assert_eq!(flipped.allocation(), Ok(Elems::new(7)));
        assert_eq!((owner(&flipped, 1), owner(&flipped, -1)), (Some(vec![0]), Some(vec![1])));
        assert!(!flipped.is_nested());
    }

    #[test]
    fn fused_merges_dims_at_equal_distances() {
        let padded = layout(&[2, 3, 1, 4], &[20, 4, 99, 1], 0, 8);
        let fused = |range| padded.fused(range).map(|(length, stride)| (length, stride.get()));
        assert_eq!(fused(1..4), Some((12, 1)));
        assert_eq!(fused(1..3), Some((3, 4)));
        assert_eq!(fused(0..2), None);
        assert_eq!(fused(2..3), Some((1, 99)));
        assert_eq!(fused(2..4), Some((4, 1)));
        assert_eq!(fused(4..4), None);
        let huge = layout(&[1 << 40, 1 << 40], &[1 << 40, 1], 0, 8);
        assert_eq!(huge.fused(0..2), None);
    }

    #[test]
    fn size_in_bytes_rounds_half_bytes_up() {
        assert_eq!(layout(&[3, 3], &[3, 1], 0, 4).size_in_bytes(), Ok(Bytes::new(5)));
    }

    #[test]
    fn element_offset_rejects_bad_indices() {
        let row = layout(&[2, 3], &[3, 1], 0, 8);
        let outside = AddressError::OutOfRange { component: 1, index: 3, length: Some(3) };
        assert_eq!(row.element_offset(&at(&[1, 3])), Err(outside));
        assert_eq!(outside.to_string(), "component 1 of the index must be within 0 to 2, but is 3");
        assert!(row.element_offset(&at(&[-1, 0])).is_err());
        assert!(matches!(row.element_offset(&at(&[1])), Err(AddressError::Rank(_))));
    }

    #[test]
    fn dynamic_batch_has_addresses_but_no_size() {
        let shape = MemShape::new([Len::DYNAMIC, Len::new(3).unwrap()]).unwrap();
        let strides = MemStrides::new([4, 1].map(Elems::new)).unwrap();
        let elem = ElemSize::new(Bits::new(8)).unwrap();
        let batch = PhysicalLayout::new(shape, strides, Elems::ZERO, elem).unwrap();
        assert_eq!(batch.element_offset(&at(&[1000, 2])), Ok(Elems::new(4002)));
        assert_eq!(batch.span(), Err(AddressError::Dynamic(MemDim::new(0).unwrap())));
        assert_eq!(owner(&batch, 4002), Some(vec![1000, 2]));
        assert!(batch.is_nested());
    }

    #[test]
    fn arithmetic_overflow_is_reported() {
        let most = i64::MAX;
        let huge = layout(&[most, most], &[most, most], most, 8);
        assert_eq!(huge.span(), Err(AddressError::Overflow));
        assert_eq!(huge.element_offset(&at(&[most - 1, 5])), Err(AddressError::Overflow));
        let many = layout(&[most; 15], &[most; 15], most, 8);
        assert_eq!(many.span(), Err(AddressError::Overflow));
        assert_eq!(many.element_offset(&at(&[most - 1; 15])), Err(AddressError::Overflow));
        assert!(!many.is_nested());
        let wide = layout(&[most], &[1], 0, 64);
        assert_eq!(wide.allocation(), Ok(Elems::new(most)));
        assert_eq!(wide.size_in_bytes(), Err(AddressError::Overflow));
    }
}
