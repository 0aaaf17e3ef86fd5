//! Inference of types that the text does not state: those of a descriptor's dims in custom form.
//!
//! The length of a dim may depend on a descriptor or tensor later in the text. Therefore types are inferred after
//! parsing. Until then such a value has a placeholder type, which no text can state.

use crate::scopes::TypedUse;
use crate::state::Parser;
use ir::descriptor::infer_types;
use ir::diag::Sink;
use ir::types::{LayoutDim, Type, TypeKind};

impl Parser<'_> {
    /// Returns the placeholder type of values without a type: a dim of length 0, which the parser rejects in a text.
    pub(crate) fn type_to_infer(&mut self) -> Type {
        self.module.ctx.ty(TypeKind::LayoutDim(LayoutDim { physical: false, length: Some(0) }))
    }

    /// Infers the types of values without one. With `reports_untyped`, reports the values whose types cannot be
    /// inferred. Does nothing if the text has errors.
    pub(crate) fn infer(&mut self, reports_untyped: bool) {
        let ops = std::mem::take(&mut self.inference.ops);
        if ops.is_empty() || self.sink.has_errors() {
            return;
        }
        let mut discarded = Sink::default();
        let sink = if reports_untyped { &mut *self.sink } else { &mut discarded };
        infer_types(&mut self.module, self.registry, &ops, sink);
        let untyped = self.type_to_infer();
        for TypedUse { value, ty, used } in std::mem::take(&mut self.inference.uses) {
            if self.module.ty(value) != untyped {
                let _reported = self.same_type(value, ty, used);
            }
        }
    }
}
