//! The attributes of a [`StandIn`](super::StandIn) as attributes of a module.

use crate::choice::StandInAttr;
use crate::data::attrs::{Attr, AttrKind, IntValue};
use crate::data::context::Context;
use crate::data::types::TypeKind;

impl StandInAttr {
    /// Returns the value of an attribute; `None` if it is of another kind.
    pub fn read(ctx: &Context, attr: Attr) -> Option<StandInAttr> {
        match ctx.attr_kind(attr) {
            AttrKind::Unit => Some(StandInAttr::Unit),
            AttrKind::Integer { value: IntValue::Small(value), ty } => match *ctx.kind(*ty) {
                TypeKind::BOOL => Some(StandInAttr::Bool(*value != 0)),
                TypeKind::Integer { width, sign } => {
                    Some(StandInAttr::Int { value: *value, width, sign })
                }
                _ => None,
            },
            AttrKind::String { value, ty: None } => {
                Some(StandInAttr::Str(String::from_utf8(value.to_vec()).ok()?))
            }
            AttrKind::DenseArray { elem, .. } if *ctx.kind(*elem) == TypeKind::signless(64) => {
                Some(StandInAttr::Ints(ctx.as_int_list(attr)?))
            }
            AttrKind::Array(_) => {
                let items = ctx.as_array(attr)?.iter();
                let items = items.map(|&item| StandInAttr::read(ctx, item));
                Some(StandInAttr::List(items.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }

    /// Returns the attribute with this value.
    pub fn attr(&self, ctx: &mut Context) -> Attr {
        match self {
            StandInAttr::Unit => ctx.unit(),
            StandInAttr::Bool(value) => ctx.bool(*value),
            StandInAttr::Int { value, width, sign } => {
                let ty = ctx.ty(TypeKind::Integer { width: *width, sign: *sign });
                ctx.attr(AttrKind::Integer { value: IntValue::Small(*value), ty })
            }
            StandInAttr::Str(text) => ctx.string(text),
            StandInAttr::Ints(values) => ctx.i64_array(values),
            StandInAttr::List(items) => {
                let items: Vec<Attr> = items.iter().map(|item| item.attr(ctx)).collect();
                ctx.array(&items)
            }
        }
    }
}
