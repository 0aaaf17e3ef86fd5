//! The types that hold an encoding, with the shapes and elements that a layout can have.

use super::element;
use super::fault::Fault;
use crate::data::attrs::AttrKind;
use crate::data::choice::LayoutName;
use crate::data::context::Context;
use crate::data::ids::{Attr, Type};
use crate::data::types::{Extent, TypeKind};
use crate::diag::code;
use crate::source::PathStep;
use layout::{Bits, ElemSize, Len, Shape};

/// The keys of an encoding that layoutc reads. Other keys are kept, unless they resemble one of these.
pub const KEYS: &[&str] =
    &["order", "reqs", "strides", "offset", "format", "layout", BOUNDS, LENGTHS, WHERE];

/// The key of the bounds of dynamic lengths. They belong to the shape: a change of the layout keeps them.
pub(super) const BOUNDS: &str = "bounds";

/// The key of the lengths over symbols, by logical dim.
pub(crate) const LENGTHS: &str = "lengths";

/// The key of the values of the symbols.
pub(super) const WHERE: &str = "where";

/// Returns `true` if an entry of an encoding states that the layout has symbols.
pub(super) fn is_symbolic(ctx: &Context, key: &str, value: Attr) -> bool {
    match key {
        LENGTHS | WHERE => true,
        "strides" => matches!(ctx.attr_kind(value), AttrKind::AffineMap(_)),
        _ => false,
    }
}

/// The parts of a type whose layout is described by [`KEYS`]: a ranked tensor, or a memref with a dictionary as in
/// VPUX. A dictionary without any of these keys is a memory space.
pub(crate) struct ShapedType<'a> {
    pub(crate) dims: &'a [Extent],
    pub(crate) elem: Type,
    pub(crate) encoding: Option<Attr>,
}

impl ShapedType<'_> {
    pub(crate) fn from_type(ctx: &Context, ty: Type) -> Option<ShapedType<'_>> {
        match ctx.kind(ty) {
            TypeKind::Tensor { dims, elem, encoding } => {
                Some(ShapedType { dims, elem: *elem, encoding: *encoding })
            }
            TypeKind::MemRef { dims, elem, layout: Some(layout), .. } => {
                let keys = ctx.dict_entries(*layout).iter().map(|&(key, _)| ctx.text(key));
                let mut ours = keys.filter(|key| KEYS.contains(key));
                ours.next().map(|_| ShapedType { dims, elem: *elem, encoding: Some(*layout) })
            }
            _ => None,
        }
    }
}

/// Returns the symbol in the key `layout` of the encoding of a type; `None` if it has none.
pub fn layout_symbol(ctx: &Context, ty: Type) -> Option<&str> {
    ctx.as_symbol(layout_attr(ctx, ty)?)
}

/// Returns the entry of the key `layout` in the encoding of a type; `None` if it has none.
pub fn layout_attr(ctx: &Context, ty: Type) -> Option<Attr> {
    ctx.dict_get(ShapedType::from_type(ctx, ty)?.encoding?, "layout")
}

/// Returns the layout that the key `layout` of the encoding of a type names; `None` if it has none, or one of another
/// kind.
pub fn layout_name(ctx: &Context, ty: Type) -> Option<LayoutName> {
    read_layout_name(ctx, layout_attr(ctx, ty)?)
}

/// Returns the layout that an attribute names: a symbol, an affine map or a notation. `None` for another attribute.
pub fn read_layout_name(ctx: &Context, attr: Attr) -> Option<LayoutName> {
    if let Some(name) = ctx.as_symbol(attr) {
        return Some(LayoutName::Symbol(name.to_owned()));
    }
    match ctx.attr_kind(attr) {
        AttrKind::AffineMap(map) => Some(LayoutName::Map(map.clone())),
        AttrKind::String { .. } => {
            ctx.as_str(attr).map(|text| LayoutName::Notation(text.to_owned()))
        }
        _ => None,
    }
}

/// Returns the shape of these lengths for a tensor. A layout has the lengths of [`ShapedType::laid_out`], which are
/// bounds where the type has bounds.
///
/// # Errors
/// As [`shape`], or there are more than 15 dims.
pub(crate) fn tensor_shape(dims: &[Extent]) -> Result<Shape, Fault> {
    let shape = shape(dims)?.of_tensor();
    shape.map_err(|error| Fault::new(code::SHAPE, error.to_string()))
}

/// Returns the shape of these lengths.
///
/// # Errors
/// A length is 0, there are more than 64 dims, or at least 2^63 elements.
pub(crate) fn shape(dims: &[Extent]) -> Result<Shape, Fault> {
    let mut lens = Vec::new();
    for (at, dim) in dims.iter().enumerate() {
        let len = match dim {
            None => Some(Len::DYNAMIC),
            Some(length) => i64::try_from(*length).ok().and_then(Len::new),
        };
        lens.push(len.ok_or_else(|| {
            let length = dim.unwrap_or(0);
            let bound = if length == 0 { "at least 1" } else { "below 2^63" };
            Fault::new(
                code::SHAPE,
                format!("the length of dim d{at} must be {bound}, but is {length}"),
            )
            .at([PathStep::Length(at)])
        })?);
    }
    let shape = Shape::new(lens).map_err(|error| Fault::new(code::SHAPE, error.to_string()))?;
    match shape.excess() {
        Some(message) => Err(Fault::new(code::SHAPE, message)),
        None => Ok(shape),
    }
}

/// The greatest width of an element in memory, in bits.
const MAX_WIDTH: u32 = 64;

/// Returns the size of an element of a record, which may have any number of bits; `None` if it is unknown.
pub fn field_size(ctx: &Context, elem: Type) -> Option<ElemSize> {
    ElemSize::new(Bits::new(element::width(ctx, elem)?.into()))
}

/// Returns the size of an element in memory.
///
/// # Errors
/// The width of the type is unknown, or not 1 to 64 bits.
pub fn elem_size(ctx: &Context, elem: Type) -> Result<ElemSize, Fault> {
    let width = element::width(ctx, elem);
    if width.is_none()
        && let Some(name) = element::dialect_name(ctx, elem)
    {
        let message = format!("the width of the element type `{name}` is unknown");
        let known = "element types of known width are integers, floats, `index`, `!quant.uniform`, `!quant.any`, and \
                     the types that an embedder adds by `Registry::add_element_type`";
        return Err(Fault::new(code::SHAPE, message).note(known));
    }
    let size = width.filter(|width| (1..=MAX_WIDTH).contains(width));
    size.and_then(|width| ElemSize::new(Bits::new(width.into()))).ok_or_else(|| {
        let width = width.map_or("unknown".to_owned(), |width| format!("{width} bits"));
        let message =
            format!("the width of the element type must be 1 to {MAX_WIDTH} bits, but is {width}");
        Fault::new(code::SHAPE, message).at([PathStep::ElementType])
    })
}
