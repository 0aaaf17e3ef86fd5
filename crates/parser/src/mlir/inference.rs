//! Types that are not in the text: those of a descriptor's dims in custom form.
//!
//! A dim's length may depend on a descriptor or tensor that stands later in the text, so types are
//! inferred when all has been read. Until then such a value has a type that no text can give it.

use crate::scopes::TypedUse;
use crate::state::Parser;
use ir::descriptor::infer_types;
use ir::diag::Sink;
use ir::types::{LayoutDim, Type, TypeKind};

impl Parser<'_> {
    /// The type of values that have none yet: a length of 0 is refused in texts.
    pub(crate) fn type_to_infer(&mut self) -> Type {
        self.module.ctx.ty(TypeKind::LayoutDim(LayoutDim { physical: false, length: Some(0) }))
    }

    /// Infers the types of values that have none. With `reports_untyped`, reports the values whose types cannot be
    /// inferred. Leaves a text with faults as it is.
    pub(crate) fn infer(&mut self, reports_untyped: bool) {
        let ops = std::mem::take(&mut self.inference.ops);
        if ops.is_empty() || self.sink.has_errors() {
            return;
        }
        let mut discarded = Sink::default();
        let sink = if reports_untyped { &mut *self.sink } else { &mut discarded };
        infer_types(&mut self.module, self.registry, &ops, sink);
        let untyped = self.type_to_infer();
        for TypedUse { value, ty, label, at } in std::mem::take(&mut self.inference.uses) {
            if self.module.ty(value) != untyped {
                let _reported = self.same_type(value, ty, label, at);
            }
        }
    }
}
