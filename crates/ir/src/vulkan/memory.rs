//! The memory of a described tensor: lengths in elements of the format, strides in bytes.

use super::error::DescriptionError;
use super::formats::VkFormat;
use crate::layout::{
    AddressError, Bits, Bytes, ElemSize, Elems, MemDim, MemShape, MemStrides, PerDim,
    PhysicalLayout, solve,
};

/// The strides of a tensor's memory in bytes, by physical dim, outermost first.
pub type ByteStrides = PerDim<MemDim, Bytes>;

/// The lengths and strides of a description, outermost first. A description has at least one dim, static lengths, and a
/// format with an element size. The strides may be in any order, and need not be multiples of the element size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedMemory {
    format: &'static VkFormat,
    elem: ElemSize,
    dims: MemShape,
    /// The strides; those of the packed tensor if `pStrides` is null.
    strides: ByteStrides,
    /// `true` if `pStrides` is null.
    is_null: bool,
}

impl DescribedMemory {
    /// Returns the memory of these lengths and strides. Without strides the tensor is assumed packed; for a tiling
    /// other than LINEAR its real strides are opaque.
    ///
    /// # Errors
    /// The format has no element size, the dims are empty, a length is dynamic, the numbers of strides and dims differ,
    /// or the packed strides do not fit 64 bits.
    pub fn new(
        format: &'static VkFormat,
        dims: MemShape,
        strides: Option<ByteStrides>,
    ) -> Result<DescribedMemory, DescriptionError> {
        let elem = format.elem().ok_or(DescriptionError::Format)?;
        if dims.is_empty() {
            return Err(DescriptionError::NoDims);
        }
        if let Some(dim) = dims.first_dynamic() {
            return Err(DescriptionError::Address(AddressError::Dynamic(dim)));
        }
        let is_null = strides.is_none();
        let strides = strides.map_or_else(|| packed(&dims, elem), Ok)?;
        if strides.len() != dims.len() {
            let strides = strides.len();
            let dims = dims.len();
            return Err(DescriptionError::Strides { strides, dims });
        }
        Ok(DescribedMemory { format, elem, dims, strides, is_null })
    }

    /// Returns the memory of a layout whose elements have the size of the format. The strides are null if the layout is
    /// packed. The offset of the layout is ignored.
    ///
    /// # Errors
    /// A stride in bytes does not fit 64 bits, or as for [`new`](Self::new).
    pub fn of_layout(
        format: &'static VkFormat,
        layout: &PhysicalLayout,
    ) -> Result<DescribedMemory, DescriptionError> {
        debug_assert_eq!(layout.elem(), format.elem());
        let elem = format.elem().ok_or(DescriptionError::Format)?;
        let strides = in_bytes(layout.strides(), elem)?;
        let memory = DescribedMemory::new(format, layout.shape().clone(), Some(strides))?;
        Ok(DescribedMemory { is_null: layout.is_packed(), ..memory })
    }

    /// Returns the memory of the same lengths without strides.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn without_strides(&self) -> Result<DescribedMemory, DescriptionError> {
        DescribedMemory::new(self.format, self.dims.clone(), None)
    }

    /// Returns the memory with the same strides of a window of each dim, as long as `wraps` states.
    ///
    /// # Errors
    /// A wrap is 0, or the numbers of wraps and dims differ.
    pub fn window(&self, wraps: &[u32]) -> Result<DescribedMemory, DescriptionError> {
        let lengths: Vec<i64> = wraps.iter().copied().map(i64::from).collect();
        let dims = MemShape::of_static(&lengths)
            .and_then(MemShape::of_tensor)
            .map_err(DescriptionError::Rank)?;
        DescribedMemory::new(self.format, dims, Some(self.strides.clone()))
    }

    /// Returns the format of an element.
    pub fn format(&self) -> &'static VkFormat {
        self.format
    }

    /// Returns the size of an element in bytes.
    pub fn elem_bytes(&self) -> Bytes {
        self.elem.bytes().expect("the size of a format is whole bytes")
    }

    /// Returns the lengths in elements, the values of `pDimensions`.
    pub fn dims(&self) -> Vec<i64> {
        self.dims.values().map(|len| len.get().expect("`new` rejects dynamic lengths")).collect()
    }

    /// Returns the strides in bytes, the values of `pStrides`. `None` if `pStrides` is null.
    pub fn strides(&self) -> Option<Vec<i64>> {
        (!self.is_null).then(|| self.strides.values().map(|stride| stride.get()).collect())
    }

    /// Returns `true` if the tensor is packed by Vulkan's definition: the strides leave no gaps.
    pub fn is_packed(&self) -> bool {
        self.layout().is_some_and(|layout| layout.is_packed())
    }

    /// Returns the layout in elements. `None` if a stride is not a multiple of the element size.
    pub fn layout(&self) -> Option<PhysicalLayout> {
        self.in_units(self.elem)
    }

    /// Returns the layout in bytes, which maps an index to the first byte of its element.
    pub fn layout_in_bytes(&self) -> PhysicalLayout {
        let byte = ElemSize::new(Bits::new(8)).expect("a byte has a size");
        self.in_units(byte).expect("strides are whole bytes")
    }

    /// Returns the layout with strides in this unit. `None` if a stride is not a multiple of it.
    fn in_units(&self, unit: ElemSize) -> Option<PhysicalLayout> {
        let strides = self.strides.values().map(|stride| stride.to_elems(unit));
        let strides = strides.collect::<Option<Vec<Elems>>>()?;
        let strides = MemStrides::new(strides).expect("`new` compared the ranks");
        let layout = PhysicalLayout::new(self.dims.clone(), strides, Elems::ZERO, unit);
        Some(layout.expect("`new` compared the ranks"))
    }

    /// Returns the size in bytes, including the padding of every row. Without strides this is the size of the packed
    /// tensor, a lower bound for an opaque tiling.
    ///
    /// # Errors
    /// The size does not fit 64 bits.
    pub fn size_in_bytes(&self) -> Result<Bytes, AddressError> {
        let first_bytes = self.layout_in_bytes();
        // The span of `first_bytes` ends with the first byte of the last element.
        let rest = Elems::new(self.elem_bytes().get() - 1);
        let span = first_bytes.span()?.checked_add(rest).ok_or(AddressError::Overflow)?;
        Ok(Bytes::new(first_bytes.allocation_of(span)?.get()))
    }
}

/// Returns the strides of a packed tensor in bytes.
fn packed(dims: &MemShape, elem: ElemSize) -> Result<ByteStrides, DescriptionError> {
    // On overflow, the solver reports which stride is too large. Without requirements, its least strides leave no gaps.
    in_bytes(
        &dims
            .row_major_strides()
            .map_or_else(|| solve(dims, elem, &[]).map_err(DescriptionError::Packed), Ok)?,
        elem,
    )
}

/// Converts strides in elements to bytes.
fn in_bytes(strides: &MemStrides, elem: ElemSize) -> Result<ByteStrides, DescriptionError> {
    let bytes = strides.values();
    let bytes: Result<Vec<Bytes>, _> = bytes
        .map(|&amount| amount.to_bytes(elem).ok_or(DescriptionError::Bytes { amount, elem }))
        .collect();
    ByteStrides::new(bytes?).map_err(DescriptionError::Rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vulkan::find_format;

    fn memory(format: &str, dims: &[i64], strides: Option<&[i64]>) -> DescribedMemory {
        let strides = strides.map(|strides| {
            ByteStrides::new(strides.iter().map(|&stride| Bytes::new(stride))).unwrap()
        });
        let dims = MemShape::of_static(dims).unwrap();
        DescribedMemory::new(find_format(format).unwrap(), dims, strides).unwrap()
    }

    #[test]
    fn null_strides_are_packed() {
        let packed = memory("VK_FORMAT_R32_SFLOAT", &[2, 3], None);
        let given = memory("VK_FORMAT_R32_SFLOAT", &[2, 3], Some(&[12, 4]));
        assert_eq!((packed.strides(), given.strides()), (None, Some(vec![12, 4])));
        assert!(packed.is_packed() && given.is_packed());
        assert_eq!(given.without_strides().unwrap(), packed);
        assert_eq!(packed.layout().unwrap().strides().to_string(), "[3, 1]");
        assert_eq!(packed.layout_in_bytes().strides().to_string(), "[12, 4]");
        assert_eq!(packed.size_in_bytes(), Ok(Bytes::new(24)));
    }

    #[test]
    fn size_covers_unaligned_negative_and_overlapping_strides() {
        let odd = memory("VK_FORMAT_R16_SINT", &[4, 1], Some(&[3, 2]));
        assert_eq!((odd.layout(), odd.is_packed()), (None, false));
        assert_eq!(odd.size_in_bytes(), Ok(Bytes::new(12)));
        let reversed = memory("VK_FORMAT_R16_SINT", &[3], Some(&[-2]));
        assert_eq!(reversed.size_in_bytes(), Ok(Bytes::new(6)));
        let overlapping = memory("VK_FORMAT_R64_SINT", &[3], Some(&[1]));
        assert_eq!(overlapping.size_in_bytes(), Ok(Bytes::new(10)));
        let most = memory("VK_FORMAT_R8_SINT", &[2, 2], Some(&[i64::MAX, i64::MAX]));
        assert_eq!(most.size_in_bytes(), Err(AddressError::Overflow));
        let least = memory("VK_FORMAT_R8_SINT", &[1, 1], Some(&[i64::MIN, i64::MIN]));
        assert_eq!(least.size_in_bytes(), Ok(Bytes::new(1)));
    }

    #[test]
    fn size_supports_fifteen_dims() {
        let memory = memory("VK_FORMAT_R16_SINT", &[2; 15], None);
        assert_eq!(memory.size_in_bytes(), Ok(Bytes::new(1 << 16)));
    }

    #[test]
    fn of_layout_has_strides_only_for_gaps() {
        let format = find_format("VK_FORMAT_R16_SFLOAT").unwrap();
        let layout = |strides: [i64; 2]| {
            let dims = MemShape::of_static(&[2, 5]).unwrap();
            let strides = MemStrides::new(strides.map(Elems::new)).unwrap();
            let elem = format.elem().unwrap();
            PhysicalLayout::new(dims, strides, Elems::new(7), elem).unwrap()
        };
        let of = |strides| DescribedMemory::of_layout(format, &layout(strides));
        assert_eq!(of([5, 1]).unwrap(), memory(format.name, &[2, 5], None));
        assert_eq!(of([8, 1]).unwrap(), memory(format.name, &[2, 5], Some(&[16, 2])));
        assert_eq!(
            of([1 << 62, 1]).unwrap_err().to_string(),
            "the size in bytes of 4611686018427387904 elements of 16 bits does not fit 64 bits"
        );
    }
}
