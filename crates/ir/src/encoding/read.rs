//! Readers of the layouts of types.

use super::bounds::bounds;
use super::entries::{Encoding, misspelled, near_key, read_format};
use super::fault::Fault;
use super::format::faults as format_faults;
use super::shaped::{KEYS, LENGTHS, ShapedType};
use super::symbolic::read_symbolic;
use crate::data::attrs::AttrKind;
use crate::data::context::Context;
use crate::data::ids::{Attr, Type};
use crate::data::types::TypeKind;
use crate::diag::{Severity, code};
use layout::{FormatLayout, FormatUse, TensorLayout};

/// The layout of a tensor type, as far as its encoding defines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// An unspecified layout: row major in a signature or `layout.tensor`, not chosen yet elsewhere.
    Open,
    /// An order, with the requirements, strides and offset of the encoding, if any.
    Ordered(Box<TensorLayout>),
    /// A format, with the offset and requirements of the encoding, if any.
    Format(Box<FormatLayout>),
    /// A descriptor, with the key that refers to it; or a layout with symbols, with the key `lengths`.
    Descriptor(&'static str),
    /// An encoding of another dialect, which is not a dictionary, such as a bare affine map. It is not interpreted.
    Opaque(OpaqueEncoding),
}

/// An encoding that does not define a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpaqueEncoding {
    /// `true` for an affine map; the author may have intended an order.
    is_map: bool,
}

impl OpaqueEncoding {
    fn from_attr(ctx: &Context, encoding: Attr) -> Option<OpaqueEncoding> {
        match ctx.attr_kind(encoding) {
            AttrKind::Dict(_) => None,
            kind => Some(OpaqueEncoding { is_map: matches!(kind, AttrKind::AffineMap(_)) }),
        }
    }

    /// Returns the fault of a tensor whose layout is required.
    pub fn fault(self) -> Fault {
        let message = "the encoding is opaque, so the layout of the tensor is unknown";
        let fault = Fault::new(code::NOT_RESOLVED, message);
        let note = match self.is_map {
            true => "write an affine map as an order in a dictionary: `{order = affine_map<...>}`",
            false => "write a layout as a dictionary such as `{order = #layout.order<NHWC>}`",
        };
        fault.note(note).in_encoding()
    }
}

/// Returns the opaque encoding of a type; `None` if it has none.
pub fn opaque(ctx: &Context, ty: Type) -> Option<OpaqueEncoding> {
    OpaqueEncoding::from_attr(ctx, ShapedType::from_type(ctx, ty)?.encoding?)
}

/// Reads the layout of a ranked tensor type, or of a memref with a dictionary of the same keys; `None` for other types.
///
/// # Errors
/// The encoding is malformed, the tensor does not admit its format, or the type has no storage layout: a length is 0,
/// it has more than 15 dims, or its elements do not have 1 to 64 bits.
pub fn read(ctx: &Context, ty: Type) -> Result<Option<Reading>, Fault> {
    let Some(ShapedType { dims, elem, encoding }) = ShapedType::from_type(ctx, ty) else {
        return Ok(None);
    };
    let Some(encoding) = encoding else { return Ok(Some(Reading::Open)) };
    if let Some(opaque) = OpaqueEncoding::from_attr(ctx, encoding) {
        return Ok(Some(Reading::Opaque(opaque)));
    }
    let encoding = Encoding::read(ctx, encoding, dims).map_err(Fault::in_encoding)?;
    if encoding.format.is_some() {
        let layout = encoding.format_layout(ctx, dims, elem)?;
        let faults = format_faults(ctx, &layout, dims, elem);
        return match faults.into_iter().find(|fault| fault.severity == Severity::Error) {
            Some(fault) => Err(fault),
            None => Ok(Some(Reading::Format(Box::new(layout)))),
        };
    }
    if let Some(key) = encoding.other {
        return Ok(Some(Reading::Descriptor(key)));
    }
    if encoding.order.is_none() && encoding.reqs.is_none() && encoding.strides.is_none() {
        return Ok(Some(Reading::Open));
    }
    encoding.layout(ctx, dims, elem).map(|layout| Some(Reading::Ordered(Box::new(layout))))
}

/// Returns the row-major layout of a ranked tensor type with the offset and the bounds of its encoding, whose other
/// keys are ignored; `None` for other types.
///
/// # Errors
/// The type has no storage layout, as in [`read`].
pub fn row_major(ctx: &Context, ty: Type) -> Result<Option<TensorLayout>, Fault> {
    let Some(ShapedType { dims, elem, encoding }) = ShapedType::from_type(ctx, ty) else {
        return Ok(None);
    };
    let offset = encoding.and_then(|encoding| ctx.dict_get(encoding, "offset"));
    let offset = offset.and_then(|offset| ctx.as_int(offset)).unwrap_or(0);
    let bounds = bounds(ctx, ty);
    Encoding { offset, bounds, ..Encoding::default() }.layout(ctx, dims, elem).map(Some)
}

/// Returns the offset of a type's encoding, in elements; `None` if it has none.
pub fn offset(ctx: &Context, ty: Type) -> Option<i64> {
    let encoding = ShapedType::from_type(ctx, ty)?.encoding?;
    ctx.as_int(ctx.dict_get(encoding, "offset")?)
}

/// Returns the number of physical dims of a ranked tensor type, which requirements can name; 0 for other types. A
/// format can have one physical dim more than the tensor.
pub fn physical_rank(ctx: &Context, ty: Type) -> usize {
    let TypeKind::Tensor { dims, encoding, .. } = ctx.kind(ty) else { return 0 };
    let format = encoding.and_then(|encoding| ctx.dict_get(encoding, "format"));
    let format = format.and_then(|value| read_format(ctx, value).ok());
    format.map_or(dims.len(), |format| format.physical_rank(dims.len()))
}

/// Returns the faults of an encoding: of its keys, kinds and counts, of the order, and of an invalid format.
pub(crate) fn well_formed(ctx: &Context, ty: Type) -> Vec<Fault> {
    let (dims, elem, encoding) = match ctx.kind(ty) {
        TypeKind::Tensor { dims, elem, encoding: Some(encoding) } => (dims, elem, encoding),
        TypeKind::MemRef { layout: Some(layout), .. } => return misspelled_keys(ctx, *layout),
        _ => return Vec::new(),
    };
    match Encoding::read(ctx, *encoding, dims) {
        Err(fault) => vec![fault.in_encoding()],
        Ok(Encoding { other: Some(LENGTHS), .. }) => {
            read_symbolic(ctx, ty).err().into_iter().map(Fault::in_encoding).collect()
        }
        Ok(Encoding { format: None, .. }) => Vec::new(),
        Ok(encoding) => match encoding.format_layout(ctx, dims, *elem) {
            Err(fault) => vec![fault],
            Ok(layout) => format_faults(ctx, &layout, dims, *elem),
        },
    }
}

/// Returns the faults of unknown keys that are near to known ones.
fn misspelled_keys(ctx: &Context, dict: Attr) -> Vec<Fault> {
    let keys = ctx.dict_entries(dict).iter().map(|&(key, _)| ctx.text(key));
    keys.filter_map(|key| Some(misspelled(key, near_key(key)?).in_encoding())).collect()
}

/// Returns the unknown keys of an encoding, except those that [`well_formed`] reports as misspelled.
pub(crate) fn unknown_keys(ctx: &Context, ty: Type) -> impl Iterator<Item = &str> {
    let encoding = ShapedType::from_type(ctx, ty).and_then(|shaped| shaped.encoding);
    let entries = encoding.map_or(&[][..], |encoding| ctx.dict_entries(encoding));
    let keys = entries.iter().map(|&(key, _)| ctx.text(key));
    keys.filter(|key| !KEYS.contains(key) && near_key(key).is_none())
}

/// Checks that a ranked tensor type has a storage layout: its lengths, their product, its element, and the sizes that
/// its strides imply.
///
/// # Errors
/// The type has no storage layout. Faults that [`well_formed`] reports are not repeated here.
pub(crate) fn check_tensor(ctx: &Context, ty: Type) -> Result<(), Fault> {
    if !well_formed(ctx, ty).is_empty() {
        return Ok(());
    }
    match read(ctx, ty)? {
        Some(Reading::Open) => row_major(ctx, ty).map(|_| ()),
        Some(Reading::Ordered(layout)) => match layout.physical().and_then(|it| it.overflow()) {
            Some(overflow) => {
                let message = format!("strides are too large: {overflow}");
                let fault = Fault::new(code::STRIDES_VIOLATED, message).at_entry("strides");
                let note = "offsets, allocations and sizes in bytes are below 2^63";
                Err(fault.in_encoding().note(format!("the sum is {}", overflow.sum)).note(note))
            }
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Checks that a ranked tensor type admits a format, whatever its encoding is.
///
/// # Errors
/// The tensor does not admit the format; the message names the violated rule.
pub(crate) fn admits_format(ctx: &Context, ty: Type, format: FormatUse) -> Result<(), String> {
    let Some(ShapedType { dims, elem, .. }) = ShapedType::from_type(ctx, ty) else { return Ok(()) };
    let bounds = bounds(ctx, ty);
    let encoding = Encoding { format: Some(format), bounds, ..Encoding::default() };
    let layout = encoding.format_layout(ctx, dims, elem).map_err(|fault| fault.message)?;
    let faults = format_faults(ctx, &layout, dims, elem);
    match faults.into_iter().find(|fault| fault.severity == Severity::Error) {
        Some(fault) => Err(fault.message),
        None => Ok(()),
    }
}
