//! The layout that a tensor type declares: shape, order, strides, offset, stride requirements.

use crate::messages::joined;
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::{
    DimId, DimsOrder, ElemSize, Elems, LogicalIndex, MemDim, MemShape, MemStrides, PerDim,
    RankError, Shape, Strides,
};
use crate::stride::{
    AddressError, BufferError, BufferMember, BufferProblem, MemoryOverflow, PhysicalLayout,
    StrideLimits, StrideReqs, SubviewMap, Violation, check, solve,
};

/// The layout of a tensor, by logical dimension. The order is known; the strides may be open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorLayout {
    shape: Shape,
    order: DimsOrder,
    elem: ElemSize,
    strides: Option<Strides>,
    offset: Elems,
    reqs: StrideReqs,
}

/// A layout whose strides are known and nested, and satisfy its requirements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ResolvedLayout {
    shape: Shape,
    order: DimsOrder,
    physical: PhysicalLayout,
}

/// The reason why a layout cannot be resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResolveError {
    /// No strides satisfy the requirements. The layout is the only member of the buffer.
    Unsolvable(BufferError),
    /// The given strides violate requirements or are not nested.
    Violations(Vec<Violation>),
    /// The strides satisfy all requirements, but a size of the memory does not fit 64 bits.
    Overflow(MemoryOverflow),
    /// Some strides satisfy the requirements, but none of them are within the limits of a device. The layout is the
    /// only member of the buffer.
    Limits(BufferError),
}

impl_error!(ResolveError {
    Self::Unsolvable(error) | Self::Limits(error) => "{error}",
    Self::Violations(violations) => "{}" (joined(violations, "; ")),
    Self::Overflow(overflow) => "the memory is too large: {overflow}",
});

impl TensorLayout {
    /// Returns a layout with open strides, no requirements, and offset 0.
    ///
    /// # Errors
    /// [`RankError::Mismatch`] if the shape and the order differ in rank.
    pub fn new(shape: Shape, order: DimsOrder, elem: ElemSize) -> Result<TensorLayout, RankError> {
        RankError::unless_equal(shape.len(), order.rank())?;
        let strides = None;
        let offset = Elems::ZERO;
        let reqs = StrideReqs::any();
        Ok(TensorLayout { shape, order, elem, strides, offset, reqs })
    }

    /// Returns the same layout with these strides, in elements.
    ///
    /// # Errors
    /// [`RankError::Mismatch`] if the rank differs from that of the shape.
    pub fn with_strides(self, strides: Strides) -> Result<TensorLayout, RankError> {
        RankError::unless_equal(self.shape.len(), strides.len())?;
        Ok(TensorLayout { strides: Some(strides), ..self })
    }

    /// Returns the same layout with this offset of index zero.
    #[must_use]
    pub fn with_offset(self, offset: Elems) -> TensorLayout {
        TensorLayout { offset, ..self }
    }

    /// Returns the same layout with its requirements replaced by these.
    #[must_use]
    pub fn with_reqs(self, reqs: StrideReqs) -> TensorLayout {
        TensorLayout { reqs, ..self }
    }

    /// Returns the lengths.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the order of the dimensions in memory.
    pub fn order(&self) -> DimsOrder {
        self.order
    }

    /// Returns the size of an element.
    pub fn elem(&self) -> ElemSize {
        self.elem
    }

    /// Returns the strides; `None` if they are open.
    pub fn strides(&self) -> Option<&Strides> {
        self.strides.as_ref()
    }

    /// Returns the offset of index zero in the buffer.
    pub fn offset(&self) -> Elems {
        self.offset
    }

    /// Returns the stride requirements.
    pub fn reqs(&self) -> &StrideReqs {
        &self.reqs
    }

    /// Returns the lengths by physical dimension.
    pub fn mem_shape(&self) -> MemShape {
        self.order.to_memory(&self.shape).expect("`new` compared the ranks")
    }

    /// Returns the layout by physical dimension; `None` if the strides are open. The strides are not checked against
    /// the requirements.
    pub fn physical(&self) -> Option<PhysicalLayout> {
        let strides = self
            .order
            .to_memory(self.strides.as_ref()?)
            .expect("`with_strides` compared the ranks");
        Some(self.with_memory(strides))
    }

    /// Checks the given strides; if the strides are open, solves for the least ones.
    ///
    /// # Errors
    /// The given strides violate requirements, the requirements conflict, or a size of the memory overflows 64 bits.
    pub fn resolve(&self) -> Result<ResolvedLayout, ResolveError> {
        let physical = match self.physical() {
            Some(given) => self.checked(given)?,
            None => self.solved()?,
        };
        if let Some(overflow) = physical.overflow() {
            return Err(ResolveError::Overflow(overflow));
        }
        Ok(ResolvedLayout { shape: self.shape.clone(), order: self.order, physical })
    }

    /// Resolves the layout as [`resolve`](Self::resolve) does, within the limits of a device. The limits do not apply
    /// if a length is dynamic.
    ///
    /// # Errors
    /// As [`resolve`](Self::resolve), and [`ResolveError::Limits`] if no strides are within the limits.
    pub fn resolve_within(&self, limits: &StrideLimits) -> Result<ResolvedLayout, ResolveError> {
        if self.has_dynamic_length() {
            return self.resolve();
        }
        let given = self.physical().map(|given| self.checked(given)).transpose()?;
        let mut layouts = self.buffer(true).solve(Some(limits)).or_else(|error| {
            // The requirements alone may conflict. That conflict is reported first.
            self.resolve().and(Err(ResolveError::Limits(error)))
        })?;
        let solved = layouts.pop().expect("the buffer has one member").strides;
        let physical = given.unwrap_or_else(|| self.with_memory(solved));
        Ok(ResolvedLayout { shape: self.shape.clone(), order: self.order, physical })
    }

    /// Returns the layout as a buffer of its own. The limits of a device apply if `described` is `true` and all lengths
    /// are static.
    pub fn buffer(&self, described: bool) -> BufferProblem {
        let lens: Vec<i64> = self.shape.values().map(|len| len.or_stand_in()).collect();
        let member = BufferMember {
            reqs: self.reqs.iter().collect(),
            given: self.physical().map(|given| given.strides().clone()),
            given_offset: Some(self.offset.get()),
            described: described && !self.has_dynamic_length(),
            ..BufferMember::new(&SubviewMap::whole(&lens), self.order)
        };
        let elem = self.elem;
        let members = vec![member];
        BufferProblem { lens, elem, members, root: 0, contiguity: Vec::new() }
    }

    fn has_dynamic_length(&self) -> bool {
        self.shape.first_dynamic().is_some()
    }

    fn checked(&self, given: PhysicalLayout) -> Result<PhysicalLayout, ResolveError> {
        let violations = check(given.shape(), self.elem, self.reqs.as_slice(), given.strides());
        if violations.is_empty() { Ok(given) } else { Err(ResolveError::Violations(violations)) }
    }

    fn solved(&self) -> Result<PhysicalLayout, ResolveError> {
        let strides = solve(&self.mem_shape(), self.elem, self.reqs.as_slice());
        strides.map(|strides| self.with_memory(strides)).map_err(ResolveError::Unsolvable)
    }

    fn with_memory(&self, strides: MemStrides) -> PhysicalLayout {
        let physical = PhysicalLayout::new(self.mem_shape(), strides, self.offset, self.elem);
        physical.expect("solved strides have the rank of the shape")
    }
}

impl ResolvedLayout {
    /// Returns the lengths, by logical dimension.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the order of the dimensions in memory.
    pub fn order(&self) -> DimsOrder {
        self.order
    }

    /// Returns the layout by physical dimension.
    pub fn physical(&self) -> &PhysicalLayout {
        &self.physical
    }

    /// Returns the strides, by logical dimension.
    pub fn strides(&self) -> Strides {
        self.order.to_logical(self.physical.strides()).expect("a resolved layout has one rank")
    }

    /// Returns the offset of the element at a logical index. The index is checked against the logical shape first, so
    /// errors count logical components.
    ///
    /// # Errors
    /// The index has another rank or is out of range, or the offset does not fit 64 bits.
    pub fn offset_of(&self, index: &LogicalIndex) -> Result<Elems, AddressError> {
        self.shape.check_index(index)?;
        self.physical.element_offset(&self.order.to_memory(index)?)
    }

    /// Returns the same layout as a pipeline without transforms. Its logical dims are the dims of memory, rearranged
    /// from physical to logical order.
    ///
    /// # Errors
    /// The number of elements is 2^63 or more, or an offset overflows 64 bits.
    pub fn layout(&self) -> Result<Layout, LayoutFault> {
        let builder = LayoutBuilder::new(self.physical.clone());
        let dims = builder.base_dims().iter().copied();
        let dims: PerDim<MemDim, DimId> = PerDim::new(dims).expect("memory has at most 15 dims");
        let logical_dims = self.order.to_logical(&dims).expect("a resolved layout has one rank");
        let logical_dims: Vec<DimId> = logical_dims.values().copied().collect();
        builder.finish(&logical_dims)
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::space::Bits;
    use crate::stride::{Amount, Req, ReqKind, Unit};

    fn nhwc(shape: &[i64]) -> TensorLayout {
        let elem = ElemSize::new(Bits::new(16)).unwrap();
        TensorLayout::new(Shape::of_static(shape).unwrap(), DimsOrder::NHWC, elem).unwrap()
    }

    fn aligned(dim: usize, bytes: i64) -> StrideReqs {
        let amount = Amount::new(bytes, Unit::Bytes).unwrap();
        [Req { dim: MemDim::new(dim).unwrap(), kind: ReqKind::Aligned(amount) }]
            .into_iter()
            .collect()
    }

    fn strides(values: &[i64]) -> Strides {
        Strides::new(values.iter().map(|&stride| Elems::new(stride))).unwrap()
    }

    #[test]
    fn resolve_returns_least_strides_of_aligned_pixels() {
        let resolved = nhwc(&[1, 3, 224, 224]).with_reqs(aligned(2, 64)).resolve().unwrap();
        assert_eq!(resolved.strides().to_string(), "[1605632, 1, 7168, 32]");
        assert_eq!(resolved.physical().strides().to_string(), "[1605632, 7168, 32, 1]");
        let index = LogicalIndex::new([0, 2, 1, 1]).unwrap();
        assert_eq!(resolved.offset_of(&index), Ok(Elems::new(7202)));
        let outside = LogicalIndex::new([0, 3, 1, 1]).unwrap();
        let error = AddressError::OutOfRange { component: 1, index: 3, length: Some(3) };
        assert_eq!(resolved.offset_of(&outside), Err(error));
    }

    #[test]
    fn resolve_checks_given_strides() {
        let given = nhwc(&[1, 3, 4, 4]).with_strides(strides(&[48, 1, 12, 3])).unwrap();
        assert!(given.resolve().is_ok());
        let error = given.with_reqs(aligned(2, 64)).resolve().unwrap_err();
        expect!["the stride of m2 is 6 bytes, but `aligned<64 bytes>` requires a multiple of 64 bytes; the next multiple is 64 bytes"]
            .assert_eq(&error.to_string());
    }

    #[test]
    fn open_strides_have_no_offset() {
        let open = nhwc(&[1, 3, 4, 4]);
        assert_eq!(open.physical(), None);
        let zero = LogicalIndex::new([0; 4]).unwrap();
        let moved = open.with_offset(Elems::new(7)).resolve().unwrap();
        assert_eq!(moved.offset_of(&zero), Ok(Elems::new(7)));
    }

    #[test]
    fn ranks_must_be_equal() {
        let elem = ElemSize::new(Bits::new(16)).unwrap();
        let flat = Shape::of_static(&[4]).unwrap();
        assert!(TensorLayout::new(flat, DimsOrder::NHWC, elem).is_err());
        assert!(nhwc(&[1, 3, 4, 4]).with_strides(strides(&[1])).is_err());
    }
}
