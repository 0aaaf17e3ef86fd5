//! The only reader of tensor descriptions. Reads the attributes of a `vk.tensor_description` as they are written.

use super::description::{DescribedTensor, Description, IN_ARENA_ATTR, TensorName};
use super::enumerators::{Enumerator, TILINGS, USAGES, find, find_value, usages_in};
use super::error::DescriptionError;
use super::formats::{VkFormat, find_registered, find_registered_value};
use super::image::{AliasedImage, IMAGE_ATTR};
use super::memory::{ByteStrides, DescribedMemory};
use super::rolling::{WRAPS_ATTR, checked_wraps};
use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::layout::{Bytes, MemShape};
use crate::module::{Module, Op};
use crate::types::Type;

/// A field whose value is an enumerator of Vulkan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnumField<T> {
    /// A registered enumerator.
    Known(T),
    /// A text or number that is not registered, as it is written; empty if the field is absent.
    Unknown(String),
}

impl<T: Copy> EnumField<T> {
    /// Returns the registered enumerator. `None` if the field is unknown.
    pub fn known(&self) -> Option<T> {
        match self {
            EnumField::Known(known) => Some(*known),
            EnumField::Unknown(_) => None,
        }
    }

    /// Returns the registered enumerator; `field` is the name of the field, for the error.
    ///
    /// # Errors
    /// The enumerator is not registered.
    pub fn registered(&self, field: &'static str) -> Result<T, DescriptionError> {
        match self {
            EnumField::Known(known) => Ok(*known),
            EnumField::Unknown(text) => {
                Err(DescriptionError::Unregistered { field, text: text.clone() })
            }
        }
    }
}

/// Vulkan's fields of a description as they are written. Enumerators may be unknown, and numbers are not checked.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WrittenDescription {
    /// The arrangement in memory; LINEAR if it is absent.
    pub tiling: EnumField<&'static Enumerator>,
    /// The format of an element.
    pub format: EnumField<&'static VkFormat>,
    /// `dimension_count`, which may occur with or without `dims`.
    pub dimension_count: Option<i64>,
    /// The lengths; `None` is a null pointer.
    pub dims: Option<Vec<i64>>,
    /// The strides in bytes; `None` is a null pointer.
    pub strides: Option<Vec<i64>>,
    /// The usage bits; only SHADER if they are absent.
    pub usage: Vec<EnumField<&'static Enumerator>>,
    /// The image whose memory the tensor aliases.
    pub image: Option<AliasedImage>,
    /// The wraps of the rolling backing, one for each of `dims`.
    pub wraps: Option<Vec<u32>>,
}

impl WrittenDescription {
    /// Reads the attributes of a description's op.
    pub fn read(module: &Module, op: Op) -> WrittenDescription {
        let ctx = &module.ctx;
        let tiling = tiling_of(ctx, module.attr(op, "tiling"));
        let dims = ints(module, op, "dims");
        // The verifier rejects malformed attributes.
        let count = dims.as_ref().map_or(0, Vec::len);
        let wraps = module.attr(op, WRAPS_ATTR);
        WrittenDescription {
            image: image_of(ctx, module.attr(op, IMAGE_ATTR), &tiling),
            wraps: wraps.and_then(|attr| checked_wraps(ctx, attr, count).ok()),
            tiling,
            format: format(ctx, module.attr(op, "format")),
            dimension_count: module.int_attr(op, "dimension_count"),
            dims,
            strides: ints(module, op, "strides"),
            usage: usage_of(ctx, module.attr(op, "usage")),
        }
    }

    /// Returns `dimensionCount`, the length of both arrays: `dimension_count`, or else the number of lengths. `None` if
    /// both are absent.
    pub fn count(&self) -> Option<i64> {
        let given = self.dims.as_ref().and_then(|dims| i64::try_from(dims.len()).ok());
        self.dimension_count.or(given)
    }

    /// Returns the memory that the format, lengths and strides describe.
    ///
    /// # Errors
    /// The format is unknown or has no element size, the number of dims is 0 or too large, a length is less than 1, the
    /// numbers of strides and dims differ, or the strides of a packed tensor do not fit 64 bits.
    pub fn memory(&self) -> Result<DescribedMemory, DescriptionError> {
        let format = self.format.known().filter(|format| format.elem().is_some());
        let format = format.ok_or(DescriptionError::Format)?;
        let dims = self.dims.as_deref().filter(|dims| !dims.is_empty());
        let dims = dims.ok_or(DescriptionError::NoDims)?;
        let shape = MemShape::of_static(dims)
            .and_then(MemShape::of_tensor)
            .map_err(DescriptionError::Rank)?;
        DescribedMemory::new(
            format,
            shape,
            self.strides
                .as_ref()
                .map(|strides| {
                    let typed = ByteStrides::new(strides.iter().copied().map(Bytes::new));
                    let strides = strides.len();
                    let dims = dims.len();
                    typed.map_err(|_| DescriptionError::Strides { strides, dims })
                })
                .transpose()?,
        )
    }

    /// Returns the well-formed description of a tensor.
    ///
    /// # Errors
    /// An enumerator is not registered, or as for [`memory`](Self::memory).
    fn validated(&self, tensor: DescribedTensor) -> Result<Description, DescriptionError> {
        let tiling = self.tiling.registered("tiling")?;
        self.format.registered("format")?;
        let usage = self.usage.iter().map(|bit| bit.registered("usage"));
        let usage = usage.collect::<Result<Vec<_>, _>>()?;
        let tensor =
            DescribedTensor { image: self.image.clone(), wraps: self.wraps.clone(), ..tensor };
        Ok(Description { tensor, tiling, memory: self.memory()?, usage })
    }
}

impl Description {
    /// Reads the description of an op.
    ///
    /// # Errors
    /// An enumerator is not registered, or as for [`WrittenDescription::memory`].
    pub fn read(module: &Module, op: Op) -> Result<Description, DescriptionError> {
        WrittenDescription::read(module, op).validated(described_tensor(module, op))
    }
}

/// Reads the described tensor: the attributes that are not fields of Vulkan.
fn described_tensor(module: &Module, op: Op) -> DescribedTensor {
    let ctx = &module.ctx;
    let offset = module.int_attr(op, "offset");
    DescribedTensor {
        name: module.attr(op, "of").and_then(|of| tensor_name(ctx, of)),
        function: module.str_attr(op, "function").map(str::to_owned),
        element_type: element_type_of(module, op),
        logical_shape: ints(module, op, "logical_shape"),
        dim_order: ints(module, op, "dim_order"),
        offset: offset.map(Bytes::new),
        in_arena: module.attr(op, IN_ARENA_ATTR).is_some(),
        // `validated` adds both, which depend on the fields of Vulkan.
        image: None,
        wraps: None,
    }
}

/// Reads an attribute `image` of a tensor with this tiling. `None` if it is absent, or malformed, which the verifier
/// rejects.
pub fn image_of(
    ctx: &Context,
    attr: Option<Attr>,
    tiling: &EnumField<&'static Enumerator>,
) -> Option<AliasedImage> {
    let tiling = tiling.known().map_or("", |tiling| tiling.name);
    AliasedImage::read(ctx, attr?, "", tiling).ok()
}

/// Reads the attribute `element_type` of a description. `None` if it is absent or not a type.
pub fn element_type_of(module: &Module, op: Op) -> Option<Type> {
    module.type_attr(op, "element_type")
}

/// Reads an attribute `tiling`; LINEAR if it is absent.
pub fn tiling_of(ctx: &Context, attr: Option<Attr>) -> EnumField<&'static Enumerator> {
    let tiling = attr.map(|attr| enumerator(ctx, TILINGS, attr));
    tiling.unwrap_or_else(|| named(TILINGS, "LINEAR"))
}

/// Reads an attribute `usage`: a list of names and bits, or one mask; only SHADER if it is absent.
pub fn usage_of(ctx: &Context, attr: Option<Attr>) -> Vec<EnumField<&'static Enumerator>> {
    attr.map_or_else(|| vec![named(USAGES, "SHADER")], |attr| usages(ctx, attr))
}

/// Returns the last component of a symbol reference, or the name of a value.
fn tensor_name(ctx: &Context, of: Attr) -> Option<TensorName> {
    match ctx.attr_kind(of) {
        AttrKind::Symbol { root, nested } => {
            let last = nested.last().copied().unwrap_or(*root);
            Some(TensorName::Symbol(ctx.text(last).to_owned()))
        }
        _ => ctx.as_str(of).map(|name| TensorName::Value(name.to_owned())),
    }
}

fn named(rows: &'static [Enumerator], name: &str) -> EnumField<&'static Enumerator> {
    find(rows, name).map_or_else(|| EnumField::Unknown(name.to_owned()), EnumField::Known)
}

fn enumerator(
    ctx: &Context,
    rows: &'static [Enumerator],
    attr: Attr,
) -> EnumField<&'static Enumerator> {
    field(ctx, attr, |name| find(rows, name), |value| find_value(rows, value))
}

/// Returns what an attribute means: a name, or a value.
fn field<T>(
    ctx: &Context,
    attr: Attr,
    by_name: impl FnOnce(&str) -> Option<T>,
    by_value: impl FnOnce(i64) -> Option<T>,
) -> EnumField<T> {
    if let Some(name) = ctx.as_str(attr) {
        return by_name(name).map_or_else(|| EnumField::Unknown(name.to_owned()), EnumField::Known);
    }
    let Some(value) = ctx.as_int(attr) else { return EnumField::Unknown("no name".to_owned()) };
    by_value(value).map_or_else(|| EnumField::Unknown(value.to_string()), EnumField::Known)
}

fn usages(ctx: &Context, attr: Attr) -> Vec<EnumField<&'static Enumerator>> {
    match (ctx.as_array(attr), ctx.as_int(attr)) {
        (Some(items), _) => items.iter().flat_map(|&item| usage_item(ctx, item)).collect(),
        (None, Some(mask)) => bits(mask),
        (None, None) => vec![enumerator(ctx, USAGES, attr)],
    }
}

fn usage_item(ctx: &Context, attr: Attr) -> Vec<EnumField<&'static Enumerator>> {
    ctx.as_int(attr).map_or_else(|| vec![enumerator(ctx, USAGES, attr)], bits)
}

/// Returns the registered bits of a mask, and the unregistered rest as one unknown field.
fn bits(mask: i64) -> Vec<EnumField<&'static Enumerator>> {
    let known = usages_in(mask);
    let rest = USAGES.iter().fold(mask, |rest, row| rest & !row.value);
    let unknown = (rest != 0).then(|| EnumField::Unknown(format!("{rest:#x}")));
    known.map(EnumField::Known).chain(unknown).collect()
}

fn format(ctx: &Context, attr: Option<Attr>) -> EnumField<&'static VkFormat> {
    let Some(attr) = attr else { return EnumField::Unknown(String::new()) };
    field(ctx, attr, find_registered, find_registered_value)
}

fn ints(module: &Module, op: Op, key: &str) -> Option<Vec<i64>> {
    module.ctx.as_int_list(module.attr(op, key)?)
}
