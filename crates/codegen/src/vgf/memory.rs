//! The memory of values at the border: the sizes of buffers, and the dims and strides of tensors.

use super::border::Border;
use super::names::refused;
use ir::descriptor::Layouts;
use ir::diag::Diag;
use ir::encoding::{self, Reading};
use ir::layout::{Dim, Layout};
use ir::module::{Module, Value};
use ir::print::type_to_string;
use ir::vulkan::{DescribedMemory, VkFormat, format_of};
use ir::{Context, Type, TypeKind};

/// The memory of a value.
#[derive(Clone)]
pub(super) struct ValueMemory {
    /// The lengths and strides in physical order.
    pub(super) memory: DescribedMemory,
    /// The size of the buffer up to the end of the value, in bytes.
    pub(super) bytes: i64,
    /// The first byte of the value in its buffer.
    pub(super) offset: i64,
    /// `true` if the physical dims are in the order of the logical dims, except for dims of length 1.
    pub(super) is_in_order: bool,
}

impl ValueMemory {
    /// Returns the memory of a value.
    ///
    /// # Errors
    /// The value has no layout, a dynamic length, or elements without a Vulkan format of the same size.
    pub(super) fn new(
        module: &Module,
        layouts: &Layouts<'_>,
        border: &Border<'_>,
        value: Value,
    ) -> Result<ValueMemory, Diag> {
        let fault = |reason: &str| {
            let name = border.name(value);
            refused(module.type_location(value), &format!("`{name}` has no resource: {reason}"))
        };
        let layout = layouts.of_type(module.ty(value), true);
        let layout = layout.map_err(|found| fault(&found.message))?;
        let layout = layout.ok_or_else(|| fault("its layout is not resolved"))?;
        let format = format(module, value, &layout).map_err(|reason| fault(&reason))?;
        if let Some(dim) = layout.shape().first_dynamic() {
            let reason =
                format!("the length of {dim} is dynamic, but resources have static lengths");
            return Err(fault(&reason).note("`bounds` states the greatest lengths of a type"));
        }
        let is_in_order = is_in_order(&module.ctx, module.ty(value));
        ValueMemory::of_layout(format, &layout, is_in_order).map_err(|reason| fault(&reason))
    }

    fn of_layout(
        format: &'static VkFormat,
        layout: &Layout,
        is_in_order: bool,
    ) -> Result<ValueMemory, String> {
        let physical = layout.physical();
        let memory = match DescribedMemory::of_layout(format, physical) {
            Err(_) if physical.shape().is_empty() => scalar(format),
            memory => memory.map_err(|error| error.to_string()),
        }?;
        let slots = layout.allocation().map_err(|error| error.to_string())?;
        let size = memory.elem_bytes().get();
        let bytes = slots.get().checked_mul(size).ok_or("its size exceeds 64 bits")?;
        let offset = physical.offset().get().checked_mul(size);
        let offset = offset.ok_or("its offset exceeds 64 bits")?;
        Ok(ValueMemory { memory, bytes, offset, is_in_order })
    }

    /// Returns the lengths if the buffer has this size and is filled by the packed value.
    pub(super) fn filled_dims(&self, bytes: i64) -> Option<Vec<i64>> {
        let fills = self.memory.is_packed() && self.offset == 0 && self.bytes == bytes;
        fills.then(|| self.memory.dims())
    }

    /// Returns the size and the format if the packed value fills its buffer.
    pub(super) fn filled_bytes(&self) -> Option<(i64, i64)> {
        self.filled_dims(self.bytes).map(|_| (self.bytes, self.memory.format().value))
    }

    /// Returns the strides of the packed tensor in elements, by physical dim.
    pub(super) fn packed_strides(&self) -> Option<Vec<i64>> {
        let packed = self.memory.without_strides().ok()?.layout()?;
        Some(packed.strides().values().map(|stride| stride.get()).collect())
    }

    /// Returns the first stride that differs from that of the packed tensor; `None` if all are equal.
    pub(super) fn not_packed(&self) -> Option<String> {
        let packed = self.memory.without_strides().ok()?;
        let own = self.memory.layout_in_bytes();
        let packed = packed.layout_in_bytes();
        let pairs = own.strides().values().zip(packed.strides().values()).enumerate();
        let mut differing = pairs.filter(|(_, (own, packed))| own != packed);
        differing.next().map(|(dim, (own, packed))| {
            let [own, packed] = [own, packed].map(|stride| stride.get());
            format!("the stride of m{dim} is {own} bytes and not {packed}")
        })
    }
}

/// Returns `true` if a layout is an order that keeps the dims of other lengths than 1 in place.
fn is_in_order(ctx: &Context, ty: Type) -> bool {
    let layout = match encoding::read(ctx, ty) {
        Ok(Some(Reading::Open)) => return true,
        Ok(Some(Reading::Ordered(layout))) => layout,
        _ => return false,
    };
    let shape = layout.shape();
    let dims = layout.order().results().filter(|&dim| shape[dim].get() != Some(1));
    let dims: Vec<Dim> = dims.collect();
    dims.is_sorted()
}

/// Returns the memory of a scalar. Vulkan has no rank 0, so it is one dim of length 1.
fn scalar(format: &'static VkFormat) -> Result<DescribedMemory, String> {
    let shape = ir::layout::MemShape::of_static(&[1]).map_err(|error| error.to_string())?;
    DescribedMemory::new(format, shape, None).map_err(|error| error.to_string())
}

/// Returns the format of the elements of a value, which are whole bytes.
fn format(module: &Module, value: Value, layout: &Layout) -> Result<&'static VkFormat, String> {
    let TypeKind::Tensor { elem, .. } = *module.kind(value) else {
        return Err("it is not a tensor".to_owned());
    };
    let format = format_of(module.ctx.kind(elem));
    let format = format.filter(|format| layout.physical().elem() == format.elem());
    format.ok_or_else(|| {
        let ty = type_to_string(module, elem);
        format!("no Vulkan format has one element of type `{ty}`")
    })
}
