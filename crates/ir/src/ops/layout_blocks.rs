//! `layout.blocks`: a tensor whose elements are stored in records.
//!
//! ```mlir
//! layout.blocks @w : tensor<4096x4096xui4> of @q4_k along d1
//! layout.blocks @v : tensor<64x512xui4> of @q4_k along d1 layout = @columns
//! ```
//!
//! Each dim of the record covers the dim of the tensor in `along`. The element of the type has the width of an element of
//! the record. The records are row major, or have the layout of a descriptor, which counts records.

use crate::records::{ALONG, LAYOUT, OF, TYPE};
use crate::registry::{AttrClass, AttrSpec, BlockRole, OpCheck, OpDef, SharedFn, pieces, text};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.blocks"),
    summary: text("a tensor whose elements are stored in records"),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("sym_name", AttrClass::Str),
        AttrSpec::required(TYPE, AttrClass::Type),
        AttrSpec::required(OF, AttrClass::Symbol),
        AttrSpec::required(ALONG, AttrClass::Ints),
        AttrSpec::optional(LAYOUT, AttrClass::Symbol),
    ]),
    syntax: Some(
        pieces!(@SymbolName @Mark(":") @Attr(TYPE) of @Symbol(OF) along @OneOrInts(ALONG, "d")
        ?(layout = @Symbol(LAYOUT)) {}),
    ),
    block: Some(BlockRole::Blocks),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::DECLARATION
};

fn verify(check: &mut OpCheck<'_>) {
    super::checks::in_outermost_module(check);
}
