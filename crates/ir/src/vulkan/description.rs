//! A `VkTensorDescriptionARM` with the described tensor, and its conversion to the attributes of an op.

use super::enumerators::{Enumerator, usages_in};
use super::error::DescriptionError;
use super::image::{AliasedImage, IMAGE_ATTR};
use super::memory::DescribedMemory;
use super::rolling::WRAPS_ATTR;
use crate::attrs::Attr;
use crate::context::{Context, Name};
use crate::layout::Bytes;
use crate::types::Type;

/// The key of the unit attribute of a tensor whose offset is in the arena of its function.
pub const IN_ARENA_ATTR: &str = "in_arena";

/// A well-formed description: every enumerator is registered, and the memory has lengths and strides.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// The described tensor.
    pub tensor: DescribedTensor,
    /// The arrangement in memory.
    pub tiling: &'static Enumerator,
    /// The format, lengths and strides.
    pub memory: DescribedMemory,
    /// The usage bits, which may repeat.
    pub usage: Vec<&'static Enumerator>,
}

impl Description {
    /// Returns the description of a tensor with these properties.
    pub fn new(
        tensor: DescribedTensor,
        tiling: &'static Enumerator,
        memory: DescribedMemory,
        usage: Vec<&'static Enumerator>,
    ) -> Description {
        Description { tensor, tiling, memory, usage }
    }
}

/// The tensor that a description describes, in addition to the fields of `VkTensorDescriptionARM`. A hand-written description may omit any of
/// these.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DescribedTensor {
    /// The name.
    pub name: Option<TensorName>,
    /// The name of the function that contains the value.
    pub function: Option<String>,
    /// The element type, which may be smaller than an element of the format.
    pub element_type: Option<Type>,
    /// The lengths, by logical dim.
    pub logical_shape: Option<Vec<i64>>,
    /// The logical dim at each physical position, outermost first.
    pub dim_order: Option<Vec<i64>>,
    /// The offset in the buffer, or in the arena of its function, at which the memory must be bound, in bytes. `None` is
    /// offset 0.
    pub offset: Option<Bytes>,
    /// `true` if the offset is in the arena of the function.
    pub in_arena: bool,
    /// The image whose memory the tensor aliases.
    pub image: Option<AliasedImage>,
    /// The window of each dim that has memory, `VkTensorRollingBackingCreateInfoARM::wraps`. `None` if all dims have
    /// memory in full.
    pub wraps: Option<Vec<u32>>,
}

/// The name of a described tensor, without its sigil.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TensorName {
    /// The name of a symbol.
    Symbol(String),
    /// The name of a value in its function.
    Value(String),
}

impl TensorName {
    /// Returns the name.
    pub fn text(&self) -> &str {
        match self {
            TensorName::Symbol(name) | TensorName::Value(name) => name,
        }
    }
}

impl Description {
    /// Returns the attributes of the description's op, without its symbol.
    pub fn to_attrs(&self, ctx: &mut Context) -> Vec<(Name, Attr)> {
        let tensor = &self.tensor;
        let of = tensor.name.as_ref().map(|name| match name {
            TensorName::Symbol(name) => ctx.symbol(name),
            TensorName::Value(name) => ctx.string(name),
        });
        let usage: Vec<Attr> = self.usage.iter().map(|bit| ctx.string(bit.name)).collect();
        let wraps = tensor.wraps.as_ref().map(|wraps| {
            let wraps: Vec<i64> = wraps.iter().copied().map(i64::from).collect();
            ctx.i64_array(&wraps)
        });
        let attrs = [
            ("of", of),
            ("function", tensor.function.as_ref().map(|name| ctx.string(name))),
            ("element_type", tensor.element_type.map(|ty| ctx.type_attr(ty))),
            ("logical_shape", tensor.logical_shape.as_ref().map(|shape| ctx.i64_array(shape))),
            ("dim_order", tensor.dim_order.as_ref().map(|order| ctx.i64_array(order))),
            ("tiling", Some(ctx.string(self.tiling.name))),
            ("format", Some(ctx.string(self.memory.format().name))),
            ("dims", Some(ctx.i64_array(&self.memory.dims()))),
            ("strides", self.memory.strides().map(|strides| ctx.i64_array(&strides))),
            ("offset", tensor.offset.map(|offset| ctx.int(offset.get()))),
            (IN_ARENA_ATTR, tensor.in_arena.then(|| ctx.unit())),
            ("usage", Some(ctx.array(&usage))),
            (WRAPS_ATTR, wraps),
            (IMAGE_ATTR, tensor.image.as_ref().map(|image| image.to_attr(ctx))),
        ];
        let given = attrs.into_iter().filter_map(|(key, value)| Some((key, value?)));
        given.map(|(key, value)| (ctx.name(key), value)).collect()
    }

    /// Returns the size of the memory in bytes, including the padding of every row: that of the window if the tensor
    /// has a rolling backing, and a lower bound for an opaque tiling.
    ///
    /// # Errors
    /// The size does not fit 64 bits, or the wraps are invalid.
    pub fn size_in_bytes(&self) -> Result<Bytes, DescriptionError> {
        let size = match &self.tensor.wraps {
            Some(wraps) => self.memory.window(wraps)?.size_in_bytes(),
            None => self.memory.size_in_bytes(),
        };
        size.map_err(DescriptionError::Address)
    }

    /// Returns the usage bits as `VkTensorUsageFlagsARM`.
    pub fn usage_mask(&self) -> i64 {
        self.usage.iter().fold(0, |mask, row| mask | row.value)
    }

    /// Returns the usage bits without duplicates, in Vulkan's order.
    pub fn usage_bits(&self) -> impl Iterator<Item = &'static Enumerator> {
        usages_in(self.usage_mask())
    }
}

#[cfg(test)]
mod tests {
    use super::super::enumerators::USAGES;
    use super::*;
    use crate::build::Builder;
    use crate::layout::MemShape;
    use crate::module::Module;
    use crate::vulkan::{
        ByteStrides, DESCRIPTION_OP, IMAGE_TILINGS, TILINGS, find, find_format, find_registered,
    };

    #[test]
    fn read_inverts_to_attrs() {
        let mut module = Module::new();
        let elem = module.ctx.int_type(16);
        let strides = ByteStrides::new([80, 16, 2].map(Bytes::new)).unwrap();
        let format = find_format("VK_FORMAT_R16_SINT").unwrap();
        let dims = MemShape::of_static(&[2, 5, 3]).unwrap();
        let memory = DescribedMemory::new(format, dims, Some(strides)).unwrap();
        let bits = ["TRANSFER_DST", "SHADER", "TRANSFER_DST"];
        let full = Description {
            tensor: DescribedTensor {
                name: Some(TensorName::Value("x".to_owned())),
                function: Some("f".to_owned()),
                element_type: Some(elem),
                logical_shape: Some(vec![2, 3, 5]),
                dim_order: Some(vec![0, 2, 1]),
                offset: Some(Bytes::new(24)),
                in_arena: true,
                image: Some(AliasedImage {
                    format: find_registered("VK_FORMAT_R16G16_SINT").unwrap(),
                    extent: vec![5, 2],
                    tiling: find(IMAGE_TILINGS, "LINEAR").unwrap(),
                    usage: Vec::new(),
                    row_pitch: Some(80),
                    depth_pitch: None,
                }),
                wraps: Some(vec![1, 5, 3]),
            },
            tiling: find(TILINGS, "LINEAR").unwrap(),
            memory,
            usage: bits.map(|bit| find(USAGES, bit).unwrap()).to_vec(),
        };
        let name = Some(TensorName::Symbol("y".to_owned()));
        let bare = Description {
            tensor: DescribedTensor { name, ..DescribedTensor::default() },
            tiling: find(TILINGS, "OPTIMAL").unwrap(),
            memory: full.memory.without_strides().unwrap(),
            usage: Vec::new(),
        };
        for description in [full, bare] {
            let attrs = description.to_attrs(&mut module.ctx);
            let attrs: Vec<_> = attrs
                .iter()
                .map(|&(key, value)| (module.ctx.text(key).to_owned(), value))
                .collect();
            let attrs: Vec<(&str, Attr)> =
                attrs.iter().map(|(key, value)| (key.as_str(), *value)).collect();
            let op = Builder::new(&mut module).op(DESCRIPTION_OP, &[], &[], &attrs);
            assert_eq!(Description::read(&module, op), Ok(description));
        }
    }
}
