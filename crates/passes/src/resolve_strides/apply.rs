//! The application of the solved layouts to the types of values, declarations and signatures.

use super::plan::{LayoutPlan, SolvedType};
use crate::pass::PassContext;
use crate::retype::set_value;
use crate::tensors::{Defs, Holder, Tensors};
use ir::{Module, Op, Type, TypeKind, encoding};
use std::borrow::Cow;

impl LayoutPlan {
    /// Rewrites the types of the module. Types that are kept or only checked are unchanged.
    pub(super) fn apply(&self, module: &mut Module, tensors: &Tensors, cx: &PassContext<'_>) {
        if self.solved.is_empty() {
            return;
        }
        let types: Vec<Type> = self.solved.iter().map(|solved| new_type(module, solved)).collect();
        let solved = tensors.all().map(|(slot, _)| self.solved_index(tensors, slot));
        let new: Vec<Option<Type>> = solved.map(|place| Some(types[place?])).collect();
        let functions = signature_keys(module, tensors, cx);
        for (slot, tensor) in tensors.all() {
            let Some(ty) = new[slot.index()] else { continue };
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
    let keys = tensors
        .functions()
        .filter_map(|op| Some((op, defs.get(op)?.function.as_ref()?.type_key.clone())));
    keys.collect()
}

fn signature(module: &mut Module, tensors: &Tensors, op: Op, key: &str, new: &[Option<Type>]) {
    let (inputs, outputs) = tensors.signature_of(op);
    if inputs.iter().chain(outputs).flatten().all(|slot| new[slot.index()].is_none()) {
        return;
    }
    let Some(TypeKind::Function { inputs: old_in, results: old_out }) =
        module.type_attr(op, key).map(|ty| module.ctx.kind(ty).clone())
    else {
        return;
    };
    let [inputs, results] = [(old_in, inputs), (old_out, outputs)].map(|(old, slots)| {
        let pairs = old.into_iter().zip(slots);
        pairs
            .map(|(ty, slot)| slot.and_then(|it| new[it.index()]).unwrap_or(ty))
            .collect::<Vec<_>>()
    });
    let ty = module.ctx.function_type(&inputs, &results);
    let attr = module.ctx.type_attr(ty);
    module.set_attr(op, key, Some(attr));
}
