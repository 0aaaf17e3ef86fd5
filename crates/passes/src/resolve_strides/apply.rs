//! The application of the solved layouts to the types of values, declarations and signatures.

use super::plan::{LayoutPlan, SolvedType};
use crate::pass::PassContext;
use crate::retype::set_value;
use crate::tensors::{Defs, Holder, TensorId, Tensors, type_attr};
use ir::{Module, Op, Type, TypeKind, encoding};
use std::borrow::Cow;

impl LayoutPlan {
    /// Rewrites the types of the module. Types that are kept or only checked are unchanged.
    pub(super) fn apply(&self, module: &mut Module, tensors: &Tensors, cx: &PassContext<'_>) {
        if self.solved.is_empty() {
            return;
        }
        let types: Vec<Type> = self.solved.iter().map(|solved| new_type(module, solved)).collect();
        let new = |slot| self.solved_index(tensors, slot).map(|place| types[place]);
        let functions = signature_keys(module, tensors, cx);
        for (slot, tensor) in tensors.all() {
            let Some(ty) = new(slot) else { continue };
            match tensor.holder {
                Holder::Value(value) => set_value(module, value, ty),
                Holder::Declared(op, key) => {
                    let attr = module.ctx.type_attr(ty);
                    let key = module.ctx.text(key).to_owned();
                    module.set_attr(op, &key, Some(attr));
                }
                Holder::Input(..) | Holder::Output(..) => {}
            }
        }
        for (op, key) in functions {
            signature(module, tensors, op, &key, &new);
        }
    }
}

fn new_type(module: &mut Module, solved: &SolvedType) -> Type {
    encoding::with_strides(&mut module.ctx, solved.ty, &solved.layout, &solved.strides)
}

/// Returns each function with the key of its type attribute.
fn signature_keys(
    module: &Module,
    tensors: &Tensors,
    cx: &PassContext<'_>,
) -> Vec<(Op, Cow<'static, str>)> {
    let mut defs = Defs::new(module, cx.registry);
    let mut key = |op| Some(defs.get(op)?.function.as_ref()?.type_key.clone());
    tensors.functions().filter_map(|op| key(op).map(|key| (op, key))).collect()
}

fn signature(
    module: &mut Module,
    tensors: &Tensors,
    op: Op,
    key: &str,
    new: &impl Fn(TensorId) -> Option<Type>,
) {
    let (inputs, outputs) = tensors.signature_of(op);
    let changed =
        |slots: &[Option<TensorId>]| slots.iter().flatten().any(|&slot| new(slot).is_some());
    if !changed(inputs) && !changed(outputs) {
        return;
    }
    let Some(TypeKind::Function { inputs: old_in, results: old_out }) =
        type_attr(module, op, key).map(|ty| module.ctx.kind(ty).clone())
    else {
        return;
    };
    let replaced = |old: &[Type], slots: &[Option<TensorId>]| -> Vec<Type> {
        let pairs = old.iter().zip(slots);
        pairs.map(|(&ty, slot)| slot.and_then(new).unwrap_or(ty)).collect()
    };
    let ty = module.ctx.function_type(&replaced(&old_in, inputs), &replaced(&old_out, outputs));
    let attr = module.ctx.type_attr(ty);
    module.set_attr(op, key, Some(attr));
}
