//! `layout.tensor`: the declaration of a tensor without a graph.

use crate::attrs::AttrKind;
use crate::diag::{Diag, code};
use crate::encoding;
use crate::foreign;
use crate::print::{attr_to_string, type_to_string};
use crate::registry::{
    AttrClass, AttrSpec, DeclaresTensor, OpCheck, OpDef, SharedFn, pieces, text,
};
use crate::source::PathStep;
use crate::types::{Type, TypeKind};
use crate::vulkan::{FORMATS, IMAGE_ATTR, TILINGS, USAGES};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.tensor"),
    summary: text("declares a tensor without a graph"),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("sym_name", AttrClass::Str),
        AttrSpec::required("type", AttrClass::Type),
        AttrSpec::optional("tiling", AttrClass::Str),
        AttrSpec::optional("usage", AttrClass::Array),
        AttrSpec::optional("vk_format", AttrClass::Str),
        AttrSpec::optional(IMAGE_ATTR, AttrClass::Any),
    ]),
    syntax: Some(pieces!(@SymbolName {} @Type("type"))),
    tensor: Some(DeclaresTensor { type_key: text("type") }),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::DECLARATION
};

fn verify(check: &mut OpCheck<'_>) {
    let module = check.module;
    if let Some(ty) = check.attr("type").and_then(|attr| module.ctx.as_type(attr)) {
        check_layout(check, ty);
    }
    if let Some(tiling) = module.str_attr(check.op, "tiling") {
        super::checks::known(
            check,
            check.location().attr("tiling"),
            "tiling",
            tiling,
            TILINGS.iter().map(|row| row.name),
        );
    }
    if let Some(format) = module.str_attr(check.op, "vk_format") {
        super::checks::known(
            check,
            check.location().attr("vk_format"),
            "vk_format",
            format,
            FORMATS.iter().map(|row| row.name),
        );
    }
    super::checks::image(check);
    let usage = check.attr("usage").and_then(|attr| module.ctx.as_array(attr)).unwrap_or_default();
    for (index, &item) in usage.iter().enumerate() {
        let place = check.location().attr("usage").element(index);
        match module.ctx.as_str(item) {
            Some(usage) => super::checks::known(
                check,
                place,
                "usage",
                usage,
                USAGES.iter().map(|row| row.name),
            ),
            None => check.error_at(place, code::OP_ATTRIBUTE, "`usage` must be a list of strings"),
        }
    }
}

/// Checks that the type has a layout that layoutc reads. Tensors elsewhere in a module may have any type of MLIR, and
/// memrefs any layout.
fn check_layout(check: &mut OpCheck<'_>, ty: Type) {
    let module = check.module;
    let checked = match module.ctx.kind(ty) {
        TypeKind::Tensor { .. } => encoding::check_tensor(&module.ctx, ty),
        TypeKind::MemRef { .. } => foreign::check_memref(&module.ctx, ty),
        _ => {
            let shown = type_to_string(module, ty);
            let message = format!(
                "the type of `layout.tensor` must be a ranked tensor or memref, but is `{shown}`"
            );
            return check.error(code::TYPE_MISMATCH, message);
        }
    };
    if let Err(fault) = checked {
        return check.push(fault.to_diag(check.location().attr("type")));
    }
    if let TypeKind::Tensor { encoding: Some(encoding), .. } = module.ctx.kind(ty)
        && !matches!(module.ctx.attr_kind(*encoding), AttrKind::Dict(_))
    {
        let shown = attr_to_string(module, *encoding);
        let place = check.location().attr("type").step(PathStep::Encoding);
        let message =
            format!("the encoding of a `layout.tensor` must be a layout, but is `{shown}`");
        let diag = Diag::error(code::ENCODING_KEYS, place, message);
        return check.push(
            diag.note("write a layout as a dictionary such as `{order = #layout.order<NHWC>}`"),
        );
    }
    for key in encoding::unknown_keys(&module.ctx, ty) {
        let place = check.location().attr("type").step(PathStep::Encoding).key(key);
        let message = format!("unknown key `{key}` in the encoding of a `layout.tensor`");
        let diag = Diag::error(code::ENCODING_KEYS, place, message);
        check.push(diag.note(format!("known keys: {}", encoding::KEYS.join(", "))));
    }
}
