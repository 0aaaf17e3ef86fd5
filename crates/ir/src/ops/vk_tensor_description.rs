//! `vk.tensor_description`: one `VkTensorDescriptionARM`, with dims and byte strides in physical order.

use crate::diag::code;
use crate::registry::{AttrClass, AttrSpec, OpCheck, OpDef, SharedFn, pieces, text};
use crate::vulkan::{DESCRIPTION_OP, IMAGE_ATTR, IN_ARENA_ATTR, WRAPS_ATTR, checked_wraps};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text(DESCRIPTION_OP),
    summary: text("a Vulkan tensor description: dims and byte strides in physical order"),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("sym_name", AttrClass::Str),
        AttrSpec::optional("of", AttrClass::Any),
        AttrSpec::optional("function", AttrClass::Str),
        AttrSpec::optional("element_type", AttrClass::Type),
        AttrSpec::optional("offset", AttrClass::Int),
        AttrSpec::optional(IN_ARENA_ATTR, AttrClass::Unit),
        AttrSpec::optional("logical_shape", AttrClass::Ints),
        AttrSpec::optional("dim_order", AttrClass::Ints),
        AttrSpec::optional("tiling", AttrClass::Enum),
        AttrSpec::optional("format", AttrClass::Enum),
        AttrSpec::optional("dimension_count", AttrClass::Int),
        AttrSpec::optional("dims", AttrClass::Ints),
        AttrSpec::optional("strides", AttrClass::Ints),
        AttrSpec::optional("usage", AttrClass::Any),
        AttrSpec::optional(IMAGE_ATTR, AttrClass::Any),
        AttrSpec::optional(WRAPS_ATTR, AttrClass::Ints),
    ]),
    syntax: Some(pieces!(@SymbolName {})),
    describes_tensor: true,
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::DECLARATION
};

/// Checks the attributes that are not fields of `VkTensorDescriptionARM`. `verify-vulkan` checks the fields.
fn verify(check: &mut OpCheck<'_>) {
    super::checks::image(check);
    let ctx = &check.module.ctx;
    let Some(wraps) = check.attr(WRAPS_ATTR) else { return };
    let dims = check.attr("dims").and_then(|attr| ctx.as_int_list(attr));
    let Some(dims) = dims else { return };
    if let Err(text) = checked_wraps(ctx, wraps, dims.len()) {
        let place = check.location().attr(WRAPS_ATTR);
        let message = format!("`{WRAPS_ATTR}` of `{DESCRIPTION_OP}` {text}");
        check.error_at(place, code::OP_ATTRIBUTE, message);
    }
}
