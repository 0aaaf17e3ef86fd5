//! The boundaries of functions. A type in a signature is kept unless the attribute `layout.any` lets the layout be
//! chosen, or the function is private and all its uses are calls.

use crate::symbol_uses::SymbolUses;
use ir::verify::ANY_ATTR;
use ir::{Module, Op, Registry, Type, TypeKind};
use rustc_hash::FxHashMap;

/// The inputs and results of a function, with `true` for each whose layout becomes a shape.
#[derive(Clone, Debug, Default)]
pub(super) struct Signature {
    pub(super) inputs: Vec<(Type, bool)>,
    pub(super) results: Vec<(Type, bool)>,
}

/// The signatures of the functions of a module before the pass.
#[derive(Default)]
pub(super) struct Signatures {
    of_functions: FxHashMap<Op, Signature>,
    /// The function that each call calls.
    callees: FxHashMap<Op, Op>,
}

/// Returns the key of the attribute with the type of a function; `None` if the op is no function.
pub(super) fn type_key(module: &Module, registry: &Registry, op: Op) -> Option<String> {
    let function = registry.op_def(module, op)?.function.as_ref()?;
    Some(function.type_key.to_string())
}

/// Returns the types of the inputs and results of a function.
pub(super) fn types(module: &Module, op: Op, key: &str) -> (Vec<Type>, Vec<Type>) {
    match module.type_attr(op, key).map(|ty| module.ctx.kind(ty)) {
        Some(TypeKind::Function { inputs, results }) => (inputs.to_vec(), results.to_vec()),
        _ => (Vec::new(), Vec::new()),
    }
}

impl Signatures {
    pub(super) fn new(module: &Module, registry: &Registry) -> Signatures {
        let uses = SymbolUses::new(module, registry);
        let mut signatures = Signatures::default();
        for op in module.walk() {
            let Some(key) = type_key(module, registry, op) else { continue };
            let calls = uses.calls(op);
            let has_body = module.inner_blocks(op).next().is_some();
            let is_inner = module.is_private(op)
                && has_body
                && !calls.is_empty()
                && !uses.is_mentioned(module, op);
            let (inputs, results) = types(module, op, &key);
            let inputs = inputs.into_iter().enumerate();
            let inputs = inputs
                .map(|(at, ty)| (ty, is_inner || module.argument_attr(op, at, ANY_ATTR).is_some()));
            let results = results.into_iter().enumerate();
            let results = results
                .map(|(at, ty)| (ty, is_inner || module.result_attr(op, at, ANY_ATTR).is_some()));
            let signature = Signature { inputs: inputs.collect(), results: results.collect() };
            signatures.of_functions.insert(op, signature);
            signatures.callees.extend(calls.iter().map(|&call| (call, op)));
        }
        signatures
    }

    /// Returns the signature of a function; an empty one for another op.
    pub(super) fn of(&self, function: Op) -> Signature {
        self.of_functions.get(&function).cloned().unwrap_or_default()
    }

    /// Returns the signature of the function that an op calls; `None` if it is unknown.
    pub(super) fn of_callee(&self, call: Op) -> Option<Signature> {
        self.callees.get(&call).map(|&function| self.of(function))
    }
}

/// Removes the mark of an input or result whose layout was chosen, as it has become a shape.
pub(super) fn clear_marks(module: &mut Module, function: Op) {
    for list in ["arg_attrs", "res_attrs"] {
        let Some(dicts) = module.attr(function, list).and_then(|attr| module.ctx.as_array(attr))
        else {
            continue;
        };
        let mut dicts = dicts.to_vec();
        let any = module.ctx.name(ANY_ATTR);
        for dict in &mut dicts {
            *dict = module.ctx.dict_with(*dict, any, None);
        }
        let is_empty = dicts.iter().all(|&dict| module.ctx.dict_entries(dict).is_empty());
        let new = (!is_empty).then(|| module.ctx.array(&dicts));
        module.set_attr(function, list, new);
    }
}
