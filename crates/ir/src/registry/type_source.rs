//! The types of values that the custom form of an op omits.

use super::syntax::FormSlot;
use crate::data::attrs::{Attr, AttrKind};
use crate::data::context::Context;
use crate::data::types::{Type, TypeKind};

/// The source from which the type of a group is inferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeSource {
    /// The types of another group. A single type applies to each value.
    Same(FormSlot),
    /// `index`.
    Index,
    /// `i1`.
    Bool,
    /// `i1`, or the shaped type of another group with `i1` elements.
    BoolLike(FormSlot),
    /// The element type of a shaped type.
    Element(FormSlot),
    /// The inputs of a function type.
    Inputs(FormSlot),
    /// The results of a function type.
    Outputs(FormSlot),
    /// The type of the attribute value of this key.
    OfAttr(&'static str),
}

/// The types and attributes of an op from which other types are inferred.
pub trait TypeContext {
    /// Returns the types of a group; `None` if they are not known yet.
    fn types(&self, slot: FormSlot) -> Option<Vec<Type>>;

    /// Returns the attribute of a key; `None` if the op lacks it.
    fn attr(&self, key: &str) -> Option<Attr>;
}

/// A type that was inferred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InferredType {
    /// A type that the context holds.
    Known(Type),
    /// The structure of a type that may be missing from the context.
    New(TypeKind),
}

impl TypeSource {
    /// Infers the types of a group of `count` values; if `count` is `None`, of as many values as the source has.
    /// Returns `None` if they cannot be inferred. The context must hold `i1` for [`TypeSource::BoolLike`].
    pub fn infer(
        self,
        ctx: &Context,
        op: &dyn TypeContext,
        count: Option<usize>,
    ) -> Option<Vec<InferredType>> {
        fn repeated(count: Option<usize>, ty: InferredType) -> Option<Vec<InferredType>> {
            Some(vec![ty; count.unwrap_or(1)])
        }
        let one = |slot| op.types(slot)?.first().copied();
        fn known(types: &[Type]) -> Vec<InferredType> {
            types.iter().map(|&ty| InferredType::Known(ty)).collect()
        }
        match self {
            TypeSource::Same(slot) => match op.types(slot)?[..] {
                [ty] => repeated(count, InferredType::Known(ty)),
                ref types => Some(known(types)),
            },
            TypeSource::Index => repeated(count, InferredType::New(TypeKind::Index)),
            TypeSource::Bool => repeated(count, InferredType::New(TypeKind::BOOL)),
            TypeSource::BoolLike(slot) => {
                repeated(count, InferredType::New(bool_like(ctx, one(slot)?)?))
            }
            TypeSource::Element(slot) => {
                repeated(count, InferredType::Known(element(ctx, one(slot)?)?))
            }
            TypeSource::Inputs(slot) => match ctx.kind(one(slot)?) {
                TypeKind::Function { inputs, .. } => Some(known(inputs)),
                _ => None,
            },
            TypeSource::Outputs(slot) => match ctx.kind(one(slot)?) {
                TypeKind::Function { results, .. } => Some(known(results)),
                _ => None,
            },
            TypeSource::OfAttr(key) => {
                repeated(count, InferredType::Known(type_of_attr(ctx, op.attr(key)?)?))
            }
        }
    }

    /// Describes the kind of type or attribute that the source requires, for messages.
    pub fn requirement(self) -> &'static str {
        match self {
            TypeSource::Inputs(_) | TypeSource::Outputs(_) => "a function type",
            TypeSource::OfAttr(_) => "an attribute with a type",
            _ => "a shaped type",
        }
    }
}

fn bool_like(ctx: &Context, ty: Type) -> Option<TypeKind> {
    let elem = ctx.find_type(&TypeKind::BOOL)?;
    Some(match ctx.kind(ty).clone() {
        TypeKind::Tensor { dims, encoding, .. } => TypeKind::Tensor { dims, elem, encoding },
        TypeKind::UnrankedTensor(_) => TypeKind::UnrankedTensor(elem),
        TypeKind::Vector { dims, .. } => TypeKind::Vector { dims, elem },
        TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. } => return None,
        _ => TypeKind::BOOL,
    })
}

fn element(ctx: &Context, ty: Type) -> Option<Type> {
    match *ctx.kind(ty) {
        TypeKind::Tensor { elem, .. }
        | TypeKind::UnrankedTensor(elem)
        | TypeKind::Vector { elem, .. }
        | TypeKind::MemRef { elem, .. }
        | TypeKind::UnrankedMemRef { elem, .. } => Some(elem),
        _ => None,
    }
}

/// Returns the type that an attribute itself states: that of a number, or of dense elements. `None` if it states none.
pub fn type_of_attr(ctx: &Context, attr: Attr) -> Option<Type> {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { ty, .. }
        | AttrKind::Float { ty, .. }
        | AttrKind::Dense { ty, .. }
        | AttrKind::DenseResource { ty, .. }
        | AttrKind::Sparse { ty, .. }
        | AttrKind::String { ty: Some(ty), .. }
        | AttrKind::Dialect { ty: Some(ty), .. } => Some(*ty),
        _ => None,
    }
}
