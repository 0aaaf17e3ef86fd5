//! `vk.tensor_description`: one `VkTensorDescriptionARM`, with dims and byte strides in physical order.

use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Syntax, Traits, text};
use crate::vulkan::DESCRIPTION_OP;
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text(DESCRIPTION_OP),
    summary: text("a Vulkan tensor description: dims and byte strides in physical order"),
    traits: Traits::SYMBOL,
    operands: Arity::Exactly(0),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("sym_name", AttrClass::Str),
        AttrSpec::optional("of", AttrClass::Any),
        AttrSpec::optional("function", AttrClass::Str),
        AttrSpec::optional("element_type", AttrClass::Type),
        AttrSpec::optional("offset", AttrClass::Int),
        AttrSpec::optional("logical_shape", AttrClass::Ints),
        AttrSpec::optional("dim_order", AttrClass::Ints),
        AttrSpec::optional("tiling", AttrClass::Enum),
        AttrSpec::optional("format", AttrClass::Enum),
        AttrSpec::optional("dimension_count", AttrClass::Int),
        AttrSpec::optional("dims", AttrClass::Ints),
        AttrSpec::optional("strides", AttrClass::Ints),
        AttrSpec::optional("usage", AttrClass::Any),
    ]),
    syntax: Some(&[Syntax::SymbolName, Syntax::AttrDict]),
    describes_tensor: true,
    ..OpDef::NEW
};
