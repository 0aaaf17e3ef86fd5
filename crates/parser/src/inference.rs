//! Types that are not in the text: those of a descriptor's dims in custom form.
//!
//! A dim's length may depend on a descriptor or tensor that stands later in the text, so types are
//! inferred when all has been read. Until then such a value has a type that no text can give it.

use crate::Parser;
use ir::diag::Sink;
use ir::module::{Label, Op, Value};
use ir::types::{LayoutDim, Type, TypeKind};

/// What awaits the end of the text.
#[derive(Default)]
pub(crate) struct Inference {
    /// The ops whose results have no types yet, in the order of the text.
    pub(crate) ops: Vec<Op>,
    /// Uses of such results with a type.
    pub(crate) uses: Vec<TypedUse>,
}

/// A use, with a type in the text, of a value whose own type is not known yet.
pub(crate) struct TypedUse {
    pub(crate) value: Value,
    pub(crate) ty: Type,
    pub(crate) label: Label,
    pub(crate) at: usize,
}

impl Parser<'_> {
    /// The type of values that have none yet: a length of 0 is refused in texts.
    pub(crate) fn type_to_infer(&mut self) -> Type {
        self.module.ctx.ty(TypeKind::LayoutDim(LayoutDim { physical: false, length: Some(0) }))
    }

    /// Gives types to the values that have none, and tells why some get none if that is wanted. A text with
    /// faults is left as it is.
    pub(crate) fn infer(&mut self, tell_untyped: bool) {
        let ops = std::mem::take(&mut self.inference.ops);
        if ops.is_empty() || self.sink.has_errors() {
            return;
        }
        let mut untold = Sink::default();
        let sink = if tell_untyped { &mut *self.sink } else { &mut untold };
        ir::descriptor::infer_types(&mut self.module, self.registry, &ops, sink);
        let untyped = self.type_to_infer();
        for TypedUse { value, ty, label, at } in std::mem::take(&mut self.inference.uses) {
            if self.module.ty(value) != untyped {
                let _told = self.same_type(value, ty, label, at);
            }
        }
    }
}
